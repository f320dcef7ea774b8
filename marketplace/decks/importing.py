"""A deck from a file, a link or a list in words: read and shown first, made on request. Nothing is written before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy.orm import Session

import engine
from engine import (
    CardFacts,
    DeckCard,
    DeckFile,
    DeckFormat,
    Message,
    NotText,
    Pile,
    UnreadableFile,
    counted,
    identify,
    plain_text,
    read_deck,
)
from marketplace.catalogue import lookup
from marketplace.catalogue.name_search import find_names
from marketplace.decks import decks
from marketplace.decks.card_source import CatalogueCards
from marketplace.decks.contents import PILES, load_written
from marketplace.decks.limits import remark, words_of
from marketplace.decks.models import Deck
from marketplace.errors import Refused
from marketplace.i18n import current_locale

MOST_BYTES = 512 * 1024
"""The engine reads no larger deck list."""
_MOST_REMARKS = 200
_MOST_GUESSES = 30
"""Lines with an unknown name that get guesses."""
_GUESSES = 3
_LONGEST_FILE_NAME = 200


@dataclass(frozen=True, slots=True)
class Line:
    """One card of the preview."""

    copies: int
    name: str
    facts: CardFacts | None
    remark: str
    """What is odd about it; empty for a card that was found."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A line whose name no card has, and the names that are close."""

    line: int
    name: str
    candidates: Sequence[str]


@dataclass(frozen=True, slots=True)
class Preview:
    """A deck as it was read."""

    file: DeckFile
    piles: Sequence[tuple[Pile, int, Sequence[Line]]]
    remarks: Sequence[str]
    guesses: Sequence[Guess]

    @property
    def copies(self) -> int:
        return len(self.file.deck)

    @property
    def mostly_unknown(self) -> bool:
        """Whether the catalogue lacks more than five of its cards and more than half: rather the catalogue's fault than the list's."""
        lines = [line for _pile, _copies, its_lines in self.piles for line in its_lines]
        unknown = sum(line.facts is None for line in lines)
        return unknown > 5 and unknown * 2 > len(lines)

    @property
    def is_whole(self) -> bool:
        return self.file.is_whole


def text_of(content: bytes) -> str:
    """The text of a file; Refused when it is none or too large for a deck."""
    if len(content) > MOST_BYTES:
        raise _refused(Message("deck.too_large", {"kilobytes": MOST_BYTES // 1024}))
    try:
        return plain_text(content)
    except NotText:
        raise _refused(Message("deck.not_text")) from None


def _refused(message: Message) -> Refused:
    return Refused(words_of(message), rule=message.id, field="text")


class _Asked:
    """A source of no cards that remembers the names it was asked for, to load them all at once."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def card(self, passcode: int) -> CardFacts | None:
        return None

    def named(self, name: str) -> Sequence[CardFacts]:
        self.names.add(name)
        return ()


def read(session: Session, text: str, name: str = "", source: CatalogueCards | None = None) -> tuple[DeckFile, CatalogueCards]:
    """Read a deck. Refused in words, and with the line where there is one, when the text is none.

    A list in words is read twice: the first time only to learn which names are asked for, so that the catalogue is
    asked once for all of them.
    """
    source = source or CatalogueCards(session)
    locale = current_locale()
    text = text.replace("\x00", "")
    asked = _Asked()
    try:
        read_deck(text, asked, name, locale)
    except UnreadableFile as error:
        if error.message.id != "deck.no_card":
            raise _refused(error.message) from None
    source.load_names(asked.names)
    try:
        file = read_deck(text, source, name, locale)
    except UnreadableFile as error:
        raise _refused(error.message) from None
    if len(file.deck) > decks.MOST_CARDS:
        raise Refused(
            _("This list has %(count)d cards; a deck holds at most %(most)d.", count=len(file.deck), most=decks.MOST_CARDS),
            rule="deck.too_many",
            field="text",
        )
    load_written(source, (card for _pile, card in file.deck.cards()))
    return file, source


def preview(session: Session, user_id: int, text: str, name: str = "") -> Preview:
    """Read a deck and show what was understood."""
    file, source = read(session, text, name)
    at = _numbers_at(text) if file.format is DeckFormat.YDK else {}
    piles = [(pile, len(file.deck.pile(pile)), _lines(file.deck, pile, source, at)) for pile in PILES]
    return Preview(
        file=file,
        piles=piles,
        remarks=[words_of(message) for message in file.messages],
        guesses=_guesses(session, user_id, file.messages),
    )


def _numbers_at(text: str) -> dict[int, int]:
    """Number -> the first line of a .ydk that has it."""
    found: dict[int, int] = {}
    for place, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if line.isascii() and line.isdigit() and len(line) <= 20:
            found.setdefault(int(line), place)
    return found


def _lines(deck: engine.Deck, pile: Pile, source: CatalogueCards, at: Mapping[int, int]) -> list[Line]:
    """The cards of a pile, each with what is odd about it and where; ``at``: number -> line."""
    return [replace(line, remark=_placed(line.remark, at.get(number))) for line, number in _read(deck, pile, source)]


def _placed(words: str, line: int | None) -> str:
    return str(_("Line %(line)d: %(words)s", line=line, words=words)) if words and line else words


def _read(deck: engine.Deck, pile: Pile, source: CatalogueCards) -> list[tuple[Line, int]]:
    locale = current_locale()
    lines: list[tuple[Line, int]] = []
    for card, copies in counted(deck.pile(pile)):
        found = identify(card, source)
        if found.card is not None:
            shown = found.card.names.get(locale) or found.card.name
            line = Line(copies, shown, found.card, _oddity(card, found.card, assumed=found.is_assumed))
        elif found.is_token:
            line = Line(copies, str(card), None, _("A Token: it belongs to no deck."))
        else:
            line = Line(copies, str(card), None, _("Unknown card: it is kept, and written back as it stands."))
        lines.append((line, -1 if card.passcode is None else card.passcode))
    return lines


def _oddity(card: DeckCard, facts: CardFacts, *, assumed: bool) -> str:
    if assumed:
        return str(
            _(
                "The number %(number)s is unknown, but close to this card: taken for another artwork of it.",
                number=card.passcode,
            )
        )
    if card.passcode is not None and card.passcode == facts.placeholder_passcode and facts.passcode is None:
        return str(_("Printed without a passcode: %(number)s is a number simulators use for it.", number=card.passcode))
    return ""


def _guesses(session: Session, user_id: int, messages: Sequence[Message]) -> list[Guess]:
    unknown = [message for message in messages if message.id == "deck.text.unknown_name"][:_MOST_GUESSES]
    found: list[tuple[Message, list[int]]] = []
    for message in unknown:
        words = str(message.facts["name"])
        hits = find_names(session, words, _GUESSES, locale=current_locale(), viewer_id=user_id)
        if hits:
            found.append((message, [hit.card_id for hit in hits]))
    names = lookup.names(session, {card_id for _message, ids in found for card_id in ids}, current_locale())
    return [
        Guess(message.line, str(message.facts["name"]), list(dict.fromkeys(names[card_id] for card_id in ids)))
        for message, ids in found
    ]


def corrected(text: str, choices: Mapping[int, tuple[str, str]]) -> str:
    """The text with names put right: line number, from 1 -> (name as written, name that is meant)."""
    lines = text.splitlines()
    for number, (written, meant) in choices.items():
        if 0 < number <= len(lines):
            line = lines[number - 1]
            lines[number - 1] = line.replace(written, meant, 1) if written in line else meant
    return "\n".join(lines)


def make(
    session: Session,
    user_id: int,
    text: str,
    name: str,
    *,
    file_name: str = "",
    ruleset: str = "advanced",
    key: str | None = None,
) -> Deck:
    """Make a deck of a list. What could not be read stays with it as notes."""
    file, source = read(session, text, stem(file_name))
    return decks.create(
        session,
        user_id,
        name or file.deck.name[: decks.LONGEST_NAME] or _("Imported deck"),
        cards=file.deck,
        source=source,
        key=key,
        ruleset=ruleset,
        unread=[remark(message) for message in file.messages[:_MOST_REMARKS]],
    )


def stem(file_name: str) -> str:
    """The name a file gives a deck: without folders and ending."""
    plain = re.split(r"[\\/]", file_name)[-1][:_LONGEST_FILE_NAME]
    return re.sub(r"\.(?:ydk|txt|text|ydke)$", "", plain, flags=re.IGNORECASE).strip()


def format_words(form: DeckFormat) -> str:
    """What a list was read as."""
    return {
        DeckFormat.YDK: _("a .ydk file"),
        DeckFormat.YDKE: _("a ydke link"),
        DeckFormat.LINK: _("an address that carries a deck"),
        DeckFormat.TEXT: _("a list in words"),
    }[form]


def counted_words(preview: Preview) -> str:
    """How many cards were read."""
    return str(ngettext("%(num)s card", "%(num)s cards", preview.copies))
