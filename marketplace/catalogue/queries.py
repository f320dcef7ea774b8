"""The search language: plain words are names; ``key:value`` and ``key>=number`` narrow; ``-`` excludes; quotes join words.

``dragon type:synchro atk>=2500 -set:LOB`` reads as words "dragon" with three conditions. Keys have French and
Portuguese names too. What is not understood is named in ``problems``, and everything else still works.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import ColumnElement, and_, false, not_, or_

from marketplace.catalogue import codes, terms
from marketplace.catalogue.filters import has_ability, in_set, printed
from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import code_begins
from marketplace.catalogue.models import Card, Printing
from marketplace.catalogue.rarities import RARITIES, rank
from marketplace.catalogue.vocabulary import language_from, rarity_candidates
from marketplace.catalogue.words import squeezed

_TOKEN = re.compile(
    r"""(?P<minus>-)?
        (?:(?P<key>[^\W\d_]{1,12})(?P<operator>:|>=|<=|!=|=|>|<)(?P<value>"[^"]*"?|[^\s"]+)
        |"(?P<quoted>[^"]*)"?
        |(?P<word>\S+))""",
    re.VERBOSE,
)
_CURLY = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "≥": ">", "≤": "<"})

_KEYS: dict[str, str] = {
    alias: key
    for key, aliases in {
        "set": "set s ensemble extension serie produit colecao conjunto",
        "code": "code numero number num",
        "rarity": "r rarity rarete raridade",
        "language": "lang language langue lingua idioma",
        "type": "t type kind tipo",
        "race": "race raca",
        "attribute": "attr attribute attribut atributo",
        "level": "level lvl niveau niv nivel",
        "rank": "rank rang classe",
        "link": "link lien",
        "scale": "scale echelle escala",
        "atk": "atk",
        "def": "def",
        "name": "name nom nome",
        "passcode": "passcode id",
    }.items()
    for alias in aliases.split()
}
_COLLECTION_KEYS = {"own", "free", "trade", "in", "ed", "cond", "want", "have", "missing", "price"}
_OF_PRINTINGS = {"set", "code", "rarity", "language"}
_NUMBERS: dict[str, Any] = {
    "level": Card.level, "rank": Card.rank, "link": Card.link, "scale": Card.scale, "atk": Card.atk, "def": Card.defense,
}  # fmt: skip
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    ":": operator.eq, "=": operator.eq, "!=": operator.ne, ">": operator.gt, "<": operator.lt,
    ">=": operator.ge, "<=": operator.le,
}  # fmt: skip


@dataclass(slots=True)
class Query:
    """A search as it was read."""

    typed: str
    words: str = ""
    """What is looked for in names."""
    without: list[str] = field(default_factory=list)
    """Folded words no name of the card may hold."""
    phrases: list[str] = field(default_factory=list)
    """Folded words that must stand together, in quotes."""
    conditions: list[ColumnElement[bool]] = field(default_factory=list)
    """What a card must meet."""
    printing: list[ColumnElement[bool]] = field(default_factory=list)
    """What one and the same printing of the card must meet."""
    parts: list[str] = field(default_factory=list)
    """The conditions as read, in words."""
    problems: list[str] = field(default_factory=list)
    """Sentences about what was not understood."""

    @property
    def narrowed(self) -> bool:
        """Whether there are conditions beside the words."""
        return bool(self.conditions or self.printing)

    @property
    def plain(self) -> bool:
        """Whether only words were typed, so that they may as well be a set number or a passcode."""
        return not (self.narrowed or self.without or self.phrases or self.problems)


def parse(typed: str, viewer_id: int | None = None) -> Query:
    """Read a search. Never raises: whatever is typed means something."""
    typed = typed.strip()[:300]
    query = Query(typed)
    words: list[str] = []
    for match in _TOKEN.finditer(typed.translate(_CURLY)):
        excluded = match["minus"] is not None
        key = _key(match["key"] or "")
        if match["quoted"] is not None:
            _words(query, words, match["quoted"], excluded=excluded, together=True)
        elif match["word"] is not None or key is None:
            _plain_word(query, words, match, excluded)
        elif key == "unknown":
            query.problems.append(_unknown(match["key"]))
        elif key == "name":
            _words(query, words, match["value"].strip('"'), excluded=excluded, together=match["value"].startswith('"'))
        else:
            _condition(query, key, match, viewer_id)
    query.words = " ".join(words)
    return query


def _key(written: str) -> str | None:
    """The key, "unknown", or None where the text only looks like a key: one letter, as in "S:P Little Knight"."""
    if not written:
        return None
    key = _KEYS.get(fold(written))
    if key and (len(written) > 1 or written == "r"):
        return key
    return None if len(written) == 1 else "unknown"


def _plain_word(query: Query, words: list[str], match: re.Match[str], excluded: bool) -> None:
    text = match[0]
    # "-Assault-" is part of a name, "-dragon" is an exclusion, "-" alone is nothing.
    if excluded and not text.endswith("-") and fold(text[1:]):
        _words(query, words, text[1:], excluded=True, together=False)
    elif fold(text):
        words.append(text)


def _words(query: Query, words: list[str], text: str, *, excluded: bool, together: bool) -> None:
    folded = fold(text)
    if not folded:
        return
    if excluded:
        query.without.append(folded)
        query.parts.append(_("without “%(word)s” in the name", word=text))
    else:
        words.append(text)
        if together and " " in folded:
            query.phrases.append(folded)


def _unknown(key: str) -> str:
    if fold(key) in _COLLECTION_KEYS:
        return str(_("“%(key)s:” searches your collection; it was left out here.", key=key))
    return str(_("There is no search key “%(key)s:”; it was left out.", key=key))


def _condition(query: Query, key: str, match: re.Match[str], viewer_id: int | None) -> None:
    sign, value = match["operator"], match["value"].strip('"').strip()
    condition: ColumnElement[bool] | None
    words = ""
    if key in _NUMBERS:
        condition, words = _number(key, sign, value)
    elif key == "rarity":
        condition, words = _rarity(sign, value)
    elif sign not in (":", "=", "!="):
        condition = None
    else:
        condition, words = _READERS[key](value)
    if condition is None:
        query.problems.append(_("“%(part)s” is not understood; it was left out.", part=match[0]))
        return
    negative = (match["minus"] is not None) != (sign == "!=" and key not in _NUMBERS)
    if key in _OF_PRINTINGS and not negative:
        query.printing.append(condition)
    else:
        if key in _OF_PRINTINGS:
            condition = printed(viewer_id, condition)
        query.conditions.append(not_(condition) if negative else condition)
    query.parts.append(_("not %(condition)s", condition=words) if negative else words)


Read = tuple[ColumnElement[bool] | None, str]


def _number(key: str, sign: str, value: str) -> Read:
    column = _NUMBERS[key]
    if value == "?" and key in ("atk", "def") and sign in (":", "=", "!="):
        return _COMPARE[sign](column, -1), f"{key.upper()} {sign.replace(':', '=')} ?"
    if not (value.isascii() and value.isdigit() and len(value) < 7):
        return None, ""
    # A printed "?" is no number: "atk<1000" does not mean it.
    return and_(_COMPARE[sign](column, int(value)), column >= 0), f"{_number_name(key)} {sign.replace(':', '=')} {int(value)}"


def _number_name(key: str) -> str:
    return str({"level": _("Level"), "rank": _("Rank"), "link": _("Link"), "scale": _("Scale")}.get(key, key.upper()))


def _rarity(sign: str, value: str) -> Read:
    named = rarity_candidates(value) or rarity_candidates(f"{value} rare")
    if not named:
        return None, ""
    wanted = set(named)
    if sign in (">", "<", ">=", "<="):
        bound = rank(named[0])
        wanted = {name for name in RARITIES if _COMPARE[sign](rank(name), bound)}
    words = _("rarity %(sign)s %(rarity)s", sign=sign.replace(":", "=").replace("!=", "="), rarity=" / ".join(named[:3]))
    return Printing.rarity.in_(sorted(wanted)), words


def _set(value: str) -> Read:
    return in_set(value), _("in the set %(set)s", set=value)


def _code(value: str) -> Read:
    folded = codes.folded(value)
    if not folded:
        return None, ""
    return code_begins(folded), _("set number %(code)s", code=value)


def _language(value: str) -> Read:
    language = language_from(value)
    if language is None:
        return None, ""
    return Printing.language == language, _("printed in %(language)s", language=value)


def _race(value: str) -> Read:
    found = terms.named(terms.TYPES, value)
    return (Card.type == found, _("Type %(type)s", type=value)) if found else (None, "")


def _attribute(value: str) -> Read:
    found = terms.named(terms.ATTRIBUTES, value)
    return (Card.attribute == found, _("Attribute %(attribute)s", attribute=value)) if found else (None, "")


def _type(value: str) -> Read:
    """Any word of the type line: kind, Type, frame, ability or icon."""
    matching: list[ColumnElement[bool]] = []
    if kind := terms.named(terms.KINDS, value):
        matching.append(Card.kind == kind)
    if monster := terms.named(terms.TYPES, value):
        matching.append(Card.type == monster)
    if frame := terms.named(terms.FRAMES, value):
        matching.append(Card.pendulum.is_(True) if frame == "pendulum" else and_(Card.kind == "monster", Card.frame == frame))
    if ability := terms.named(terms.ABILITIES, value):
        matching.append(has_ability(ability))
    if icon := terms.named(terms.ICONS, value):
        matching.append(Card.icon == icon)
    return (or_(false(), *matching), _("type line with %(word)s", word=value)) if matching else (None, "")


def _passcode(value: str) -> Read:
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        return None, ""
    return Card.passcode == int(value), _("passcode %(number)s", number=value)


_READERS: dict[str, Callable[[str], Read]] = {
    "set": _set, "code": _code, "language": _language, "race": _race, "attribute": _attribute, "type": _type,
    "passcode": _passcode,
}  # fmt: skip


def is_passcode(text: str) -> bool:
    """Whether the text may be a passcode: four to nine digits, leading zeros or not."""
    return text.isascii() and text.isdigit() and 4 <= len(text) <= 9


def is_prefix(text: str) -> bool:
    """Whether the text may be a bare set prefix such as "PTDN" or "RA01"."""
    return 2 <= len(squeezed(text)) <= 5 and text.isascii() and text.isalnum()
