"""Printings "not in catalogue" that the catalogue has by now."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.orm import Session, aliased

from marketplace.catalogue.folding import fold
from marketplace.catalogue.importing.hooks import announce_resolved
from marketplace.catalogue.importing.known import chunks
from marketplace.catalogue.importing.printing_matching import alike_rarity
from marketplace.catalogue.importing.report import Resolved
from marketplace.catalogue.models import Card, CardName, Printing


@dataclass(frozen=True, slots=True)
class _Own:
    """A collector's own printing that waits for the catalogue."""

    id: int
    code: str
    folded: str
    language: str
    rarity: str
    card_id: int
    card_name: str
    own_card: bool
    """Its card was typed by the collector, too: only the name tells what it is."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    id: int
    card_id: int
    card_name: str
    language: str
    rarity: str


def resolve_custom(session: Session) -> list[Resolved]:
    """Point copies of hand-entered printings to the catalogue's printing of the same number, where only one fits.

    Language and rarity must not contradict, and the card must be the same (for a card typed by hand: the name, if
    several cards carry the number). The hand-entered printing is kept, marked as retired: undo and history name it.
    """
    card = aliased(Card)
    waiting = [
        _Own(*row)
        for row in session.execute(
            select(
                Printing.id, Printing.code, Printing.code_folded, Printing.language, Printing.rarity, Printing.card_id,
                card.name, card.added_by_id.is_not(None),
            )
            .join(card, card.id == Printing.card_id)
            .where(Printing.added_by_id.is_not(None), Printing.retired.is_(False), Printing.code_folded != "")
            .order_by(Printing.id)
        )
    ]  # fmt: skip
    candidates: dict[str, list[_Candidate]] = {}
    for some in chunks(sorted({own.folded for own in waiting})):
        query = (
            select(Printing.code_folded, Printing.id, Printing.card_id, Card.name, Printing.language, Printing.rarity)
            .join(Card, Card.id == Printing.card_id)
            .where(Printing.code_folded.in_(some), Printing.added_by_id.is_(None), Printing.retired.is_(False))
            .order_by(Printing.id)
        )
        for row in session.execute(query):
            candidates.setdefault(row[0], []).append(_Candidate(*row[1:]))
    report: list[Resolved] = []
    resolved: dict[int, int] = {}
    for own in waiting:
        fitting = _fitting(session, own, candidates.get(own.folded, []))
        if len(fitting) == 1:
            resolved[own.id] = fitting[0].id
            report.append(Resolved(own.code, own.card_name, fitting[0].card_name, 1))
        elif fitting:
            report.append(Resolved(own.code, own.card_name, "", len(fitting)))
    if resolved and announce_resolved(session, resolved):
        for some_ids in chunks(sorted(resolved)):
            session.execute(update(Printing).where(Printing.id.in_(some_ids)).values(retired=True))
    return report


def _fitting(session: Session, own: _Own, candidates: list[_Candidate]) -> list[_Candidate]:
    fitting = [candidate for candidate in candidates if candidate.language == own.language] or candidates
    if not own.own_card:
        fitting = [candidate for candidate in fitting if candidate.card_id == own.card_id]
    elif len({candidate.card_id for candidate in fitting}) > 1:
        named = _cards_named(session, own.card_name, {candidate.card_id for candidate in fitting})
        fitting = [candidate for candidate in fitting if candidate.card_id in named] or fitting
    if own.rarity:
        alike = [candidate for candidate in fitting if candidate.rarity == own.rarity]
        fitting = alike or [
            candidate for candidate in fitting if not candidate.rarity or alike_rarity(candidate.rarity, own.rarity)
        ]
    return fitting


def _cards_named(session: Session, name: str, among: set[int]) -> set[int]:
    query = select(CardName.card_id).where(CardName.folded == fold(name), CardName.card_id.in_(among))
    return set(session.scalars(query))
