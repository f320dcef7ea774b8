"""What the board and a trade binder can be narrowed to: the collection's filters, without those that ask private things."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import ColumnElement, and_, or_

from marketplace.catalogue import terms
from marketplace.catalogue.models import Card
from marketplace.catalogue.vocabulary import LANGUAGES, RARITIES, language_label, rarity_label
from marketplace.collection import stack_filters
from marketplace.collection.stack_filters import FLAGS, MARKS, NOT_STATED, StackFilters
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS, condition_label, edition_label

_PUBLIC_FLAGS = ("photo",)
_PUBLIC_MARKS = ("signed", "altered", "misprint", "graded")


def read(arguments: stack_filters.Arguments) -> tuple[StackFilters, list[str]]:
    """Filters from an address, and a sentence for every value that is not understood. Private ones count as not given."""
    filters, problems = stack_filters.read(arguments)
    return (
        replace(
            filters,
            place=(),
            has=tuple(flag for flag in filters.has if flag in _PUBLIC_FLAGS),
            mark=tuple(mark for mark in filters.mark if mark in _PUBLIC_MARKS),
        ),
        problems,
    )


def conditions(filters: StackFilters, named: list[int]) -> list[ColumnElement[bool]]:
    """What copies joined with their printing and card must meet. ``named`` are the cards whose name matches ``q``.

    The words are never looked for in private notes.
    """
    found = stack_filters.conditions(replace(filters, q=""), [])
    if filters.q:
        # A card its owner typed in is in no index of names.
        typed_in = and_(Card.added_by_id.is_not(None), Card.name.icontains(filters.q, autoescape=True))
        found.append(or_(*stack_filters.worded(filters.q, named, private=False), typed_in))
    return found


def choices(locale: str, *, copies: bool = True) -> list[dict[str, Any]]:
    """The groups of tick boxes as (value, words); ``copies`` False leaves out what only copies have."""
    stated = [(NOT_STATED, _("not stated"))]
    groups: list[tuple[str, Any, list[tuple[str, Any]]]] = [
        ("language", _("Language"), [(code, language_label(code)) for code in LANGUAGES]),
        ("rarity", _("Rarity"), [(name, rarity_label(name, locale)) for name in RARITIES]),
        ("condition", _("Condition"), [(code, f"{code} · {condition_label(code)}") for code in CONDITIONS] + stated),
        ("edition", _("Edition"), [(code, edition_label(code)) for code in EDITIONS if code] + stated),
        ("kind", _("Card"), [(kind, terms.label(terms.KINDS, kind, locale)) for kind in terms.KINDS]),
    ]
    if copies:
        groups.append(("mark", _("Mark"), [(mark, MARKS[mark]) for mark in _PUBLIC_MARKS]))
        groups.append(("has", _("Only"), [(flag, FLAGS[flag]) for flag in _PUBLIC_FLAGS]))
    return [{"name": name, "title": title, "options": options} for name, title, options in groups]
