"""``python -m engine COMMAND``: the engine's commands, each in a module of its own."""

import sys
from collections.abc import Sequence
from importlib import import_module

COMMANDS = {
    "scenario": ("engine.notation.command", "run scenario files"),
    "play": ("engine.ai.play", "let computer players duel, with figures"),
    "fuzz": ("engine.ai.fuzz", "random duels that look for faults; resumable"),
    "explain": ("engine.explaining.command", "say what a card does in duels, in three languages"),
    "rulebook": ("engine.rulebook.figures", "count the rules that are in force and proven"),
    "coverage": ("engine.text.coverage", "count the cards whose text can be played"),
    "deck": ("engine.decks.command", "tell whether a Deck list is legal, and why not"),
}
"""Command to the module whose ``main(arguments)`` runs it and returns the exit status, and what it is for."""


def main(arguments: Sequence[str]) -> int:
    """Run a command; returns its exit status, 2 for one that does not exist."""
    if arguments and arguments[0] in COMMANDS:
        module, _ = COMMANDS[arguments[0]]
        status: int = import_module(module).main(arguments[1:])
        return status
    asked_for_help = bool(arguments) and arguments[0] in ("-h", "--help")
    lines = [f"  {name:<10} {purpose}" for name, (_, purpose) in COMMANDS.items()]
    print("\n".join(["python -m engine COMMAND ...", *lines]), file=sys.stdout if asked_for_help else sys.stderr)
    return 0 if asked_for_help else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
