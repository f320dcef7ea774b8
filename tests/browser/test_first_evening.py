"""A collector's first evening, at phone and desktop width: first start to export."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import visiting
from tests.browser.conftest import Site
from tests.browser.looking import check
from tests.browser.visiting import started

pytestmark = pytest.mark.browser

POST = """---------------Super Rare:
Contrôle Cérébral (TLM-FR038)
Heavy Storm (1st, MRD-142) -- Anglais

Homme-Oiseau à l'Eclat Lumineux, Héros Elémentaire (EEN-FR036) [un petit peu abîmé]
"""

DRAGON_SHIELD = (
    '"sep=,"\r\n'
    "Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Rarity,Condition,Printing,Language,"
    "Price Bought,Date Bought,LOW,MID,MARKET\r\n"
    "Box A,2,1,Heavy Storm,DB2,Dark Beginning 2,DB2-FR084,SR,NearMint,Unlimited,French,0.50,2024-05-01,,,\r\n"
)


@pytest.mark.walk
def test_first_evening(site: Site, page: Page, tmp_path: Path) -> None:
    become_owner(site, page)
    add_by_number(site, page)
    paste(site, page)
    grid(site, page)
    import_file(site, page, tmp_path)
    search(site, page)
    export(site, page)


def become_owner(site: Site, page: Page) -> None:
    page.goto(site.address)
    check(page)
    page.goto(site.owner_link)
    check(page)
    visiting.fill_owner(page)
    expect(page.locator("h1")).to_be_visible()
    page.goto(site.address + "/owner")
    expect(page.locator("h1")).to_be_visible()
    check(page)
    # The link worked once.
    assert page.request.get(site.owner_link).status in (200, 404, 410)


def add_by_number(site: Site, page: Page) -> None:
    """With the keyboard alone: number, Enter, 2, Enter."""
    page.goto(site.address + "/collection/add")
    check(page)
    expect(page.locator("#code")).to_be_focused()
    page.keyboard.type("een fr036 1st nm")
    page.keyboard.press("Enter")
    expect(page.locator(".pick input").first).to_be_focused()
    check(page)
    page.keyboard.press("2")
    expect(page.locator(".pick input").nth(1)).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator(".entry-recent__row")).to_have_count(1)
    expect(page.locator("#code")).to_be_focused()
    # The next card: edition and condition stayed.
    page.keyboard.type("SDJ-022")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("code=SDJ-022"))
    expect(page.locator("#quantity")).to_be_focused()
    expect(page.locator('input[name="edition"][value="1st"]')).to_be_checked()
    expect(page.locator('input[name="condition"][value="NM"]')).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator(".entry-recent__row")).to_have_count(2)
    page.goto(site.address + "/collection/")
    expect(page.locator("main")).to_contain_text("EEN-FR036")
    expect(page.locator("main")).to_contain_text("SDJ-022")
    check(page)


def test_enter_pressed_twice_asks_once(site: Site, page: Page) -> None:
    """A number is looked up once however often Enter is pressed, and a number changed meanwhile is looked up instead."""
    visiting.become_owner(site, page)
    page.goto(site.address + "/collection/add")
    expect(page.locator("#code")).to_be_focused()
    asked: list[str] = []
    held: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route.request.url.partition("code=")[2])
        held.append(route)

    page.route("**/collection/add?code=*", hold)
    page.keyboard.type("SDJ-022")
    with page.expect_request("**/collection/add?code=SDJ-022"):
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("MRD-142")
    page.keyboard.press("Enter")
    assert asked == ["SDJ-022"]
    with page.expect_request("**/collection/add?code=MRD-142"):
        held[0].continue_()
    expect(page.locator("#code")).to_have_value("MRD-142")
    page.keyboard.press("Enter")
    # Once the answer stands there the focus is on it already: a key cannot fall in between and reach the look-up again.
    page.evaluate(
        """() => document.addEventListener('htmx:afterSwap', () => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => (window.focusedNext = document.activeElement.name);
            channel.port2.postMessage(0);
        })"""
    )
    held[1].continue_()
    page.wait_for_function("() => window.focusedNext")
    assert page.evaluate("() => window.focusedNext") in ("printing_id", "quantity")
    expect(page.locator(".pick").first).to_be_visible()
    assert asked == ["SDJ-022", "MRD-142"]
    expect(page.locator(".entry-recent__row")).to_have_count(0)
    if page.evaluate("() => window.focusedNext") == "printing_id":
        page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".entry-recent__row")).to_have_count(1)
    expect(page.locator(".entry-recent")).to_contain_text("MRD-142")
    expect(page.locator("#code")).to_be_focused()


def paste(site: Site, page: Page) -> None:
    page.goto(site.address + "/collection/paste")
    check(page)
    page.fill("textarea[name=text]", POST)
    page.select_option("select[name=language]", "fr")
    page.locator("main form[action$='/paste'] button[type=submit]").click()
    started(page, "paste-lines")
    expect(page.locator("main")).to_contain_text("TLM-FR038")
    check(page)
    # One question is left: EEN-FR036 is Ultra or Ultimate.
    page.locator("[data-question] label", has_text="Ultimate").first.click()
    page.locator("button[name=do][value=add]").click()
    expect(page.locator("button[name=do][value=add]")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("MRD-142")
    page.goto(site.address + "/collection/?q=TLM-FR038")
    expect(page.locator("main")).to_contain_text("TLM-FR038")


def grid(site: Site, page: Page) -> None:
    page.goto(site.address + "/collection/grid/elemental-energy?language=fr&edition=1st&condition=NM")
    check(page)
    started(page, "grid")
    cells = page.locator("input[name^='n-']")
    first = cells.first
    first.focus()
    page.keyboard.type("3")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".set-sheet__cell").first).to_have_attribute("data-state", "saved")
    expect(cells.nth(1)).to_be_focused()
    page.reload()
    expect(cells.first).to_have_value("3")


def import_file(site: Site, page: Page, folder: Path) -> None:
    path = folder / "all-folders.csv"
    path.write_bytes(DRAGON_SHIELD.encode())
    page.goto(site.address + "/collection/import")
    check(page)
    page.set_input_files("main input[type=file]", path)
    page.locator("main form[enctype] button[type=submit]").click()
    expect(page.locator("main")).to_contain_text("DB2-FR084")
    check(page)
    page.locator("main form[action$='/apply'] button[type=submit]").last.click()
    expect(page.locator("main form[action$='/apply']")).to_have_count(0)
    expect(page.locator("main .notice--success").first).to_be_visible()
    page.goto(site.address + "/collection/?q=DB2-FR084")
    expect(page.locator("main")).to_contain_text("DB2-FR084")


def search(site: Site, page: Page) -> None:
    page.goto(site.address + "/cards")
    check(page)
    page.fill("#site-search", "monster rebron")
    page.locator("#site-search").press("Enter")
    expect(page).to_have_url(re.compile("rebron"))
    expect(page.locator("main")).to_contain_text("Monster Reborn")
    check(page)
    page.goto(site.address + "/cards?q=lod+091")
    expect(page.locator("main")).to_contain_text("Royal Oppression")
    page.locator("main a[href*='/cards/']", has_text="Royal Oppression").first.click()
    expect(page.locator("h1")).to_contain_text("Royal Oppression")
    check(page)


def export(site: Site, page: Page) -> None:
    page.goto(site.address + "/collection/export")
    check(page)
    with page.expect_download() as started:
        page.locator("form[data-download]:has(input[value=own]) button[type=submit]").click()
    text = Path(started.value.path()).read_text(encoding="utf-8-sig")
    for number in ("EEN-FR036", "SDJ-022", "TLM-FR038", "MRD-142", "DB2-FR084"):
        assert number in text
