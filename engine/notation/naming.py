"""Cards as a scenario writes them: by name, or by the zone they are in ("M3", "opp S1", "EL")."""

from __future__ import annotations

import re

from engine.notation.position import EXTRA_ZONE_WORDS, SEATS
from engine.state.card import CardState
from engine.vocab import Zone

_ZONE = re.compile("[MS][1-5]")


def is_written(card: CardState, name: str) -> bool:
    """Whether a card is the one written; a zone without a seat is that of "you"."""
    words = name.split()
    if len(words) <= 2 and (_ZONE.fullmatch(words[-1]) or words[-1] in EXTRA_ZONE_WORDS):
        owner = SEATS.get(words[0], 0) if len(words) == 2 else 0
        if words[-1] in EXTRA_ZONE_WORDS:
            return card.zone is Zone.MONSTER and card.controller == owner and card.index == EXTRA_ZONE_WORDS[words[-1]]
        zone = Zone.MONSTER if words[-1][0] == "M" else Zone.SPELL_TRAP
        return card.zone is zone and card.controller == owner and card.index == int(words[-1][1]) - 1
    return card.printed.name == name
