"""The collection list: search, filters, order, totals, and the choice of stacks to act on."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import login_required

from marketplace.catalogue import terms
from marketplace.catalogue.vocabulary import LANGUAGES, RARITIES, language_label, rarity_label
from marketplace.collection import bp, places, stack_list
from marketplace.collection.notices import for_collection
from marketplace.collection.routes.acting import own_id
from marketplace.collection.stack_filters import FLAGS, MARKS, NOT_STATED, StackFilters, chips, read
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS, condition_label, edition_label
from marketplace.db import get_session
from marketplace.i18n import current_locale

SORT_LABELS = {
    "recent": _l("Changed last"),
    "name": _l("Name"),
    "number": _l("Set number"),
    "rarity": _l("Rarity"),
    "quantity": _l("Copies"),
    "trade": _l("For trade"),
    "condition": _l("Condition"),
    "place": _l("Place"),
}


def read_order() -> tuple[str, str]:
    """Sort and direction of the address; what is not known counts as not given."""
    sort = request.values.get("sort", "recent")
    sort = sort if sort in stack_list.SORTS else "recent"
    direction = request.values.get("dir", "")
    return sort, direction if direction in ("asc", "desc") else stack_list.first_direction(sort)


def _number(name: str, default: int) -> int:
    typed = request.args.get(name, "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 8 else default


@bp.get("/")
@login_required
def stacks() -> ResponseReturnValue:
    """The collector's stacks; everything about the view is in the address."""
    session, user_id, locale = get_session(), own_id(), current_locale()
    filters, problems = read(request.args)
    sort, direction = read_order()
    per_page = _number("per", 50)
    per_page = per_page if per_page in stack_list.PAGE_SIZES else 50
    found = stack_list.page_of_stacks(
        session,
        user_id,
        filters,
        locale=locale,
        sort=sort,
        direction=direction,
        page=_number("page", 1),
        per_page=per_page,
    )
    facets = stack_list.facets(session, user_id)
    view: dict[str, Any] = {"sort": sort} if sort != "recent" else {}
    view |= {"dir": direction} if direction != stack_list.first_direction(sort) else {}
    view |= {"per": per_page} if per_page != 50 else {}

    def address(chosen: StackFilters = filters, **changes: Any) -> str:
        arguments = {**chosen.arguments(), **view, **changes}
        return url_for("collection.stacks", **{name: value for name, value in arguments.items() if value not in (None, "")})

    def sorted_by(name: str) -> str:
        turned = {"asc": "desc", "desc": "asc"}[direction] if name == sort else stack_list.first_direction(name)
        return address(sort=name, dir=None if turned == stack_list.first_direction(name) else turned)

    return render_template(
        "collection/stacks.html",
        notices=for_collection(session, user_id),
        found=found,
        filters=filters,
        problems=problems,
        chips=chips(session, user_id, filters, locale, address),
        choices=_choices(facets, places.list_places(session, user_id), locale),
        facets=facets,
        empty=not facets.languages,
        sort=sort,
        direction=direction,
        per_page=per_page,
        sort_labels=SORT_LABELS,
        address=address,
        sorted_by=sorted_by,
        view_query=urlencode({**filters.arguments(), **view}, doseq=True),
    )


def _choices(facets: stack_list.Facets, homes: Any, locale: str) -> list[dict[str, Any]]:
    """The groups of tick boxes: (value, words, stacks) of what the collection holds."""

    def none_last(known: Any, tally: dict[str, int], words: Any) -> list[tuple[str, Any, int]]:
        lines = [(value, words(value), tally[value]) for value in known if value and value in tally]
        return lines + ([(NOT_STATED, _("not stated"), tally[""])] if "" in tally else [])

    kinds = [(kind, terms.label(terms.KINDS, kind, locale), facets.kinds[kind]) for kind in terms.KINDS if kind in facets.kinds]
    if "unknown" in facets.kinds:
        kinds.append(("unknown", _("not known"), facets.kinds["unknown"]))
    where = [(str(place.id), place.name, facets.places[place.id]) for place in homes if place.id in facets.places]
    if None in facets.places:
        where.append((NOT_STATED, _("no place"), facets.places[None]))
    groups = [
        ("place", _("Place"), where),
        ("language", _("Language"), none_last(LANGUAGES, facets.languages, language_label)),
        ("rarity", _("Rarity"), none_last(RARITIES, facets.rarities, lambda value: rarity_label(value, locale))),
        (
            "condition",
            _("Condition"),
            none_last(CONDITIONS, facets.conditions, lambda value: f"{value} · {condition_label(value)}"),
        ),
        ("edition", _("Edition"), none_last(EDITIONS, facets.editions, edition_label)),
        ("kind", _("Card"), kinds),
        ("has", _("Only"), [(value, words, None) for value, words in FLAGS.items()]),
        ("mark", _("Mark"), [(value, words, None) for value, words in MARKS.items()]),
    ]
    return [{"name": name, "title": title, "options": options} for name, title, options in groups if options]
