"""Who types while an answer is on its way keeps every key, the field and the caret."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import visiting
from tests.browser.conftest import PATIENCE, Site
from tests.browser.slow import slow_line
from tests.browser.visiting import Copies

pytestmark = pytest.mark.browser

LATE = 0.7
"""Seconds every answer takes here; keys come faster."""
STORM, PENGUIN = "Heavy Storm", "Penguin Soldier"


@pytest.fixture
def composer(site: Site, page: Page, second: Callable[[int, str], Page]) -> Iterator[Page]:
    """An offer being written over a slow line, with two kinds of copies at hand on one's own side."""
    assert page.viewport_size
    friend = second(page.viewport_size["width"], "")
    visiting.join(site, page, friend)
    visiting.own(
        site,
        page,
        [Copies(STORM, "MRD-142", "SR", "English", 1, 1), Copies(PENGUIN, "SDJ-022", "SR", "English", 2, 2)],
    )
    with slow_line(int(site.address.rpartition(":")[2]), LATE, LATE) as port:
        page.goto(f"http://127.0.0.1:{port}/trades/compose/2")
        yield page
        page.goto("about:blank")


def type_across(page: Page, words: str, answered: Locator) -> None:
    """Type slower than the answer comes, so that it arrives in the middle, and wait until it is there."""
    page.keyboard.type(words, delay=2_000 * LATE * PATIENCE / len(words))
    expect(answered).to_be_visible()


def test_a_search_goes_on_while_results_come(composer: Page) -> None:
    field = composer.locator("#q-me")
    field.click()
    with composer.expect_request(lambda request: request.method == "POST"):
        composer.keyboard.type("pen")
    type_across(composer, "guin soldier", composer.locator("#found-me .composer-hit", has_text=PENGUIN))
    expect(field).to_have_value("penguin soldier")
    expect(field).to_be_focused()
    expect(composer.locator("#found-me .composer-hit")).to_have_count(1)


def test_a_note_goes_on_while_a_copy_is_added(composer: Page) -> None:
    note = composer.locator("#note")
    note.fill("Dear , yours")
    row = composer.locator("#side-me + .badge").locator("xpath=../..").locator(".composer-row", has_text=STORM)
    composer.locator(".composer-hit", has_text=STORM).get_by_role("button").click()
    note.focus()
    note.evaluate("field => field.setSelectionRange(5, 5)")
    type_across(composer, "Joey, which one of the two", row)
    expect(note).to_have_value("Dear Joey, which one of the two, yours")
    expect(note).to_be_focused()
    assert note.evaluate("field => field.selectionStart") == len("Dear Joey, which one of the two")


def test_a_search_typed_meanwhile_is_looked_up(composer: Page) -> None:
    """Its field came anew with the old words: the new ones are put back and asked for."""
    composer.locator(".composer-hit", has_text=STORM).get_by_role("button").click()
    composer.locator("#q-me").focus()
    composer.keyboard.type("penguin")
    expect(composer.locator(".composer-row", has_text=STORM)).to_be_visible()
    expect(composer.locator("#q-me")).to_have_value("penguin")
    expect(composer.locator("#found-me .composer-hit")).to_have_count(1)
    expect(composer.locator("#q-me")).to_be_focused()


def test_a_number_and_a_tick_stay(composer: Page) -> None:
    """A number is put back and what follows it is told; a tick that was set meanwhile is there."""
    composer.locator(".composer-hit", has_text=PENGUIN).get_by_role("button").click()
    quantity = composer.locator(".composer-row input[type=number]")
    expect(quantity).to_have_value("1")
    composer.locator(".composer-hit", has_text=STORM).get_by_role("button").click()
    composer.locator(".composer-hit", has_text=PENGUIN).get_by_role("checkbox").check()
    quantity.fill("2")
    expect(composer.locator(".composer-row", has_text=STORM)).to_be_visible()
    expect(composer.locator(".composer-row", has_text=PENGUIN).locator("input[type=number]")).to_have_value("2")
    expect(composer.locator(".composer-hit", has_text=PENGUIN).get_by_role("checkbox")).to_be_checked()
    expect(composer.locator("#count-me")).to_have_text("3 cards")


def test_without_typing_the_answer_leads_on(composer: Page) -> None:
    """Who only pressed a button goes on where the answer leads."""
    composer.locator(".composer-hit", has_text=STORM).get_by_role("button").click()
    expect(composer.locator("#found-me")).to_be_focused()
