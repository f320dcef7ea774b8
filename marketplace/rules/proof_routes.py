"""Pages of what proves a rule and of what differs: one example, two rulesets side by side."""

from __future__ import annotations

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import current_user

from engine import RULESETS, HouseRules, UnknownExample, read_ruleset
from engine import example as read_example
from marketplace.db import get_session
from marketplace.i18n import current_locale
from marketplace.rules import bp, examples, house, words
from marketplace.rules.comparing import compare

_LEFT, _RIGHT = "advanced", "rulebook-2009"


@bp.get("/examples/<example_id>")
def example(example_id: str) -> ResponseReturnValue:
    """One example: the board, what is tried, what happens, and a button to play on from it."""
    try:
        found = read_example(example_id)
    except UnknownExample:
        abort(404)
    locale = current_locale()
    typed = request.args.get("under", "")
    choice = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 3 else -1
    if not 0 <= choice < len(found.rulesets):
        choice = examples.first_choice(found, request.args.get("ruleset", ""))
    return render_template(
        "rules/example.html",
        view=examples.example_view(get_session(), found, choice, locale),
        proves=examples.held_rules(found, choice, locale),
        ruleset_short=words.RULESET_SHORT,
    )


@bp.get("/compare")
def compare_rulesets() -> ResponseReturnValue:
    """What differs between two rulesets, one's own house rules included."""
    choices = {name: str(label) for name, label in words.RULESET_NAMES.items()}
    definitions = {name: HouseRules(name, ()) for name in RULESETS}
    if current_user.is_authenticated:
        for row in house.of_user(get_session(), current_user.id):
            if house.is_sound(row):
                value = f"{house.PREFIX}{row.id}"
                choices[value], definitions[value] = row.name, house.definition(row)
    problems: list[str] = []
    chosen = []
    for name, usual in (("left", _LEFT), ("right", _RIGHT)):
        typed = request.args.get(name, "")
        if typed and typed not in definitions:
            problems.append(_("“%(value)s” is not a choice here; it was left out.", value=typed[:40]))
        chosen.append(typed if typed in definitions else usual)
    left, right = chosen
    found = compare(read_ruleset(definitions[left]), read_ruleset(definitions[right]), current_locale())
    page = render_template("rules/compare.html", choices=choices, left=left, right=right, found=found, problems=problems)
    return page
