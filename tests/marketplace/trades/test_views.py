"""A trade as each of its two people sees it."""

from __future__ import annotations

import pytest

from marketplace.collection import stock
from marketplace.errors import NotFound
from marketplace.trades import agreement, as_text, closing, offers, overview, views, warnings
from marketplace.trades.lines import LineInput
from marketplace.trades.models import TradeVersion
from tests.factories import accounts, catalogue, trades


@pytest.fixture
def offer(session, pair):
    """Ann offers 2 of hers for 1 of Bob's and a playmat."""
    ann, bob = pair
    mine, yours = trades.copies(session, ann, 2, condition="NM"), trades.copies(session, bob, 3)
    lines = [*trades.lines([(mine, 2)], [yours]), LineInput("them", "item", text="playmat")]
    trade = offers.propose(session, ann.id, bob.id, lines, "hello")
    return trade, mine, yours


def test_sides_turn_with_the_reader(session, pair, offer):
    ann, bob = pair
    trade, mine, yours = offer
    for reader, give, get, turn in ((ann, [mine.id], [yours.id, None], False), (bob, [yours.id, None], [mine.id], True)):
        view = views.view_of(session, reader.id, trade.id)
        assert [line.stack_id for line in view.give.lines] == give
        assert [line.stack_id for line in view.get.lines] == get
        assert view.my_turn is turn
        assert view.shown.note == "hello"
        assert view.difference is None
    assert views.view_of(session, ann.id, trade.id).give.cards == 2


def test_nobody_else_sees_it(session, pair, offer):
    with pytest.raises(NotFound):
        views.view_of(session, accounts.user(session, "Cleo").id, offer[0].id)
    with pytest.raises(NotFound):
        views.view_of(session, pair[0].id, offer[0].id, number=2)


def test_the_difference_is_to_the_version_the_reader_wrote_last(session, pair, offer):
    ann, bob = pair
    trade, mine, yours = offer
    more = trades.copies(session, bob)
    offers.counter(session, bob.id, trade.id, None, trades.lines([(yours, 2), more], [mine]))
    offers.top_up(session, bob.id, trade.id, None, [LineInput("me", "item", text="dice")])
    view = views.view_of(session, ann.id, trade.id)
    assert view.difference.base.number == 1
    assert {(line.text or line.stack_id, line.mark) for line in view.difference.get} == {
        (yours.id, "changed"), (more.id, "added"), ("dice", "added"), ("playmat", "removed"),
    }  # fmt: skip
    assert [(line.mark, line.changes) for line in view.difference.give] == [("changed", ["1 instead of 2"])]
    own = views.view_of(session, bob.id, trade.id)
    assert own.difference.base.number == 2
    assert [line.text for line in own.difference.give] == ["dice"]
    assert views.view_of(session, ann.id, trade.id, number=2, since=1).shown.number == 2


def test_an_open_offer_follows_the_owner_and_says_so(session, pair, offer):
    ann, bob = pair
    trade, mine, _yours = offer
    stock.edit(session, ann.id, mine.id, None, {"condition": "PL"})
    (line,) = views.view_of(session, bob.id, trade.id).get.lines
    assert line.copy.condition == "PL"
    assert line.since == ["condition: PL, before: NM"]
    offers.counter(session, bob.id, trade.id, None, trades.lines([offer[2]], [(mine, 1)]))
    (old,) = views.view_of(session, bob.id, trade.id, number=1).get.lines
    assert (old.copy.condition, list(old.since)) == ("NM", [])


def test_an_agreement_keeps_its_descriptions(session, pair, offer):
    _ann, bob = pair
    trade, mine, _yours = offer
    agreement.accept(session, bob.id, trade.id, 1)
    mine.condition = "PO"
    session.flush()
    view = views.view_of(session, bob.id, trade.id)
    assert view.get.lines[0].copy.condition == "NM"
    assert view.shown.is_agreed
    assert view.state == "agreed"
    assert not view.my_turn


def test_copies_that_are_gone_are_marked(session, pair, offer):
    ann, bob = pair
    trade, mine, _yours = offer
    stock.remove(session, ann.id, mine.id, 1, "lost")
    session.flush()
    (line,) = views.view_of(session, bob.id, trade.id).get.lines
    assert line.have == 1


def test_a_past_offer_is_shown_as_lapsed_before_anybody_notes_it(session, pair, offer, let_pass):
    let_pass(offer[0], days=15)
    view = views.view_of(session, pair[1].id, offer[0].id)
    assert view.state == "lapsed"
    assert not view.my_turn
    assert overview.overview(session, pair[1].id, group="ended").rows[0].state == "lapsed"


def test_copies_in_two_offers_warn_both_sides(session, pair, offer):
    ann, bob = pair
    trade, mine, _yours = offer
    cleo = accounts.user(session, "Cleo")
    other = trades.offer(session, cleo, ann, [], [mine])
    (own,) = [one for one in views.view_of(session, ann.id, trade.id).warnings if one.kind == "elsewhere"]
    assert "Cleo" in own.text
    (theirs,) = [one for one in views.view_of(session, bob.id, trade.id).warnings if one.kind == "elsewhere"]
    assert "Cleo" not in theirs.text
    closing.withdraw(session, cleo.id, other.id)
    assert not views.view_of(session, ann.id, trade.id).warnings


def test_an_equal_offer_that_was_declined_is_remembered(session, pair, offer):
    ann, bob = pair
    trade, _mine, _yours = offer
    version = session.query(TradeVersion).filter_by(trade_id=trade.id).one()
    lines = [views.comparing.line_of(line) for line in version.lines]
    assert warnings.declined_before(session, ann.id, bob.id, lines) == []
    closing.decline(session, bob.id, trade.id, reason="have_it", note="since Friday")
    (said,) = warnings.declined_before(session, ann.id, bob.id, lines)
    assert "I have it already" in said.text
    assert "since Friday" in said.text
    turned = [views.comparing.Line(line.key, {"proposer": "partner", "partner": "proposer"}[line.giver], line.kind, line.stack_id,
                                   line.quantity, line.text, line.options) for line in lines]  # fmt: skip
    assert warnings.declined_before(session, bob.id, ann.id, turned)
    assert not warnings.declined_before(session, bob.id, ann.id, lines)


def test_the_text_is_from_the_readers_side(session, pair):
    ann, bob = pair
    fr = catalogue.printing(session, "TLM-FR035", language="fr", rarity="Ultra Rare")
    mine, yours = trades.copies(session, ann, of=fr, edition="1st"), trades.copies(session, bob)
    trade = offers.propose(session, ann.id, bob.id, [*trades.lines([mine], [yours]), LineInput("me", "money", text="+10 EUR")])
    for reader, first in ((ann, "TLM-FR035"), (bob, yours.printing.code)):
        text = as_text.trade_text(session, views.view_of(session, reader.id, trade.id, locale="fr"), "fr")
        moi, _arrow, toi = text.partition("Toi-->")
        assert moi.startswith("Moi-->")
        assert first in moi
        assert first not in toi
        assert ("+10 EUR" in moi) is (reader is ann)
    assert "1ère" in text


def test_groups_of_the_list(session, pair):
    ann, bob = pair
    stacks = [
        trades.copies(session, ann, of=catalogue.printing(session, of=catalogue.card(session, f"Lord {n}"))) for n in range(5)
    ]
    made = [trades.offer(session, ann, bob, [stack]) for stack in stacks]
    answered = trades.offer(session, bob, ann, [trades.copies(session, bob)])
    agreement.accept(session, bob.id, made[0].id, 1)
    closing.decline(session, bob.id, made[1].id, reason="", note="")
    found = overview.overview(session, ann.id)
    assert found.counts == {"answer": 1, "waiting": 3, "agreed": 1, "done": 0, "ended": 1}
    assert [row.group for row in found.rows] == ["answer", "agreed", "waiting", "waiting", "waiting"]
    assert found.rows[0].id == answered.id
    assert found.rows[1].task == "To arrange: by post or in person?"
    assert [row.id for row in overview.overview(session, ann.id, q="lord 3").rows] == [made[3].id]
    assert len(overview.overview(session, ann.id, q="bob").rows) == 5
    assert overview.overview(session, ann.id, q="nobody").rows == []
    assert overview.waiting_for(session, ann.id) == {"answer": 1, "waiting": 3, "agreed": 1}
    assert found.rows[0].unread == 1
    assert found.rows[0].get.cards == 1
