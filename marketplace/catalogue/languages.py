"""The languages cards are printed in, and every way tools and people write them.

Facts and conflicts between sources follow the collectors' vocabulary: Cardmarket's numbers 9 to 11 are not
settled between its readers, so those are never trusted without a second sign.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from marketplace.catalogue.words import plain, squeezed


@dataclass(frozen=True)
class Language:
    """A language of print: our code, what each tool calls it, and the letters in set numbers."""

    code: str
    english: str  # Dragon Shield, Deckbox and Moxfield write this name.
    label: LazyString
    manabox: str  # Empty where ManaBox has no code.
    cardmarket: int
    letters: str  # Region letters of current set numbers.
    old_letters: tuple[str, ...]  # One-letter regions of the first European, Canadian and Oceanic prints.
    names: str  # Words and adjectives, separated by "|", in the languages of the market.


_TABLE = (
    Language(
        "en",
        "English",
        _l("English"),
        "en",
        1,
        "EN",
        ("E", "A"),
        "english|eng|anglais|anglaise|englisch|englische|inglés|inglesa|inglese|inglês|va|gb|uk|us|英語",
    ),
    Language(
        "fr",
        "French",
        _l("French"),
        "fr",
        2,
        "FR",
        ("F", "C"),
        "french|fra|fre|français|française|französisch|francés|francesa|francese|francês|vf",
    ),
    Language(
        "de",
        "German",
        _l("German"),
        "de",
        3,
        "DE",
        ("G",),
        "german|deu|ger|allemand|allemande|deutsch|alemán|alemana|tedesco|tedesca|alemão|alemã",
    ),
    Language(
        "es",
        "Spanish",
        _l("Spanish"),
        "es",
        4,
        "SP",
        ("S",),
        "spanish|spa|esp|espagnol|espagnole|spanisch|español|española|castellano|spagnolo|spagnola|espanhol|espanhola",
    ),
    Language(
        "it", "Italian", _l("Italian"), "it", 5, "IT", ("I",), "italian|ita|italien|italienne|italienisch|italiano|italiana"
    ),
    Language(
        "pt",
        "Portuguese",
        _l("Portuguese"),
        "pt",
        8,
        "PT",
        ("P",),
        "portuguese|por|portugais|portugaise|portugiesisch|portugués|portuguesa|portoghese|português|ptbr|brésilien"
        "|brazilian|brasileiro|brasileira",
    ),
    Language(
        "ja",
        "Japanese",
        _l("Japanese"),
        "ja",
        7,
        "JP",
        (),
        "japanese|jap|jpn|japonais|japonaise|japanisch|japonés|japonesa|giapponese|japonês|日本語",
    ),
    Language(
        "ko", "Korean", _l("Korean"), "ko", 10, "KR", ("K",), "korean|kor|coréen|coréenne|koreanisch|coreano|coreana|한국어"
    ),
    Language(
        "zh-CN",
        "Chinese (Simplified)",
        _l("Simplified Chinese"),
        "zh_CN",
        6,
        "SC",
        (),
        "simplified chinese|schinese|chinese s|chinois s|chinois simplifié|chinesisch vereinfacht"
        "|vereinfachtes chinesisch|chino simplificado|cinese semplificato|chinês simplificado|zhhans|简体中文",
    ),
    Language(
        "zh-TW",
        "Traditional Chinese",
        _l("Traditional Chinese"),
        "zh_TW",
        11,
        "TC",
        (),
        "chinese traditional|tchinese|chinese t|chinois t|chinois traditionnel|chinesisch traditionell"
        "|traditionelles chinesisch|chino tradicional|cinese tradizionale|chinês tradicional|zhhant|繁體中文",
    ),
    Language(
        "en-asia",
        "English (Asian English)",
        _l("Asian English"),
        "",
        1,
        "AE",
        (),
        "asian english|english asia|anglais asie|anglais asiatique|englisch asien|inglés asiático|inglese asiatico"
        "|inglês asiático|enasia",
    ),
)

LANGUAGES: dict[str, Language] = {language.code: language for language in _TABLE}
"""Languages by our code, in the order menus show them."""

REGIONS: dict[str, str | None] = {
    **{language.letters: language.code for language in _TABLE},
    "NA": "en",
    "EU": "en",
    "AU": "en",
    "AS": "en-asia",
    "JA": "ja",
    "KO": "ko",
    "TF": None,
    "TG": None,
}
"""Two-letter regions of set numbers and their language; None where it is not known."""

OLD_REGIONS: dict[str, str] = {letter: language.code for language in _TABLE for letter in language.old_letters}
"""One-letter regions of the oldest prints and their language."""

CARDMARKET_DOUBTFUL: dict[int, tuple[str, ...]] = {9: ("ko",), 10: ("ko", "zh-TW"), 11: ("zh-TW",)}
"""Cardmarket numbers on which sources disagree (9 is Russian elsewhere), with what they may mean for this game."""


def _words() -> dict[str, str]:
    words: dict[str, str] = {}
    for language in _TABLE:
        written = [language.code, language.english, language.manabox, language.letters, *language.names.split("|")]
        for word in written:
            if word:
                words[squeezed(word)] = language.code
    words |= {"ja": "ja", "ko": "ko", "kr": "ko", "jp": "ja", "sp": "es", "cn": "zh-CN", "tw": "zh-TW"}
    return words


_WORDS = _words()

LANGUAGE_WORDS: frozenset[str] = frozenset(_WORDS) | {
    word for language in _TABLE for name in (language.english, *language.names.split("|")) for word in plain(name).split()
}
"""Every single word (see ``words.plain``) a language may be written with: a text of other words names none."""

_LEADING = re.compile(r"^(?:en|in|auf|em|version|versione|versión|versão|langue|language)\s+(?=\S)", re.IGNORECASE)
_BRACKET = re.compile(r"\s*[(\[].*$")


def language_from(text: str) -> str | None:
    """Our code for a language written in any way: code, name or adjective in six languages, with or without region.

    "Anglaise", "FR", "zh_CN", "Français (Canada)" and "en français" are understood. None when the word is unknown,
    and for a bare "Chinese", which two languages share.
    """
    words = text.strip()
    for candidate in (words, _LEADING.sub("", words), _BRACKET.sub("", words), _LEADING.sub("", _BRACKET.sub("", words))):
        found = _WORDS.get(squeezed(candidate))
        if found:
            return found
    return None


def language_of_region(letters: str) -> str | None:
    """Our code for the region letters of a set number ("FR", "SP", the old "G"); None when unknown or empty."""
    region = letters.upper()
    if region == "ES":  # Collectors write ES; cards print SP.
        return "es"
    return REGIONS.get(region) or OLD_REGIONS.get(region)


def language_from_cardmarket(number: int) -> str | None:
    """Our code for Cardmarket's language number; None for the numbers its readers disagree on and unknown ones."""
    if number in CARDMARKET_DOUBTFUL:
        return None
    return next((language.code for language in _TABLE if language.cardmarket == number), None)


def language_label(code: str) -> LazyString | str:
    """The language's name in the reader's language; the code itself if it is not one of ours."""
    language = LANGUAGES.get(code)
    return language.label if language else code
