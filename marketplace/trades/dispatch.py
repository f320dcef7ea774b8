"""How the goods of an agreed trade change hands: by post or in person, and the plan of the parcels.

The manner is settled by both and can be changed while nothing was sent or confirmed. A plan of parcels is in force from
the moment the post is agreed on; either side may propose another, which the other one agrees to or not.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session, selectinload

from marketplace.errors import Conflict, Refused
from marketplace.trades import turns
from marketplace.trades.models import Parcel, ParcelLine, Trade, TradeEvent, TradeVersion
from marketplace.trades.own_trade import version_of
from marketplace.trades.parcels import Planned, Thing, check_plan, default_plan, from_facts, to_facts
from marketplace.trades.turns import Turn

MANNERS = ("post", "hand")
TRAVELS = ("copies", "item")
"""Kinds of lines that are handed over; a remark on money is only a remark."""
_PLAN_EVENTS = ("plan_proposed", "plan_agreed", "plan_dropped", "manner_settled", "amended", "sent", "part_cancelled")


def parcels_of(session: Session, trade_id: int) -> list[Parcel]:
    """The parcels of a trade in their order, with their lines."""
    query = select(Parcel).where(Parcel.trade_id == trade_id).options(selectinload(Parcel.lines)).order_by(Parcel.step)
    return list(session.scalars(query.execution_options(populate_existing=True)))


def things_of(version: TradeVersion) -> list[Thing]:
    """What the lines of a version send."""
    return [Thing(line.id, line.giver, line.quantity) for line in version.lines if line.kind in TRAVELS]


def agreed_version(session: Session, trade: Trade) -> TradeVersion:
    """The version both agreed on."""
    return version_of(session, trade, trade.agreed or trade.latest)


def has_begun(parcels: Sequence[Parcel], consents: dict[str, set[int]]) -> bool:
    """Whether something was sent, or one has confirmed that the cards changed hands."""
    return any(parcel.state != "planned" for parcel in parcels) or bool(consents.get("handed_over"))


def refuse_if_begun(session: Session, trade: Trade) -> list[Parcel]:
    """The parcels, none of them sent; Refused otherwise."""
    parcels = parcels_of(session, trade.id)
    if has_begun(parcels, turns.consents_of(session, trade.id)):
        if trade.manner == "hand":
            words = _("One of you has confirmed that the cards changed hands: take that back first.")
        else:
            words = _("A parcel is on its way already.")
        raise Refused(words, rule="trade.deal.begun")
    return parcels


def choose_manner(
    session: Session, actor_id: int, trade_id: int, manner: str, *, revision: int | None = None, request_key: str | None = None
) -> Trade:
    """Say how the cards shall change hands; settled once both say the same. Choosing what is settled drops other wishes."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key)
    trade = turn.trade
    if turn.repeated:
        return trade
    if manner not in MANNERS:
        raise Refused(_("Choose one of the list."), rule="trade.manner", field="manner")
    refuse_if_begun(session, trade)
    consents = turns.consents_of(session, trade.id)
    if trade.manner == manner:
        if turns.forget(turn, "manner:"):
            turn.say("manner_kept", {"manner": manner})
        return trade
    if actor_id in consents.get(f"manner:{manner}", set()):
        return trade
    turns.withdraw(turn, f"manner:{'hand' if manner == 'post' else 'post'}")
    if not turns.consent(turn, f"manner:{manner}"):
        turn.say("manner_proposed", {"manner": manner})
        return trade
    turns.forget(turn, "manner:")
    trade.manner = manner
    lay(session, trade, usual_plan(session, trade) if manner == "post" else [])
    turn.say("manner_settled", {"manner": manner})
    return trade


def finished_trades(session: Session, user_ids: Sequence[int | None]) -> dict[int, int]:
    """How many trades each of these people has finished with members."""
    found = {user_id: 0 for user_id in user_ids if user_id is not None}
    for user_id in found:
        query = select(func.count(Trade.id)).where(
            Trade.state == "done", or_(Trade.proposer_id == user_id, Trade.partner_id == user_id)
        )
        found[user_id] = session.scalar(query) or 0
    return found


def first_to_send(session: Session, trade: Trade) -> str | None:
    """The side with fewer finished trades, which custom lets send first; None when they have the same number."""
    counts = finished_trades(session, [trade.proposer_id, trade.partner_id])
    mine, theirs = counts.get(trade.proposer_id or 0, 0), counts.get(trade.partner_id or 0, 0)
    if mine == theirs:
        return None
    return "proposer" if mine < theirs else "partner"


def usual_plan(session: Session, trade: Trade) -> list[Planned]:
    """A parcel from each side; the one with fewer finished trades sends first."""
    return default_plan(things_of(agreed_version(session, trade)), first_to_send(session, trade))


def lay(session: Session, trade: Trade, plan: Sequence[Planned]) -> None:
    """Make this the plan in force. Nothing may have been sent."""
    for parcel in parcels_of(session, trade.id):
        session.delete(parcel)
    session.flush()
    for step, planned in enumerate(plan, 1):
        parcel = Parcel(
            trade_id=trade.id, step=step, waits=planned.waits, sender=planned.sender, planned_for=planned.planned_for
        )
        parcel.lines = [ParcelLine(line_id=line_id, quantity=quantity) for line_id, quantity in planned.contents.items()]
        session.add(parcel)
    session.flush()


def pending_plan(session: Session, trade_id: int) -> TradeEvent | None:
    """The proposal of a plan that waits for the other side's answer."""
    query = select(TradeEvent).where(TradeEvent.trade_id == trade_id, TradeEvent.kind.in_(_PLAN_EVENTS))
    last = session.scalar(query.order_by(TradeEvent.id.desc()).limit(1))
    return last if last is not None and last.kind == "plan_proposed" else None


def plan_of(event: TradeEvent) -> list[Planned]:
    """The parcels a proposal names."""
    return from_facts(event.facts["plan"])


def propose_plan(
    session: Session,
    actor_id: int,
    trade_id: int,
    plan: Sequence[Planned],
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Trade:
    """Propose another plan of parcels; it replaces an earlier proposal and waits for the other side's yes."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key)
    trade = turn.trade
    if turn.repeated:
        return trade
    _refuse_unless_post(trade)
    parcels = refuse_if_begun(session, trade)
    check_plan(things_of(agreed_version(session, trade)), plan)
    facts = to_facts(plan)
    if facts == to_facts(as_planned(parcels)):
        raise Refused(_("This is the plan you have already."), rule="trade.plan.same", field="parcels")
    turn.say("plan_proposed", {"plan": facts, "parcels": len(plan)})
    return trade


def as_planned(parcels: Sequence[Parcel]) -> list[Planned]:
    """The parcels in force, as a plan."""
    return [
        Planned(one.sender, one.waits, one.planned_for, {line.line_id: line.quantity for line in one.lines}) for one in parcels
    ]


def answer_plan(
    session: Session,
    actor_id: int,
    trade_id: int,
    event_id: int,
    agree: bool,
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Trade:
    """Agree to the other side's plan, or drop it; its author can only drop it."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key)
    trade = turn.trade
    if turn.repeated:
        return trade
    pending = pending_plan(session, trade.id)
    if pending is None or pending.id != event_id:
        raise Conflict(_("This plan is no longer the one that waits for an answer."), rule="trade.plan.gone")
    if not agree:
        turn.say("plan_dropped", {"own": pending.actor_id == actor_id})
        return trade
    if pending.actor_id == actor_id:
        raise Refused(_("The other side answers your own plan."), rule="trade.plan.own")
    refuse_if_begun(session, trade)
    plan = plan_of(pending)
    check_plan(things_of(agreed_version(session, trade)), plan)
    lay(session, trade, plan)
    turn.say("plan_agreed", {"parcels": len(plan)})
    return trade


def _refuse_unless_post(trade: Trade) -> None:
    if trade.manner != "post":
        raise Refused(_("First agree that the cards go by post."), rule="trade.deal.not_post")


def lapse(turn: Turn) -> list[str]:
    """Something was sent: what was proposed for the whole trade no longer stands. Returns what lapsed."""
    lapsed = []
    if turns.forget(turn, "cancel"):
        lapsed.append("cancel")
    turns.forget(turn, "manner:", "amendment:")
    if turn.trade.amendment is not None:
        turn.trade.amendment = None
        lapsed.append("amendment")
    return lapsed
