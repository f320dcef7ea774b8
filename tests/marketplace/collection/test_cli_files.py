"""``flask collection import`` and ``export``: JSON on standard output, words on standard error, exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select

from marketplace.collection.models import Batch, Stack
from tests.factories import accounts, catalogue
from tests.factories import collection as made

from .formats.samples import dragon_shield

JINZO = "Binder 1,2,1,Jinzo,PSV,Pharaoh's Servant,PSV-000,UR,NearMint,1st Edition,English,0.50,2024-12-21,,,"
COUNTED = ("new", "changed", "unchanged", "guessed", "refused")


@pytest.fixture
def user(session):
    found = accounts.user(session, "Ana")
    catalogue.printing(
        session, "PSV-000", of=catalogue.card(session, "Jinzo"), rarity="Ultra Rare", in_product="Pharaoh's Servant"
    )
    catalogue.printing(session, "RA02-EN001", of=catalogue.card(session, "Rescue Cat"), rarity="Super Rare")
    session.commit()
    return found


def run(app: Flask, *arguments: str):
    return app.test_cli_runner().invoke(args=["collection", *arguments])


def imported(app: Flask, tmp_path: Path, data: bytes, *options: str, code: int = 0) -> dict:
    path = tmp_path / "file.csv"
    path.write_bytes(data)
    result = run(app, "import", str(path), "--user", "ana@example.org", "--json", *options)
    assert result.exit_code == code, result.stderr
    report = json.loads(result.stdout)
    assert sum(report[name] for name in COUNTED) == report["rows"]
    return report


def copies(database) -> int:
    with database.read() as session:
        return session.scalar(select(func.coalesce(func.sum(Stack.quantity), 0)))


def batches_kept(database) -> int:
    with database.read() as session:
        return session.scalar(select(func.count()).select_from(Batch))


def test_every_row_counts_once_and_is_written(app, database, user, tmp_path):
    cat = "A,1,0,Rescue Cat,RA02,x,RA02-EN001alt,SR,Mint,,English,,,,,"
    nothing = "A,1,0,X,ZZZZ,x,ZZZZ-EN001,C,Mint,,English,,,,,"
    report = imported(app, tmp_path, dragon_shield(JINZO, cat, nothing))
    assert (report["format"], report["rows"], report["written"]) == ("dragonshield", 3, True)
    assert [report[name] for name in COUNTED] == [1, 0, 0, 1, 1]
    assert report["refused_rows"][0]["row"] == 3
    assert report["refused_rows"][0]["reason"] == "no card has the number ZZZZ-EN001"
    assert copies(database) == 3


def test_a_dry_run_writes_nothing(app, database, user, tmp_path):
    assert imported(app, tmp_path, dragon_shield(JINZO), "--dry-run")["new"] == 1
    assert copies(database) == 0
    assert batches_kept(database) == 0


def test_a_bad_row_answers_no_and_writes_nothing(app, database, user, tmp_path):
    rows = [JINZO] * 56 + [JINZO.replace(",2,1,", ",10^9,1,")] + [JINZO] * 3
    report = imported(app, tmp_path, dragon_shield(*rows), code=1)
    assert (report["written"], report["refused"]) == (False, 1)
    assert {name: report["refused_rows"][0][name] for name in ("row", "line", "column")} == {
        "row": 57,
        "line": 59,
        "column": "Quantity",
    }
    assert copies(database) == 0
    assert imported(app, tmp_path, dragon_shield(*rows), "--only-good")["written"]
    assert copies(database) == 118


def test_the_same_file_again_asks_for_the_mode(app, database, user, tmp_path):
    data = dragon_shield(JINZO)
    assert imported(app, tmp_path, data)["written"]
    again = imported(app, tmp_path, data, code=1)
    assert again["seen_before"]
    assert not again["written"]
    assert imported(app, tmp_path, data, "--mode", "set")["unchanged"] == 1
    assert imported(app, tmp_path, data, "--mode", "add")["changed"] == 1
    assert copies(database) == 4
    assert imported(app, tmp_path, data, "--mode", "subtract")["changed"] == 1
    assert copies(database) == 2


def test_what_cannot_be_done_exits_with_two_and_says_why(app, user, tmp_path):
    path = tmp_path / "file.csv"
    path.write_bytes(b"%PDF-1.7")
    result = run(app, "import", str(path), "--user", "ana@example.org", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "PDF" in result.stderr
    result = run(app, "import", str(path), "--user", "nobody@example.org")
    assert result.exit_code == 2
    assert "nobody@example.org" in result.stderr
    path.write_bytes(b"alpha,beta,gamma\n1,2,3\n4,5,6\n")
    result = run(app, "import", str(path), "--user", "ana@example.org")
    assert result.exit_code == 2
    assert "alpha, beta, gamma" in result.stderr
    assert run(app, "export", "--user", "nobody@example.org", "--format", "own").exit_code == 2


def test_without_json_the_report_is_in_words(app, user, tmp_path):
    path = tmp_path / "file.csv"
    path.write_bytes(dragon_shield(JINZO))
    result = run(app, "import", str(path), "--user", "ana@example.org")
    assert "Format: Dragon Shield Card Manager" in result.stdout
    assert "new: 1" in result.stdout


@pytest.mark.parametrize("name", ["own", "dragonshield", "text"])
def test_an_export_on_standard_output_reads_back_unchanged(app, database, user, tmp_path, name):
    imported(app, tmp_path, dragon_shield(JINZO))
    result = run(app, "export", "--user", "ana@example.org", "--format", name)
    assert result.exit_code == 0
    report = imported(app, tmp_path, result.stdout_bytes, "--mode", "set", "--dry-run")
    assert (report["format"], report["rows"], report["unchanged"]) == (name, 1, 1)
    if name == "text":
        assert "price paid" in result.stderr


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="sends SIGKILL")
def test_a_kill_in_the_middle_leaves_nothing_half_written(app, database, session, user, tmp_path):
    """The process dies while it writes; the collection is as before, and the file can be imported again."""
    made.many_cards(session, 500)
    session.commit()
    lines = [
        f"A,1,0,,LTS,x,{prefix}-EN{number:03d},,NearMint,,English,,,,,"
        for prefix in ("LTS", "MTT", "SPT")
        for number in range(100)
    ]
    path = tmp_path / "long.csv"
    path.write_bytes(dragon_shield(*lines * 20))
    settings = app.config["SETTINGS"]
    environment = os.environ | {"DUELFOLIO_INSTANCE": str(settings.instance), "DATABASE_URL": settings.database_url}
    command = [
        sys.executable,
        "-m",
        "flask",
        "--app",
        "app",
        "collection",
        "import",
        str(path),
        "--user",
        "ana@example.org",
        "--json",
    ]
    marker = tmp_path / "writing"
    slow = (
        "import pathlib, time\nimport marketplace.collection.stock_act as a\n"
        "real = a.Act.write\n"
        "def write(self):\n    done = real(self)\n"
        f"    pathlib.Path({str(marker)!r}).touch()\n    time.sleep(60)\n    return done\n"
        "a.Act.write = write\n"
        "import sys\nsys.argv = ['flask', *sys.argv[1:]]\nfrom flask.cli import main\nmain()\n"
    )
    root = Path(__file__).resolve().parents[3]
    process = subprocess.Popen(
        [sys.executable, "-c", slow, *command[3:]], cwd=root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 60
    while not marker.exists():
        assert process.poll() is None, process.stderr.read().decode()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stderr.close()
    assert copies(database) == 0
    assert batches_kept(database) == 0
    again = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    report = json.loads(again.stdout)
    assert report["new"] == 6000, {name: report[name] for name in COUNTED} | {"first": report["refused_rows"][:1]}
    assert copies(database) == 6000
