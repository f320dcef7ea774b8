"""Plays any Deck by the tags of its effects: information first, removal, Summons by value, battle, Sets, end."""

from __future__ import annotations

from collections.abc import Sequence

from engine.action import Action, Verb
from engine.ai import judging, look
from engine.ai.picks import best_pick
from engine.ai.tags import tags
from engine.duel import Duel
from engine.effects import continuous
from engine.effects.tree import Property
from engine.procedures.joint import tributes_needed
from engine.state.duel_state import State
from engine.state.rng import Rng
from engine.vocab import CardKind, Phase

_MOST_USES = 4
"""Activations of one source a turn, so that no loop goes on for ever."""


class ScriptAgent:
    """Takes the action of the highest score; passes and ends phases when nothing scores."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self._uses: dict[tuple[int, int, int | None], int] = {}

    def choose(self, duel: Duel, player: int, actions: Sequence[Action]) -> Action:
        """Return the best action."""
        s = duel.state
        prompt = s.prompt
        assert prompt is not None
        if prompt.kind == "cards":
            return best_pick(s, player, prompt, actions)
        if prompt.kind in ("yes_no", "first"):
            return actions[0]
        if prompt.kind == "position":
            return actions[0] if self._attacks(s, player, prompt.source or 0) else actions[-1]
        best = max(actions, key=lambda action: self._score(s, player, action))
        if best.verb is Verb.ACTIVATE and best.card is not None:
            key = (s.turn, best.card, best.effect)
            self._uses[key] = self._uses.get(key, 0) + 1
        return best

    def _attacks(self, s: State, player: int, uid: int) -> bool:
        card = s.cards[uid]
        mine = look.attack_of(s, player, card)
        return mine >= max(look.strongest(s, player, 1 - player), 1) or (mine > 1200 and mine >= card.printed.defense)

    def _score(self, s: State, player: int, action: Action) -> int:
        verb = action.verb
        if verb is Verb.PASS:
            return 1
        if verb is Verb.ACTIVATE:
            return self._activation(s, player, action)
        if verb is Verb.ATTACK:
            return judging.attack(s, player, action)
        if verb is Verb.PHASE:
            return self._phase(s, player, action)
        card = look.card_of(s, action.card)
        assert card is not None
        if verb is Verb.CHANGE_POSITION:
            return self._position(s, player, action)
        if verb is Verb.FLIP_SUMMON:
            flips = bool(card.printed.definition.effects)
            return 700 if flips or self._attacks(s, player, card.uid) else -1
        if verb is Verb.SET and card.printed.kind is not CardKind.MONSTER:
            fast = card.printed.kind is CardKind.TRAP or bool(card.printed.quick)
            before_battle = s.phase is Phase.MAIN1 and s.turn > 1 and self._battle_pays(s, player)
            return -1 if before_battle or not fast else 250
        return self._summon(s, player, action)

    def _activation(self, s: State, player: int, action: Action) -> int:
        if action.card is not None and self._uses.get((s.turn, action.card, action.effect), 0) >= _MOST_USES:
            return -1
        worth = judging.activation(s, player, action)
        if worth <= 0:
            return -1
        card = look.card_of(s, action.card)
        assert card is not None
        assert action.effect is not None
        effect = card.printed.definition.effects[action.effect]
        if tags(effect) & {"draw", "search"}:
            return 9000 + worth  # Information before commitment.
        return (3000 if "remove" in tags(effect) else 1000) + worth

    def _summon(self, s: State, player: int, action: Action) -> int:
        card = look.card_of(s, action.card)
        assert card is not None
        mine = look.attack_of(s, player, card)
        threat = look.strongest(s, player, 1 - player)
        if action.verb is Verb.SPECIAL_SUMMON:
            given = 900 if action.effect is None else 0
            return 2500 + mine - given
        if action.verb in (Verb.TRIBUTE_SUMMON, Verb.TRIBUTE_SET):
            own = sorted(look.worth(s, player, other) for other in look.monsters(s, player))
            lost = sum(own[: tributes_needed(s, card)])
            if action.verb is Verb.TRIBUTE_SET:
                return -1
            return 2000 + mine if mine > threat and mine > lost * 2 // 3 else -1
        if action.verb is Verb.NORMAL_SUMMON:
            if mine > threat or (not look.monsters(s, 1 - player) and mine >= 500) or card.printed.definition.effects:
                return 1500 + mine
            return -1
        flip = any(effect.kind == "flip" for effect in card.printed.definition.effects)
        return 1000 + card.printed.defense // 10 + (500 if flip else 0)

    def _position(self, s: State, player: int, action: Action) -> int:
        card = look.card_of(s, action.card)
        assert card is not None
        mine = look.attack_of(s, player, card)
        threat = look.strongest(s, player, 1 - player)
        if card.attack:
            weak = mine < threat and continuous.defense(s, card) >= mine
            late = s.phase is Phase.MAIN2 or not self._battle_pays(s, player)
            return 400 if weak and late else -1
        return 800 if mine > threat and mine > 0 and s.phase is Phase.MAIN1 and s.turn > 1 else -1

    def _battle_pays(self, s: State, player: int) -> bool:
        foes = look.monsters(s, 1 - player)
        for card in look.monsters(s, player):
            if not card.attack or continuous.has(s, Property.CANNOT_ATTACK, card):
                continue
            mine = continuous.atk(s, card)
            if mine and (not foes or continuous.has(s, Property.DIRECT_ATTACK, card)):
                return True
            if any(mine > look.defends_with(s, player, foe) for foe in foes):
                return True
        return False

    def _phase(self, s: State, player: int, action: Action) -> int:
        if action.value == "battle":
            return 300 if self._battle_pays(s, player) else -2
        return 5 if action.value == "main2" else 0
