"""What the pages of the decks share: links to rules and duels, numbers from forms, files read no further than they may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from flask import current_app, request, url_for
from flask_babel import format_percent
from flask_babel import gettext as _
from flask_login import current_user
from werkzeug.datastructures import FileStorage

from marketplace.accounts.routes.edge import own_id
from marketplace.db import get_session
from marketplace.decks import bp, decks
from marketplace.decks.limits import remark_words
from marketplace.decks.models import Deck
from marketplace.rules import house
from marketplace.rules.words import RULESET_NAMES


@bp.app_template_global()
def rule_url(rule_id: str) -> str | None:
    """Where a rule can be read; None on a site without those pages."""
    return url_for("rules.rule", rule_id=rule_id) if "rules.rule" in current_app.view_functions else None


def duel_url(deck: Deck) -> str | None:
    """Where a duel with this deck begins; None on a site without duels."""
    return url_for("duels.new", deck=deck.id) if "duels.new" in current_app.view_functions else None


def _percent_words(percent: float) -> str:
    """A probability as people read it: "33.8 %"; what is neither impossible nor certain is never rounded to that."""
    shown = percent if percent in (0.0, 100.0) else min(max(percent, 0.01), 99.99)
    return str(format_percent(shown / 100, "#,##0.0#%" if 1 <= shown <= 99 else "#,##0.00%"))


class RulesetNames(Mapping[str, str]):
    """Names of the rulesets a deck may go by, with the person's house rules; those are looked up when first needed."""

    @cached_property
    def _names(self) -> dict[str, str]:
        own = house.of_user(get_session(), own_id()) if current_user.is_authenticated else ()
        return {key: str(name) for key, name in RULESET_NAMES.items()} | {f"{house.PREFIX}{row.id}": row.name for row in own}

    def __getitem__(self, key: str) -> str:
        if key in RULESET_NAMES:
            return str(RULESET_NAMES[key])
        return self._names.get(key) or _("House rules that are gone; checked by the rules of today")

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@bp.context_processor
def _words() -> dict[str, Any]:
    return {
        "ruleset_names": RulesetNames(),
        "deck_states": decks.STATES,
        "remark_words": remark_words,
        "percent_words": _percent_words,
    }


def number(name: str, most: int = 2**31 - 1) -> int | None:
    """A whole number from the form or the address, None when it is none or too large."""
    typed = request.values.get(name, "").strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 10):
        return None
    return int(typed) if int(typed) <= most else None


def content_of(upload: FileStorage | None, most: int) -> bytes | None:
    """The content of a file, at most one byte more than is read of its kind; None when none was chosen."""
    if upload is None or not upload.filename:
        return None
    return upload.stream.read(most + 1)


def is_part() -> bool:
    """Whether the page asks for the part of it that changed."""
    return request.headers.get("HX-Request") == "true"
