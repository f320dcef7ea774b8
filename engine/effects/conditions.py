"""Whether a condition is met now."""

from __future__ import annotations

import operator
from collections.abc import Callable

from engine.effects import amounts, continuous, matching, wording
from engine.effects.context import Ctx, marked, named
from engine.effects.filters import Filter
from engine.effects.tree import (
    AnyOf,
    Battling,
    Both,
    Calculating,
    Compare,
    Condition,
    DamageStep,
    Did,
    During,
    FreeZone,
    Have,
    Is,
    LinkTargets,
    Marked,
    Not,
    Property,
    WouldDestroy,
    WouldSpecialSummon,
)
from engine.state.card import Live
from engine.state.duel_state import State
from engine.state.records import Link
from engine.vocab import SummonKind, Zone

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_SPECIAL = tuple(
    kind for kind in SummonKind if kind not in (SummonKind.NORMAL, SummonKind.TRIBUTE, SummonKind.SET, SummonKind.FLIP)
)


def met(s: State, ctx: Ctx, condition: Condition) -> bool:
    """Whether a condition is met, as the effect's player sees it."""
    if isinstance(condition, Have):
        there = len(matching.pool(s, ctx, condition.filter))
        return there >= condition.least and (condition.most is None or there <= condition.most)
    if isinstance(condition, During):
        if condition.phases and s.phase not in condition.phases:
            return False
        return wording.is_turn_of(s, ctx.player, condition.turn)
    if isinstance(condition, Not):
        return not met(s, ctx, condition.of)
    if isinstance(condition, Both):
        return all(met(s, ctx, part) for part in condition.of)
    if isinstance(condition, AnyOf):
        return any(met(s, ctx, part) for part in condition.of)
    if isinstance(condition, Compare):
        left, right = amounts.value(s, ctx, condition.left), amounts.value(s, ctx, condition.right)
        return _COMPARE[condition.is_](left, right)
    if isinstance(condition, Is):
        return any(matching.matches(s, ctx, condition.filter, card) for card in named(s, ctx, condition.ref))
    if isinstance(condition, Battling):
        return _battling(s, ctx, condition)
    if isinstance(condition, DamageStep):
        return s.battle is not None and s.battle.in_step and not s.battle.calculated
    if isinstance(condition, Calculating):
        return s.battle is not None and s.battle.step == "calculation" and not s.battle.calculated
    if isinstance(condition, FreeZone):
        from engine.procedures.moving import free_zones

        return free_zones(s, wording.other(s, ctx.player, condition.who), Zone.MONSTER) >= condition.least
    if isinstance(condition, Did):
        cards = [card for card in named(s, ctx, condition.ref) if card.live is not None]
        if condition.act == "attacked":
            return any(card.on_field.attacked == s.turn for card in cards)
        if condition.act == "tribute_summoned":
            return any(card.on_field.how is SummonKind.TRIBUTE for card in cards)
        if condition.act == "came_up":
            return any(_came_up(s, card.on_field) for card in cards)
        if condition.act == "arrived":
            return any(card.on_field.arrived == s.turn for card in cards)
        if condition.act == "special_summoned":
            return any(card.on_field.how in _SPECIAL for card in cards)
        return any(card.on_field.kills == s.turn for card in cards)
    if isinstance(condition, Marked):
        return any(
            found.static.word == condition.word
            for card in named(s, ctx, condition.ref)
            for found in continuous.on_card(s, Property.MARK, card)
        )
    answered = _answered(s, ctx)
    if answered is None:
        return False
    if isinstance(condition, LinkTargets):
        wanted = condition.ref
        if isinstance(wanted, Filter):
            return any(matching.matches(s, ctx, wanted, card) for card in marked(s, answered.targets))
        return any((card.uid, card.stamp) in answered.targets for card in named(s, ctx, wanted))
    if isinstance(condition, WouldSpecialSummon):
        effect = s.cards[answered.uid].printed.definition.effects[answered.effect]
        return any(step.do.special_summons for step in effect.body)
    assert isinstance(condition, WouldDestroy)
    from engine.effects.verbs.destroy import would_destroy

    return would_destroy(s, answered, wording.fields(s, ctx.player, condition.who)) >= condition.least


def _came_up(s: State, live: Live) -> bool:
    return live.flipped == s.turn or (live.arrived == s.turn and live.how in (SummonKind.NORMAL, SummonKind.TRIBUTE))


def _answered(s: State, ctx: Ctx) -> Link | None:
    """Return the Chain Link an effect answers."""
    event = ctx.event
    if event is None or event.link is None or event.link >= len(s.chain):
        return None
    return s.chain[event.link]


def _battling(s: State, ctx: Ctx, condition: Battling) -> bool:
    battle = s.battle
    if battle is None:
        return False
    attackers = marked(s, [battle.attacker])
    targets = marked(s, [battle.target]) if battle.target is not None else []
    if condition.started is not None:
        started = "face_down" if battle.from_down else "attack" if battle.was_attack else "defense"
        if condition.started != started:
            return False
    for role, own, other in (("attacker", attackers, targets), ("target", targets, attackers)):
        if condition.role not in (role, "either") or not own:
            continue
        if not matching.fits(s, ctx, condition.who, own[0]):
            continue
        if condition.against is None or (other and matching.matches(s, ctx, condition.against, other[0])):
            return True
    return False
