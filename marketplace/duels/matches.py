"""Matches against the computer: begun, sided between two duels, given up, deleted.

A match's duels are ordinary duels; what their end means is in ``match_results``. The computer keeps its Deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from engine import (
    Banlist,
    CardFacts,
    CardIndex,
    Deck,
    DeckCard,
    DuelDeck,
    ListEntry,
    Match,
    MatchRefused,
    Refusal,
    Ruleset,
    Stage,
    UnreadableMatch,
    not_playable,
)
from marketplace.db import Database
from marketplace.decks.limits import limit_of
from marketplace.duels import match_results, playing, saving
from marketplace.duels.deck_record import pack_decks, unpack_decks
from marketplace.duels.models import PracticeDuel, PracticeMatch
from marketplace.duels.setup import Chosen
from marketplace.duels.siding import Sheet
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.i18n import current_locale

MINE, THEIRS = 0, 1
MOST_RUNNING = 20
"""Matches a person can have begun and not finished."""
Add = Callable[[Session, PracticeDuel], None]


class SideRefused(Refused):
    """A Deck as sided that may not be played; ``refusals`` are the rules against it."""

    def __init__(self, refusals: Sequence[Refusal], unplayable: Sequence[str] = ()) -> None:
        words = _("This Deck cannot be played in the next duel. Why not is said below; nothing has changed.")
        super().__init__(words, rule=refusals[0].rule if refusals else "duels.deck.unplayable")
        self.refusals = tuple(refusals)
        self.unplayable = tuple(unplayable)


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match as stored, with what it means to the engine."""

    row: PracticeMatch
    match: Match
    source: CardIndex
    lists: Sequence[Banlist | None]

    def sheet(self, form: Mapping[str, str] | None = None) -> Sheet:
        """The person's Deck with the exchange a form describes."""
        return Sheet(self.match, self.source, form or {})


@dataclass(frozen=True, slots=True)
class Pending:
    """A match that is written together with its first duel."""

    row: PracticeMatch

    def add(self, session: Session, duel: PracticeDuel) -> None:
        """Write it and say so in the duel."""
        query = select(func.count()).where(PracticeMatch.user_id == self.row.user_id, PracticeMatch.status == "running")
        if (session.scalar(query) or 0) >= MOST_RUNNING:
            raise Refused(
                _("You have %(most)d matches going on. Finish or delete one of them first.", most=MOST_RUNNING),
                rule="duels.match.too_many",
            )
        session.add(self.row)
        session.flush()
        duel.match_id, duel.match_number = self.row.id, 1


@dataclass(frozen=True, slots=True)
class NextDuel:
    """The duel that comes next, once the Decks are in."""

    row: PracticeDuel
    decks: list[DuelDeck]
    chooser: int | None
    add: Add


def make(user_id: int, duel: PracticeDuel, rules: Ruleset, mine: Chosen, theirs: Chosen) -> Pending:
    """A new match with the Decks of its first duel. Refused, in words, by the rules of matches."""
    decks = [_registered(one) for one in (mine, theirs)]
    cards = [mine.deck, theirs.deck, DuelDeck(list(mine.side)), DuelDeck(list(theirs.side))]
    try:
        match = Match.start(rules, decks, _index(cards), [mine.banlist, theirs.banlist])
    except MatchRefused as error:
        raise Refused(error.refusals[0].sentence(current_locale()), rule=error.refusals[0].rule, field="my_deck") from error
    row = PracticeMatch(
        user_id=user_id,
        ruleset=duel.ruleset,
        house=duel.house,
        agent=duel.agent,
        my_deck=duel.my_deck,
        their_deck=duel.their_deck,
        cards=pack_decks(cards),
        limits=[_limits(one) for one in (mine, theirs)],
        state=match.to_json(),
    )
    return Pending(row)


def get(session: Session, user_id: int, match_id: int) -> PracticeMatch:
    """One of the person's matches; NotFound otherwise."""
    row = session.scalar(select(PracticeMatch).where(PracticeMatch.id == match_id, PracticeMatch.user_id == user_id))
    if row is None:
        raise NotFound(_("That match is not one of yours."))
    return row


def opened(session: Session, user_id: int, match_id: int) -> OpenMatch:
    """A match with everything it holds; NotFound for somebody else's, Conflict for one of another version of the site."""
    query = select(PracticeMatch).where(PracticeMatch.id == match_id, PracticeMatch.user_id == user_id)
    row = session.scalar(query.options(undefer(PracticeMatch.state), undefer(PracticeMatch.cards)))
    if row is None:
        raise NotFound(_("That match is not one of yours."))
    try:
        match = Match.from_json(row.state)
    except UnreadableMatch as error:
        words = _("This match was saved by another version of the site and cannot be played on.")
        raise Conflict(words, rule="duels.match.unreadable") from error
    return OpenMatch(row, match, _index(unpack_decks(row.cards)), [_banlist(one) for one in row.limits])


def duels_of(session: Session, match_id: int) -> Sequence[PracticeDuel]:
    """The duels of a match in their order."""
    query = select(PracticeDuel).where(PracticeDuel.match_id == match_id)
    return session.scalars(query.order_by(PracticeDuel.match_number, PracticeDuel.id)).all()


def sided(session: Session, user_id: int, match_id: int, version: int, form: Mapping[str, str]) -> NextDuel:
    """Check the person's Deck as the form has it and make the next duel, not written yet."""
    found = opened(session, user_id, match_id)
    row, match = found.row, found.match
    if row.version != version or match.stage is not Stage.SIDING:
        raise moved_on(match)
    sheet = found.sheet(form)
    refusals, unplayable = against(found, sheet)
    if refusals or unplayable:
        raise SideRefused(refusals, unplayable)
    match.side(MINE, sheet.deck, found.source, found.lists[MINE])
    match.side(THEIRS, match.decks[THEIRS], found.source, found.lists[THEIRS])
    chooser = match.beginning.chooser
    last = duels_of(session, match_id)[-1]
    decks = match.duel_decks(found.source)
    duel = PracticeDuel(
        user_id=user_id,
        ruleset=row.ruleset,
        house=row.house,
        agent=row.agent,
        my_deck=row.my_deck,
        their_deck=row.their_deck,
        decks=pack_decks(decks),
        match_id=row.id,
        match_number=len(match.duels) + 1,
        rematch_of=None if chooser is None else last.id,
    )

    def add(writing: Session, _duel: PracticeDuel) -> None:
        match_results.write(_locked(writing, user_id, match_id, version), match)

    return NextDuel(duel, decks, chooser, add)


def against(found: OpenMatch, sheet: Sheet) -> tuple[list[Refusal], list[str]]:
    """The rules against the Deck as sided, and the cards in it that cannot be played in duels yet."""
    refusals = found.match.check_side(MINE, sheet.deck, found.source, found.lists[MINE])
    return refusals, not_playable([*sheet.facts("main"), *sheet.facts("extra")])


def moved_on(match: Match) -> Conflict:
    """The refusal of an exchange that comes at the wrong time, in the words of the rule if there is one."""
    if match.stage is Stage.SIDING:
        return Conflict(
            _("The match has moved on since this page was shown; nothing was done. This is how it stands now."),
            rule="duels.match.stale",
        )
    refusal = match.check_side(MINE, match.decks[MINE], CardIndex(()))[0]
    return Conflict(refusal.sentence(current_locale()), rule=refusal.rule)


def restore(session: Session, user_id: int, match_id: int, version: int) -> None:
    """Begin the exchange anew from the Deck as it was registered."""
    row = _locked(session, user_id, match_id, version)
    match = Match.from_json(row.state)
    if match.stage is not Stage.SIDING:
        raise moved_on(match)
    if match.decks[MINE] != match.registered[MINE]:
        match.decks[MINE] = match.registered[MINE]
        match_results.write(row, match)
    session.flush()


def give_up(database: Database, user_id: int, match_id: int) -> None:
    """Give up the whole match, the duel that goes on included."""
    with database.read() as session:
        get(session, user_id, match_id)
        running = [duel for duel in duels_of(session, match_id) if duel.is_running]
    for duel in running:
        if saving.is_readable(_with_board(database, user_id, duel.id)):
            playing.act(database, user_id, duel.id, None, lambda table: table.surrender())
    with database.write() as session:
        row = _locked(session, user_id, match_id, None)
        if row.is_running:
            match = Match.from_json(row.state)
            match.give_up(MINE)
            match_results.write(row, match)


def _with_board(database: Database, user_id: int, duel_id: int) -> PracticeDuel:
    with database.read() as session:
        return saving.get_duel(session, user_id, duel_id)


def delete(session: Session, user_id: int, match_id: int) -> None:
    """Delete a match with all its duels."""
    session.delete(get(session, user_id, match_id))
    session.flush()


def _locked(session: Session, user_id: int, match_id: int, version: int | None) -> PracticeMatch:
    query = select(PracticeMatch).where(PracticeMatch.id == match_id, PracticeMatch.user_id == user_id)
    query = query.options(undefer(PracticeMatch.state)).with_for_update()
    row = session.scalar(query.execution_options(populate_existing=True))
    if row is None:
        raise NotFound(_("That match is not one of yours."))
    if version is not None and row.version != version:
        raise moved_on(Match.from_json(row.state))
    return row


def _registered(chosen: Chosen) -> Deck:
    main, extra, side = (tuple(map(written, pile)) for pile in (chosen.deck.main, chosen.deck.extra, chosen.side))
    return Deck(main, extra, side, name=chosen.name)


def written(facts: CardFacts) -> DeckCard:
    """How a match's Deck list names a card."""
    return DeckCard(None, facts.name) if facts.passcode is None else DeckCard(facts.passcode)


def _index(decks: Sequence[DuelDeck]) -> CardIndex:
    found = {id(facts): facts for deck in decks for facts in (*deck.main, *deck.extra)}
    return CardIndex(found.values())


def _limits(chosen: Chosen) -> list[Any]:
    """What the list says of the Deck's cards: enough to check every exchange among them."""
    cards = {facts.name: facts for facts in _cards(chosen)}
    if chosen.banlist is None:
        return []
    limits = ((facts, limit_of(chosen.banlist, facts)) for facts in cards.values())
    return [chosen.banlist.name, [[facts.passcode, facts.name, limit] for facts, limit in limits if limit is not None]]


def _cards(chosen: Chosen) -> Iterator[CardFacts]:
    yield from chosen.deck.main
    yield from chosen.deck.extra
    yield from chosen.side


def _banlist(limits: Sequence[Any]) -> Banlist | None:
    if not limits:
        return None
    name, entries = limits
    return Banlist(name, tuple(ListEntry(*entry) for entry in entries))
