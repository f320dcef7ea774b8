"""Whether an action is legal, and carrying it out: the referee that page, AI and scenarios share."""

from __future__ import annotations

from collections.abc import Iterator

from engine.action import Action, Verb
from engine.procedures import activating, battle, extra_deck, naming, pendulum, picking, setting, settling, summoning, turn
from engine.procedures.activating import Activate
from engine.state.card import ON_FIELD, CardState
from engine.state.duel_state import State
from engine.state.records import Link, Prompt
from engine.state.seats import are_mates, partner, rivals, team
from engine.vocab import CardKind, Zone

_OPEN_VERBS = {
    Verb.NORMAL_SUMMON: (False, False),
    Verb.TRIBUTE_SUMMON: (True, False),
    Verb.TRIBUTE_SET: (True, True),
}
_TABLE = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD, Zone.GY, Zone.BANISHED)
_WINDOWS = ("open", "battle", "respond")
_ACTING = (*_WINDOWS, "replay")


def card_of(s: State, token: int | None) -> CardState | None:
    """Return the card a token names."""
    if token is None:
        return None
    uid = s.by_token.get(token)
    return None if uid is None else s.cards[uid]


def _may_point(s: State, player: int, card: CardState) -> bool:
    if card.zone in _TABLE or (card.zone is Zone.EXTRA and card.face_up):
        return True
    return are_mates(card.owner, player) and card.zone in (Zone.HAND, Zone.EXTRA)


def reasons(s: State, player: int, action: Action) -> Iterator[str]:
    """Yield the ids of the rules that forbid an action, in the order in which they are told."""
    prompt = s.prompt
    if s.ended:
        yield "duel.over"
        return
    verb = action.verb
    if verb is Verb.SURRENDER:
        return
    waits = prompt is None or prompt.player != player
    if waits:
        yield "priority.opponent_waits"  # What else is in the way is told as well.
    if verb in (Verb.PASS, Verb.DONE, Verb.CHOOSE):
        if prompt is not None and not waits and not _answers(s, prompt, action):
            named = prompt.kind == "name" and action.value is not None and s.rules.summon_kinds == "new"
            yield "card.name.declared_name_must_exist_and_be_legal" if named else "duel.not_an_answer"
        return
    if verb is Verb.PHASE:
        yield from turn.phase_reasons(s, player, action.value or "")
        return
    card = card_of(s, action.card)
    asked = None if prompt is None or waits else prompt.kind
    if card is None or not (_may_point(s, player, card) or asked == "trigger"):
        yield "duel.unknown_card"
        return
    if asked == "trigger" and prompt is not None:
        if verb is not Verb.ACTIVATE or (card.uid, action.effect) not in prompt.extra:
            yield "duel.not_an_answer"
        return
    if asked is not None and asked not in _ACTING:
        yield "duel.not_an_answer"
    yield from _card_reasons(s, player, action, card)


def _card_reasons(s: State, player: int, action: Action, card: CardState) -> Iterator[str]:
    verb, zone = action.verb, action.zone
    if card.controller != player and not (verb is Verb.ACTIVATE and card.printed.shared):
        if card.controller == partner(s, player):
            yield from _partners(card, action)
        yield "control.definition"
        return
    if verb is Verb.ATTACK:
        target = card_of(s, action.target)
        if action.target is not None and target is None:
            yield "duel.unknown_card"
        else:
            yield from battle.attack_reasons(s, player, card, target)
    elif s.prompt is not None and s.prompt.player == player and s.prompt.kind == "replay":
        yield "duel.not_an_answer"
    elif verb is Verb.ACTIVATE:
        if action.effect is None or not 0 <= action.effect < len(card.printed.definition.effects):
            yield "duel.unknown_card"
        else:
            yield from activating.reasons(s, player, card, action.effect)
    elif verb in _OPEN_VERBS:
        tribute, a_set = _OPEN_VERBS[verb]
        yield from summoning.normal_reasons(s, player, card, tribute, a_set, zone)
    elif verb is Verb.SET:
        if card.printed.kind is CardKind.MONSTER:
            yield from summoning.normal_reasons(s, player, card, False, True, zone)
        else:
            yield from setting.set_reasons(s, player, card, zone)
    elif verb is Verb.FLIP_SUMMON:
        yield from summoning.flip_reasons(s, player, card)
    elif verb is Verb.CHANGE_POSITION:
        yield from setting.position_reasons(s, player, card)
    elif verb is Verb.MISPLACE:
        yield from setting.misplace_reasons(s, player, card)
    elif verb is Verb.PENDULUM_SUMMON:
        yield from pendulum.summon_reasons(s, player, card)
    elif action.effect is None:
        yield from extra_deck.summon_reasons(s, player, card, zone)
    elif action.effect in card.printed.summons:
        yield from summoning.own_reasons(s, player, card, action.effect, zone)
    else:
        yield "summon.special.own_condition_monsters"


def _partners(card: CardState, action: Action) -> Iterator[str]:
    """Yield what is said in particular of a card of the partner."""
    if action.verb is Verb.ATTACK:
        yield "tag.battle.own_monsters_only"
    elif action.verb is Verb.SPECIAL_SUMMON and card.zone is Zone.EXTRA:
        yield "tag.extra_deck.own_one_only"
    elif action.verb is Verb.ACTIVATE and card.zone in ON_FIELD:
        effects = card.printed.definition.effects
        if not card.face_up:
            yield "tag.set.only_the_setter_activates"
        if action.effect is not None and action.effect < len(effects) and activating.speed(card, effects[action.effect]) == 1:
            yield "tag.speed_one.not_from_the_partners_field"


def _answers(s: State, prompt: Prompt, action: Action) -> bool:
    """Whether an answer is one of the question's."""
    if action.verb is Verb.PASS:
        return prompt.kind in ("respond", "replay") or (prompt.kind == "trigger" and prompt.reason == "optional")
    if action.verb is Verb.DONE:
        return prompt.kind == "cards" and picking.complete(s, prompt)
    if prompt.kind == "cards":
        card = card_of(s, action.card)
        return card is not None and card.uid in picking.pickable(s, prompt)
    if prompt.kind == "name":
        return action.value is not None and naming.is_declarable(s, prompt.player, action.value)
    return action.value is not None and action.value in prompt.words


def perform(s: State, player: int, action: Action) -> None:
    """Carry out a legal action: give the waiting frame its answer."""
    prompt = s.prompt
    if action.verb is Verb.SURRENDER:
        settling.end(s, rivals(team(player)), "win.surrender")
        return
    assert prompt is not None
    verb = action.verb
    card = card_of(s, action.card)
    if prompt.kind == "cards":
        if verb is Verb.DONE:
            s.prompt, s.answer = None, prompt.picked
        else:
            assert card is not None
            picking.pick(s, prompt, card.uid)
        return
    s.prompt = None
    if verb is Verb.PASS:
        s.answer = "pass"
    elif verb in (Verb.CHOOSE, Verb.PHASE):
        s.answer = action.value
    elif prompt.kind == "trigger":
        assert card is not None
        s.answer = next(item for item in s.waiting if item.uid == card.uid and item.effect == action.effect)
    elif verb is Verb.ATTACK:
        target = card_of(s, action.target)
        assert card is not None
        s.answer = (card.uid, None if target is None else target.uid)
    else:
        assert card is not None
        _start(s, player, action, card)


def _start(s: State, player: int, action: Action, card: CardState) -> None:
    verb, zone = action.verb, action.zone
    if verb is Verb.ACTIVATE:
        assert action.effect is not None
        effect = card.printed.definition.effects[action.effect]
        event = activating.event_for(s, player, card, effect)
        s.answer = Activate(Link(card.uid, action.effect, player, card.stamp, event), zone)
    elif verb in _OPEN_VERBS:
        s.answer = summoning.NormalSummon(card.uid, player, *_OPEN_VERBS[verb], zone)
    elif verb is Verb.SET:
        if card.printed.kind is CardKind.MONSTER:
            s.answer = summoning.NormalSummon(card.uid, player, False, True, zone)
        else:
            setting.set_spell(s, player, card, zone)
    elif verb is Verb.FLIP_SUMMON:
        s.answer = summoning.FlipSummon(card, player)
    elif verb is Verb.CHANGE_POSITION:
        setting.change_position(s, player, card)
    elif verb is Verb.MISPLACE:
        setting.misplace(s, player, card)
    elif verb is Verb.PENDULUM_SUMMON:
        s.answer = pendulum.PendulumSummon(card.uid, player)
    elif action.effect is None:
        s.answer = extra_deck.MaterialSummon(card.uid, player, zone)
    else:
        s.answer = summoning.OwnSummon(Link(card.uid, action.effect, player, card.stamp, None), zone)
