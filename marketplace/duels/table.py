"""A duel at the table: the person's seat, the computer's seat, and who is asked what.

Plain Python over the engine's public face: no database, no request. ``run`` plays on until the person has to decide.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from engine import Action, Duel, DuelDeck, Refusal, Ruleset, Transcript, UnreadableDuel, Verb
from marketplace.duels import opponents, undo, windows
from marketplace.duels.seen import seen_before
from marketplace.duels.windows import DEFAULT_STOPS, ResponseMode, SkippedWindow

SCHEMA = 1
MOST_ANSWERS = 10_000
"""Answers of both players after which a duel is not played on; usual ones have 300 to 800."""


class NotAnOption(ValueError):
    """The action cannot be chosen now; ``refusal`` says why, if it is a matter of the rules."""

    def __init__(self, refusal: Refusal | None) -> None:
        super().__init__("not an option")
        self.refusal = refusal


class CannotUndo(ValueError):
    """There is nothing to take back; ``reason`` is a key of ``Table.undo_refusal``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Table:
    """One practice duel, with everything that decides how it goes on; in a Tag Duel the computer plays three seats."""

    def __init__(self, duel: Duel, agent: str, agent_seed: int, *, seat: int = 0) -> None:
        self.duel = duel
        self.agent = agent
        self.agent_seed = agent_seed
        self.seat = seat
        self.version = 1
        """Grows with every change of what the page shows."""
        self.mode = ResponseMode.AUTO
        self.stops: frozenset[str] = DEFAULT_STOPS
        self.skipped: list[SkippedWindow] = []
        """Since the person last answered."""
        self.undo_refusal = "nothing"
        """Why there is nothing to take back: "nothing", "seen", "chance", "opponent", "over"; "" when there is."""
        self.toss = seat if duel.decision is None else duel.decision.player
        """Who won the coin toss and chose who goes first."""
        self.fault = False
        """The rules code broke down over the opponent's part: it is not played on until the person says so."""
        self.origin = ""
        """The duel as it was at first (``Duel.to_json``), for one that began in a position; empty for one dealt from Decks."""
        self._asked = False
        """The page shows the question: settings changed meanwhile do not answer it."""
        self._hold = ""
        self._steps: list[undo.Step] = []
        self._probe: undo.Probe | None = None

    @classmethod
    def start(
        cls,
        ruleset: Ruleset | str,
        decks: Sequence[DuelDeck],
        seed: int,
        agent: str,
        agent_seed: int,
        *,
        names: Sequence[str] = ("", ""),
        chooser: int | None = None,
    ) -> Table:
        """Begin a duel; the person sits at 0. ``chooser`` says who goes first, having lost the last duel.

        Raises what ``Duel.start`` raises.
        """
        return cls(Duel.start(ruleset, decks, seed, chooser=chooser, names=names), agent, agent_seed)

    @classmethod
    def at(cls, duel: Duel, agent: str, agent_seed: int) -> Table:
        """Seat the person at 0 of a duel that is there already, in a position that nobody tossed a coin for."""
        table = cls(duel, agent, agent_seed)
        table.toss = table.seat
        table.origin = duel.to_json()
        return table

    @property
    def waiting(self) -> str:
        """Whom the duel waits for: "you", "opponent" or "over"."""
        decision = self.duel.decision
        if decision is None or self.too_long:
            return "over"
        return "you" if decision.player == self.seat else "opponent"

    @property
    def holding(self) -> bool:
        """Whether windows are passed until something happens to the person's cards."""
        return bool(self._hold)

    @property
    def transcript(self) -> Transcript:
        """The answers so far, and the seed: secret until the duel is over."""
        assert self.duel.transcript is not None
        return self.duel.transcript

    @property
    def too_long(self) -> bool:
        """Whether the duel has more answers than are kept."""
        return len(self.transcript.answers) >= MOST_ANSWERS

    def options(self) -> list[Action]:
        """Return the legal actions of the person; none unless the duel waits for them."""
        return list(self.duel.options(self.seat)) if self.waiting == "you" else []

    def refusal(self, action: Action) -> Refusal | None:
        """Return the rule that stands against an action."""
        return self.duel.check(self.seat, action)

    def answer(self, action: Action) -> None:
        """Do what the person chose; ``run`` then plays on. Raises ``NotAnOption`` and changes nothing otherwise."""
        if not self._is_option(action):
            raise NotAnOption(self.refusal(action))
        uid = None if action.card is None else self.duel.state.by_token.get(action.card)
        skipped = tuple(window.to_json() for window in self.skipped)
        before = seen_before(self.duel.view(self.seat), action)
        self._steps.append(undo.Step(len(self.transcript.answers), action, uid, skipped, self.undo_refusal, before))
        self._probe = undo.probe(self.duel)
        self.skipped = []
        self._asked = False
        self.version += 1
        self.duel.apply_legal(self.seat, action)

    def _is_option(self, action: Action) -> bool:
        if self.waiting != "you" or action.verb is Verb.SURRENDER:
            return False
        plain = Action(action.verb, action.card, action.effect, action.target, None, action.value)
        if plain not in self.options():
            return False
        if action.zone is None:
            return True
        return action.zone in self.duel.places(self.seat, action)

    def surrender(self) -> None:
        """Give up; possible at any time while the duel goes on."""
        if self.waiting == "over":
            raise NotAnOption(self.refusal(Action(Verb.SURRENDER)))
        self.duel.surrender(self.seat)
        self.version += 1
        self._settle()

    def set_windows(self, mode: ResponseMode, stops: frozenset[str]) -> None:
        """Turn the response switch and set the phase stops; takes effect from the next window on."""
        if (mode, stops) != (self.mode, self.stops):
            self.mode, self.stops = mode, stops
            self.version += 1

    def hold(self) -> None:
        """Pass this window and those that follow, until something happens to the person's cards or it is their turn."""
        self.answer(Action(Verb.PASS))
        self._hold = windows.mark_of_own(self.duel, self.seat)

    # The driver

    def run(self, deadline: float) -> None:
        """Play the opponent's decisions and the person's automatic passes until the person decides, the duel is over
        or ``deadline`` (of ``time.monotonic``) has passed."""
        if self.fault:
            return
        before = len(self.transcript.answers)
        while not self.too_long:
            decision = self.duel.decision
            if decision is None:
                break
            if decision.player == self.seat:
                if self._asked or not self._passes():
                    break
                self.duel.apply_legal(self.seat, Action(Verb.PASS))
            elif time.monotonic() >= deadline:
                break
            else:
                self._opponent_decides(decision.player)
        if len(self.transcript.answers) > before:
            self.version += 1
        self._settle()

    def break_down(self) -> None:
        """Take down that playing on from here fails: the person can take a step back, try again or give up."""
        self.fault = True
        self.version += 1

    def try_again(self) -> None:
        """Play on after a fault."""
        self.fault = False

    def _opponent_decides(self, player: int) -> None:
        number = len(self.transcript.answers)
        action = opponents.choose(self.agent, self.agent_seed, number, self.duel, player)
        if action.verb is not Verb.PASS and self._probe is not None:
            self._probe.acted = True
        self.duel.apply_legal(player, action)

    def _passes(self) -> bool:
        """Whether the person's decision is a window that is passed for them; takes it down if it is worth telling."""
        duel, seat = self.duel, self.seat
        decision = duel.decision
        assert decision is not None
        if not windows.is_window(decision):
            return False
        pass_now = Action(Verb.PASS)
        responses = [action for action in duel.options(seat) if action != pass_now]
        if self._hold:
            if responses and self._hold != windows.mark_of_own(duel, seat):
                return False
        elif windows.asks(duel, seat, decision, self.mode, self.stops, responses):
            return False
        if windows.is_told(duel, seat, decision, responses):
            self._take_down(decision.kind, decision.reason, responses)
        return True

    def _take_down(self, kind: str, reason: str, responses: Sequence[Action]) -> None:
        s = self.duel.state
        uids = [s.by_token[action.card] for action in responses if action.card is not None]
        names = tuple(dict.fromkeys(s.cards[uid].printed.name for uid in uids))
        entries = 0 if self.duel.log is None else len(self.duel.log.entries)
        told = "trigger" if kind == "trigger" else reason
        stop = windows.stop_of(self.duel, self.seat, reason) if kind == "respond" else ""
        self.skipped.append(SkippedWindow(s.turn, s.phase.value, told, entries, names, stop))

    def _settle(self) -> None:
        """Decide, once the person is asked again, whether the last action can be taken back."""
        waiting = self.waiting
        if waiting == "opponent":
            return
        self._hold = ""
        self._asked = waiting == "you"
        if waiting == "over":
            self.undo_refusal = "over"
        elif self._probe is not None:
            self.undo_refusal = undo.refusal(self._probe, self.duel, [step.uid for step in self._steps])
        self._probe = None
        if self.undo_refusal:
            self._steps = []

    # Undo

    @property
    def can_undo(self) -> bool:
        """Whether the person's last action can be taken back."""
        return bool(self._steps) and (self.waiting == "you" or (self.fault and self.waiting == "opponent"))

    @property
    def undo_label(self) -> Action | None:
        """What would be taken back."""
        return self._steps[-1].action if self.can_undo else None

    @property
    def undo_seen(self) -> Mapping[str, Any]:
        """What the person saw of the cards of that action when they chose it (``seen.seen_before``)."""
        return self._steps[-1].before if self.can_undo else {}

    def undo(self, ruleset: Ruleset | str, decks: Sequence[DuelDeck]) -> None:
        """Take back the person's last action by playing the duel again up to it.

        Raises ``CannotUndo``, and ``engine.ReplayDiffers`` if the rules code has changed since the duel began.
        """
        if not self.can_undo:
            raise CannotUndo(self.undo_refusal or "nothing")
        step = self._steps[-1]
        names = ("", "") if self.duel.log is None else self.duel.log.names
        self.duel = undo.played_again(ruleset, decks, self.transcript, step.answers, names, self.origin)
        self._steps.pop()
        self._probe, self._asked, self._hold, self.fault = None, True, "", False
        self.undo_refusal = step.refusal
        self.skipped = [SkippedWindow.from_json(item) for item in step.skipped]
        self.version += 1

    # Saving

    def to_json(self) -> str:
        """Return the table as two lines of JSON, its own facts and the duel; ``from_json`` reads it exactly."""
        head = {
            "schema": SCHEMA,
            "agent": self.agent,
            "agent_seed": self.agent_seed,
            "seat": self.seat,
            "version": self.version,
            "mode": self.mode.value,
            "stops": sorted(self.stops),
            "skipped": [window.to_json() for window in self.skipped],
            "undo_refusal": self.undo_refusal,
            "toss": self.toss,
            "hold": self._hold,
            "fault": self.fault,
            "steps": [step.to_json() for step in self._steps],
            **({"origin": self.origin} if self.origin else {}),
            "probe": None if self._probe is None else self._probe.to_json(),
        }
        return json.dumps(head, separators=(",", ":"), ensure_ascii=False) + "\n" + self.duel.to_json()

    @classmethod
    def from_json(cls, text: str) -> Table:
        """Return the table ``to_json`` wrote; raises ``engine.UnreadableDuel``."""
        first, _, rest = text.partition("\n")
        try:
            head: dict[str, Any] = json.loads(first)
            if head["schema"] != SCHEMA:
                raise UnreadableDuel(f"This duel was saved with version {head['schema']} of the table.")
            table = cls(Duel.from_json(rest), head["agent"], head["agent_seed"], seat=head["seat"])
            table.version = head["version"]
            table.mode = ResponseMode(head["mode"])
            table.stops = frozenset(head["stops"])
            table.skipped = [SkippedWindow.from_json(item) for item in head["skipped"]]
            table.undo_refusal = head["undo_refusal"]
            table.toss = head["toss"]
            table._hold = head["hold"]
            table.fault = head.get("fault", False)
            table.origin = head.get("origin", "")
            table._asked = table.waiting == "you"
            table._steps = [undo.Step.from_json(item) for item in head["steps"]]
            table._probe = None if head["probe"] is None else undo.Probe.from_json(head["probe"])
        except UnreadableDuel:
            raise
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as fault:
            raise UnreadableDuel(f"The saved duel cannot be read: {fault}") from fault
        return table
