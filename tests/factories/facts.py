"""Card facts and card files for tests. Every card is invented; numbers follow the game's shapes."""

from __future__ import annotations

import dataclasses
import json
import lzma
from typing import Any

from engine import (
    Ability,
    Attribute,
    CardFacts,
    CardKind,
    FactsFile,
    FactsFormat,
    Frame,
    MonsterType,
    PrintingFacts,
    SpellTrapIcon,
)


def line(
    number: str, rarity: str | None = "Common", *, language: str = "en", product: str = "Test Set", artwork: str = ""
) -> PrintingFacts:
    return PrintingFacts(product, number, language, rarity, artwork)


def monster(page_id: int | None, name: str, *printings: PrintingFacts, **values: Any) -> CardFacts:
    """An Effect Monster whose passcode is its page id times 1000, unless said otherwise."""
    facts: dict[str, Any] = {
        "page_id": page_id, "passcode": page_id * 1000 if page_id else None, "konami_id": None, "names": {"en": name},
        "kind": CardKind.MONSTER, "frame": Frame.EFFECT, "attribute": Attribute.DARK, "type": MonsterType.FIEND,
        "abilities": (Ability.EFFECT,), "level": 4, "atk": 1500, "defense": 1200, "printings": printings,
    }  # fmt: skip
    return CardFacts(**(facts | values))


def spell(page_id: int | None, name: str, *printings: PrintingFacts, **values: Any) -> CardFacts:
    facts: dict[str, Any] = {
        "page_id": page_id, "passcode": page_id * 1000 if page_id else None, "konami_id": None, "names": {"en": name},
        "kind": CardKind.SPELL, "frame": Frame.SPELL, "icon": SpellTrapIcon.NORMAL, "printings": printings,
    }  # fmt: skip
    return CardFacts(**(facts | values))


def changed(facts: CardFacts, **values: Any) -> CardFacts:
    return dataclasses.replace(facts, **values)


def card_list(*cards: CardFacts) -> FactsFile:
    """The cards as the yaml-yugi list gives them."""
    return FactsFile(FactsFormat.YAML_YUGI, cards, ())


def api_answer(*cards: CardFacts) -> FactsFile:
    """The cards as YGOPRODeck gives them."""
    return FactsFile(FactsFormat.YGOPRODECK, cards, ())


def starter(*cards: CardFacts) -> FactsFile:
    return FactsFile(FactsFormat.STARTER, cards, ())


def yaml_yugi_entry(page_id: int, name: str, sets: dict[str, list[tuple[str, str, str]]]) -> dict[str, Any]:
    """One Spell of a yaml-yugi file; ``sets`` maps a language to (number, product, rarity)."""
    return {
        "yugipedia_page_id": page_id, "password": page_id * 1000, "konami_id": None, "card_type": "Spell", "property": "Normal",
        "name": {"en": name}, "text": {"en": "Draw nothing."},
        "sets": {
            language: [{"set_number": number, "set_name": product, "rarities": [rarity]} for number, product, rarity in lines]
            for language, lines in sets.items()
        },
    }  # fmt: skip


def yaml_yugi_file(*entries: dict[str, Any], packed: bool = False) -> bytes:
    content = json.dumps(entries).encode()
    return lzma.compress(content) if packed else content


def many_entries(count: int, *, first: int = 1) -> list[dict[str, Any]]:
    """``count`` different Spells with three printings each."""
    return [
        yaml_yugi_entry(
            number,
            f"Test Spell {number}",
            {
                "en": [(f"TS{number // 900:02d}-EN{number % 900:03d}", f"Test Set {number // 900}", "Common")],
                "fr": [
                    (f"TS{number // 900:02d}-FR{number % 900:03d}", f"Test Set {number // 900}", "Common"),
                    (f"TS{number // 900:02d}-FR{number % 900:03d}", f"Test Set {number // 900}", "Ultra Rare"),
                ],
            },
        )
        for number in range(first, first + count)
    ]
