"""The game's words as collectors read and type them: kinds, frames, Attributes, Types, abilities, icons, in three languages.

The words are those printed on cards. They are data and not messages, because a search has to read them in every
language whatever the language of the page.
"""

from __future__ import annotations

from dataclasses import dataclass

from marketplace.catalogue.words import squeezed


@dataclass(frozen=True, slots=True)
class Term:
    """One word of the game; ``also`` are further spellings people type."""

    value: str
    english: str
    french: str
    portuguese: str
    also: tuple[str, ...] = ()

    def label(self, locale: str) -> str:
        return {"fr": self.french, "pt": self.portuguese}.get(locale, self.english)


def _terms(*rows: tuple[str, str, str, str] | tuple[str, str, str, str, str]) -> dict[str, Term]:
    return {row[0]: Term(*row[:4], tuple(row[4].split("|")) if len(row) > 4 else ()) for row in rows}


KINDS = _terms(
    ("monster", "Monster", "Monstre", "Monstro", "monsters|monstres|monstros"),
    ("spell", "Spell", "Magie", "Magia", "spells|magic|magies|magias|carte magie"),
    ("trap", "Trap", "Piège", "Armadilha", "traps|pièges|armadilhas|carte piège"),
    ("token", "Token", "Jeton", "Ficha", "tokens|jetons|fichas"),
    ("skill", "Skill", "Compétence", "Habilidade"),
)

FRAMES = _terms(
    ("normal", "Normal", "Normal", "Normal", "vanilla"),
    ("effect", "Effect", "Effet", "Efeito"),
    ("ritual", "Ritual", "Rituel", "Ritual"),
    ("fusion", "Fusion", "Fusion", "Fusão"),
    ("synchro", "Synchro", "Synchro", "Sincro"),
    ("xyz", "Xyz", "Xyz", "Xyz", "exceed"),
    ("link", "Link", "Lien", "Link"),
    ("pendulum", "Pendulum", "Pendule", "Pêndulo"),
)
"""Frames of monsters, in the order of document 001; Pendulum is the half every other frame may have."""

ATTRIBUTES = _terms(
    ("dark", "DARK", "TÉNÈBRES", "TREVAS", "darkness|tenebre"),
    ("light", "LIGHT", "LUMIÈRE", "LUZ"),
    ("earth", "EARTH", "TERRE", "TERRA"),
    ("water", "WATER", "EAU", "ÁGUA"),
    ("fire", "FIRE", "FEU", "FOGO"),
    ("wind", "WIND", "VENT", "VENTO"),
    ("divine", "DIVINE", "DIVIN", "DIVINO"),
)

TYPES = _terms(
    ("aqua", "Aqua", "Aqua", "Aqua"),
    ("beast", "Beast", "Bête", "Besta"),
    ("beast_warrior", "Beast-Warrior", "Bête-Guerrier", "Besta-Guerreira"),
    ("creator_god", "Creator God", "Dieu Créateur", "Deus Criador"),
    ("cyberse", "Cyberse", "Cyberse", "Ciberso"),
    ("dinosaur", "Dinosaur", "Dinosaure", "Dinossauro", "dino"),
    ("divine_beast", "Divine-Beast", "Bête Divine", "Besta Divina"),
    ("dragon", "Dragon", "Dragon", "Dragão"),
    ("fairy", "Fairy", "Elfe", "Fada"),
    ("fiend", "Fiend", "Démon", "Demônio", "demon|demónio"),
    ("fish", "Fish", "Poisson", "Peixe"),
    ("illusion", "Illusion", "Illusion", "Ilusão"),
    ("insect", "Insect", "Insecte", "Inseto"),
    ("machine", "Machine", "Machine", "Máquina"),
    ("plant", "Plant", "Plante", "Planta"),
    ("psychic", "Psychic", "Psychique", "Psíquico"),
    ("pyro", "Pyro", "Pyro", "Piro"),
    ("reptile", "Reptile", "Reptile", "Réptil"),
    ("rock", "Rock", "Rocher", "Rocha"),
    ("sea_serpent", "Sea Serpent", "Serpent de Mer", "Serpente Marinha"),
    ("spellcaster", "Spellcaster", "Magicien", "Mago"),
    ("thunder", "Thunder", "Tonnerre", "Trovão"),
    ("warrior", "Warrior", "Guerrier", "Guerreiro"),
    ("winged_beast", "Winged Beast", "Bête Ailée", "Besta Alada"),
    ("wyrm", "Wyrm", "Wyrm", "Wyrm"),
    ("zombie", "Zombie", "Zombie", "Zumbi"),
)

ABILITIES = _terms(
    ("effect", "Effect", "Effet", "Efeito"),
    ("tuner", "Tuner", "Syntoniseur", "Regulador"),
    ("flip", "Flip", "Flip", "Virar"),
    ("toon", "Toon", "Toon", "Toon"),
    ("spirit", "Spirit", "Spirit", "Espírito"),
    ("union", "Union", "Union", "União"),
    ("gemini", "Gemini", "Gémeau", "Gêmeos", "gémeaux"),
)

ICONS = _terms(
    ("normal", "Normal", "Normale", "Normal"),
    ("continuous", "Continuous", "Continue", "Contínua", "continu"),
    ("quick_play", "Quick-Play", "Jeu-Rapide", "Rápida"),
    ("field", "Field", "Terrain", "Campo"),
    ("equip", "Equip", "Équipement", "Equipamento", "équipe"),
    ("ritual", "Ritual", "Rituelle", "Ritual", "rituel"),
    ("counter", "Counter", "Contre", "Resposta", "contre-piège"),
)

ARROWS = _terms(
    ("top_left", "Top-Left", "En haut à gauche", "Acima à esquerda"),
    ("top", "Top", "En haut", "Acima"),
    ("top_right", "Top-Right", "En haut à droite", "Acima à direita"),
    ("left", "Left", "À gauche", "À esquerda"),
    ("right", "Right", "À droite", "À direita"),
    ("bottom_left", "Bottom-Left", "En bas à gauche", "Abaixo à esquerda"),
    ("bottom", "Bottom", "En bas", "Abaixo"),
    ("bottom_right", "Bottom-Right", "En bas à droite", "Abaixo à direita"),
)


def label(terms: dict[str, Term], value: str | None, locale: str) -> str:
    """The word for ``value`` in the reader's language; the value itself if the game has no such word."""
    if not value:
        return ""
    term = terms.get(value)
    return term.label(locale) if term else value


def named(terms: dict[str, Term], typed: str) -> str | None:
    """The value whose name in any of the three languages was typed; case, accents and hyphens do not matter."""
    wanted = squeezed(typed)
    if not wanted:
        return None
    for term in terms.values():
        if wanted in (squeezed(form) for form in (term.value, term.english, term.french, term.portuguese, *term.also)):
            return term.value
    return None
