"""Folding of words, so that two spellings of one term compare equal.

Used for vocabularies (languages, rarities, conditions): case, accents, ligatures, spaces and punctuation
never tell two terms of the trade apart.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "Œ": "oe", "Æ": "ae", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l"})
_APOSTROPHES = re.compile("['\u2018\u2019\u02bc\u0060\u00b4]")
_NOT_WORD = re.compile(r"[\W_]+")


def plain(text: str) -> str:
    """``text`` in lower case without accents and ligatures, its punctuation turned into single spaces.

    An apostrophe joins ("Collector's" gives ``collectors``); everything else that is no letter or digit parts.
    """
    decomposed = unicodedata.normalize("NFKD", text.translate(_LIGATURES))
    letters = "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()
    return _NOT_WORD.sub(" ", _APOSTROPHES.sub("", letters)).strip()


@lru_cache(maxsize=8192)
def squeezed(text: str) -> str:
    """``plain`` without its spaces: "Near Mint", "near_mint" and "NearMint" all give ``nearmint``."""
    return plain(text).replace(" ", "")
