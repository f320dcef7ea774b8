"""The End Phase: what activates there and what ends there, in the order the turn player picks (phase.end.turn_player_orders_effects)."""

from __future__ import annotations

from engine.effects import continuous
from engine.effects.tree import Property, Until
from engine.procedures import moving
from engine.procedures.settling import destroy_marked, end_of_phase, spells_that_run_out
from engine.procedures.windows import Window
from engine.state.duel_state import Frame, State
from engine.state.records import Prompt
from engine.state.seats import turn_order
from engine.vocab import Cause

FIRST = ("ending", "effects")
"""The words of the choice: what ends in this phase first, or the effects that activate in it."""


class EndPhase(Frame):
    """Everything of the End Phase but the hand check; asks only where there are both endings and effects."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("begin")

    def run(self, s: State) -> None:
        """Ask for the order if there is one to choose, then do both."""
        if self.step == "begin":
            self.step = "chosen"
            if s.waiting and _something_ends(s):
                s.ask(Prompt("option", s.turn_player, "end_phase", words=FIRST))
            else:
                s.answer = "ending"
        elif self.step == "chosen":
            if s.take() == "effects":
                self.step = "ending"
            else:
                _end(s)
                self.step = "closing"
            self._window(s)
        elif self.step == "ending":
            _end(s)
            self.step = "closing"
            self._window(s)
        else:
            s.finish(self)

    def _window(self, s: State) -> None:
        s.push(Window("phase", turn_order(s)))


def _something_ends(s: State) -> bool:
    """Whether something that lasts until the End Phase is there."""
    if any(item.until is Until.END_PHASE or item.static.property is Property.RETURNS for item in s.lingering):
        return True
    if s.lingering and any(
        continuous.has(s, Property.END_DESTROYS, s.cards[uid]) for side in s.players for uid in side.monsters if uid >= 0
    ):
        return True
    return bool(spells_that_run_out(s))


def _end(s: State) -> None:
    """End what lasts until the End Phase."""
    end_of_phase(s)
    out = spells_that_run_out(s)
    if out:
        moving.destroy(s, out, cause=Cause.EFFECT)
    destroy_marked(s)
