"""A trade as collectors write it in a post: both sides in full, from the reader's side."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from marketplace.trades.views import LineView, TradeView
from marketplace.wants import seen_writing

# Words of a post in the language of its reader; part of the format like those of a list.
_SIDES = {"en": ("Me", "You"), "fr": ("Moi", "Toi"), "pt": ("Eu", "Tu")}
_OR = {"en": "or", "fr": "ou", "pt": "ou"}
_NOTHING = {"en": "nothing", "fr": "rien", "pt": "nada"}


def trade_text(session: Session, view: TradeView, locale: str) -> str:
    """What the reader gives after "Me-->", what they get after "You-->", each line as lists write it."""
    words = locale if locale in _SIDES else "en"
    me, you = _SIDES[words]
    every = [copy for line in (*view.give.lines, *view.get.lines) for copy in (line.copy, *line.options) if copy is not None]
    shared = seen_writing.shared_numbers(session, every)
    return f"{me}-->\n{_side(view.give.lines, words, shared)}\n{you}-->\n{_side(view.get.lines, words, shared)}"


def _side(lines: Sequence[LineView], words: str, shared: set[int]) -> str:
    if not lines:
        return _NOTHING[words] + "\n"
    copies = [(line.copy, line.quantity) for line in lines if line.copy is not None]
    out = [seen_writing.text(seen_writing.lines(copies, words, shared=shared))]
    for line in lines:
        if line.kind == "open":
            each = [seen_writing.lines([(copy, line.quantity)], words, shared=shared)[0] for copy in line.options]
            named = [f"{one.text} [{one.heading}]" if one.heading else one.text for one in each]
            out.append(f" {_OR[words]} ".join(named) + "\n")
        elif line.kind in ("item", "money"):
            out.append((f"{line.text} *{line.quantity}" if line.quantity > 1 else line.text) + "\n")
    return "".join(out)
