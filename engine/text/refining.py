"""What the words leave unsaid and the rules supply: which cards show their values, what frees a zone, what may be itself."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from engine.effects.filters import IT, TARGET, THIS, Filter, Select
from engine.effects.statics import Happening, Property, Until
from engine.effects.tree import Cost, Effect, EffectKind, Joint, PayCards, Step
from engine.effects.values import Count, Who
from engine.effects.verbs import Apply, Banish, Destroy, Send, SpecialSummon, TakeControl, ToDeck, ToHand, Turn
from engine.facts import CardFacts
from engine.vocab import CardKind, SpellTrapIcon, Zone

_FIELD = frozenset({Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD})
_ROW = (Zone.SPELL_TRAP, Zone.FIELD)
_STAYS = (SpellTrapIcon.CONTINUOUS, SpellTrapIcon.FIELD, SpellTrapIcon.EQUIP)
_TO_GY = (Happening.SENT, Happening.DISCARDED, Happening.BATTLE_DESTROYED)
_TOKEN = Filter(kinds=(CardKind.TOKEN,))
"""A Token is never turned face-down."""
_WITH_IT = (Property.NEGATED, Property.LEAVES_BANISHED, Property.END_DESTROYS)


def refined(effect: Effect, facts: CardFacts) -> Effect:
    """Return the effect with what its words imply."""
    targets = tuple(_chosen(select, effect, facts) for select in effect.targets)
    if any(isinstance(step.do, Turn) and step.do.to == "face_down" and step.do.what == TARGET for step in effect.body):
        targets = tuple(replace(one, filter=replace(one.filter, none_of=(*one.filter.none_of, _TOKEN))) for one in targets)
    cost = tuple(_paid(paid, effect, facts) for paid in effect.cost)
    body = _arriving(tuple(counted_face_up(_step(step, effect, facts)) for step in effect.body))
    event = effect.event
    if event is not None and event.origin == (Zone.MONSTER, *_ROW) and facts.kind is not CardKind.MONSTER:
        effect = replace(effect, event=replace(event, origin=_ROW))
    body = _freeing(replace(effect, targets=targets, cost=cost), body)
    chosen_cost = any(isinstance(paid, PayCards) and isinstance(paid.what, Select) for paid in cost)
    return replace(effect, targets=targets, cost=cost, body=body, cost_first=bool(targets) and chosen_cost)


def shown(found: Filter) -> Filter:
    """Face-down cards on the field and among the banished show no values: what asks for one means face-up cards."""
    asks = any(
        (
            found.names,
            found.series,
            found.types,
            found.attributes,
            found.frames,
            found.abilities,
            found.level_min,
            found.level_max,
            found.rank,
            found.rating,
            found.atk_max,
            found.atk_min,
            found.def_max,
            found.effect_monster is not None,
            found.icons,
            len(found.kinds) == 1 and found.kinds != (CardKind.MONSTER,),
        )
    )
    if found.face_up is not None or not found.zones:
        return found
    if (set(found.zones) <= _FIELD and asks) or set(found.zones) == {Zone.BANISHED}:
        return replace(found, face_up=True)
    return found


def _chosen(select: Select, effect: Effect, facts: CardFacts) -> Select:
    """A monster's effect may be turned on the monster itself where the words do not except it."""
    found = shown(select.filter)
    here = _FIELD & set(found.zones)
    itself = facts.kind is CardKind.MONSTER and Zone.MONSTER in here and found.who is not Who.OPPONENT
    itself = itself and THIS not in found.but and effect.kind is not EffectKind.ACTIVATION
    itself = itself and not any(isinstance(paid, PayCards) and paid.what == THIS for paid in effect.cost)
    buried = Zone.GY in found.zones and found.who is not Who.OPPONENT and _lies_in_gy(effect)
    itself = (itself or buried) and _could_be(found, facts)
    return replace(select, filter=found, may_be_this=select.may_be_this or itself)


def _lies_in_gy(effect: Effect) -> bool:
    """Whether the card is in the Graveyard when its effect chooses targets, and stays there."""
    if any(isinstance(paid, PayCards) and paid.what == THIS for paid in effect.cost):
        return False
    event = effect.event
    left = event is not None and event.subject == THIS and event.what in _TO_GY
    return effect.zones == (Zone.GY,) or left


def _could_be(found: Filter, facts: CardFacts) -> bool:
    return not found.kinds or facts.kind in found.kinds


def _paid(paid: Cost, effect: Effect, facts: CardFacts) -> Cost:
    """A face-down monster may be Tributed whatever it is; what else is given up on the field shows what it is."""
    if not isinstance(paid, PayCards) or not isinstance(paid.what, Select):
        return paid
    if paid.how != "tribute":
        return replace(paid, what=replace(paid.what, filter=shown(paid.what.filter)))
    works_on_itself = any(THIS in (getattr(step.do, "what", None), getattr(step.do, "to", None)) for step in effect.body)
    itself = facts.kind is CardKind.MONSTER and THIS not in paid.what.filter.but and not (works_on_itself and _on_field(effect))
    return replace(paid, what=replace(paid.what, may_be_this=itself))


def counted_face_up(node: Any) -> Any:
    """Return the node with what it counts on the field face-up where it asks for values."""
    if isinstance(node, Count):
        return replace(node, filter=shown(node.filter))
    if isinstance(node, tuple):
        return tuple(counted_face_up(item) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        return replace(node, **{spec.name: counted_face_up(getattr(node, spec.name)) for spec in fields(node)})
    return node


def _step(step: Step, effect: Effect, facts: CardFacts) -> Step:
    """A Spell or Trap that goes to the Graveyard is none of the cards its effect works on."""
    chosen = step.do.selection()
    if not isinstance(chosen, Select):
        return step
    found = shown(chosen.filter)
    used_up = effect.kind is EffectKind.ACTIVATION and facts.icon not in _STAYS
    if used_up and {Zone.SPELL_TRAP, Zone.FIELD} & set(found.zones) and found.who is not Who.OPPONENT and THIS not in found.but:
        found = replace(found, but=(*found.but, THIS))
    if found == chosen.filter:
        return step
    field = "to" if isinstance(step.do, Apply) else "what"
    return replace(step, do=replace(step.do, **{field: replace(chosen, filter=found)}))  # type: ignore[type-var]


def _arriving(body: tuple[Step, ...]) -> tuple[Step, ...]:
    """ "... but its effects are negated" applies from the moment the monster arrives."""
    made: list[Step] = []
    for step in body:
        do, last = step.do, made[-1].do if made else None
        if (
            isinstance(do, Apply)
            and isinstance(last, SpecialSummon)
            and do.until is Until.ON_FIELD
            and step.joint is Joint.ALSO
            and do.static.property in _WITH_IT
            and do.to in (IT, last.what if last.what == TARGET else IT)
        ):
            made[-1] = replace(made[-1], do=replace(last, applied=(*last.applied, replace(do.static, affects=THIS))))
        else:
            made.append(step)
    return tuple(made)


def _freeing(effect: Effect, body: tuple[Step, ...]) -> tuple[Step, ...]:
    """A monster given up before leaves a zone for the one that comes."""
    freed = any(
        isinstance(paid, PayCards)
        and paid.how != "discard"
        and (_own_field(paid.what.filter) if isinstance(paid.what, Select) else _on_field(effect))
        for paid in effect.cost
    )
    made: list[Step] = []
    for step in body:
        if isinstance(step.do, SpecialSummon | TakeControl) and freed:
            step = replace(step, do=replace(step.do, frees_zone=True))
        elif isinstance(step.do, Destroy | Banish | ToHand | ToDeck | Send):
            what = step.do.what
            own = isinstance(what, Select) and _own_field(what.filter)
            freed = freed or own or (what == TARGET and any(_own_field(select.filter) for select in effect.targets))
        made.append(step)
    return tuple(made)


def _own_field(found: Filter) -> bool:
    return Zone.MONSTER in found.zones and found.who is Who.YOU


def _on_field(effect: Effect) -> bool:
    return not effect.zones or Zone.MONSTER in effect.zones
