"""Filters in the address: what is read, what is refused in words, and the chips that take one away."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy.orm import Session
from werkzeug.datastructures import MultiDict

from marketplace.catalogue import filters
from marketplace.catalogue.filters import CardFilters
from marketplace.catalogue.search import search
from tests.factories.catalogue import card, printing


def read(app: Flask, **arguments: object) -> tuple[CardFilters, list[str]]:
    with app.test_request_context("/"):
        return filters.read(
            MultiDict(
                [(key, one) for key, value in arguments.items() for one in (value if isinstance(value, list) else [value])]
            )
        )


def test_values_are_read_as_written_or_in_words(app: Flask) -> None:
    chosen, problems = read(
        app,
        kind=["monster", "spell"],
        attribute="LUMIÈRE",
        type="Winged Beast",
        rarity="Ultra Rare",
        language="français",
        stars_min="4",
        atk_max="2500",
        set="LOB",
        frame="pendulum",
        icon="quick_play",
        ability="tuner",
    )
    assert problems == []
    assert chosen == CardFilters(
        kind=("monster", "spell"),
        attribute=("light",),
        type=("winged_beast",),
        rarity=("Ultra Rare",),
        language=("fr",),
        stars_min=4,
        atk_max=2500,
        set="LOB",
        frame=("pendulum",),
        icon=("quick_play",),
        ability=("tuner",),
    )
    assert chosen.count == 12


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "dragon"),
        ("attribute", "purple"),
        ("rarity", "shiny"),
        ("language", "klingon"),
        ("atk_min", "many"),
        ("atk_min", "-5"),
        ("def_max", "999999999999"),
        ("stars_min", "４"),
        ("type", "<script>"),
    ],
)
def test_a_bad_value_is_named_and_left_out(app: Flask, field: str, value: str) -> None:
    chosen, problems = read(app, **({"kind": "trap", field: value} if field != "kind" else {"kind": [value, "trap"]}))
    assert chosen == CardFilters(kind=("trap",))
    assert len(problems) == 1
    assert value[:20] in problems[0]


def test_a_range_upside_down_is_turned(app: Flask) -> None:
    chosen, problems = read(app, atk_min="2000", atk_max="1000")
    assert (chosen.atk_min, chosen.atk_max, problems) == (1000, 2000, [])


def test_a_chip_takes_away_its_value_only(app: Flask, session: Session) -> None:
    chosen = CardFilters(kind=("monster", "spell"), atk_min=1000, set="LOB")
    with app.test_request_context("/"):
        found = filters.chips(session, chosen, "fr", lambda rest: repr(sorted(rest.arguments().items())))
    assert [(chip.key, chip.value) for chip in found] == [
        ("Card", "Monstre"),
        ("Card", "Magie"),
        ("ATK", "from 1000"),
        ("Set", "LOB"),
    ]
    assert found[0].url == repr([("atk_min", 1000), ("kind", ["spell"]), ("set", "LOB")])
    assert found[2].url == repr([("kind", ["monster", "spell"]), ("set", "LOB")])


def test_every_filter_narrows(app: Flask, session: Session) -> None:
    wanted = card(
        session,
        "Wanted",
        frame="synchro",
        attribute="wind",
        type="dragon",
        abilities=" tuner effect ",
        level=8,
        atk=2500,
        defense=2000,
    )
    printing(session, "ABC-FR001", of=wanted, language="fr", rarity="Ghost Rare", in_product="Alpha Set")
    other = card(session, "Other", frame="xyz", level=None, rank=4, atk=-1, defense=-1)
    printing(session, "XYZ-EN001", of=other, rarity="Common", in_product="Other Set")
    spell = card(
        session,
        "Charm",
        kind="spell",
        frame="spell",
        icon="quick_play",
        attribute=None,
        type=None,
        level=None,
        atk=None,
        defense=None,
    )
    session.flush()
    with app.test_request_context("/"):
        for narrowed in (
            CardFilters(frame=("synchro",)),
            CardFilters(attribute=("wind",)),
            CardFilters(type=("dragon",)),
            CardFilters(ability=("tuner",)),
            CardFilters(stars_min=8),
            CardFilters(atk_min=2000),
            CardFilters(def_max=2000, def_min=0),
            CardFilters(set="abc"),
            CardFilters(set="alpha-set"),
            CardFilters(set="Alpha"),
            CardFilters(rarity=("Ghost Rare",)),
            CardFilters(language=("fr",)),
            CardFilters(language=("fr",), rarity=("Ghost Rare",), set="alpha"),
        ):
            if narrowed.set == "abc":
                wanted.printings[0].product.prefixes = " ABC "
                session.flush()
            assert [one.card.name for one in search(session, "", narrowed).cards] == ["Wanted"], narrowed
        assert [one.card.name for one in search(session, "", CardFilters(stars_max=4)).cards] == ["Other"]
        assert search(session, "", CardFilters(atk_max=1000)).total == 0
        assert [one.card.id for one in search(session, "", CardFilters(icon=("quick_play",))).cards] == [spell.id]
        assert search(session, "", CardFilters(language=("fr",), rarity=("Common",))).total == 0
