"""The printed values of a card as the duel reads them, shared by all copies of a state."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.effects.tree import Card, EffectKind, Who
from engine.facts import QUESTION_MARK, CardFacts
from engine.vocab import Ability, Attribute, CardKind, Frame, LinkArrow, MonsterType, SpellTrapIcon

EXTRA_FRAMES = (Frame.FUSION, Frame.SYNCHRO, Frame.XYZ, Frame.LINK)


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed on a card, and what the rules know of it."""

    name: str
    passcode: int | None
    kind: CardKind
    frame: Frame
    attribute: Attribute | None
    type: MonsterType | None
    abilities: tuple[Ability, ...]
    icon: SpellTrapIcon | None
    level: int | None
    atk: int
    defense: int
    series: tuple[str, ...]
    definition: Card
    rank: int | None = None
    link: int | None = None
    """The Link Rating."""
    arrows: tuple[LinkArrow, ...] = ()
    pendulum: bool = False
    scale: int | None = None
    """The Pendulum Scale."""
    still: CardKind | None = None
    """What it is beside a monster: a Trap that has become one (trap_monster.zones)."""
    open_atk: bool = False
    """The ATK is printed as "?"."""
    open_def: bool = False
    monster: bool = field(init=False)
    extra: bool = field(init=False)
    """It belongs in the Extra Deck."""
    effect: bool = field(init=False)
    """An Effect Monster."""
    summons: tuple[int, ...] = field(init=False)
    """Indexes of its own Special Summons."""
    usable: tuple[int, ...] = field(init=False)
    """Indexes of effects a player may activate by choice."""
    quick: tuple[int, ...] = field(init=False)
    """Indexes of effects that may be used outside an open state."""
    gemini: bool = field(init=False)
    """A Gemini Monster: a Normal Monster until it is Summoned again."""
    forms: tuple[str, ...] = field(init=False)
    """The words of limits that last while the card only changes its form."""
    shared: bool = field(init=False)
    """Either player may activate an effect of it."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        kinds = [effect.kind for effect in self.definition.effects]
        monster = self.kind in (CardKind.MONSTER, CardKind.TOKEN)
        put(self, "monster", monster)
        put(self, "extra", monster and self.frame in EXTRA_FRAMES)
        put(self, "effect", monster and (self.frame is Frame.EFFECT or Ability.EFFECT in self.abilities))
        put(self, "summons", tuple(i for i, kind in enumerate(kinds) if kind is EffectKind.SUMMON))
        by_choice = (EffectKind.ACTIVATION, EffectKind.IGNITION, EffectKind.QUICK)
        put(self, "usable", tuple(i for i, kind in enumerate(kinds) if kind in by_choice))
        put(self, "gemini", Ability.GEMINI in self.abilities)
        limits = [effect.limit for effect in self.definition.effects if effect.limit is not None]
        put(self, "forms", tuple(dict.fromkeys(limit.word for limit in limits if limit.word)))
        put(self, "shared", any(effect.users is Who.EITHER for effect in self.definition.effects))
        fast = self.kind is CardKind.TRAP or self.icon is SpellTrapIcon.QUICK_PLAY
        put(
            self,
            "quick",
            tuple(i for i, kind in enumerate(kinds) if kind is EffectKind.QUICK or (fast and kind is EffectKind.ACTIVATION)),
        )


def from_facts(facts: CardFacts, definition: Card) -> Printed:
    """Return the printed values of a card of a card file, a printed "?" as 0."""
    return Printed(
        name=facts.name,
        passcode=facts.passcode,
        kind=facts.kind,
        frame=facts.frame,
        attribute=facts.attribute,
        type=facts.type,
        abilities=facts.abilities,
        icon=facts.icon,
        level=facts.level,
        atk=max(facts.atk or 0, 0),
        defense=max(facts.defense or 0, 0),
        series=facts.archetypes,
        definition=definition,
        rank=facts.rank,
        link=facts.link,
        arrows=facts.arrows,
        pendulum=facts.pendulum,
        scale=facts.scale,
        open_atk=facts.atk == QUESTION_MARK,
        open_def=facts.defense == QUESTION_MARK,
    )
