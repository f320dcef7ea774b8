"""Seen lists of two people: what each would like of the other's, computed, picked or pasted; the raw material of an offer.

A list belongs to who looked: its lines are copies out of the other's trade binder, and copies of one's own offered in
return. Nobody else sees it. "Nothing for me" is remembered until one of the two lists changes, and shown to both.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from marketplace.accounts.own_row import lock_account
from marketplace.collection.models import Stack
from marketplace.collection.paste import MOST_BYTES
from marketplace.db import now
from marketplace.errors import NotFound, Refused
from marketplace.wants import matching, seen_reading
from marketplace.wants.models import NothingSeen, SeenLine, SeenList, Want
from marketplace.wants.profile import profile_of
from marketplace.wants.shelves import own_shelf, trade_shelf
from marketplace.wants.shown_copies import Copy, describe
from marketplace.wants.visible_people import person_for

MOST_LINES = 500
SHOWN = 150
"""Of each side, copies that are looked for but not ticked; a page with thousands of them is no use to anybody."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Copies that may go into an offer."""

    copy: Copy
    most: int
    """Copies there are to ask for."""
    quantity: int
    """On the list; 0: not ticked."""
    wanted: int
    """Copies looked for by who would get them; 0: picked by hand."""


@dataclass(frozen=True, slots=True)
class Question:
    """A pasted line that may mean several copies, or none that is there."""

    line_id: int
    text: str
    quantity: int
    options: Sequence[Copy]
    mine: bool


@dataclass(frozen=True, slots=True)
class SeenView:
    """Both ways, from the reader's side."""

    theirs: Sequence[Entry]
    mine: Sequence[Entry]
    questions: Sequence[Question]
    absent: Sequence[Question]
    kept: bool
    """Whether the reader has a list, or these are only what was computed."""
    more: Mapping[bool, int]
    """Stacks looked for that are left out: of the other's (False) and of the reader's own (True)."""
    nothing_for_me: datetime | None
    nothing_for_them: datetime | None


def view_of(session: Session, me: int, other: int, locale: str) -> SeenView:
    """The two lists; NotFound for somebody the reader sees nothing of. The same few statements for any length."""
    person_for(session, me, other, lists=True)
    they_have, i_have = matching.both_ways(session, me, other)
    wanted = {False: _summed(they_have), True: _summed(i_have)}
    kept = _find(session, me, other)
    lines = list(kept.lines) if kept is not None else []
    chosen = {line.stack_id: line.quantity for line in lines if line.stack_id is not None}
    if kept is None:
        chosen = _suggested(session, [*they_have, *i_have])
    named = {one for line in lines for one in line.options}
    unticked = {mine: [one for one in stacks if one not in chosen] for mine, stacks in wanted.items()}
    looked_at = {one for stacks in unticked.values() for one in stacks[:SHOWN]}
    at_hand = _at_hand(session, me, other, {*looked_at, *chosen, *named})
    copies = describe(session, at_hand, locale)
    entries: dict[bool, list[Entry]] = {False: [], True: []}
    for stack_id, copy in copies.items():
        mine = copy.owner_id == me
        looked_for = wanted[mine].get(stack_id, 0)
        if looked_for or stack_id in chosen:
            most = at_hand[stack_id]
            entries[mine].append(Entry(copy, most, min(chosen.get(stack_id, 0), most), looked_for))
    for side in entries.values():
        side.sort(key=lambda one: (not one.wanted, one.copy.name.casefold(), one.copy.code, one.copy.stack_id))
    asked = [_question(line, copies, me) for line in lines if line.stack_id is None]
    return SeenView(
        entries[False],
        entries[True],
        [one for one in asked if one.options],
        [one for one in asked if not one.options],
        kept is not None,
        {mine: max(0, len(stacks) - SHOWN) for mine, stacks in unticked.items()},
        nothing_seen(session, me, other),
        nothing_seen(session, other, me),
    )


def chosen(session: Session, me: int, other: int) -> dict[int, int]:
    """Copies on the reader's list, by stack; empty when there is none."""
    query = select(SeenLine.stack_id, SeenLine.quantity).join(SeenList, SeenList.id == SeenLine.seen_list_id)
    rows = session.execute(query.where(SeenList.viewer_id == me, SeenList.owner_id == other, SeenLine.stack_id.is_not(None)))
    return {stack_id: quantity for stack_id, quantity in rows if stack_id is not None}


def _question(line: SeenLine, copies: Mapping[int, Copy], me: int) -> Question:
    options = [copies[one] for one in line.options if one in copies]
    return Question(line.id, line.text, line.quantity, options, bool(options) and options[0].owner_id == me)


def _summed(matches: Iterable[matching.Match]) -> dict[int, int]:
    found: dict[int, int] = {}
    for match in matches:
        found[match.stack_id] = found.get(match.stack_id, 0) + match.quantity
    return found


def _suggested(session: Session, matches: Sequence[matching.Match]) -> dict[int, int]:
    """As many copies as are wanted, from the first copies that would do: by stack. Of each side half a list at most."""
    ids = {match.want_id for match in matches}
    query = select(Want.id, Want.quantity).where(Want.id.in_(ids), Want.kind != "set")
    left: dict[int, int] = dict(session.execute(query).all()) if ids else {}
    found: dict[int, int] = {}
    stacks: dict[int, set[int]] = defaultdict(set)
    for match in matches:
        take = min(match.quantity, left.get(match.want_id, match.quantity))
        of_side = stacks[match.owner_id]
        if take > 0 and (match.stack_id in of_side or len(of_side) < MOST_LINES // 2):
            of_side.add(match.stack_id)
            found[match.stack_id] = found.get(match.stack_id, 0) + take
            if match.want_id in left:
                left[match.want_id] -= take
    return found


def _at_hand(session: Session, me: int, other: int, stack_ids: Iterable[int]) -> dict[int, int]:
    """How many copies may be asked for: of the other's those for trade, of one's own whatever is at hand."""
    wanted = sorted(stack_ids)
    found = {}
    query = select(Stack.id, Stack.user_id, Stack.for_trade, Stack.quantity - Stack.lent - Stack.promised)
    query = query.where(Stack.user_id.in_((me, other)), Stack.proxy.is_(False))
    for start in range(0, len(wanted), 400):
        for stack_id, owner, for_trade, free in session.execute(query.where(Stack.id.in_(wanted[start : start + 400]))):
            most = free if owner == me else for_trade
            if most > 0:
                found[stack_id] = most
    return found


def _find(session: Session, me: int, other: int, *, lock: bool = False) -> SeenList | None:
    query = select(SeenList).where(SeenList.viewer_id == me, SeenList.owner_id == other)
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    return session.scalar(query)


def _list_of(session: Session, me: int, other: int, *, empty: bool = False) -> SeenList:
    """The reader's list, locked; a new one begins with what was computed, unless ``empty``."""
    person_for(session, me, other, lists=True)
    if me == other:
        raise NotFound
    found = _find(session, me, other, lock=True)
    if found is not None:
        return found
    try:
        with session.begin_nested():
            found = SeenList(viewer_id=me, owner_id=other)
            session.add(found)
            session.flush()
    except IntegrityError:  # Another request of the same reader was quicker.
        again = _find(session, me, other, lock=True)
        assert again is not None
        return again
    if not empty:
        theirs, mine = matching.both_ways(session, me, other)
        for stack_id, quantity in _suggested(session, [*theirs, *mine]).items():
            found.lines.append(SeenLine(stack_id=stack_id, quantity=quantity, position=len(found.lines), options=[]))
    return found


def save(session: Session, me: int, other: int, picks: Mapping[int, int]) -> None:
    """Make these copies (of either side) the list; open questions stay. More than there are is cut to what there is."""
    kept = _list_of(session, me, other, empty=True)
    at_hand = _at_hand(session, me, other, picks)
    kept.lines = [line for line in kept.lines if line.stack_id is None]
    for stack_id, quantity in picks.items():
        if quantity > 0 and stack_id in at_hand:
            _put(kept, stack_id, min(quantity, at_hand[stack_id]))
    _touch(session, kept)


def pick(session: Session, me: int, other: int, stack_ids: Iterable[int]) -> int:
    """Add copies by hand, one of each that is not on the list; returns how many were added. Others' ids are passed over."""
    kept = _list_of(session, me, other)
    at_hand = _at_hand(session, me, other, set(stack_ids))
    there = {line.stack_id for line in kept.lines}
    new = [one for one in at_hand if one not in there]
    for stack_id in new:
        _put(kept, stack_id, 1)
    _touch(session, kept)
    return len(new)


def paste(
    session: Session, me: int, other: int, text: str, *, by_other: bool = False, locale: str = "en"
) -> list[seen_reading.Finding]:
    """Read a list or message into the reader's list. Pasting the same again changes nothing."""
    found = read_paste(session, me, other, text, by_other=by_other, locale=locale)
    keep_paste(session, me, other, text, found)
    return found


def read_paste(
    session: Session, me: int, other: int, text: str, *, by_other: bool = False, locale: str = "en"
) -> list[seen_reading.Finding]:
    """What a list or message means; nothing is written. With thousands of copies it takes a while."""
    text = text.replace("\x00", "")
    if not text.strip():
        raise Refused(_l("Paste or type a list first, one card a line."), rule="wants.seen.empty", field="text")
    if len(text.encode()) > MOST_BYTES // 4 or len(text.splitlines()) > MOST_LINES:
        raise Refused(
            _l("At most %(most)s lines are read at once. Paste the parts one by one.", most=MOST_LINES),
            rule="wants.seen.too_long",
            field="text",
        )
    person_for(session, me, other, lists=True)
    language = profile_of(session, me if by_other else other).list_language
    theirs, mine = trade_shelf(session, other, locale, text), own_shelf(session, me, locale, text)
    return seen_reading.read(session, me, text, theirs, mine, by_other=by_other, list_language=language)


def keep_paste(session: Session, me: int, other: int, text: str, found: Sequence[seen_reading.Finding]) -> None:
    """Put what ``read_paste`` found on the reader's list."""
    fresh = _find(session, me, other) is None
    kept = _list_of(session, me, other, empty=True)
    kept.raw = text.replace("\x00", "")
    kept.lines = [line for line in kept.lines if line.stack_id is not None]
    for finding in found:
        if finding.state == seen_reading.FOUND:
            for stack_id, quantity in finding.takes:
                _put(kept, stack_id, max(quantity, 1), finding.text)
        else:
            _put(kept, None, finding.quantity, finding.text, finding.options)
    if fresh:
        _tick_what_the_text_leaves_open(session, kept, me, other)
    _touch(session, kept)


def _tick_what_the_text_leaves_open(session: Session, kept: SeenList, me: int, other: int) -> None:
    """A message about the other's copies says nothing of one's own: what was computed for that side stays ticked."""
    named = {one for line in kept.lines for one in ([line.stack_id] if line.stack_id is not None else line.options)}
    spoken = set(session.scalars(select(Stack.user_id).where(Stack.id.in_(named)).distinct()))
    for owner_id, matches in zip((other, me), matching.both_ways(session, me, other), strict=True):
        if owner_id not in spoken:
            for stack_id, quantity in _suggested(session, matches).items():
                _put(kept, stack_id, quantity)


def _put(kept: SeenList, stack_id: int | None, quantity: int, text: str = "", options: Sequence[int] = ()) -> None:
    line = next((one for one in kept.lines if stack_id is not None and one.stack_id == stack_id), None)
    if line is None:
        if len(kept.lines) >= MOST_LINES:
            raise Refused(_l("A list takes %(most)s lines.", most=MOST_LINES), rule="wants.seen.full")
        line = SeenLine(stack_id=stack_id, quantity=0, position=len(kept.lines), options=list(options), text=text[:500])
        kept.lines.append(line)
    line.quantity = max(1, min(quantity, 9_999), line.quantity)


def answer(session: Session, me: int, other: int, line_id: int, stack_id: int | None) -> None:
    """Settle a question: the copy the line means, or None to drop the line."""
    kept = _list_of(session, me, other)
    line = next((one for one in kept.lines if one.id == line_id and one.stack_id is None), None)
    if line is None:
        raise NotFound
    if stack_id is not None and (stack_id not in line.options or not _at_hand(session, me, other, [stack_id])):
        raise Refused(_l("Choose one of the offered values."), rule="wants.seen.option", field="stack")
    kept.lines.remove(line)
    if stack_id is not None:
        _put(kept, stack_id, line.quantity, line.text)
    _touch(session, kept)


def clear(session: Session, me: int, other: int) -> None:
    """Forget the reader's list: what is computed shows again."""
    kept = _find(session, me, other, lock=True)
    if kept is not None:
        session.delete(kept)
        session.flush()


def _touch(session: Session, kept: SeenList) -> None:
    kept.updated_at = now()
    session.flush()


def for_compose(session: Session, me: int, other: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """What an offer begins with: (stack, copies) of the other's and of the reader's own.

    The reader's list, or what is computed when there is none. Copies gone meanwhile are left out, numbers cut.
    """
    person_for(session, me, other, lists=True)
    kept = _find(session, me, other)
    if kept is not None:
        chosen = {line.stack_id: line.quantity for line in kept.lines if line.stack_id is not None}
    else:
        theirs, mine = matching.both_ways(session, me, other)
        chosen = _suggested(session, [*theirs, *mine])
    at_hand = _at_hand(session, me, other, chosen)
    own = set(session.scalars(select(Stack.id).where(Stack.user_id == me, Stack.id.in_(at_hand)))) if at_hand else set()
    lines = [(stack_id, min(quantity, at_hand[stack_id])) for stack_id, quantity in chosen.items() if stack_id in at_hand]
    return [one for one in lines if one[0] not in own], [one for one in lines if one[0] in own]


# Nothing seen


def say_nothing(session: Session, me: int, other: int) -> None:
    """Remember that the reader looked through the other's binder and found nothing."""
    person_for(session, me, other, lists=True)
    if me == other:
        raise NotFound
    mark = fingerprint(session, me, other)
    lock_account(session, me)
    found = session.get(NothingSeen, (me, other), with_for_update=True)
    if found is None:
        session.add(NothingSeen(viewer_id=me, owner_id=other, fingerprint=mark))
    else:
        found.fingerprint, found.said_at = mark, now()
    session.flush()


def take_back_nothing(session: Session, me: int, other: int) -> None:
    """The reader wants to look again."""
    lock_account(session, me)
    found = session.get(NothingSeen, (me, other))
    if found is not None:
        session.delete(found)
        session.flush()


def nothing_seen(session: Session, viewer_id: int, owner_id: int) -> datetime | None:
    """When the viewer said so, as long as neither the owner's binder nor the viewer's wants changed since."""
    found = session.get(NothingSeen, (viewer_id, owner_id))
    if found is None or found.fingerprint != fingerprint(session, viewer_id, owner_id):
        return None
    return found.said_at


def owners_without(session: Session, viewer_id: int) -> set[int]:
    """Members in whose binder the viewer found nothing, and nothing changed since: not offered again."""
    said = list(session.scalars(select(NothingSeen).where(NothingSeen.viewer_id == viewer_id)))
    if not said:
        return set()
    binders = _binder_marks(session, [one.owner_id for one in said])
    wants = _wants_mark(session, viewer_id)
    return {one.owner_id for one in said if one.fingerprint == _mark(binders.get(one.owner_id, []), wants)}


def fingerprint(session: Session, viewer_id: int, owner_id: int) -> str:
    """Of the owner's binder and the viewer's wants: another when one of them changes."""
    binder = _binder_marks(session, [owner_id]).get(owner_id, [])
    return _mark(binder, _wants_mark(session, viewer_id))


def _binder_marks(session: Session, owner_ids: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
    query = select(Stack.user_id, Stack.id, Stack.for_trade).where(Stack.user_id.in_(owner_ids), Stack.for_trade > 0)
    found: dict[int, list[tuple[int, int]]] = {}
    for owner_id, stack_id, number in session.execute(query.order_by(Stack.id)):
        found.setdefault(owner_id, []).append((stack_id, number))
    return found


def _wants_mark(session: Session, viewer_id: int) -> list[tuple[str, int]]:
    query = select(Want.want_key, Want.quantity).where(Want.user_id == viewer_id).order_by(Want.want_key)
    return [(key, quantity) for key, quantity in session.execute(query)]


def _mark(binder: Sequence[tuple[int, int]], wants: Sequence[tuple[str, int]]) -> str:
    return hashlib.sha256(repr((list(binder), list(wants))).encode()).hexdigest()
