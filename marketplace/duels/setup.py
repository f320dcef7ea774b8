"""What a duel can be begun with: rulesets, practice Decks, and the person's own Decks with what speaks against them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask_babel import gettext as _
from sqlalchemy.orm import Session

from engine import (
    CardIndex,
    DuelDeck,
    PracticeDeck,
    Ruleset,
    UnknownPracticeDeck,
    check_deck,
    default_list,
    practice_deck,
    practice_decks,
    read_ruleset,
    read_starter,
)
from marketplace.decks.card_source import CatalogueCards
from marketplace.decks.contents import engine_deck, load_cards
from marketplace.decks.for_duels import deck_facts, decks_of, get_deck, unplayable
from marketplace.decks.limits import RULESET_NAMES, list_of
from marketplace.decks.models import Deck
from marketplace.errors import Refused
from marketplace.i18n import current_locale

FIRST = ("rulebook-2009", "goat-2005", "advanced")
"""The rulesets offered first: those with practice Decks."""
RULESETS = (*FIRST, *(name for name in RULESET_NAMES if name not in FIRST and read_ruleset(name).turn_order == "two"))
"""The rulesets for two players."""
MOST_DECKS = 40
"""Own Decks that are offered, changed last first."""
_PRACTICE, _OWN, MIRROR = "practice:", "own:", "mirror"


@dataclass(frozen=True, slots=True)
class Offered:
    """A Deck on the page that begins a duel. ``value`` is what the form sends."""

    value: str
    name: str
    about: str = ""
    deck_id: int | None = None
    """Of an own Deck."""
    cards: int = 0
    problems: tuple[str, ...] = ()
    """Why it is not legal under the ruleset, in words."""
    unplayable: tuple[str, ...] = ()
    """Cards that cannot be played in duels yet."""
    power: int = 0
    """Of a practice Deck: 1 relaxed, 2 strong."""

    @property
    def ready(self) -> bool:
        """Whether a duel can be begun with it."""
        return not self.problems and not self.unplayable


@dataclass(frozen=True, slots=True)
class Chosen:
    """A Deck a duel is begun with."""

    name: str
    deck: DuelDeck


def practice_offers(ruleset: str) -> list[Offered]:
    """The practice Decks for a ruleset, relaxed ones first; all of them where the ruleset has none of its own."""
    locale = current_locale()
    decks = [deck for deck in practice_decks() if deck.ruleset == ruleset] or [
        deck for deck in practice_decks() if not _practice_problems(deck, ruleset)
    ]
    return [
        Offered(
            _PRACTICE + deck.id,
            deck.name.get(locale, deck.name["en"]),
            deck.how_to_play.get(locale, deck.how_to_play["en"]),
            cards=len(deck.main) + len(deck.extra),
            power=deck.power,
        )
        for deck in decks
    ]


@cache
def _starter() -> CardIndex:
    return CardIndex(read_starter().cards)


@cache
def _known_problems(deck_id: str, ruleset: str) -> int:
    rules = read_ruleset(ruleset)
    return len(check_deck(practice_deck(deck_id).deck(), rules, default_list(rules), _starter()))


def _practice_problems(deck: PracticeDeck, ruleset: str) -> int:
    return _known_problems(deck.id, ruleset)


def own_offers(session: Session, user_id: int, ruleset: str) -> list[Offered]:
    """The person's Decks with what speaks against playing them under a ruleset."""
    decks = decks_of(session, user_id)[:MOST_DECKS]
    if not decks:
        return []
    source = load_cards(session, decks)
    rules = read_ruleset(ruleset)
    return [_offered(session, deck, rules, source) for deck in decks]


def _offered(session: Session, deck: Deck, rules: Ruleset, source: CatalogueCards) -> Offered:
    return Offered(
        f"{_OWN}{deck.id}",
        deck.name,
        deck_id=deck.id,
        cards=sum(entry.copies for entry in deck.cards if entry.pile != "side"),
        problems=tuple(_problems(session, deck, rules, source)),
        unplayable=tuple(unplayable(session, deck, source)),
    )


def _problems(session: Session, deck: Deck, rules: Ruleset, source: CatalogueCards) -> list[str]:
    banlist = list_of(session, deck) if deck.ruleset == rules.name else default_list(rules)
    locale = current_locale()
    return [refusal.sentence(locale) for refusal in check_deck(engine_deck(deck), rules, banlist, source)]


def chosen(session: Session, user_id: int, value: str, ruleset: str, field: str) -> Chosen:
    """The Deck a form names. Refused if it cannot be played, NotFound if it is somebody else's."""
    kind, _colon, name = value.partition(":")
    if kind == "practice":
        return _practice(name, ruleset, field)
    if kind != "own" or not (name.isascii() and name.isdigit() and len(name) < 10):
        raise Refused(_("Choose a Deck."), rule="duels.deck", field=field)
    deck = get_deck(session, user_id, int(name))
    source = load_cards(session, [deck])
    offered = _offered(session, deck, read_ruleset(ruleset), source)
    if offered.unplayable:
        raise Refused(
            _("Cards of this Deck cannot be played in duels yet: %(cards)s.", cards=", ".join(offered.unplayable[:12])),
            rule="duels.deck.unplayable",
            field=field,
        )
    if offered.problems:
        raise Refused(offered.problems[0], rule="duels.deck.illegal", field=field)
    main, extra = deck_facts(session, deck, source)
    return Chosen(deck.name, DuelDeck(main, extra))


def _practice(deck_id: str, ruleset: str, field: str) -> Chosen:
    try:
        deck = practice_deck(deck_id)
    except UnknownPracticeDeck:
        raise Refused(_("Choose a Deck."), rule="duels.deck", field=field) from None
    if _practice_problems(deck, ruleset):
        raise Refused(_("This practice Deck is not legal under that ruleset."), rule="duels.deck.illegal", field=field)
    return Chosen(deck.name.get(current_locale(), deck.name["en"]), deck.duel_deck(_starter()))


def usual_choice(offers: Sequence[Offered]) -> str:
    """What the form proposes: the first Deck that can be played."""
    return next((offer.value for offer in offers if offer.ready), "")


def ruleset_choices() -> list[tuple[str, Any]]:
    """Values and labels of the rulesets, those with practice Decks first."""
    return [(name, RULESET_NAMES[name]) for name in RULESETS]
