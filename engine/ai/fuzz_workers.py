"""The processes of the fuzzer: one plays duels, another with a different hash seed plays them again.

Strings, sets and dictionaries that depend on the hash seed would make the second duel another one. A worker reads a line of
JSON, does what it says, and writes a line: ``{"play": [first seed, how many]}`` or ``{"again": [duels that were played]}``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from engine.ai.fuzz_duel import EVERY, Played, Pool, again, play

HASH_SEEDS = ("1", "2")
"""Of the process that plays, and of the one that plays again."""


class Here:
    """Plays in this process, so that a debugger sees it; both times under the same hash seed."""

    def __init__(self, pool: Pool, every: int = EVERY) -> None:
        self.pool = pool
        self.every = every

    def duels(self, first: int, count: int) -> Iterator[Played]:
        """Yield so many duels from a seed on, each played twice."""
        for seed in range(first, first + count):
            played = play(self.pool, seed, self.every)
            if played.fault is None:
                played.fault = again(self.pool, played)
            yield played

    def close(self) -> None:
        """Nothing has to be ended."""


class Pair:
    """Two processes that take turns, so that no more than one of them works at a time."""

    def __init__(self, arguments: Sequence[str]) -> None:
        """``arguments`` are those of the command that say what is played and how."""
        self.workers = [_start(arguments, hash_seed) for hash_seed in HASH_SEEDS]

    def duels(self, first: int, count: int) -> Iterator[Played]:
        """Yield so many duels from a seed on; a process that dies is a fault of the duel it was at."""
        player, replayer = self.workers
        found = [Played(**told) for told in _ask(player, {"play": [first, count]})]
        if len(found) < count:
            found.append(Played(first + len(found), fault="the process that plays has died"))
        whole = [played for played in found if played.fault is None]
        faults = _ask(replayer, {"again": [played.to_json() for played in whole]})
        faults += ["the process that plays again has died"] * (len(whole) > len(faults))
        for played, fault in zip(whole, faults, strict=False):
            played.fault = fault
        yield from found

    def close(self) -> None:
        """End both processes."""
        for worker in self.workers:
            if worker.stdin is not None:
                worker.stdin.close()
            if worker.stdout is not None:
                worker.stdout.close()
            worker.wait()


def _start(arguments: Sequence[str], hash_seed: str) -> subprocess.Popen[str]:
    root = Path(__file__).resolve().parents[2]
    path = os.pathsep.join(filter(None, (str(root), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(  # noqa: S603  the interpreter runs this very program
        [sys.executable, "-P", "-m", "engine", "fuzz", "--worker", *arguments],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _ask(worker: subprocess.Popen[str], what: dict[str, Any]) -> list[Any]:
    """Return what a worker answers, a line for each duel; fewer of them if it has died."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        print(json.dumps(what), file=worker.stdin, flush=True)
    except BrokenPipeError:
        return []
    told = []
    for line in worker.stdout:
        if line == "\n":
            break
        told.append(json.loads(line))
    return told


def serve(pool: Pool, every: int, asked: TextIO, answers: TextIO) -> None:
    """Be a worker: answer every line until there are no more; an empty line ends an answer."""
    for line in asked:
        what = json.loads(line)
        if "play" in what:
            first, count = what["play"]
            for seed in range(first, first + count):
                print(json.dumps(play(pool, seed, every).to_json()), file=answers, flush=True)
        else:
            for told in what["again"]:
                print(json.dumps(again(pool, Played(**told))), file=answers, flush=True)
        print(file=answers, flush=True)
