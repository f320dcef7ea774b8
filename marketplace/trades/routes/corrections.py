"""Corrections of a trade after its cards have changed hands."""

from __future__ import annotations

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.catalogue import lookup
from marketplace.catalogue.vocabulary import LANGUAGES, rarity_label
from marketplace.collection.routes.acting import own_id, sent_once
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.db import get_session
from marketplace.errors import DomainError
from marketplace.extensions import limiter
from marketplace.i18n import current_locale
from marketplace.trades import bp, corrections, deal_forms
from marketplace.trades.deal_view import DealView
from marketplace.trades.routes.acting import act, seen_revision, to_trade
from marketplace.trades.routes.deal import deal

_MOST_PRINTINGS = 60


@bp.get("/<int:trade_id>/corrections/new")
@login_required
def correction(trade_id: int) -> ResponseReturnValue:
    """The form: which copies go back, or are something else than agreed."""
    shown = deal(trade_id)
    if not shown.can_correct:
        return to_trade(trade_id)
    return _page(shown)


@bp.post("/<int:trade_id>/corrections/new")
@login_required
@limiter.limit("20 per minute")
def propose_correction(trade_id: int) -> ResponseReturnValue:
    """Propose it to the other side."""
    shown = deal(trade_id)
    lines = [item.parcel_line_id for one in shown.parcels if one.state == "received" for item in one.items if item.copy]

    def do() -> str:
        changes = deal_forms.read_changes(request.form, lines)
        note = request.form.get("note", "")
        corrections.propose(get_session(), own_id(), trade_id, changes, note, revision=seen_revision(), request_key=sent_once())
        return _("Your correction is proposed. It holds once the other side has signed it, too.")

    def failed(error: DomainError) -> str:
        return _page(deal(trade_id), str(error.message))

    return act(trade_id, do, failed=failed)


def _page(shown: DealView, trouble: str = "") -> str:
    session = get_session()
    items = [(one, item) for one in shown.parcels if one.state == "received" for item in one.items if item.copy]
    cards = {item.copy.card_id for _parcel, item in items if item.copy and not item.copy.custom}
    printings = lookup.of_cards(session, cards, own_id())
    return render_template(
        "trades/correction.html",
        deal=shown,
        items=items,
        printings={card_id: found[:_MOST_PRINTINGS] for card_id, found in printings.items()},
        languages=[(code, language.label) for code, language in LANGUAGES.items()],
        editions=list(EDITIONS.items()),
        conditions=list(CONDITIONS),
        rarity_label=lambda name: rarity_label(name, current_locale()),
        typed=request.form,
        trouble=trouble,
    )


@bp.post("/<int:trade_id>/corrections/<int:correction_id>/<any('sign', 'drop'):answer>")
@login_required
@limiter.limit("40 per minute")
def answer_correction(trade_id: int, correction_id: int, answer: str) -> ResponseReturnValue:
    """Sign a correction, or drop it."""

    def do() -> str:
        session, revision, key = get_session(), seen_revision(), sent_once()
        if answer == "sign":
            corrections.sign(session, own_id(), trade_id, correction_id, revision=revision, request_key=key)
            return _("The correction is signed by both.")
        corrections.drop(session, own_id(), trade_id, correction_id, revision=revision, request_key=key)
        return _("The correction is dropped; the history keeps it.")

    return act(trade_id, do)
