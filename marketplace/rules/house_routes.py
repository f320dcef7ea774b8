"""Pages of house rules: the list, the form, one of them, and the read-only page of a shared link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import current_user, login_required

from engine import RULESETS
from marketplace.accounts.routes.edge import absolute, own_id
from marketplace.collection.routes.acting import sent_once
from marketplace.db import get_session
from marketplace.errors import Conflict, Refused
from marketplace.extensions import limiter
from marketplace.i18n import current_locale
from marketplace.rules import bp, house, house_view, words
from marketplace.rules.models import HouseRuleset

ACTS = "30 per minute"
_PREFIX = "s:"


def _person() -> str:
    return f"person:{current_user.id}" if current_user.is_authenticated else "person:-"


@bp.get("/house")
@login_required
def house_list() -> ResponseReturnValue:
    """The person's house rules."""
    rows = [(row, house.is_sound(row)) for row in house.of_user(get_session(), own_id())]
    return render_template("rules/house_list.html", rows=rows, ruleset_names=words.RULESET_NAMES)


@bp.get("/house/new")
@login_required
def house_new() -> ResponseReturnValue:
    """Choose a base, then what differs."""
    base = request.args.get("base", "")
    return _form(base if base in RULESETS else "advanced", "", {})


@bp.post("/house/new")
@login_required
@limiter.limit(ACTS, key_func=_person)
def house_make() -> ResponseReturnValue:
    base, name, changes = request.form.get("base", ""), request.form.get("name", ""), _changes()
    try:
        row = house.make(get_session(), own_id(), name, base, changes, sent_once())
    except Refused as error:
        return _form(base if base in RULESETS else "advanced", name, changes, error=error), 422
    return redirect(url_for("rules.house_page", house_id=row.id), code=303)


@bp.get("/house/<int:house_id>")
@login_required
def house_page(house_id: int) -> ResponseReturnValue:
    row = house.get(get_session(), own_id(), house_id)
    link = absolute(url_for("rules.house_shared", token=row.share_token)) if row.share_token else ""
    return _page(row, link=link, mine=True)


@bp.get("/house/<int:house_id>/edit")
@login_required
def house_edit(house_id: int) -> ResponseReturnValue:
    row = house.get(get_session(), own_id(), house_id)
    return _form(row.base, row.name, row.changes, row=row)


@bp.post("/house/<int:house_id>/edit")
@login_required
@limiter.limit(ACTS, key_func=_person)
def house_change(house_id: int) -> ResponseReturnValue:
    name, changes, typed = request.form.get("name", ""), _changes(), request.form.get("version", "")
    version = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 9 else 0
    try:
        house.change(get_session(), own_id(), house_id, name, changes, version)
    except (Refused, Conflict) as error:
        row = house.get(get_session(), own_id(), house_id)
        return _form(row.base, name, changes, row=row, error=error), error.status
    flash(_("Saved. Duels that are going on keep the rules they began with."), "success")
    return redirect(url_for("rules.house_page", house_id=house_id), code=303)


@bp.post("/house/<int:house_id>/share")
@login_required
@limiter.limit(ACTS, key_func=_person)
def house_share(house_id: int) -> ResponseReturnValue:
    house.share(get_session(), own_id(), house_id, request.form.get("on") == "1")
    return redirect(url_for("rules.house_page", house_id=house_id) + "#share", code=303)


@bp.post("/house/<int:house_id>/delete")
@login_required
@limiter.limit(ACTS, key_func=_person)
def house_delete(house_id: int) -> ResponseReturnValue:
    house.delete(get_session(), own_id(), house_id)
    flash(_("The house rules are deleted. Duels that began with them keep them."), "success")
    return redirect(url_for("rules.house_list"), code=303)


@bp.get("/house/shared/<token>")
def house_shared(token: str) -> ResponseReturnValue:
    """The read-only page behind a link."""
    return _page(house.shared(get_session(), token), token=token)


@bp.post("/house/shared/<token>/copy")
@login_required
@limiter.limit(ACTS, key_func=_person)
def house_copy(token: str) -> ResponseReturnValue:
    try:
        row = house.copy(get_session(), own_id(), token, sent_once())
    except Refused as error:
        flash(str(error.message), "error")
        return redirect(url_for("rules.house_shared", token=token), code=303)
    flash(_("Saved as your own: change it as you like."), "success")
    return redirect(url_for("rules.house_page", house_id=row.id), code=303)


def _changes() -> dict[str, str]:
    """The switches that were set; empty ones stay as the base has them."""
    sent = {key.removeprefix(_PREFIX): value for key, value in request.form.items() if key.startswith(_PREFIX)}
    return {switch[:60]: value[:60] for switch, value in sent.items() if value}


def _page(row: HouseRuleset, *, link: str = "", token: str = "", mine: bool = False) -> str:
    found: Sequence[house_view.Difference] = ()
    problems: list[str] = []
    try:
        found = house_view.differences(house.definition(row), current_locale())
    except house.CannotChange as error:
        problems = [sentence for _one, sentence in house.sentences(error)]
    return render_template(
        "rules/house.html",
        house=row,
        mine=mine,
        link=link,
        token=token,
        differences=found,
        problems=problems,
        ruleset_names=words.RULESET_NAMES,
    )


def _form(
    base: str,
    name: str,
    changes: Mapping[str, str],
    *,
    row: HouseRuleset | None = None,
    error: Refused | Conflict | None = None,
) -> str:
    told = house.sentences(error) if isinstance(error, house.CannotChange) else []
    return render_template(
        "rules/house_form.html",
        house=row,
        base=base,
        name=name,
        groups=house_view.groups(base, changes, current_locale()),
        error=error,
        against={one.switch: sentence for one, sentence in told},
        against_all=[sentence for _one, sentence in told],
        longest=house.LONGEST_NAME,
        ruleset_names=words.RULESET_NAMES,
    )
