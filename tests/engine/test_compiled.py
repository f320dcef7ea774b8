"""The compiled engine, where ``make compiled`` has built it, plays the very same duels as pure Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import make_compiled

PROGRAM = """
import engine.procedures.options as options
from engine.ai.fuzz import gather
from engine.ai.fuzz_duel import again, play
pool = gather(None, None)
print(options.__file__.endswith(".py"))
for seed in range(40, 54):
    played = play(pool, seed, 400)
    print(played.seed, played.ruleset, played.decisions, played.fault or again(pool, played), played.end)
"""


def _told(folder: Path) -> list[str]:
    found = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "3"},
        check=True,
        capture_output=True,
        text=True,
    )
    return found.stdout.splitlines()


@pytest.mark.thorough
@pytest.mark.skipif(not make_compiled.is_fresh(), reason="make compiled has not built the present sources")
def test_compiled_duels_are_the_same() -> None:
    pure, compiled = _told(make_compiled.ROOT), _told(make_compiled.GOAL)
    assert (pure[0], compiled[0]) == ("True", "False")
    assert pure[1:] == compiled[1:]
    assert len(pure) == 15
    assert all(line.split()[3] == "None" for line in pure[1:])


def test_what_is_compiled_is_there_and_marked() -> None:
    names = make_compiled.modules()
    assert all((make_compiled.ROOT / name).is_file() for name in names)
    assert "engine/procedures/options.py" in names
    card = make_compiled.marked((make_compiled.ROOT / "engine/state/card.py").read_text())
    assert "from mypy_extensions import mypyc_attr\n" in card
    assert "\n@mypyc_attr(allow_interpreted_subclasses=True)\nclass CardState:\n" in card
    assert make_compiled.marked('"""Nothing."""\n') == '"""Nothing."""\n'
