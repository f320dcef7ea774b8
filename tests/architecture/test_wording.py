"""How French and Portuguese sentences are written."""

from __future__ import annotations

import pytest

from marketplace.i18n import contradictions
from marketplace.i18n_wording import french, problems


@pytest.mark.parametrize(
    ("typed", "set_right"),
    [
        ("Un import est en cours ; voici où il en est.", "Un import est en cours\u00a0; voici où il en est."),
        ("la valeur « %(value)s » n’existe pas", "la valeur «\u00a0%(value)s\u00a0» n’existe pas"),
        ("Combien ?", "Combien\u00a0?"),
        ("%(filter)s : il faut un nombre", "%(filter)s\u00a0: il faut un nombre"),
        ("déjà ainsi\u00a0: rien à faire", "déjà ainsi\u00a0: rien à faire"),
        ("http://exemple.fr:8000 et ydke://", "http://exemple.fr:8000 et ydke://"),
    ],
)
def test_french_signs_do_not_begin_a_line(typed: str, set_right: str) -> None:
    assert french(typed) == set_right
    assert bool(problems("fr", typed)) == (typed != set_right)


def test_portuguese_has_one_word_for_a_thing() -> None:
    assert problems("pt", "Escolha um ficheiro da lista.") == ["“ficheiro”: we say “arquivo”"]
    assert problems("pt", "Escolha um arquivo da lista e baixe-o.") == []
    assert problems("fr", "ficheiro") == []


def test_features_translate_one_string_alike() -> None:
    assert contradictions() == []
