"""Walk and change effect definitions, for the tests that prove that nothing in them goes unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

Path = tuple[str | int, ...]


def nodes(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every node of a tree with the way to it."""
    if is_dataclass(tree) and not isinstance(tree, type):
        yield path, tree
        for item in fields(tree):
            yield from nodes(getattr(tree, item.name), (*path, item.name))
    elif isinstance(tree, tuple):
        for place, part in enumerate(tree):
            yield from nodes(part, (*path, place))


def changed(tree: Any, path: Path, value: Any) -> Any:
    """The tree with another value at the end of a way."""
    if not path:
        return value
    here, rest = path[0], path[1:]
    if isinstance(here, int):
        return (*tree[:here], changed(tree[here], rest, value), *tree[here + 1 :])
    return replace(tree, **{here: changed(getattr(tree, here), rest, value)})


def other_values(value: Any, seen: list[Any]) -> list[Any]:
    """Values a field could have instead: the opposite, the next number, the next word, one that is used elsewhere."""
    if isinstance(value, bool):
        return [not value]
    others = [one for one in seen if one != value and type(one) is type(value)] or [one for one in seen if one != value]
    if isinstance(value, int):
        others.insert(0, value + 1)
    if isinstance(value, Enum):
        others += [one for one in type(value) if one is not value]
    return others[:2]
