"""The pages of decks answer, and those of others do not."""

from __future__ import annotations

import pytest

from tests.marketplace.decks.conftest import DARK_MAGICIAN, POT_OF_GREED


@pytest.mark.parametrize("page", ["", "/hands", "/missing", "/export", "/file.ydk", "/file.txt"])
def test_pages_of_a_deck(visit, make_deck, page):
    deck = make_deck([DARK_MAGICIAN] * 3 + [POT_OF_GREED] + [46986420, 0, 160204045])
    answer = visit.get(f"/decks/{deck.id}{page}")
    assert answer.status_code == 200
    assert "Dark Magician" in answer.text or "46986414" in answer.text


@pytest.mark.parametrize("page", ["/decks", "/decks/import", "/decks/lists"])
def test_pages_of_all_decks(visit, make_deck, page):
    make_deck([DARK_MAGICIAN] * 3)
    assert visit.get(page).status_code == 200
