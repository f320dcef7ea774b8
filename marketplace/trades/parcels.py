"""Plans of dispatch: which parcel goes when, from whom, with what in it.

Plain values without a database. A plan is an ordered list of parcels; a parcel that waits is sent once all parcels
before it have arrived, the others may be sent at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from flask_babel import gettext as _

from marketplace.errors import Refused

SIDES = ("proposer", "partner")
MOST_PARCELS = 6
"""Parcels one plan may have: enough to send a part each, three times."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What one line of the agreement sends: ``quantity`` copies or things from ``giver``."""

    line_id: int
    giver: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Planned:
    """One parcel of a plan; ``contents`` maps lines to how many travel in it."""

    sender: str
    waits: bool = False
    planned_for: date | None = None
    contents: Mapping[int, int] = field(default_factory=dict)


def other_side(side: str) -> str:
    return "partner" if side == "proposer" else "proposer"


def default_plan(things: Sequence[Thing], first: str | None) -> list[Planned]:
    """One parcel from each side that gives something. ``first`` sends first and the other waits; None: both at once."""
    order = [first, other_side(first)] if first else list(SIDES)
    return _without_empty(
        [Planned(side, waits=bool(first) and number > 0, contents=_all_of(things, side)) for number, side in enumerate(order)]
    )


def in_steps(things: Sequence[Thing], senders: Sequence[str]) -> list[Planned]:
    """Parcels in the order of ``senders``, each waiting for those before it; a side's things are spread over its parcels.

    Earlier parcels get no fewer than later ones: the fifth of five copies in two parcels travels with the first.
    """
    spread: list[dict[int, int]] = [{} for _sender in senders]
    for side in SIDES:
        numbers = [number for number, sender in enumerate(senders) if sender == side]
        units = [thing.line_id for thing in things if thing.giver == side for _copy in range(thing.quantity)]
        if not numbers:
            continue
        share, over = divmod(len(units), len(numbers))
        start = 0
        for place, number in enumerate(numbers):
            end = start + share + (place < over)
            spread[number] = dict(Counter(units[start:end]))
            start = end
    plan = [Planned(sender, waits=number > 0, contents=spread[number]) for number, sender in enumerate(senders)]
    return _without_empty(plan)


def check_plan(things: Sequence[Thing], plan: Sequence[Planned]) -> None:
    """Refuse a plan that does not send everything exactly once, each thing from the side that gives it."""
    if not plan or len(plan) > MOST_PARCELS:
        raise Refused(_("A plan has 1 to %(most)d parcels.", most=MOST_PARCELS), rule="trades.plan.parcels", field="parcels")
    known = {thing.line_id: thing for thing in things}
    sent: Counter[int] = Counter()
    for parcel in plan:
        if parcel.sender not in SIDES:
            raise Refused(_("Say who sends each parcel."), rule="trades.plan.sender", field="parcels")
        for line_id, quantity in parcel.contents.items():
            thing = known.get(line_id)
            if thing is None or quantity < 1 or thing.giver != parcel.sender:
                raise Refused(
                    _("A parcel can only hold what its sender gives in this trade."),
                    rule="trades.plan.contents",
                    field="parcels",
                )
            sent[line_id] += quantity
        if not parcel.contents:
            raise Refused(_("A parcel of the plan is empty: put something in or leave it out."),
                          rule="trades.plan.empty", field="parcels")  # fmt: skip
    for thing in things:
        if sent[thing.line_id] != thing.quantity:
            raise Refused(
                _(
                    "Every copy travels in exactly one parcel: the numbers of one line do not add up to %(all)d.",
                    all=thing.quantity,
                ),
                rule="trades.plan.sum",
                field="parcels",
                line_id=thing.line_id,
                wanted=thing.quantity,
                have=sent[thing.line_id],
            )


def to_facts(plan: Iterable[Planned]) -> list[dict[str, Any]]:
    """A plan as JSON, for the history."""
    return [
        {
            "sender": parcel.sender,
            "waits": parcel.waits,
            "planned_for": parcel.planned_for.isoformat() if parcel.planned_for else None,
            "contents": [[line_id, quantity] for line_id, quantity in parcel.contents.items()],
        }
        for parcel in plan
    ]


def from_facts(facts: Iterable[Mapping[str, Any]]) -> list[Planned]:
    """The plan ``to_facts`` wrote."""
    return [
        Planned(
            str(one["sender"]),
            bool(one["waits"]),
            date.fromisoformat(one["planned_for"]) if one["planned_for"] else None,
            {int(line_id): int(quantity) for line_id, quantity in one["contents"]},
        )
        for one in facts
    ]


def _all_of(things: Sequence[Thing], side: str) -> dict[int, int]:
    return {thing.line_id: thing.quantity for thing in things if thing.giver == side}


def _without_empty(plan: Sequence[Planned]) -> list[Planned]:
    kept = [parcel for parcel in plan if parcel.contents]
    if kept and kept[0].waits:
        kept[0] = Planned(kept[0].sender, False, kept[0].planned_for, kept[0].contents)
    return kept
