"""Which Forbidden & Limited List a deck goes by, and the lists players bring along."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session, defer, object_session

from engine import (
    RULESETS,
    Banlist,
    CardFacts,
    Message,
    Ruleset,
    UnreadableFile,
    choose_list,
    default_list,
    other_game,
    plain_text,
    read_lists,
    read_ruleset,
    shipped_lists,
)
from marketplace.decks.decks import take, touch
from marketplace.decks.models import Deck, DeckList
from marketplace.errors import NotFound, Refused
from marketplace.i18n import current_locale
from marketplace.rules import house

MOST_LISTS = 200
LONGEST_LIST_NAME = 200
_MOST_REMARKS = 100
_DEFAULT, _NONE = "default", "none"
_ENTRY = re.compile(r"\d{1,12}[\s,]+-?\d")


def rules_for(deck: Deck) -> Ruleset:
    """The ruleset of a deck; house rules that were deleted, or cannot be played any more, give way to the rules of today."""
    if deck.ruleset in RULESETS:
        return read_ruleset(deck.ruleset)
    session = object_session(deck)
    row = None if session is None else house.named(session, deck.user_id, deck.ruleset)
    return read_ruleset("advanced" if row is None or not house.is_sound(row) else house.definition(row))


def list_of(session: Session, deck: Deck) -> Banlist | None:
    """The list a deck goes by, None where there is none; a list that is gone gives way to the ruleset's own."""
    if deck.list_kind == _NONE:
        return None
    if deck.list_kind == "shipped":
        found = next((banlist for banlist in shipped_lists() if banlist.name == deck.list_name), None)
        if found is not None:
            return found
    if deck.list_kind == "own" and deck.list_id is not None:
        own = session.get(DeckList, deck.list_id)
        if own is not None and own.user_id == deck.user_id:
            return _parsed(own.digest, own.content)
    return default_list(rules_for(deck))


@lru_cache(maxsize=32)
def _parsed(_digest: str, content: str) -> Banlist:
    return read_lists(content).lists[0]


def choice_of(deck: Deck) -> str:
    """The deck's list as the value of a form field."""
    if deck.list_kind == "shipped":
        return f"shipped:{deck.list_name}"
    if deck.list_kind == "own" and deck.list_id is not None:
        return f"own:{deck.list_id}"
    return _NONE if deck.list_kind == _NONE else _DEFAULT


def choices(session: Session, user_id: int, ruleset: Ruleset) -> list[tuple[str, str]]:
    """Values and labels of the lists a deck may go by: one statement."""
    usual = default_list(ruleset)
    first = _("As the ruleset says: %(list)s", list=usual.name) if usual else _("As the ruleset says: no list")
    return [
        (_DEFAULT, first),
        *((f"shipped:{banlist.name}", banlist.name) for banlist in shipped_lists()),
        *((f"own:{one.id}", one.name) for one in own_lists(session, user_id)),
        (_NONE, _("No list")),
    ]


def read_choice(session: Session, user_id: int, value: str) -> dict[str, Any]:
    """The columns of a deck for a chosen list; Refused for a value nobody offered."""
    kind, _colon, name = value.partition(":")
    fresh: dict[str, Any] = {"list_kind": _DEFAULT, "list_name": "", "list_id": None}
    if kind in ("", _DEFAULT):
        return fresh
    if kind == _NONE:
        return fresh | {"list_kind": _NONE}
    if kind == "shipped" and any(banlist.name == name for banlist in shipped_lists()):
        return fresh | {"list_kind": "shipped", "list_name": name}
    if kind == "own" and name.isascii() and name.isdigit() and len(name) < 10:
        return fresh | {"list_kind": "own", "list_id": get_list(session, user_id, int(name)).id}
    raise Refused(_("Choose one of the lists."), rule="decks.list", field="list")


def set_rules(
    session: Session,
    user_id: int,
    deck_id: int,
    *,
    ruleset: str,
    chosen: str,
    only_owned: bool,
    partner_id: int | None,
    version: int | None = None,
    key: str | None = None,
) -> Deck:
    """Choose what a deck is checked against. ``partner_id`` is another deck of the player, for rulesets of teams."""
    deck, repeated = take(session, user_id, deck_id, version=version, key=key)
    if repeated:
        return deck
    if ruleset not in RULESETS and house.named(session, user_id, ruleset) is None:
        raise Refused(_("Choose one of the rulesets."), rule="decks.ruleset", field="ruleset")
    if partner_id is not None:
        partner = session.get(Deck, partner_id)
        if partner is None or partner.user_id != user_id or partner.deleted_at is not None:
            raise NotFound(_("That deck is not one of yours."))
    values = {"ruleset": ruleset, "only_owned": only_owned, "partner_id": partner_id}
    for name, value in (values | read_choice(session, user_id, chosen)).items():
        setattr(deck, name, value)
    touch(deck, key)
    session.flush()
    return deck


def limit_of(banlist: Banlist | None, facts: CardFacts) -> int | None:
    """Copies a list allows of a card, -1 for a card outside its pool; None when it sets no limit below three."""
    if banlist is None:
        return None
    numbers = [number for number in (facts.passcode, facts.placeholder_passcode) if number is not None]
    limit = banlist.limit([*numbers, *facts.alias_passcodes], [facts.name])
    return limit if limit < 3 else None


# Lists of one's own


def own_lists(session: Session, user_id: int) -> Sequence[DeckList]:
    """The lists a player brought along, without their contents."""
    query = select(DeckList).where(DeckList.user_id == user_id).options(defer(DeckList.content))
    return session.scalars(query.order_by(DeckList.dated.desc(), DeckList.name)).all()


def get_list(session: Session, user_id: int, list_id: int) -> DeckList:
    """A list of this player; NotFound otherwise."""
    found = session.get(DeckList, list_id)
    if found is None or found.user_id != user_id:
        raise NotFound(_("That list is not one of yours."))
    return found


def keep_lists(session: Session, user_id: int, content: bytes, file_name: str, only: str = "") -> list[DeckList]:
    """Take over the lists of a file, or only the one of that name; one of the same name is replaced.

    Refused in words, with the line where there is one, for a file that is none, and for lists of other games.
    """
    try:
        file = read_lists(content, file_name)
        lists = [choose_list(file, only)] if only else list(file.lists)
    except UnreadableFile as error:
        words = " ".join(filter(None, (words_of(error.message), _stranger(content, error.message))))
        raise Refused(words, rule=error.message.id, field="file") from None
    good = [banlist for banlist in lists if other_game(banlist) is None]
    if not good:
        message = other_game(lists[0])
        assert message is not None
        raise Refused(words_of(message), rule="decks.list.other_game", field="file")
    present = {one.name: one for one in own_lists(session, user_id)}
    names = {banlist.name[:LONGEST_LIST_NAME] for banlist in good}
    if len(present.keys() | names) > MOST_LISTS:
        raise Refused(
            _(
                "The file has %(count)d lists, and you may keep %(most)d. Name the one you want.",
                count=len(good),
                most=MOST_LISTS,
            ),
            rule="decks.list.too_many",
            field="only",
        )
    remarks = [remark(message) for message in file.messages[:_MOST_REMARKS]]
    kept = []
    for place, banlist in enumerate({banlist.name[:LONGEST_LIST_NAME]: banlist for banlist in good}.values()):
        name = banlist.name[:LONGEST_LIST_NAME]
        text = json.dumps(_table(banlist, name), ensure_ascii=False, separators=(",", ":"))
        one = present.get(name) or DeckList(user_id=user_id, name=name)
        one.dated = (banlist.date or "")[:10]
        one.file_name = file_name[:200]
        one.entries = len(banlist.entries) + len(banlist.points)
        one.is_whitelist = banlist.is_whitelist
        one.content = text
        one.digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        one.remarks = remarks if place == 0 else []
        session.add(one)
        kept.append(one)
    session.flush()
    return kept


def _stranger(content: bytes, message: Message) -> str:
    """Which line of a file shows that it is no list; empty where that says nothing."""
    if message.id != "list.no_list":
        return ""
    named = False
    for number, line in enumerate(plain_text(content).splitlines(), start=1):
        line = line.strip()
        named = named or line.startswith("!")
        if not line or line.startswith(("!", "#", "--", "$")) or (named and _ENTRY.match(line)):
            continue
        return str(_("Line %(line)d reads “%(text)s”.", line=number, text=line[:60]))
    return ""


def forget_list(session: Session, user_id: int, list_id: int) -> str:
    """Delete a list; decks that went by it go by their ruleset's own again. Returns its name."""
    found = get_list(session, user_id, list_id)
    name = found.name
    session.execute(delete(DeckList).where(DeckList.id == found.id))
    return name


def uses(session: Session, user_id: int) -> Mapping[int, int]:
    """How many decks go by each list of the player."""
    query = select(Deck.list_id, func.count()).where(
        Deck.user_id == user_id, Deck.deleted_at.is_(None), Deck.list_kind == "own", Deck.list_id.is_not(None)
    )
    return {list_id: count for list_id, count in session.execute(query.group_by(Deck.list_id)) if list_id is not None}


def _table(banlist: Banlist, name: str) -> dict[str, Any]:
    """A list in the table format of docs/decks.md. Number 0 is nobody's: such a line counts by its name, or not at all."""
    entries = [[entry.name, entry.passcode or None, entry.limit] for entry in banlist.entries if entry.passcode or entry.name]
    return {
        "format": "duelfolio-banlist", "name": name, "date": banlist.date or "", "source": banlist.source,
        "whitelist": banlist.is_whitelist, "goes_by_name": banlist.goes_by_name, "entries": entries,
        "points": dict(banlist.points), "cap": banlist.cap,
    }  # fmt: skip


# Sentences about files


def remark(message: Message) -> dict[str, Any]:
    """A message as it is stored: it can be said in any language later."""
    return {"id": message.id, "facts": dict(message.facts), "line": message.line, "loss": message.is_loss}


def remark_words(stored: Mapping[str, Any]) -> str:
    """A stored message in the reader's language."""
    return words_of(Message(stored["id"], stored["facts"], stored["line"], bool(stored["loss"])))


def words_of(message: Message) -> str:
    """A message in the reader's language, with its line."""
    sentence = message.sentence(current_locale())
    return str(_("Line %(line)d: %(words)s", line=message.line, words=sentence)) if message.line else sentence
