"""Where a card is written by hand, its printed text must compile to the same definition, or the difference is listed here."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.cards import written, written_names
from engine.effects.filters import Filter
from engine.facts import CardFacts, read_facts
from engine.text import compile_card
from engine.text.vocabulary import differing, facts_of
from engine.vocab import CardKind, SpellTrapIcon, Zone
from tests.engine.conftest import SHARED

pytestmark = [pytest.mark.shared_data, pytest.mark.xdist_group("full_catalogue")]

LISTED = {
    "Amazoness Queen": "by hand face-down monsters are not left out, which their hidden names do",
    "Deep-Space Cruiser IX": "by hand the card itself is left out of its cost by the way the cost is paid",
    "Malevolent Nuzzler": "by hand it says that any monster may carry it, which is the rule",
    "Armed Dragon LV10": "by hand only a face-up monster is Tributed for it; the text does not say so",
    "Blackwing - Shura the Blue Flame": "by hand it must still be on the field, which its text leaves open",
    "Lumina, Lightsworn Summoner": "by hand the End Phase effect says that she is face-up, and the discarded monster is no target",
}
LEAST = 60
"""So many definitions at least are read the same from their texts."""


@cache
def catalogue() -> dict[str, CardFacts]:
    return {facts.name: replace(facts, printings=()) for facts in read_facts(Path(SHARED, "data", "cards.json.xz")).cards}


def plain(node: Any) -> Any:
    """Leave out of filters what something else in them says already."""
    if isinstance(node, tuple):
        return tuple(plain(item) for item in node)
    if isinstance(node, Filter):
        node = replace(node, kinds=() if _implied(node) else node.kinds)
    if is_dataclass(node) and not isinstance(node, type):
        return replace(node, **{spec.name: plain(getattr(node, spec.name)) for spec in fields(node)})
    return node


def _implied(node: Filter) -> bool:
    if node.kinds == (CardKind.MONSTER,):
        values = (
            node.types,
            node.attributes,
            node.abilities,
            node.frames,
            node.level_min,
            node.level_max,
            node.rank,
            node.rating,
        )
        return any(values) or node.atk_max is not None or node.atk_min is not None or node.zones == (Zone.MONSTER,)
    return bool(node.kinds) and node.icons in ((SpellTrapIcon.FIELD,), (SpellTrapIcon.EQUIP,))


def test_texts_mean_what_was_written_by_hand() -> None:
    same, other = [], []
    for name in written_names():
        facts = catalogue().get(name)
        card = compile_card(facts).card if facts is not None else None
        if card is None:
            continue
        (same if plain(written(name)) == plain(card) else other).append(name)
    assert sorted(other) == sorted(LISTED)
    assert len(same) >= LEAST


def test_definitions_by_hand_are_told_in_the_words_of_public_facts() -> None:
    facts = facts_of(written("Sangan"))  # type: ignore[arg-type]
    assert facts.categories == {"TOHAND", "SEARCH"}
    assert facts.trigger_mandatory
    assert facts.hard_limit
    assert differing(facts, replace(facts, target=True)) == ["target"]
