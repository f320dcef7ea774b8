"""What has to be paid for again in every Standby Phase of its controller (phase.standby.effects_and_costs)."""

from __future__ import annotations

from engine.effects import amounts, continuous
from engine.effects.context import Ctx, mark, marked
from engine.effects.tree import Property
from engine.procedures import life, moving
from engine.state.duel_state import Frame, State
from engine.state.records import Mark, Prompt
from engine.state.seats import team_state
from engine.vocab import Cause


class Upkeep(Frame):
    """Goes through the cards of the turn player that want to be paid for: paid, or destroyed (monster.cost_effect.upkeep)."""

    __slots__ = ("due",)

    def __init__(self, due: list[Mark]) -> None:
        super().__init__("next")
        self.due = due

    def run(self, s: State) -> None:
        """Ask for the next one where there is a choice, then pay or destroy."""
        if self.step == "answered":
            self.step = "next"
            self._settle(s, pays=s.take() == "yes")
            return
        while self.due and not _price(s, self.due[0]):
            self.due.pop(0)
        if not self.due:
            s.finish(self)
            return
        player = s.cards[self.due[0][0]].controller
        price, choice = _price(s, self.due[0])[0]
        affordable = price <= team_state(s, player).lp
        if affordable and choice:
            self.step = "answered"
            s.ask(Prompt("yes_no", player, "upkeep", self.due[0][0], words=("yes", "no")))
        else:
            self._settle(s, pays=affordable)

    def _settle(self, s: State, pays: bool) -> None:
        due = self.due.pop(0)
        if pays:
            life.pay(s, s.cards[due[0]].controller, _price(s, due)[0][0])
        else:
            moving.destroy(s, marked(s, [due]), cause=Cause.RULE)


def _price(s: State, due: Mark) -> list[tuple[int, bool]]:
    """Return what a card costs now and whether its controller may refuse; nothing if it costs nothing."""
    found = []
    for card in marked(s, [due]):
        for static in card.printed.definition.statics:
            if static.property is Property.UPKEEP and card.face_up and not continuous.negated(s, card):
                price = amounts.value(s, Ctx(card.controller, card.uid), static.value)
                found.append((price, static.word not in ("must", "each")))
    return found


def _in_each_turn(s: State, uid: int) -> bool:
    statics = s.cards[uid].printed.definition.statics
    return any(static.property is Property.UPKEEP and static.word == "each" for static in statics)


def begin_upkeep(s: State) -> None:
    """Start what is due in this Standby Phase, if anything is."""
    due = []
    for player, side in enumerate(s.players):
        for uid in (*side.monsters, *side.spells, side.field):
            if uid >= 0 and _price(s, mark(s.cards[uid])) and (player == s.turn_player or _in_each_turn(s, uid)):
                due.append(mark(s.cards[uid]))
    if due:
        s.push(Upkeep(due))
