"""Build ``build/compiled``: the engine with what duels do most compiled by mypyc. Nothing needs it; duels are the same, faster.

    make compiled
    PYTHONPATH=build/compiled python -P -m engine play --decks A B --duels 100

Pure Python stays the reference: ``tests/engine/test_compiled.py`` compares hashes of random duels when the build is there.
A build is of the sources it was made from; ``make compiled`` makes it anew when they have changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GOAL = ROOT / "build" / "compiled"
_STATE = ("duel_state", "card", "rng", "index", "seats")
_EFFECTS = ("context", "continuous", "matching", "conditions", "amounts", "arrows")
_OTHERS = ("duel", "ai/chance", "ai/random_agent")
_PROCEDURES = tuple(
    "options rulings windows settling summoning setting joint activating turn moving events triggers battle damage_step".split()
)
"""What every duel does again and again; the rest costs more to compile than it brings."""
_CLASS = re.compile(r"^class \w+(\((?!NamedTuple|\w*Error|Exception|LookupError|str|Protocol)[\w.]+\))?:$", re.MULTILINE)
"""Classes whose instances are made without ``__init__`` when a duel is copied or read, or that others extend."""


def modules() -> list[str]:
    """Return the files that are compiled: the rules and the state, not the definitions of the cards."""
    named = [f"state/{name}" for name in _STATE] + [f"effects/{name}" for name in _EFFECTS]
    named += [f"procedures/{name}" for name in _PROCEDURES]
    return [f"engine/{name}.py" for name in (*named, *_OTHERS)]


def fingerprint() -> str:
    """Return a hash of all sources of the engine and of this file."""
    found = hashlib.blake2b(Path(__file__).read_bytes(), digest_size=8)
    for path in sorted((ROOT / "engine").rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()


def is_fresh() -> bool:
    """Whether there is a build of the present sources."""
    stamp = GOAL / "made_of"
    return stamp.exists() and stamp.read_text() == fingerprint()


def prepare() -> None:
    """Copy the engine, and mark the classes that are copied by their fields as such for mypyc."""
    shutil.rmtree(GOAL, ignore_errors=True)
    shutil.copytree(ROOT / "engine", GOAL / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", GOAL)
    for name in modules():
        path = GOAL / name
        text = marked(path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")


def marked(text: str) -> str:
    """Return a source with its classes marked."""
    lines = text.split("\n")
    for number in range(len(lines) - 1, 0, -1):
        if _CLASS.match(lines[number]) and not lines[number - 1].startswith("@"):
            lines.insert(number, "@mypyc_attr(allow_interpreted_subclasses=True)")
    if len(lines) > text.count("\n") + 1:
        first = next(number for number, line in enumerate(lines) if line.startswith(("from ", "import ")))
        lines.insert(first + lines[first].startswith("from __future__"), "from mypy_extensions import mypyc_attr")
    return "\n".join(lines)


def main() -> int:
    """Build what is not there yet; returns the exit status of the compiler."""
    if "--inside" in sys.argv:
        return _compile()
    if is_fresh():
        print(f"{GOAL} is of the present sources")
        return 0
    made_of = fingerprint()
    prepare()
    status = subprocess.run([sys.executable, __file__, "--inside"], cwd=GOAL, check=False).returncode
    if status == 0:
        (GOAL / "made_of").write_text(made_of)
        print(f"built: PYTHONPATH={GOAL.relative_to(ROOT)} python -P -m engine ...")
    return status


def _compile() -> int:
    from mypyc.build import mypycify
    from setuptools import setup

    sys.argv = ["setup.py", "--quiet", "build_ext", "--inplace"]
    os.environ["MYPYPATH"] = "."
    extensions = mypycify(modules(), opt_level=os.environ.get("OPTIMISE", "1"), multi_file=True, debug_level="0")
    setup(name="duelfolio-compiled", ext_modules=extensions, packages=[])
    return 0


if __name__ == "__main__":
    sys.exit(main())
