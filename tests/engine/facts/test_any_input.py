"""Whatever a file holds, it is read or refused in words; nothing else may happen."""

import json
import random

import pytest

from engine import CardFacts, FactsFile, FactsFormat, UnreadableFacts, read_facts

from .invented import cdb, cdb_row, deck_monster, deck_set, starter, starter_card, yugi_monster

STRANGE = [None, True, False, 0, -1, 2**63, 10**40, 1.5, "", "?", "x", "-", "\x00", "🂠", [], [None], {}, {"id": {}}, [[]]]
DOCUMENTS = [
    [yugi_monster(), yugi_monster(yugipedia_page_id=2, link_arrows=["⬇"], pendulum_scale=1, pendulum_effect={"en": "x"})],
    {"meta": {}, "data": [deck_monster(card_sets=[deck_set(), deck_set()], scale=1, linkmarkers=["Top"])]},
    starter(starter_card(), starter_card(page_id=2, arrows=["top"], alias_passcodes=[5], archetypes=["Drake"])),
]


def places(value, path=()):
    """Yield the path of every value inside a document."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield from places(child, (*path, key))


def with_value(document, path, value):
    if not path:
        return value
    copy = json.loads(json.dumps(document))
    parent = copy
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    return copy


def read_or_refuse(content):
    refusal = "."
    try:
        file = read_facts(content)
    except UnreadableFacts as error:
        refusal = str(error)
        file = FactsFile(FactsFormat.STARTER, [], [])
    assert refusal.endswith("."), refusal
    assert all(isinstance(card, CardFacts) and card.name for card in file.cards)
    assert all(problem.message.endswith(".") for problem in file.problems), file.problems
    for card in file.cards:
        card.fingerprint()


@pytest.mark.parametrize("document", DOCUMENTS, ids=["yaml-yugi", "ygoprodeck", "starter"])
def test_a_strange_value_in_any_place(document):
    for path in places(document):
        for value in STRANGE:
            read_or_refuse(json.dumps(with_value(document, path, value)).encode())


@pytest.mark.parametrize(
    "content",
    [*(json.dumps(document).encode() for document in DOCUMENTS), cdb([cdb_row(), cdb_row(id=5, alias=4)])],
    ids=["yaml-yugi", "ygoprodeck", "starter", "edopro"],
)
def test_damaged_bytes(content):
    chance = random.Random(20240229)
    for _ in range(400):
        damaged = bytearray(content)
        for _ in range(chance.randint(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        read_or_refuse(bytes(damaged))
