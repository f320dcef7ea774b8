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

from engine.ai.agent import Agent, UnknownAgent, make_agent
from engine.duel import Duel, DuelDeck, NotPlayableYet, UnsupportedRuleset
from engine.facts import CardFacts, UnreadableFacts, read_facts, read_starter
from engine.rulesets import Ruleset, UnknownRuleset, read_ruleset
from engine.state.printed import EXTRA_FRAMES

MOST_DECISIONS = 50_000


class UnreadableDeck(ValueError):
    """The Deck file cannot be used; ``str()`` says why."""


def cards_by_passcode(path: str | None) -> dict[int, CardFacts]:
    """Return the cards of a card file, or of the starter catalogue, by every number they have."""
    found = read_starter() if path is None else read_facts(Path(path))
    by: dict[int, CardFacts] = {}
    for facts in found.cards:
        for number in (*facts.alias_passcodes, facts.passcode):
            if number is not None:
                by[number] = facts
    return by


def load_deck(path: str, cards: dict[int, CardFacts]) -> DuelDeck:
    """Return the Main and Extra Deck of a .ydk file; raises ``UnreadableDeck``."""
    main: list[CardFacts] = []
    extra: list[CardFacts] = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8-sig").splitlines(), 1):
        word = line.strip()
        if word.startswith("!side"):
            break
        if not word or not word.isdigit():
            continue
        facts = cards.get(int(word))
        if facts is None:
            raise UnreadableDeck(f"{path}, line {number}: no card has the passcode {word}.")
        (extra if facts.frame in EXTRA_FRAMES else main).append(facts)
    if not main:
        raise UnreadableDeck(f"{path} holds no Main Deck.")
    return DuelDeck(main, extra)


@dataclass(slots=True)
class Tally:
    """Counts over several duels."""

    wins: list[int] = field(default_factory=lambda: [0, 0])
    draws: int = 0
    turns: int = 0
    decisions: int = 0
    choices: int = 0
    failures: list[str] = field(default_factory=list)


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


def play_many(
    rules: Ruleset, decks: Sequence[DuelDeck], agents: Sequence[str], duels: int, seed: int, policy: str = "uniform"
) -> dict[str, Any]:
    """Play duels with one seed after the other; the players start in turn. Returns the figures of the contract."""
    tally = Tally()
    began = time.perf_counter()
    for number in range(duels):
        players = [make_agent(name, seed + number * 2 + seat, policy) for seat, name in enumerate(agents)]
        try:
            duel = Duel.start(rules, decks, seed + number // 2, first=number % 2, keep_log=False)
            play_one(duel, players, tally)
        except (RuntimeError, AssertionError, LookupError, TypeError, ValueError) as fault:
            tally.failures.append(f"seed {seed + number // 2}, first {number % 2}: {type(fault).__name__}: {fault}")
    seconds = time.perf_counter() - began
    return {
        "wins": tally.wins,
        "draws": tally.draws,
        "turns": tally.turns,
        "decisions": tally.decisions,
        "choices": tally.choices,
        "seconds": round(seconds, 3),
        "duels_per_s": round(duels / seconds, 2),
        "choices_per_s": round(tally.choices / seconds, 1),
        "failures": tally.failures,
    }


def main(arguments: Sequence[str]) -> int:
    """Run the command; 0 fine, 1 if a duel failed, 2 if it could not be begun."""
    parser = argparse.ArgumentParser(prog="python -m engine play", description="Let computer players duel.")
    parser.add_argument("--decks", nargs="+", required=True, metavar="FILE")
    parser.add_argument("--ruleset", default="advanced")
    parser.add_argument("--agents", nargs=2, default=["random", "random"], metavar="AGENT")
    parser.add_argument("--duels", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--policy", choices=["uniform", "active"], default="uniform")
    parser.add_argument("--cards", metavar="FILE", help="card file instead of the starter catalogue")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    try:
        cards = cards_by_passcode(options.cards)
        decks = [load_deck(path, cards) for path in options.decks]
        rules = read_ruleset(options.ruleset)
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
