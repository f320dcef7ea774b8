"""What a trade's thread says about what happened after the agreement, from the reader's side."""

from __future__ import annotations

from datetime import date

from flask_babel import gettext as _
from flask_babel import ngettext

from marketplace.dates import format_date
from marketplace.trades.telling import Facts, author, register


def _manner(facts: Facts) -> str:
    return _("by post") if facts.get("manner") == "post" else _("in person")


register(
    "manner_proposed",
    lambda facts: _("You propose to hand the cards over %(how)s.", how=_manner(facts)),
    lambda facts: _("%(name)s proposes to hand the cards over %(how)s.", name=author(facts), how=_manner(facts)),
)
register(
    "manner_settled",
    lambda facts: _("You agreed: the cards are handed over %(how)s.", how=_manner(facts)),
    lambda facts: _("%(name)s agreed: the cards are handed over %(how)s.", name=author(facts), how=_manner(facts)),
)
register(
    "manner_kept",
    lambda facts: _("You stay with it: the cards are handed over %(how)s.", how=_manner(facts)),
    lambda facts: _("%(name)s stays with it: the cards are handed over %(how)s.", name=author(facts), how=_manner(facts)),
)


def _parcels(facts: Facts) -> str:
    return ngettext("%(num)d parcel", "%(num)d parcels", int(facts.get("parcels", 0)))


register(
    "plan_proposed",
    lambda facts: _("You proposed a plan: %(parcels)s.", parcels=_parcels(facts)),
    lambda facts: _("%(name)s proposed a plan: %(parcels)s.", name=author(facts), parcels=_parcels(facts)),
)
register(
    "plan_agreed",
    lambda facts: _("You agreed to the plan: %(parcels)s.", parcels=_parcels(facts)),
    lambda facts: _("%(name)s agreed to the plan: %(parcels)s.", name=author(facts), parcels=_parcels(facts)),
)
register(
    "plan_dropped",
    lambda facts: _("You withdrew the plan.") if facts.get("own") else _("You declined the plan."),
    lambda facts: (
        _("%(name)s withdrew the plan.", name=author(facts))
        if facts.get("own")
        else _("%(name)s declined the plan.", name=author(facts))
    ),
)
register(
    "address_shown",
    lambda facts: _("You showed your address."),
    lambda facts: _("%(name)s showed you an address for parcels.", name=author(facts)),
)
register(
    "address_changed",
    lambda facts: _("You show another address now."),
    lambda facts: _("%(name)s shows another address for parcels now.", name=author(facts)),
)
register(
    "address_hidden",
    lambda facts: _("You no longer show your address."),
    lambda facts: _("%(name)s no longer shows an address.", name=author(facts)),
)


def _step(facts: Facts) -> int:
    return int(facts.get("step", 1))


def _day(facts: Facts) -> str:
    return format_date(date.fromisoformat(str(facts["day"])), "medium") if facts.get("day") else ""


def _sent(facts: Facts, words: str) -> str:
    if facts.get("tracking"):
        words = f"{words} {_('Tracking number: %(number)s.', number=facts['tracking'])}"
    if facts.get("lapsed"):
        words = f"{words} {_('What had been proposed for the whole trade no longer stands.')}"
    return words


register(
    "sent",
    lambda facts: _sent(facts, _("You sent parcel %(step)d (%(day)s).", step=_step(facts), day=_day(facts))),
    lambda facts: _sent(
        facts, _("%(name)s sent parcel %(step)d (%(day)s).", name=author(facts), step=_step(facts), day=_day(facts))
    ),
)
register(
    "sent_corrected",
    lambda facts: _sent(facts, _("You corrected parcel %(step)d: sent on %(day)s.", step=_step(facts), day=_day(facts))),
    lambda facts: _sent(
        facts,
        _("%(name)s corrected parcel %(step)d: sent on %(day)s.", name=author(facts), step=_step(facts), day=_day(facts)),
    ),
)
register(
    "sent_undone",
    lambda facts: _("You took it back: parcel %(step)d has not been sent yet.", step=_step(facts)),
    lambda facts: _("%(name)s took it back: parcel %(step)d has not been sent yet.", name=author(facts), step=_step(facts)),
)


def _as_described(facts: Facts, words: str) -> str:
    bad = int(facts.get("not_as_described", 0))
    if not bad:
        return words
    return f"{words} {ngettext('%(num)d line is not as described.', '%(num)d lines are not as described.', bad)}"


register(
    "received",
    lambda facts: _as_described(facts, _("Parcel %(step)d has arrived: the cards are in your collection.", step=_step(facts))),
    lambda facts: _as_described(facts, _("%(name)s has received parcel %(step)d.", name=author(facts), step=_step(facts))),
)
register(
    "missing",
    lambda facts: _("You marked parcel %(step)d as missing.", step=_step(facts)),
    lambda facts: _("%(name)s marked parcel %(step)d as missing.", name=author(facts), step=_step(facts)),
)
register(
    "missing_undone",
    lambda facts: _("You noted: parcel %(step)d is on its way after all.", step=_step(facts)),
    lambda facts: _("%(name)s noted: parcel %(step)d is on its way after all.", name=author(facts), step=_step(facts)),
)
register(
    "met",
    lambda facts: _("You confirmed that the cards changed hands."),
    lambda facts: _("%(name)s confirmed that the cards changed hands. Please confirm it, too.", name=author(facts)),
)
register(
    "met_undone",
    lambda facts: _("You took the confirmation back."),
    lambda facts: _("%(name)s took the confirmation back.", name=author(facts)),
)
register(
    "met_both",
    lambda facts: _("You confirmed it, too: the cards of both sides have moved."),
    lambda facts: _("%(name)s confirmed it, too: the cards of both sides have moved.", name=author(facts)),
)
register("done", lambda facts: _("The trade is done."), lambda facts: _("The trade is done."))
register(
    "amendment_proposed",
    lambda facts: _("You proposed to change the agreement."),
    lambda facts: _("%(name)s proposes to change the agreement.", name=author(facts)),
)
register(
    "amended",
    lambda facts: _("You signed the change: the agreement is changed."),
    lambda facts: _("%(name)s signed the change: the agreement is changed.", name=author(facts)),
)
register(
    "amendment_withdrawn",
    lambda facts: _("You withdrew your change: the agreement stays as it is."),
    lambda facts: _("%(name)s withdrew the change: the agreement stays as it is.", name=author(facts)),
)
register(
    "amendment_refused",
    lambda facts: _("You declined the change: the agreement stays as it is."),
    lambda facts: _("%(name)s declined the change: the agreement stays as it is.", name=author(facts)),
)


def _noted(facts: Facts, words: str) -> str:
    return f"{words} “{facts['said']}”" if facts.get("said") else words


register(
    "cancel_proposed",
    lambda facts: _noted(facts, _("You proposed to cancel the trade.")),
    lambda facts: _noted(facts, _("%(name)s proposes to cancel the trade.", name=author(facts))),
)
register(
    "cancel_undone",
    lambda facts: _("You no longer want to cancel."),
    lambda facts: _("%(name)s no longer wants to cancel.", name=author(facts)),
)
register(
    "cancel_refused",
    lambda facts: _("You do not want to cancel."),
    lambda facts: _("%(name)s does not want to cancel.", name=author(facts)),
)
register(
    "cancelled",
    lambda facts: _("You agreed: the trade is cancelled, and all copies are free again."),
    lambda facts: _("%(name)s agreed: the trade is cancelled, and all copies are free again.", name=author(facts)),
)
register(
    "part_cancelled",
    lambda facts: _("You agreed: what was not on its way is cancelled."),
    lambda facts: _("%(name)s agreed: what was not on its way is cancelled.", name=author(facts)),
)
register(
    "correction_proposed",
    lambda facts: _("You proposed a correction."),
    lambda facts: _("%(name)s proposes a correction.", name=author(facts)),
)
register(
    "corrected",
    lambda facts: _("You signed the correction."),
    lambda facts: _("%(name)s signed the correction.", name=author(facts)),
)
register(
    "correction_withdrawn",
    lambda facts: _("You withdrew the correction."),
    lambda facts: _("%(name)s withdrew the correction.", name=author(facts)),
)
register(
    "correction_declined",
    lambda facts: _("You declined the correction."),
    lambda facts: _("%(name)s declined the correction.", name=author(facts)),
)
