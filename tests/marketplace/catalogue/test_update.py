"""Catalogue updates over HTTP, against a server that behaves in every way servers do."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from marketplace.catalogue.fetching import Limits, fetch
from marketplace.catalogue.models import Card, CatalogueImport
from marketplace.catalogue.update import update_catalogue
from marketplace.db import Database
from marketplace.errors import Refused
from marketplace.jobs import run_pending
from tests.factories import accounts
from tests.factories.facts import many_entries, yaml_yugi_file

QUICK = Limits(silence=0.6, total=1.2, size=1_000_000, redirects=5)
PATIENT = Limits(silence=20, total=40, size=1_000_000, redirects=5)
CARDS = yaml_yugi_file(*many_entries(30), packed=True)


class Handler(BaseHTTPRequestHandler):
    """One address per kind of server."""

    protocol_version = "HTTP/1.1"
    content = CARDS
    requests: list[tuple[str, dict[str, str]]] = []

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self.requests.append((self.path, dict(self.headers)))
        name = re.sub(r"(?<=chain)\d+$", "", self.path.strip("/")).replace("-", "_").replace(".", "_")
        with contextlib.suppress(OSError):  # The other side hung up, as it should.
            getattr(self, f"serve_{name}", self.serve_missing)()
        self.close_connection = True

    def give(self, content: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def serve_missing(self) -> None:
        self.give(b"no such file", 404)

    def serve_cards_json_xz(self) -> None:
        self.give(self.content)

    def serve_marked(self) -> None:
        if self.headers.get("If-None-Match") == '"one"' or self.headers.get("If-Modified-Since"):
            self.send_response(304)
            self.end_headers()
        else:
            self.give(self.content, ETag='"one"', Last_Modified="Mon, 02 Nov 2026 10:00:00 GMT")

    def serve_always_304(self) -> None:
        self.send_response(304)
        self.end_headers()

    def serve_web_page(self) -> None:
        self.give(b"<html>Sign in</html>", Content_Type="text/html; charset=utf-8")

    def serve_hidden_page(self) -> None:
        self.give(b"<html>Sign in</html>", Content_Type="application/json")

    def serve_error(self) -> None:
        self.give(b"oh no", 500)

    def serve_busy(self) -> None:
        self.give(b"later", 503)

    def serve_empty(self) -> None:
        self.give(b"")

    def serve_silent(self) -> None:
        time.sleep(30)

    def serve_stalled(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"[")
        time.sleep(30)

    def serve_dripping(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        for _ in range(600):
            self.wfile.write(b" ")
            self.wfile.flush()
            time.sleep(0.05)

    def serve_cut_off(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.content)))
        self.end_headers()
        self.wfile.write(self.content[: len(self.content) // 2])

    def serve_cut_in_a_chunk(self) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"ff\r\n" + self.content[:100])

    def serve_chunked(self) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for start in range(0, len(self.content), 500):
            piece = self.content[start : start + 500]
            self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        self.wfile.write(b"0\r\n\r\n")

    def serve_reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        self.connection.close()

    def serve_nonsense(self) -> None:
        self.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n")

    def serve_announced_too_large(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "2000000")
        self.end_headers()

    def serve_endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        for _ in range(400):
            self.wfile.write(b" " * 10_000)

    def serve_moved(self) -> None:
        self.give(b"", 302, Location="/cards.json.xz")

    def serve_loop(self) -> None:
        self.give(b"", 302, Location="/loop")

    def serve_chain(self) -> None:
        left = int(self.path.rsplit("chain", 1)[1])
        self.give(b"", 302, Location=f"/chain{left - 1}" if left else "/cards.json.xz")

    def serve_to_a_file(self) -> None:
        self.give(b"", 302, Location="file:///etc/hostname")

    def serve_to_ftp(self) -> None:
        self.give(b"", 302, Location="ftp://127.0.0.1/cards")


@pytest.fixture
def server() -> Iterator[str]:
    Handler.content, Handler.requests = CARDS, []
    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.daemon_threads = True
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    running.server_close()


def holdings(database: Database) -> tuple[int, int]:
    with database.read() as session:
        return tuple(session.scalar(select(func.count(model.id))) or 0 for model in (Card, CatalogueImport))  # type: ignore[return-value]


@pytest.mark.parametrize("path", ["/cards.json.xz", "/chunked", "/moved", "/chain4"])
def test_a_file_is_fetched_and_imported(database: Database, tmp_path: Path, server: str, path: str) -> None:
    steps: dict[str, tuple[int, int]] = {}
    report = update_catalogue(database, tmp_path / "fetched", server + path, lambda d, t, s: steps.update({s: (d, t)}))
    assert (report.cards.new, report.source) == (30, server + path)
    assert steps["catalogue.fetching"] == (len(CARDS), 0 if path == "/chunked" else len(CARDS))
    assert list((tmp_path / "fetched").iterdir()) == []


BAD = {
    "/nothing": "error 404",
    "/error": "error 500",
    "/busy": "error 503",
    "/web-page": "web page",
    "/hidden-page": "web page",
    "/empty": "empty file",
    "/silent": "sent nothing",
    "/stalled": "sent nothing",
    "/dripping": "too slow",
    "/cut-off": "broke off",
    "/cut-in-a-chunk": "broke off",
    "/reset": "broke off",
    "/nonsense": "does not answer as a web server",
    "/announced-too-large": "larger than",
    "/endless": "larger than",
    "/loop": "again and again",
    "/chain5": "again and again",
    "/to-a-file": "not followed",
    "/to-ftp": "not followed",
    "/always-304": "sent no file",
}


@pytest.mark.parametrize(("path", "words"), BAD.items())
def test_a_bad_server_is_told_in_words_and_changes_nothing(
    database: Database, tmp_path: Path, server: str, path: str, words: str
) -> None:
    update_catalogue(database, tmp_path, server + "/cards.json.xz")
    limits = QUICK if path in ("/silent", "/stalled", "/dripping") else PATIENT
    started = time.monotonic()
    with pytest.raises(Refused) as refused:
        update_catalogue(database, tmp_path / "fetched", server + path, limits=limits)
    assert words in str(refused.value.message)
    assert time.monotonic() - started < 20
    assert holdings(database) == (30, 1)
    assert not any((tmp_path / "fetched").glob("*"))


def test_a_server_that_is_not_there_is_told_in_words(database: Database, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(Refused, match=r"catalogue\.fetch\.connection") as refused:
        update_catalogue(database, tmp_path, f"http://127.0.0.1:{port}/cards.json")
    assert "refuses connections" in str(refused.value.message)
    with pytest.raises(Refused) as refused:
        update_catalogue(database, tmp_path, "http://no-such-host.invalid/cards.json")
    assert "cannot be reached" in str(refused.value.message)


def test_a_cancelled_fetch_leaves_no_file(tmp_path: Path, server: str) -> None:
    class Stop(Exception):
        pass

    def stop(_done: int, _total: int, _step: str) -> None:
        raise Stop

    with pytest.raises(Stop):
        fetch(server + "/cards.json.xz", tmp_path, stop)
    assert list(tmp_path.iterdir()) == []


def test_the_server_is_asked_for_news_only(database: Database, tmp_path: Path, server: str) -> None:
    address = server + "/marked"
    assert not update_catalogue(database, tmp_path, address).nothing_new
    report = update_catalogue(database, tmp_path, address)
    assert report.nothing_new
    assert Handler.requests[-1][1]["If-None-Match"] == '"one"'
    assert Handler.requests[-1][1]["If-Modified-Since"] == "Mon, 02 Nov 2026 10:00:00 GMT"
    numbers = report.to_json()
    assert (numbers["cards"], numbers["printings"], numbers["new"], numbers["changed"], numbers["unchanged"]) == (
        30,
        90,
        0,
        0,
        120,
    )
    assert holdings(database) == (30, 1)


def test_the_file_of_last_time_is_not_read_again(database: Database, tmp_path: Path, server: str) -> None:
    address = server + "/cards.json.xz"
    update_catalogue(database, tmp_path / "fetched", address)
    assert update_catalogue(database, tmp_path / "fetched", address).nothing_new
    assert list((tmp_path / "fetched").iterdir()) == []
    Handler.content = yaml_yugi_file(*many_entries(31), packed=True)
    report = update_catalogue(database, tmp_path, address)
    assert (report.nothing_new, report.cards.new, report.cards.unchanged) == (False, 1, 30)


def test_what_was_held_back_is_fetched_again_to_be_taken_in(database: Database, tmp_path: Path, server: str) -> None:
    address = server + "/marked"
    update_catalogue(database, tmp_path, server + "/cards.json.xz")
    entries = many_entries(30)
    entries[1]["sets"]["en"].append(entries[0]["sets"]["en"][0])
    Handler.content = yaml_yugi_file(*entries)
    assert update_catalogue(database, tmp_path, address).printings.held == 1
    report = update_catalogue(database, tmp_path, address, accept_collisions=True)
    assert (report.printings.held, report.printings.new) == (0, 1)
    assert update_catalogue(database, tmp_path, address).nothing_new


def test_the_command_fetches_and_prints_json_only(app: Flask, server: str) -> None:
    runner = app.test_cli_runner()
    done = runner.invoke(args=["catalogue", "update", "--url", server + "/cards.json.xz", "--json"])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["new"] == 120
    assert "Fetching the file" in done.stderr
    done = runner.invoke(args=["catalogue", "update", "--url", server + "/error"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "error 500" in done.stderr
    done = runner.invoke(args=["catalogue", "update"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "CATALOGUE_URL" in done.stderr


def test_the_import_command_reports_for_people_and_for_programs(app: Flask, tmp_path: Path) -> None:
    runner = app.test_cli_runner()
    path = tmp_path / "cards.json"
    entries = many_entries(3)
    entries[1]["sets"]["en"] = entries[0]["sets"]["en"]
    path.write_bytes(yaml_yugi_file(*entries))
    done = runner.invoke(args=["catalogue", "import", str(path)])
    assert done.exit_code == 0
    assert "Cards: 3 – 3 new, 0 changed, 0 unchanged" in done.stdout
    assert "set number TS00-EN001: Test Spell 1, Test Spell 2 (new)" in done.stdout
    done = runner.invoke(args=["catalogue", "import", str(path), "--json"])
    report = json.loads(done.stdout)
    assert {key: report[key] for key in ("cards", "printings", "new", "changed", "colliding")} == {
        "cards": 3, "printings": 9, "new": 0, "changed": 0, "colliding": 1,
    }  # fmt: skip
    path.write_bytes(b"[{]")
    done = runner.invoke(args=["catalogue", "import", str(path), "--json"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "cannot be used" in done.stderr
    assert runner.invoke(args=["catalogue", "import", str(tmp_path / "no.json")]).exit_code == 2


def test_the_owner_fetches_in_the_browser(
    app: Flask, database: Database, client: FlaskClient, log_in: Callable[[FlaskClient, object], None], server: str
) -> None:
    with database.write() as session:
        log_in(client, accounts.user(session, is_owner=True))
    for words in ("The catalogue is up to date.", "Nothing new: this file was imported before."):
        client.post("/owner/catalogue/fetch", data={"address": f" {server}/cards.json.xz ", "language": "en"})
        assert run_pending(app) == 1
        page = client.get("/owner/catalogue").text
        assert words in page
        assert f'value="{server}/cards.json.xz"' in page, "the address is offered again"
    client.post("/owner/catalogue/fetch", data={"address": f"{server}/error", "language": "en"})
    run_pending(app)
    assert "error 500" in client.get("/owner/catalogue").text
    assert holdings(database) == (30, 2)
