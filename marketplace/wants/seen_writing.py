"""Copies as a list in the posts' style, each line with the copies it stands for; what ``seen_reading`` reads back.

The lines are those of the collection's own text format; what that leaves out and copies still differ by (signed, graded,
artwork, sleeve) follows in brackets, so that copies that are not alike never share a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.catalogue.codes import sort_key
from marketplace.catalogue.found import chunks
from marketplace.catalogue.models import Printing
from marketplace.catalogue.vocabulary import rank, rarity_label
from marketplace.collection.formats import text_writing
from marketplace.collection.formats.owned import Owned
from marketplace.wants.models import Want
from marketplace.wants.shown_copies import Copy

LOCALES = ("en", "fr", "pt")
_RULE = "---------------"

# Words of a list, like those of ``text_writing``: part of the format, not translated sentences.
_MARKS = {
    "en": {"signed": "signed", "altered": "altered", "artwork": "artwork"},
    "fr": {"signed": "signée", "altered": "altérée", "artwork": "illustration"},
    "pt": {"signed": "assinada", "altered": "alterada", "artwork": "ilustração"},
}
_WANTED = {
    "en": {"set": "whole set", "at_least": "{} or better", "urgent": "urgent", "not": "not {}"},
    "fr": {"set": "set entier", "at_least": "{} ou mieux", "urgent": "urgent", "not": "pas {}"},
    "pt": {"set": "coleção inteira", "at_least": "{} ou melhor", "urgent": "urgente", "not": "exceto {}"},
}


_SEEN = {
    "en": ("I have seen:", "I give:"),
    "fr": ("J'ai vu :", "Je donne :"),
    "pt": ("Eu vi:", "Eu dou:"),
}


@dataclass(frozen=True, slots=True)
class Written:
    """A line and what it stands for."""

    rarity: str
    """The catalogue's name; ``heading`` is what stands above the line."""
    heading: str
    text: str
    stack_ids: tuple[int, ...]
    quantity: int


def shared_numbers(session: Session, copies: Iterable[Copy]) -> set[int]:
    """Printings whose number another product has too: their lines name the product. One statement per 400 numbers."""
    printings = {copy.printing_id for copy in copies if copy.code}
    numbers: dict[int, str] = {}
    for part in chunks(sorted(printings)):
        rows = session.execute(select(Printing.id, Printing.code_folded).where(Printing.id.in_(part)))
        numbers |= {row[0]: row[1] for row in rows}
    several: set[str] = set()
    for group in chunks(sorted(set(numbers.values()))):
        query = select(Printing.code_folded).where(Printing.code_folded.in_(group)).group_by(Printing.code_folded)
        several.update(session.scalars(query.having(func.count(Printing.product_id.distinct()) > 1)))
    return {printing_id for printing_id, number in numbers.items() if number in several}


def lines(
    copies: Sequence[tuple[Copy, int]], locale: str, list_language: str = "", shared: Iterable[int] = ()
) -> list[Written]:
    """The lines of so many of these copies, rare ones first, equal lines added up."""
    words = locale if locale in LOCALES else "en"
    usual = list_language or words
    with_product = set(shared)
    found: dict[tuple[str, str], list[tuple[Copy, int]]] = {}
    for copy, quantity in copies:
        if quantity > 0:
            found.setdefault((copy.rarity, bare(copy, words, usual, copy.printing_id in with_product)), []).append(
                (copy, quantity)
            )
    ordered = sorted(found.items(), key=lambda item: _order(item[1][0][0], item[0][1]))
    return [
        Written(
            rarity,
            rarity_label(rarity, words) if rarity else "",
            _counted(line, sum(quantity for _copy, quantity in group)),
            tuple(copy.stack_id for copy, _quantity in group),
            sum(quantity for _copy, quantity in group),
        )
        for (rarity, line), group in ordered
    ]


def text(written: Iterable[Written]) -> str:
    """The lines under their headings."""
    out: list[str] = []
    heading = ""
    for line in written:
        if line.heading and line.heading != heading:
            out += ["", f"{_RULE}{line.heading}:"] if out else [f"{_RULE}{line.heading}:"]
        heading = line.heading
        out.append(line.text)
    return "\n".join(out) + "\n" if out else ""


def message(theirs: Sequence[Written], mine: Sequence[Written], locale: str) -> str:
    """A seen list with what is offered in return, as one message."""
    seen, give = _SEEN[locale if locale in LOCALES else "en"]
    parts = [f"{words}\n{text(lines)}" for words, lines in ((seen, theirs), (give, mine)) if lines]
    return "\n".join(parts)


def _order(copy: Copy, line: str) -> tuple[object, ...]:
    return (bool(copy.rarity), -rank(copy.rarity), copy.rarity, copy.local_name.casefold(), sort_key(copy.code), line)


NO_LANGUAGE = "-"
"""As the usual language of a list: every line states its own."""

COUNT = "\x00"
"""Where the number of copies goes in a bare line."""


def bare(copy: Copy, words: str, usual: str, with_product: bool) -> str:
    """The line of one copy with ``COUNT`` in place of its number."""
    written = "".join(text_writing.write([_owned(copy, with_product)], words, usual)).rstrip("\n").rpartition("\n")[2]
    line = written.replace(f" *{_TWO}", COUNT, 1)
    marks = [
        _MARKS[words]["signed"] if copy.signed else "",
        _MARKS[words]["altered"] if copy.altered else "",
        f"{_MARKS[words]['artwork']}: {_one_line(copy.artwork)}" if copy.artwork else "",
        _one_line(copy.grading),
        _one_line(copy.storage),
    ]
    told = "".join(f" [{mark}]" for mark in marks if mark)
    # The language stays at the end, as in the posts.
    head, dashes, language = line.rpartition(" -- ")
    return f"{head}{told}{dashes}{language}" if dashes and head else line + told


_TWO = 9_876
"""A number no name ends in: writing so many copies shows where the count stands."""


def _owned(copy: Copy, with_product: bool) -> Owned:
    return Owned(
        name=copy.english,
        code=copy.code,
        product=copy.product,
        rarity=copy.rarity,
        quantity=_TWO,
        language=copy.language,
        print_language=copy.print_language,
        local_name=copy.local_name,
        shared_number=with_product,
        edition=copy.edition,
        condition=copy.condition,
        condition_words=copy.condition_words,
        misprint=copy.misprint,
    )


def _counted(line: str, quantity: int) -> str:
    return line.replace(COUNT, f" *{quantity}" if quantity != 1 else "")


def _one_line(words: str) -> str:
    return " ".join(words.replace("[", "(").replace("]", ")").split())


def want_lines(wants: Sequence[tuple[Want, str]], locale: str) -> list[str]:
    """Wants (with the names to show) as lines: "Name *2 (LOB-001) [EX or better]"."""
    words = _WANTED[locale if locale in LOCALES else "en"]
    found = []
    for want, name in wants:
        line = name + (f" *{want.quantity}" if want.quantity != 1 else "")
        if want.kind == "set":
            line += f" [{words['set']}]"
        elif want.kind == "printing" and want.printing is not None and want.printing.code:
            line += f" ({want.printing.code})"
        elif want.product is not None:
            line += f" [{want.product.name}]"
        asked = [code.upper() for code in want.languages] + list(want.editions)
        asked += [rarity_label(rarity, locale) for rarity in want.rarities]
        asked += [words["not"].format(rarity_label(rarity, locale)) for rarity in want.not_rarities]
        if want.condition:
            asked.append(words["at_least"].format(want.condition))
        if want.artwork:
            asked.append(want.artwork)
        if want.urgency == 3:
            asked.append(words["urgent"])
        found.append(line + "".join(f" [{_one_line(one)}]" for one in asked))
    return found
