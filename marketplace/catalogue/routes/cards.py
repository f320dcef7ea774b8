"""The list of cards, the suggestions of the search box, and the page of one card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from marketplace.catalogue import bp, panels, terms
from marketplace.catalogue import filters as filtering
from marketplace.catalogue.card_page import card_view
from marketplace.catalogue.filter_choices import filter_choices
from marketplace.catalogue.filters import CardFilters
from marketplace.catalogue.found import Found
from marketplace.catalogue.near import REASONS
from marketplace.catalogue.routes.drawing import grouped, viewer_id
from marketplace.catalogue.search import SORTS, Results, search
from marketplace.db import get_session
from marketplace.i18n import current_locale

PER_PAGE = 60
SUGGESTIONS = 8
_VIEWS = ("tiles", "list")
_HIGHEST_PAGE = 100_000


def page_number(problems: list[str]) -> int:
    """The page asked for, 1 when it is none; says so in ``problems``."""
    typed = request.args.get("page", "").strip()
    if not typed:
        return 1
    if typed.isascii() and typed.isdigit() and 0 < int(typed[:7]) <= _HIGHEST_PAGE:
        return int(typed)
    problems.append(_("There is no page “%(page)s”; this is the first.", page=typed[:20]))
    return 1


def choice(name: str, allowed: Sequence[str], problems: list[str]) -> str:
    """A value of the address that must be one of ``allowed``; the first of them otherwise."""
    typed = request.args.get(name, "").strip()
    if typed and typed not in allowed:
        problems.append(_("“%(value)s” is not a choice here; it was left out.", value=typed[:40]))
    return typed if typed in allowed else allowed[0]


def tidy_address(page: str, address: str) -> ResponseReturnValue:
    """The page; where it replaces a part of one, the browser's address line gets ``address`` without empty fields."""
    return (page, {"HX-Push-Url": address}) if request.headers.get("HX-Request") else page


@bp.get("/cards")
def cards() -> ResponseReturnValue:
    session, locale, viewer = get_session(), current_locale(), viewer_id()
    typed = request.args.get("q", "").strip()[:300]
    chosen, problems = filtering.read(request.args)
    page = page_number(problems)
    view = choice("view", _VIEWS, problems)
    sort = choice("sort", ("", *SORTS), problems)
    results = search(session, typed, chosen, locale=locale, page=page, per_page=PER_PAGE, sort=sort, viewer_id=viewer)
    pages = max(1, -(-results.total // PER_PAGE))
    if page > pages:
        page = pages
        results = search(session, typed, chosen, locale=locale, page=page, per_page=PER_PAGE, sort=sort, viewer_id=viewer)

    def address(filters: CardFilters = chosen, **changes: Any) -> str:
        values = {"q": typed, "sort": sort, "view": "" if view == "tiles" else view, **filters.arguments(), **changes}
        return url_for("catalogue.cards", **{name: value for name, value in values.items() if value not in ("", None, [])})

    answer = render_template(
        "catalogue/cards.html",
        typed=typed,
        results=results,
        problems=[*problems, *results.reading.problems],
        filters=chosen,
        choices=filter_choices(locale),
        chips=filtering.chips(session, chosen, locale, address),
        badges=panels.badges(session, viewer, [result.card.id for result in results.cards]),
        codes=_codes_by_card(results) if results.reading.kind == "code" else {},
        reasons=REASONS,
        address=address,
        page=page,
        pages=pages,
        view=view,
        sort=sort or ("relevance" if typed else "newest"),
        sorts=_sort_labels(bool(typed)),
        counted=ngettext("%(count)s card", "%(count)s cards", results.total, count=grouped(results.total)),
    )
    return tidy_address(answer, address())


def _codes_by_card(results: Results) -> dict[int, list[Found]]:
    """For a search by set number: the printings under each card."""
    found: dict[int, list[Found]] = {}
    for printing in results.reading.printings:
        found.setdefault(printing.card_id, []).append(printing)
    return found


def _sort_labels(with_words: bool) -> list[tuple[str, str]]:
    labels = {
        "relevance": _("Best match"), "newest": _("Newest"), "name": _("Name"), "atk": _("ATK, highest first"),
        "def": _("DEF, highest first"), "level": _("Level, highest first"),
    }  # fmt: skip
    return [(key, label) for key, label in labels.items() if with_words or key != "relevance"]


@bp.get("/cards/suggest")
def suggest() -> ResponseReturnValue:
    """Lines for a combobox: the likeliest cards for what was typed so far; with ``context=site`` sets too."""
    typed = request.args.get("q", "").strip()[:100]
    results = (
        search(get_session(), typed, locale=current_locale(), per_page=SUGGESTIONS, viewer_id=viewer_id()) if typed else None
    )
    return render_template(
        "catalogue/suggest.html",
        results=results,
        codes=_codes_by_card(results) if results else {},
        with_sets=request.args.get("context") == "site",
    )


@bp.get("/cards/<int:card_id>")
def card(card_id: int) -> ResponseReturnValue:
    session, viewer = get_session(), viewer_id()
    view = card_view(session, card_id, locale=current_locale(), viewer_id=viewer, language=request.args.get("language"))
    return render_template(
        "catalogue/card.html",
        view=view,
        card=view.card,
        marks=panels.marks(session, viewer, view.printing_ids),
        panels=panels.for_card(session, viewer, view.card),
        arrows=[terms.label(terms.ARROWS, arrow, current_locale()) for arrow in view.card.arrows.split()],
    )
