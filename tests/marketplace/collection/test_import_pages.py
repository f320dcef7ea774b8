"""The pages of import and export: upload, preview, settling rows, writing, taking away."""

from __future__ import annotations

import io

import pytest
from sqlalchemy import select

from marketplace.collection import batches, stock
from marketplace.collection.models import Batch, BatchRow, Stack
from marketplace.jobs import run_pending
from tests.factories import accounts, catalogue
from tests.factories import collection as made

from .formats.samples import dragon_shield, ygoprodeck_2021

JINZO = "Binder 1,2,1,Jinzo,PSV,Pharaoh's Servant,PSV-000,UR,NearMint,1st Edition,English,0.50,2024-12-21,,,"
UNKNOWN = "Binder 1,3,0,Promo of my shop,ZZZZ,x,ZZZZ-EN001,C,NearMint,,English,,,,,"


@pytest.fixture
def user(session):
    found = accounts.user(session)
    card = catalogue.card(session, "Jinzo")
    catalogue.printing(session, "PSV-000", of=card, rarity="Ultra Rare", in_product="Pharaoh's Servant")
    catalogue.printing(session, "PSV-F000", of=card, language="fr", rarity="Ultra Rare", in_product="Pharaoh's Servant")
    several = catalogue.card(session, "Brain Control")
    for rarity in ("Super Rare", "Ultimate Rare"):
        catalogue.printing(session, "TLM-EN038", of=several, rarity=rarity)
    session.commit()
    return found


@pytest.fixture
def page(client, user, log_in):
    log_in(client, user)
    return client


def send(page, data: bytes, name: str = "cards.csv"):
    return page.post("/collection/import", data={"file": (io.BytesIO(data), name)}, content_type="multipart/form-data")


def uploaded(page, database, data: bytes, name: str = "cards.csv") -> int:
    answer = send(page, data, name)
    assert answer.status_code == 303
    with database.read() as session:
        return session.scalar(select(Batch.id).order_by(Batch.id.desc()).limit(1))


def text(answer) -> str:
    assert answer.status_code == 200
    return " ".join(answer.get_data(as_text=True).split())


def owned(database) -> list[tuple[str, int, str, str]]:
    with database.read() as session:
        query = select(Stack).where(Stack.quantity > 0).order_by(Stack.id)
        return [(one.printing.code, one.quantity, one.printing.rarity, one.language) for one in session.scalars(query)]


def row_of(database, batch_id: int, number: int) -> int:
    with database.read() as session:
        return session.scalar(select(BatchRow.id).where(BatchRow.batch_id == batch_id, BatchRow.number == number))


def state_of(database, batch_id: int, number: int) -> str:
    with database.read() as session:
        return session.scalar(select(BatchRow.state).where(BatchRow.batch_id == batch_id, BatchRow.number == number))


def test_visitors_are_asked_to_log_in(client, user):
    for address in ("/collection/import", "/collection/import/1", "/collection/export", "/collection/export/file"):
        assert client.get(address).status_code == 302


def test_upload_preview_import_undo(page, database):
    number = uploaded(page, database, dragon_shield(JINZO))
    preview = text(page.get(f"/collection/import/{number}"))
    assert "Dragon Shield Card Manager" in preview
    assert "2 copies come in." in preview
    assert "1 place is made: Binder 1" in preview
    assert owned(database) == []
    assert page.post(f"/collection/import/{number}/apply").status_code == 303
    assert owned(database) == [("PSV-000", 2, "Ultra Rare", "en")]
    done = text(page.get(f"/collection/import/{number}"))
    assert "Undo this import" in done
    with database.read() as session:
        operation = session.get(Batch, number).operation_id
    assert page.post(f"/collection/operations/{operation}/undo").status_code in (302, 303)
    assert owned(database) == []
    assert "This import was undone" in text(page.get(f"/collection/import/{number}"))
    assert page.post(f"/collection/import/{number}/reopen").status_code == 303
    assert "2 copies come in." in text(page.get(f"/collection/import/{number}"))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "This file is empty."),
        (b"%PDF-1.7", "This is a PDF document."),
        (b"\x89PNG\r\n\x1a\n", "This is a picture"),
        (b"Folder Name,Card Number\nA,PSV-000\n", "lacks the column"),
        (b"ydke://!!!", "Deck link (ydke://)"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_beside_the_field(page, database, data, words):
    answer = send(page, data)
    assert answer.status_code == 422
    assert words in answer.get_data(as_text=True)
    with database.read() as session:
        assert session.scalars(select(Batch)).all() == []


def test_no_file_at_all(page):
    answer = page.post("/collection/import", data={})
    assert answer.status_code == 422
    assert "Choose a file first." in answer.get_data(as_text=True)


def test_a_bad_row_blocks_and_the_good_rows_go_on_request(page, database):
    number = uploaded(page, database, dragon_shield(JINZO, JINZO.replace("Binder 1,2,", "Binder 1,x,")))
    preview = text(page.get(f"/collection/import/{number}"))
    assert "“x” is not a whole number of copies" in preview
    assert "Import the good row only" in preview
    answer = page.post(f"/collection/import/{number}/apply")
    assert answer.status_code == 422
    assert "Row 2 (line 4), column “Quantity”" in answer.get_data(as_text=True)
    assert owned(database) == []
    assert page.post(f"/collection/import/{number}/apply", data={"only_good": "1"}).status_code == 303
    assert [quantity for _code, quantity, *_rest in owned(database)] == [2]
    assert state_of(database, number, 2) == "waiting"


def test_leaving_the_bad_row_out_unblocks_the_file(page, database):
    number = uploaded(page, database, dragon_shield(JINZO, JINZO.replace("Binder 1,2,", "Binder 1,-3,")))
    row = row_of(database, number, 2)
    assert page.post(f"/collection/import/rows/{row}", data={"choice": "ignore"}).status_code == 303
    assert state_of(database, number, 2) == "ignored"
    page.post(f"/collection/import/rows/{row}", data={"choice": "reset"})
    assert state_of(database, number, 2) == "refused"
    page.post(f"/collection/import/rows/{row}", data={"choice": "ignore"})
    assert page.post(f"/collection/import/{number}/apply").status_code == 303
    assert len(owned(database)) == 1


def test_an_open_rarity_is_chosen_in_the_preview(page, database):
    number = uploaded(page, database, b"Code,Quantity\nTLM-EN038,2\nPSV-000,1\n")
    preview = text(page.get(f"/collection/import/{number}?state=open"))
    assert "this number stands for several rarities (Super Rare, Ultimate Rare)" in preview
    with database.read() as session:
        candidates = (
            session.scalars(select(BatchRow).where(BatchRow.batch_id == number, BatchRow.number == 1))
            .one()
            .reading["candidates"]
        )
    row = row_of(database, number, 1)
    page.post(f"/collection/import/rows/{row}", data={"choice": f"printing:{candidates[1]}"})
    assert state_of(database, number, 1) == "new"
    assert "chosen by you" in text(page.get(f"/collection/import/{number}"))
    page.post(f"/collection/import/{number}/apply")
    assert ("TLM-EN038", 2, "Ultimate Rare", "en") in owned(database)


def test_a_choice_can_be_taken_back(page, database):
    number = uploaded(page, database, b"Code,Quantity\nTLM-EN038,2\nPSV-000,1\n")
    row = row_of(database, number, 1)
    page.post(f"/collection/import/rows/{row}", data={"choice": "custom"})
    assert state_of(database, number, 1) == "new"
    page.post(f"/collection/import/rows/{row}", data={"choice": "reset"})
    assert state_of(database, number, 1) == "open"


def test_an_unknown_number_is_accepted_as_not_in_the_catalogue_on_request(page, database):
    number = uploaded(page, database, dragon_shield(UNKNOWN))
    row = row_of(database, number, 1)
    page.post(f"/collection/import/rows/{row}", data={"choice": "custom"})
    page.post(f"/collection/import/{number}/apply")
    assert owned(database) == [("ZZZZ-EN001", 3, "Common", "en")]
    assert "not in catalogue" in text(page.get(f"/collection/import/{number}"))


def test_all_unknown_rows_at_once(page, database):
    number = uploaded(page, database, dragon_shield(UNKNOWN, UNKNOWN.replace("ZZZZ-EN001", "ZZZZ-EN002"), JINZO))
    assert page.post(f"/collection/import/{number}/all", data={"what": "custom"}).status_code == 303
    page.post(f"/collection/import/{number}/apply")
    assert [code for code, *_rest in owned(database)] == ["ZZZZ-EN001", "ZZZZ-EN002", "PSV-000"]


def test_a_waiting_row_is_added_later_with_an_undo_of_its_own(page, database, user):
    number = uploaded(page, database, dragon_shield(JINZO, UNKNOWN))
    page.post(f"/collection/import/{number}/apply")
    assert "1 row waits for your answer" in text(page.get(f"/collection/import/{number}"))
    row = row_of(database, number, 2)
    page.post(f"/collection/import/rows/{row}", data={"choice": "custom"})
    assert state_of(database, number, 2) == "done"
    assert ("ZZZZ-EN001", 3, "Common", "en") in owned(database)
    page.post(f"/collection/import/rows/{row}", data={"choice": "custom"})
    assert [quantity for code, quantity, *_rest in owned(database) if code == "ZZZZ-EN001"] == [3]
    with database.write() as session:
        from marketplace.collection.models import Operation

        last = session.scalar(select(Operation.id).order_by(Operation.id.desc()).limit(1))
        stock.undo(session, user.id, last)
    assert len(owned(database)) == 1
    page.post(f"/collection/import/rows/{row}", data={"choice": "custom"})
    assert [quantity for code, quantity, *_rest in owned(database) if code == "ZZZZ-EN001"] == [3]


def test_the_numbers_of_the_stated_language_at_one_click(page, database):
    number = uploaded(page, database, dragon_shield(JINZO.replace("English", "French")))
    preview = text(page.get(f"/collection/import/{number}"))
    assert "1 row states another language than its number." in preview
    assert "PSV-F000" in preview
    page.post(f"/collection/import/{number}/all", data={"what": "localised"})
    page.post(f"/collection/import/{number}/apply")
    assert owned(database) == [("PSV-F000", 2, "Ultra Rare", "fr")]


def options(**values: str) -> dict[str, str]:
    return {"as_format": "dragonshield", "mode": "add", "places": "folders", "place_id": "0", "language": ""} | values


def test_options_are_kept_and_applied(page, database, user):
    number = uploaded(
        page, database, ygoprodeck_2021('"Jinzo",2,1,"Ultra Rare","M","Unlimited","Pharaoh\'s Servant","PSV-000"')
    )
    assert "YGOPRODeck only knows English set numbers" in text(page.get(f"/collection/import/{number}"))
    answer = page.post(
        f"/collection/import/{number}/options", data=options(as_format="ygoprodeck", mode="set", places="none", language="fr")
    )
    assert answer.status_code == 303
    page.post(f"/collection/import/{number}/apply")
    assert owned(database) == [("PSV-F000", 2, "Ultra Rare", "fr")]


def test_one_place_must_be_chosen_and_ones_own(page, database, session, user):
    mine = made.place(session, user, "Shoe box").id
    other = made.place(session, accounts.user(session), "Theirs").id
    session.commit()
    number = uploaded(page, database, dragon_shield(JINZO))
    address = f"/collection/import/{number}/options"
    answer = page.post(address, data=options(places="one"))
    assert answer.status_code == 422
    assert "Choose the place." in answer.get_data(as_text=True)
    assert page.post(address, data=options(places="one", place_id=str(other))).status_code == 422
    assert page.post(address, data=options(places="one", place_id=str(mine))).status_code == 303
    page.post(f"/collection/import/{number}/apply")
    with database.read() as reader:
        assert reader.scalars(select(Stack.place_id)).all() == [mine]


def test_columns_are_chosen_on_the_page(page, database):
    number = uploaded(page, database, b"alpha,beta,gamma\nPSV-000,4,x\nPSV-F000,1,y\n")
    page.post(
        f"/collection/import/{number}/options",
        data=options(as_format="columns") | {"column-code": "alpha", "column-quantity": "beta"},
    )
    page.post(f"/collection/import/{number}/apply")
    assert [(code, quantity) for code, quantity, *_rest in owned(database)] == [("PSV-000", 4), ("PSV-F000", 1)]


def test_a_wrong_format_answers_with_the_missing_column(page, database):
    number = uploaded(page, database, b"Code,Quantity\nPSV-000,4\nPSV-F000,1\n")
    answer = page.post(f"/collection/import/{number}/options", data=options(as_format="ygoprodeck"))
    assert answer.status_code == 422
    assert "“cardq”" in answer.get_data(as_text=True)


def test_the_same_file_again_is_announced(page, database):
    first = uploaded(page, database, dragon_shield(JINZO))
    page.post(f"/collection/import/{first}/apply")
    second = uploaded(page, database, dragon_shield(JINZO), "again.csv")
    preview = text(page.get(f"/collection/import/{second}"))
    assert "This file was imported on" in preview
    assert page.post(f"/collection/import/{second}/mode", data={"mode": "set"}).status_code == 303
    assert "Your collection stays as it is." in text(page.get(f"/collection/import/{second}"))


def test_sending_the_import_twice_imports_once(page, database):
    number = uploaded(page, database, dragon_shield(JINZO))
    page.post(f"/collection/import/{number}/apply")
    assert page.post(f"/collection/import/{number}/apply").status_code == 303
    assert [quantity for _code, quantity, *_rest in owned(database)] == [2]


def test_putting_aside(page, database):
    number = uploaded(page, database, dragon_shield(JINZO))
    assert page.post(f"/collection/import/{number}/discard").status_code == 303
    assert "put aside" in text(page.get(f"/collection/import/{number}"))
    assert page.post(f"/collection/import/{number}/apply").status_code == 409


def test_anothers_files_rows_and_places_do_not_exist(page, database, session, app, log_in):
    number = uploaded(page, database, dragon_shield(JINZO))
    row = row_of(database, number, 1)
    stranger = accounts.user(session)
    session.commit()
    other = app.test_client()
    log_in(other, stranger)
    assert other.get(f"/collection/import/{number}").status_code == 404
    for path in ("options", "apply", "discard", "reopen", "all", "mode"):
        assert other.post(f"/collection/import/{number}/{path}", data=options()).status_code == 404, path
    assert other.post(f"/collection/import/rows/{row}", data={"choice": "ignore"}).status_code == 404
    assert page.post("/collection/import/rows/999999", data={"choice": "ignore"}).status_code == 404


@pytest.mark.parametrize("choice", ["", "printing", "printing:0", "printing:99999999", "printing:x", "nonsense:1"])
def test_a_choice_that_makes_no_sense_changes_nothing(page, database, choice):
    number = uploaded(page, database, b"Code,Quantity\nTLM-EN038,2\nPSV-000,1\n")
    row = row_of(database, number, 1)
    assert page.post(f"/collection/import/rows/{row}", data={"choice": choice}).status_code in (303, 404)
    assert state_of(database, number, 1) == "open"


def test_a_long_file_shows_its_progress(app, page, database, monkeypatch):
    monkeypatch.setattr("marketplace.collection.batch_reading.LARGE", 5)
    monkeypatch.setattr(batches, "LARGE", 5)
    number = uploaded(page, database, dragon_shield(*[JINZO] * 9))
    assert "Reading the file" in text(page.get(f"/collection/import/{number}"))
    run_pending(app)
    assert "18 copies come in." in text(page.get(f"/collection/import/{number}"))
    page.post(f"/collection/import/{number}/apply")
    assert "Importing the file" in text(page.get(f"/collection/import/{number}"))
    run_pending(app)
    assert owned(database)[0][1] == 18
    assert "Imported on" in text(page.get(f"/collection/import/{number}"))


def test_one_click_on_a_long_file_compares_only_what_it_touches(page, database, session, monkeypatch, count_queries):
    number = uploaded(page, database, b"Code,Quantity\nTLM-EN038,2\nPSV-000,1\n" + b"PSV-F000,1\n" * 30)
    row = row_of(database, number, 1)
    monkeypatch.setattr(batches, "LARGE", 5)
    page.post(f"/collection/import/rows/{row}", data={"choice": "custom"})
    with database.read() as reader:
        batch = reader.get(Batch, number)
        counted = dict(batch.counts)
        assert (counted["new"], counted["rows"], counted["added"], counted.get("open", 0)) == (32, 32, 33, 0)
    page.post(f"/collection/import/rows/{row}", data={"choice": "ignore"})
    with database.read() as reader:
        assert reader.get(Batch, number).counts["added"] == 31


def test_names_of_files_and_cards_are_escaped(page, database):
    number = uploaded(
        page, database, dragon_shield(UNKNOWN.replace("Promo of my shop", "<script>alert(1)</script>")), "<b>x</b>.csv"
    )
    preview = page.get(f"/collection/import/{number}").get_data(as_text=True)
    assert "<script>alert" not in preview
    assert "<b>x</b>" not in preview


@pytest.mark.parametrize("name", ["own", "dragonshield", "text"])
def test_export_says_what_is_lost_and_gives_the_file(page, database, name):
    number = uploaded(page, database, dragon_shield(JINZO))
    page.post(f"/collection/import/{number}/apply")
    overview = text(page.get("/collection/export"))
    assert "the price paid" in overview
    assert "Nothing is lost" in overview
    answer = page.get("/collection/export/file", query_string={"format": name})
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert b"PSV-000" in answer.data


def test_export_of_what_the_list_is_filtered_to(page, database, session, user):
    made.stack(session, user, catalogue.printing(session, "LOB-001"), quantity=2)
    made.stack(session, user, catalogue.printing(session, "LDD-F003", language="fr"), quantity=1)
    session.commit()
    french = page.get("/collection/export/file", query_string={"format": "own", "language": "fr"})
    assert b"LDD-F003" in french.data
    assert b"LOB-001" not in french.data
    assert "1 copy" in text(page.get("/collection/export", query_string={"language": "fr"}))


def test_export_of_an_empty_collection_is_a_header(page):
    answer = page.get("/collection/export/file", query_string={"format": "dragonshield"})
    assert answer.data.startswith(b'"sep=,"\r\nFolder Name,')
    assert answer.data.count(b"\r\n") == 2


def test_export_with_nonsense_is_refused_in_words(page):
    for query in ({"format": "excel"}, {"format": "own", "delimiter": "x"}, {"format": "own", "scope": "x"}):
        assert page.get("/collection/export/file", query_string=query).status_code == 422


def test_a_page_past_the_end_shows_the_last_one(page, database):
    number = uploaded(page, database, dragon_shield(JINZO))
    assert "PSV-000" in text(page.get(f"/collection/import/{number}?page=99"))


def test_a_file_of_refused_rows_only_offers_nothing_to_import(page, database):
    bad = JINZO.replace(",2,1,Jinzo", ",many,1,Jinzo")
    number = uploaded(page, database, dragon_shield(bad))
    preview = text(page.get(f"/collection/import/{number}"))
    assert "No row of this file can be imported as it is." in preview
    assert "good row" not in preview
    assert f'action="/collection/import/{number}/apply"' not in preview


def test_a_table_without_a_known_column_says_that_it_is_read_as_a_list(page, database):
    number = uploaded(page, database, b"Kort;Antal\nJinzo;3\nBrain Control;2\n")
    preview = text(page.get(f"/collection/import/{number}"))
    assert "No known column was found, so this file is read as a list, line by line." in preview
    assert "\u201cSet code\u201d, \u201cCard name\u201d" in preview
    plain = uploaded(page, database, b"3 Jinzo (PSV-000)\n1 Brain Control (TLM-EN038)\n", "list.txt")
    assert "No known column" not in text(page.get(f"/collection/import/{plain}"))


def test_of_two_columns_with_one_title_the_first_is_read_and_the_other_can_be_chosen(page, database):
    number = uploaded(page, database, b"Set code,Qty,Qty\nPSV-000,2,7\n")
    preview = text(page.get(f"/collection/import/{number}"))
    assert "The column \u201cQty\u201d stands in this file more than once; the first one is read." in preview
    assert '<option value="Qty (2)">Qty (2)</option>' in preview
    page.post(f"/collection/import/{number}/apply")
    assert owned(database) == [("PSV-000", 2, "Ultra Rare", "en")]
