"""Whatever is pasted or uploaded: a Deck or a list comes out, or a reason in words; never an exception, never a long wait."""

import random
import time
from collections.abc import Callable
from typing import TypeVar

import pytest

from engine.banlists import read_lists
from engine.decks import DeckFormat, check_deck, read_deck, write_deck
from engine.message import UnreadableFile
from engine.rulesets import NAMES, read_ruleset

from .shelf import SHELF, copies, deck, fusions

Result = TypeVar("Result")

DECKS = [
    write_deck(deck(copies(3, "Sangan"), fusions(5), copies(2, "Ceasefire")), form, SHELF).text.encode() for form in DeckFormat
]
LISTS = [
    b"!A 2020.01\n$whitelist\n55144522 1 --Pot of Greed\n26202165 -1\n!B\n55144522 2\n",
    b'{"format": "duelfolio-banlist", "name": "A", "entries": [["Sangan", 26202165, 1]], "points": {"Sangan": 3}, "cap": 9}',
]
PIECES = [
    b"!", b"#", b"\n", b"\r\n", b"ydke://", b"?y=", b"#main", b"!side", b"$whitelist", b"9" * 5000, b"%", b"+", b"=", b"-1",
    b"\xff\xfe", b"\xef\xbb\xbf", b"Main (40)", b" x3", b"\x00", b"[", b"(", b"\xe9", b"&amp;", b"1e400", b"{", b"null",
]  # fmt: skip


def read_or_reason(read: Callable[[], Result]) -> Result | None:
    """What is read, or None when it is refused in words; anything else is a failure."""
    try:
        return read()
    except UnreadableFile as error:
        spoken = [error.message.sentence(language) for language in ("en", "fr", "pt")]
    assert len(set(spoken)) == 3
    return None


def damaged(content: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(content) + 1)
        match chance.randrange(4):
            case 0:
                content = content[:at]
            case 1:
                content = content[:at] + chance.choice(PIECES) + content[at:]
            case 2:
                content = content[:at] + content[at + chance.randrange(30) :]
            case _:
                content = content[:at] + bytes(chance.randrange(256) for _ in range(3)) + content[at:]
    return content


@pytest.mark.parametrize("seed", range(40))
def test_damaged_decks(seed):
    chance = random.Random(seed)
    for original in DECKS:
        for _ in range(10):
            content = damaged(original, chance)
            file = read_or_reason(lambda content=content: read_deck(content, SHELF))
            if file is None:
                continue
            for message in file.messages:
                assert all(message.sentence(language) for language in ("en", "fr", "pt"))
            for refusal in check_deck(file.deck, read_ruleset(chance.choice(NAMES)), None, SHELF):
                assert refusal.sentence()
            for form in (DeckFormat.YDK, DeckFormat.YDKE, DeckFormat.LINK):
                written = write_deck(file.deck, form, SHELF)
                kept = 0 if form is DeckFormat.YDK else len(written.left_out)
                assert len(read_deck(written.text, SHELF).deck) == len(file.deck) - kept


@pytest.mark.parametrize("seed", range(40))
def test_damaged_lists(seed):
    chance = random.Random(seed)
    for original in LISTS:
        for _ in range(10):
            content = damaged(original, chance)
            file = read_or_reason(lambda content=content: read_lists(content))
            if file is None:
                continue
            assert all(str(message) for message in file.messages)
            for banlist in file.lists:
                assert -1 <= banlist.limit([55144522], ["Pot of Greed"]) <= 3


@pytest.mark.parametrize(
    "content",
    [
        "[" * 500_000, "(" * 500_000, " (" * 250_000, "Sangan\n" + "[x" * 200_000, "3 " * 250_000, "=" * 500_000,
        "ydke://" + "A" * 500_000, "ydke://" + " " * 500_000, "?y=" + "%" * 500_000, "#\n" * 250_000, "{" * 500_000,
        "Main (40)\n" * 50_000, "!\n" * 250_000, "Sangan " + "\u00a0" * 200_000, "#main\n" + "1.5E" * 100_000, "\n" * 500_000,
        "&" * 500_000, "!A\n" + "55144522 1\n" * 20_000,
    ],
)  # fmt: skip
def test_nothing_takes_long(content):
    started = time.process_time()
    read_or_reason(lambda: read_deck(content, SHELF))
    read_or_reason(lambda: read_lists(content))
    assert time.process_time() - started < 10
