"""Whether an attack or an activation does harm, for a player who only wants to avoid that."""

from __future__ import annotations

from engine.action import Action
from engine.ai import look
from engine.ai.tags import aims_at_own, tags
from engine.effects import continuous, matching
from engine.effects.context import Ctx
from engine.effects.filters import Select
from engine.effects.tree import Effect, Property
from engine.effects.verbs import Banish, Destroy, ToHand
from engine.procedures.targeting import target_choices
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.seats import are_mates, facing, team_state
from engine.vocab import Zone

_LENT = 300
"""What it is worth beside that a Summon of the partner goes on."""
_FIELD = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD)


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
    return worth if not are_mates(card.controller, player) else -worth - 200


def lends(s: State, player: int) -> bool:
    """Whether it pays to lend the partner what is asked for: what is to be Summoned is worth more on the same side."""
    prompt = s.prompt
    if prompt is None or prompt.source is None:
        return False
    given = sum(look.worth(s, player, s.cards[uid]) for uid in prompt.cards)
    return look.worth(s, player, s.cards[prompt.source]) + _LENT > given


def attack(s: State, player: int, action: Action) -> int:
    """Return what an attack is worth: what dies and what is dealt."""
    card = look.card_of(s, action.card)
    assert card is not None
    mine = continuous.atk(s, card)
    if action.target is None:
        return 20_000 if mine >= team_state(s, facing(s, player)).lp else mine
    target = look.card_of(s, action.target)
    assert target is not None
    other = look.defends_with(s, player, target)
    proof = target.face_up and continuous.has(s, Property.BATTLE_PROOF, target)
    if target.attack:
        if mine > other:
            dealt = mine - other
            if dealt >= team_state(s, facing(s, player)).lp:
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
    return not any(are_mates(other.controller, player) is own or other.zone not in _FIELD for other in found)
