"""What every walk through the site does, and how it waits: for something only the new page has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from playwright.sync_api import APIResponse, Locator, Page, expect

from tests.browser.conftest import Site


def become_owner(site: Site, page: Page) -> None:
    """Follow the owner link, fill the form in, and wait until it has been answered."""
    page.goto(site.owner_link)
    fill_owner(page)


def fill_owner(page: Page) -> None:
    """The same on the open page of the owner link."""
    page.fill("#email", "yugi@example.org")
    page.fill("#name", "Yugi")
    page.fill("#password", "a long enough secret 42")
    page.locator("main form button[type=submit]").first.click()
    expect(page).not_to_have_url(re.compile("/join/"))


def started(page: Page, module: str) -> None:
    """Wait for a module that is a file of its own: keys pressed before it has come mean nothing to it."""
    expect(page.locator(f"[data-module~='{module}'][data-started~='{module}']").first).to_be_attached()


def join(site: Site, owner: Page, friend: Page) -> None:
    """The owner makes the site and invites a friend, who joins as Joey."""
    become_owner(site, owner)
    owner.goto(site.address + "/owner/people")
    owner.locator("form[action$='/invite'] button[type=submit]").first.click()
    expect(owner).to_have_url(re.compile("/link$"))
    link = re.search(r"/join/([\w.~-]+)", owner.content())
    assert link
    friend.goto(f"{site.address}/join/{link[1]}")
    friend.fill("#email", "joey@example.org")
    friend.fill("#name", "Joey")
    friend.fill("#password", "a red eyed black dragon")
    friend.locator("main form button[type=submit]").first.click()
    expect(friend).not_to_have_url(re.compile("/join/"))


def token_of(page: Page) -> str:
    """The token that forms of this person carry, from the open page."""
    return page.locator("input[name=csrf_token]").first.input_value()


class Copies(NamedTuple):
    """Copies of one printing, near mint, as a row of a list."""

    name: str
    number: str
    rarity: str
    language: str
    quantity: int
    for_trade: int


def own(site: Site, page: Page, rows: Sequence[Copies]) -> None:
    """Put copies into somebody's collection from a file, without looking at the pages. A page with a form is open."""
    lines = ["Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Rarity,Condition,Printing,Language"]
    lines += [
        f"Box,{one.quantity},{one.for_trade},{one.name},{one.number.partition('-')[0]},,{one.number},{one.rarity},NearMint,"
        f"Unlimited,{one.language}"
        for one in rows
    ]
    token = token_of(page)
    file = {"name": "all-folders.csv", "mimeType": "text/csv", "buffer": "\r\n".join(['"sep=,"', *lines, ""]).encode()}
    read = page.request.post(site.address + "/collection/import", multipart={"csrf_token": token, "file": file})
    assert re.search(r"/import/\d+$", read.url), read.url
    written = page.request.post(read.url + "/apply", form={"csrf_token": token})
    assert written.ok
    assert "notice--success" in written.text()


def twice(button: Locator) -> None:
    """Press a button and, before the answer is there, press it again."""
    button.evaluate("button => { button.click(); setTimeout(() => button.click(), 20); }")


def pressed_twice(page: Page, button: Locator) -> APIResponse:
    """The same, and then the form comes a second time, as from a browser that does not keep it from that."""
    with page.expect_request(lambda request: request.method == "POST") as sent:
        twice(button)
    before = sent.value
    expect(button).not_to_be_attached()
    return page.request.post(
        before.url,
        data=before.post_data_buffer,
        headers={"content-type": before.headers["content-type"]},
        max_redirects=0,
    )
