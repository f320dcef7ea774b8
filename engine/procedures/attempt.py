"""A Summon is attempted: the moment in which it can still be negated, before the monster is on the field."""

from __future__ import annotations

from collections.abc import Sequence

from engine.effects.tree import Happening, Property
from engine.procedures import moving
from engine.procedures.chain import Building
from engine.procedures.events import emit
from engine.procedures.settling import settle
from engine.procedures.windows import player_of
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.records import GameEvent, Prompt
from engine.state.seats import after, everyone, turn_order
from engine.vocab import Cause, SummonKind, Zone

WOULD = "would_summon"
"""The reason of the window's prompts."""


class Attempt(Frame):
    """Asks both players whether they negate the Summon (summon.negation.window); the position chosen is the answer.

    Costs, Tributes and materials are gone before it. Triggers wait until it is over. One Chain can be made; whatever
    comes of it, the moment does not return (summon.negation.only_the_first_link).
    """

    __slots__ = ("at", "kind", "more", "player", "position", "uid")

    def __init__(self, uid: int, player: int, kind: SummonKind, position: str = "", *, more: Sequence[int] = ()) -> None:
        super().__init__("begin")
        self.uid = uid
        self.player = player
        self.kind = kind
        self.position = position
        """"any" asks the player."""
        self.at = 0
        self.more = list(more)
        """Monsters Summoned together with the first (summon.negation.pendulum_all_together)."""

    def run(self, s: State) -> None:
        """Ask for the position, then one player after the other."""
        if self.step == "begin":
            self.step = "placed"
            if self.position == "any":
                s.ask(Prompt("position", self.player, "position", self.uid, words=("attack", "defense")))
            else:
                s.answer = self.position
        elif self.step == "placed":
            self.position = s.take()
            self._announce(s)
        elif self.step == "ask":
            order = turn_order(s)
            if self.at == len(order):
                self._close(s)
                return
            self.step = "answered"
            s.ask(Prompt("respond", order[self.at], WOULD, self.uid))
        elif self.step == "answered":
            answer = s.take()
            if answer == "pass":
                self.at += 1
                self.step = "ask"
                return
            s.write("would_summon", player=self.player, card=self.uid, how=self.kind)
            self.step = "over"
            s.push(Building(after(s, player_of(answer)), linking=True))
            s.push(answer)
        else:
            self._close(s)

    def _announce(self, s: State) -> None:
        cards = [s.cards[uid] for uid in (self.uid, *self.more)]
        for card in cards:
            if card.live is None:
                moving.lift(s, card)
            card.seen = everyone(s)
        settle(s)
        s.later()
        emit(
            s,
            GameEvent(
                Happening.WOULD_SUMMON,
                s.moment,
                tuple(moving.stay_snap(s, card) for card in cards),
                player=self.player,
                by=self.player,
                source=self.uid,
                summon=self.kind,
            ),
        )
        self.step = "ask"

    def _close(self, s: State) -> None:
        s.events = []
        s.finish(self)
        s.answer = self.position


def attempted(s: State) -> Attempt | None:
    """Return the Summon that can be negated now."""
    return next((frame for frame in reversed(s.frames) if isinstance(frame, Attempt)), None)


def is_safe(card: CardState, kind: SummonKind) -> bool:
    """Whether the card says that its Summon of this kind cannot be negated."""
    return _says(card, Property.SUMMON_SAFE, kind)


def is_silent(card: CardState, kind: SummonKind) -> bool:
    """Whether the card says that nothing can be activated when it is Summoned in this way."""
    return card.live is not None and _says(card, Property.SUMMON_SILENT, kind)


def _says(card: CardState, name: Property, kind: SummonKind) -> bool:
    statics = card.printed.definition.statics
    return any(static.property is name and (not static.word or static.word == kind) for static in statics)


def undo(s: State, attempt: Attempt, then: str, by: int, source: int) -> bool:
    """Negate the Summon: the monster has never been on the field (summon.negation.monster_never_arrived)."""
    card = s.cards[attempt.uid]
    again = attempt.kind is SummonKind.NORMAL and card.live is not None and card.face_up
    if card.zone is not Zone.NOWHERE and (card.live is None or card.face_up) and not again:
        return False
    if card.live is not None and not again:
        moving.lift(s, card)
    together = [card, *(s.cards[uid] for uid in attempt.more)]
    for one in together:
        s.write("summon_negated", card=one.uid)
    if then == "destroy":
        moving.destroy(s, together, cause=Cause.EFFECT, by=by, source=source)
    else:
        moving.send(s, together, cause=Cause.RULE, by=by, source=source)
    return True
