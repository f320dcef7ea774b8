"""Card names that can be declared: those of official cards a player may know of."""

from __future__ import annotations

from functools import cache

from engine.facts import read_starter
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.printed import Printed
from engine.state.seats import eyes
from engine.vocab import CardKind, Frame, Zone

_EXTRA_FRAMES = {
    "fusion": frozenset({Frame.SYNCHRO, Frame.XYZ, Frame.LINK}),
    "fusion_synchro": frozenset({Frame.XYZ, Frame.LINK}),
    "with_xyz": frozenset({Frame.LINK}),
    "all_kinds": frozenset[Frame](),
}
"""The frames that are not there, by what an Extra Deck may hold (deck.extra.contents)."""
_NO_CARDS = (CardKind.TOKEN, CardKind.SKILL)
_OPEN = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD, Zone.GY, Zone.BANISHED, Zone.EXTRA, Zone.MATERIAL)


@cache
def _catalogue(contents: str) -> frozenset[str]:
    """Return the names every copy of this program knows, of the kinds there are where Extra Decks hold that."""
    absent = _EXTRA_FRAMES[contents]
    return frozenset(
        card.name
        for card in read_starter().cards
        if card.kind not in _NO_CARDS and card.frame not in absent and not (card.pendulum and Frame.LINK in absent)
    )


def _is_known(s: State, player: int, card: CardState) -> bool:
    own = card.owner == player or bool(card.seen & eyes(s, player))
    return own or (card.face_up and card.zone in _OPEN)


def _is_named(printed: Printed) -> bool:
    return printed.kind not in _NO_CARDS


def declarable(s: State, player: int) -> list[str]:
    """Return every name a player could declare, in order (card.name.declared_name_must_exist_and_be_legal).

    Names of cards that only the opponent knows of, and that are in no catalogue, are left out: that such a name could be
    declared would tell that the card is there.
    """
    known = {card.printed.name for card in s.cards if _is_named(card.printed) and _is_known(s, player, card)}
    return sorted(known | _catalogue(s.rules.deck_extra_contents))


def is_declarable(s: State, player: int, name: str) -> bool:
    """Whether a player could declare that name."""
    if name in _catalogue(s.rules.deck_extra_contents):
        return True
    return any(card.printed.name == name and _is_named(card.printed) and _is_known(s, player, card) for card in s.cards)
