"""What using an effect or making an attack is worth now, in points of ATK; 0 or less is not worth it."""

from __future__ import annotations

from engine.action import Action
from engine.ai import look
from engine.ai.tags import aims_at_own, tags
from engine.effects import amounts, continuous, matching
from engine.effects.context import Ctx
from engine.effects.filters import Filter, Ref, Select
from engine.effects.tree import Effect, PayCards, PayLP, Property, Who
from engine.effects.verbs import Banish, Damage, Destroy, ToHand
from engine.procedures.activating import target_choices
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Zone

_FIELD = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD)


def activation(s: State, player: int, action: Action) -> int:
    """Return what an activation is worth."""
    card = look.card_of(s, action.card)
    if card is None or action.effect is None:
        return 0
    effect = card.printed.definition.effects[action.effect]
    kinds = tags(effect)
    if _own_link_on_top(s, player):
        return 0  # An answer to one's own card is hardly ever better than waiting.
    total = -_cost(s, player, card, effect)
    if "negate" in kinds:
        total += 1500
    if "remove" in kinds:
        gain = _removal(s, player, card, effect)
        if gain <= 0 and not kinds & {"draw", "summon", "burn"}:
            return 0
        total += gain
    if "draw" in kinds:
        total += 1200 if len(s.players[player].deck) > 4 else 0
    if "search" in kinds:
        total += 1000
    if "mill" in kinds:
        total += 300
    if "summon" in kinds:
        total += 1400
    if "burn" in kinds:
        total += _burn(s, player, card, effect)
    if "stop_attack" in kinds:
        total += 900
    if "boost" in kinds:
        total += 700 if look.monsters(s, player) else 0
    if "weaken" in kinds or "turn" in kinds:
        total += 600 if look.monsters(s, 1 - player) else 0
    if not kinds:
        total += _lasting(s, player, card)
    if effect.stays:
        total += 1200 if look.monsters(s, 1 - player) else 0
    return total


def _own_link_on_top(s: State, player: int) -> bool:
    return bool(s.chain) and s.chain[-1].player == player


def _cost(s: State, player: int, card: CardState, effect: Effect) -> int:
    total = 150 if card.zone in (Zone.HAND, Zone.SPELL_TRAP, Zone.FIELD) else 0
    for cost in effect.cost:
        if isinstance(cost, PayLP):
            due = amounts.value(s, Ctx(player, card.uid), cost.amount)
            total += due // 2 if s.players[player].lp > due + 1000 else 4000
        elif isinstance(cost, PayCards):
            if isinstance(cost.what, Ref):
                total += 0 if card.zone is Zone.GY else look.worth(s, player, card) // 3
            elif cost.how == "return":
                total += 900
            else:
                total += 600
    return total


def _removal(s: State, player: int, card: CardState, effect: Effect) -> int:
    """Return what the other side would lose more than the own."""
    ctx = Ctx(player, card.uid)
    best = 0
    for step in effect.body:
        do = step.do
        if not isinstance(do, Destroy | Banish | ToHand):
            continue
        what = do.what
        if isinstance(what, Select) and what.every:
            best += sum(_swing(s, player, other) for other in matching.choices(s, ctx, what))
        elif isinstance(what, Select):
            found = [_swing(s, player, other) for other in matching.choices(s, ctx, what) if other.zone in _FIELD]
            best += max(found, default=0)
        elif effect.targets:
            found = [_swing(s, player, other) for other in target_choices(s, _answering(s, ctx), effect, what.index or 0)]
            best += max(found, default=0)
    return best


def _answering(s: State, ctx: Ctx) -> Ctx:
    return Ctx(ctx.player, ctx.source, event=s.events[-1] if s.events else None)


def _swing(s: State, player: int, card: CardState) -> int:
    worth = look.worth(s, player, card)
    return worth if card.controller != player else -worth - 200


def _burn(s: State, player: int, card: CardState, effect: Effect) -> int:
    ctx = Ctx(player, card.uid)
    burns = [step.do for step in effect.body if isinstance(step.do, Damage) and step.do.who is Who.OPPONENT]
    amount = sum(amounts.value(s, ctx, do.amount) for do in burns)
    return 20_000 if amount >= s.players[1 - player].lp else max(amount, 400)


def _lasting(s: State, player: int, card: CardState) -> int:
    """Return what a continuous card is worth: whom its changes of ATK help, and a little for the rest."""
    total = 300
    for static in card.printed.definition.statics:
        if static.property is Property.ATK and isinstance(static.affects, Filter):
            value = amounts.value(s, Ctx(player, card.uid), static.value)
            hit = matching.pool(s, Ctx(player, card.uid), static.affects)
            total += sum(value if other.controller == player else -value for other in hit)
        elif static.property is Property.CANNOT_ATTACK:
            mine, other = look.strongest(s, player, player), look.strongest(s, player, 1 - player)
            total += other - mine
    if card.zone is Zone.HAND and any(
        s.cards[uid].printed.name == card.printed.name and s.cards[uid].face_up
        for uid in (*s.players[player].spells, s.players[player].field)
        if uid >= 0
    ):
        return 0
    return total


def attack(s: State, player: int, action: Action) -> int:
    """Return what an attack is worth: what dies and what is dealt."""
    card = look.card_of(s, action.card)
    assert card is not None
    mine = continuous.atk(s, card)
    if action.target is None:
        return 20_000 if mine >= s.players[1 - player].lp else mine
    target = look.card_of(s, action.target)
    assert target is not None
    other = look.defends_with(s, player, target)
    proof = target.face_up and continuous.has(s, Property.BATTLE_PROOF, target)
    if target.attack:
        if mine > other:
            dealt = mine - other
            if dealt >= s.players[1 - player].lp:
                return 20_000
            return dealt + (0 if proof else look.worth(s, player, target))
        return -1000 if mine < other else look.worth(s, player, target) - look.worth(s, player, card)
    if mine > other:
        pierce = mine - other if continuous.has(s, Property.PIERCING, card) else 0
        return pierce + (0 if proof else look.worth(s, player, target) // 2 + 100)
    return -1 if mine == other else -500


def helps_only_other_side(s: State, player: int, action: Action) -> bool:
    """Whether an activation can work on nothing but cards it should not: harm to the own side, or help to the other."""
    card = look.card_of(s, action.card)
    if card is None or action.effect is None:
        return False
    effect = card.printed.definition.effects[action.effect]
    if not effect.targets:
        return "remove" in tags(effect) and _removal(s, player, card, effect) < 0
    own = aims_at_own(effect)
    found = target_choices(s, _answering(s, Ctx(player, card.uid)), effect, 0)
    return not any((other.controller == player) is own or other.zone not in _FIELD for other in found)
