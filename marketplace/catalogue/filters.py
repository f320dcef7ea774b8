"""Filters of the card list: read from the address, turned into conditions, and named for the chips that remove them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

from flask_babel import gettext as _
from sqlalchemy import ColumnElement, and_, exists, func, or_, select
from sqlalchemy.orm import Session

from marketplace.catalogue import codes, terms
from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import current
from marketplace.catalogue.models import Card, Printing, Product
from marketplace.catalogue.vocabulary import LANGUAGES, RARITIES, language_from, language_label, rarity_candidates, rarity_label

HIGHEST = 20_000
"""No printed value comes near; larger numbers in an address are refused in words."""
STARS = func.coalesce(Card.level, Card.rank, Card.link)
"""Level, Rank or Link Rating: whichever the card has."""


class Arguments(Protocol):
    """What ``request.args`` offers."""

    def getlist(self, key: str) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class CardFilters:
    """What the list is narrowed to. Several values of one field mean any of them; different fields all hold.

    ``set``, ``rarities`` and ``languages`` speak of one and the same printing. Ranges include both ends.
    """

    kind: tuple[str, ...] = ()
    frame: tuple[str, ...] = ()
    """Frames of monsters; "pendulum" is the half others have."""
    attribute: tuple[str, ...] = ()
    type: tuple[str, ...] = ()
    ability: tuple[str, ...] = ()
    icon: tuple[str, ...] = ()
    stars_min: int | None = None
    """Level, Rank or Link Rating."""
    stars_max: int | None = None
    atk_min: int | None = None
    atk_max: int | None = None
    def_min: int | None = None
    def_max: int | None = None
    set: str = ""
    """Slug of a product, or a set-number prefix."""
    rarity: tuple[str, ...] = ()
    language: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any(getattr(self, spec.name) not in ((), "", None) for spec in fields(self))

    @property
    def count(self) -> int:
        """How many values are chosen."""
        values = [getattr(self, spec.name) for spec in fields(self)]
        return sum(len(value) if isinstance(value, tuple) else 1 for value in values if value not in ((), "", None))

    def arguments(self) -> dict[str, Any]:
        """The filters as parts of an address; empty ones left out."""
        return {
            spec.name: list(value) if isinstance(value, tuple) else value
            for spec in fields(self)
            if (value := getattr(self, spec.name)) not in ((), "", None)
        }


_CHOICES: dict[str, Mapping[str, object]] = {
    "kind": terms.KINDS,
    "frame": terms.FRAMES,
    "attribute": terms.ATTRIBUTES,
    "type": terms.TYPES,
    "ability": terms.ABILITIES,
    "icon": terms.ICONS,
    "rarity": RARITIES,
    "language": LANGUAGES,
}
_RANGES = ("stars_min", "stars_max", "atk_min", "atk_max", "def_min", "def_max")


def _labels() -> dict[str, str]:
    return {
        "kind": _("Card"), "frame": _("Frame"), "attribute": _("Attribute"), "type": _("Type"), "ability": _("Ability"),
        "icon": _("Icon"), "set": _("Set"), "rarity": _("Rarity"), "language": _("Language"),
        "stars": _("Level, Rank or Link"), "atk": "ATK", "def": "DEF",
    }  # fmt: skip


def label_of(field: str) -> str:
    """The name of a filter in the reader's language."""
    return _labels()[field.removesuffix("_min").removesuffix("_max")]


def read(arguments: Arguments) -> tuple[CardFilters, list[str]]:
    """Filters from an address, and a sentence for every value that is not understood (which is then left out)."""
    chosen: dict[str, Any] = {}
    problems: list[str] = []
    for field, known in _CHOICES.items():
        values = [value.strip() for value in arguments.getlist(field) if value.strip()]
        good = tuple(dict.fromkeys(found for value in values if (found := _choice(field, known, value))))
        if good:
            chosen[field] = good
        for value in values:
            if not _choice(field, known, value):
                problems.append(
                    _("%(filter)s has no value “%(value)s”; it was left out.", filter=label_of(field), value=value[:40])
                )
    for field in _RANGES:
        typed = next((value.strip() for value in arguments.getlist(field) if value.strip()), "")
        if not typed:
            continue
        if typed.isascii() and typed.isdigit() and int(typed[:9]) <= HIGHEST:
            chosen[field] = int(typed)
        else:
            problems.append(
                _(
                    "%(filter)s needs a whole number, not “%(value)s”; it was left out.",
                    filter=label_of(field),
                    value=typed[:40],
                )
            )
    for field in ("stars", "atk", "def"):
        low, high = chosen.get(f"{field}_min"), chosen.get(f"{field}_max")
        if low is not None and high is not None and low > high:
            chosen[f"{field}_min"], chosen[f"{field}_max"] = high, low
    typed = next((value.strip() for value in arguments.getlist("set") if value.strip()), "")
    if typed:
        chosen["set"] = typed[:200]
    return CardFilters(**chosen), problems


def _choice(field: str, known: Mapping[str, object], value: str) -> str | None:
    """The value as we write it, also when it was typed in words; None when unknown."""
    if value in known:
        return value
    if field == "rarity":
        candidates = rarity_candidates(value)
        return candidates[0] if candidates else None
    if field == "language":
        return language_from(value)
    return terms.named(known, value)  # type: ignore[arg-type]


def conditions(filters: CardFilters, viewer_id: int | None) -> list[ColumnElement[bool]]:
    """What a card must meet; an empty list when nothing is filtered."""
    found: list[ColumnElement[bool]] = []
    if filters.kind:
        found.append(Card.kind.in_(filters.kind))
    if filters.frame:
        found.append(or_(*(_frame(frame) for frame in filters.frame)))
    if filters.attribute:
        found.append(Card.attribute.in_(filters.attribute))
    if filters.type:
        found.append(Card.type.in_(filters.type))
    if filters.ability:
        found.append(or_(*(has_ability(ability) for ability in filters.ability)))
    if filters.icon:
        found.append(Card.icon.in_(filters.icon))
    for column, low, high in (
        (STARS, filters.stars_min, filters.stars_max),
        (Card.atk, filters.atk_min, filters.atk_max),
        (Card.defense, filters.def_min, filters.def_max),
    ):
        if low is not None:
            found.append(column >= low)
        if high is not None:
            found.append(and_(column <= high, column >= 0))
    if filters.language and not (filters.set or filters.rarity):
        found.append(printed_in(viewer_id, filters.language))
    elif filters.set or filters.rarity:
        found.append(printed(viewer_id, *_printing_conditions(filters)))
    return found


def _frame(frame: str) -> ColumnElement[bool]:
    return Card.pendulum.is_(True) if frame == "pendulum" else and_(Card.kind == "monster", Card.frame == frame)


def has_ability(ability: str) -> ColumnElement[bool]:
    """Cards with this word in their type line."""
    return Card.abilities.contains(f" {ability} ", autoescape=True)


def printed(viewer_id: int | None, *wanted: ColumnElement[bool]) -> ColumnElement[bool]:
    """Cards with a printing (of those the viewer may see) that meets all of ``wanted``."""
    return Card.id.in_(select(Printing.card_id).where(current(viewer_id), *wanted))


def printed_in(viewer_id: int | None, languages: tuple[str, ...]) -> ColumnElement[bool]:
    """Cards printed in one of the languages. Most cards are in most, so each is looked at instead of each printing."""
    return exists().where(Printing.card_id == Card.id, Printing.language.in_(languages), current(viewer_id))


def _printing_conditions(filters: CardFilters) -> list[ColumnElement[bool]]:
    """What one printing of the card must meet."""
    found: list[ColumnElement[bool]] = []
    if filters.set:
        found.append(in_set(filters.set))
    if filters.rarity:
        found.append(Printing.rarity.in_(filters.rarity))
    if filters.language:
        found.append(Printing.language.in_(filters.language))
    return found


def in_set(typed: str) -> ColumnElement[bool]:
    """Printings of the product with this slug, set-number prefix or name (all its words)."""
    prefix = codes.folded(typed)
    words = fold(typed).split()
    matching = [Product.slug == typed.lower()]
    if prefix and " " not in typed.strip():
        matching.append(Product.prefixes.contains(f" {prefix} ", autoescape=True))
    if words:
        matching.append(and_(*(Product.folded.contains(word, autoescape=True) for word in words)))
    return Printing.product_id.in_(select(Product.id).where(or_(*matching)))


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter in force and the address without it."""

    key: str
    value: str
    url: str


def chips(session: Session, filters: CardFilters, locale: str, url: Callable[[CardFilters], str]) -> list[Chip]:
    """A chip for each value in force; ``url`` gives the address of the list with other filters."""
    found: list[Chip] = []
    for spec in fields(filters):
        value = getattr(filters, spec.name)
        if isinstance(value, tuple):
            for one in value:
                rest = tuple(other for other in value if other != one)
                found.append(Chip(label_of(spec.name), word(spec.name, one, locale), url(_with(filters, spec.name, rest))))
        elif spec.name == "set" and value:
            name = session.scalar(select(Product.name).where(Product.slug == value)) or value
            found.append(Chip(label_of("set"), name, url(replace(filters, set=""))))
        elif value is not None and value != "":
            low = spec.name.endswith("_min")
            words = _("from %(number)d", number=value) if low else _("up to %(number)d", number=value)
            found.append(Chip(label_of(spec.name), words, url(_with(filters, spec.name, None))))
    return found


def _with(filters: CardFilters, field: str, value: Any) -> CardFilters:
    changed: Any = {field: value}
    return replace(filters, **changed)


def word(field: str, value: str, locale: str) -> str:
    """A chosen value in the reader's language."""
    if field == "rarity":
        return rarity_label(value, locale)
    if field == "language":
        return str(language_label(value))
    return terms.label(_CHOICES[field], value, locale)  # type: ignore[arg-type]
