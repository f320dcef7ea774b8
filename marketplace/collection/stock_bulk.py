"""Many changes at once, for imports and pasted lists: 20,000 rows in a few seconds, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy.orm import Session

from marketplace.collection.models import Operation
from marketplace.collection.stock_act import Act
from marketplace.collection.stock_check import check_copies, whole_number
from marketplace.collection.stock_held import promised_words
from marketplace.collection.stock_key import MOST_PER_ACT, MOST_PER_STACK, Change, key_of_state, state_of
from marketplace.collection.stock_write import Draft
from marketplace.errors import Refused


def apply_batch(
    session: Session,
    user_id: int,
    changes: Sequence[Change],
    *,
    kind: str,
    summary: Mapping[str, Any] | None = None,
    request_key: str | None = None,
) -> Operation:
    """Apply every change in order, or none: a subtraction below zero is refused with all rows it concerns.

    ``kind`` is import or paste. Rows that leave everything as it is make no trace. The refusal's fact ``rows`` lists
    ``{"row", "have", "wanted"}`` of each row that asks for more than there is.
    """
    act = Act(session, user_id, kind, request_key=request_key, summary=summary)
    if act.repeated:
        return act.repeated
    check_copies(session, user_id, [change.copies for change in changes], places=act.places())
    states = [state_of(change.copies) for change in changes]
    keys = [key_of_state(state) for state in states]
    act.take_keys(keys)
    short: list[dict[str, Any]] = []
    promised: list[str] = []
    copies = 0
    for number, (change, state, key) in enumerate(zip(changes, states, keys, strict=True), start=1):
        draft = act.find_or_make(state, key)
        copies += abs(_apply(act, draft, change, change.row if change.row is not None else number, short, promised))
    if short:
        words = ngettext(
            "%(num)d row asks for more copies than there are (row %(rows)s). Nothing was changed.",
            "%(num)d rows ask for more copies than there are (rows %(rows)s). Nothing was changed.",
            len(short),
            rows=", ".join(str(line["row"]) for line in short[:10]) + ("…" if len(short) > 10 else ""),
        )
        rule = "collection.promise.held" if promised else "collection.batch.not_enough"
        raise Refused(" ".join([str(words), *promised]), rule=rule, field="quantity", rows=short)
    act.summary.setdefault("copies", copies)
    return act.write()


def _apply(act: Act, draft: Draft, change: Change, row: int, short: list[dict[str, Any]], promised: list[str]) -> int:
    """Apply one change; returns by how many copies the stack grew."""
    if change.set_to is not None:
        whole_number(change.set_to, 0, MOST_PER_STACK)
        delta = change.set_to - draft.quantity
    else:
        delta = whole_number(change.add, -MOST_PER_ACT, MOST_PER_ACT)
    after = draft.quantity + delta
    if -delta > draft.free:
        if not promised and draft.state["promised"] and -delta <= draft.quantity - draft.state["lent"]:
            promised.append(promised_words(act.session, draft))
        short.append({"row": row, "have": draft.free, "wanted": -delta})
        return 0
    if after > MOST_PER_STACK:
        raise Refused(
            _("Row %(row)s: a stack holds at most %(most)d copies.", row=row, most=MOST_PER_STACK),
            rule="collection.stack.too_many",
            field="quantity",
            row=row,
        )
    before = draft.state["for_trade"]
    draft.state["quantity"] = after
    _set_trade(act, draft, change, row)
    changes = {"for_trade": [before, draft.state["for_trade"]]} if before != draft.state["for_trade"] and draft.before else None
    if delta > 0:
        act.say(
            draft,
            "imported",
            delta,
            to_place=draft.state["place_id"],
            details={"to": act.spot(draft.position), "changes": changes},
        )
    elif delta < 0:
        act.say(
            draft,
            "removed",
            -delta,
            from_place=draft.state["place_id"],
            details={"from": act.spot(draft.position), "changes": changes},
        )
    elif changes:
        act.say(draft, "changed", draft.quantity, details={"changes": changes})
    return delta


def _set_trade(act: Act, draft: Draft, change: Change, row: int) -> None:
    if change.for_trade is None:
        act.fit_trade(draft)
        return
    whole_number(change.for_trade, 0, MOST_PER_STACK, field="for_trade")
    if change.for_trade and draft.state["proxy"]:
        raise Refused(
            _("Row %(row)s: a proxy is never for trade.", row=row), rule="collection.trade.proxy", field="for_trade", row=row
        )
    if change.for_trade > draft.free:
        raise Refused(
            _("Row %(row)s: at most %(most)d of these copies can be for trade.", row=row, most=draft.free),
            rule="collection.trade.too_many",
            field="for_trade",
            row=row,
            most=draft.free,
        )
    draft.state["for_trade"] = change.for_trade
