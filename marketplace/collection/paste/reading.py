"""What a line of a pasted list was read as: the values, how each is known, and what is still open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from marketplace.catalogue.found import Found
from marketplace.collection.paste.reasons import IN_NOTE, Reason
from marketplace.collection.paste.remarks import Remarks

WRITTEN, DERIVED, ASSUMED = "written", "derived", "assumed"
"""How a value is known: it stands on the line, it follows from something that does, or it is the usual."""


@dataclass
class Line:
    """One line, or one further copy it names (``alternates``). None: not settled or not stated."""

    number: int
    input: str
    kind: str = "card"
    """card, heading, remark or sentence."""
    set_code: str | None = None
    card: str | None = None
    """English name."""
    card_id: int | None = None
    language: str | None = None
    edition: str | None = None
    rarity: str | None = None
    quantity: int | None = None
    condition: str | None = None
    grade: str | None = None
    side: str | None = None
    purpose: str | None = None
    """offer, want or seen: what the part of the text is about."""
    heading: str = ""
    """Headings in force."""
    product: str | None = None
    how: dict[str, str] = field(default_factory=dict)
    candidates: list[str] = field(default_factory=list)
    card_candidates: list[str] = field(default_factory=list)
    card_candidate_ids: list[int] = field(default_factory=list)
    rarity_candidates: list[str] = field(default_factory=list)
    product_candidates: list[str] = field(default_factory=list)
    alternates: list[Line] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    remarks: Remarks = field(default_factory=Remarks)
    """Remarks of the line itself, without the headings."""
    printings: list[Found] = field(default_factory=list)
    """Every printing that still fits; one when all is settled."""
    group: bool = False
    """The name of several cards: one line becomes one copy of each."""
    whole_set: bool = False
    """It names a set, no card."""
    name: str = ""
    """What is left of the line as a card name."""

    def put(self, field_name: str, value: Any, how: str) -> None:
        """Settle a value."""
        setattr(self, field_name, value)
        if value is None:
            self.how.pop(field_name, None)
        else:
            self.how[field_name] = how

    def because(self, reason: str, **facts: str) -> None:
        if all(known.id != reason for known in self.reasons):
            self.reasons.append(Reason(reason, facts))

    @property
    def note(self) -> str | None:
        """The collector's further words and what is worth telling about the reading, in English."""
        told = [reason.english() for reason in self.reasons if reason.id in IN_NOTE]
        return "; ".join([*self.remarks.notes, *told]) or None

    @property
    def settled(self) -> bool:
        """Whether this is one printing and nothing has to be asked."""
        return self.kind == "card" and len(self.printings) == 1 and self.card is not None and self.set_code is not None


def to_json(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """The lines as ``collection parse`` prints them."""
    return [_line(line) for line in lines]


def _line(line: Line) -> dict[str, Any]:
    marks = _marks(line)
    return {
        "line": line.number,
        "kind": line.kind,
        "input": line.input,
        "set_code": line.set_code,
        "card": line.card,
        "language": line.language,
        "edition": line.edition,
        "rarity": line.rarity,
        "quantity": line.quantity,
        "condition": line.condition,
        "grade": line.grade,
        "note": line.note,
        "side": line.side,
        "list": line.purpose,
        "heading": line.heading or None,
        "product": line.product,
        "alternates": [_alternate(other, line.card) for other in line.alternates],
        "candidates": line.candidates,
        "card_candidates": line.card_candidates,
        "rarity_candidates": line.rarity_candidates,
        "product_candidates": line.product_candidates,
        "marks": marks,
        "how": line.how,
        "reasons": [reason.as_json() for reason in line.reasons],
    }


def _marks(line: Line) -> dict[str, Any]:
    """Everything else that was said about the copy; only what was said."""
    said = line.remarks
    marks: dict[str, Any] = {
        "misprint": said.misprint or (said.misprint is not None) or None,
        "condition_words": said.condition.words if said.condition else None,
        "storage": said.storage,
        "signed": said.signed,
        "altered": said.altered,
        "proxy": said.proxy,
        "grading": said.grading,
        "price": said.price,
    }
    return {name: value for name, value in marks.items() if value}


def _alternate(line: Line, card: str | None) -> dict[str, Any]:
    """A further copy: the values that tell it apart, and more only where there is more to tell."""
    short: dict[str, Any] = {
        "set_code": line.set_code,
        "language": line.language,
        "edition": line.edition,
        "rarity": line.rarity,
        "quantity": line.quantity,
    }
    extra = {
        "card": line.card if line.card != card else None,
        "card_candidates": line.card_candidates,
        "list": line.purpose if line.whole_set or line.card != card else None,
        "condition": line.condition,
        "grade": line.grade,
        "note": line.note,
        "candidates": line.candidates if line.set_code is None else [],
        "rarity_candidates": line.rarity_candidates,
        "product_candidates": line.product_candidates,
    }
    return short | {name: value for name, value in extra.items() if value}
