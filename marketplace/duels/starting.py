"""Beginning a duel, and beginning it again."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from engine import DuelDeck
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.duels import matches, opponents, playing, saving, setup, teams
from marketplace.duels.deck_record import pack_decks, unpack_decks
from marketplace.duels.models import PracticeDuel
from marketplace.duels.rulesets import ChosenRules, chosen_rules, kept_rules
from marketplace.duels.sides import COMPUTERS
from marketplace.duels.table import Table
from marketplace.duels.undo import rules_version
from marketplace.duels.windows import DEFAULT_STOPS, ResponseMode
from marketplace.errors import Refused
from marketplace.jobs import enqueue

log = logging.getLogger(__name__)

MOST_RUNNING = 20
"""Duels a person can have begun and not finished."""
SPEEDS = ("instant", "normal", "slow", "step")
SEED_BITS = 63


@dataclass(frozen=True, slots=True)
class Wish:
    """What the form asks for."""

    ruleset: str
    my_deck: str
    their_deck: str
    opponent: str
    match: bool = False
    """Best of three instead of a single duel."""
    partner_deck: str = setup.FITTING
    """In a Tag Duel; so is ``other_deck``, of the opponent who faces the partner."""
    other_deck: str = setup.FITTING


@dataclass(frozen=True, slots=True)
class Habits:
    """Settings of the person's last duel: the next one begins with them."""

    mode: ResponseMode = ResponseMode.AUTO
    stops: frozenset[str] = DEFAULT_STOPS
    speed: str = "instant"


def begin(database: Database, user_id: int, wish: Wish, request_key: str | None = None) -> int:
    """Begin a duel and return its id. Refused in words; NotFound for a Deck of somebody else."""
    if wish.opponent not in opponents.OPPONENTS:
        raise Refused(_("Choose one of the opponents."), rule="duels.opponent", field="opponent")
    with database.read() as session:
        known = sent_before(session, user_id, request_key)
        if known is not None:
            return known
        check_room(session, user_id)
        ruled = chosen_rules(session, user_id, wish.ruleset)
        if teams.is_for_teams(ruled.definition):
            values = (wish.my_deck, wish.partner_deck, wish.their_deck, wish.other_deck)
            four = teams.four_decks(session, user_id, values, ruled.definition)
            habits = habits_of(session, user_id)
            return _begin_tag(database, user_id, wish, ruled, four, habits, request_key)
        mine = setup.chosen(session, user_id, wish.my_deck, ruled.definition, "my_deck")
        theirs = mine
        their_deck = wish.their_deck
        if their_deck == setup.FITTING:
            their_deck = setup.fitting(wish.opponent, wish.my_deck, ruled.definition)
        if their_deck != setup.MIRROR:
            theirs = setup.chosen(session, user_id, their_deck, ruled.definition, "their_deck")
        habits = habits_of(session, user_id)
    decks = [mine.deck, theirs.deck]
    row = PracticeDuel(
        user_id=user_id,
        request_key=request_key,
        ruleset=ruled.base,
        house=ruled.kept,
        agent=wish.opponent,
        my_deck=mine.name[:120],
        their_deck=theirs.name[:120],
        decks=pack_decks(decks),
    )
    if wish.match:
        found = matches.make(user_id, row, ruled.rules, mine, theirs)
        return seat(database, row, decks, habits, None, found.add, settles=ruled.rules.setup_first_player == "agree")
    return seat(database, row, decks, habits, None, settles=ruled.rules.setup_first_player == "agree")


_NAME = 58
"""Characters of one Deck's name where two stand for a team."""


def _begin_tag(
    database: Database,
    user_id: int,
    wish: Wish,
    ruled: ChosenRules,
    four: Sequence[setup.Chosen],
    habits: Habits,
    request_key: str | None,
) -> int:
    """Begin a duel of two teams; one duel decides, so that there is no match (tag.match.single_duel)."""
    names = [chosen.name[:_NAME] for chosen in four]
    decks = [chosen.deck for chosen in four]
    row = PracticeDuel(
        user_id=user_id,
        request_key=request_key,
        ruleset=ruled.base,
        house=ruled.kept,
        agent=wish.opponent,
        my_deck=f"{names[0]} + {names[2]}",
        their_deck=f"{names[3]} + {names[1]}",
        decks=pack_decks(decks),
    )
    return seat(database, row, decks, habits, None, settles=ruled.rules.setup_first_player == "agree")


def next_duel(
    database: Database, user_id: int, match_id: int, version: int, form: Mapping[str, str], request_key: str | None = None
) -> int:
    """Put in the person's Deck as sided and begin the next duel of a match; the computer keeps its Deck.

    Refused with every rule that stands against the Deck (``matches.SideRefused``), Conflict if the match has moved on.
    """
    with database.read() as session:
        known = sent_before(session, user_id, request_key)
        if known is not None:
            return known
        check_room(session, user_id)
        sided = matches.sided(session, user_id, match_id, version, form)
        habits = habits_of(session, user_id)
    row, decks = sided.row, sided.decks
    row.request_key = request_key
    return seat(database, row, decks, habits, sided.chooser, sided.add)


def rematch(database: Database, user_id: int, duel_id: int, request_key: str | None = None) -> int:
    """Begin a duel with the same Decks, ruleset and opponent; the loser of the last one chooses who goes first.

    Without a loser, and between teams, the coin is tossed again. (match.first_player.loser_chooses)
    """
    with database.read() as session:
        known = sent_before(session, user_id, request_key)
        if known is not None:
            return known
        last = saving.get_duel(session, user_id, duel_id)
        if last.is_running and saving.is_readable(last):
            raise Refused(_("This duel is not over yet."), rule="duels.running")
        if last.example is not None:
            from marketplace.duels import from_example  # It writes its duels by way of this module.

            return from_example.begin(database, user_id, from_example.again(last), request_key)
        check_room(session, user_id)
        packed = last.decks
        habits = habits_of(session, user_id)
    row = PracticeDuel(
        user_id=user_id,
        request_key=request_key,
        ruleset=last.ruleset,
        house=last.house,
        agent=last.agent,
        my_deck=last.my_deck,
        their_deck=last.their_deck,
        decks=packed,
        rematch_of=last.id,
    )
    decks = unpack_decks(packed)
    # Tag Duels have no match whose loser could choose: the coin is tossed between the teams each time.
    chooser = {"won": 1 - last.seat, "lost": last.seat}.get(last.result) if len(decks) == 2 else None
    settles = len(decks) > 2 and kept_rules(row.ruleset, row.house).setup_first_player == "agree"
    return seat(database, row, decks, habits, chooser, settles=settles)


def seat(
    database: Database,
    row: PracticeDuel,
    decks: list[DuelDeck],
    habits: Habits,
    chooser: int | None,
    also: Callable[[Session, PracticeDuel], None] | None = None,
    *,
    settles: bool = False,
) -> int:
    """Begin the duel of a row and write it; ``also`` writes what belongs to it in the same transaction, before it.

    ``chooser`` lost the last duel and says who goes first. ``settles``: no chance decides, the computer agrees with
    what the person says (setup.first_player.players_agree).
    """
    row.agent_seed = secrets.randbits(SEED_BITS)
    rules = kept_rules(row.ruleset, row.house)
    while True:
        row.seed = secrets.randbits(SEED_BITS)
        names = COMPUTERS if len(decks) > 2 else ("", "")
        table = Table.start(rules, decks, row.seed, row.agent, row.agent_seed, names=names, chooser=chooser)
        if not settles or table.toss == table.seat:
            break
    return write(database, row, table, habits, also)


def write(
    database: Database,
    row: PracticeDuel,
    table: Table,
    habits: Habits,
    also: Callable[[Session, PracticeDuel], None] | None = None,
) -> int:
    """Play a table on to the person's first decision and write it as the duel of a new row."""
    table.set_windows(habits.mode, habits.stops)
    try:
        table.run(time.monotonic() + playing.PATIENCE)
    except Exception as fault:
        log.exception("the rules code broke down at the beginning of a duel under %s", row.ruleset)
        raise Refused(_("Something went wrong at the beginning of this duel. Try again."), rule="duels.broken") from fault
    row.seat, row.speed, row.rules_version = table.seat, habits.speed, rules_version()
    row.snapshot = saving.pack(table)
    for name, value in saving.state_of(table).items():
        setattr(row, name, value)
    try:
        with database.write() as session:
            session.execute(select(User.id).where(User.id == row.user_id).with_for_update())  # One at a time is counted.
            check_room(session, row.user_id)
            if also is not None:
                also(session, row)
            session.add(row)
            session.flush()
            if table.waiting == "opponent":
                enqueue(session, playing.THINK, {"duel_id": row.id, "user_id": row.user_id}, row.user_id)
            return row.id
    except IntegrityError:
        with database.read() as session:
            known = sent_before(session, row.user_id, row.request_key)
        if known is None:
            raise
        return known


def sent_before(session: Session, user_id: int, request_key: str | None) -> int | None:
    """The duel the same form has begun already."""
    if request_key is None:
        return None
    return session.scalar(
        select(PracticeDuel.id).where(PracticeDuel.user_id == user_id, PracticeDuel.request_key == request_key)
    )


def check_room(session: Session, user_id: int) -> None:
    """Refuse another duel to a person who has as many going on as there may be."""
    query = select(func.count()).where(PracticeDuel.user_id == user_id, PracticeDuel.status == "running")
    if (session.scalar(query) or 0) >= MOST_RUNNING:
        raise Refused(
            _("You have %(most)d duels going on. Finish or delete one of them first.", most=MOST_RUNNING),
            rule="duels.too_many",
        )


def habits_of(session: Session, user_id: int) -> Habits:
    """The settings a person's next duel begins with."""
    query = select(PracticeDuel).where(PracticeDuel.user_id == user_id).order_by(PracticeDuel.id.desc()).limit(1)
    last = session.scalar(query)
    if last is None:
        return Habits()
    return Habits(ResponseMode(last.mode), frozenset(last.stops.split()), last.speed)
