"""What the rules do by themselves after each step until nothing changes: victory, Equip Cards without a monster."""

from __future__ import annotations

from engine.effects import continuous, matching
from engine.effects.context import Ctx, mark, marked
from engine.effects.tree import EffectKind, Property, Until
from engine.procedures import handing_over, moving
from engine.procedures.turning import turn
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Lingering
from engine.state.seats import are_mates
from engine.state.seats import team as team_of
from engine.vocab import Cause, SpellTrapIcon, Zone


def check_victory(s: State) -> None:
    """End the duel if a team, which with two players is a player, has won or lost (win.immediate)."""
    if s.ended:
        return
    one, two = s.teams
    if one.lp > 0 and two.lp > 0 and not one.lost and not two.lost and not s.index.winners:
        return
    for team in (one, two):
        if team.lp <= 0 and not team.lost:
            team.lost = "tag.lp.zero_loses" if s.rules.win_life_points == "team" else "win.opponent_lp_zero"
    if one.lost or two.lost:
        if one.lost and two.lost:
            end(s, None, "tag.win.both_teams_at_zero" if s.rules.win_life_points == "team" else "win.tie_both_lp_zero")
        else:
            end(s, 0 if two.lost else 1, one.lost or two.lost)
        return
    if s.index.winners:
        _check_sets(s)


def _check_sets(s: State) -> None:
    """End the duel if a player has all the cards together that win it; the whole team wins.

    (tag.win.special_condition_counts_for_the_team, tag.exodia.five_pieces_in_one_hand)
    """
    won: dict[int, str] = {}
    for player, side in enumerate(s.players):
        for winner in s.index.winners:
            card = s.cards[winner]
            made = card.printed.definition
            if winner in side.hand and made.wins_in_hand_with:
                if _names(s, side.hand).issuperset(made.wins_in_hand_with):
                    won[team_of(player)] = "win.exodia_five_pieces"
            elif winner in side.spells and card.face_up and made.wins_on_field_with:
                there = [uid for uid in side.spells if uid >= 0 and s.cards[uid].face_up]
                if _names(s, there).issuperset(made.wins_on_field_with):
                    won[team_of(player)] = "win.destiny_board_complete"
    if won:
        end(s, None if len(won) == 2 else next(iter(won)), next(iter(won.values())))


def _names(s: State, uids: list[int]) -> set[str]:
    return {s.cards[uid].printed.name for uid in uids}


def end(s: State, winner: int | None, reason: str) -> None:
    """End the duel; the winner is a team."""
    s.ended = True
    s.winner = winner
    s.reason = reason
    s.prompt = None
    s.frames = []
    s.write("end", winner=winner, rule=reason)


def settle(s: State) -> None:
    """Destroy Equip Cards that have lost their monster; drop what was applied to cards that are gone."""
    while True:
        lost = [card for card in _equips(s) if not _holds(s, card)]
        if lost:
            _keep_turned_down(s, lost)
            moving.destroy(s, lost, cause=Cause.RULE)
        elif not _perish(s):
            break
    if s.lingering:
        _release(s)
    settle_claims(s)
    if Property.STRONGEST_UNAFFECTED in s.index.statics:
        from engine.procedures.loops import settle_strongest

        settle_strongest(s)
    if Property.KEPT_IN_DEFENSE in s.index.statics:
        _keep_in_defense(s)
    if s.lingering:
        s.lingering = [item for item in s.lingering if continuous.lasts(s, item)]


def _release(s: State) -> None:
    """Destroy monsters whose tie was to a card that has left the field."""
    for item in [item for item in s.lingering if item.static.property is Property.DIES_WITH]:
        source = s.cards[item.source]
        if source.stamp != item.source_stamp:
            s.lingering.remove(item)
            here = marked(s, item.cards or ())
            moving.destroy(s, here, cause=Cause.EFFECT, by=item.player, source=item.source)


def _keep_in_defense(s: State) -> None:
    """Change to Defense Position what a continuous effect keeps there."""
    for side in s.players:
        for uid in side.monsters:
            card = s.cards[uid] if uid >= 0 else None
            if card is not None and card.face_up and card.attack and continuous.has(s, Property.KEPT_IN_DEFENSE, card):
                turn(s, card, "defense")


def _keep_turned_down(s: State, lost: list[CardState]) -> None:
    """Let who holds a monster by an Equip Card keep it if it was turned face-down (control.equip_face_down)."""
    if s.rules.control_equip_face_down != "stays_before_2024":
        return
    for card in lost:
        host = s.cards[card.on_field.equip or 0]
        gives = any(static.property is Property.CONTROL for static in card.printed.definition.statics)
        if gives and host.zone is Zone.MONSTER and not host.face_up:
            host.on_field.home = host.controller
            host.on_field.settled = s.stamp_order()


def _perish(s: State) -> bool:
    """Destroy monsters that destroy themselves; whether anything has changed: what takes their place does so again and again."""
    if Property.PERISHES not in s.index.statics:
        return False
    there = [s.cards[uid] for side in s.players for uid in (*side.monsters, *side.spells) if uid >= 0]
    before = [mark(card) for card in there]
    for card in there:
        if card.zone is Zone.MONSTER and card.face_up and continuous.has(s, Property.PERISHES, card):
            moving.destroy(s, [card], cause=Cause.EFFECT, by=card.controller, source=card.uid)
    return [mark(card) for card in there] != before


def settle_claims(s: State) -> None:
    """Drop claims whose source is gone, then let control follow those that are left, also between two steps of an effect."""
    if s.lingering:
        s.lingering = [
            item for item in s.lingering if item.static.property is not Property.CONTROL or continuous.lasts(s, item)
        ]
    settle_control(s)


def _is_anyone_away(s: State) -> bool:
    """Whether a monster is on the side of a player it does not belong to but for an effect."""
    cards = s.cards
    for player, side in enumerate(s.players):
        for uid in side.monsters:
            if uid >= 0 and cards[uid].on_field.home != player:
                return True
    return False


def settle_control(s: State) -> None:
    """Let every monster be controlled by the player who has the latest claim on it (control.no_zone_to_return_to)."""
    if Property.CONTROL not in s.index.statics and not _is_anyone_away(s):
        return
    for side in s.players:
        for uid in side.monsters:
            if uid < 0:
                continue
            card = s.cards[uid]
            wanted = continuous.controller_of(s, card)
            by = None if wanted == card.on_field.home else wanted
            if wanted == card.controller or handing_over.change_control(s, card, wanted, by):
                continue
            if wanted == card.on_field.home:
                moving.send(s, [card], cause=Cause.RULE)


def end_of_phase(s: State) -> None:
    """End what lasts until the End Phase: monsters come back, control goes back."""
    _return(s, Until.END_PHASE)
    expire(s, Until.END_PHASE)
    settle(s)


def start_of_standby(s: State) -> None:
    """End what lasts until the turn player's Standby Phase: cards come back."""
    if any(item.until is Until.YOUR_STANDBY for item in s.lingering):
        _return(s, Until.YOUR_STANDBY, s.turn_player)
        s.lingering = [item for item in s.lingering if item.until is not Until.YOUR_STANDBY or item.player != s.turn_player]
        settle(s)


def _return(s: State, until: Until, player: int | None = None) -> None:
    """Let cards that were banished for a while come back; with a player, only what that player banished."""
    for item in [item for item in s.lingering if item.static.property is Property.RETURNS and item.until is until]:
        if player is not None and item.player != player:
            continue
        for card in marked(s, item.cards or ()):
            if item.value < 0:
                moving.to_pile(s, card, Zone.HAND)
                s.write("returned_to_hand", card=card.uid, player=card.owner)
            else:
                _come_back(s, card, face_up=item.value >= 2, attack=item.value % 2 == 1)


def _come_back(s: State, card: CardState, *, face_up: bool, attack: bool) -> None:
    """Put a card back on its owner's field; a Trap that was a monster is only a Trap again, and lies among the Traps."""
    zone = Zone.MONSTER if card.printed.monster else Zone.SPELL_TRAP
    index = moving.free_zone(s, card.owner, zone)
    if index is None:
        moving.send(s, [card], cause=Cause.RULE)
        return
    live = moving.to_row(s, card, zone, card.owner, index, face_up=face_up, attack=attack and zone is Zone.MONSTER)
    live.arrived = 0
    s.write("returned", card=card.uid, player=card.owner)


def _equips(s: State) -> list[CardState]:
    return [
        card
        for side in s.players
        for uid in side.spells
        if uid >= 0 and (card := s.cards[uid]).live is not None and card.live.equip is not None
    ]


def _holds(s: State, card: CardState) -> bool:
    host = s.cards[card.on_field.equip or 0]
    if host.zone is not Zone.MONSTER or not host.face_up:
        return False
    wanted = None if card.printed.monster else card.printed.definition.equips_to
    return wanted is None or matching.matches(s, Ctx(card.controller, card.uid), wanted, host)


def expire(s: State, until: Until) -> None:
    """End what lasts until then; with the turn ends what lasted until the end of its player's next one."""
    if s.lingering:
        s.lingering = [item for item in s.lingering if item.until is not until]
    if until is Until.END_OF_TURN and s.lingering:
        s.lingering = [item for item in s.lingering if not _was_next_turn(s, item)]


def _was_next_turn(s: State, item: Lingering) -> bool:
    return item.until is Until.END_OF_YOUR_NEXT_TURN and item.player == s.turn_player and item.turn != s.turn


def spells_that_run_out(s: State) -> list[CardState]:
    """Return the Spells whose time on the field ends in this End Phase."""
    found = []
    for player, side in enumerate(s.players):
        if are_mates(player, s.turn_player):
            continue  # Turns of both opponents count, one after the other (tag.turns.swords_of_revealing_light).
        for uid in side.spells:
            if uid < 0 or not (card := s.cards[uid]).face_up:
                continue
            for effect in card.printed.definition.effects:
                if effect.kind is EffectKind.ACTIVATION and effect.stays:
                    passed = (s.turn - card.on_field.arrived + 1) // 2
                    if passed >= effect.stays:
                        found.append(card)
    return found


def destroy_marked(s: State) -> None:
    """Destroy the monsters that an effect leaves until the End Phase, those of one card together."""
    marked_by: dict[tuple[int, int], list[CardState]] = {}
    for side in s.players if s.lingering else ():
        for uid in side.monsters:
            for found in continuous.on_card(s, Property.END_DESTROYS, s.cards[uid]) if uid >= 0 else ():
                marked_by.setdefault((found.player, found.source), []).append(s.cards[uid])
    for (player, source), doomed in marked_by.items():
        moving.destroy(s, doomed, cause=Cause.EFFECT, by=player, source=source)


def counted_down(s: State) -> bool:
    """End the duel if the turns a card counts have passed (win.by_card_effect)."""
    won = {
        team_of(item.player)
        for item in s.lingering
        if item.static.property is Property.COUNTDOWN and s.turn - item.turn + 1 >= item.value
    }
    if won:
        end(s, None if len(won) == 2 else won.pop(), "win.by_card_effect")
    return s.ended


def goes_after_use(card: CardState) -> bool:
    """Whether a Spell or Trap is sent to the Graveyard when its Chain has resolved."""
    return card.printed.icon in (
        SpellTrapIcon.NORMAL,
        SpellTrapIcon.QUICK_PLAY,
        SpellTrapIcon.RITUAL,
        SpellTrapIcon.COUNTER,
    )
