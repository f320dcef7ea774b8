"""Why a value was read as it was, in words.

A reason is an id and facts, so that it can be kept and told in the reader's language; its English sentence stands in
the ``note`` of the JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flask_babel import LazyString, force_locale
from flask_babel import lazy_gettext as _l

from marketplace.collection.paste.words import words_of

REASONS: dict[str, LazyString] = {
    "bracket_open": _l("closing bracket missing"),
    "name_partial": _l("partial name, settled by the code"),
    "name_part_of": _l("partial name with one match: %(card)s"),
    "name_initials": _l("initials of %(card)s"),
    "name_typo": _l("read as %(card)s: the spelling differs"),
    "name_accents": _l("accent differs from the card list"),
    "name_punctuation": _l("punctuation differs from the card list"),
    "name_differs": _l("the number is %(card)s, the name says %(typed)s: one of the two is a typing error"),
    "name_several": _l("several cards fit this name"),
    "name_unknown": _l("no card has this name"),
    "name_group": _l("a group of cards: each is a line of its own"),
    "code_unknown": _l("the catalogue has no number %(code)s"),
    "code_near": _l("the catalogue has no number %(code)s: did you mean one of these?"),
    "code_completed": _l("code completed from name, set prefix and language"),
    "code_only_print": _l("the only printing that fits"),
    "code_several_cards": _l("this number stands for several cards: say the language or the name"),
    "product_several": _l("this number stands in several products"),
    "language_from_set": _l("language taken from the set"),
    "language_differs": _l("the number is %(language)s: the language written on the line counts"),
    "rarity_heading": _l("the heading rules out %(others)s"),
    "rarity_differs": _l("%(written)s is written, but this number exists as %(rarity)s only"),
    "rarity_unknown": _l("this number does not exist as %(written)s"),
    "grade_unsure": _l("%(words)s means different grades in different places: the lower one was taken"),
    "remark_clash": _l("said twice and differently: %(words)s"),
    "set_unknown": _l("no printing of this card in %(set)s"),
    "whole_set": _l("a whole set, no single card"),
    "side_closes": _l("side: you (closes the list of the other person)"),
    "misprint": _l("misprint: %(description)s"),
    "misprint_plain": _l("misprint"),
    "garbled": _l("letters were garbled by another encoding; read as: %(text)s"),
    "unreadable": _l("some letters are lost (�): type them again"),
    "price": _l("price: %(price)s"),
    "also_count": _l("how many of these is not said"),
    "not_searched": _l("not looked up: too many lines without a number in one list"),
    "in_same_text": _l("the same text names %(code)s"),
}
"""Every reason, as a fragment of a sentence."""

IN_NOTE = words_of(
    "bracket_open name_partial name_accents name_punctuation name_differs code_completed code_near code_unknown"
    " language_from_set language_differs rarity_heading rarity_differs side_closes misprint misprint_plain price garbled"
    " unreadable remark_clash"
)
"""Reasons the ``note`` of the JSON tells; the others can be seen from its other values."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: its id and what its sentence needs."""

    id: str
    facts: dict[str, str] = field(default_factory=dict)

    def words(self) -> str:
        """The reason in the language of the reader."""
        return str(REASONS[self.id]) % self.facts if self.facts else str(REASONS[self.id])

    def english(self) -> str:
        with force_locale("en"):
            return self.words()

    def as_json(self) -> dict[str, object]:
        return {"id": self.id, "facts": self.facts}


def reason_from_json(kept: dict[str, object]) -> Reason | None:
    """A reason kept by ``as_json``; None for one this version does not know."""
    name, facts = str(kept.get("id", "")), kept.get("facts")
    if name not in REASONS:
        return None
    return Reason(name, {str(key): str(value) for key, value in facts.items()} if isinstance(facts, dict) else {})
