"""Two people find out what they can give each other and trade, by post and in person, at phone and desktop width."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser import visiting
from tests.browser.conftest import PATIENCE, Site
from tests.browser.looking import check
from tests.browser.test_messages import log_of, send
from tests.browser.visiting import Copies

pytestmark = pytest.mark.browser

SOON = 20_000 * PATIENCE
"""Milliseconds in which an open page shows what the other did."""
WINGMAN, OPPRESSION, CONTROL = "Elemental HERO Shining Flare Wingman", "Royal Oppression", "Brain Control"
STORM, PENGUIN = "Heavy Storm", "Penguin Soldier"


class Two(NamedTuple):
    """The site and the pages of its two people."""

    site: Site
    yugi: Page
    joey: Page

    def go(self, page: Page, path: str) -> None:
        page.goto(self.site.address + path)


@pytest.mark.walk
def test_first_trade(site: Site, page: Page, second: Callable[[int, str], Page]) -> None:
    assert page.viewport_size
    two = Two(site, page, second(page.viewport_size["width"], ""))
    visiting.join(site, two.yugi, two.joey)
    own_copies(two)
    want(two)
    find(two)
    see_both_ways(two)
    offer(two)
    offer_the_same_again(two)
    counter(two)
    top_up_and_settle(two)
    accept(two)
    write_with_a_photo(two)
    agree_on_the_way(two)
    send_parcels(two)
    arrive(two)
    look_back(two)
    trade_in_person(two)
    hold_what_was_agreed(two)


def own_copies(two: Two) -> None:
    """One card by number on the page, the rest from a file."""
    for page, line in ((two.yugi, "een fr036 ultimate 1st nm"), (two.joey, "lod 091 1st ex")):
        two.go(page, "/collection/add")
        expect(page.locator("#code")).to_be_focused()
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        page.locator("#for_trade").fill("1")
        page.get_by_role("button", name="Add to my collection").click()
        expect(page.locator(".entry-recent__row")).to_have_count(1)
    visiting.own(
        two.site,
        two.yugi,
        [
            Copies(WINGMAN, "EEN-FR036", "UR", "French", 1, 1),
            Copies(CONTROL, "TLM-FR038", "SR", "French", 2, 1),
            Copies(STORM, "MRD-142", "SR", "English", 1, 1),
        ],
    )
    visiting.own(
        two.site,
        two.joey,
        [Copies(STORM, "DB2-FR084", "SR", "French", 2, 2), Copies(PENGUIN, "SDJ-022", "SR", "English", 1, 1)],
    )


def want(two: Two) -> None:
    """A card in any printing from its page, a thing that is no card; the friend a card by name."""
    two.go(two.yugi, "/cards?q=" + OPPRESSION)
    two.yugi.locator("main a[href*='/cards/']", has_text=OPPRESSION).first.click()
    offered = two.yugi.locator("#offered")
    expect(offered).to_contain_text("Joey")
    offered.get_by_role("link", name="Want this card").click()
    check(two.yugi)
    two.yugi.get_by_role("button", name="Add to my want list").click()
    expect(offered).to_contain_text("on your want list: 1")
    check(two.yugi)
    two.go(two.yugi, "/wants/add?kind=item&q=playmat")
    two.yugi.get_by_role("button", name="Add to my want list").click()
    expect(two.yugi.locator(".want-row")).to_have_count(2)
    expect(two.yugi.locator(".want-row", has_text=OPPRESSION)).to_contain_text("Joey")
    check(two.yugi)
    two.go(two.joey, "/wants/add?q=" + CONTROL)
    two.joey.get_by_role("button", name="Add to my want list").click()
    expect(two.joey.locator(".want-row")).to_contain_text("Yugi")


def find(two: Two) -> None:
    """The board, the people, a person, the binder."""
    page = two.yugi
    two.go(page, "/board?q=oppression")
    expect(page.locator("#results .copy-tile")).to_have_count(1)
    expect(page.locator("#results .copy-tile")).to_contain_text("Joey")
    two.go(page, "/board")
    check(page)
    two.go(page, "/people")
    check(page)
    page.get_by_role("link", name="Joey").first.click()
    expect(page.locator(".both-ways")).to_contain_text("1 copy Joey has and you look for")
    expect(page.locator(".both-ways")).to_contain_text("1 copy you have and Joey looks for")
    check(page)
    two.go(page, "/people/2/binder")
    expect(page.locator("main")).to_contain_text("DB2-FR084")
    check(page)


def see_both_ways(two: Two) -> None:
    """What fits is there already; a pasted line finds its copies."""
    page = two.yugi
    two.go(page, "/people/2/seen")
    expect(side(page, "Joey gives you")).to_contain_text(OPPRESSION)
    expect(side(page, "You give Joey")).to_contain_text(CONTROL)
    check(page)
    page.locator("#paste summary").click()
    page.get_by_label("List or message").fill("vu :\nvent violent (DB2-FR084) *2")
    page.get_by_role("button", name="Find the copies").click()
    theirs, mine = side(page, "Joey gives you"), side(page, "You give Joey")
    expect(theirs.locator(".seen-line", has_text="DB2-FR084").get_by_role("spinbutton")).to_have_value("2")
    expect(theirs.locator(".seen-line", has_text="DB2-FR084").get_by_role("checkbox")).to_be_checked()
    for line in (theirs.locator(".seen-line", has_text=OPPRESSION), mine.locator(".seen-line", has_text=CONTROL)):
        line.get_by_role("checkbox").check()
    check(page)


def side(page: Page, name: str) -> Locator:
    """One side of a list or a trade."""
    return page.get_by_role("region", name=name, exact=True)


def offer(two: Two) -> None:
    """What was seen, a thing, money as a remark, a choice left open; the other sees it on the open page."""
    two.go(two.joey, "/trades")
    two.joey.evaluate("window.stayed = true")
    page = two.yugi
    page.get_by_role("button", name="Make an offer of it").click()
    theirs, mine = side(page, "What you would like from Joey"), side(page, "What you give")
    expect(theirs.locator(".composer-row")).to_have_count(2)
    theirs.locator("summary", has_text="Something that is no card").click()
    page.locator("#item-them").fill("playmat")
    theirs.get_by_role("button", name="Add A thing").click()
    expect(theirs.locator(".composer-row")).to_have_count(3)
    mine.locator("summary", has_text="Something that is no card").click()
    page.locator("#money-me").fill("+10 EUR")
    mine.get_by_role("button", name="Add Money, as a remark").click()
    expect(mine.locator(".composer-row")).to_have_count(2)
    for rarity in mine.locator(".composer-hit", has_text=WINGMAN).all():
        rarity.get_by_role("checkbox").check()
    mine.get_by_role("button", name="Add as “one of these”").click()
    expect(mine.locator(".composer-row", has_text="One of these, still open")).to_contain_text("EEN-FR036")
    page.get_by_label("Note to Joey").fill("Which Wingman do you like better?")
    check(page)
    page.get_by_role("button", name="Send the offer").click()
    expect(page.locator("#trade-now")).to_have_text("Waiting for Joey")

    expect(two.joey).to_have_title(re.compile(r"^\(1\) Trades"), timeout=SOON)
    expect(two.joey.locator("[data-unread-badge]:visible").first).to_contain_text("1")
    expect(two.joey.locator("#trade-list")).to_contain_text("Yugi", timeout=SOON)
    assert two.joey.evaluate("window.stayed") is True


def offer_the_same_again(two: Two) -> None:
    """A second offer that needs the same copy, from the page of the card."""
    page = two.yugi
    two.go(page, "/board?q=oppression")
    page.get_by_role("link", name=OPPRESSION, exact=True).click()
    page.locator("#offered").get_by_role("link", name="Offer a trade").click()
    mine = side(page, "What you give")
    mine.locator(".composer-hit", has_text="MRD-142").get_by_role("button").click()
    expect(mine.locator(".composer-row")).to_contain_text("MRD-142")
    page.get_by_role("button", name="Send the offer").click()
    expect(page.locator("#trade-now")).to_have_text("Waiting for Joey")
    expect(page).to_have_url(re.compile("/trades/2$"))


def counter(two: Two) -> None:
    """The friend gives one copy fewer and another card instead; the difference stands on the open page."""
    two.go(two.yugi, "/trades/1")
    two.yugi.evaluate("window.stayed = true")
    page = two.joey
    two.go(page, "/trades/1")
    expect(page.locator("#trade-now")).to_have_text("It is your turn to answer")
    expect(side(page, "You give")).to_contain_text("playmat")
    expect(side(page, "You get")).to_contain_text("+10 EUR")
    expect(side(page, "You get")).to_contain_text("One of these, still open")
    check(page)
    page.get_by_role("link", name="Counter-offer").click()
    mine = side(page, "What you give")
    mine.locator(".composer-row", has_text=STORM).locator("input[type=number]").fill("1")
    mine.locator(".composer-hit", has_text=PENGUIN).get_by_role("button").click()
    expect(mine.locator(".composer-row", has_text=PENGUIN)).to_be_visible()
    page.get_by_role("button", name="Send the counter-offer").click()
    expect(page.locator("#trade-now")).to_have_text("Waiting for Yugi")

    changed = two.yugi.locator(".trade-difference")
    expect(changed).to_contain_text(PENGUIN, timeout=SOON)
    expect(changed.locator(".trade-line", has_text=STORM)).to_contain_text("changed")
    expect(changed.locator(".trade-line", has_text=PENGUIN)).to_contain_text("new")
    assert two.yugi.evaluate("window.stayed") is True
    check(two.yugi)


def top_up_and_settle(two: Two) -> None:
    """The first adds a thing and says which of the two it shall be."""
    page = two.yugi
    page.get_by_role("link", name="Add something").click()
    page.locator("summary", has_text="Something that is no card").click()
    page.locator("#item-me").fill("sleeves")
    page.get_by_role("button", name="Add A thing").click()
    expect(page.locator(".composer-row")).to_contain_text("A thing")
    page.locator(".composer-send button[type=submit]").click()
    expect(side(page, "You give")).to_contain_text("sleeves")
    page.get_by_role("link", name="Settle what is open").click()
    check(page)
    page.locator(".trade-choice label", has_text="Ultimate").click()
    page.get_by_role("button", name="Settle").click()
    expect(page.locator("#trade-now")).to_have_text("Waiting for Joey")
    expect(side(page, "You give")).not_to_contain_text("One of these")


def accept(two: Two) -> None:
    """Both sides once more, then the yes, twice; the other offer needs a change. Addresses are shown only from here on."""
    two.go(two.yugi, "/trades/2")
    page = two.joey
    page.get_by_role("link", name="Accept…").click(timeout=SOON)
    expect(page.locator("h1")).to_have_text("Accept version 4?")
    for name in (OPPRESSION, STORM, PENGUIN, "playmat"):
        expect(side(page, "You give")).to_contain_text(name)
    for name in (CONTROL, WINGMAN, "sleeves", "+10 EUR"):
        expect(side(page, "You get")).to_contain_text(name)
    check(page)
    again = visiting.pressed_twice(page, page.get_by_role("button", name="Yes, I accept version 4"))
    assert again.status == 303
    expect(page.locator("#trade-now")).to_have_text("You have agreed")
    expect(two.yugi.locator("#trade")).to_contain_text("It needs a change", timeout=SOON)
    check(page)
    assert page.locator(".thread__event", has_text="You accepted").count() == 1


def write_with_a_photo(two: Two) -> None:
    """In the trade's own thread; the other has the trade open."""
    two.go(two.yugi, "/trades/1")
    page = two.joey
    picture = io.BytesIO()
    Image.new("RGB", (60, 40), (120, 40, 40)).save(picture, "PNG")
    page.locator(".compose__photos summary").click()
    page.get_by_label("Photos, up to six").set_input_files(
        {"name": "corner.png", "mimeType": "image/png", "buffer": picture.getvalue()}
    )
    send(page, "This corner is a little worn.")
    expect(log_of(page)).to_contain_text("This corner is a little worn.")
    expect(log_of(two.yugi)).to_contain_text("This corner is a little worn.", timeout=SOON)
    photo = log_of(two.yugi).locator(".message__photos img")
    photo.scroll_into_view_if_needed()
    expect(photo).to_have_js_property("naturalWidth", 60)
    two.go(two.joey, "/messages")
    check(two.joey)
    two.joey.locator("#threads a").first.click()
    expect(two.joey).to_have_url(re.compile("/messages/|/trades/"))


def agree_on_the_way(two: Two) -> None:
    """By post; each shows an address, and the other plan is only looked at."""
    two.go(two.yugi, "/addresses/new")
    two.yugi.get_by_label("Name and address").fill("Yugi Muto\n1 Game Street")
    two.yugi.get_by_role("button", name="Save").click()
    expect(two.yugi.locator("main")).to_contain_text("1 Game Street")
    check(two.yugi)
    saved = two.joey.request.post(
        two.site.address + "/addresses/new",
        form={"csrf_token": visiting.token_of(two.joey), "lines": "Joey Wheeler\n2 Dragon Road", "country": ""},
    )
    assert saved.ok
    two.go(two.joey, "/trades/1")
    two.joey.get_by_role("button", name="By post").click()
    expect(two.joey.locator(".deal")).to_contain_text("You proposed: by post")
    two.go(two.yugi, "/trades/1")
    expect(two.yugi.locator("main")).not_to_contain_text("2 Dragon Road")
    two.yugi.get_by_role("button", name="Agree", exact=True).click()
    expect(two.yugi.locator(".deal-parcel")).to_have_count(2)
    two.yugi.get_by_role("button", name="Show it to Joey").click()
    expect(two.yugi.locator(".deal-address")).to_contain_text("1 Game Street")
    two.go(two.joey, "/trades/1")
    expect(two.joey.locator(".deal-address")).to_contain_text("1 Game Street")
    two.joey.get_by_role("button", name="Show it to Yugi").click()
    expect(two.joey.locator(".deal-address")).to_have_count(2)
    check(two.joey)
    two.joey.get_by_role("link", name="Propose another plan").click()
    check(two.joey)


def send_parcels(two: Two) -> None:
    """One with its number, one with a click."""
    page = two.yugi
    two.go(page, "/trades/1")
    expect(page.locator(".deal-address").first).to_contain_text("2 Dragon Road")
    page.locator(".deal-parcel--mine").get_by_role("link", name="With a date or tracking number").click()
    expect(page.locator("main")).to_contain_text("2 Dragon Road")
    page.get_by_label("Tracking number").fill("RR123456785FR")
    check(page)
    page.get_by_role("button", name="It is sent").click()
    expect(page.locator(".deal-parcel--mine")).to_contain_text("on its way")
    two.go(two.joey, "/trades/1")
    expect(two.joey.locator("main")).to_contain_text("RR123456785FR")
    two.joey.get_by_role("button", name="Sent today").click()
    expect(two.joey.locator(".deal-parcel--mine")).to_contain_text("on its way")


def arrive(two: Two) -> None:
    """The second arrival, pressed twice, finishes the trade."""
    page = two.joey
    page.get_by_role("link", name="Arrived, look through it").click()
    check(page)
    page.get_by_role("button", name="It has arrived").click()
    expect(page.locator("main")).to_contain_text("lines are in your collection now")
    two.go(two.yugi, "/trades/1")
    again = visiting.pressed_twice(two.yugi, two.yugi.get_by_role("button", name="Arrived, all as described"))
    assert again.status == 303
    expect(two.yugi.locator("#trade-now")).to_have_text("Done")
    check(two.yugi)
    assert two.yugi.locator(".thread__event", has_text="Parcel 2 has arrived").count() == 1


def look_back(two: Two) -> None:
    """Journal, history and the list of trades tell of it."""
    page = two.yugi
    two.go(page, "/collection/?q=LOD-091")
    page.locator("main a[href*='/collection/stacks/']").first.click()
    expect(page.locator("main")).to_contain_text("Joey")
    two.go(page, "/collection/history")
    expect(page.locator(".acts")).to_contain_text("Joey")
    page.locator(".acts").get_by_role("link", name="To the trade").first.click()
    expect(page).to_have_url(re.compile("/trades/1$"))
    two.go(page, "/trades?show=done")
    expect(page.locator("#trade-list")).to_contain_text(OPPRESSION)
    check(page)
    two.go(page, "/trades/records")
    check(page)


def trade_in_person(two: Two) -> None:
    """The offer that needed a change asks for another card instead; both say that they met."""
    page = two.yugi
    two.go(page, "/trades/2")
    expect(page.locator("#trade")).to_contain_text("It needs a change")
    page.get_by_role("link", name="Change it").click()
    theirs = side(page, "What you would like from Joey")
    theirs.locator(".composer-hit", has_text=STORM).get_by_role("button").click()
    expect(theirs.locator(".composer-row")).to_have_count(2)
    theirs.locator(".composer-row").first.get_by_role("button", name="Take out").click()
    expect(theirs.locator(".composer-row")).to_have_count(1)
    page.locator(".composer-send button[type=submit]").click()
    expect(page.locator("#trade-now")).to_have_text("Waiting for Joey")
    two.go(two.joey, "/trades/2")
    two.joey.get_by_role("link", name="Accept…").click()
    two.joey.get_by_role("button", name="Yes, I accept version 2").click()
    two.joey.get_by_role("button", name="In person").click()
    expect(two.joey.locator(".deal")).to_contain_text("You proposed: in person")
    two.go(page, "/trades/2")
    page.get_by_role("button", name="Agree", exact=True).click()
    met = "We met: everything changed hands"
    page.get_by_role("button", name=met).click()
    expect(page.locator(".deal")).to_contain_text("You have confirmed")
    two.go(two.joey, "/trades/2")
    check(two.joey)
    again = visiting.pressed_twice(two.joey, two.joey.get_by_role("button", name=met))
    assert again.status == 303
    expect(two.joey.locator("#trade-now")).to_have_text("Done")


def hold_what_was_agreed(two: Two) -> None:
    assert numbers(two, two.yugi) == {"EEN-FR036": 1, "TLM-FR038": 1, "LOD-091": 1, "DB2-FR084": 2, "SDJ-022": 1}
    assert numbers(two, two.joey) == {"EEN-FR036": 1, "TLM-FR038": 1, "MRD-142": 1}


def numbers(two: Two, page: Page) -> Counter[str]:
    """How many copies of each set number somebody has."""
    answer = page.request.get(two.site.address + "/collection/export/file?format=own")
    # The first line names the format.
    rows = csv.DictReader(answer.text().splitlines()[1:])
    found: Counter[str] = Counter()
    for row in rows:
        found[row["Set number"]] += int(row["Quantity"])
    return found
