"""Filters of the collection list: read from the address, turned into conditions, named for the chips that remove them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy import ColumnElement, and_, exists, or_, select
from sqlalchemy.orm import Session

from marketplace.catalogue import codes, terms
from marketplace.catalogue.filters import Chip, in_set
from marketplace.catalogue.models import Card, CardAlias, Printing, Product
from marketplace.catalogue.vocabulary import LANGUAGES, RARITIES, language_label, rarity_label
from marketplace.collection.models import Photo, Place, Stack
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS, condition_label, edition_label

NOT_STATED = "none"
"""How an address says an edition, condition or place that is not stated."""

MARKS = {
    "signed": _l("Signed"),
    "altered": _l("Altered"),
    "misprint": _l("Misprint"),
    "graded": _l("Graded"),
    "proxy": _l("Proxy"),
}
FLAGS = {
    "trade": _l("For trade"),
    "lent": _l("Lent"),
    "promised": _l("Promised"),
    "photo": _l("With photo"),
    "noted": _l("With note"),
    "custom": _l("Not in catalogue"),
    "mismatch": _l("Language and number disagree"),
}
"""What may be asked of a stack beside its facts."""


class Arguments(Protocol):
    """What ``request.args`` offers."""

    def getlist(self, key: str) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class StackFilters:
    """What the list is narrowed to. Several values of one field mean any of them; different fields all hold."""

    q: str = ""
    """Words of a name in any language, of a note, a set number or a passcode."""
    set: str = ""
    """Slug, number prefix or words of a product's name."""
    language: tuple[str, ...] = ()
    edition: tuple[str, ...] = ()
    condition: tuple[str, ...] = ()
    rarity: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    place: tuple[str, ...] = ()
    """Ids of places."""
    mark: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    card: int | None = None
    """Id of a card: every printing of it that is owned."""

    @property
    def count(self) -> int:
        """How many values are chosen, the search words aside."""
        values = [getattr(self, spec.name) for spec in fields(self) if spec.name != "q"]
        return sum(len(value) if isinstance(value, tuple) else 1 for value in values if value not in ((), "", None))

    def __bool__(self) -> bool:
        return bool(self.q) or self.count > 0

    def arguments(self) -> dict[str, Any]:
        """The filters as parts of an address; empty ones left out."""
        return {
            spec.name: list(value) if isinstance(value, tuple) else value
            for spec in fields(self)
            if (value := getattr(self, spec.name)) not in ((), "", None)
        }


_KNOWN: dict[str, Mapping[str, object]] = {
    "language": LANGUAGES,
    "edition": EDITIONS,
    "condition": CONDITIONS,
    "rarity": RARITIES,
    "kind": {**terms.KINDS, "unknown": None},
    "mark": MARKS,
    "has": FLAGS,
}


def label_of(field: str) -> str:
    """The name of a filter in the reader's language."""
    labels: dict[str, str] = {
        "q": _("Search"), "set": _("Set"), "language": _("Language"), "edition": _("Edition"), "condition": _("Condition"),
        "rarity": _("Rarity"), "kind": _("Card"), "place": _("Place"), "mark": _("Mark"), "has": _("Only"), "card": _("Card"),
    }  # fmt: skip
    return labels[field]


def read(arguments: Arguments) -> tuple[StackFilters, list[str]]:
    """Filters from an address, and a sentence for every value that is not understood (which is then left out)."""
    chosen: dict[str, Any] = {}
    problems: list[str] = []
    for field, known in _KNOWN.items():
        good = []
        for value in dict.fromkeys(value.strip() for value in arguments.getlist(field)):
            if value and (value in known or (value == NOT_STATED and field in ("edition", "condition"))):
                good.append(value)
            elif value:
                problems.append(
                    _("%(filter)s has no value “%(value)s”; it was left out.", filter=label_of(field), value=value[:40])
                )
        chosen[field] = tuple(good)
    places = dict.fromkeys(value.strip() for value in arguments.getlist("place") if value.strip())
    chosen["place"] = tuple(value for value in places if value == NOT_STATED or _is_id(value))
    for field in ("q", "set"):
        chosen[field] = next((" ".join(value.split())[:200] for value in arguments.getlist(field) if value.strip()), "")
    card = next((value for value in arguments.getlist("card") if _is_id(value)), None)
    chosen["card"] = int(card) if card else None
    return StackFilters(**chosen), problems


def _is_id(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= 9


def conditions(filters: StackFilters, named: list[int]) -> list[ColumnElement[bool]]:
    """What a stack joined with its printing and card must meet. ``named`` are the cards whose name matches ``q``."""
    found: list[ColumnElement[bool]] = []
    if filters.q:
        found.append(or_(*worded(filters.q, named)))
    if filters.set:
        found.append(in_set(filters.set))
    if filters.language:
        found.append(Stack.language.in_(filters.language))
    if filters.edition:
        found.append(Stack.edition.in_(_stated(filters.edition)))
    if filters.condition:
        found.append(Stack.condition.in_(_stated(filters.condition)))
    if filters.rarity:
        found.append(Printing.rarity.in_(filters.rarity))
    if filters.kind:
        found.append(Card.kind.in_(filters.kind))
    if filters.place:
        ids = [int(value) for value in filters.place if value != NOT_STATED]
        nowhere = [Stack.place_id.is_(None)] if NOT_STATED in filters.place else []
        found.append(or_(Stack.place_id.in_(ids), *nowhere))
    if filters.card is not None:
        found.append(Printing.card_id == filters.card)
    if filters.mark:
        found.append(or_(*(_MARKED[mark] for mark in filters.mark)))
    found.extend(_having(flag) for flag in filters.has)
    return found


def _stated(values: tuple[str, ...]) -> list[str]:
    return ["" if value == NOT_STATED else value for value in values]


_TEXTS = (Stack.misprint, Stack.grading, Stack.condition_words, Stack.artwork, Stack.storage)
"""What a collector writes of copies for others to read; ``Stack.note`` is private."""


def worded(typed: str, named: list[int], *, private: bool = True) -> list[ColumnElement[bool]]:
    """What copies may meet to be found by words, any of it; ``private`` looks into the owner's notes, too."""
    ways: list[ColumnElement[bool]] = [Printing.card_id.in_(named)]
    number = codes.folded(typed)
    if len(number) >= 2 and (codes.looks_like_code(typed) or " " not in typed):
        ways.append(Printing.code_folded.startswith(number, autoescape=True))
    if typed.isascii() and typed.isdigit() and len(typed) <= 9:
        other = select(CardAlias.card_id).where(CardAlias.passcode == int(typed))
        ways += [Card.passcode == int(typed), Printing.card_id.in_(other)]
    # Most of these are empty, and asking that first is much cheaper than searching them.
    ways += [
        and_(column != "", column.icontains(typed, autoescape=True))
        for column in ((Stack.note, *_TEXTS) if private else _TEXTS)
    ]
    return ways


_MARKED: dict[str, ColumnElement[bool]] = {
    "signed": Stack.signed.is_(True),
    "altered": Stack.altered.is_(True),
    "misprint": Stack.misprint != "",
    "graded": Stack.grading != "",
    "proxy": Stack.proxy.is_(True),
}


def _having(flag: str) -> ColumnElement[bool]:
    if flag == "trade":
        return Stack.for_trade > 0
    if flag == "lent":
        return Stack.lent > 0
    if flag == "promised":
        return Stack.promised > 0
    if flag == "photo":
        return exists().where(Photo.stack_id == Stack.id, Photo.deleted_at.is_(None))
    if flag == "noted":
        return Stack.note != ""
    if flag == "custom":
        return Printing.added_by_id.is_not(None)
    return and_(Stack.language != Printing.language, Printing.added_by_id.is_(None))


def chips(session: Session, user_id: int, filters: StackFilters, locale: str, url: Callable[[StackFilters], str]) -> list[Chip]:
    """A chip for each value in force; ``url`` gives the address of the list with other filters."""
    places: dict[str, str] = {}
    if filters.place:
        ids = [int(value) for value in filters.place if value != NOT_STATED]
        query = select(Place.id, Place.name).where(Place.user_id == user_id, Place.id.in_(ids))
        places = {str(place_id): name for place_id, name in session.execute(query)}
    found: list[Chip] = []
    for spec in fields(filters):
        value = getattr(filters, spec.name)
        if isinstance(value, tuple):
            for one in value:
                rest: Any = {spec.name: tuple(other for other in value if other != one)}
                words = (
                    places.get(one, _word(spec.name, one, locale)) if spec.name == "place" else _word(spec.name, one, locale)
                )
                found.append(Chip(label_of(spec.name), words, url(replace(filters, **rest))))
        elif value:
            words = str(value)
            if spec.name == "set":
                words = session.scalar(select(Product.name).where(Product.slug == value)) or words
            elif spec.name == "card":
                words = session.scalar(select(Card.name).where(Card.id == value)) or words
            empty: Any = {spec.name: None if spec.name == "card" else ""}
            found.append(Chip(label_of(spec.name), words, url(replace(filters, **empty))))
    return found


def _word(field: str, value: str, locale: str) -> str:
    if field == "place":
        return str(_("no place") if value == NOT_STATED else _("(deleted)"))
    if value == NOT_STATED:
        return str(_("not stated"))
    if field == "rarity":
        return rarity_label(value, locale)
    if field == "language":
        return str(language_label(value))
    if field == "edition":
        return str(edition_label(value))
    if field == "condition":
        return f"{value} · {condition_label(value)}"
    if field == "kind":
        return str(_("not known")) if value == "unknown" else terms.label(terms.KINDS, value, locale)
    return str({**MARKS, **FLAGS}[value])
