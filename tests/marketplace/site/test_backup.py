"""Backup and restore: everything comes back as it was, and a faulty file changes nothing."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from flask import Flask
from sqlalchemy import JSON, func, null, select
from sqlalchemy import inspect as columns_of

from marketplace.accounts.models import User
from marketplace.backup import BackupRefused, inspect, restore, verify, write_backup
from marketplace.backup.archive import KINDS, is_photo_name
from marketplace.backup.dump import kind_of, photo_files
from marketplace.catalogue.models import Card, CardName
from marketplace.catalogue.search_index import stamp
from marketplace.collection.models import Operation, Photo, Place, Stack, StackChange
from marketplace.config import ROOT, Settings
from marketplace.db import Base, Database
from marketplace.jobs import Job, enqueue
from marketplace.models import load_all
from marketplace.prepare import alembic_config, migrate
from tests.factories import accounts, catalogue

MOMENT = datetime(2026, 3, 29, 1, 30, 5, tzinfo=UTC)
FIRST_SCHEMA = "20261130_first_schema"


@pytest.fixture(autouse=True)
def words(app: Flask) -> Iterator[None]:
    """Refusals speak: they need the application."""
    with app.app_context():
        yield


@pytest.fixture
def settings(app: Flask) -> Settings:
    found = app.config["SETTINGS"]
    assert isinstance(found, Settings)
    return found


@pytest.fixture
def filled(database: Database, settings: Settings) -> None:
    """A site that holds something of every kind of value, and two photos."""
    with database.write() as session:
        marie = accounts.user(session, "Marie", is_owner=True)
        marie.about, marie.created_at = 'Élan "vital"\n\t\\ 遊戯 🃏 \u2028', MOMENT
        card = catalogue.card(session, "Æther Œuvre")
        printing = catalogue.printing(session, of=card)
        stack = Stack(user_id=marie.id, printing_id=printing.id, language="fr", quantity=3, merge_key="k1", created_at=MOMENT)
        stack.signed, stack.price_paid, stack.acquired_on = True, Decimal("1234567890.05"), date(2003, 2, 28)
        empty = Stack(user_id=marie.id, printing_id=printing.id, language="fr", quantity=0, merge_key="k2")
        operation = Operation(user_id=marie.id, kind="add", summary={"copies": 3, "name": "Élan", "list": [1, None, {}]})
        session.add_all([stack, empty, operation])
        session.flush()
        session.add_all(
            [
                StackChange(operation_id=operation.id, stack_id=stack.id, before=JSON.NULL, after={"quantity": 3}),
                StackChange(operation_id=operation.id, stack_id=stack.id, before=null(), after={}),
                Photo(user_id=marie.id, stack_id=stack.id, digest="ab12", width=3, height=4, size=5),
                Place(user_id=marie.id, kind="box", name="Box", name_folded="box"),
            ]
        )
        session.flush()
        # The highest number is given out and gone: it must not come back.
        gone = Place(user_id=marie.id, kind="box", name="Gone", name_folded="gone")
        session.add(gone)
        session.flush()
        session.delete(gone)
    for name, content in (("ab/ab12.webp", b"RIFF picture"), ("ab/ab12.small.webp", b"RIFF small")):
        file = settings.photos_folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def contents(path: Path) -> dict[str, str]:
    """Member -> hash, without what a restore changes on purpose."""
    skipped = {"tables/site_setting.jsonl", "tables/job.jsonl"}
    return {name: member.sha256 for name, member in inspect(path).members.items() if name not in skipped}


def state(database: Database, settings: Settings, folder: Path) -> dict[str, str]:
    """Everything the site holds at this moment."""
    path = folder / "state.zip"
    write_backup(database, settings, path)
    found = contents(path)
    path.unlink()
    return found


@pytest.fixture
def backup(database: Database, settings: Settings, filled: None, tmp_path: Path) -> Path:
    path = tmp_path / "elsewhere" / "backup.zip"
    write_backup(database, settings, path)
    return path


def change_everything(database: Database, settings: Settings) -> None:
    """What happens after the backup, and is gone with the restore."""
    with database.write() as session:
        marie = session.scalars(select(User)).one()
        marie.name, marie.name_folded = "Changed", "changed"
        accounts.user(session, "Newcomer")
        catalogue.card(session, "New card")
        session.delete(session.scalars(select(Place)).one())
    (settings.photos_folder / "ab" / "ab12.webp").unlink()
    (settings.photos_folder / "cd").mkdir()
    (settings.photos_folder / "cd" / "cd34.webp").write_bytes(b"later")


# --- what comes back --------------------------------------------------------------------------------------------


def test_everything_comes_back(database: Database, settings: Settings, backup: Path, tmp_path: Path) -> None:
    before = contents(backup)
    change_everything(database, settings)
    assert state(database, settings, tmp_path) != before
    manifest = restore(database, settings, backup)
    assert manifest.counts == {"people": 1, "cards": 1, "printings": 1, "copies": 3, "photos": 2}
    assert state(database, settings, tmp_path) == before
    assert sorted(photo_files(settings.photos_folder)) == ["photos/ab/ab12.small.webp", "photos/ab/ab12.webp"]
    with database.read() as session:
        marie = session.scalars(select(User)).one()
        assert marie.about == 'Élan "vital"\n\t\\ 遊戯 🃏 \u2028'
        assert marie.created_at == MOMENT
        stack = session.scalars(select(Stack).where(Stack.quantity > 0)).one()
        assert (stack.price_paid, stack.acquired_on, stack.signed) == (Decimal("1234567890.05"), date(2003, 2, 28), True)
        unset = session.scalar(select(func.count()).select_from(StackChange).where(StackChange.before.is_(null())))
        assert unset == 1, "JSON's null and no value are two things"


def test_numbers_of_deleted_rows_do_not_come_back(database: Database, settings: Settings, backup: Path) -> None:
    restore(database, settings, backup)
    with database.write() as session:
        (box,) = session.scalars(select(Place)).all()
        added = Place(user_id=box.user_id, kind="box", name="Next", name_folded="next")
        session.add(added)
        session.flush()
        assert added.id == box.id + 2
        newcomer = accounts.user(session, "Newcomer")
        assert newcomer.id > box.user_id


def test_the_search_finds_restored_names(database: Database, settings: Settings, backup: Path) -> None:
    with database.engine.connect() as connection:
        before = stamp(connection)
    restore(database, settings, backup)
    with database.engine.connect() as connection:
        assert stamp(connection) != before, "other processes must drop the names they hold"
        if connection.dialect.name == "sqlite":
            found = connection.exec_driver_sql("SELECT count(*) FROM card_name_fts WHERE folded MATCH '\"uvre\"'").scalar_one()
            assert found == 1


def test_a_site_moves_between_sqlite_and_postgresql(
    database: Database, settings: Settings, backup: Path, tmp_path: Path
) -> None:
    """On PostgreSQL: there and back again. On SQLite: into a second file."""
    folder = tmp_path / "moved"
    folder.mkdir()
    moved_settings = replace(settings, instance=folder, database_url=f"sqlite:///{folder / 'moved.sqlite3'}")
    moved = Database(moved_settings.database_url)
    migrate(moved, folder)
    restore(moved, moved_settings, backup)
    again = tmp_path / "again.zip"
    write_backup(moved, moved_settings, again)
    moved.dispose()
    assert contents(again) == contents(backup)
    change_everything(database, settings)
    restore(database, settings, again)
    assert state(database, settings, tmp_path) == contents(backup)


def test_a_running_site_sees_the_restored_state(app: Flask, database: Database, settings: Settings, backup: Path) -> None:
    client = app.test_client()
    with database.write() as session:
        catalogue.card(session, "Only after the backup")
    assert client.get("/healthz").get_json()["cards"] == 2
    restore(database, settings, backup)
    assert client.get("/healthz").get_json()["cards"] == 1


def test_work_that_waited_when_the_backup_was_made_is_not_done_later(
    app: Flask, database: Database, settings: Settings, tmp_path: Path
) -> None:
    with database.write() as session:
        for state_then in ("queued", "running", "done"):
            enqueue(session, "some.mail", {}).state = state_then
    write_backup(database, settings, tmp_path / "b.zip")
    restore(database, settings, tmp_path / "b.zip")
    with database.read() as session:
        assert session.scalars(select(Job.state).order_by(Job.id)).all() == ["cancelled", "cancelled", "done"]


def first_columns(folder: Path) -> dict[str, set[str]]:
    """The tables of the first schema and their columns."""
    first = Database(f"sqlite:///{folder / 'first.sqlite3'}")
    command.upgrade(alembic_config(first), FIRST_SCHEMA)
    inspector = columns_of(first.engine)
    found = {name: {column["name"] for column in inspector.get_columns(name)} for name in inspector.get_table_names()}
    first.dispose()
    return found


def test_a_backup_of_an_older_schema_is_brought_up_to_date(
    database: Database, settings: Settings, backup: Path, tmp_path: Path
) -> None:
    def older(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
        manifest["schema"] = FIRST_SCHEMA
        for entry in list(manifest["tables"]):
            name = entry["name"]
            if name not in then:
                manifest["tables"].remove(entry)
                del members[f"tables/{name}.jsonl"]
                continue
            kept = [place for place, (column, _kind) in enumerate(entry["columns"]) if column in then[name]]
            entry["columns"] = [entry["columns"][place] for place in kept]
            rows = [json.loads(line) for line in members[f"tables/{name}.jsonl"].splitlines()]
            members[f"tables/{name}.jsonl"] = b"".join(
                json.dumps([row[place] for place in kept]).encode() + b"\n" for row in rows
            )

    then = first_columns(tmp_path)
    assert "card_source" not in then
    assert "reset_requested_at" not in then["user_account"]
    path = rewritten(backup, tmp_path / "older.zip", older)
    restore(database, settings, path)
    with database.read() as session:
        marie = session.scalars(select(User)).one()
        assert (marie.name, marie.reset_requested_at) == ("Marie", None)
    assert state(database, settings, tmp_path) == contents(backup)


def test_a_backup_is_one_moment_whatever_is_written_meanwhile(
    database: Database, settings: Settings, filled: None, tmp_path: Path
) -> None:
    with database.read() as session:
        user_id = session.scalars(select(User.id)).one()
    stop, written = threading.Event(), []

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            with database.write() as session:
                session.add(Place(user_id=user_id, kind="box", name=f"P{number}", name_folded=f"p{number}"))
                session.add(Operation(user_id=user_id, kind="add"))
            written.append(number)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for round_number in range(4):
            while len(written) < 3 * (round_number + 1):
                stop.wait(0.01)
            write_backup(database, settings, tmp_path / "moving.zip")
            rows = {part.name: part.rows for part in inspect(tmp_path / "moving.zip").tables}
            assert rows["place"] == rows["operation"] > 1
    finally:
        stop.set()
        writer.join()


def test_every_column_has_a_kind() -> None:
    load_all()
    kinds = {kind_of(column) for table in Base.metadata.sorted_tables for column in table.columns}
    assert kinds <= KINDS
    assert {"int", "text", "bool", "moment", "date", "decimal", "json"} <= kinds


def test_a_backup_belongs_to_its_maker_only_and_appears_whole(database: Database, settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "b.zip"

    def look(_done: int, _total: int, _step: str) -> None:
        assert not path.exists()

    write_backup(database, settings, path, look)
    assert path.stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.iterdir() if file.name.endswith(".part")] == []


def test_a_backup_that_fails_leaves_the_one_before(
    database: Database, settings: Settings, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = backup.read_bytes()
    monkeypatch.setattr("marketplace.backup.dump._write_photos", lambda *_arguments: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_backup(database, settings, backup)
    assert backup.read_bytes() == before
    assert list(backup.parent.iterdir()) == [backup]


def test_the_secret_key_stays_at_home(settings: Settings, backup: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        assert all(settings.secret_key.encode() not in archive.read(name) for name in archive.namelist())


# --- what is refused --------------------------------------------------------------------------------------------

Edit = Callable[[dict[str, Any], dict[str, bytes]], None]


def rewritten(source: Path, target: Path, edit: Edit, *, honest: bool = True) -> Path:
    """A copy of a backup with ``edit`` applied; ``honest``: sizes and hashes are made to fit."""
    with zipfile.ZipFile(source) as archive:
        members = {name: archive.read(name) for name in archive.namelist() if name != "manifest.json"}
        manifest = json.loads(archive.read("manifest.json"))
    edit(manifest, members)
    if honest:
        described = manifest.get("members", {})
        manifest["members"] = {
            name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in members.items()
            if name in described
        } | {name: {"size": 0, "sha256": ""} for name in described if name not in members and name.startswith("+")}
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        archive.writestr("manifest.json", json.dumps(manifest))
    return target


def add_member(name: str) -> Edit:
    def edit(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
        members[name] = b"x"
        manifest["members"][name] = {}

    return edit


def set_row(table: str, column: str, value: object) -> Edit:
    """The first row of a table gets another value."""

    def edit(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
        columns = next(found["columns"] for found in manifest["tables"] if found["name"] == table)
        lines = members[f"tables/{table}.jsonl"].splitlines()
        row = json.loads(lines[0])
        row[[name for name, _kind in columns].index(column)] = value
        members[f"tables/{table}.jsonl"] = b"\n".join([json.dumps(row).encode(), *lines[1:]]) + b"\n"

    return edit


def drop_member(name: str) -> Edit:
    return lambda _manifest, members: members.pop(name) and None


def set_manifest(**values: object) -> Edit:
    return lambda manifest, _members: manifest.update(values)


def rename_column(manifest: dict[str, Any], _members: dict[str, bytes]) -> None:
    next(table for table in manifest["tables"] if table["name"] == "card")["columns"][1][0] = "no_such_column"


def rename_table(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    next(table for table in manifest["tables"] if table["name"] == "place")["name"] = "sqlite_master"
    members["tables/sqlite_master.jsonl"] = members.pop("tables/place.jsonl")
    manifest["members"]["tables/sqlite_master.jsonl"] = manifest["members"].pop("tables/place.jsonl")


def fewer_rows(_manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    members["tables/stack.jsonl"] = members["tables/stack.jsonl"].splitlines(keepends=True)[0]


FAULTS: dict[str, tuple[Edit, bool, str]] = {
    "another format": (set_manifest(format="something-else"), True, "backup.foreign"),
    "a later format": (set_manifest(format_version=2, product_version="9.0"), True, "backup.newer"),
    "a later schema": (set_manifest(schema="20990101_later", product_version="9.0"), True, "backup.newer"),
    "a date that is none": (set_manifest(made_at="yesterday"), True, "backup.damaged"),
    "a list instead of tables": (set_manifest(tables=[1, 2]), True, "backup.damaged"),
    "a member changed": (set_row("stack", "id", 77), False, "backup.damaged"),
    "a member missing": (drop_member("tables/stack.jsonl"), False, "backup.damaged"),
    "a member too many": (lambda _manifest, members: members.update({"photos/zz.webp": b"x"}), False, "backup.damaged"),
    "a way out of the folder": (add_member("photos/../../outside.txt"), True, "backup.name"),
    "a way to the root": (add_member("/photos/outside.txt"), True, "backup.name"),
    "a way out for Windows": (add_member("photos/..\\..\\outside.txt"), True, "backup.name"),
    "a drive": (add_member("photos/C:outside.txt"), True, "backup.name"),
    "a hidden file": (add_member("photos/.outside"), True, "backup.name"),
    "a program": (add_member("marketplace/outside.py"), True, "backup.name"),
    "a table of the database's own": (rename_table, True, "backup.table"),
    "a column nobody knows": (rename_column, True, "backup.columns"),
    "a row missing": (fewer_rows, True, "backup.row"),
    "a moment that is none": (set_row("user_account", "created_at", "yesterday"), True, "backup.row"),
    "a row of another width": (
        lambda _manifest, members: members.update({"tables/place.jsonl": b"[1]\n"}),
        True,
        "backup.damaged",
    ),
    "no JSON": (lambda _manifest, members: members.update({"tables/place.jsonl": b"{]\n"}), True, "backup.damaged"),
    "a printing nobody has": (set_row("stack", "printing_id", 987654), True, ""),
    "a number that is a word": (set_row("stack", "quantity", "many"), True, ""),
    "a tick that is a number": (set_row("user_account", "is_owner", 1), True, "backup.row"),
    "a price that is a word": (set_row("stack", "price_paid", "cheap"), True, "backup.row"),
    "a day that is none": (set_row("stack", "acquired_on", "2003-02-31"), True, "backup.row"),
    "facts that are no JSON": (set_row("operation", "summary", "{"), True, "backup.row"),
    "a name that is missing": (set_row("user_account", "name", None), True, "backup.row"),
    "a negative quantity": (set_row("stack", "quantity", -3), True, ""),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_backup_changes_nothing(
    database: Database, settings: Settings, backup: Path, tmp_path: Path, fault: str
) -> None:
    edit, honest, rule = FAULTS[fault]
    path = rewritten(backup, tmp_path / "faulty.zip", edit, honest=honest)
    change_everything(database, settings)
    before = state(database, settings, tmp_path)
    with pytest.raises(BackupRefused) as refusal:
        restore(database, settings, path)
    assert refusal.value.rule == rule or (not rule and refusal.value.rule in ("backup.row", "backup.reference"))
    assert "Nothing was changed" in str(refusal.value.message)
    after = state(database, settings, tmp_path)
    assert {name: after.get(name) for name in before} == before
    assert not list(tmp_path.rglob("outside*"))
    assert [path.name for path in settings.instance.iterdir() if path.name.startswith(".restore")] == []


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.9, 0.999])
def test_a_file_cut_off_is_refused(database: Database, settings: Settings, backup: Path, tmp_path: Path, kept: float) -> None:
    whole = backup.read_bytes()
    cut = tmp_path / "cut.zip"
    cut.write_bytes(whole[: int(len(whole) * kept)])
    with pytest.raises(BackupRefused) as refusal:
        restore(database, settings, cut)
    assert refusal.value.rule == ("backup.cut_off" if kept else "backup.foreign")


def test_a_flipped_bit_is_noticed(database: Database, settings: Settings, backup: Path, tmp_path: Path) -> None:
    whole, noticed = backup.read_bytes(), 0
    before = state(database, settings, tmp_path)
    flipped = tmp_path / "flipped.zip"
    for place in range(0, 100, 5):
        data = bytearray(whole)
        data[len(data) * place // 100] ^= 0x10
        flipped.write_bytes(data)
        # Refused, or, where the bit lies in a field of the ZIP that means nothing, restored as it was.
        try:
            restore(database, settings, flipped)
        except BackupRefused:
            noticed += 1
        assert state(database, settings, tmp_path) == before
    assert noticed > 10


@pytest.mark.parametrize("content", [b"", b"not a backup", b"SQLite format 3\x00" + bytes(100)])
def test_a_foreign_file_is_refused(database: Database, settings: Settings, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(BackupRefused, match=r"backup\.foreign"):
        restore(database, settings, path)


def test_a_zip_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "photos.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("holiday.jpg", b"x")
    with pytest.raises(BackupRefused, match=r"backup\.foreign"):
        inspect(path)


def test_a_bomb_is_not_unpacked(backup: Path, tmp_path: Path) -> None:
    """A member that is larger than announced stops the reading at the announced size."""
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(name, b"\n" * 50_000_000 if name == "tables/place.jsonl" else source.read(name))
    read = []
    with pytest.raises(BackupRefused, match=r"backup\.damaged"):
        verify(bomb, lambda done, _total, _step: read.append(done))
    assert max(read) < 5_000_000


def test_no_room_is_noticed_before_anything_is_written(
    database: Database, settings: Settings, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marketplace.backup.load.shutil.disk_usage", lambda _path: type("Usage", (), {"free": 1000})())
    with pytest.raises(BackupRefused, match=r"backup\.room"):
        restore(database, settings, backup)


def test_photo_names_cannot_leave_their_folder() -> None:
    assert is_photo_name("photos/ab/abcd.webp")
    for name in (
        "photos/",
        "photos",
        "photos//x",
        "photos/a/b/c/d/e",
        "photos/./x",
        "photos/../x",
        "photos/ab/",
        "photos/a b",
        "other/x",
    ):
        assert not is_photo_name(name), name


# --- killed on the way ------------------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from pathlib import Path
from marketplace import create_app
from marketplace.backup import load
from marketplace.config import load_settings

load._PAGES_AT_A_TIME = 3
settings = load_settings({{}}, instance=Path({instance!r}), database_url={url!r}, secret_key="x" * 40, testing=True)
app = create_app(settings, prepare=False)

def progress(done, total, step):
    if step == {step!r} and done * 2 >= total:
        os.kill(os.getpid(), signal.SIGKILL)

with app.app_context():
    load.restore(app.extensions["duelfolio_db"], app.config["SETTINGS"], Path({path!r}), progress)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("step", ["check", "photos", "load", "replace"])
def test_killed_on_the_way_the_old_state_stays(
    database: Database, settings: Settings, backup: Path, tmp_path: Path, step: str
) -> None:
    if step == "replace" and not settings.is_sqlite:
        pytest.skip("PostgreSQL replaces nothing: loading is the transaction")
    change_everything(database, settings)
    before = state(database, settings, tmp_path)
    url = database.engine.url.render_as_string(hide_password=False)
    script = KILLED.format(instance=str(settings.instance), url=url, step=step, path=str(backup))
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert ended.returncode == -signal.SIGKILL
    after = state(database, settings, tmp_path)
    assert {name: after.get(name) for name in before} == before
    restore(database, settings, backup)
    assert state(database, settings, tmp_path) == contents(backup)


# --- the commands -----------------------------------------------------------------------------------------------


def test_the_commands_write_and_read(app: Flask, database: Database, settings: Settings, filled: None, tmp_path: Path) -> None:
    runner = app.test_cli_runner()
    file = tmp_path / "by-hand.zip"
    made = runner.invoke(args=["backup", str(file)])
    assert made.exit_code == 0
    assert made.stdout.startswith(f"Wrote {file}: 1 people, 1 cards, 1 printings, 3 copies, 2 photos;")
    change_everything(database, settings)
    restored = runner.invoke(args=["restore", str(file), "--json"])
    assert restored.exit_code == 0
    assert json.loads(restored.stdout)["copies"] == 3
    with database.read() as session:
        assert session.scalars(select(User.name)).all() == ["Marie"]
        assert session.scalar(select(func.count()).select_from(CardName)) == 1
        assert session.scalar(select(func.count()).select_from(Card)) == 1


def test_a_folder_gets_a_file_named_by_date(app: Flask, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    assert app.test_cli_runner().invoke(args=["backup", str(folder)]).exit_code == 0
    (file,) = folder.iterdir()
    assert file.name.startswith("duelfolio-20")
    assert file.suffix == ".zip"


def test_the_commands_say_in_words_what_is_wrong(app: Flask, tmp_path: Path) -> None:
    runner = app.test_cli_runner()
    (tmp_path / "foreign.zip").write_bytes(b"nothing")
    for arguments, words in (
        (["restore", str(tmp_path / "none.zip")], "There is no file “none.zip”."),
        (["restore", str(tmp_path / "foreign.zip")], "This file is not a Duelfolio backup. Nothing was changed."),
        (["backup", str(tmp_path / "foreign.zip" / "b.zip")], "foreign.zip"),
    ):
        result = runner.invoke(args=arguments)
        assert result.exit_code == 2
        assert words in result.stderr
        assert result.stdout == ""
