"""Imports of card data: what is written, what a second import does, and how sources are told apart."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from marketplace.catalogue.importing import Report, import_facts
from marketplace.catalogue.models import Card, CardAlias, CardName, CardText, CatalogueImport, Printing, Product
from marketplace.db import Database
from tests.factories.facts import api_answer, card_list, changed, line, monster, spell, starter


def printings(database: Database, **where: Any) -> list[tuple[str, str, str, bool]]:
    """Number, language, rarity and whether it is retired, in order of the ids."""
    with database.read() as session:
        query = (
            select(Printing.code, Printing.language, Printing.rarity, Printing.retired).filter_by(**where).order_by(Printing.id)
        )
        return [tuple(row) for row in session.execute(query)]  # type: ignore[misc]


def ids(database: Database) -> tuple[dict[str, int], dict[tuple[str, str, str], int]]:
    with database.read() as session:
        cards = {name: card_id for card_id, name in session.execute(select(Card.id, Card.name))}
        found = session.execute(select(Printing.id, Printing.code, Printing.language, Printing.rarity).order_by(Printing.id))
        return cards, {(code, language, rarity): printing_id for printing_id, code, language, rarity in found}


def numbers(report: Report) -> dict[str, tuple[int, int, int]]:
    return {name: (c.new, c.changed, c.unchanged) for name, c in (("cards", report.cards), ("printings", report.printings))}


OGRE = monster(
    1,
    "Test Ogre",
    line("TST-EN001"),
    line("TST-FR001", language="fr"),
    line("TST-EN001", "Ultra Rare"),
    line("OTH-EN010", product="Other Set"),
    names={"en": "Test Ogre", "fr": "Ogre d'Épreuve"},
    texts={"en": "It tests."},
)
CHARM = spell(2, "Test Charm", line("TST-EN002"))


def test_an_import_writes_cards_names_texts_products_and_printings(database: Database) -> None:
    report = import_facts(database, card_list(OGRE, CHARM), name="cards.json")

    assert numbers(report) == {"cards": (2, 0, 0), "printings": (5, 0, 0)}
    assert (report.cards.total, report.printings.total, report.collisions, report.problems) == (2, 5, [], [])
    with database.read() as session:
        ogre = session.scalars(select(Card).where(Card.page_id == 1)).one()
        assert (ogre.passcode, ogre.kind, ogre.frame, ogre.attribute, ogre.type) == (1000, "monster", "effect", "dark", "fiend")
        assert (ogre.level, ogre.atk, ogre.defense, ogre.abilities, ogre.source) == (4, 1500, 1200, " effect ", "yaml_yugi")
        assert {name.language: name.folded for name in ogre.names} == {"en": "test ogre", "fr": "ogre d epreuve"}
        assert session.scalars(select(CardText.text)).one() == "It tests."
        products = session.execute(
            select(Product.name, Product.slug, Product.prefixes, Product.printing_count).order_by(Product.id)
        )
        assert [tuple(row) for row in products] == [
            ("Test Set", "test-set", " TST ", 4),
            ("Other Set", "other-set", " OTH ", 1),
        ]
        first = session.scalars(select(Printing).order_by(Printing.id)).first()
        assert first is not None
        assert (first.code_folded, first.retired, first.added_by_id) == ("TSTEN001", False, None)
        record = session.scalars(select(CatalogueImport)).one()
        assert (record.source, record.format, record.state, record.report["new"]) == ("cards.json", "yaml_yugi", "done", 7)
        assert record.id == report.import_id


def test_a_second_import_changes_nothing_and_keeps_every_id(database: Database) -> None:
    import_facts(database, card_list(OGRE, CHARM))
    before = ids(database)
    report = import_facts(database, card_list(OGRE, CHARM))
    assert numbers(report) == {"cards": (0, 0, 2), "printings": (0, 0, 5)}
    assert ids(database) == before


def test_a_fuller_list_goes_over_the_starter_catalogue_without_doubles(database: Database) -> None:
    excerpt = changed(OGRE, texts={}, printings=OGRE.printings[:2])
    import_facts(database, starter(excerpt))
    cards, before = ids(database)
    report = import_facts(database, card_list(OGRE, CHARM))

    assert numbers(report) == {"cards": (1, 1, 0), "printings": (3, 0, 2)}
    after_cards, after = ids(database)
    assert after_cards["Test Ogre"] == cards["Test Ogre"]
    assert before.items() <= after.items()
    assert len(after) == 5
    # The list speaks for its excerpt: what it drops is gone, although the starter catalogue had it.
    report = import_facts(database, card_list(changed(OGRE, printings=OGRE.printings[1:]), CHARM))
    assert report.printings.retired == 1


def test_names_and_texts_follow_their_source(database: Database) -> None:
    import_facts(database, card_list(OGRE))
    corrected = changed(OGRE, names={"en": "Test Ogre", "de": "Prüfoger"}, texts={"en": "It tests twice."})
    report = import_facts(database, card_list(corrected))
    assert numbers(report)["cards"] == (0, 1, 0)
    with database.read() as session:
        names = dict(session.execute(select(CardName.language, CardName.name)).all())
        assert names == {"en": "Test Ogre", "de": "Prüfoger"}
        assert session.scalars(select(CardText.text)).all() == ["It tests twice."]


def test_values_are_corrected_by_a_source_and_not_by_a_weaker_one(database: Database) -> None:
    import_facts(database, card_list(OGRE))
    import_facts(database, api_answer(changed(OGRE, page_id=None, atk=9999, konami_id=77)))
    with database.read() as session:
        assert session.execute(select(Card.atk, Card.konami_id, Card.page_id)).one() == (1500, 77, 1)
    report = import_facts(database, card_list(changed(OGRE, atk=1600)))
    assert report.cards.changed == 1
    with database.read() as session:
        assert session.execute(select(Card.atk, Card.konami_id, Card.page_id)).one() == (1600, 77, 1)


def test_the_api_answer_over_the_list_makes_no_doubles(database: Database) -> None:
    full = monster(
        1,
        "Test Ogre",
        line("TST-EN001", "Short Print", product="Test Set: The Return"),
        line("TST-FR001", "Short Print", language="fr", product="Test Set: The Return"),
        line("DTS-EN002", "Duel Terminal Normal Parallel Rare", product="Duel Terminal"),
        names={"en": "Test Ogre", "fr": "Ogre"},
    )
    import_facts(database, card_list(full))
    before = ids(database)
    answer = monster(
        None,
        "Test Ogre",
        line("TST-EN001", "Common", product="Test Set - The Return"),
        line("DTS-EN002", "Duel Terminal Technology Common", product="DUEL TERMINAL"),
        line("TST-EN001", None, product="Test Set - The Return"),
        passcode=1000,
        texts={"en": "It tests."},
    )
    report = import_facts(database, api_answer(answer))

    assert numbers(report)["printings"] == (0, 0, 3)
    assert ids(database) == before
    with database.read() as session:
        assert session.scalar(select(func.count(Product.id))) == 2
        assert sorted(session.scalars(select(CardName.name))) == ["Ogre", "Test Ogre"]
        assert session.scalars(select(CardText.text)).all() == ["It tests."]
    # A rarity nobody knew is a printing more, in the product that holds the number.
    more = changed(answer, printings=(*answer.printings, line("TST-EN001", "Starlight Rare", product="Test Set - The Return")))
    report = import_facts(database, api_answer(more))
    assert numbers(report)["printings"] == (1, 0, 3)
    with database.read() as session:
        assert session.scalar(select(func.count(Product.id))) == 2
    # And the list, come back unchanged, neither retires nor doubles anything.
    assert numbers(import_facts(database, card_list(full)))["printings"] == (0, 0, 3)
    assert not any(retired for *_rest, retired in printings(database))


def test_the_list_over_the_api_answer_keeps_the_ids_people_own(database: Database) -> None:
    answer = monster(None, "Test Ogre", line("TST-EN001", "Common", product="Test Set - The Return"), passcode=1000)
    import_facts(database, api_answer(answer))
    (cards, before) = ids(database)
    full = monster(1, "Test Ogre", line("TST-EN001", "Short Print", product="Test Set: The Return"))
    report = import_facts(database, card_list(full))

    assert numbers(report) == {"cards": (0, 1, 0), "printings": (0, 1, 0)}
    after_cards, after = ids(database)
    assert after_cards == cards
    assert list(after.values()) == list(before.values())
    assert printings(database) == [("TST-EN001", "en", "Short Print", False)]
    with database.read() as session:
        assert session.scalars(select(Card.page_id)).one() == 1
        assert session.scalars(select(Product.name)).all() == ["Test Set: The Return"]


def test_a_printing_the_source_drops_is_retired_and_comes_back(database: Database) -> None:
    import_facts(database, card_list(OGRE, CHARM))
    before = ids(database)
    shorter = changed(OGRE, printings=OGRE.printings[:2])
    report = import_facts(database, card_list(shorter, CHARM))
    assert (report.printings.retired, report.printings.unchanged) == (2, 3)
    assert ids(database) == before
    assert [row[3] for row in printings(database)] == [False, False, True, True, False]
    with database.read() as session:
        assert dict(session.execute(select(Product.name, Product.printing_count)).all()) == {
            "Test Set": 3,
            "Other Set": 0,
        }

    report = import_facts(database, card_list(OGRE, CHARM))
    assert numbers(report)["printings"] == (0, 2, 3)
    assert not any(row[3] for row in printings(database))
    assert ids(database) == before


def test_a_printing_another_source_lists_stays(database: Database) -> None:
    import_facts(database, card_list(OGRE))
    import_facts(database, api_answer(monster(None, "Test Ogre", line("TST-EN001", "Ultra Rare"), passcode=1000)))
    report = import_facts(database, card_list(changed(OGRE, printings=OGRE.printings[:2])))
    assert report.printings.retired == 1
    assert [row[3] for row in printings(database)] == [False, False, False, True]


def test_only_a_whole_list_retires_the_printings_of_absent_cards(database: Database) -> None:
    cards = [spell(number, f"Test Spell {number}", line(f"TST-EN{number:03d}")) for number in range(1, 21)]
    import_facts(database, card_list(*cards))
    report = import_facts(database, card_list(*cards[:5]))
    assert (report.printings.retired, report.problems) == (0, [])
    report = import_facts(database, card_list(*cards[:19]))
    assert report.printings.retired == 1
    assert [problem.message for problem in report.problems] == [
        "Cards of earlier imports that this file does not hold any more: Test Spell 20. They were kept."
    ]
    assert [code for code, *_rest, retired in printings(database) if retired] == ["TST-EN020"]


def test_a_card_that_lost_all_its_printings_keeps_them_and_is_reported(database: Database) -> None:
    import_facts(database, card_list(OGRE, CHARM))
    report = import_facts(database, card_list(changed(OGRE, printings=()), CHARM))
    assert report.printings.retired == 0
    assert "Test Ogre has no printings in this file" in report.problems[0].message


def test_a_corrected_rarity_or_product_keeps_the_printing(database: Database) -> None:
    import_facts(
        database, card_list(monster(1, "Test Ogre", line("TST-EN001", "Rare"), line("OTH-EN005", product="Othre Set")))
    )
    before = list(ids(database)[1].values())
    right = monster(1, "Test Ogre", line("TST-EN001", "Super Rare"), line("OTH-EN005", product="Other Set"))
    report = import_facts(database, card_list(right))
    assert numbers(report)["printings"] == (0, 2, 0)
    assert list(ids(database)[1].values()) == before
    assert [row[2] for row in printings(database)] == ["Super Rare", "Common"]


def test_an_announced_card_gets_its_number(database: Database) -> None:
    import_facts(database, card_list(monster(1, "Test Ogre", line("TST-EN???"))))
    before = list(ids(database)[1].values())
    report = import_facts(database, card_list(monster(1, "Test Ogre", line("TST-EN043"))))
    assert numbers(report)["printings"] == (0, 1, 0)
    assert printings(database) == [("TST-EN043", "en", "Common", False)]
    assert list(ids(database)[1].values()) == before


def test_printings_may_trade_places(database: Database) -> None:
    """Two corrections of which each takes the other's old place must not trip over the unique index."""
    first = monster(1, "Test Ogre", line("TST-EN???", "Rare"), line("OTH-EN001", "Rare", product="Other Set"))
    import_facts(database, card_list(first))
    import_facts(
        database,
        card_list(changed(first, printings=(line("TST-EN001", "Rare"), line("OTH-EN001", "Common", product="Other Set")))),
    )
    assert [row[:3] for row in printings(database)] == [("TST-EN001", "en", "Rare"), ("OTH-EN001", "en", "Common")]


def test_other_passcodes_become_aliases_of_the_card(database: Database) -> None:
    import_facts(database, card_list(OGRE, CHARM))
    answer = monster(None, "Test Ogre", passcode=1000, alias_passcodes=(1001, 1002, 2000))
    report = import_facts(database, api_answer(answer))
    assert report.cards.changed == 1
    with database.read() as session:
        ogre = session.scalars(select(Card.id).where(Card.page_id == 1)).one()
        found = session.execute(
            select(CardAlias.passcode, CardAlias.card_id, CardAlias.assumed).order_by(CardAlias.passcode)
        ).all()
    # 2000 is the passcode of another card, so it is no alias.
    assert [tuple(row) for row in found] == [(1001, ogre, False), (1002, ogre, False)]


def test_a_passcode_just_above_a_namesake_is_taken_for_its_other_artwork(database: Database) -> None:
    import_facts(database, card_list(OGRE))
    import_facts(database, api_answer(monster(None, "Test Ogre", passcode=1007)))
    import_facts(database, api_answer(monster(None, "Test Ogre", passcode=5007)))
    with database.read() as session:
        assert [tuple(row) for row in session.execute(select(CardAlias.passcode, CardAlias.assumed))] == [(1007, True)]
        assert session.scalars(select(Card.passcode).order_by(Card.id)).all() == [1000, 5007]


def test_two_pages_that_claim_one_passcode_are_reported_and_the_first_keeps_it(database: Database) -> None:
    report = import_facts(database, card_list(OGRE, spell(9, "Test Twin", line("TST-EN009"), passcode=1000)))
    assert [(c.kind, c.value, c.cards) for c in report.collisions] == [("passcode", "1000", ("Test Ogre", "Test Twin"))]
    with database.read() as session:
        assert session.scalars(select(Card.passcode).order_by(Card.page_id)).all() == [1000, None]
    assert (
        import_facts(database, card_list(spell(9, "Test Twin", line("TST-EN009"), passcode=1000), OGRE)).to_json()["changed"]
        == 0
    )


def test_two_entries_of_one_name_stay_two_cards(database: Database) -> None:
    twin = changed(OGRE, page_id=7, passcode=1005, printings=OGRE.printings[:1])
    report = import_facts(database, card_list(OGRE, twin))
    # They share the number rightly: a card whose second picture counts as a card of its own.
    assert (report.cards.new, report.collisions) == (2, [])
    assert import_facts(database, card_list(OGRE, twin)).to_json()["new"] == 0


def test_what_no_table_can_hold_is_left_out_and_named(database: Database) -> None:
    report = import_facts(
        database,
        card_list(
            changed(OGRE, names={"en": "x" * 300}),
            spell(2, "Test Charm", line("TST-EN002"), line("T" * 50), line("A-1", product="p" * 201)),
        ),
    )
    assert (report.cards.new, report.printings.new) == (1, 1)
    assert [problem.message[:60] for problem in report.problems] == [
        "A card's name has 300 characters; at most 200 fit. The card ",
        "Test Charm: a printing was left out, because its number, pro",
        "Test Charm: a printing was left out, because its number, pro",
    ]


def test_the_same_card_twice_in_one_file_counts_once(database: Database) -> None:
    first = monster(None, "Test Ogre", line("TST-EN001"), passcode=1000)
    report = import_facts(database, api_answer(first, changed(first, printings=(line("TST-EN002"),))))
    assert (report.cards.new, report.printings.new, len(report.problems)) == (1, 1, 1)


def test_products_get_addresses_of_their_own(database: Database) -> None:
    facts = spell(
        1, "Test Charm", line("A-001", product="Test-Set!"), line("B-001", product="Test: Set"), line("C-001", product="★")
    )
    import_facts(database, card_list(facts))
    with database.read() as session:
        assert session.scalars(select(Product.slug).order_by(Product.id)).all() == ["test-set", "test-set-2", "product"]


def test_a_dry_run_reports_and_writes_nothing(database: Database) -> None:
    report = import_facts(database, card_list(OGRE, CHARM), dry_run=True)
    assert numbers(report) == {"cards": (2, 0, 0), "printings": (5, 0, 0)}
    with database.read() as session:
        assert session.scalar(select(func.count(Card.id))) == 0
        assert session.scalar(select(func.count(CatalogueImport.id))) == 0
