"""Answers about nodes of effects, found once for each: by identity, because comparing whole trees takes longer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

_Node = TypeVar("_Node")
_Answer = TypeVar("_Answer")
_MOST = 4096
"""Nodes remembered at a time: duels read from files bring trees of their own."""


def remembered(read: Callable[[_Node], _Answer]) -> Callable[[_Node], _Answer]:
    """Keep what a function says about each node."""
    known: dict[int, tuple[_Node, _Answer]] = {}

    @wraps(read)
    def answer(node: _Node) -> _Answer:
        found = known.get(id(node))
        if found is None:
            if len(known) >= _MOST:
                known.clear()
            found = known[id(node)] = (node, read(node))
        return found[1]

    return answer
