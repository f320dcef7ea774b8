"""A Tag Duel in the browser: begun by two clicks, played with the keyboard, on a phone and at a desk, and without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Site
from tests.browser.looking import check, too_wide
from tests.browser.test_duel import choose_by_key, focus_in, settled, tab
from tests.browser.visiting import become_owner, started

pytestmark = pytest.mark.browser
WAITING = "#duel:not([aria-busy]):not([data-waiting=opponent])"


def begin_tag(site: Site, page: Page) -> None:
    """Two clicks: the ruleset, and Begin."""
    page.goto(f"{site.address}/duels/new")
    page.locator("summary", has_text="Other rulesets").click()
    page.locator(".rule-tile[href*='ruleset=tag-2017']").click()
    page.locator("main .begin-bar button[type=submit]").click()
    expect(page.locator("#duel")).to_be_visible()


def lies(page: Page, cell: str) -> tuple[float, float]:
    """Where the upper left corner of a cell is drawn."""
    box = page.locator(f"[id={cell}]").bounding_box()
    assert box, cell
    return box["x"], box["y"]


@pytest.mark.rule("tag.field.fields_side_by_side")
def test_the_partners_field_is_drawn_beside_ones_own_and_the_opponents_across(site: Site, chromium: Browser) -> None:
    with tab(chromium, 1280) as page:
        become_owner(site, page)
        begin_tag(site, page)
        mine, mate, facing, other = (lies(page, cell) for cell in ("my-m1", "mate-m5", "opp-m5", "opp2-m1"))
    assert mate[0] < mine[0], "the partner sits on the left"
    assert abs(mate[1] - mine[1]) < 2
    assert facing[1] < mine[1]
    assert abs(facing[0] - mine[0]) < 2, "the one across faces this field"
    assert abs(other[1] - facing[1]) < 2


@pytest.mark.parametrize("width", [360, 1280])
def test_ten_decisions_with_the_keyboard(site: Site, chromium: Browser, width: int) -> None:
    with tab(chromium, width) as page:
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        become_owner(site, page)
        page.goto(f"{site.address}/duels/new?ruleset=tag-2017")
        check(page)
        begin_tag(site, page)
        started(page, "duel")
        settled(page)
        for _ in range(10):
            if page.get_attribute("#prompt", "data-kind") == "over":
                break
            page.locator("#prompt").focus()
            choose_by_key(page)
            focus_in(page, "prompt")
            assert too_wide(page) <= 0
        check(page)
        for name in ("Mika", "Robin", "Alex"):
            expect(page.locator(".turn-order")).to_contain_text(name)
        arrows_lead_from_half_to_half(page, width)
        page.locator("[data-pair=mine] .mat a").first.click()
        check(page)
        assert complaints == []


def arrows_lead_from_half_to_half(page: Page, width: int) -> None:
    """The partner sits on the left: from the own M1 to the partner's M5 and back, whichever half is shown."""
    own = page.locator("[id=my-m1]")
    own.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[id=mate-m5]")).to_be_focused()
    if width < 1024:
        expect(page.locator("#pair-mates")).to_be_checked()
        expect(page.locator("[data-pair=mine]")).to_be_hidden()
        check(page)
    page.keyboard.press("ArrowRight")
    expect(own).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(own).not_to_be_focused()


def test_without_script(site: Site, chromium: Browser) -> None:
    with tab(chromium, 1280) as page:
        become_owner(site, page)
        state = page.context.storage_state()
    with tab(chromium, 360, script=False, state=state) as page:  # type: ignore[arg-type]
        begin_tag(site, page)
        for _ in range(6):
            page.wait_for_selector("#duel[data-waiting=you], #duel[data-waiting=over]")
            if page.get_attribute("#duel", "data-waiting") == "over":
                break
            page.locator("#prompt .options button").first.click()
        page.wait_for_selector("#duel[data-waiting=you], #duel[data-waiting=over]")
        expect(page.locator("[data-pair=mates]")).to_be_hidden()
        page.locator("label:has(#pair-mates)").click()
        expect(page.locator("[data-pair=mates]")).to_be_visible()
        expect(page.locator("[data-pair=mine]")).to_be_hidden()
        page.locator(".mate-hand a").first.click()
        expect(page.locator("#card-title")).not_to_have_text("Card")
        expect(page.locator("[data-pair=mates]")).to_be_visible()
        expect(page.locator("#card")).to_contain_text("your partner")
