"""Which printing each row of a file means: looked up in bulk, in the order of trust.

Number + rarity + language and number + rarity are certain; the number respelled, passcode and set, name and set, name
are guesses and marked so. A number that leaves several printings no word of the row tells apart stays open with its
candidates: rarity is never assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session

from marketplace.catalogue import codes, lookup
from marketplace.catalogue.codes import Variant, folded
from marketplace.catalogue.folding import fold
from marketplace.catalogue.lookup import Found
from marketplace.catalogue.near import REASONS
from marketplace.catalogue.vocabulary import Settled, choose_rarity, foil_colour, language_label
from marketplace.catalogue.words import squeezed
from marketplace.collection.formats.rows import Row
from marketplace.collection.formats.tcgplayer import split_variant
from marketplace.collection.formats.text_list import with_count
from marketplace.collection.match_names import NameBook, alike
from marketplace.collection.match_printings import (
    Narrowed,
    in_language,
    of_card_keys,
    own_printings,
    owned_printings,
    pick_product,
)

Words: TypeAlias = "str | LazyString"

MOST_CANDIDATES = 40
_TOOLS = {"dragonshield", "tcgplayer", "scanflip", "ygoprodeck", "own"}


@dataclass(slots=True)
class Match:
    """What a row was found to mean. Without ``found`` it is open: ``reason`` says why, ``candidates`` are offered."""

    row: Row
    found: Found | None = None
    language: str = ""
    """Language of the copies."""
    artwork: str = ""
    guessed: bool = False
    exact: bool = False
    """The number stands in the catalogue as the file has it."""
    notes: list[Words] = field(default_factory=list)
    reason: Words = ""
    candidates: tuple[Found, ...] = ()
    localised: Found | None = None
    """The printing of the stated language, when the number is another language's: offered, not taken."""
    make_custom: bool = False
    """A printing "not in catalogue" that our own file brings along: made when the file is applied."""

    @property
    def open(self) -> bool:
        return self.found is None and not self.make_custom and not self.row.problems


class Matcher:
    """Looks the rows of one file up. ``language`` is what all copies are in, when the collector said so for the file."""

    def __init__(self, session: Session, user_id: int, tool: str, *, language: str = "") -> None:
        self.session = session
        self.user_id = user_id
        self.tool = tool if tool in _TOOLS else None
        self.language = language
        self._owned: set[int] | None = None

    def match(self, rows: Sequence[Row]) -> list[Match]:
        """A match per row, in order: a few queries per 400 distinct numbers, whatever the number of rows."""
        matches = [Match(row) for row in rows]
        asked = [match for match in matches if not match.row.problems]
        by_code = lookup.by_codes(self.session, {match.row.code for match in asked if match.row.code}, self.user_id)
        left: list[Match] = []
        numbered: list[tuple[Match, list[Found]]] = []
        for match in asked:
            found = by_code.get(folded(match.row.code)) if match.row.code else None
            if found:
                match.exact = True
                numbered.append((match, found))
            else:
                left.append(match)
        respelled = self._respelled(left)
        numbered += respelled
        taken = {id(match) for match, _found in respelled}
        left = self._by_card_key([match for match in left if id(match) not in taken])
        self._settle_numbers(numbered)
        self._by_card(left)
        return matches

    # By number

    def _respelled(self, matches: list[Match]) -> list[tuple[Match, list[Found]]]:
        """Numbers that are not in the catalogue as typed but in another spelling: guesses, each with its reason."""
        variants: dict[str, tuple[Variant, ...]] = {}
        for match in matches:
            if match.row.code and match.row.code not in variants:
                variants[match.row.code] = codes.variants(match.row.code)
        wanted = {variant.code for group in variants.values() for variant in group}
        known = lookup.by_codes(self.session, wanted, self.user_id) if wanted else {}
        answered = []
        for match in matches:
            for variant in variants.get(match.row.code, ()):
                found = known.get(folded(variant.code))
                if not found:
                    continue
                match.guessed = True
                match.artwork = variant.suffix
                match.notes.append(
                    _l(
                        "%(typed)s was read as %(code)s: %(reason)s",
                        typed=match.row.code,
                        code=variant.code,
                        reason=REASONS[variant.reason],
                    )
                )
                answered.append((match, found))
                break
        return answered

    def _settle_numbers(self, numbered: list[tuple[Match, list[Found]]]) -> None:
        book = NameBook(self.session, self.user_id)
        book.learn(found.card_id for match, group in numbered if self._needs_names(match, group) for found in group)
        shared = [group for _match, group in numbered if len({found.card_id for found in group}) > 1]
        book.learn_keys(found.card_id for group in shared for found in group)
        for match, group in numbered:
            self._settle(match, group, book)
        self._localise([match for match, _group in numbered if match.found is not None])

    @staticmethod
    def _needs_names(match: Match, group: list[Found]) -> bool:
        name = match.row.name
        return bool(name) and not all(alike(name, one.name) for one in group)

    def _settle(self, match: Match, group: list[Found], book: NameBook) -> None:
        """Narrow the printings of a number: card, language, rarity, product, artwork, in this order."""
        row = match.row
        self._drop_count(match, group, book)
        narrowed = Narrowed(group)
        if row.product and len({one.product_id for one in group}) > 1:
            narrowed.prefer(lambda one: squeezed(one.product) == squeezed(row.product))
        narrowed.prefer(lambda one: one.language == (row.print_language or row.language or self.language))
        if not self._settle_card(match, narrowed, book):
            return
        if len({one.language for one in narrowed.left}) > 1:
            narrowed.prefer(lambda one: one.language == "en")
        if row.name and not book.is_called(narrowed.left[0], row.name) and not book.is_near(narrowed.left[0], row.name):
            match.guessed = True
            match.notes.append(
                _l(
                    "The file calls it “%(name)s”, the number is %(card)s: the number counts.",
                    name=row.name,
                    card=narrowed.left[0].name,
                )
            )
        if not self._settle_rarity(match, narrowed):
            return
        self._settle_rest(match, narrowed)

    def _settle_card(self, match: Match, narrowed: Narrowed, book: NameBook) -> bool:
        """Where a number stands for several cards, let key, passcode or name tell. False when it stays open."""

        def several() -> bool:
            return len({one.card_id for one in narrowed.left}) > 1

        row = match.row
        if several() and row.card_page:
            narrowed.prefer(lambda one: book.key(one.card_id) == row.card_page)
        if several() and row.passcode:
            narrowed.prefer(lambda one: one.passcode == row.passcode)
        if several() and row.name:
            narrowed.prefer(lambda one: book.is_called(one, row.name))
        if several() and len({one.name for one in narrowed.left}) == 1:
            # One card of the game in two entries, as its print has two artworks with a passcode each.
            narrowed.prefer(lambda one: one.printing_id in self.owned)
            main = min(book.key(one.card_id) for one in narrowed.left)
            narrowed.prefer(lambda one: book.key(one.card_id) == main)
        if several():
            self._leave_open(match, narrowed.left, _l("this number stands for several cards; choose one"))
        return not several()

    def _drop_count(self, match: Match, group: list[Found], book: NameBook) -> None:
        """A bare number before the name is a count unless the card is called so ("7 Colored Fish")."""
        row = match.row
        if row.leading_count is not None and not any(book.is_called(one, row.name) for one in group):
            match.row = with_count(row)

    def _settle_rarity(self, match: Match, narrowed: Narrowed) -> bool:
        """Let the number narrow the rarity and the text pick. False when it stays open."""
        row = match.row
        text = row.rarity_text
        choice = choose_rarity(text, [one.rarity for one in narrowed.left], self.tool)
        if choice.settled is Settled.SEVERAL and row.variant:
            picked = choose_rarity(row.variant, choice.candidates, self.tool)
            choice = picked if picked.rarity else choice
        if choice.rarity is not None:
            if choice.differs:
                match.notes.append(
                    _l(
                        "The file says “%(rarity)s”; under this number the card is only %(known)s.",
                        rarity=text,
                        known=choice.rarity,
                    )
                )
            narrowed.prefer(lambda one: one.rarity == choice.rarity)
            return True
        if not any(one.rarity for one in narrowed.left):
            return True  # The catalogue states no rarity for this number.
        rarities = ", ".join(choice.candidates)
        left = [one for one in narrowed.left if one.rarity in choice.candidates] or narrowed.left
        if text and choice.settled is Settled.NONE:
            reason = _l(
                "the file says “%(rarity)s”, under this number the card is %(known)s; choose one", rarity=text, known=rarities
            )
        else:
            reason = _l("this number stands for several rarities (%(known)s); choose one", known=rarities)
        self._leave_open(match, left, reason)
        return False

    def _settle_rest(self, match: Match, narrowed: Narrowed) -> None:
        """Product and artwork, then the language of the copies."""
        row = match.row
        narrowed.prefer(lambda one: one.artwork == (row.print_artwork or ""))
        if len({one.product_id for one in narrowed.left}) > 1:
            told = pick_product(narrowed, row.product, row.reprint)
            if not told:
                narrowed.prefer(lambda one: one.printing_id in self.owned)
            others = [one.product for one in narrowed.left[1:] if one.product_id != narrowed.left[0].product_id]
            if others:
                match.guessed = True
                match.notes.append(
                    _l("This number is in several products: %(product)s was taken, %(others)s is possible too.",
                       product=narrowed.left[0].product, others=", ".join(dict.fromkeys(others)))
                )  # fmt: skip
                match.candidates = tuple(narrowed.left[:MOST_CANDIDATES])
        self._take(match, narrowed.left[0])

    def _take(self, match: Match, found: Found) -> None:
        row = match.row
        match.found = found
        match.language = row.language or self.language or found.language
        if match.language == "en" and found.language == "en-asia":
            match.language = found.language
        match.artwork = row.artwork or match.artwork or foil_colour(row.rarity_text, self.tool)

    def _localise(self, matches: list[Match]) -> None:
        """Where the copies are said to be in another language than the number, look that language's number up.

        For a whole file said to be in one language its numbers are taken; for a single row they are only offered.
        """
        differing = [match for match in matches if match.found and match.language != match.found.language]
        if not differing:
            return
        wanted = {(match.found.card_id, match.language) for match in differing if match.found}
        printings = in_language(self.session, wanted)
        for match in differing:
            assert match.found is not None
            other = printings.like(match.found, match.language)
            whole_file = bool(self.language) and not match.row.language
            if other is not None and whole_file:
                match.notes.append(_l("%(typed)s is %(code)s in this language.", typed=match.found.code, code=other.code))
                match.found = other
                continue
            match.localised = other
            label = language_label(match.language)
            if other is not None:
                match.notes.append(
                    _l("The file says %(language)s; that print's number is %(code)s.", language=label, code=other.code)
                )
            elif whole_file:
                match.language = match.found.language
                match.notes.append(
                    _l("No print in %(language)s is known under this set: left as the number says.", language=label)
                )
            else:
                match.notes.append(_l("The file says %(language)s, the number is another language's.", language=label))

    @property
    def owned(self) -> set[int]:
        """Printings the collector has: they settle a tie."""
        if self._owned is None:
            self._owned = owned_printings(self.session, self.user_id)
        return self._owned

    # By card

    def _by_card_key(self, matches: list[Match]) -> list[Match]:
        """Rows of our own files whose printing has no number, or is not in the catalogue. Returns what is left."""
        keyed = [match for match in matches if match.row.card_page or match.row.custom]
        if not keyed:
            return matches
        known = of_card_keys(self.session, [match.row.card_page for match in keyed if match.row.card_page], self.user_id)
        own = own_printings(self.session, self.user_id) if any(match.row.custom for match in keyed) else []
        left = []
        for match in matches:
            row = match.row
            exactly = [
                one
                for one in (
                    known.get(row.card_page, []) if row.card_page else [one for one in own if alike(one.name, row.name)]
                )
                if folded(one.code) == folded(row.code)
                and one.language == (row.print_language or row.language)
                and one.rarity == row.rarity_text
                and one.artwork == row.print_artwork
            ]
            same_product = [one for one in exactly if one.product == row.product] or exactly
            if same_product:
                match.exact = True
                self._take(match, same_product[0])
            elif row.custom:
                match.make_custom = True
                match.language = row.language or row.print_language
                match.artwork = row.artwork
                match.notes.append(_l("Not in the catalogue: it is entered as your own printing."))
            else:
                left.append(match)
        return left

    def _by_card(self, matches: list[Match]) -> None:
        """Rows without a usable number: by passcode, then by name in any language."""
        if not matches:
            return
        book = NameBook(self.session, self.user_id)
        cards = {id(match): self._cards(match, book) for match in self._with_known_names(matches, book)}
        printings = lookup.of_cards(self.session, {card for group in cards.values() for card in group}, self.user_id)
        for match in matches:
            found = [one for card in cards.get(id(match), ()) for one in printings.get(card, [])]
            if match.row.code:
                reason = _l("no card has the number %(code)s", code=match.row.code)
            else:
                reason = _l("no card is called “%(name)s”", name=match.row.name or match.row.passcode)
            if not found:
                match.reason = reason
                continue
            self._settle_by_card(match, found, reason if match.row.code else "")

    @staticmethod
    def _with_known_names(matches: list[Match], book: NameBook) -> list[Match]:
        book.find_cards(
            passcodes={match.row.passcode for match in matches if match.row.passcode},
            names={name for match in matches for name in _names_of(match.row)},
        )
        return matches

    @staticmethod
    def _cards(match: Match, book: NameBook) -> list[int]:
        """The cards a row may mean, without its number."""
        row = match.row
        if row.passcode and (card := book.by_passcode(row.passcode)):
            return [card]
        whole = book.by_name(row.name)
        if whole:
            return whole
        counted = with_count(row)
        if row.leading_count is not None and (found := book.by_name(counted.name)):
            match.row = counted
            return found
        name, bracket = split_variant(counted.name)
        if bracket and (found := book.by_name(name)):
            match.row = replace(counted, name=name, product=counted.product or bracket, variant=counted.variant or bracket)
            return found
        return []

    def _settle_by_card(self, match: Match, group: list[Found], reason: Words) -> None:
        """Narrow a card's printings by set, language and rarity; one left is a guess, several stay open."""
        row = match.row
        narrowed = Narrowed([one for one in group if not one.custom] or group)
        wanted = row.print_language or row.language or self.language
        if wanted:
            narrowed.prefer(lambda one: one.language == wanted)
        if row.product:
            pick_product(narrowed, row.product, row.reprint)
        if row.rarity_text:
            choice = choose_rarity(row.rarity_text, [one.rarity for one in narrowed.left], self.tool)
            if choice.candidates:
                narrowed.prefer(lambda one: one.rarity in ((choice.rarity,) if choice.rarity else choice.candidates))
        if len(narrowed.left) > 1 and not row.code:
            narrowed.prefer(lambda one: one.printing_id in self.owned)
        if len(narrowed.left) == 1:
            match.guessed = True
            why = _l("Found by passcode.") if row.passcode else _l("Found by name.")
            match.notes.append(_l("%(reason)s: taken from the card's name or passcode.", reason=reason) if reason else why)
            self._take(match, narrowed.left[0])
            return
        several = _l(
            "the card is %(card)s, but it has %(num)s printings that fit; choose one",
            card=narrowed.left[0].name,
            num=len(narrowed.left),
        )
        self._leave_open(match, narrowed.left, reason or several)

    @staticmethod
    def _leave_open(match: Match, candidates: Iterable[Found], reason: Words) -> None:
        match.candidates = tuple(candidates)[:MOST_CANDIDATES]
        match.reason = reason


def _names_of(row: Row) -> list[str]:
    """Spellings of the name a row may be looked up under."""
    counted = with_count(row)
    names = [row.name, counted.name, split_variant(counted.name)[0]]
    return [name for name in dict.fromkeys(names) if fold(name)]


Progress: TypeAlias = Callable[[int], None]
CHUNK = 2_000


def match_all(matcher: Matcher, rows: Sequence[Row], progress: Progress | None = None) -> list[Match]:
    """``Matcher.match`` for a long file, chunk by chunk, so that memory stays level and progress can be told."""
    matches: list[Match] = []
    for start in range(0, len(rows), CHUNK):
        matches += matcher.match(rows[start : start + CHUNK])
        if progress is not None:
            progress(len(matches))
    return matches
