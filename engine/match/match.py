"""A match: up to three duels between the same two sides, Decks as registered and as sided, who begins, who has won.

Plain data over results: the duels themselves are played elsewhere and told to ``record``. Sides are 0 and 1; a side is one
player, or a team of two under rulesets for teams.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from engine.banlists import Banlist
from engine.decks import CardSource, Deck, DeckCard, check_deck, deck_rules, default_list
from engine.duel import DuelDeck
from engine.match.cite import MatchRefused, refusal
from engine.match.siding import check_swap, resolved
from engine.refusal import Refusal
from engine.rulesets import HouseRules, Ruleset, house_rules_of, in_force, read_ruleset

SCHEMA = 1
Default: TypeAlias = Literal["default"]
"""The list that goes with the ruleset."""
_WINS = 2
_DUELS = {"three": 3, "one": 1}
_SIDE_RULES = ("zone.side_deck.between_duels_only", "match.side.between_duels", "tag.match.single_duel")


class Stage(StrEnum):
    """What a match waits for."""

    BEGINNING = "beginning"
    """Who takes the first turn of the next duel."""
    DUEL = "duel"
    """The result of the duel that is being played."""
    SIDING = "siding"
    """Both sides' Decks for the next duel."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Played:
    """One duel of a match."""

    first: int
    """Who took the first turn."""
    winner: int | None
    """None for a tie, which counts as a tie of the match (win.duel_may_end_tied)."""
    reason: str = ""
    """Id of the rule that ended it."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Who says who begins the next duel."""

    how: str
    """"random": chance decides who may choose; "agree": the sides settle it; "loser": the loser of the last duel chooses."""
    chooser: int | None
    """The side that chooses; None before the draw, and where the sides agree."""
    rule: str
    """The rule it goes by."""


@dataclass(slots=True)
class Match:
    """A match in progress. Begin it with ``start``; every step raises ``MatchRefused`` and changes nothing if refused."""

    ruleset: Ruleset
    registered: list[Deck]
    """As they were when the match began, one per seat: 0 and 1, or A1, B1, A2, B2 of two teams."""
    decks: list[Deck]
    """As they are played in the duel that goes on or comes next."""
    duels: list[Played] = field(default_factory=list)
    stage: Stage = Stage.BEGINNING
    first: int | None = None
    """Who takes the first turn of the duel that goes on."""
    drawn: int | None = None
    """Whom chance has let choose for the duel that comes next."""
    ready: list[bool] = field(default_factory=list)
    """Which seats have put in their Deck for the next duel."""
    winner: int | None = None
    reason: str = ""
    """Id of the rule that decided the match; empty for a match that ended without a winner and for one that goes on."""

    @classmethod
    def start(
        cls,
        ruleset: Ruleset | HouseRules | str,
        decks: Sequence[Deck | None],
        source: CardSource,
        banlists: Sequence[Banlist | None] | None = None,
    ) -> Match:
        """Register the Decks and begin. ``banlists`` are the lists they go by, one per seat, None for a seat without one;
        left out, the list that goes with the ruleset holds for all.

        Raises ``MatchRefused`` when a seat lacks a Deck of its own (deck.own_deck_each) or a Deck is not legal.
        """
        rules = ruleset if isinstance(ruleset, Ruleset) else read_ruleset(ruleset)
        seats = 4 if deck_rules(rules).is_for_teams else 2
        brought = [deck for deck in decks if deck is not None]
        if len(brought) != len(decks) or len(brought) != seats:
            raise MatchRefused(
                [refusal(rules, ("tag.team.two_teams_of_two", "deck.own_deck_each"), {"seats": seats, "decks": len(brought)})]
            )
        lists = [default_list(rules)] * seats if banlists is None else banlists
        found: list[Refusal] = []
        for number in range(0, seats, seats // 2):
            partner = brought[number + 1] if seats == 4 else None
            found += check_deck(brought[number], rules, lists[number], source, partner)
        if found:
            raise MatchRefused(found)
        return cls(rules, brought, list(brought), ready=[False] * seats)

    # Where it stands

    @property
    def most_duels(self) -> int:
        """How many duels there can be (match.best_of_three, tag.match.single_duel)."""
        return _DUELS[self.ruleset.match_length]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.stage is Stage.OVER

    def wins(self, side: int) -> int:
        """Return the duels a side has won."""
        return sum(duel.winner == side for duel in self.duels)

    @property
    def ties(self) -> int:
        """The duels that nobody won."""
        return sum(duel.winner is None for duel in self.duels)

    @property
    def beginning(self) -> Beginning:
        """Who says who begins the duel that comes next."""
        if self.duels and (winner := self.duels[-1].winner) is not None:
            return Beginning("loser", 1 - winner, "match.first_player.loser_chooses")
        if not self.duels and self.ruleset.setup_first_player == "agree":
            return Beginning("agree", None, "setup.first_player.players_agree")
        again = "match.first_player.random_after_tie" if self.duels else "setup.first_player.random_winner_chooses"
        return Beginning("random", self.drawn, again)

    # Steps

    def draw(self, chooser: int) -> None:
        """Take down whom a coin, or whatever else chance is left to, lets choose."""
        if self.stage is not Stage.BEGINNING or self.beginning.how != "random" or self.drawn is not None:
            raise self._refused((self.beginning.rule,))
        self.drawn = chooser

    def begin(self, first: int, by: int | None = None) -> None:
        """Begin the next duel; ``by`` is the side that has chosen, None for both in agreement."""
        if self.stage is Stage.SIDING and not all(self.ready):
            raise self._refused(("match.side.between_duels",))
        beginning = self.beginning
        if self.stage is not Stage.BEGINNING or by != beginning.chooser or (beginning.how == "random" and by is None):
            raise self._refused(self._why_not_begin())
        self.first, self.stage, self.drawn = first, Stage.DUEL, None

    def _why_not_begin(self) -> tuple[str, ...]:
        if self.stage is Stage.OVER:
            return "match.best_of_three", "tag.match.single_duel"
        return ("match.duel_is_one_game", "tag.match.single_duel") if self.stage is Stage.DUEL else (self.beginning.rule,)

    def record(self, winner: int | None, reason: str = "") -> None:
        """Take down how the duel that goes on has ended; the match goes on, or is decided."""
        if self.stage is not Stage.DUEL:
            raise self._refused(self._why_not_begin())
        assert self.first is not None
        self.duels.append(Played(self.first, winner, reason))
        self.first = None
        self._decide()

    def _decide(self) -> None:
        for side in (0, 1):
            if self.wins(side) >= min(_WINS, self.most_duels):
                self._end(side, "match.best_of_three" if self.most_duels > 1 else "tag.match.single_duel")
                return
        if len(self.duels) < self.most_duels:
            self.stage, self.ready = Stage.SIDING, [False] * len(self.registered)
            return
        rule = "match.one_win_two_ties"
        sole = next((duel.winner for duel in self.duels if duel.winner is not None), None)
        if self.ties == self.most_duels - 1 and sole is not None and self._holds(rule):
            self._end(sole, rule)
        else:
            self._end(None, "")

    def _end(self, winner: int | None, reason: str) -> None:
        self.stage, self.winner, self.reason, self.first = Stage.OVER, winner, reason, None

    def give_up(self, side: int) -> None:
        """Give up the whole match; a duel that goes on is lost with it. To give up a duel alone, ``record`` it."""
        if self.stage is Stage.OVER:
            raise self._refused(self._why_not_begin())
        if self.stage is Stage.DUEL:
            assert self.first is not None
            self.duels.append(Played(self.first, 1 - side, "win.surrender"))
        self._end(1 - side, "win.surrender")

    # Side decking

    def check_side(
        self, seat: int, deck: Deck, source: CardSource, banlist: Banlist | Default | None = "default"
    ) -> list[Refusal]:
        """Return why a seat may not play the next duel with that list; an empty list when it may.

        The list may be the one played last: nobody must swap (match.side.swap_is_optional).
        """
        if self.stage is not Stage.SIDING:
            return [refusal(self.ruleset, _SIDE_RULES, {})]
        limits = default_list(self.ruleset) if banlist == "default" else banlist
        return check_swap(self.registered[seat], deck, self.ruleset, source, limits)

    def side(self, seat: int, deck: Deck, source: CardSource, banlist: Banlist | Default | None = "default") -> None:
        """Put in a seat's Deck for the next duel; when all have, the duel can begin. Until then it may be put in anew."""
        found = self.check_side(seat, deck, source, banlist)
        if found:
            raise MatchRefused(found)
        self.decks[seat] = deck
        self.ready[seat] = True
        if all(self.ready):
            self.stage = Stage.BEGINNING

    def deck_size(self, seat: int) -> tuple[int, int]:
        """Return the cards of a seat's Main Deck now and as registered: an opponent may count them after siding.

        (match.side.opponent_verifies_deck_size)
        """
        return len(self.decks[seat].main), len(self.registered[seat].main)

    def duel_decks(self, source: CardSource) -> list[DuelDeck]:
        """Return the Decks of the duel that comes next, whole: whatever was removed in the last one is back.

        (match.removed_cards_return_to_deck) Raises ``LookupError`` for a card the source does not know.
        """
        return [DuelDeck(resolved(deck.main, source), resolved(deck.extra, source)) for deck in self.decks]

    # Keeping

    def _holds(self, rule: str) -> bool:
        return rule in in_force(self.ruleset)

    def _refused(self, rules: tuple[str, ...]) -> MatchRefused:
        return MatchRefused([refusal(self.ruleset, rules, {})])

    def copy(self) -> Match:
        """Return an independent copy."""
        return replace(
            self,
            registered=list(self.registered),
            decks=list(self.decks),
            duels=list(self.duels),
            ready=list(self.ready),
        )

    def to_json(self) -> str:
        """Return the match as JSON text."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "ruleset": self.ruleset.name,
            "switches": self.ruleset.switches(),
            "registered": [_deck_to_json(deck) for deck in self.registered],
            "decks": [_deck_to_json(deck) for deck in self.decks],
            "duels": [[duel.first, duel.winner, duel.reason] for duel in self.duels],
            "stage": self.stage.value,
            "first": self.first,
            "drawn": self.drawn,
            "ready": self.ready,
            "winner": self.winner,
            "reason": self.reason,
        }
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Match:
        """Return the match ``to_json`` wrote; raises ``UnreadableMatch``."""
        try:
            data = json.loads(text)
            if data["schema"] != SCHEMA:
                raise ValueError(f"it was saved with version {data['schema']}")
            switches = {group.replace(".", "_"): value for group, value in data["switches"].items()}
            return cls(
                Ruleset(name=data["ruleset"], **switches),
                [_deck_from_json(deck) for deck in data["registered"]],
                [_deck_from_json(deck) for deck in data["decks"]],
                [Played(*duel) for duel in data["duels"]],
                Stage(data["stage"]),
                data["first"],
                data["drawn"],
                list(data["ready"]),
                data["winner"],
                data["reason"],
            )
        except (ValueError, KeyError, TypeError, AttributeError) as fault:
            raise UnreadableMatch(f"The saved match cannot be read: {fault}") from fault

    @property
    def house_rules(self) -> HouseRules:
        """What the match is played by, as a definition; without changes for a ruleset as it is."""
        return house_rules_of(self.ruleset)


class UnreadableMatch(ValueError):
    """The saved match is of another version or damaged; ``str()`` says so."""


def _deck_to_json(deck: Deck) -> list[Any]:
    piles = [
        [card.name if card.passcode is None else card.passcode for card in pile] for pile in (deck.main, deck.extra, deck.side)
    ]
    return [*piles, deck.name]


def _deck_from_json(data: Sequence[Any]) -> Deck:
    main, extra, side = (
        tuple(DeckCard(None, card) if isinstance(card, str) else DeckCard(card) for card in pile) for pile in data[:3]
    )
    return Deck(main, extra, side, name=data[3])
