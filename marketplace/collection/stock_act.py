"""One act of a collector on the stock: locks what it touches, collects the new states, writes them together.

Every verb of ``stock.py`` works through an ``Act``: it takes stacks (locked, in the order of their ids), changes
their states in memory, says what the journal shall tell, and writes one operation. Rows are written with plain
SQL in bulk, because an import changes 20,000 stacks in one act.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeVar

from flask_babel import gettext as _
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from marketplace.catalogue.models import Card, Printing
from marketplace.collection import stock_write
from marketplace.collection.models import Operation, Place, Stack
from marketplace.collection.stock_held import refuse_proxy
from marketplace.collection.stock_key import (
    COPY_FIELDS,
    COUNT_FIELDS,
    MOST_PER_STACK,
    STATE_FIELDS,
    State,
    key_of_state,
    parked_key,
    snapshot,
)
from marketplace.collection.stock_write import Draft
from marketplace.db import now
from marketplace.errors import NotFound, Refused

CHUNK = 5_000
"""Values per IN list: below the parameter limits of both databases."""

_ADVISORY_SPACE = 4_107_302
"""Any fixed number: PostgreSQL's advisory locks of collections, one per collector."""

_STATE_COLUMNS = [getattr(Stack, name) for name in STATE_FIELDS]
T = TypeVar("T")


def chunks(values: Iterable[T], size: int = CHUNK) -> Iterator[list[T]]:
    """``values`` in lists of at most ``size``."""
    every = list(values)
    for start in range(0, len(every), size):
        yield every[start : start + size]


def lock_collection(session: Session, user_id: int) -> None:
    """Let one transaction at a time write this collector's stock.

    SQLite's write lock does it anyway. On PostgreSQL row locks alone cannot: two additions of a card not owned yet
    have no row to lock. Whoever writes several collections locks them in the order of their ids.
    """
    session.flush()
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:space, :user)"), {"space": _ADVISORY_SPACE, "user": user_id})


class Act:
    """See the module text. ``repeated`` is the earlier operation when this form was sent before."""

    def __init__(
        self,
        session: Session,
        user_id: int,
        kind: str,
        *,
        request_key: str | None = None,
        summary: Mapping[str, Any] | None = None,
    ) -> None:
        self.session = session
        self.user_id = user_id
        self.kind = kind
        self.request_key = request_key
        self.summary: dict[str, Any] = dict(summary or {})
        self.trade_lowered = 0
        self._drafts: list[Draft] = []
        self._by_id: dict[int, Draft] = {}
        self._by_key: dict[str, Draft] = {}
        self._known_keys: set[str] = set()
        self._lines: list[tuple[Draft, dict[str, Any]]] = []
        self._emptied_into: list[tuple[Draft, Draft]] = []
        self._places: dict[int, Place] | None = None
        lock_collection(session, user_id)
        self.repeated = self._earlier()

    def _earlier(self) -> Operation | None:
        if not self.request_key:
            return None
        found = self.session.scalar(
            select(Operation).where(Operation.user_id == self.user_id, Operation.request_key == self.request_key)
        )
        if found is not None:
            self.session.info.setdefault("repeated_operations", set()).add(found.id)
        return found

    # Taking stacks

    def take(self, stack_ids: Iterable[int]) -> dict[int, Draft]:
        """The collector's stacks with these ids, locked. Raises NotFound if one is not there or not theirs."""
        wanted = set(stack_ids)
        for part in chunks(sorted(wanted - self._by_id.keys())):
            self._load(Stack.id.in_(part))
        if not wanted <= self._by_id.keys():
            raise NotFound(_("One of these stacks is not in your collection."))
        return {stack_id: self._by_id[stack_id] for stack_id in wanted}

    def take_one(self, stack_id: int) -> Draft:
        return self.take([stack_id])[stack_id]

    def take_keys(self, keys: Iterable[str]) -> None:
        """Read (locked) the stacks with these keys, in bulk, so that ``find`` need not ask one by one."""
        for part in chunks(sorted(set(keys) - self._known_keys)):
            self._load(Stack.merge_key.in_(part))
            self._known_keys.update(part)

    def take_where(self, condition: Any) -> list[Draft]:
        """All the collector's stacks that meet ``condition``, locked, with those taken before."""
        self._load(condition)
        return self.drafts()

    def drafts(self) -> list[Draft]:
        """Every stack taken or made so far."""
        return list(self._drafts)

    def _load(self, condition: Any) -> None:
        query = select(Stack.id, Stack.merge_key, Stack.version, Stack.updated_at, *_STATE_COLUMNS)
        query = query.where(Stack.user_id == self.user_id, condition).order_by(Stack.id).with_for_update()
        for stack_id, key, version, updated_at, *values in self.session.execute(query):
            if stack_id in self._by_id:
                continue
            state = dict(zip(STATE_FIELDS, values, strict=True))
            draft = Draft(stack_id, snapshot(state), state, key, read_key=key, version=version, updated_at=updated_at)
            self._by_id[stack_id] = draft
            self._drafts.append(draft)
            self._by_key[key] = draft
            self._known_keys.add(key)

    def find(self, key: str) -> Draft | None:
        """The stack whose copies have this key once the act is done."""
        if key not in self._known_keys:
            self.take_keys([key])
        return self._by_key.get(key)

    def find_or_make(self, state: State, key: str | None = None) -> Draft:
        """The stack of copies like ``state``, made with no copies if there is none. ``key`` is its key if known."""
        key = key or key_of_state(state)
        found = self.find(key)
        if found is None:
            fresh = {name: state[name] for name in COPY_FIELDS} | dict.fromkeys(COUNT_FIELDS, 0)
            found = Draft(None, None, fresh, key)
            self._drafts.append(found)
            self._by_key[key] = found
        return found

    # Changing states

    def put(self, draft: Draft, quantity: int, for_trade: int = 0) -> None:
        """Add copies."""
        if draft.quantity + quantity > MOST_PER_STACK:
            raise Refused(
                _("A stack holds at most %(most)d copies.", most=MOST_PER_STACK),
                rule="collection.stack.too_many",
                field="quantity",
            )
        draft.state["quantity"] += quantity
        if not draft.state["proxy"]:
            draft.state["for_trade"] += for_trade

    def draw(self, draft: Draft, quantity: int) -> None:
        """Take copies away; the number for trade follows when too few are left."""
        draft.state["quantity"] -= quantity
        self.fit_trade(draft)

    def fit_trade(self, draft: Draft) -> None:
        """Lower the number for trade to what is at hand, and remember by how many, to say so."""
        most = 0 if draft.state["proxy"] else max(draft.free, 0)
        if draft.state["for_trade"] > most:
            self.trade_lowered += draft.state["for_trade"] - most
            draft.state["for_trade"] = most

    def pour(self, source: Draft, target: Draft, quantity: int) -> None:
        """Put copies of one stack into another. Copies for trade stay behind as long as they fit there.

        When nothing is left behind, loans, promises and photos go along.
        """
        whole = quantity == source.quantity
        lent, promised = (source.state["lent"], source.state["promised"]) if whole else (0, 0)
        held = source.state["lent"] + source.state["promised"] - lent - promised
        stay = min(source.state["for_trade"], source.quantity - quantity - held)
        travel = source.state["for_trade"] - max(stay, 0)
        source.state["for_trade"] -= travel
        source.state["quantity"] -= quantity
        source.state["lent"] -= lent
        source.state["promised"] -= promised
        self.put(target, quantity, travel)
        target.state["lent"] += lent
        target.state["promised"] += promised
        self.fit_trade(target)
        if whole:
            self._emptied_into.append((source, target))

    def become(self, draft: Draft, wanted: State) -> Draft:
        """Make all copies of a stack like ``wanted``; they join an equal stack if there is one. Where they are now."""
        key = key_of_state(wanted)
        if key == draft.key:
            return draft
        if wanted["proxy"]:
            refuse_proxy(self.session, draft)
        other = self.find(key)
        if other is not None:
            if draft.quantity == 0:
                return draft
            self.pour(draft, other, draft.quantity)
            if self._by_key.setdefault(draft.key, draft) is not draft:
                self.park(draft)
            return other
        self.rekey(draft, key)
        draft.state |= {name: wanted[name] for name in COPY_FIELDS}
        self.fit_trade(draft)
        return draft

    def rekey(self, draft: Draft, key: str) -> None:
        if self._by_key.get(draft.key) is draft:
            del self._by_key[draft.key]
        self._by_key[key] = draft
        self._known_keys.add(key)
        draft.key = key

    def vacate(self, draft: Draft) -> None:
        """Give up a stack's key; it gets another before the act is written (``park`` at the latest)."""
        if self._by_key.get(draft.key) is draft:
            del self._by_key[draft.key]

    def park(self, draft: Draft) -> None:
        """Give an empty stack a key of its own that no copies can have."""
        assert draft.id is not None
        self.rekey(draft, parked_key(draft.id))

    # The journal

    def say(
        self,
        draft: Draft,
        kind: str,
        quantity: int,
        *,
        from_place: int | None = None,
        to_place: int | None = None,
        counterpart: str = "",
        price: Decimal | None = None,
        note: str = "",
        details: Mapping[str, Any] | None = None,
    ) -> None:
        """Add a line to the stack's journal. A Draft among the details stands for its id; None says nothing."""
        line = {
            "kind": kind,
            "quantity": quantity,
            "from_place_id": from_place,
            "to_place_id": to_place,
            "counterpart": counterpart,
            "price": price,
            "note": note,
            "details": dict(details or {}),
        }
        self._lines.append((draft, line))

    def places(self) -> dict[int, Place]:
        """The collector's places by id."""
        if self._places is None:
            found = self.session.scalars(select(Place).where(Place.user_id == self.user_id))
            self._places = {place.id: place for place in found}
        return self._places

    def spot(self, position: Sequence[int | None]) -> list[Any] | None:
        """A position for the journal, by name, because places can be renamed and deleted: [name, page, slot]."""
        place_id, page, slot = position
        place = self.places().get(place_id) if place_id is not None else None
        return [place.name, page, slot] if place else None

    # Writing

    def changed(self) -> list[Draft]:
        """The stacks this act makes or leaves otherwise than it found them."""
        for draft in self._drafts:
            draft.after = snapshot(draft.state)
        return [draft for draft in self._drafts if draft.after != draft.before and (draft.before or draft.quantity)]

    def write(self) -> Operation:
        """Write everything; returns the operation (an earlier one if the same form won a race)."""
        changed = self.changed()
        for draft in changed:
            self._assert_sound(draft)
        if self.trade_lowered:
            self.summary["trade_lowered"] = self.trade_lowered
        operation = self._write_operation()
        if self.repeated is not None:
            return self.repeated
        known = set(map(id, changed))
        rekeyed_only = [draft for draft in self._drafts if draft.id and draft.key != draft.read_key and id(draft) not in known]
        # Updates come first: a new stack may take the key another one gives up.
        old = [draft for draft in changed if draft.before is not None]
        stock_write.update_stacks(self.session, old + rekeyed_only, operation.created_at)
        stock_write.insert_stacks(self.session, self.user_id, [d for d in changed if d.before is None], operation.created_at)
        stock_write.take_along(self.session, self._emptied_into, self.summary)
        self._describe(operation, changed)
        stock_write.insert_changes(self.session, operation, changed)
        stock_write.insert_lines(self.session, operation, self._lines)
        stock_write.forget(self.session, changed)
        self.session.flush()
        return operation

    @staticmethod
    def _assert_sound(draft: Draft) -> None:
        quantity, for_trade, lent, promised = (draft.state[name] for name in COUNT_FIELDS)
        if min(lent, for_trade, promised) < 0 or not for_trade + lent + promised <= quantity <= MOST_PER_STACK:
            raise Refused(_("There are not enough copies for that."), rule="collection.stack.not_enough", field="quantity")

    def _write_operation(self) -> Operation:
        operation = Operation(
            user_id=self.user_id,
            kind=self.kind,
            summary=dict(self.summary),
            request_key=self.request_key or None,
            created_at=now(),
        )
        try:
            with self.session.begin_nested():
                self.session.add(operation)
        except IntegrityError:
            self.repeated = self._earlier()
            if self.repeated is None:
                raise
        return operation

    def _describe(self, operation: Operation, changed: list[Draft]) -> None:
        """Facts every sentence about the operation may need."""
        self.summary.setdefault("stacks", len(changed))
        if changed and "card_id" not in self.summary:
            printings = {draft.state["printing_id"] for draft in changed}
            if len(printings) == 1:
                query = select(Card.id, Card.name, Printing.code).join(Printing.card).where(Printing.id == printings.pop())
                card_id, name, code = self.session.execute(query).one()
                self.summary |= {"card_id": card_id, "name": name, "code": code}
        if changed and "stack_id" not in self.summary:
            self.summary["stack_id"] = max(changed, key=lambda draft: draft.quantity).id
        operation.summary = dict(self.summary)
