"""The Battle Phase: declarations, replays, and the way into the Damage Step."""

from __future__ import annotations

from collections.abc import Iterator

from engine.effects import amounts, continuous, matching
from engine.effects.context import Ctx, mark, marked
from engine.effects.tree import Happening, Property, Who
from engine.procedures import life
from engine.procedures.because import FORBIDDEN, Because, forbidden
from engine.procedures.damage_step import Fighting
from engine.procedures.events import emit
from engine.procedures.moving import stay_snap
from engine.procedures.windows import Window
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.records import Battle, GameEvent, Mark, Prompt
from engine.state.seats import are_mates, foes, team_state, turn_order
from engine.vocab import Phase, Zone

_WITHOUT_BATTLE = {"allowed": 0, "forbidden": 1, "fourth": 3}
"""By ``turn.first.battle``, how many turns of a duel have no Battle Phase."""


def attack_reasons(s: State, player: int, card: CardState, target: CardState | None) -> Iterator[str]:
    """Yield what forbids an attack; ``target`` None is a direct attack."""
    prompt = s.prompt
    replay = prompt is not None and prompt.kind == "replay"
    if s.turn_player == player and is_without_battle(s):
        yield no_battle_rule(s)
    elif s.turn_player != player or s.phase is not Phase.BATTLE:
        yield "phase.battle.four_steps"
    elif prompt is None or prompt.kind not in ("battle", "replay"):
        yield "timing.open_state.actions_that_need_it"
    if card.zone is not Zone.MONSTER or card.controller != player or not may_fight(s, card, direct=target is None):
        yield "battle.attacker.face_up_attack_position"
        return
    if replay:
        if s.battle is None or s.battle.attacker != mark(card):
            yield "battle.replay.options"
    elif attacks_spent(s, card, target):
        yield "battle.attacker.once_per_turn"
    if toll_of(s, card) > team_state(s, player).lp:
        yield "cost.must_be_payable"
    for found in continuous.on_card(s, Property.CANNOT_ATTACK, card):
        if found.static.word == "direct" and target is not None:
            continue
        if not (replay and found.static.word == "declare"):
            yield Because(FORBIDDEN, found.source)
    yield from _target_reasons(s, player, card, target)


def duties(s: State, player: int) -> Iterator[continuous.Applied]:
    """Yield what makes monsters of a player attack that still can, in the Battle Phase that is going on."""
    if Property.MUST_ATTACK not in s.index.statics and not s.lingering:
        return
    for card in matching.in_zone(s, player, Zone.MONSTER):
        for found in continuous.on_card(s, Property.MUST_ATTACK, card):
            if any(next(attack_reasons(s, player, card, target), None) is None for target in attack_targets(s, player, card)):
                yield found


def is_without_battle(s: State) -> bool:
    """Whether this is a turn at the start of a duel that has no Battle Phase (``no_battle_rule``)."""
    return s.turn <= _WITHOUT_BATTLE[s.rules.turn_first_battle]


def no_battle_rule(s: State) -> str:
    """Return the rule that leaves out the Battle Phase at the start of a duel."""
    return "tag.turn.fourth_duelist_attacks_first" if s.rules.turn_first_battle == "fourth" else "turn.first.no_battle_phase"


def may_fight(s: State, card: CardState, direct: bool) -> bool:
    """Whether a monster lies so that it can attack."""
    if not card.face_up:
        return False
    return card.attack or (direct and continuous.has(s, Property.ATTACK_IN_DEFENSE, card))


def attacks_spent(s: State, card: CardState, target: CardState | None) -> bool:
    """Whether a monster has no attack on that target left this turn; several attacks are all on monsters."""
    live = card.on_field
    if live.attacked != s.turn or not live.assaults:
        return False
    if target is None or -1 in live.assaults:
        return True
    if continuous.has(s, Property.ATTACK_EACH, card):
        return target.uid in live.assaults
    times = 1
    for found in continuous.on_card(s, Property.ATTACK_TIMES, card):
        times = max(times, amounts.value(s, Ctx(found.player, found.source), found.static.value))
    return len(live.assaults) >= times


def toll_of(s: State, card: CardState) -> int:
    """Return the LP that declaring an attack with a monster costs."""
    if Property.ATTACK_COST not in s.index.statics:
        return 0
    return sum(
        amounts.value(s, Ctx(found.player, found.source), found.static.value)
        for found in continuous.on_card(s, Property.ATTACK_COST, card)
    )


def _target_reasons(s: State, player: int, card: CardState, target: CardState | None) -> Iterator[str]:
    if target is None:
        if is_guarded(s, player) and not continuous.has(s, Property.DIRECT_ATTACK, card):
            if len(s.players) > 2:
                yield "tag.battle.all_ten_zones_block_direct_attacks"
            yield "battle.direct.not_past_monsters"
    elif target.zone is not Zone.MONSTER or are_mates(target.controller, player):
        yield "battle.declare.attacker_and_target"
    else:
        yield from forbidden(_shelters(s, card, target))


def _shelters(s: State, attacker: CardState, target: CardState) -> Iterator[continuous.Applied]:
    """Yield what keeps a monster from being attacked by another."""
    for found in continuous.on_card(s, Property.NOT_ATTACKABLE, target):
        if found.static.by is None or matching.matches(s, Ctx(found.player, found.source), found.static.by, attacker):
            yield found


def has_monsters(s: State, player: int) -> bool:
    """Whether a player controls a monster."""
    return any(uid >= 0 for uid in s.players[player].monsters)


def is_guarded(s: State, player: int) -> bool:
    """Whether a monster keeps a player's attacks off the other team (tag.battle.all_ten_zones_block_direct_attacks)."""
    return any(has_monsters(s, foe) for foe in foes(s, player))


def attack_targets(s: State, player: int, card: CardState) -> list[CardState | None]:
    """Return the legal targets of a monster that may attack, None for a direct attack."""
    found: list[CardState | None] = [
        other
        for foe in foes(s, player)
        for other in matching.in_zone(s, foe, Zone.MONSTER)
        if next(_shelters(s, card, other), None) is None
    ]
    if not is_guarded(s, player) or continuous.has(s, Property.DIRECT_ATTACK, card):
        found.append(None)
    return found


def opposing(s: State, player: int) -> list[Mark]:
    """Return the monsters of the other team as they are now."""
    return [mark(card) for foe in foes(s, player) for card in matching.in_zone(s, foe, Zone.MONSTER)]


class BattlePhase(Frame):
    """From the Start Step to the End Step (phase.battle.four_steps); ``then`` is the phase that follows."""

    __slots__ = ("acted", "over", "then")

    def __init__(self) -> None:
        super().__init__("start")
        self.over = False
        self.acted = False
        self.then = "main2"

    def end_early(self) -> None:
        """End the Battle Phase as soon as the Chain has resolved."""
        self.over = True

    def note_chain(self) -> None:
        """Stay in the Battle Step if the wish to move on was answered by a Chain."""
        self.acted = True

    def run(self, s: State) -> None:
        """Do the next part of the Battle Phase."""
        both = turn_order(s)
        if self.step == "start":
            s.phase = Phase.BATTLE
            s.write("phase", phase=Phase.BATTLE, player=s.turn_player)
            self._event(s)
            self.step = "begun"
            s.push(Window("phase", both))
        elif self.step == "begun":
            self.step = "open"
        elif self.step == "open":
            s.battle = None
            if self.over:
                s.finish(self)
                s.answer = "main2"
                return
            self.acted = False
            self.step = "chosen"
            s.ask(Prompt("battle", s.turn_player))
        elif self.step == "chosen":
            self._chosen(s, s.take())
        elif self.step == "leaving":
            self.step = "open" if self.acted else "ended"
            if not self.acted:
                s.push(Window("phase", both))
        elif self.step == "ended":
            s.finish(self)
            s.answer = self.then
        elif self.step == "declared":
            self._after_declaration(s)
        else:
            self._replay(s, s.take())

    def part(self) -> str:
        """Return the step of the Battle Phase: "start", "battle" or "end"; the Damage Step is a frame of its own."""
        return {"start": "start", "begun": "start", "ended": "end"}.get(self.step, "battle")

    def _event(self, s: State) -> None:
        s.later()
        if s.waits_for(Happening.PHASE):
            emit(s, GameEvent(Happening.PHASE, s.moment, player=s.turn_player, phase=Phase.BATTLE))

    def _chosen(self, s: State, answer: object) -> None:
        if isinstance(answer, str):
            self.then = answer
            self.step = "leaving"
            s.push(Window("moving_on", turn_order(s)[1:]))
        elif isinstance(answer, Frame):
            self.step = "open"
            window = Window("chain", turn_order(s))
            s.push(window)
            window.begin(s, answer)
        else:
            assert isinstance(answer, tuple)
            self._declare(s, *answer)

    def _declare(self, s: State, uid: int, target: int | None) -> None:
        card = s.cards[uid]
        s.later()
        live = card.on_field
        toll = toll_of(s, card)
        if toll:
            life.pay(s, s.turn_player, toll)
        if live.attacked != s.turn:
            live.assaults = []
        live.attacked = s.turn
        live.assaults.append(-1 if target is None else target)
        goal = None if target is None else s.cards[target]
        s.battle = Battle(mark(card), None if goal is None else mark(goal))
        s.battle.opposing = opposing(s, s.turn_player)
        self._negate_waiting(s, card)
        s.write("attack", player=s.turn_player, card=uid, target=target)
        others = () if goal is None else (stay_snap(s, goal),)
        emit(
            s,
            GameEvent(
                Happening.ATTACK,
                s.moment,
                (stay_snap(s, card),),
                others,
                player=s.turn_player,
                by=s.turn_player,
                direct=goal is None,
            ),
        )
        self.step = "declared"
        s.push(Window("attack", turn_order(s)))

    def _negate_waiting(self, s: State, card: CardState) -> None:
        """Let a negation that waited for the next attack meet this one; what answers a declaration can still answer it."""
        for item in s.lingering:
            static, you = item.static, are_mates(item.player, s.turn_player)
            if static.property is Property.NEXT_ATTACK_NEGATED and you is (static.player is Who.YOU):
                s.lingering.remove(item)
                if s.battle is not None and not continuous.unaffected(s, card, item.source):
                    s.battle.negated = True
                    s.write("attack_negated", card=card.uid)
                return

    def _after_declaration(self, s: State) -> None:
        battle = s.battle
        assert battle is not None
        self.step = "open"
        attackers = marked(s, [battle.attacker])
        if battle.negated or self.over or not attackers:
            return
        card = attackers[0]
        if not may_fight(s, card, battle.target is None) or card.controller != s.turn_player:
            return
        now = opposing(s, s.turn_player)
        gone = battle.target is not None and battle.target not in now
        changed = now != battle.opposing if s.rules.battle_replay == "any_change" else _grown(now, battle.opposing)
        if gone or (changed and not battle.redirected):
            if s.rules.battle_replay == "reset":
                card.on_field.assaults.pop()  # battle.replay.battle_step_reset: as if it had not been declared.
                return
            self.step = "replay"
            battle.opposing = now
            s.write("replay", player=s.turn_player, card=card.uid)
            s.ask(Prompt("replay", s.turn_player, source=card.uid))
            return
        s.push(Fighting())

    def _replay(self, s: State, answer: object) -> None:
        """Go on with the same attacker, or leave it (battle.replay.is_no_new_declaration: no window follows)."""
        battle = s.battle
        assert battle is not None
        self.step = "open"
        if answer == "pass":
            if s.rules.battle_replay_attacker == "kept":
                for card in marked(s, [battle.attacker]):
                    card.on_field.assaults.pop()
            return
        assert isinstance(answer, tuple)
        target = answer[1]
        s.cards[answer[0]].on_field.assaults[-1] = -1 if target is None else target
        battle.target = None if target is None else mark(s.cards[target])
        s.push(Fighting())


def _grown(now: list[Mark], before: list[Mark]) -> bool:
    return len(now) != len(before) or any(item not in before for item in now)


def step_of_battle_phase(s: State) -> str | None:
    """Return the step that is going on: "start", "battle", "damage" or "end"; None outside the Battle Phase."""
    phase = next((frame for frame in s.frames if isinstance(frame, BattlePhase)), None)
    if phase is None:
        return None
    return "damage" if any(isinstance(frame, Fighting) for frame in s.frames) else phase.part()
