"""Set numbers as printed ("LDD-F003", "LOD-091", "LDK2-ENK01"): reading, comparing, ordering.

A number is never built by swapping letters; the catalogue is the authority. What is here only cleans what was
typed, and proposes spellings to look up when the number as typed is not in the catalogue.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from typing import NamedTuple

from marketplace.catalogue.languages import OLD_REGIONS, REGIONS, language_of_region

_DASHES = re.compile("[\u2010-\u2015\u2212\u00ad\u30fc\ufe58\ufe63\uff0d_~]")
_SPACES = re.compile(r"\s+")
_NOT_IN_FOLD = re.compile(r"[^A-Z0-9?]+")
_TWO_LETTERS = "|".join(sorted(REGIONS))
_ONE_LETTER = "".join(sorted(OLD_REGIONS))
_SHAPE = re.compile(
    rf"^(?P<prefix>[A-Z0-9]{{1,6}})-(?:(?P<region>{_TWO_LETTERS}|ES)(?=[A-Z]{{0,4}}[\d?])|(?P<old>[{_ONE_LETTER}])(?=[\d?]{{3}}))?"
    r"(?P<suffix>[A-Z]{0,4})(?P<number>[\d?]{1,4})(?P<tail>K?)$"
)
_NO_DASH = (
    # The longest set prefix wins, so that DUADEN059 is DUAD-EN059 and not DUA-DE...
    re.compile(rf"^(?P<prefix>[A-Z0-9]{{2,5}})(?P<rest>(?:{_TWO_LETTERS}|ES)[A-Z]{{0,2}}\d{{1,3}})$"),
    re.compile(rf"^(?P<prefix>[A-Z]{{2,3}}|[A-Z]{{2}}\d)(?P<rest>[{_ONE_LETTER}]?\d{{3}})$"),
)
_USER_SUFFIX = re.compile(r"^(?P<code>.*[\d?])[\s._-]*(?P<suffix>[A-Za-z][A-Za-z ]*)$")
_MISTAKEN = {"O": "0", "0": "O", "I": "1", "1": "I"}
_MOST_SWAPS = 6


class SetNumber(NamedTuple):
    """The parts of a set number. ``number`` keeps its zeros and may hold "?" (announced, not numbered yet)."""

    prefix: str
    region: str  # "EN", "SP", the old "F"; empty where none is printed. A typed ES is given as SP.
    suffix: str  # Between region and number: "K" of a sub-deck, "SE" of a special edition.
    number: str
    tail: str  # "K" of BLAR-EN10K; empty otherwise.

    @property
    def language(self) -> str | None:
        """The language the region letters stand for; None without letters, as the oldest numbers do not tell."""
        return language_of_region(self.region) if self.region else None


class Variant(NamedTuple):
    """Another spelling to look up: ``suffix`` is what was cut off, ``reason`` is suffix, region, zeros or swap."""

    code: str
    suffix: str
    reason: str


def normalise(text: str) -> str:
    """A set number in its printed form as far as the text tells: upper case, one plain dash, no spaces.

    "lod 091" and "LOD091" give ``LOD-091``. Text of another shape comes back cleaned, not refused.
    """
    clean = _DASHES.sub("-", unicodedata.normalize("NFKC", text)).upper().strip().strip("()[]{}'\",;:")
    clean = re.sub(r"\s*-+\s*", "-", clean).strip("- ")
    if "-" not in clean:
        clean = _SPACES.sub("-", clean, count=1)
    clean = _SPACES.sub("", clean)
    if "-" not in clean:
        match = next(filter(None, (shape.match(clean) for shape in _NO_DASH)), None)
        if match:
            clean = f"{match['prefix']}-{match['rest']}"
    return clean


def folded(code: str) -> str:
    """The key numbers are looked up under: letters, digits and "?" only, so a missing dash or space does not matter.

    No two set numbers of the catalogue share a key.
    """
    return _NOT_IN_FOLD.sub("", _DASHES.sub("-", unicodedata.normalize("NFKC", code)).upper())


def parse(code: str) -> SetNumber | None:
    """The parts of a set number, or None when the text does not have its shape.

    Two letters after the dash are a region only if they are a known one (``DUEA-ENDE1`` is English, Deluxe Edition);
    one letter only before three digits (``IOC-SE1`` has no region).
    """
    match = _SHAPE.match(normalise(code))
    if match is None:
        return None
    region = match["region"] or match["old"] or ""
    return SetNumber(match["prefix"], "SP" if region == "ES" else region, match["suffix"], match["number"], match["tail"])


def sort_key(code: str) -> str:
    """A key that orders numbers as a binder does: by set, main numbers first, then each lettered part, then by number.

    Only digits and capitals in columns of fixed width, so that every database collation orders it alike. Numbers
    announced without digits ("MAMO-EN???") come after the others of their set, empty ones last of all.
    """
    parts = parse(code)
    if parts is None:
        plain = _NOT_IN_FOLD.sub("", folded(code)).replace("?", "Z")
        return f"{plain[:6]:0<6}63{plain[:40]}" if plain else "ZZZZZZ93"
    group = 2 if "?" in parts.number or parts.tail else 1 if parts.suffix else 0
    digits = int(parts.number.replace("?", "9"))
    # The length keeps sets apart whose padded prefixes are equal (DP1, DP10).
    return f"{parts.prefix:0<6}{len(parts.prefix)}{group}{parts.suffix:0<4}{digits:05d}{parts.region:0<2}"


def _swaps(code: str) -> list[str]:
    """``code`` with O/0 and I/1 exchanged, fewest exchanges first."""
    places = [index for index, char in enumerate(code) if char in _MISTAKEN]
    if not places or len(places) > _MOST_SWAPS:
        return []
    found = []
    for count in range(1, len(places) + 1):
        for chosen in itertools.combinations(places, count):
            found.append("".join(_MISTAKEN[char] if index in chosen else char for index, char in enumerate(code)))
    return found


def variants(code: str) -> tuple[Variant, ...]:
    """Other spellings to look up when the number as typed is not in the catalogue, likeliest first.

    A collector's own suffix is cut off and told ("RA02-EN001alt" gives ("RA02-EN001", "alt")), ES is read as SP,
    left-out zeros are filled in ("EEN-FR36"), and O/0 and I/1 are exchanged. Each is a guess to be shown.
    """
    typed = code.strip()
    found: list[Variant] = []

    def add(candidate: str, suffix: str, reason: str) -> None:
        if candidate != normalise(typed) and all(candidate != other.code for other in found):
            found.append(Variant(candidate, suffix, reason))

    bases = [(normalise(typed), "")]
    match = _USER_SUFFIX.match(typed)
    if match and re.search(r"\d", match["code"]) and looks_like_code(match["code"]):
        bases.append((normalise(match["code"]), match["suffix"].strip()))
        add(*bases[1], "suffix")
    for base, suffix in bases:
        if re.search(r"-ES(?=[A-Z]{0,2}[\d?])", base):
            add(re.sub(r"-ES(?=[A-Z]{0,2}[\d?])", "-SP", base), suffix, "region")
    for base, suffix in bases:
        parts = parse(base)
        width = 3 - len(parts.suffix) if parts else 0
        if parts and len(parts.number) < width:
            add(base[: len(base) - len(parts.number + parts.tail)] + parts.number.zfill(width) + parts.tail, suffix, "zeros")
    for base, suffix in bases:
        for swapped in _swaps(base):
            add(swapped, suffix, "swap")
    return tuple(found)


def looks_like_code(text: str) -> bool:
    """Whether the text has the shape of a set number, so that a search box may try it as one first."""
    typed = _DASHES.sub("-", text.strip())
    if not typed or len(typed) > 20:
        return False
    parts = parse(typed)
    if parts is None:
        suffixed = _USER_SUFFIX.match(typed)
        base = parse(suffixed["code"]) if suffixed and "-" in typed else None
        return base is not None and bool(base.region)
    if len(parts.prefix) > 5 or len(parts.suffix) > 2:
        return False
    if parts.prefix.isdigit() and not parts.region and not (len(parts.prefix) == 3 and len(parts.number) == 3):
        return False  # A date or a sum; of the numbers without region only Japanese "301-001" begins with digits alone.
    if "-" in typed:
        return bool(parts.region) or len(parts.number) >= 2 or bool(parts.suffix)
    # Without a dash a name may look alike ("Jinzo 7"), so more is asked.
    return (bool(parts.region) and len(parts.suffix + parts.number) >= 3) or len(parts.number) == 3
