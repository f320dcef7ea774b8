"""What somebody should know before sending or accepting an offer. None of it forbids anything by itself.

A warning with a ``tick`` wants an explicit yes; the value names what was agreed to, so that a change asks again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from marketplace.catalogue.found import chunks
from marketplace.catalogue.models import Card
from marketplace.dates import format_date
from marketplace.db import now
from marketplace.decks.copies import stand_of
from marketplace.decks.models import Deck, DeckEntry
from marketplace.trades import reasons
from marketplace.trades.comparing import Line, content, line_of
from marketplace.trades.models import Trade, TradeLine, TradeVersion
from marketplace.wants.models import TradeProfile
from marketplace.wants.shown_copies import Copy

_MOST_DECLINED = 40
"""Declined offers between two people that are compared with a new one."""
_MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class Warning:
    """One warning: ``kind`` names it, ``text`` says it to the reader; ``stacks`` are the copies it is about."""

    kind: str
    text: str
    tick: str = ""
    stacks: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Given:
    """Copies a line gives: of one stack, or of one of several while the choice is open."""

    copies: tuple[Copy, ...]
    quantity: int


def from_built_decks(session: Session, user_id: int, given: Sequence[Given]) -> list[Warning]:
    """A warning for each card of which more is given than is free outside the person's built decks.

    An idea of a deck holds nothing. Two statements at most.
    """
    needed: dict[str, int] = {}
    shown: dict[str, Copy] = {}
    stacks: dict[str, set[int]] = {}
    for one in given:
        for name in {copy.english for copy in one.copies}:
            needed[name] = needed.get(name, 0) + one.quantity
        for copy in one.copies:
            shown.setdefault(copy.english, copy)
            stacks.setdefault(copy.english, set()).add(copy.stack_id)
    if not needed:
        return []
    stands = stand_of(session, user_id, needed)
    short = {name: number for name, number in needed.items() if stands[name].in_decks and number > stands[name].free}
    decks = _decks_with(session, user_id, short)
    found = []
    for name, number in short.items():
        taken = min(number - stands[name].free, stands[name].in_decks)
        found.append(
            Warning(
                "deck",
                ngettext(
                    "%(card)s: %(num)s of the copies you give is in a built deck (%(decks)s).",
                    "%(card)s: %(num)s of the copies you give are in built decks (%(decks)s).",
                    taken,
                    card=shown[name].name,
                    decks=", ".join(decks.get(name, [])[:_MOST_NAMES]),
                ),
                tick=f"deck:{shown[name].card_id}:{taken}",
                stacks=frozenset(stacks[name]),
            )
        )
    return found


def _decks_with(session: Session, user_id: int, names: Iterable[str]) -> dict[str, list[str]]:
    """Names of the person's built decks by card name."""
    found: dict[str, list[str]] = {}
    for part in chunks(sorted(names)):
        query = (
            select(Card.name, Deck.name)
            .join(DeckEntry, DeckEntry.card_id == Card.id)
            .join(Deck, Deck.id == DeckEntry.deck_id)
            .where(Card.name.in_(part), Deck.user_id == user_id, Deck.state == "built", Deck.deleted_at.is_(None))
            .distinct()
            .order_by(Card.name, Deck.name)
        )
        for card, deck in session.execute(query):
            found.setdefault(card, []).append(deck)
    return found


def in_other_offers(
    session: Session,
    owner_id: int,
    given: Sequence[Given],
    at_hand: Mapping[int, int],
    *,
    own: bool,
    trade_id: int | None = None,
) -> list[Warning]:
    """Copies that other open offers need as well, so that not all of them can come true.

    ``own``: the owner reads it and hears with whom; the other side only hears that there is another offer.
    """
    asked: dict[int, int] = {}
    shown: dict[int, Copy] = {}
    for one in given:
        for copy in one.copies:
            asked[copy.stack_id] = asked.get(copy.stack_id, 0) + one.quantity
            shown[copy.stack_id] = copy
    elsewhere = _elsewhere(session, owner_id, asked, trade_id)
    found = []
    for stack_id, (number, names) in elsewhere.items():
        if number + asked[stack_id] <= at_hand.get(stack_id, 0):
            continue
        copy = shown[stack_id]
        if own:
            text = _(
                "%(card)s %(code)s is also in an open offer with %(names)s. Whoever is first to agree gets it.",
                card=copy.name, code=copy.code, names=", ".join(names[:_MOST_NAMES]),
            )  # fmt: skip
        else:
            text = _(
                "%(card)s %(code)s is also in another open offer. Whoever is first to agree gets it.",
                card=copy.name, code=copy.code,
            )  # fmt: skip
        found.append(Warning("elsewhere", text, stacks=frozenset({stack_id})))
    return found


def _elsewhere(
    session: Session, owner_id: int, stack_ids: Iterable[int], trade_id: int | None
) -> dict[int, tuple[int, list[str]]]:
    """Stack -> copies other open offers ask of it, and with whom."""
    found: dict[int, tuple[int, list[str]]] = {}
    for part in chunks(sorted(stack_ids)):
        query = (
            select(TradeLine.stack_id, TradeLine.quantity, TradeLine.giver, Trade.proposer_name, Trade.partner_name)
            .join(TradeVersion, TradeVersion.id == TradeLine.version_id)
            .join(Trade, (Trade.id == TradeVersion.trade_id) & (Trade.latest == TradeVersion.number))
            .where(
                TradeLine.stack_id.in_(part), TradeLine.kind == "copies", Trade.state == "open", Trade.id != (trade_id or 0),
                or_(Trade.proposer_id == owner_id, Trade.partner_id == owner_id),
            )
            .order_by(Trade.id)
        )  # fmt: skip
        for stack_id, quantity, giver, proposer, partner in session.execute(query):
            assert stack_id is not None
            number, names = found.setdefault(stack_id, (0, []))
            other = partner if giver == "proposer" else proposer
            found[stack_id] = (number + quantity, names if other in names else [*names, other])
    return found


def about_partner(
    session: Session, me: int, partner_id: int, partner_name: str, given: set[int], wanted: set[int]
) -> list[Warning]:
    """Whether the partner is away, and whether the offer passes what they take: ``given`` are my stacks in it, ``wanted``
    those of mine they look for.
    """
    profile = session.get(TradeProfile, partner_id)
    if profile is None:
        return []
    found = []
    if profile.away_until is not None and profile.away_until > now():
        day = format_date(profile.away_until, "long")
        found.append(
            Warning("away", _("%(name)s is away until %(day)s and may not answer before.", name=partner_name, day=day))
        )
    if profile.only_with_wanted and not given & wanted:
        words = _(
            "%(name)s takes only offers with at least one card of the want list. Nothing you give is on it.", name=partner_name
        )
        found.append(Warning("filter", words))
    if profile.most_open:
        between = or_(
            (Trade.proposer_id == me) & (Trade.partner_id == partner_id),
            (Trade.proposer_id == partner_id) & (Trade.partner_id == me),
        )
        number = session.scalar(select(func.count()).select_from(Trade).where(between, Trade.state == "open")) or 0
        if number >= profile.most_open:
            words = ngettext(
                "%(name)s takes %(num)s open offer from one person, and there is one between you already.",
                "%(name)s takes %(num)s open offers from one person, and there are as many between you already.",
                profile.most_open,
                name=partner_name,
            )
            found.append(Warning("most_open", words))
    return found


def declined_before(
    session: Session, me: int, partner_id: int, lines: Sequence[Line], trade_id: int | None = None
) -> list[Warning]:
    """Whether an equal offer between the two was declined; ``lines`` have me as the proposer."""
    between = or_(
        (Trade.proposer_id == me) & (Trade.partner_id == partner_id),
        (Trade.proposer_id == partner_id) & (Trade.partner_id == me),
    )
    query = (
        select(Trade.id, Trade.latest, Trade.proposer_id, Trade.ended_at, Trade.end_reason, Trade.end_note)
        .where(between, Trade.state == "declined", Trade.id != (trade_id or 0))
        .order_by(Trade.ended_at.desc(), Trade.id.desc())
        .limit(_MOST_DECLINED)
    )
    trades = {row.id: row for row in session.execute(query)}
    if not trades or not lines:
        return []
    stored: dict[int, list[Line]] = {}
    query_lines = (
        select(TradeVersion.trade_id, TradeLine)
        .join(TradeLine, TradeLine.version_id == TradeVersion.id)
        .join(Trade, (Trade.id == TradeVersion.trade_id) & (Trade.latest == TradeVersion.number))
        .where(TradeVersion.trade_id.in_(trades))
    )
    for found_id, line in session.execute(query_lines):
        stored.setdefault(found_id, []).append(line_of(line))
    wanted = {swapped: content(lines, swapped=swapped) for swapped in (False, True)}
    for found_id, row in trades.items():
        if content(stored.get(found_id, [])) == wanted[row.proposer_id != me] and row.ended_at is not None:
            return [Warning("declined", _declined_words(row.ended_at, row.end_reason, row.end_note))]
    return []


def _declined_words(at: datetime, reason: str, note: str) -> str:
    words = str(_("The same offer was declined on %(day)s.", day=format_date(at, "long")))
    if reason in reasons.DECLINE:
        words += " " + str(_("Reason: %(reason)s.", reason=reasons.DECLINE[reason]))
    if note:
        words += f" “{note[:200]}”"
    return words
