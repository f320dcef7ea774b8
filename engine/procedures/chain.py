"""A Chain is built, link by link, and resolves backwards."""

from __future__ import annotations

from engine.effects import conditions, continuous
from engine.effects.context import Ctx, link_ctx, marked
from engine.effects.tree import EffectKind, Happening, Property
from engine.effects.verbs.dice import roll
from engine.procedures import moving
from engine.procedures.activating import CHAIN_LONG, Activate, common_reasons, limit_key
from engine.procedures.events import answerable, emit
from engine.procedures.resolving import Carry, effect_of
from engine.procedures.settling import goes_after_use, settle
from engine.procedures.triggers import Placing, is_held, is_provoked
from engine.state.card import ON_FIELD, CardState
from engine.state.duel_state import Frame, State
from engine.state.records import GameEvent, Link, Prompt, Snap, Waiting
from engine.state.seats import after, are_mates, turn_order
from engine.vocab import CardKind, Cause, Phase, SpellTrapIcon, Zone

_RESPONDERS = {"two": 2, "four": 4}
"""By ``chain.response_order``, how many have to pass in a row."""


class Building(Frame):
    """Asks for links until all players have passed in a row, then resolves them (chain.builds_until_both_pass).

    They are asked in the order of turns (tag.chain.responses_follow_turn_order, tag.chain.resolves_when_everyone_has_passed).
    """

    __slots__ = ("at", "passes", "player")

    def __init__(self, player: int, linking: bool = False) -> None:
        super().__init__("linked" if linking else "ask")
        self.player = player
        self.passes = 0
        self.at = 0

    def run(self, s: State) -> None:
        """Ask, add a link, or resolve one."""
        if self.step == "ask":
            if s.rules.speed_flip_and_trigger == "two" and any(
                is_provoked(item) and not is_held(s, item) for item in s.waiting
            ):
                self.step = "linked"
                s.push(Placing(s.moment, one_only=False, joining=True))
                return
            forced = self._compulsory(s)
            if forced is not None:
                s.push(Activate(forced))
                self.passes = 0
                return
            self.step = "answered"
            s.ask(Prompt("respond", self.player, "chain"))
        elif self.step == "answered":
            answer = s.take()
            if answer == "pass":
                self.passes += 1
                self.player = after(s, self.player)
                done = self.passes == _RESPONDERS[s.rules.chain_response_order]
                self.step = "resolve" if done else "ask"
                if done:
                    s.events = []
                    self.at = len(s.chain) - 1
            else:
                s.push(answer)
                self.step = "linked"
        elif self.step == "linked":
            self.passes = 0
            self.player = after(s, s.chain[-1].player)
            self.step = "ask"
        elif self.step == "resolve":
            self._resolve(s)
        else:
            self._after(s)

    def _compulsory(self, s: State) -> Link | None:
        """Return a Quick Effect that has to answer the last link, the turn player's first."""
        if not s.chain:
            return None
        found: list[Link] = []
        for uid in s.index.quick:
            card = s.cards[uid]
            if card.zone is not Zone.MONSTER or not card.face_up or continuous.negated(s, card):
                continue
            for number in card.printed.quick:
                effect = card.printed.definition.effects[number]
                if effect.optional or effect.event is None:
                    continue
                event = answerable(s, Ctx(card.controller, uid), effect.event)
                if event is None or any(link.uid == uid and link.event == event for link in s.chain):
                    continue
                if next(common_reasons(s, card.controller, card, number, event, trigger=True), None) is None:
                    found.append(Link(uid, number, card.controller, card.stamp, event))
        order = turn_order(s)
        found.sort(key=lambda link: order.index(link.player))
        return found[0] if found else None

    def _resolve(self, s: State) -> None:
        if self.at < 0:
            self._end(s)
            return
        link = s.chain[self.at]
        self.step = "after"
        s.later()
        s.write("resolve", card=link.uid, link=self.at + 1, negated=link.negated, shown=True)
        if not link.negated and Property.DIE_SHIELD in s.index.statics:
            self._roll_against(s, link)
        if not link.negated and self._can_resolve(s, link):
            s.push(Carry(link))

    def _roll_against(self, s: State, link: Link) -> None:
        """Roll for the monsters the link targets that may be spared by it; if one is, the card is destroyed."""
        source = s.cards[link.uid]
        for target in marked(s, link.targets):
            if are_mates(target.controller, link.player) or not target.face_up:
                continue
            for found in continuous.on_card(s, Property.DIE_SHIELD, target):
                if str(roll(s, target.controller)) in found.static.word.split():
                    link.negated = "effect"
                    s.write("effect_negated", card=link.uid)
                    if source.live is not None and source.stamp == link.stamp:
                        moving.destroy(s, [source], cause=Cause.EFFECT, by=target.controller, source=target.uid)
                    return

    def _can_resolve(self, s: State, link: Link) -> bool:
        card, effect = s.cards[link.uid], effect_of(s, link)
        here = card.stamp == link.stamp
        if not here and not card.printed.monster and not goes_after_use(card):
            return False  # effect.continuous_cards_must_stay
        if here and card.zone in ON_FIELD and continuous.negated(s, card):
            return False
        if link.numbers.get("negated") and not (here and card.live is not None and not card.face_up):
            return False  # What was applied to the monster follows its effect off the field, not face-down.
        if link.numbers.get("defending") and any(continuous.on_card(s, Property.DEFENDERS_NEGATED, card)):
            return False
        return not (
            effect.condition_at_resolution
            and effect.condition is not None
            and not conditions.met(s, link_ctx(link), effect.condition)
        )

    def _after(self, s: State) -> None:
        link = s.chain[self.at]
        card = s.cards[link.uid]
        if link.negated != "activation" and s.waits_for(Happening.RESOLVED):
            self._tell(s, link, card)
        if not link.negated and Property.DIES_WHEN_TARGETED in s.index.statics:
            doomed = [
                other
                for other in marked(s, link.targets)
                if other.face_up and continuous.has(s, Property.DIES_WHEN_TARGETED, other)
            ]
            moving.destroy(s, doomed, cause=Cause.EFFECT)
        if (
            card.printed.icon is SpellTrapIcon.EQUIP
            and card.stamp == link.stamp
            and card.live is not None
            and card.live.equip is None
        ):
            moving.send(s, [card], cause=Cause.RULE)
        settle(s)
        self.at -= 1
        self.step = "resolve"

    def _tell(self, s: State, link: Link, card: CardState) -> None:
        """Let it be known that a link has resolved."""
        effect = effect_of(s, link)
        as_card = effect.kind is EffectKind.ACTIVATION
        seen = Snap(card.uid, card.stamp, link.player, card.zone, card.face_up, card.attack, 0, card.index)
        emit(
            s,
            GameEvent(
                Happening.RESOLVED, s.moment, (seen,), player=link.player, by=link.player, source=link.uid, direct=as_card
            ),
        )

    def _try_again(self, s: State) -> None:
        """Let compulsory effects of the phase wait again whose activation was negated (phase.mandatory_trigger)."""
        for link in s.chain:
            effect = effect_of(s, link)
            event, card = link.event, s.cards[link.uid]
            if link.negated != "activation" or effect.optional or event is None or event.what is not Happening.PHASE:
                continue
            if card.stamp == link.stamp:
                if effect.limit is not None:
                    s.uses[limit_key(link.player, card, link.effect, effect)] -= 1
                s.waiting.append(Waiting(link.uid, link.effect, link.player, link.stamp, event))

    def _end(self, s: State) -> None:
        used = []
        for link in s.chain:
            card, effect = s.cards[link.uid], effect_of(s, link)
            if (
                effect.kind is EffectKind.ACTIVATION
                and card.stamp == link.stamp
                and card.live is not None
                and card.live.equip is None
                and (link.negated == "activation" or (goes_after_use(card) and not effect.stays))
            ):
                used.append(card)
        if used:
            lost = s.rules.spell_normal_after_use == "destroyed"
            spells = [card for card in used if lost and card.printed.kind is CardKind.SPELL]
            moving.destroy(s, spells, cause=Cause.RULE)
            moving.send(s, [card for card in used if card not in spells], cause=Cause.RULE)
        if s.phase in (Phase.STANDBY, Phase.END) and s.rules.phase_mandatory_trigger == "repeats_until_resolved":
            self._try_again(s)
        if s.uses:
            s.uses = {key: used for key, used in s.uses.items() if not key.startswith(CHAIN_LONG)}
        s.chain = []
        settle(s)
        s.finish(self)
