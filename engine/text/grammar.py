"""A small grammar: patterns of words with the value each of them means, read in every way they can be read.

``rule("select", "<number> <filter>")`` decorates a function that makes the value of a phrase from the values of its
parts. A part is a literal word, ``<name>`` or ``<name:label>`` for a phrase of that name, ``[...]`` for what may be
missing, ``(a|b)`` for alternatives; ``{`` and ``}`` are the round brackets of the text. A function that returns None
says that the words do not go together. All readings are kept: whoever asks decides, and two different readings of a
whole sentence mean that it is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.text.tokens import Token

_PART = re.compile(r"<(\w+)(?::(\w+))?>|[\[\]()|]|[^\s\[\]()|<>]+")
_OPEN = {"{": "(", "}": ")"}

Captures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Word:
    """A literal word."""

    word: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase by its name; its value is kept under ``label``."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several sequences; an empty one is what may be missing."""

    options: tuple[tuple[Part, ...], ...]


Part = Word | Phrase | Choice


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern of a phrase with what it means."""

    parts: tuple[Part, ...]
    make: Callable[..., Any]


class Grammar:
    """Rules by the phrase they read."""

    def __init__(self) -> None:
        self.rules: dict[str, list[Rule]] = {}
        self.terminals: dict[str, Callable[[Token], Any]] = {}
        self._by_word: dict[str, dict[str | None, list[Rule]]] = {}

    def rule(self, name: str, *patterns: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Add patterns of a phrase; the decorated function makes the value."""

        def add(make: Callable[..., Any]) -> Callable[..., Any]:
            for pattern in patterns:
                self.rules.setdefault(name, []).append(Rule(_parse(pattern), make))
            return make

        return add

    def terminal(self, name: str) -> Callable[[Callable[[Token], Any]], Callable[[Token], Any]]:
        """Add a phrase of one word; the decorated function returns its value, or None."""

        def add(make: Callable[[Token], Any]) -> Callable[[Token], Any]:
            self.terminals[name] = make
            return make

        return add

    def words(self, name: str, table: dict[str, Any]) -> None:
        """Add a phrase that is one of some fixed wordings."""
        for wording, value in table.items():
            self.rules.setdefault(name, []).append(Rule(_parse(wording), lambda value=value: value))

    def of(self, name: str, word: str) -> Iterator[Rule]:
        """Yield the rules of a phrase that can begin with a word."""
        table = self._by_word.get(name)
        if table is None:
            table = self._by_word[name] = {}
            for rule in self.rules.get(name, ()):
                first = rule.parts[0]
                table.setdefault(first.word if isinstance(first, Word) else None, []).append(rule)
        yield from table.get(word, ())
        yield from table.get(None, ())


class Reading:
    """The readings of one sentence: what each phrase can mean from each place."""

    def __init__(self, grammar: Grammar, tokens: Sequence[Token]) -> None:
        self.grammar = grammar
        self.tokens = tokens
        self.furthest = 0
        """The first word no reading got past."""
        self._known: dict[tuple[str, int], list[tuple[int, Any]]] = {}

    def whole(self, name: str) -> list[Any]:
        """Return the different values the whole sentence can have as that phrase."""
        return [value for end, value in self.phrase(name, 0) if end == len(self.tokens)]

    def phrase(self, name: str, at: int) -> list[tuple[int, Any]]:
        """Return where the phrase can end when it begins at a place, with its value; each pair once."""
        key = (name, at)
        known = self._known.get(key)
        if known is not None:
            return known
        self._known[key] = []
        """A phrase that begins with itself has no reading there."""
        terminal = self.grammar.terminals.get(name)
        found: list[tuple[int, Any]] = []
        if terminal is not None:
            value = terminal(self.tokens[at]) if at < len(self.tokens) else None
            if value is not None:
                found.append((at + 1, value))
                self.furthest = max(self.furthest, at + 1)
        else:
            word = self.tokens[at].word if at < len(self.tokens) else ""
            for rule in self.grammar.of(name, word):
                for end, captured in self._sequence(rule.parts, 0, at):
                    value = rule.make(**captured)
                    if value is not None and (end, value) not in found:
                        found.append((end, value))
        self._known[key] = found
        return found

    def _sequence(self, parts: Sequence[Part], number: int, at: int) -> Iterator[tuple[int, Captures]]:
        if number == len(parts):
            yield at, {}
            return
        part = parts[number]
        for end, captured in self._part(part, at):
            for last, rest in self._sequence(parts, number + 1, end):
                yield last, {**captured, **rest} if captured else rest

    def _part(self, part: Part, at: int) -> Iterator[tuple[int, Captures]]:
        if isinstance(part, Word):
            if at < len(self.tokens) and self.tokens[at].word == part.word:
                self.furthest = max(self.furthest, at + 1)
                yield at + 1, {}
        elif isinstance(part, Phrase):
            for end, value in self.phrase(part.name, at):
                yield end, {part.label: value}
        else:
            for option in part.options:
                yield from self._sequence(option, 0, at)


def _parse(pattern: str) -> tuple[Part, ...]:
    parts, rest = _sequence([found.group() for found in _PART.finditer(pattern)])
    if rest:
        raise ValueError(f"unbalanced pattern: {pattern}")
    return parts


def _sequence(words: list[str]) -> tuple[tuple[Part, ...], list[str]]:
    parts: list[Part] = []
    while words and words[0] not in ("]", ")", "|"):
        word = words.pop(0)
        if word in "[(":
            close = "]" if word == "[" else ")"
            options = []
            while True:
                inner, words = _sequence(words)
                options.append(inner)
                if not words:
                    raise ValueError("unbalanced pattern")
                if words.pop(0) == close:
                    break
            if word == "[":
                options.append(())
            parts.append(Choice(tuple(options)))
        elif word.startswith("<"):
            name, _, label = word[1:-1].partition(":")
            parts.append(Phrase(name, label or name))
        else:
            parts.append(Word(_OPEN.get(word, word).lower()))
    return tuple(parts), words
