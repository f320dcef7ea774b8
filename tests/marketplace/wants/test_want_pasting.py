"""Want lists as people post them, read line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue.folding import fold
from marketplace.catalogue.models import Card, CardName, Product
from marketplace.db import Database
from marketplace.errors import Refused
from marketplace.wants import pasting
from marketplace.wants.groups import GROUPS, group_named, set_named
from marketplace.wants.models import Want, WantGroup
from tests.factories import accounts, catalogue

GODS = ("Obelisk the Tormentor", "Slifer the Sky Dragon", "The Winged Dragon of Ra")


@pytest.fixture
def store(database: Database) -> Iterator[Session]:
    with database.session(write=True) as session:
        yield session


@pytest.fixture
def yugi(store: Session) -> User:
    """A reader, and the cards and sets the lines below speak of."""
    user = accounts.user(store, "Yugi")
    for number, name in enumerate(GODS):
        card = catalogue.card(store, name)
        catalogue.printing(
            store, f"PGLD-FR03{number}", of=card, language="fr", rarity="Gold Secret Rare", in_product="Premium Gold"
        )
    town = catalogue.card(store, "Geartown", kind="spell", frame="spell")
    town.names.append(CardName(language="fr", name="Ville des engrenages", folded=fold("Ville des engrenages")))
    catalogue.printing(store, "TDGS-FR057", of=town, language="fr", in_product="The Duelist Genesis")
    catalogue.printing(store, "TU07-FR011", of=town, language="fr", in_product="Turbo Pack 7")
    for number in range(3):
        catalogue.printing(store, f"PRIO-FR00{number}", language="fr", in_product="Primal Origin")
    for name, prefixes in (("Premium Gold", " PGLD "), ("Primal Origin", " PRIO "), ("The Duelist Genesis", " TDGS ")):
        product = store.scalars(select(Product).where(Product.name == name)).one()
        product.prefixes, product.printing_count = prefixes, 3
    catalogue.card(store, "Elemental Test Bubble")
    catalogue.card(store, "Elemental Test Bubbler")
    store.commit()
    return user


@pytest.fixture
def read(app: Flask, store: Session, yugi: User) -> Callable[[str], list[pasting.ReadLine]]:
    def read(text: str) -> list[pasting.ReadLine]:
        with app.test_request_context():
            return pasting.read(store, yugi.id, text, "en")

    return read


def test_a_card_line_is_good_enough_at_card_level(read: Callable[[str], list[pasting.ReadLine]]) -> None:
    """A02: the printing stays open."""
    (line,) = read("¤ Ville des engrenages *2")
    assert line.wish is not None
    assert (line.name, line.wish.kind, line.wish.quantity, line.wish.product_id, line.wish.languages) == (
        "Geartown", "card", 2, None, ()
    )  # fmt: skip
    assert line.taken


def test_a_group_expands_to_its_cards_of_the_set(store: Session, read: Callable[[str], list[pasting.ReadLine]]) -> None:
    """A15."""
    lines = read("Dieux Egypt. PGLD")
    assert sorted(line.name for line in lines) == sorted(GODS)
    gold = store.scalar(select(Product.id).where(Product.name == "Premium Gold"))
    assert {line.wish.product_id for line in lines if line.wish} == {gold}
    assert len({line.key for line in lines}) == 3
    assert sorted(line.name for line in read("2x egyptian gods")) == sorted(GODS)
    assert sorted(line.name for line in read("[R] Deuses Egípcios")) == sorted(GODS)


@pytest.mark.parametrize("typed", ["PRImal Origins", "[R] PRImal Origins", "PRIO", "Primal Origin - whole set"])
def test_a_misspelt_set_is_a_want_for_the_whole_set(
    store: Session, read: Callable[[str], list[pasting.ReadLine]], typed: str
) -> None:
    """A16."""
    (line,) = read(typed)
    primal = store.scalar(select(Product.id).where(Product.name == "Primal Origin"))
    assert line.wish is not None
    assert (line.wish.kind, line.wish.product_id, line.taken) == ("set", primal, True)


def test_particulars_numbers_things_and_what_is_open(read: Callable[[str], list[pasting.ReadLine]]) -> None:
    lines = read("[R]\n2x Geartown - FR/EN - EX+ - not Common - urgent\nTDGS-FR057\nPlaymat!\nElemental Test\nqwertz uiop\n")
    geartown, pinned, mat, open_line, unknown = lines
    assert geartown.wish is not None
    assert (geartown.wish.languages, geartown.wish.condition, geartown.wish.not_rarities, geartown.wish.urgency) == (
        ("fr", "en"), "EX", ("Common",), 3
    )  # fmt: skip
    assert pinned.wish is not None
    assert pinned.wish.kind == "printing"
    assert mat.wish is not None
    assert (mat.wish.kind, mat.wish.item, mat.taken) == ("item", "Playmat", True)
    assert open_line.is_open
    assert not open_line.taken
    assert len(open_line.cards) == 2
    assert not unknown.taken
    card_id = open_line.cards[1][0]
    wishes = pasting.settled(lines, {open_line.key, mat.key}, {open_line.key: f"card:{card_id}"})
    assert [(one.kind, one.card_id) for one in wishes] == [("item", None), ("card", card_id)]
    assert pasting.settled(lines, {open_line.key}, {open_line.key: "card:999999"}) == []


def test_limits_have_words(read: Callable[[str], list[pasting.ReadLine]]) -> None:
    for text in ("", " \n ", "x\n" * 1_002, "x\u2028" * 1_002, "x\x0b" * 1_002, "x\r" * 1_002):
        with pytest.raises(Refused):
            read(text)


def test_every_known_group_is_found_by_its_names() -> None:
    for group in GROUPS:
        for name in group.names:
            assert group_named(name) == (group, "")
    assert group_named("blue eyes white dragon") is None


def test_sets_by_prefix_name_and_doubt(store: Session, yugi: User) -> None:
    assert [one.name for one in set_named(store, "TDGS")] == ["The Duelist Genesis"]
    assert [one.name for one in set_named(store, "the duelist genesis")] == ["The Duelist Genesis"]
    assert set_named(store, "zzzzzzzzz") == []


def test_the_page_shows_before_it_writes_keeps_the_text_and_writes_once(
    app: Flask, database: Database, yugi: User, log_in: Callable[[FlaskClient, object], None]
) -> None:
    visit = app.test_client()
    log_in(visit, yugi)
    assert visit.get("/wants/paste?group=0").status_code == 200
    text = "Geartown - FR\nElemental Test\nPlaymat!"
    read = {"text": text, "act": "read", "group": "Mine", "visibility": "holders", "form_key": "k"}
    page = visit.post("/wants/paste", data=read).get_data(as_text=True)
    assert "Elemental Test Bubbler" in page
    assert "Geartown - FR" in page
    with database.read() as session:
        assert session.scalars(select(Want)).all() == []
    nothing = visit.post("/wants/paste", data=read | {"act": "add"})
    assert nothing.status_code == 422
    assert "Geartown - FR" in nothing.get_data(as_text=True)
    with database.read() as session:
        bubbler = session.scalar(select(Card.id).where(Card.name == "Elemental Test Bubbler"))
    add = read | {"act": "add", "take": ["1-0", "2-0", "3-0"], "answer-2-0": f"card:{bubbler}"}
    for _ in range(2):
        assert visit.post("/wants/paste", data=add).status_code == 303
    with database.read() as session:
        wants = session.scalars(select(Want).order_by(Want.id)).all()
        assert [(one.kind, one.quantity, one.languages, one.visibility) for one in wants] == [
            ("card", 1, ["fr"], "holders"), ("card", 1, [], "holders"), ("item", 1, [], "holders"),
        ]  # fmt: skip
        assert [one.typed for one in session.scalars(select(WantGroup))] == [text]
    assert visit.post("/wants/paste", data={"text": "", "act": "read", "visibility": "members"}).status_code == 422


@pytest.mark.parametrize("remark", ["[aussi en EN]", "[also in English]", "[auch auf EN]"])
def test_an_also_remark_is_a_wish_of_its_own(read: Callable[[str], list[pasting.ReadLine]], remark: str) -> None:
    first, other = read(f"Ville des engrenages (TDGS-FR057) *2 {remark}")
    assert first.wish is not None
    assert other.wish is not None
    assert (first.wish.kind, first.wish.quantity) == ("printing", 2)
    assert (other.name, other.wish.kind, other.wish.quantity, other.wish.languages) == ("Geartown", "card", 1, ("en",))
    assert first.key != other.key
    assert other.taken


def test_an_also_number_is_a_wish_for_that_printing(read: Callable[[str], list[pasting.ReadLine]]) -> None:
    first, other = read("Geartown (TDGS-FR057) [aussi TU07-FR011]")
    assert first.wish is not None
    assert other.wish is not None
    assert first.wish.kind == other.wish.kind == "printing"
    assert first.wish.printing_id != other.wish.printing_id


@pytest.mark.parametrize("typed", ["Primel Origins", "Primel Origins - whole set"])
@pytest.mark.parametrize("kind", ["set", "card"])
def test_a_misspelt_set_is_found_when_adding_too(
    app: Flask, yugi: User, log_in: Callable[[FlaskClient, object], None], kind: str, typed: str
) -> None:
    client = app.test_client()
    log_in(client, yugi)
    assert ">Primal Origin</a>" in client.get("/wants/add", query_string={"kind": kind, "q": typed}).text
