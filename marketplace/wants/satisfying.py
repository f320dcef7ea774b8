"""Whether a copy is what somebody looks for: a pure question about two records, without the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from marketplace.collection.vocabulary import condition_rank
from marketplace.wants.models import Want


class StackFacts(NamedTuple):
    """What a want may ask about a stack of copies."""

    card_name: str
    """English name of the card: entries of one name are one card."""
    printing_id: int
    product_id: int
    language: str
    edition: str
    condition: str
    rarity: str
    artwork: str = ""
    """Artwork of the printing."""
    other_artwork: str = ""
    """The collector's own label of the artwork."""
    proxy: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What a want asks of a copy."""

    kind: str
    card_name: str = ""
    printing_id: int | None = None
    product_id: int | None = None
    languages: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    condition: str = ""
    rarities: tuple[str, ...] = ()
    not_rarities: tuple[str, ...] = ()
    artwork: str = ""


def asked_by(want: Want, card_name: str | None = None) -> Asked:
    """What a stored want asks; ``card_name`` spares the query for its card."""
    if card_name is None:
        card_name = want.card.name if want.card else ""
    return asked_from(
        want.kind,
        card_name,
        want.printing_id,
        want.product_id,
        want.languages,
        want.editions,
        want.condition,
        want.rarities,
        want.not_rarities,
        want.artwork,
    )


def asked_from(
    kind: str,
    card_name: str | None,
    printing_id: int | None,
    product_id: int | None,
    languages: Sequence[str] | None,
    editions: Sequence[str] | None,
    condition: str | None,
    rarities: Sequence[str] | None,
    not_rarities: Sequence[str] | None,
    artwork: str | None,
) -> Asked:
    """The same from the columns of a want and the name of its card."""
    return Asked(
        kind,
        card_name or "",
        printing_id,
        product_id,
        tuple(languages or ()),
        tuple(editions or ()),
        condition or "",
        tuple(rarities or ()),
        tuple(not_rarities or ()),
        artwork or "",
    )


def satisfies(want: Want | Asked, stack: StackFacts) -> bool:
    """Whether such copies will do. Proxies never do, nor does a copy without stated condition where one is asked for.

    A set is satisfied by any of its printings; whether the wanter has the card already is not asked here.
    """
    asked = asked_by(want) if isinstance(want, Want) else want
    return (
        not stack.proxy and _is_the_card(asked, stack) and fits(asked, stack) and _good_enough(asked.condition, stack.condition)
    )


def fits(asked: Asked, stack: StackFacts) -> bool:
    """Whether language, edition, rarity and artwork are among those asked for."""
    return (
        (not asked.languages or stack.language in asked.languages)
        and (not asked.editions or stack.edition in asked.editions)
        and (not asked.rarities or stack.rarity in asked.rarities)
        and stack.rarity not in asked.not_rarities
        and (not asked.artwork or asked.artwork.casefold() in (stack.artwork.casefold(), stack.other_artwork.casefold()))
    )


def _is_the_card(asked: Asked, stack: StackFacts) -> bool:
    if asked.kind == "set":
        return asked.product_id == stack.product_id
    if asked.kind == "printing":
        return asked.printing_id == stack.printing_id
    return (
        asked.kind == "card"
        and asked.card_name == stack.card_name
        and (asked.product_id is None or asked.product_id == stack.product_id)
    )


def _good_enough(least: str, condition: str) -> bool:
    lowest = condition_rank(least)
    if lowest is None:
        return True
    rank = condition_rank(condition)
    return rank is not None and rank <= lowest
