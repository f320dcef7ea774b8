"""Printed binders read back copy for copy, and pasted messages find the very copies they mean."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from sqlalchemy import select, update

from marketplace.catalogue.folding import fold
from marketplace.catalogue.models import Card, CardName, Printing
from marketplace.collection import stock
from marketplace.collection.models import Stack
from marketplace.collection.stock import Change, Copies, merge_key
from marketplace.wants import seen_reading, seen_writing
from marketplace.wants.shelves import Shelf, trade_shelf
from tests.factories import accounts, catalogue
from tests.factories import collection as made

NOBODY = Shelf({}, {})


@pytest.fixture(autouse=True)
def _words(starter_app):
    with starter_app.test_request_context():
        yield


@pytest.fixture
def session(starter_database):
    with starter_database.session(write=True) as session:
        yield session


@pytest.fixture
def owner(session):
    return accounts.user(session, name="Lea")


@pytest.fixture
def reader(session):
    return accounts.user(session, name="Tom")


def traps(session):
    """Printings that are hard to tell apart: one number with several rarities, in two products, in two languages."""
    card = session.scalars(select(Card).where(Card.name == "Dark Magician")).first() or catalogue.card(session, "Dark Magician")
    made_up = []
    for rarity in ("Rare", "Super Rare", "Ultra Rare", "Ultimate Rare", "Secret Rare", ""):
        made_up.append(catalogue.printing(session, "TRP-FR001", of=card, language="fr", rarity=rarity, in_product="Trap Set"))
    for product in ("Trap Set", "Trap Set: 25th Anniversary"):
        for rarity in ("Super Rare", "Secret Rare"):
            made_up.append(catalogue.printing(session, "TRP-EN002", of=card, rarity=rarity, in_product=product))
    for language in ("en", "en-asia", "ja", "ko", "zh-CN"):
        made_up.append(
            catalogue.printing(session, "TRP-003", of=card, language=language, rarity="Ultra Rare", in_product="Asia")
        )
    made_up.append(catalogue.printing(session, "", of=card, language="de", in_product="No numbers"))
    made_up[-1].code = made_up[-1].code_folded = ""
    comma = catalogue.card(session, "Tempest *3, Hero [of] the (Wind) -- Dawn")
    made_up.append(catalogue.printing(session, "TRP-EN004", of=comma))
    session.flush()
    return made_up


def random_binder(session, user, number: int, seed: int) -> None:
    chance = random.Random(seed)
    printings = list(session.scalars(select(Printing).order_by(Printing.id)))
    printings = chance.sample(printings, min(len(printings), number // 2))
    hard = traps(session)
    box = made.place(session, user, "Box")
    seen: set[str] = set()
    changes = []
    while len(changes) < number:
        printing = chance.choice(hard) if chance.random() < 0.4 else chance.choice(printings)
        language = printing.language if chance.random() < 0.92 else chance.choice(["en", "fr", "de", "pt", "ja"])
        copies = Copies(
            printing.id,
            language,
            edition=chance.choice(["", "1st", "1st", "unlimited", "limited"]),
            condition=chance.choice(["", "", "NM", "MT", "EX", "GD", "LP", "PL", "PO"]),
            condition_words=chance.choice(
                ["", "", "", "abîmé", "un petit peu abîmé", "bent corner, [upper] left", "Bent corner"]
            ),
            misprint=chance.choice(["", "", "", "", "petite tache bleue", "erreur d'impression - trait noir", "misprint"]),
            signed=chance.random() < 0.1,
            altered=chance.random() < 0.05,
            grading=chance.choice(["", "", "", "", "PSA 9 12345678", "BGS 9.5"]),
            storage=chance.choice(["", "", "", "double sleeved"]),
            artwork=chance.choice(["", "", "", "", "Arkana"]),
            place_id=chance.choice([None, None, box.id]),
        )
        key = merge_key(copies)
        if key in seen:
            continue
        seen.add(key)
        quantity = chance.choice([1, 1, 1, 2, 3, 12])
        changes.append(Change(copies, add=quantity, for_trade=chance.randint(1, quantity)))
    stock.apply_batch(session, user.id, changes, kind="import", summary={})
    session.flush()


def printed(session, user, locale: str, list_language: str = "") -> str:
    shelf = trade_shelf(session, user.id, locale)
    copies = [(copy, shelf.at_hand[stack_id]) for stack_id, copy in shelf.copies.items()]
    return seen_writing.text(seen_writing.lines(copies, locale, list_language, shelf.shared))


@pytest.mark.parametrize("locale", ["en", "fr", "pt"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_printed_binder_reads_back_copy_for_copy(session, owner, reader, locale, seed):
    random_binder(session, owner, 400, seed)
    text = printed(session, owner, locale)
    shelf = trade_shelf(session, owner.id, locale)
    found = seen_reading.read(session, reader.id, text, shelf, NOBODY)
    wrong = [one for one in found if one.state != seen_reading.FOUND or one.short]
    assert not wrong, "\n".join(f"{one.state} {one.short} {one.options} {one.text}" for one in wrong[:12])
    taken: Counter[int] = Counter()
    for one in found:
        taken.update(dict(one.takes))
    assert taken == Counter(dict(shelf.at_hand))


def test_the_other_language_of_a_list_is_told_from_its_lines(session, owner, reader):
    random_binder(session, owner, 200, 3)
    text = printed(session, owner, "fr", "en")
    shelf = trade_shelf(session, owner.id, "en")
    taken: Counter[int] = Counter()
    for one in seen_reading.read(session, reader.id, text, shelf, NOBODY):
        taken.update(dict(one.takes))
    assert taken == Counter(dict(shelf.at_hand))


def test_parts_of_a_printed_binder_with_their_headings_are_found_too(session, owner, reader):
    random_binder(session, owner, 300, 4)
    shelf = trade_shelf(session, owner.id, "fr")
    written = seen_writing.lines([(copy, shelf.at_hand[one]) for one, copy in shelf.copies.items()], "fr", "fr", shelf.shared)
    chosen = random.Random(5).sample(written, 60)
    chosen = [line for line in written if line in chosen and line.heading]
    text = "vu :\n\n" + seen_writing.text(chosen).replace("\n", "\r\n").replace("'", "\u2019")
    found = seen_reading.read(session, reader.id, text, shelf, NOBODY)
    assert len(found) == len(chosen)
    for finding, line in zip(found, chosen, strict=True):
        assert finding.state == seen_reading.FOUND, finding
        assert {one for one, _number in finding.takes} <= set(line.stack_ids)
        assert sum(number for _one, number in finding.takes) == line.quantity


# Messages in the posts' words


def named(session, english: str, french: str) -> Card:
    card = session.scalars(select(Card).where(Card.name == english)).first() or catalogue.card(session, english)
    if not session.scalar(select(CardName.id).where(CardName.card_id == card.id, CardName.language == "fr")):
        session.add(CardName(card_id=card.id, language="fr", name=french, folded=fold(french)))
    session.flush()
    return card


@pytest.fixture
def binder(session, owner):
    """A French binder as in the posts."""
    wildedge = named(session, "Elemental HERO Wildedge", "Tranchant Sauvage, Héros Elémentaire")
    malicious = named(session, "Destiny HERO - Malicious", "Malveillant, Héros de la Destinée")
    armed = named(session, "Armed Dragon LV7", "Dragon Armé LV7")
    printings = {
        "wildedge": catalogue.printing(session, "EEN-FR035", of=wildedge, language="fr", rarity="Ultra Rare"),
        "malicious": catalogue.printing(session, "DP05-FR011", of=malicious, language="fr", rarity="Rare"),
        "armed": catalogue.printing(session, "SOD-FR015", of=armed, language="fr", rarity="Ultra Rare"),
        "armed2": catalogue.printing(session, "DP2-FR012", of=armed, language="fr", rarity="Super Rare"),
    }
    for rarity, code in (("Ultimate Rare", "EEN-FR035"), ("Rare", "DP03-FR010")):
        catalogue.printing(session, code, of=wildedge, language="fr", rarity=rarity)
    catalogue.printing(session, "EHM-FR001", of=named(session, "Evil HERO Malicious Edge", "Lame Malicieuse"), language="fr")
    session.execute(update(Stack).values(for_trade=0))
    values = {"wildedge": {"condition": "PO", "condition_words": "abîmé"}, "armed": {"edition": "1st"}}
    stacks = {
        name: made.stack(session, owner, printing, quantity=2, for_trade=2, **values.get(name, {}))
        for name, printing in printings.items()
    }
    return {name: stack.id for name, stack in stacks.items()}


def read(session, reader, owner, text, **values):
    mine = trade_shelf(session, reader.id, "fr")
    return seen_reading.read(session, reader.id, text, trade_shelf(session, owner.id, "fr"), mine, **values)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("vu :\nTranchant Sauvage, Heros Elementaire", "wildedge"),
        ("vu : Tranchant Sauvage, Héros Elémentaire [abîmé]", "wildedge"),
        ("lu vu\n¤ Tranchant sauvage (EEN-FR035)", "wildedge"),
        ("Malicious", "malicious"),
        ("j'ai vu :\nmalveillant heros de la destinee *2", "malicious"),
        ("Dragon Armé LV7 en Super", "armed2"),
        ("Dragon Armé LV7 (1ère, SOD-FR015) [aussi en Super, 1ère édition, DP2-FR012]", "armed"),
        ("SOD-FR015", "armed"),
    ],
)
def test_a_line_finds_the_copy_of_that_binder(session, owner, reader, binder, text, name):
    found = read(session, reader, owner, text)
    assert found[0].state == seen_reading.FOUND, found
    assert found[0].takes[0][0] == binder[name]


def test_what_may_be_several_copies_is_asked(session, owner, reader, binder):
    (found,) = read(session, reader, owner, "Dragon Armé LV7")
    assert found.state == seen_reading.OPEN
    assert sorted(found.options) == sorted([binder["armed"], binder["armed2"]])


def test_what_is_not_there_is_said(session, owner, reader, binder):
    blue = named(session, "Blue-Eyes White Dragon", "Dragon Blanc aux Yeux Bleus")
    catalogue.printing(session, "LDD-F001", of=blue, language="fr", rarity="Ultra Rare")
    found = read(session, reader, owner, "vu :\nDragon Blanc aux Yeux Bleus (LDD-F001)\nMalicious")
    assert [one.state for one in found] == [seen_reading.ABSENT, seen_reading.FOUND]
    assert found[0].text == "Dragon Blanc aux Yeux Bleus (LDD-F001)"


def test_more_copies_than_there_are_is_said(session, owner, reader, binder):
    (found,) = read(session, reader, owner, "Malicious *5")
    assert (found.takes, found.short) == ([(binder["malicious"], 2)], 3)


def test_sides_turn_with_who_wrote_the_message(session, owner, reader, binder):
    blue = named(session, "Blue-Eyes White Dragon", "Dragon Blanc aux Yeux Bleus")
    own = made.stack(
        session, reader, catalogue.printing(session, "LDD-F001", of=blue, language="fr", rarity="Ultra Rare"), for_trade=1
    )
    text = "Dragon Blanc aux Yeux Bleus moi\n\nMalicious toi"
    found = read(session, reader, owner, text)
    assert [(one.mine, one.takes[0][0]) for one in found] == [(True, own.id), (False, binder["malicious"])]
    turned = read(session, reader, owner, "Dragon Blanc aux Yeux Bleus toi\n\nMalicious moi", by_other=True)
    assert [(one.mine, one.takes[0][0]) for one in turned] == [(True, own.id), (False, binder["malicious"])]


def test_counter_goods_may_follow_in_the_same_message(session, owner, reader, binder):
    blue = named(session, "Blue-Eyes White Dragon", "Dragon Blanc aux Yeux Bleus")
    own = made.stack(
        session, reader, catalogue.printing(session, "LDD-F001", of=blue, language="fr", rarity="Ultra Rare"), for_trade=1
    )
    found = read(session, reader, owner, "Salut, j'ai vu Dragon Armé LV7 en Super, j'ai ça :\nDragon Blanc aux Yeux Bleus\n")
    assert (found[-1].mine, found[-1].takes) == (True, [(own.id, 1)])
    assert not any(one.mine for one in found[:-1])
    misspelt = read(
        session,
        reader,
        owner,
        "J'ai vu Draggon Aremé, j'ai ça :\nDragon Blanc aux Yeux Bleus\n\nDu coup j'ai vu ta liste, c'est bon",
    )
    assert [(one.state, one.mine) for one in misspelt] == [(seen_reading.ABSENT, False), (seen_reading.FOUND, True)]
