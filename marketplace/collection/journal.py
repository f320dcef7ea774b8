"""What happened to a collection, in words: the history of acts and the journal of one stack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup
from marketplace.collection.holders import operation_url
from marketplace.collection.models import Movement, Operation, Stack
from marketplace.collection.stock_undo import FINAL_KINDS
from marketplace.collection.stock_words import change_words
from marketplace.errors import NotFound

PER_PAGE = 50

ICONS = {
    "add": "plus", "import": "upload", "paste": "clipboard-paste", "grid": "table-2", "edit": "pencil", "split": "scissors",
    "bulk": "list-checks", "move": "box", "remove": "trash-2", "lend": "hand", "return": "undo-2", "place": "box",
    "resolve": "badge-check", "undo": "undo-2", "promise": "handshake", "release": "lock-open", "handover": "arrow-left-right",
    "trade": "arrow-left-right",
}  # fmt: skip
LINE_ICONS = {
    "added": "plus", "imported": "upload", "moved": "box", "changed": "pencil", "split": "scissors", "merged": "layers",
    "sold": "tag", "given": "gift", "lost": "circle-help", "removed": "trash-2", "lent": "hand", "returned": "undo-2",
    "traded": "arrow-left-right", "undone": "undo-2", "promised": "handshake", "released": "lock-open",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Act:
    """One act of the history: ``undo_id`` is the operation to undo for taking it back or doing it again, if that may be."""

    operation: Operation
    words: str
    icon: str
    note: str = ""
    undo_id: int | None = None
    undone: bool = False
    link: str | None = None
    """The page of the trade the act belongs to: it is changed there only."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """One page of the history, newest first."""

    acts: list[Act]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a stack's journal."""

    at: datetime
    words: str
    icon: str
    details: list[str]
    note: str
    operation_id: int
    undoable: bool
    link: str | None = None
    """The page of the trade the line belongs to."""


def history(session: Session, user_id: int, page: int, locale: str, per_page: int = PER_PAGE) -> HistoryPage:
    """The collector's acts, newest first: four queries a page."""
    total = session.scalar(select(func.count()).select_from(Operation).where(Operation.user_id == user_id)) or 0
    pages = max(1, -(-total // per_page))
    page = max(1, min(page, pages))
    query = select(Operation).where(Operation.user_id == user_id).order_by(Operation.created_at.desc(), Operation.id.desc())
    found = list(session.scalars(query.limit(per_page).offset((page - 1) * per_page)))
    names = lookup.names(session, {one.summary["card_id"] for one in found if one.summary.get("card_id")}, locale)
    return HistoryPage([_act(one, names) for one in found], page, pages)


def act_words(session: Session, operation: Operation, locale: str) -> str:
    """What an operation did, as a sentence in the reader's language."""
    card_id = operation.summary.get("card_id")
    return _sentence(operation.kind, operation.summary, lookup.names(session, [card_id], locale) if card_id else {})


def _act(operation: Operation, names: Mapping[int, str]) -> Act:
    summary = operation.summary
    undone = operation.undone_at is not None
    undo_id: int | None = operation.id
    if operation.kind == "undo" or operation.kind in FINAL_KINDS or not summary.get("stacks", 1):
        undo_id = None  # An undo is taken back from the line of what it undid.
    elif undone:
        undo_id = summary.get("undone_by")
    return Act(
        operation,
        _sentence(operation.kind, summary, names),
        ICONS.get(operation.kind, "history"),
        _trade_note(summary),
        undo_id,
        undone and operation.kind != "undo",
        operation_url(summary),
    )


def _trade_note(summary: Mapping[str, Any]) -> str:
    lowered = summary.get("trade_lowered")
    if not lowered:
        return ""
    return str(ngettext("%(num)d copy is no longer for trade.", "%(num)d copies are no longer for trade.", lowered))


def trade_note(operation: Operation) -> str:
    """A sentence when an operation lowered numbers for trade; else empty."""
    return _trade_note(operation.summary)


def _what(summary: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """The copies concerned: "3 copies of Kuriboh MRD-FR071" or "40 copies in 12 stacks"."""
    copies = int(summary.get("copies") or 0)
    name = names.get(summary.get("card_id") or 0) or summary.get("name")
    if name:
        thing = f"{name} ({summary['code']})" if summary.get("code") else str(name)
        return str(ngettext("%(num)d copy of %(thing)s", "%(num)d copies of %(thing)s", copies, thing=thing))
    stacks = int(summary.get("stacks") or 0)
    if stacks <= 1:
        return str(ngettext("%(num)d copy", "%(num)d copies", copies))
    return str(_("%(copies)s in %(stacks)d stacks", copies=ngettext("%(num)d copy", "%(num)d copies", copies), stacks=stacks))


def _sentence(kind: str, summary: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if kind == "undo":
        inner = _sentence(str(summary.get("root_kind", "edit")), summary, names)
        return str(_("Done again: %(act)s", act=inner) if summary.get("redo") else _("Undone: %(act)s", act=inner))
    what = _what(summary, names)
    who = summary.get("counterpart") or ""
    place = summary.get("place") or ""
    if kind == "add":
        return str(_("Added %(what)s", what=what))
    if kind == "import":
        file_name = summary.get("file_name")
        return str(
            _("Imported %(what)s from %(file)s", what=what, file=file_name) if file_name else _("Imported %(what)s", what=what)
        )
    if kind == "paste":
        return str(_("Added %(what)s from a pasted list", what=what))
    if kind == "grid":
        product = summary.get("product")
        words = _("Entered %(what)s on the sheet of %(product)s", what=what, product=product) if product else ""
        return str(words or _("Entered %(what)s on a set sheet", what=what))
    if kind == "split":
        return str(_("Split off %(what)s", what=what))
    if kind == "bulk":
        return str(_("Changed %(what)s", what=what))
    if kind == "move":
        return str(
            _("Moved %(what)s to %(place)s", what=what, place=place)
            if place
            else _("Took %(what)s out of their place", what=what)
        )
    if kind == "remove":
        return _left(str(summary.get("reason", "removed")), what, who)
    if kind == "lend":
        return str(_("Lent %(what)s to %(who)s", what=what, who=who))
    if kind == "return":
        return str(_("%(who)s gave back %(what)s", what=what, who=who))
    if kind == "promise":
        return str(_("Promised %(what)s to %(who)s", what=what, who=who))
    if kind == "release":
        return str(_("No longer promised to %(who)s: %(what)s", what=what, who=who))
    if kind in ("handover", "trade"):
        return _changed_hands(summary, what, who)
    if kind == "place":
        return str(_("Deleted the place %(place)s", place=place))
    if kind == "resolve":
        return str(_("The catalogue now knows %(what)s", what=what))
    if summary.get("counts"):
        name = names.get(summary.get("card_id") or 0) or summary.get("name")
        return str(_("Set the numbers of %(thing)s", thing=name or what))
    return str(_("Changed %(what)s", what=what))


def _changed_hands(summary: Mapping[str, Any], what: str, who: str) -> str:
    given, received = int(summary.get("given") or 0), int(summary.get("received") or 0)
    out = ngettext("%(num)d copy", "%(num)d copies", given)
    into = ngettext("%(num)d copy", "%(num)d copies", received)
    if summary.get("back"):
        if given and received:
            return str(_("Given back in a trade with %(who)s: %(out)s to them, %(into)s to you", who=who, out=out, into=into))
        return str(
            _("Gave %(what)s back to %(who)s", what=what, who=who)
            if given
            else _("%(who)s gave back %(what)s", what=what, who=who)
        )
    if given and received:
        return str(_("Traded with %(who)s: %(out)s for %(into)s", who=who, out=out, into=into))
    if summary.get("reason") == "given":
        return _left("given", what, who) if given else str(_("Got %(what)s from %(who)s as a present", what=what, who=who))
    if given:
        return str(_("Gave %(what)s to %(who)s in a trade", what=what, who=who))
    return str(_("Got %(what)s from %(who)s in a trade", what=what, who=who))


def _left(reason: str, what: str, who: str) -> str:
    words = {
        "sold": _("Sold %(what)s to %(who)s", what=what, who=who) if who else _("Sold %(what)s", what=what),
        "given": _("Gave %(what)s to %(who)s", what=what, who=who) if who else _("Gave away %(what)s", what=what),
        "lost": _("Lost %(what)s", what=what),
    }
    return str(words.get(reason) or _("Removed %(what)s", what=what))


def journal(session: Session, user_id: int, stack_id: int, limit: int = 200) -> list[Line]:
    """The journal of one stack, newest first. Raises NotFound for another collector's stack."""
    if session.scalar(select(Stack.user_id).where(Stack.id == stack_id)) != user_id:
        raise NotFound(_("We could not find that stack."))
    query = select(Movement, Operation).join(Operation, Operation.id == Movement.operation_id)
    query = query.where(Movement.stack_id == stack_id).order_by(Movement.id.desc()).limit(limit)
    return [_line(session, movement, operation) for movement, operation in session.execute(query)]


def _line(session: Session, movement: Movement, operation: Operation) -> Line:
    details = movement.details
    told = change_words(session, details["changes"]) if details.get("changes") else []
    if movement.price is not None:
        price = format_decimal(movement.price, "#,##0.00")
        told.append(str(_("price %(price)s", price=price)))
    undoable = operation.undone_at is None and operation.kind not in FINAL_KINDS and operation.kind != "undo"
    words = _line_words(movement)
    icon, link = LINE_ICONS.get(movement.kind, "history"), operation_url(operation.summary)
    return Line(movement.at, words, icon, told, movement.note, operation.id, undoable, link)


def _line_words(movement: Movement) -> str:
    details, who = movement.details, movement.counterpart
    copies = str(ngettext("%(num)d copy", "%(num)d copies", movement.quantity))
    here, there = spot_words(details.get("from")), spot_words(details.get("to"))
    kind = movement.kind
    if kind in ("added", "imported"):
        words = _("%(copies)s added", copies=copies) if kind == "added" else _("%(copies)s imported", copies=copies)
        return f"{words} · {there}" if there else str(words)
    if kind == "moved":
        return str(
            _("%(copies)s moved: %(here)s → %(there)s", copies=copies, here=here or _("no place"), there=there or _("no place"))
        )
    if kind == "split":
        return str(
            _("%(copies)s split off", copies=copies)
            if details.get("to_stack")
            else _("%(copies)s from another stack", copies=copies)
        )
    if kind == "merged":
        return str(
            _("%(copies)s put to an equal stack", copies=copies)
            if details.get("to_stack")
            else _("%(copies)s of another stack became equal and were put here", copies=copies)
        )
    if kind == "undone":
        delta = int(details.get("delta", 0))
        again = bool(details.get("redo"))
        verb = _("done again") if again else _("undone")
        return f"{verb}: {delta:+d}".replace("-", "−") if delta else str(verb)
    if details.get("way") == "in":
        got = (
            _("%(copies)s got from %(who)s as a present", copies=copies, who=who)
            if kind == "given"
            else _("%(copies)s got from %(who)s in a trade", copies=copies, who=who)
        )
        return f"{got} · {there}" if there else str(got)
    words = {
        "changed": _("%(copies)s changed", copies=copies),
        "sold": _("%(copies)s sold to %(who)s", copies=copies, who=who) if who else _("%(copies)s sold", copies=copies),
        "given": _("%(copies)s given to %(who)s", copies=copies, who=who) if who else _("%(copies)s given away", copies=copies),
        "lost": _("%(copies)s lost", copies=copies),
        "removed": _("%(copies)s removed", copies=copies),
        "lent": _("%(copies)s lent to %(who)s", copies=copies, who=who),
        "returned": _("%(copies)s back from %(who)s", copies=copies, who=who),
        "traded": _("%(copies)s given to %(who)s in a trade", copies=copies, who=who),
        "promised": _("%(copies)s promised to %(who)s", copies=copies, who=who),
        "released": _("%(copies)s no longer promised to %(who)s", copies=copies, who=who),
    }
    return str(words.get(kind, copies))


def spot_words(spot: Any) -> str:
    """A position of the journal, [place, page, pocket], in words; empty for none."""
    if not spot:
        return ""
    name, page, slot = spot
    if page and slot:
        return str(_("%(place)s, page %(page)d, pocket %(slot)d", place=name, page=page, slot=slot))
    if page:
        return str(_("%(place)s, page %(page)d", place=name, page=page))
    return str(name)
