"""Life Points: damage, gains and payments."""

from __future__ import annotations

from engine.effects import continuous, matching
from engine.effects.context import Ctx
from engine.effects.tree import Happening, Property
from engine.procedures.events import emit
from engine.procedures.moving import stay_snap
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import GameEvent
from engine.state.seats import are_mates, team_state
from engine.vocab import Cause


def pay(s: State, player: int, amount: int) -> None:
    """Pay Life Points; all that are left may be paid."""
    team_state(s, player).lp -= amount
    s.write("pay", player=player, amount=amount)


def gain(s: State, player: int, amount: int) -> None:
    """Gain Life Points."""
    team_state(s, player).lp += amount
    s.write("gain", player=player, amount=amount)


def halved(s: State, player: int, amount: int, monster: CardState | None = None) -> int:
    """Return damage after halving, which any number of effects do once; ``monster`` inflicts it in battle, None: an effect does."""
    for found in continuous.on_player(s, Property.HALVE_DAMAGE, player):
        by = found.static.by
        if monster is None or (
            found.static.word != "effect" and (by is None or matching.matches(s, Ctx(found.player, found.source), by, monster))
        ):
            return -(-amount // 2)
    return amount


def _heals(s: State, player: int, amount: int) -> bool:
    """Let a player gain LP instead of taking damage, where an effect says so."""
    if not continuous.player_has(s, Property.DAMAGE_HEALS, player):
        return False
    gain(s, player, amount)
    return True


def effect_damage(s: State, player: int, amount: int, by: int, source: int) -> int:
    """Inflict effect damage and return what was taken."""
    if amount <= 0:
        return 0
    for shield in continuous.on_player(s, Property.COUNTER_SHIELD, player):
        counters = s.cards[shield.source].on_field.counters
        counters[shield.static.word] = counters.get(shield.static.word, 0) + 1
        s.write("counter", card=shield.source, name=shield.static.word, count=1)
        return 0
    amount = halved(s, player, amount)
    if _heals(s, player, amount):
        return 0
    team_state(s, player).lp = max(team_state(s, player).lp - amount, 0)
    s.write("damage", player=player, amount=amount, cause=Cause.EFFECT)
    emit(
        s,
        GameEvent(Happening.EFFECT_DAMAGE, s.moment, player=player, by=by, source=source, cause=Cause.EFFECT, amount=amount),
    )
    return amount


def battle_damage(s: State, player: int, amount: int, monster: CardState, direct: bool) -> int:
    """Inflict battle damage by a monster and return what was taken."""
    if amount <= 0:
        return 0
    for item in s.lingering:
        if item.static.property is Property.DAMAGE_SHIELD and are_mates(item.player, player):
            s.lingering.remove(item)
            return 0
    if _heals(s, player, amount):
        return 0
    team_state(s, player).lp = max(team_state(s, player).lp - amount, 0)
    s.write("damage", player=player, amount=amount, cause=Cause.BATTLE)
    emit(
        s,
        GameEvent(
            Happening.BATTLE_DAMAGE,
            s.moment,
            (stay_snap(s, monster),),
            player=player,
            by=monster.controller,
            source=monster.uid,
            cause=Cause.BATTLE,
            amount=amount,
            direct=direct,
        ),
    )
    return amount
