"""Copies of a stack that are not at hand: lent to somebody, or promised by an agreed trade. The words of every refusal."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection.models import Promise
from marketplace.collection.stock_write import Draft
from marketplace.errors import Refused


def held_back(session: Session, draft: Draft, wanted: int, *, field: str = "quantity") -> Refused:
    """Why ``wanted`` copies of a stack cannot leave it, be lent or be for trade, although it has so many.

    Loans are named first where they alone stand in the way: the collector can take those back.
    """
    lent = draft.state["lent"]
    if lent and (wanted > draft.quantity - lent or not draft.state["promised"]):
        return Refused(
            _("%(lent)d of these %(all)d copies are lent: take them back first.", lent=lent, all=draft.quantity),
            rule="collection.stack.lent",
            field=field,
            lent=lent,
        )
    return promised_away(session, draft, field=field)


def promised_away(
    session: Session, draft: Draft, rule: str = "collection.promise.held", *, more: str = "", field: str = "quantity"
) -> Refused:
    """The refusal that names whom copies of the stack are promised to; ``more`` is a sentence to end with."""
    words = promised_words(session, draft)
    facts = {"stack_id": draft.id, "promised": draft.state["promised"], "free": draft.free}
    return Refused(f"{words} {more}".rstrip(), rule=rule, field=field, **facts)


def promised_words(session: Session, draft: Draft) -> str:
    """ "2 of these copies are promised to Lea." """
    query = select(Promise.to_name).where(Promise.stack_id == draft.id).order_by(Promise.id)
    names = [name for name in dict.fromkeys(session.scalars(query)) if name]
    return str(
        ngettext(
            "%(num)d of these copies is promised to %(who)s.",
            "%(num)d of these copies are promised to %(who)s.",
            draft.state["promised"],
            who=", ".join(names) or _("another member"),
        )
    )


def refuse_proxy(session: Session, draft: Draft) -> None:
    """Refuse to make stand-ins of promised copies."""
    if draft.state["promised"]:
        raise promised_away(
            session, draft, "collection.promise.proxy", more=_("Promised copies cannot become proxies."), field="proxy"
        )


def refuse_unless_there(session: Session, draft: Draft, wanted: int) -> None:
    """Refuse to take more copies out of a stack than it has at hand."""
    if wanted > draft.quantity:
        raise Refused(
            _("There are only %(have)d copies in this stack.", have=draft.quantity),
            rule="collection.stack.not_enough",
            field="quantity",
            have=draft.quantity,
            wanted=wanted,
        )
    if wanted > draft.free:
        raise held_back(session, draft, wanted)
