"""What every walk through the site does, and how it waits: for something only the new page has."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

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
