"""The owner's page of backups."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from flask import current_app, flash, make_response, redirect, render_template, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import current_user, login_required
from sqlalchemy import select

from marketplace.accounts.forms import note_refusal
from marketplace.accounts.ownership import require_owner
from marketplace.accounts.profile import confirm_password
from marketplace.accounts.routes.edge import failed, keeper
from marketplace.accounts.site_settings import DAILY_BACKUP, setting
from marketplace.backup import BackupRefused, inspect
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.extensions import limiter
from marketplace.jobs import UNFINISHED, Job, view_of
from marketplace.site import backups, bp, restoring
from marketplace.site.forms import RestoreForm
from marketplace.site.owner_routes import settings


def can_restore_here() -> bool:
    """Whether this server can stop and start itself (``marketplace.serve`` does); else the page says how to do it by hand."""
    return bool(current_app.config.get("RESTARTS_ITSELF"))


@bp.get("/owner/backup")
@login_required
def owner_backup() -> ResponseReturnValue:
    session = get_session()
    require_owner(session, current_user.id)
    running = session.scalar(select(Job).where(Job.kind == backups.BACKUP, Job.state.in_(UNFINISHED)).limit(1))
    last = session.scalar(select(Job).where(Job.kind == backups.BACKUP).order_by(Job.id.desc()).limit(1))
    return render_template(
        "site/backup.html",
        files=backups.list_backups(settings()),
        folder=settings().backups_folder,
        running=view_of(running) if running is not None else None,
        failed=last if last is not None and last.state == "failed" else None,
        daily=setting(session, DAILY_BACKUP) == "yes",
        kept=backups.KEPT,
        outcome=restoring.last_outcome(settings()),
    )


@bp.post("/owner/backup")
@login_required
def make_backup() -> ResponseReturnValue:
    backups.request_backup(get_session(), current_user.id)
    flash(_("The backup is being made. You can go on working meanwhile."), "info")
    return redirect(url_for("site.owner_backup"))


@bp.get("/owner/backup/<name>")
@login_required
def download_backup(name: str) -> ResponseReturnValue:
    file = backups.find_backup(get_session(), settings(), current_user.id, name)
    response = send_file(file.path, mimetype="application/zip", as_attachment=True, download_name=file.name)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@bp.post("/owner/backup/<name>/delete")
@login_required
def delete_backup(name: str) -> ResponseReturnValue:
    backups.delete_backup(get_session(), settings(), current_user.id, name)
    flash(_("The backup %(name)s is deleted.", name=name), "success")
    return redirect(url_for("site.owner_backup"))


def _owner_key() -> str:
    return f"restore:{current_user.id}" if current_user.is_authenticated else "restore:-"


@bp.route("/owner/backup/<name>/restore", methods=["GET", "POST"])
@login_required
@limiter.limit("15 per 15 minutes", methods=["POST"], key_func=_owner_key, deduct_when=failed)
def restore_backup(name: str) -> ResponseReturnValue:
    """First step: what the backup holds. Second step: the owner's password, and the server restores it."""
    session = get_session()
    file = backups.find_backup(session, settings(), current_user.id, name)
    form = RestoreForm()
    try:
        manifest = inspect(file.path)
    except BackupRefused as error:
        return render_template("site/restore.html", file=file, manifest=None, problem=error.message, form=form), 422
    if can_restore_here() and form.validate_on_submit():
        try:
            confirm_password(session, keeper(), current_user.id, form.password.data or "")
            restoring.request_restore(settings(), file)
        except Refused as error:
            note_refusal(form, error)
        else:
            return _restarting()
    page = render_template(
        "site/restore.html",
        file=file,
        manifest=manifest,
        problem=None,
        form=form,
        restarts=can_restore_here(),
        command=_command(file.path),
    )
    return page, 422 if form.is_submitted() else 200


def _restarting() -> ResponseReturnValue:
    """The last page before the stop. The browser asks again by itself; meanwhile a waiting page answers."""
    response = make_response(render_template("site/restarting.html"))
    response.headers["Refresh"] = f"6; url={url_for('site.owner_backup')}"
    master = os.getppid()
    response.call_on_close(lambda: os.kill(master, signal.SIGTERM))
    return response


def _command(path: Path) -> str:
    return f"flask --app app restore {path}"
