"""The list of sets and the page of one set."""

from __future__ import annotations

from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from marketplace.catalogue import bp, panels
from marketplace.catalogue.routes.cards import choice, page_number, tidy_address
from marketplace.catalogue.routes.drawing import viewer_id
from marketplace.catalogue.set_pages import SORTS, list_sets, set_view
from marketplace.catalogue.vocabulary import LANGUAGES
from marketplace.db import get_session
from marketplace.i18n import current_locale

PER_PAGE = 60


@bp.get("/sets")
def sets() -> ResponseReturnValue:
    session = get_session()
    problems: list[str] = []
    typed = request.args.get("q", "").strip()[:200]
    page = page_number(problems)
    sort = choice("sort", SORTS, problems)
    language = choice("language", ("", *LANGUAGES), problems)
    found = list_sets(session, typed, sort=sort, language=language, page=page, per_page=PER_PAGE)
    pages = max(1, -(-found.total // PER_PAGE))
    if page > pages:
        page = pages
        found = list_sets(session, typed, sort=sort, language=language, page=page, per_page=PER_PAGE)

    def address(**changes: Any) -> str:
        values = {"q": typed, "sort": "" if sort == "name" else sort, "language": language, **changes}
        return url_for("catalogue.sets", **{name: value for name, value in values.items() if value not in ("", None)})

    answer = render_template(
        "catalogue/sets.html",
        typed=typed,
        found=found,
        problems=problems,
        sort=sort,
        sorts=[("name", _("Name")), ("newest", _("Newest")), ("size", _("Largest")), ("prefix", _("Prefix"))],
        language=language,
        languages=[(code, str(entry.label)) for code, entry in LANGUAGES.items() if code != "en-asia"],
        address=address,
        page=page,
        pages=pages,
    )
    return tidy_address(answer, address())


@bp.get("/sets/<slug>")
def set_page(slug: str) -> ResponseReturnValue:
    session, viewer = get_session(), viewer_id()
    problems: list[str] = []
    look = choice("view", ("list", "tiles"), problems)
    view = set_view(
        session,
        slug,
        locale=current_locale(),
        viewer_id=viewer,
        language=request.args.get("language", ""),
        rarity=request.args.get("rarity", ""),
    )
    card_ids = list({line.card.id for run in view.runs for line in run.lines})
    return render_template(
        "catalogue/set.html",
        view=view,
        look=look,
        problems=problems,
        badges=panels.badges(session, viewer, card_ids) if look == "tiles" else {},
        marks=panels.marks(session, viewer, view.printing_ids),
        panels=panels.for_set(session, viewer, view.product, view.language),
    )
