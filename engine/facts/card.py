"""What is printed on a card, and where it was printed."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from engine.vocab import (
    Ability,
    Attribute,
    CardKind,
    Frame,
    LinkArrow,
    MonsterType,
    SpellTrapIcon,
)

LANGUAGES = ("en", "fr", "de", "it", "es", "pt", "ja", "ko", "zh-CN", "zh-TW")
"""The language codes of names, texts and printings, in the order they are shown."""

QUESTION_MARK = -1
"""ATK or DEF printed as "?"."""


@dataclass(frozen=True, slots=True)
class PrintingFacts:
    """One card in one product, under one number, in one language and one rarity."""

    product: str
    """English name of the product, as the source spells it."""
    number: str
    """Set number exactly as printed ("LOB-FR001"); "" when the product lists none.

    A "?" inside stands for a character nobody has reported yet.
    """
    language: str
    """One of ``LANGUAGES``."""
    rarity: str | None
    """English name ("Ultra Rare"); None when the source does not say."""
    artwork: str = ""
    """Which picture, when the source tells printings of one rarity apart by it."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """The printed values of one card.

    A value a card does not have is None: a Link Monster has no Level and no DEF.
    ``-1`` in ``atk`` or ``defense`` is a printed "?" (``QUESTION_MARK``).
    """

    page_id: int | None
    """Yugipedia page id, the card's key where known; YGOPRODeck and .cdb files lack it."""
    passcode: int | None
    """The number in the lower left corner; None for cards printed without one."""
    konami_id: int | None
    """Id in the official card database."""
    names: Mapping[str, str]
    """Language to name, without ruby markup; at least one entry."""
    kind: CardKind
    frame: Frame
    pendulum: bool = False
    attribute: Attribute | None = None
    type: MonsterType | None = None
    abilities: tuple[Ability, ...] = ()
    """In the order they are printed."""
    icon: SpellTrapIcon | None = None
    """Of a Spell or Trap; ``NORMAL`` when none is printed."""
    level: int | None = None
    rank: int | None = None
    link: int | None = None
    """Link Rating."""
    scale: int | None = None
    """Pendulum Scale; both halves are printed alike."""
    arrows: tuple[LinkArrow, ...] = ()
    """In the order of ``LinkArrow``."""
    atk: int | None = None
    defense: int | None = None
    materials: str = ""
    """The English line of materials; "" when the card has none or the source leaves it out."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Language to card text, without the Pendulum Effect."""
    pendulum_texts: Mapping[str, str] = field(default_factory=dict)
    romanised: Mapping[str, str] = field(default_factory=dict)
    """Names in Latin letters: "ja" (Hepburn) and "ko" (Revised Romanization)."""
    unofficial_names: frozenset[str] = frozenset()
    """Languages whose name is a translation by fans, not a printed one."""
    alias_passcodes: tuple[int, ...] = ()
    """Other numbers for the same card, most of them alternate artworks; ascending."""
    placeholder_passcode: int | None = None
    """A number simulators use while the card has none; may equal another card's passcode."""
    archetypes: tuple[str, ...] = ()
    """English names of the series the card belongs to."""
    printings: tuple[PrintingFacts, ...] = ()
    """Without duplicates, in the order of the source."""

    @property
    def name(self) -> str:
        """The English name, or the first one there is."""
        return self.names.get("en") or next(iter(self.names.values()))

    def fingerprint(self) -> str:
        """Return 16 hexadecimal digits that change when anything but the printings does.

        The same on every machine and Python version, whatever the order of the mappings.
        """
        values = {spec.name: _plain(getattr(self, spec.name)) for spec in fields(self) if spec.name != "printings"}
        packed = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(packed.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _plain(value: object) -> object:
    """Turn a field into what JSON can say; sets are sorted so that the order is fixed."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset):
        return sorted(value)
    return value
