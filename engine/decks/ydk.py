"""The ``.ydk`` format: one passcode a line under ``#main``, ``#extra`` and ``!side``."""

import re

from engine.card_numbers import MAX_NUMBER
from engine.decks.deck import Deck, DeckCard, Pile
from engine.decks.file import DeckFile, DeckFormat, Piles, Written
from engine.message import Message

_SECTIONS = {"#main": Pile.MAIN, "#extra": Pile.EXTRA, "!side": Pile.SIDE, "#side": Pile.SIDE}
_CREATED_BY = re.compile(r"^#\s*created by\b:?\s*(?P<author>.*)$", re.IGNORECASE)
_BY_NAME = re.compile(r"^#by name (?P<copies>\d{1,3}) (?P<name>.+)$")
_SCIENTIFIC = re.compile(r"^(?P<first>\d)[.,](?P<rest>\d{3,9})E\+?(?P<exponent>\d{1,2})$", re.IGNORECASE)
_DAMAGED_NUMBER = re.compile(r"^\d+(?:[.,]\d+)?E\+?\d+$|\d{4,}", re.IGNORECASE)


def read_ydk(text: str, name: str = "") -> DeckFile:
    """Read a list; ``name`` is that of its file, as the format has no place for one.

    Numbers nobody knows stay in the Deck. A number before the first section counts as Main Deck; a line that is none is
    reported and, unless it may have been a card, passed over.
    """
    piles, messages = Piles(), list[Message]()
    author = ""
    pile: Pile | None = None
    for line_number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if (section := _SECTIONS.get(line.lower())) is not None:
            pile = section
        elif line.startswith(("#", "!")):
            if match := _CREATED_BY.match(line):
                author = match["author"].strip(" .")
            elif match := _BY_NAME.match(line):
                piles.add(pile or Pile.MAIN, DeckCard(None, match["name"].strip()), int(match["copies"]))
        elif line.isascii() and line.isdigit() and len(line) <= 20 and int(line) <= MAX_NUMBER:
            if pile is None:
                messages.append(Message("deck.ydk.no_section", {}, line_number))
                pile = Pile.MAIN
            piles.add(pile, DeckCard(int(line)))
        elif line and pile is not None:
            if (restored := _restored(line)) is not None:
                piles.add(pile, DeckCard(restored))
                messages.append(Message("deck.ydk.restored_number", {"text": line, "number": restored}, line_number))
                continue
            lost = bool(_DAMAGED_NUMBER.search(line))
            kind = "deck.ydk.damaged_number" if lost else "deck.ydk.not_a_number"
            messages.append(Message(kind, {"text": line[:40]}, line_number, is_loss=lost))
    return DeckFile(DeckFormat.YDK, piles.deck(name, author), tuple(messages))


def _restored(line: str) -> int | None:
    """Return the passcode that a spreadsheet wrote as 4.6986414E+07, if all its digits are there."""
    match = _SCIENTIFIC.match(line)
    if match is None or len(match["rest"]) != int(match["exponent"]):
        return None
    number = int(match["first"] + match["rest"])
    return number if number <= MAX_NUMBER else None


def looks_like_ydk(text: str) -> bool:
    """Tell whether a text is a ``.ydk``: it has one of the sections, or begins with a bare passcode on every line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if any(line.lower() in _SECTIONS or _CREATED_BY.match(line) for line in lines):
        return True
    cards = [line for line in lines if not line.startswith("#")]
    return bool(cards) and all(line.isascii() and line.isdigit() and len(line) >= 4 for line in cards)


def write_ydk(deck: Deck) -> Written:
    """Write a Deck: numbers without padding, LF, a final newline, ``!side`` even when empty.

    Cards known by name only become remarks, which other programs pass over and ``read_ydk`` takes back.
    """
    lines = [f"#created by {_one_line(deck.author)}" if deck.author else "#created by ..."]
    left_out: list[DeckCard] = []
    for pile, heading in ((Pile.MAIN, "#main"), (Pile.EXTRA, "#extra"), (Pile.SIDE, "!side")):
        lines.append(heading)
        for card in deck.pile(pile):
            if card.passcode is None:
                left_out.append(card)
                lines.append(f"#by name 1 {_one_line(card.name)}")
            else:
                lines.append(str(card.passcode))
    return Written("\n".join(lines) + "\n", tuple(left_out))


def _one_line(text: str) -> str:
    return " ".join(text.split())
