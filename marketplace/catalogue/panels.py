"""Where later features add to the catalogue's pages without the catalogue knowing them.

A feature registers functions when its package is imported. They are called for signed-in readers only, with the
request's session and the reader's id, once a page for all its objects, and must not write::

    @panels.tile_badges
    def owned(session, viewer_id, card_ids):
        return {card_id: panels.Badge(3, _("3 copies")) ...}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import render_template
from markupsafe import Markup
from sqlalchemy.orm import Session

from marketplace.catalogue.models import Card, Product


@dataclass(frozen=True, slots=True)
class Badge:
    """The foil number in the corner of a card's tile: ``count`` is shown as "×3", ``words`` are read out."""

    count: int
    words: str


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands beside one printing: how many the reader has, and where to add one. Empty parts are left out."""

    count: int = 0
    words: str = ""
    add_url: str = ""
    add_label: str = ""


CardPanel = Callable[[Session, int, Card], dict[str, Any] | None]
SetPanel = Callable[[Session, int, Product, str], dict[str, Any] | None]
TileBadges = Callable[[Session, int, Sequence[int]], dict[int, Badge]]
PrintingMarks = Callable[[Session, int, Sequence[int]], dict[int, Mark]]

_card_panels: list[tuple[str, CardPanel]] = []
_set_panels: list[tuple[str, SetPanel]] = []
_tile_badges: list[TileBadges] = []
_printing_marks: list[PrintingMarks] = []


def card_panel(template: str) -> Callable[[CardPanel], CardPanel]:
    """Register ``function(session, viewer_id, card)``: values for ``template`` on the card's page, or None for nothing."""

    def register(function: CardPanel) -> CardPanel:
        _card_panels.append((template, function))
        return function

    return register


def set_panel(template: str) -> Callable[[SetPanel], SetPanel]:
    """Register ``function(session, viewer_id, product, language)`` likewise for the page of a set."""

    def register(function: SetPanel) -> SetPanel:
        _set_panels.append((template, function))
        return function

    return register


def tile_badges(function: TileBadges) -> TileBadges:
    """Register ``function(session, viewer_id, card_ids)``: badges by card id."""
    _tile_badges.append(function)
    return function


def printing_marks(function: PrintingMarks) -> PrintingMarks:
    """Register ``function(session, viewer_id, printing_ids)``: marks by printing id."""
    _printing_marks.append(function)
    return function


def for_card(session: Session, viewer_id: int | None, card: Card) -> list[Markup]:
    """The panels of a card's page, drawn."""
    if viewer_id is None:
        return []
    return [_drawn(template, values) for template, function in _card_panels if (values := function(session, viewer_id, card))]


def for_set(session: Session, viewer_id: int | None, product: Product, language: str) -> list[Markup]:
    """The panels of a set's page in one language, drawn."""
    if viewer_id is None:
        return []
    return [
        _drawn(template, values)
        for template, function in _set_panels
        if (values := function(session, viewer_id, product, language))
    ]


def badges(session: Session, viewer_id: int | None, card_ids: Sequence[int]) -> dict[int, Badge]:
    """The badges of a page of tiles; the first feature that has one for a card wins."""
    found: dict[int, Badge] = {}
    if viewer_id is not None and card_ids:
        for function in reversed(_tile_badges):
            found.update(function(session, viewer_id, card_ids))
    return found


def marks(session: Session, viewer_id: int | None, printing_ids: Sequence[int]) -> dict[int, Mark]:
    """The marks of the printings of a page; the first feature that has one for a printing wins."""
    found: dict[int, Mark] = {}
    if viewer_id is not None and printing_ids:
        for function in reversed(_printing_marks):
            found.update(function(session, viewer_id, printing_ids))
    return found


def _drawn(template: str, values: dict[str, Any]) -> Markup:
    return Markup(render_template(template, **values))  # noqa: S704  a template of ours, which escapes its values.
