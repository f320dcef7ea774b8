"""Where a printing was sold, in words: what the region letters of its number say beside the language."""

from __future__ import annotations

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from marketplace.catalogue import codes

_WORDS: dict[tuple[str, str], LazyString] = {
    ("en", ""): _l("North America"),
    ("en", "E"): _l("Europe, first print"),
    ("en", "A"): _l("Oceania"),
    ("en", "EN"): _l("worldwide"),
    ("en", "NA"): _l("North America"),
    ("en", "EU"): _l("Europe"),
    ("en", "AU"): _l("Oceania"),
    ("fr", "F"): _l("Europe, first print"),
    ("fr", "C"): _l("Canada"),
    ("de", "G"): _l("first print"),
    ("it", "I"): _l("first print"),
    ("es", "S"): _l("first print"),
    ("pt", "P"): _l("first print"),
    ("ko", "K"): _l("first print"),
    ("ja", ""): _l("first print"),
}


def region_words(code: str, language: str) -> str:
    """What the number of a printing says about its region ("LOB-E003": Europe, first print); empty if nothing."""
    parts = codes.parse(code)
    return str(_WORDS.get((language, parts.region), "")) if parts else ""


def run_of(code: str) -> tuple[str, str]:
    """Prefix and region of a number: printings with the same pair are numbered together ("LOB", "E")."""
    parts = codes.parse(code)
    return (parts.prefix, parts.region) if parts else ("", "")
