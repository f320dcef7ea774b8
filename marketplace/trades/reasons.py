"""Why an offer is declined, in words: the codes are stored, nobody has to name one."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import LazyString
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from marketplace.errors import Refused

DECLINE: Mapping[str, LazyString] = {
    "not_enough": _l("Not enough for what is asked"),
    "not_interested": _l("Nothing I look for"),
    "have_it": _l("I have it already"),
    "condition": _l("Not in the condition I look for"),
    "promised": _l("The cards are promised to somebody else"),
    "other": _l("Another reason"),
}
"""Reasons for declining an offer, in the order of a form."""

LEFT = "left"
"""Why an offer ended whose author or receiver closed the account."""

LONGEST_NOTE = 1_000


def checked(reason: str, note: str) -> tuple[str, str]:
    """The reason and the words as kept; both may be empty. Refuses a reason that is not of the list and long words."""
    if reason and reason not in DECLINE:
        raise Refused(_("Choose a reason of the list, or none."), rule="trade.decline.reason", field="reason")
    return reason, end_note(note)


def end_note(note: str) -> str:
    """What somebody says about the end of a trade, as kept."""
    kept = note.replace("\r\n", "\n").replace("\0", "").strip()
    if len(kept) > LONGEST_NOTE:
        raise Refused(
            _("This text is too long: at most %(most)d characters.", most=LONGEST_NOTE), rule="trade.note.long", field="note"
        )
    return kept
