"""The log's lines on the page say why cards went where they are, also where several are told in one sentence."""

from __future__ import annotations

import re

from flask import Flask

from engine import Refusal
from marketplace.duels.explaining import reason
from marketplace.duels.names import CardNames
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


def test_a_reason_names_the_card_that_forbids_in_the_readers_language() -> None:
    names = CardNames("fr", {"Gravity Bind": "Attache de la Gravité"}, {})
    told = reason(Refusal("precedence.card_text_over_rules", {"card": "Sangan", "by": "Gravity Bind"}), "Sangan", names)
    assert told.words == "L’effet de la carte «\u00a0Attache de la Gravité\u00a0» l’interdit."
    place = Refusal("card.effect.only_in_its_places", {"card": "Sangan", "place": "gy"})
    assert reason(place, "Sangan (fr)", names).words == (
        "Cet effet de Sangan (fr) ne fonctionne que tant que la carte est dans le Cimetière."
    )
