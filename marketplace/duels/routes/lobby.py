"""Before and after the table: the list of duels, a new duel, a rematch, and deleting one."""

from __future__ import annotations

from flask import flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.accounts.routes.edge import own_id
from marketplace.collection.routes.acting import sent_once
from marketplace.db import get_db, get_session, reads_first
from marketplace.duels import (
    bp,
    from_example,
    match_page,
    opponents,
    queries,
    results,
    rulesets,
    saving,
    setup,
    starting,
    teams,
)
from marketplace.duels.models import PracticeDuel, PracticeMatch
from marketplace.duels.routes.showing import person_key, uncached
from marketplace.errors import Refused
from marketplace.extensions import limiter

BEGINNINGS = "30 per minute"


@bp.app_template_global()
def rules_of_duel(row: PracticeDuel | PracticeMatch) -> str:
    """How pages call the rules of a stored duel or match."""
    return rulesets.rules_words(row.ruleset, row.house)


@bp.get("", endpoint="index")
@login_required
def list_of_duels() -> ResponseReturnValue:
    """Duels that are going on and those that are over."""
    found = queries.duels_of(get_session(), own_id(), _page_number())
    running, over = queries.matches_of(get_session(), own_id())
    page = render_template(
        "duels/index.html", found=found, matches=running, matches_over=over, score=match_page.score_words, **_names()
    )
    return uncached(make_response(page))


def _page_number() -> int:
    typed = request.args.get("page", "")
    return int(typed) if typed.isascii() and typed.isdigit() and 0 < len(typed) < 6 else 1


def _names() -> dict[str, object]:
    return {
        "rulesets": dict(setup.ruleset_choices()),
        "opponents": opponents.OPPONENTS,
        "results": results.RESULTS,
        "reason_words": results.reason_words,
    }


@bp.get("/new")
@login_required
def new() -> ResponseReturnValue:
    """Choose a ruleset, two Decks and an opponent."""
    return uncached(make_response(_new_page()))


def _new_page(refused: Refused | None = None) -> str:
    session = get_session()
    asked = request.args.get("deck", "")
    ruleset = request.values.get("ruleset", "")
    ruled = rulesets.offered_rules(session, own_id(), ruleset)
    if ruled is None:
        ruleset = setup.ruleset_of(session, own_id(), asked) or queries.last_ruleset(session, own_id()) or setup.FIRST[0]
        ruled = rulesets.offered_rules(session, own_id(), ruleset)
    if ruled is None:
        ruled = rulesets.chosen_rules(session, own_id(), setup.FIRST[0])
    rules = ruled.definition
    practice, own = setup.practice_offers(rules), setup.own_offers(session, own_id(), rules)
    return render_template(
        "duels/new.html",
        ruleset=ruleset,
        ruled=ruled,
        house=rulesets.own_choices(session, own_id()),
        can_match=ruled.rules.match_length == "three",
        length=request.values.get("length") or "duel",
        settles=ruled.rules.setup_first_player == "agree",
        practice=practice,
        own=own,
        first=setup.FIRST,
        about=setup.ABOUT,
        my_deck=request.values.get("my_deck") or setup.asked_for(own, asked) or setup.usual_choice([*practice, *own]),
        their_deck=request.values.get("their_deck") or setup.FITTING,
        tag=teams.is_for_teams(rules),
        partner_deck=request.values.get("partner_deck") or setup.FITTING,
        other_deck=request.values.get("other_deck") or setup.FITTING,
        opponent=request.values.get("opponent") or opponents.DEFAULT,
        refused=refused,
        **_names(),
    )


@bp.post("/new")
@login_required
@limiter.limit(BEGINNINGS, key_func=person_key)
@reads_first
def begin() -> ResponseReturnValue:
    """Begin a duel."""
    form = request.form
    wish = starting.Wish(
        form.get("ruleset", ""),
        form.get("my_deck", ""),
        form.get("their_deck", ""),
        form.get("opponent", ""),
        form.get("length") == "match",
        form.get("partner_deck", "") or setup.FITTING,
        form.get("other_deck", "") or setup.FITTING,
    )
    try:
        duel_id = starting.begin(get_db(), own_id(), wish, sent_once())
    except Refused as error:
        return uncached(make_response(_new_page(error), 422))
    return redirect(url_for("duels.table", duel_id=duel_id), code=303)


@bp.post("/from-example", endpoint="from_example")
@login_required
@limiter.limit(BEGINNINGS, key_func=person_key)
@reads_first
def begin_from_example() -> ResponseReturnValue:
    """Begin a duel in the position of an example of the rulebook."""
    wish = from_example.chosen(request.form.get("example", ""), request.form.get("under", ""))
    try:
        duel_id = from_example.begin(get_db(), own_id(), wish, sent_once())
    except Refused as error:
        flash(str(error.message), "error")
        return redirect(url_for("rules.example", example_id=wish.example.id, under=wish.choice), code=303)
    return redirect(url_for("duels.table", duel_id=duel_id), code=303)


@bp.post("/<int:duel_id>/rematch")
@login_required
@limiter.limit(BEGINNINGS, key_func=person_key)
@reads_first
def rematch(duel_id: int) -> ResponseReturnValue:
    """The same Decks once more."""
    try:
        new_id = starting.rematch(get_db(), own_id(), duel_id, sent_once())
    except Refused as error:
        flash(str(error.message), "error")
        return redirect(url_for("duels.index"), code=303)
    return redirect(url_for("duels.table", duel_id=new_id), code=303)


@bp.post("/<int:duel_id>/delete")
@login_required
@limiter.limit(BEGINNINGS, key_func=person_key)
def delete(duel_id: int) -> ResponseReturnValue:
    """Delete a duel, once the person has said so twice."""
    saving.version_of(get_session(), own_id(), duel_id)  # Only one's own is asked about.
    if request.form.get("confirmed") != "1":
        flash(_("Confirm that the duel is to be deleted. Nothing was done."), "info")
    else:
        try:
            saving.delete(get_session(), own_id(), duel_id)
        except Refused as error:
            flash(str(error.message), "error")
        else:
            flash(_("The duel is deleted."), "success")
    return redirect(url_for("duels.index"), code=303)
