"""The zone of a Set or a Summon, chosen on the board by mouse and by keyboard, and from the list on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Site
from tests.browser.looking import faults, too_wide
from tests.browser.test_duel import begin, settled, tab
from tests.browser.visiting import become_owner

pytestmark = pytest.mark.browser

ZONES = "#card details[data-zones]"


def open_list(page: Page) -> Locator:
    """Open a card of the hand that can be put somewhere, and its first list of zones."""
    for card in page.locator("#hand [data-playable]").all():
        card.click()
        expect(page.locator("#card [data-close-card]")).to_be_visible()
        settled(page)
        if page.locator(ZONES).count():
            page.locator(f"{ZONES} summary").first.click()
            return page.locator(f"{ZONES}[open] [data-zone]")
    raise AssertionError("no card of the hand can be put anywhere")


def my_turn(page: Page) -> None:
    """Go first, and come to the Main Phase."""
    for _ in range(20):
        settled(page)
        if page.locator("#hand [data-playable]").count():
            return
        page.locator("#prompt .option").first.click()
        page.wait_for_timeout(200)
    raise AssertionError("the Main Phase never came")


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_a_lit_zone_of_the_board_takes_the_card(site: Site, chromium: Browser, way: str) -> None:
    with tab(chromium, 1280) as page:
        become_owner(site, page)
        begin(site, page, "advanced")
        my_turn(page)
        zones = open_list(page)
        wanted = zones.last.get_attribute("data-zone")
        lit = page.locator("#board .is-choosable")
        expect(lit).to_have_count(zones.count())
        assert faults(page) == []
        if way == "mouse":
            page.locator(f"#{wanted}").click()
        else:
            page.locator(f"#{wanted}").focus()
            page.keyboard.press("Enter")
        expect(page.locator(f"a#{wanted}.cell__card, #board .at-{wanted}.cell--full")).not_to_have_count(0)
        expect(lit).to_have_count(0)


def test_closing_the_list_puts_the_lights_out(site: Site, chromium: Browser) -> None:
    with tab(chromium, 1280) as page:
        become_owner(site, page)
        begin(site, page, "advanced")
        my_turn(page)
        open_list(page)
        expect(page.locator("#board .is-choosable")).not_to_have_count(0)
        page.locator(f"{ZONES}[open] summary").click()
        expect(page.locator("#board .is-choosable")).to_have_count(0)


def test_the_list_fits_a_phone(site: Site, chromium: Browser) -> None:
    with tab(chromium, 360) as page:
        become_owner(site, page)
        begin(site, page, "advanced")
        my_turn(page)
        zones = open_list(page)
        assert too_wide(page) <= 0
        wanted = zones.last.get_attribute("data-zone")
        zones.last.click()
        expect(page.locator(f"#board .at-{wanted}.cell--full")).to_be_attached()
