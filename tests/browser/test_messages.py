"""Two people write to each other: what one sends, the other sees without a reload, with a stream and without one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PATIENCE, Site
from tests.browser.looking import check
from tests.browser.visiting import join

pytestmark = pytest.mark.browser

NO_STREAM = "delete window.EventSource;"
SOON = 8_000 * PATIENCE
"""Milliseconds in which the other sees a message over a stream; polling takes up to 15 s more."""


def send(page: Page, words: str) -> None:
    page.get_by_label("Your message").fill(words)
    page.get_by_role("button", name="Send").click()


def log_of(page: Page) -> Locator:
    """The newest part of the thread, which screen readers are told of."""
    return page.locator("[role=log][aria-label='Newest messages']")


@pytest.mark.parametrize("way", ["stream", "polling"])
def test_what_one_writes_the_other_sees_without_a_reload(
    site: Site, page: Page, second: Callable[[int, str], Page], way: str
) -> None:
    assert page.viewport_size
    friend = second(page.viewport_size["width"], NO_STREAM if way == "polling" else "")
    join(site, page, friend)
    page.goto(site.address + "/messages")
    check(page)
    page.goto(site.address + "/messages/to/2")
    check(page)
    send(page, "Do you have a Kuriboh?")
    expect(log_of(page)).to_contain_text("Do you have a Kuriboh?")

    friend.goto(site.address + "/messages")
    expect(friend).to_have_title(re.compile(r"^\(1\) Messages"))
    friend.get_by_text("Do you have a Kuriboh?").click()
    expect(log_of(friend)).to_contain_text("Do you have a Kuriboh?")
    expect(friend).to_have_title(re.compile("^Yugi"))
    check(friend)
    friend.evaluate("window.stayed = true")
    page.evaluate("window.stayed = true")

    send(friend, "Two of them, near mint.")
    expect(log_of(friend)).to_contain_text("Two of them, near mint.")
    expect(friend.get_by_label("Your message")).to_have_value("")
    expect(log_of(page)).to_contain_text("Two of them, near mint.", timeout=SOON)
    send(page, "One would do.")
    expect(log_of(friend)).to_contain_text("One would do.", timeout=SOON + 20_000)
    expect(log_of(friend).get_by_text("One would do.")).to_be_in_viewport()
    assert friend.evaluate("window.stayed") is True
    assert page.evaluate("window.stayed") is True
    assert log_of(friend).locator(".message").count() == 3, "nothing is shown twice"

    page.goto(site.address + "/messages")
    send(friend, "It is yours.")
    expect(page).to_have_title(re.compile(r"^\(1\) Messages"), timeout=SOON)
    expect(page.locator("#threads")).to_contain_text("It is yours.", timeout=SOON)
    check(page)


def test_reading_on_is_not_disturbed_and_what_is_refused_is_kept(
    site: Site, page: Page, second: Callable[[int, str], Page]
) -> None:
    assert page.viewport_size
    friend = second(page.viewport_size["width"], "")
    join(site, page, friend)
    page.goto(site.address + "/messages/to/2")
    send(page, "First of all\n" + "line\n" * 20)
    expect(log_of(page)).to_contain_text("First of all")
    for number in range(3):
        send(page, f"Part {number}\n" + "line\n" * 20)
        expect(log_of(page)).to_contain_text(f"Part {number}")
    friend.goto(site.address + "/messages/1")
    box = friend.locator(".thread__scroll")
    first = log_of(friend).locator(".message").first
    first.scroll_into_view_if_needed()
    box.evaluate("box => { box.scrollTop = -box.scrollHeight }")
    before = first.bounding_box()
    send(page, "And something new")
    expect(log_of(friend)).to_contain_text("And something new", timeout=SOON)
    after = first.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 3, "what is being read stays where it is"

    friend.get_by_label("Your message").fill("x" * 4001)
    friend.get_by_role("button", name="Send").click()
    expect(friend.get_by_role("alert")).to_contain_text("A message takes 4000 characters")
    expect(friend.get_by_label("Your message")).to_have_value("x" * 4001)


def test_without_script_everything_is_a_form(
    site: Site, page: Page, chromium: Browser, second: Callable[[int, str], Page]
) -> None:
    assert page.viewport_size
    friend = second(page.viewport_size["width"], "")
    join(site, page, friend)
    context = chromium.new_context(java_script_enabled=False, viewport=page.viewport_size, locale="en-GB")
    context.add_cookies(friend.context.cookies())  # type: ignore[arg-type]
    plain = context.new_page()
    plain.goto(site.address + "/messages/to/1")
    send(plain, "Written without script")
    expect(plain.locator("#latest")).to_be_attached()
    expect(log_of(plain)).to_contain_text("Written without script")
    send(plain, "And answered\n" + "line\n" * 40)
    expect(log_of(plain)).to_contain_text("And answered")
    expect(plain.get_by_role("button", name="Send")).to_be_visible()
    page.goto(site.address + "/messages/settings")
    check(page)
    page.goto(site.address + "/addresses/new")
    check(page)
    page.get_by_label("Name and address").fill("Yugi Muto\n1 Game Street")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("1 Game Street")).to_be_visible()
    check(page)
    context.close()
