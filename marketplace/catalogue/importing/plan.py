"""What an import will write, worked out before anything is locked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection

from engine import CardFacts, FactsFile
from marketplace.catalogue import codes
from marketplace.catalogue.importing import card_values as facts_of
from marketplace.catalogue.importing.card_matching import CardMatches, Matched, match_cards
from marketplace.catalogue.importing.collisions import Collisions
from marketplace.catalogue.importing.known import (
    Known,
    KnownPrinting,
    chunks,
    load_known,
    names_of,
    printings_of,
    texts_of,
)
from marketplace.catalogue.importing.printing_matching import Line, match_lines
from marketplace.catalogue.importing.products import LONGEST_NAME as LONGEST_PRODUCT
from marketplace.catalogue.importing.products import Products
from marketplace.catalogue.importing.report import ProblemLine, Report
from marketplace.catalogue.importing.sources import Source, strength_of_format
from marketplace.catalogue.rarities import canonical
from marketplace.db import now

Progress = Callable[[int, int, str], None]

COMPARING = "catalogue.comparing"
WHOLE_FILE = 0.9
"""Share of a source's cards a file must hold to count as the whole list: only then are missing cards' printings retired."""
_LONGEST_CODE = 40
_LONGEST_RARITY = 60
_LONGEST_ARTWORK = 40

PrintingRow = tuple[int, int, str, str, str, str, str, str]
"""Card ref, product ref, number, folded number, sort key, language, rarity, artwork."""


@dataclass(slots=True)
class Plan:
    """Rows to write. A card or product that is new is named by a negative number: -1 is the first of its list."""

    known: Known
    source: Source
    report: Report
    products: Products
    cards: list[dict[str, Any]] = field(default_factory=list)
    card_changes: dict[int, dict[str, Any]] = field(default_factory=dict)
    names: list[tuple[int, str, str, str, bool]] = field(default_factory=list)
    names_changed: list[tuple[int, str, str, str, bool]] = field(default_factory=list)
    names_dropped: list[tuple[int, str]] = field(default_factory=list)
    texts: list[tuple[int, str, str, str]] = field(default_factory=list)
    texts_changed: list[tuple[int, str, str, str]] = field(default_factory=list)
    texts_dropped: list[tuple[int, str]] = field(default_factory=list)
    aliases: list[tuple[int, int, bool]] = field(default_factory=list)
    printings: list[PrintingRow] = field(default_factory=list)
    printings_changed: list[tuple[KnownPrinting, PrintingRow]] = field(default_factory=list)
    confirmed: list[int] = field(default_factory=list)
    dropped: list[KnownPrinting] = field(default_factory=list)
    said: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Card ref -> hashes of what the source said; only where they are news."""
    unsaid: list[int] = field(default_factory=list)
    """Cards the source does not list any more."""
    renamed: set[int] = field(default_factory=set)
    """Known cards whose names changed: the search index asks."""


class Planner:
    """Compares one file with the catalogue."""

    def __init__(self, connection: Connection, file: FactsFile, source: Source, report: Report, *, accept: bool) -> None:
        self._connection = connection
        self._file = file
        self._known = load_known(connection, source.format)
        self._source = source
        self._report = report
        self._accept = accept
        names = {printing.product for card in file.cards for printing in card.printings}
        self._plan = Plan(self._known, source, report, Products(self._known, source, names))
        self._collisions = Collisions(connection, self._known, source)
        self._new_lines: list[tuple[int, Line]] = []
        self._changed_lines: list[tuple[int, KnownPrinting, Line]] = []
        self._dropped: list[KnownPrinting] = []
        self._as_before: set[str] = set()

    def plan(self, progress: Progress) -> Plan:
        """Work out what to write. The report gets its numbers and everything worth a look."""
        report = self._report
        report.cards.total = len(self._file.cards)
        report.printings.total = sum(len(card.printings) for card in self._file.cards)
        report.problems += [ProblemLine(problem.row, problem.field, problem.message) for problem in self._file.problems]
        matches = match_cards(self._usable(), self._known)
        report.problems += matches.problems
        total = len(matches.matched)
        compared: list[Matched] = []
        listed: list[Matched] = []
        for done, match in enumerate(matches.matched):
            if done % 200 == 0:
                progress(done, total, COMPARING)
            self._take(match, compared, listed)
        for some in chunks(compared):
            self._compare_cards(some)
        done = 0
        for some in chunks(listed):
            self._compare_printings(some)
            done += len(some)
            progress(done, len(listed), COMPARING)
        progress(0, 0, COMPARING)
        self._retire_absent(matches)
        # What a card's entry said word for word last time is no news.
        report.collisions += [replace(found, known=found.cards[-1] in self._as_before) for found in matches.collisions]
        self._settle(matches)
        return self._plan

    def _usable(self) -> list[CardFacts]:
        usable = []
        for facts in self._file.cards:
            length = len(facts.name)
            if length <= facts_of.LONGEST_CARD_NAME:
                usable.append(facts)
            else:
                message = (
                    f"A card's name has {length} characters; at most {facts_of.LONGEST_CARD_NAME} fit. "
                    f"The card was left out: {facts.name[:60]}..."
                )
                self._report.problems.append(ProblemLine(0, "name", message))
        return usable

    def _take(self, match: Matched, compared: list[Matched], listed: list[Matched]) -> None:
        """Settle what needs no look at the card's rows, and sort out what does."""
        facts = match.facts
        for printing in facts.printings:
            self._collisions.note(printing.number, match.ref, facts.name)
        said = (facts_of.facts_hash(facts), facts_of.printings_hash(facts))
        card = match.card
        known_facts, known_printings = self._known.said.get(match.ref, ("", ""))
        if said != (known_facts, known_printings):
            self._plan.said[match.ref] = said
        if said[0] == known_facts:
            self._as_before.add(facts.name)
        self._plan.aliases += [(passcode, match.ref, assumed) for passcode, assumed in match.aliases.items()]
        if card is None:
            self._add_card(match)
            return
        if said[0] == known_facts and match.passcode == card.passcode and not match.aliases:
            self._report.cards.unchanged += 1
        else:
            compared.append(match)
        if said[1] == known_printings:
            self._report.printings.unchanged += len(facts.printings)
        else:
            listed.append(match)

    def _add_card(self, match: Matched) -> None:
        plan, facts = self._plan, match.facts
        self._report.cards.new += 1
        plan.cards.append(facts_of.card_values(match))
        for language, (name, official) in facts_of.names(facts).items():
            plan.names.append((match.ref, language, name, facts_of.folded_name(name), official))
        for language, (text, pendulum_text) in facts_of.texts(facts).items():
            plan.texts.append((match.ref, language, text, pendulum_text))
        self._new_lines += [(match.ref, line) for line in self._lines(facts)]

    def _compare_cards(self, some: Sequence[Matched]) -> None:
        ids = [match.ref for match in some]
        known_names, known_texts = names_of(self._connection, ids), texts_of(self._connection, ids)
        for match in some:
            assert match.card is not None
            shared = match.ref in self._known.shared
            change = facts_of.compare(
                match, self._source, known_names.get(match.ref, {}), known_texts.get(match.ref, {}), shared=shared
            )
            if change or match.aliases:
                self._report.cards.changed += 1
                self._change_card(match, change)
            else:
                self._report.cards.unchanged += 1
            if strength_of_format(match.card.source) < self._source.strength:
                self._plan.card_changes.setdefault(match.ref, {})["source"] = self._source.format

    def _change_card(self, match: Matched, change: facts_of.CardChange) -> None:
        plan, ref = self._plan, match.ref
        plan.card_changes[ref] = change.values | {"updated_at": now()}
        for language, (name, official) in change.names.items():
            row = (ref, language, name, facts_of.folded_name(name), official)
            (plan.names_changed if language in change.known_names else plan.names).append(row)
        plan.names_dropped += [(ref, language) for language in change.dropped_names]
        for language, (text, pendulum_text) in change.texts.items():
            (plan.texts_changed if language in change.known_texts else plan.texts).append((ref, language, text, pendulum_text))
        plan.texts_dropped += [(ref, language) for language in change.dropped_texts]
        if change.names or change.dropped_names:
            plan.renamed.add(ref)

    def _compare_printings(self, some: Sequence[Matched]) -> None:
        known = printings_of(self._connection, [match.ref for match in some])
        for match in some:
            before = known.get(match.ref, [])
            lines = self._lines(match.facts)
            if not lines and any(printing.sources & self._source.bit and not printing.retired for printing in before):
                message = f"{match.facts.name} has no printings in this file; those of earlier imports were kept."
                self._report.problems.append(ProblemLine(0, "", message))
                self._plan.said[match.ref] = (self._plan.said[match.ref][0], "")
                continue
            found = match_lines(lines, before, self._source)
            self._report.printings.unchanged += found.unchanged
            self._plan.confirmed += [printing.id for printing in found.confirmed]
            self._new_lines += [(match.ref, line) for line in found.new]
            self._changed_lines += [(match.ref, printing, line) for printing, line in found.changed]
            self._dropped += found.dropped

    def _lines(self, facts: CardFacts) -> list[Line]:
        """The printings a file lists for a card, each once, without those no table can hold."""
        lines = []
        for printing in facts.printings:
            rarity = canonical(printing.rarity or "")
            if (
                len(printing.product) > LONGEST_PRODUCT
                or len(printing.number) > _LONGEST_CODE
                or len(rarity) > _LONGEST_RARITY
                or len(printing.artwork) > _LONGEST_ARTWORK
            ):
                message = f"{facts.name}: a printing was left out, because its number, product or rarity is too long."
                self._report.problems.append(ProblemLine(0, "", message))
                continue
            product = self._plan.products.id_of(printing.product)
            lines.append(Line(product, printing.number, printing.language, rarity, printing.artwork))
        return list(dict.fromkeys(lines))

    def _retire_absent(self, matches: CardMatches) -> None:
        """If the file is the source's whole list, printings of cards it does not hold any more go, too."""
        said = self._known.said
        present = {match.ref for match in matches.matched}
        absent = sorted(said.keys() - present)
        if not absent or len(absent) > len(said) * (1 - WHOLE_FILE):
            return
        for some in chunks(absent):
            for printings in printings_of(self._connection, some).values():
                self._dropped += [printing for printing in printings if printing.sources & self._source.speaks_for]
        self._plan.unsaid = absent
        names = ", ".join(self._known.cards[ref].name for ref in absent[:5] if ref in self._known.cards)
        more = f" and {len(absent) - 5} more" if len(absent) > 5 else ""
        self._report.problems.append(
            ProblemLine(
                0, "", f"Cards of earlier imports that this file does not hold any more: {names}{more}. They were kept."
            )
        )

    def _settle(self, matches: CardMatches) -> None:
        """Hold back what collides with the catalogue, and turn the rest into rows."""
        plan, counts = self._plan, self._report.printings
        names = {match.ref: match.facts.name for match in matches.matched}
        given = [(ref, line.code) for ref, line in self._new_lines]
        given += [(ref, line.code) for ref, printing, line in self._changed_lines if line.code != printing.code]
        unexpected = self._collisions.unexpected(given, names)
        held = set() if self._accept else unexpected
        self._report.collisions += self._collisions.report(given, names, held)
        held_codes = {code for _ref, code in held}
        for ref, line in self._new_lines:
            if (ref, line.code) in held:
                counts.held += 1
                self._unsettled(ref)
            else:
                counts.new += 1
                plan.printings.append(_row(ref, line))
        for ref, printing, line in self._changed_lines:
            if (ref, line.code) in held and line.code != printing.code:
                counts.held += 1
                self._unsettled(ref)
            else:
                counts.changed += 1
                plan.printings_changed.append((printing, _row(ref, line)))
        for printing in self._dropped:
            if printing.code in held_codes:
                # Its number went to another card, and that waits: until then the catalogue stays as it was.
                self._unsettled(printing.card_id)
                continue
            plan.dropped.append(printing)
            if not printing.retired and not printing.sources & ~self._source.speaks_for:
                counts.retired += 1

    def _unsettled(self, ref: int) -> None:
        """Make the next import look at the card's printings again."""
        facts, _printings = self._plan.said.get(ref) or self._known.said.get(ref, ("", ""))
        self._plan.said[ref] = (facts, "")


def _row(ref: int, line: Line) -> PrintingRow:
    folded, key = _keys(line.code)
    return (ref, line.product, line.code, folded, key, line.language, line.rarity, line.artwork)


@lru_cache(maxsize=64)
def _keys(code: str) -> tuple[str, str]:
    return codes.folded(code), codes.sort_key(code)
