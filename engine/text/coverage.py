"""``python -m engine coverage``: how many cards of a card file can be played, and why the others cannot."""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from engine.cards import definition, written
from engine.effects.tree import Card
from engine.facts import CardFacts, UnreadableFacts, read_facts
from engine.text.compiling import Unread, compile_card
from engine.text.vocabulary import KINDS, differing, facts_of, read_entry
from engine.vocab import CardKind

_REASONS = 30
_LONGEST_PASSCODE = 20


class UnreadableEffectFacts(ValueError):
    """The file of effect facts cannot be used; ``str()`` says where and why."""


class Coverage:
    """The count over a card file."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        """cards, effectless, handwritten, compiled, refused."""
        self.kinds: dict[str, Counter[str]] = {}
        """The same by kind of card."""
        self.compiled: dict[str, Card] = {}
        self.reasons: Counter[str] = Counter()
        self.agree: Counter[str] = Counter()
        self.disagree: Counter[str] = Counter()
        self.differences: list[dict[str, Any]] = []
        self.all_agree = 0
        self.playable: set[int] = set()
        """Passcodes."""

    def take(self, cards: Iterable[CardFacts]) -> None:
        """Count cards."""
        for facts in cards:
            if facts.kind is CardKind.SKILL:
                continue
            how = self._how(facts)
            for counter in (self.counts, self.kinds.setdefault(facts.kind.value, Counter())):
                counter["cards"] += 1
                counter[how] += 1
            if how != "refused" and facts.passcode is not None:
                self.playable |= {facts.passcode, *facts.alias_passcodes}

    def _how(self, facts: CardFacts) -> str:
        if written(facts.name) is not None:
            return "handwritten"
        if definition(facts) is not None:
            return "effectless"
        result = compile_card(facts)
        if result.card is None:
            self.reasons.update({_reason(unread) for unread in result.unread})
            return "refused"
        self.compiled[facts.name] = result.card
        return "compiled"

    def compare(self, entries: Iterable[dict[str, Any]]) -> None:
        """Compare the compiled cards with public facts of their effects."""
        for entry in entries:
            card = self.compiled.get(entry["name_en"])
            if card is None:
                continue
            found = differing(facts_of(card), read_entry(entry))
            self.agree.update(kind for kind in KINDS if kind not in found)
            self.disagree.update(found)
            self.all_agree += not found
            if found:
                self.differences.append({"name": card.name, "passcode": entry["passcode"], "facts": found})

    def to_json(self) -> dict[str, Any]:
        """Return the figures."""
        counts = {name: self.counts[name] for name in ("cards", "effectless", "handwritten", "compiled", "refused")}
        return {
            **counts,
            "playable": counts["cards"] - counts["refused"],
            "kinds": {kind: dict(counter) for kind, counter in self.kinds.items()},
            "reasons": dict(self.reasons.most_common(_REASONS)),
            "facts": {kind: {"agree": self.agree[kind], "disagree": self.disagree[kind]} for kind in KINDS},
            "all_facts_agree": self.all_agree,
            "differences": self.differences,
        }


def _reason(unread: Unread) -> str:
    """Return where a reading ends: the words before it and the next ones."""
    if unread.reason != "unread":
        return unread.reason
    done = unread.read.split()
    return f"{' '.join(done[-3:])} | {' '.join(unread.sentence.split()[len(done) : len(done) + 3])}"


def deck_share(path: Path, playable: set[int]) -> dict[str, int]:
    """Return how many cards of a .ydk file there are and how many of them can be played."""
    words = path.read_text(encoding="utf-8", errors="replace").split()
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) <= _LONGEST_PASSCODE]
    return {"cards": len(numbers), "playable": sum(number in playable for number in numbers)}


def read_effect_facts(path: Path) -> list[dict[str, Any]]:
    """Read a file of effect facts, one JSON object a line, packed or not; raises ``UnreadableEffectFacts``."""
    found: list[dict[str, Any]] = []
    try:
        with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                if line.strip():
                    found.append(_effect_facts(path, number, line))
    except (lzma.LZMAError, EOFError):
        raise UnreadableEffectFacts(f"{path} is not a whole .xz archive.") from None
    except UnicodeDecodeError:
        raise UnreadableEffectFacts(f"{path} is not a text file.") from None
    return found


def _effect_facts(path: Path, number: int, line: str) -> dict[str, Any]:
    """Return one entry, seen to name the card it is about and to be readable."""
    try:
        entry = json.loads(line)
        # Of a card that has no English name there is only the number.
        if isinstance(entry["name_en"], str | None) and isinstance(entry["passcode"], int):
            read_entry(entry)
            return dict(entry)
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        pass
    raise UnreadableEffectFacts(f"{path}, line {number}: these are no facts about the effects of a card.")


def decks_in(folder: Path) -> list[Path]:
    """Return the .ydk files of a folder in order of their names; raises ``OSError`` where there is no such folder."""
    if not folder.is_dir():
        raise NotADirectoryError(f"There is no folder {folder}.")
    return sorted(path for path in folder.glob("*.ydk") if path.is_file())


def main(arguments: Sequence[str]) -> int:
    """Print the figures; 0 fine, 2 for a file that cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m engine coverage", description=__doc__)
    parser.add_argument("--cards", metavar="FILE", required=True, help="a card list with English texts")
    parser.add_argument("--facts", metavar="FILE", help="facts about effects to compare compiled cards with")
    parser.add_argument("--decks", metavar="FOLDER", help="Decks (.ydk) of which to tell how much is playable")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    found = Coverage()
    try:
        found.take(read_facts(Path(options.cards)).cards)
        if options.facts:
            found.compare(read_effect_facts(Path(options.facts)))
        figures = found.to_json()
        if options.decks:
            figures["decks"] = {deck.stem: deck_share(deck, found.playable) for deck in decks_in(Path(options.decks))}
    except (OSError, UnreadableFacts, UnreadableEffectFacts) as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(figures, ensure_ascii=False, indent=1))
    else:
        print("\n".join(_lines(figures)))
    return 0


def _lines(figures: dict[str, Any]) -> list[str]:
    names = ("cards", "playable", "effectless", "handwritten", "compiled", "refused")
    lines = [f"{name:<12} {figures[name]:>6}" for name in names]
    for kind, counter in figures["kinds"].items():
        lines.append(f"  {kind:<10} " + ", ".join(f"{name} {number}" for name, number in counter.items()))
    for kind, facts in figures["facts"].items():
        total = facts["agree"] + facts["disagree"]
        if total:
            lines.append(f"  {kind:<18} {facts['agree']:>5} of {total} agree ({100 * facts['agree'] / total:.1f} %)")
    for deck, share in figures.get("decks", {}).items():
        lines.append(f"  {deck:<28} {share['playable']:>3} of {share['cards']}")
    lines += [f"{number:>6}  {reason}" for reason, number in figures["reasons"].items()]
    return lines
