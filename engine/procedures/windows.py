"""Response windows: triggers first, then fast effects of each player in order; both pass and the window is closed."""

from __future__ import annotations

from engine.procedures.activating import Activate
from engine.procedures.chain import Building
from engine.procedures.settling import settle
from engine.procedures.triggers import Placing, is_held
from engine.state.duel_state import Frame, State
from engine.state.records import Prompt
from engine.state.seats import after, turn_order


def player_of(activation: Activate) -> int:
    """Return who activates."""
    return activation.link.player


class Window(Frame):
    """Asks every player in order, also when passing is the only answer: its rhythm tells nothing of hidden cards.

    ``kind`` says what it follows: "phase", "summon", "attack", "moving_on", "chain" or a part of the Damage Step.
    """

    __slots__ = ("acted", "at", "kind", "order", "spent")

    def __init__(self, kind: str, order: list[int]) -> None:
        super().__init__("start")
        self.kind = kind
        self.order = order
        self.at = 0
        self.acted = False
        """A Chain was made."""
        self.spent = False
        """No further Chain can be started by choice (battle.damage_step.chains)."""

    def begin(self, s: State, activation: Frame) -> None:
        """Start with a Chain whose first link is this activation, made in an open state."""
        assert isinstance(activation, Activate)
        self._chain(s, after(s, player_of(activation)), linking=True)
        s.push(activation)

    def run(self, s: State) -> None:
        """Place triggers, ask the next player, or close."""
        if self.step == "start":
            settle(s)
            if s.waiting and any(not is_held(s, item) for item in s.waiting):
                self.step = "placed"
                s.push(Placing(s.moment, one_only=self.kind == "phase"))
            else:
                self._open(s)
                if s.frames[-1] is self and not s.index.winners:
                    self._ask(s)  # Nothing has happened that would come first.
        elif self.step == "placed":
            if s.chain:
                self._chain(s, after(s, s.chain[-1].player))
            else:
                self._open(s)
        elif self.step == "ask":
            self._ask(s)
        else:
            answer = s.take()
            if answer == "pass":
                self.at += 1
                self._ask(s)
            else:
                if self.kind.startswith("damage_"):
                    each_part = s.rules.battle_damage_step_chains == "one_chain_per_part"
                    self.spent = each_part or self.kind == "damage_calculation"
                self._chain(s, after(s, player_of(answer)), linking=True)
                s.push(answer)

    def _ask(self, s: State) -> None:
        """Ask the next player whether to respond; close when all have passed."""
        if self.at >= len(self.order):
            s.events = []
            s.finish(self)
            if self.acted and s.frames:
                s.frames[-1].note_chain()
            return
        self.step = "answered"
        player = self.order[self.at]
        s.ask(Prompt("respond", player, self.kind, extra="ignition" if self._priority(s, player) else None))

    def _chain(self, s: State, player: int, linking: bool = False) -> None:
        self.step = "start"
        if self.kind != "moving_on":
            self.order = turn_order(s)
        if self.kind not in ("phase", "moving_on"):
            self.kind = "chain"
        self.acted = True
        self.at = 0
        s.push(Building(player, linking))

    def _open(self, s: State) -> None:
        if s.events:
            s.events = [event for event in s.events if event.moment == s.moment]
        self.at = len(self.order) if self.spent else 0
        self.step = "ask"
        if self.kind == "moving_on" and self.acted:
            self.order = turn_order(s)

    def _priority(self, s: State, player: int) -> bool:
        """Whether the turn player may use an Ignition Effect here (timing.ignition_priority)."""
        if player != s.turn_player or self.at or s.chain:
            return False
        priority = s.rules.timing_ignition_priority
        if self.kind == "summon":
            return priority != "none"
        return self.kind == "chain" and priority == "after_summon_or_chain"
