"""Entry by set number: reading what is typed into the one field, and what the form proposes for it.

A collector may type only the number, or add what the card shows in any order:
``EEN-FR036``, ``een fr036 ulti 1st nm x2``. Nothing is decided that was not typed and is not sticky.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, selectinload

from marketplace.catalogue import codes, lookup, search
from marketplace.catalogue.lookup import Found
from marketplace.catalogue.vocabulary import choose_rarity, language_from, rarity_candidates
from marketplace.collection.models import Operation, Stack, StackChange
from marketplace.collection.vocabulary import condition_from, edition_from

MOST_QUANTITY = 9_999
_COUNT = re.compile(r"^(?:[x×*](\d{1,4})|(\d{1,4})[x×*]?)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Typed:
    """What one typed line says. Empty or None: it does not say."""

    text: str
    code: str = ""
    rarity_text: str = ""
    edition: str | None = None
    condition: str | None = None
    language: str | None = None
    quantity: int | None = None
    unread: tuple[str, ...] = ()


def read_typed(text: str) -> Typed:
    """Split a typed line into a set number and remarks. ``code`` stays empty when no part looks like one."""
    words = text.split()
    for length in (1, 2, 3):
        head = " ".join(words[:length])
        if len(words) >= length and codes.looks_like_code(head):
            return _remarks(Typed(text=text, code=head), words[length:])
    return Typed(text=text)


def _remarks(typed: Typed, words: list[str]) -> Typed:
    unread: list[str] = []
    position = 0
    while position < len(words):
        for length in (3, 2, 1):
            part = " ".join(words[position : position + length])
            if position + length <= len(words) and (read := _remark(typed, part)) is not None:
                typed = read
                position += length
                break
        else:
            unread.append(words[position])
            position += 1
    return replace(typed, unread=tuple(unread))


def _remark(typed: Typed, part: str) -> Typed | None:
    """``typed`` with one remark more, or None when ``part`` is none. The first mention of a thing counts."""
    if typed.quantity is None and (count := _COUNT.match(part)):
        return replace(typed, quantity=max(1, min(MOST_QUANTITY, int(count[1] or count[2]))))
    if typed.edition is None and (edition := edition_from(part)):
        return replace(typed, edition=edition)
    if typed.condition is None and (grade := condition_from(part, "own").grade or _sure_condition(part)):
        return replace(typed, condition=grade)
    if not typed.rarity_text and rarity_candidates(part):
        return replace(typed, rarity_text=part)
    if typed.language is None and len(part) > 1 and (language := language_from(part)):
        return replace(typed, language=language)
    return None


def _sure_condition(part: str) -> str | None:
    reading = condition_from(part)
    return reading.grade if reading.sure else None


@dataclass(frozen=True, slots=True)
class Offer:
    """What the form shows for a typed line."""

    typed: Typed
    found: tuple[Found, ...] = ()
    """Printings the number stands for: the collector picks one."""
    chosen: int | None = None
    """The printing picked already: the only one, or the one whose rarity was typed."""
    near: tuple[Found, ...] = ()
    """Nothing has the number: what it may have meant."""
    by_name: tuple[Found, ...] = ()
    """No number was typed but a name: printings of the closest cards."""

    @property
    def unknown(self) -> bool:
        return bool(self.typed.text) and not (self.found or self.near or self.by_name)


def offer(session: Session, user_id: int, text: str, *, language: str = "") -> Offer:
    """Look up a typed line. ``language`` is the collector's own: its printings come first."""
    typed = read_typed(text.strip())
    if not typed.text:
        return Offer(typed)
    if typed.code:
        found = lookup.by_code(session, typed.code, user_id)
        if typed.language:
            found = [one for one in found if one.language == typed.language] or found
        if found:
            return Offer(typed, tuple(found), chosen=_chosen(typed, found))
        return Offer(typed, near=tuple(lookup.near_codes(session, typed.code, user_id)))
    return Offer(typed, by_name=_by_name(session, user_id, typed.text, language))


def _chosen(typed: Typed, found: list[Found]) -> int | None:
    if len(found) == 1:
        return found[0].printing_id
    if typed.rarity_text:
        settled = choose_rarity(typed.rarity_text, [one.rarity for one in found])
        matching = [one for one in found if one.rarity == settled.rarity]
        if len(matching) == 1:
            return matching[0].printing_id
    return None


def _by_name(session: Session, user_id: int, text: str, language: str) -> tuple[Found, ...]:
    hits = search.find_names(session, text, limit=3)
    order = {hit.card_id: number for number, hit in reversed(list(enumerate(hits)))}
    printings = [one for group in lookup.of_cards(session, order, user_id).values() for one in group]
    printings.sort(key=lambda one: (order[one.card_id], one.language != language, codes.sort_key(one.code)))
    return tuple(printings[:60])


@dataclass(frozen=True, slots=True)
class Recent:
    """One of the last additions, for the list beside the form."""

    operation: Operation
    stack: Stack
    copies: int


def recent(session: Session, user_id: int, limit: int = 10) -> list[Recent]:
    """The collector's last additions, newest first, undone ones included (shown as such)."""
    operations = session.scalars(
        select(Operation)
        .where(Operation.user_id == user_id, Operation.kind == "add")
        .order_by(Operation.id.desc())
        .limit(limit)
        .options(selectinload(Operation.changes))
    ).all()
    ids = {change.stack_id for operation in operations for change in operation.changes[:1]}
    stacks = {
        stack.id: stack
        for stack in session.scalars(
            select(Stack).where(Stack.id.in_(ids)).options(joinedload(Stack.printing), joinedload(Stack.place))
        )
    }
    return [
        Recent(operation, stacks[operation.changes[0].stack_id], _copies(operation.changes[0]))
        for operation in operations
        if operation.changes and operation.changes[0].stack_id in stacks
    ]


def _copies(change: StackChange) -> int:
    return int(change.after.get("quantity", 0)) - int((change.before or {}).get("quantity", 0))
