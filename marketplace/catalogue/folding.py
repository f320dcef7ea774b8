"""Folding of card and product names, so that two spellings of one name compare equal.

Every ``folded`` column of the catalogue holds ``fold(name)``, and every query is folded the same way. Other than
``catalogue.words`` (vocabularies of the trade) this keeps the words of a name apart and knows the scripts of all
ten languages of print.
"""

from __future__ import annotations

import re
import unicodedata

_RUBY_READING = re.compile(r"<(r[tp])\b[^>]*>.*?(?:</\1\s*>|$)", re.IGNORECASE | re.DOTALL)
_RUBY_TAG = re.compile(r"</?(?:ruby|rb|rtc|rt|rp)\b[^>]*>", re.IGNORECASE)
_LETTERS = str.maketrans(
    {
        "œ": "oe",
        "Œ": "oe",
        "æ": "ae",
        "Æ": "ae",
        "ø": "o",
        "Ø": "o",
        "ł": "l",
        "Ł": "l",
        "đ": "d",
        "Đ": "d",
        "ı": "i",
        "þ": "th",
        "ð": "d",
    }
)
_KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
"""Katakana to hiragana: a name is found whichever of the two is typed."""
_POSSESSIVE = re.compile("(?<=[^\\W\\d_])['\u2018\u2019\u02bc\u0060\u00b4\u2032\uff07]s\\b")
_NOT_WORD = re.compile(r"[\W_]+")
_INITIALS = re.compile(r"(?<![^\W_])([a-z])[./:\-](?=[a-z](?![^\W_]))")
_CJK = "\u3005-\u3007\u3041-\u309f\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_CJK_GAP = re.compile(f"(?<=[{_CJK}]) (?=[{_CJK}])")
_HAS_CJK = re.compile(f"[{_CJK}]")
_KANA_MARKS = {0x3099, 0x309A}


def without_ruby(text: str) -> str:
    """``text`` without ruby readings and their tags: ``<ruby>青眼<rt>ブルーアイズ</rt></ruby>`` gives ``青眼``."""
    return _RUBY_TAG.sub("", _RUBY_READING.sub("", text)) if "<" in text else text


def fold(text: str) -> str:
    """The form names are compared in: lower case, no accents, one space between words.

    Ligatures are spelled out (œ, æ), full and half width are one, punctuation and dashes part words, the English
    possessive and dotted initials join ("Pharaoh's" gives ``pharaohs``, "D.D." and "D/D" give ``dd``). Between
    Chinese, Japanese and Korean characters spaces and dots do not count, and hiragana equals katakana. Text of
    nothing but signs comes back in lower case.
    """
    decomposed = unicodedata.normalize("NFKD", without_ruby(text).translate(_LETTERS))
    plain = "".join(char for char in decomposed if ord(char) in _KANA_MARKS or not unicodedata.combining(char))
    plain = unicodedata.normalize("NFC", plain).translate(_KATAKANA).casefold()
    words = _INITIALS.sub(r"\1", _POSSESSIVE.sub("s", plain))
    folded = _CJK_GAP.sub("", _NOT_WORD.sub(" ", words).strip())
    return folded or text.strip().casefold()


def has_cjk(text: str) -> bool:
    """Whether ``text`` holds Chinese, Japanese or Korean characters, which are written without word spaces."""
    return _HAS_CJK.search(text) is not None


def initials(folded: str) -> str:
    """The first letters of a folded name's words: ``crush card virus`` gives ``ccv``; empty below three words."""
    words = folded.split()
    return "".join(word[0] for word in words) if len(words) > 2 else ""
