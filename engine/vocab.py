"""The game's own words as enums; values are lower_snake and may be stored."""

from enum import StrEnum


class CardKind(StrEnum):
    """What a card is before anything else; decides which printed values it has."""

    MONSTER = "monster"
    SPELL = "spell"
    TRAP = "trap"
    TOKEN = "token"  # noqa: S105  a card, not a secret
    SKILL = "skill"


class Frame(StrEnum):
    """The printed frame. Pendulum is a half of another frame: see ``CardFacts.pendulum``."""

    NORMAL = "normal"
    EFFECT = "effect"
    RITUAL = "ritual"
    FUSION = "fusion"
    SYNCHRO = "synchro"
    XYZ = "xyz"
    LINK = "link"
    SPELL = "spell"
    TRAP = "trap"
    TOKEN = "token"  # noqa: S105  a card, not a secret
    SKILL = "skill"


class Attribute(StrEnum):
    """The attribute of a monster."""

    DARK = "dark"
    DIVINE = "divine"
    EARTH = "earth"
    FIRE = "fire"
    LIGHT = "light"
    WATER = "water"
    WIND = "wind"


class MonsterType(StrEnum):
    """The Type of a monster: the first word of the line above its text."""

    AQUA = "aqua"
    BEAST = "beast"
    BEAST_WARRIOR = "beast_warrior"
    CREATOR_GOD = "creator_god"
    CYBERSE = "cyberse"
    DINOSAUR = "dinosaur"
    DIVINE_BEAST = "divine_beast"
    DRAGON = "dragon"
    FAIRY = "fairy"
    FIEND = "fiend"
    FISH = "fish"
    ILLUSION = "illusion"
    INSECT = "insect"
    MACHINE = "machine"
    PLANT = "plant"
    PSYCHIC = "psychic"
    PYRO = "pyro"
    REPTILE = "reptile"
    ROCK = "rock"
    SEA_SERPENT = "sea_serpent"
    SPELLCASTER = "spellcaster"
    THUNDER = "thunder"
    WARRIOR = "warrior"
    WINGED_BEAST = "winged_beast"
    WYRM = "wyrm"
    ZOMBIE = "zombie"


class SpellTrapIcon(StrEnum):
    """The icon of a Spell or Trap; ``NORMAL`` is printed as no icon at all."""

    NORMAL = "normal"
    CONTINUOUS = "continuous"
    QUICK_PLAY = "quick_play"
    FIELD = "field"
    EQUIP = "equip"
    RITUAL = "ritual"
    COUNTER = "counter"


class Ability(StrEnum):
    """The words after the Type that are neither a frame nor Pendulum."""

    EFFECT = "effect"
    TUNER = "tuner"
    FLIP = "flip"
    TOON = "toon"
    SPIRIT = "spirit"
    UNION = "union"
    GEMINI = "gemini"


class LinkArrow(StrEnum):
    """A Link Arrow, as seen by the player who controls the card; in reading order."""

    TOP_LEFT = "top_left"
    TOP = "top"
    TOP_RIGHT = "top_right"
    LEFT = "left"
    RIGHT = "right"
    BOTTOM_LEFT = "bottom_left"
    BOTTOM = "bottom"
    BOTTOM_RIGHT = "bottom_right"


class Zone(StrEnum):
    """Where a card can be during a duel."""

    DECK = "deck"
    HAND = "hand"
    MONSTER = "monster"
    SPELL_TRAP = "spell_trap"
    FIELD = "field"
    """The Field Zone."""
    GY = "gy"
    BANISHED = "banished"
    EXTRA = "extra"
    """The Extra Deck."""
    MATERIAL = "material"
    """Underneath an Xyz Monster: not on the field (xyz.materials.not_on_field)."""
    NOWHERE = "nowhere"
    """A monster whose Summon can still be negated, and a Token that is gone."""


class Phase(StrEnum):
    """The phases of a turn, in their order."""

    DRAW = "draw"
    STANDBY = "standby"
    MAIN1 = "main1"
    BATTLE = "battle"
    MAIN2 = "main2"
    END = "end"


class SummonKind(StrEnum):
    """How a monster came to the field."""

    NORMAL = "normal"
    TRIBUTE = "tribute"
    SET = "set"
    FLIP = "flip"
    SPECIAL = "special"
    FUSION = "fusion"
    RITUAL = "ritual"
    SYNCHRO = "synchro"
    XYZ = "xyz"
    PENDULUM = "pendulum"
    LINK = "link"


class Cause(StrEnum):
    """Why something happened to a card."""

    RULE = "rule"
    EFFECT = "effect"
    BATTLE = "battle"
    COST = "cost"
    TRIBUTE = "tribute"
    MATERIAL = "material"
