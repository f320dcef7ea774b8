"""What a rarity written in a file or a post means.

Short forms are shared between rarities and between tools ("SR", "GR", "PS"), so a reading gives candidates, and
``choose_rarity`` lets the set number narrow first: the text only picks among the rarities the card has there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from marketplace.catalogue.rarities import EQUAL_WHEN_MATCHING, RARITIES, SCANFLIP_FOILS, canonical, rank, rarity_named
from marketplace.catalogue.words import plain, squeezed

_NO_RARITY = {"", "2", "3", "new", "promo", "cprintreprint", "none", "na"}
"""Broken rows of one public API ("2", "New", "C|print=Reprint"), and words that are no rarity."""

# Forms that one tool uses for one rarity only; any tool may also write the full name.
_TOOL_FORMS: dict[str, dict[str, tuple[str, ...]]] = {
    "dragonshield": {
        rarity.short.casefold(): (rarity.name,)
        for rarity in RARITIES.values()
        if rarity.short and rarity.name not in ("Ultra Parallel Rare", "Ultra Rare (Pharaoh's Rare)")
    }
    | {"upr": ("Ultra Rare (Pharaoh's Rare)", "Ultra Parallel Rare")},
    "scanflip": {rarity.scanflip.casefold(): (rarity.name,) for rarity in RARITIES.values() if rarity.scanflip}
    | {form.casefold(): (name,) for form, (name, _colour) in SCANFLIP_FOILS.items()}
    | {
        "c": ("Common", "Short Print", "Super Short Print"),
        "par": (
            "Normal Parallel Rare",
            "Rare Parallel Rare",
            "Super Parallel Rare",
            "Ultra Parallel Rare",
            "Secret Parallel Rare",
        ),
        "sdt": ("Duel Terminal Super Parallel Rare", "Super Parallel Rare"),
        "udt": ("Duel Terminal Ultra Parallel Rare", "Ultra Parallel Rare"),
        "gmr": ("Grand Master Rare",),
    },
}
_TOOL_FORMS["cardmarket"] = {rarity.cardmarket.casefold(): (rarity.name,) for rarity in RARITIES.values() if rarity.cardmarket}
_TOOL_FORMS["cardmarket"]["scr"] = ("Secret Rare",)
_TOOL_FORMS["own"] = {rarity.short.casefold(): (rarity.name,) for rarity in RARITIES.values() if rarity.short}

_PREFERRED: dict[str, tuple[str, ...]] = {
    "sr": ("Super Rare", "Secret Rare"),
    "se": ("Secret Rare", "Super Rare"),
    "ser": ("Secret Rare", "Super Rare"),
}
"""Forms with a usual meaning: if the card has several of them, the first is meant."""

_SEVERAL: dict[str, tuple[str, ...]] = {
    "gr": ("Ghost Rare", "Gold Rare"),
    "upr": ("Ultra Parallel Rare", "Ultra Rare (Pharaoh's Rare)"),
    "psr": ("Prismatic Secret Rare", "Platinum Secret Rare"),
    "pse": ("Prismatic Secret Rare", "Platinum Secret Rare"),
    "ps": ("Platinum Secret Rare", "Prismatic Secret Rare", "Platinum Rare"),
    "pr": (
        "Platinum Rare",
        "Normal Parallel Rare",
        "Rare Parallel Rare",
        "Super Parallel Rare",
        "Ultra Parallel Rare",
        "Secret Parallel Rare",
    ),
    "u": ("Ultra Rare",),
    "qcr": ("Quarter Century Secret Rare",),
    "qcser": ("Quarter Century Secret Rare",),
    "p": ("Normal Parallel Rare", "Rare Parallel Rare", "Super Parallel Rare", "Ultra Parallel Rare", "Secret Parallel Rare"),
    "g": ("Gold Rare", "Ghost Rare"),
    "commonshortprint": ("Short Print", "Common", "Super Short Print"),  # One shop writes "Common / Short Print".
}

_WORD_TOKENS: dict[str, str] = {
    word: token
    for token, words in {
        "common": "common commons commune communes commun comum comuns comun comunes comune comuni normal normale gewohnlich",
        "rare": "rare rares rara raras raro rar",
        "super": "super supers",
        "ultra": "ultra ultras",
        "secret": "secret secrets secrete secretes secreta secretas secreto segreta segreto geheim",
        "ultimate": "ultimate ultimates ultime",
        "gold": "gold golds or doree dore dorada dorado dourada dourado oro ouro dorata",
        "ghost": "ghost ghosts fantome fantomes fantasma fantasmas",
        "parallel": "parallel parallele paralleles paralela paralelo parallela paralleles",
        "prismatic": "prismatic prismatique prismatica prismatico prismatisch",
        "platinum": "platinum platine platina platino platin",
        "quarter": "quarter quart quarto cuarto viertel",
        "century": "century siecle seculo siglo secolo jahrhundert",
        "collector": "collector collectors collectionneur colecionador coleccionista",
        "starlight": "starlight",
        "starfoil": "starfoil",
        "mosaic": "mosaic mosaique mosaico mosaik",
        "shatterfoil": "shatterfoil",
        "holographic": "holographic holographique holografica holo",
        "millennium": "millennium millenium milenio millenaire",
        "kaiba": "kaiba",
        "corporation": "corporation corp",
        "duel": "duel",
        "terminal": "terminal",
        "pharaoh": "pharaoh pharaohs pharaon pharaonique farao faraon",
        "extra": "extra",
        "premium": "premium",
        "grand": "grand",
        "master": "master",
        "short": "short",
        "print": "print",
    }.items()
    for word in words.split()
}
_FILLERS = {"en", "de", "des", "du", "la", "le", "les", "da", "do", "d", "technology", "carte", "card", "carta"}

_PARALLELS = tuple(name for name in RARITIES if "Parallel" in name)


def _token_names() -> dict[frozenset[str], tuple[str, ...]]:
    """Which rarity a set of words names, whatever their order and language; "Rare" is left out where it adds nothing."""
    names: dict[frozenset[str], tuple[str, ...]] = {}
    for name in RARITIES:
        words = [_WORD_TOKENS.get(word, word) for word in plain(name).split()]
        kept = frozenset(word for word in words if word != "rare") or frozenset({"rare"})
        names.setdefault(kept, (name,))
    names[frozenset({"common", "parallel"})] = ("Normal Parallel Rare",)
    names[frozenset({"parallel"})] = tuple(name for name in _PARALLELS if "Terminal" not in name) + tuple(
        name for name in _PARALLELS if "Terminal" in name
    )
    for token, name in {
        "common": "Duel Terminal Normal Parallel Rare",
        "super": "Duel Terminal Super Parallel Rare",
        "ultra": "Duel Terminal Ultra Parallel Rare",
        "secret": "Duel Terminal Secret Parallel Rare",
    }.items():
        names[frozenset({"duel", "terminal", token})] = (name,)
        names[frozenset({"duel", "terminal", token, "parallel"})] = (name,)
    names[frozenset({"duel", "terminal"})] = tuple(name for name in _PARALLELS if "Terminal" in name)
    names[frozenset({"ultra", "pharaoh"})] = names[frozenset({"pharaoh"})] = ("Ultra Rare (Pharaoh's Rare)",)
    names[frozenset({"prismatic"})] = ("Prismatic Secret Rare",)
    names[frozenset({"quarter", "century"})] = ("Quarter Century Secret Rare",)
    names[frozenset({"gold", "ultra"})] = ("Gold Rare",)
    names[frozenset({"gold"})] = ("Gold Rare",)
    return names


_BY_TOKENS = _token_names()


def _generic_forms() -> dict[str, tuple[str, ...]]:
    forms: dict[str, list[str]] = {}
    for rarity in RARITIES.values():
        for form in (rarity.short, rarity.cardmarket, *rarity.also):
            if form:
                names = forms.setdefault(squeezed(form), [])
                if rarity.name not in names:
                    names.append(rarity.name)
    settled = {form: tuple(names) for form, names in forms.items()}
    return settled | _SEVERAL | _PREFERRED


_GENERIC = _generic_forms()

RARITY_WORDS: frozenset[str] = (
    frozenset(_WORD_TOKENS)
    | frozenset(_GENERIC)
    | {
        word
        for rarity in RARITIES.values()
        for form in (rarity.name, rarity.french, rarity.portuguese, *rarity.also)
        for word in plain(form).split()
    }
)
"""Every single word (see ``words.plain``) a rarity may be written with: a text of other words names none."""


def rarity_candidates(text: str, tool: str | None = None) -> tuple[str, ...]:
    """The canonical rarities ``text`` may mean, likeliest first; empty when it says nothing or is unknown.

    ``tool`` is the format the text comes from (dragonshield, scanflip, tcgplayer, ygoprodeck, cardmarket, own): its
    own short forms come first. Long and short forms, any case, gender and language of the market are read.
    """
    key = squeezed(text)
    if key in _NO_RARITY:
        return ()
    if tool in _TOOL_FORMS and key in _TOOL_FORMS[tool]:
        return _TOOL_FORMS[tool][key]
    named = rarity_named(text)
    if named:
        return (named,)
    if key in _GENERIC:
        return _GENERIC[key]
    without_colour = re.sub(r"\s*\([^)]*\)\s*$", "", text)
    if without_colour != text and without_colour.strip():
        return rarity_candidates(without_colour, tool)
    words = [_WORD_TOKENS.get(word, word) for word in plain(text).split() if word not in _FILLERS]
    kept = frozenset(word for word in words if word != "rare")
    if not kept:
        return ("Rare",) if "rare" in words else ()
    if kept == {"duel", "terminal"} and "rare" in words:
        return ("Duel Terminal Rare Parallel Rare",)
    return _BY_TOKENS.get(kept, ())


def foil_colour(text: str, tool: str | None = None) -> str:
    """The foil colour a rarity text carries ("UR (Blue)", Scanflip's "UBL"), in English; empty when it carries none."""
    if tool == "scanflip" and text.strip().upper() in SCANFLIP_FOILS:
        return SCANFLIP_FOILS[text.strip().upper()][1]
    match = re.search(r"\((Blue|Purple|Green|Red|Silver|Bronze|Orange|Pink|Yellow|Gold|Black|White)\)\s*$", text, re.IGNORECASE)
    return match.group(1).capitalize() if match else ""


def matching_name(name: str) -> str:
    """The name a rarity is compared under: a Short Print counts as a Common, slips of the card list are corrected."""
    right = canonical(name)
    return EQUAL_WHEN_MATCHING.get(right, right)


def same_rarity(a: str, b: str) -> bool:
    """Whether two rarities are no difference when files are matched: equal, or equivalent in the trade."""
    if squeezed(a) == squeezed(b):
        return True
    meanings = []
    for text in (a, b):
        names = (canonical(text),) if canonical(text) in RARITIES else rarity_candidates(text)
        meanings.append({matching_name(name) for name in names})
    return len(meanings[0]) == 1 and meanings[0] == meanings[1]


class Settled(StrEnum):
    """How far a rarity is settled."""

    EXACT = "exact"  # The text names a rarity the card has under this number.
    DERIVED = "derived"  # The number leaves one rarity; the text was empty, equivalent or different.
    SEVERAL = "several"  # The number leaves several and the text does not pick one.
    NONE = "none"  # Nothing fits: the text is kept as written.


@dataclass(frozen=True)
class RarityChoice:
    """The outcome: ``rarity`` when settled, ``candidates`` to ask about otherwise, ``differs`` when the text said another."""

    settled: Settled
    rarity: str | None
    candidates: tuple[str, ...] = ()
    differs: bool = False


def choose_rarity(text: str, available: Iterable[str], tool: str | None = None) -> RarityChoice:
    """Settle a rarity: the number narrows first, the text picks among what is left.

    ``available`` are the catalogue's rarities of the card under this number and language, as the catalogue writes
    them; one of those is returned, so that it can be looked up again.
    """
    left = sorted({name for name in available if name}, key=lambda name: (rank(name), name))
    meant = rarity_candidates(text, tool)
    if not left:
        return RarityChoice(Settled.NONE, None, meant)
    exact = [name for name in left if canonical(name) in meant]
    alike = exact or [name for name in left if matching_name(name) in {matching_name(other) for other in meant}]
    if len(alike) == 1:
        return RarityChoice(Settled.EXACT if exact else Settled.DERIVED, alike[0], tuple(alike))
    if alike:
        if squeezed(text) in _PREFERRED:
            usual = min(alike, key=lambda name: meant.index(canonical(name)))
            return RarityChoice(Settled.EXACT, usual, tuple(alike))
        return RarityChoice(Settled.SEVERAL, None, tuple(alike))
    if len(left) == 1:
        return RarityChoice(Settled.DERIVED, left[0], tuple(left), differs=squeezed(text) not in _NO_RARITY)
    if squeezed(text) in _NO_RARITY:
        return RarityChoice(Settled.SEVERAL, None, tuple(left))
    return RarityChoice(Settled.NONE, None, tuple(left), differs=True)
