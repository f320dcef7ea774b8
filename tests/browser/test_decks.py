"""A deck in the browser: built by mouse, by the keyboard alone, without script, in two windows, on a phone."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Site

pytestmark = pytest.mark.browser

LIST = "3 Magicien Sombre\n2 Gemini Elf\n1 Pot of Greed\n1 Zzyzx Blorp\nSide\n1 Sangan"


def become_owner(site: Site, page: Page) -> None:
    page.goto(site.owner_link)
    page.fill("#email", "yugi@example.org")
    page.fill("#name", "Yugi")
    page.fill("#password", "a long enough secret 42")
    page.locator("main form button[type=submit]").first.click()


def check(page: Page) -> None:
    """Nothing is wider than the window, and axe finds nothing."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    found = [f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}" for one in Axe().run(page).response["violations"]]
    assert found == [], page.url


def copies(page: Page, pile: str = "main") -> int:
    return int(re.sub(r"\D", "", page.locator(f"#pile-{pile}-title .badge").inner_text()))


def bring(site: Site, page: Page) -> str:
    """Import a deck; returns its address."""
    page.goto(f"{site.address}/decks/import")
    page.fill("#text", LIST)
    page.get_by_role("button", name="Read it").click()
    expect(page.locator("#preview-title")).to_be_visible()
    page.fill("#name", "Brought along")
    page.get_by_role("button", name="Make this deck").click()
    expect(page.locator("h1")).to_have_text("Brought along")
    return page.url


def test_the_pages_of_decks(site: Site, page: Page) -> None:
    become_owner(site, page)
    page.goto(f"{site.address}/decks")
    check(page)
    page.goto(f"{site.address}/decks/import")
    check(page)
    page.fill("#text", LIST)
    page.get_by_role("button", name="Read it").click()
    expect(page.locator("#preview-title")).to_be_visible()
    check(page)
    deck = bring(site, page)
    for part in ("?pane=deck", "?pane=search&q=dragon", "/hands?seed=1", "/missing", "/export"):
        page.goto(deck + part)
        check(page)
    page.goto(f"{site.address}/decks")
    expect(page.get_by_text("Not legal")).to_be_visible()
    page.goto(f"{site.address}/decks/lists")
    check(page)


def test_presses_are_counted_and_saved(site: Site, page: Page) -> None:
    become_owner(site, page)
    deck = bring(site, page)
    page.goto(deck + "?pane=search&q=magicien+sombre")
    add = (
        page.locator(".deck-hit")
        .filter(has_text="46986414")
        .or_(page.locator(".deck-hit").first)
        .first.locator(".btn--primary")
    )
    for _press in range(3):
        add.click()
    if page.viewport_size["width"] < 700:
        page.locator("[data-to-pane=deck]").click()
    expect(page.locator("#pile-main-title .badge")).to_have_text("10")
    expect(page.locator("#deck-count")).to_have_text("11")
    expect(page.locator(".deck-problems")).to_contain_text("Dark Magician")
    page.reload()
    assert copies(page) == 10
    page.locator("[id^=minus-]").first.click()
    expect(page.locator("#pile-main-title .badge")).to_have_text("9")


def test_by_the_keyboard_alone(site: Site, page: Page) -> None:
    become_owner(site, page)
    deck = bring(site, page)
    page.goto(deck + "?pane=search")
    page.locator("#deck-q").focus()
    page.keyboard.type("kuriboh", delay=20)
    expect(page.locator(".deck-hit").first).to_contain_text("Kuriboh")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".deck-hit__in").first).to_have_text("in the deck: 1")
    focused = page.evaluate("document.activeElement.id")
    page.keyboard.press("Enter")
    expect(page.locator(".deck-hit__in").first).to_have_text("in the deck: 2")
    assert focused.startswith("add-")
    assert page.evaluate("document.activeElement.id") == focused
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == "deck-q"


def test_renaming_and_deleting_with_a_way_back(site: Site, page: Page) -> None:
    become_owner(site, page)
    deck = bring(site, page)
    page.goto(deck + "?pane=search")
    page.get_by_title("More about this deck").click()
    page.get_by_role("link", name="Rename").click()
    page.keyboard.type("Another name")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Another name")
    page.get_by_title("More about this deck").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No decks yet")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("h1")).to_have_text("Another name")


def test_two_windows(site: Site, page: Page) -> None:
    become_owner(site, page)
    deck = bring(site, page)
    page.goto(deck + "?pane=deck")
    other = page.context.new_page()
    other.goto(deck + "?pane=deck")
    before = copies(page)
    page.locator("[id^=plus-]").first.click()
    expect(page.locator("#pile-main-title .badge")).to_have_text(str(before + 1))
    other.locator("[id^=plus-]").first.click()
    expect(other.locator("#deck-trouble")).to_contain_text("changed in another window")
    expect(other.locator("#deck-trouble")).to_be_in_viewport()
    assert copies(other) == before + 1
    other.get_by_role("button", name="Take that step now").click()
    expect(other.locator("#pile-main-title .badge")).to_have_text(str(before + 2))


def test_without_script(site: Site, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900}, locale="en-GB")
    page = context.new_page()
    become_owner(site, page)
    deck = bring(site, page)
    page.goto(deck)
    page.fill("#deck-q", "kuriboh")
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator(".deck-hit").first.locator(".btn--primary").click()
    assert "q=kuriboh" in page.url
    assert copies(page) == 8
    page.locator("[id^=more-]").first.click()
    page.get_by_role("button", name="To the Side Deck").first.click()
    assert copies(page, "side") > 1
    page.locator("#deck-rules summary").click()
    page.select_option("#deck-ruleset", "classic")
    page.locator("#deck-rules").get_by_role("button", name="Save").click()
    expect(page.locator(".deck-verdict__head")).to_contain_text("Classic")
    context.close()


def test_dragging(site: Site, chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    page = context.new_page()
    become_owner(site, page)
    deck = bring(site, page)
    page.goto(deck + "?q=kuriboh")
    drag(page, ".deck-hit", "#pile-main-title")
    expect(page.locator("#pile-main-title .badge")).to_have_text("8")
    drag(page, "#pile-main .deck-row", ".deck-search .input-row")
    expect(page.locator("#pile-main-title .badge")).not_to_have_text("8")
    context.close()


def drag(page: Page, what: str, where: str) -> None:
    page.locator(what).first.scroll_into_view_if_needed()
    start, end = page.locator(what).first.bounding_box(), page.locator(where).first.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 15, steps=4)
    page.mouse.move(end["x"] + 30, end["y"] + 10, steps=6)
    page.mouse.move(end["x"] + 34, end["y"] + 12, steps=3)
    page.mouse.up()
