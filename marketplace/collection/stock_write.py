"""Writing an act: stacks, their states before and after, journal lines, and the loans, promises and photos that go along.

Rows are written with plain SQL in bulk, because an import changes 20,000 stacks in one act.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Table, bindparam, insert, select, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.util import identity_key

from marketplace.collection.models import Loan, Movement, Operation, Photo, Promise, Stack, StackChange
from marketplace.collection.stock_key import COPY_FIELDS, COUNT_FIELDS, STATE_FIELDS, State, parked_key

_STACK = cast(Table, Stack.__table__)
_CHANGE = cast(Table, StackChange.__table__)
_MOVEMENT = cast(Table, Movement.__table__)


@dataclass(slots=True, eq=False)
class Draft:
    """A stack being worked on: ``before`` is its snapshot as read, None for a stack this act makes; ``after`` as written."""

    id: int | None
    before: dict[str, Any] | None
    state: State
    key: str
    read_key: str | None = None
    after: dict[str, Any] = field(default_factory=dict)
    version: int = 0
    updated_at: datetime | None = None

    @property
    def quantity(self) -> int:
        return int(self.state["quantity"])

    @property
    def free(self) -> int:
        """Copies at hand: neither lent nor promised nor gone."""
        return int(self.state["quantity"] - self.state["lent"] - self.state["promised"])

    @property
    def position(self) -> tuple[int | None, int | None, int | None]:
        return self.state["place_id"], self.state["page"], self.state["slot"]


def insert_stacks(session: Session, user_id: int, drafts: Sequence[Draft], moment: datetime) -> None:
    rows = [
        draft.state | {"user_id": user_id, "merge_key": draft.key, "version": 1, "created_at": moment, "updated_at": moment}
        for draft in drafts
    ]
    if not rows:
        return
    connection = session.connection()
    connection.execute(insert(_STACK), rows)
    # Asking for the new ids afterwards is several times faster than RETURNING them from an insert of many rows.
    new = {draft.key: draft for draft in drafts}
    keys = list(new)
    for start in range(0, len(keys), 5_000):
        mine = (_STACK.c.user_id == user_id) & _STACK.c.merge_key.in_(keys[start : start + 5_000])
        for stack_id, key in connection.execute(select(_STACK.c.id, _STACK.c.merge_key).where(mine)):
            new[key].id = stack_id


def update_stacks(session: Session, drafts: Sequence[Draft], moment: datetime) -> None:
    counts_only: list[Draft] = []
    rekeyed: list[Draft] = []
    for draft in drafts:
        (rekeyed if _moved(draft) else counts_only).append(draft)
    connection = session.connection()
    statement = update(_STACK).where(_STACK.c.id == bindparam("stack_id"))
    always = {"version": _STACK.c.version + 1, "updated_at": moment}
    if counts_only:
        values = always | {name: bindparam(f"new_{name}") for name in COUNT_FIELDS}
        rows = [{"stack_id": draft.id} | {f"new_{name}": draft.state[name] for name in COUNT_FIELDS} for draft in counts_only]
        connection.execute(statement.values(values), rows)
    if rekeyed:
        # Stacks may exchange keys; parked ones keep the unique constraint out of the way in between.
        connection.execute(
            statement.values(merge_key=bindparam("new_key")),
            [{"stack_id": draft.id, "new_key": "-" + parked_key(draft.id or 0)[1:]} for draft in rekeyed],
        )
        names = (*STATE_FIELDS, "merge_key")
        values = always | {name: bindparam(f"new_{name}", type_=_STACK.c[name].type) for name in names}
        rows = [
            {"stack_id": draft.id, "new_merge_key": draft.key} | {f"new_{name}": draft.state[name] for name in STATE_FIELDS}
            for draft in rekeyed
        ]
        connection.execute(statement.values(values), rows)


def _moved(draft: Draft) -> bool:
    if draft.key != draft.read_key:
        return True
    before, after = draft.before or {}, draft.after
    return any(after.get(name) != before.get(name) for name in COPY_FIELDS)


def take_along(session: Session, emptied_into: Sequence[tuple[Draft, Draft]], summary: dict[str, Any]) -> None:
    """Photos, open loans and promises of emptied stacks follow their copies; the summary remembers it for undo."""
    sources = sorted({source.id for source, _target in emptied_into if source.id is not None})
    photos: list[Photo] = []
    loans: list[Loan] = []
    promises: list[Promise] = []
    for start in range(0, len(sources), 5_000):
        part = sources[start : start + 5_000]
        photos += session.scalars(select(Photo).where(Photo.stack_id.in_(part)))
        loans += session.scalars(select(Loan).where(Loan.stack_id.in_(part), Loan.returned_at.is_(None)))
        promises += session.scalars(select(Promise).where(Promise.stack_id.in_(part)).order_by(Promise.id))
    if not photos and not loans and not promises:
        return
    targets = [target.id for _source, target in emptied_into]
    there = {(photo.stack_id, photo.digest) for photo in session.scalars(select(Photo).where(Photo.stack_id.in_(targets)))}
    for source, target in emptied_into:
        if source.id is None or target.id is None:
            continue
        for photo in photos:
            if photo.stack_id == source.id and (target.id, photo.digest) not in there:
                summary.setdefault("photos", []).append([photo.id, source.id, target.id])
                photo.stack_id = target.id
                there.add((target.id, photo.digest))
        for loan in loans:
            if loan.stack_id == source.id:
                before = loan_facts(loan)
                loan.stack_id = target.id
                summary.setdefault("loans", []).append({"id": loan.id, "before": before, "after": loan_facts(loan)})
        for promise in promises:
            if promise.stack_id == source.id:
                kept = promise_facts(promise)
                promise.stack_id = target.id
                summary.setdefault("promises", []).append({"before": kept, "after": promise_facts(promise)})
    session.flush()


def insert_changes(session: Session, operation: Operation, changed: Sequence[Draft]) -> None:
    rows = [
        {"operation_id": operation.id, "stack_id": draft.id, "before": draft.before, "after": draft.after} for draft in changed
    ]
    if rows:
        session.connection().execute(insert(_CHANGE), rows)


def insert_lines(session: Session, operation: Operation, lines: Sequence[tuple[Draft, dict[str, Any]]]) -> None:
    shared = {"user_id": operation.user_id, "operation_id": operation.id, "at": operation.created_at}
    rows = []
    for draft, line in lines:
        if draft.id is None:
            continue  # Made and emptied within this act: nobody will ever look for it.
        told = {name: value for name, value in line["details"].items() if value is not None}
        details = {name: value.id if isinstance(value, Draft) else value for name, value in told.items()}
        rows.append(shared | line | {"stack_id": draft.id, "details": details})
    if rows:
        session.connection().execute(insert(_MOVEMENT), rows)


def forget(session: Session, changed: Sequence[Draft]) -> None:
    """Objects read before this act are stale: they are read anew on their next use."""
    for draft in changed:
        loaded = session.identity_map.get(identity_key(Stack, draft.id))
        if loaded is not None:
            session.expire(loaded)


def loan_facts(loan: Loan) -> dict[str, Any]:
    """A loan as JSON, for undo."""
    return {
        "stack_id": loan.stack_id,
        "quantity": loan.quantity,
        "borrower": loan.borrower,
        "note": loan.note,
        "lent_at": loan.lent_at.isoformat(),
        "returned_at": loan.returned_at.isoformat() if loan.returned_at else None,
    }


def promise_facts(promise: Promise) -> dict[str, Any]:
    """A promise as JSON, for undo."""
    return {
        "id": promise.id,
        "stack_id": promise.stack_id,
        "quantity": promise.quantity,
        "holder": promise.holder,
        "holder_id": promise.holder_id,
        "line_id": promise.line_id,
    }
