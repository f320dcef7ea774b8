"""A duel in the browser: with the keyboard alone, without script, on a phone, and in two tabs at once."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import PATIENCE, Site
from tests.browser.looking import faults, too_wide
from tests.browser.visiting import become_owner, started

pytestmark = pytest.mark.browser

LONGEST = 180 * PATIENCE
"""Seconds a whole duel may take with the keyboard alone."""
STEPS = 1500
FOCUS = """() => {
  const here = document.activeElement;
  return here && here !== document.body ? (here.closest('[data-region]')?.id ?? here.id) : 'body';
}"""


@contextmanager
def tab(chromium: Browser, width: int, *, script: bool = True, state: str | None = None) -> Iterator[Page]:
    context = chromium.new_context(
        viewport={"width": width, "height": 740 if width < 700 else 900},
        locale="en-GB",
        has_touch=width < 700,
        java_script_enabled=script,
        storage_state=state,
    )
    yield context.new_page()
    context.close()


def begin(site: Site, page: Page, ruleset: str = "goat-2005", opponent: str = "sensible", *, script: bool = True) -> None:
    """Begin a duel; with script also wait until its keys work and, where the opponent begins, until it is one's turn."""
    page.goto(f"{site.address}/duels/new?ruleset={ruleset}")
    page.locator(f"input[name=opponent][value={opponent}]").check()
    page.locator("main .begin-bar button[type=submit]").click()
    expect(page.locator("#duel")).to_be_visible()
    if script:
        started(page, "duel")
        settled(page)


def focus_in(page: Page, region: str) -> None:
    page.wait_for_function(f"region => ({FOCUS})() === region", arg=region)


def settled(page: Page) -> None:
    """Wait until nothing is under way."""
    expect(page.locator("#duel:not([aria-busy]):not([data-waiting=opponent])")).to_be_attached()


def choose_by_key(page: Page) -> None:
    """One answer: attack or Summon if that is possible, else the way out, else the first option."""
    options = page.locator("#prompt .options .option--act, #prompt .options .option--card, #prompt .options .option--word")
    labels = options.all_inner_texts()
    version = page.get_attribute("#duel", "data-version")
    page.keyboard.press(key_for(page, labels))
    page.wait_for_function("v => document.querySelector('#duel').dataset.version !== v", arg=version)
    settled(page)


def key_for(page: Page, labels: list[str]) -> str:
    for wanted in ("Attack", "Normal Summon", "Tribute Summon", "Special Summon"):
        for place, words in enumerate(labels[:9], 1):
            if wanted in words and not words.strip().endswith("Position"):
                return str(place)
    kind = page.get_attribute("#prompt", "data-kind")
    if kind in ("open", "battle"):
        phases = page.locator("#prompt .option--phase")
        number = phases.first.get_attribute("data-number")
        if number:
            return number
        page.keyboard.press("e")
        return "Enter"
    return "1" if labels else " "


def test_a_whole_duel_with_the_keyboard_alone(site: Site, chromium: Browser) -> None:
    with tab(chromium, 1280) as page:
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        become_owner(site, page)
        begin(site, page)
        focus_in(page, "prompt")
        ends = time.monotonic() + LONGEST
        seen = set()
        for _ in range(STEPS):
            kind = page.get_attribute("#prompt", "data-kind")
            seen.add(kind)
            if kind == "over":
                break
            assert time.monotonic() < ends, f"not over after {LONGEST} s"
            choose_by_key(page)
            focus_in(page, "prompt")
        expect(page.locator(".result__title")).to_be_visible()
        assert {"open", "battle", "cards"} <= seen
        ends_at, page_ends_at = page.evaluate(
            "[document.querySelector('main').getBoundingClientRect().bottom + scrollY, document.documentElement.scrollHeight]"
        )
        assert page_ends_at <= max(ends_at + 100, 900), "nothing to scroll to below the duel"
        assert complaints == []


def test_the_keys_of_the_board(site: Site, chromium: Browser) -> None:
    with tab(chromium, 1280) as page:
        become_owner(site, page)
        begin(site, page)
        page.keyboard.press("Tab")
        page.locator("#prompt").focus()
        while page.get_attribute("#prompt", "data-kind") != "open":
            choose_by_key(page)
        page.keyboard.press("j")
        first = page.evaluate("document.activeElement.id")
        assert first.startswith(("hand-", "my-"))
        page.keyboard.press("n")
        expect(page.locator("#duel-live")).not_to_be_empty()
        page.keyboard.press("w")
        expect(page.locator("#card-title")).not_to_have_text("Card")
        focus_in(page, "card")
        page.keyboard.press("Escape")
        expect(page.locator(f"#{first}")).to_be_focused()
        page.keyboard.press("b")
        focus_in(page, "board")
        before = page.evaluate("document.activeElement.id")
        page.keyboard.press("ArrowUp")
        assert page.evaluate("document.activeElement.id") != before
        page.keyboard.press("g")
        expect(page.locator("#card-title")).to_contain_text("Graveyard")
        focus_in(page, "card")
        page.keyboard.press("Escape")
        expect(page.locator("#my-gy")).to_be_focused()
        page.keyboard.press("?")
        expect(page.locator("#duel-keys")).to_be_visible()
        assert faults(page) == []
        page.locator("[data-pref=letters]").uncheck()
        page.keyboard.press("Escape")
        expect(page.locator("#duel-keys")).to_be_hidden()
        version = page.get_attribute("#duel", "data-version")
        page.locator("#prompt").focus()
        page.keyboard.press("1")
        page.wait_for_timeout(300)
        assert page.get_attribute("#duel", "data-version") == version


def test_ten_decisions_without_script(site: Site, chromium: Browser) -> None:
    with tab(chromium, 360, script=False) as page:
        become_owner(site, page)
        begin(site, page, script=False)
        versions = []
        for _ in range(10):
            version = page.get_attribute("#duel", "data-version")
            if page.get_attribute("#duel", "data-waiting") == "opponent":
                with page.expect_navigation():
                    page.locator("#prompt form[action$=continue] button").click()
                continue
            assert version not in versions
            versions.append(version)
            if page.get_attribute("#prompt", "data-kind") == "over":
                break
            # The next page has the same address: only having left this one tells them apart.
            with page.expect_navigation():
                page.locator("#prompt .options button").first.click()
            assert page.url.endswith("#prompt")
            assert too_wide(page) <= 0
        # A card opens, says what it can do and why not the rest.
        card = page.locator("#hand a, #board a.cell__card").first
        card.click()
        expect(page).to_have_url(re.compile("card="))
        expect(page.locator("#card-title")).to_be_visible()


def test_the_bar_of_a_phone_says_why_not(site: Site, chromium: Browser) -> None:
    with tab(chromium, 360) as page:
        become_owner(site, page)
        begin(site, page)
        page.locator("#bar [aria-disabled][form=undo]").tap(force=True)
        reason = page.locator("#why-no-undo")
        expect(reason).to_be_visible()
        box, bar = reason.bounding_box(), page.locator("#bar").bounding_box()
        assert box is not None
        assert bar is not None
        assert box["width"] > 340, "a line of its own"
        assert box["y"] < bar["y"] + 20, "above the buttons"
        assert bar["y"] + bar["height"] <= 741
        assert too_wide(page) <= 0
        page.locator("#bar [data-sheet-open=log]").tap()
        expect(reason).to_be_hidden()


@pytest.mark.parametrize("width", [320, 360, 414, 768, 1280])
def test_it_fits_and_is_accessible(site: Site, chromium: Browser, width: int) -> None:
    with tab(chromium, width) as page:
        become_owner(site, page)
        begin(site, page)
        for _ in range(6):
            if page.get_attribute("#prompt", "data-kind") == "over":
                break
            page.locator("#prompt").focus()
            choose_by_key(page)
            assert too_wide(page) <= 0
        assert faults(page) == []
        page.locator("#hand a, #board a.cell__card").first.click()
        expect(page.locator("#card .duel-card__where")).to_be_visible()
        assert too_wide(page) <= 0
        assert faults(page) == []
        if width < 700:
            small = page.evaluate(
                """() => [...document.querySelectorAll('#duel a, #duel button, #duel summary, #duel label:not([for])')]
                    .filter(e => e.offsetParent !== null && !e.closest('p, .reason, .log-line'))
                    .map(e => [e.className, e.getBoundingClientRect()])
                    .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
                    .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
            )
            assert small == []
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert too_wide(page) <= 0


def test_two_tabs_cannot_answer_the_same_question(site: Site, chromium: Browser) -> None:
    with tab(chromium, 1280) as page:
        become_owner(site, page)
        begin(site, page)
        other = page.context.new_page()
        other.goto(page.url)
        started(other, "duel")
        page.locator("#prompt").focus()
        choose_by_key(page)
        expect(page.locator("#prompt [role=alert]")).to_have_count(0)
        with other.expect_response(lambda answer: answer.url.endswith("/answer")) as answered:
            other.locator("#prompt .options button").first.click()
        assert answered.value.status == 409
        expect(other.locator("#prompt [role=alert]")).to_be_visible()
        expect(other.locator("#duel")).to_have_attribute("data-version", str(page.get_attribute("#duel", "data-version")))
        expect(other.locator("#prompt")).to_be_focused()


def test_a_lost_connection_loses_nothing(site: Site, chromium: Browser) -> None:
    with tab(chromium, 1280) as page:
        become_owner(site, page)
        begin(site, page)
        page.route("**/answer", lambda route: route.abort())
        version = page.get_attribute("#duel", "data-version")
        page.locator("#prompt .options button").first.click()
        expect(page.locator("[data-lost-notice]")).to_be_visible()
        assert page.get_attribute("#duel", "data-version") == version
        page.unroute("**/answer")
        page.locator("#prompt .options button").first.click()
        page.wait_for_function("v => document.querySelector('#duel').dataset.version !== v", arg=version)
        expect(page.locator("[data-lost-notice]")).to_be_hidden()


def test_the_page_takes_the_opponents_answer_when_it_comes(site: Site, chromium: Browser) -> None:
    """The opponent seems to think for a while: the page says so, asks, and shows what has come of it."""
    with tab(chromium, 1280) as page:
        become_owner(site, page)
        begin(site, page)
        played: list[str] = []

        def thinking(route: Route) -> None:
            answer = route.fetch()
            played.append(answer.text())
            body = answer.text().replace('data-waiting="you"', 'data-waiting="opponent"').replace("<h2 id=", "<h2 hidden id=")
            route.fulfill(response=answer, body=body)

        page.route("**/answer", thinking)

        seen: list[str] = []

        def asked(route: Route) -> None:
            # Nothing new until the page has been seen waiting.
            if seen:
                route.fulfill(status=200, content_type="text/html", body=played[-1])
            else:
                route.fulfill(status=204)

        page.route("**/wait?*", asked)
        page.locator("#prompt .options button").first.click()
        expect(page.locator("#duel")).to_have_attribute("data-waiting", "opponent")
        seen.append("opponent")
        expect(page.locator("#duel")).to_have_attribute("data-waiting", "you")
        expect(page.locator("#prompt-title")).to_be_visible()
        focus_in(page, "prompt")


@pytest.mark.parametrize("ruleset", ["goat-2005", "advanced"])
def test_board_hand_and_question_stand_one_above_the_other_on_a_phone(site: Site, chromium: Browser, ruleset: str) -> None:
    with tab(chromium, 360) as page:
        become_owner(site, page)
        begin(site, page, ruleset)
        for height, least in ((740, 40), (640, 0)):
            page.set_viewport_size({"width": 360, "height": height})
            for _ in range(6):
                if page.get_attribute("#prompt", "data-kind") == "open":
                    break
                page.locator("#prompt .options .option").last.click()
                settled(page)
            page.evaluate("scrollTo(0, 0)")
            top, bottom = (
                page.evaluate(f"document.querySelector('{what}').getBoundingClientRect().{edge}")
                for what, edge in (("#prompt", "top"), (".mat", "bottom"))
            )
            assert bottom < top
            cells = page.evaluate(
                "[...document.querySelectorAll('.mat .cell')].map(c => c.getBoundingClientRect()).map(r => Math.min(r.width, r.height))"
            )
            assert min(cells) >= 44
            if least:  # On a lower window a long question, which hangs on the cards that were drawn, may cover the hand.
                names = page.evaluate("document.querySelector('.hand-cards .signs__name').getBoundingClientRect().top")
                assert names + 12 < top
                hand = page.evaluate("document.querySelector('.hand-cards .cell').getBoundingClientRect().bottom")
                assert hand <= top
                option = page.evaluate("document.querySelector('#prompt .option').getBoundingClientRect().top")
                bar = page.evaluate("document.querySelector('#bar').getBoundingClientRect().top")
                assert option + least <= bar
