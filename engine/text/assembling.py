"""The sentences of one text put together: what they become on a card of that kind."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from engine.effects.filters import EQUIPPED, TARGET, THIS, Filter, Select
from engine.effects.statics import Happening, Property, Static
from engine.effects.tree import Effect, EffectKind, Step, Timing
from engine.effects.verbs import Apply, Equip, RitualSummon
from engine.facts import CardFacts
from engine.text.effects import Activated, OptionsLine
from engine.text.heads import OWN_MAIN
from engine.text.lines import EquipLine, LimitLine, OathLine, OwnSummon, SeriesLine, StaticLine, SummonLine
from engine.text.refining import counted_face_up, refined
from engine.text.summons import RitualLevels, RitualLine, RitualMonsterLine
from engine.vocab import Ability, CardKind, Cause, Frame, SpellTrapIcon, Zone

_VALUES = (Property.ATK, Property.DEF, Property.SET_ATK, Property.SET_DEF)
_IN_BATTLE = (Happening.BEATEN, Happening.BATTLE_DESTROYED, Happening.DESTROYED, Happening.BATTLE_DAMAGE)
STAYING = (SpellTrapIcon.CONTINUOUS, SpellTrapIcon.FIELD, SpellTrapIcon.EQUIP)


@dataclass(slots=True)
class Assembly:
    """What the sentences of one text have said so far; ``take`` answers False for one that does not belong there."""

    facts: CardFacts
    """Of the card; for a Pendulum Effect with the kind of a Continuous Spell."""
    effects: list[Effect] = field(default_factory=list)
    statics: list[Static] = field(default_factory=list)
    rules: dict[str, Any] = field(default_factory=dict)
    """Fields of ``SummonRules``."""
    equips_to: Filter | None = None
    following: LimitLine | None = None
    """A limit of the effects that follow."""
    options: OptionsLine | None = None
    """The activations that follow are to be chosen from."""
    ritual: bool = False
    """A Ritual Monster has said what brings it."""

    @property
    def permanent(self) -> bool:
        return self.facts.kind is not CardKind.MONSTER and self.facts.icon in STAYING

    @property
    def lists(self) -> bool:
        """Whether the points of a list can be effects of the card."""
        return self.following is not None or self.options is not None

    def take(self, meaning: Any, *, listed: bool = False) -> bool:
        """Add what a sentence means; ``listed`` is a point of a list."""
        if listed and self.options is not None:
            return self._chosen(meaning, self.options)
        return all(self._take(part) for part in (meaning if isinstance(meaning, tuple) else (meaning,)))

    def _take(self, part: Any) -> bool:
        if isinstance(part, Activated):
            made = _effect(self.facts, part)
            if made is None:
                return False
            self.effects.append(refined(made, self.facts))
            return True
        if isinstance(part, Effect):
            self.effects.append(part)
            return True
        if isinstance(part, LimitLine):
            if part.of == "following":
                self.following = part
                return True
            return self._limited(part)
        if isinstance(part, OptionsLine):
            used_up = self.facts.kind is not CardKind.MONSTER and not self.permanent
            fits = used_up and self.options is None and not self.effects
            self.options = part
            return fits
        if isinstance(part, OathLine):
            return self._sworn(part)
        if isinstance(part, SeriesLine):
            return part.series in self.facts.archetypes
        if isinstance(part, RitualLine | RitualLevels | RitualMonsterLine):
            return self._ritual(part)
        if isinstance(part, SummonLine | OwnSummon):
            return self._summoned(part)
        if isinstance(part, StaticLine):
            return self._applies(part)
        if isinstance(part, EquipLine) and self.facts.icon is SpellTrapIcon.EQUIP and self.equips_to is None:
            self.equips_to = part.to
            return True
        return False

    def _chosen(self, meaning: Any, options: OptionsLine) -> bool:
        if not isinstance(meaning, Activated) or meaning.offered:
            return False
        head = options.head.joined(meaning.head)
        made = None if head is None else _effect(self.facts, replace(meaning, head=head))
        if made is None or made.kind is not EffectKind.ACTIVATION:
            return False
        self.effects.append(replace(refined(made, self.facts), limit=options.limit))
        return True

    def _sworn(self, line: OathLine) -> bool:
        last = next((number for number in reversed(range(len(self.effects))) if _activates(self.effects[number])), None)
        if last is None:
            return False
        self.effects[last] = replace(self.effects[last], oaths=(*self.effects[last].oaths, line.oath))
        return True

    def _ritual(self, line: RitualLine | RitualLevels | RitualMonsterLine) -> bool:
        if isinstance(line, RitualMonsterLine):
            self.ritual = True
            return self.facts.frame is Frame.RITUAL
        if isinstance(line, RitualLine):
            step = Step(RitualSummon(Filter(names=(line.name,))))
            self.effects.append(Effect(EffectKind.ACTIVATION, (step,)))
        return self.facts.icon is SpellTrapIcon.RITUAL

    def _summoned(self, line: SummonLine | OwnSummon) -> bool:
        if self.facts.kind is not CardKind.MONSTER:
            return False
        if isinstance(line, OwnSummon):
            self.effects.append(Effect(EffectKind.SUMMON, zones=line.zones, condition=line.condition, cost=line.cost))
            return True
        return all(self.rules.setdefault(key, value) == value for key, value in line.changes)

    def _applies(self, line: StaticLine) -> bool:
        if self.facts.kind is not CardKind.MONSTER and not self.permanent:
            return False
        if any(one.affects == EQUIPPED for one in line.statics) != (self.facts.icon is SpellTrapIcon.EQUIP):
            return False
        self.statics += [counted_face_up(one) for one in line.statics]
        return True

    def _limited(self, line: LimitLine) -> bool:
        """Give effects a limit; False if there are none, or one has a limit already."""
        if line.of == "own way":
            wanted = [number for number, one in enumerate(self.effects) if one.kind is EffectKind.SUMMON]
        else:
            wanted = [
                number
                for number, one in enumerate(self.effects)
                if _activates(one) and (line.of != "activation" or one.kind is EffectKind.ACTIVATION)
            ]
        if line.of == "this":
            wanted = wanted[-1:]
        several = line.of == "only" and len(wanted) != 1
        if not wanted or several or any(self.effects[number].limit is not None for number in wanted):
            return False
        # One card with several activations to choose from: its limit counts them together.
        together = line.of == "activation" and len(wanted) > 1
        limit = replace(line.limit, word="card") if together else line.limit
        for number in wanted:
            self.effects[number] = replace(self.effects[number], limit=limit)
        return True

    def finish(self) -> bool:
        """Add what every card of the kind does; False if the sentences do not make a whole card."""
        if self.following is not None and not self._limited(self.following):
            return False
        activations = sum(one.kind is EffectKind.ACTIVATION for one in self.effects)
        if self.facts.icon is SpellTrapIcon.EQUIP:
            where = replace(self.equips_to or Filter(), zones=(Zone.MONSTER,), face_up=True)
            self.effects.insert(0, Effect(EffectKind.ACTIVATION, (Step(Equip(TARGET)),), targets=(Select(where),)))
            return not activations
        if self.permanent:
            if not activations:
                self.effects.insert(0, Effect(EffectKind.ACTIVATION))
            return activations <= 1
        if self.facts.kind is not CardKind.MONSTER:
            return activations > 1 if self.options is not None else activations == 1
        return self.ritual or self.facts.frame is not Frame.RITUAL


def _activates(effect: Effect) -> bool:
    return effect.kind not in (EffectKind.SUMMON, EffectKind.REACTION)


def _effect(facts: CardFacts, found: Activated) -> Effect | None:
    head = found.head
    optional = found.offered
    made = Effect(
        EffectKind.ACTIVATION,
        found.body,
        head.zones,
        event=head.event,
        or_event=head.or_event,
        condition=head.condition,
        cost=found.cost,
        targets=found.targets,
        limit=head.limit,
        optional=optional,
        timing=head.timing or Timing.IF,
    )
    if head.activation:
        return _at_activation(facts, found, made)
    if facts.kind is CardKind.MONSTER:
        return _of_monster(facts, found, made)
    if head.zones:
        if not optional or head.event is not None:
            return None
        kind = EffectKind.QUICK if facts.kind is CardKind.TRAP or head.quick else EffectKind.IGNITION
        return replace(made, kind=kind, optional=True)
    stays = facts.icon in STAYING
    if stays:
        if head.event is not None:
            kind = EffectKind.TRIGGER
        elif head.limit is not None or optional:
            kind = EffectKind.QUICK if facts.kind is CardKind.TRAP or head.quick else EffectKind.IGNITION
            if not optional:
                return None
        else:
            return None
        condition = None if made.condition == OWN_MAIN and kind is EffectKind.IGNITION else made.condition
        return replace(made, kind=kind, condition=condition)
    if head.event is not None and head.event.subject == THIS:
        return replace(made, kind=EffectKind.TRIGGER)  # By the time it has left, the card cannot be activated.
    if (optional and not (head.event or head.condition)) or head.quick or head.limit:
        return None
    battle = head.event is not None and head.event.what in _IN_BATTLE and Cause.EFFECT not in head.event.causes
    return replace(made, optional=True, damage_step=_changes_values(made), any_part=battle, timing=Timing.IF)


def _at_activation(facts: CardFacts, found: Activated, made: Effect) -> Effect | None:
    """What is offered when the card is activated is decided when that resolves, so it neither costs nor targets."""
    if facts.kind is CardKind.MONSTER or facts.icon not in STAYING or made.event is not None or made.limit is not None:
        return None
    if not found.offered:
        return replace(made, optional=True)
    if found.cost or found.targets:
        return None
    first, *others = found.body
    return replace(made, body=(replace(first, optional=True), *others))


def _of_monster(facts: CardFacts, found: Activated, made: Effect) -> Effect | None:
    head = found.head
    if found.flip:
        return None if Ability.FLIP not in facts.abilities else replace(made, kind=EffectKind.FLIP, timing=Timing.IF)
    if head.event is not None:
        if head.quick:
            answers = head.event.what in (Happening.ACTIVATED, Happening.ATTACK, Happening.WOULD_SUMMON)
            quick = replace(made, kind=EffectKind.QUICK, damage_step=_changes_values(made), timing=Timing.IF)
            return quick if answers and found.offered else None
        return replace(made, kind=EffectKind.TRIGGER)
    if not found.offered:
        return None
    if head.quick:
        return replace(made, kind=EffectKind.QUICK, damage_step=_changes_values(made))
    condition = None if made.condition == OWN_MAIN else made.condition
    return replace(made, kind=EffectKind.IGNITION, condition=condition)


def _changes_values(effect: Effect) -> bool:
    """Whether it changes ATK or DEF directly, so that it may be activated in the Damage Step."""
    return any(isinstance(step.do, Apply) and step.do.static.property in _VALUES for step in effect.body)
