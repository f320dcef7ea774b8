"""Plays at random, but does not harm itself."""

from __future__ import annotations

from collections.abc import Sequence

from engine.action import Action, Verb
from engine.ai import judging, look
from engine.ai.chance import dice
from engine.ai.declaring import best_name
from engine.ai.picks import best_pick
from engine.duel import Duel
from engine.procedures.lending import LEND


class SensibleAgent:
    """Random among what does no harm: no hopeless attack, no removal of the own cards, no pointless Tribute."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, duel: Duel, player: int, actions: Sequence[Action]) -> Action:
        """Return a random action that does no harm; any if all do."""
        s = duel.state
        prompt = s.prompt
        if prompt is not None and prompt.kind == "cards":
            return best_pick(s, player, prompt, actions)
        if prompt is not None and prompt.kind == "name":
            return best_name(s, prompt)
        rng = dice(self.seed, duel, player, actions)
        good = [action for action in actions if not self._harmful(duel, player, action)] or list(actions)
        staying = [action for action in good if action.verb is not Verb.PHASE]
        if staying and len(staying) < len(good) and rng.below(5):
            good = staying
        return good[rng.below(len(good))]

    def _harmful(self, duel: Duel, player: int, action: Action) -> bool:
        s = duel.state
        if action.verb is Verb.ATTACK:
            return judging.attack(s, player, action) < 0
        if action.verb is Verb.ACTIVATE:
            return judging.helps_only_other_side(s, player, action)
        if action.verb is Verb.CHOOSE and s.prompt is not None and s.prompt.reason == LEND:
            return judging.lends(s, player) is not (action.value == "yes")
        if action.verb in (Verb.CHANGE_POSITION, Verb.MISPLACE):
            return True
        if action.verb is Verb.TRIBUTE_SUMMON:
            card = look.card_of(s, action.card)
            assert card is not None
            return look.attack_of(s, player, card) < look.strongest(s, player, player)
        if action.verb is Verb.SPECIAL_SUMMON and action.effect is None:
            card = look.card_of(s, action.card)
            assert card is not None
            # What is made of monsters on the field should be stronger than the best of them.
            return max(card.printed.atk, card.printed.defense) < look.strongest(s, player, player)
        return False
