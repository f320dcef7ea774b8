"""Countries a profile may name, in the reader's language."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from babel import Locale

# Codes of the territory list that are no country one lives in: unions, pseudo-locales, outlying and dependent shares.
_NO_COUNTRY = frozenset({"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"})


@lru_cache(maxsize=8)
def countries(locale: str) -> tuple[tuple[str, str], ...]:
    """(ISO 3166-1 alpha-2 code, name) in alphabetical order of ``locale`` (en, fr, pt)."""
    territories = Locale.parse(locale).territories
    found = [
        (code, name) for code, name in territories.items() if len(code) == 2 and code.isalpha() and code not in _NO_COUNTRY
    ]
    return tuple(sorted(found, key=lambda entry: _order(entry[1])))


def is_country(code: str) -> bool:
    return any(code == known for known, _name in countries("en"))


def country_name(code: str | None, locale: str) -> str:
    """The name of ``code`` in the reader's language; empty when none is given."""
    return dict(countries(locale)).get(code or "", "")


def _order(name: str) -> str:
    # Accents do not change the place of a letter: É stands with E.
    plain = unicodedata.normalize("NFKD", name)
    return "".join(character for character in plain if not unicodedata.combining(character)).casefold()
