"""An import's report in sentences, for its page and for the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import LazyString, format_decimal, ngettext
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from marketplace.catalogue.fetching import FETCHING
from marketplace.catalogue.importing import COMPARING, INDEXING, READING, WRITING
from marketplace.catalogue.starter import NAME as STARTER_NAME

STEPS: Mapping[str, LazyString] = {
    FETCHING: _l("Fetching the file"),
    READING: _l("Reading the file"),
    COMPARING: _l("Comparing it with the catalogue"),
    WRITING: _l("Writing the catalogue"),
    INDEXING: _l("Renewing the search index"),
}
"""Words for what an import is doing."""

FORMATS: Mapping[str, LazyString | str] = {
    "starter": _l("starter catalogue"),
    "yaml_yugi": "yaml-yugi",
    "ygoprodeck": "YGOPRODeck",
    "edopro": "EDOPro",
}


def format_words(name: str) -> str:
    return str(FORMATS.get(name, name))


def source_words(source: str) -> str:
    """Where the data came from: a file, an address, or the catalogue that ships with the product."""
    return format_words("starter") if source == STARTER_NAME else source


def _number(value: int) -> str:
    return str(format_decimal(value))


def headline(report: Mapping[str, Any]) -> str:
    """The outcome in one sentence."""
    if report.get("nothing_new"):
        return _("Nothing new: this file was imported before.")
    if not report.get("new") and not report.get("changed") and not report.get("retired"):
        return _("Nothing changed: the catalogue already holds all of it.")
    if report.get("dry_run"):
        return _("This is what an import would do. Nothing was written.")
    return _("The catalogue is up to date.")


def counts(report: Mapping[str, Any]) -> list[tuple[str, Mapping[str, int]]]:
    """The rows of the table of numbers: label and counts."""
    detail = report.get("detail", {})
    return [(_("Cards"), detail.get("cards", {})), (_("Printings"), detail.get("printings", {}))]


def count_words(numbers: Mapping[str, int]) -> str:
    """Counts as a line: "12 new, 3 changed, 4,000 unchanged"."""
    parts = [
        _("%(count)s new", count=_number(numbers.get("new", 0))),
        _("%(count)s changed", count=_number(numbers.get("changed", 0))),
        _("%(count)s unchanged", count=_number(numbers.get("unchanged", 0))),
    ]
    if numbers.get("retired"):
        parts.append(_("%(count)s no longer listed", count=_number(numbers["retired"])))
    if numbers.get("held"):
        parts.append(_("%(count)s held back", count=_number(numbers["held"])))
    return ", ".join(parts)


def held_words(report: Mapping[str, Any]) -> str:
    """What waits for the owner; empty when nothing does."""
    held = report.get("held", 0)
    if not held:
        return ""
    return ngettext(
        "%(num)s printing is held back: the catalogue knows its set number for another card. Nobody's copies are touched.",
        "%(num)s printings are held back: the catalogue knows their set numbers for other cards. Nobody's copies are touched.",
        held,
    )


def colliding_words(report: Mapping[str, Any]) -> str:
    number = report.get("colliding", 0)
    if not number:
        return ""
    return ngettext("%(num)s number stands for two cards", "%(num)s numbers stand for two cards", number)


def collision_kind(collision: Mapping[str, Any]) -> str:
    return {
        "number": _("set number"),
        "passcode": _("passcode"),
        "alias": _("passcode of another artwork"),
    }.get(str(collision.get("kind")), str(collision.get("kind")))


def collision_state(collision: Mapping[str, Any]) -> str:
    """new (to be looked at), held (waits for the owner) or known, in words."""
    if collision.get("held"):
        return _("held back")
    return _("known") if collision.get("known") else _("new")


def resolved_words(resolved: Mapping[str, Any]) -> str:
    """What became of a printing somebody had entered by hand."""
    if resolved.get("card"):
        return _(
            "%(code)s, entered as \u201c%(name)s\u201d, is now %(card)s of the catalogue.",
            code=resolved["code"], name=resolved["name"], card=resolved["card"],
        )  # fmt: skip
    return ngettext(
        "%(code)s, entered as \u201c%(name)s\u201d, could be %(num)s printing of the catalogue; it was left as it is.",
        "%(code)s, entered as \u201c%(name)s\u201d, could be any of %(num)s printings of the catalogue; it was left as it is.",
        resolved.get("candidates", 0), code=resolved["code"], name=resolved["name"],
    )  # fmt: skip


def problem_words(problem: Mapping[str, Any]) -> str:
    """Where the problem is, and what it is."""
    place = ""
    if problem.get("row"):
        place = _("Entry %(row)s", row=_number(problem["row"]))
        if problem.get("field"):
            place += f", {problem['field']}"
        place += ": "
    return f"{place}{problem.get('message', '')}"
