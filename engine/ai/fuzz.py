"""``python -m engine fuzz``: random duels under all rulesets, checked as they go; every failure prints how to replay it."""

from __future__ import annotations

import argparse
import json
import math
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from engine.ai.fuzz_duel import EVERY, Played, Pool, ruleset_of
from engine.ai.fuzz_workers import Here, Pair, serve
from engine.ai.play import UnreadableDeck, load_deck
from engine.cards import definition
from engine.decks import CardIndex
from engine.duel import not_playable
from engine.facts import UnreadableFacts, read_facts, read_starter
from engine.practice import practice_decks
from engine.rulesets import NAMES

_ROUND = 14
"""Duels a pair of processes plays before it is given more."""


@dataclass(slots=True)
class Tally:
    """What was done under one ruleset."""

    duels: int = 0
    decisions: int = 0
    looked: int = 0
    failures: int = 0


@dataclass(slots=True)
class Found:
    """What several duels have shown: counts by ruleset, and the failures as they were printed."""

    rulesets: dict[str, Tally] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def note(self, played: Played, extra: str = "") -> str | None:
        """Count a duel; return what to print of its failure, None if there is none."""
        tally = self.rulesets.setdefault(played.ruleset or ruleset_of(played.seed), Tally())
        tally.duels += 1
        tally.decisions += played.decisions
        tally.looked += played.looked
        if played.fault is None:
            return None
        tally.failures += 1
        here = " --jobs 0" if "played again" not in played.fault else ""
        told = f"{played.fault}\n  replay: python -m engine fuzz --seed {played.seed} --duels 1{here}{extra}"
        self.failures.append(told)
        return told

    def total(self, name: str) -> int:
        """Return a count over all rulesets."""
        return sum(getattr(tally, name) for tally in self.rulesets.values())

    def summary(self) -> list[str]:
        """Return a line per ruleset and one for all."""
        rows = [*sorted(self.rulesets.items()), ("all", Tally(*(self.total(name) for name in Tally.__slots__)))]
        return [
            f"{name:<15} {tally.duels:>7} duels {tally.decisions:>10} decisions {tally.looked:>9} looked at closely "
            f"{tally.failures:>4} failures"
            for name, tally in rows
        ]


def gather(cards: str | None, folder: str | None, only: str | None = None) -> Pool:
    """Return the playable cards of a card file (or the starter catalogue), the practice Decks and those of a folder.

    With ``only`` all duels are under that ruleset.
    """
    if folder and not Path(folder).is_dir():
        raise NotADirectoryError(f"There is no folder {folder}.")
    facts = (read_starter() if cards is None else read_facts(Path(cards))).cards
    index = CardIndex(facts)
    decks = [deck.duel_deck(index) for deck in practice_decks()]
    for path in sorted(Path(folder).glob("*.ydk")) if folder else ():
        try:
            deck = load_deck(str(path), index)
        except UnreadableDeck:
            continue
        if not not_playable([*deck.main, *deck.extra]):
            decks.append(deck)
    return Pool([card for card in facts if definition(card) is not None], decks, only)


class _NoSeed(ValueError):
    """The file that keeps the next seed holds something else."""


class _Run:
    """Duels from a seed on by several players; what is known is kept in the order of the seeds, so that none is left out."""

    def __init__(self, seed: int, kept: Path | None, extra: str) -> None:
        self.next = self.given = seed
        self.kept = kept
        self.extra = extra
        self.found = Found()
        self.new = Found()
        """What this run has found, apart from earlier ones."""
        self._ready: dict[int, list[Played]] = {}
        self._lock = threading.Lock()
        if kept is not None:
            self._read(kept)

    def _read(self, kept: Path) -> None:
        """Go on with what a file keeps; a new file keeps this beginning. Raises ``OSError`` and ``_NoSeed``."""
        if not kept.exists():
            self._keep()
            return
        try:
            data = json.loads(kept.read_bytes())
            following, failures = data["next"], data.get("failures", [])
            rulesets = {name: Tally(**tally) for name, tally in data.get("rulesets", {}).items()}
        except (ValueError, RecursionError, TypeError, AttributeError, LookupError):
            raise _NoSeed(f"{kept} does not keep the next seed of another run.") from None
        counts = [following, *(getattr(tally, name) for tally in rulesets.values() for name in Tally.__slots__)]
        told = isinstance(failures, list) and all(isinstance(failure, str) for failure in failures)
        if not (told and rulesets.keys() <= set(NAMES) and all(type(count) is int for count in counts)):
            raise _NoSeed(f"{kept} does not keep the next seed of another run.")
        self.next = self.given = following
        self.found = Found(rulesets, failures)

    def _keep(self) -> None:
        if self.kept is not None:
            rulesets = {name: asdict(tally) for name, tally in self.found.rulesets.items()}
            told: dict[str, Any] = {"next": self.next, "rulesets": rulesets, "failures": self.found.failures}
            self.kept.write_text(json.dumps(told, indent=1), encoding="utf-8")

    def work(self, player: Here | Pair, duels: int, ends: float) -> None:
        """Let a player play until so many duels were given out or, with none, until the time is over."""
        begin = self.next
        while True:
            with self._lock:
                count = min(_ROUND, begin + duels - self.given) if duels else _ROUND
                if count <= 0 or (not duels and time.monotonic() >= ends):
                    return
                first, self.given = self.given, self.given + count
            played = list(player.duels(first, count))
            with self._lock:
                self._ready[first] = played
                while self.next in self._ready:
                    self._note(self._ready.pop(self.next))

    def _note(self, duels: list[Played]) -> None:
        for played in duels:
            self.found.note(played, self.extra)
            told = self.new.note(played, self.extra)
            if told is not None:
                print(told, flush=True)
            self.next = played.seed + 1
        self._keep()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine fuzz", description="Look for faults with random duels.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--duels", type=int, default=0, help="stop after so many duels instead")
    parser.add_argument("--every", type=int, default=EVERY, help="look closely at one decision in so many (1: at all)")
    parser.add_argument("--jobs", type=int, default=1, help="how many duels at a time; 0: in this process, for a debugger")
    parser.add_argument("--cards", metavar="FILE", help="card file instead of the starter catalogue")
    parser.add_argument("--ruleset", choices=NAMES, help="duels under this ruleset only")
    parser.add_argument("--decks", metavar="FOLDER", help="folder of .ydk files to use as well, as far as they can be played")
    parser.add_argument("--resume", metavar="FILE", help="file that keeps the next seed and the counts between runs")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser


def main(arguments: Sequence[str]) -> int:
    """Run the command; 0 if no fault was found, 1 if there was one, 2 if it could not begin."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.every < 1 or options.jobs < 0 or options.duels < 0:
        parser.error("--every is a number from 1, --jobs and --duels are numbers from 0.")
    if not 0 <= options.minutes < math.inf:
        parser.error("--minutes is a number from 0.")
    settings = [] if options.every == EVERY else ["--every", str(options.every)]
    settings += [
        word for name in ("cards", "decks", "ruleset") if (value := getattr(options, name)) for word in (f"--{name}", value)
    ]
    kept = Path(options.resume) if options.resume else None
    try:
        pool = gather(options.cards, options.decks, options.ruleset)
        run = _Run(options.seed, kept, "".join(f" {word}" for word in settings))
    except (OSError, UnreadableFacts, _NoSeed) as unread:
        print(unread, file=sys.stderr)
        return 2
    if options.worker:
        serve(pool, options.every, sys.stdin, sys.stdout)
        return 0
    ends = time.monotonic() + options.minutes * 60
    players: list[Here | Pair] = [Pair(settings) for _ in range(options.jobs)] or [Here(pool, options.every)]
    threads = [threading.Thread(target=run.work, args=(player, options.duels, ends)) for player in players]
    for thread in threads:
        thread.start()
    for thread, player in zip(threads, players, strict=True):
        thread.join()
        player.close()
    print("\n".join(run.found.summary()), file=sys.stderr)
    print(
        f"{run.new.total('duels')} duels in this run, {len(run.new.failures)} failures, next seed {run.next}", file=sys.stderr
    )
    return 1 if run.new.failures else 0
