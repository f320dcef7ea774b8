"""What a page must look like to everyone: nothing sticks out sideways, and axe finds nothing that keeps people out."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE = frozenset({"serious", "critical"})

# A note that fades in or out has other colours for a moment: look when nothing moves that comes to an end.
STILL = """() => Promise.allSettled(
  document.getAnimations()
    .filter((one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished))"""


def too_wide(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def faults(page: Page, impacts: frozenset[str] = GRAVE) -> list[str]:
    """What axe finds on the page once it has come to rest, in words."""
    page.evaluate(STILL)
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}"
        for one in Axe().run(page).response["violations"]
        if one["impact"] in impacts
    ]


def check(page: Page) -> None:
    """The page fits and keeps nobody out."""
    assert too_wide(page) <= 0, f"{page.url} is {too_wide(page)} px too wide"
    assert faults(page) == [], page.url
