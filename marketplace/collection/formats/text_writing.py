"""Writing a list as collectors post it, in the language of its owner: what ``text_list`` reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from marketplace.catalogue.codes import sort_key
from marketplace.catalogue.vocabulary import rank, rarity_label
from marketplace.collection.formats.owned import Loss, Owned, count_losses, in_rows
from marketplace.collection.formats.text_list import MISPRINT, PRODUCT
from marketplace.collection.vocabulary import is_misprint

# Words of a list in the language of its owner. They are part of the format, so that a list reads back alike
# whatever the language of the site: they are not translated sentences.
_EDITIONS = {
    "en": {"1st": "1st", "limited": "Limited", "unlimited": "Unlimited"},
    "fr": {"1st": "1ère", "limited": "limitée", "unlimited": "illimitée"},
    "pt": {"1st": "1ª edição", "limited": "limitada", "unlimited": "ilimitada"},
}
_LANGUAGES = {
    "en": {
        "en": "English",
        "fr": "French",
        "de": "German",
        "es": "Spanish",
        "it": "Italian",
        "pt": "Portuguese",
        "ja": "Japanese",
        "ko": "Korean",
        "zh-CN": "Simplified Chinese",
        "zh-TW": "Traditional Chinese",
        "en-asia": "Asian English",
    },
    "fr": {
        "en": "Anglais",
        "fr": "Français",
        "de": "Allemand",
        "es": "Espagnol",
        "it": "Italien",
        "pt": "Portugais",
        "ja": "Japonais",
        "ko": "Coréen",
        "zh-CN": "Chinois-S",
        "zh-TW": "Chinois-T",
        "en-asia": "Anglais (Asie)",
    },
    "pt": {
        "en": "Inglês",
        "fr": "Francês",
        "de": "Alemão",
        "es": "Espanhol",
        "it": "Italiano",
        "pt": "Português",
        "ja": "Japonês",
        "ko": "Coreano",
        "zh-CN": "Chinês simplificado",
        "zh-TW": "Chinês tradicional",
        "en-asia": "Inglês asiático",
    },
}


def write(stacks: Iterable[Owned], locale: str = "en", list_language: str = "") -> Iterator[str]:
    """The list in pieces of text, worded in ``locale`` (en, fr, pt).

    Copies in ``list_language`` (default: the locale) get no language remark. Copies that agree in everything the
    list can say are added up.
    """
    words = locale if locale in _EDITIONS else "en"
    usual = list_language or words
    ordered = sorted(_merged(stacks), key=_order)
    first = True
    for rarity, group in groupby(ordered, key=lambda stack: stack.rarity):
        if rarity:
            yield f"{'' if first else chr(10)}---------------{rarity_label(rarity, words)}:\n"
        for stack in group:
            for part in in_rows([stack]):
                yield _line(part, words, usual) + "\n"
        first = False


def _order(stack: Owned) -> tuple[bool, int, str, str, str]:
    """Without a rarity first, as lines above the first heading have none; then from rare to common, by name."""
    return (bool(stack.rarity), -rank(stack.rarity), stack.rarity, stack.name.casefold(), sort_key(stack.code))


def _line(stack: Owned, words: str, usual: str) -> str:
    # An English copy in a French list is marked as English collectors do ("1st"), as the posts have it.
    edition = _EDITIONS.get(stack.language, _EDITIONS[words]).get(stack.edition, "")
    brackets = ", ".join(filter(None, (edition, stack.code)))
    line = stack.local_name or stack.name
    if stack.quantity != 1:
        line += f" *{stack.quantity}"
    if brackets:
        line += f" ({brackets})"
    if stack.shared_number:
        line += f" [{PRODUCT}{_one_line(stack.product)}]"
    if stack.condition or stack.condition_words:
        line += f" [{', '.join(filter(None, (stack.condition or '?', _one_line(stack.condition_words))))}]"
    if stack.misprint:
        line += f" [{_misprint(stack.misprint)}]"
    if stack.language not in (usual, "") or stack.language != stack.print_language:
        line += f" -- {_LANGUAGES[words].get(stack.language, stack.language)}"
    return line


def _one_line(text: str) -> str:
    return " ".join(text.replace("[", "(").replace("]", ")").split())


def _misprint(text: str) -> str:
    words = _one_line(text)
    plain = is_misprint(words) and not words.startswith(MISPRINT)
    return words if plain else MISPRINT + words


def _merged(stacks: Iterable[Owned]) -> list[Owned]:
    """Stacks with equal lines as one, in the order they came."""
    found: dict[tuple[object, ...], Owned] = {}
    for stack in stacks:
        if not stack.quantity:
            continue
        key = (
            stack.product if stack.shared_number else "",
            stack.print_language,
            stack.name,
            stack.code,
            stack.rarity,
            stack.language,
            stack.edition,
            stack.condition,
            stack.condition_words,
            stack.misprint,
        )
        known = found.get(key)
        found[key] = replace(known, quantity=known.quantity + stack.quantity) if known else stack
    return list(found.values())


def losses(stacks: Iterable[Owned]) -> list[Loss]:
    """What a list does not say, with how many stacks it concerns."""
    return count_losses(
        stacks,
        {
            "code": lambda stack: not stack.code,
            "for_trade": lambda stack: stack.for_trade > 0,
            "place": lambda stack: bool(stack.place),
            "note": lambda stack: bool(stack.note),
            "artwork": lambda stack: bool(stack.artwork or stack.print_artwork),
            "marks": lambda stack: stack.signed or stack.altered or stack.proxy,
            "grading": lambda stack: bool(stack.grading),
            "storage": lambda stack: bool(stack.storage),
            "price": lambda stack: stack.price is not None,
            "bought_on": lambda stack: stack.bought_on is not None,
            "lent": lambda stack: stack.lent > 0,
            "promised": lambda stack: stack.promised > 0,
            "custom": lambda stack: stack.custom,
        },
    )
