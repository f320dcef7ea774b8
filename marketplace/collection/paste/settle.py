"""Settling the values of one line from the printings that fit it.

The number narrows first, then the words pick among what is left. Nothing is assumed where several remain: the value
stays open and its candidates are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from marketplace.catalogue import codes
from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import Found
from marketplace.catalogue.vocabulary import (
    LANGUAGES,
    RarityChoice,
    Settled,
    canonical,
    choose_rarity,
    rank,
    rarity_candidates,
    rarity_label,
)
from marketplace.collection.paste import words
from marketplace.collection.paste.catalogue import Catalogue
from marketplace.collection.paste.conditions import Condition
from marketplace.collection.paste.reading import ASSUMED, DERIVED, WRITTEN, Line
from marketplace.collection.paste.remarks import Remarks
from marketplace.collection.vocabulary import condition_from


@dataclass(frozen=True, slots=True)
class Options:
    """What the list as a whole is read with."""

    language: str | None = None
    """Language of the list, for lines that state none; None: told from the text."""
    scale: str = ""
    """What LP, PL and Played mean on this list: european, american, or empty (asked: the lower grade is taken)."""
    languages: tuple[str, ...] = ("en", "fr", "pt")
    """Languages of printings offered while nothing tells the language of the list."""


def settle_plain(line: Line, headings: Remarks, options: Options) -> None:
    """The values that need no catalogue: edition, condition, number of copies, and what is told besides."""
    said = line.remarks
    for mine, how in ((said, WRITTEN), (headings, DERIVED)):
        if line.edition is None and mine.edition:
            line.put("edition", mine.edition, how)
        if line.condition is None and mine.condition is not None:
            put_condition(line, mine.condition, how, options.scale)
    if line.kind == "card":
        line.put("quantity", said.quantity or 1, WRITTEN if said.quantity else ASSUMED)
    if said.misprint is not None:
        line.because(
            "misprint" if said.misprint else "misprint_plain", **({"description": said.misprint} if said.misprint else {})
        )
    if said.price:
        line.because("price", price=said.price)
    if said.clashes:
        line.because("remark_clash", words=", ".join(said.clashes))


def put_condition(line: Line, condition: Condition, how: str, scale: str = "") -> None:
    """State a condition; its grade is assumed where the words do not mean the same everywhere."""
    code, grade, sure = condition.code, condition.grade, condition.sure
    if not sure and scale:
        reading = condition_from(condition.words, "tcgplayer" if scale == "american" else "cardmarket")
        if reading.grade:
            code, grade, sure = (code if code not in ("LP", "PL") else reading.grade), reading.grade, True
    line.put("condition", code, how)
    line.put("grade", grade, how if sure else ASSUMED)
    if not sure and grade is not None and code in ("LP", "PL", "EX", "MT", "GD"):
        line.because("grade_unsure", words=condition.words)


def settle_doubtful(line: Line, found: Sequence[Found]) -> None:
    """Read forms that only the printing can tell apart: SP is Short Print, Spanish or slightly played."""
    for _form in line.remarks.doubtful:
        if any(canonical(one.rarity) in ("Short Print", "Super Short Print") for one in found):
            line.remarks.rarity = line.remarks.rarity or "Short Print"
        elif any(one.language == "es" for one in found):
            line.remarks.language = line.remarks.language or "es"
        else:
            line.remarks.condition = line.remarks.condition or Condition("EX", "SP", "EX", False)
    line.remarks.doubtful = []


def settle_language(line: Line, found: list[Found], headings: Remarks, numbered: bool = True) -> list[Found]:
    """Settle the language of a line with a number; returns the printings that fit."""
    written = line.remarks.language or headings.language
    how = WRITTEN if line.remarks.language else DERIVED
    languages = list(dict.fromkeys(one.language for one in found))
    if written and written in languages:
        line.put("language", written, how)
        return [one for one in found if one.language == written]
    if len(languages) == 1:
        if line.remarks.language:
            # A copy is what its owner says: files and people change the language and leave the number.
            line.put("language", written, how)
            line.because("language_differs", language=_english(languages[0]))
            return found
        line.put("language", languages[0], DERIVED)
        parts = codes.parse(found[0].code)
        if numbered and parts is not None and not parts.region:
            line.because("language_from_set")
    elif written:
        line.put("language", written, how)
        line.because("language_differs", language=", ".join(_english(one) for one in languages))
    return found


def _english(language: str) -> str:
    known = LANGUAGES.get(language)
    return known.english if known else language


def settle_rarity(line: Line, found: list[Found], headings: Remarks) -> list[Found]:
    """Settle the rarity; returns the printings that fit. Without a word several rarities stay open: none is assumed."""
    available = list(dict.fromkeys(one.rarity for one in found if one.rarity))
    texts = [(line.remarks.rarity, WRITTEN), (headings.rarity, DERIVED)]
    choice, how, text = RarityChoice(Settled.NONE, None), DERIVED, ""
    for text, how in [*(pair for pair in texts if pair[0]), ("", DERIVED)]:
        choice = choose_rarity(text, available)
        if choice.rarity or (choice.settled is Settled.SEVERAL and text):
            break
        if how == WRITTEN and len(available) > 1:
            line.because("rarity_unknown", written=text)
            break
    if choice.rarity is None:
        line.rarity_candidates = sorted(
            {canonical(name) for name in choice.candidates or available}, key=lambda name: (rank(name), name)
        )
        if len(line.rarity_candidates) == 1 and len(available) <= 1:
            line.put("rarity", line.rarity_candidates[0], how if text else DERIVED)
            line.rarity_candidates = []
        if choice.settled is Settled.SEVERAL:
            return [one for one in found if one.rarity in choice.candidates]
        return found
    line.put("rarity", canonical(choice.rarity), how if text and choice.settled is Settled.EXACT else DERIVED)
    if text and choice.differs:
        line.because("rarity_differs", written=text, rarity=canonical(choice.rarity))
    elif text and how == DERIVED and len(available) > 1:
        others = [canonical(name) for name in available if name != choice.rarity]
        line.because("rarity_heading", others=", ".join(rarity_label(name, "en") for name in others))
    return [one for one in found if one.rarity == choice.rarity]


def rarity_without_printing(line: Line, headings: Remarks) -> None:
    """The rarity of a line whose card or number is not known, as far as its words are clear by themselves."""
    for text, how in ((line.remarks.rarity, WRITTEN), (headings.rarity, DERIVED)):
        meant = rarity_candidates(text) if text else ()
        if len(meant) == 1:
            line.put("rarity", meant[0], how)
        if meant:
            line.rarity_candidates = [] if len(meant) == 1 else list(meant)
            return


def settle_product(line: Line, found: list[Found], hints: Iterable[str] = ()) -> list[Found]:
    """Settle which product the number stands in; words on the line that a product's name holds pick one."""
    products = list(dict.fromkeys(one.product for one in found))
    if len(products) > 1:
        for hint in hints:
            key = fold(hint)
            fitting = [product for product in products if len(key) > 3 and key in fold(product)]
            if len(fitting) == 1:
                products = fitting
                break
    if len(products) == 1:
        line.put("product", products[0], DERIVED)
        return [one for one in found if one.product == products[0]]
    line.product_candidates = products
    line.because("product_several")
    return found


def in_sets(found: list[Found], tokens: Sequence[str], catalogue: Catalogue) -> tuple[list[Found], list[str]]:
    """The printings whose number begins with one of the named sets' prefixes, and the tokens that name a set at all."""
    prefixes: set[str] = set()
    naming = []
    for token in tokens:
        stand_for = prefixes_of(token, catalogue)
        if stand_for:
            naming.append(token)
            prefixes.update(stand_for)
    if not naming:
        return found, []
    return [one for one in found if one.code.partition("-")[0].upper() in prefixes], naming


def prefixes_of(token: str, catalogue: Catalogue) -> tuple[str, ...]:
    """The set prefixes a token stands for: a prefix itself, a nickname, or a set's name; empty when it names no set."""
    key = fold(token)
    if key in words.NICKNAMES:
        return tuple(prefix for shape in words.NICKNAMES[key] for prefix in catalogue.prefixes(shape))
    if " " in key:
        return tuple(prefix for one in catalogue.sets_named(key) for prefix in one.prefixes)
    return catalogue.prefixes(token) or (catalogue.prefixes(token + "#") if len(token) <= 3 and token.isupper() else ())


def number_list(found: Iterable[Found], first: Sequence[str] = ()) -> list[str]:
    """The set numbers of printings, each once, the languages of ``first`` in that order in front."""
    order = {language: place for place, language in enumerate(first)}
    ranked = sorted(found, key=lambda one: order.get(one.language, len(order)))
    return list(dict.fromkeys(one.code for one in ranked if one.code))


def language_of_names(languages: Iterable[str], list_language: str | None) -> tuple[str | None, str]:
    """The language a name tells: (language or None, how). A name that is also the English one tells nothing."""
    spoken = list(dict.fromkeys(languages))
    if len(spoken) == 1 and spoken[0] != "en":
        return spoken[0], DERIVED
    if "en" not in spoken and list_language in spoken:
        return list_language, DERIVED
    return None, ""


def ordered_cards(card_ids: Iterable[int], mentioned: Mapping[int, int]) -> list[int]:
    """Cards in the order found, those the same text names with a number first."""
    return sorted(dict.fromkeys(card_ids), key=lambda card_id: card_id not in mentioned)
