"""The exchange between two duels of a match: a Deck as lines with numbers, and what a form makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import gettext as _

from engine import CardFacts, CardIndex, Deck, DeckCard, Match, Pile, home_pile, identify, not_playable
from marketplace.errors import Refused

MINE = 0
PILES = {"m": "main", "e": "extra", "s": "side"}
"""First letter of a form's field to the pile of its card."""


@dataclass(frozen=True, slots=True)
class Line:
    """Copies of one card in one pile."""

    field: str
    """Name of the form's field: how many copies leave the pile."""
    facts: CardFacts
    copies: int
    leaving: int
    fixed: bool = False
    """The ruleset keeps this card where it is."""
    unplayable: bool = False
    """It cannot be played in duels yet, so that it stays in the Side Deck."""

    @property
    def can_leave(self) -> bool:
        """Whether copies can be exchanged."""
        return not self.fixed and not self.unplayable


class Sheet:
    """The person's Deck before and after the exchange a form describes. Raises ``Refused`` for a forged form."""

    def __init__(self, match: Match, source: CardIndex, form: Mapping[str, str]) -> None:
        self.before = match.decks[MINE]
        self.registered = match.registered[MINE]
        self._found: dict[DeckCard, CardFacts] = {}
        for _pile, card in self.before.cards():
            if card not in self._found:
                facts = identify(card, source).card
                assert facts is not None, card
                self._found[card] = facts
        deck_only = match.ruleset.match_side_swap_scope == "deck_only"
        self.lines: dict[str, list[Line]] = {}
        after: dict[str, list[DeckCard]] = {pile.value: [] for pile in Pile}
        moved: dict[str, list[DeckCard]] = {pile.value: [] for pile in Pile}
        for letter, pile in PILES.items():
            lines = self.lines[pile] = []
            for place, (card, copies) in enumerate(Counter(self.before.pile(Pile(pile))).items()):
                facts = self._found[card]
                home = home_pile(facts).value
                fixed = deck_only and "extra" in (pile, home)
                unplayable = pile == "side" and bool(not_playable([facts]))
                leaving = _number(form.get(f"{letter}{place}", "0"), copies)
                lines.append(Line(f"{letter}{place}", facts, copies, leaving, fixed, unplayable))
                moved["side" if pile != "side" else home] += [card] * leaving
                after[pile] += [card] * (copies - leaving)
        piles = {pile: tuple(after[pile] + moved[pile]) for pile in after}
        self.deck = Deck(piles["main"], piles["extra"], piles["side"], name=self.before.name)

    @property
    def leaving(self) -> int:
        """Cards that go into the Side Deck."""
        return sum(line.leaving for pile in ("main", "extra") for line in self.lines[pile])

    @property
    def coming(self) -> int:
        """Cards that come out of the Side Deck."""
        return sum(line.leaving for line in self.lines["side"])

    @property
    def is_changed_from_registered(self) -> bool:
        """Whether the Deck of the last duel differs from the one the match began with."""
        return any(Counter(self.before.pile(pile)) != Counter(self.registered.pile(pile)) for pile in Pile)

    def facts(self, pile: str) -> list[CardFacts]:
        """The cards of a pile after the exchange."""
        return [self._found[card] for card in self.deck.pile(Pile(pile))]

    def size(self, pile: str) -> tuple[int, int]:
        """Cards of a pile before and after."""
        return len(self.before.pile(Pile(pile))), len(self.deck.pile(Pile(pile)))


def _number(text: str, most: int) -> int:
    if text == "":
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= most):
        raise Refused(_("We could not read what was sent. Nothing was done."), rule="duels.form")
    return int(text)
