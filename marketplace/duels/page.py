"""The page of a duel, from a table, for one person in the person's language.

It reads the view, the options, the reasons and the log of the table's seat and nothing else of the duel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from flask_babel import gettext as _
from sqlalchemy.orm import Session

from engine import Action, Duel, Verb
from marketplace.duels import cells, explaining, log_lines, phasing, prompting, zones
from marketplace.duels.choices import label
from marketplace.duels.ending import Result, result_of
from marketplace.duels.explaining import OpenedCard
from marketplace.duels.log_lines import LogView
from marketplace.duels.match_page import MatchLine
from marketplace.duels.names import card_names
from marketplace.duels.opening import Opening, opening
from marketplace.duels.phasing import PhaseButton
from marketplace.duels.prompting import LinkView, Question, SkippedView
from marketplace.duels.scene import Scene, make_scene, names_in, pile_name
from marketplace.duels.sides import OPPONENT, OTHER, PARTNER, SIDES_OF_FOUR, YOU
from marketplace.duels.undo_words import names_of, undo_words
from marketplace.duels.windows import ResponseMode, SkippedWindow

PILES = {cells.pile_key(side, zone): (side, zone) for side in SIDES_OF_FOUR for zone in ("gy", "extra", "banished")}
"""What ``?show=`` may say."""


class TableView(Protocol):
    """What the page reads of a table."""

    duel: Duel
    seat: int
    version: int
    mode: ResponseMode
    stops: frozenset[str]
    skipped: list[SkippedWindow]
    undo_refusal: str
    fault: bool
    toss: int

    @property
    def waiting(self) -> str: ...
    @property
    def can_undo(self) -> bool: ...
    @property
    def undo_label(self) -> Action | None: ...
    @property
    def undo_seen(self) -> Mapping[str, Any]: ...
    def options(self) -> list[Action]: ...


class DuelRow(Protocol):
    """What the page reads of the stored duel."""

    @property
    def id(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Side:
    """One player's line above or below the board."""

    name: str
    lp: int
    most: int
    """What a full bar stands for."""
    hand: int
    deck: int
    extra: int


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile that is looked through."""

    title: str
    cards: Sequence[cells.Cell]


@dataclass(slots=True)
class DuelPage:
    """Everything ``duels/table.html`` shows."""

    duel_id: int
    version: int
    turn: int
    phase: str
    my_turn: bool
    waiting: str
    status: str
    """Whose turn, phase and decision it is, in one line."""
    you: Side
    opponent: Side
    question: Question
    board: cells.Board
    chain: list[LinkView]
    phases: list[PhaseButton]
    modes: list[phasing.Mode]
    speed: str
    speeds: list[tuple[str, str]]
    scene: Scene
    log: LogView
    skipped: list[SkippedView]
    opened: OpenedCard | None = None
    pile: Pile | None = None
    undo: str = ""
    """What would be taken back; empty when nothing can."""
    no_undo: str = ""
    """Why nothing can be taken back."""
    result: Result | None = None
    opening: Opening | None = None
    notice: str = ""
    stops: list[str] = field(default_factory=list)
    whole_log: bool = False
    match: MatchLine | None = None
    decides: str = ""
    """Who is to decide while the person waits."""
    turns: list[phasing.Turn] = field(default_factory=list)
    """In which order the four of a Tag Duel play."""
    team: list[Side] = field(default_factory=list)
    """The four of a Tag Duel one by one."""

    @property
    def stops_shown(self) -> int:
        """How many phase stops count in this duel."""
        return sum(not stop.startswith("mate_") or bool(self.team) for stop in self.stops)

    @property
    def life_words(self) -> str:
        """Life Points, hands and Decks in one sentence each."""
        sides = (self.you, self.opponent)
        if self.team:
            teams = " ".join(_("%(name)s: %(lp)d LP.", name=side.name, lp=side.lp) for side in sides)
            each = _("%(name)s: hand %(hand)d, Deck %(deck)d, Extra Deck %(extra)d.")
            hands = " ".join(each % {"name": s.name, "hand": s.hand, "deck": s.deck, "extra": s.extra} for s in self.team)
            return f"{teams} {hands}"
        words = _("%(name)s: %(lp)d LP, hand %(hand)d, Deck %(deck)d, Extra Deck %(extra)d.")
        return " ".join(words % {"name": s.name, "lp": s.lp, "hand": s.hand, "deck": s.deck, "extra": s.extra} for s in sides)

    @property
    def sheet(self) -> str:
        """What the sheet of a phone shows first."""
        if self.whole_log:
            return "log"
        return "card" if self.opened or self.pile else "prompt"


def duel_page(
    session: Session,
    table: TableView,
    duel_row: DuelRow,
    language: str,
    opened_card: int | None = None,
    opened_pile: str | None = None,
    notice: str = "",
    whole_log: bool = False,
) -> DuelPage:
    """Build the page; ``notice`` is a sentence about what has just been refused or has changed."""
    duel, seat, waiting = table.duel, table.seat, table.waiting
    view = duel.view(seat)
    options = table.options() if waiting == "you" else []
    assert duel.log is not None
    english = names_in(view) | log_lines.card_names_in(duel.log.entries, seat)
    english |= {name for window in table.skipped for name in window.cards}
    english |= names_of(table.undo_seen)
    english |= set(view.get("prompt", {}).get("names", ()))
    scene = make_scene(view, seat, options, card_names(session, english, language), duel.log.names)
    scene.pendulum_activations = zones.pendulum_activations(duel, scene)
    speed = str(getattr(duel_row, "speed", "") or "instant")
    page = DuelPage(
        duel_id=duel_row.id,
        version=table.version,
        turn=view["turn"],
        phase=view["phase"],
        my_turn=scene.my_turn,
        waiting=waiting,
        status=phasing.status(scene),
        you=_side(scene, YOU, PARTNER),
        opponent=_side(scene, OPPONENT, OTHER),
        question=prompting.question(scene, waiting),
        board=cells.board(scene, opened_card, _looked_at(scene, opened_card, opened_pile)),
        chain=prompting.chain(scene),
        phases=phasing.phases(scene, duel, table.stops),
        modes=phasing.modes(table.mode),
        speed=speed,
        speeds=phasing.speeds(),
        scene=scene,
        log=log_lines.log_view(duel, scene, whole_log),
        skipped=prompting.skipped(scene, table.skipped, duel.log),
        undo=_undo(table, scene),
        no_undo=phasing.no_undo(table.undo_refusal, scene.tag),
        notice=notice,
        stops=sorted(table.stops),
        whole_log=whole_log,
        decides=phasing.decides(scene),
        turns=phasing.turns(scene, next((entry["player"] for entry in duel.log.entries if entry["what"] == "turn"), None)),
        team=[_side(scene, side) for side in scene.sides] if scene.tag else [],
    )
    if duel.decision is not None and duel.decision.reason in prompting.EVENTS and page.question.kind == "respond":
        page.question.event = page.log.say
    if page.question.kind == "yes_no" and view["prompt"]["source"] and view["prompt"]["reason"] != prompting.LEND:
        page.question.about = explaining.source_plays_as(session, duel, scene, view["prompt"]["source"])
    if table.fault and waiting == "opponent":
        page.waiting, page.question = "broken", prompting.broken(table.can_undo)
    if page.question.kind == "battle" and all(action.verb is not Verb.ATTACK for action in options):
        prompting.without_attacks(page.question, explaining.no_attack(duel, scene), any(scene.you["monsters"]))
    page.result = result_of(scene, waiting)
    rematch = getattr(duel_row, "rematch_of", None) is not None and not scene.tag
    if rematch and page.question.kind == "first":
        page.question.title = _("You choose: who goes first?")
    if table.toss != seat and table.undo_refusal == "nothing" and not table.can_undo and page.result is None:
        page.opening = opening(scene, duel.log, page.log.turns, rematch)
    if opened_card is not None and opened_card in scene.cards:
        page.opened = explaining.opened_card(session, duel, scene, opened_card)
    elif opened_pile in PILES and _may_open(scene, *PILES[opened_pile]):
        page.pile = _pile(scene, *PILES[opened_pile])
    return page


def _undo(table: TableView, scene: Scene) -> str:
    if table.undo_label is None:
        return ""
    if not table.undo_seen:
        return label(scene, table.undo_label)
    return undo_words(table.undo_label, table.undo_seen, scene.names)


def _side(scene: Scene, side: str, mate: str = "") -> Side:
    seen = scene.of(side)
    extra = seen["extra"] if isinstance(seen["extra"], int) else len(seen["extra"])
    name = scene.called(side)
    if scene.tag and mate:
        name = _("%(one)s and %(other)s", one=name, other=scene.called(mate))
    most = _LIFE_OF_A_TEAM if scene.tag else _LIFE
    return Side(name, seen["lp"], most, len(seen["hand"]), seen["deck"], extra)


_LIFE, _LIFE_OF_A_TEAM = 8000, 16000


def _looked_at(scene: Scene, card: int | None, pile: str | None) -> str:
    """Whose half of the table the person is looking at: where the opened card or pile lies."""
    if card in scene.cards:
        return scene.cards[card].side
    return PILES[pile][0] if pile in PILES else YOU


def _may_open(scene: Scene, side: str, zone: str) -> bool:
    if side not in scene.sides:
        return False
    return zone != "extra" or not isinstance(scene.of(side)["extra"], int) or bool(scene.of(side)["extra_open"])


def _pile(scene: Scene, side: str, zone: str) -> Pile:
    shown = cells.pile_cells(scene, side, zone)
    if scene.tag and side != YOU:
        closed = isinstance(scene.of(side)[zone], int)
        what = _("face-up in the Extra Deck") if closed else pile_name(zone)
        return Pile(_("%(name)s: %(pile)s", name=scene.called(side), pile=what), shown)
    titles = {
        (YOU, "gy"): _("My Graveyard"),
        (YOU, "extra"): _("My Extra Deck"),
        (YOU, "banished"): _("My banished cards"),
        (OPPONENT, "gy"): _("Opponent's Graveyard"),
        (OPPONENT, "banished"): _("Opponent's banished cards"),
        (OPPONENT, "extra"): _("Face-up in the opponent's Extra Deck"),
    }
    return Pile(titles[side, zone], shown)
