"""A want list in the style of posts, read line by line into wishes: what was understood, and what is still open.

Nothing is written here. The collection's reader finds the cards; a line at card level is good enough for a want, so
that a printing is only pinned where its number stands on the line. Whole sets, groups and things that are no cards are
told apart, and what the parts between dashes ask ("FR/EN", "EX+", "not Common") is kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup
from marketplace.catalogue.folding import fold
from marketplace.catalogue.models import Card, Product
from marketplace.collection.paste import DatabaseCatalogue, Line, Options, read_list
from marketplace.collection.paste.reading import WRITTEN
from marketplace.errors import Refused
from marketplace.wants.groups import group_named, set_named
from marketplace.wants.want_words import Particulars, split_line
from marketplace.wants.wishes import MOST_QUANTITY, Wish

MOST_BYTES = 64 * 1024
MOST_LINES = 1_000
_COUNT = re.compile(r"^\s*(\d{1,3})\s*[x×]\s*|\s*[x×*]\s*(\d{1,3})\s*$", re.I)
_BULLETS = " \t-–—_=~*#•·>→<|+^¤°"
_THINGS = re.compile(
    r"\b(?:play ?mats?|tapis|sleeves?|proteges? cartes|deck ?box(?:es)?|binders?|classeurs?|boosters?|displays?|tins?|boites?"
    r"|dice|des|jetons?|tokens?|micas?|fichario|pasta|caixas?|latas?|boosters|dados)\b"
)


@dataclass(frozen=True)
class ReadLine:
    """One wish a line was read as. ``key`` names it in the form: line and part."""

    key: str
    number: int
    text: str
    """The line as typed."""
    wish: Wish | None
    name: str = ""
    """What it was read as, in the reader's language."""
    cards: list[tuple[int, str]] = field(default_factory=list)
    """Cards it may mean, while that is open."""
    sets: list[tuple[int, str]] = field(default_factory=list)
    taken: bool = True
    """Whether it is proposed to be written."""
    why: str = ""
    """What is to be said about the reading."""
    guessed: bool = False
    """The name was not written like this."""
    within: str = ""
    """The set a card is wanted from, if only one will do."""

    @property
    def is_open(self) -> bool:
        return self.wish is None and bool(self.cards or self.sets)


def read(session: Session, user_id: int, text: str, locale: str) -> list[ReadLine]:
    """Read a list. Raises Refused for an empty one and for one that is too long."""
    text = text.replace("\x00", "")
    if not text.strip():
        raise Refused(_("Paste or type a list first, one want a line."), rule="wants.paste.empty", field="text")
    if len(text.encode()) > MOST_BYTES or len(text.splitlines()) > MOST_LINES:
        raise Refused(
            _("At most %(lines)d lines are read at once. Split the list.", lines=MOST_LINES),
            rule="wants.paste.long",
            field="text",
        )
    typed = text.splitlines()
    halves = [split_line(line) for line in typed]
    reading = read_list("\n".join(head for head, _asked in halves), DatabaseCatalogue(session, user_id), Options())
    return _Reader(session, user_id, locale, typed, [asked for _head, asked in halves]).run(reading.lines)


class _Reader:
    def __init__(self, session: Session, user_id: int, locale: str, typed: Sequence[str], asked: Sequence[Particulars]) -> None:
        self._session = session
        self._user_id = user_id
        self._locale = locale
        self._typed = typed
        self._asked = asked

    def run(self, lines: Sequence[Line]) -> list[ReadLine]:
        found: list[ReadLine] = []
        for place, line in enumerate(lines):
            following = lines[place + 1] if place + 1 < len(lines) else None
            found += self._line(line, following)
        ids = {card_id for one in found for card_id, _name in one.cards}
        ids |= {one.wish.card_id for one in found if one.wish and one.wish.card_id}
        names = lookup.names(self._session, ids, self._locale)
        return [self._named(one, names) for one in found]

    def _named(self, one: ReadLine, names: Mapping[int, str]) -> ReadLine:
        if one.wish and one.wish.card_id:
            one = replace(one, name=names.get(one.wish.card_id, one.name))
        return replace(one, cards=[(card_id, names.get(card_id, name)) for card_id, name in one.cards])

    def _line(self, line: Line, following: Line | None) -> list[ReadLine]:
        text = self._typed[line.number - 1] if line.number <= len(self._typed) else line.input
        asked = self._asked[line.number - 1] if line.number <= len(self._asked) else Particulars()
        if line.kind == "heading":
            if line.purpose or line.side or (following is not None and following.kind == "card"):
                return []
            sets = set_named(self._session, _bare(line.input)[0])
            return [self._set(line, text, asked, sets)] if sets else []
        if line.kind != "card":
            return self._thing(line, text, asked)
        name, number = _bare(split_line(text)[0])
        group = group_named(name) if line.how.get("card") != WRITTEN else None
        if group and group[1] and not self._of_prefix(group[1].upper()):
            group = None  # "Exodia Necross" only begins like the group.
        if group or line.group:
            return self._group(line, text, asked, number, group[0].cards if group else ())
        if line.whole_set or asked.whole_set:
            return [self._set(line, text, asked, set_named(self._session, name))]
        if line.card_id is None and not line.card_candidate_ids:
            sets = set_named(self._session, name)
            if sets:
                return [self._set(line, text, asked, sets)]
            return self._thing(line, text, asked, why=_("No card of the catalogue has this name."))
        return self._card_and_also(line, text, asked)

    def _card_and_also(self, line: Line, text: str, asked: Particulars) -> list[ReadLine]:
        """The card as the line names it, and each other copy an "also" remark names as a wish of its own."""
        found = [self._card(line, text, asked)]
        for part, other in enumerate(line.alternates, start=1):
            other.purpose = line.purpose
            own = replace(asked, languages=()) if other.how.get("language") == WRITTEN else asked
            read_as = self._card(other, text, own)
            alike = [one.wish and replace(one.wish, quantity=1) for one in found]
            if read_as.wish is None or replace(read_as.wish, quantity=1) in alike:
                continue
            why = read_as.why or _("Wanted also in this way: untick it if it is the same copy.")
            found.append(replace(read_as, key=f"{line.number}-{part}", why=why))
        return found

    def _card(self, line: Line, text: str, asked: Particulars) -> ReadLine:
        wish = self._wish("card", line, asked, text)
        key = f"{line.number}-0"
        why = _("It stands under what is offered.") if line.purpose == "offer" else ""
        if line.card_id is None:
            ids = line.card_candidate_ids[:12]
            cards = list(zip(ids, line.card_candidates[:12], strict=False))
            return ReadLine(
                key, line.number, text, None, line.name, cards, taken=False, why=why or _("Several cards may be meant.")
            )
        wish = replace(wish, card_id=line.card_id)
        if line.how.get("set_code") == WRITTEN and line.set_code:
            here = [one for one in line.printings if one.code == line.set_code]
            if len(here) == 1:
                wish = replace(wish, kind="printing", printing_id=here[0].printing_id, rarities=(), not_rarities=())
            elif here:
                wish = replace(wish, product_id=here[0].product_id, languages=wish.languages or (here[0].language,))
        elif line.remarks.sets and len({one.product_id for one in line.printings}) == 1:
            wish = replace(wish, product_id=line.printings[0].product_id)
        within = line.printings[0].product if wish.product_id and line.printings else ""
        guessed = line.how.get("card") != WRITTEN
        if guessed and not why:
            why = _("The name is not written like this: please look.")
        return ReadLine(
            key,
            line.number,
            text,
            wish,
            line.card or "",
            taken=line.purpose != "offer",
            why=why,
            guessed=guessed,
            within=within,
        )

    def _group(self, line: Line, text: str, asked: Particulars, number: int, names: Sequence[str]) -> list[ReadLine]:
        """One wish for each card of a group; of the set the line names, if it names one."""
        if names:
            query = select(Card.id, Card.name).where(Card.name.in_(names), Card.added_by_id.is_(None)).order_by(Card.id.desc())
            by_name = {name: card_id for card_id, name in self._session.execute(query)}
            cards = [(by_name[name], name) for name in names if name in by_name]
        else:
            cards = list(zip(line.card_candidate_ids, line.card_candidates, strict=False))
        prefixes = set(re.findall(r"[A-Z0-9]{3,5}", text)) | set(line.remarks.sets)
        products = [one for prefix in sorted(prefixes) for one in self._of_prefix(prefix)]
        found = []
        for part, (card_id, name) in enumerate(cards):
            wish = replace(self._wish("card", line, asked, text), card_id=card_id, quantity=number)
            if len(products) == 1:
                wish = replace(wish, product_id=products[0].id)
            within = products[0].name if len(products) == 1 else ""
            why = _("One card of the group.")
            found.append(ReadLine(f"{line.number}-{part}", line.number, text, wish, name, why=why, within=within))
        return found or self._thing(line, text, asked, why=_("The catalogue has no card of this group."))

    def _of_prefix(self, prefix: str) -> list[Product]:
        query = select(Product).where(Product.prefixes.like(f" {prefix} %"), Product.printing_count > 0)
        return list(self._session.scalars(query.order_by(Product.printing_count.desc()).limit(1)))

    def _set(self, line: Line, text: str, asked: Particulars, sets: Sequence[Product]) -> ReadLine:
        key = f"{line.number}-0"
        wish = self._wish("set", line, asked, text)
        offered = line.purpose == "offer"
        if len(sets) == 1:
            why = _("It stands under what is offered.") if offered else _("The whole set.")
            wish = replace(wish, product_id=sets[0].id)
            return ReadLine(key, line.number, text, wish, sets[0].name, taken=not offered, why=why)
        choices = [(one.id, one.name) for one in sets]
        why = _("Which set is meant?") if sets else _("No set of the catalogue has this name.")
        return ReadLine(key, line.number, text, None, _bare(text)[0], sets=choices, taken=False, why=why)

    def _thing(self, line: Line, text: str, asked: Particulars, why: str = "") -> list[ReadLine]:
        """A line that names no card may name something else; only what is known to be traded is proposed."""
        name, number = _bare(split_line(text)[0])
        if not name or not any(char.isalpha() for char in name) or len(name) > 120:
            return []
        is_known = bool(_THINGS.search(fold(name)))
        wish = Wish("item", item=name, quantity=number, urgency=asked.urgency, typed=text)
        words = _("Something that is no card.") if is_known else why or _("A remark, no card: tick it to want it as it stands.")
        return [ReadLine(f"{line.number}-0", line.number, text, wish, name, taken=is_known, why=words)]

    def _wish(self, kind: str, line: Line, asked: Particulars, text: str) -> Wish:
        languages = asked.languages
        if not languages and line.language and line.how.get("language") == WRITTEN and kind == "card":
            languages = (line.language,)
        editions = asked.editions or ((line.edition,) if line.edition and line.how.get("edition") == WRITTEN else ())
        rarities = asked.rarities or ((line.rarity,) if line.rarity and line.how.get("rarity") == WRITTEN else ())
        condition = asked.condition or (line.grade or "" if line.how.get("grade") == WRITTEN else "")
        return Wish(
            kind,
            quantity=min(line.quantity or 1, MOST_QUANTITY),
            languages=languages,
            editions=editions,
            condition=condition,
            rarities=rarities,
            not_rarities=tuple(name for name in asked.not_rarities if name not in rarities),
            urgency=asked.urgency,
            typed=text,
        )


def settled(lines: Sequence[ReadLine], taken: set[str], answers: Mapping[str, str]) -> list[Wish]:
    """The wishes to write: the ticked lines, open ones with their answer (``card:ID``, ``set:ID`` or ``item``)."""
    wishes = []
    for line in lines:
        if line.key not in taken:
            continue
        if line.wish is not None:
            wishes.append(line.wish)
            continue
        kind, _colon, number = answers.get(line.key, "").partition(":")
        known = {"card": line.cards, "set": line.sets}.get(kind, [])
        chosen = next((one for one, _name in known if str(one) == number), None)
        name, copies = _bare(split_line(line.text)[0])
        asked = split_line(line.text)[1]
        wanted = Wish(
            kind, quantity=copies, languages=asked.languages, editions=asked.editions, condition=asked.condition,
            rarities=asked.rarities, not_rarities=asked.not_rarities, urgency=asked.urgency, typed=line.text,
        )  # fmt: skip
        if kind == "item":
            wishes.append(replace(wanted, item=name[:120]))
        elif chosen is not None:
            wishes.append(replace(wanted, card_id=chosen) if kind == "card" else replace(wanted, product_id=chosen))
    return wishes


def _bare(text: str) -> tuple[str, int]:
    """A line without bullets and count, and the count."""
    text = re.sub(r"^\s*\[(?:R|E|W|H|P|O|T)\]\s*", "", text.strip(_BULLETS))
    count = _COUNT.search(text)
    number = int(next((digits for digits in count.groups() if digits), "1")) if count else 1
    return _COUNT.sub("", text, count=1).strip(_BULLETS + "!.,;:"), max(1, min(number, MOST_QUANTITY))
