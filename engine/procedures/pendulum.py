"""Pendulum Cards and the Pendulum Summon: several monsters at once, of Levels between two Scales."""

from __future__ import annotations

from collections.abc import Iterator

from engine.effects import amounts, continuous
from engine.effects.context import Ctx
from engine.effects.matching import is_scale
from engine.effects.tree import Property
from engine.procedures.arriving import Arrive, bars, may_arrive
from engine.procedures.attempt import Attempt
from engine.procedures.because import forbidden
from engine.procedures.board import have_room
from engine.procedures.moving import SCALES
from engine.procedures.picking import ask_cards
from engine.procedures.summoning import in_open_state
from engine.procedures.windows import Window
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.seats import partner, turn_order
from engine.vocab import SummonKind, Zone


def used_key(player: int) -> str:
    """Return the name under which the Pendulum Summon of a turn is counted."""
    return f"pendulum/{player}"


def scale_of(s: State, card: CardState) -> int:
    """Return the Pendulum Scale of a card in a Pendulum Zone (pendulum.card.scale)."""
    scale = card.printed.scale or 0
    for found in continuous.on_card(s, Property.SCALE, card):
        scale = amounts.value(s, Ctx(found.player, found.source), found.static.value)
    return scale


def scales(s: State, player: int) -> tuple[int, int] | None:
    """Return the lower and the higher Scale of a player; None without a card in both Pendulum Zones."""
    row = s.players[player].spells
    cards = [s.cards[row[index]] for index in SCALES if row[index] >= 0]
    if len(cards) < 2 or not all(is_scale(card) and card.face_up for card in cards):
        return None
    low, high = sorted(scale_of(s, card) for card in cards)
    return low, high


def summonable(s: State, player: int) -> list[CardState]:
    """Return the monsters whose Level lies strictly between the Scales and that may come in this way."""
    between = scales(s, player)
    if between is None:
        return []
    low, high = between
    side = s.players[player]
    extra = [uid for uid in side.extra if s.cards[uid].face_up and s.cards[uid].printed.pendulum]
    return [
        card
        for uid in (*side.hand, *extra)
        if (card := s.cards[uid]).printed.monster
        and card.printed.level is not None
        and low < card.printed.level < high
        and may_arrive(s, player, card, SummonKind.PENDULUM)
    ]


def is_lead(s: State, player: int, card: CardState) -> bool:
    """Whether a player's Pendulum Summon is declared with this card: the left one, or the only one."""
    row = s.players[player].spells
    lead = next((row[index] for index in SCALES if row[index] >= 0 and s.cards[row[index]].printed.pendulum), -1)
    return card.uid == lead and is_scale(card)


def summon_reasons(s: State, player: int, card: CardState) -> Iterator[str]:
    """Yield what forbids a Pendulum Summon by way of a card in a Pendulum Zone."""
    yield from in_open_state(s, player)
    if s.rules.summon_kinds == "old":
        yield "summon.kinds.list"
        return
    if not is_lead(s, player, card):
        yield "pendulum.summon.once_per_turn"
        return
    if s.uses.get(used_key(player)):
        yield "pendulum.summon.once_per_turn"
    between = scales(s, player)
    if between is None:
        if partner(s, player) is not None:
            yield "tag.pendulum.own_zones_only"
        yield "zone.pendulum.cards_there_are_spells"
        return
    yield from forbidden(bars(s, player))
    there = summonable(s, player)
    if not there:
        yield "pendulum.summon.levels_strictly_between"
    elif not any(have_room(s, player, [one]) for one in there):
        above = all(one.zone is Zone.EXTRA for one in there)
        yield "pendulum.summon.extra_ones_need_open_zones" if above else "zone.full.cannot_play"


class PendulumSummon(Frame):
    """A Pendulum Summon: the monsters, the attempt, their arrival at one moment, the window after it."""

    __slots__ = ("above", "player", "uid", "uids")

    def __init__(self, uid: int, player: int) -> None:
        super().__init__("choose")
        self.uid = uid
        """The card in the Pendulum Zone the Summon was declared with."""
        self.player = player
        self.uids: list[int] = []
        self.above: list[int] = []
        """Those that come from the Extra Deck."""

    def run(self, s: State) -> None:
        """Choose, try, let them arrive, open the window."""
        if self.step == "choose":
            self.step = "try"
            found = summonable(s, self.player)
            ask_cards(s, self.player, found, 1, len(found), "summon", self.uid, ("pendulum", self.uid))
        elif self.step == "try":
            s.later()
            s.uses[used_key(self.player)] = 1
            chosen = [s.cards[uid] for uid in s.take()]
            self.above = [card.uid for card in chosen if card.zone is Zone.EXTRA]
            # Those bound to few zones are placed first.
            self.uids = [*self.above, *(card.uid for card in chosen if card.uid not in self.above)]
            self.step = "tried"
            s.push(Attempt(self.uids[0], self.player, SummonKind.PENDULUM, more=self.uids[1:]))
        elif self.step == "tried":
            s.take()
            coming = [uid for uid in self.uids if s.cards[uid].zone is Zone.NOWHERE]
            if not coming:
                s.finish(self)
                s.players[self.player].specials += s.rules.summon_oath_counting == "attempt_counts"
                s.push(Window("chain", turn_order(s)))
                return
            s.later()
            self.step = "arrived"
            above = [uid for uid in self.above if uid in coming]
            s.push(Arrive(coming, self.player, self.player, SummonKind.PENDULUM, "any", bound=tuple(above)))
        else:
            s.finish(self)
            s.push(Window("summon", turn_order(s)))
