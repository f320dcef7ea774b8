"""The rarities of the game as data: canonical names, order for display, short forms per tool, names in French and Portuguese.

A canonical name is the catalogue's English name. The order is our own, for sorting only: rarity and price often
disagree. Short forms are those met in exports and public rarity maps; a form may mean several rarities, and
``marketplace.catalogue.rarity_reading`` settles which one a file means.
"""

from __future__ import annotations

from dataclasses import dataclass

from marketplace.catalogue.words import squeezed


@dataclass(frozen=True)
class Rarity:
    """One rarity. ``rank`` sorts from common to rare; equal neighbours keep the order of this file."""

    name: str
    rank: int
    short: str  # What we and Dragon Shield write.
    cardmarket: str  # Empty where no short form was met: the full name is written instead.
    scanflip: str
    french: str
    portuguese: str
    also: tuple[str, ...] = ()  # Other short forms and names.


# One line per rarity: name | rank | short | Cardmarket | Scanflip | French | Portuguese | other forms. "-" is none.
_TABLE = """
Common | 10 | C | C | C | Commune | Comum | N, Normal, Normale
Short Print | 12 | SP | - | C | Commune (Short Print) | Comum (Short Print) | -
Super Short Print | 14 | SSP | - | C | Commune (Super Short Print) | Comum (Super Short Print) | -
Kaiba Corporation Common | 16 | KCC | - | - | Commune Kaiba Corporation | Comum Kaiba Corporation | -
Normal Rare | 18 | NR | - | - | Normal Rare | Normal Rare | -
Normal Parallel Rare | 20 | NPR | - | CPA | Commune Parallèle | Comum Paralela | Parallel Rare, Parallel Common
Duel Terminal Normal Parallel Rare | 22 | DNPR | - | CDT | Commune Duel Terminal | Comum Duel Terminal | -
Duel Terminal Normal Rare Parallel Rare | 24 | DNRPR | - | - | Normal Rare Duel Terminal | Normal Rare Duel Terminal | -
Rare | 30 | R | R | R | Rare | Rara | Raro
Kaiba Corporation Rare | 31 | KCR | - | - | Rare Kaiba Corporation | Rara Kaiba Corporation | -
Rare Parallel Rare | 32 | RPR | - | - | Rare Parallèle | Rara Paralela | -
Duel Terminal Rare Parallel Rare | 33 | DRPR | - | RDT | Rare Duel Terminal | Rara Duel Terminal | -
Millennium Rare | 34 | MLR | - | - | Rare Millénium | Rara do Milênio | -
Super Rare | 40 | SR | SUR | SR | Super Rare | Super Rara | -
Super Parallel Rare | 41 | SPR | - | - | Super Rare Parallèle | Super Rara Paralela | -
Duel Terminal Super Parallel Rare | 42 | DSPR | - | SDT | Super Rare Duel Terminal | Super Rara Duel Terminal | -
Millennium Super Rare | 43 | MLSR | - | - | Super Rare Millénium | Super Rara do Milênio | -
Ultra Rare | 50 | UR | UR | U | Ultra Rare | Ultra Rara | -
Ultra Rare (Pharaoh's Rare) | 51 | URPR | - | PHR | Ultra Rare Pharaonique | Ultra Rara do Faraó | UPR, Pharaonique Rare
Ultra Rare (Special Blue Version) | 52 | - | - | - | Ultra Rare (version bleue) | Ultra Rara (versão azul) | -
Ultra Rare (Special Purple Version) | 53 | - | - | - | Ultra Rare (version violette) | Ultra Rara (versão roxa) | -
Kaiba Corporation Ultra Rare | 54 | KCUR | - | - | Ultra Rare Kaiba Corporation | Ultra Rara Kaiba Corporation | -
Ultra Parallel Rare | 55 | UPR | - | - | Ultra Rare Parallèle | Ultra Rara Paralela | -
Duel Terminal Ultra Parallel Rare | 56 | DUPR | - | UDT | Ultra Rare Duel Terminal | Ultra Rara Duel Terminal | -
Millennium Ultra Rare | 57 | MLUR | - | - | Ultra Rare Millénium | Ultra Rara do Milênio | -
Starfoil Rare | 60 | SFR | - | SFR | Starfoil Rare | Rara Starfoil | Starfoil
Mosaic Rare | 61 | MSR | - | MO | Mosaic Rare | Rara Mosaico | Mosaic
Shatterfoil Rare | 62 | SHR | - | SHA | Shatterfoil Rare | Rara Shatterfoil | Shatterfoil
Holographic Rare | 64 | HGR | - | - | Holographic Rare | Rara Holográfica | HR
Holographic Parallel Rare | 65 | HGPR | - | - | Holographic Rare Parallèle | Rara Holográfica Paralela | -
Gold Rare | 70 | GUR | - | GLD | Gold Rare | Rara Dourada | GLD, GR, Gold Ultra Rare, Rare Or, Dorée
Premium Gold Rare | 72 | PGR | - | PRG | Premium Gold Rare | Rara Dourada Premium | PG
Millennium Gold Rare | 74 | MLGR | - | - | Gold Rare Millénium | Rara Dourada do Milênio | -
Platinum Rare | 76 | PlR | - | PLA | Platinum Rare | Rara de Platina | PIR, PR, PS
Secret Rare | 80 | ScR | SER | SCR | Secrète Rare | Rara Secreta | SE, SER, SECR
Secret Rare (Special Red Version) | 81 | - | - | - | Secrète Rare (version rouge) | Rara Secreta (versão vermelha) | -
Secret Rare (Special Blue Version) | 82 | - | - | - | Secrète Rare (version bleue) | Rara Secreta (versão azul) | -
Secret Parallel Rare | 83 | ScPR | - | - | Secrète Rare Parallèle | Rara Secreta Paralela | -
Duel Terminal Secret Parallel Rare | 84 | DScPR | - | - | Secrète Rare Duel Terminal | Rara Secreta Duel Terminal | -
Gold Secret Rare | 85 | GScR | - | GS | Gold Secrète Rare | Rara Secreta Dourada | GSE
Millennium Secret Rare | 86 | MLScR | - | - | Secrète Rare Millénium | Rara Secreta do Milênio | -
Extra Secret Rare | 87 | EScR | - | EXS | Extra Secrète Rare | Rara Extra Secreta | EXSE, EXSER, ESR
Extra Secret Parallel Rare | 88 | EScPR | - | - | Extra Secrète Rare Parallèle | Rara Extra Secreta Paralela | -
Ultra Secret Rare | 89 | UScR | - | - | Ultra Secrète Rare | Rara Ultra Secreta | USR
20th Secret Rare | 90 | 20ScR | - | - | Secrète Rare 20e anniversaire | Rara Secreta 20 Anos | 20SER
Ultimate Rare | 100 | UtR | UTR | UTR | Ultimate Rare | Rara Ultimate | UL, ULT
Platinum Secret Rare | 110 | PlScR | - | SPL | Secrète Rare Platinum | Rara Secreta de Platina | PS, PSE, PSR, PlSR
Prismatic Secret Rare | 120 | PScR | PSCR | PRI | Prismatique Secrète Rare | Rara Secreta Prismática | PSR, PSE, PS, Prismatic
Collector's Rare | 130 | CR | - | COL | Collector's Rare | Rara de Colecionador | Collector
Quarter Century Secret Rare | 140 | QCScR | QSCR | QCR | Secrète Rare Quart de Siècle | Rara Quarto de Século | QCSR, QCSE
Ghost/Gold Rare | 150 | GGR | - | GG | Ghost Gold Rare | Rara Fantasma Dourada | Ghost Gold
Ghost Rare | 152 | GR | - | G | Ghost Rare | Rara Fantasma | GHR
Starlight Rare | 160 | StR | - | STR | Starlight Rare | Rara Starlight | SLR, Alternate Rare
Grand Master Rare | 170 | GMR | - | GMR | Grand Master Rare | Rara Grand Master | -
10000 Secret Rare | 180 | 10000ScR | - | S10K | Secrète Rare 10000 | Rara Secreta 10000 | -
"""


def _rarity(line: str) -> Rarity:
    name, rank, short, cardmarket, scanflip, french, portuguese, also = (
        "" if cell == "-" else cell for cell in line.split(" | ")
    )
    return Rarity(name, int(rank), short, cardmarket, scanflip, french, portuguese, tuple(filter(None, also.split(", "))))


RARITIES: dict[str, Rarity] = {rarity.name: rarity for rarity in map(_rarity, _TABLE.strip().splitlines())}
"""Every canonical rarity, from common to rare."""

EQUAL_WHEN_MATCHING: dict[str, str] = {
    "Short Print": "Common",
    "Super Short Print": "Common",
}
"""Rarities files do not tell apart, each with the name it is compared under."""

CATALOGUE_SLIPS: dict[str, str] = {"UR": "Ultra Rare", "StR": "Starlight Rare"}
"""Wrong names in the card list (two lines of RA05), with the rarity they stand for."""

SCANFLIP_FOILS: dict[str, tuple[str, str]] = {
    "RVI": ("Rare", "Purple"),
    "RVE": ("Rare", "Green"),
    "RBR": ("Rare", "Bronze"),
    "RBL": ("Rare", "Blue"),
    "RRO": ("Rare", "Red"),
    "RAR": ("Rare", "Silver"),
    "UBL": ("Ultra Rare", "Blue"),
    "URO": ("Ultra Rare", "Red"),
    "UVI": ("Ultra Rare", "Purple"),
    "UVE": ("Ultra Rare", "Green"),
    "UAR": ("Ultra Rare", "Silver"),
    "UB": ("Ultra Rare", "Crest"),
    "SCRB": ("Secret Rare", "Crest"),
}
"""Scanflip's coloured and crested foils: the rarity they belong to and the variant."""


def canonical(name: str) -> str:
    """The canonical name of a rarity as the catalogue writes it, slips of the card list corrected."""
    return CATALOGUE_SLIPS.get(name, name)


def rank(name: str) -> int:
    """Where the rarity stands in our display order; unknown names come last."""
    rarity = RARITIES.get(canonical(name))
    return rarity.rank if rarity else 999


def short_form(name: str, tool: str = "own") -> str:
    """What ``tool`` (own, dragonshield, cardmarket, scanflip) writes for a rarity; the full name where it has no short form."""
    rarity = RARITIES.get(canonical(name))
    if rarity is None:
        return name
    if tool == "cardmarket":
        return rarity.cardmarket or rarity.name
    if tool == "scanflip":
        return rarity.scanflip or rarity.name
    return rarity.short or rarity.name


def rarity_label(name: str, locale: str) -> str:
    """The rarity's name for a reader of ``locale`` (en, fr, pt); unknown names come back as they are."""
    rarity = RARITIES.get(canonical(name))
    if rarity is None:
        return name
    return {"fr": rarity.french, "pt": rarity.portuguese}.get(locale, rarity.name)


_BY_NAME = {
    squeezed(form): rarity.name for rarity in RARITIES.values() for form in (rarity.french, rarity.portuguese, rarity.name)
}


def rarity_named(text: str) -> str | None:
    """The canonical rarity whose full English, French or Portuguese name this is, punctuation and case aside."""
    return _BY_NAME.get(squeezed(text))
