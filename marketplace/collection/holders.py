"""Where the agreements live that hold promised copies: features that promise register how their pages are reached."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Address = Callable[[int], str]
F = TypeVar("F", bound=Address)

_addresses: dict[str, Address] = {}


def promise_link(holder: str) -> Callable[[F], F]:
    """Register ``function(holder_id) -> address`` of the agreement, such as a trade.

    Promises and the history's acts of promising, releasing and handing over (``operation_link``) lead there.
    """

    def register(function: F) -> F:
        _addresses[holder] = function
        return function

    return register


def promise_url(holder: str, holder_id: int) -> str | None:
    """The page of the agreement that holds copies; None when its feature has none."""
    found = _addresses.get(holder)
    return found(holder_id) if found else None


operation_link = promise_link
"""The same: whoever promises copies also names the operations (``holder`` and ``holder_id`` of their summaries)."""


def operation_url(summary: Mapping[str, Any]) -> str | None:
    """The page of the agreement an operation belongs to; None for all others."""
    holder, holder_id = summary.get("holder"), summary.get("holder_id")
    return promise_url(str(holder), int(holder_id)) if holder and holder_id else None
