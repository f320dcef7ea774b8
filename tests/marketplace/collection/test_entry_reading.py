"""What is typed into the one field of the entry form."""

from __future__ import annotations

import pytest

from marketplace.collection.entry import read_typed


@pytest.mark.parametrize(
    ("text", "code", "rarity", "edition", "condition", "language", "quantity"),
    [
        ("EEN-FR036", "EEN-FR036", "", None, None, None, None),
        ("een fr036 ultimate 1st nm x2", "een fr036", "ultimate", "1st", "NM", None, 2),
        ("lod 091", "lod 091", "", None, None, None, None),
        ("LDD-F003 3", "LDD-F003", "", None, None, None, 3),
        ("LDD-F003 *3 1ère PO", "LDD-F003", "", "1st", "PO", None, 3),
        ("TLM-FR038 super rare near mint", "TLM-FR038", "super rare", None, "NM", None, None),
        ("MRD-142 unlimited LP french", "MRD-142", "", "unlimited", "LP", "fr", None),
    ],
)
def test_a_number_and_remarks_in_any_order(
    text: str, code: str, rarity: str, edition: str | None, condition: str | None, language: str | None, quantity: int | None
) -> None:
    typed = read_typed(text)
    assert (typed.code, typed.rarity_text, typed.edition, typed.condition, typed.language, typed.quantity) == (
        code,
        rarity,
        edition,
        condition,
        language,
        quantity,
    )
    assert typed.unread == ()


def test_what_is_not_understood_is_named() -> None:
    assert read_typed("EEN-FR036 nm gibberish").unread == ("gibberish",)


def test_a_name_is_no_number() -> None:
    assert read_typed("Dark Magician").code == ""
    assert read_typed("").code == ""


def test_a_count_stays_within_limits() -> None:
    assert read_typed("EEN-FR036 x0").quantity == 1
    assert read_typed("EEN-FR036 99999").unread == ("99999",)
