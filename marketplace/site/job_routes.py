"""How far a background job has got: a page, the fragment it polls, and JSON."""

from __future__ import annotations

from flask import current_app, flash, jsonify, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import current_user, login_required

from marketplace.accounts.redirects import path_of
from marketplace.db import get_session
from marketplace.errors import wants_json
from marketplace.jobs import cancel, is_being_written, job_of, view_of
from marketplace.site import bp


@bp.get("/jobs/<int:job_id>")
@login_required
def job(job_id: int) -> ResponseReturnValue:
    found = job_of(get_session(), job_id, current_user.id, viewer_is_owner=current_user.is_owner)
    view = view_of(found)
    if not view.finished:
        # After a restart this may be the first request: the worker must not wait for somebody's next job.
        current_app.extensions["duelfolio_jobs"].wake()
    if wants_json():
        return jsonify(view.to_json() | {"result": found.result})
    if request.headers.get("HX-Request") == "true":
        answer = make_response(render_template("site/_job_fragment.html", job=view))
        if view.finished:
            # The page around the bar shows the outcome: it is asked for as a whole.
            answer.headers["HX-Refresh"] = "true"
        return answer
    return render_template("site/job.html", job=view)


@bp.post("/jobs/<int:job_id>/cancel")
@login_required
def cancel_job(job_id: int) -> ResponseReturnValue:
    session = get_session()
    found = job_of(session, job_id, current_user.id, viewer_is_owner=current_user.is_owner)
    if is_being_written(found):
        flash(_("Its result is being written already: it cannot be stopped any more."), "info")
    elif cancel(session, found):
        flash(_("The work is cancelled. Nothing was changed."), "info")
    else:
        flash(_("It had already finished."), "info")
    return redirect(path_of(request.referrer, request.host) or url_for("site.job", job_id=job_id))
