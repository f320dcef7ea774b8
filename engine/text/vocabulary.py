"""What a definition does in the words of public effect facts, so that the two can be compared (docs/coverage.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.effects import verbs
from engine.effects.filters import Ref, RefKind, Select
from engine.effects.statics import Property, Scope
from engine.effects.tree import Card, Effect, EffectKind
from engine.vocab import Zone

_VERBS: dict[type, str] = {
    verbs.Destroy: "DESTROY",
    verbs.Draw: "DRAW",
    verbs.SpecialSummon: "SPECIAL_SUMMON",
    verbs.ToHand: "TOHAND",
    verbs.Send: "TOGRAVE",
    verbs.Banish: "REMOVE",
    verbs.BanishForAWhile: "REMOVE",
    verbs.ToDeck: "TODECK",
    verbs.Damage: "DAMAGE",
    verbs.GainLP: "RECOVER",
    verbs.TakeControl: "CONTROL",
    verbs.Turn: "POSITION",
    verbs.NegateActivation: "NEGATE",
    verbs.NegateEffect: "DISABLE",
    verbs.NegateSummon: "DISABLE_SUMMON",
    verbs.PlaceCounter: "COUNTER",
    verbs.Discard: "HANDES",
    verbs.Mill: "DECKDES",
    verbs.FusionSummon: "FUSION_SUMMON",
}
_APPLIED = {
    Property.ATK: "ATKCHANGE",
    Property.SET_ATK: "ATKCHANGE",
    Property.DEF: "DEFCHANGE",
    Property.SET_DEF: "DEFCHANGE",
    Property.NEGATED: "DISABLE",
}
COMPARED = frozenset(_VERBS.values()) | frozenset(_APPLIED.values()) | {"SEARCH"}
"""The categories that are compared; the facts leave the others out too often to mean anything."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is compared of a card; None where the source says nothing of it."""

    categories: frozenset[str]
    ignition: bool
    quick: bool
    flip: bool
    trigger_optional: bool
    trigger_mandatory: bool
    target: bool
    hard_limit: bool
    soft_limit: bool


KINDS = tuple(Facts.__slots__)


def facts_of(card: Card) -> Facts:
    """Return what a definition does."""
    kinds = [effect.kind for effect in card.effects]
    triggers = [effect for effect in card.effects if effect.kind is EffectKind.TRIGGER]
    scopes = {effect.limit.scope for effect in card.effects if effect.limit is not None}
    return Facts(
        categories=frozenset(name for effect in card.effects for name in categories(effect)) & COMPARED,
        ignition=EffectKind.IGNITION in kinds,
        quick=EffectKind.QUICK in kinds,
        flip=EffectKind.FLIP in kinds,
        trigger_optional=any(effect.optional for effect in triggers),
        trigger_mandatory=any(not effect.optional for effect in triggers),
        target=any(effect.targets and not _equips(effect) for effect in card.effects),
        hard_limit=bool(scopes & {Scope.USE, Scope.ACTIVATE, Scope.DUEL}),
        soft_limit=Scope.COPY in scopes,
    )


def categories(effect: Effect) -> set[str]:
    """Return what the steps of an effect do."""
    found: set[str] = set()
    for step in effect.body:
        do = step.do
        name = _VERBS.get(type(do))
        if name is not None:
            found.add(name)
        if isinstance(do, verbs.ToHand) and Zone.DECK in _zones(effect, do.what):
            found.add("SEARCH")
        if isinstance(do, verbs.Destroy) and do.banish:
            found.add("REMOVE")
        if isinstance(do, verbs.NegateActivation | verbs.NegateEffect | verbs.NegateSummon) and do.then:
            found.add({"destroy": "DESTROY", "banish": "REMOVE"}[do.then])
        if isinstance(do, verbs.Apply) and do.static.property in _APPLIED:
            found.add(_APPLIED[do.static.property])
    return found


def _zones(effect: Effect, what: Select | Ref) -> set[Zone]:
    if isinstance(what, Select):
        return set(what.filter.zones)
    return {zone for select in effect.targets for zone in select.filter.zones} if what.kind is RefKind.TARGET else set()


def _equips(effect: Effect) -> bool:
    return any(isinstance(step.do, verbs.Equip) for step in effect.body)


def read_entry(entry: Mapping[str, Any]) -> Facts:
    """Return what an entry of the facts says of its card."""
    effects: Sequence[Mapping[str, Any]] = entry["effects"]
    types = [{name.removeprefix("EFFECT_TYPE_") for name in effect["types"]} for effect in effects]
    limits = [
        effect["count_limit"]
        for effect, names in zip(effects, types, strict=True)
        if effect.get("count_limit")
        and names & {"IGNITION", "TRIGGER_O", "TRIGGER_F", "QUICK_O", "QUICK_F", "ACTIVATE", "FLIP"}
    ]
    hard = [limit for limit in limits if limit.get("hard")]
    soft = [limit for limit in limits if not limit.get("hard") and not limit.get("chain") and not limit.get("duel")]
    return Facts(
        categories=frozenset(name.removeprefix("CATEGORY_") for effect in effects for name in effect["categories"]) & COMPARED,
        ignition=any("IGNITION" in names for names in types),
        quick=any(names & {"QUICK_O", "QUICK_F"} for names in types),
        flip=any("FLIP" in names for names in types),
        trigger_optional=any("TRIGGER_O" in names and "FLIP" not in names for names in types),
        trigger_mandatory=any("TRIGGER_F" in names and "FLIP" not in names for names in types),
        target=any(effect.get("target_card") for effect in effects),
        hard_limit=bool(hard),
        soft_limit=bool(soft),
    )


def differing(ours: Facts, theirs: Facts) -> list[str]:
    """Return the kinds of facts in which the two differ."""
    return [kind for kind in KINDS if getattr(ours, kind) != getattr(theirs, kind)]
