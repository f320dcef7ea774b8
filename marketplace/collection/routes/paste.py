"""Pasting a list: the text, the preview with its questions, and the writing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import current_user, login_required

from marketplace.catalogue import lookup
from marketplace.catalogue.found import Found
from marketplace.catalogue.vocabulary import LANGUAGES, language_label, rarity_label
from marketplace.collection import bp, pasting, pasting_answers, places
from marketplace.collection.forms_paste import ListForm
from marketplace.collection.models import Batch, BatchRow, EntryDefaults
from marketplace.collection.paste.reasons import reason_from_json
from marketplace.collection.pasting_rows import MOST_COPIES, Values, values_of
from marketplace.collection.routes.acting import note_refusal, own_id, say
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS, condition_label, edition_label
from marketplace.db import get_session
from marketplace.errors import DomainError, Refused
from marketplace.extensions import csrf
from marketplace.i18n import current_locale
from marketplace.jobs import job_of, view_of

PER_PAGE = 50
_MOST_POSTED = 500
STATES = ("new", "open", "ignored", "done", "waiting")
STICKY = "paste"
_NUMBERS = ("printing", "place")
_SAID_OTHERWISE = ("side_closes", "price", "also_count", "misprint_plain")
"""Reasons the page tells by a badge, a note or a question of their own."""


@bp.get("/paste")
@login_required
def paste() -> ResponseReturnValue:
    """The form for a list, and the last lists."""
    form = ListForm(formdata=None, **_sticky())
    return _form_page(form)


@bp.post("/paste")
@csrf.exempt  # Checked by the form itself, so that an expired page gives the text back instead of an error.
def paste_text() -> ResponseReturnValue:
    """Read a list into a preview. Signed out or expired, the page comes back with the text in it."""
    form = ListForm()
    if not current_user.is_authenticated:
        form.set_places([])
        return render_template("collection/paste.html", form=form, signed_out=True, recent=[], sample=""), 401
    form.set_places(places.list_places(get_session(), own_id()))
    if not form.validate():
        if form.csrf_token.errors:
            form.csrf_token.errors = [
                _("This page was open for too long or in another session. Your list is kept: press the button once more.")
            ]
        return _form_page(form), 422
    session = get_session()
    try:
        batch = pasting.start(session, own_id(), form.text.data or "", form.options())
    except Refused as refused:
        session.rollback()
        note_refusal(form, refused, "text")
        return _form_page(form), 422
    _keep_sticky(form)
    return redirect(url_for("collection.paste_preview", batch_id=batch.id), code=303)


def _sticky() -> dict[str, Any]:
    """Language and place of the last list, else the profile's. Edition and condition start as not stated each time."""
    kept = cookie.get(STICKY, {})
    defaults = get_session().get(EntryDefaults, own_id())
    place_id = kept.get("place_id", defaults.place_id if defaults else None)
    return {"language": kept.get("language", ""), "place_id": place_id or 0, "scale": kept.get("scale", "")}


def _keep_sticky(form: ListForm) -> None:
    cookie[STICKY] = {"language": form.language.data, "place_id": form.place_id.data, "scale": form.scale.data}


def _form_page(form: ListForm) -> str:
    session = get_session()
    own_places = places.list_places(session, own_id())
    form.set_places(own_places)
    if form.place_id.data not in {0, *(place.id for place in own_places)}:
        form.place_id.data = 0
    return render_template("collection/paste.html", form=form, recent=pasting.recent(session, own_id()), signed_out=False)


@bp.get("/paste/<int:batch_id>")
@login_required
def paste_preview(batch_id: int) -> ResponseReturnValue:
    """How a list was read, line by line, and what is asked; after the writing, what it became."""
    return _preview(pasting.get(get_session(), own_id(), batch_id))


@bp.post("/paste/<int:batch_id>/read")
@login_required
def paste_reread(batch_id: int) -> ResponseReturnValue:
    """Read the list anew with an edited text or other choices; answers stay with lines that read as before."""
    session = get_session()
    batch = pasting.get(session, own_id(), batch_id)
    form = ListForm()
    form.set_places(places.list_places(session, own_id()))
    if not form.validate():
        return _preview(batch, form=form), 422
    try:
        pasting.reread(session, own_id(), batch_id, text=form.text.data or "", options=form.options())
    except Refused as refused:
        session.rollback()
        note_refusal(form, refused, "text")
        return _preview(pasting.get(session, own_id(), batch_id), form=form), 422
    _keep_sticky(form)
    return redirect(url_for("collection.paste_preview", batch_id=batch_id), code=303)


@bp.post("/paste/<int:batch_id>/answers")
@login_required
def paste_answers(batch_id: int) -> ResponseReturnValue:
    """Keep the answers of one page of lines; then go on: another page, or into the collection."""
    session = get_session()
    batch = pasting.get(session, own_id(), batch_id)
    state, page = _view()
    rows = _posted_rows(batch)
    typed, errors = read_answers(rows)
    if errors:
        return _preview(batch, typed=_typed_fields(), errors=errors), 422
    found = lookup.by_ids(
        session, {number for row in rows for number in (*row.reading.get("printings", ()), row.printing_id) if number}
    )
    changes = {row.id: mine for row in rows if (mine := pasting_answers.changed(row, batch, found, typed[row.id]))}
    try:
        if changes:
            pasting.in_preview(batch)
            pasting_answers.answer(session, own_id(), batch_id, changes)
        do, _sep, target = request.form.get("do", "save").partition(":")
        if do == "add":
            return _add(batch_id)
    except Refused as refused:
        session.rollback()
        return _preview(pasting.get(session, own_id(), batch_id), typed=_typed_fields(), problem=str(refused.message)), 422
    if do == "page" and target.isdecimal() and len(target) < 10:
        page = int(target)
    elif do == "state":
        state, page = (target if target in STATES else ""), 1
    elif do == "save" and changes:
        flash(ngettext("%(num)d line is changed.", "%(num)d lines are changed.", len(changes)), "success")
    return redirect(_preview_url(batch_id, state, page), code=303)


def _preview_url(batch_id: int, state: str = "", page: int = 1) -> str:
    return url_for(
        "collection.paste_preview", batch_id=batch_id, state=state or None, page=page if page > 1 else None, _anchor="lines"
    )


def _view() -> tuple[str, int]:
    """Which lines the reader looks at: by state, and the page."""
    given = request.form if request.method == "POST" else request.args
    state = given.get("state", "")
    return (state if state in STATES else ""), min(10_000, max(1, given.get("page", 1, type=int)))


def _posted_rows(batch: Batch) -> list[BatchRow]:
    """The lines whose fields were sent; those of other lists are left out."""
    wanted = [int(name) for name in request.form.getlist("row")[:_MOST_POSTED] if name.isdecimal() and len(name) < 10]
    return pasting.by_ids(get_session(), batch, wanted)


def read_answers(rows: Iterable[BatchRow]) -> tuple[dict[int, dict[str, Any]], dict[int, str]]:
    """The fields of each line as the service takes them, and what is wrong with them."""
    typed: dict[int, dict[str, Any]] = {}
    errors: dict[int, str] = {}
    form = request.form
    for row in rows:
        mine: dict[str, Any] = {}
        for name in ("edition", "condition", "language"):
            if (value := form.get(f"{name}-{row.id}")) is not None:
                mine[name] = value
        for name in _NUMBERS:
            if (value := form.get(f"{name}-{row.id}")) is not None:
                mine[f"{name}_id"] = int(value) if value.isdecimal() and len(value) < 10 else None
        count = form.get(f"quantity-{row.id}", "").strip()
        if count:
            if count.isdecimal() and 1 <= int(count[:6]) <= MOST_COPIES and len(count) < 6:
                mine["quantity"] = int(count)
            else:
                errors[row.id] = _(
                    "Line %(line)s: a number of copies from 1 to 9,999, not “%(typed)s”.", line=row.number, typed=count[:20]
                )
        if f"shown-{row.id}" in form:
            mine["skip"] = f"skip-{row.id}" in form
        typed[row.id] = mine
    return typed, errors


def _typed_fields() -> dict[str, str]:
    return {name: value for name, value in request.form.items() if "-" in name}


def _add(batch_id: int) -> ResponseReturnValue:
    session = get_session()
    operation = pasting.apply(session, own_id(), batch_id)
    batch = pasting.get(session, own_id(), batch_id)
    waiting = batch.counts.get("waiting", 0)
    words = ngettext(
        "%(num)s copy was added to your collection.",
        "%(num)s copies were added to your collection.",
        batch.counts.get("copies", 0),
    )
    later = ngettext("%(num)d line waits for your answer.", "%(num)d lines wait for your answer.", waiting) if waiting else ""
    if operation is not None:
        say(operation, f"{words} {later}".strip())
    else:
        flash(later, "info")
    return redirect(url_for("collection.paste_preview", batch_id=batch_id), code=303)


@bp.post("/paste/<int:batch_id>/many")
@login_required
def paste_many(batch_id: int) -> ResponseReturnValue:
    """One answer for many lines."""
    session = get_session()
    form = request.form
    answers: dict[str, Any] = {
        name: form[name] for name in ("edition", "condition", "language") if form.get(name, "keep") != "keep"
    }
    if form.get("place", "keep") != "keep":
        answers["place_id"] = int(form["place"]) if form["place"].isdecimal() and len(form["place"]) < 10 else None
    if form.get("skip") in ("yes", "no"):
        answers["skip"] = form["skip"] == "yes"
    scope, _sep, heading = form.get("scope", "all").partition(":")
    rarity = form.get("rarity", "")
    try:
        if not answers and not rarity:
            raise Refused(_("Choose what these lines become."), rule="paste.option")
        changed = pasting_answers.answer_many(session, own_id(), batch_id, answers, scope=scope, heading=heading, rarity=rarity)
    except Refused as refused:
        session.rollback()
        return _preview(pasting.get(session, own_id(), batch_id), problem=str(refused.message)), 422
    flash(ngettext("%(num)d line is changed.", "%(num)d lines are changed.", changed), "success" if changed else "info")
    state, page = _view()
    return redirect(_preview_url(batch_id, state, page), code=303)


@bp.post("/paste/<int:batch_id>/scale")
@login_required
def paste_scale(batch_id: int) -> ResponseReturnValue:
    """The answer to what LP, PL and Played mean on this list."""
    pasting.reread(get_session(), own_id(), batch_id, options={"scale": request.form.get("scale", "")})
    return redirect(_preview_url(batch_id), code=303)


@bp.post("/paste/<int:batch_id>/discard")
@login_required
def paste_discard(batch_id: int) -> ResponseReturnValue:
    pasting.discard(get_session(), own_id(), batch_id)
    back = {
        "text": _("The list is put aside. Nothing was added."),
        "url": url_for("collection.paste_reopen", batch_id=batch_id),
    }
    flash(back | {"label": _("Bring it back")}, "undo")  # type: ignore[arg-type]
    return redirect(url_for("collection.paste"), code=303)


@bp.post("/paste/<int:batch_id>/reopen")
@login_required
def paste_reopen(batch_id: int) -> ResponseReturnValue:
    pasting.reopen(get_session(), own_id(), batch_id)
    return redirect(url_for("collection.paste_preview", batch_id=batch_id), code=303)


def _preview(
    batch: Batch,
    *,
    form: ListForm | None = None,
    typed: Mapping[str, str] | None = None,
    errors: Mapping[int, str] | None = None,
    problem: str = "",
) -> str:
    session = get_session()
    state, page = _view()
    rows, total = pasting.lines(session, batch, state, page=page, per_page=PER_PAGE)
    offered = pasting_answers.offers(session, rows)
    found = {one.printing_id: one for group in offered.values() for one in group}
    values = {row.id: values_of(row.reading, batch.options, found) for row in rows}
    preview = batch.state == "preview"
    own_places = places.list_places(session, own_id())
    if form is None:
        options = {name: value for name, value in batch.options.items() if name in pasting.OPTIONS}
        form = ListForm(formdata=None, text=batch.raw, **options | {"place_id": options.get("place_id") or 0})
    form.set_places(own_places)
    return render_template(
        "collection/paste_preview.html",
        batch=batch,
        counts=batch.counts,
        rows=rows,
        values=values,
        offers=offered,
        found=found,
        reasons={row.id: told(row) for row in rows},
        names=names_of(found.values(), rows, values),
        state=state,
        page=page,
        pages=max(1, -(-total // PER_PAGE)),
        total=total,
        form=form,
        typed=typed or {},
        errors=errors or {},
        problem=problem,
        job=_job(batch),
        seen=pasting.seen_before(session, own_id(), batch.sha256, other_than=batch.id) if preview else None,
        overview=pasting_answers.overview(session, batch) if preview else None,
        unsure_scale=preview and not batch.options.get("scale") and pasting_answers.unsure_grades(rows),
        places=own_places,
        **vocabulary(),
    )


def vocabulary() -> dict[str, Any]:
    """What the rows of lists need to name and offer values."""
    return {
        "languages": LANGUAGES,
        "editions": EDITIONS,
        "conditions": CONDITIONS,
        "language_label": language_label,
        "edition_label": edition_label,
        "condition_label": condition_label,
        "rarity_label": lambda name: rarity_label(name, current_locale()),
    }


def told(row: BatchRow) -> list[str]:
    """The reasons of a line's reading in the reader's language."""
    reasons = [reason_from_json(kept) for kept in row.reading.get("reasons", ())]
    return [reason.words() for reason in reasons if reason is not None and reason.id not in _SAID_OTHERWISE]


def names_of(
    found: Iterable[Found], rows: Iterable[BatchRow] = (), values: Mapping[int, Values] | None = None
) -> dict[tuple[int, str], str]:
    """Names of cards in the languages of their printings, and of the lines that name them."""
    wanted: dict[str, set[int]] = {}
    for one in found:
        wanted.setdefault(one.language, set()).add(one.card_id)
    for row in rows:
        if (card_id := row.reading.get("card_id")) and values and row.id in values:
            wanted.setdefault(values[row.id].language or "en", set()).add(card_id)
    return {
        (card_id, language): name
        for language, cards in wanted.items()
        for card_id, name in lookup.names(get_session(), cards, language).items()
    }


def _job(batch: Batch) -> Any:
    if batch.job_id is None:
        return None
    try:
        view = view_of(job_of(get_session(), batch.job_id, current_user.id, viewer_is_owner=False))
    except DomainError:
        return None
    return view if not view.finished or view.state == "failed" else None
