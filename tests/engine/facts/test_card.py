"""The fingerprint tells whether a card changed between two versions of a catalogue."""

import dataclasses

import pytest

from engine import Ability, Attribute, CardFacts, CardKind, Frame, MonsterType, PrintingFacts

DRAKE = CardFacts(
    page_id=700001,
    passcode=11112222,
    konami_id=None,
    names={"en": "Harbour Drake", "fr": "Drake du Port"},
    kind=CardKind.MONSTER,
    frame=Frame.EFFECT,
    attribute=Attribute.WATER,
    type=MonsterType.SEA_SERPENT,
    abilities=(Ability.EFFECT,),
    level=4,
    atk=1500,
    defense=-1,
    unofficial_names=frozenset({"fr", "de", "pt"}),
)


def test_the_fingerprint_is_the_same_on_every_machine():
    assert DRAKE.fingerprint() == "f848a6f8f195edde"


def test_the_order_of_languages_does_not_change_it():
    turned = dataclasses.replace(DRAKE, names=dict(reversed(DRAKE.names.items())))
    assert turned.fingerprint() == DRAKE.fingerprint()


def test_a_new_printing_does_not_change_it():
    printed = dataclasses.replace(DRAKE, printings=(PrintingFacts("Harbour of Legends", "HRBR-EN001", "en", "Common"),))
    assert printed.fingerprint() == DRAKE.fingerprint()


@pytest.mark.parametrize(
    "change",
    [
        {"names": {"en": "Harbour Drake", "fr": "Drake du Quai"}},
        {"atk": None},
        {"atk": 1600},
        {"defense": 0},
        {"abilities": ()},
        {"texts": {"en": "Errata."}},
        {"alias_passcodes": (11112223,)},
        {"unofficial_names": frozenset({"fr"})},
        {"pendulum": True},
    ],
    ids=str,
)
def test_any_other_change_changes_it(change):
    assert dataclasses.replace(DRAKE, **change).fingerprint() != DRAKE.fingerprint()


def test_the_name_is_the_english_one_or_else_the_first():
    assert DRAKE.name == "Harbour Drake"
    assert dataclasses.replace(DRAKE, names={"ja": "港の竜", "ko": "항구"}).name == "港の竜"
