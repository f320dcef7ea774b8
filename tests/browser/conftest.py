"""A real server with a fresh site, and headless Chromium to visit it."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --disable-dev-shm-usage"
).split(" ")


class Site(NamedTuple):
    """A running site: its address and the one-time owner link it printed."""

    address: str
    owner_link: str


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The site as ``make run`` starts it, on an empty instance folder."""
    port = _free_port()
    said = tmp_path / "said.txt"
    environ = os.environ | {
        "PORT": str(port),
        "HOST": "127.0.0.1",
        "DUELFOLIO_INSTANCE": str(tmp_path / "instance"),
        "PYTHONUNBUFFERED": "1",
    }
    for name in ("DATABASE_URL", "REDIS_URL", "JOBS_URL"):
        environ.pop(name, None)
    with said.open("w") as out:
        process = subprocess.Popen([sys.executable, "-m", "marketplace.serve"], cwd=ROOT, env=environ, stdout=out, stderr=out)
    address = f"http://127.0.0.1:{port}"
    try:
        link = None
        for _ in range(600):
            assert process.poll() is None, said.read_text()
            link = re.search(r"http://\S+/join/(\S+)", said.read_text())
            if link and _answers(address):
                break
            time.sleep(0.1)
        assert link, said.read_text()
        yield Site(address, f"{address}/join/{link[1]}")
    finally:
        process.terminate()
        process.wait(20)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address + "/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
    assert path, "The browser tests need Chromium (Debian: apt-get install chromium)."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(params=[360, 1280])
def page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    """A page at phone and at desktop width; it fails for anything the console complains about."""
    width = request.param
    context = chromium.new_context(
        viewport={"width": width, "height": 800}, locale="en-GB", has_touch=width < 500, accept_downloads=True
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_default_timeout(15_000)
    yield page
    context.close()
    assert complaints == []
