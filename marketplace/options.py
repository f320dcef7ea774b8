"""What a select, or a row of radio buttons, offers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap
from typing import Any

from wtforms.fields import SelectChoice  # type: ignore[attr-defined]  # The stubs are older.


def options(pairs: Iterable[tuple[Any, Any]]) -> list[SelectChoice]:
    """Pairs of value and words as the choices of a field."""
    return list(starmap(SelectChoice, pairs))
