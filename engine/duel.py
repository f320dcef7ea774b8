"""The duel as others use it: decide, ask why not, look, copy, save."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import view as views
from engine.action import Action, Verb
from engine.belief import determinized
from engine.cards import definition
from engine.explaining import condition_words
from engine.facts import CardFacts
from engine.log import Log
from engine.modifiers import modifiers
from engine.procedures import moving, options, rulings
from engine.procedures.because import Because
from engine.procedures.settling import check_victory
from engine.procedures.turn import Start, deal
from engine.refusal import IllegalAction, Refusal
from engine.rulesets import Ruleset, read_ruleset
from engine.state import seats
from engine.state.card import CardState
from engine.state.duel_state import PlayerState, State, TeamState
from engine.state.index import make_index
from engine.state.printed import EXTRA_FRAMES, Printed, from_facts
from engine.state.saving import UnreadableDuel, state_from_json, state_to_json
from engine.state.seats import TEAMS, eyes, team_state
from engine.vocab import Zone

VERSION = 2
"""Version of the rules code: a replay recorded by another may differ."""
LIFE_POINTS = {"8000": 8000, "16000_team": 16000}
"""By ``setup.life_points``, what a team begins with; with two players each is a team."""
SEATS = {"two": 2, "four": 4}
"""By ``turn.order``, how many play."""
_ENDLESS = 100_000


@dataclass(frozen=True, slots=True)
class DuelDeck:
    """The cards one player brings: Main Deck and Extra Deck."""

    main: Sequence[CardFacts]
    extra: Sequence[CardFacts] = ()


class NotPlayableYet(ValueError):
    """Cards that have no definition; ``names`` lists them."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(f"These cards cannot be played in duels yet: {', '.join(names)}.")
        self.names = tuple(names)


class UnsupportedRuleset(ValueError):
    """The ruleset is played by another number of players; ``str()`` says by how many."""


@dataclass(slots=True)
class Transcript:
    """How to play a duel again: the seed, the answers, and a hash of the state at the end of every turn."""

    seed: int
    version: int = VERSION
    answers: list[tuple[int, Action]] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)
    chooser: int | None = None
    """Who chose who goes first without a coin, having lost the last duel of the match."""

    def to_json(self) -> dict[str, Any]:
        """Return the transcript as JSON values."""
        answers = [[player, action.to_json()] for player, action in self.answers]
        chooser = {} if self.chooser is None else {"chooser": self.chooser}
        return {"seed": self.seed, "version": self.version, "answers": answers, "hashes": self.hashes, **chooser}

    @staticmethod
    def from_json(data: dict[str, Any]) -> Transcript:
        """Return the transcript ``to_json`` described."""
        answers = [(player, Action.from_json(action)) for player, action in data["answers"]]
        return Transcript(data["seed"], data["version"], answers, list(data["hashes"]), data.get("chooser"))


def not_playable(cards: Sequence[CardFacts]) -> list[str]:
    """Return the names of cards that cannot be played in duels yet, each once, in their order."""
    return list(dict.fromkeys(facts.name for facts in cards if definition(facts) is None))


_MOST_KEPT = 4096
_kept: dict[tuple[str, str], tuple[CardFacts, Printed]] = {}
"""The printed values made of the facts of a card by name and edition of its text: all duels share them."""


def _printed(facts: CardFacts, version: str, known: dict[str, Printed]) -> Printed | None:
    """Return the printed values of a card; None if it has no definition. ``known`` holds those of the duel."""
    found = known.get(facts.name)
    if found is not None:
        return found
    kept = _kept.get((facts.name, version))
    if kept is None or kept[0] is not facts:
        made = definition(facts, version)
        if made is None:
            return None
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        kept = _kept[facts.name, version] = (facts, from_facts(facts, made))
    known[facts.name] = kept[1]
    return kept[1]


def _all_printed(cards: Sequence[CardFacts], version: str, known: dict[str, Printed]) -> list[Printed]:
    """Return the printed values of cards; raises ``NotPlayableYet``."""
    found = [_printed(facts, version, known) for facts in cards]
    if None in found:
        raise NotPlayableYet(not_playable(cards))
    return [printed for printed in found if printed is not None]


class Duel:
    """One duel. Players are 0 and 1, in a Tag Duel 0 to 3 (``engine.state.seats``)."""

    __slots__ = ("log", "state", "transcript")

    def __init__(self, state: State, transcript: Transcript | None = None, log: Log | None = None) -> None:
        self.state = state
        self.transcript = transcript
        self.log = log
        if log is not None:
            state.log = log.of(state)

    @classmethod
    def start(
        cls,
        ruleset: Ruleset | str,
        decks: Sequence[DuelDeck],
        seed: int,
        *,
        first: int | None = None,
        chooser: int | None = None,
        names: Sequence[str] = (),
        keep_log: bool = True,
    ) -> Duel:
        """Shuffle, toss the coin and begin; with ``first`` that player goes first and nobody is asked.

        There is a Deck for each seat. In a Tag Duel that is A1, A2, B1, B2, and ``first`` and ``chooser`` are a Duelist A.

        ``chooser`` chooses without a coin, having lost the last duel of the match (match.first_player.loser_chooses).
        Raises ``NotPlayableYet`` for cards without a definition and ``UnsupportedRuleset`` for another number of Decks.
        """
        rules = read_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        number = SEATS[rules.turn_order]
        if len(decks) != number:
            raise UnsupportedRuleset(f"Under the ruleset {rules.name} {number} players duel, each with a Deck.")
        known: dict[str, Printed] = {}
        brought = [facts for deck in decks for facts in (*deck.main, *deck.extra)]
        faces = iter(_all_printed(brought, rules.card_text_version, known))
        s = State(rules, seed)
        s.players = [PlayerState() for _ in decks]
        s.teams = [TeamState(LIFE_POINTS[rules.setup_life_points]) for _ in TEAMS]
        for player, deck in enumerate(decks):
            side = s.players[player]
            for facts in (*deck.main, *deck.extra):
                extra = facts.frame in EXTRA_FRAMES
                card = CardState(len(s.cards), next(faces), player, Zone.EXTRA if extra else Zone.DECK)
                s.cards.append(card)
                (side.extra if extra else side.deck).append(card.uid)
                if extra:
                    moving.renew_token(s, card)
                    card.seen = eyes(s, player)
        s.index = make_index(s.cards)
        duel = cls(s, Transcript(seed, chooser=chooser), Log((*names, *[""] * (number - len(names)))) if keep_log else None)
        for player in range(len(s.players)):
            moving.shuffle_deck(s, player)
        if rules.setup_shuffle_opponent == "must":
            for player in range(len(s.players)):
                moving.shuffle_deck(s, player, by=seats.facing(s, player))
        winner = s.rng.below(2)
        if first is None:
            s.push(Start(winner) if chooser is None else Start(chooser, lost=True))
        else:
            deal(s, first)
        duel._advance()
        return duel

    def _advance(self) -> None:
        s = self.state
        turn = s.turn
        for _ in range(_ENDLESS):
            if s.prompt is not None or s.ended:
                break
            s.frames[-1].run(s)
            check_victory(s)
        else:
            raise RuntimeError("the rules did not come to rest")
        if s.turn != turn and self.transcript is not None:
            self.transcript.hashes.append(self.state_hash())

    def state_hash(self) -> str:
        """Return a hash of the public course of the duel: Life Points, places, chance, counters of moves."""
        s = self.state
        sides = [
            (team_state(s, n).lp, p.deck, p.hand, p.extra, p.gy, p.banished, p.monsters, p.spells, p.field)
            for n, p in enumerate(s.players)
        ]
        packed = json.dumps([s.turn, s.turn_player, s.rng.state, s.order, s.moment, s.next_token, sides])
        return hashlib.blake2b(packed.encode(), digest_size=8).hexdigest()

    @property
    def decision(self) -> views.Decision | None:
        """Who decides what; None when the duel is over."""
        return views.decision(self.state)

    @property
    def ended(self) -> bool:
        """Whether the duel is over."""
        return self.state.ended

    @property
    def winner(self) -> int | None:
        """The team that won, which with two players is the player; None for a tie and while the duel goes on."""
        return self.state.winner

    def options(self, player: int) -> Iterator[Action]:
        """Yield exactly the candidates that are legal, in a fixed order."""
        if not self.state.ended:
            yield from options.options(self.state, player)

    def candidates(self, player: int) -> Iterator[Action]:
        """Yield every action the player could think of: each verb with each card in sight, each phase, each answer."""
        return options.candidates(self.state, player)

    def legal(self, player: int, action: Action) -> bool:
        """Whether an action is legal."""
        return options.legal(self.state, player, action)

    def places(self, player: int, action: Action) -> list[int]:
        """Return the zones (``Action.zone``) an action could put its card in, whatever zone the action names.

        A zone is there if some choice of Tributes or materials leaves it open; the materials asked for after an action with
        a zone are such ones. Empty for other actions and for what is not legal.
        """
        return options.places(self.state, player, action)

    def check(self, player: int, action: Action) -> Refusal | None:
        """Return why an action is not legal; None if it is."""
        rule = next(rulings.reasons(self.state, player, action), None)
        return None if rule is None else self._refusal(player, action, rule)

    def _refusal(self, player: int, action: Action, rule: str) -> Refusal:
        """Put a reason into a refusal: it names cards only if the player may know them."""
        card = rulings.card_of(self.state, action.card)
        facts: dict[str, str | int] = {"card": card.printed.name if card and options.may_know(player, card) else ""}
        if isinstance(rule, Because):
            source = None if rule.source is None else self.state.cards[rule.source]
            if source is not None and options.may_know(player, source):
                facts["by"] = source.printed.name
            if rule.places:
                facts["place"] = "/".join(rule.places)
            if rule.deck:
                facts["deck"] = rule.deck
            if rule.unmet is not None and facts["card"]:
                facts.update(condition_words(rule.unmet))
        return Refusal(str(rule), facts)

    def reasons(self, player: int, action: Action) -> list[Refusal]:
        """Return everything that stands against an action, the first reason first."""
        found: list[Refusal] = []
        for rule in rulings.reasons(self.state, player, action):
            refusal = self._refusal(player, action, rule)
            if refusal not in found:
                found.append(refusal)
        return found

    def why_not(self, player: int, card: int) -> dict[Action, list[Refusal]]:
        """Return, for each way of using the card with that token, why it is not possible now; empty if it is."""
        found = rulings.card_of(self.state, card)
        if found is None:
            return {}
        return {action: self.reasons(player, action) for action in options.ways(self.state, player, found)}

    def apply(self, player: int, action: Action) -> None:
        """Do it and go on to the next decision; raises ``IllegalAction`` and changes nothing if it is not legal."""
        refusal = self.check(player, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        self.apply_legal(player, action)

    def apply_legal(self, player: int, action: Action) -> None:
        """Do what is known to be legal, because it came from ``options``."""
        if self.transcript is not None:
            self.transcript.answers.append((player, action))
        rulings.perform(self.state, player, action)
        self._advance()

    def surrender(self, player: int) -> None:
        """Give up."""
        self.apply(player, Action(Verb.SURRENDER))

    def view(self, player: int) -> dict[str, Any]:
        """Return what a player may know."""
        return views.view(self.state, player)

    def modifiers(self, card: int) -> list[dict[str, Any]]:
        """Return what changes the ATK and DEF of the card with that token; every player may ask."""
        found = rulings.card_of(self.state, card)
        return [] if found is None else modifiers(self.state, found)

    def copy(self) -> Duel:
        """Return an independent copy that keeps neither log nor transcript."""
        return Duel(self.state.copy())

    def determinize(self, player: int, seed: int, *, pool: Sequence[CardFacts] | None = None, knows_list: bool = False) -> Duel:
        """Return a copy in which what the player does not know is dealt anew and chance is reseeded.

        The own Deck is dealt from the own remaining cards. The opponent's hidden cards are drawn from ``pool``, the cards
        the player expects there, at most three of each less those already seen; ``knows_list`` draws them from the
        opponent's real remaining cards instead. With neither they are plain cards without effects, and so is what a pool
        cannot fill. Raises ``NotPlayableYet`` for a card of the pool without a definition.
        """
        cards = None
        if pool is not None:
            known = {card.printed.name: card.printed for card in self.state.cards}
            cards = _all_printed(pool, self.state.rules.card_text_version, known)
        return Duel(determinized(self.state, player, seed, pool=cards, knows_list=knows_list))

    def to_json(self) -> str:
        """Return the whole duel, transcript and log included, as JSON text."""
        data = {
            "duel": state_to_json(self.state),
            "transcript": None if self.transcript is None else self.transcript.to_json(),
            "log": None if self.log is None else self.log.to_json(),
        }
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Duel:
        """Return the duel ``to_json`` wrote; raises ``UnreadableDuel``."""
        try:
            data = json.loads(text)
            transcript, log = data["transcript"], data["log"]
            return cls(
                state_from_json(data["duel"]),
                None if transcript is None else Transcript.from_json(transcript),
                None if log is None else Log.from_json(log),
            )
        except UnreadableDuel:
            raise
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as fault:
            raise UnreadableDuel(f"The saved duel cannot be read: {fault}") from fault


def replay(ruleset: Ruleset | str, decks: Sequence[DuelDeck], transcript: Transcript, first: int | None = None) -> Duel:
    """Play a transcript again; raises ``ReplayDiffers`` at the first turn whose hash is another."""
    duel = Duel.start(ruleset, decks, transcript.seed, first=first, chooser=transcript.chooser)
    for player, action in transcript.answers:
        refusal = duel.check(player, action)
        if refusal is not None:
            raise ReplayDiffers(f"Turn {duel.state.turn}: {refusal}")
        duel.apply_legal(player, action)
        assert duel.transcript is not None
        done = duel.transcript.hashes
        if done and done != transcript.hashes[: len(done)]:
            raise ReplayDiffers(f"The state differs at the beginning of turn {duel.state.turn}.")
    return duel


class ReplayDiffers(ValueError):
    """The rules code plays the transcript otherwise than when it was recorded; ``str()`` says where."""
