"""The form of a record: rows of cards that went and came, added one by one from what is typed.

The rows travel with the form until it is saved, so nothing is stored before. One line of text adds one row: a number
or name of the own collection for what went, a number as on "Add cards" for what came.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, RadioField, SelectField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length

from marketplace.catalogue import lookup
from marketplace.catalogue.lookup import Found
from marketplace.catalogue.models import Printing
from marketplace.collection import entry
from marketplace.collection.stock_key import MOST_PER_ACT, Copies
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.errors import Refused
from marketplace.options import options
from marketplace.trades import candidates
from marketplace.trades.candidates import Candidate
from marketplace.trades.records import MOST_ITEM, MOST_LINES, MOST_NAME, MOST_NOTE, Entry

KIND_WORDS: Mapping[str, Any] = {
    "trade": _l("Trade"),
    "given": _l("Gift from me"),
    "received": _l("Gift to me"),
    "loan": _l("Loan"),
}


class RecordForm(FlaskForm):
    """All of a record but its rows of cards."""

    form_key = HiddenField()
    kind = RadioField(
        _l("What it was"), default="trade", choices=options(KIND_WORDS.items()),
        validators=[InputRequired(_l("Choose what it was."))],
    )  # fmt: skip
    name = StringField(
        _l("With whom"),
        validators=[InputRequired(_l("Write with whom: a name is enough.")), Length(max=MOST_NAME)],
    )
    items_given = TextAreaField(_l("Other things I gave"), validators=[Length(max=6_400)])
    items_received = TextAreaField(_l("Other things I got"), validators=[Length(max=6_400)])
    money = StringField(_l("Remark on money"), validators=[Length(max=MOST_ITEM)])
    note = TextAreaField(_l("Note"), validators=[Length(max=MOST_NOTE)])
    place_id = SelectField(_l("New cards go to"), coerce=int)


@dataclass(frozen=True, slots=True)
class GivenRow:
    """Copies of one stack that went."""

    stack_id: int
    quantity: int


@dataclass(frozen=True, slots=True)
class ReceivedRow:
    """Copies that came."""

    printing_id: int
    quantity: int = 1
    edition: str = ""
    condition: str = ""
    language: str = ""


@dataclass(slots=True)
class Rows:
    """The rows of the form, what is being looked up, and what was not understood."""

    given: list[GivenRow] = field(default_factory=list)
    received: list[ReceivedRow] = field(default_factory=list)
    give_text: str = ""
    get_text: str = ""
    stacks: Sequence[Candidate] = ()
    """Copies of the collection ``give_text`` may mean."""
    offer: entry.Offer | None = None
    """Printings ``get_text`` may mean."""
    give_unknown: bool = False

    @property
    def asking(self) -> bool:
        """Whether a question is open before it can be saved."""
        return bool(self.give_text or self.get_text)


def _whole(text: str, least: int, most: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else least
    return max(least, min(most, number))


def read_rows(values: MultiDict[str, str]) -> Rows:
    """The rows as they were sent; a row that was ticked off is left out, numbers out of range are fitted."""
    drop = values.get("drop", "")
    rows = Rows(give_text=values.get("give_text", "").strip()[:200], get_text=values.get("get_text", "").strip()[:200])
    quantities = values.getlist("give_quantity")
    for number, stack in enumerate(values.getlist("give")[:MOST_LINES]):
        quantity = quantities[number] if number < len(quantities) else "1"
        if drop != f"give-{number}" and stack.isascii() and stack.isdigit() and len(stack) < 10:
            _add_given(rows.given, GivenRow(int(stack), _whole(quantity, 1, MOST_PER_ACT)))
    columns = {name: values.getlist(f"get_{name}") for name in ("quantity", "edition", "condition", "language")}
    for number, printing in enumerate(values.getlist("get")[:MOST_LINES]):
        said = {name: column[number] if number < len(column) else "" for name, column in columns.items()}
        if drop != f"get-{number}" and printing.isascii() and printing.isdigit() and len(printing) < 10:
            rows.received.append(
                ReceivedRow(
                    int(printing),
                    _whole(said["quantity"], 1, MOST_PER_ACT),
                    said["edition"] if said["edition"] in EDITIONS else "",
                    said["condition"] if said["condition"] in CONDITIONS else "",
                    said["language"][:8],
                )
            )
    return rows


def _add_given(given: list[GivenRow], row: GivenRow) -> None:
    """Add a row; more copies of a stack that is there already join its row."""
    for number, there in enumerate(given):
        if there.stack_id == row.stack_id:
            given[number] = replace(there, quantity=min(MOST_PER_ACT, there.quantity + row.quantity))
            return
    given.append(row)


def look_up(session: Session, user_id: int, rows: Rows, values: MultiDict[str, str], locale: str) -> None:
    """Turn the typed texts into rows, or into the choices they leave open."""
    if rows.give_text:
        _look_for_stacks(session, user_id, rows, values, locale)
    if rows.get_text:
        _look_for_printings(session, user_id, rows, values, locale)


def _picked(values: MultiDict[str, str], name: str, text: str) -> int | None:
    """The choice made among what ``text`` offered; a choice for another text does not count."""
    pick = values.get(f"{name}_pick", "")
    if values.get(f"{name}_asked", "").strip() != text or not (pick.isascii() and pick.isdigit() and len(pick) < 10):
        return None
    return int(pick)


def _look_for_stacks(session: Session, user_id: int, rows: Rows, values: MultiDict[str, str], locale: str) -> None:
    typed = entry.read_typed(rows.give_text)
    found = candidates.find(
        session, user_id, candidates.Search(q=(typed.code or typed.text)[:100]), own=True, wanted={}, locale=locale
    )
    fitting = [one for one in found.rows if _fits(one, typed)] or list(found.rows)
    picked = _picked(values, "give", rows.give_text)
    chosen = next((one for one in fitting if one.copy.stack_id == picked), None)
    if chosen is None and len(fitting) == 1 and not found.guessed and found.total <= len(found.rows):
        chosen = fitting[0]
    if chosen is None:
        rows.stacks, rows.give_unknown = fitting, not fitting
        return
    already = next((row.quantity for row in rows.given if row.stack_id == chosen.copy.stack_id), 0)
    wanted = min(typed.quantity or 1, max(1, chosen.at_hand - already))
    _add_given(rows.given, GivenRow(chosen.copy.stack_id, wanted))
    rows.give_text = ""


def _fits(one: Candidate, typed: entry.Typed) -> bool:
    copy = one.copy
    return (
        typed.edition in (None, copy.edition)
        and typed.condition in (None, copy.condition)
        and typed.language in (None, copy.language)
    )


def _look_for_printings(session: Session, user_id: int, rows: Rows, values: MultiDict[str, str], locale: str) -> None:
    offer = entry.offer(session, user_id, rows.get_text, language=locale)
    shown = {one.printing_id: one for one in (*offer.found, *offer.near, *offer.by_name)}
    picked = _picked(values, "get", rows.get_text)
    chosen = shown.get(picked if picked is not None else offer.chosen or 0)
    if chosen is None:
        rows.offer = offer
        return
    typed = offer.typed
    rows.received.append(
        ReceivedRow(
            chosen.printing_id,
            typed.quantity or 1,
            typed.edition or "",
            typed.condition or "",
            typed.language or chosen.language,
        )
    )
    rows.get_text = ""


def entry_of(session: Session, user_id: int, form: RecordForm, rows: Rows) -> Entry:
    """What the form says, for ``records.record``. Refused if a printing has gone meanwhile."""
    found = _visible_printings(session, user_id, rows)
    received: list[tuple[Copies, int]] = []
    for row in rows.received:
        printing = found.get(row.printing_id)
        if printing is None:
            raise Refused(
                _("A printing of the list no longer exists: take it off and enter its number again."),
                rule="trades.record.printing",
                field="received",
            )
        copies = Copies(
            printing_id=row.printing_id,
            language=row.language or printing.language,
            edition=row.edition,
            condition=row.condition,
            place_id=form.place_id.data or None,
        )
        received.append((copies, row.quantity))
    return Entry(
        kind=form.kind.data or "",
        name=form.name.data or "",
        given=[(row.stack_id, row.quantity) for row in rows.given],
        received=received,
        items_given=(form.items_given.data or "").splitlines(),
        items_received=(form.items_received.data or "").splitlines(),
        money=form.money.data or "",
        note=form.note.data or "",
    )


def _visible_printings(session: Session, user_id: int, rows: Rows) -> dict[int, Found]:
    """The printings of the rows, without those another collector entered for themselves."""
    found = lookup.by_ids(session, [row.printing_id for row in rows.received])
    custom = [printing_id for printing_id, one in found.items() if one.custom]
    if custom:
        own = set(session.scalars(select(Printing.id).where(Printing.id.in_(custom), Printing.added_by_id == user_id)))
        found = {printing_id: one for printing_id, one in found.items() if not one.custom or printing_id in own}
    return found


@dataclass(frozen=True, slots=True)
class ShownRows:
    """The rows with what the page draws of them."""

    given: list[tuple[GivenRow, Candidate | None]]
    received: list[tuple[ReceivedRow, Found | None]]
    names: Mapping[int, str]
    """Names of cards in the reader's language."""


def shown_rows(session: Session, user_id: int, rows: Rows, locale: str) -> ShownRows:
    """The rows described: a constant number of statements however many there are."""
    mine = candidates.by_ids(session, user_id, [row.stack_id for row in rows.given], own=True, wanted={}, locale=locale)
    theirs = _visible_printings(session, user_id, rows)
    offer = rows.offer
    offered = (*offer.found, *offer.near, *offer.by_name) if offer else ()
    cards = {one.card_id for one in (*theirs.values(), *offered)}
    return ShownRows(
        [(row, mine.get(row.stack_id)) for row in rows.given],
        [(row, theirs.get(row.printing_id)) for row in rows.received],
        lookup.names(session, cards, locale),
    )
