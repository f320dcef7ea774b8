"""Files on their way into a collection: shown first, written whole or not at all, undone in one act."""

from __future__ import annotations

import hashlib

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.collection import batch_choices, batches, exporting, places, stock
from marketplace.collection.formats.files import EXPORTS
from marketplace.collection.models import Batch, BatchRow, Operation, Place, Stack
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.jobs import enqueue, run_pending
from marketplace.jobs.models import Job
from tests.factories import accounts, catalogue
from tests.factories import collection as made

from .formats.samples import dragon_shield, scanflip, ygoprodeck_2021

JINZO = "Binder 1,2,1,Jinzo,PSV,Pharaoh's Servant,PSV-000,UR,NearMint,1st Edition,English,0.50,2024-12-21,,,"
SANGAN = "Box,1,0,Sangan,MRD,Metal Raiders,MRD-069,R,LightPlayed,Unlimited,English,,,,,"


@pytest.fixture(autouse=True)
def _words(app):
    with app.test_request_context():
        yield


@pytest.fixture
def user(session):
    found = accounts.user(session)
    catalogue.printing(
        session, "PSV-000", of=catalogue.card(session, "Jinzo"), rarity="Ultra Rare", in_product="Pharaoh's Servant"
    )
    catalogue.printing(session, "MRD-069", of=catalogue.card(session, "Sangan"), rarity="Rare", in_product="Metal Raiders")
    return found


def start(session: Session, user, data: bytes, name: str = "all-folders.csv", **options) -> Batch:
    return batches.start(session, user.id, data, name, **options)


def stacks(session: Session, user) -> list[tuple[str, int, int, str, str, str]]:
    query = select(Stack).where(Stack.user_id == user.id, Stack.quantity > 0).order_by(Stack.id)
    return [
        (one.printing.code, one.quantity, one.for_trade, one.edition, one.condition, one.place.name if one.place else "")
        for one in session.scalars(query)
    ]


def states(session: Session, batch: Batch) -> list[str]:
    return [row.state for row in batches.rows(session, batch)[0]]


def test_a_preview_writes_nothing_into_the_collection(session, user):
    batch = start(session, user, dragon_shield(JINZO, SANGAN, "A,1,0,X,ZZZZ,x,ZZZZ-EN001,C,Mint,,English,,,,,"))
    assert (batch.state, batch.format, batch.mode) == ("preview", "dragonshield", "add")
    assert {name: batch.counts.get(name, 0) for name in ("rows", "new", "open", "added")} == {
        "rows": 3,
        "new": 2,
        "open": 1,
        "added": 3,
    }
    assert states(session, batch) == ["new", "new", "open"]
    assert stacks(session, user) == []
    assert session.scalar(select(func.count()).select_from(Place)) == 0


def test_applying_writes_copies_places_prices_and_journal(session, user):
    batch = start(session, user, dragon_shield(JINZO, SANGAN))
    operation = batches.apply(session, user.id, batch.id)
    assert stacks(session, user) == [
        ("PSV-000", 2, 1, "1st", "NM", "Binder 1"),
        ("MRD-069", 1, 0, "unlimited", "LP", "Box"),
    ]
    stack = session.scalars(select(Stack).order_by(Stack.id)).first()
    assert (str(stack.price_paid), str(stack.acquired_on)) == ("0.50", "2024-12-21")
    assert (operation.kind, operation.summary["file_name"], operation.summary["copies"]) == ("import", "all-folders.csv", 3)
    assert (batch.state, batch.operation_id, states(session, batch)) == ("applied", operation.id, ["done", "done"])


def test_one_click_takes_the_whole_import_back_and_it_can_be_done_again(session, user):
    batch = start(session, user, dragon_shield(JINZO, SANGAN))
    operation = batches.apply(session, user.id, batch.id)
    stock.undo(session, user.id, operation.id)
    session.expire_all()
    assert stacks(session, user) == []
    assert batch.state == "undone"
    again = batches.reopen(session, user.id, batch.id)
    assert (again.state, again.counts["new"]) == ("preview", 2)
    batches.apply(session, user.id, batch.id)
    assert len(stacks(session, user)) == 2


def test_sending_the_form_twice_imports_once(session, user):
    batch = start(session, user, dragon_shield(JINZO))
    first = batches.apply(session, user.id, batch.id)
    second = batches.apply(session, user.id, batch.id)
    assert first.id == second.id
    assert stock.was_repeated(session, second)
    assert [quantity for _code, quantity, *_rest in stacks(session, user)] == [2]


def test_a_bad_row_stops_everything_and_names_row_and_column(session, user):
    rows = [JINZO] * 56 + [JINZO.replace("Binder 1,2,", "Binder 1,x,")] + [JINZO] * 43
    batch = start(session, user, dragon_shield(*rows))
    assert (batch.counts["rows"], batch.counts["new"], batch.counts["refused"]) == (100, 99, 1)
    with pytest.raises(Refused) as refusal:
        batches.apply(session, user.id, batch.id)
    words = str(refusal.value.message)
    assert "Row 57 (line 59)" in words
    assert "“Quantity”" in words
    assert "“x” is not a whole number" in words
    session.rollback()
    assert session.scalar(select(func.count()).select_from(Stack)) == 0
    assert session.scalar(select(func.count()).select_from(Operation)) == 0


def test_the_good_rows_alone_on_request(session, user):
    batch = start(
        session,
        user,
        dragon_shield(JINZO, SANGAN.replace("Box,1,", "Box,-3,"), "A,1,0,X,ZZZZ,x,ZZZZ-EN001,C,Mint,,English,,,,,"),
    )
    batches.apply(session, user.id, batch.id, only_good=True)
    assert [code for code, *_rest in stacks(session, user)] == ["PSV-000"]
    assert states(session, batch) == ["done", "waiting", "waiting"]
    bad = batches.rows(session, batch)[0][1]
    assert bad.reading["column"] == "Quantity"
    assert "Box | -3" in bad.text


def test_the_same_file_is_recognised_while_its_import_is_in_force(session, user):
    data = dragon_shield(JINZO)
    first = start(session, user, data)
    assert batches.seen_before(session, user.id, hashlib.sha256(data).hexdigest()) is None
    operation = batches.apply(session, user.id, first.id)
    second = start(session, user, data, "copy.csv")
    assert batches.seen_before(session, user.id, second.sha256, other_than=second.id).id == first.id
    assert batches.seen_before(session, accounts.user(session).id, second.sha256) is None
    stock.undo(session, user.id, operation.id)
    session.expire_all()
    assert batches.seen_before(session, user.id, second.sha256) is None


def test_modes_change_the_preview(session, user):
    batches.apply(session, user.id, start(session, user, dragon_shield(JINZO)).id)
    batch = start(session, user, dragon_shield(JINZO.replace("Binder 1,2,1", "Binder 1,5,1"), SANGAN))
    assert states(session, batch) == ["changed", "new"]
    batches.change_options(session, user.id, batch.id, mode="set")
    assert (batch.counts["added"], states(session, batch)) == (4, ["changed", "new"])
    batches.change_options(session, user.id, batch.id, mode="subtract")
    assert states(session, batch) == ["refused", "refused"]
    batches.change_options(session, user.id, batch.id, mode="set")
    batches.apply(session, user.id, batch.id)
    assert [quantity for _code, quantity, *_rest in stacks(session, user)] == [5, 1]


def test_folders_become_places_one_place_or_none(session, user):
    box = made.place(session, user, "Shoe box")
    batch = start(session, user, dragon_shield(JINZO, SANGAN))
    assert sorted(batch.counts["places"]) == ["Binder 1", "Box"]
    batches.change_options(session, user.id, batch.id, options={"places": "one", "place_id": box.id})
    assert batch.counts["places"] == []
    batches.apply(session, user.id, batch.id)
    assert {place for *_rest, place in stacks(session, user)} == {"Shoe box"}
    other = start(session, user, dragon_shield(JINZO))
    batches.change_options(session, user.id, other.id, options={"places": "none"})
    batches.apply(session, user.id, other.id)
    assert stacks(session, user)[-1][5] == ""


def test_a_folder_of_a_known_name_is_that_place(session, user):
    made.place(session, user, "binder 1", "binder", slots_per_page=9)
    batch = start(session, user, dragon_shield(JINZO))
    assert batch.counts["places"] == []
    batches.apply(session, user.id, batch.id)
    assert [place.name for place in places.list_places(session, user.id)] == ["binder 1"]


def test_anothers_place_cannot_be_chosen(session, user):
    other = made.place(session, accounts.user(session), "Theirs")
    batch = start(session, user, dragon_shield(JINZO))
    with pytest.raises(NotFound):
        batches.change_options(session, user.id, batch.id, options={"places": "one", "place_id": other.id})


def test_anothers_batch_does_not_exist(session, user):
    batch = start(session, user, dragon_shield(JINZO))
    stranger = accounts.user(session)
    for act in (batches.get, batches.apply, batches.discard, batches.reopen, batches.change_options):
        with pytest.raises(NotFound):
            act(session, stranger.id, batch.id)


def test_the_format_can_be_changed_before_writing(session, user):
    batch = start(session, user, b"Count,Name\n2,Jinzo\n1,Sangan\n")
    assert batch.format == "columns"
    assert states(session, batch) == ["guessed", "guessed"]
    batches.change_options(session, user.id, batch.id, as_format="text")
    assert batch.format == "text"
    batches.change_options(session, user.id, batch.id, as_format="columns", options={"mapping": {"name": "Name"}})
    batches.change_options(session, user.id, batch.id, options={"mapping": {"name": "Name"}})
    assert [row.quantity for row in batches.rows(session, batch)[0]] == [1, 1]


def test_these_are_all_french(session, user):
    french = catalogue.printing(
        session,
        "PSV-F000",
        of=catalogue_card(session, "Jinzo"),
        language="fr",
        rarity="Ultra Rare",
        in_product="Pharaoh's Servant",
    )
    batch = start(
        session, user, ygoprodeck_2021('"Jinzo",2,77585513,"Ultra Rare","M","Unlimited","Pharaoh\'s Servant","PSV-000"')
    )
    batches.change_options(session, user.id, batch.id, options={"language": "fr"})
    batches.apply(session, user.id, batch.id)
    (stack,) = session.scalars(select(Stack)).all()
    assert (stack.printing_id, stack.language, stack.condition) == (french.id, "fr", "")


def catalogue_card(session, name):
    from marketplace.catalogue.models import Card

    return session.scalars(select(Card).where(Card.name == name)).one()


def test_equal_lots_are_added_up(session, user):
    card = catalogue.card(session, "Exorcisme")
    catalogue.printing(session, "DDK-F032", of=card, language="fr", rarity="Common")
    lot = "Français (France),DDK,DDK-F032,Exorcisme,C,,NM,,1,,"
    batches.apply(session, user.id, start(session, user, scanflip(lot, lot, lot)).id)
    assert [quantity for _code, quantity, *_rest in stacks(session, user)] == [3]


def test_a_put_aside_file_is_gone_and_an_applied_one_cannot_be(session, user):
    batch = start(session, user, dragon_shield(JINZO))
    batches.discard(session, user.id, batch.id)
    assert (batch.state, batch.raw, batches.rows(session, batch)[1]) == ("discarded", "", 0)
    with pytest.raises(Conflict):
        batches.apply(session, user.id, batch.id)
    other = start(session, user, dragon_shield(JINZO))
    batches.apply(session, user.id, other.id)
    with pytest.raises(Conflict):
        batches.discard(session, user.id, other.id)


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (b"", "import.empty"),
        (b"%PDF-1.7\n1 0 obj", "import.not_text"),
        (b"\x89PNG\r\n\x1a\n", "import.not_text"),
        (b"Folder Name,Card Number,Rarity\nA,PSV-000,C\n", "import.missing_columns"),
        (b"#main\n46986414\n46986414\n", "import.unsupported"),
    ],
)
def test_files_that_cannot_be_read_leave_nothing(session, user, data, rule):
    with pytest.raises(Refused) as refusal:
        start(session, user, data)
    assert refusal.value.rule == rule
    assert session.scalar(select(func.count()).select_from(Batch)) == 0


def fill(session: Session, user) -> None:
    """A collection that has something of everything a stack can hold."""
    made.many_cards(session, 40)
    from marketplace.catalogue.models import Printing

    printings = session.scalars(select(Printing).where(Printing.code.like("LTS-%")).order_by(Printing.id)).all()
    binder = made.binder(session, user, "Binder, blue", pages=None, slots_per_page=12)
    deck = made.place(session, user, "=Deck", "deck_box")
    from datetime import date
    from decimal import Decimal

    marks = [
        {},
        {"edition": "1st", "condition": "NM"},
        {"edition": "limited", "condition": "PO", "condition_words": "abîmé, plié"},
        {"place_id": binder.id, "page": 2, "slot": 12, "price_paid": Decimal("1234.50"), "acquired_on": date(2009, 5, 16)},
        {"place_id": deck.id, "note": "=1+1\nsecond line"},
        {
            "signed": True,
            "altered": True,
            "misprint": "blue stain",
            "grading": "PSA 9 1",
            "storage": "sleeved",
            "artwork": "alt",
        },
        {"language": "de"},
        {"proxy": True, "edition": "unlimited"},
    ]
    for index, printing in enumerate(printings):
        values = {"language": printing.language} | marks[index % len(marks)]
        made.stack(session, user, printing, quantity=1 + index % 4, for_trade=0 if values.get("proxy") else index % 2, **values)
    own = batches_custom(session, user)
    made.stack(session, user, own, quantity=2)


def batches_custom(session: Session, user):
    from marketplace.catalogue import lookup
    from marketplace.catalogue.models import Printing

    found = lookup.custom_printing(
        session, user.id, code="ZZZZ-EN001", card_id=None, name="Promo of my shop", language="en", rarity=""
    )
    return session.get(Printing, found.printing_id)


@pytest.mark.parametrize("name", list(EXPORTS))
@pytest.mark.parametrize("locale", ["en", "fr"])
def test_an_export_reads_back_with_every_row_unchanged(session, user, name, locale):
    fill(session, user)
    data = b"".join(exporting.export(session, user.id, name, locale=locale))
    batch = start(session, user, data, "export", mode="set", options={"list_language": locale})
    assert batch.format == name
    assert batch.counts["rows"] > 20
    odd = [
        (row.text, row.state, row.reading.get("reason"))
        for row in batches.rows(session, batch, per_page=200)[0]
        if row.state != "unchanged"
    ]
    assert odd == []
    assert batch.counts["unchanged"] == batch.counts["rows"]


@pytest.mark.parametrize("name", list(EXPORTS))
def test_ones_own_printing_is_told_from_the_catalogues_of_the_same_number(session, user, name):
    from marketplace.catalogue import lookup

    own = lookup.custom_printing(session, user.id, code="PSV-000", card_id=None, name="Jinzo", language="en", rarity="")
    catalogues = lookup.by_code(session, "PSV-000", None)[0]
    for quantity, printing in enumerate((own, catalogues), start=1):
        stock.add(session, user.id, [(stock.Copies(printing.printing_id, "en"), quantity, 0)])
    data = b"".join(exporting.export(session, user.id, name))
    batch = start(session, user, data, "export", mode="set")
    assert [(row.state, row.printing_id) for row in sorted(batches.rows(session, batch)[0], key=lambda row: row.quantity)] == [
        ("unchanged", own.printing_id), ("unchanged", catalogues.printing_id),
    ]  # fmt: skip


def test_a_collection_comes_back_whole_from_its_own_export(session, user):
    """Delete all, then restore: identical counts, binders, notes, and the printing that is not in the catalogue."""
    fill(session, user)
    before = b"".join(exporting.export(session, user.id, "own", delimiter=";"))
    ids = session.scalars(select(Stack.id).where(Stack.user_id == user.id)).all()
    stock.remove_many(session, user.id, ids)
    for place in places.list_places(session, user.id):
        places.delete_place(session, user.id, place.id)
    assert b"".join(exporting.export(session, user.id, "own", delimiter=";")).count(b"\r\n") == 2
    batches.apply(session, user.id, start(session, user, before, "backup.csv").id)
    assert b"".join(exporting.export(session, user.id, "own", delimiter=";")) == before
    stranger = accounts.user(session)
    batches.apply(session, stranger.id, start(session, stranger, before, "backup.csv").id)
    assert b"".join(exporting.export(session, stranger.id, "own", delimiter=";")) == before


def test_an_export_of_the_copies_for_trade_or_of_one_place(session, user):
    batches.apply(session, user.id, start(session, user, dragon_shield(JINZO, SANGAN)).id)
    trade = b"".join(exporting.export(session, user.id, "text", scope="trade")).decode()
    assert trade == "---------------Ultra Rare:\nJinzo (1st, PSV-000) [NM]\n"
    box = next(place for place in places.list_places(session, user.id) if place.name == "Box")
    assert b"Jinzo" not in b"".join(exporting.export(session, user.id, "own", place_id=box.id))
    with pytest.raises(NotFound):
        exporting.owned(session, accounts.user(session).id, place_id=box.id)


def test_a_long_file_is_read_and_written_in_the_background(app, session, database, user, monkeypatch):
    monkeypatch.setattr("marketplace.collection.batch_reading.LARGE", 5)
    monkeypatch.setattr(batches, "LARGE", 5)
    batch = start(session, user, dragon_shield(*[JINZO] * 10))
    assert batch.state == "reading"
    with pytest.raises(Conflict):
        batches.apply(session, user.id, batch.id)
    session.commit()
    assert run_pending(app) == 1
    session.expire_all()
    assert (batch.state, batch.counts["new"], batches.is_large(batch)) == ("preview", 10, True)
    batches.apply_later(session, user.id, batch.id)
    session.commit()
    assert run_pending(app) == 1
    session.expire_all()
    assert batch.state == "applied"
    assert [quantity for _code, quantity, *_rest in stacks(session, user)] == [20]


def test_a_job_that_was_killed_and_runs_again_writes_once(app, session, user, monkeypatch):
    monkeypatch.setattr(batches, "LARGE", 5)
    batch = start(session, user, dragon_shield(*[JINZO] * 10), background=False)
    batches.apply_later(session, user.id, batch.id)
    enqueue(session, "collection.import.apply", {"batch_id": batch.id}, user.id)
    session.commit()
    assert run_pending(app) == 2
    session.expire_all()
    assert [quantity for _code, quantity, *_rest in stacks(session, user)] == [20]
    assert {job.state for job in session.scalars(select(Job))} == {"done"}


def test_queries_of_a_long_import_do_not_grow_with_its_rows(session, database, user, count_queries):
    made.many_cards(session, 500)
    lines = [
        f"A,1,0,,LTS,x,{prefix}-EN{number:03d},,NearMint,,English,,,,,"
        for prefix in ("LTS", "MTT", "SPT")
        for number in range(100)
    ]
    with count_queries(database) as queries:
        batch = start(session, user, dragon_shield(*lines * 4))
    assert batch.counts["rows"] == 1200
    assert queries.count <= 25
    with count_queries(database) as queries:
        batches.apply(session, user.id, batch.id)
    assert queries.count <= 40


def test_rows_of_long_past_imports_are_dropped(session, user, monkeypatch):
    monkeypatch.setattr(batches, "KEPT_IMPORTS", 1)
    first = start(session, user, dragon_shield(JINZO, "A,1,0,X,ZZZZ,x,ZZZZ-EN001,C,Mint,,English,,,,,"))
    batches.apply(session, user.id, first.id)
    batches.apply(session, user.id, start(session, user, dragon_shield(SANGAN)).id)
    session.expire_all()
    assert first.raw == ""
    assert session.scalars(select(BatchRow.state).where(BatchRow.batch_id == first.id)).all() == ["waiting"]


def test_a_file_a_job_works_on_is_left_alone(session, user, monkeypatch):
    monkeypatch.setattr(batches, "LARGE", 1)
    batch = start(session, user, dragon_shield(JINZO, SANGAN), background=False)
    row = batches.rows(session, batch)[0][0].id
    batches.apply_later(session, user.id, batch.id)
    for act in (
        lambda: batches.change_options(session, user.id, batch.id, mode="set"),
        lambda: batches.discard(session, user.id, batch.id),
        lambda: batches.apply_later(session, user.id, batch.id),
        lambda: batch_choices.settle(session, user.id, row, "ignore"),
        lambda: batch_choices.take_localised(session, user.id, batch.id),
    ):
        with pytest.raises(Conflict) as refusal:
            act()
        assert refusal.value.rule == "import.busy"


def test_forgotten_previews_are_put_aside(session, user, monkeypatch):
    monkeypatch.setattr(batches, "KEPT_PREVIEWS", 2)
    first = start(session, user, dragon_shield(JINZO))
    for _copy in range(3):
        start(session, user, dragon_shield(SANGAN))
    session.expire_all()
    assert (first.state, first.raw) == ("discarded", "")
