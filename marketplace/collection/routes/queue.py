"""The queue: lines and rows that wait for an answer."""

from __future__ import annotations

from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.catalogue.codes import parse
from marketplace.collection import bp, looking_again, places, queueing
from marketplace.collection.forms_paste import UnknownForm
from marketplace.collection.models import BatchRow
from marketplace.collection.pasting_rows import values_of
from marketplace.collection.routes.acting import own_id, say
from marketplace.collection.routes.paste import names_of, read_answers, told, vocabulary
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.i18n import current_locale

PER_PAGE = 30


@bp.get("/queue")
@login_required
def queue() -> ResponseReturnValue:
    """What waits, newest list first."""
    return _page()


@bp.post("/queue/again")
@login_required
def queue_again() -> ResponseReturnValue:
    """Look the waiting rows of files up again, now that the catalogue may know them."""
    operation = looking_again.look_again(get_session(), own_id())
    if operation is None:
        flash(_("The catalogue settles none of the waiting rows yet."), "info")
    else:
        say(operation)
    return redirect(url_for("collection.queue"), code=303)


@bp.post("/queue/<int:row_id>/answer")
@login_required
def queue_answer(row_id: int) -> ResponseReturnValue:
    """Settle a line; its copies are added at once."""
    row = queueing.get(get_session(), own_id(), row_id)
    typed, errors = read_answers([row])
    if errors:
        return _page(row_id, errors[row_id]), 422
    answers = {name: value for name, value in typed[row_id].items() if name != "skip" and value is not None}
    return _act(row_id, lambda: say(queueing.answer(get_session(), own_id(), row_id, answers)))


@bp.post("/queue/<int:row_id>/enter")
@login_required
def queue_enter(row_id: int) -> ResponseReturnValue:
    """Enter a line as a printing the catalogue does not have."""
    row = queueing.get(get_session(), own_id(), row_id)
    form = _unknown(row, request.form)
    if not form.validate():
        words = next(iter(form.errors.values()))[0]
        return _page(row_id, str(words), form), 422
    typed, errors = read_answers([row])
    if errors:
        return _page(row_id, errors[row_id], form), 422
    printing = {name: (form[name].data or "").strip() for name in ("code", "name", "language", "rarity")}
    answers = {name: value for name, value in typed[row_id].items() if name in ("quantity", "edition", "condition", "place_id")}
    return _act(row_id, lambda: say(queueing.enter(get_session(), own_id(), row_id, printing, answers)), form)


@bp.post("/queue/<int:row_id>/text")
@login_required
def queue_text(row_id: int) -> ResponseReturnValue:
    """Read a line anew from an edited text."""
    return _act(row_id, lambda: queueing.reread(get_session(), own_id(), row_id, request.form.get("text", "")), anchor=True)


@bp.post("/queue/<int:row_id>/discard")
@login_required
def queue_discard(row_id: int) -> ResponseReturnValue:
    def discard() -> None:
        queueing.discard(get_session(), own_id(), row_id)
        back = {
            "text": _("The line is left out."),
            "url": url_for("collection.queue_restore", row_id=row_id),
            "label": _("Undo"),
        }
        flash(back, "undo")  # type: ignore[arg-type]

    return _act(row_id, discard)


@bp.post("/queue/<int:row_id>/restore")
@login_required
def queue_restore(row_id: int) -> ResponseReturnValue:
    queueing.restore(get_session(), own_id(), row_id)
    return redirect(url_for("collection.queue", _anchor=f"line-{row_id}"), code=303)


def _act(row_id: int, act: Any, form: UnknownForm | None = None, *, anchor: bool = False) -> ResponseReturnValue:
    """Do something with a line and go back to the queue; a refusal shows at the line, with all that was typed."""
    session = get_session()
    try:
        act()
    except Refused as refused:
        session.rollback()
        return _page(row_id, str(refused.message), form), 422
    page = request.form.get("page", 1, type=int)
    here = f"line-{row_id}" if anchor else None
    return redirect(url_for("collection.queue", page=page if page > 1 else None, _anchor=here), code=303)


def _unknown(row: BatchRow, formdata: Any = None) -> UnknownForm:
    reading = row.reading
    code = reading.get("code") or next((fact["code"] for fact in _facts(reading) if "code" in fact), "")
    number = parse(code) if code else None
    language = reading.get("language") or (number.language if number else None) or current_locale()
    form = UnknownForm(
        formdata=formdata,
        code=code,
        name=reading.get("card") or reading.get("name") or "",
        language=language,
        rarity=reading.get("rarity") or "",
    )
    form.set_rarities()
    return form


def _facts(reading: dict[str, Any]) -> list[dict[str, str]]:
    return [
        reason.get("facts", {}) for reason in reading.get("reasons", ()) if reason.get("id") in ("code_unknown", "code_near")
    ]


def _page(wrong_id: int | None = None, problem: str = "", unknown: UnknownForm | None = None) -> str:
    session = get_session()
    given = request.form if request.method == "POST" else request.args
    page = min(10_000, max(1, given.get("page", 1, type=int)))
    rows, total = queueing.waiting(session, own_id(), page=page, per_page=PER_PAGE)
    offered = queueing.offers(session, own_id(), rows)
    found = {one.printing_id: one for group in offered.values() for one in group}
    forms = {row.id: _unknown(row) for row in rows if queueing.is_paste(row)}
    if wrong_id is not None and unknown is not None:
        forms[wrong_id] = unknown
    values = {row.id: values_of(row.reading, row.batch.options, found) for row in rows if queueing.is_paste(row)}
    typed = {name: value for name, value in request.form.items() if "-" in name or name == "text"} if wrong_id else {}
    return render_template(
        "collection/queue.html",
        rows=rows,
        total=total,
        page=page,
        pages=max(1, -(-total // PER_PAGE)),
        offers=offered,
        found=found,
        values=values,
        reasons={row.id: told(row) for row in rows if queueing.is_paste(row)},
        names=names_of(found.values(), rows, values),
        forms=forms,
        wrong_id=wrong_id,
        problem=problem,
        typed=typed,
        places=places.list_places(session, own_id()),
        **vocabulary(),
    )
