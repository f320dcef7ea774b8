"""Compare card names as people type them: quotes, dashes, accents, ligatures, HTML entities."""

import html
import re
import unicodedata

_SAME = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201b": "'",
        "\u00b4": "'",
        "`": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
        "\u00ab": '"',
        "\u00bb": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2015": "-",
        "\u2212": "-",
        "\u0153": "oe",
        "\u0152": "oe",
        "\u00e6": "ae",
        "\u00c6": "ae",
    }
)
_NO_LETTER = re.compile(r"[^a-z0-9]+")
_GREEK = re.compile(r"[\u0391-\u03c9]")


def name_key(name: str) -> str:
    """Return what two spellings of one name have in common: case, quotes, dashes, entities and spaces don't count."""
    if not name.isascii() or "&" in name:
        name = unicodedata.normalize("NFC", html.unescape(name)).translate(_SAME)
    return " ".join(name.casefold().split())


def loose_key(name: str) -> str:
    """Return the letters and digits of a name without accents; "" when it has none."""
    if name.isascii() and "&" not in name:
        return _NO_LETTER.sub("", name.casefold())
    spelled = _GREEK.sub(_letter_name, unicodedata.normalize("NFC", html.unescape(name)).translate(_SAME))
    bare = unicodedata.normalize("NFKD", spelled.casefold())
    return "".join(char for char in bare if char.isalnum())


def _letter_name(match: re.Match[str]) -> str:
    """Return "alpha" for α: lists spell the Greek letters of names out."""
    return unicodedata.name(match[0]).rpartition("LETTER ")[2].split(" ")[0]
