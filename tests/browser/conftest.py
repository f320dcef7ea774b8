"""A real server with a fresh site, and headless Chromium to visit it.

To see whether a test waits for what it needs, make the browser or the line slow:
``DUELFOLIO_BROWSER_CPU=6`` runs pages six times slower, ``DUELFOLIO_BROWSER_DELAY=300-800`` answers each request that
many milliseconds later.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.browser.slow import slow_line

ROOT = Path(__file__).resolve().parents[2]
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --disable-dev-shm-usage"
).split(" ")

CPU = float(os.environ.get("DUELFOLIO_BROWSER_CPU", "1"))
DELAY = [float(number) / 1000 for number in os.environ.get("DUELFOLIO_BROWSER_DELAY", "").split("-") if number]
PATIENCE = 4 if CPU > 1 or DELAY else 1
"""How many times longer than usual everything may take."""
expect.set_options(timeout=20_000 * PATIENCE)


class Site(NamedTuple):
    """A running site: its address and the one-time owner link it printed."""

    address: str
    owner_link: str


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _serving(instance: Path, port: int, said: Path) -> Iterator[Callable[[], None]]:
    """The site as ``make run`` starts it; the value raises what the server said if it has ended."""
    environ = os.environ | {
        "PORT": str(port),
        "HOST": "127.0.0.1",
        "DUELFOLIO_INSTANCE": str(instance),
        "PYTHONUNBUFFERED": "1",
    }
    for name in ("DATABASE_URL", "REDIS_URL", "JOBS_URL"):
        environ.pop(name, None)
    with said.open("w") as out:
        process = subprocess.Popen([sys.executable, "-m", "marketplace.serve"], cwd=ROOT, env=environ, stdout=out, stderr=out)

    def check() -> None:
        assert process.poll() is None, said.read_text()

    try:
        ends = time.monotonic() + 120 * PATIENCE
        while not _answers(f"http://127.0.0.1:{port}"):
            check()
            assert time.monotonic() < ends, said.read_text()
            time.sleep(0.1)
        yield check
    finally:
        process.terminate()
        process.wait(60 * PATIENCE)


def _owner_secret(said: Path, check: Callable[[], None]) -> str:
    """The secret of the owner link a start prints: each start makes a new one while nobody owns the site."""
    ends = time.monotonic() + 60 * PATIENCE
    while not (link := re.search(r"http://\S+/join/(\S+)", said.read_text())):
        check()
        assert time.monotonic() < ends, said.read_text()
        time.sleep(0.1)
    return link[1]


@pytest.fixture(scope="session")
def fresh_instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The instance folder of a site that was started once: the starter catalogue is loaded once and copied often."""
    folder = tmp_path_factory.mktemp("fresh")
    with _serving(folder / "instance", _free_port(), folder / "said.txt") as check:
        _owner_secret(folder / "said.txt", check)
    return folder / "instance"


@pytest.fixture
def site(tmp_path: Path, fresh_instance: Path) -> Iterator[Site]:
    """A site of one's own with the starter catalogue and nobody in it."""
    shutil.copytree(fresh_instance, tmp_path / "instance")
    said = tmp_path / "said.txt"
    port = _free_port()
    with ExitStack() as stack:
        check = stack.enter_context(_serving(tmp_path / "instance", port, said))
        secret = _owner_secret(said, check)
        address = f"http://127.0.0.1:{port}"
        if DELAY:
            address = f"http://127.0.0.1:{stack.enter_context(slow_line(port, DELAY[0], DELAY[-1]))}"
        yield Site(address, f"{address}/join/{secret}")


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
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=120_000)
        # Every context a test opens is as patient, and as slow, as this run asks for; nothing fades while it is looked at.
        plain = browser.new_context
        browser.new_context = lambda **options: _patient(plain(**{"reduced_motion": "reduce", **options}))  # type: ignore[method-assign]
        yield browser
        browser.close()


def _patient(context: BrowserContext) -> BrowserContext:
    context.set_default_timeout(30_000 * PATIENCE)
    context.set_default_navigation_timeout(60_000 * PATIENCE)
    if CPU > 1:
        context.on("page", _throttle)
    return context


def _throttle(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": CPU})


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
    yield page
    context.close()
    assert complaints == []


def _is_complaint(message: ConsoleMessage) -> bool:
    return message.type == "error" and "422" not in message.text


@pytest.fixture
def second(chromium: Browser) -> Iterator[Callable[[int, str], Page]]:
    """``second(width, script)``: another browser of somebody else; it fails for anything the console complains about."""
    opened: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(width: int, script: str = "") -> Page:
        context = chromium.new_context(viewport={"width": width, "height": 800}, locale="en-GB", has_touch=width < 500)
        opened.append(context)
        page = context.new_page()
        if script:
            page.add_init_script(script)
        # A refused form is an answer the browser complains about: 422.
        page.on("console", lambda message: complaints.append(message.text) if _is_complaint(message) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_page
    for context in opened:
        context.close()
    assert complaints == []
