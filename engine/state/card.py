"""One card of a duel: its place, its face, and while it is on the field what happened to it there."""

from __future__ import annotations

from engine.state.printed import Printed
from engine.vocab import SummonKind, Zone

ON_FIELD = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD)


class Live:
    """What a card on the field carries; gone when it leaves."""

    __slots__ = (
        "again",
        "arrived",
        "assaults",
        "attacked",
        "changed",
        "counters",
        "equip",
        "flipped",
        "home",
        "how",
        "kills",
        "materials",
        "settled",
        "since",
        "spent",
        "strongest",
        "under",
    )

    def __init__(self, arrived: int, since: int) -> None:
        self.arrived = arrived
        """The turn it came to the field, or was turned up by a Flip Summon."""
        self.how: SummonKind | None = None
        self.since = since
        """Place in the order in which things began to apply."""
        self.attacked = 0
        """The last turn it declared an attack in."""
        self.changed = 0
        """The last turn its position was changed by choice."""
        self.kills = 0
        """The last turn it destroyed a monster by battle."""
        self.home = -1
        """Who controls it but for the effects that change control."""
        self.settled = since
        """Since when: a later effect that changes control wins."""
        self.assaults: list[int] = []
        """What it attacked in the turn ``attacked``, as uids, -1 for a direct attack."""
        self.materials = 0
        """How many monsters it was made of."""
        self.equip: int | None = None
        """The monster it is equipped to."""
        self.counters: dict[str, int] = {}
        self.spent: dict[int, int] = {}
        """Index of a continuous effect that works a number of times, to turn * 16 + times."""
        self.under: list[int] = []
        """Xyz Materials, by uid; the one attached last is the last."""
        self.flipped = 0
        """The last turn it was turned face-up in."""
        self.strongest = False
        """It has the highest ATK on the field, for effects that ask for it (``procedures.loops``)."""
        self.again = False
        """A Gemini Monster that was Summoned again: it has its effects."""

    def copy(self) -> Live:
        """Return an independent copy."""
        new = Live.__new__(Live)
        new.arrived = self.arrived
        new.how = self.how
        new.since = self.since
        new.attacked = self.attacked
        new.changed = self.changed
        new.kills = self.kills
        new.home = self.home
        new.settled = self.settled
        new.assaults = self.assaults.copy() if self.assaults else []
        new.materials = self.materials
        new.equip = self.equip
        new.counters = self.counters.copy() if self.counters else {}
        new.spent = self.spent.copy() if self.spent else {}
        new.under = self.under.copy() if self.under else []
        new.flipped = self.flipped
        new.again = self.again
        new.strongest = self.strongest
        return new


class CardState:
    """One card; ``uid`` stays for the whole duel and is never shown, ``token`` is public."""

    __slots__ = (
        "attack",
        "blocks",
        "controller",
        "face_up",
        "index",
        "live",
        "owner",
        "printed",
        "proper",
        "seen",
        "stamp",
        "token",
        "trap",
        "uid",
        "zone",
    )

    def __init__(self, uid: int, printed: Printed, owner: int, zone: Zone) -> None:
        self.uid = uid
        self.printed = printed
        self.owner = owner
        self.controller = owner
        self.zone = zone
        self.index = -1
        """Place in a row of zones; -1 in piles."""
        self.face_up = False
        self.attack = False
        """In Attack Position."""
        self.stamp = 0
        """Grows with every move: a card that left and came back is another card."""
        self.token = 0
        """Number under which players name the card; 0 while nobody may point at it."""
        self.seen = 0
        """Bit n: player n knows which card this is although it is hidden."""
        self.proper = False
        """It was Summoned in its own way."""
        self.live: Live | None = None
        self.trap: Printed | None = None
        """What a Trap that has become a monster is apart from that."""
        self.blocks: tuple[int, int] | None = None
        """Whose Spell & Trap Zone such a Trap still takes, and its index."""

    def copy(self) -> CardState:
        """Return an independent copy; the printed values are shared."""
        new = CardState.__new__(CardState)
        new.uid = self.uid
        new.printed = self.printed
        new.owner = self.owner
        new.controller = self.controller
        new.zone = self.zone
        new.index = self.index
        new.face_up = self.face_up
        new.attack = self.attack
        new.stamp = self.stamp
        new.token = self.token
        new.seen = self.seen
        new.proper = self.proper
        live = self.live
        new.live = None if live is None else live.copy()
        new.trap = self.trap
        new.blocks = self.blocks
        return new

    @property
    def on_field(self) -> Live:
        """What the card carries on the field; only for cards that are there."""
        live = self.live
        assert live is not None
        return live

    def __repr__(self) -> str:
        return f"<{self.printed.name} {self.uid} {self.zone}>"
