"""Decks as a whole: made, named, copied, built, deleted and brought back. What is in them: ``editing``.

Every verb takes the player's id and answers NotFound for a deck of somebody else.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

import engine
from engine import RULESETS, DeckCard, Pile, counted, identify
from marketplace.collection.stock_act import lock_collection
from marketplace.db import now
from marketplace.decks.card_source import CatalogueCards
from marketplace.decks.contents import PILES, card_id_of, key_of, load_written
from marketplace.decks.models import Deck, DeckEntry
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.rules import house

MOST_DECKS = 500
MOST_CARDS = 1_000
"""Cards of one deck, all piles together: several times what any rules allow, so that odd lists can be looked at."""
LONGEST_NAME = 100
STATES = {"idea": _l("Idea"), "built": _l("Built")}
_KEPT_KEYS = 40
_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
"""Kinds of characters that cannot be seen: a deck named of them alone has no link to click."""
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks of direction, which reach beyond the name."""


@dataclass(frozen=True, slots=True)
class DeckPage:
    """One page of a player's decks."""

    decks: Sequence[Deck]
    total: int
    page: int
    pages: int


def _mine(user_id: int) -> Any:
    return select(Deck).where(Deck.user_id == user_id, Deck.deleted_at.is_(None))


def page_of_decks(session: Session, user_id: int, page: int = 1, per_page: int = 20) -> DeckPage:
    """The player's decks with their cards, changed last first: three statements."""
    total = session.scalar(select(func.count()).where(Deck.user_id == user_id, Deck.deleted_at.is_(None))) or 0
    pages = max(1, -(-total // per_page))
    page = min(max(page, 1), pages)
    query = _mine(user_id).options(selectinload(Deck.cards)).order_by(Deck.updated_at.desc(), Deck.id.desc())
    decks = session.scalars(query.offset((page - 1) * per_page).limit(per_page)).all()
    return DeckPage(decks, total, page, pages)


def names_of(session: Session, user_id: int) -> Mapping[int, str]:
    """Names of the player's decks by id, in alphabetical order: for choosing one."""
    query = select(Deck.id, Deck.name).where(Deck.user_id == user_id, Deck.deleted_at.is_(None))
    return dict(session.execute(query.order_by(func.lower(Deck.name), Deck.id)).all())


def get_deck(session: Session, user_id: int, deck_id: int) -> Deck:
    """A deck of this player with its cards; NotFound otherwise."""
    deck = session.scalar(_mine(user_id).where(Deck.id == deck_id).options(selectinload(Deck.cards)))
    if deck is None:
        raise NotFound(_("That deck is not one of yours."))
    assert isinstance(deck, Deck)
    return deck


def take(
    session: Session, user_id: int, deck_id: int, *, version: int | None = None, key: str | None = None
) -> tuple[Deck, bool]:
    """Lock a deck for an act. Returns it, and whether this very form has been received before.

    ``version`` is the one the player saw: Conflict if the deck has changed since.
    """
    query = _mine(user_id).where(Deck.id == deck_id).options(selectinload(Deck.cards))
    deck = session.scalar(query.with_for_update(of=Deck).execution_options(populate_existing=True))
    if deck is None:
        raise NotFound(_("That deck is not one of yours."))
    if key and key in deck.recent_keys:
        return deck, True
    if version is not None and version != deck.version:
        raise Conflict(
            _(
                "This deck was changed in another window in the meantime. It is shown as it is now; your last step was not taken."
            ),
            rule="decks.changed",
        )
    return deck, False


def touch(deck: Deck, key: str | None = None) -> None:
    """Note that an act has changed the deck."""
    deck.version += 1
    deck.updated_at = now()
    if key:
        deck.recent_keys = [*deck.recent_keys, key][-_KEPT_KEYS:]


def checked_name(name: str) -> str:
    """The name as it is kept, without what turns other text around; Refused when nothing of it can be seen."""
    name = "".join(one for one in " ".join(name.split()) if one not in _TURNING and unicodedata.category(one) != "Cc")
    if all(unicodedata.category(one) in _UNSEEN for one in name):
        raise Refused(_("Give the deck a name."), rule="decks.name.empty", field="name")
    if len(name) > LONGEST_NAME:
        raise Refused(
            _("The name may have up to %(most)d characters.", most=LONGEST_NAME), rule="decks.name.long", field="name"
        )
    return name


def create(
    session: Session,
    user_id: int,
    name: str,
    *,
    cards: engine.Deck | None = None,
    source: CatalogueCards | None = None,
    key: str | None = None,
    **values: Any,
) -> Deck:
    """Make a deck, empty or with the cards of a list. The same form sent twice makes one deck."""
    name = checked_name(name)
    lock_collection(session, user_id)
    query = select(Deck).where(Deck.user_id == user_id, Deck.deleted_at.is_(None))
    if key:
        for earlier in session.scalars(query.order_by(Deck.id.desc()).limit(10)):
            if key in earlier.recent_keys:
                return earlier
    number = session.scalar(select(func.count()).select_from(query.subquery())) or 0
    if number >= MOST_DECKS:
        raise Refused(_("You have %(most)d decks already: no more can be made.", most=MOST_DECKS), rule="decks.too_many")
    ruleset = values.get("ruleset", "advanced")
    if ruleset.startswith(house.PREFIX):
        if house.named(session, user_id, ruleset) is None:
            values["ruleset"] = "advanced"  # A copy of a deck whose house rules are gone.
    elif ruleset not in RULESETS:
        raise Refused(_("Choose one of the rulesets."), rule="decks.ruleset", field="ruleset")
    deck = Deck(user_id=user_id, name=name, recent_keys=[key] if key else [], **values)
    session.add(deck)
    if cards is not None:
        deck.author = deck.author or cards.author[:LONGEST_NAME]
        fill(deck, cards, source or CatalogueCards(session))
    session.flush()
    return deck


def fill(deck: Deck, cards: engine.Deck, source: CatalogueCards) -> None:
    """Put the cards of a list into an empty deck, each with the card of the catalogue it means."""
    load_written(source, (card for _pile, card in cards.cards()))
    for pile in PILES:
        deck.cards.extend(_entries(pile, cards.pile(pile), source))


def _entries(pile: Pile, cards: Iterable[DeckCard], source: CatalogueCards) -> list[DeckEntry]:
    entries: dict[str, DeckEntry] = {}
    for card, copies in counted(list(cards)):
        card = DeckCard(card.passcode, card.name[:250])
        key = key_of(card)
        if key in entries:
            entries[key].copies += copies
            continue
        card_id = card_id_of(identify(card, source), source)
        entries[key] = DeckEntry(
            pile=pile.value, written=key, passcode=card.passcode, name=card.name, card_id=card_id, copies=copies
        )
    return list(entries.values())


def rename(session: Session, user_id: int, deck_id: int, name: str) -> Deck:
    """Give a deck another name."""
    name = checked_name(name)
    deck, _repeated = take(session, user_id, deck_id)
    if deck.name != name:
        deck.name = name
        touch(deck)
    session.flush()
    return deck


def set_state(session: Session, user_id: int, deck_id: int, state: str) -> Deck:
    """Say that a deck is built of real copies, or only an idea."""
    if state not in STATES:
        raise Refused(_("A deck is an idea or built."), rule="decks.state", field="state")
    deck, _repeated = take(session, user_id, deck_id)
    if deck.state != state:
        deck.state = state
        touch(deck)
    session.flush()
    return deck


def copy(session: Session, user_id: int, deck_id: int, name: str, *, for_duels: bool = False, key: str | None = None) -> Deck:
    """Copy a deck; a copy is an idea. With ``for_duels`` it is one in which cards are swapped to be played here."""
    deck = get_deck(session, user_id, deck_id)
    made = create(
        session,
        user_id,
        name,
        key=key,
        author=deck.author,
        ruleset=deck.ruleset,
        list_kind=deck.list_kind,
        list_name=deck.list_name,
        list_id=deck.list_id,
        only_owned=deck.only_owned,
        partner_id=deck.partner_id,
        copy_for_duels_of_id=deck.id if for_duels else None,
        is_duel_copy=for_duels or deck.is_duel_copy,
    )
    if not made.cards:
        made.cards.extend(
            DeckEntry(
                pile=entry.pile, written=entry.written, passcode=entry.passcode, name=entry.name,
                card_id=entry.card_id, copies=entry.copies,
            )
            for entry in deck.cards
        )  # fmt: skip
    session.flush()
    return made


def delete(session: Session, user_id: int, deck_id: int) -> Deck:
    """Delete a deck; ``restore`` brings it back."""
    deck, _repeated = take(session, user_id, deck_id)
    deck.deleted_at = now()
    session.flush()
    return deck


def restore(session: Session, user_id: int, deck_id: int) -> Deck:
    """Bring a deleted deck back."""
    deck = session.scalar(select(Deck).where(Deck.user_id == user_id, Deck.id == deck_id).with_for_update())
    if deck is None:
        raise NotFound(_("That deck is not one of yours."))
    deck.deleted_at = None
    session.flush()
    return deck
