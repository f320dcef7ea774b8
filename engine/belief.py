"""What a player may take the hidden cards for: whole duels that agree with everything that player has seen.

Nothing here depends on which cards are really hidden: two duels that look the same to a player give the same result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.effects.tree import Card
from engine.procedures.options import may_know
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.index import make_index
from engine.state.printed import EXTRA_FRAMES, Printed
from engine.state.records import Link
from engine.state.rng import Rng
from engine.state.seats import are_mates, foes, mates
from engine.vocab import CardKind, Frame, SpellTrapIcon, Zone

_HIDDEN = (Zone.DECK, Zone.HAND, Zone.EXTRA, Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD)
_ROWS = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD)
_COPIES = 3
"""Copies of one card a Deck may hold."""


def blank(zone: Zone, atk: int = 1400, defense: int = 1400) -> Printed:
    """Return a card without effects that may lie hidden in a zone: what is taken for a card nothing is known of."""
    kind, frame, icon = CardKind.MONSTER, Frame.NORMAL, None
    if zone is Zone.SPELL_TRAP:
        kind, frame, icon = CardKind.TRAP, Frame.TRAP, SpellTrapIcon.NORMAL
    elif zone is Zone.FIELD:
        kind, frame, icon = CardKind.SPELL, Frame.SPELL, SpellTrapIcon.FIELD
    elif zone is Zone.EXTRA:
        frame = Frame.FUSION
    monster = kind is CardKind.MONSTER
    return Printed(
        name="",
        passcode=None,
        kind=kind,
        frame=frame,
        attribute=None,
        type=None,
        abilities=(),
        icon=icon,
        level=4 if monster else None,
        atk=atk if monster else 0,
        defense=defense if monster else 0,
        series=(),
        definition=Card(""),
    )


def unknown_cards(s: State, player: int, owner: int) -> list[CardState]:
    """Return the owner's hidden cards that a player does not know, in a fixed order.

    A card whose effect is on the Chain or about to be is known, wherever it lies by now, and so is what a question to the
    player is about.
    """
    told = {link.uid for link in s.chain} | {item.uid for item in s.waiting}
    for frame in s.frames:
        link = getattr(frame, "link", None)
        if isinstance(link, Link):
            told.add(link.uid)
    if s.prompt is not None and s.prompt.player == player and s.prompt.source is not None:
        told.add(s.prompt.source)
    return [
        card
        for card in s.cards
        if card.owner == owner and card.zone in _HIDDEN and card.uid not in told and not may_know(player, card)
    ]


def determinized(s: State, player: int, seed: int, *, pool: Sequence[Printed] | None = None, knows_list: bool = False) -> State:
    """Return a copy in which the cards a player does not know are dealt anew, and chance is reseeded.

    The own Deck is dealt from the own remaining cards. The opponent's hidden cards come from ``pool``, as many copies of
    each as it holds less those already seen, and plain cards without effects when it runs out; with ``knows_list`` they
    are the opponent's own remaining cards; with neither they are all plain. Face-down monsters are monsters of the Main
    Deck, Set Spells and Traps are such, a Set Field Spell is one. Tokens, sizes and everything the player sees remain.
    """
    new = s.copy()
    new.rng = Rng(seed)
    for owner in range(len(s.players)):
        hidden = unknown_cards(new, player, owner)
        if are_mates(owner, player) or knows_list:
            left = sorted((card.printed for card in hidden), key=_order)
        elif pool is not None:
            left = _unseen(new, player, owner, pool)
        else:
            left = []
        _deal(new.rng, hidden, left)
    new.index = make_index(new.cards)
    return new


def imagined(s: State, player: int, seed: int, atk: int, defense: int) -> State:
    """Return a copy in which every card of the opponent that a player does not know is plain, a monster of these values."""
    new = s.copy()
    new.rng = Rng(seed)
    plain = {zone: blank(zone, atk, defense) for zone in _HIDDEN}
    for foe in foes(new, player):
        for card in unknown_cards(new, player, foe):
            card.printed = plain[card.zone]
    for mate in mates(new, player):
        own = unknown_cards(new, player, mate)
        _deal(new.rng, own, sorted((card.printed for card in own), key=_order))
    new.index = make_index(new.cards)
    return new


def _order(printed: Printed) -> tuple[str, int]:
    return (printed.name, printed.passcode or 0)


def _unseen(s: State, player: int, owner: int, pool: Sequence[Printed]) -> list[Printed]:
    """Return the cards of a pool, at most three of each, less those of the owner that the player sees or has seen."""
    used = Counter(card.printed.name for card in s.cards if card.owner == owner and may_know(player, card))
    seen = used.copy()
    left = []
    for printed in sorted(pool, key=_order):
        if seen[printed.name] > 0:
            seen[printed.name] -= 1
        elif used[printed.name] < _COPIES:
            used[printed.name] += 1
            left.append(printed)
    return left


def _deal(rng: Rng, hidden: list[CardState], left: list[Printed]) -> None:
    """Give every hidden card a face from those left that may lie there: first where few may, then in the piles."""
    rng.shuffle(left)
    rows = [card for card in hidden if card.zone in _ROWS]
    rest = [card for card in hidden if card.zone not in _ROWS]
    for card in (*rows, *rest):
        place = next((i for i, printed in enumerate(left) if _may_lie(card.zone, printed)), None)
        card.printed = blank(card.zone) if place is None else left.pop(place)


def _may_lie(zone: Zone, printed: Printed) -> bool:
    """Whether a card may lie face-down in a zone."""
    if zone is Zone.EXTRA:
        return printed.extra
    if printed.monster and printed.frame in EXTRA_FRAMES:
        return False
    if zone is Zone.MONSTER:
        return printed.monster
    if zone is Zone.SPELL_TRAP:
        return not printed.monster and printed.icon is not SpellTrapIcon.FIELD
    return zone is not Zone.FIELD or printed.icon is SpellTrapIcon.FIELD
