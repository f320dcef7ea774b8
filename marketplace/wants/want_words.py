"""A want as a line in the style of want posts, and such a line's particulars read back.

``2x Dark Magician - FR/EN - EX+ - 1st - Ultra Rare - not Common``: parts of a line between dashes. Codes stand in for
words where collectors write codes; the words for "not" and "set" are read in English, French and Portuguese.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from flask_babel import gettext as _

from marketplace.catalogue.folding import fold
from marketplace.catalogue.rarities import rarity_label, rarity_named
from marketplace.catalogue.vocabulary import language_from
from marketplace.collection.vocabulary import CONDITIONS, edition_from, edition_label
from marketplace.wants.wishes import Wish

_PART = re.compile(r"\s+[-–—]+\s+")
_BETTER = re.compile(
    r"^(?:min(?:imum)?\.?\s*)?(?P<code>MT|NM|EX|GD|LP|PL|PO)(?P<plus>\s*(?:\+|or better|ou mieux|ou melhor|min(?:imum)?\.?))?$",
    re.I,
)
_NOT = re.compile(r"^(?:not|no|sans|sauf|pas de|sem|except|excepto|exceto)\s+(?P<words>.+)$", re.I)
_URGENT = {"urgent", "urgente", "urgent !", "urgent!"}
_SET = {"set", "whole set", "set complet", "le set", "set completo", "serie complete", "colecao completa"}


@dataclass(frozen=True)
class Particulars:
    """What the parts of a line ask besides the card."""

    languages: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    condition: str = ""
    rarities: tuple[str, ...] = ()
    not_rarities: tuple[str, ...] = ()
    urgency: int = 2
    whole_set: bool = False


def split_line(text: str) -> tuple[str, Particulars]:
    """The line without the parts this module understands, and what they ask."""
    head, *parts = _PART.split(text.strip())
    asked = Particulars()
    left = [head]
    for part in parts:
        read = _read(part.strip(), asked)
        if read is None:
            left.append(part)
        else:
            asked = read
    return " - ".join(left), asked


def _read(part: str, asked: Particulars) -> Particulars | None:
    folded = fold(part)
    if folded in _URGENT:
        return replace(asked, urgency=3)
    if folded in _SET:
        return replace(asked, whole_set=True)
    better = _BETTER.match(part)
    if better:
        return replace(asked, condition=better["code"].upper())
    unwanted = _NOT.match(part)
    if unwanted:
        names = _all(unwanted["words"], rarity_named)
        return replace(asked, not_rarities=(*asked.not_rarities, *names)) if names else None
    languages = _all(part, _language)
    if languages:
        return replace(asked, languages=(*asked.languages, *languages))
    editions = _all(part, lambda word: edition_from(word) or None)
    if editions:
        return replace(asked, editions=(*asked.editions, *editions))
    rarities = _all(part, rarity_named)
    return replace(asked, rarities=(*asked.rarities, *rarities)) if rarities else None


def _language(word: str) -> str | None:
    return language_from(word.strip())


def _all(text, read) -> tuple[str, ...]:  # type: ignore[no-untyped-def]  # A reader of one word: a code, or None.
    """The codes of words between slashes and commas; nothing unless every one of them is understood."""
    found = [read(word) for word in re.split(r"\s*[/,]\s*|\s+(?:or|ou)\s+", text.strip()) if word]
    return tuple(dict.fromkeys(found)) if found and all(found) else ()


def line_of(wish: Wish, name: str, code: str, locale: str, *, written_code: str = "") -> str:
    """The want as a line to post. ``name``: of the card, set or item; ``code``: of a pinned printing."""
    parts = [f"{wish.quantity}x {name}" if wish.quantity > 1 else name]
    if code:
        parts[0] += f" ({code})"
    parts += particulars_of(wish, locale)
    if wish.kind == "set":
        parts.append(_("whole set"))
    elif written_code:
        parts[0] += f" ({written_code})"
    if wish.urgency == 3:
        parts.append(_("urgent"))
    return " - ".join(parts)


def particulars_of(wish: Wish, locale: str) -> list[str]:
    """What a want asks besides the card, in short words."""
    parts = []
    if wish.languages:
        parts.append("/".join(code.upper() for code in wish.languages))
    if wish.editions:
        parts.append("/".join(str(edition_label(code)) for code in wish.editions))
    if wish.condition:
        parts.append(wish.condition + ("+" if wish.condition != next(iter(CONDITIONS)) else ""))
    if wish.rarities:
        parts.append("/".join(rarity_label(name, locale) for name in wish.rarities))
    if wish.not_rarities:
        names = "/".join(rarity_label(name, locale) for name in wish.not_rarities)
        parts.append(_("not %(rarities)s", rarities=names))
    return parts
