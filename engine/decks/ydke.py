"""The ``ydke://`` format, and links that carry a Deck in the same three parts."""

import base64
import binascii
import re
import struct
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from engine.decks.deck import Deck, DeckCard, Pile
from engine.decks.file import DeckFile, DeckFormat, Piles, Written
from engine.message import Message, UnreadableFile

_START = "ydke://"
_LINK_FIELDS = ("y", "ydke")
_OLD_LINK_FIELD = "e"
_LINK = re.compile(rf"[?&](?:{'|'.join((*_LINK_FIELDS, _OLD_LINK_FIELD))})=")
_URL_SAFE = str.maketrans("-_", "+/")
_PART_CHARACTERS = re.compile(r"[A-Za-z0-9+/\-_= ]*")


def read_ydke(text: str, name: str = "") -> DeckFile:
    """Read the first ``ydke://`` of a text.

    What chat programs do to it is put right: a missing last ``!``, ``+`` turned into a space, line breaks, percent
    signs. A part that is damaged is reported and left out, the others stay.
    """
    body = text[text.index(_START) + len(_START) :]
    return _read_parts(body, DeckFormat.YDKE, name)


def read_link(text: str, name: str = "") -> DeckFile:
    """Read an address that carries a Deck: ``...?y=main!extra!side!name``; raises ``UnreadableFile``."""
    address = next(word for word in text.split() if _LINK.search(word))
    query = urlsplit(address).query or address.lstrip("?")
    # A "+" in such links is part of the number, not a space: it is kept out of the reader's way.
    fields = dict(parse_qsl(query.replace("+", "%2B"), keep_blank_values=True))
    for field in _LINK_FIELDS:
        if field in fields:
            return _read_parts(fields[field].removeprefix(_START), DeckFormat.LINK, name)
    if _OLD_LINK_FIELD in fields:
        raise UnreadableFile(Message("deck.link.old"))
    raise UnreadableFile(Message("deck.link.empty"))


def looks_like_link(text: str) -> bool:
    """Tell whether a text is an address with a Deck, or only the question mark and what follows."""
    words = [word for word in text.split() if _LINK.search(word)]
    return len(text.split()) <= 3 and any(word.startswith("?") or "://" in word for word in words)


def has_ydke(text: str) -> bool:
    """Tell whether a text holds a ``ydke://``."""
    return _START in text


def _read_parts(body: str, form: DeckFormat, name: str) -> DeckFile:
    piles, messages = Piles(), list[Message]()
    if "%" in body:
        body = unquote(body)
    parts = body.split("!", 3)
    trailing = parts[3].strip() if len(parts) > 3 else ""
    for index, pile in enumerate(Pile):
        if index >= len(parts):
            messages.append(Message("deck.ydke.cut", {"pile": _shown(pile)}, is_loss=True))
            continue
        numbers = _numbers(parts[index])
        if numbers is None:
            messages.append(Message("deck.ydke.damaged", {"pile": _shown(pile)}, is_loss=True))
            continue
        for number in numbers:
            piles.add(pile, DeckCard(number))
    if form is DeckFormat.LINK and trailing:
        name = trailing.partition("!")[0].strip() or name
    return DeckFile(form, piles.deck(name), tuple(messages))


def _shown(pile: Pile) -> str:
    return f"{pile.value.capitalize()} Deck"


def _numbers(part: str) -> list[int] | None:
    """Return the passcodes of one part, None when it is damaged."""
    part = re.sub(r"[\r\n\t]", "", part).translate(_URL_SAFE)
    if part and not _PART_CHARACTERS.fullmatch(part):
        # Words behind the last part: the link stood in the middle of a message and has lost its last "!".
        part = part.split()[0]
        if not _PART_CHARACTERS.fullmatch(part):
            return None
    bare_part = part.strip(" ")
    candidates = (
        part.replace(" ", "+"),
        bare_part.replace(" ", "+"),
        bare_part.replace(" ", ""),
        bare_part.partition(" ")[0],
    )
    for candidate in dict.fromkeys(candidates):
        bare = candidate.rstrip("=")
        try:
            content = base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
        except (binascii.Error, ValueError):
            continue
        if len(content) % 4 == 0:
            return list(struct.unpack(f"<{len(content) // 4}I", content))
    return None


def _part(cards: tuple[DeckCard, ...]) -> str:
    numbers = [card.passcode for card in cards if card.passcode is not None]
    return base64.b64encode(struct.pack(f"<{len(numbers)}I", *numbers)).decode("ascii")


def _left_out(deck: Deck) -> tuple[DeckCard, ...]:
    return tuple(card for _, card in deck.cards() if card.passcode is None)


def write_ydke(deck: Deck) -> Written:
    """Write a Deck as one ``ydke://``; cards known by name only are left out."""
    return Written(_START + "".join(_part(deck.pile(pile)) + "!" for pile in Pile), _left_out(deck))


def write_link(deck: Deck, address: str = "") -> Written:
    """Write a Deck as ``address?y=main!extra!side!name``, percent-encoded where an address needs it."""
    parts = "!".join(_part(deck.pile(pile)) for pile in Pile)
    return Written(f"{address}?y={quote(f'{parts}!{deck.name}', safe='!')}", _left_out(deck))
