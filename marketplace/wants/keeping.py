"""Offering what is not needed: so many copies of each card are kept, the others are marked for trade.

Copies are counted by the card's name over all printings. Lent copies count as kept, promised ones as gone, proxies as
nothing. Where built decks need more than the number to keep, they decide. Which copies stay is the collector's rule.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask_babel import LazyString
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup
from marketplace.catalogue.models import Card, Printing
from marketplace.catalogue.rarities import rank
from marketplace.catalogue.vocabulary import LANGUAGES
from marketplace.collection import stock
from marketplace.collection.models import Operation, Stack
from marketplace.collection.stock_act import Act
from marketplace.collection.vocabulary import condition_rank
from marketplace.errors import Conflict, Refused

MOST_KEPT = 99
RARITY_RULES: dict[str, LazyString] = {
    "rare": _l("Keep the rarest"),
    "plain": _l("Keep the plainest"),
}
CONDITION_RULES: dict[str, LazyString] = {
    "best": _l("Keep the best"),
    "worn": _l("Keep the most worn"),
}

NeedsCopies = Callable[[Session, int, Iterable[str]], Mapping[str, int]]
_needs: list[NeedsCopies] = []


def needs_copies(function: NeedsCopies) -> NeedsCopies:
    """Register ``function(session, user_id, names)``: copies of each card another feature needs, such as built decks."""
    _needs.append(function)
    return function


@dataclass(frozen=True, slots=True)
class Rule:
    """How many copies of each card stay, and which."""

    keep: int = 3
    rarity: str = "rare"
    condition: str = "best"
    language: str = ""
    """Copies in this language are kept first; empty: any."""
    anew: bool = False
    """Marks from before are set anew; else they stay, and only more are added."""


class Held(NamedTuple):
    """One stack, as far as the rule and its preview need it: thousands are read, and few are shown."""

    id: int
    version: int
    quantity: int
    for_trade: int
    lent: int
    promised: int
    language: str
    edition: str
    condition: str
    code: str
    rarity: str


@dataclass(frozen=True, slots=True)
class Share:
    """What happens to one stack."""

    stack: Held
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class CardPlan:
    """One card: what is owned, needed, and which stacks change."""

    card_id: int
    name: str
    owned: int
    needed: int
    in_decks: int
    shares: Sequence[Share]

    @property
    def offered(self) -> int:
        return sum(share.after for share in self.shares)

    @property
    def changes(self) -> list[Share]:
        return [share for share in self.shares if share.after != share.before]


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that would change, and what tells whether the collection is still as it was."""

    cards: Sequence[CardPlan]
    digest: str

    @property
    def more(self) -> int:
        """Copies newly offered."""
        return sum(max(0, share.after - share.before) for card in self.cards for share in card.changes)

    @property
    def less(self) -> int:
        """Copies no longer offered."""
        return sum(max(0, share.before - share.after) for card in self.cards for share in card.changes)


def check(rule: Rule) -> None:
    """Refuse a rule with a value that is none of the offered ones."""
    if isinstance(rule.keep, bool) or not 0 <= rule.keep <= MOST_KEPT:
        raise Refused(_("Write a whole number from 0 to %(most)d.", most=MOST_KEPT), rule="wants.keep.number", field="keep")
    known = {"rarity": RARITY_RULES, "condition": CONDITION_RULES, "language": ("", *LANGUAGES)}
    for name, allowed in known.items():
        if getattr(rule, name) not in allowed:
            raise Refused(_("Choose one of the offered values."), rule="wants.keep.rule", field=name)


def plan(session: Session, user_id: int, rule: Rule, locale: str) -> Plan:
    """What the rule would mark for trade; nothing is written. A fixed number of statements."""
    check(rule)
    query = (
        select(
            Card.name,
            Printing.card_id,
            *(getattr(Stack, name) for name in Held._fields[:-2]),
            Printing.code,
            Printing.rarity,
        )
        .join(Printing, Printing.id == Stack.printing_id)
        .join(Card, Card.id == Printing.card_id)
        .where(Stack.user_id == user_id, Stack.quantity > 0, Stack.proxy.is_(False))
        .order_by(Card.name, Stack.id)
    )
    owned: dict[str, list[Held]] = defaultdict(list)
    card_ids: dict[str, int] = {}
    for name, card_id, *held in session.execute(query):
        owned[name].append(Held(*held))
        card_ids.setdefault(name, card_id)
    in_decks: dict[str, int] = defaultdict(int)
    for function in _needs:
        for name, number in function(session, user_id, owned).items():
            in_decks[name] += number
    cards = [_card(card_ids[name], name, some, rule, in_decks.get(name, 0)) for name, some in owned.items()]
    cards = [card for card in cards if card.changes]
    names = lookup.names(session, [card.card_id for card in cards], locale)
    told = [(share.stack.id, share.stack.version, share.after) for card in cards for share in card.changes]
    digest = hashlib.sha256(repr((rule, sorted(told))).encode()).hexdigest()
    named = [
        CardPlan(card.card_id, names.get(card.card_id, card.name), card.owned, card.needed, card.in_decks, card.shares)
        for card in cards
    ]
    return Plan(sorted(named, key=lambda card: card.name.casefold()), digest)


def _card(card_id: int, name: str, some: Sequence[Held], rule: Rule, in_decks: int) -> CardPlan:
    copies = sum(stack.quantity - stack.promised for stack in some)
    needed = max(rule.keep, in_decks)
    spare = max(0, copies - needed)
    offered = {stack.id: 0 if rule.anew else stack.for_trade for stack in some}
    left = max(0, spare - sum(offered.values()))
    for stack in sorted(some, key=lambda one: _last_kept_first(one, rule)):
        free = stack.quantity - stack.lent - stack.promised - offered[stack.id]
        more = min(left, free)
        offered[stack.id] += more
        left -= more
    shares = [Share(stack, stack.for_trade, offered[stack.id]) for stack in some]
    return CardPlan(card_id, name, copies, needed, in_decks, shares)


def _last_kept_first(stack: Held, rule: Rule) -> tuple[int, int, int, int]:
    """Order in which stacks are offered: those to keep come last."""
    liked = int(bool(rule.language) and stack.language == rule.language)
    rare = rank(stack.rarity) if stack.rarity else 0
    # A condition that is not stated stands in the middle: neither the best nor the most worn.
    worn = condition_rank(stack.condition) or 4
    return liked, rare if rule.rarity == "rare" else -rare, -worn if rule.condition == "best" else worn, stack.id


def apply(session: Session, user_id: int, rule: Rule, digest: str, locale: str, *, request_key: str | None = None) -> Operation:
    """Mark the copies in one act that can be undone. Conflict when the collection changed since the preview."""
    earlier = Act(session, user_id, "edit", request_key=request_key).repeated
    if earlier is not None:
        return earlier
    found = plan(session, user_id, rule, locale)
    if found.digest != digest:
        raise Conflict(_("Your collection changed meanwhile. Look at the preview again."), rule="wants.keep.changed")
    changes = [(share.stack.id, share.stack.quantity, share.after) for card in found.cards for share in card.changes]
    if not changes:
        raise Refused(_("There is nothing to offer: everything is needed."), rule="collection.nothing_changed")
    operation = stock.set_quantities(session, user_id, changes, request_key=request_key)
    operation.summary = operation.summary | {"copies": found.more + found.less, "offered": found.more}
    session.flush()
    return operation
