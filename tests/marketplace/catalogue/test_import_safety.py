"""Imports are all or nothing: cancelled, killed, overtaken, fed with rubbish, or watched by readers."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select

from marketplace.catalogue.importing import WRITING, Overtaken, import_facts, import_file
from marketplace.catalogue.models import Card, CatalogueImport, Printing
from marketplace.db import Database
from marketplace.errors import Refused
from marketplace.jobs import JobCancelled
from tests.factories.facts import card_list, line, many_entries, monster, spell, yaml_yugi_entry, yaml_yugi_file

ROOT = Path(__file__).resolve().parents[3]
OGRE = monster(1, "Test Ogre", line("TST-EN001"))
CHARM = spell(2, "Test Charm", line("TST-EN002"))


def holdings(database: Database) -> tuple[int, int, int]:
    """Cards, printings, recorded imports."""
    with database.read() as session:
        return tuple(session.scalar(select(func.count(model.id))) or 0 for model in (Card, Printing, CatalogueImport))  # type: ignore[return-value]


def test_a_cancelled_import_leaves_nothing(database: Database) -> None:
    import_facts(database, card_list(OGRE))

    def cancel(_done: int, _total: int, step: str) -> None:
        if step == WRITING:
            raise JobCancelled

    with pytest.raises(JobCancelled):
        import_facts(database, card_list(OGRE, CHARM), cancel)
    assert holdings(database) == (1, 1, 1)


def test_readers_see_the_old_catalogue_while_the_new_one_is_written(database: Database) -> None:
    import_facts(database, card_list(OGRE))
    seen = []

    def look(_done: int, _total: int, step: str) -> None:
        if step == WRITING:
            started = time.monotonic()
            seen.append(holdings(database))
            assert time.monotonic() - started < 15, "who waits for the writer waits for 30 seconds"

    import_facts(database, card_list(OGRE, CHARM), look)
    assert set(seen) == {(1, 1, 1)}
    assert holdings(database) == (2, 2, 2)


def test_an_import_that_was_overtaken_compares_anew(database: Database) -> None:
    overtaken = []

    def overtake(_done: int, _total: int, step: str) -> None:
        if step != WRITING and not overtaken:
            overtaken.append(True)
            import_facts(database, card_list(OGRE, CHARM))

    report = import_facts(database, card_list(OGRE), overtake)
    assert report.to_json()["new"] == 0
    assert holdings(database) == (2, 2, 2)

    def always(_done: int, _total: int, _step: str) -> None:
        import_facts(database, card_list(OGRE, CHARM), lambda *_: None)

    with pytest.raises(Overtaken):
        import_facts(database, card_list(OGRE), always, tries=2)


KILLED = """
import sys, time
from pathlib import Path
from marketplace.models import load_all
from marketplace.catalogue.importing import WRITING, import_file
from marketplace.db import Database
load_all()
def progress(done, total, step):
    if step == WRITING and done > 0:
        print("writing", flush=True)
        time.sleep(60)
import_file(Database(sys.argv[1]), Path(sys.argv[2]), progress)
"""


def test_kill_9_in_the_middle_leaves_the_old_catalogue(database: Database, tmp_path: Path) -> None:
    entries = many_entries(2500)
    path = tmp_path / "cards.json"
    path.write_bytes(yaml_yugi_file(*entries[:10]))
    import_file(database, path)
    path.write_bytes(yaml_yugi_file(*entries))
    url = database.engine.url.render_as_string(hide_password=False)
    child = subprocess.Popen([sys.executable, "-c", KILLED, url, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "writing\n"
    assert holdings(database) == (10, 30, 1)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    assert holdings(database) == (10, 30, 1)

    report = import_file(database, path)
    assert (report.cards.new, report.cards.unchanged, report.printings.new) == (2490, 10, 7470)
    assert holdings(database) == (2500, 7500, 2)


WHOLE = yaml_yugi_file(*many_entries(40))
BAD = {
    "cut off": (WHOLE[:-200], "cut off"),
    "cut-off archive": (lzma.compress(WHOLE)[:-40], "cut off"),
    "damaged archive": (gzip.compress(WHOLE)[:50] + b"\0" * 40 + gzip.compress(WHOLE)[90:], "damaged"),
    "web page": (b"<!doctype html><title>Not found</title>", "web page"),
    "empty": (b"", "empty"),
    "no list": (b'{"error": "No card matching your query was found."}', "error"),
    "other list": (json.dumps([{"a": 1}]).encode(), "not a card file"),
    "wrong encoding": ('["é"]'.encode("cp1252"), "UTF-8"),
    "no usable entry": (yaml_yugi_file({**yaml_yugi_entry(1, "x", {}), "card_type": "Nonsense"}), "None of the 1 entries"),
    "no cards": (b"[]", "empty list"),
    "picture": (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "not a card file"),
}


@pytest.mark.parametrize(("content", "words"), BAD.values(), ids=BAD.keys())
def test_a_bad_file_is_refused_in_words_and_changes_nothing(
    database: Database, tmp_path: Path, content: bytes, words: str
) -> None:
    import_facts(database, card_list(OGRE))
    path = tmp_path / "cards.json"
    path.write_bytes(content)
    with pytest.raises(Refused) as refused:
        import_file(database, path)
    assert words in str(refused.value.message)
    assert holdings(database) == (1, 1, 1)


def test_a_file_that_is_not_there_is_refused(database: Database, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"catalogue\.import\.no_file"):
        import_file(database, tmp_path / "nothing.json")
    with pytest.raises(Refused, match=r"catalogue\.import\.no_file"):
        import_file(database, tmp_path)


def test_bad_entries_are_left_out_and_named_by_their_row(database: Database, tmp_path: Path) -> None:
    entries = many_entries(3)
    entries[1]["card_type"] = "Nonsense"
    entries[2]["sets"]["en"][0]["set_name"] = 7
    path = tmp_path / "cards.json"
    path.write_bytes(yaml_yugi_file(*entries, packed=True))
    report = import_file(database, path)
    assert (report.cards.new, report.printings.new) == (2, 5)
    assert [(problem.row, problem.field) for problem in report.problems] == [(2, "card_type"), (3, "sets.en[1].set_name")]
    assert report.to_json()["problems"] == 2
