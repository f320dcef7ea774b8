"""Offering what is not needed: the rule, its preview, and marking the copies in one act."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import ngettext
from flask_login import login_required
from werkzeug.datastructures import MultiDict

from marketplace.collection.routes.acting import note_refusal, own_id, say, sent_once
from marketplace.db import get_session
from marketplace.errors import Conflict, Refused
from marketplace.i18n import current_locale
from marketplace.wants import bp, keeping
from marketplace.wants.want_forms import KeepForm

SHOWN_CARDS, SHOWN_STACKS = 300, 400
"""How much of a preview a page shows: cards in up to so many stacks, at least one card."""


@bp.get("/wants/spare")
@login_required
def spare() -> ResponseReturnValue:
    """The rule; with one in the address also what it would do."""
    asked = "keep" in request.args
    form = KeepForm(_given() if asked else None, meta={"csrf": False})
    if not asked:
        return render_template("wants/spare.html", form=form, plan=None, shown=[], more=0)
    if not form.validate():
        return render_template("wants/spare.html", form=form, plan=None, shown=[], more=0), 422
    return _preview(form)


@bp.post("/wants/spare")
@login_required
def offer_spare() -> ResponseReturnValue:
    """Mark the copies as the preview showed them."""
    form = KeepForm()
    if not form.validate():
        return render_template("wants/spare.html", form=form, plan=None, shown=[], more=0), 422
    session = get_session()
    try:
        operation = keeping.apply(
            session, own_id(), form.rule(), form.digest.data or "", current_locale(), request_key=sent_once()
        )
    except (Refused, Conflict) as error:
        if isinstance(error, Conflict):
            form.form_errors.append(str(error.message))
        else:
            note_refusal(form, error)
        session.rollback()
        return _preview(form), error.status
    number = int(operation.summary.get("offered", 0))
    say(operation, ngettext("%(num)d copy more is for trade.", "%(num)d copies more are for trade.", number))
    return redirect(url_for("collection.stacks", has="trade"), code=303)


def _given() -> MultiDict[str, str]:
    """The rule in the address; what it leaves out is the usual."""
    usual = {"rarity": "rare", "condition": "best", "language": ""}
    return MultiDict(usual | request.args.to_dict())


def _preview(form: KeepForm) -> str:
    plan = keeping.plan(get_session(), own_id(), form.rule(), current_locale())
    form.digest.data = plan.digest
    shown: list[keeping.CardPlan] = []
    for card in plan.cards[:SHOWN_CARDS]:
        if shown and sum(len(one.shares) for one in [*shown, card]) > SHOWN_STACKS:
            break
        shown.append(card)
    return render_template("wants/spare.html", form=form, plan=plan, shown=shown, more=len(plan.cards) - len(shown))
