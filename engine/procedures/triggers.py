"""Waiting triggers are placed on a Chain, in the order the ruleset gives."""

from __future__ import annotations

from engine.effects.tree import EffectKind, Happening, Timing
from engine.procedures.activating import Activate, common_reasons
from engine.state.duel_state import Frame, State
from engine.state.records import Link, Prompt, Waiting
from engine.state.seats import are_mates, around, foes, mates, turn_order
from engine.vocab import Zone

_PUBLIC = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD, Zone.GY, Zone.BANISHED)


class Placing(Frame):
    """Places what has been triggered; what cannot be placed now is lost. ``one_only``: each effect on a Chain of its own."""

    __slots__ = ("asked", "group", "joining", "moment", "offered", "one_only", "swapped")

    def __init__(self, moment: int, one_only: bool, joining: bool = False) -> None:
        super().__init__("next")
        self.moment = moment
        """The last moment before the window: an optional "when" must be of it."""
        self.one_only = one_only
        self.joining = joining
        """They join the Chain that is being built, at the very moment they were provoked."""
        self.group = 0
        self.offered: list[Waiting] = []
        self.asked = False
        """The opponents have said whose effects come first, or there was nothing to say."""
        self.swapped = False
        """The one whose turn comes later is the first."""

    def _groups(self, s: State) -> list[tuple[int, bool | None]]:
        """Return the groups: a player, and whether compulsory, optional or (None) all of that player's."""
        if s.rules.trigger_order == "team":
            # tag.trigger.order_of_simultaneous_effects: the opponents say which of them is the first (``_ask_order``).
            first, second = sorted(foes(s, s.turn_player), key=lambda foe: around(s, s.turn_player).index(foe))
            order = [*mates(s, s.turn_player), *((second, first) if self.swapped else (first, second))]
            return [(player, None) for player in order]
        order = turn_order(s)
        if s.rules.trigger_order == "four_groups":
            return [(player, optional) for optional in (False, True) for player in order]
        return [(player, None) for player in order]

    def run(self, s: State) -> None:
        """Place the next one."""
        if self.step == "answered":
            answer = s.take()
            if answer == "pass":
                s.waiting = [item for item in s.waiting if item not in self.offered]
                self.step = "next"
                return
            self._place(s, answer)
            return
        if self.step == "ordered":
            self.swapped = s.take() == "no"
            self.step = "next"
        if self.one_only and s.chain:
            s.finish(self)
            return
        held = [item for item in s.waiting if is_held(s, item) or (self.joining and not is_provoked(item))]
        s.waiting = [item for item in s.waiting if item in held or self._in_time(s, item)]
        groups = self._groups(s)
        ready = [item for item in s.waiting if item not in held]
        if s.rules.trigger_order_own == "by_time" and ready:
            # trigger.order.first_triggered_first: time goes before the order of groups.
            first = min(item.event.moment for item in ready)
            ready = [item for item in ready if item.event.moment == first]
            self.group = 0
        # Where hidden places come last, all groups of public ones go first (trigger.order.hidden).
        apart = s.rules.trigger_order_hidden == "hidden_after_public_ocg"
        rounds = [(*group, hidden) for hidden in ((False, True) if apart else (None,)) for group in groups]
        while self.group < len(rounds):
            player, optional, hidden = rounds[self.group]
            offered = [
                item
                for item in ready
                if item.player == player
                and (optional is None or is_optional(s, item) is optional)
                and (hidden is None or is_hidden(s, item) is hidden)
            ]
            if offered:
                if self._ask_order(s, player, {item.player for item in ready}):
                    return
                self._offer(s, player, offered)
                return
            self.group += 1
        s.waiting = held
        s.finish(self)

    def _ask_order(self, s: State, player: int, waiting: set[int]) -> bool:
        """Ask the opponent whose turn comes first whether the own effects go first, if both opponents have some."""
        if s.rules.trigger_order != "team" or self.asked or are_mates(player, s.turn_player):
            return False
        self.asked = True
        if not waiting.issuperset(mates(s, player)):
            return False
        self.step = "ordered"
        s.ask(Prompt("yes_no", player, "trigger_order", words=("yes", "no")))
        return True

    def _in_time(self, s: State, item: Waiting) -> bool:
        if not still_possible(s, item):
            return False
        if self.joining or not has_missed(s, item, self.moment):
            return True
        card = s.cards[item.uid]
        if card.face_up and card.zone in _PUBLIC:
            s.write("missed", card=card.uid)
        return False

    def _offer(self, s: State, player: int, offered: list[Waiting]) -> None:
        self.offered = offered
        compulsory = not all(is_optional(s, item) for item in offered)
        pairs = tuple(dict.fromkeys((item.uid, item.effect) for item in offered))
        if compulsory and len(pairs) == 1:
            self._place(s, offered[0])
            return
        self.step = "answered"
        s.ask(Prompt("trigger", player, "compulsory" if compulsory else "optional", extra=pairs))

    def _place(self, s: State, item: Waiting) -> None:
        self.step = "next"
        s.waiting = [other for other in s.waiting if other is not item]
        s.push(Activate(Link(item.uid, item.effect, item.player, s.cards[item.uid].stamp, item.event)))


def is_optional(s: State, item: Waiting) -> bool:
    """Whether the player may leave the triggered effect unused."""
    effect = s.cards[item.uid].printed.definition.effects[item.effect]
    return effect.optional


def is_hidden(s: State, item: Waiting) -> bool:
    """Whether the card lies in a hidden place now: in a hand or Deck, or face-down."""
    card = s.cards[item.uid]
    return card.zone in (Zone.HAND, Zone.DECK) or (card.zone not in (Zone.GY, Zone.BANISHED) and not card.face_up)


def is_provoked(item: Waiting) -> bool:
    """Whether a trigger may join the Chain that is being built by a house rule (speed.flip_and_trigger).

    A Flip Summon keeps Flip effects at Spell Speed 1, and what a phase brings waits for its own Chain.
    """
    if item.event.what is Happening.PHASE:
        return False
    return item.event.what is not Happening.FLIPPED or item.event.summon is None


def is_held(s: State, item: Waiting) -> bool:
    """Whether what being turned up by an attack triggered has to wait for its part of the Damage Step."""
    battle = s.battle
    if battle is None or battle.step in ("", "effects", "end"):
        return False
    if battle.step == "after" and s.rules.battle_damage_step_parts == "five_parts":
        return False
    return item.event.what is Happening.FLIPPED


def has_missed(s: State, item: Waiting, moment: int) -> bool:
    """Whether something else has happened since the event of an optional "when" (trigger.optional_when_can_miss)."""
    by_attack = item.event.what is Happening.FLIPPED and s.battle is not None and s.battle.calculated
    effect = s.cards[item.uid].printed.definition.effects[item.effect]
    return not by_attack and is_optional(s, item) and effect.timing is Timing.WHEN and item.event.moment != moment


def still_possible(s: State, item: Waiting) -> bool:
    """Whether a waiting trigger can be placed but for its timing: place, limit, cost and target."""
    card = s.cards[item.uid]
    effect = card.printed.definition.effects[item.effect]
    if card.stamp != item.stamp:
        rule = s.rules.trigger_location
        if effect.kind is EffectKind.FLIP:
            rule = "may_be_hidden_2005" if s.rules.flip_by_battle_left_field == "activates_even_if_gone" else rule
        if rule == "lost_if_moved_2021" or (rule == "must_be_public_before_2021" and card.zone not in _PUBLIC):
            return False
    return next(common_reasons(s, item.player, card, item.effect, item.event, trigger=True), None) is None
