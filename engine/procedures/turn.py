"""Turns and phases, from the first draw to the hand limit."""

from __future__ import annotations

from collections.abc import Iterator

from engine.effects import continuous
from engine.effects.tree import Happening, Property, Until
from engine.procedures import moving
from engine.procedures.activating import DUEL_LONG, Activate
from engine.procedures.battle import BattlePhase, duties, is_without_battle, no_battle_rule
from engine.procedures.because import forbidden
from engine.procedures.end_phase import EndPhase
from engine.procedures.events import emit
from engine.procedures.picking import ask_cards
from engine.procedures.settling import (
    counted_down,
    expire,
    start_of_standby,
)
from engine.procedures.triggers import is_optional
from engine.procedures.upkeep import begin_upkeep
from engine.procedures.windows import Window
from engine.state.duel_state import Frame, State
from engine.state.records import GameEvent, Prompt
from engine.state.seats import after, around, before, captain, rivals, team, turn_order
from engine.vocab import Cause, Phase

HAND_LIMIT = {"five": 5, "six": 6, "seven": 7}


def phase_reasons(s: State, player: int, phase: str) -> Iterator[str]:
    """Yield what forbids going on to a phase ("battle", "main2" or "end")."""
    prompt = s.prompt
    if s.turn_player != player:
        yield "phase.main.actions"
    elif prompt is None or prompt.kind not in ("open", "battle"):
        yield "timing.open_state.actions_that_need_it"
    if s.phase is Phase.BATTLE and s.turn_player == player and phase != "battle":
        yield from forbidden(duties(s, player))
    if phase == "battle":
        if s.phase is not Phase.MAIN1:
            yield "turn.phase_order"
        elif is_without_battle(s):
            yield no_battle_rule(s)
        else:
            yield from forbidden(continuous.on_player(s, Property.NO_BATTLE_PHASE, player))
    elif phase == "main2":
        if s.phase is not Phase.BATTLE:
            yield "phase.main2.after_battle_phase"
    elif phase != "end":
        yield "turn.phase_order"


class Start(Frame):
    """The coin has fallen, or a duel was lost: somebody chooses who goes first; then hands are drawn."""

    __slots__ = ("chooser",)

    def __init__(self, chooser: int, *, lost: bool = False) -> None:
        super().__init__("loser" if lost else "choose")
        self.chooser = chooser

    def run(self, s: State) -> None:
        """Ask who starts, deal, begin the first turn."""
        if self.step in ("choose", "loser"):
            s.write("toss", player=self.chooser, how="loser" if self.step == "loser" else s.rules.setup_first_player)
            self.step = "deal"
            s.ask(Prompt("first", self.chooser, words=("first", "second")))
            return
        first = self.chooser if s.take() == "first" else captain(rivals(team(self.chooser)))
        s.finish(self)
        s.write("first", player=first)
        deal(s, first)


def deal(s: State, first: int) -> None:
    """Draw the opening hands (setup.opening_hand_five) and begin the first turn."""
    s.first = first
    for player in around(s, first):
        moving.draw(s, player, 5)
    s.turn_player = before(s, first)
    s.push(Turns())


class Turns(Frame):
    """The turns of the duel, one after the other."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("begin")

    def run(self, s: State) -> None:
        """Go to the next phase."""
        getattr(self, f"_{self.step}")(s)

    def _enter(self, s: State, phase: Phase) -> None:
        s.phase = phase
        s.write("phase", phase=phase, player=s.turn_player)
        s.later()
        if s.waits_for(Happening.PHASE):
            emit(s, GameEvent(Happening.PHASE, s.moment, player=s.turn_player, phase=phase))

    def _window(self, s: State) -> None:
        s.push(Window("phase", turn_order(s)))

    def _begin(self, s: State) -> None:
        if counted_down(s):
            return
        s.turn += 1
        s.turn_player = after(s, s.turn_player)
        s.uses = {key: used for key, used in s.uses.items() if key.startswith(DUEL_LONG)}
        for side in s.players:
            side.normals = 0
            side.specials = 0
        s.write("turn", number=s.turn, player=s.turn_player)
        self.step = "standby"
        side = s.players[s.turn_player]
        if side.skip_draws:
            side.skip_draws -= 1
            return
        self._enter(s, Phase.DRAW)
        if s.turn > 1 or s.rules.turn_first_draw == "draw":
            moving.draw(s, s.turn_player, 1)
        self._window(s)

    def _standby(self, s: State) -> None:
        self._enter(s, Phase.STANDBY)
        start_of_standby(s)
        self.step = "main1"
        self._window(s)
        if Property.UPKEEP in s.index.statics:
            begin_upkeep(s)

    def _main1(self, s: State) -> None:
        self._enter(s, Phase.MAIN1)
        self.step = "after_main1"
        s.push(MainPhase())

    def _after_main1(self, s: State) -> None:
        self.step = "end"
        if s.take() == "battle":
            self.step = "after_battle"
            s.push(BattlePhase())

    def _after_battle(self, s: State) -> None:
        if s.take() == "end":
            self.step = "end"
            return
        self._enter(s, Phase.MAIN2)
        self.step = "after_main2"
        s.push(MainPhase())

    def _after_main2(self, s: State) -> None:
        s.take()
        self.step = "end"

    def _end(self, s: State) -> None:
        self._enter(s, Phase.END)
        self.step = "hand_limit"
        s.push(EndPhase())

    def _hand_limit(self, s: State) -> None:
        expire(s, Until.END_OF_TURN)
        hand = [s.cards[uid] for uid in s.players[s.turn_player].hand]
        excess = len(hand) - HAND_LIMIT[s.rules.hand_limit]
        if continuous.player_has(s, Property.NO_HAND_LIMIT, s.turn_player):
            excess = 0
        self.step = "begin"
        if excess > 0:
            self.step = "discard"
            most = len(hand) if s.rules.hand_limit_excess == "or_fewer" else excess
            ask_cards(s, s.turn_player, hand, excess, most, "hand_limit")

    def _discard(self, s: State) -> None:
        s.later()
        s.events = []
        moving.send(s, [s.cards[uid] for uid in s.take()], cause=Cause.RULE, by=s.turn_player)
        self.step = "begin"
        repeats = s.rules.phase_end_discard_response == "discard_may_trigger_and_repeat"
        if not repeats:
            s.waiting = [item for item in s.waiting if not is_optional(s, item)]
        if s.waiting:
            self._window(s)
            if repeats:
                self.step = "hand_limit"


class MainPhase(Frame):
    """An open state of a Main Phase; left with the phase that follows as the answer for the turn."""

    __slots__ = ("acted", "goal")

    def __init__(self) -> None:
        super().__init__("open")
        self.acted = False
        self.goal = ""

    def note_chain(self) -> None:
        """Stay in the phase if the wish to move on was answered by a Chain."""
        self.acted = True

    def run(self, s: State) -> None:
        """Ask what to do, do it, or leave."""
        if self.step == "open":
            self.acted = False
            self.step = "chosen"
            s.events = []
            s.ask(Prompt("open", s.turn_player))
        elif self.step == "chosen":
            answer = s.take()
            self.step = "open"
            if isinstance(answer, str):
                self.goal = answer
                self.step = "leaving"
                s.push(Window("moving_on", turn_order(s)[1:]))
            elif isinstance(answer, Activate):
                window = Window("chain", turn_order(s))
                s.push(window)
                window.begin(s, answer)
            elif isinstance(answer, Frame):
                s.push(answer)
            # Else the action was a whole one, carried out when it was chosen.
        elif self.acted:
            self.step = "open"
        else:
            s.finish(self)
            s.answer = self.goal
