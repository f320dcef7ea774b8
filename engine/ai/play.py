"""``python -m engine play``: duels between computer players, and how fast they were."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.action import Action
from engine.ai.agent import Agent, UnknownAgent, make_agent
from engine.decks import CardIndex, CardSource
from engine.duel import Duel, DuelDeck, NotPlayableYet, UnsupportedRuleset
from engine.facts import CardFacts, UnreadableFacts, read_facts, read_starter
from engine.practice import UnknownPracticeDeck, practice_deck, practice_decks
from engine.rulesets import Ruleset, UnknownRuleset, read_ruleset
from engine.state.printed import EXTRA_FRAMES
from engine.state.seats import team

MOST_DECISIONS = 50_000
_LONGEST_PASSCODE = 20


class UnreadableDeck(ValueError):
    """The Deck file cannot be used; ``str()`` says why."""


def card_index(path: str | None) -> CardIndex:
    """Return the cards of a card file, or of the starter catalogue."""
    return CardIndex((read_starter() if path is None else read_facts(Path(path))).cards)


def find_deck(word: str, cards: CardSource) -> DuelDeck:
    """Return the Deck of a .ydk file, or the practice Deck of that id; raises ``UnreadableDeck``."""
    if Path(word).exists():
        return load_deck(word, cards)
    try:
        return practice_deck(word).duel_deck(cards)
    except UnknownPracticeDeck as unknown:
        raise UnreadableDeck(f"There is no file {word!r}. {unknown}") from unknown
    except LookupError as missing:
        raise UnreadableDeck(f"The practice Deck {word} cannot be made: {missing.args[0]}") from missing


def load_deck(path: str, cards: CardSource) -> DuelDeck:
    """Return the Main and Extra Deck of a .ydk file; raises ``UnreadableDeck``."""
    main: list[CardFacts] = []
    extra: list[CardFacts] = []
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UnreadableDeck(f"{path} is not a text file.") from None
    for number, line in enumerate(lines, 1):
        word = line.strip()
        if word.startswith("!side"):
            break
        if not (word.isascii() and word.isdigit() and len(word) <= _LONGEST_PASSCODE):
            continue
        facts = cards.card(int(word))
        if facts is None:
            raise UnreadableDeck(f"{path}, line {number}: no card has the passcode {word}.")
        (extra if facts.frame in EXTRA_FRAMES else main).append(facts)
    if not main:
        raise UnreadableDeck(f"{path} holds no Main Deck.")
    return DuelDeck(main, extra)


class Timed:
    """An agent with a stopwatch: how long each of its decisions took, in milliseconds."""

    def __init__(self, name: str, agent: Agent) -> None:
        self.name = name
        self.agent = agent
        self.times: list[float] = []

    def choose(self, duel: Duel, player: int, actions: Sequence[Action]) -> Action:
        """Let the agent choose."""
        began = time.perf_counter()
        chosen = self.agent.choose(duel, player, actions)
        self.times.append((time.perf_counter() - began) * 1000)
        return chosen


def spread(name: str, times: Sequence[float]) -> dict[str, Any]:
    """Return the number of an agent's decisions, and the time for one: the middle, one in twenty, the longest."""
    ordered = sorted(times) or [0.0]
    found: dict[str, Any] = {"name": name, "choices": len(times)}
    for key, share in (("p50_ms", 0.5), ("p95_ms", 0.95), ("max_ms", 1.0)):
        found[key] = round(ordered[min(int(len(ordered) * share), len(ordered) - 1)], 3)
    return found


@dataclass(slots=True)
class Tally:
    """Counts over several duels; what is listed twice is by agent."""

    wins: list[int] = field(default_factory=lambda: [0, 0])
    wins_first: list[int] = field(default_factory=lambda: [0, 0])
    """Of these, by the agent that went first."""
    draws: int = 0
    turns: int = 0
    decisions: int = 0
    choices: int = 0
    failures: list[str] = field(default_factory=list)
    times: list[list[float]] = field(default_factory=lambda: [[], []])


def play_one(duel: Duel, agents: Sequence[Agent], tally: Tally) -> None:
    """Play a duel to its end."""
    for _ in range(MOST_DECISIONS):
        prompt = duel.state.prompt
        if prompt is None:
            break
        player = prompt.player
        actions = list(duel.options(player))
        tally.decisions += 1
        if len(actions) == 1:
            chosen = actions[0]
        else:
            tally.choices += 1
            chosen = agents[player].choose(duel, player, actions)
        duel.apply_legal(player, chosen)
    else:
        raise RuntimeError(f"the duel did not end within {MOST_DECISIONS} decisions")
    tally.turns += duel.state.turn
    if duel.winner is None:
        tally.draws += 1
    else:
        tally.wins[duel.winner] += 1
        tally.wins_first[duel.winner] += duel.winner == team(duel.state.first)


def play_many(
    rules: Ruleset, decks: Sequence[DuelDeck], agents: Sequence[str], duels: int, seed: int, policy: str = "uniform"
) -> dict[str, Any]:
    """Play duels with one seed after the other; the players start in turn. Returns the figures of the contract.

    In a Tag Duel there are four Decks, A1, A2, B1 and B2, and each agent plays both seats of its team.
    """
    tally = Tally()
    began, cpu = time.perf_counter(), time.process_time()
    for number in range(duels):
        players = [
            Timed(agents[team(seat)], make_agent(agents[team(seat)], seed + number * 2 + seat, policy))
            for seat in range(len(decks))
        ]
        try:
            duel = Duel.start(rules, decks, seed + number // 2, first=number % 2, keep_log=False)
            play_one(duel, players, tally)
        except (RuntimeError, AssertionError, LookupError, TypeError, ValueError) as fault:
            tally.failures.append(f"seed {seed + number // 2}, first {number % 2}: {type(fault).__name__}: {fault}")
        for seat, player in enumerate(players):
            tally.times[team(seat)] += player.times
    seconds = time.perf_counter() - began
    used = time.process_time() - cpu
    return {
        "wins": tally.wins,
        "wins_first": tally.wins_first,
        "draws": tally.draws,
        "turns": tally.turns,
        "decisions": tally.decisions,
        "choices": tally.choices,
        "seconds": round(seconds, 3),
        "duels_per_s": round(duels / seconds, 2),
        "choices_per_s": round(tally.choices / seconds, 1),
        "cpu_seconds": round(used, 3),
        "agents": [spread(name, times) for name, times in zip(agents, tally.times, strict=True)],
        "failures": tally.failures,
    }


def main(arguments: Sequence[str]) -> int:
    """Run the command; 0 fine, 1 if a duel failed, 2 if it could not be begun."""
    parser = argparse.ArgumentParser(prog="python -m engine play", description="Let computer players duel.")
    parser.add_argument(
        "--decks", nargs="+", required=True, metavar="DECK", help=".ydk files or practice Decks: two, or A1 A2 B1 B2"
    )
    parser.add_argument("--ruleset", help="default: that of the first practice Deck, else advanced")
    parser.add_argument("--agents", nargs=2, default=["random", "random"], metavar="AGENT", help="one for each team")
    parser.add_argument("--duels", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--policy", choices=["uniform", "active"], default="uniform")
    parser.add_argument("--cards", metavar="FILE", help="card file instead of the starter catalogue")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    if options.duels < 1:
        parser.error("--duels is a number from 1.")
    try:
        cards = card_index(options.cards)
        decks = [find_deck(word, cards) for word in options.decks]
        own = [deck.ruleset for word in options.decks for deck in practice_decks() if deck.id == word]
        rules = read_ruleset(options.ruleset or (own or ["advanced"])[0])
        for name in options.agents:
            make_agent(name, 0)
        Duel.start(rules, decks, options.seed, first=0, keep_log=False)
    except (
        OSError,
        UnreadableFacts,
        UnreadableDeck,
        UnknownRuleset,
        UnknownAgent,
        NotPlayableYet,
        UnsupportedRuleset,
    ) as fault:
        print(fault, file=sys.stderr)
        return 2
    figures = play_many(rules, decks, options.agents, options.duels, options.seed, options.policy)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name} {value}")
    return 1 if figures["failures"] else 0
