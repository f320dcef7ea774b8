"""Records of what changed hands with somebody without an account: the form, the page, the way back."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import login_required

from marketplace.catalogue.vocabulary import LANGUAGES, rarity_label
from marketplace.collection import places, stock
from marketplace.collection.routes.acting import note_refusal, own_id, sent_once
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.db import get_session
from marketplace.errors import NotFound, Refused
from marketplace.i18n import current_locale
from marketplace.options import options
from marketplace.trades import bp, record_form, records
from marketplace.trades.record_form import GivenRow, RecordForm, Rows
from marketplace.wants.shown_copies import from_json

_PER_PAGE = 50


@bp.get("/records")
@login_required
def all_records() -> ResponseReturnValue:
    """Every record of the collector, newest first."""
    session = get_session()
    page = max(1, request.args.get("page", 1, int) or 1)
    total = records.count_records(session, own_id())
    pages = max(1, -(-total // _PER_PAGE))
    page = min(page, pages)
    lines = records.records_of(session, own_id(), limit=_PER_PAGE, offset=(page - 1) * _PER_PAGE)
    return render_template(
        "trades/records.html", lines=lines, total=total, page=page, pages=pages, kinds=record_form.KIND_WORDS
    )


@bp.get("/records/new")
@login_required
def record() -> ResponseReturnValue:
    """The form; ``?give=STACK:QTY,...`` begins with copies of the collection, ``?name=`` and ``?kind=`` with the rest."""
    form = _form(kind=request.args.get("kind", "trade"), name=request.args.get("name", "")[: records.MOST_NAME])
    rows = Rows(given=_asked(request.args.get("give", "")))
    return _page(form, rows)


def _asked(text: str) -> list[GivenRow]:
    rows = []
    for part in text.split(",")[: records.MOST_LINES]:
        stack, _colon, quantity = part.partition(":")
        if stack.isascii() and stack.isdigit() and len(stack) < 10:
            number = int(quantity) if quantity.isascii() and quantity.isdigit() and len(quantity) < 5 else 1
            rows.append(GivenRow(int(stack), max(1, number)))
    return rows


@bp.post("/records/new")
@login_required
def save_record() -> ResponseReturnValue:
    """Look up what was typed; with nothing left to ask and "Save" pressed, write the record."""
    session = get_session()
    form, rows = _form(), record_form.read_rows(request.form)
    record_form.look_up(session, own_id(), rows, request.form, current_locale())
    if request.form.get("act") != "save" or rows.asking:
        return _page(form, rows, 422 if rows.asking else 200)
    if not form.validate():
        return _page(form, rows, 422)
    try:
        entry = record_form.entry_of(session, own_id(), form, rows)
        noted = records.record(session, own_id(), entry, request_key=sent_once())
    except (Refused, NotFound) as refused:
        session.rollback()
        if isinstance(refused, Refused):
            note_refusal(form, refused)
        else:
            form.form_errors.append(str(refused.message))
        return _page(form, rows, 422)
    if noted.repeated:
        flash(_("This form had been sent already: nothing was done twice."), "info")
    elif noted.trade is None:
        copies = sum(quantity for _stack, quantity in entry.given)
        lent = ngettext("%(num)d copy lent to %(who)s.", "%(num)d copies lent to %(who)s.", copies, who=entry.name)
        flash(f"{lent} {_('Open the cards to note that they are back.')}", "success")
    else:
        flash(_undo_words(_("Noted."), noted.trade.id), "undo")  # type: ignore[arg-type]  # Toasts draw it with a button.
    if noted.trade is None:
        return redirect(url_for("collection.stacks"), code=303)
    return redirect(url_for("trades.record_page", trade_id=noted.trade.id), code=303)


def _undo_words(text: str, trade_id: int) -> dict[str, str]:
    return {"text": text, "url": url_for("trades.undo_record", trade_id=trade_id), "label": _("Undo")}


@bp.get("/records/<int:trade_id>")
@login_required
def record_page(trade_id: int) -> ResponseReturnValue:
    """One record."""
    session = get_session()
    seen = records.view(session, own_id(), trade_id)
    locale = current_locale()
    shown = [(line, from_json(line.description, locale) if line.description else None) for line in seen.lines]
    return render_template(
        "trades/record.html",
        record=seen,
        lines=shown,
        left=records.stacks_left(session, own_id(), seen),
        kinds=record_form.KIND_WORDS,
        rarity_label=rarity_label,
    )


@bp.post("/records/<int:trade_id>/undo")
@login_required
def undo_record(trade_id: int) -> ResponseReturnValue:
    """Take a record back: the copies are where they were."""
    session = get_session()
    try:
        records.undo(session, own_id(), trade_id)
    except Refused as refused:
        session.rollback()
        flash(str(refused.message), "error")
    else:
        flash(_("Taken back: the copies are as they were before."), "success")
    return redirect(url_for("trades.record_page", trade_id=trade_id), code=303)


def _form(**values: object) -> RecordForm:
    form = RecordForm(**values) if request.method == "POST" else RecordForm(formdata=None, **values)
    homes = [(0, _("no place yet")), *((one.id, one.name) for one in places.list_places(get_session(), own_id()))]
    form.place_id.choices = options(homes)
    if request.method == "GET":
        form.place_id.data = 0
        if form.kind.data not in records.KINDS:
            form.kind.data = "trade"
    return form


def _page(form: RecordForm, rows: Rows, status: int = 200) -> ResponseReturnValue:
    session, locale = get_session(), current_locale()
    shown = record_form.shown_rows(session, own_id(), rows, locale)
    owned = {}
    if rows.offer:
        offered = [one.printing_id for one in (*rows.offer.found, *rows.offer.near, *rows.offer.by_name)]
        owned = stock.owned_by_printing(session, own_id(), offered)
    page = render_template(
        "trades/record_new.html",
        form=form,
        rows=rows,
        shown=shown,
        names_before=records.names_before(session, own_id()),
        owned={printing_id: sum(stack.quantity for stack in stacks) for printing_id, stacks in owned.items()},
        languages=[(code, language.label) for code, language in LANGUAGES.items()],
        editions=list(EDITIONS.items()),
        conditions=list(CONDITIONS),
        rarity_label=rarity_label,
    )
    return page, status
