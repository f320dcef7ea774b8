"""Normal, Tribute and Flip Summons, Sets, Special Summons by a monster's own condition."""

from __future__ import annotations

from collections.abc import Iterator

from engine.effects import conditions, continuous, matching
from engine.effects.context import Ctx, link_ctx
from engine.effects.tree import Effect, PayCards, Property, Until, Who
from engine.procedures import costs, joint, lending, loops, moving
from engine.procedures.activating import MAIN, limit_key
from engine.procedures.arriving import Arrive, announce, bars, may_arrive, zone_for
from engine.procedures.attempt import Attempt
from engine.procedures.because import forbidden, not_met
from engine.procedures.moving import bounce, bounces, free_zone, to_row
from engine.procedures.picking import ask_cards
from engine.procedures.turning import flip
from engine.procedures.windows import Window
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.records import Lingering, Link
from engine.state.seats import facing, mates, team_state, turn_order
from engine.vocab import Cause, SummonKind, Zone
from engine.vocab import Frame as CardFrame


def is_open(s: State, player: int) -> bool:
    """Whether a player is in an open state of the own Main Phase."""
    return s.turn_player == player and s.phase in MAIN and s.prompt is not None and s.prompt.kind == "open"


def in_open_state(s: State, player: int) -> Iterator[str]:
    """Yield what forbids acts that need an open state of the own Main Phase."""
    if s.turn_player != player or s.phase not in MAIN:
        yield "phase.main.actions"
    elif s.prompt is None or s.prompt.kind != "open":
        yield "timing.open_state.actions_that_need_it"


def _normal_left(s: State, player: int, card: CardState, a_set: bool) -> bool:
    if not s.uses and not s.lingering and Property.EXTRA_NORMAL not in s.index.statics:
        return s.players[player].normals < 1
    extras = {found.static.by for found in continuous.on_player(s, Property.EXTRA_NORMAL, player)}
    beside = sum(count for key, count in s.uses.items() if key.startswith(f"extra/{player}/"))
    plain = s.players[player].normals - beside
    return plain < (2 if None in extras else 1) or next(_extra(s, player, card, a_set), None) is not None


def _extra(s: State, player: int, card: CardState, a_set: bool) -> Iterator[str]:
    """Yield under which names the Summon could be counted as one that an effect allows beside the normal one."""
    for found in () if a_set else continuous.on_player(s, Property.EXTRA_NORMAL, player):
        by, key = found.static.by, f"extra/{player}/{s.cards[found.source].printed.name}"
        if by is not None and not s.uses.get(key) and matching.matches(s, Ctx(player, found.source), by, card):
            yield key


def _loops(s: State, player: int, card: CardState) -> Iterator[str]:
    if Property.STRONGEST_UNAFFECTED in s.index.statics and loops.would_loop(s, player, card):
        yield "loop.no_progress.may_not_be_started"


_TRIBUTES = {
    1: "summon.tribute.level_five_six_one",
    2: "summon.tribute.level_seven_plus_two",
    3: "summon.tribute.level_nine_plus_three",
}
"""What is told when so many Tributes are not there."""


def normal_reasons(s: State, player: int, card: CardState, tribute: bool, a_set: bool, zone: int | None) -> Iterator[str]:
    """Yield what forbids a Normal Summon or Set of a monster, with or without Tributes."""
    if not is_open(s, player):
        yield from in_open_state(s, player)
    if not tribute and not a_set and comes_again(player, card):
        if not _normal_left(s, player, card, a_set):
            yield "summon.normal.once_per_turn"
        yield from forbidden(continuous.on_player(s, Property.CANNOT_SUMMON, player))
        yield from forbidden(continuous.on_player(s, Property.CANNOT_NORMAL, player))
        return
    if card.zone is not Zone.HAND or not card.printed.monster:
        yield "summon.normal.face_up_attack_from_hand" if not a_set else "summon.set.face_down_defense"
        return
    rules = card.printed.definition.summon
    if not rules.normal or card.printed.frame is CardFrame.RITUAL:
        yield "summon.normal.which_monsters"
        return  # Nothing that is said of Tributes and turns would help.
    if not a_set and rules.normal_if is not None and not conditions.met(s, Ctx(player, card.uid), rules.normal_if):
        yield not_met(s, Ctx(player, card.uid), rules.normal_if)
    need = joint.tributes_needed(s, card)
    if tribute and not need:
        yield "summon.tribute.needs_a_reason"
    elif need and not tribute:
        free = rules.without_tribute is not None and conditions.met(s, Ctx(player, card.uid), rules.without_tribute)
        if not free:
            yield "summon.tribute.required_from_level_five"
    if not _normal_left(s, player, card, a_set):
        yield "summon.normal.once_per_turn"
    if not a_set:
        yield from forbidden(continuous.on_player(s, Property.CANNOT_SUMMON, player))
        yield from _loops(s, player, card)
    elif not rules.settable:
        yield "card.text.follow_instructions"
    yield from forbidden(continuous.on_player(s, Property.CANNOT_NORMAL, player))
    yield from forbidden(continuous.prohibitions(s, card))
    if not tribute:
        if free_zone(s, player, Zone.MONSTER, zone) is None and not bounces(s, card, zone):
            yield "zone.full.cannot_play"
    elif need and not joint.tributes_possible(s, player, card):
        yield "card.text.follow_instructions" if rules.tributes else _TRIBUTES[need]
        if lending.was_refused(s, player):
            yield lending.RULE
    elif need and zone is not None and not joint.tributes_possible(s, player, card, zone):
        yield "zone.full.cannot_play"
    if costs.toll(s, player, card) > team_state(s, player).lp:
        yield "cost.must_be_payable"


def comes_again(player: int, card: CardState) -> bool:
    """Whether a Gemini Monster may be Normal Summoned where it lies (gemini.second_summon_gives_effect)."""
    here = card.printed.gemini and card.zone is Zone.MONSTER and card.controller == player
    return here and card.face_up and matching.is_plain_gemini(card)


def still_coming(s: State, card: CardState, to: int) -> bool:
    """Whether an attempted Summon goes on; if not, the window after the Chain is opened."""
    if card.zone is Zone.NOWHERE and zone_for(s, to, card) is None:
        moving.send(s, [card], cause=Cause.RULE)
    if card.zone is Zone.NOWHERE:
        return True
    s.push(Window("chain", turn_order(s)))
    return False


class NormalSummon(Frame):
    """A Normal Summon or Set of a monster from its Tributes to the window after it."""

    __slots__ = ("a_set", "given", "player", "tribute", "uid", "zone")

    def __init__(self, uid: int, player: int, tribute: bool, a_set: bool, zone: int | None) -> None:
        super().__init__("start")
        self.uid = uid
        self.player = player
        self.tribute = tribute
        self.a_set = a_set
        self.zone = zone
        self.given: list[int] = []
        """The Tributes, by uid."""

    def run(self, s: State) -> None:
        """Ask for the Tributes, let the Summon be attempted, then place the monster."""
        card = s.cards[self.uid]
        if self.step == "tried":
            self._arrive(s, card)
            return
        if not self.tribute and card.zone is Zone.HAND and free_zone(s, self.player, Zone.MONSTER) is None:
            s.finish(self)
            bounce(s, card)
            return
        if self.step == "start" and self.tribute:
            self.step = "tributes"
            need = joint.tributes_needed(s, card)
            rule = ("tribute", self.uid, self.zone)
            ask_cards(s, self.player, joint.tributes(s, self.player), need, need, "tribute", self.uid, rule)
            return
        if self.step == "tributes":
            self.given = list(s.take())
            if lending.ask(s, self.player, self.uid, self.given):
                self.step = "agreed"
                return
        elif self.step == "agreed" and not lending.agreed(s, self.player, self.uid, self.given):
            s.finish(self)
            return
        s.later()
        costs.pay_toll(s, self.player, card)
        if self.tribute:
            given = [s.cards[uid] for uid in self.given]
            lost = s.rules.tribute_destroyed == "yes"
            moving.send(s, given, cause=Cause.TRIBUTE, by=self.player, source=self.uid, as_destroyed=lost)
            s.later()
        s.players[self.player].normals += 1
        for key in _extra(s, self.player, card, self.a_set):
            s.uses[key] = 1
            break
        if not self.a_set:
            self.step = "tried"
            s.push(Attempt(self.uid, self.player, SummonKind.TRIBUTE if self.tribute else SummonKind.NORMAL))
            return
        live = to_row(s, card, Zone.MONSTER, self.player, self._place(s), face_up=False)
        s.finish(self)
        live.how = SummonKind.SET
        s.write("set_monster", player=self.player, card=self.uid)
        if s.rules.chain_what_can_be_answered == "any_action":
            s.push(Window("set", turn_order(s)))

    def _place(self, s: State) -> int:
        index = free_zone(s, self.player, Zone.MONSTER, self.zone)
        if index is None:
            index = free_zone(s, self.player, Zone.MONSTER)
        assert index is not None
        return index

    def _arrive(self, s: State, card: CardState) -> None:
        s.take()
        s.finish(self)
        if card.live is not None and not comes_again(self.player, card):
            s.push(Window("chain", turn_order(s)))
            return
        if card.live is None and not still_coming(s, card, self.player):
            return
        s.later()
        if card.live is not None:
            live = card.live
            live.again = True
        else:
            live = to_row(s, card, Zone.MONSTER, self.player, self._place(s), face_up=True, attack=True)
            live.how = SummonKind.TRIBUTE if self.tribute else SummonKind.NORMAL
        card.proper = True
        how = SummonKind.NORMAL if live.again else live.how or SummonKind.NORMAL
        s.write("normal_summon", player=self.player, card=self.uid, how=how)
        announce(s, [self.uid], how, self.player, self.uid)
        s.push(Window("summon", turn_order(s)))


def flip_reasons(s: State, player: int, card: CardState) -> Iterator[str]:
    """Yield what forbids a Flip Summon."""
    yield from in_open_state(s, player)
    if card.zone is not Zone.MONSTER or card.controller != player or card.face_up:
        yield "summon.flip.to_face_up_attack"
        return
    yield from forbidden(continuous.on_player(s, Property.CANNOT_SUMMON, player))
    yield from _loops(s, player, card)
    if card.on_field.arrived == s.turn:
        yield "summon.flip.not_on_the_turn_it_was_set"
    elif holds := list(continuous.on_card(s, Property.CANNOT_CHANGE_POSITION, card)):
        yield from forbidden(holds)
    elif card.on_field.changed == s.turn:
        yield "position.once_per_turn"


class FlipSummon(Frame):
    """A Flip Summon: attempted face-down in its place, then turned up."""

    __slots__ = ("player", "stamp", "uid")

    def __init__(self, card: CardState, player: int) -> None:
        super().__init__("start")
        self.uid = card.uid
        self.stamp = card.stamp
        self.player = player

    def run(self, s: State) -> None:
        """Let the Summon be attempted, then turn the monster up."""
        card = s.cards[self.uid]
        if self.step == "start":
            s.later()
            card.on_field.changed = s.turn
            self.step = "tried"
            s.push(Attempt(self.uid, self.player, SummonKind.FLIP))
            return
        s.take()
        s.finish(self)
        if card.stamp != self.stamp or card.face_up:
            s.push(Window("chain", turn_order(s)))
            return
        s.later()
        card.attack = True
        card.on_field.how = SummonKind.FLIP
        s.write("flip_summon", player=self.player, card=card.uid)
        flip(s, card, by=self.player, source=card.uid, summon=SummonKind.FLIP)
        announce(s, [card.uid], SummonKind.FLIP, self.player, card.uid)
        s.push(Window("summon", turn_order(s)))


def own_reasons(s: State, player: int, card: CardState, number: int, zone: int | None) -> Iterator[str]:
    """Yield what forbids a Special Summon by the monster's own condition."""
    effect = card.printed.definition.effects[number]
    yield from in_open_state(s, player)
    if card.zone not in (effect.zones or (Zone.HAND,)) or card.owner != player:
        yield "summon.special.own_condition_monsters"
        return
    if not may_arrive(s, player, card, SummonKind.SPECIAL, card.uid):
        told = list(forbidden(bars(s, player)))
        yield from told or ["summon.special.own_condition_monsters"]
    if effect.limit is not None and s.uses.get(limit_key(player, card, number, effect), 0) >= effect.limit.times:
        yield "limit.hard.by_name_for_the_player"
    if any(
        oath.property is Property.CANNOT_NORMAL and any(s.players[mate].normals for mate in mates(s, player))
        for oath in effect.oaths
    ):
        yield "limit.oath.looks_both_ways"
    yield from _loops(s, player, card)
    ctx = Ctx(player, card.uid)
    if effect.condition is not None and not conditions.met(s, ctx, effect.condition):
        yield not_met(s, ctx, effect.condition)
    to = player if effect.summon_to is Who.YOU else facing(s, player)
    if zone_for(s, to, card, zone) is None and (zone is not None or not _frees(s, ctx, to, effect)):
        yield "zone.full.cannot_play"
    if not costs.payable(s, ctx, effect.cost, costs.toll(s, player, card)):
        yield from costs.unpayable(s, ctx, effect.cost)


def _frees(s: State, ctx: Ctx, to: int, effect: Effect) -> bool:
    return any(
        other.zone is Zone.MONSTER and other.controller == to
        for cost in effect.cost
        if isinstance(cost, PayCards)
        for other in costs.choices(s, ctx, cost)
    )


class OwnSummon(Frame):
    """A Special Summon by the monster's own condition: its cost, the attempt, its arrival, the window after it."""

    __slots__ = ("at", "key", "link", "zone")

    def __init__(self, link: Link, zone: int | None) -> None:
        super().__init__("cost")
        self.link = link
        self.zone = zone
        self.at = 0
        self.key = ""
        """The limit that was used."""

    def run(self, s: State) -> None:
        """Pay, try, Summon, open the window."""
        link = self.link
        card = s.cards[link.uid]
        effect = card.printed.definition.effects[link.effect]
        if self.step == "cost":
            if self.at < len(effect.cost):
                self.step = "paid"
                if self.at == 0:
                    s.later()
                costs.ask(s, link_ctx(link), effect.cost[self.at])
                return
            costs.pay_toll(s, link.player, card)
            if self.at == 0:
                s.later()
            self.key = limit_key(link.player, card, link.effect, effect) if effect.limit is not None else ""
            if self.key:
                s.uses[self.key] = s.uses.get(self.key, 0) + 1
            self.step = "tried"
            s.push(Attempt(card.uid, link.player, SummonKind.SPECIAL, "any"))
        elif self.step == "paid":
            costs.pay(s, link, effect.cost[self.at], s.take())
            self.at += 1
            self.step = "cost"
        elif self.step == "tried":
            position = s.take()
            to = link.player if effect.summon_to is Who.YOU else facing(s, link.player)
            s.finish(self)
            if not still_coming(s, card, to):
                self._was_negated(s, effect, card)
                return
            s.push(self)
            s.later()
            self.step = "arrived"
            s.push(
                Arrive([card.uid], link.player, to, SummonKind.SPECIAL, position, source=card.uid, link=link, zone=self.zone)
            )
        else:
            self._bind(s, effect, card)
            s.finish(self)
            s.push(Window("summon", turn_order(s)))

    def _was_negated(self, s: State, effect: Effect, card: CardState) -> None:
        """Count the attempt where attempts count (summon.oath.counting, summon.once_per_turn.counting)."""
        if s.rules.summon_oath_counting == "attempt_counts":
            s.players[self.link.player].specials += 1
            self._bind(s, effect, card)
        if self.key and s.rules.summon_once_per_turn_counting == "only_successful_counts_2021":
            s.uses[self.key] -= 1

    def _bind(self, s: State, effect: Effect, card: CardState) -> None:
        player = self.link.player
        for oath in effect.oaths:
            s.lingering.append(Lingering(oath, player, card.uid, None, 0, Until.END_OF_TURN, s.turn, s.stamp_order()))
