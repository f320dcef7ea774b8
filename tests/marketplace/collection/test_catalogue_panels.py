"""What one owns, on the catalogue's pages."""

from __future__ import annotations

import pytest

from marketplace.catalogue import panels
from tests.factories import accounts, catalogue
from tests.factories import collection as made


@pytest.fixture
def user(session):
    return accounts.user(session)


@pytest.fixture
def shelf(app, session, user):
    with app.test_request_context():
        card = catalogue.card(session, "Dark Magician")
        here = catalogue.printing(session, "LDD-F003", of=card, language="fr", rarity="Ultra Rare", in_product="Legend")
        there = catalogue.printing(session, "LDD-F004", language="fr", in_product="Legend")
        made.stack(session, user, here, quantity=2, for_trade=1)
        made.stack(session, user, here, quantity=1, condition="PO")
    session.commit()
    return card, here, there


def test_a_cards_page_lists_the_readers_copies(client, session, user, shelf, log_in):
    card, _here, _there = shelf
    visitor = client.get(f"/cards/{card.id}").get_data(as_text=True)
    assert "You own" not in visitor
    log_in(client, user)
    page = client.get(f"/cards/{card.id}").get_data(as_text=True)
    assert "You own 3 copies" in page
    assert "1 for trade" in page
    other = accounts.user(session)
    session.commit()
    log_in(client, other)
    assert "Not in your collection" in client.get(f"/cards/{card.id}").get_data(as_text=True)


def test_badges_marks_and_progress_take_one_query_each(app, session, user, shelf, database, count_queries):
    card, here, there = shelf
    session.refresh(user)  # The transaction begins here, not among what is counted.
    with app.test_request_context():
        with count_queries(database) as queries:
            badges = panels.badges(session, user.id, [card.id, there.card_id])
        assert (queries.count, {key: badge.count for key, badge in badges.items()}) == (1, {card.id: 3})
        with count_queries(database) as queries:
            marks = panels.marks(session, user.id, [here.id, there.id])
        assert queries.count == 1
        assert {key: mark.count for key, mark in marks.items()} == {here.id: 3, there.id: 0}
        assert marks[here.id].add_url == "/collection/add?code=LDD-F003+UR"
        with count_queries(database) as queries:
            drawn = panels.for_set(session, user.id, here.product, "fr")
        assert "1 of 2 numbers" in drawn[0]
    assert panels.badges(session, None, [card.id]) == {}
