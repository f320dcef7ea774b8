"""Which card of the catalogue each card of a file is, and whose each passcode is.

Cards keep their id for ever: copies and decks point to it. The wiki page is the key where both sides have it, then
the passcode, the passcode of another artwork, the Konami id, and a name that only one card bears.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine import CardFacts
from marketplace.catalogue.importing.known import Known, KnownCard
from marketplace.catalogue.importing.report import Collision, ProblemLine

NEAR_ARTWORK = 10
"""How far above its card's passcode another artwork's passcode may lie to be taken for it."""


@dataclass(slots=True)
class Matched:
    """A card of the file and the card of the catalogue it is."""

    facts: CardFacts
    ref: int
    """Id of the card; negative for new ones: -1 is the first, -2 the second."""
    card: KnownCard | None
    passcode: int | None
    """The passcode it gets; None when it has none or another card has a better claim."""
    aliases: dict[int, bool] = field(default_factory=dict)
    """Other passcodes that are new, and whether they are only assumed."""


@dataclass(slots=True)
class CardMatches:
    matched: list[Matched] = field(default_factory=list)
    new_count: int = 0
    collisions: list[Collision] = field(default_factory=list)
    problems: list[ProblemLine] = field(default_factory=list)


def match_cards(cards: Sequence[CardFacts], known: Known) -> CardMatches:
    """Find the card of the catalogue for each card of a file."""
    finder = _Finder(known)
    matches = CardMatches()
    taken: dict[int, CardFacts] = {}
    new_by_passcode: dict[int, CardFacts] = {}
    for facts in cards:
        card = finder.find(facts)
        if card is not None:
            first = taken.setdefault(card.id, facts)
            if first is not facts:
                message = f"{facts.name} is the same card as {first.name} of this file; the first counts."
                matches.problems.append(ProblemLine(0, "", message))
                continue
            matches.matched.append(Matched(facts, card.id, card, facts.passcode))
            continue
        if facts.page_id is None and facts.passcode is not None:
            first = new_by_passcode.setdefault(facts.passcode, facts)
            if first is not facts:
                message = f"{facts.name} has the passcode {facts.passcode}, as {first.name} of this file; the first counts."
                matches.problems.append(ProblemLine(0, "id", message))
                continue
        matches.new_count += 1
        matches.matched.append(Matched(facts, -matches.new_count, None, facts.passcode))
    _settle_passcodes(matches, known)
    _settle_aliases(matches, known)
    return matches


class _Finder:
    """Finds cards by the marks a file may give."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._by_page = {card.page_id: card for card in known.cards.values() if card.page_id is not None}
        self._by_passcode: dict[int, KnownCard] = {}
        self._by_konami: dict[int, list[KnownCard]] = {}
        self._by_name: dict[str, list[KnownCard]] = {}
        for card in known.cards.values():
            if card.passcode is not None:
                self._by_passcode.setdefault(card.passcode, card)
            konami_id = card.values["konami_id"]
            if konami_id is not None:
                self._by_konami.setdefault(konami_id, []).append(card)
            self._by_name.setdefault(card.name, []).append(card)

    def find(self, facts: CardFacts) -> KnownCard | None:
        if facts.page_id is not None and facts.page_id in self._by_page:
            return self._by_page[facts.page_id]
        # Two pages are two cards, whatever else they share.
        return next((card for card in self._candidates(facts) if facts.page_id is None or card.page_id is None), None)

    def _candidates(self, facts: CardFacts) -> Iterator[KnownCard]:
        passcode = facts.passcode
        if passcode is not None:
            if passcode in self._by_passcode:
                yield self._by_passcode[passcode]
            elif passcode in self._known.aliases and self._known.aliases[passcode] in self._known.cards:
                yield self._known.cards[self._known.aliases[passcode]]
        namesakes = self._by_name.get(facts.name, [])
        if facts.konami_id is not None:
            yield from (card for card in self._by_konami.get(facts.konami_id, []) if card in namesakes)
        if len(namesakes) == 1:
            other = namesakes[0].passcode
            if passcode is None or other is None or 0 < passcode - other <= NEAR_ARTWORK:
                yield namesakes[0]


def _settle_passcodes(matches: CardMatches, known: Known) -> None:
    """Give each passcode to one card: whoever has it already, else the first of the file."""
    in_file = {match.ref for match in matches.matched}
    holder: dict[int, int] = {}
    for card in known.cards.values():
        if card.passcode is not None and card.id not in in_file:
            holder.setdefault(card.passcode, card.id)
    names = {card.id: card.name for card in known.cards.values()} | {match.ref: match.facts.name for match in matches.matched}
    keep = [match for match in matches.matched if match.card is not None and match.card.passcode == match.passcode]
    rest = [match for match in matches.matched if match.card is None or match.card.passcode != match.passcode]
    for match in [*keep, *rest]:
        old = match.card.passcode if match.card else None
        if match.passcode is None:
            # A source that gives none takes none away.
            match.passcode = old
            continue
        if match.facts.page_id is None and old is not None and match.passcode != old:
            # Known by another mark than its passcode: this one is an artwork's.
            assumed = known.aliases.get(match.passcode) != match.ref
            match.aliases[match.passcode] = assumed
            match.passcode = old
            continue
        other = holder.setdefault(match.passcode, match.ref)
        if other != match.ref:
            matches.collisions.append(Collision("passcode", str(match.passcode), (names[other], match.facts.name)))
            match.passcode = old if old != match.passcode else None


def _settle_aliases(matches: CardMatches, known: Known) -> None:
    """Keep the other passcodes that are news and belong to no other card."""
    own = {match.passcode: match.ref for match in matches.matched if match.passcode is not None}
    own |= {card.passcode: card.id for card in known.cards.values() if card.passcode is not None and card.passcode not in own}
    holder = dict(known.aliases)
    names = {card.id: card.name for card in known.cards.values()} | {match.ref: match.facts.name for match in matches.matched}
    for match in matches.matched:
        wanted = match.aliases | dict.fromkeys(match.facts.alias_passcodes, False)
        match.aliases = {}
        for passcode, assumed in wanted.items():
            if passcode in own:
                continue  # A card's own passcode, or that of its twin with another picture: no alias.
            other = holder.setdefault(passcode, match.ref)
            if other != match.ref:
                matches.collisions.append(Collision("alias", str(passcode), (names.get(other, "?"), match.facts.name)))
            elif passcode not in known.aliases:
                match.aliases[passcode] = assumed
