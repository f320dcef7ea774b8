"""How effects read: a few cards in three languages, the small words of each, and the command."""

from __future__ import annotations

import time

import pytest

import engine
from engine import CardFacts, read_starter
from engine.explaining.command import find_card, main
from engine.explaining.grammar import Grammar, Noun
from engine.vocab import CardKind, Frame

READ = {
    "Dark Hole": (
        ["Activation: Destroy all monsters on the field."],
        ["Activation\u00a0: Détruisez tous les monstres sur le Terrain."],
        ["Ativação: Destrua todos os monstros no campo."],
    ),
    "Old Vindictive Magician": (
        ["Flip: Target 1 monster your opponent controls; destroy the target."],
        ["Flip\u00a0: Ciblez 1 monstre que votre adversaire contrôle\u00a0; détruisez la cible."],
        ["Virar: Escolha como alvo 1 monstro que seu oponente controla; destrua o alvo."],
    ),
    "Treeborn Frog": (
        [
            "Trigger Effect (optional, once per turn, in your Graveyard): In your Standby Phase, if you control no Spell/Trap "
            "and you control no face-up “Treeborn Frog”: You can Special Summon this card. The condition must still be met "
            "when the effect resolves."
        ],
        [
            "Effet Déclencheur (facultatif, une fois par tour, dans votre Cimetière)\u00a0: Pendant votre Standby Phase, si vous "
            "ne contrôlez aucune Magie/Piège et que vous ne contrôlez aucun «\u00a0{name}\u00a0» face recto\u00a0: Vous pouvez "
            "Invoquer Spécialement cette carte. La condition doit encore être remplie à la résolution de l’effet."
        ],
        [
            "Efeito de Gatilho (opcional, uma vez por turno, em seu Cemitério): Em sua Fase de Apoio, se você não controla "
            "nenhuma Magia/Armadilha e você não controla nenhum “{name}” com a face para cima: Você pode Invocar esta carta por "
            "Invocação-Especial. A condição ainda deve estar cumprida quando o efeito se resolve."
        ],
    ),
    "Solemn Judgment": (
        [
            "Activation: If a monster would be Summoned: Pay half of your LP; negate that Summon and destroy that monster.",
            "Activation: If a player activates a Spell/Trap Card: Pay half of your LP; negate that activation and destroy that card.",
        ],
        [
            "Activation\u00a0: Si un monstre va être Invoqué\u00a0: Payez la moitié de vos LP\u00a0; annulez cette Invocation et "
            "détruisez ce monstre.",
            "Activation\u00a0: Si un joueur active une Carte Magie/Piège\u00a0: Payez la moitié de vos LP\u00a0; annulez cette "
            "activation et détruisez cette carte-là.",
        ],
        [
            "Ativação: Se um monstro seria Invocado: Pague metade dos seus LP; negue essa Invocação e destrua esse monstro.",
            "Ativação: Se um jogador ativa uma Carta de Magia/Armadilha: Pague metade dos seus LP; negue essa ativação e destrua "
            "essa carta.",
        ],
    ),
}


def starter(name: str) -> CardFacts:
    return next(card for card in read_starter().cards if card.name == name)


def known(name: str) -> CardFacts:
    """The starter's card, or one that has nothing but its name."""
    found = [card for card in read_starter().cards if card.name == name]
    return found[0] if found else CardFacts(None, None, None, {"en": name}, CardKind.MONSTER, Frame.EFFECT)


@pytest.mark.parametrize("name", READ)
def test_cards_read_well(name: str):
    facts = known(name)
    for language, expected in zip(("en", "fr", "pt"), READ[name], strict=True):
        own = facts.names.get(language, name)
        assert engine.explain(facts, language) == [text.replace("{name}", own) for text in expected]


def test_effectless_cards_have_no_paragraphs_and_unknown_ones_none():
    assert engine.explain(starter("Blue-Eyes White Dragon"), "fr") == []
    unknown = CardFacts(None, None, None, {"en": "No Such Card"}, CardKind.SPELL, Frame.SPELL)
    assert engine.explain(unknown) is None


def test_small_words_are_contracted_outside_names():
    french, portuguese, english = Grammar("fr"), Grammar("pt"), Grammar("en")
    assert french.sentence("l’ATK de le monstre, de les cartes, à le nombre") == "L’ATK du monstre, des cartes, au nombre."
    assert french.sentence("si il y a lorsque un monstre de « Ami de le Roi » ; rien") == (
        "S’il y a lorsqu’un monstre de « Ami de le Roi »\u00a0; rien."
    )
    assert french.sentence("pendant la End Phase, la ATK") == "Pendant la End Phase, l’ATK."
    assert portuguese.sentence("de o alvo, em a mão, por os monstros, igual a o ATK") == (
        "Do alvo, na mão, pelos monstros, igual ao ATK."
    )
    assert portuguese.sentence("de esta carta; em esta carta; igual a a DEF") == "Desta carta; nesta carta; igual à DEF."
    assert english.sentence("a effect of a monster") == "An effect of a monster."


def test_forms_agree():
    french = Grammar("fr")
    template = "{n} <est|sont> détruit~ par @un|une@"
    assert french.fit(template, Noun("carte", "f")) == "{n} est détruite par une"
    assert french.fit(template, Noun("monstres", "m", True)) == "{n} sont détruits par un"
    assert french.fit("[piochez|piocher] 1", infinitive=True) == "piocher 1"


def test_a_card_is_explained_at_once():
    facts = starter("Man-Eater Bug")
    engine.explain(facts, "pt")
    began = time.perf_counter()
    for _ in range(20):
        engine.explain(facts, "pt")
    assert (time.perf_counter() - began) / 20 < 0.01


def test_the_command_prints_paragraphs(capsys: pytest.CaptureFixture[str]):
    assert main(["dark hole", "--lang", "fr"]) == 0
    assert capsys.readouterr().out.splitlines() == ["Trou Noir", *READ["Dark Hole"][1]]
    assert main(["Blue-Eyes White Dragon"]) == 0
    assert capsys.readouterr().out == "Blue-Eyes White Dragon\nNo effect.\n"


def test_the_command_says_what_it_cannot_do(capsys: pytest.CaptureFixture[str]):
    assert main(["No Such Card"]) == 2
    assert "no card" in capsys.readouterr().err
    assert main(["Dark Hole", "--cards", "/no/such/file"]) == 2
    capsys.readouterr()
    undefined = next(card for card in read_starter().cards if engine.explain(card) is None)
    assert main([undefined.name]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "not playable" in printed.err


def test_cards_are_found_by_any_name_or_passcode():
    cards = read_starter().cards
    assert find_card(cards, "Trou Noir") == find_card(cards, "DARK  HOLE") == find_card(cards, "53129443")
    assert find_card(cards, "dark-hole!") == starter("Dark Hole")
    assert find_card(cards, "!!") is None
