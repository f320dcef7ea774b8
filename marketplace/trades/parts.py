"""What other modules of the trades add to a trade's page: a template and what it needs.

``@trade_part("trades/_deal.html")`` above ``function(session, view)``, which gives the variables of the template, or
None when there is nothing to show in the state the trade is in. Each part stands between the two sides and the thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from marketplace.trades.views import TradeView

PartFor = Callable[[Session, TradeView], "Mapping[str, Any] | None"]
_parts: list[tuple[str, PartFor]] = []


class Part(NamedTuple):
    """A template and its variables."""

    template: str
    values: Mapping[str, Any]


def trade_part(template: str) -> Callable[[PartFor], PartFor]:
    """Register a part of a trade's page."""

    def register(function: PartFor) -> PartFor:
        _parts.append((template, function))
        return function

    return register


def parts_of(session: Session, view: TradeView) -> list[Part]:
    """The parts of this trade's page, in the order they were registered."""
    found = []
    for template, function in _parts:
        values = function(session, view)
        if values is not None:
            found.append(Part(template, values))
    return found
