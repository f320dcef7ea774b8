"""Monsters of the partner as Tributes and materials, with the partner's consent (tag.material.partner_may_lend_monsters).

They are asked for only when everything else about the Summon is chosen. A refusal ends the Summon before anything is spent
(tag.talk.agree_before_using_cards_of_the_partner), and the monsters refused cannot be asked for again in the same turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.effects import matching
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Prompt
from engine.state.seats import partner
from engine.vocab import Zone

LEND = "lend"
"""The reason of the question to the partner; its ``cards`` are the monsters asked for, its source what they are for."""
RULE = "tag.material.partner_may_lend_monsters"
_REFUSED = "kept/"
"""How the names of uses begin that say which monsters are not to be had in this turn."""


def _key(player: int, card: CardState) -> str:
    return f"{_REFUSED}{player}/{card.uid}/{card.stamp}"


def monsters(s: State, player: int) -> Iterator[CardState]:
    """Yield the monsters a player may use up for a Summon: the own ones, then those the partner may lend."""
    yield from matching.in_zone(s, player, Zone.MONSTER)
    mate = partner(s, player)
    if mate is not None:
        for card in matching.in_zone(s, mate, Zone.MONSTER):
            if _key(player, card) not in s.uses:
                yield card


def was_refused(s: State, player: int) -> bool:
    """Whether the partner has refused the player a monster in this turn."""
    return any(key.startswith(f"{_REFUSED}{player}/") for key in s.uses)


def ask(s: State, player: int, about: int, uids: Sequence[int]) -> bool:
    """Ask the partner for those of the chosen cards that are the partner's; whether there is anything to ask."""
    mate = partner(s, player)
    wanted = tuple(uid for uid in uids if s.cards[uid].controller == mate)
    if mate is None or not wanted:
        return False
    s.ask(Prompt("yes_no", mate, LEND, about, cards=wanted, words=("yes", "no")))
    return True


def agreed(s: State, player: int, about: int, uids: Sequence[int]) -> bool:
    """Take the partner's answer; a refusal is kept for the rest of the turn."""
    mate = partner(s, player)
    yes: bool = s.take() == "yes"
    s.write("lending", player=mate, card=about, how="agreed" if yes else "refused")
    if not yes:
        for card in (s.cards[uid] for uid in uids):
            if card.controller == mate:
                s.uses[_key(player, card)] = 1
    return yes
