"""What other features do when the catalogue learns of a printing somebody had entered by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy.orm import Session

CustomResolved = Callable[[Session, Mapping[int, int]], None]
"""Called within the import's transaction with: the collector's own printing -> the catalogue's printing."""

_HOOKS: list[CustomResolved] = []


def on_custom_resolved(hook: CustomResolved) -> CustomResolved:
    """Register ``hook``: it points everything that used the collector's own printings to the catalogue's."""
    if hook not in _HOOKS:
        _HOOKS.append(hook)
    return hook


def announce_resolved(session: Session, resolved: Mapping[int, int]) -> bool:
    """Tell every hook; False when nobody listens, so that nothing may be put away yet."""
    for hook in _HOOKS:
        hook(session, resolved)
    return bool(_HOOKS)
