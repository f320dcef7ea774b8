"""The Damage Step: its parts, the calculation, and what comes of the battle."""

from __future__ import annotations

from engine.effects import continuous
from engine.effects.context import mark, marked
from engine.effects.tree import Happening, Property, Until
from engine.procedures import life, moving
from engine.procedures.events import emit
from engine.procedures.settling import expire
from engine.procedures.turning import flip, turn
from engine.procedures.windows import Window
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.records import Battle, GameEvent
from engine.state.seats import are_mates, facing, turn_order
from engine.vocab import Cause, Zone

_NEXT = {
    "five_parts": {"start": "before", "before": "calculation", "calculation": "settle", "after": "end"},
    "seven_parts": {
        "start": "turned_up",
        "turned_up": "before",
        "before": "calculation",
        "calculation": "settle",
        "after": "effects",
        "effects": "end",
    },
}
"""The parts in their order (battle.damage_step.parts); "settle" is the calculation itself, between two windows."""


class Fighting(Frame):
    """One Damage Step; each part opens a response window."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("start")

    def run(self, s: State) -> None:
        """Do the next part and open its window."""
        battle = s.battle
        assert battle is not None
        part = self.step
        if part == "done":
            self._close(s)
            return
        if part == "settle":
            self._calculate(s, battle)
            self.step = "after"
            return
        if part not in ("after", "effects"):
            s.later()  # What comes after the calculation is of its moment.
        battle.step = part
        if part in ("turned_up", "before", "calculation") and not self._both_there(s, battle):
            self._go_without(s, battle)
            return
        if part == "start":
            self._start(s, battle)
            self._tell(s, battle, Happening.STEP_START)
        elif part == "turned_up":
            self._turn_up(s, battle)
        elif part == "before":
            self._turn_up(s, battle)
            self._tell(s, battle, Happening.BEFORE_CALCULATION)
        elif part == "after":
            self._tell(s, battle, Happening.AFTER_CALCULATION)
        elif part == "end":
            self._end(s, battle)
        self.step = _NEXT[s.rules.battle_damage_step_parts].get(part, "done")
        s.push(Window(f"damage_{part}", turn_order(s)))

    def _go_without(self, s: State, battle: Battle) -> None:
        """Leave out the calculation; what was turned up still has its part (flip.by_battle.left_field)."""
        if not s.waiting:
            self._close(s)
            return
        battle.step = "effects" if s.rules.battle_damage_step_parts == "seven_parts" else "after"
        battle.calculated = True
        self.step = "done"
        s.push(Window(f"damage_{battle.step}", turn_order(s)))

    def _start(self, s: State, battle: Battle) -> None:
        battle.in_step = True
        for target in marked(s, [battle.target] if battle.target else []):
            battle.from_down = not target.face_up
            battle.was_attack = target.attack

    def _both_there(self, s: State, battle: Battle) -> bool:
        """Whether the battle can go on (battle.no_calculation_if_a_monster_is_gone)."""
        attackers = marked(s, [battle.attacker])
        if battle.negated or not attackers or not self._may_fight(s, battle, attackers[0]):
            return False
        if battle.target is None:
            return True
        return any(not are_mates(target.controller, attackers[0].controller) for target in marked(s, [battle.target]))

    def _may_fight(self, s: State, battle: Battle, card: CardState) -> bool:
        direct = battle.target is None
        return card.face_up and (card.attack or (direct and continuous.has(s, Property.ATTACK_IN_DEFENSE, card)))

    def _turn_up(self, s: State, battle: Battle) -> None:
        for target in marked(s, [battle.target] if battle.target else []):
            if not target.face_up:
                flip(s, target, by=s.turn_player)

    def _tell(self, s: State, battle: Battle, what: Happening) -> None:
        if s.waits_for(what):
            pair = [
                tuple(moving.stay_snap(s, card) for card in marked(s, [side] if side else []))
                for side in (battle.attacker, battle.target)
            ]
            emit(s, GameEvent(what, s.moment, pair[0], pair[1], player=s.turn_player, direct=battle.target is None))

    def _calculate(self, s: State, battle: Battle) -> None:
        if not self._both_there(s, battle):
            battle.calculated = True
            return
        attacker = marked(s, [battle.attacker])[0]
        s.later()
        self._compare(s, battle, attacker)
        battle.calculated = True

    def _compare(self, s: State, battle: Battle, attacker: CardState) -> None:
        if battle.target is None:
            self._damage(s, facing(s, attacker.controller), continuous.atk(s, attacker), attacker, attacker, None, direct=True)
            return
        target = marked(s, [battle.target])[0]
        if target.attack:
            self._against_attack(s, battle, attacker, target)
        else:
            self._against_defense(s, battle, attacker, target)

    def _against_attack(self, s: State, battle: Battle, attacker: CardState, target: CardState) -> None:
        mine, other = continuous.atk(s, attacker), continuous.atk(s, target)
        if mine > other:
            self._damage(s, target.controller, mine - other, attacker, attacker, target)
            self._doom(s, battle, target)
        elif mine < other:
            self._damage(s, attacker.controller, other - mine, target, attacker, target)
            self._doom(s, battle, attacker)
        elif mine > 0 or s.rules.battle_two_zero_attack == "both":
            self._doom(s, battle, attacker)
            self._doom(s, battle, target)

    def _against_defense(self, s: State, battle: Battle, attacker: CardState, target: CardState) -> None:
        mine, other = continuous.atk(s, attacker), continuous.defense(s, target)
        if mine > other:
            if continuous.has(s, Property.PIERCING, attacker):
                self._damage(s, target.controller, mine - other, attacker, attacker, target)
            self._doom(s, battle, target)
        elif mine < other:
            self._damage(s, attacker.controller, other - mine, target, attacker, target)
            if s.rules.battle_attack_vs_defense_lower == "destroyed":
                self._doom(s, battle, attacker)

    def _damage(
        self,
        s: State,
        player: int,
        amount: int,
        by: CardState,
        attacker: CardState,
        target: CardState | None,
        direct: bool = False,
    ) -> None:
        if by.controller != player and any(
            found.static.word != "battle" or not direct for found in continuous.on_card(s, Property.DOUBLE_DAMAGE, by)
        ):
            amount *= 2
        fighters = [card for card in (attacker, target) if card is not None]
        for taker in _takers(s, player, fighters):
            if not _is_spared(s, taker, fighters):
                life.battle_damage(s, taker, life.halved(s, taker, amount, by), by, direct)

    def _doom(self, s: State, battle: Battle, card: CardState) -> None:
        if continuous.shielded(s, card, Property.BATTLE_PROOF, None, spend=True):
            s.write("survives", card=card.uid)
            return
        if Property.SUBSTITUTE in s.index.statics and moving.substituted(s, card, Cause.BATTLE):
            return
        battle.destroyed.append(mark(card))

    def _end(self, s: State, battle: Battle) -> None:
        doomed = marked(s, battle.destroyed)
        attackers = marked(s, [battle.attacker])
        targets = marked(s, [battle.target] if battle.target else [])
        pairs = [
            (a, b) for a, b in [*zip(targets, attackers, strict=False), *zip(attackers, targets, strict=False)] if a in doomed
        ]
        events = []
        for victim, killer in pairs:
            if killer.live is not None:
                killer.live.kills = s.turn
            events.append((moving.snap(s, victim), moving.stay_snap(s, killer), victim))
        if doomed:
            moving.destroy(s, doomed, cause=Cause.BATTLE)
        for lost, killed_by, victim in events:
            for what in (Happening.BEATEN, Happening.BATTLE_DESTROYED):
                if s.waits_for(what) and (what is Happening.BEATEN or victim.zone is Zone.GY):
                    emit(
                        s,
                        GameEvent(
                            what,
                            s.moment,
                            (lost,),
                            (killed_by,),
                            player=lost.controller,
                            by=killed_by.controller,
                            source=killed_by.uid,
                            cause=Cause.BATTLE,
                        ),
                    )
        self._tell(s, battle, Happening.STEP_END)
        for card in marked(s, [battle.attacker]):
            if continuous.has(s, Property.TO_DEFENSE_AFTER_ATTACK, card):
                turn(s, card, "defense")

    def _close(self, s: State) -> None:
        expire(s, Until.END_OF_DAMAGE_STEP)
        s.battle = None
        s.finish(self)


def _takers(s: State, player: int, fighters: list[CardState]) -> list[int]:
    """Return who takes the battle damage a player would take: shared first, then turned to the opponent, each player once."""
    takers = [player]
    if any(continuous.has(s, Property.SHARED_DAMAGE, card) for card in fighters):
        takers.append(facing(s, player))
    for at, taker in enumerate(takers):
        if any(card.controller == taker and continuous.has(s, Property.DAMAGE_TO_OPPONENT, card) for card in fighters):
            takers[at] = facing(s, taker)
    return list(dict.fromkeys(takers))


def _is_spared(s: State, player: int, fighters: list[CardState]) -> bool:
    """Whether a player takes no battle damage from this battle: that comes after all doubling and halving."""
    for card in fighters:
        for found in continuous.on_card(s, Property.NO_BATTLE_DAMAGE, card):
            if found.static.word == "both" or (card.controller == player) is (found.static.word != "opponent"):
                return True
    return continuous.player_has(s, Property.NO_BATTLE_DAMAGE, player)
