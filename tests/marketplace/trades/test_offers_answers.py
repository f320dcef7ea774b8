"""Counter-offers, additions, settled choices, and the ends of an offer that is not accepted."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from marketplace.collection import loans
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.messages import blocks
from marketplace.messages.models import Message
from marketplace.trades import limits, offers, reasons
from marketplace.trades.lines import LineInput
from marketplace.trades.models import TradeEvent, TradeVersion
from marketplace.trades.offers import Choice
from marketplace.trades.own_trade import get_trade
from tests.factories import accounts, trades


def refused(rule):
    return pytest.raises(Refused, match=f"^{rule}$")


def conflict(rule):
    return pytest.raises(Conflict, match=f"^{rule}$")


@pytest.fixture
def scene(session, pair):
    """Ann offers one of two copies for one of Bob's three."""
    ann, bob = pair
    mine, theirs = trades.copies(session, ann, 2), trades.copies(session, bob, 3)
    return ann, bob, mine, theirs, trades.offer(session, ann, bob, [mine], [theirs])


def lines_of(session, trade, number=None):
    query = select(TradeVersion).where(TradeVersion.trade_id == trade.id, TradeVersion.number == (number or trade.latest))
    return session.scalars(query).one().lines


def test_a_counter_offer_turns_the_sides_and_keeps_the_keys(session, scene):
    ann, bob, mine, theirs, trade = scene
    before = {line.giver: line.key for line in lines_of(session, trade)}
    offers.counter(session, bob.id, trade.id, trade.revision, trades.lines([theirs], [(mine, 2)]), "two of them")
    assert (trade.latest, trade.awaiting_id, trade.state) == (2, ann.id, "open")
    assert {line.giver: (line.key, line.quantity) for line in lines_of(session, trade)} == {
        "partner": (before["partner"], 1),
        "proposer": (before["proposer"], 2),
    }
    assert [line.quantity for line in lines_of(session, trade, 1)] == [1, 1], "the first version stands as written"
    assert session.scalars(select(TradeEvent.kind).order_by(TradeEvent.id)).all() == ["offered", "countered"]


def test_a_key_of_the_other_side_or_a_made_up_one_is_not_taken(session, scene):
    _ann, bob, _mine, theirs, trade = scene
    old = {line.giver: line.key for line in lines_of(session, trade)}
    second = trades.copies(session, bob)
    inputs = [trades.line("me", theirs, key=old["proposer"]), trades.line("me", second, key="made up")]
    offers.counter(session, bob.id, trade.id, None, inputs)
    keys = {line.stack_id: line.key for line in lines_of(session, trade)}
    assert keys[theirs.id] == old["partner"]
    assert keys[second.id] not in {*old.values(), "made up"}


def test_the_author_may_replace_an_offer_nobody_has_answered(session, scene):
    ann, bob, mine, theirs, trade = scene
    offers.counter(session, ann.id, trade.id, trade.revision, trades.lines([(mine, 2)], [theirs]))
    assert (trade.latest, trade.awaiting_id) == (2, bob.id)
    assert session.scalars(select(TradeEvent.kind).order_by(TradeEvent.id.desc())).first() == "changed"


def test_the_same_lines_are_no_counter_offer(session, scene):
    ann, bob, mine, theirs, trade = scene
    with refused("trade.counter.same"):
        offers.counter(session, bob.id, trade.id, None, trades.lines([theirs], [mine]), "please")
    with refused("trade.counter.same"):
        offers.counter(session, ann.id, trade.id, None, trades.lines([mine], [theirs]))
    offers.counter(session, ann.id, trade.id, None, trades.lines([mine], [theirs]), "with a word of mine")
    assert trade.latest == 2


def test_an_old_page_answers_nothing_and_learns_when_it_changed(session, scene):
    ann, bob, mine, theirs, trade = scene
    seen = trade.revision
    offers.counter(session, ann.id, trade.id, seen, trades.lines([(mine, 2)], [theirs]))
    for act in (
        lambda: offers.counter(session, bob.id, trade.id, seen, trades.lines([theirs])),
        lambda: offers.top_up(session, bob.id, trade.id, seen, trades.lines([theirs])),
        lambda: offers.decline(session, bob.id, trade.id, seen),
        lambda: offers.withdraw(session, ann.id, trade.id, seen),
    ):
        with conflict("trade.changed") as error:
            act()
        assert (error.value.facts["latest"], error.value.facts["state"]) == (2, "open")
        assert error.value.facts["at"] == trade.updated_at.isoformat()
    assert trade.latest == 2


def test_the_same_form_makes_one_version(session, scene):
    _ann, bob, _mine, theirs, trade = scene
    seen = trade.revision
    for _click in range(2):
        offers.counter(session, bob.id, trade.id, seen, trades.lines([theirs]), request_key="form")
    assert trade.latest == 2


def test_a_top_up_adds_to_what_is_there(session, scene):
    ann, bob, mine, theirs, trade = scene
    more = trades.copies(session, ann)
    keys = [line.key for line in lines_of(session, trade)]
    inputs = [*trades.lines([mine, more]), LineInput("me", "item", text="sleeves")]
    offers.top_up(session, ann.id, trade.id, trade.revision, inputs)
    said = [(line.giver, line.kind, line.stack_id, line.quantity) for line in lines_of(session, trade)]
    assert said == [
        ("proposer", "copies", mine.id, 2),
        ("partner", "copies", theirs.id, 1),
        ("proposer", "copies", more.id, 1),
        ("proposer", "item", None, 1),
    ]
    assert [line.key for line in lines_of(session, trade)][:2] == keys
    assert (trade.awaiting_id, trade.versions[-1].kind) == (bob.id, "top_up")


def test_who_is_asked_may_top_up_too_and_waits_then(session, scene):
    ann, bob, _mine, theirs, trade = scene
    offers.top_up(session, bob.id, trade.id, None, trades.lines([theirs]))
    assert (trade.awaiting_id, lines_of(session, trade)[1].quantity) == (ann.id, 2)
    with refused("trade.line.not_enough"):
        offers.top_up(session, bob.id, trade.id, None, trades.lines([(theirs, 2)]))


def test_nobody_tops_up_the_other_side(session, scene):
    _ann, bob, mine, _theirs, trade = scene
    with refused("trade.top_up.theirs"):
        offers.top_up(session, bob.id, trade.id, None, trades.lines(want=[mine]))


@pytest.fixture
def undecided(session, pair):
    """Ann offers two copies in one of two kinds."""
    ann, bob = pair
    one, other = trades.copies(session, ann, 2), trades.copies(session, ann, 2)
    choice = LineInput("me", "open", quantity=2, options=(one.id, other.id), text="in which rarity?")
    trade = offers.propose(session, ann.id, bob.id, [*trades.lines(want=[trades.copies(session, bob)]), choice])
    return ann, bob, one, other, trade


def test_an_open_choice_is_settled_by_either_side(session, undecided):
    ann, bob, one, _other, trade = undecided
    key = lines_of(session, trade)[1].key
    assert len(lines_of(session, trade)[1].description["options"]) == 2
    offers.settle(session, bob.id, trade.id, trade.revision, [Choice(key, one.id)])
    line = lines_of(session, trade)[1]
    assert (line.kind, line.key, line.stack_id, line.quantity, line.options) == ("copies", key, one.id, 2, [])
    assert line.description["code"]
    assert (trade.awaiting_id, trade.versions[-1].kind) == (ann.id, "settle")


def test_an_open_choice_may_become_some_of_each(session, undecided):
    _ann, bob, one, other, trade = undecided
    key = lines_of(session, trade)[1].key
    offers.settle(session, bob.id, trade.id, None, [Choice(key, one.id, 1), Choice(key, other.id, 1)])
    assert [(line.stack_id, line.quantity) for line in lines_of(session, trade)[1:]] == [(one.id, 1), (other.id, 1)]
    assert len({line.key for line in lines_of(session, trade)}) == 3


def test_choices_are_among_the_options_and_add_up(session, undecided):
    ann, bob, one, other, trade = undecided
    copies, choice = lines_of(session, trade)
    third = trades.copies(session, ann, 2)
    for choices, rule in (
        ([], "trade.settle.option"),
        ([Choice("unknown", one.id)], "trade.settle.option"),
        ([Choice(copies.key, one.id)], "trade.settle.option"),
        ([Choice(choice.key, third.id)], "trade.settle.option"),
        ([Choice(choice.key, one.id, 1)], "trade.settle.quantity"),
        ([Choice(choice.key, one.id, 3), Choice(choice.key, other.id, -1)], "trade.settle.quantity"),
    ):
        with refused(rule):
            offers.settle(session, bob.id, trade.id, None, choices)
    assert trade.latest == 1


def test_withdrawn_is_withdrawn_once(session, scene):
    ann, bob, _mine, theirs, trade = scene
    with refused("trade.withdraw.answer"):
        offers.withdraw(session, bob.id, trade.id)
    for _click in range(2):
        offers.withdraw(session, ann.id, trade.id, note="changed my mind")
    assert (trade.state, trade.end_note, trade.awaiting_id) == ("withdrawn", "changed my mind", None)
    assert session.scalar(select(func.count(TradeEvent.id)).where(TradeEvent.kind == "withdrawn")) == 1
    with conflict("trade.not_open") as error:
        offers.counter(session, bob.id, trade.id, None, trades.lines([theirs]))
    assert error.value.facts["state"] == "withdrawn"


@pytest.mark.parametrize("reason", ["", *reasons.DECLINE])
def test_declined_with_or_without_a_reason(session, scene, reason):
    ann, bob, _mine, _theirs, trade = scene
    with refused("trade.decline.own"):
        offers.decline(session, ann.id, trade.id)
    for _click in range(2):
        offers.decline(session, bob.id, trade.id, None, reason, " sorry ")
    assert (trade.state, trade.end_reason, trade.end_note) == ("declined", reason, "sorry")
    told = session.scalars(select(Message).where(Message.event == "trade.declined")).one()
    assert (told.facts["reason"], told.author_id) == (reason, bob.id)


def test_made_up_reasons_and_long_notes_are_refused(session, scene):
    _ann, bob, _mine, _theirs, trade = scene
    with refused("trade.decline.reason"):
        offers.decline(session, bob.id, trade.id, None, "bored")
    with refused("trade.note.long"):
        offers.decline(session, bob.id, trade.id, None, "other", "x" * 1_001)
    assert trade.state == "open"


def test_a_nudge_after_two_days_and_then_every_three(session, scene, let_pass):
    ann, bob, _mine, _theirs, trade = scene
    with refused("trade.nudge.turn"):
        offers.nudge(session, bob.id, trade.id)
    with refused("trade.nudge.early") as error:
        offers.nudge(session, ann.id, trade.id)
    assert error.value.facts["at"] > trade.created_at.isoformat()
    let_pass(trade, days=2)
    trade = get_trade(session, ann.id, trade.id)
    seen = trade.revision
    for _click in range(2):
        offers.nudge(session, ann.id, trade.id)
    assert session.scalar(select(func.count(TradeEvent.id)).where(TradeEvent.kind == "nudged")) == 1
    assert trade.revision == seen, "a page with the offer is still good"
    let_pass(trade, days=2)
    with refused("trade.nudge.early"):
        offers.nudge(session, ann.id, trade.id)
    let_pass(trade, days=1)
    offers.nudge(session, ann.id, trade.id)
    assert session.scalar(select(func.count(TradeEvent.id)).where(TradeEvent.kind == "nudged")) == 2


def test_blocked_people_end_their_offers_and_nothing_else(session, scene):
    ann, bob, mine, theirs, trade = scene
    blocks.block(session, ann.id, bob.id)
    for act in (
        lambda: offers.counter(session, bob.id, trade.id, None, trades.lines([theirs], [(mine, 2)])),
        lambda: offers.top_up(session, bob.id, trade.id, None, trades.lines([theirs])),
        lambda: offers.nudge(session, ann.id, trade.id),
    ):
        with refused("trade.blocked"):
            act()
    offers.decline(session, bob.id, trade.id)
    assert trade.state == "declined"


def test_strangers_find_no_trade(session, scene):
    _ann, _bob, mine, theirs, trade = scene
    cid = accounts.user(session)
    for act in (
        lambda: get_trade(session, cid.id, trade.id),
        lambda: offers.counter(session, cid.id, trade.id, None, trades.lines([theirs], [mine])),
        lambda: offers.top_up(session, cid.id, trade.id, None, trades.lines([theirs])),
        lambda: offers.settle(session, cid.id, trade.id, None, [Choice("x", 1)]),
        lambda: offers.withdraw(session, cid.id, trade.id),
        lambda: offers.decline(session, cid.id, trade.id),
        lambda: offers.nudge(session, cid.id, trade.id),
    ):
        with pytest.raises(NotFound):
            act()


def test_copies_that_went_have_to_be_changed(session, scene):
    ann, bob, mine, theirs, trade = scene
    loans.lend(session, ann.id, mine.id, 2, "Cid")
    with refused("trade.line.not_for_trade"):
        offers.counter(session, bob.id, trade.id, None, trades.lines([theirs, trades.copies(session, bob)], [mine]))
    offers.counter(session, ann.id, trade.id, None, trades.lines([trades.copies(session, ann)], [theirs]))
    assert trade.latest == 2


def test_an_offer_is_not_changed_for_ever(session, scene, monkeypatch):
    _ann, bob, _mine, theirs, trade = scene
    monkeypatch.setattr(limits, "MOST_VERSIONS", 2)
    offers.counter(session, bob.id, trade.id, None, trades.lines([theirs]))
    with refused("trade.versions.many"):
        offers.counter(session, bob.id, trade.id, None, trades.lines([(theirs, 2)]))
