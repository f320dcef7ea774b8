"""Offers: who may make which to whom, and what their lines may say."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from marketplace.collection import loans, stock
from marketplace.collection.models import Stack
from marketplace.db import now
from marketplace.errors import NotFound, Refused
from marketplace.messages import blocks
from marketplace.messages.models import Message
from marketplace.trades import limits, offers
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Trade, TradeEvent
from marketplace.wants.models import TradeProfile, Want
from tests.factories import accounts, catalogue, trades


def refused(rule):
    return pytest.raises(Refused, match=f"^{rule}$")


def test_an_offer_waits_for_the_other_and_is_told_to_both(session, pair):
    ann, bob = pair
    trade = trades.offer(
        session, ann, bob, [trades.copies(session, ann)], [(trades.copies(session, bob, 3), 2)], note=" Hello "
    )
    assert (trade.state, trade.awaiting_id, trade.latest) == ("open", bob.id, 1)
    version = trade.versions[0]
    assert (version.kind, version.author_id, version.note) == ("offer", ann.id, "Hello")
    assert [(line.giver, line.quantity) for line in version.lines] == [("proposer", 1), ("partner", 2)]
    assert all(line.description["code"] and line.card_id for line in version.lines)
    assert (trade.expires_at - now()).days in (13, 14)
    assert session.scalars(select(TradeEvent.kind)).all() == ["offered"]
    assert session.scalars(select(Message.event)).all() == ["trade.offered"]


def test_the_same_form_sent_twice_is_one_offer(session, pair):
    ann, bob = pair
    stack = trades.copies(session, ann)
    made = {trades.offer(session, ann, bob, [stack], request_key="form").id for _click in range(2)}
    assert len(made) == 1
    assert len(session.scalars(select(Trade)).all()) == 1


@pytest.mark.parametrize("side", ["give", "want"])
def test_one_side_may_be_empty(session, pair, side):
    ann, bob = pair
    parts = {side: [trades.copies(session, ann if side == "give" else bob)]}
    assert len(trades.offer(session, ann, bob, **parts).versions[0].lines) == 1


def test_nothing_for_nothing_is_no_offer(session, pair):
    with refused("trade.lines.none"):
        trades.offer(session, *pair)


def test_nobody_and_oneself_get_no_offers(session, pair):
    ann, _bob = pair
    stack = trades.copies(session, ann)
    for receiver in (ann.id, 9_999):
        with pytest.raises(NotFound):
            offers.propose(session, ann.id, receiver, trades.lines([stack]))


def test_things_and_money_go_along(session, pair):
    ann, bob = pair
    inputs = [
        *trades.lines([trades.copies(session, ann)]),
        LineInput("me", "item", text=" a  playmat ", quantity=2),
        LineInput("them", "money", text="+10 EUR", quantity=5),
    ]
    trade = offers.propose(session, ann.id, bob.id, inputs)
    said = [(line.giver, line.kind, line.text, line.quantity) for line in trade.versions[0].lines[1:]]
    assert said == [("proposer", "item", "a playmat", 2), ("partner", "money", "+10 EUR", 1)]


def test_the_same_copies_twice_are_one_line(session, pair):
    ann, bob = pair
    stack = trades.copies(session, ann, 3)
    trade = trades.offer(session, ann, bob, [(stack, 1), (stack, 2)])
    assert [line.quantity for line in trade.versions[0].lines] == [3]
    with refused("trade.line.not_enough"):
        trades.offer(session, ann, bob, [(stack, 2), (stack, 2)])


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"giver": "us", "kind": "item", "text": "x"}, "trade.line.unknown"),
        ({"giver": "me", "kind": "wish", "text": "x"}, "trade.line.unknown"),
        ({"giver": "me", "kind": "item", "text": " "}, "trade.line.text"),
        ({"giver": "me", "kind": "item", "text": "x" * 301}, "trade.line.text_long"),
        ({"giver": "me", "kind": "item", "text": "x", "quantity": 0}, "trade.line.quantity"),
        ({"giver": "me", "kind": "item", "text": "x", "quantity": 10_000}, "trade.line.quantity"),
        ({"giver": "me", "kind": "copies"}, "trade.line.copies"),
        ({"giver": "me", "kind": "copies", "stack_id": 9_999}, "trade.line.not_there"),
        ({"giver": "me", "kind": "open"}, "trade.line.options"),
        ({"giver": "me", "kind": "open", "options": tuple(range(1, 30))}, "trade.line.options"),
        ({"giver": "me", "kind": "open", "options": (9_998, 9_999)}, "trade.line.not_there"),
    ],
)
def test_lines_that_say_nothing_are_refused_with_their_place(session, pair, values, rule):
    ann, bob = pair
    good = trades.line("me", trades.copies(session, ann))
    with refused(rule) as error:
        offers.propose(session, ann.id, bob.id, [good, LineInput(**values)])
    assert (error.value.field, error.value.facts["line"]) == ("lines", 1)
    assert str(error.value.message)


def test_an_offer_has_a_most_of_lines_and_words(session, pair):
    ann, bob = pair
    items = [LineInput("me", "item", text=f"thing {number}") for number in range(201)]
    with refused("trade.lines.many"):
        offers.propose(session, ann.id, bob.id, items)
    assert len(offers.propose(session, ann.id, bob.id, items[:200]).versions[0].lines) == 200
    with refused("trade.note.long"):
        offers.propose(session, ann.id, bob.id, items[:1], "x" * 4_001)
    for days in (0, 61):
        with refused("trade.offer.days"):
            offers.propose(session, ann.id, bob.id, items[:1], expires_days=days)


def test_one_gives_what_is_at_hand_only(session, pair):
    ann, bob = pair
    kept = trades.copies(session, ann, 2, kept=2)
    assert trades.offer(session, ann, bob, [(kept, 2)]).state == "open", "it need not be for trade"
    lent = trades.copies(session, ann, 2)
    loans.lend(session, ann.id, lent.id, 1, "Cid")
    with refused("trade.line.not_enough") as error:
        trades.offer(session, ann, bob, [(lent, 2)])
    assert (error.value.facts["have"], error.value.facts["wanted"], error.value.facts["stack_id"]) == (1, 2, lent.id)
    with refused("trade.line.proxy"):
        trades.offer(session, ann, bob, [trades.copies(session, ann, kept=1, proxy=True)])


def test_one_asks_only_for_what_the_other_shows_for_trade(session, pair):
    ann, bob = pair
    some = trades.copies(session, bob, 3, kept=2)
    with refused("trade.line.not_enough") as error:
        trades.offer(session, ann, bob, want=[(some, 2)])
    assert error.value.facts["have"] == 1, "how many the other owns is not told"
    with refused("trade.line.not_for_trade"):
        trades.offer(session, ann, bob, want=[trades.copies(session, bob, kept=1)])


def test_copies_of_a_third_person_are_not_there(session, pair):
    ann, bob = pair
    theirs = trades.copies(session, accounts.user(session))
    for values in ({"give": [theirs]}, {"want": [theirs]}):
        with refused("trade.line.not_there"):
            trades.offer(session, ann, bob, **values)


def test_copies_are_on_their_owners_side(session, pair):
    ann, bob = pair
    with refused("trade.line.not_there"):
        trades.offer(session, ann, bob, give=[trades.copies(session, bob)])


def test_who_hides_the_lists_takes_no_offers_but_may_make_some(session, pair):
    ann, bob = pair
    session.add(TradeProfile(user_id=bob.id, visibility="nobody"))
    with refused("trade.offer.closed"):
        trades.offer(session, ann, bob, [trades.copies(session, ann)])
    mine, shown, hidden = trades.copies(session, ann), trades.copies(session, bob, 2), trades.copies(session, bob)
    trade = trades.offer(session, bob, ann, [(shown, 1)], [mine])
    with refused("trade.line.not_for_trade"):
        offers.counter(session, ann.id, trade.id, None, trades.lines([mine], [hidden]))
    with refused("trade.line.not_enough"):
        offers.counter(session, ann.id, trade.id, None, trades.lines([mine], [(shown, 2)]))
    offers.counter(session, ann.id, trade.id, None, trades.lines([trades.copies(session, ann)], [shown]))
    assert trade.awaiting_id == bob.id


def test_blocks_and_closed_accounts_end_offers(session, pair):
    ann, bob = pair
    stack = trades.copies(session, ann)
    blocks.block(session, bob.id, ann.id)
    with refused("trade.blocked"):
        trades.offer(session, ann, bob, [stack])
    with refused("trade.blocked"):
        trades.offer(session, bob, ann, want=[stack])
    blocks.unblock(session, bob.id, ann.id)
    bob.is_active_account = False
    with refused("trade.partner.gone"):
        trades.offer(session, ann, bob, [stack])


def test_who_is_away_is_only_warned_of(session, pair):
    ann, bob = pair
    session.add(TradeProfile(user_id=bob.id, away_until=now() + timedelta(days=365)))
    assert trades.offer(session, ann, bob, [trades.copies(session, ann)]).state == "open"


def test_ten_open_offers_to_one_person_are_enough(session, pair):
    ann, bob = pair
    stack = trades.copies(session, ann)
    made = [trades.offer(session, ann, bob, [stack]) for _number in range(limits.MOST_OPEN_TO_ONE)]
    with refused("trade.offer.most_to_one"):
        trades.offer(session, ann, bob, [stack])
    assert trades.offer(session, bob, ann, [trades.copies(session, bob)]).state == "open", "the other has an own count"
    offers.withdraw(session, ann.id, made[0].id)
    assert trades.offer(session, ann, bob, [stack]).state == "open"


def test_the_receiver_may_want_fewer(session, pair):
    ann, bob = pair
    session.add(TradeProfile(user_id=bob.id, most_open=2))
    stack = trades.copies(session, ann)
    for _number in range(2):
        trades.offer(session, ann, bob, [stack])
    with refused("trade.offer.most_to_one") as error:
        trades.offer(session, ann, bob, [stack])
    assert error.value.facts["most"] == 2


def test_sixty_open_offers_in_all_and_thirty_an_hour(session, pair, let_pass):
    ann, _bob = pair
    stack = trades.copies(session, ann)
    receivers = [accounts.user(session) for _number in range(7)]
    for number in range(limits.MOST_AN_HOUR):
        trades.offer(session, ann, receivers[number // 9], [stack])
    with refused("trade.offer.too_fast"):
        trades.offer(session, ann, receivers[6], [stack])
    earlier = now() - timedelta(days=365)
    session.execute(update(Trade).values(created_at=earlier))
    for number in range(limits.MOST_OPEN - limits.MOST_AN_HOUR):
        trades.offer(session, ann, receivers[4 + number // 10], [stack])
    session.execute(update(Trade).values(created_at=earlier))
    with refused("trade.offer.most_open"):
        trades.offer(session, ann, accounts.user(session), [stack])


def test_only_with_something_wanted(session, pair):
    ann, bob = pair
    session.add(TradeProfile(user_id=bob.id, only_with_wanted=True))
    card = catalogue.card(session)
    wanted = trades.copies(session, ann, of=catalogue.printing(session, of=card), kept=1)
    other = trades.copies(session, ann)
    with refused("trade.offer.nothing_wanted"):
        trades.offer(session, ann, bob, [wanted, other])
    session.add(Want(user_id=bob.id, kind="card", card_id=card.id, want_key="a", visibility="nobody"))
    session.flush()
    with refused("trade.offer.nothing_wanted"):
        trades.offer(session, ann, bob, [other])
    assert trades.offer(session, ann, bob, [wanted, other]).state == "open"


def test_only_with_something_wanted_counts_things_when_things_are_wanted(session, pair):
    ann, bob = pair
    session.add(TradeProfile(user_id=bob.id, only_with_wanted=True))
    playmat = [LineInput("me", "item", text="playmat")]
    with refused("trade.offer.nothing_wanted"):
        offers.propose(session, ann.id, bob.id, playmat)
    session.add(Want(user_id=bob.id, kind="item", item="a playmat", want_key="a"))
    session.flush()
    assert offers.propose(session, ann.id, bob.id, playmat).state == "open"


def test_an_offer_takes_no_copies_from_anywhere(session, pair):
    ann, bob = pair
    stack = trades.copies(session, ann, 2)
    for _number in range(3):
        trades.offer(session, ann, bob, [(stack, 2)])
    session.refresh(stack)
    assert (stack.for_trade, stack.promised) == (2, 0)


def test_making_an_offer_asks_the_database_no_more_for_many_lines(session, pair, database, count_queries):
    ann, bob = pair
    mine = [trades.copies(session, ann) for _number in range(30)]
    theirs = [trades.copies(session, bob) for _number in range(30)]
    session.flush()
    trades.offer(session, ann, bob, mine[:1], theirs[:1])
    session.expire_all()
    with count_queries(database) as few:
        trades.offer(session, ann, bob, mine[:1], theirs[:1])
    session.expire_all()
    ids = [(stack.id, 1) for stack in mine + theirs]
    inputs = [LineInput("me" if place < 30 else "them", "copies", stack_id=stack) for place, (stack, _one) in enumerate(ids)]
    session.expire_all()
    ann_id, bob_id = ann.id, bob.id
    with count_queries(database) as many:
        offers.propose(session, ann_id, bob_id, inputs)
    assert many.count <= few.count + 2


def test_stock_verbs_keep_the_offer_as_it_was_described(session, pair):
    ann, bob = pair
    stack = trades.copies(session, ann, condition="NM")
    trade = trades.offer(session, ann, bob, [stack])
    stock.edit(session, ann.id, stack.id, None, {"condition": "PO"})
    session.expire_all()
    assert trade.versions[0].lines[0].description["condition"] == "NM"
    assert session.get(Stack, stack.id).condition == "PO"
