"""Monsters arrive by a Special Summon: who may, where, in which position."""

from __future__ import annotations

from collections.abc import Iterator

from engine.effects import conditions, continuous, matching
from engine.effects.context import Ctx
from engine.effects.tree import Happening, Property, Static, Until
from engine.procedures import costs
from engine.procedures.board import extra_places
from engine.procedures.events import emit
from engine.procedures.moving import free_zone, send, stay_snap, to_row
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.records import GameEvent, Lingering, Link, Prompt
from engine.state.seats import team_state
from engine.vocab import CardKind, Cause, SummonKind, Zone
from engine.vocab import Frame as CardFrame

_OWN_KINDS = (SummonKind.FUSION, SummonKind.RITUAL, SummonKind.SYNCHRO, SummonKind.XYZ, SummonKind.LINK)


def bars(s: State, player: int, maker: int | None = None) -> Iterator[continuous.Applied]:
    """Yield what keeps the player from Special Summoning at all; ``maker`` is the card that makes Tokens."""
    for found in continuous.on_player(s, Property.CANNOT_SPECIAL, player):
        if found.static.by is None:
            yield found
    for found in continuous.on_player(s, Property.CANNOT_SUMMON, player):
        if found.source != maker:
            yield found


def barred(s: State, player: int, maker: int | None) -> bool:
    """Whether something keeps the player from Special Summoning at all."""
    return next(bars(s, player, maker), None) is not None


def _kept_out(s: State, player: int, card: CardState) -> bool:
    """Whether the player may Special Summon, but no such card."""
    return any(
        found.static.by is not None and matching.matches(s, Ctx(found.player, found.source), found.static.by, card)
        for found in continuous.on_player(s, Property.CANNOT_SPECIAL, player)
    )


def may_arrive(s: State, player: int, card: CardState, kind: SummonKind, source: int | None = None) -> bool:
    """Whether a monster can be Special Summoned in this way; ``source`` is the card whose effect does it."""
    if not card.printed.monster or barred(s, player, source if card.printed.kind is CardKind.TOKEN else None):
        return False
    if card.printed.kind is CardKind.TOKEN and card.zone is not Zone.NOWHERE:
        return False  # A Token among the removed cards (token.leaves) is never a monster again.
    if card.zone is Zone.HAND and source != card.uid and costs.toll(s, player, card) > team_state(s, player).lp:
        return False
    if next(continuous.prohibitions(s, card), None) is not None or _kept_out(s, player, card):
        return False
    rules = card.printed.definition.summon
    # A monster of the Extra Deck that brings itself back had to be Summoned properly before.
    from_extra = card.printed.extra and card.zone not in (Zone.EXTRA, Zone.NOWHERE)
    own = kind in _OWN_KINDS or (source is not None and source == card.uid and not from_extra)
    if source is not None and s.cards[source].printed.name in rules.summoned_by:
        own = True
    if not rules.special and not own:
        return False
    if not own and rules.only_own_way:
        return False
    if rules.special_if is not None and not conditions.met(s, Ctx(player, card.uid), rules.special_if):
        return False
    if rules.toon and s.rules.toon_rules_from == "rules" and not _has_toon_world(s, player):
        return False
    revived = card.printed.extra and card.zone is not Zone.EXTRA
    needs = rules.own_way_first or revived or bool(rules.summoned_by) or _is_ritual(card)
    return own or card.proper or not needs


def _has_toon_world(s: State, player: int) -> bool:
    """Whether the player has Toon World face-up (toon.needs_toon_world_to_enter)."""
    return any(
        uid >= 0 and s.cards[uid].face_up and s.cards[uid].printed.name == "Toon World" for uid in s.players[player].spells
    )


def _is_ritual(card: CardState) -> bool:
    return card.printed.frame == "ritual"


def extra_zone(s: State, player: int, card: CardState, wanted: int | None = None) -> int | None:
    """Return a zone for a monster from the Extra Deck (extra_deck.placement), the wanted one if stated."""
    places = extra_places(s, player, card)
    if wanted is not None:
        return wanted if wanted in places else None
    return places[0] if places else None


def zone_for(s: State, player: int, card: CardState, wanted: int | None = None) -> int | None:
    """Return the Monster Zone a card would take; None if there is none."""
    if card.zone is Zone.EXTRA or (card.zone is Zone.NOWHERE and card.printed.extra):
        return extra_zone(s, player, card, wanted)
    return free_zone(s, player, Zone.MONSTER, wanted)


class Arrive(Frame):
    """Special Summons cards one after the other into one moment; the position is chosen where it is free."""

    __slots__ = (
        "applied",
        "arrived",
        "bound",
        "cards",
        "kind",
        "link",
        "materials",
        "only",
        "player",
        "position",
        "source",
        "to",
        "zone",
    )

    def __init__(
        self,
        cards: list[int],
        player: int,
        to: int,
        kind: SummonKind,
        position: str,
        *,
        source: int | None = None,
        link: Link | None = None,
        applied: tuple[Static, ...] = (),
        zone: int | None = None,
        materials: int = 0,
        only: tuple[int, ...] = (),
        bound: tuple[int, ...] = (),
    ) -> None:
        super().__init__("next")
        self.cards = cards
        self.player = player
        self.to = to
        self.kind = kind
        self.position = position
        """ "attack", "defense" or "any": the player chooses."""
        self.source = source
        self.link = link
        self.applied = applied
        """What is applied to each that arrives."""
        self.arrived: list[int] = []
        self.zone = zone
        self.materials = materials
        """How many monsters it was made of."""
        self.only = only
        """The zones they may take; empty means any."""
        self.bound = bound
        """Those that come from the Extra Deck without being monsters of it: face-up Pendulum Monsters."""

    def run(self, s: State) -> None:
        """Place the next one, or end."""
        if self.step == "placed":
            self._place(s, s.take() == "attack")
            return
        while self.cards:
            card = s.cards[self.cards[0]]
            stuck = self.position == "defense" and card.printed.frame is CardFrame.LINK
            if stuck or self._zone(s, card) is None or not may_arrive(s, self.player, card, self.kind, self.source):
                self.cards.pop(0)
                if card.trap is not None and card.zone is Zone.SPELL_TRAP:
                    card.printed, card.trap = card.trap, None
                if card.zone is Zone.NOWHERE and card.printed.kind is not CardKind.TOKEN:
                    send(s, [card], cause=Cause.RULE)
                continue
            if self.position == "any" and card.printed.frame is not CardFrame.LINK:
                self.step = "placed"
                s.ask(Prompt("position", self.player, "position", card.uid, words=("attack", "defense")))
                return
            self._place(s, self.position != "defense")
        self._end(s)

    def _zone(self, s: State, card: CardState) -> int | None:
        """Return the zone wished for, or any if it is taken now."""
        if card.uid in self.bound:
            return extra_zone(s, self.to, card)
        if self.only:
            return next((index for index in self.only if zone_for(s, self.to, card, index) is not None), None)
        wished = None if self.zone is None else zone_for(s, self.to, card, self.zone)
        return wished if wished is not None else zone_for(s, self.to, card)

    def _place(self, s: State, attack: bool) -> None:
        card = s.cards[self.cards.pop(0)]
        index = self._zone(s, card)
        assert index is not None
        costs.pay_toll(s, self.player, card)
        live = to_row(s, card, Zone.MONSTER, self.to, index, face_up=True, attack=attack)
        live.how = self.kind
        live.materials = self.materials
        if self.kind in _OWN_KINDS or self.source == card.uid or not card.printed.extra:
            rules = card.printed.definition.summon
            own = self.source is not None and (
                self.source == card.uid or s.cards[self.source].printed.name in rules.summoned_by
            )
            card.proper = card.proper or own or self.kind in _OWN_KINDS
        for static in self.applied:
            s.lingering.append(
                Lingering(static, self.player, card.uid, ((card.uid, card.stamp),), 0, Until.ON_FIELD, s.turn, s.stamp_order())
            )
        self.arrived.append(card.uid)
        self.step = "next"
        position = "attack" if attack else "defense"
        s.write("special_summon", player=self.player, card=card.uid, how=self.kind, position=position)

    def _end(self, s: State) -> None:
        s.finish(self)
        if self.link is not None:
            self.link.numbers["did"] = len(self.arrived)
            self.link.bound["it"] = [(uid, s.cards[uid].stamp) for uid in self.arrived]
        if self.arrived:
            s.players[self.player].specials += 1
            announce(s, self.arrived, self.kind, self.player, self.source)


def announce(s: State, uids: list[int], kind: SummonKind, player: int, source: int | None) -> None:
    """Let the Summon of these monsters happen as an event."""
    s.uses[f"summons/{player}"] = s.uses.get(f"summons/{player}", 0) + 1
    snaps = tuple(stay_snap(s, s.cards[uid]) for uid in uids)
    emit(s, GameEvent(Happening.SUMMONED, s.moment, snaps, player=player, by=player, source=source, summon=kind))
