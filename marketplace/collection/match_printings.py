"""Printings in bulk for matching rows: narrowing candidates, products told by their names, other languages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from rapidfuzz import fuzz
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue.codes import parse
from marketplace.catalogue.found import Found, chunks, found_rows, to_found, visible
from marketplace.catalogue.models import Card, Printing
from marketplace.catalogue.vocabulary import same_rarity
from marketplace.catalogue.words import plain, squeezed
from marketplace.collection.models import Stack

_REPRINT = re.compile(r"25th anniversary|reprint|\+1 bonus", re.IGNORECASE)
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5"}
_NEAR_PRODUCT = 80
_LEAD = 8


class Narrowed:
    """Candidates that are narrowed as long as something is left."""

    def __init__(self, candidates: Sequence[Found]) -> None:
        self.left = list(candidates)

    def prefer(self, test: Callable[[Found], bool]) -> bool:
        """Keep those the test holds for, unless it holds for none; True when it told some apart."""
        kept = [one for one in self.left if test(one)]
        told = 0 < len(kept) < len(self.left)
        self.left = kept or self.left
        return told


def _product_words(name: str) -> str:
    words = [_ROMAN.get(word, word) for word in plain(name).split() if word != "the"]
    return " ".join(words)


def pick_product(narrowed: Narrowed, name: str, reprint: bool | None) -> bool:
    """Narrow by the set name a file states: equal, else clearly the nearest; by the reprint mark where it has one."""
    if reprint is not None:
        narrowed.prefer(lambda one: bool(_REPRINT.search(one.product)) is reprint)
        return True
    if not name:
        return False
    wanted = squeezed(name)
    if any(squeezed(one.product) == wanted for one in narrowed.left):
        narrowed.prefer(lambda one: squeezed(one.product) == wanted)
        return True
    words = _product_words(name)
    scores = {product: fuzz.ratio(words, _product_words(product)) for product in {one.product for one in narrowed.left}}
    best, *others = sorted(scores.values(), reverse=True)
    if best >= _NEAR_PRODUCT and (not others or best - others[0] >= _LEAD):
        narrowed.prefer(lambda one: scores[one.product] == best)
        return True
    return False


def owned_printings(session: Session, user_id: int) -> set[int]:
    """The printings a collector has copies of."""
    return set(session.scalars(select(Stack.printing_id).where(Stack.user_id == user_id, Stack.quantity > 0).distinct()))


def of_card_keys(session: Session, keys: Iterable[int], viewer_id: int) -> dict[int, list[Found]]:
    """The printings of cards by the catalogue's key of the card (``Card.page_id``)."""
    found: dict[int, list[Found]] = defaultdict(list)
    for part in chunks(sorted(set(keys))):
        query = found_rows().add_columns(Card.page_id).where(Card.page_id.in_(part), visible(viewer_id))
        for row in session.execute(query):
            found[row[-1]].append(to_found(row))
    return found


def own_printings(session: Session, user_id: int) -> list[Found]:
    """The printings "not in catalogue" a collector entered."""
    return [to_found(row) for row in session.execute(found_rows().where(Printing.added_by_id == user_id))]


class InLanguage:
    """Printings of cards in other languages, and which of them corresponds to a given printing."""

    def __init__(self) -> None:
        self.by_card: dict[tuple[int, str], list[Found]] = defaultdict(list)

    def like(self, found: Found, language: str) -> Found | None:
        """The printing of the same card in the same product in ``language``, of the same rarity if there is one."""
        same = [one for one in self.by_card.get((found.card_id, language), []) if one.product_id == found.product_id]
        if not same:
            return None
        number = parse(found.code)

        def distance(one: Found) -> tuple[bool, bool, str]:
            other = parse(one.code)
            differs = number is None or other is None or (number.suffix, number.number) != (other.suffix, other.number)
            return (not same_rarity(one.rarity, found.rarity), differs, one.code)

        return min(same, key=distance)


def in_language(session: Session, wanted: Iterable[tuple[int, str]]) -> InLanguage:
    """The catalogue's printings of (card, language) pairs: looked up, never built by swapping letters."""
    answer = InLanguage()
    cards: dict[str, set[int]] = defaultdict(set)
    for card_id, language in wanted:
        cards[language].add(card_id)
    for language, ids in cards.items():
        for part in chunks(sorted(ids)):
            query = found_rows().where(
                Printing.card_id.in_(part),
                Printing.language == language,
                Printing.added_by_id.is_(None),
                Printing.retired.is_(False),
            )
            for row in session.execute(query):
                one = to_found(row)
                answer.by_card[one.card_id, language].append(one)
    return answer
