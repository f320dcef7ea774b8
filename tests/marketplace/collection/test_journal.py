"""What happened, in words: for every kind of act, in the reader's language."""

from __future__ import annotations

import pytest
from flask_babel import force_locale

from marketplace.catalogue.models import CardName
from marketplace.collection import journal, places, stock
from marketplace.collection.models import Operation
from tests.factories import accounts, catalogue
from tests.factories import collection as made

KURIBOH = {"copies": 2, "stacks": 1, "name": "Kuriboh", "code": "MRD-071"}
MANY = {"copies": 40, "stacks": 12}


@pytest.fixture(autouse=True)
def _words(app):
    with app.test_request_context():
        yield


@pytest.fixture
def user(session):
    return accounts.user(session)


@pytest.mark.parametrize(
    ("kind", "summary", "words"),
    [
        ("add", KURIBOH, "Added 2 copies of Kuriboh (MRD-071)"),
        ("add", MANY, "Added 40 copies in 12 stacks"),
        ("import", MANY | {"file_name": "cards.csv"}, "Imported 40 copies in 12 stacks from cards.csv"),
        ("import", MANY, "Imported 40 copies in 12 stacks"),
        ("paste", MANY, "Added 40 copies in 12 stacks from a pasted list"),
        ("grid", MANY | {"product": "Metal Raiders"}, "Entered 40 copies in 12 stacks on the sheet of Metal Raiders"),
        ("grid", MANY, "Entered 40 copies in 12 stacks on a set sheet"),
        ("edit", KURIBOH, "Changed 2 copies of Kuriboh (MRD-071)"),
        ("edit", KURIBOH | {"counts": True}, "Set the numbers of Kuriboh"),
        ("split", KURIBOH, "Split off 2 copies of Kuriboh (MRD-071)"),
        ("bulk", MANY, "Changed 40 copies in 12 stacks"),
        ("move", KURIBOH | {"place": "Box A"}, "Moved 2 copies of Kuriboh (MRD-071) to Box A"),
        ("move", MANY | {"place": None}, "Took 40 copies in 12 stacks out of their place"),
        ("remove", KURIBOH | {"reason": "sold", "counterpart": "Ana"}, "Sold 2 copies of Kuriboh (MRD-071) to Ana"),
        ("remove", MANY | {"reason": "given"}, "Gave away 40 copies in 12 stacks"),
        ("remove", MANY | {"reason": "lost"}, "Lost 40 copies in 12 stacks"),
        ("remove", KURIBOH | {"reason": "removed", "copies": 1}, "Removed 1 copy of Kuriboh (MRD-071)"),
        ("lend", KURIBOH | {"counterpart": "Ben"}, "Lent 2 copies of Kuriboh (MRD-071) to Ben"),
        ("return", KURIBOH | {"counterpart": "Ben"}, "Ben gave back 2 copies of Kuriboh (MRD-071)"),
        ("place", {"place": "Box A", "copies": 0}, "Deleted the place Box A"),
        ("resolve", KURIBOH, "The catalogue now knows 2 copies of Kuriboh (MRD-071)"),
        ("undo", KURIBOH | {"root_kind": "add"}, "Undone: Added 2 copies of Kuriboh (MRD-071)"),
        ("undo", KURIBOH | {"root_kind": "add", "redo": True}, "Done again: Added 2 copies of Kuriboh (MRD-071)"),
    ],
)
def test_every_act_has_its_sentence(session, kind, summary, words):
    assert journal.act_words(session, Operation(kind=kind, summary=summary), "en") == words


def test_a_card_is_named_in_the_readers_language(session, user):
    card = catalogue.card(session, "Dark Magician")
    session.add(CardName(card_id=card.id, language="fr", name="Magicien Sombre", folded="magicien sombre"))
    made.stack(session, user, catalogue.printing(session, "LDD-F003", of=card, language="fr"))
    with force_locale("fr"):
        found = journal.history(session, user.id, 1, "fr").acts
    assert [act.words for act in found] == ["Ajout de 1 exemplaire de Magicien Sombre (LDD-F003)"]


def test_the_journal_of_a_stack_tells_where_copies_came_from_and_went(session, user):
    printing = catalogue.printing(session, "LDD-F003", language="fr")
    binder = made.binder(session, user, "Blue")
    stack = made.stack(session, user, printing, quantity=4, condition="NM")
    stock.move(session, user.id, [(stack.id, None)], binder.id, 2, 5)
    stock.edit(session, user.id, stack.id, None, {"condition": "PO", "note": "bent"}, quantity=1)
    stock.lend(session, user.id, stack.id, 1, "Ben", "for Saturday")
    places.delete_place(session, user.id, binder.id)
    told = [(line.words, line.details, line.note) for line in journal.journal(session, user.id, stack.id)]
    assert told == [
        ("3 copies moved: Blue, page 2, pocket 5 → no place", [], ""),
        ("1 copy lent to Ben", [], "for Saturday"),
        ("1 copy split off", ["condition Near Mint → Poor", "note – → “bent”"], ""),
        ("4 copies moved: no place → Blue, page 2, pocket 5", [], ""),
        ("4 copies added", [], ""),
    ]


def test_lowered_numbers_for_trade_are_told(session, user):
    stack = made.stack(session, user, catalogue.printing(session), quantity=3, for_trade=3)
    operation = stock.remove(session, user.id, stack.id, 2, "sold")
    assert journal.trade_note(operation) == "2 copies are no longer for trade."


def test_the_history_comes_in_pages_of_few_queries(session, user, database, count_queries):
    stack = made.stack(session, user, catalogue.printing(session))
    for number in range(2, 8):
        stock.set_quantities(session, user.id, [(stack.id, number, 0)])
    with count_queries(database) as queries:
        first = journal.history(session, user.id, 1, "en", per_page=5)
    assert queries.count <= 4
    assert (len(first.acts), first.pages) == (5, 2)
    assert [act.operation.id for act in first.acts] == sorted((act.operation.id for act in first.acts), reverse=True)
    assert journal.history(session, user.id, 99, "en", per_page=5).page == 2
