"""Nothing of what a player cannot know reaches the page: two worlds that differ only there give equal bytes."""

from __future__ import annotations

import itertools
import random

import pytest
from flask import Flask

from engine import Duel
from marketplace.duels.table import Table
from tests.marketplace.duels.boards import html_of, mixed_table, wander, wandering


def other_world(table: Table, seed: int) -> Table:
    """The same table in a world in which all that seat 0 cannot know is something else."""
    twin = Table.from_json(table.to_json())
    known = twin.duel.log
    assert known is not None
    dealt = table.duel.determinize(table.seat, seed)
    for entry in known.entries:
        for key in ("card", "host", "target", "source"):
            if isinstance(entry.get(key), str) and not entry[f"{key}_seen_by"] >> table.seat & 1:
                entry[key] = "Blue-Eyes White Dragon"
    twin.duel = Duel(dealt.state, table.duel.transcript, known)
    return twin


COMPARED = 9
"""Decisions each case looks at; duels are begun until there were so many, however short they are."""


@pytest.mark.parametrize("seed", [3, 7, 12])
def test_two_worlds_that_differ_in_hidden_cards_look_the_same(starter_app: Flask, seed: int) -> None:
    chance = random.Random(seed)
    left = COMPARED

    def look(table: Table) -> bool:
        """Compare one decision of four; True once there were enough."""
        nonlocal left
        if chance.random() > 0.25:
            return False
        twin = other_world(table, chance.randrange(10**6))
        view = table.duel.view(table.seat)
        tokens = [
            one["token"]
            for side in ("you", "opponent")
            for zone in ("hand", "monsters", "spells")
            for one in view[side][zone]
            if one
        ]
        for token in [None, *chance.sample(tokens, min(2, len(tokens)))]:
            assert html_of(starter_app, table, card=token) == html_of(starter_app, twin, card=token)
        left -= 1
        return left == 0

    for duel in itertools.count():
        table = mixed_table(seed + 100 * duel)
        if any(look(now) for now in wandering(table, random.Random(seed + duel), most=120)):
            return


def test_the_other_world_is_another_one(starter_app: Flask) -> None:
    """The comparison above compares something: the opponent's page of the two worlds differs."""
    table = mixed_table(3)
    wander(table, random.Random(3), lambda _table: None, most=10)
    twin = other_world(table, 5)
    assert table.duel.view(1) != twin.duel.view(1)
    table.seat = twin.seat = 1
    assert html_of(starter_app, table) != html_of(starter_app, twin)


def test_no_name_of_a_hidden_card_is_on_the_page(starter_app: Flask) -> None:
    table = mixed_table(9)

    def look(table: Table) -> None:
        html = html_of(starter_app, table)
        state = table.duel.state
        seen = {card.printed.name for card in state.cards if card.seen & 1 or card.face_up}
        assert table.duel.log is not None
        told = " ".join(table.duel.log.lines(0))
        for card in state.cards:
            name = card.printed.name
            if name not in seen and name not in told and len(name) > 6:
                assert name not in html

    wander(table, random.Random(9), look, most=40)
