"""One English name for each rarity, whatever a source calls it."""

import re
from functools import lru_cache

RARITIES: dict[str, str] = {
    "C": "Common",
    "NR": "Normal Rare",
    "SP": "Short Print",
    "SSP": "Super Short Print",
    "R": "Rare",
    "SR": "Super Rare",
    "UR": "Ultra Rare",
    "UtR": "Ultimate Rare",
    "ScR": "Secret Rare",
    "PScR": "Prismatic Secret Rare",
    "PlScR": "Platinum Secret Rare",
    "QCScR": "Quarter Century Secret Rare",
    "EScR": "Extra Secret Rare",
    "UScR": "Ultra Secret Rare",
    "20ScR": "20th Secret Rare",
    "10000ScR": "10000 Secret Rare",
    "ScRR": "Secret Rare (Special Red Version)",
    "ScRB": "Secret Rare (Special Blue Version)",
    "URB": "Ultra Rare (Special Blue Version)",
    "URPu": "Ultra Rare (Special Purple Version)",
    "URPR": "Ultra Rare (Pharaoh's Rare)",
    "StR": "Starlight Rare",
    "CR": "Collector's Rare",
    "GR": "Ghost Rare",
    "HGR": "Holographic Rare",
    "GMR": "Grand Master Rare",
    "PlR": "Platinum Rare",
    "GUR": "Gold Rare",
    "GScR": "Gold Secret Rare",
    "GGR": "Ghost/Gold Rare",
    "PGR": "Premium Gold Rare",
    "SFR": "Starfoil Rare",
    "SHR": "Shatterfoil Rare",
    "MSR": "Mosaic Rare",
    "MLR": "Millennium Rare",
    "MLSR": "Millennium Super Rare",
    "MLUR": "Millennium Ultra Rare",
    "MLScR": "Millennium Secret Rare",
    "MLGR": "Millennium Gold Rare",
    "KCC": "Kaiba Corporation Common",
    "KCR": "Kaiba Corporation Rare",
    "KCUR": "Kaiba Corporation Ultra Rare",
    "NPR": "Normal Parallel Rare",
    "RPR": "Rare Parallel Rare",
    "SPR": "Super Parallel Rare",
    "UPR": "Ultra Parallel Rare",
    "ScPR": "Secret Parallel Rare",
    "EScPR": "Extra Secret Parallel Rare",
    "HGPR": "Holographic Parallel Rare",
    "DNPR": "Duel Terminal Normal Parallel Rare",
    "DNRPR": "Duel Terminal Normal Rare Parallel Rare",
    "DRPR": "Duel Terminal Rare Parallel Rare",
    "DSPR": "Duel Terminal Super Parallel Rare",
    "DUPR": "Duel Terminal Ultra Parallel Rare",
    "DScPR": "Duel Terminal Secret Parallel Rare",
}
"""Short form to English name; the short forms are those of the starter catalogue."""

_OTHER_SPELLINGS = {
    "20th": "20th Secret Rare",
    "alternate rare": "Starlight Rare",
    "duel terminal technology common": "Duel Terminal Normal Parallel Rare",
    "extra secret": "Extra Secret Rare",
    "ghost/gold": "Ghost/Gold Rare",
    "mosaic": "Mosaic Rare",
    "n": "Common",
    "normal": "Common",
    "pg": "Premium Gold Rare",
    "parallel rare": "Normal Parallel Rare",
    "pir": "Platinum Rare",
    "prscr": "Prismatic Secret Rare",
    "ps": "Platinum Secret Rare",
    "qcsr": "Quarter Century Secret Rare",
    "shatterfoil": "Shatterfoil Rare",
    "starfoil": "Starfoil Rare",
    "ultra pharaoh's rare": "Ultra Rare (Pharaoh's Rare)",
}

_LIKELY_NAME = re.compile(r"\b(rare|common|print)\b", re.IGNORECASE)


def _folded(name: str) -> str:
    return " ".join(name.replace("\u2019", "'").split()).lower()


_BY_SPELLING = (
    {_folded(name): name for name in RARITIES.values()}
    | {_folded(code): name for code, name in RARITIES.items()}
    | _OTHER_SPELLINGS
)


@lru_cache(maxsize=1024)
def rarity_name(written: str) -> str | None:
    """Return the English name of a rarity given by name or short form, else None.

    Accepts what card files really hold: "(StR)", "C|print=Reprint", "Secret Rare; Reprint", curly apostrophes.
    A name that is not known yet but says "Rare", "Common" or "Print" is kept as it is,
    since new rarities appear every year; "2", "3" or "New" are not rarities.
    """
    plain = re.split(r"[|;]", written, maxsplit=1)[0].strip()
    if plain.startswith("(") and plain.endswith(")"):
        plain = plain[1:-1].strip()
    known = _BY_SPELLING.get(_folded(plain))
    if known:
        return known
    return " ".join(plain.split()) if _LIKELY_NAME.search(plain) else None
