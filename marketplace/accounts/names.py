"""The names people show to each other: what may stand in one, and when two are too alike."""

from __future__ import annotations

import unicodedata

from flask_babel import lazy_gettext as _l

from marketplace.errors import Refused

SHORTEST, LONGEST = 2, 40

# Letters of other alphabets that look like Latin ones: without them "Yugi" and "Yugі" (Cyrillic) are two people.
_LOOK_ALIKES = str.maketrans(
    "авеѕіјкмнорстухԁһӏԛԝαβεικνορτυχ",
    "abesijkmhopctyxdhlqwabeikvoptyx",
)
# Unassigned, private, surrogate, control, format (zero-width, direction marks), line and paragraph separators.
_UNSEEN = frozenset({"Cn", "Co", "Cs", "Cc", "Cf", "Zl", "Zp"})


def cleaned(name: str) -> str:
    """``name`` as it is shown: composed, with single spaces. Raises :class:`Refused` (field ``name``)."""
    shown = unicodedata.normalize("NFC", " ".join(name.split()))
    if any(unicodedata.category(character) in _UNSEEN for character in shown):
        raise Refused(
            _l("The name contains a character that cannot be seen. Type it again with letters, digits and spaces."),
            rule="accounts.name.unseen_character",
            field="name",
        )
    if not SHORTEST <= len(shown) <= LONGEST:
        raise Refused(
            _l("The name needs %(shortest)d to %(longest)d characters.", shortest=SHORTEST, longest=LONGEST),
            rule="accounts.name.length",
            field="name",
        )
    key = folded(shown)
    if not key:
        raise Refused(_l("The name needs at least one letter or digit."), rule="accounts.name.empty", field="name")
    if len(key) > LONGEST:
        raise Refused(
            _l("The name is too long when written out. Choose a shorter one."), rule="accounts.name.length", field="name"
        )
    return shown


def folded(name: str) -> str:
    """What makes two names the same: letters and digits only, without case, accents, width and look-alike alphabets."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(character for character in plain if unicodedata.category(character)[0] in "LN")
    return letters.casefold().translate(_LOOK_ALIKES)
