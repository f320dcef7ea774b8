"""What the rules do by themselves after each step until nothing changes: victory, Equip Cards without a monster."""

from __future__ import annotations

from engine.effects import continuous, matching
from engine.effects.context import Ctx
from engine.effects.tree import EffectKind, Until
from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Cause, SpellTrapIcon, Zone


def check_victory(s: State) -> None:
    """End the duel if a player has won or lost (win.immediate)."""
    if s.ended:
        return
    one, two = s.players
    for side in (one, two):
        if side.lp <= 0 and not side.lost:
            side.lost = "win.opponent_lp_zero"
    if one.lost or two.lost:
        if one.lost and two.lost:
            end(s, None, "win.tie_both_lp_zero")
        else:
            end(s, 0 if two.lost else 1, one.lost or two.lost)
        return
    if s.index.winners:
        _check_hands(s)


def _check_hands(s: State) -> None:
    won = []
    for player, side in enumerate(s.players):
        names = {s.cards[uid].printed.name for uid in side.hand}
        if any(
            uid in side.hand and names.issuperset(s.cards[uid].printed.definition.wins_in_hand_with) for uid in s.index.winners
        ):
            won.append(player)
    if len(won) == 2:
        end(s, None, "win.exodia_five_pieces")
    elif won:
        end(s, won[0], "win.exodia_five_pieces")


def end(s: State, winner: int | None, reason: str) -> None:
    """End the duel."""
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
        if not lost:
            break
        moving.send(s, lost, cause=Cause.RULE)
    if s.lingering:
        s.lingering = [item for item in s.lingering if continuous.lasts(s, item)]


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
    wanted = card.printed.definition.equips_to
    return wanted is None or matching.matches(s, Ctx(card.controller, card.uid), wanted, host)


def expire(s: State, until: Until) -> None:
    """End what lasts until then."""
    if s.lingering:
        s.lingering = [item for item in s.lingering if item.until is not until]


def spells_that_run_out(s: State) -> list[CardState]:
    """Return the Spells whose time on the field ends in this End Phase."""
    found = []
    for player, side in enumerate(s.players):
        if player == s.turn_player:
            continue
        for uid in side.spells:
            if uid < 0 or not (card := s.cards[uid]).face_up:
                continue
            for effect in card.printed.definition.effects:
                if effect.kind is EffectKind.ACTIVATION and effect.stays:
                    passed = (s.turn - card.on_field.arrived + 1) // 2
                    if passed >= effect.stays:
                        found.append(card)
    return found


def goes_after_use(card: CardState) -> bool:
    """Whether a Spell or Trap is sent to the Graveyard when its Chain has resolved."""
    return card.printed.icon in (
        SpellTrapIcon.NORMAL,
        SpellTrapIcon.QUICK_PLAY,
        SpellTrapIcon.RITUAL,
        SpellTrapIcon.COUNTER,
    )
