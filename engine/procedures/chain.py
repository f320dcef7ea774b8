"""A Chain is built, link by link, and resolves backwards."""

from __future__ import annotations

from engine.effects import conditions, continuous
from engine.effects.context import Ctx, link_ctx, marked
from engine.effects.tree import EffectKind, Property
from engine.procedures import moving
from engine.procedures.activating import Activate, common_reasons
from engine.procedures.events import answerable
from engine.procedures.resolving import Carry, effect_of
from engine.procedures.settling import goes_after_use, settle
from engine.state.card import ON_FIELD
from engine.state.duel_state import Frame, State
from engine.state.records import Link, Prompt
from engine.vocab import Cause, SpellTrapIcon, Zone


class Building(Frame):
    """Asks for links until both players have passed, then resolves them (chain.builds_until_both_pass)."""

    __slots__ = ("at", "passes", "player")

    def __init__(self, player: int, linking: bool = False) -> None:
        super().__init__("linked" if linking else "ask")
        self.player = player
        self.passes = 0
        self.at = 0

    def run(self, s: State) -> None:
        """Ask, add a link, or resolve one."""
        if self.step == "ask":
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
                self.player = 1 - self.player
                self.step = "resolve" if self.passes == 2 else "ask"
                if self.passes == 2:
                    s.events = []
                    self.at = len(s.chain) - 1
            else:
                s.push(answer)
                self.step = "linked"
        elif self.step == "linked":
            self.passes = 0
            self.player = 1 - s.chain[-1].player
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
        found.sort(key=lambda link: link.player != s.turn_player)
        return found[0] if found else None

    def _resolve(self, s: State) -> None:
        if self.at < 0:
            self._end(s)
            return
        link = s.chain[self.at]
        self.step = "after"
        s.later()
        s.write("resolve", card=link.uid, link=self.at + 1, negated=link.negated, shown=True)
        if not link.negated and self._can_resolve(s, link):
            s.push(Carry(link))

    def _can_resolve(self, s: State, link: Link) -> bool:
        card, effect = s.cards[link.uid], effect_of(s, link)
        here = card.stamp == link.stamp
        if not here and not card.printed.monster and not goes_after_use(card):
            return False  # effect.continuous_cards_must_stay
        if here and card.zone in ON_FIELD and continuous.negated(s, card):
            return False
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
            moving.send(s, used, cause=Cause.RULE)
        s.chain = []
        settle(s)
        s.finish(self)
