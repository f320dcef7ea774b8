"""How fast duels are: whole random duels, choices, copies, and how long the computer player thinks.

The processor's time is said beside the clock's where other programs may be running.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ai.agent import make_agent
from engine.ai.play import Tally, load_deck, play_many, play_one
from engine.decks import CardIndex
from engine.duel import Duel, DuelDeck, not_playable
from engine.facts import read_facts
from engine.practice import practice_decks
from engine.rulesets import read_ruleset
from tools import make_compiled

if TYPE_CHECKING:
    from tests.bench.figures import Bench

PAIRS = {
    "vanilla": ("bench_vanilla_a", "bench_vanilla_b"),
    "old_school": ("AI_OldSchool", "AI_MokeyMokey"),
    "cyber_dragon": ("AI_CyberDragon", "AI_Blackwing"),
}
"""Decks of the shared data that play against each other."""
SECONDS = 4.0
"""How long each figure is measured."""
FASTEST_DUELS, FASTEST_CHOICES, FASTEST_COPIES = 50.0, 2000.0, 5000.0
"""Below these the stronger levels of play, which look ahead on copies, would be too slow."""
LONGEST = 1500.0
"""Milliseconds a person is made to wait for a decision."""


def duels(bench: Bench) -> None:
    """The floors are what the levels of play that look ahead need, not what a computer could do at best."""
    cards = CardIndex(read_facts(bench.cards).cards)
    folder = bench.cards.parent / "decks"
    for name, files in PAIRS.items():
        paths = [folder / f"{file}.ydk" for file in files]
        if not all(map(Path.exists, paths)):
            print(f"duels.{name} left out: {paths[0].parent} does not hold its Decks", flush=True)
            continue
        pair = [load_deck(str(path), cards) for path in paths]
        missing = not_playable([facts for deck in pair for facts in (*deck.main, *deck.extra)])
        if missing:
            print(f"duels.{name} left out: {len(missing)} of its cards cannot be played yet", flush=True)
            continue
        _speed(bench, name, pair)
        if make_compiled.is_fresh():
            for key, value in _compiled(paths, bench.cards).items():
                bench.say(f"duels.{name}.compiled.{key}", value, f"{key} per second of processor", FASTEST_DUELS)
    _thinking(bench, cards)


def measured(paths: list[str], cards: str) -> dict[str, float]:
    """Return whole random duels, choices and copies per second of processor, each the best of three measurements."""
    index = CardIndex(read_facts(Path(cards)).cards)
    pair = [load_deck(path, index) for path in paths]
    rules = read_ruleset("advanced")
    runs = [play_many(rules, pair, ["random", "random"], 40, 7, "active") for _ in range(3)]
    duel = _middle(Duel.start(rules, pair, 3, first=0, keep_log=False))
    return {
        "duels": max(40 / run["cpu_seconds"] for run in runs),
        "choices": max(run["choices"] / run["cpu_seconds"] for run in runs),
        "copies": 1000 / _milliseconds(duel.copy, 400),
    }


def _compiled(paths: list[Path], cards: Path) -> dict[str, float]:
    """Return what ``measured`` finds with the build of ``make compiled``."""
    program = "import json, sys; from tests.bench.duels import measured; print(json.dumps(measured(sys.argv[2:], sys.argv[1])))"
    found = subprocess.run(
        [sys.executable, "-P", "-c", program, str(cards), *map(str, paths)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(make_compiled.GOAL), str(make_compiled.ROOT)))},
        check=True,
        capture_output=True,
        text=True,
    )
    figures: dict[str, float] = json.loads(found.stdout)
    return figures


def _speed(bench: Bench, name: str, pair: list[DuelDeck]) -> None:
    rules = read_ruleset("advanced")
    number, tally = 0, Tally()
    began, used = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < SECONDS:
        agents = [make_agent("random", number * 2 + seat) for seat in (0, 1)]
        play_one(Duel.start(rules, pair, number, first=number % 2, keep_log=False), agents, tally)
        number += 1
    wall, cpu = time.perf_counter() - began, time.process_time() - used
    bench.say(f"duels.{name}.random", number / wall, "duels/s", FASTEST_DUELS)
    bench.say(f"duels.{name}.random_cpu", number / cpu, "duels per second of processor", FASTEST_DUELS)
    figures = play_many(rules, pair, ["random", "random"], max(number // 3, 5), 7, "active")
    bench.say(f"duels.{name}.choices", figures["choices_per_s"], "choices/s", FASTEST_CHOICES)
    bench.say(
        f"duels.{name}.choices_cpu",
        figures["choices"] / figures["cpu_seconds"],
        "choices per second of processor",
        FASTEST_CHOICES,
    )
    duel = _middle(Duel.start(rules, pair, 3, first=0, keep_log=False))
    bench.say(f"duels.{name}.copies", 1000 / _milliseconds(duel.copy, 400), "copies per second of processor", FASTEST_COPIES)


def _middle(duel: Duel) -> Duel:
    """Play some turns, so that there is a field to copy."""
    agents = [make_agent("script", 1), make_agent("sensible", 2)]
    while (decision := duel.decision) is not None and duel.state.turn < 6:
        actions = list(duel.options(decision.player))
        chosen = actions[0] if len(actions) == 1 else agents[decision.player].choose(duel, decision.player, actions)
        duel.apply_legal(decision.player, chosen)
    return duel


def _milliseconds(call: Callable[[], object], times: int) -> float:
    """Return the middle of several measurements of the processor's time."""
    found = []
    for _ in range(5):
        began = time.process_time()
        for _ in range(times):
            call()
        found.append((time.process_time() - began) * 1000 / times)
    return statistics.median(found)


def _thinking(bench: Bench, cards: CardIndex) -> None:
    for deck in practice_decks():
        pair = [deck.duel_deck(cards)] * 2
        figures = play_many(read_ruleset(deck.ruleset), pair, ["script", "sensible"], 10, 77)
        script = figures["agents"][0]
        for key in ("p50", "p95", "max"):
            bench.say(f"duels.script.{deck.id}.{key}", script[f"{key}_ms"], "ms", LONGEST)
        bench.say(f"duels.script.{deck.id}.wins", figures["wins"][0], "of 10 against the learner")
