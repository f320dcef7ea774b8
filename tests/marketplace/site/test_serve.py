"""``python -m marketplace.serve``: one command, the whole site."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from flask import Flask

from marketplace.config import ROOT, InvalidSetting
from marketplace.db import Database
from marketplace.serve import Options, read_options
from marketplace.serving.announcement import Announcement, open_owner_link
from marketplace.serving.ports import CannotListen, hand_on, listen
from marketplace.serving.static import is_immutable
from marketplace.serving.waiting import waiting_page
from marketplace.serving.worker_lock import takes_jobs

pytestmark = pytest.mark.thorough

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run there")


# --- options and words ------------------------------------------------------------------------------------------


def test_options_come_from_the_environment() -> None:
    assert read_options({}) == Options("0.0.0.0", 8000, 1, 64)
    given = {"HOST": "127.0.0.1", "PORT": "8123", "WEB_PROCESSES": "2", "WEB_THREADS": "16"}
    assert read_options(given) == Options("127.0.0.1", 8123, 2, 16)


@pytest.mark.parametrize(
    ("variable", "value"), [("PORT", "http"), ("PORT", "0"), ("PORT", "65536"), ("WEB_PROCESSES", "0"), ("WEB_THREADS", "1")]
)
def test_an_option_that_cannot_be_is_named(variable: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=f"{variable} must be a whole number"):
        read_options({variable: value})


def test_a_taken_port_is_said_in_words() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotListen, match=f"Port {port} is taken: is the site running already"):
            listen("127.0.0.1", port)


def test_an_address_of_another_machine_is_said_in_words() -> None:
    for host in ("192.0.2.99", "not an address"):
        with pytest.raises(CannotListen, match="HOST: this machine"):
            listen(host, 0)


@unix_only
def test_the_socket_is_handed_on_to_the_next_start(monkeypatch: pytest.MonkeyPatch) -> None:
    listener = listen("127.0.0.1", 0)
    monkeypatch.setenv("DUELFOLIO_LISTENING", "")
    hand_on(listener)
    assert os.get_inheritable(listener.fileno())
    again = listen("elsewhere.invalid", 1)
    assert again.getsockname() == listener.getsockname()
    assert "DUELFOLIO_LISTENING" not in os.environ
    listener.detach()
    again.close()


@pytest.fixture
def announcement(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Announcement]:
    monkeypatch.setattr("marketplace.serving.announcement.lan_address", lambda: "192.168.1.20")

    def make(
        host: str = "0.0.0.0", port: int = 8000, token: str | None = "secret-token", public: str = "", workers: int = 1
    ) -> Announcement:
        return Announcement(replace(app.config["SETTINGS"], public_url=public), host, port, token, workers)

    return make


def test_addresses_code_and_owner_link_are_announced(announcement: Callable[..., Announcement]) -> None:
    text = announcement().text()
    assert "Duelfolio 0.1.0 is running." in text
    assert re.search(r"On this machine +http://localhost:8000\n", text)
    assert re.search(r"In your network +http://192\.168\.1\.20:8000\n", text)
    assert len([line for line in text.splitlines() if "█" in line or "▀" in line]) > 12
    assert "http://localhost:8000/join/secret-token" in text
    assert "http://192.168.1.20:8000/join/secret-token" in text


def test_on_this_machine_only_there_is_no_network_address(announcement: Callable[..., Announcement]) -> None:
    text = announcement("127.0.0.1", token=None).text()
    assert "In your network" not in text
    assert "█" not in text
    assert "/join/" not in text


def test_other_ways_to_be_reached(announcement: Callable[..., Announcement]) -> None:
    assert dict(announcement("192.168.1.9", 80).addresses()) == {"In your network": "http://192.168.1.9"}
    assert ("Public address", "https://cards.example") in announcement(public="https://cards.example/").addresses()
    assert ("In your network", "http://[fd00::1]:8000") in announcement("fd00::1").addresses()


def test_several_processes_without_redis_are_warned_of(announcement: Callable[..., Announcement]) -> None:
    assert "REDIS_URL" in announcement(workers=2).text()
    assert "REDIS_URL" not in announcement().text()


def test_a_terminal_without_blocks_gets_plain_signs(
    announcement: Callable[..., Announcement], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marketplace.serving.announcement._can_show_blocks", lambda: False)
    text = announcement().text()
    assert "█" not in text
    assert "####" in text
    text.encode("ascii")


def test_each_start_opens_a_new_owner_link_until_there_is_an_owner(database: Database) -> None:
    first, second = open_owner_link(database), open_owner_link(database)
    assert first
    assert second
    assert first != second


@pytest.mark.parametrize(
    ("url", "immutable"),
    [
        ("/static/dist/app-XWTULQS6.css", True),
        ("/static/dist/icons-f924efc0c8.svg", True),
        ("/static/dist/inter-latin-opsz-normal-KZ4OTMG4.woff2", True),
        ("/static/dist/manifest.json", False),
        ("/static/img/logo.svg", False),
        ("/static/img/thing-XWTULQS6.css", False),
    ],
)
def test_only_names_with_a_hash_are_kept_for_ever(url: str, immutable: bool) -> None:
    assert is_immutable("", url) is immutable


@unix_only
def test_one_process_takes_the_jobs(tmp_path: Path) -> None:
    script = f"""
from pathlib import Path
from marketplace.serving.worker_lock import takes_jobs
print(takes_jobs(Path({str(tmp_path)!r})))
"""
    holder = subprocess.Popen(
        [sys.executable, "-c", script + "input()"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "True\n"
    assert not takes_jobs(tmp_path)
    holder.kill()
    holder.wait()
    other = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert other.stdout == "True\n", "the lock goes with its holder, however it ends"


def test_the_waiting_page_answers_everything() -> None:
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    with waiting_page(listener):
        for method in ("GET", "POST", "HEAD"):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request(method, "/owner/backup")
            answer = connection.getresponse()
            assert answer.status == 503
            assert answer.getheader("Refresh") == "3"
            assert ("One moment" in answer.read().decode()) is (method != "HEAD")
    later = socket.create_connection(("127.0.0.1", port), timeout=5)  # Nobody answers, nobody refuses: it waits in the queue.
    later.close()
    listener.close()


# --- the real thing ---------------------------------------------------------------------------------------------


class Site:
    """A served site and a browser of sorts: cookies, forms with their tokens."""

    def __init__(self, process: subprocess.Popen[str], port: int, words: str) -> None:
        self.process, self.port, self.words = process, port, words
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        with self._opener.open(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **form: str) -> str:
        token = re.search(r'name="csrf-token" content="([^"]+)"', self.get(path))
        assert token
        data = urllib.parse.urlencode({"csrf_token": token[1], **form}).encode()
        with self._opener.open(f"http://127.0.0.1:{self.port}{path}", data, timeout=60) as answer:
            return str(answer.read().decode())

    def headers(self, path: str) -> Mapping[str, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
        return dict(answer.getheaders())

    @property
    def owner_path(self) -> str:
        found = re.search(r"http://localhost:\d+(/join/\S+)", self.words)
        assert found, self.words
        return found[1]


@contextmanager
def served(instance: Path, **environ: str) -> Iterator[Site]:
    """The site on a free port, stopped at the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL", "JOBS_URL", "PUBLIC_URL", "MAIL_URL")
    }
    given = {
        "DUELFOLIO_INSTANCE": str(instance),
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "PYTHONIOENCODING": "utf-8",
        **environ,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "marketplace.serve"],
        cwd=ROOT,
        env={**kept, **given},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        words = ""
        assert process.stdout is not None
        for line in process.stdout:
            words += line
            if "Ctrl+C" in line:
                break
        assert process.poll() is None, words
        yield Site(process, port, words)
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(20)
        finally:
            process.kill()
            if process.stdout is not None:
                process.stdout.close()


@unix_only
def test_a_first_start_and_a_second(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        health = json.loads(site.get("/healthz"))
        assert health["status"] == "ok"
        assert health["cards"] > 250, "the starter catalogue is there"
        first_link = site.owner_path
        assert "about to be yours" in site.get(first_link)
        page = site.get("/")
        sheet = re.search(r'href="(/static/dist/app-[^"]+\.css)"', page)
        assert sheet
        assert site.headers(sheet[1])["Cache-Control"] == "max-age=315360000, public, immutable"
        assert site.headers(sheet[1])["X-Content-Type-Options"] == "nosniff"
        assert site.headers("/static/img/logo.svg")["Cache-Control"] == "max-age=3600, public"
        assert "default-src 'none'" in site.headers("/")["Content-Security-Policy"]

        with subprocess.Popen(
            [sys.executable, "-m", "marketplace.serve"],
            cwd=ROOT,
            env={**os.environ, "DUELFOLIO_INSTANCE": str(tmp_path), "HOST": "127.0.0.1", "PORT": str(site.port)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as second:
            out, errors = second.communicate(timeout=60)
        assert second.returncode == 2
        assert f"Port {site.port} is taken" in errors
        assert out == ""

        idle = [socket.create_connection(("127.0.0.1", site.port)) for _ in range(3)]
        idle[0].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle[0].recv(100)
        began = time.monotonic()
        site.process.send_signal(signal.SIGTERM)
        assert site.process.wait(20) == 0
        assert time.monotonic() - began < 20, "about one second on a free machine; idle visitors must not hold it for 30"

    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir() if path.is_file()), "nothing for other users"
    with served(tmp_path) as site:
        assert site.owner_path != first_link
        with pytest.raises(urllib.error.HTTPError) as void:
            site.get(first_link)
        assert void.value.code == 410


@unix_only
def test_two_processes_share_a_site(tmp_path: Path) -> None:
    with served(tmp_path, WEB_PROCESSES="2", WEB_THREADS="4") as site:
        assert "This site is yours" in site.post(
            site.owner_path, name="Owner", email="owner@example.org", password="three blue eyes"
        )
        for _ in range(12):
            assert "Hello, Owner" in site.get("/"), "whichever process answers"
        assert "being made" in site.post("/owner/backup")
        until = time.monotonic() + 60
        while not list((tmp_path / "backups").glob("duelfolio-*.zip")) and time.monotonic() < until:
            time.sleep(0.2)
        assert len(list((tmp_path / "backups").glob("duelfolio-*.zip"))) == 1


@unix_only
def test_a_restore_from_the_browser_stops_and_starts_the_site(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        password = "three blue eyes"
        site.post(site.owner_path, name="Owner", email="owner@example.org", password=password)
        site.post("/owner/backup")
        until = time.monotonic() + 60
        while "by hand" not in site.get("/owner/backup") and time.monotonic() < until:
            time.sleep(0.2)
        (file,) = (tmp_path / "backups").glob("duelfolio-*.zip")
        site.post("/profile", name="Renamed", country="", locale="", about="")
        assert "Hello, Renamed" in site.get("/")
        assert "The site is being restored" in site.post(f"/owner/backup/{file.name}/restore", password=password, sure="y")
        answers = []
        while time.monotonic() < until + 60:
            try:
                page = site.get("/owner/backup")
            except urllib.error.HTTPError as error:
                answers.append(error.code)
            else:
                if "Restored on" in page:
                    break
            time.sleep(0.1)
        assert set(answers) <= {503}, "never an error, never a refused connection"
        assert f"The site is as it was in {file.name}." in page
        assert "Hello, Owner" in site.get("/"), "with the session of before"
        assert site.process.poll() is None
