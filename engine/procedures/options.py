"""Which actions a player has: generators of the legal ones, and the candidates they are chosen from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.action import Action, Verb
from engine.effects import matching
from engine.effects.tree import EffectKind, Property
from engine.procedures import (
    activating,
    battle,
    extra_deck,
    joint,
    lending,
    naming,
    pendulum,
    picking,
    setting,
    summoning,
    turn,
)
from engine.procedures.moving import SCALES
from engine.procedures.rulings import card_of, reasons
from engine.state.card import CardState
from engine.state.duel_state import MONSTER_PLACES, ROW, State
from engine.state.records import Prompt
from engine.state.seats import are_mates, around, foes
from engine.vocab import CardKind, Phase, SpellTrapIcon, Zone

_HIDDEN = (Zone.DECK, Zone.EXTRA, Zone.NOWHERE)
_TABLE = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD, Zone.GY, Zone.BANISHED)
PHASES = ("battle", "main2", "end")
PASS = Action(Verb.PASS)
DONE = Action(Verb.DONE)


def options(s: State, player: int) -> Iterator[Action]:
    """Yield the legal actions of a player, in a fixed order; zones are left to the rules (``zone`` None)."""
    prompt = s.prompt
    if prompt is None or prompt.player != player:
        return
    if prompt.kind == "respond":
        yield from _responses(s, player, prompt)
        yield PASS
    elif prompt.kind == "open":
        yield from _open(s, player)
        yield from _activations(s, player)
        yield from _phases(s, player)
    elif prompt.kind == "battle":
        yield from _attacks(s, player)
        yield from _activations(s, player)
        yield from _phases(s, player)
    else:
        yield from _answers(s, player, prompt)


def _responses(s: State, player: int, prompt: Prompt) -> Iterator[Action]:
    cards = s.cards
    uids = s.index.usable if prompt.extra == "ignition" else s.index.quick
    for uid in uids:
        card = cards[uid]
        if (card.controller == player or card.printed.shared) and card.zone not in _HIDDEN:
            for number in card.printed.usable if prompt.extra == "ignition" else card.printed.quick:
                if next(activating.reasons(s, player, card, number), None) is None:
                    yield Action(Verb.ACTIVATE, card.token, number)


def _activations(s: State, player: int) -> Iterator[Action]:
    cards = s.cards
    for uid in s.index.usable:
        card = cards[uid]
        if (card.controller == player or card.printed.shared) and card.zone not in _HIDDEN:
            for number in card.printed.usable:
                if next(activating.reasons(s, player, card, number), None) is None:
                    yield Action(Verb.ACTIVATE, card.token, number)


def _open(s: State, player: int) -> Iterator[Action]:
    side = s.players[player]
    spent = _normal_spent(s, player)
    wrong_rows = s.rules.zone_misplaced_card == "destroyed"
    for uid in side.hand:
        card = s.cards[uid]
        if wrong_rows and next(setting.misplace_reasons(s, player, card), None) is None:
            yield Action(Verb.MISPLACE, card.token)
        if not card.printed.monster:
            if next(setting.set_reasons(s, player, card, None), None) is None:
                yield Action(Verb.SET, card.token)
            continue
        need = joint.tributes_needed(s, card) > 0
        free = card.printed.definition.summon.without_tribute is not None
        for tribute, a_set, verb in () if spent else _NORMALS:
            if (need if tribute else free or not need) and next(
                summoning.normal_reasons(s, player, card, tribute, a_set, None), None
            ) is None:
                yield Action(verb, card.token)
        for number in card.printed.summons:
            if next(summoning.own_reasons(s, player, card, number, None), None) is None:
                yield Action(Verb.SPECIAL_SUMMON, card.token, number)
    for index in SCALES:
        uid = side.spells[index]
        if uid >= 0 and s.cards[uid].printed.pendulum:
            if next(pendulum.summon_reasons(s, player, s.cards[uid]), None) is None:
                yield Action(Verb.PENDULUM_SUMMON, s.cards[uid].token)
            break
    for uid in side.monsters:
        if uid < 0:
            continue
        card = s.cards[uid]
        if card.face_up:
            if (
                not spent
                and summoning.comes_again(player, card)
                and not any(summoning.normal_reasons(s, player, card, False, False, None))
            ):
                yield Action(Verb.NORMAL_SUMMON, card.token)
            if next(setting.position_reasons(s, player, card), None) is None:
                yield Action(Verb.CHANGE_POSITION, card.token)
        elif next(summoning.flip_reasons(s, player, card), None) is None:
            yield Action(Verb.FLIP_SUMMON, card.token)
    if next(lending.monsters(s, player), None) is None and s.rules.synchro_materials_location != "wide":
        return
    for uid in side.extra:
        card = s.cards[uid]
        if card.printed.frame in extra_deck.WAYS and next(extra_deck.summon_reasons(s, player, card, None), None) is None:
            yield Action(Verb.SPECIAL_SUMMON, card.token)
        for number in card.printed.summons:
            if next(summoning.own_reasons(s, player, card, number, None), None) is None:
                yield Action(Verb.SPECIAL_SUMMON, card.token, number)


def _normal_spent(s: State, player: int) -> bool:
    """Whether the Normal Summon of the turn is used and nothing can ever have given another: saves asking card by card."""
    return bool(s.players[player].normals) and not (s.uses or s.lingering or Property.EXTRA_NORMAL in s.index.statics)


_NORMALS = (
    (False, False, Verb.NORMAL_SUMMON),
    (True, False, Verb.TRIBUTE_SUMMON),
    (False, True, Verb.SET),
    (True, True, Verb.TRIBUTE_SET),
)


def _attacks(s: State, player: int) -> Iterator[Action]:
    for card in matching.in_zone(s, player, Zone.MONSTER):
        if not card.face_up or (not card.attack and Property.ATTACK_IN_DEFENSE not in s.index.statics):
            continue
        for target in battle.attack_targets(s, player, card):
            if next(battle.attack_reasons(s, player, card, target), None) is None:
                yield Action(Verb.ATTACK, card.token, target=None if target is None else target.token)


_LEADS_TO = {Phase.MAIN1: ("battle", "end"), Phase.BATTLE: ("main2", "end"), Phase.MAIN2: ("end",)}


def _phases(s: State, player: int) -> Iterator[Action]:
    for phase in _LEADS_TO.get(s.phase, PHASES):
        if next(turn.phase_reasons(s, player, phase), None) is None:
            yield Action(Verb.PHASE, value=phase)


def _answers(s: State, player: int, prompt: Prompt) -> Iterator[Action]:
    if prompt.kind == "cards":
        for uid in picking.pickable(s, prompt):
            yield Action(Verb.CHOOSE, s.cards[uid].token)
        if picking.complete(s, prompt):
            yield DONE
    elif prompt.kind == "trigger":
        for uid, number in prompt.extra:
            yield Action(Verb.ACTIVATE, s.cards[uid].token, number)
        if prompt.reason == "optional":
            yield PASS
    elif prompt.kind == "replay":
        card = s.cards[prompt.source or 0]
        for target in battle.attack_targets(s, player, card):
            if next(battle.attack_reasons(s, player, card, target), None) is None:
                yield Action(Verb.ATTACK, card.token, target=None if target is None else target.token)
        yield PASS
    elif prompt.kind == "name":
        for name in naming.declarable(s, player):
            yield Action(Verb.CHOOSE, value=name)
    else:
        for word in prompt.words:
            yield Action(Verb.CHOOSE, value=word)


def visible(s: State, player: int) -> list[CardState]:
    """Return the cards a player can point at: the hand and Extra Deck of the team, and all that lies open or on the field."""
    side = s.players[player]
    found = [s.cards[uid] for uid in (*side.hand, *side.extra)]
    for other in around(s, player)[1:]:
        shown = are_mates(other, player)
        found += [s.cards[uid] for uid in s.players[other].hand if shown]
        found += [s.cards[uid] for uid in s.players[other].extra if shown or s.cards[uid].face_up]
    for owner in around(s, player):
        for zone in _TABLE:
            found += matching.in_zone(s, owner, zone)
    return found


def card_candidates(s: State, player: int, card: CardState, verb: Verb) -> Iterator[Action]:
    """Yield every way of doing a verb with a card, legal or not."""
    effects = card.printed.definition.effects if may_know(player, card) else ()
    if verb is Verb.ACTIVATE:
        for number, effect in enumerate(effects):
            if effect.kind not in (EffectKind.REACTION, EffectKind.SUMMON):  # Neither of them is ever activated.
                yield Action(verb, card.token, number)
    elif verb is Verb.SPECIAL_SUMMON:
        if card.printed.frame in extra_deck.WAYS and are_mates(card.owner, player):
            yield Action(verb, card.token)
        elif card.owner == player:
            for number in card.printed.summons if effects else ():
                yield Action(verb, card.token, number)
    elif verb is Verb.MISPLACE:
        if s.rules.zone_misplaced_card == "destroyed" and card.zone is Zone.HAND and card.owner == player:
            yield Action(verb, card.token)
    elif verb is Verb.PENDULUM_SUMMON:
        if pendulum.is_lead(s, player, card):
            yield Action(verb, card.token)
    elif verb is Verb.ATTACK:
        if card.zone is Zone.MONSTER and are_mates(card.controller, player):
            yield Action(verb, card.token)
            for foe in foes(s, player):
                for target in matching.in_zone(s, foe, Zone.MONSTER):
                    yield Action(verb, card.token, target=target.token)
    else:
        yield Action(verb, card.token)


def may_know(player: int, card: CardState) -> bool:
    """Whether a player knows which card this is."""
    return bool(card.seen >> player & 1) or (card.face_up and card.zone in _TABLE)


CARD_VERBS = (
    Verb.NORMAL_SUMMON,
    Verb.TRIBUTE_SUMMON,
    Verb.SET,
    Verb.TRIBUTE_SET,
    Verb.FLIP_SUMMON,
    Verb.SPECIAL_SUMMON,
    Verb.PENDULUM_SUMMON,
    Verb.MISPLACE,
    Verb.CHANGE_POSITION,
    Verb.ACTIVATE,
    Verb.ATTACK,
)


def candidates(s: State, player: int) -> Iterator[Action]:
    """Yield every action there is: each verb with each card the player can see, each phase, each answer."""
    for card in visible(s, player):
        for verb in CARD_VERBS:
            yield from card_candidates(s, player, card, verb)
    for phase in PHASES:
        yield Action(Verb.PHASE, value=phase)
    yield PASS
    yield DONE
    prompt = s.prompt
    if prompt is not None and prompt.player == player:
        for uid in prompt.cards:
            yield Action(Verb.CHOOSE, s.cards[uid].token)
        if prompt.kind == "name":
            for name in naming.declarable(s, player):
                yield Action(Verb.CHOOSE, value=name)
        if prompt.kind == "trigger":
            seen = {card.token for card in visible(s, player)}
            for uid, number in prompt.extra:
                if s.cards[uid].token not in seen:
                    yield Action(Verb.ACTIVATE, s.cards[uid].token, number)
    for word in ("yes", "no", "attack", "defense", "first", "second", "left", "right", "heads", "tails", "ending", "effects"):
        yield Action(Verb.CHOOSE, value=word)


def ways(s: State, player: int, card: CardState) -> Iterator[Action]:
    """Yield what a card of this kind and place could ever be asked to do: what "why not?" explains."""
    for verb in CARD_VERBS:
        if verb is Verb.ATTACK and s.phase is not Phase.BATTLE:
            yield from list(card_candidates(s, player, card, verb))[:1]
        elif (
            (verb is Verb.SET and card.zone is not Zone.HAND)
            or (
                verb in (Verb.NORMAL_SUMMON, Verb.TRIBUTE_SUMMON, Verb.TRIBUTE_SET)
                and (card.zone is not Zone.HAND or card.printed.kind is not CardKind.MONSTER)
                and not (verb is Verb.NORMAL_SUMMON and summoning.comes_again(player, card))
            )
            or (verb in (Verb.FLIP_SUMMON, Verb.CHANGE_POSITION) and card.zone is not Zone.MONSTER)
        ):
            continue
        else:
            yield from card_candidates(s, player, card, verb)


_TO_A_ZONE = (
    Verb.NORMAL_SUMMON,
    Verb.TRIBUTE_SUMMON,
    Verb.SET,
    Verb.TRIBUTE_SET,
    Verb.SPECIAL_SUMMON,
)


def places(s: State, player: int, action: Action) -> list[int]:
    """Return the zones in which the card of an action could be put, each with some choice of Tributes or materials.

    Monster Zones are 0 to 4 from the player's left, then the Extra Monster Zones 5 and 6; a Spell or Trap that is Set, or
    activated from the hand, has 0 to 4, a Pendulum Card 0 and 4. Empty for an action that is not legal, or puts nothing
    anywhere.
    """
    verb = action.verb
    if (verb not in _TO_A_ZONE and verb is not Verb.ACTIVATE) or not legal(s, player, replace(action, zone=None)):
        return []
    card = card_of(s, action.card)
    if card is not None and card.printed.icon is SpellTrapIcon.FIELD:
        return []
    if verb is Verb.ACTIVATE:
        effect = None if card is None or card.zone is not Zone.HAND else card.printed.definition.effects[action.effect or 0]
        if effect is None or effect.kind is not EffectKind.ACTIVATION:
            return []
        row = s.players[player].spells
        return [zone for zone in (SCALES if effect.pendulum else range(ROW)) if row[zone] < 0]
    return [zone for zone in range(MONSTER_PLACES) if legal(s, player, replace(action, zone=zone))]


def legal(s: State, player: int, action: Action) -> bool:
    """Whether an action is legal."""
    return next(reasons(s, player, action), None) is None
