"""What one player may know of a duel, as plain values: nothing in it depends on a card hidden from that player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.effects import arrows, continuous, matching
from engine.effects.matching import is_scale
from engine.procedures import naming
from engine.procedures.attempt import attempted
from engine.procedures.lending import LEND
from engine.procedures.options import may_know
from engine.procedures.pendulum import scale_of
from engine.procedures.picking import complete, pickable
from engine.state.card import CardState
from engine.state.duel_state import MONSTER_PLACES, ROW, State
from engine.state.records import Link
from engine.state.seats import are_mates, facing, partner, team_state
from engine.vocab import Frame, Zone


def card_view(s: State, player: int, card: CardState) -> dict[str, Any]:
    """Return one card as a player sees it; a hidden card has its token, its place and its back."""
    seen: dict[str, Any] = {"token": card.token, "zone": card.zone.value, "owner": card.owner, "controller": card.controller}
    if card.index >= 0:
        seen["place"] = card.index
    if card.live is not None:
        seen["face_up"] = card.face_up
    if card.zone is Zone.MONSTER:
        seen["position"] = "attack" if card.attack else "defense"
    if card.live is not None and card.live.under:
        seen["materials"] = [card_view(s, player, s.cards[uid]) for uid in card.live.under]
    if not may_know(player, card):
        return seen
    seen["name"] = card.printed.name
    seen["passcode"] = card.printed.passcode
    if card.printed.pendulum and card.printed.scale is not None:
        seen["scale"] = scale_of(s, card) if is_scale(card) else card.printed.scale
    if card.printed.monster and not is_scale(card):
        seen["atk"] = continuous.atk(s, card)
        linked = card.printed.frame is Frame.LINK
        seen["def"] = None if linked else continuous.defense(s, card)
        seen["level"] = card.printed.level
        if card.printed.rank is not None:
            seen["rank"] = continuous.rank_of(s, card)
        if linked:
            seen["link"] = card.printed.link
            seen["arrows"] = [arrow.value for arrow in card.printed.arrows]
            if card.zone is Zone.MONSTER and card.face_up:
                seen |= _links(s, card)
    if card.live is not None and card.face_up:
        seen["counters"] = dict(card.live.counters)
        seen["attacked"] = card.live.attacked == s.turn
        if card.live.equip is not None:
            seen["equipped_to"] = s.cards[card.live.equip].token
        if continuous.negated(s, card):
            seen["negated"] = True
    return seen


def _links(s: State, card: CardState) -> dict[str, Any]:
    """Return the zones a Link Monster points to, as [player, place], and the tokens of those co-linked to it.

    An Extra Monster Zone is nobody's: its player is None, its place 5 or 6 as player 0 counts; in a Tag Duel it is named by
    the seat of the first team it lies in front of.
    """
    spots = sorted(arrows.pointed_at(s, card, card.controller, card.index))
    zones = [found for found in (arrows.zone_at(s, where) for where in spots) if found is not None]
    others = [other.token for other in arrows.link_monsters(s) if arrows.co_linked(s, card, other)]
    return {"points_to": [list(zone) for zone in zones], "co_linked": sorted(others)}


def _side(s: State, viewer: int, player: int) -> dict[str, Any]:
    side = s.players[player]

    def pile(zone: Zone) -> list[dict[str, Any]]:
        return [card_view(s, viewer, card) for card in matching.in_zone(s, player, zone)]

    row = [None if uid < 0 else card_view(s, viewer, s.cards[uid]) for uid in side.monsters]
    return {
        "lp": team_state(s, player).lp,
        "deck": len(side.deck),
        "extra": pile(Zone.EXTRA) if are_mates(viewer, player) else len(side.extra),
        "extra_open": [card_view(s, viewer, s.cards[uid]) for uid in side.extra if s.cards[uid].face_up],
        "hand": pile(Zone.HAND),
        "monsters": row[:ROW] if s.rules.zone_monster_max == "five" else row[:MONSTER_PLACES],
        "spells": [None if uid < 0 else card_view(s, viewer, s.cards[uid]) for uid in side.spells],
        "field": None if side.field < 0 else card_view(s, viewer, s.cards[side.field]),
        "gy": pile(Zone.GY),
        "banished": pile(Zone.BANISHED),
        "normal_summons": side.normals,
    }


def _partners(s: State, player: int) -> dict[str, Any]:
    """Return the two sides that only a Tag Duel has."""
    mate = partner(s, player)
    return {} if mate is None else {"partner": _side(s, player, mate), "opponent_partner": _side(s, player, facing(s, mate))}


def _link(s: State, player: int, link: Link) -> dict[str, Any]:
    """One Chain Link: its card, which was shown when it was activated, and what it targets as the player sees it."""
    card = s.cards[link.uid]
    return {
        "card": card.printed.name,
        "player": link.player,
        "effect": link.effect,
        "negated": link.negated,
        "zone": card.zone.value,
        "place": card.index,
        "token": card.token,
        "targets": [card_view(s, player, s.cards[uid]) for uid, stamp in link.targets if s.cards[uid].stamp == stamp],
    }


def view(s: State, player: int) -> dict[str, Any]:
    """Return the duel as a player sees it; ``you`` and ``opponent`` are sides, ``prompt`` is the question if it is theirs.

    In a Tag Duel ``opponent`` is the duelist facing the player, ``partner`` and ``opponent_partner`` are sides as well, and
    ``winner`` is a team.
    """
    prompt = s.prompt
    seen: dict[str, Any] = {
        "player": player,
        "turn": s.turn,
        "turn_player": s.turn_player,
        "phase": s.phase.value,
        "waiting_for": None if prompt is None else prompt.player,
        "you": _side(s, player, player),
        "opponent": _side(s, player, facing(s, player)),
        **_partners(s, player),
        "extra_link": sorted(card.token for card in arrows.extra_linked(s)),
        "chain": [_link(s, player, link) for link in s.chain],
        "ended": s.ended,
        "winner": s.winner,
        "reason": s.reason,
    }
    attempt = attempted(s)
    if attempt is not None:
        seen["summoning"] = card_view(s, player, s.cards[attempt.uid])
    if s.battle is not None:
        seen["battle"] = {
            "attacker": s.cards[s.battle.attacker[0]].token,
            "target": None if s.battle.target is None else s.cards[s.battle.target[0]].token,
            "step": s.battle.step,
        }
    if prompt is not None and prompt.player == player:
        seen["prompt"] = {
            "kind": prompt.kind,
            "reason": prompt.reason,
            "source": None if prompt.source is None else s.cards[prompt.source].printed.name,
            "words": list(prompt.words),
        }
        if prompt.kind == "name":
            seen["prompt"]["names"] = naming.declarable(s, player)
        if prompt.reason == LEND:
            seen["prompt"]["cards"] = [card_view(s, player, s.cards[uid]) for uid in prompt.cards]
        if prompt.kind == "cards":
            seen["prompt"] |= {
                "cards": sorted((card_view(s, player, s.cards[uid]) for uid in prompt.cards), key=lambda c: c["token"]),
                "picked": [s.cards[uid].token for uid in prompt.picked],
                "pickable": sorted(s.cards[uid].token for uid in pickable(s, prompt)),
                "least": prompt.least,
                "most": prompt.most,
                "complete": complete(s, prompt),
            }
    return seen


@dataclass(frozen=True, slots=True)
class Decision:
    """Who has to decide, and what the question is about."""

    player: int
    kind: str
    """"open", "battle", "respond", "trigger", "cards", "yes_no", "position", "replay" or "first"."""
    reason: str
    """Of a window what it follows, of a question what the answer is for."""


def decision(s: State) -> Decision | None:
    """Return the decision the duel waits for."""
    prompt = s.prompt
    return None if prompt is None else Decision(prompt.player, prompt.kind, prompt.reason)
