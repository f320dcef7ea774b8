"""Xyz Materials: cards underneath an Xyz Monster, which are not on the field (xyz.materials.stacked_underneath)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.effects import continuous
from engine.effects.tree import Until
from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Lingering
from engine.vocab import CardKind, Cause, Zone


def set_aside(s: State, cards: Sequence[CardState]) -> list[int]:
    """Take monsters off the field as materials of a Summon that is attempted, and return all of them by uid.

    What lies underneath a monster goes along (xyz.material.passes_on_when_overlaid); nothing triggers on it.
    """
    taken: list[int] = []
    for card in cards:
        taken += [card.uid, *(card.live.under if card.live is not None else ())]
        moving.under(s, card)
        s.write("material", card=card.uid)
    return taken


def attach(s: State, host: CardState, uids: Sequence[int], *, arrival: bool = False) -> None:
    """Put cards underneath an Xyz Monster; Tokens are never materials (xyz.material.no_tokens).

    With ``arrival`` they are those it was Summoned with, set aside before; cards that are elsewhere now stay there.
    """
    live = host.live
    for uid in uids:
        card = s.cards[uid]
        if card.printed.kind is CardKind.TOKEN or (arrival and card.zone is not Zone.MATERIAL):
            continue
        if live is None:
            continue
        if card.zone is not Zone.MATERIAL:
            moving.under(s, card)
        live.under.append(uid)
    if live is None:
        fall(s, uids, host.owner, host.uid)


def detach(s: State, host: CardState, uids: Sequence[int], *, by: int, source: int, cause: Cause = Cause.COST) -> None:
    """Send materials of a monster to the Graveyard; they do not leave the field (xyz.detach.no_leave_field_trigger)."""
    live = host.on_field
    gone = [s.cards[uid] for uid in uids if uid in live.under]
    live.under = [uid for uid in live.under if uid not in uids]
    moving.send(s, gone, cause=cause, by=by, source=source)


def givers(s: State, used: Sequence[CardState]) -> list[int]:
    """Return those of the materials, by uid, that give a Link Monster something and are not negated where they lie."""
    return [card.uid for card in used if card.printed.definition.gives_as_link_material and not continuous.negated(s, card)]


def give(s: State, host: CardState, uids: Sequence[int], player: int) -> None:
    """Apply to a Link Monster what its materials give it."""
    if host.live is None:
        return
    for uid in uids:
        for static in s.cards[uid].printed.definition.gives_as_link_material:
            marks = ((host.uid, host.stamp),)
            s.lingering.append(Lingering(static, player, uid, marks, 0, Until.ON_FIELD, s.turn, s.stamp_order()))


def fall(s: State, uids: Sequence[int], by: int, source: int) -> None:
    """Send to the Graveyard what lies underneath nothing any more."""
    loose = [s.cards[uid] for uid in uids if s.cards[uid].zone is Zone.MATERIAL]
    if loose:
        moving.send(s, loose, cause=Cause.RULE, by=by, source=source)
