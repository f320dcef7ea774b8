"""Importing a file: upload, preview, options, rows settled by hand, and the writing."""

from __future__ import annotations

from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import current_user, login_required
from werkzeug.datastructures import FileStorage

from marketplace.catalogue import lookup
from marketplace.catalogue.vocabulary import language_label, rarity_label
from marketplace.collection import batch_choices, batches, bp, places
from marketplace.collection.formats.detect import FORMATS
from marketplace.collection.formats.reading import LARGEST_FILE
from marketplace.collection.forms_files import COLUMN_FIELDS, MODE_HINTS, OptionsForm, UploadForm, column_choices
from marketplace.collection.models import Batch, BatchRow, Operation
from marketplace.collection.routes.acting import note_refusal, own_id, say
from marketplace.db import get_session
from marketplace.errors import DomainError, Refused
from marketplace.extensions import limiter
from marketplace.i18n import current_locale
from marketplace.jobs import job_of, view_of

PER_PAGE = 40


@bp.get("/import")
@login_required
def import_file() -> ResponseReturnValue:
    """The form for a file, and the last files."""
    return _upload_page(UploadForm())


@bp.post("/import")
@login_required
@limiter.limit("30 per minute")
def upload() -> ResponseReturnValue:
    form = UploadForm()
    if not form.validate():
        return _upload_page(form), 422
    file: FileStorage = form.file.data
    data = file.stream.read(LARGEST_FILE + 1)
    try:
        batch = batches.start(get_session(), own_id(), data, file.filename or "", options={"list_language": current_locale()})
    except Refused as refused:
        get_session().rollback()
        note_refusal(form, refused, "file")
        return _upload_page(form), 422
    return redirect(url_for("collection.import_preview", batch_id=batch.id), code=303)


def _upload_page(form: UploadForm) -> str:
    session = get_session()
    recent = batches.recent(session, own_id())
    return render_template("collection/import.html", form=form, recent=recent, formats=FORMATS)


@bp.get("/import/<int:batch_id>")
@login_required
def import_preview(batch_id: int) -> ResponseReturnValue:
    """What a file would do, row by row; after the import, what it did."""
    return _preview(batches.get(get_session(), own_id(), batch_id))


@bp.post("/import/<int:batch_id>/options")
@login_required
def import_options(batch_id: int) -> ResponseReturnValue:
    """Read or compare the file anew with other options."""
    session = get_session()
    batch = batches.get(session, own_id(), batch_id)
    form = _options_form(batch)
    if not form.validate():
        return _preview(batch, form), 422
    options: dict[str, Any] = {"language": form.language.data or ""}
    if batch.options.get("has_places") or form.places.data == "one":
        options |= {"places": form.places.data, "place_id": form.place_id.data or None}
    else:
        options |= {"places": "folders", "place_id": None}
    if options["places"] == "one" and not options["place_id"]:
        form.place_id.errors = [*form.place_id.errors, _("Choose the place.")]
        return _preview(batch, form), 422
    if batch.format == "columns" and form.as_format.data == "columns":
        options["mapping"] = {name: title for name in COLUMN_FIELDS if (title := request.form.get(f"column-{name}", ""))}
    try:
        batches.change_options(session, own_id(), batch_id, as_format=form.as_format.data, mode=form.mode.data, options=options)
    except Refused as refused:
        session.rollback()
        note_refusal(form, refused, "as_format")
        return _preview(batches.get(session, own_id(), batch_id), form), 422
    return redirect(url_for("collection.import_preview", batch_id=batch_id), code=303)


@bp.post("/import/<int:batch_id>/mode")
@login_required
def import_mode(batch_id: int) -> ResponseReturnValue:
    """The answer to "this file was imported before": set its numbers instead of adding them."""
    batches.change_options(get_session(), own_id(), batch_id, mode=request.form.get("mode", ""))
    return redirect(url_for("collection.import_preview", batch_id=batch_id), code=303)


@bp.post("/import/<int:batch_id>/apply")
@login_required
def import_apply(batch_id: int) -> ResponseReturnValue:
    """Write the file: at once, or in the background when it is long."""
    session = get_session()
    only_good = bool(request.form.get("only_good"))
    batch = batches.get(session, own_id(), batch_id)
    try:
        if batches.is_large(batch) and batch.state == "preview":
            batches.apply_later(session, own_id(), batch_id, only_good=only_good)
        else:
            say_written(batches.apply(session, own_id(), batch_id, only_good=only_good), batch)
    except Refused as refused:
        session.rollback()
        return _preview(batches.get(session, own_id(), batch_id), problem=str(refused.message)), 422
    return redirect(url_for("collection.import_preview", batch_id=batch_id), code=303)


def say_written(operation: Operation, batch: Batch) -> None:
    waiting = batch.counts.get("open", 0) + batch.counts.get("refused", 0)
    copies = operation.summary.get("copies", 0)
    words = ngettext(
        "%(file)s is imported: %(num)s copy changed.",
        "%(file)s is imported: %(num)s copies changed.",
        copies,
        file=batch.file_name,
    )
    if waiting:
        words += " " + ngettext("%(num)d row waits for you.", "%(num)d rows wait for you.", waiting)
    say(operation, words)


@bp.post("/import/<int:batch_id>/discard")
@login_required
def import_discard(batch_id: int) -> ResponseReturnValue:
    batches.discard(get_session(), own_id(), batch_id)
    flash(_("The file is put aside. Nothing was imported."), "info")
    return redirect(url_for("collection.import_file"), code=303)


@bp.post("/import/<int:batch_id>/reopen")
@login_required
def import_reopen(batch_id: int) -> ResponseReturnValue:
    batches.reopen(get_session(), own_id(), batch_id)
    return redirect(url_for("collection.import_preview", batch_id=batch_id), code=303)


@bp.post("/import/<int:batch_id>/all")
@login_required
def import_all(batch_id: int) -> ResponseReturnValue:
    """One choice for many rows: the localised numbers, or everything unknown as one's own printings."""
    session = get_session()
    if request.form.get("what") == "custom":
        done = batch_choices.enter_all(session, own_id(), batch_id)
        words = ngettext(
            "%(num)d row is entered as not in the catalogue.", "%(num)d rows are entered as not in the catalogue.", done
        )
    else:
        done = batch_choices.take_localised(session, own_id(), batch_id)
        words = ngettext(
            "%(num)d row takes the number of its language.", "%(num)d rows take the number of their language.", done
        )
    flash(words, "success" if done else "info")
    return redirect(url_for("collection.import_preview", batch_id=batch_id), code=303)


@bp.post("/import/rows/<int:row_id>")
@login_required
def import_row(row_id: int) -> ResponseReturnValue:
    """Settle one row by hand."""
    session = get_session()
    action, _sep, number = request.form.get("choice", "").partition(":")
    printing_id = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else None
    row = session.get(BatchRow, row_id)
    try:
        if not action:
            raise Refused(_("Choose what the row is first."), rule="import.option")
        operation = batch_choices.settle(session, own_id(), row_id, action, printing_id=printing_id)
    except Refused as refused:
        session.rollback()
        flash(str(refused.message), "error")
        operation = None
    if operation is not None:
        say(operation)
    if row is None:
        return redirect(url_for("collection.import_file"), code=303)
    back: dict[str, Any] = {"state": request.form.get("state") or None, "page": request.form.get("page", type=int)}
    return redirect(url_for("collection.import_preview", batch_id=row.batch_id, _anchor=f"row-{row_id}", **back), code=303)


def _options_form(batch: Batch) -> OptionsForm:
    options = batch.options
    form = OptionsForm(
        as_format=batch.format,
        mode=batch.mode,
        places=options.get("places") or "folders",
        place_id=options.get("place_id") or 0,
        language=options.get("language") or "",
    )
    form.set_places(places.list_places(get_session(), own_id()))
    return form


def _preview(batch: Batch, form: OptionsForm | None = None, problem: str = "") -> str:
    session = get_session()
    job = None
    if batch.job_id is not None:
        try:
            job = view_of(job_of(session, batch.job_id, current_user.id, viewer_is_owner=False))
        except DomainError:
            job = None
    state = request.args.get("state", "")
    state = state if state in (*batches.KINDS, "done", "waiting") else ""
    page = min(100_000, max(1, request.args.get("page", 1, type=int)))
    rows, total = batches.rows(session, batch, state, page=page, per_page=PER_PAGE)
    pages = max(1, -(-total // PER_PAGE))
    if page > pages:
        page = pages
        rows, total = batches.rows(session, batch, state, page=page, per_page=PER_PAGE)
    printings = lookup.by_ids(session, {row.printing_id for row in rows if row.printing_id})
    asked = [
        row
        for row in rows
        if row.state in ("open", "waiting", "guessed") or row.reading.get("chosen") or row.reading.get("localised")
    ]
    offers = batch_choices.offers(session, own_id(), asked) if batch.state in ("preview", "applied") else {}
    shown = [*printings.values(), *(one for group in offers.values() for one in group)]
    return render_template(
        "collection/import_preview.html",
        batch=batch,
        counts=batch.counts,
        waiting=_waiting(batch),
        form=form or _options_form(batch),
        problem=problem,
        job=job if job is not None and (not job.finished or job.state == "failed") else None,
        can_reopen=batches.can_reopen(session, batch),
        state=state,
        page=page,
        pages=pages,
        rows=rows,
        printings=printings,
        offers=offers,
        names=_names(shown),
        seen=batches.seen_before(session, own_id(), batch.sha256, other_than=batch.id) if batch.state == "preview" else None,
        formats=FORMATS,
        mode_hints=MODE_HINTS,
        column_fields=COLUMN_FIELDS,
        column_choices=column_choices(batch.options.get("header", [])),
        rarity_label=rarity_label,
        language_label=language_label,
    )


def _waiting(batch: Batch) -> int:
    """Rows of an applied file that still wait in the queue."""
    return batches.rows(get_session(), batch, "waiting", per_page=1)[1] if batch.state == "applied" else 0


def _names(found: Any) -> dict[tuple[int, str], str]:
    """Names of cards in the languages of their printings."""
    wanted: dict[str, set[int]] = {}
    for one in found:
        wanted.setdefault(one.language, set()).add(one.card_id)
    return {
        (card_id, language): name
        for language, cards in wanted.items()
        for card_id, name in lookup.names(get_session(), cards, language).items()
    }
