"""The owner's own card pictures: served by passcode to signed-in readers, and never anything else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from marketplace import create_app
from marketplace.catalogue.pictures import Pictures
from marketplace.config import load_settings
from marketplace.db import Database
from tests.conftest import _copy
from tests.factories import accounts
from tests.factories.catalogue import card


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    Image.new("RGB", (59, 86)).save(folder / "00000123.jpg")
    Image.new("RGB", (80, 80)).save(folder / "456.png")
    (folder / "789.webp").write_bytes(b"no picture")
    (folder / "secret.txt").write_text("secret")
    (tmp_path / "999.jpg").write_bytes(b"outside")
    return folder


@pytest.fixture
def site(empty_template: str, tmp_path: Path, folder: Path) -> Iterator[Flask]:
    url, clean = _copy(empty_template, tmp_path)
    settings = load_settings(
        {},
        instance=tmp_path,
        database_url=url,
        secret_key="only-for-tests-" + "x" * 32,
        testing=True,
        card_pictures=str(folder),
    )
    app = create_app(settings, prepare=False)
    yield app
    app.extensions["duelfolio_db"].dispose()
    clean()


def test_pictures_are_found_by_passcode(folder: Path) -> None:
    pictures = Pictures(str(folder))
    whole, art = pictures.of(123), pictures.of(456)
    assert whole is not None
    assert art is not None
    assert (whole.content_type, art.content_type) == ("image/jpeg", "image/png")
    assert pictures.is_whole_card(whole)
    assert not pictures.is_whole_card(art)
    broken = pictures.of(789)
    assert broken is not None
    assert not pictures.is_whole_card(broken)
    assert pictures.of(999) is None
    assert pictures.of(None) is None
    assert Pictures("").of(123) is None
    assert Pictures(str(folder / "missing")).of(123) is None


def test_a_new_file_is_noticed(folder: Path) -> None:
    pictures = Pictures(str(folder))
    assert pictures.of(1000) is None
    Image.new("RGB", (59, 86)).save(folder / "1000.webp")
    os.utime(folder, (2_000_000_000, 2_000_000_000))
    assert pictures.of(1000) is not None


def test_pictures_are_for_signed_in_readers_only(site: Flask, log_in: Callable[[FlaskClient, object], None]) -> None:
    database: Database = site.extensions["duelfolio_db"]
    with database.write() as session:
        reader = accounts.user(session)
        whole, art, none = (card(session, passcode=code) for code in (123, 456, 777))
        ids = whole.id, art.id, none.id
    client = site.test_client()
    assert client.get(f"/cards/{ids[0]}/picture").status_code == 404
    assert "/picture" not in client.get("/cards").get_data(as_text=True)
    log_in(client, reader)
    answer = client.get(f"/cards/{ids[0]}/picture?v=1")
    assert (answer.status_code, answer.content_type) == (200, "image/jpeg")
    assert answer.headers["Cache-Control"].startswith("private, max-age=")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert client.get(f"/cards/{ids[0]}/picture", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert client.get(f"/cards/{ids[2]}/picture").status_code == 404
    page = client.get("/cards").get_data(as_text=True)
    assert f'<img class="face face--picture" src="/cards/{ids[0]}/picture?v=' in page
    assert f'<image href="/cards/{ids[1]}/picture?v=' in page
    assert f"/cards/{ids[2]}/picture" not in page
