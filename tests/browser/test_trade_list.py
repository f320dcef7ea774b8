"""The groups of the list of trades and the box that declines: within reach at phone and desktop width."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import visiting
from tests.browser.conftest import Site
from tests.browser.looking import check

pytestmark = pytest.mark.browser


def test_groups_and_declining_are_within_reach(site: Site, page: Page, second: Callable[[int, str], Page]) -> None:
    assert page.viewport_size
    friend = second(page.viewport_size["width"], "")
    visiting.join(site, page, friend)
    page.goto(site.address + "/trades/compose/2")
    page.locator("#send-title").scroll_into_view_if_needed()
    mine = page.get_by_role("region", name="What you give", exact=True)
    mine.locator("summary", has_text="Something that is no card").click()
    page.locator("#item-me").fill("playmat")
    mine.get_by_role("button", name="Add A thing").click()
    expect(mine.locator(".composer-row")).to_have_count(1)
    page.get_by_role("button", name="Send the offer").click()
    expect(page.locator("#trade-now")).to_have_text("Waiting for Joey")

    # One line; the group of the page is in sight, and the last one comes into sight when the keyboard reaches it.
    friend.goto(site.address + "/trades?show=ended")
    tabs = friend.locator(".tabs")
    tops = tabs.locator("a").evaluate_all("links => links.map((link) => link.offsetTop)")
    assert len(tops) == 7
    assert len(set(tops)) == 1
    expect(tabs.locator("[aria-current]")).to_be_in_viewport(ratio=0.95)
    tabs.locator("[aria-current]").focus()
    friend.keyboard.press("Tab")
    expect(tabs.get_by_role("link", name="Records")).to_be_focused()
    expect(tabs.get_by_role("link", name="Records")).to_be_in_viewport(ratio=0.95)
    check(friend)

    friend.goto(site.address + "/trades/1")
    friend.locator("summary", has_text="Decline").click()
    box = friend.locator(".trade-decline")
    for part in (box.get_by_label("I would like another offer"), box.get_by_role("button", name="Decline the offer")):
        expect(part).to_be_in_viewport(ratio=1)
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    check(friend)
    box.get_by_label("I would like another offer").check()
    box.get_by_role("button", name="Decline the offer").click()
    expect(friend.locator("#trade")).to_contain_text("You asked for another offer.")
