"""The log's lines on the page say why cards went where they are, also where several are told in one sentence."""

from __future__ import annotations

import re

from flask import Flask

from marketplace.duels.table import Table
from tests.marketplace.duels.boards import find, page_of


def test_cards_told_in_one_sentence_share_their_reason(starter_app: Flask) -> None:
    def joined(table: Table) -> str:
        turns = page_of(starter_app, table).log.turns
        lines = [line for turn in turns for stage in turn.stages for block in stage.blocks for line in block.lines]
        return next((line.words for line in lines if re.match(r"\d cards → [^:]+ \([^)]+\): ", line.words)), "")

    def moved_for_a_reason(table: Table) -> bool:
        entries = table.duel.log.entries[-20:] if table.duel.log else []
        return sum("why" in entry for entry in entries) > 1 and bool(joined(table))

    assert re.match(
        r"\d cards → [\w ]+ \((Tribute|cost|hand limit|(Fusion|Synchro) Material|destroyed by .+|effect of .+)\): .+, .+\.",
        joined(find(moved_for_a_reason)),
    )
