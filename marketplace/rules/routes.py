"""The contents of the rulebook, and the page of one rule."""

from __future__ import annotations

import re
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from engine import RULESETS, Example, UnknownRule, chapters, is_proven, proof_of
from engine import rule as read_rule
from marketplace.accounts.redirects import path_of, safe_path
from marketplace.db import get_session
from marketplace.i18n import current_locale
from marketplace.rules import bp, examples, queries, words
from marketplace.rules.reading import chapter_of, rule_view
from marketplace.rules.stated import back_words, stated

PER_PAGE = 60
_HIGHEST_PAGE = 1000
_TABLE = re.compile(r"(?P<table>/(?:duels|decks)/\d+)(?P<rest>[/?].*)?$")
"""The page of a duel or deck, or one below it."""


@bp.get("/")
def index() -> ResponseReturnValue:
    locale = current_locale()
    problems: list[str] = []
    typed = request.args.get("q", "").strip()[:200]
    ruleset = _choice("ruleset", tuple(RULESETS), problems)
    chapter = _choice("chapter", tuple(chapters()), problems)
    page = _page(problems)
    listing = bool(typed or chapter)
    found = queries.Found([], 0)
    if listing:
        found = queries.find_rules(typed, locale=locale, ruleset=ruleset, chapter=chapter, page=page, per_page=PER_PAGE)
        pages = max(1, -(-found.total // PER_PAGE))
        if page > pages:
            page = pages
            found = queries.find_rules(typed, locale=locale, ruleset=ruleset, chapter=chapter, page=page, per_page=PER_PAGE)

    def address(**changes: Any) -> str:
        values = {"q": typed, "ruleset": ruleset, "chapter": chapter, **changes}
        return url_for("rules.index", **{name: value for name, value in values.items() if value})

    answer = render_template(
        "rules/index.html",
        typed=typed,
        ruleset=ruleset,
        chapter=chapter,
        listing=listing,
        contents=queries.contents(locale, ruleset),
        chapter_titles={key: one.title.get(locale, one.title["en"]) for key, one in chapters().items()},
        found=found,
        page=page,
        pages=max(1, -(-found.total // PER_PAGE)),
        problems=problems,
        address=address,
        ruleset_names=words.RULESET_NAMES,
        ruleset_short=words.RULESET_SHORT,
    )
    return (answer, {"HX-Push-Url": address()}) if request.headers.get("HX-Request") else answer


@bp.get("/<rule_id>")
def rule(rule_id: str) -> ResponseReturnValue:
    locale = current_locale()
    try:
        found = read_rule(rule_id)
    except UnknownRule:
        near = queries.near_ids(rule_id, locale)
        return render_template("rules/unknown.html", rule_id=rule_id[:120], near=near), 404
    chapter = chapter_of(found)
    came_from = _came_from()
    proof, proving = proof_of(rule_id), examples.proving(rule_id)
    shown = [examples.example_view(get_session(), one, examples.first_choice(one), locale) for one in proving[:1]]
    return render_template(
        "rules/rule.html",
        view=rule_view(found, locale),
        chapter=chapter,
        chapter_title=chapter.title.get(locale, chapter.title["en"]) if chapter else "",
        related=[rule_view(read_rule(other), locale) for other in found.related],
        ruleset_names=words.RULESET_NAMES,
        ruleset_short=words.RULESET_SHORT,
        stated=stated(found),
        came_from=came_from,
        back_words=back_words(came_from),
        seen_to_by=words.SEEN_TO_BY[found.enforced_by],
        proof=proof,
        proof_words=words.PROVEN_BY[proof.kind if is_proven(rule_id) else ""],
        example=shown[0] if shown else None,
        more=[
            (one.id, title, language, _rulesets_of(one))
            for one, (title, language) in zip(proving[1:], examples.titles(get_session(), proving[1:], locale), strict=True)
        ],
    )


def _rulesets_of(one: Example) -> list[str]:
    return [str(words.RULESET_SHORT[name]) for name in words.RULESET_SHORT if name in one.rulesets]


def _came_from() -> str:
    """The duel or deck the rule was opened from: named in the address, else the page the link stood on; "" for others."""
    path = safe_path(request.args.get("from")) or path_of(request.referrer, request.host) or ""
    place = _TABLE.match(path)
    return (path if place["rest"] in ("", None) or place["rest"].startswith("?") else place["table"]) if place else ""


def _choice(name: str, allowed: tuple[str, ...], problems: list[str]) -> str:
    typed = request.args.get(name, "").strip()
    if typed and typed not in allowed:
        problems.append(_("“%(value)s” is not a choice here; it was left out.", value=typed[:40]))
    return typed if typed in allowed else ""


def _page(problems: list[str]) -> int:
    typed = request.args.get("page", "").strip()
    if not typed:
        return 1
    if typed.isascii() and typed.isdigit() and len(typed) < 6 and 0 < int(typed) <= _HIGHEST_PAGE:
        return int(typed)
    problems.append(_("There is no page “%(page)s”; this is the first.", page=typed[:20]))
    return 1
