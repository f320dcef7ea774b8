"""Sentences of an agreed trade's page: what is to be done next, and what a correction says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy.orm import Session

from marketplace.catalogue.models import Printing
from marketplace.catalogue.vocabulary import language_label, rarity_label
from marketplace.collection.vocabulary import EDITIONS, condition_label
from marketplace.i18n import current_locale
from marketplace.trades.models import Trade, TradeLine
from marketplace.trades.own_trade import opposite, side_of
from marketplace.wants.shown_copies import from_json

if TYPE_CHECKING:
    from marketplace.trades.deal_view import DealView, ParcelView


def next_words(deal: DealView) -> str:
    """What happens next, in a sentence for the reader; empty when the trade is over."""
    if deal.state != "agreed":
        return ""
    name = deal.other_name
    if deal.amendment:
        return _("Your change of the agreement waits for %(name)s.", name=name) if deal.amendment_mine else _(
            "%(name)s proposes a change of the agreement: read it and answer.", name=name
        )  # fmt: skip
    if not deal.manner:
        if deal.their_manner:
            return _("%(name)s has said how the cards shall change hands: confirm it or propose the other way.", name=name)
        if deal.my_manner:
            return _("%(name)s has to confirm how the cards change hands.", name=name)
        return _("Settle how the cards change hands: by post or in person.")
    if deal.manner == "hand":
        if deal.met_theirs:
            return _("%(name)s says that the cards have changed hands: confirm it, and everything moves.", name=name)
        if deal.met_mine:
            return _("%(name)s has to confirm, too; until then nothing moves.", name=name)
        return _("Meet, and confirm it afterwards: with the second confirmation everything moves at once.")
    return _parcels_words(deal)


def _parcels_words(deal: DealView) -> str:
    name = deal.other_name
    if deal.plan and not deal.plan.mine:
        return _("%(name)s proposes another plan of parcels: answer it.", name=name)
    if deal.plan:
        return _("Your plan of parcels waits for %(name)s.", name=name)
    coming = _first(deal, lambda one: not one.mine and one.state == "sent")
    to_send = _first(deal, lambda one: one.can_send)
    if to_send:
        return _("Your turn: send parcel %(step)d and say so here.", step=to_send.step)
    if coming:
        return _("Parcel %(step)d is on its way to you: say so when it has arrived.", step=coming.step)
    if _first(deal, lambda one: one.state == "missing"):
        return _("A parcel is marked as missing: settle with each other what shall become of it.")
    under_way = _first(deal, lambda one: one.mine and one.state == "sent")
    if under_way:
        return _("Parcel %(step)d is on its way; %(name)s says so when it has arrived.", step=under_way.step, name=name)
    return _("It is for %(name)s to send the next parcel.", name=name)


def _first(deal: DealView, fits: Any) -> ParcelView | None:
    return next((one for one in deal.parcels if fits(one)), None)


def correction_words(
    session: Session, trade: Trade, reader_id: int, change: Mapping[str, Any], lines: Mapping[int, TradeLine]
) -> str:
    """One line of a correction, from the reader's side."""
    line = lines.get(change["line_id"])
    name = from_json(line.description or {}, current_locale()).name if line is not None else "?"
    quantity = int(change["quantity"])
    what = ngettext("%(num)d copy of %(name)s", "%(num)d copies of %(name)s", quantity, name=name)
    if change["kind"] == "back":
        # Who gave it gets it back.
        if change["giver"] == side_of(trade, reader_id):
            return str(_("%(what)s back to you", what=what))
        other = trade.proposer_name if opposite(side_of(trade, reader_id)) == "proposer" else trade.partner_name
        return str(_("%(what)s back to %(name)s", what=what, name=other))
    return str(_("%(what)s: really %(facts)s", what=what, facts=", ".join(_facts(session, change["facts"]))))


def _facts(session: Session, facts: Mapping[str, Any]) -> list[str]:
    said = []
    if "printing_id" in facts:
        printing = session.get(Printing, facts["printing_id"])
        if printing is not None:
            said.append(f"{printing.code} {rarity_label(printing.rarity, current_locale())}".strip())
    if "language" in facts:
        said.append(str(language_label(facts["language"])))
    if "edition" in facts:
        said.append(str(EDITIONS.get(facts["edition"], facts["edition"])))
    if "condition" in facts:
        said.append(str(condition_label(facts["condition"])) if facts["condition"] else _("condition not stated"))
    return said
