"""From what a deck lacks to the want list, and copies of built decks that are not offered."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue.models import Printing
from marketplace.decks.models import Deck
from marketplace.wants import keeping
from marketplace.wants.models import Want
from tests.factories import accounts, collection
from tests.marketplace.decks.conftest import DARK_MAGICIAN, POT_OF_GREED, card_id


def _printing(store: Session, name: str) -> Printing:
    return store.scalars(select(Printing).where(Printing.card_id == card_id(store, name)).limit(1)).one()


def test_missing_copies_go_to_the_want_list_with_one_click_and_once(
    starter_app: Flask, store: Session, player: User, visit: FlaskClient, make_deck: Callable[..., Deck]
) -> None:
    with starter_app.test_request_context():
        collection.stack(store, player, _printing(store, "Dark Magician"))
    deck = make_deck([DARK_MAGICIAN] * 3 + [POT_OF_GREED])
    page = visit.get(f"/decks/{deck.id}/missing").get_data(as_text=True)
    assert f"/decks/{deck.id}/missing/want" in page
    for key in ("a", "a", "b"):
        assert visit.post(f"/decks/{deck.id}/missing/want", data={"form_key": key}).status_code == 303
    store.rollback()
    wants = {one.card.name: (one.kind, one.quantity, one.deck_id, one.printing_id) for one in store.scalars(select(Want))}
    assert wants == {"Dark Magician": ("card", 2, deck.id, None), "Pot of Greed": ("card", 1, deck.id, None)}
    page = visit.get(f"/decks/{deck.id}/missing").get_data(as_text=True)
    assert "on your want list: 2" in page


def test_decks_of_others_are_not_found(
    starter_app: Flask, store: Session, visit: FlaskClient, make_deck: Callable[..., Deck]
) -> None:
    other = accounts.user(store, "Kaiba")
    deck = make_deck([DARK_MAGICIAN], user=other)
    assert visit.post(f"/decks/{deck.id}/missing/want", data={"form_key": "a"}).status_code == 404


def test_built_decks_keep_what_they_need(
    starter_app: Flask, store: Session, player: User, make_deck: Callable[..., Deck]
) -> None:
    with starter_app.test_request_context():
        collection.stack(store, player, _printing(store, "Dark Magician"), quantity=5)
        store.commit()
        assert keeping.plan(store, player.id, keeping.Rule(keep=1), "en").more == 4
    make_deck([DARK_MAGICIAN] * 3, state="built")
    with starter_app.test_request_context():
        plan = keeping.plan(store, player.id, keeping.Rule(keep=1), "en")
        assert [(card.needed, card.in_decks, card.offered) for card in plan.cards] == [(3, 3, 2)]
