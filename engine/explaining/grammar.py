"""Put words together in one language: templates with slots, agreement, contractions.

A template of ``words/<language>.json`` holds, beside its slots ``{what}``:

- ``[destroy|destroying]``: the command, or the form after "you can";
- ``<is|are>``: singular or plural, after the noun that the template agrees with;
- ``@un|une@``: masculine or feminine;
- ``~``: the ending of a participle in gender and number of that noun.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

LANGUAGES = ("en", "fr", "pt")

_FOLDER = Path(__file__).parent / "words"
_FORM = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")
_NUMBER = re.compile(r"<([^<>|]*)\|([^<>|]*)>")
_GENDER = re.compile(r"@([^@|]*)\|([^@|]*)@")
_QUOTED = re.compile(r"(“[^”]*”|«[^»]*»)")
_ENDINGS = {
    "en": {("m", False): "", ("f", False): "", ("m", True): "", ("f", True): ""},
    "fr": {("m", False): "", ("f", False): "e", ("m", True): "s", ("f", True): "es"},
    "pt": {("m", False): "o", ("f", False): "a", ("m", True): "os", ("f", True): "as"},
}
_CONTRACTIONS: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "en": ((re.compile(r"\ba (?=[aeioAEIO])"), "an "),),
    "fr": (
        (re.compile(r"\bde le\b(?= )"), "du"),
        (re.compile(r"\bde les\b(?= )"), "des"),
        (re.compile(r"\bà le\b(?= )"), "au"),
        (re.compile(r"\bà les\b(?= )"), "aux"),
        (re.compile(r"\bsi (?=ils?\b)"), "s’"),
        (re.compile(r"\b([dDlL]|(?:[lL]ors|[pP]uis)?[qQ]u)[ea] (?=(?!End )[aeiouéèêâîôAEÉI])"), r"\1’"),
        (re.compile(r" (?=[:;!?])"), "\u00a0"),
    ),
    "pt": (
        (re.compile(r"\b([dD])e (?=(?:[oa]s?|est[ea]s?|ess[ea]s?|el[ea]s?)\b )"), r"\1"),
        (re.compile(r"\bem (?=(?:[oa]s?|est[ea]s?|ess[ea]s?)\b )"), "n"),
        (re.compile(r"\bpor (?=[oa]s?\b )"), "pel"),
        (re.compile(r"\ba (?=os?\b )"), "a"),
        (re.compile(r"\ba a(?=s?\b )"), "à"),
    ),
}


class Unexplained(KeyError):
    """There are no words for a node, a value or a name; ``str()`` says which and where they belong."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase with what agrees with it."""

    text: str
    gender: str = "m"
    plural: bool = False

    def __str__(self) -> str:
        return self.text


@cache
def _words(language: str) -> dict[str, Any]:
    words: dict[str, Any] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return words


class Grammar:
    """The words of one language."""

    __slots__ = ("_endings", "_words", "language")

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise Unexplained(f"effects are not explained in the language {language!r}")
        self.language = language
        self._words = _words(language)
        self._endings = _ENDINGS[language]

    def entry(self, section: str, key: str) -> Any:
        """Return what stands under a key of a section; raises ``Unexplained``."""
        try:
            return self._words[section][key]
        except KeyError:
            raise Unexplained(
                f"no words for {section} {key!r}: add them to engine/explaining/words/{self.language}.json"
            ) from None

    def has(self, section: str, key: str) -> bool:
        """Whether there is such a key."""
        return key in self._words.get(section, ())

    def say(self, section: str, key: str, agree: Noun | None = None, infinitive: bool = False, **slots: object) -> str:
        """Return a template with its slots filled."""
        template = self.fit(self.entry(section, key), agree, infinitive)
        known = {name for _, name, _, _ in Formatter().parse(template) if name}
        if known - set(slots):
            raise Unexplained(f"{section} {key!r} in {self.language} asks for {sorted(known - set(slots))}")
        return template.format(**{name: str(slots[name]) for name in known})

    def fit(self, template: str, agree: Noun | None = None, infinitive: bool = False) -> str:
        """Return a template with form, number and gender chosen."""
        template = _FORM.sub(lambda found: found[2 if infinitive else 1], template)
        noun = agree or Noun("")
        template = _NUMBER.sub(lambda found: found[2 if noun.plural else 1], template)
        template = _GENDER.sub(lambda found: found[2 if noun.gender == "f" else 1], template)
        return template.replace("~", self._endings[noun.gender, noun.plural])

    def noun(self, section: str, key: str, plural: bool = False) -> Noun:
        """Return an entry [singular, plural, gender] as a noun."""
        singular, many, gender = self.entry(section, key)
        return Noun(many if plural else singular, gender, plural)

    def listed(self, items: list[str], word: str = "or") -> str:
        """Return "a, b or c"."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.entry('join', word)} {items[-1]}"

    def quoted(self, name: str) -> str:
        """Return a name in the quotes of the language."""
        return f"«\u00a0{name}\u00a0»" if self.language == "fr" else f"“{name}”"

    def sentence(self, text: str) -> str:
        """Return a paragraph: contracted, with a capital letter and a full stop."""
        parts = _QUOTED.split(" ".join(text.split(" ")))
        for place in range(0, len(parts), 2):
            for pattern, instead in _CONTRACTIONS[self.language]:
                parts[place] = pattern.sub(instead, parts[place])
        whole = re.sub(r" +", " ", "".join(parts)).replace(" ,", ",").strip()
        whole = re.sub(r",+(?=[ \u00a0]?[.;:,)]|$)", "", whole)
        whole = re.sub(r"(^|[.:] |\u00a0: )([a-zà-ÿ])", lambda found: found[1] + found[2].upper(), whole)
        return whole if whole.endswith(".") else whole + "."


def slots_of(template: Any) -> set[str]:
    """Return the slots of a template."""
    return {name for _, name, _, _ in Formatter().parse(template) if name} if isinstance(template, str) else set()


def all_words(language: str) -> Mapping[str, Mapping[str, Any]]:
    """Return every section of a language, for the tests that compare them."""
    return _words(language)
