"""Backups in the browser: made, listed, downloaded, deleted, restored; and the daily one."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from marketplace.accounts.models import User
from marketplace.accounts.site_settings import DAILY_BACKUP, SiteSetting
from marketplace.backup import inspect
from marketplace.config import Settings
from marketplace.db import Database, now
from marketplace.jobs import Job, run_pending
from marketplace.site import backups, restoring
from tests.marketplace.site.conftest import PASSWORD, Enter


@pytest.fixture
def settings(app: Flask) -> Settings:
    found = app.config["SETTINGS"]
    assert isinstance(found, Settings)
    return found


@pytest.fixture
def owner(enter: Enter) -> FlaskClient:
    return enter("Owner", owner=True)[0]


def names(settings: Settings) -> list[str]:
    return [file.name for file in backups.list_backups(settings)]


def test_a_backup_is_made_in_the_background(app: Flask, owner: FlaskClient, settings: Settings) -> None:
    assert "No backup yet" in owner.get("/owner/backup").text
    assert owner.post("/owner/backup").status_code == 302
    assert owner.post("/owner/backup").status_code == 302
    assert "Make a backup now" not in owner.get("/owner/backup").text, "one at a time"
    assert run_pending(app) == 1
    (name,) = names(settings)
    page = owner.get("/owner/backup").text
    assert name in page
    assert "by hand" in page
    download = owner.get(f"/owner/backup/{name}")
    assert download.headers["Content-Disposition"] == f"attachment; filename={name}"
    assert "private" in download.headers["Cache-Control"]
    assert zipfile.ZipFile(io.BytesIO(download.data)).testzip() is None
    assert inspect(settings.backups_folder / name).counts["people"] == 1


def test_a_backup_that_cannot_be_written_says_so(app: Flask, owner: FlaskClient, settings: Settings) -> None:
    settings.backups_folder.write_text("a file where the folder should be")
    owner.post("/owner/backup")
    run_pending(app)
    page = owner.get("/owner/backup").text
    assert "The last backup did not work" in page
    assert "The backup could not be written" in page


def test_a_backup_is_deleted(app: Flask, owner: FlaskClient, settings: Settings) -> None:
    owner.post("/owner/backup")
    run_pending(app)
    (name,) = names(settings)
    assert owner.post(f"/owner/backup/{name}/delete").status_code == 302
    assert names(settings) == []
    assert owner.post(f"/owner/backup/{name}/delete").status_code == 404


@pytest.mark.parametrize(
    "name",
    ["..%2Fsecret_key", "%2Fetc%2Fpasswd", "secret_key", ".hidden.zip", "link.zip", "folder.zip", "..%5Cx.zip"],
)
def test_only_what_the_list_shows_can_be_had(owner: FlaskClient, settings: Settings, name: str) -> None:
    settings.backups_folder.mkdir()
    (settings.instance / "secret_key").write_text("secret")
    (settings.backups_folder / ".hidden.zip").write_text("hidden")
    (settings.backups_folder / "folder.zip").mkdir()
    os.symlink(settings.instance / "secret_key", settings.backups_folder / "link.zip")
    for address in (f"/owner/backup/{name}", f"/owner/backup/{name}/restore"):
        assert owner.get(address).status_code == 404
    assert owner.post(f"/owner/backup/{name}/delete").status_code == 404
    assert (settings.instance / "secret_key").exists()


# --- every day --------------------------------------------------------------------------------------------------


def planned(database: Database) -> list[Job]:
    with database.read() as session:
        return list(session.scalars(select(Job).where(Job.kind == backups.DAILY, Job.state == "queued").order_by(Job.id)))


def due_now(database: Database) -> None:
    with database.write() as session:
        for job in session.scalars(select(Job).where(Job.kind == backups.DAILY)):
            job.lease_until = now() if job.state == "queued" else job.lease_until


def plan(app: Flask, database: Database, settings: Settings) -> None:
    with app.app_context():
        backups.plan_daily_backup(database, settings)


def test_the_daily_backup_plans_the_next_one(app: Flask, database: Database, settings: Settings) -> None:
    plan(app, database, settings)
    plan(app, database, settings)
    assert len(planned(database)) == 1, "planned once, however often the site starts"
    assert run_pending(app) == 0, "not at once"
    due_now(database)
    assert run_pending(app) == 1
    (name,) = names(settings)
    assert name.endswith("-daily.zip")
    (following,) = planned(database)
    assert following.lease_until is not None
    assert timedelta(hours=23) < following.lease_until - now() <= timedelta(days=1)


def test_seven_daily_backups_are_kept_and_the_others_left_alone(app: Flask, database: Database, settings: Settings) -> None:
    folder = settings.backups_folder
    folder.mkdir()
    for day in range(1, 10):
        for kind in ("-daily", ""):
            file = folder / f"duelfolio-2026-01-{day:02d}-030000{kind}.zip"
            file.write_bytes(b"x")
            os.utime(file, (1_767_000_000 + day * 86_400,) * 2)
    (folder / "from-my-laptop.zip").write_bytes(b"x")
    (folder / ".duelfolio-x.zip.7.part").write_bytes(b"half")
    os.utime(folder / ".duelfolio-x.zip.7.part", (1_767_000_000,) * 2)
    plan(app, database, settings)
    due_now(database)
    assert run_pending(app) == 1
    kept = names(settings)
    daily = sorted(name for name in kept if name.endswith("-daily.zip"))
    assert len(daily) == backups.KEPT
    assert daily[0] == "duelfolio-2026-01-04-030000-daily.zip"
    assert len(kept) == backups.KEPT + 9 + 1
    assert not (folder / ".duelfolio-x.zip.7.part").exists()


def test_switched_off_it_waits_for_another_day(app: Flask, database: Database, settings: Settings) -> None:
    with database.write() as session:
        session.merge(SiteSetting(key=DAILY_BACKUP, value="no"))
    plan(app, database, settings)
    due_now(database)
    assert run_pending(app) == 1
    assert names(settings) == []
    assert len(planned(database)) == 1


def test_a_daily_backup_that_fails_is_tried_again_the_next_day(app: Flask, database: Database, settings: Settings) -> None:
    settings.backups_folder.write_text("a file where the folder should be")
    with app.app_context(), database.write() as session:
        backups._plan(session, now())
    assert run_pending(app) == 1
    assert len(planned(database)) == 1


def test_after_a_recent_backup_the_next_one_waits_its_day(app: Flask, database: Database, settings: Settings) -> None:
    settings.backups_folder.mkdir()
    (settings.backups_folder / "duelfolio-2026-01-01-030000-daily.zip").write_bytes(b"x")
    plan(app, database, settings)
    (job,) = planned(database)
    assert job.lease_until is not None
    assert job.lease_until - now() > timedelta(hours=23)


# --- restoring --------------------------------------------------------------------------------------------------


@pytest.fixture
def made(app: Flask, owner: FlaskClient, settings: Settings) -> str:
    owner.post("/owner/backup")
    run_pending(app)
    return names(settings)[0]


def test_the_first_step_says_what_it_holds_and_how_to_do_it_here(owner: FlaskClient, made: str) -> None:
    page = owner.get(f"/owner/backup/{made}/restore").text
    for words in ("What it holds", "What everybody has done since then is gone", "restore /", made):
        assert words in page
    assert "<form" not in page.split('id="replace"')[1].split("</section>")[0], "this server cannot restart itself"
    assert owner.post(f"/owner/backup/{made}/restore", data={"password": PASSWORD, "sure": "y"}).status_code == 422


@pytest.fixture
def signals(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The server can restart itself; signals to it are noted instead of sent."""
    sent: list[int] = []
    app.config["RESTARTS_ITSELF"] = True
    monkeypatch.setattr("marketplace.site.backup_routes.os.kill", lambda _process, number: sent.append(number))
    return sent


@pytest.mark.parametrize("data", [{}, {"password": PASSWORD}, {"sure": "y"}, {"password": "wrong password", "sure": "y"}])
def test_the_second_step_needs_password_and_tick(
    owner: FlaskClient, settings: Settings, made: str, signals: list[int], data: dict[str, str]
) -> None:
    assert owner.post(f"/owner/backup/{made}/restore", data=data).status_code == 422
    assert not restoring.is_requested(settings)
    assert signals == []


def test_the_wish_is_left_for_the_server_which_then_stops(
    owner: FlaskClient, settings: Settings, made: str, signals: list[int]
) -> None:
    answer = owner.post(f"/owner/backup/{made}/restore", data={"password": PASSWORD, "sure": "y"}, buffered=True)
    assert answer.status_code == 200
    assert answer.headers["Refresh"] == "6; url=/owner/backup"
    answer.close()
    assert restoring.is_requested(settings)
    assert signals == [15]


def test_a_damaged_file_is_refused_before_the_server_stops(
    owner: FlaskClient, settings: Settings, made: str, signals: list[int]
) -> None:
    path = settings.backups_folder / made
    data = bytearray(path.read_bytes())
    spot = data.index(b"tables/user_account.jsonl") + 60
    data[spot] ^= 1
    path.write_bytes(data)
    answer = owner.post(f"/owner/backup/{made}/restore", data={"password": PASSWORD, "sure": "y"})
    assert answer.status_code == 422
    assert "The backup is damaged" in answer.text
    assert not restoring.is_requested(settings)
    path.write_bytes(b"nothing")
    page = owner.get(f"/owner/backup/{made}/restore")
    assert page.status_code == 422
    assert "This file is not a Duelfolio backup" in page.text


def fulfil(app: Flask, database: Database, settings: Settings) -> restoring.Outcome | None:
    with app.app_context():
        return restoring.fulfil_request(database, settings)


def test_between_stop_and_start_the_wish_is_fulfilled(
    app: Flask, database: Database, settings: Settings, owner: FlaskClient, made: str, enter: Enter
) -> None:
    enter("Newcomer")
    file = next(file for file in backups.list_backups(settings) if file.name == made)
    with app.app_context():
        restoring.request_restore(settings, file)
    outcome = fulfil(app, database, settings)
    assert outcome is not None
    assert (outcome.name, outcome.problem) == (made, "")
    assert not restoring.is_requested(settings)
    with database.read() as session:
        assert session.scalars(select(User.name)).all() == ["Owner"]
    assert inspect(settings.backups_folder / outcome.safety).counts["people"] == 2
    page = owner.get("/owner/backup").text
    assert f"The site is as it was in {made}." in page
    assert "before a restore" in page
    assert fulfil(app, database, settings) is None, "once"


def test_what_goes_wrong_is_told_and_the_site_goes_on(
    app: Flask,
    database: Database,
    settings: Settings,
    owner: FlaskClient,
    made: str,
    enter: Enter,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    enter("Newcomer")
    file = next(file for file in backups.list_backups(settings) if file.name == made)
    with app.app_context():
        restoring.request_restore(settings, file)
    monkeypatch.setattr(restoring, "restore", lambda *_arguments: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    outcome = fulfil(app, database, settings)
    assert outcome is not None
    assert "No space left" in outcome.problem
    with database.read() as session:
        assert len(session.scalars(select(User.name)).all()) == 2
    page = owner.get("/owner/backup").text
    assert "did not work" in page
    assert "No space left on device" in page


@pytest.mark.parametrize("content", ["", "{", "[]", '{"name": "../../secret_key"}', '{"name": "gone.zip"}'])
def test_a_wish_that_makes_no_sense_changes_nothing(
    app: Flask, database: Database, settings: Settings, enter: Enter, content: str
) -> None:
    enter("Marie")
    (settings.instance / "restore-request.json").write_text(content)
    outcome = fulfil(app, database, settings)
    assert outcome is None or outcome.problem
    assert not restoring.is_requested(settings)
    with database.read() as session:
        assert session.scalars(select(User.name)).all() == ["Marie"]


def test_an_old_outcome_is_not_shown_for_ever(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    write: Callable[..., None] = restoring._write
    write(
        settings.instance / "restore-outcome.json",
        {"name": "a.zip", "at": (now() - timedelta(days=3)).isoformat(), "safety": "", "problem": ""},
    )
    assert restoring.last_outcome(settings) is None
    (settings.instance / "restore-outcome.json").write_text("broken")
    assert restoring.last_outcome(settings) is None


def test_names_by_date_and_kind() -> None:
    assert backups.new_name("daily").endswith("-daily.zip")
    assert backups._kind(backups.new_name("daily")) == "daily"
    assert backups._kind(backups.new_name("before-restore")) == "before-restore"
    assert backups._kind(backups.new_name("")) == "hand"
    assert backups._kind("holiday.zip") == "other"
    assert Path(backups.new_name("")).suffix == ".zip"
