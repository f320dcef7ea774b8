"""What the copies of a version are, as their owners describe them now; and whether that is what a page showed.

A version keeps the descriptions of the day it was written. An owner may edit the copies afterwards: whoever accepts
agrees to the descriptions the page showed, so the page sends their mark along.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from marketplace.i18n import current_locale
from marketplace.trades.comparing import DESCRIBED, described_otherwise
from marketplace.trades.models import TradeLine, TradeVersion
from marketplace.wants import shown_copies


def today(session: Session, version: TradeVersion) -> dict[int, dict[str, Any]]:
    """The descriptions of the version's copies as they are now, by stack id, as JSON."""
    stacks = {line.stack_id for line in version.lines if line.kind == "copies" and line.stack_id is not None}
    described = shown_copies.describe(session, stacks, current_locale())
    return {stack_id: shown_copies.as_json(copy) for stack_id, copy in described.items()}


def mark(session: Session, version: TradeVersion) -> str:
    """A mark of the descriptions of today, for the form that accepts the version."""
    return mark_of(version, today(session, version))


def mark_of(version: TradeVersion, described: Mapping[int, Mapping[str, Any]]) -> str:
    """The mark of ``described`` (by stack id)."""
    said = [
        [line.key, *(described.get(line.stack_id or 0, {}).get(name) or "" for name in DESCRIBED)]
        for line in version.lines
        if line.kind == "copies"
    ]
    return hashlib.sha256(json.dumps(sorted(said)).encode()).hexdigest()[:32]


def changed_lines(
    session: Session, version: TradeVersion, described: Mapping[int, Mapping[str, Any]] | None = None
) -> list[TradeLine]:
    """Lines whose copies are described otherwise today than when the version was written."""
    now_described = today(session, version) if described is None else described
    return [
        line
        for line in version.lines
        if line.kind == "copies" and described_otherwise(line.description, now_described.get(line.stack_id or 0))
    ]
