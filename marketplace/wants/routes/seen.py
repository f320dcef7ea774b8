"""Seen lists: both ways side by side, ticked, picked, pasted, printed; "nothing seen"; and on to an offer."""

from __future__ import annotations

from collections.abc import Callable

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import login_required

from marketplace.collection.routes.acting import own_id
from marketplace.db import get_db, get_session, reads_first
from marketplace.errors import NotFound, Refused
from marketplace.extensions import limiter
from marketplace.i18n import current_locale
from marketplace.wants import bp, profile, seen, seen_reading, seen_writing
from marketplace.wants.visible_people import person_for


def _page(user_id: int, *, typed: str = "", by_other: bool = False, error: str = "") -> str:
    session, viewer_id, locale = get_session(), own_id(), current_locale()
    if user_id == viewer_id:
        raise NotFound
    view = seen.view_of(session, viewer_id, user_id, locale)
    user = person_for(session, viewer_id, user_id, lists=True)
    return render_template("wants/seen.html", user=user, view=view, typed=typed, by_other=by_other, error=error)


def _back(user_id: int, anchor: str = "") -> ResponseReturnValue:
    return redirect(url_for("wants.seen", user_id=user_id) + anchor, code=303)


def _stack_ids() -> list[int]:
    return [int(value) for value in request.form.getlist("stack") if value.isascii() and value.isdigit() and len(value) < 10]


def _acted(user_id: int, act: Callable[[], None]) -> ResponseReturnValue | tuple[str, int] | None:
    """Do something to the list; the page with the reason when it is refused."""
    session = get_session()
    try:
        act()
    except Refused as refused:
        session.rollback()
        return _page(user_id, error=str(refused.message)), refused.status
    return None


@bp.get("/people/<int:user_id>/seen", endpoint="seen")
@login_required
def seen_list(user_id: int) -> ResponseReturnValue:
    """What each has that the other looks for."""
    return _page(user_id)


@bp.post("/people/<int:user_id>/seen")
@login_required
def keep_seen(user_id: int) -> ResponseReturnValue:
    """Keep what is ticked; with ``act=propose`` go on to an offer made of it."""
    session, viewer_id = get_session(), own_id()
    picks = {}
    for stack_id in _stack_ids():
        number = request.form.get(f"quantity-{stack_id}", "1").strip()
        picks[stack_id] = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 1
    refused = _acted(user_id, lambda: seen.save(session, viewer_id, user_id, picks))
    if refused is not None:
        return refused
    if request.form.get("act") == "propose":
        return redirect(url_for("trades.compose", partner_id=user_id, from_seen=1), code=303)
    flash(_("Your list is kept."), "success")
    return _back(user_id)


@bp.post("/people/<int:user_id>/seen/pick")
@login_required
def pick_seen(user_id: int) -> ResponseReturnValue:
    """Put copies chosen in the binder on the list."""
    session, viewer_id = get_session(), own_id()
    added: list[int] = []
    refused = _acted(user_id, lambda: added.append(seen.pick(session, viewer_id, user_id, _stack_ids())))
    if refused is not None:
        return refused
    if added[0]:
        flash(ngettext("%(num)d added to your seen list.", "%(num)d added to your seen list.", added[0]), "success")
    else:
        flash(_("Tick copies first; those on your list already stay as they are."), "info")
    return _back(user_id)


@bp.post("/people/<int:user_id>/seen/paste")
@login_required
@limiter.limit("20 per minute")
@reads_first  # Reading against thousands of copies takes its time: nobody waits for the write lock meanwhile.
def paste_seen(user_id: int) -> ResponseReturnValue:
    """Find the copies a pasted list or message means."""
    session, viewer_id = get_session(), own_id()
    text, by_other = request.form.get("text", ""), request.form.get("author") == "other"
    try:
        found = seen.read_paste(session, viewer_id, user_id, text, by_other=by_other, locale=current_locale())
        session.commit()  # Only reading so far; nobody holds one connection while waiting for another.
        with get_db().write() as writing:
            seen.keep_paste(writing, viewer_id, user_id, text, found)
    except Refused as refused:
        session.rollback()
        return _page(user_id, typed=text, by_other=by_other, error=str(refused.message)), refused.status
    number = sum(1 for one in found if one.state == seen_reading.FOUND)
    flash(ngettext("%(num)d line found.", "%(num)d lines found.", number), "success" if number else "info")
    short = [one for one in found if one.state == seen_reading.FOUND and one.short]
    if short:
        words = _("There are fewer copies than the list says: %(lines)s.", lines="; ".join(one.text for one in short[:5]))
        flash(words, "warning")
    return _back(user_id, "#questions" if len(found) > number else "")


@bp.post("/people/<int:user_id>/seen/answer")
@login_required
def answer_seen(user_id: int) -> ResponseReturnValue:
    """Say which copy a line means, or drop it."""
    session, viewer_id = get_session(), own_id()
    line, stack = request.form.get("line", ""), request.form.get("stack", "")
    if not (line.isascii() and line.isdigit() and len(line) < 10):
        raise NotFound
    stack_id = int(stack) if stack.isascii() and stack.isdigit() and len(stack) < 10 else None
    drops = request.form.get("act") == "drop"
    if stack_id is None and not drops:
        return _page(user_id, error=_("Choose which copy is meant.")), 422
    refused = _acted(user_id, lambda: seen.answer(session, viewer_id, user_id, int(line), None if drops else stack_id))
    return refused if refused is not None else _back(user_id, "#questions")


@bp.post("/people/<int:user_id>/seen/clear")
@login_required
def clear_seen(user_id: int) -> ResponseReturnValue:
    """Begin again with what is computed."""
    person_for(get_session(), own_id(), user_id, lists=True)
    seen.clear(get_session(), own_id(), user_id)
    return _back(user_id)


@bp.post("/people/<int:user_id>/seen/nothing")
@login_required
def nothing_seen(user_id: int) -> ResponseReturnValue:
    """Remember that there is nothing for the reader, or take that back."""
    session, viewer_id = get_session(), own_id()
    if request.form.get("act") == "back":
        person_for(session, viewer_id, user_id, lists=True)
        seen.take_back_nothing(session, viewer_id, user_id)
    else:
        seen.say_nothing(session, viewer_id, user_id)
        flash(_("Noted. You are not asked again until one of the lists changes."), "success")
    return _back(user_id)


@bp.get("/people/<int:user_id>/seen/text")
@login_required
def seen_text(user_id: int) -> ResponseReturnValue:
    """The reader's list in the posts' style, to print and to copy."""
    session, viewer_id, locale = get_session(), own_id(), current_locale()
    if user_id == viewer_id:
        raise NotFound
    user = person_for(session, viewer_id, user_id, lists=True)
    view = seen.view_of(session, viewer_id, user_id, locale)
    language = profile.profile_of(session, user_id).list_language
    shared = seen_writing.shared_numbers(session, [one.copy for one in (*view.theirs, *view.mine)])
    sides = [
        seen_writing.lines([(one.copy, one.quantity) for one in entries], locale, language, shared)
        for entries in (view.theirs, view.mine)
    ]
    return render_template(
        "wants/seen_text.html", user=user, theirs=sides[0], mine=sides[1], text=seen_writing.message(sides[0], sides[1], locale)
    )
