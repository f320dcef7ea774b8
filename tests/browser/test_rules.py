"""The rulebook's pages in a browser: from a search to an example, on to the table, without script, narrow, wide, light and dark."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Site
from tests.browser.looking import check
from tests.browser.visiting import become_owner

pytestmark = pytest.mark.browser

SHOTS = os.environ.get("SHOTS", "")
"""A folder for pictures of every page looked at; none are kept without it."""
EXAMPLE = "rules-refusals-only-a-face-down-monster-is-flip-summoned"
PAGES = (
    "/rules/",
    "/rules/?q=premiere+pioche&lang=fr",
    "/rules/zone.full.cannot_play",
    "/rules/setup.greet_opponent",
    "/rules/deck.main_forty_to_sixty",
    f"/rules/examples/{EXAMPLE}",
    "/rules/compare?left=goat-2005&right=advanced",
)


def keep(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize(("script", "scheme"), [(True, "light"), (True, "dark"), (False, "light")])
def test_the_rulebook_fits_and_keeps_nobody_out(site: Site, chromium: Browser, width: int, scheme: str, script: bool) -> None:
    context = chromium.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=script, locale="en"
    )
    page = context.new_page()
    for number, path in enumerate(PAGES):
        answer = page.goto(site.address + path)
        assert answer is not None
        assert answer.status == 200
        if script:
            check(page)
        keep(page, f"{number}-{width}-{scheme}-{'script' if script else 'plain'}")
    context.close()


def test_from_a_search_to_the_table_by_keyboard(site: Site, page: Page) -> None:
    become_owner(site, page)
    page.goto(f"{site.address}/rules/")
    page.get_by_label("Words of a rule").fill("flip summon face-up attack")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Flip Summon: face-down Defense to face-up Attack").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What proves it")).to_be_visible()
    page.get_by_role("link", name="Only a face-down monster is Flip Summoned").or_(
        page.get_by_role("link", name="More about this example")
    ).first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What is tried, and what happens")).to_be_visible()
    page.get_by_role("button", name="Play from here").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/duels/*")
    expect(page.locator("#board")).to_be_visible()
    check(page)
    keep(page, "table")
