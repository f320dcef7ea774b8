"""What the page says of what cannot be done, of what was activated, and of windows that went by."""

from __future__ import annotations

import html

from flask import Flask

from engine import Verb
from marketplace.duels.prompting import EVENTS
from marketplace.duels.table import Table
from marketplace.duels.windows import ResponseMode
from tests.marketplace.duels.boards import find, html_of, page_of
from tests.marketplace.duels.tables import deck, do, seat_first
from tests.marketplace.duels.test_windows import trap_set


def test_a_battle_phase_without_attacks_says_why(starter_app: Flask) -> None:
    """Swords of Revealing Light forbid them: the card is named, and the ways on are all that is offered."""
    decks = [deck("Gemini Elf"), deck("Swords of Revealing Light")]
    table = seat_first("goat-2005", decks, agent="script")
    for _ in range(60):
        page = page_of(starter_app, table)
        if page.question.kind == "battle" and page.question.reasons:
            break
        options = table.options()
        wanted = [one for one in options if one.verb is Verb.NORMAL_SUMMON]
        wanted += [one for one in options if one.verb is Verb.PHASE and one.value == "battle"]
        do(table, wanted[0] if wanted else options[-1])
    assert page.question.title == "Your Battle Phase: no attack is possible. Where to?"
    assert any("Swords of Revealing Light" in why.words for why in page.question.reasons)
    assert {one.kind for one in page.question.choices} == {"phase"}
    assert page.question.reasons[0].words.split(".")[0] in html.unescape(html_of(starter_app, table))


def test_a_response_names_what_was_activated(starter_app: Flask) -> None:
    def answering(table: Table) -> bool:
        view = table.duel.view(0)
        return view.get("prompt", {}).get("reason") == "chain" and bool(view["chain"]) and view["chain"][-1]["player"] == 1

    table = find(answering)
    page = page_of(starter_app, table)
    name = table.duel.view(0)["chain"][-1]["card"]
    assert page.question.text.startswith(f"Your opponent activated {name}.")


def test_windows_gone_by_name_what_they_followed(starter_app: Flask) -> None:
    table = trap_set(ResponseMode.OFF)
    assert any(window.reason in EVENTS for window in table.skipped)
    assert table.duel.log is not None
    for told, window in zip(page_of(starter_app, table).skipped, table.skipped, strict=True):
        if window.reason in EVENTS:
            entry = table.duel.log.entries[window.log - 1]
            assert table.duel.log.sentence(entry, 0, "en").rstrip(".") in told.when
