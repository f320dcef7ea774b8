"""The composer for a change of what is agreed: both sign it before it holds."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.collection.routes.acting import own_id, sent_once
from marketplace.db import get_session, reads_first
from marketplace.errors import NotFound
from marketplace.extensions import limiter
from marketplace.trades import amendments, bp, composing
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Trade
from marketplace.trades.own_trade import get_trade
from marketplace.trades.routes import compose
from marketplace.trades.routes.acting import to_trade


def _agreed(trade_id: int) -> Trade:
    trade = get_trade(get_session(), own_id(), trade_id)
    if trade.agreed is None or trade.state == "recorded":
        raise NotFound
    return trade


def _writing(trade: Trade) -> compose.Writing:
    return compose.change_of(get_session(), trade, "amend", composing.read_form(request.form))


@bp.get("/<int:trade_id>/amend")
@login_required
def compose_amendment(trade_id: int) -> ResponseReturnValue:
    """The agreement, filled in to be changed."""
    trade = _agreed(trade_id)
    if trade.state != "agreed":
        return to_trade(trade_id)
    draft = compose.draft_of(get_session(), trade, own_id())
    return compose.show(compose.change_of(get_session(), trade, "amend", draft))


@bp.post("/<int:trade_id>/amend")
@login_required
@limiter.limit("40 per minute")
def propose_amendment(trade_id: int) -> ResponseReturnValue:
    """Propose the change and sign it."""
    writing = _writing(_agreed(trade_id))

    def send(lines: Sequence[LineInput]) -> Trade:
        amendments.propose(
            get_session(), own_id(), trade_id, lines, writing.draft.note, revision=writing.revision, request_key=sent_once()
        )
        return get_trade(get_session(), own_id(), trade_id)

    return compose.send_version(writing, send, _("Your change is proposed. It holds once both of you have signed it."))


@bp.post("/<int:trade_id>/amend/step")
@login_required
@reads_first
def amendment_step(trade_id: int) -> ResponseReturnValue:
    """One step of composing a change."""
    return compose.take_step(_writing(_agreed(trade_id)))


@bp.post("/<int:trade_id>/amend/values")
@login_required
def amendment_values(trade_id: int) -> ResponseReturnValue:
    """Keep the private values typed in the form."""
    return compose.keep_values(_writing(_agreed(trade_id)))
