"""The pages of a match as data: its score, its duels, and the exchange between two of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from sqlalchemy.orm import Session

from engine import Refusal, in_force, rules_of
from marketplace.duels import matches
from marketplace.duels.explaining import rule_title
from marketplace.duels.match_results import facts_of
from marketplace.duels.models import PracticeDuel, PracticeMatch
from marketplace.duels.names import CardNames, card_names
from marketplace.duels.siding import Line, Sheet
from marketplace.i18n import current_locale


@dataclass(frozen=True, slots=True)
class Against:
    """A rule against the Deck as sided, in words."""

    words: str
    rules: Sequence[tuple[str, str]]
    """Ids and titles; none for what is no matter of the rules."""


@dataclass(frozen=True, slots=True)
class SidePile:
    """One pile on the page."""

    key: str
    title: str
    lines: Sequence[tuple[Line, str]]
    """Each with the card's name in the reader's language."""
    before: int
    after: int
    registered: int


@dataclass(frozen=True, slots=True)
class SidePage:
    """Everything the side-decking page shows."""

    row: PracticeMatch
    piles: Sequence[SidePile]
    leaving: int
    coming: int
    against: Sequence[Against]
    begins: str
    """Who says who begins the next duel."""
    begins_rule: str
    opponent_size: int | None
    """Cards of the opponent's Main Deck, where the ruleset lets one count them."""
    can_restore: bool
    extra_fixed: bool
    """Whether the ruleset keeps the Extra Deck out of the exchange."""


@dataclass(frozen=True, slots=True)
class MatchLine:
    """The match on the page of one of its duels."""

    id: int
    number: int
    score: str
    over: bool
    next: bool
    """Whether another duel comes."""


def line_of(session: Session, duel: PracticeDuel) -> MatchLine | None:
    """The match a duel belongs to; None for a single one."""
    row = None if duel.match_id is None else session.get(PracticeMatch, duel.match_id, populate_existing=True)
    if row is None:
        return None
    return MatchLine(row.id, duel.match_number or 1, score_words(row), not row.is_running, row.stage == "siding")


def score_words(row: PracticeMatch) -> str:
    """The score from the person's side."""
    if row.tied:
        return _("%(won)d to %(lost)d, %(tied)d tied", **facts_of(row))
    return _("%(won)d to %(lost)d", **facts_of(row))


def outcome_words(row: PracticeMatch) -> str:
    """How a match ended; empty while it goes on."""
    if row.is_running:
        return ""
    return {"won": _("You win the match"), "lost": _("You lose the match")}.get(row.result, _("The match is a tie"))


def side_page(session: Session, found: matches.OpenMatch, sheet: Sheet) -> SidePage:
    """Build the page: one query for names."""
    locale = current_locale()
    names = card_names(session, {line.facts.name for lines in sheet.lines.values() for line in lines}, locale)
    refusals, unplayable = matches.against(found, sheet)
    titles = {"main": _("Main Deck"), "extra": _("Extra Deck"), "side": _("Side Deck")}
    piles = [_pile(key, title, sheet, names) for key, title in titles.items() if sheet.lines[key] or key == "side"]
    beginning = found.match.beginning
    begins = {
        "loser": _("You lost the last duel: you choose who begins the next one.")
        if beginning.chooser == matches.MINE
        else _("Your opponent lost the last duel and chooses who begins the next one."),
        "random": _("The last duel was a tie: a coin decides who may choose who begins."),
    }[beginning.how]
    counted = "match.side.opponent_verifies_deck_size" in in_force(found.match.ruleset)
    return SidePage(
        row=found.row,
        piles=piles,
        leaving=sheet.leaving,
        coming=sheet.coming,
        against=[*(told(one, locale) for one in refusals), *_unplayable(unplayable, names)],
        begins=begins,
        begins_rule=beginning.rule,
        opponent_size=found.match.deck_size(matches.THEIRS)[0] if counted else None,
        can_restore=sheet.is_changed_from_registered,
        extra_fixed=found.match.ruleset.match_side_swap_scope == "deck_only",
    )


def told(refusal: Refusal, locale: str) -> Against:
    """A refusal with the rules it names."""
    return Against(refusal.sentence(locale), [(rule, rule_title(rule, locale)) for rule in rules_of(refusal)])


def _unplayable(english: Sequence[str], names: CardNames) -> list[Against]:
    if not english:
        return []
    return [
        Against(_("Cards of this Deck cannot be played in duels yet: %(cards)s.", cards=", ".join(map(names, english))), ())
    ]


def _pile(key: str, title: str, sheet: Sheet, names: CardNames) -> SidePile:
    before, after = sheet.size(key)
    registered = len({"main": sheet.registered.main, "extra": sheet.registered.extra, "side": sheet.registered.side}[key])
    lines = [(line, names(line.facts.name)) for line in sheet.lines[key]]
    return SidePile(key, title, lines, before, after, registered)
