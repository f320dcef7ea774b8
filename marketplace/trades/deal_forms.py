"""Reading the forms of an agreed trade: plans of parcels, what came in a parcel, corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from marketplace.errors import Refused
from marketplace.trades.composing import number_in
from marketplace.trades.corrections import ChangeInput
from marketplace.trades.own_trade import Side, opposite
from marketplace.trades.parcels import MOST_PARCELS, Planned, Thing, default_plan, in_steps
from marketplace.trades.sending import Said

Form = MultiDict[str, str]

ORDERS: Mapping[str, str] = {"both": "", "me": "mt", "them": "tm", "me_parts": "mtm", "them_parts": "tmt"}
"""Ways to send that the page offers, as who sends: m for the reader, t for the other; both at once waits for nobody."""


def read_day(text: str, field_name: str) -> date | None:
    """A day as browsers send it; None for nothing. Refused for anything else."""
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refused(_("Write a day such as 2026-03-14."), rule="trade.day", field=field_name) from None


@dataclass(slots=True)
class PlanForm:
    """The plan as it stands in the form."""

    order: str
    parcels: list[Planned] = field(default_factory=list)
    days: list[str] = field(default_factory=list)
    """As typed, one for each parcel."""


def plan_for(order: str, things: Sequence[Thing], side: Side) -> PlanForm:
    """The plan an order proposes, everything of a side spread over its parcels."""
    order = order if order in ORDERS else "both"
    senders = [side if sender == "m" else opposite(side) for sender in ORDERS[order]]
    parcels = in_steps(things, senders) if senders else default_plan(things, None)
    return PlanForm(order, parcels, [""] * len(parcels))


def read_plan(form: Form, things: Sequence[Thing], side: Side) -> PlanForm:
    """The plan as it was sent. Numbers that are none count as 0; a day that is none is refused by ``planned``."""
    order = form.get("order", "both")
    plan = PlanForm(order if order in ORDERS else "both")
    for place in range(MOST_PARCELS):
        sender = form.get(f"sender-{place}")
        if sender not in ("me", "them"):
            break
        gives = side if sender == "me" else opposite(side)
        numbers = {
            thing.line_id: number_in(form.get(f"many-{place}-{thing.line_id}", "")) or 0
            for thing in things
            if thing.giver == gives
        }
        contents = {line_id: number for line_id, number in numbers.items() if number > 0}
        plan.parcels.append(Planned(gives, form.get(f"waits-{place}") == "1", None, contents))
        plan.days.append(form.get(f"day-{place}", "")[:20])
    return plan


def planned(plan: PlanForm) -> list[Planned]:
    """The parcels with their days, those left empty taken out. Raises Refused for a day that is none."""
    found: list[Planned] = []
    for parcel, typed in zip(plan.parcels, plan.days, strict=True):
        day = read_day(typed, "parcels")
        if parcel.contents:
            found.append(Planned(parcel.sender, parcel.waits and bool(found), day, parcel.contents))
    return found


def read_said(form: Form, parcel_line_ids: Sequence[int]) -> dict[int, Said]:
    """What the receiver says of each line; ``all_fine`` says it of all."""
    fine = form.get("all_fine") == "1"
    words = {"yes": True, "no": False}
    return {
        line_id: Said(True if fine else words.get(form.get(f"described-{line_id}", "")), form.get(f"remark-{line_id}", ""))
        for line_id in parcel_line_ids
    }


def read_changes(form: Form, parcel_line_ids: Sequence[int]) -> list[ChangeInput]:
    """What a correction says: lines with ``what`` left at nothing are left out."""
    changes = []
    for line_id in parcel_line_ids:
        kind = form.get(f"what-{line_id}", "")
        if kind not in ("back", "facts"):
            continue
        facts: dict[str, object] = {}
        for name in ("language", "edition", "condition"):
            value = form.get(f"{name}-{line_id}", "keep")
            if value != "keep":
                facts[name] = value
        printing = number_in(form.get(f"printing-{line_id}", ""))
        if printing:
            facts["printing_id"] = printing
        if kind == "facts" and not facts:
            raise Refused(_("Say what the copies really are."), rule="trade.correction.facts", field=f"what-{line_id}")
        changes.append(ChangeInput(line_id, kind, number_in(form.get(f"quantity-{line_id}", "")) or 0, facts))
    return changes
