"""A deck in the browser: built by mouse, by the keyboard alone, without script, in two windows, on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Browser, Locator, Page, Route, expect

from tests.browser.conftest import Site
from tests.browser.looking import faults, too_wide
from tests.browser.visiting import become_owner, started

pytestmark = pytest.mark.browser

WHOLE = re.compile(r"q=kuriboh(&|$)")
LIST = "3 Magicien Sombre\n2 Gemini Elf\n1 Pot of Greed\n1 Zzyzx Blorp\nSide\n1 Sangan"


def check(page: Page) -> None:
    """Nothing is wider than the window, and axe finds nothing at all."""
    assert too_wide(page) <= 0
    assert faults(page, frozenset({"minor", "moderate", "serious", "critical"})) == [], page.url


def badge(page: Page, pile: str = "main") -> Locator:
    """How many cards a pile says it has."""
    return page.locator(f"#pile-{pile}-title .badge")


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
    started(page, "deck")
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
    expect(badge(page)).to_have_text("10")
    expect(page.locator("#deck-count")).to_have_text("11")
    expect(page.locator(".deck-problems")).to_contain_text("Dark Magician")
    page.reload()
    started(page, "deck")
    expect(badge(page)).to_have_text("10")
    page.locator("[id^=minus-]").first.click()
    expect(badge(page)).to_have_text("9")


def test_by_the_keyboard_alone(site: Site, page: Page) -> None:
    become_owner(site, page)
    deck = bring(site, page)
    page.goto(deck + "?pane=search")
    started(page, "deck")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if WHOLE.search(request.url) else None)
    page.locator("#deck-q").focus()
    page.keyboard.type("kuriboh", delay=20)
    # Slow typing asks for the beginning of the word first: the address tells which answer is shown.
    expect(page).to_have_url(WHOLE)
    hit = page.locator(".deck-hit").first
    expect(hit).to_contain_text("Kuriboh")
    add = hit.locator("[id^=add-]")
    page.keyboard.press("ArrowDown")
    expect(add).to_be_focused()
    page.keyboard.press("Enter")
    expect(hit.locator(".deck-hit__in")).to_have_text("in the deck: 1")
    expect(add).to_be_focused()
    page.keyboard.press("Enter")
    expect(hit.locator(".deck-hit__in")).to_have_text("in the deck: 2")
    expect(add).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#deck-q")).to_be_focused()
    assert len(asked) == 1, "leaving the field does not exchange the list under the reader's fingers"


def test_cards_found_late_know_of_the_step_meanwhile(site: Site, page: Page) -> None:
    """A search answered before a card was added, and shown after that, counts the card."""
    become_owner(site, page)
    deck = bring(site, page)
    page.goto(deck + "?pane=search&q=kuriboh")
    started(page, "deck")
    hit = page.locator(".deck-hit").first
    held: list[tuple[Route, APIResponse]] = []
    page.route(re.compile(r"/decks/\d+\?"), lambda route: held.append((route, route.fetch())))
    page.locator("#deck-q").press("Enter")
    while not held:
        page.wait_for_timeout(50)
    hit.locator("[id^=add-]").click()
    expect(hit.locator(".deck-hit__in")).to_have_text("in the deck: 1")
    hit.evaluate("hit => hit.dataset.before = ''")
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(page.locator(".deck-hit[data-before]")).to_have_count(0)
    expect(hit.locator(".deck-hit__in")).to_have_text("in the deck: 1")


def test_renaming_and_deleting_with_a_way_back(site: Site, page: Page) -> None:
    become_owner(site, page)
    deck = bring(site, page)
    page.goto(deck + "?pane=search")
    started(page, "deck")
    page.get_by_title("More about this deck").click()
    page.get_by_role("link", name="Rename").click()
    expect(page.locator("#deck-rename input:not([type=hidden])").first).to_be_focused()
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
    started(page, "deck")
    started(other, "deck")
    page.locator("[id^=plus-]").first.click()
    expect(badge(page)).to_have_text("8")
    other.locator("[id^=plus-]").first.click()
    expect(other.locator("#deck-trouble")).to_contain_text("changed in another window")
    expect(other.locator("#deck-trouble")).to_be_in_viewport()
    expect(badge(other)).to_have_text("8")
    other.get_by_role("button", name="Take that step now").click()
    expect(badge(other)).to_have_text("9")


def test_without_script(site: Site, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900}, locale="en-GB")
    page = context.new_page()
    become_owner(site, page)
    deck = bring(site, page)
    page.goto(deck)
    page.fill("#deck-q", "kuriboh")
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator(".deck-hit").first.locator(".btn--primary").click()
    expect(badge(page)).to_have_text("8")
    assert "q=kuriboh" in page.url
    page.locator("[id^=more-]").first.click()
    page.get_by_role("button", name="To the Side Deck").first.click()
    expect(badge(page, "side")).not_to_have_text("1")
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
    started(page, "deck")
    drag(page, ".deck-hit", "#pile-main-title")
    expect(badge(page)).to_have_text("8")
    drag(page, "#pile-main .deck-row", ".deck-search .input-row")
    expect(badge(page)).not_to_have_text("8")
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
