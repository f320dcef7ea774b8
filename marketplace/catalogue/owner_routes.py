"""The owner's catalogue page: fetch or send a card file, watch the import, read its report, agree to what was held back."""

from __future__ import annotations

from typing import Any

from flask import current_app, flash, redirect, render_template, request, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import current_user, login_required
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import RequestEntityTooLarge

from marketplace.accounts import sessions
from marketplace.accounts.ownership import require_owner
from marketplace.catalogue import bp, import_jobs, import_words, imports  # noqa: F401  (the jobs register themselves)
from marketplace.catalogue.owner_forms import FetchForm, FolderForm, UploadForm
from marketplace.config import Settings
from marketplace.db import get_db, get_session
from marketplace.errors import Refused, back_link
from marketplace.jobs import view_of
from marketplace.options import options

LARGEST_UPLOAD_MB = 300
"""A whole card list is 8 MB packed and 170 MB unpacked."""


def _settings() -> Settings:
    settings = current_app.config["SETTINGS"]
    assert isinstance(settings, Settings)
    return settings


@bp.url_value_preprocessor
def _allow_a_card_file(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let the owner, and nobody else, send a large file to the one address that takes it.

    This runs before the form is read, and in a transaction of its own: a slow upload must not hold the write lock.
    """
    if endpoint == "catalogue.owner_upload" and _sent_by_owner():
        request.max_content_length = LARGEST_UPLOAD_MB * 1024 * 1024


def _sent_by_owner() -> bool:
    with get_db().read() as session:
        user = sessions.account_of(session, str(cookie.get("_user_id", "")))
        return user is not None and user.is_owner


@bp.errorhandler(RequestEntityTooLarge)
def _too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    if request.endpoint == "catalogue.owner_upload" and _sent_by_owner():
        message = _(
            "That is too large: a card file may have %(mb)d MB. Pack it (.xz, .gz) and try again.", mb=LARGEST_UPLOAD_MB
        )
    else:
        message = _("That is too large. The largest upload is %(mb)d MB.", mb=_settings().max_upload_mb)
    return render_template("errors/error.html", status=413, message=message, back=back_link()), 413


@bp.get("/owner/catalogue")
@login_required
def owner_catalogue() -> ResponseReturnValue:
    return _page()


def _page(
    *, fetch: FetchForm | None = None, upload: UploadForm | None = None, folder: FolderForm | None = None, status: int = 200
) -> ResponseReturnValue:
    session, settings = get_session(), _settings()
    require_owner(session, current_user.id)
    active, latest = imports.active_job(session), imports.latest_job(session)
    page = request.args.get("page", 1, type=int)
    done, pages = imports.history(session, current_user.id, page)
    files = imports.files_at_hand(settings)
    address = imports.last_address(session) or settings.catalogue_url
    return (
        render_template(
            "catalogue/owner_catalogue.html",
            holdings=imports.holdings(session),
            job=view_of(active) if active else None,
            outcome=view_of(latest) if latest and not active else None,
            outcome_words=import_words.headline(latest.result) if latest and latest.state == "done" else "",
            fetch=fetch or FetchForm(formdata=None, address=address),
            upload=upload or UploadForm(formdata=None),
            folder=folder or _folder_form(files, filled=False),
            files=files,
            folder_path=imports.folder_of(settings),
            imports=done,
            page=min(max(1, page), pages),
            pages=pages,
            words=import_words,
            largest_mb=LARGEST_UPLOAD_MB,
        ),
        status,
    )


def _folder_form(files: list[tuple[str, int]], *, filled: bool) -> FolderForm:
    form = FolderForm() if filled else FolderForm(formdata=None)
    form.name.choices = options((name, name) for name, _size in files)
    return form


@bp.post("/owner/catalogue/fetch")
@login_required
def owner_fetch() -> ResponseReturnValue:
    session = get_session()
    require_owner(session, current_user.id)
    form = FetchForm()
    if not form.validate():
        return _page(fetch=form, status=422)
    try:
        started = imports.start_update(session, current_user.id, form.address.data or "", form.language.data)
    except Refused as error:
        form.address.errors = [*form.address.errors, str(error.message)]
        return _page(fetch=form, status=error.status)
    return _to_the_job(started)


@bp.post("/owner/catalogue/upload")
@login_required
def owner_upload() -> ResponseReturnValue:
    session = get_session()
    require_owner(session, current_user.id)
    form = UploadForm()
    if not form.validate():
        return _page(upload=form, status=422)
    sent = form.file.data
    assert isinstance(sent, FileStorage)
    path = imports.new_upload_path(_settings())
    sent.save(path)
    return _to_the_job(imports.start_upload(session, current_user.id, path, sent.filename or "", form.language.data))


@bp.post("/owner/catalogue/folder")
@login_required
def owner_folder() -> ResponseReturnValue:
    session, settings = get_session(), _settings()
    require_owner(session, current_user.id)
    form = _folder_form(imports.files_at_hand(settings), filled=True)
    if not form.validate():
        return _page(folder=form, status=422)
    return _to_the_job(imports.start_from_folder(session, current_user.id, settings, form.name.data, form.language.data))


@bp.get("/owner/catalogue/imports/<int:import_id>")
@login_required
def owner_import(import_id: int) -> ResponseReturnValue:
    session, settings = get_session(), _settings()
    done = imports.import_of(session, current_user.id, import_id)
    active = imports.active_job(session)
    return render_template(
        "catalogue/owner_import.html",
        done=done,
        report=done.report,
        job=view_of(active) if active else None,
        can_accept=imports.can_accept(settings, done),
        words=import_words,
    )


@bp.post("/owner/catalogue/imports/<int:import_id>/accept")
@login_required
def owner_accept(import_id: int) -> ResponseReturnValue:
    return _to_the_job(imports.start_acceptance(get_session(), current_user.id, _settings(), import_id))


def _to_the_job(started: imports.Started) -> ResponseReturnValue:
    """To the page that shows the progress. A second click lands there, too, and starts nothing."""
    if not started.is_new:
        flash(_("An import is under way already; here is how far it has got."), "info")
    return redirect(url_for("catalogue.owner_catalogue"))
