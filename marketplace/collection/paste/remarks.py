"""Reading remarks: the words around a card name that say which copy it is.

Pure: no catalogue is asked. A rarity stays the words it was written in, because the card's own printings decide what
"SR" or "Gold" means; a token that may be a set's prefix or nickname is kept as such for the same reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from marketplace.catalogue import codes
from marketplace.catalogue.folding import fold
from marketplace.catalogue.vocabulary import LANGUAGE_WORDS, RARITY_WORDS, language_from, rarity_candidates
from marketplace.collection.paste import words
from marketplace.collection.paste.conditions import Condition, read_condition
from marketplace.collection.vocabulary import CONDITION_WORDS, EDITION_WORDS, edition_from


class Where(Enum):
    """Where a remark stands: the nearer to a name, the less may be read into short words."""

    NAME = "name"  # In one run of words with a card name.
    COLUMN = "column"  # After the set number, after a dash or in a column of its own.
    BRACKET = "bracket"


@dataclass
class Remarks:
    """What the remarks of one line say. Blank fields were not stated."""

    rarity: str = ""
    edition: str = ""
    condition: Condition | None = None
    language: str = ""
    quantity: int | None = None
    sets: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    misprint: str | None = None
    """Description of a printing error; empty when only its existence is told."""
    storage: str = ""
    signed: bool = False
    altered: bool = False
    proxy: bool = False
    grading: str = ""
    price: str = ""
    side: str = ""
    doubtful: list[str] = field(default_factory=list)
    """Forms that only the printing can tell apart: SP is Short Print, Spanish or slightly played."""
    notes: list[str] = field(default_factory=list)
    """Words that are no known remark: kept for the copy's note."""
    clashes: list[str] = field(default_factory=list)
    """Words that say something another remark of the line already said otherwise."""

    def merge(self, other: Remarks) -> None:
        """Take over what ``other`` says; the first word on a thing counts, a different second one is a clash."""
        for name in ("rarity", "edition", "language", "storage", "grading", "price", "side"):
            mine, theirs = getattr(self, name), getattr(other, name)
            if not mine:
                setattr(self, name, theirs)
            elif theirs and fold(theirs) != fold(mine):
                self.clashes.append(theirs)
        if self.condition is None:
            self.condition = other.condition
        elif other.condition is not None and other.condition.code != self.condition.code:
            self.clashes.append(other.condition.words)
        if self.quantity is None:
            self.quantity = other.quantity
        if self.misprint is None:
            self.misprint = other.misprint
        for name in ("signed", "altered", "proxy"):
            setattr(self, name, getattr(self, name) or getattr(other, name))
        for name in ("sets", "codes", "doubtful", "notes", "clashes"):
            getattr(self, name).extend(getattr(other, name))

    @property
    def says_nothing(self) -> bool:
        return self == Remarks()


MOST_COPIES = 9_999

_NUMBER = r"\d{1,4}"
_COUNT = re.compile(
    rf"^(?:[x×*]\s*({_NUMBER})|({_NUMBER})\s*[x×*]|(?:qty|qte|qtd|qté|anzahl|quantity|quantite|quantité|quantidade)\s*[:=]?\s*({_NUMBER}))$",
    re.I,
)
_COUNTED = re.compile(rf"^({_NUMBER})\s*([^\W\d]+)$")
_BARE = re.compile(rf"^{_NUMBER}$")
_GRADING = re.compile(r"^(PSA|BGS|CGC|PCA|SGC|AOG|GSG|Beckett|Ace)\s*[-:]?\s*(\d{1,2}(?:[.,]5)?)$", re.I)
_AMOUNT = r"\d+(?:[.,]\d{1,2})?"
_PRICE = re.compile(
    rf"^(?:[€$£¥]\s*{_AMOUNT}|R\$\s*{_AMOUNT}|{_AMOUNT}\s*(?:€|\$|£|¥|eur|euros?|usd|gbp|reais|chf|cts?|centimes|cents))(?:\s*(?:pièce|piece|each|cada|l'unité|/u|chacune?|stück))?$",
    re.I,
)
_TOKEN = re.compile(r"[^\s,;|]+")
_SPLIT = re.compile(r"(?<!\d),|,(?!\d)|[;|\t]|\s[-–—]+\s|\s/\s|\s\+\s")
_TRIM = ".:!?-–—_=~^'\"“”«»‘’·•()[]{}<>"
_SHORT_RARITY = re.compile(r"^[A-Z0-9][A-Za-z0-9]{1,4}R$|^(?:UTR|ULT|SCR|SE|UL|SP|SSP|GLD|C|N|R|U|G|SR|UR)$")
_SHORT_LANGUAGE = words.words_of("EN FR DE IT ES SP PT JP KR KO VF VA VO SC TC AE")
_SHORT_EDITION = words.words_of("1E 1ED LE UE UN UNL LIM ED1 LTD")
_NOT_EDITION = frozenset(("", "-", "?", "none", "na", "n a"))
_DOUBTFUL = frozenset(("SP",))
_SET_TOKEN = re.compile(r"^(?=.*[A-Za-z])[A-Za-z0-9]{2,5}$")
_LONGEST = 6


def read(text: str, where: Where) -> tuple[Remarks, list[str]]:
    """What ``text`` says as remarks, and the words that are none.

    In a bracket the whole text may be one remark in the collector's own words ("erreur d'impression - petite tache
    bleue"); elsewhere it is read item by item.
    """
    found = Remarks()
    whole = text.strip()
    if not whole:
        return found, []
    if (misprint := read_misprint(whole)) is not None:
        found.misprint = misprint
        return found, []
    if (price := _price(whole)) is not None:
        found.price = price
        return found, []
    unread: list[str] = []
    for item in _SPLIT.split(whole):
        unread += _read_item(item, where, found)
    return found, unread


def _read_item(item: str, where: Where, found: Remarks) -> list[str]:
    item = item.strip().strip(_TRIM.replace("'", "")).strip()
    if not item:
        return []
    if (misprint := read_misprint(item)) is not None:
        found.misprint = misprint
        return []
    if (price := _price(item)) is not None:
        found.price = found.price or price
        return []
    tokens = _tokens(item, where)
    tried = Remarks()
    unread = _read_tokens(tokens, where, tried, alone=len(tokens) == 1)
    if unread and where is not Where.NAME and (condition := read_condition(item, whole_item=True)):
        _take(found, "condition", condition)  # "abîmé au coin": damage told in the collector's own words.
        return []
    found.merge(tried)
    return unread


def _tokens(item: str, where: Where) -> list[str]:
    tokens: list[str] = []
    for token in item.split():
        known = token.strip(_TRIM)
        parts = re.split(r"[/+]", known)
        if len(parts) > 1 and where is not Where.NAME and not read_condition(known) and all(parts):
            tokens += parts
        else:
            tokens.append(token)
    return tokens


def _read_tokens(tokens: list[str], where: Where, found: Remarks, alone: bool) -> list[str]:
    """Read ``tokens`` greedily, longest phrase first; returns those that are no remark."""
    unread: list[str] = []
    known = [_may_say(token) for token in tokens]
    position = 0
    while position < len(tokens):
        reach = position
        while reach < len(tokens) and reach - position < _LONGEST and known[reach]:
            reach += 1
        for end in range(reach, position, -1):
            meaning = _meaning(" ".join(tokens[position:end]), end - position, where, alone)
            if meaning is not None:
                _take(found, *meaning)
                position = end
                break
        else:
            token = tokens[position]
            # Near a name, "de" and "of" belong to it.
            if token.strip(_TRIM) and (where is Where.NAME or folded(token) not in words.JOINTS):
                unread.append(token)
            position += 1
    return unread


_SAYING = words.SINGLE_WORDS | CONDITION_WORDS | EDITION_WORDS | LANGUAGE_WORDS | RARITY_WORDS
_SIGN = re.compile(r"[\d€$£¥]")


@lru_cache(maxsize=50_000)
def _may_say(token: str) -> bool:
    """Whether a token can be part of a remark at all: most words of card names cannot, and need no closer look."""
    return bool(_SIGN.search(token)) or all(part in _SAYING for part in folded(token.strip(_TRIM)).split())


@lru_cache(maxsize=50_000)
def folded(text: str) -> str:
    """``fold`` for single words and short phrases, which lists repeat."""
    return fold(text) if text else ""


@lru_cache(maxsize=20_000)
def _meaning(phrase: str, length: int, where: Where, alone: bool) -> tuple[str, object] | None:
    """What a phrase says: the field of ``Remarks`` and its value, or None when it is no remark."""
    bare = phrase.strip(_TRIM)
    key = folded(bare)
    if not bare or not key:
        return None
    if length == 1 and _is_code(bare):
        return "codes", bare
    if (count := read_count(bare, where)) is not None:
        return "quantity", count
    if length == 1 and bare.upper() in _DOUBTFUL and (alone or bare.isupper()):
        return "doubtful", bare
    if edition := _edition(bare, key, length, where, alone):
        return "edition", edition
    near_name = where is Where.NAME
    if (length > 1 or not near_name or len(bare) > 2 or bare.isupper()) and (
        found := read_condition(bare, near_name=near_name)
    ):
        return "condition", found
    if language := _language(bare, length, where, alone):
        return "language", language
    if nickname := _nickname(bare, key, where):
        return "sets", nickname
    if _is_rarity(bare, key, length, where, alone):
        return "rarity", bare
    return _other(bare, key, length, where)


def _take(found: Remarks, field_name: str, value: object) -> None:
    part = Remarks()
    if isinstance(getattr(part, field_name), list):
        getattr(part, field_name).append(value)
    else:
        setattr(part, field_name, value)
    found.merge(part)


def _is_code(token: str) -> bool:
    return "-" in codes.normalise(token) and codes.looks_like_code(token) and any(char.isdigit() for char in token)


def read_count(text: str, where: Where = Where.BRACKET) -> int | None:
    """A number of copies: "x3", "*3", "3x", "3 exemplaires", "playset"; a bare number only in a bracket or column."""
    text = text.strip()
    if match := _COUNT.match(text):
        return _copies(next(group for group in match.groups() if group))
    if folded(text) in words.PLAYSET:
        return 3
    if match := _COUNTED.match(text):
        return _copies(match[1]) if folded(match[2]) in words.COPIES else None
    head, _space, tail = text.partition(" ")
    if tail and folded(tail) in words.COPIES and folded(head) in words.NUMBER_WORDS:
        return words.NUMBER_WORDS[folded(head)]
    if where is not Where.NAME and _BARE.match(text):
        return _copies(text)
    return None


def _copies(digits: str) -> int | None:
    number = int(digits)
    return number if 0 < number <= MOST_COPIES else None


def _edition(bare: str, key: str, length: int, where: Where, alone: bool) -> str:
    if key in _NOT_EDITION:
        return ""
    if (
        length == 1
        and len(bare) <= 3
        and bare.upper() in _SHORT_EDITION
        and not bare.isupper()
        and not (alone and where is Where.BRACKET)
    ):
        return ""
    if (
        where is Where.NAME
        and length == 1
        and key in ("un", "le", "ue", "first", "limite", "limited", "premiere")
        and bare != "UE"
    ):
        return ""  # "Un", "Le" and "Limited" begin and end card names.
    return edition_from(bare) or ""


def _language(bare: str, length: int, where: Where, alone: bool) -> str:
    if length == 1 and len(bare) <= 3:
        fitting = bare.upper() in _SHORT_LANGUAGE and (bare.isupper() or (alone and where is not Where.NAME))
        if not fitting and not (where is not Where.NAME and len(bare) == 3 and bare.isupper()):
            return ""
        if bare.upper() == "VO":
            return ""
    return language_from(bare) or ""


def _nickname(bare: str, key: str, where: Where) -> str:
    """A set's nickname or a token that may be a prefix; the catalogue decides later."""
    head, _space, tail = key.partition(" ")
    if tail and head in words.FROM and tail in words.NICKNAMES:
        return tail
    if (
        tail
        and head in words.FROM
        and " " not in tail
        and _SET_TOKEN.match(tail)
        and bare.split()[-1].isupper()
        and not rarity_candidates(tail)
    ):
        return bare.split()[-1]
    if key in words.NICKNAMES and (key.startswith(("promo ct", "premium gold", "gold series")) or not rarity_candidates(bare)):
        return key if where is not Where.NAME or bare.isupper() or " " in key else ""
    return ""


def _is_rarity(bare: str, key: str, length: int, where: Where, alone: bool) -> bool:
    folded_words = key.split()
    if all(word in words.FOIL_WORDS for word in folded_words):
        return False
    if length == 1 and len(bare) <= 2:
        if not bare.isupper() and not (alone and where is Where.BRACKET):
            return False
        if len(bare) == 1 and where is Where.NAME:
            return False
    if (
        where is Where.NAME
        and length == 1
        and folded_words[0] in ("gold", "or", "secret", "ghost", "master", "duel", "extra", "grand", "normal")
    ):
        # Words card names are made of: as a rarity they need a company ("en gold", "gold rare") or capitals.
        return bare.isupper() and len(bare) > 2
    if folded_words[-1] in words.JOINTS or (
        length > 1 and folded_words[0] in ("et", "and", "e", "und", "y", "a", "la", "le", "les", "the", "of")
    ):
        return False
    return bool(rarity_candidates(bare))


def _other(bare: str, key: str, length: int, where: Where) -> tuple[str, object] | None:
    near_name = where is Where.NAME
    if match := _GRADING.match(bare):
        return "grading", f"{match[1].upper()} {match[2].replace(',', '.')}"
    if key in words.STORAGE and (length > 1 or not near_name):
        return "storage", bare
    if (price := _price(bare)) is not None:
        return "price", price
    if near_name:
        return None
    for field_name, vocabulary in (("signed", words.SIGNED), ("altered", words.ALTERED), ("proxy", words.PROXY)):
        if key in vocabulary:
            return field_name, True
    if where is Where.COLUMN and key in words.SIDES:
        return "side", words.SIDES[key]
    return None


def _price(text: str) -> str | None:
    bare = text.strip().strip("()[]=-–—:~ ").strip()
    return bare if _PRICE.match(bare) else None


_MISPRINT_STARTS = frozenset(head.split()[0] for head in words.MISPRINT_HEAD)


def read_misprint(text: str) -> str | None:
    """The description of a printing error, "" when it is only named, None when ``text`` tells of none.

    "erreur d'impression - petite tache bleue" gives "petite tache bleue".
    """
    first = folded(text.split(None, 1)[0].strip(_TRIM).split("'")[0]) if text.strip() else ""
    if first not in _MISPRINT_STARTS:
        return None
    key = fold(text)
    head = next((head for head in words.MISPRINT_HEAD if key == head or key.startswith(head + " ")), None)
    if head is None:
        return None
    rest = text
    for _word in head.split():
        rest = re.sub(r"^[^\w]*\w+", "", rest, count=1)
    return rest.strip(" :;,.-–—()[]").strip()


def set_tokens(unread: list[str], where: Where) -> tuple[list[str], list[str]]:
    """Parts unread words into tokens that have the shape of a set prefix, and the rest."""
    prefixes: list[str] = []
    rest: list[str] = []
    for token in unread:
        bare = token.strip(_TRIM)
        fits = bool(_SET_TOKEN.match(bare)) and (bare.isupper() or (where is Where.BRACKET and len(bare) >= 3))
        (prefixes if fits else rest).append(bare if fits else token)
    return prefixes, rest
