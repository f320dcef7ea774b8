"""A stack as other members may see it: the one public description of copies.

Place, price, day of purchase, private note and the number owned are no part of it and are never read here. Who may see
a stack at all is for the caller to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue.found import chunks
from marketplace.catalogue.models import Card, CardName, Printing, Product
from marketplace.collection.models import Photo, Stack
from marketplace.errors import NotFound
from marketplace.wants.visible_people import shows_lists

INTERFACE_LANGUAGES = ("en", "fr", "pt")
_AT_A_TIME = 400
_UNKNOWN = "?"


class Picture(NamedTuple):
    """A photo of a copy: ``id`` is 0 in a description that was frozen, the digest names the file for good."""

    id: int
    digest: str
    caption: str


@dataclass(frozen=True, slots=True)
class Copy:
    """What tells copies apart and may be shown. Blank means not stated."""

    stack_id: int
    owner_id: int
    card_id: int
    printing_id: int
    name: str
    """Name of the card in the reader's language, in English where the catalogue has none."""
    names: Mapping[str, str]
    """Names by language: English, those of the interface, and the copy's own."""
    code: str
    product: str
    product_slug: str
    rarity: str
    language: str
    edition: str
    condition: str
    condition_words: str
    artwork: str
    """Of the copy, else of the printing."""
    signed: bool
    altered: bool
    proxy: bool
    misprint: str
    grading: str
    storage: str
    kind: str
    frame: str
    pendulum: bool
    custom: bool
    """Its printing or card was entered by its owner: it has no page others could open."""
    print_language: str = ""
    for_trade: int = 0
    pictures: tuple[Picture, ...] = ()
    card: Card | None = field(default=None, compare=False, repr=False)
    """For drawing its face; None in a description that was frozen."""

    @property
    def local_name(self) -> str:
        """Name in the language of the copy."""
        return self.names.get(self.language) or self.names.get("en", self.name)

    @property
    def english(self) -> str:
        return self.names.get("en", self.name)


def describe(session: Session, stack_ids: Iterable[int], locale: str) -> dict[int, Copy]:
    """The public descriptions by stack id; unknown ids are left out. Three statements per 400 stacks."""
    wanted = sorted(set(stack_ids))
    found: dict[int, Copy] = {}
    for part in chunks(wanted, _AT_A_TIME):
        query = (
            select(*_STACK, Printing.code, Printing.rarity, Printing.artwork, Printing.language, Printing.added_by_id,
                   Product.name, Product.slug, Card)
            .join(Printing, Printing.id == Stack.printing_id)
            .join(Card, Card.id == Printing.card_id)
            .join(Product, Product.id == Printing.product_id)
            .where(Stack.id.in_(part))
        )  # fmt: skip
        rows = session.execute(query).all()
        names = _names(session, rows)
        pictures = _pictures(session, part)
        for row in rows:
            found[row[0]] = _copy(row, names, pictures.get(row[0], ()), locale)
    return found


_STACK = (
    Stack.id, Stack.user_id, Stack.printing_id, Stack.language, Stack.edition, Stack.condition, Stack.condition_words,
    Stack.artwork, Stack.signed, Stack.altered, Stack.proxy, Stack.misprint, Stack.grading, Stack.storage, Stack.for_trade,
)  # fmt: skip


def _copy(row: Any, names: Mapping[int, Mapping[str, str]], pictures: tuple[Picture, ...], locale: str) -> Copy:
    (
        stack_id, owner_id, printing_id, language, edition, condition, condition_words, artwork, signed, altered, proxy,
        misprint, grading, storage, for_trade, code, rarity, print_artwork, print_language, added_by, product, slug, card,
    ) = row  # fmt: skip
    every = {"en": card.name, **names.get(card.id, {})}
    shown = {name: words for name, words in every.items() if name in INTERFACE_LANGUAGES or name == language}
    return Copy(
        stack_id=stack_id,
        owner_id=owner_id,
        card_id=card.id,
        printing_id=printing_id,
        name=every.get(locale, card.name),
        names=shown,
        code=code,
        product=product,
        product_slug=slug,
        rarity=rarity,
        language=language,
        edition=edition,
        condition=condition,
        condition_words=condition_words,
        artwork=artwork or print_artwork,
        signed=signed,
        altered=altered,
        proxy=proxy,
        misprint=misprint,
        grading=grading,
        storage=storage,
        kind=card.kind,
        frame=card.frame,
        pendulum=card.pendulum,
        custom=added_by is not None or card.added_by_id is not None,
        print_language=print_language,
        for_trade=for_trade,
        pictures=pictures,
        card=card,
    )


def _names(session: Session, rows: Iterable[Any]) -> dict[int, dict[str, str]]:
    """Names of the cards in the languages of the interface and of their copies."""
    cards = {row[-1].id for row in rows}
    languages = {row[3] for row in rows} | set(INTERFACE_LANGUAGES)
    found: dict[int, dict[str, str]] = {}
    if cards:
        query = select(CardName.card_id, CardName.language, CardName.name)
        for card_id, language, name in session.execute(
            query.where(CardName.card_id.in_(cards), CardName.language.in_(languages))
        ):
            found.setdefault(card_id, {})[language] = name
    return found


def _pictures(session: Session, stack_ids: Iterable[int]) -> dict[int, tuple[Picture, ...]]:
    query = (
        select(Photo.stack_id, Photo.id, Photo.digest, Photo.caption)
        .where(Photo.stack_id.in_(stack_ids), Photo.deleted_at.is_(None))
        .order_by(Photo.position, Photo.id)
    )
    found: dict[int, tuple[Picture, ...]] = {}
    for stack_id, photo_id, digest, caption in session.execute(query):
        found[stack_id] = (*found.get(stack_id, ()), Picture(photo_id, digest, caption))
    return found


_FROZEN = (
    "stack_id", "owner_id", "card_id", "printing_id", "code", "product", "product_slug", "rarity", "language",
    "print_language", "edition", "condition", "condition_words", "artwork", "signed", "altered", "proxy", "misprint",
    "grading", "storage", "kind", "frame", "pendulum", "custom",
)  # fmt: skip


def as_json(copy: Copy) -> dict[str, Any]:
    """The description to keep: codes, names by language and the owner's own words, readable in any language later."""
    kept: dict[str, Any] = {name: getattr(copy, name) for name in _FROZEN}
    kept["names"] = dict(copy.names)
    kept["pictures"] = [{"digest": one.digest, "caption": one.caption} for one in copy.pictures]
    return kept


def from_json(kept: Mapping[str, Any], locale: str) -> Copy:
    """A description that was kept, for a reader of ``locale``; what an older one lacks is blank."""
    names = {str(language): str(name) for language, name in dict(kept.get("names") or {}).items()}
    blank: dict[str, Any] = {
        name: False if name in ("signed", "altered", "proxy", "pendulum", "custom") else 0 if name.endswith("_id") else ""
        for name in _FROZEN
    }
    values = {name: kept.get(name, empty) for name, empty in blank.items()}
    pictures = tuple(Picture(0, one["digest"], one.get("caption", "")) for one in kept.get("pictures") or ())
    name = names.get(locale) or names.get("en") or next(iter(names.values()), _UNKNOWN)
    return Copy(name=name, names=names, pictures=pictures, **values)


MayHaveSeen = Callable[[Session, int, Photo], bool]
_may_see: list[MayHaveSeen] = []


def may_see_photo(function: MayHaveSeen) -> MayHaveSeen:
    """Register ``function(session, viewer_id, photo)``: whether a photo is shown to somebody for another reason.

    A trade says so for the copies in it. Asked only about photos that are not the viewer's and not of copies for trade.
    """
    _may_see.append(function)
    return function


def photo_for(session: Session, viewer_id: int, photo_id: int) -> Photo:
    """The photo, if this member may see it: their own, of copies for trade, or shown by a feature. Else NotFound."""
    photo = session.scalar(select(Photo).where(Photo.id == photo_id, Photo.deleted_at.is_(None)))
    if photo is None:
        raise NotFound
    offered = (
        select(Stack.id)
        .join(User, User.id == Stack.user_id)
        .where(Stack.id == photo.stack_id, Stack.for_trade > 0, shows_lists(viewer_id))
    )
    if photo.user_id == viewer_id or session.scalar(offered) is not None:
        return photo
    if any(may(session, viewer_id, photo) for may in _may_see):
        return photo
    raise NotFound
