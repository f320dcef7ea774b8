"""Examples of the rulebook as a reader sees them: played anew under the ruleset that is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from engine import CardFacts, Example, Refusal, example, in_force, proof_of, read_starter, rule, token_name
from engine.notation.command import ruleset_of
from engine.notation.position import BadScenario
from engine.notation.scenario import Failed
from engine.notation.showing import Placed, Shown, Side, Told, acts, show
from marketplace.catalogue.models import Card, CardName
from marketplace.rules.example_words import PHASES, SEATS, STATES, act_words, zone_words
from marketplace.rules.reading import RuleView, rule_view
from marketplace.rules.words import RULESET_NAMES

_BESIDE = ("pass", "pass all", "phase", "end turn")
"""Acts that say little of an example."""


@dataclass(frozen=True, slots=True)
class CellView:
    """One zone of the board; without a card when ``name`` is empty."""

    zone: str
    name: str = ""
    state: str = ""
    frame: str = ""
    sideways: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class SideView:
    """One seat: Life Points, rows from its own left, and piles as (title, cards)."""

    seat: str
    title: str
    lp: int
    monsters: Sequence[CellView]
    extra_zones: Sequence[CellView]
    spells: Sequence[CellView]
    field: CellView | None
    piles: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class StepView:
    """What is tried, and what happens."""

    who: str
    words: str
    refused: bool
    why: str
    """The sentence of the refusal; empty where it is not recorded."""
    rule: RuleView | None
    """The rule that refuses it."""
    happens: Sequence[str]


@dataclass(frozen=True, slots=True)
class ExampleView:
    """An example under one ruleset."""

    example: Example
    title: str
    language: str
    """Of the title."""
    choice: int
    """Which of the example's rulesets is shown."""
    rulesets: Sequence[str]
    """Their names in the example's order."""
    begins: str
    sides: Sequence[SideView]
    after: Sequence[SideView]
    steps: Sequence[StepView]
    problem: str = ""
    """Why it cannot be shown played; then there are no sides and steps."""


@cache
def cards() -> dict[str, CardFacts]:
    """The cards that come with the program, by English name; an example may say which printing of one lies there."""
    return {facts.name: facts for facts in read_starter().cards}


def ruleset_name(written: str | Mapping[str, Any]) -> str:
    """What a ruleset of an example is called; house rules name the rules they bring in."""
    if isinstance(written, str):
        return str(RULESET_NAMES.get(written, written))
    base = str(RULESET_NAMES.get(written["base"], written["base"]))
    return _("House rules: %(base)s with a change", base=base)


def first_choice(one: Example, ruleset: str = "") -> int:
    """Which of its rulesets an example is shown in: the one asked for, else the most usual."""
    names = [written if isinstance(written, str) else "" for written in one.rulesets]
    for name in (ruleset, *RULESET_NAMES):
        if name in names:
            return names.index(name)
    return 0


def example_view(session: Session, one: Example, choice: int, locale: str) -> ExampleView:
    """Play an example and put it into words. Two statements look up the names of its cards."""
    written = one.rulesets[choice]
    names = [ruleset_name(each) for each in one.rulesets]
    try:
        shown = show(one, written, cards().get)
    except (Failed, BadScenario, ValueError):
        problem = _("This version of the site cannot play this example under that ruleset.")
        return ExampleView(one, one.name, "en", choice, names, "", (), (), (), problem)
    named = _names(session, _mentioned(shown), locale)
    steps = [_step(step, shown, named, locale) for step in shown.steps if step.seat or step.entries]
    title, language = _title(one, named, locale)
    phase = str(PHASES.get(shown.phase, shown.phase))
    if one.given.get("new") is not None or "new" in one.given:
        begins = _("A duel that is just beginning.")
    elif shown.turn_player == "you":
        begins = _("%(phase)s of your turn", phase=phase)
    else:
        begins = _("%(phase)s of the turn of: %(seat)s", phase=phase, seat=SEATS[shown.turn_player])
    before, after = (
        [_side(side, named, "deck" in (one.given.get(side.seat) or {})) for side in sides]
        for sides in (shown.before, shown.after)
    )
    return ExampleView(one, title, language, choice, names, begins, before, after if shown.after != shown.before else (), steps)


def proving(rule_id: str, ruleset: str = "") -> list[Example]:
    """The examples that prove a rule; with a ruleset those that are played under it come first."""
    found = [example(one) for one in proof_of(rule_id).examples]
    return sorted(found, key=lambda one: ruleset not in one.rulesets) if ruleset else found


def held_rules(one: Example, choice: int, locale: str) -> list[RuleView]:
    """The rules an example proves under one of its rulesets."""
    held = in_force(ruleset_of(one.rulesets[choice]))
    return [rule_view(rule(rule_id), locale) for rule_id in one.rules if rule_id in held]


def titles(session: Session, found: Sequence[Example], locale: str) -> list[tuple[str, str]]:
    """What examples are called, and the language of that, with one statement for all of them."""
    words = (word for one in found for step in acts(one) for word in (step.card, *_all(step.facts.values())))
    named = _names(session, words, locale) if found else {}
    return [_title(one, named, locale) for one in found]


def _all(parts: Iterable[Sequence[str]]) -> Iterator[str]:
    for part in parts:
        yield from part


def _title(one: Example, named: Mapping[str, str], locale: str) -> tuple[str, str]:
    """The name of an example; its last act stands for it where the name would not be understood."""
    done = [step for step in acts(one) if step.seat and step.verb not in _BESIDE]
    if locale == "en" or not done:
        return one.name[:1].upper() + one.name[1:], "en"
    told = next((step for step in done if step.refused), done[-1])
    words = act_words(told, lambda name: named.get(name, name))
    pattern = _("%(who)s, refused: %(what)s") if told.refused else _("%(who)s: %(what)s")
    return pattern % {"who": SEATS[told.seat], "what": words}, locale


def _step(step: Told, shown: Shown, named: Mapping[str, str], locale: str) -> StepView:
    def name(english: str) -> str:
        return named.get(english, english)

    why, against = "", None
    if step.because:
        why = Refusal(step.because, {"card": name(step.card)} if step.card else {}).sentence(locale)
        against = rule_view(rule(step.because), locale)
    happens = [shown.log.sentence(entry, 0, locale, name) for entry in step.entries]
    who = str(SEATS[step.seat]) if step.seat and step.verb != "pass all" else ""
    return StepView(who, act_words(step, name) if step.seat else "", step.refused, why, against, happens)


def _side(side: Side, named: Mapping[str, str], with_deck: bool) -> SideView:
    """One seat; a Deck that the example says nothing of is filled with the same card over and over, and is left out."""
    placed = {one.zone: one for one in side.field}

    def cell(zone: str) -> CellView:
        return _cell(zone, placed.get(zone), named)

    def listed(names: Sequence[str]) -> str:
        counts = dict.fromkeys(names, 0)
        for one in names:
            counts[one] += 1
        words = [named.get(one, one) + (f" ×{number}" if number > 1 else "") for one, number in counts.items()]
        return ", ".join(words)

    piles = [
        (_("Hand"), listed(side.hand)),
        (_("Graveyard"), listed(side.gy)),
        (_("Banished"), listed(side.banished)),
        (_("Extra Deck"), listed(side.extra)),
        (_("Deck, from the top"), listed(side.deck) if with_deck else ""),
    ]
    return SideView(
        side.seat,
        str(SEATS[side.seat]),
        side.lp,
        [cell(f"M{number}") for number in range(1, 6)],
        [cell(zone) for zone in ("EL", "ER") if zone in placed],
        [cell(f"S{number}") for number in range(1, 6)],
        cell("field") if "field" in placed else None,
        [(title, words) for title, words in piles if words],
    )


def _cell(zone: str, placed: Placed | None, named: Mapping[str, str]) -> CellView:
    if placed is None:
        return CellView(zone_words(zone))
    words = [str(STATES[placed.state])]
    words += [f"{number} × {name}" for name, number in placed.counters.items()]
    if placed.under:
        words.append(_("on %(cards)s", cards=", ".join(named.get(one, one) for one in placed.under)))
    sideways = placed.state == "defense" or (placed.state == "set" and zone[0] in "ME")
    name = named.get(placed.card, placed.card)
    return CellView(zone_words(zone), name, ", ".join(words), placed.frame, sideways, placed.state == "set")


def _mentioned(shown: Shown) -> Iterator[str]:
    for side in (*shown.before, *shown.after):
        yield from (*side.hand, *side.gy, *side.banished, *side.extra, *side.deck)
        for placed in side.field:
            yield from (placed.card, *placed.under)
    for step in shown.steps:
        yield step.card
        yield from _all(step.facts.values())


def _names(session: Session, english: Iterator[str], locale: str) -> dict[str, str]:
    """The reader's names of cards in one statement; the English one where the catalogue has no other."""
    if locale == "en":
        return {}
    wanted = sorted(set(english))
    rows = session.execute(
        select(Card.name, CardName.name)
        .join(CardName, and_(CardName.card_id == Card.id, CardName.language == locale))
        .where(Card.name.in_(wanted), Card.added_by_id.is_(None))
    )
    return {name: token_name(name, locale) for name in wanted} | {row[0]: row[1] for row in rows}
