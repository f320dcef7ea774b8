"""Deck lists in words, as people post them: sections, counts before or behind the name, sets in brackets."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.card_names import name_key
from engine.card_numbers import MAX_NUMBER
from engine.decks.deck import Deck, DeckCard, Pile, counted
from engine.decks.file import DeckFile, DeckFormat, Piles, Written
from engine.decks.headings import Heading, heading_in
from engine.decks.source import CardSource, only_card
from engine.facts import CardFacts
from engine.message import Message
from engine.vocab import Frame

EXTRA_FRAMES = frozenset({Frame.FUSION, Frame.SYNCHRO, Frame.XYZ, Frame.LINK})
"""The frames whose monsters start in the Extra Deck."""

_COUNT_FIRST = re.compile(r"^(?:[x×](?P<crossed>\d{1,3})|(?P<count>\d{1,3})\s*[x×*]?)\s+(?P<rest>\S.*)$", re.IGNORECASE)
_COUNT_GLUED = re.compile(r"^(?P<count>\d{1,3})[x×*](?P<rest>[^\W\d].*)$", re.IGNORECASE)
_COUNT_LAST = re.compile(r"^(?P<rest>.*\S)\s*(?:[x×*]\s?(?P<count>\d{1,3})|\((?:x\s?)?(?P<round>\d{1,2})\))$", re.IGNORECASE)
_BULLET = re.compile(r"^[-–—•·*>¤]+\s+")
_SET_SUFFIX = re.compile(r"\s*\[[^\]]*\](?:\s+\S+)?\s*$|\s+\((?:[^()]|\([^()]*\))*\)\s*$")
_SET_CODE = re.compile(r"\s+[-–—]?\s*[A-Z0-9]{2,5}-[A-Z]{0,3}\d{3}\s*$")
_LONGEST_LINE = 250
"""Characters of a line that are read; the longest card name has under 100."""
_REMARK = re.compile(r"^(?:#|//|---)")


class Names(Protocol):
    """What a list in words is resolved with."""

    def named(self, name: str) -> Sequence[CardFacts]:
        """Return the cards of that name in any language."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read a line."""

    copies: int
    name: str


def home_pile(card: CardFacts) -> Pile:
    """Return the pile a card belongs to: Link Monsters start in the Extra Deck, Ritual Monsters in the Main Deck."""
    return Pile.EXTRA if card.frame in EXTRA_FRAMES else Pile.MAIN


def read_text(text: str, source: Names, name: str = "", language: str = "en") -> DeckFile:
    """Read a list in words.

    Names may be in any language; one that means different cards in different languages is taken in ``language``, or
    else in English.

    Every line is tried as a card name as it stands, before a number in it is taken for a count: "7 Colored Fish" is one
    card. Without headings, and under headings such as "Monsters", cards go to the pile they belong to. A name no card
    has stays in the Deck and is reported.
    """
    piles, messages = Piles(), list[Message]()
    heading: Heading | None = None
    expected: list[tuple[int, Heading, int]] = []
    for line_number, raw in enumerate(text.splitlines(), start=1):
        line = " ".join(html.unescape(raw[:_LONGEST_LINE]).split())
        if not line or (_REMARK.match(line) and not source.named(line) and not _marked_heading(line)):
            continue
        if (found := heading_in(line)) is not None and (found.is_marked or not source.named(line)):
            heading = found
            expected.append((line_number, heading, sum(map(piles.size, Pile))))
            continue
        pile = heading.pile if heading is not None else None
        reading, card, cards = _read_line(line, source, language)
        if card is not None:
            piles.add(pile or home_pile(card), _written(card), reading.copies)
        elif reading.name.isascii() and reading.name.isdigit() and len(reading.name) >= 4 and int(reading.name) <= MAX_NUMBER:
            piles.add(pile or Pile.MAIN, DeckCard(int(reading.name)), reading.copies)
        else:
            piles.add(pile or Pile.MAIN, DeckCard(None, reading.name), reading.copies)
            messages.append(_unresolved(reading.name, cards, line_number))
    messages.extend(_wrong_counts(expected, sum(map(piles.size, Pile))))
    messages.sort(key=lambda message: message.line)
    return DeckFile(DeckFormat.TEXT, piles.deck(name), tuple(messages))


def _marked_heading(line: str) -> bool:
    return line.startswith("#") and (heading := heading_in(line)) is not None and heading.pile is not None


def _written(card: CardFacts) -> DeckCard:
    number = card.passcode if card.passcode is not None else card.placeholder_passcode
    return DeckCard(None, card.name) if number is None else DeckCard(number)


def _read_line(line: str, source: Names, language: str) -> tuple[_Reading, CardFacts | None, Sequence[CardFacts]]:
    """Return the first reading of a line that names a card; else the likeliest reading and the cards that share its name."""
    ambiguous: tuple[_Reading, Sequence[CardFacts]] | None = None
    readings = list(_readings(_BULLET.sub("", line)))
    for reading in readings:
        cards = source.named(reading.name)
        if (card := _meant(reading.name, cards, language)) is not None:
            return reading, card, cards
        if cards and ambiguous is None:
            ambiguous = reading, cards
    if ambiguous is not None:
        return ambiguous[0], None, ambiguous[1]
    return _likeliest(readings), None, ()


def _meant(name: str, cards: Sequence[CardFacts], language: str) -> CardFacts | None:
    """Return the card that a name means: "Tornado" is an English name, and the French one of "Twister"."""
    if len(cards) > 1:
        for preferred in (language, "en"):
            key = name_key(name)
            so_named = [card for card in cards if name_key(card.names.get(preferred, "")) == key]
            if so_named:
                return only_card(so_named)
    return only_card(cards)


def _readings(line: str) -> Iterator[_Reading]:
    """Yield the ways to read a line: as it stands, with a count, without what stands behind the name."""
    counts = [_Reading(1, line)]
    for pattern, groups in (
        (_COUNT_FIRST, ("count", "crossed")),
        (_COUNT_GLUED, ("count",)),
        (_COUNT_LAST, ("count", "round")),
    ):
        if match := pattern.match(line):
            copies = int(next(match[group] for group in groups if match[group]))
            if copies:
                counts.append(_Reading(copies, match["rest"].strip()))
    yield from counts
    for reading in counts:
        shorter = reading.name
        for pattern in (_SET_CODE, _SET_SUFFIX, _SET_SUFFIX):
            cut = pattern.sub("", shorter)
            if cut and cut != shorter:
                shorter = cut
                yield _Reading(reading.copies, shorter)


def _likeliest(readings: Sequence[_Reading]) -> _Reading:
    """Return the reading with a count, and with as much of the name as there is."""
    return next((reading for reading in readings if reading.copies > 1 or reading.name != readings[0].name), readings[0])


def _unresolved(name: str, cards: Sequence[CardFacts], line: int) -> Message:
    if cards:
        names = ", ".join(sorted({card.name for card in cards})[:5])
        return Message("deck.text.ambiguous", {"name": name[:80], "names": names}, line)
    return Message("deck.text.unknown_name", {"name": name[:80]}, line)


def _wrong_counts(expected: Sequence[tuple[int, Heading, int]], total: int) -> Iterator[Message]:
    """Yield the headings whose announced number is not what stands below them.

    "Main (40)" above the headings of kinds announces what these have together.
    """
    next_heading = next_pile = total
    for line, heading, before in reversed(expected):
        end = next_heading if heading.pile is None else next_pile
        if heading.count is not None and heading.count not in (next_heading - before, end - before):
            yield Message("deck.text.wrong_count", {"count": heading.count, "found": end - before}, line)
        next_heading = before
        if heading.pile is not None:
            next_pile = before


def write_text(deck: Deck, source: CardSource, language: str = "en") -> Written:
    """Write a Deck as a list in words that ``read_text`` takes back: one line a card, "3 Name", a heading a pile.

    Names are in ``language``, or English where there is none in it; numbers nobody knows stay numbers.
    """
    lines: list[str] = []
    for pile in Pile:
        cards = deck.pile(pile)
        if not cards and pile is not Pile.MAIN:
            continue
        lines += ([""] if lines else []) + [f"{pile.value.capitalize()} Deck ({len(cards)}):"]
        by_name: dict[str, int] = {}
        for written, copies in counted(cards):
            shown = _shown_name(written, source, language)
            by_name[shown] = by_name.get(shown, 0) + copies
        lines += [f"{copies} {shown}" for shown, copies in by_name.items()]
    return Written("\n".join(lines) + "\n")


def _shown_name(written: DeckCard, source: CardSource, language: str) -> str:
    if written.passcode is None:
        return written.name
    card = source.card(written.passcode)
    if card is None:
        return str(written.passcode)
    name = card.names.get(language) or card.name
    # A name that means another card as well would be read as that one.
    found = only_card(source.named(name))
    return name if found is not None and name_key(found.name) == name_key(card.name) else str(written.passcode)
