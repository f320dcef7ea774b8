"""What a duel can be begun with: rulesets, practice Decks, and the person's own Decks with what speaks against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, TypeAlias

from flask_babel import LazyString
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session

from engine import (
    Banlist,
    CardFacts,
    CardIndex,
    DuelDeck,
    HouseRules,
    Refusal,
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
from marketplace.decks.for_duels import deck_facts, decks_of, get_deck, side_facts, unplayable
from marketplace.decks.limits import list_of, rules_for
from marketplace.decks.models import Deck
from marketplace.duels.names import card_names
from marketplace.duels.opponents import OPPONENTS
from marketplace.errors import Refused
from marketplace.i18n import current_locale
from marketplace.rules import house
from marketplace.rules.words import RULESET_NAMES

FIRST = ("advanced", "rulebook-2009", "goat-2005")
"""The rulesets offered first: those with practice Decks. A first duel is under today's rules unless others are chosen."""
RULESETS = (*FIRST, *(name for name in RULESET_NAMES if name not in FIRST))
"""All rulesets, those for two teams included."""
ABOUT: Mapping[str, LazyString] = {
    "rulebook-2009": _l("The age of Synchro Monsters: the first player draws, and a Summon leaves you the first word."),
    "goat-2005": _l("April to September 2005, with the cards and the list of that time."),
    "advanced": _l("The rules and the list of today: who goes first does not draw."),
    "master-rule-4": _l("The Link era of 2017: the Extra Deck needs an Extra Monster Zone or a Link arrow."),
    "br": _l("The Brazilian rulebook: any action may be answered."),
    "classic": _l("Early fan rules: battle from the first turn on, no Synchro Monsters."),
    "tag-2017": _l("Two against two: you and a computer partner share 16000 Life Points and show each other your cards."),
}
"""One sentence about each ruleset."""
MOST_DECKS = 40
"""Own Decks that are offered, changed last first."""
_PRACTICE, _OWN, MIRROR, FITTING = "practice:", "own:", "mirror", "fitting"
_STRONG = 2


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
    made_for: str = ""
    """Ruleset of a practice Deck, if it is another than the chosen one."""

    @property
    def ready(self) -> bool:
        """Whether a duel can be begun with it."""
        return not self.problems and not self.unplayable


@dataclass(frozen=True, slots=True)
class Chosen:
    """A Deck a duel is begun with."""

    name: str
    deck: DuelDeck
    side: Sequence[CardFacts] = ()
    banlist: Banlist | None = None
    """The list it goes by."""


Rules: TypeAlias = str | HouseRules
"""A ruleset by name, or house rules."""


def practice_offers(ruleset: Rules) -> list[Offered]:
    """The practice Decks that are legal under a ruleset, those made for it first, relaxed ones before strong ones."""
    locale = current_locale()
    base = read_ruleset(ruleset).name
    decks = [deck for deck in practice_decks() if not _problems_of(deck.id, ruleset)]
    decks.sort(key=lambda deck: deck.ruleset != base)
    return [
        Offered(
            _PRACTICE + deck.id,
            deck.name.get(locale, deck.name["en"]),
            deck.how_to_play.get(locale, deck.how_to_play["en"]),
            cards=len(deck.main) + len(deck.extra),
            power=deck.power,
            made_for="" if deck.ruleset == base else deck.ruleset,
        )
        for deck in decks
    ]


@cache
def _starter() -> CardIndex:
    return CardIndex(read_starter().cards)


@lru_cache(maxsize=500)
def _problems_of(deck_id: str, ruleset: Rules) -> int:
    rules = read_ruleset(ruleset)
    return len(_singly(check_deck(practice_deck(deck_id).deck(), rules, default_list(rules), _starter())))


def _singly(refusals: Sequence[Refusal]) -> list[Refusal]:
    """What speaks against one Deck: that a team brings a second one is asked where both are known (``teams``)."""
    return [refusal for refusal in refusals if refusal.rule != "tag.deck.own_deck_each"]


def is_practice(value: str) -> bool:
    """Whether a form names a practice Deck."""
    return value.startswith(_PRACTICE)


def own_offers(session: Session, user_id: int, ruleset: Rules) -> list[Offered]:
    """The person's Decks with what speaks against playing them under a ruleset; those that can be played first."""
    decks = decks_of(session, user_id)[:MOST_DECKS]
    if not decks:
        return []
    source = load_cards(session, decks)
    rules = read_ruleset(ruleset)
    offers = [_offered(session, deck, rules, source) for deck in decks]
    named = card_names(session, {name for offer in offers for name in offer.unplayable}, current_locale())
    offers = [replace(offer, unplayable=tuple(map(named, offer.unplayable))) for offer in offers]
    return sorted(offers, key=lambda offer: not offer.ready)


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
    locale = current_locale()
    refusals = _singly(check_deck(engine_deck(deck), rules, _list_for(session, deck, rules), source))
    return [refusal.sentence(locale) for refusal in refusals]


def _list_for(session: Session, deck: Deck, rules: Ruleset) -> Banlist | None:
    return list_of(session, deck) if rules_for(deck).name == rules.name else default_list(rules)


def chosen(session: Session, user_id: int, value: str, ruleset: Rules, field: str) -> Chosen:
    """The Deck a form names. Refused if it cannot be played, NotFound if it is somebody else's."""
    kind, _colon, name = value.partition(":")
    if kind == "practice":
        return _practice(name, ruleset, field)
    if kind != "own" or not (name.isascii() and name.isdigit() and len(name) < 10):
        raise Refused(_("Choose a Deck."), rule="duels.deck", field=field)
    deck = get_deck(session, user_id, int(name))
    source = load_cards(session, [deck])
    rules = read_ruleset(ruleset)
    offered = _offered(session, deck, rules, source)
    if offered.unplayable:
        named = card_names(session, set(offered.unplayable), current_locale())
        raise Refused(
            _(
                "Cards of this Deck cannot be played in duels yet: %(cards)s.",
                cards=", ".join(map(named, offered.unplayable[:12])),
            ),
            rule="duels.deck.unplayable",
            field=field,
        )
    if offered.problems:
        raise Refused(offered.problems[0], rule="duels.deck.illegal", field=field)
    main, extra = deck_facts(session, deck, source)
    return Chosen(deck.name, DuelDeck(main, extra), side_facts(session, deck, source), _list_for(session, deck, rules))


def _practice(deck_id: str, ruleset: Rules, field: str) -> Chosen:
    try:
        deck = practice_deck(deck_id)
    except UnknownPracticeDeck:
        raise Refused(_("Choose a Deck."), rule="duels.deck", field=field) from None
    if _problems_of(deck.id, ruleset):
        raise Refused(_("This practice Deck is not legal under that ruleset."), rule="duels.deck.illegal", field=field)
    name = deck.name.get(current_locale(), deck.name["en"])
    return Chosen(name, deck.duel_deck(_starter()), (), default_list(read_ruleset(ruleset)))


def usual_choice(offers: Sequence[Offered]) -> str:
    """What the form proposes: the first Deck that can be played."""
    return next((offer.value for offer in offers if offer.ready), "")


def fitting(opponent: str, mine: str, ruleset: Rules) -> str:
    """The Deck that suits an opponent: the relaxed practice Deck for the weakest; for the others another practice Deck
    as strong as ``mine``, else the strongest there is, else the person's own. Decks made for the ruleset come first."""
    practice = practice_offers(ruleset)
    relaxed = [offer for offer in practice if offer.power == 1]
    if opponent == next(iter(OPPONENTS)):
        return relaxed[0].value if relaxed else MIRROR
    others = [offer for offer in practice if offer.value != mine]
    power = next((offer.power for offer in practice if offer.value == mine), _STRONG)
    strongest = max(others, key=lambda offer: (not offer.made_for, offer.power), default=None)
    return next((offer.value for offer in others if offer.power == power), strongest.value if strongest else MIRROR)


def asked_for(own: Sequence[Offered], deck_id: str) -> str:
    """What the form proposes when the page was opened from an own Deck; empty if that cannot be played."""
    return next((offer.value for offer in own if str(offer.deck_id) == deck_id and offer.ready), "")


def ruleset_of(session: Session, user_id: int, deck_id: str) -> str | None:
    """The ruleset of the own Deck the page was opened from, if there is one that can be played."""
    known = {str(deck.id): deck.ruleset for deck in decks_of(session, user_id)} if deck_id else {}
    ruleset = known.get(deck_id)
    return ruleset if ruleset in RULESETS or (ruleset or "").startswith(house.PREFIX) else None


def ruleset_choices() -> list[tuple[str, Any]]:
    """Values and labels of the rulesets, those with practice Decks first."""
    return [(name, RULESET_NAMES[name]) for name in RULESETS]
