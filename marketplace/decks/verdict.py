"""Whether a deck is legal under its ruleset and list, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flask_babel import gettext as _
from sqlalchemy.orm import Session

from engine import (
    Banlist,
    CardFacts,
    ListEntry,
    Refusal,
    check_deck,
    combined,
    deck_name,
    deck_rules,
    rule,
    rules_of,
)
from marketplace.decks.card_source import CatalogueCards
from marketplace.decks.contents import engine_deck, identified, load_cards
from marketplace.decks.copies import Stand, stand_of
from marketplace.decks.limits import list_of, rules_for
from marketplace.decks.models import Deck
from marketplace.i18n import current_locale

_UNKNOWN = "deck.card.unknown"


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a deck is not legal."""

    rule: str
    title: str
    """What the rule is called."""
    also: tuple[tuple[str, str], ...]
    """Rules that say the same or explain it, with their titles."""
    sentence: str
    """What is wrong and what to do."""
    card_id: int | None
    deck: str
    """Name of the deck of a team it is about; empty for a single deck, and for both."""
    cards: tuple[str, ...] = ()
    """What is written of the cards a sentence about several of them counts."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a check."""

    problems: Sequence[Problem]
    list_name: str
    """Empty when no list is used."""
    list_date: str
    unread: int
    """Lines an import could not read: the verdict is about what was read."""
    to_go: int = 0
    """Cards the Main Deck lacks, where that is all that is wrong, or where the deck is still empty."""

    @property
    def legal(self) -> bool:
        return not self.problems


def verdict(
    session: Session,
    deck: Deck,
    source: CatalogueCards | None = None,
    *,
    partner: Deck | None = None,
    banlist: Banlist | None = None,
    stands: Mapping[str, Stand] | None = None,
) -> Verdict:
    """Check a deck as its settings say.

    ``source``, ``banlist`` (the deck's) and ``stands`` spare work that was done already. ``partner`` is the second deck
    of a team; it counts only under rulesets for teams.
    """
    ruleset = rules_for(deck)
    banlist = banlist or list_of(session, deck)
    partner = partner if deck_rules(ruleset).is_for_teams else None
    decks = [deck, *([partner] if partner is not None else [])]
    source = load_cards(session, decks, (banlist,), source)
    cards = [found.card for one in decks for entry in one.cards if (found := identified(entry, source, banlist)).card]
    facts = [card for card in cards if card is not None]
    if deck.only_owned:
        if stands is None:
            stands = stand_of(session, deck.user_id, {card.name for card in facts}, deck.id)
        banlist = with_collection(banlist, facts, stands)
    refusals = check_deck(engine_deck(deck), ruleset, banlist, source, engine_deck(partner) if partner is not None else None)
    names = [one.name for one in decks]
    known = _known(facts, source)
    return Verdict(
        problems=list(_problems(refusals, known, names)),
        list_name=banlist.name if banlist is not None else "",
        list_date=(banlist.date or "") if banlist is not None else "",
        unread=sum(1 for line in deck.unread if line.get("loss")),
        to_go=_to_go(refusals, deck_rules(ruleset).main_rules, is_empty=not any(one.cards for one in decks)),
    )


def with_collection(banlist: Banlist | None, cards: Iterable[CardFacts], stands: Mapping[str, Stand]) -> Banlist:
    """The list that also allows of each card no more copies than the player owns."""
    entries = []
    for card in {card.name: card for card in cards}.values():
        owned = stands[card.name].owned if card.name in stands else 0
        if owned:
            entries.append(ListEntry(card.passcode, card.name, min(3, owned)))
    mine = Banlist(name=_("my collection"), entries=tuple(entries), is_whitelist=True)
    return mine if banlist is None else combined(banlist, mine)


def _known(cards: Iterable[CardFacts], source: CatalogueCards) -> dict[str, tuple[str, int]]:
    """English name -> name in the reader's language, and id."""
    locale = current_locale()
    known: dict[str, tuple[str, int]] = {}
    for card in cards:
        shown = card.names.get(locale) or card.name, source.id_of(card)
        known.setdefault(card.name, shown)
        known.setdefault(deck_name(card), (deck_name(card) if deck_name(card) != card.name else shown[0], shown[1]))
    return known


def _to_go(refusals: Sequence[Refusal], size_rules: Sequence[str], *, is_empty: bool) -> int:
    """A deck just begun is no mistake: it is told how many cards it still takes. 0 for what has other faults."""
    short = [int(one.facts["target"]) - int(one.facts["count"]) for one in refusals if one.rule in size_rules]
    return max(0, *short) if short and (is_empty or len(refusals) == 1) else 0


def _problems(refusals: Sequence[Refusal], known: Mapping[str, tuple[str, int]], names: Sequence[str]) -> Iterator[Problem]:
    """The problems in words. Unknown cards of a deck are one problem: their sentences differ in nothing but the card."""
    unknown: dict[object, list[Refusal]] = {}
    for refusal in refusals:
        if refusal.rule == _UNKNOWN:
            unknown.setdefault(refusal.facts.get("deck"), []).append(refusal)
    for refusal in refusals:
        alike = unknown.get(refusal.facts.get("deck"), []) if refusal.rule == _UNKNOWN else []
        if len(alike) < 2:
            yield _problem(refusal, known, names)
        elif refusal is alike[0]:
            yield replace(
                _problem(refusal, known, names),
                sentence=_(
                    "%(num)s cards are unknown here. Check their numbers and names, or take them out. The site may lack them"
                    " until its owner imports the whole card list.",
                    num=len(alike),
                ),
                also=tuple(dict.fromkeys(pair for one in alike for pair in _problem(one, known, names).also)),
                cards=tuple(str(one.facts["card"]) for one in alike),
            )


def _problem(refusal: Refusal, known: Mapping[str, tuple[str, int]], names: Sequence[str]) -> Problem:
    locale = current_locale()
    facts = dict(refusal.facts)
    card_id = None
    if isinstance(card := facts.get("card"), str) and card in known:
        facts["card"], card_id = known[card]
    first, *others = rules_of(refusal)
    whose = facts.get("deck")
    return Problem(
        rule=first,
        title=_title(first, locale),
        # A rule that refuses in the same words says nothing that the first one does not.
        also=tuple((other, _title(other, locale)) for other in others if rule(other).refusal != rule(first).refusal),
        sentence=Refusal(refusal.rule, facts).sentence(locale),
        card_id=card_id,
        deck=names[whose - 1] if isinstance(whose, int) and len(names) > 1 else "",
    )


def _title(rule_id: str, locale: str) -> str:
    title = rule(rule_id).title
    return title.get(locale) or title["en"]
