"""Folding of names: which spellings of one name compare equal."""

from __future__ import annotations

import pytest

from marketplace.catalogue.folding import fold, has_cjk, initials, without_ruby


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Blue-Eyes White Dragon", "blue eyes white dragon"),
        ("Dragon Poussière d’Étoile", "dragon poussiere d etoile"),
        ("HÉROS Élémentaire", "heros elementaire"),
        ("Œil d'Anubis", "oeil d anubis"),
        ("Pharaoh’s Treasure", "pharaohs treasure"),
        ("B.E.S. Big Core", "bes big core"),
        ("D/D/D Wave King", "ddd wave king"),
        ("S:P Little Knight", "sp little knight"),
        ("X-Saber Airbellum", "x saber airbellum"),
        ("Maliss <P> March Hare", "maliss p march hare"),
        ("Damage = Reptile", "damage reptile"),
        ("ＬＯＢ　００１", "lob 001"),
        ("Straße", "strasse"),
        ("  Kuriboh\u00a0 ", "kuriboh"),
        ("ブラック・マジシャン", "ぶらっくまじしゃん"),
        ("푸른 눈의 백룡", "푸른눈의백룡"),
        ("Ｎｏ．３９ 希望皇ホープ", "no 39 希望皇ほーぷ"),
        ("<ruby>青眼の白龍<rt>ブルーアイズ</rt></ruby>", "青眼の白龍"),
        ("!?", "!?"),
        ("", ""),
    ],
)
def test_a_name_is_folded(written: str, folded: str) -> None:
    assert fold(written) == folded


def test_folding_twice_changes_nothing() -> None:
    for name in ("Pharaoh’s Treasure", "D/D/D Wave King", "ブラック・マジシャン", "Œuf d'Été"):
        assert fold(fold(name)) == fold(name)


def test_voiced_kana_stay_apart() -> None:
    assert fold("ガ") != fold("カ")


def test_unclosed_ruby_is_dropped_to_the_end() -> None:
    assert without_ruby("青<rt>ブルー") == "青"


def test_cjk_is_told_from_latin_letters() -> None:
    assert has_cjk("No 青眼")
    assert has_cjk("백룡")
    assert not has_cjk("Élémentaire")


def test_initials_need_three_words() -> None:
    assert initials("crush card virus") == "ccv"
    assert initials("dark magician") == ""
