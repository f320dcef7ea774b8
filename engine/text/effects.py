"""Whole sentences: an effect that activates, with its costs, targets and steps."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from engine.effects.filters import ATTACKER, IT, THIS, Filter, Ref, RefKind, Select
from engine.effects.statics import Limit, Scope
from engine.effects.tree import Action, Cost, PayCards, Step
from engine.text.grammar import Grammar
from engine.text.heads import Head
from engine.text.nouns import PRONOUN, THAT_TARGET
from engine.text.verbs import From, Loose
from engine.vocab import Zone


@dataclass(frozen=True, slots=True)
class Activated:
    """One effect that activates, before the kind of its card makes it an Ignition, Trigger or Quick Effect."""

    head: Head
    body: tuple[Step, ...]
    cost: tuple[Cost, ...] = ()
    targets: tuple[Select, ...] = ()
    offered: bool = False
    """The words "you can" stand before it."""
    limit: Limit | None = None
    flip: bool = False


@dataclass(frozen=True, slots=True)
class OptionsLine:
    """ "Activate 1 of these effects": the points of the list that follows are activations of their own to choose from."""

    head: Head = field(default_factory=Head)
    limit: Limit | None = None
    """Of each of them."""


def grammar_of_effects(g: Grammar) -> None:
    """Add the phrases of this module."""

    each = "{ but you can only use each [of these] effect of <own> once per turn }"

    @g.rule("line", "activate 1 of (these|the following) effect (;|.|:)")
    def one_of() -> OptionsLine:
        return OptionsLine()

    @g.rule("line", f"activate 1 of (these|the following) effect {each} (;|.|:)")
    def one_of_each(own: bool) -> OptionsLine:
        return OptionsLine(limit=Limit(Scope.USE))

    @g.rule("line", "<heads> : activate 1 of (these|the following) effect (;|.|:)")
    def one_of_when(heads: Head) -> OptionsLine:
        return OptionsLine(heads)

    @g.rule("line", f"<heads> : activate 1 of (these|the following) effect {each} (;|.|:)")
    def one_of_each_when(heads: Head, own: bool) -> OptionsLine:
        return OptionsLine(heads, Limit(Scope.USE))

    @g.rule("target", "target <select>")
    def target(select: Select) -> tuple[Select, ...] | None:
        return (select,) if select.filter.zones and not select.every else None

    @g.rule("target", "target (the|that) attacking monster")
    def target_attacker() -> tuple[Select, ...]:
        return (Select(Filter(zones=(Zone.MONSTER,), among=(ATTACKER,))),)

    @g.rule("target", "target <select:a> and <select:b>")
    def two_targets(a: Select, b: Select) -> tuple[Select, ...] | None:
        return (a, b) if a.filter.zones and b.filter.zones and not a.every and not b.every else None

    @g.rule("paid", "<costs>")
    def only_costs(costs: tuple[Cost, ...]) -> tuple[tuple[Cost, ...], tuple[Select, ...]]:
        return costs, ()

    @g.rule("paid", "<target>")
    def only_targets(target: tuple[Select, ...]) -> tuple[tuple[Cost, ...], tuple[Select, ...]]:
        return (), target

    @g.rule("paid", "<costs> (, then|and|, and|then) <target>", "<costs> ; <target>")
    def costs_and_targets(costs: tuple[Cost, ...], target: tuple[Select, ...]) -> tuple[tuple[Cost, ...], tuple[Select, ...]]:
        return costs, target

    @g.rule("sentence", "<heads> : you can <paid> ; <steps> .")
    def full(heads: Head, paid: Any, steps: tuple[Loose, ...]) -> Activated | None:
        return settled(heads, paid[0], paid[1], steps, offered=True)

    @g.rule("sentence", "<heads> : <paid> ; <steps> .")
    def full_must(heads: Head, paid: Any, steps: tuple[Loose, ...]) -> Activated | None:
        return settled(heads, paid[0], paid[1], steps)

    @g.rule("sentence", "<heads> : you can <steps> .")
    def no_cost(heads: Head, steps: tuple[Loose, ...]) -> Activated | None:
        return settled(heads, (), (), steps, offered=True)

    @g.rule("sentence", "<heads> : <steps> .")
    def must(heads: Head, steps: tuple[Loose, ...]) -> Activated | None:
        return settled(heads, (), (), steps)

    @g.rule("sentence", "you can <paid> ; <steps> .")
    def headless(paid: Any, steps: tuple[Loose, ...]) -> Activated | None:
        return settled(Head(), paid[0], paid[1], steps, offered=True)

    @g.rule("sentence", "<paid> ; <steps> .")
    def card_effect(paid: Any, steps: tuple[Loose, ...]) -> Activated | None:
        return settled(Head(), paid[0], paid[1], steps)

    @g.rule("sentence", "<steps> .")
    def card_effect_plain(steps: tuple[Loose, ...]) -> Activated | None:
        return settled(Head(), (), (), steps)

    @g.rule("sentence", "flip : <steps> .")
    def flip(steps: tuple[Loose, ...]) -> Activated | None:
        found = settled(Head(), (), (), steps)
        return None if found is None else replace(found, flip=True)

    @g.rule("sentence", "flip : <target> ; <steps> .")
    def flip_target(target: tuple[Select, ...], steps: tuple[Loose, ...]) -> Activated | None:
        found = settled(Head(), (), target, steps)
        return None if found is None else replace(found, flip=True)

    @g.rule("sentence", "flip : you can <steps> .")
    def flip_plain_offered(steps: tuple[Loose, ...]) -> Activated | None:
        found = settled(Head(), (), (), steps, offered=True)
        return None if found is None else replace(found, flip=True)

    # Texts from before 2011 have no colon; with an event and no cost their parts are told apart all the same.
    @g.rule("sentence", "<heads> , you can <steps> .")
    def old_offer(heads: Head, steps: tuple[Loose, ...]) -> Activated | None:
        return settled(heads, (), (), steps, offered=True) if heads.event is not None else None

    @g.rule("sentence", "<heads> , <steps> .")
    def old_must(heads: Head, steps: tuple[Loose, ...]) -> Activated | None:
        return settled(heads, (), (), steps) if heads.event is not None else None

    @g.rule("sentence", "flip : you can <target> ; <steps> .")
    def flip_offered(target: tuple[Select, ...], steps: tuple[Loose, ...]) -> Activated | None:
        found = settled(Head(), (), target, steps)
        return None if found is None else replace(found, flip=True, offered=True)


_PAID_FROM = {
    "discard": (Zone.HAND,),
    "banish": (Zone.GY,),
    "send hand": (Zone.HAND,),
    "send either": (Zone.HAND, Zone.MONSTER),
}


def settled(
    head: Head, cost: tuple[Cost, ...], targets: tuple[Select, ...], steps: tuple[Loose, ...], *, offered: bool = False
) -> Activated | None:
    """Say what every pronoun means; None when nothing it could mean was named."""
    zones = head.zones
    for paid in cost:
        if isinstance(paid, PayCards) and paid.what == THIS:
            found = _PAID_FROM.get(paid.how, ())
            if found and zones and zones != found:
                return None
            zones = found or zones
    cost = tuple(
        replace(paid, how="send") if isinstance(paid, PayCards) and paid.how in ("send hand", "send either") else paid
        for paid in cost
    )
    for loose in steps:
        if isinstance(loose.do, From):
            if zones not in ((), loose.do.zones):
                return None
            zones = loose.do.zones
    steps = tuple(replace(loose, do=loose.do.do) if isinstance(loose.do, From) else loose for loose in steps)
    named = [_mentions(loose.do) for loose in steps]
    body: list[Step] = []
    for number, loose in enumerate(steps):
        do: Action | None = loose.do
        if PRONOUN in named[number]:
            do = _with(loose.do, PRONOUN, _antecedent(number, steps, named, targets, head))
        if do is None:
            return None
        if THAT_TARGET in named[number] and not targets:
            return None
        body.append(Step(do, loose.joint, loose.optional))
    if targets and not any(ref.kind is RefKind.TARGET for step in body for ref in _mentions(step.do)):
        return None
    return Activated(replace(head, zones=zones), tuple(body), cost, targets, offered)


def _antecedent(
    number: int, steps: tuple[Loose, ...], named: list[set[Ref]], targets: tuple[Select, ...], head: Head
) -> Ref | None:
    """What "it" of a step means: the target while only targets were worked on, else what the step before worked on."""
    if number == 0 or (
        all(ref in (PRONOUN, THAT_TARGET) for before in named[:number] for ref in before) and _all_on_refs(steps[:number])
    ):
        itself = number == 0 and head.event is not None and head.event.subject == THIS
        return THAT_TARGET if targets else (THIS if itself else None)
    before = steps[number - 1].do
    return IT if before.selection() is not None else None


def _all_on_refs(steps: tuple[Loose, ...]) -> bool:
    return all(isinstance(loose.do.selection(), Ref) for loose in steps)


def _mentions(node: Any) -> set[Ref]:
    """Return the references a node names, at any depth."""
    if isinstance(node, Ref):
        return {node}
    if isinstance(node, tuple):
        return {ref for item in node for ref in _mentions(item)}
    if is_dataclass(node):
        return {ref for spec in fields(node) for ref in _mentions(getattr(node, spec.name))}
    return set()


def _with(node: Any, old: Ref, new: Ref | None) -> Any:
    """Return the node with one reference instead of another; None if there is none to put there."""
    if new is None:
        return None
    if node == old and isinstance(node, Ref):
        return new
    if isinstance(node, tuple):
        return tuple(_with(item, old, new) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        return replace(node, **{spec.name: _with(getattr(node, spec.name), old, new) for spec in fields(node)})
    return node


__all__ = ["Activated", "OptionsLine", "grammar_of_effects"]
