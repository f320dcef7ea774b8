"""A wish: what somebody looks for, before it is checked and written; and what tells two wishes apart."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

VISIBILITIES = ("members", "holders", "nobody")
MOST_QUANTITY = 999


@dataclass(frozen=True)
class Wish:
    """Fields are those of ``Want``."""

    kind: str
    card_id: int | None = None
    printing_id: int | None = None
    product_id: int | None = None
    item: str = ""
    quantity: int = 1
    languages: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    condition: str = ""
    rarities: tuple[str, ...] = ()
    not_rarities: tuple[str, ...] = ()
    artwork: str = ""
    note: str = ""
    urgency: int = 2
    visibility: str = "members"
    deck_id: int | None = None
    typed: str = ""


ASKED = (
    "kind", "card_id", "printing_id", "product_id", "item", "languages", "editions", "condition", "rarities", "not_rarities",
    "artwork",
)  # fmt: skip
LISTS = ("languages", "editions", "rarities", "not_rarities")


def want_key(wish: Wish) -> str:
    """What tells two wants apart: everything asked for, and not how many, how urgent, for what or for whose eyes."""
    asked: list[Any] = []
    for name in ASKED:
        value = getattr(wish, name)
        asked.append(sorted(value) if name in LISTS else value.casefold() if isinstance(value, str) else value)
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()
