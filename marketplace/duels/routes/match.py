"""A match: its page, side decking between two duels, giving up, deleting."""

from __future__ import annotations

from collections.abc import Mapping

from flask import flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from engine import Stage
from marketplace.accounts.routes.edge import own_id
from marketplace.collection.routes.acting import sent_once
from marketplace.db import get_db, get_session, reads_first
from marketplace.duels import bp, forms, match_page, matches, opponents, results, starting
from marketplace.duels.explaining import rule_title
from marketplace.duels.routes.showing import person_key, uncached
from marketplace.duels.rulesets import rules_words
from marketplace.errors import Conflict, Refused
from marketplace.extensions import limiter
from marketplace.i18n import current_locale

ACTS = "60 per minute"


@bp.app_template_global()
def rule_words(rule: str) -> str:
    """The title of a rule in the reader's language."""
    return rule_title(rule, current_locale())


@bp.get("/matches/<int:match_id>", endpoint="match")
@login_required
def match_view(match_id: int) -> ResponseReturnValue:
    """The score, the duels, and what comes next."""
    session = get_session()
    row = matches.get(session, own_id(), match_id)
    page = render_template(
        "duels/match.html",
        match=row,
        duels=matches.duels_of(session, match_id),
        score=match_page.score_words(row),
        outcome=match_page.outcome_words(row),
        rules=rules_words(row.ruleset, row.house),
        opponents=opponents.OPPONENTS,
        results=results.RESULTS,
        reason_words=results.reason_words,
    )
    return uncached(make_response(page))


@bp.get("/matches/<int:match_id>/side", endpoint="side")
@login_required
def side_view(match_id: int) -> ResponseReturnValue:
    """The exchange, before anything is chosen."""
    found = matches.opened(get_session(), own_id(), match_id)
    if found.match.stage is not Stage.SIDING:
        return redirect(url_for("duels.match", match_id=match_id), code=303)
    return _side_page(found, {})


@bp.post("/matches/<int:match_id>/side", endpoint="side_preview")
@login_required
@limiter.limit("120 per minute", key_func=person_key)
@reads_first
def side_preview(match_id: int) -> ResponseReturnValue:
    """What an exchange would make of the Deck; nothing is written."""
    found = matches.opened(get_session(), own_id(), match_id)
    if found.match.stage is not Stage.SIDING:
        return redirect(url_for("duels.match", match_id=match_id), code=303)
    try:
        return _side_page(found, _of_this_page(found))
    except Refused as error:
        return _side_page(found, {}, notice=str(error.message), status=422)


@bp.post("/matches/<int:match_id>/next", endpoint="next_duel")
@login_required
@limiter.limit(ACTS, key_func=person_key)
@reads_first
def next_duel(match_id: int) -> ResponseReturnValue:
    """Play the next duel with the Deck as sided."""
    version = forms.read_version(request.form.get("version", ""))
    try:
        duel_id = starting.next_duel(get_db(), own_id(), match_id, version, request.form, sent_once())
    except matches.SideRefused as error:
        found = matches.opened(get_session(), own_id(), match_id)
        return _side_page(found, request.form, notice=str(error.message), status=422)
    except (Conflict, Refused) as error:
        flash(str(error.message), "error")
        return redirect(url_for("duels.match", match_id=match_id), code=303)
    return redirect(url_for("duels.table", duel_id=duel_id), code=303)


@bp.post("/matches/<int:match_id>/restore", endpoint="side_restore")
@login_required
@limiter.limit(ACTS, key_func=person_key)
def restore(match_id: int) -> ResponseReturnValue:
    """Start again from the Deck as registered."""
    try:
        matches.restore(get_session(), own_id(), match_id, forms.read_version(request.form.get("version", "")))
    except Conflict as error:
        flash(str(error.message), "error")
        return redirect(url_for("duels.match", match_id=match_id), code=303)
    flash(_("The Deck is as it was when the match began."), "success")
    return redirect(url_for("duels.side", match_id=match_id), code=303)


@bp.post("/matches/<int:match_id>/surrender", endpoint="match_surrender")
@login_required
@limiter.limit(ACTS, key_func=person_key)
@reads_first
def surrender(match_id: int) -> ResponseReturnValue:
    """Give up the whole match, once the person has said so twice."""
    matches.get(get_session(), own_id(), match_id)
    if request.form.get("confirmed") != "1":
        flash(_("Confirm that you want to surrender. Nothing was done."), "info")
    else:
        matches.give_up(get_db(), own_id(), match_id)
    return redirect(url_for("duels.match", match_id=match_id), code=303)


@bp.post("/matches/<int:match_id>/delete", endpoint="match_delete")
@login_required
@limiter.limit(ACTS, key_func=person_key)
def delete(match_id: int) -> ResponseReturnValue:
    """Delete a match with its duels, once the person has said so twice."""
    matches.get(get_session(), own_id(), match_id)
    if request.form.get("confirmed") != "1":
        flash(_("Confirm that the match is to be deleted. Nothing was done."), "info")
        return redirect(url_for("duels.match", match_id=match_id), code=303)
    matches.delete(get_session(), own_id(), match_id)
    flash(_("The match is deleted with its duels."), "success")
    return redirect(url_for("duels.index"), code=303)


def _of_this_page(found: matches.OpenMatch) -> Mapping[str, str]:
    """The numbers sent, unless they were meant for an earlier Deck."""
    return request.form if request.form.get("version") == str(found.row.version) else {}


def _side_page(
    found: matches.OpenMatch, form: Mapping[str, str], *, notice: str = "", status: int = 200
) -> ResponseReturnValue:
    page = match_page.side_page(get_session(), found, found.sheet(form))
    html = render_template(
        "duels/side.html",
        page=page,
        notice_text=notice,
        score=match_page.score_words(found.row),
        rules=rules_words(found.row.ruleset, found.row.house),
    )
    return uncached(make_response(html, status))
