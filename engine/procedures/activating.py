"""Whether a card or effect can be activated, and the activation itself: place, costs, targets, Chain Link."""

from __future__ import annotations

from collections.abc import Iterator

from engine.effects import conditions, continuous, matching
from engine.effects.context import Ctx, link_ctx, mark
from engine.effects.filters import Filter, Select
from engine.effects.tree import (
    Effect,
    EffectKind,
    Happening,
    Is,
    Joint,
    Property,
    Scope,
    Static,
    Until,
    Who,
    is_known_later,
)
from engine.procedures import costs
from engine.procedures.because import (
    ELSEWHERE,
    FORBIDDEN,
    NOTHING,
    Because,
    elsewhere,
    forbidden,
    not_met,
    not_playable_from_here,
)
from engine.procedures.events import answerable, emit
from engine.procedures.fields import clear_field_zones
from engine.procedures.moments import fits_damage_step, is_last_act, negates
from engine.procedures.moving import free_scale, free_zone, stay_snap, to_row, turn_face_up
from engine.procedures.picking import ask_cards
from engine.procedures.settling import settle
from engine.procedures.targeting import payments, target_choices
from engine.state.card import ON_FIELD, CardState
from engine.state.duel_state import Frame, State
from engine.state.records import GameEvent, Lingering, Link
from engine.state.seats import everyone, mates
from engine.vocab import CardKind, Phase, SpellTrapIcon, SummonKind, Zone

MAIN = (Phase.MAIN1, Phase.MAIN2)
_LIMITS = {
    Scope.COPY: "limit.soft.per_card_while_there",
    Scope.CHAIN: "limit.soft.per_card_while_there",
    Scope.USE: "limit.hard.by_name_for_the_player",
    Scope.ACTIVATE: "limit.hard.by_name_for_the_player",
    Scope.DUEL: "limit.hard.once_per_duel",
}
_AT_THEIR_MOMENT = (EffectKind.TRIGGER, EffectKind.FLIP, EffectKind.REACTION, EffectKind.SUMMON)
DUEL_LONG = "duel/"
"""How the names of uses begin that are counted for the whole duel."""
CHAIN_LONG = "chain/"
"""How those begin that are counted for one Chain."""


def speed(card: CardState, effect: Effect) -> int:
    """Return the Spell Speed of an effect (speed.one, speed.two, speed.three)."""
    printed = card.printed
    if printed.kind is CardKind.TRAP:
        return 3 if printed.icon is SpellTrapIcon.COUNTER else 2
    if effect.kind is EffectKind.QUICK or (effect.kind is EffectKind.ACTIVATION and printed.icon is SpellTrapIcon.QUICK_PLAY):
        return 2
    return 1


def home(card: CardState, effect: Effect) -> tuple[Zone, ...]:
    """Return the places an effect activates in."""
    if effect.zones:
        return effect.zones
    return (Zone.MONSTER,) if card.printed.monster else (Zone.SPELL_TRAP, Zone.FIELD)


def limit_key(player: int, card: CardState, number: int, effect: Effect) -> str:
    """Return the name under which uses of an effect are counted."""
    if effect.limit is not None and effect.limit.word:
        shared = effect.limit.scope is Scope.COPY
        return f"copy/{card.uid}/{effect.limit.word}" if shared else f"{player}/{card.printed.name}/{effect.limit.word}"
    if effect.limit is not None and effect.limit.scope is Scope.CHAIN:
        return f"{CHAIN_LONG}{card.uid}/{card.stamp}/{number}"
    if effect.limit is not None and effect.limit.scope is Scope.COPY:
        return f"copy/{card.uid}/{card.stamp}/{number}"
    for_the_duel = effect.limit is not None and effect.limit.scope is Scope.DUEL
    return f"{DUEL_LONG if for_the_duel else ''}{player}/{card.printed.name}/{number}"


def spent(s: State, player: int, card: CardState, number: int, effect: Effect) -> bool:
    """Whether the limit of an effect leaves no use."""
    limit = effect.limit
    if limit is None:
        return False
    if s.uses.get(limit_key(player, card, number, effect), 0) >= limit.times:
        return True
    return limit.while_face_up and face_up_key(card, number) in s.uses


def face_up_key(card: CardState, number: int) -> str:
    """Return the name under which the use of an effect is kept as long as the card stays face-up where it is."""
    since = card.live.since if card.live is not None else 0
    return f"{DUEL_LONG}up/{card.uid}/{card.stamp}/{since}/{number}"


def event_for(s: State, player: int, card: CardState, effect: Effect) -> GameEvent | None:
    """Return the event a response answers; None if it waits for none or there is none."""
    if effect.event is None:
        return None
    ctx = Ctx(player, card.uid)
    found = answerable(s, ctx, effect.event)
    return found if found is not None or effect.or_event is None else answerable(s, ctx, effect.or_event)


def reasons(s: State, player: int, card: CardState, number: int) -> Iterator[str]:
    """Yield the rules that forbid the activation now, in the order in which they are told."""
    effect = card.printed.definition.effects[number]
    yield from _phase_reasons(s, player, card, effect)
    for rule in _place_reasons(s, player, card, effect):
        yield rule
        if rule == ELSEWHERE:
            return  # What else is missing would not help.
    yield from common_reasons(s, player, card, number, event_for(s, player, card, effect))


def _phase_reasons(s: State, player: int, card: CardState, effect: Effect) -> Iterator[str]:
    prompt = s.prompt
    fast = speed(card, effect)
    responding = prompt is not None and prompt.kind == "respond"
    if effect.kind in _AT_THEIR_MOMENT:
        yield "monster.trigger.at_its_moment"
        return
    if fast == 3 and not s.chain and s.rules.chain_link_one_speed == "one_or_two":
        yield "chain.link_one.speed_one_or_two"
    if responding and prompt is not None and prompt.reason == "would_summon":
        if effect.event is None or effect.event.what is not Happening.WOULD_SUMMON:
            yield "summon.negation.window"
    elif fast == 1:
        if effect.pendulum and (s.turn_player != player or s.phase not in MAIN):
            yield "pendulum.activation.own_main_phase_from_hand"
        elif s.turn_player != player or s.phase not in MAIN:
            yield "spell.own_main_phase" if effect.kind is EffectKind.ACTIVATION else "monster.ignition.own_main_phase"
        elif responding and not (
            prompt is not None
            and prompt.extra == "ignition"
            and not s.chain
            and effect.kind is EffectKind.IGNITION
            and player == s.turn_player
        ):
            yield "chain.response.at_least_speed_two"
    elif s.chain:
        last = s.chain[-1]
        source = s.cards[last.uid]
        if fast < speed(source, source.printed.definition.effects[last.effect]):
            yield "chain.response.not_slower_than_previous"
    if responding and s.phase is Phase.END and is_last_act(s) and not (s.chain and negates(card, effect)):
        yield "phase.end.discard_ends_the_turn"
    in_step = s.battle is not None and s.battle.in_step
    if (in_step and not fits_damage_step(s, card, effect)) or (effect.calculation and not in_step):
        if s.rules.battle_damage_step_fast_effects != "text2009":
            yield "battle.damage_step.negating_effects_allowed"
        elif effect.damage_step:
            yield "battle.damage_step.until_damage_calculation"
        else:
            yield "battle.damage_step.what_may_be_activated"


def _place_reasons(s: State, player: int, card: CardState, effect: Effect) -> Iterator[str]:
    open_to_both = effect.users is Who.EITHER and card.zone in ON_FIELD and card.face_up
    if card.controller != player and not open_to_both:
        yield "control.definition"
        return
    if effect.kind is not EffectKind.ACTIVATION and not joins_activation(s, card, effect):
        if card.zone not in home(card, effect):
            if effect.kind not in _AT_THEIR_MOMENT:  # Of the others it says nothing: many happen in another place.
                yield elsewhere(home(card, effect))
        elif card.zone in ON_FIELD and not card.face_up:
            yield "monster.face_down.no_effect"
        elif card.printed.gemini and matching.is_plain_gemini(card):
            yield "gemini.normal_on_field_and_graveyard"
        return
    trap = card.printed.kind is CardKind.TRAP
    if card.zone is Zone.HAND:
        if trap and not any(_allows_hand(s, player, card)):
            yield "trap.must_be_set_first"
        elif card.printed.icon is SpellTrapIcon.QUICK_PLAY and s.turn_player != player:
            yield "spell.quick_play.opponents_turn_if_set"
        elif card.printed.icon is SpellTrapIcon.RITUAL and s.rules.ritual_spell_location == "field":
            yield "ritual.spell_location.field"
    elif card.zone not in (Zone.SPELL_TRAP, Zone.FIELD):
        yield not_playable_from_here(trap)
    elif card.face_up:
        yield "spell.activation.announced_face_up"
    elif card.on_field.arrived == s.turn:
        if trap:
            yield "trap.not_on_set_turn"
        elif card.printed.icon is SpellTrapIcon.QUICK_PLAY:
            yield "spell.quick_play.not_on_set_turn"


def joins_activation(s: State, card: CardState, effect: Effect) -> bool:
    """Whether a Set Continuous Trap would be activated together with this effect of its own (trap.continuous.with_effect)."""
    return (
        effect.kind is EffectKind.QUICK
        and card.zone is Zone.SPELL_TRAP
        and not card.face_up
        and card.printed.kind is CardKind.TRAP
        and card.printed.icon is SpellTrapIcon.CONTINUOUS
        and Zone.SPELL_TRAP in effect.zones
        and s.rules.trap_continuous_with_effect == "effect_may_join_activation"
    )


def _allows_hand(s: State, player: int, card: CardState) -> Iterator[bool]:
    for static in card.printed.definition.statics:
        if static.property is Property.FROM_HAND:
            yield static.condition is None or conditions.met(s, Ctx(player, card.uid), static.condition)


def common_reasons(
    s: State, player: int, card: CardState, number: int, event: GameEvent | None, trigger: bool = False
) -> Iterator[str]:
    """Yield what forbids an activation whatever its class: limit, conditions, zone, cost, target, effect."""
    effect = card.printed.definition.effects[number]
    if effect.limit is not None and spent(s, player, card, number, effect):
        yield _LIMITS[effect.limit.scope]
    if any(_oath_broken(s, player, card, oath) for oath in effect.oaths):
        yield "limit.oath.looks_both_ways"
    yield from forbidden(continuous.prohibitions(s, card))
    ctx = Ctx(player, card.uid, event=event)
    for found in continuous.on_player(s, Property.CANNOT_ACTIVATE, player):
        if found.static.word == "cards" and effect.kind is not EffectKind.ACTIVATION and not joins_activation(s, card, effect):
            continue
        if found.static.by is None or matching.matches(s, Ctx(found.player, found.source), found.static.by, card):
            yield Because(FORBIDDEN, found.source)
    if effect.event is not None and event is None:
        trap = card.printed.kind is CardKind.TRAP
        yield "trap.waits_for_its_condition" if trap else "timing.response.only_directly_after"
        return
    if event is not None and _is_paid_with(s, card, event):
        yield "timing.response.only_directly_after"  # It was not there yet when that was announced.
    if event is not None and event.what is Happening.SUMMONED and _is_shielded_arrival(s, event) and not trigger:
        yield "summon.special.immune_on_arrival"
    if effect.condition is not None and not conditions.met(s, ctx, effect.condition):
        yield not_met(s, ctx, effect.condition)
    from_hand = card.zone is Zone.HAND and effect.kind is EffectKind.ACTIVATION
    if from_hand and effect.pendulum:
        if free_scale(s, player) is None:
            yield "zone.pendulum.outermost_spell_trap_zones"
    elif from_hand and card.printed.icon is not SpellTrapIcon.FIELD and free_zone(s, player, Zone.SPELL_TRAP) is None:
        yield "zone.full.cannot_play"
    if not costs.payable(s, ctx, effect.cost, costs.toll(s, player, card)):
        yield from costs.unpayable(s, ctx, effect.cost)
    elif costs.discards(effect.cost):
        yield from forbidden(continuous.on_player(s, Property.NO_DISCARD_COST, player))
    for index, wanted in enumerate(effect.targets):
        choices = payments(s, ctx, effect) if effect.cost_first else target_choices(s, ctx, effect, index)
        there = len(choices)
        least, most = matching.how_many(s, ctx, wanted, there)
        if most <= 0 or least > there:
            yield effect.body[0].do.missing(s, ctx) or "term.target.chosen_on_activation"
            return
    if not (trigger and not effect.optional) and not _does_something(s, ctx, effect):
        missing = effect.body[0].do.missing(s, ctx)
        if missing:
            yield missing
        if missing != NOTHING:
            yield NOTHING


def _is_silenced(s: State, card: CardState, effect: Effect) -> bool:
    """Whether an effect has been applied to the card that negates its effects, this one included."""
    if not s.lingering or card.live is None or not card.face_up or effect.kind is EffectKind.ACTIVATION:
        return False
    return any(found.number < 0 for found in continuous.on_card(s, Property.NEGATED, card))


def _is_paid_with(s: State, card: CardState, event: GameEvent) -> bool:
    """Whether a card lies where it is because it paid for the very activation it would answer (cost.paid_before_activation)."""
    if event.what is not Happening.ACTIVATED or event.link is None or event.link >= len(s.chain) or card.live is not None:
        return False
    return any(uid == card.uid for uid, _ in s.chain[event.link].bound.get("cost", ()))


def _is_shielded_arrival(s: State, event: GameEvent) -> bool:
    """Whether nothing may answer this Summon by a house rule (summon.special.arrival_response)."""
    return s.rules.summon_special_arrival_response == "immune" and event.summon in (SummonKind.FUSION, SummonKind.RITUAL)


def _oath_broken(s: State, player: int, card: CardState, oath: Static) -> bool:
    name, team = oath.property, mates(s, player)
    if name is Property.CANNOT_ATTACK:
        there = matching.choices(s, Ctx(player, card.uid), Select(oath.affects)) if isinstance(oath.affects, Filter) else []
        return any(other.on_field.attacked == s.turn for other in there)
    if name is Property.CANNOT_SUMMON:
        return any(s.uses.get(f"summons/{mate}", 0) > 0 for mate in team)
    if name is Property.CANNOT_SPECIAL:
        return any(s.players[mate].specials > 0 for mate in team)
    if name is Property.CANNOT_NORMAL:
        return any(s.players[mate].normals > 0 for mate in team)
    return name is Property.NO_BATTLE_PHASE and s.turn_player == player and s.phase in (Phase.BATTLE, Phase.MAIN2)


def _does_something(s: State, ctx: Ctx, effect: Effect) -> bool:
    """Whether the first thing the effect does, or one it also does, is possible, and what has to go with it ("and if you do")."""
    if all(step.optional for step in effect.body):
        return True
    for step in effect.body:
        if step.joint is Joint.IF_YOU_DO and not step.optional and step.condition is None and not step.do.possible(s, ctx):
            return False
    if effect.body[0].condition is None and effect.body[0].do.possible(s, ctx):
        return True
    for step in effect.body:
        if step.joint in (Joint.THEN, Joint.IF_YOU_DO):
            continue
        open_yet = isinstance(step.condition, Is) and is_known_later(step.condition.ref)
        if (step.condition is None or open_yet or conditions.met(s, ctx, step.condition)) and step.do.possible(s, ctx):
            return True
    return effect.stays > 0


class Activate(Frame):
    """An activation from its announcement to its Chain Link; there is no window in between."""

    __slots__ = ("as_card", "at", "link", "zone")

    def __init__(self, link: Link, zone: int | None = None) -> None:
        super().__init__("place")
        self.as_card = False
        """A Spell or Trap Card is activated, not only an effect."""
        self.link = link
        self.zone = zone
        self.at = 0

    def run(self, s: State) -> None:
        """Do the next part."""
        link = self.link
        card = s.cards[link.uid]
        effect = card.printed.definition.effects[link.effect]
        if self.step == "place":
            s.later()
            if _is_silenced(s, card, effect):
                link.numbers["negated"] = 1
            costs.pay_toll(s, link.player, card)
            if effect.kind is EffectKind.ACTIVATION or joins_activation(s, card, effect):
                self.as_card = True
                self._put_up(s, card)
            elif card.zone is Zone.HAND:
                card.seen = everyone(s)
            s.write("activate", player=link.player, card=card.uid, effect=link.effect)
            self.step = "cost" if effect.cost_first else "target"
        elif self.step == "target":
            if self.at < len(effect.targets):
                self._ask_target(s, effect, effect.targets[self.at])
            elif effect.cost_first:
                self._make_link(s, card, effect)
            else:
                self.at = 0
                self.step = "cost"
        elif self.step == "targeted":
            chosen = [s.cards[uid] for uid in s.take()]
            link.targets += [mark(other) for other in chosen]
            for other in chosen:
                s.write("target", card=other.uid)
            self.at += 1
            self.step = "target"
        elif self.step == "cost":
            if self.at < len(effect.cost):
                self.step = "paid"
                ctx = link_ctx(link)
                costs.ask(s, ctx, effect.cost[self.at], payments(s, ctx, effect) if effect.cost_first else None)
            elif effect.cost_first:
                self.at = 0
                self.step = "target"
            else:
                self._make_link(s, card, effect)
        else:
            costs.pay(s, link, effect.cost[self.at], s.take())
            self.at += 1
            self.step = "cost"

    def _put_up(self, s: State, card: CardState) -> None:
        player = self.link.player
        if card.zone is not Zone.HAND:
            turn_face_up(s, card)
            card.on_field.arrived = s.turn  # From now on its turns on the field are counted.
            if card.zone is Zone.FIELD:
                clear_field_zones(s, player, card)
        elif card.printed.icon is SpellTrapIcon.FIELD:
            clear_field_zones(s, player, card)
            to_row(s, card, Zone.FIELD, player, 0, face_up=True)
        else:
            scale = card.printed.definition.effects[self.link.effect].pendulum
            index = free_scale(s, player, self.zone) if scale else free_zone(s, player, Zone.SPELL_TRAP, self.zone)
            assert index is not None
            to_row(s, card, Zone.SPELL_TRAP, player, index, face_up=True)
        self.link.stamp = card.stamp

    def _ask_target(self, s: State, effect: Effect, wanted: Select) -> None:
        ctx = link_ctx(self.link)
        found = target_choices(s, ctx, effect, self.at)
        least, most = matching.how_many(s, ctx, wanted, len(found))
        self.step = "targeted"
        ask_cards(s, self.link.player, found, least, most, "target", self.link.uid)

    def _make_link(self, s: State, card: CardState, effect: Effect) -> None:
        link = self.link
        if effect.cost:
            settle(s)  # An Equip Card falls as soon as its monster has been given up.
        if effect.limit is not None:
            key = limit_key(link.player, card, link.effect, effect)
            s.uses[key] = s.uses.get(key, 0) + 1
            if effect.limit.while_face_up:
                s.uses[face_up_key(card, link.effect)] = 1
        for oath in effect.oaths:
            s.lingering.append(Lingering(oath, link.player, card.uid, None, 0, Until.END_OF_TURN, s.turn, s.stamp_order()))
        if card.zone is Zone.MONSTER and card.face_up and not card.attack:
            link.numbers["defending"] = 1
        link.place = len(s.chain)
        s.chain.append(link)
        s.later()
        if card.live is None:
            card.seen = everyone(s)
        emit(
            s,
            GameEvent(
                Happening.ACTIVATED,
                s.moment,
                (stay_snap(s, card),),
                player=link.player,
                by=link.player,
                source=card.uid,
                link=link.place,
                direct=self.as_card,
            ),
        )
        s.finish(self)
