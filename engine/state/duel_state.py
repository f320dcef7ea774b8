"""The state of a duel: everything that decides how it goes on, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.effects.tree import Happening
from engine.rulesets import Ruleset
from engine.state.card import CardState
from engine.state.index import Index
from engine.state.records import Battle, GameEvent, Lingering, Link, Prompt, Waiting
from engine.state.rng import Rng
from engine.vocab import Phase

ROW = 5
BLOCKED = -2
MONSTER_PLACES = 7
"""Five Main Monster Zones, then the two Extra Monster Zones as this player sees them."""


class TeamState:
    """One team, of one duelist or of two: what is lost and won together. ``seats.team_state`` finds it."""

    __slots__ = ("lost", "lp")

    def __init__(self, lp: int) -> None:
        self.lp = lp
        self.lost = ""
        """Why the duel is lost, as a rule id, as soon as it is."""

    def copy(self) -> TeamState:
        """Return an independent copy."""
        new = TeamState(self.lp)
        new.lost = self.lost
        return new


class PlayerState:
    """One duelist: piles and zones; cards by uid, -1 for an empty zone."""

    __slots__ = (
        "banished",
        "deck",
        "extra",
        "field",
        "gy",
        "hand",
        "monsters",
        "normals",
        "skip_draws",
        "specials",
        "spells",
    )

    def __init__(self) -> None:
        self.deck: list[int] = []
        """The last one is on top."""
        self.hand: list[int] = []
        self.extra: list[int] = []
        self.gy: list[int] = []
        self.banished: list[int] = []
        self.monsters: list[int] = [-1] * MONSTER_PLACES
        self.spells: list[int] = [-1] * ROW
        """``BLOCKED`` where a Trap that has become a monster still takes the zone."""
        self.field = -1
        self.normals = 0
        """Normal Summons and Sets of this turn."""
        self.specials = 0
        """Special Summons of this turn, as far as oaths count them."""
        self.skip_draws = 0

    def copy(self) -> PlayerState:
        """Return an independent copy."""
        new = PlayerState.__new__(PlayerState)
        new.deck = self.deck.copy()
        new.hand = self.hand.copy()
        new.extra = self.extra.copy()
        new.gy = self.gy.copy()
        new.banished = self.banished.copy()
        new.monsters = self.monsters.copy()
        new.spells = self.spells.copy()
        new.field = self.field
        new.normals = self.normals
        new.specials = self.specials
        new.skip_draws = self.skip_draws
        return new


class Frame:
    """Something that is going on. ``run`` does one step and may push frames, ask, or end by popping itself.

    Subclasses are plain data in ``__slots__``; ``step`` is the name of what comes next.
    """

    __slots__ = ("step",)

    def __init__(self, step: str) -> None:
        self.step = step

    def run(self, s: State) -> None:
        """Do the next step."""
        raise NotImplementedError

    def note_chain(self) -> None:
        """Hear that a Chain was made in the window this one opened."""

    def end_early(self) -> None:
        """Hear that an effect ends the Battle Phase."""

    def copy(self) -> Frame:
        """Return an independent copy; lists, dicts and links are copied, records shared."""
        new = self.__class__.__new__(self.__class__)
        for slot in _slots(self.__class__):
            value = getattr(self, slot)
            if isinstance(value, list | dict | Link):
                value = value.copy()
            setattr(new, slot, value)
        return new


_SLOTS: dict[type, tuple[str, ...]] = {}


def _slots(kind: type) -> tuple[str, ...]:
    """Return the names of what the instances of a class hold; a compiled class has another list of them."""
    found = _SLOTS.get(kind)
    if found is None:
        own = [vars(base) for base in reversed(kind.__mro__)]
        lists = [names.get("__mypyc_attrs__") or names.get("__slots__", ()) for names in own]
        found = tuple(dict.fromkeys(name for names in lists for name in names if name != "__dict__"))
        _SLOTS[kind] = found
    return found


class State:
    """The whole duel. ``log`` is where events go in words; it belongs to the duel, not to the state."""

    __slots__ = (
        "answer",
        "battle",
        "by_token",
        "cards",
        "chain",
        "ended",
        "events",
        "first",
        "frames",
        "index",
        "lingering",
        "log",
        "moment",
        "next_token",
        "order",
        "phase",
        "players",
        "prompt",
        "reason",
        "rng",
        "rules",
        "teams",
        "turn",
        "turn_player",
        "uses",
        "waiting",
        "winner",
    )

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules = rules
        self.rng = Rng(seed)
        self.cards: list[CardState] = []
        self.players: list[PlayerState] = []
        self.teams: list[TeamState] = []
        self.index = Index({}, {}, ())
        self.turn = 0
        self.turn_player = 0
        self.first = 0
        self.phase = Phase.DRAW
        self.frames: list[Frame] = []
        self.prompt: Prompt | None = None
        self.answer: Any = None
        self.chain: list[Link] = []
        self.battle: Battle | None = None
        self.waiting: list[Waiting] = []
        self.events: list[GameEvent] = []
        """Since the last window was opened: what a response can answer."""
        self.lingering: list[Lingering] = []
        self.uses: dict[str, int] = {}
        """Hard limits of this turn: "player/card/effect" to the number of uses."""
        self.order = 0
        self.moment = 0
        self.next_token = 1
        self.by_token: dict[int, int] = {}
        self.ended = False
        self.winner: int | None = None
        """The team that has won; with two players that is the player."""
        self.reason = ""
        """The rule that ended the duel."""
        self.log: Callable[[str, dict[str, Any]], None] | None = None

    def copy(self) -> State:
        """Return an independent copy without a log."""
        new = State.__new__(State)
        new.rules = self.rules
        new.rng = Rng(self.rng.state)
        new.cards = [card.copy() for card in self.cards]
        new.players = [player.copy() for player in self.players]
        new.teams = [team.copy() for team in self.teams]
        new.index = self.index
        new.turn = self.turn
        new.turn_player = self.turn_player
        new.first = self.first
        new.phase = self.phase
        new.frames = [frame.copy() for frame in self.frames]
        new.prompt = None if self.prompt is None else self.prompt.copy()
        new.answer = self.answer
        new.chain = [link.copy() for link in self.chain]
        new.battle = None if self.battle is None else self.battle.copy()
        new.waiting = [item.copy() for item in self.waiting]
        new.events = self.events.copy()
        new.lingering = self.lingering.copy()
        new.uses = self.uses.copy()
        new.order = self.order
        new.moment = self.moment
        new.next_token = self.next_token
        new.by_token = self.by_token.copy()
        new.ended = self.ended
        new.winner = self.winner
        new.reason = self.reason
        new.log = None
        new.share_links()
        return new

    def share_links(self) -> None:
        """Make frames that work on a Chain Link hold the very link of the Chain again, after copying or reading."""
        known = {(link.uid, link.stamp, link.effect, link.place): link for link in self.chain}
        for frame in self.frames:
            link = getattr(frame, "link", None)
            if isinstance(link, Link):
                key = (link.uid, link.stamp, link.effect, link.place)
                setattr(frame, "link", known.setdefault(key, link))  # noqa: B010  only some frames have one

    def ask(self, prompt: Prompt) -> None:
        """Stop and wait for an answer."""
        self.prompt = prompt
        self.answer = None

    def push(self, frame: Frame) -> None:
        """Start something on top of what is going on."""
        self.frames.append(frame)

    def finish(self, frame: Frame) -> None:
        """End something, also if other things were started on top of it meanwhile."""
        if self.frames[-1] is frame:
            self.frames.pop()
        else:
            self.frames = [other for other in self.frames if other is not frame]

    def later(self) -> int:
        """Begin a new moment: what happens now is later than what happened before."""
        self.moment += 1
        return self.moment

    def stamp_order(self) -> int:
        """Return the next place in the order in which things begin to apply."""
        self.order += 1
        return self.order

    def take(self) -> Any:
        """Return the answer to the last question, once."""
        answer, self.answer = self.answer, None
        return answer

    def write(self, what: str, **facts: Any) -> None:
        """Note an event for the log, if one is kept."""
        if self.log is not None:
            self.log(what, facts)

    def waits_for(self, what: Happening) -> bool:
        """Whether any card of the duel has an effect that waits for such events."""
        return what in self.index.awaited
