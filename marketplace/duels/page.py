"""The page of a duel, from a table, for one person in the person's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from flask_babel import gettext as _
from sqlalchemy.orm import Session

from engine import Action, Duel, Refusal
from marketplace.duels import prompting
from marketplace.duels.choices import Choice, choice
from marketplace.duels.names import card_names
from marketplace.duels.prompting import Question
from marketplace.duels.scene import Scene, SeenCard, make_scene, names_in

PILES = {
    "gy": (True, "gy"), "extra": (True, "extra"), "banished": (True, "banished"),
    "opp_gy": (False, "gy"), "opp_banished": (False, "banished"),
}  # fmt: skip


class TableView(Protocol):
    """What the page reads of a table."""

    duel: Duel
    seat: int
    version: int
    skipped: Sequence[Any]

    @property
    def waiting(self) -> str: ...
    @property
    def can_undo(self) -> bool: ...
    def options(self) -> list[Action]: ...


@dataclass(slots=True)
class NotNow:
    """Something a card cannot do now, and why."""

    label: str
    value: str
    reasons: list[tuple[str, str]]
    """Rule id and sentence."""


@dataclass(slots=True)
class OpenedCard:
    """The card panel."""

    card: SeenCard
    can: list[Choice]
    cannot: list[NotNow]


@dataclass(slots=True)
class DuelPage:
    """Everything ``duels/table.html`` shows."""

    duel_id: int
    version: int
    turn: int
    phase: str
    my_turn: bool
    waiting: str
    lp: tuple[int, int]
    question: Question
    scene: Scene
    opened: OpenedCard | None = None
    pile: list[SeenCard] | None = None
    log: list[str] = field(default_factory=list)
    can_undo: bool = False
    winner: str = ""
    notice: str = ""


def duel_page(
    session: Session,
    table: TableView,
    duel_row: Any,
    language: str,
    opened_card: int | None = None,
    opened_pile: str | None = None,
    notice: str = "",
) -> DuelPage:
    """Build the page; ``notice`` is a sentence about what has just been refused or has changed."""
    view = table.duel.view(table.seat)
    options = table.options() if table.waiting == "you" else []
    log = table.duel.log
    assert log is not None
    names = card_names(session, names_in(view) | _log_names(log.entries, table.seat), language)
    scene = make_scene(view, table.seat, options, names)
    page = DuelPage(
        duel_id=duel_row.id,
        version=table.version,
        turn=view["turn"],
        phase=view["phase"],
        my_turn=scene.my_turn,
        waiting=table.waiting,
        lp=(scene.you["lp"], scene.opponent["lp"]),
        question=prompting.question(scene, table.waiting),
        scene=scene,
        log=log.lines(table.seat, language, named=names)[-40:],
        can_undo=bool(table.can_undo),
        notice=notice,
    )
    if view["ended"]:
        winner = view["winner"]
        page.winner = _("The duel is a tie.") if winner is None else _("You win!") if winner == table.seat else _("You lose.")
    if opened_card is not None and opened_card in scene.cards:
        page.opened = _opened(table, scene, opened_card, language)
    if opened_pile in PILES:
        mine, zone = PILES[opened_pile]
        page.pile = scene.pile(mine, zone)
    return page


def _log_names(entries: Sequence[Mapping[str, Any]], seat: int) -> set[str]:
    found = set()
    for entry in entries:
        for key in ("card", "host", "target"):
            name = entry.get(key)
            if isinstance(name, str) and entry[f"{key}_seen_by"] >> seat & 1:
                found.add(name)
    return found


def _opened(table: TableView, scene: Scene, token: int, language: str) -> OpenedCard:
    card = scene.cards[token]
    can = [choice(scene, action) for action in scene.uses.get(token, ())]
    cannot = []
    if card.mine:
        for action, refusals in table.duel.why_not(table.seat, token).items():
            if refusals:
                one = choice(scene, action)
                cannot.append(NotNow(one.label, one.value, [(r.rule, _sentence(r, card, language)) for r in refusals]))
    return OpenedCard(card, can, cannot)


def _sentence(refusal: Refusal, card: SeenCard, language: str) -> str:
    return Refusal(refusal.rule, {"card": card.name or _("The card")}).sentence(language)
