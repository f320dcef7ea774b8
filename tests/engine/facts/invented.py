"""Entries of every card file format, with invented cards; each test changes what it is about."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing

from engine import FactsFile, read_facts


def yugi_monster(**changes: object) -> dict[str, object]:
    """A monster as the yaml-yugi project writes it."""
    return {
        "konami_id": 90001,
        "password": 11112222,
        "name": {"en": "Harbour Drake", "fr": "Drake du Port", "ja": "港の竜", "ja_romaji": "Minato no Ryū", "ko_rr": None},
        "text": {"en": "An invented text.", "fr": "Un texte inventé.", "de": None},
        "card_type": "Monster",
        "monster_type_line": "Sea Serpent / Effect",
        "attribute": "WATER",
        "level": 4,
        "atk": 1500,
        "def": 1200,
        "series": ["Drake"],
        "sets": {
            "en": [{"set_number": "HRBR-EN001", "set_name": "Harbour of Legends", "rarities": ["Ultra Rare", "Ghost Rare"]}],
            "fr": [{"set_number": "HRBR-FR001", "set_name": "Harbour of Legends", "rarities": ["Ultra Rare"]}],
        },
        "yugipedia_page_id": 700001,
    } | changes


def yugi_spell(**changes: object) -> dict[str, object]:
    """A Spell as the yaml-yugi project writes it."""
    return {
        "konami_id": 90002,
        "password": 11113333,
        "name": {"en": "Low Tide"},
        "text": {"en": "Another invented text."},
        "card_type": "Spell",
        "property": "Quick-Play",
        "sets": {},
        "yugipedia_page_id": 700002,
    } | changes


def deck_monster(**changes: object) -> dict[str, object]:
    """A monster as the YGOPRODeck API answers it."""
    return {
        "id": 11112222,
        "name": "Harbour Drake",
        "typeline": ["Sea Serpent", "Effect"],
        "type": "Effect Monster",
        "humanReadableCardType": "Effect Monster",
        "frameType": "effect",
        "desc": "An invented text.",
        "race": "Sea Serpent",
        "atk": 1500,
        "def": 1200,
        "level": 4,
        "attribute": "WATER",
        "archetype": "Drake",
        "card_sets": [deck_set()],
        "card_images": [{"id": 11112222, "image_url": "https://example.org/11112222.jpg"}],
        "misc_info": [{"konami_id": 90001, "has_effect": 1}],
    } | changes


def deck_spell(**changes: object) -> dict[str, object]:
    """A Spell as the YGOPRODeck API answers it."""
    return {
        "id": 11113333,
        "name": "Low Tide",
        "type": "Spell Card",
        "frameType": "spell",
        "desc": "Another invented text.",
        "race": "Quick-Play",
    } | changes


def deck_set(**changes: object) -> dict[str, object]:
    """One line of "card_sets"."""
    return {
        "set_name": "Harbour of Legends",
        "set_code": "HRBR-EN001",
        "set_rarity": "Ultra Rare",
        "set_rarity_code": "(UR)",
        "set_price": "0",
    } | changes


def starter_card(**changes: object) -> dict[str, object]:
    """A card of the starter catalogue."""
    return {
        "page_id": 700001,
        "passcode": 11112222,
        "names": {"en": "Harbour Drake", "fr": "Drake du Port"},
        "kind": "monster",
        "frame": "effect",
        "attribute": "water",
        "type": "sea_serpent",
        "abilities": ["effect"],
        "level": 4,
        "atk": 1500,
        "defense": "?",
        "printings": {"Harbour of Legends": {"en": "HRBR-EN001 UR/GR, HRBR-EN100 C", "fr": "HRBR-FR001"}},
    } | changes


def starter(*cards: object, **changes: object) -> dict[str, object]:
    """A starter catalogue."""
    head: dict[str, object] = {
        "format": "duelfolio-starter",
        "version": 1,
        "languages": ["en", "fr"],
        "rarities": {"C": "Common", "UR": "Ultra Rare", "GR": "Ghost Rare"},
    }
    return head | changes | {"cards": list(cards)}


CDB_COLUMNS = ("id", "ot", "alias", "setcode", "type", "atk", "def", "level", "race", "attribute", "category")


def cdb_row(**changes: object) -> dict[str, object]:
    """A monster of an EDOPro database: type monster | effect, Sea Serpent, WATER."""
    return (
        dict.fromkeys(CDB_COLUMNS, 0)
        | {
            "id": 11112222,
            "ot": 3,
            "type": 0x21,
            "atk": 1500,
            "def": 1200,
            "level": 4,
            "race": 0x40000,
            "attribute": 0x2,
            "name": "Harbour Drake",
            "desc": "An invented text.",
        }
        | changes
    )


def cdb(rows: Iterable[dict[str, object]]) -> bytes:
    """An EDOPro database with the given rows."""
    with closing(sqlite3.connect(":memory:")) as connection:
        # Without types, as in damaged files: SQLite stores what it is given.
        connection.execute(f"CREATE TABLE datas ({', '.join(CDB_COLUMNS)})")
        connection.execute("CREATE TABLE texts (id, name, desc)")
        for row in rows:
            marks = ", ".join("?" * len(CDB_COLUMNS))
            connection.execute(f"INSERT INTO datas VALUES ({marks})", [row[column] for column in CDB_COLUMNS])
            connection.execute("INSERT INTO texts VALUES (?, ?, ?)", (row["id"], row["name"], row["desc"]))
        connection.commit()
        return connection.serialize()


def read_json(document: object, **options: str) -> FactsFile:
    """Read a JSON document as if it were a file."""
    return read_facts(json.dumps(document).encode(), language=options.get("language", "en"))
