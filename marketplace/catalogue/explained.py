"""What a card does in duels, in our own words: the engine's explanation of the definition it plays by."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import Ability, CardFacts, CardKind, Frame, Unexplained, explain
from marketplace.catalogue.models import Card

log = logging.getLogger(__name__)

_KINDS = frozenset(kind.value for kind in CardKind)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Whether a card can be played in duels, and what it does there."""

    playable: bool
    paragraphs: Sequence[tuple[str, str]] = ()
    """Head ("Trigger Effect (optional):", may be empty) and words of each effect."""


def explanation_of(card: Card, names: Mapping[str, str], english_text: str, locale: str) -> Explanation | None:
    """The explanation for a reader of that language; None for what a collector typed and where words are missing."""
    if card.added_by_id is not None or card.kind not in _KINDS:
        return None
    # A definition is found by what kind of card it is; values such as ATK are no matter here.
    facts = CardFacts(
        page_id=card.page_id,
        passcode=card.passcode,
        konami_id=card.konami_id,
        names={"en": card.name, **names},
        kind=CardKind(card.kind),
        frame=Frame(card.frame),
        pendulum=card.pendulum,
        abilities=tuple(map(Ability, card.abilities.split())),
        texts={"en": english_text} if english_text else {},
    )
    try:
        paragraphs = explain(facts, locale)
    except Unexplained as error:
        log.warning("%s cannot be explained: %s", card.name, error)
        return None
    if paragraphs is None:
        return Explanation(playable=False)
    return Explanation(playable=True, paragraphs=[_headed(text) for text in paragraphs])


def _headed(text: str) -> tuple[str, str]:
    """Part "Flip: Draw 1 card." after its first colon."""
    head, colon, words = text.partition(":")
    return (head + colon, words.strip()) if colon else ("", text)
