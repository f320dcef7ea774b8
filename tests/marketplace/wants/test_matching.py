"""Matching of wants with copies for trade: what will do, who sees what, and how few statements it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue.models import Card, Printing
from marketplace.collection.models import Stack
from marketplace.db import Database
from marketplace.messages.models import Block
from marketplace.wants import matching
from marketplace.wants.models import TradeProfile, Want
from marketplace.wants.satisfying import StackFacts, satisfies
from tests.factories import accounts, catalogue, collection

CONDITIONS = ("MT", "NM", "EX", "GD", "LP", "PL", "PO")


@pytest.fixture
def yugi(session: Session) -> User:
    return accounts.user(session, "Yugi")


@pytest.fixture
def kaiba(session: Session) -> User:
    return accounts.user(session, "Kaiba")


@pytest.fixture
def dragon(session: Session) -> Card:
    return catalogue.card(session, "Blue-Eyes White Dragon")


def want(session: Session, user: User, **values: Any) -> Want:
    key = repr(sorted((name, str(value)) for name, value in values.items()))[:64] + str(user.id)
    made = Want(user_id=user.id, want_key=str(abs(hash(key)))[:60], **({"kind": "card"} | values))
    session.add(made)
    session.flush()
    return made


def offer(session: Session, user: User, printing: Printing, **values: Any) -> Stack:
    return collection.stack(session, user, printing, **({"for_trade": 1} | values))


def found(matches: list[matching.Match]) -> list[tuple[int, int]]:
    return [(match.want_id, match.stack_id) for match in matches]


def test_any_printing_in_two_languages_in_good_condition_but_no_common(
    session: Session, yugi: User, kaiba: User, dragon: Card
) -> None:
    """C64, in full: what matches, what doesn't, and a wish that only holders see."""
    set_card = catalogue.printing(session, "DDK-F001", of=dragon, language="fr", rarity="Ultra Rare", in_product="Kaiba")
    common = catalogue.printing(session, "SDKS-FR009", of=dragon, language="fr", rarity="Common", in_product="Kaiba Reloaded")
    german = catalogue.printing(session, "DDK-G001", of=dragon, language="de", rarity="Ultra Rare", in_product="Kaiba")
    good = offer(session, kaiba, set_card, condition="NM")
    offer(session, kaiba, common, condition="NM")
    offer(session, kaiba, german, condition="NM")
    offer(session, kaiba, set_card, condition="GD")
    offer(session, kaiba, set_card)
    wish = want(
        session, yugi, card_id=dragon.id, languages=["fr", "en"], condition="EX", not_rarities=["Common"], visibility="holders"
    )
    stranger = accounts.user(session, "Bandit Keith")
    offer(session, stranger, common, condition="NM")

    assert found(matching.haves_for(session, yugi.id, kaiba.id)) == [(wish.id, good.id)]
    assert found(matching.both_ways(session, kaiba.id, yugi.id)[1]) == [(wish.id, good.id)]
    assert [one.want_id for one in matching.wanted_of_card(session, kaiba.id, dragon.id)] == [wish.id]
    assert matching.both_ways(session, stranger.id, yugi.id) == ([], [])
    assert matching.wanted_of_card(session, stranger.id, dragon.id) == []


@pytest.mark.parametrize("least", CONDITIONS)
def test_conditions_are_ranked_and_none_stated_is_enough_for_no_minimum(least: str) -> None:
    asked = Want(kind="card", languages=[], editions=[], rarities=[], not_rarities=[], condition=least, artwork="")
    asked.card = Card(name="Kuriboh")
    facts = StackFacts("Kuriboh", 1, 1, "en", "", "", "Common")
    enough = [code for code in CONDITIONS if satisfies(asked, facts._replace(condition=code))]
    assert enough == list(CONDITIONS[: CONDITIONS.index(least) + 1])
    assert not satisfies(asked, facts)
    asked.condition = ""
    assert satisfies(asked, facts)
    assert not satisfies(asked, facts._replace(proxy=True))


def test_entries_of_one_name_are_one_card(session: Session, yugi: User, kaiba: User, dragon: Card) -> None:
    other_entry = catalogue.card(session, dragon.name)
    stack = offer(session, kaiba, catalogue.printing(session, of=other_entry))
    wish = want(session, yugi, card_id=dragon.id)
    assert found(matching.haves_for(session, yugi.id, kaiba.id)) == [(wish.id, stack.id)]
    assert [one.want_ids for one in matching.offers_of_card(session, yugi.id, dragon.id)] == [(wish.id,)]


def test_a_pinned_printing_a_product_and_an_artwork_narrow_a_want(
    session: Session, yugi: User, kaiba: User, dragon: Card
) -> None:
    first = catalogue.printing(session, "LOB-001", of=dragon, in_product="Legend")
    second = catalogue.printing(session, "SDK-001", of=dragon, in_product="Starter")
    one, two = offer(session, kaiba, first), offer(session, kaiba, second, artwork="Alternate")
    pinned = want(session, yugi, kind="printing", card_id=dragon.id, printing_id=first.id)
    of_set = want(session, yugi, card_id=dragon.id, product_id=second.product_id)
    drawn = want(session, yugi, card_id=dragon.id, artwork="alternate")
    lost = want(session, yugi, kind="printing", card_id=dragon.id)
    matches = found(matching.haves_for(session, yugi.id, kaiba.id))
    assert matches == [(pinned.id, one.id), (of_set.id, two.id), (drawn.id, two.id)]
    assert lost.id not in dict(matches)


def test_editions_and_rarities(session: Session, yugi: User, kaiba: User, dragon: Card) -> None:
    ultra = catalogue.printing(session, "LOB-001", of=dragon, rarity="Ultra Rare")
    secret = catalogue.printing(session, "LCK-001", of=dragon, rarity="Secret Rare")
    first = offer(session, kaiba, ultra, edition="1st")
    unstated = offer(session, kaiba, ultra)
    other = offer(session, kaiba, secret, edition="1st")
    by_edition = want(session, yugi, card_id=dragon.id, editions=["1st", "limited"])
    by_rarity = want(session, yugi, card_id=dragon.id, rarities=["Ultra Rare"])
    matches = set(found(matching.haves_for(session, yugi.id, kaiba.id)))
    assert matches == {
        (by_edition.id, first.id), (by_edition.id, other.id), (by_rarity.id, first.id), (by_rarity.id, unstated.id)
    }  # fmt: skip


def test_only_copies_for_trade_count_and_never_more_than_wanted(
    session: Session, yugi: User, kaiba: User, dragon: Card
) -> None:
    printing = catalogue.printing(session, of=dragon)
    many = offer(session, kaiba, printing, quantity=5, for_trade=4)
    offer(session, kaiba, printing, condition="NM", for_trade=0)
    offer(session, kaiba, printing, proxy=True, for_trade=0)
    wish = want(session, yugi, card_id=dragon.id, quantity=3)
    assert [(one.want_id, one.stack_id, one.quantity) for one in matching.haves_for(session, yugi.id, kaiba.id)] == [
        (wish.id, many.id, 3)
    ]
    own = offer(session, yugi, printing)
    assert own.id not in {one.stack_id for one in matching.haves_for_all(session, yugi.id)}


def test_a_set_is_every_card_the_wanter_lacks_in_it(session: Session, yugi: User, kaiba: User) -> None:
    cards = [catalogue.card(session, f"Card {number}") for number in range(4)]
    printings = [catalogue.printing(session, f"PRIO-EN00{n}", of=card, in_product="Primal") for n, card in enumerate(cards)]
    elsewhere = catalogue.printing(session, "LOB-001", of=cards[2], in_product="Legend")
    french = catalogue.printing(session, "PRIO-FR003", of=cards[3], language="fr", in_product="Primal")
    collection.stack(session, yugi, printings[0])
    collection.stack(session, yugi, printings[1], proxy=True)
    collection.stack(session, yugi, elsewhere)
    collection.stack(session, yugi, french)
    stacks = [offer(session, kaiba, one) for one in printings]
    wish = want(session, yugi, kind="set", product_id=printings[0].product_id)
    matches = matching.haves_for(session, yugi.id, kaiba.id)
    assert found(matches) == [(wish.id, stacks[1].id), (wish.id, stacks[2].id)]
    assert [one.want_id for one in matching.wanted_of_card(session, kaiba.id, cards[1].id)] == [wish.id]
    assert matching.wanted_of_card(session, kaiba.id, cards[0].id) == []

    wish.languages = ["en"]
    session.flush()
    assert [one.stack_id for one in matching.haves_for(session, yugi.id, kaiba.id)] == [one.id for one in stacks[1:]]


def test_a_play_set_of_a_set_needs_what_is_left_of_each_card(session: Session, yugi: User, kaiba: User) -> None:
    printing = catalogue.printing(session, "PRIO-EN001", in_product="Primal")
    collection.stack(session, yugi, printing, quantity=1)
    offer(session, kaiba, printing, quantity=5, for_trade=5)
    want(session, yugi, kind="set", product_id=printing.product_id, quantity=3)
    assert [one.quantity for one in matching.haves_for(session, yugi.id, kaiba.id)] == [2]


def _block(session: Session, one: User, other: User) -> None:
    session.add(Block(blocker_id=one.id, blocked_id=other.id))


def _hide(session: Session, user: User) -> None:
    session.add(TradeProfile(user_id=user.id, visibility="nobody"))


@pytest.mark.parametrize(
    "happens",
    [
        lambda session, yugi, kaiba: _block(session, yugi, kaiba),
        lambda session, yugi, kaiba: _block(session, kaiba, yugi),
        lambda session, yugi, kaiba: _hide(session, kaiba),
        lambda session, yugi, kaiba: setattr(kaiba, "is_active_account", False),
    ],
    ids=["blocks", "is blocked", "hidden", "closed"],
)
def test_nothing_is_seen_of_people_out_of_sight(
    session: Session, yugi: User, kaiba: User, dragon: Card, happens: Callable[[Session, User, User], None]
) -> None:
    printing = catalogue.printing(session, of=dragon)
    for user in (yugi, kaiba):
        offer(session, user, printing)
        want(session, user, card_id=dragon.id)
    assert [len(side) for side in matching.both_ways(session, yugi.id, kaiba.id)] == [1, 1]
    happens(session, yugi, kaiba)
    session.flush()
    assert matching.both_ways(session, yugi.id, kaiba.id) == ([], [])
    assert matching.haves_for_all(session, yugi.id) == []
    assert matching.wanted_of_all(session, yugi.id) == []
    assert matching.offers_of_card(session, yugi.id, dragon.id) == []
    assert matching.wanted_of_card(session, yugi.id, dragon.id) == []


def test_a_want_for_nobodys_eyes_still_finds_copies_for_its_owner(
    session: Session, yugi: User, kaiba: User, dragon: Card
) -> None:
    offer(session, kaiba, catalogue.printing(session, of=dragon))
    want(session, yugi, card_id=dragon.id, visibility="nobody")
    assert len(matching.haves_for(session, yugi.id, kaiba.id)) == 1
    assert matching.both_ways(session, kaiba.id, yugi.id) == ([], [])
    assert matching.wanted_of_card(session, kaiba.id, dragon.id) == []


def test_statements_do_not_grow_with_wants_copies_or_people(
    session: Session, database: Database, count_queries: Callable[[Database], Any], yugi: User
) -> None:
    def more(number: int) -> Card:
        card = None
        for _ in range(number):
            owner = accounts.user(session)
            card = catalogue.card(session)
            printing = catalogue.printing(session, of=card)
            offer(session, owner, printing)
            want(session, yugi, card_id=card.id)
            want(session, owner, kind="set", product_id=printing.product_id)
        assert card is not None
        session.flush()
        return card

    def statements(card: Card) -> list[int]:
        counts = []
        for ask in (
            lambda: matching.haves_for_all(session, yugi.id),
            lambda: matching.wanted_of_all(session, yugi.id),
            lambda: matching.offers_of_card(session, yugi.id, card.id),
            lambda: matching.wanted_of_card(session, yugi.id, card.id),
        ):
            with count_queries(database) as queries:
                ask()
            counts.append(queries.count)
        return counts

    offer(session, yugi, catalogue.printing(session))
    few = statements(more(2))
    assert statements(more(12)) == few
    assert max(few) <= 5
