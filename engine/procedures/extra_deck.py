"""Synchro, Xyz and Link Summons: a monster of the Extra Deck is made of monsters on the field, without an effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.effects.arrows import EXTRA_ZONES, mirrored
from engine.procedures import joint, lending, materials, moving
from engine.procedures.arriving import Arrive, bars, may_arrive
from engine.procedures.attempt import Attempt, is_silent
from engine.procedures.because import FORBIDDEN, forbidden
from engine.procedures.board import bound_to_links
from engine.procedures.picking import ask_cards
from engine.procedures.summoning import in_open_state, still_coming
from engine.procedures.windows import Window
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.seats import facing, partner, turn_order
from engine.vocab import Frame as CardFrame
from engine.vocab import SummonKind, Zone


class _Way(NamedTuple):
    """How monsters of one frame are made: the kind of the Summon, its constraint, and the fewest materials there can be."""

    kind: SummonKind
    name: str
    least: int
    rule: str
    """What is told when no materials fit."""


WAYS: dict[CardFrame, _Way] = {
    CardFrame.SYNCHRO: _Way(SummonKind.SYNCHRO, "synchro", 2, "synchro.materials.tuner_plus_others"),
    CardFrame.XYZ: _Way(SummonKind.XYZ, "xyz", 1, "xyz.materials.same_level_as_rank"),
    CardFrame.LINK: _Way(SummonKind.LINK, "link", 1, "link.summon.materials_equal_rating"),
}
"""The frames whose monsters are Summoned by the rules alone; Fusion Monsters need an effect."""


def _there(s: State, player: int, card: CardState) -> list[CardState]:
    """Return the monsters that could be materials of a card."""
    if card.printed.frame is CardFrame.SYNCHRO:
        return joint.synchro_materials(s, player)
    return joint.face_up_materials(s, player, card)


def summon_reasons(s: State, player: int, card: CardState, zone: int | None) -> Iterator[str]:
    """Yield what forbids a Synchro, Xyz or Link Summon."""
    yield from in_open_state(s, player)
    way = WAYS.get(card.printed.frame)
    if card.zone is not Zone.EXTRA or way is None or card.owner != player:
        yield "summon.special.own_condition_monsters"
        return
    if way.kind is SummonKind.LINK and s.rules.summon_kinds == "old":
        yield "summon.kinds.list"
        return
    if not may_arrive(s, player, card, way.kind):
        yield from list(forbidden(bars(s, player))) or [FORBIDDEN]
    there = _there(s, player, card)
    if not joint.possible(s, way.name, card.uid, player, there):
        yield _missing(s, player, card, there, way)
        if lending.was_refused(s, player):
            yield lending.RULE
    elif zone is not None and not joint.possible(s, way.name, card.uid, player, there, zone):
        yield closed_place(s, player, card, zone)
        if partner(s, player) is not None and zone not in EXTRA_ZONES:
            yield "tag.extra_deck.placement"


def no_place(s: State, card: CardState) -> str:
    """Return the rule that leaves a monster from the Extra Deck without a zone."""
    if not bound_to_links(s, card):
        return "zone.full.cannot_play"
    if s.rules.extra_deck_placement == "linked":
        return "mr4.extra_deck_summon_needs_emz_or_linked_zone"
    return "extra_deck.placement.link_and_pendulum_still_bound_2020"


def closed_place(s: State, player: int, card: CardState, zone: int) -> str:
    """Return the rule that keeps a monster from the Extra Deck out of one zone while others would be open."""
    if zone not in EXTRA_ZONES:
        return no_place(s, card)
    other = s.players[player].monsters[mirrored(zone)]
    if s.rules.extra_deck_placement == "any" or other < 0:
        return "zone.full.cannot_play"
    if s.players[player].monsters[zone] >= 0 or s.players[facing(s, player)].monsters[mirrored(zone)] >= 0:
        return "zone.full.cannot_play"
    return "zone.emz.second_only_by_extra_link"


def _missing(s: State, player: int, card: CardState, there: list[CardState], way: _Way) -> str:
    """Return the rule that tells best why no materials will do: too few, the wrong ones, or no zone afterwards."""
    if joint.only_place_fails(s, player, card, there):
        return no_place(s, card)
    if way.kind is SummonKind.SYNCHRO:
        levels = joint.only_levels_fail(s, player, card, there)
        return "synchro.levels_must_match_exactly" if levels else way.rule
    if way.kind is SummonKind.XYZ and joint.only_tokens_fail(s, player, card):
        return "xyz.material.no_tokens"
    return way.rule


class MaterialSummon(Frame):
    """A Synchro, Xyz or Link Summon: materials, the attempt, arrival, window."""

    __slots__ = ("givers", "player", "uid", "used", "zone")

    def __init__(self, uid: int, player: int, zone: int | None) -> None:
        super().__init__("materials")
        self.uid = uid
        self.player = player
        self.zone = zone
        self.used: list[int] = []
        """The materials, by uid; for an Xyz Summon also what lay underneath them."""
        self.givers: list[int] = []
        """Those of them that give a Link Monster something."""

    def run(self, s: State) -> None:
        """Ask for the materials, Summon, open the window."""
        card = s.cards[self.uid]
        way = WAYS[card.printed.frame]
        if self.step == "materials":
            self.step = "chosen"
            found = _there(s, self.player, card)
            made_of = card.printed.definition.materials
            least = max(way.least, 0 if made_of is None else len(made_of.named) + made_of.least)
            if made_of is not None and made_of.overlay is not None:
                least = 1
            ask_cards(s, self.player, found, least, len(found), "material", self.uid, (way.name, self.uid, self.zone))
        elif self.step == "chosen":
            self.used = list(s.take())
            self.step = "agreed" if lending.ask(s, self.player, self.uid, self.used) else "summon"
        elif self.step == "agreed" and not lending.agreed(s, self.player, self.uid, self.used):
            s.finish(self)
        elif self.step in ("agreed", "summon"):
            s.later()
            used = [s.cards[uid] for uid in self.used]
            if way.kind is SummonKind.XYZ:
                self.used = materials.set_aside(s, used)
            else:
                if way.kind is SummonKind.LINK:
                    self.givers = materials.givers(s, used)
                moving.send_materials(s, used, by=self.player, source=self.uid)
            self.step = "tried"
            s.push(Attempt(self.uid, self.player, way.kind, "attack" if way.kind is SummonKind.LINK else "any"))
        elif self.step == "tried":
            self._try(s, card, way)
        else:
            s.finish(self)
            if way.kind is SummonKind.XYZ:
                materials.attach(s, card, self.used, arrival=True)
            materials.give(s, card, self.givers, self.player)
            if is_silent(card, way.kind):
                s.waiting, s.events = [], []
            else:
                s.push(Window("summon", turn_order(s)))

    def _try(self, s: State, card: CardState, way: _Way) -> None:
        position = s.take()
        s.finish(self)
        if not still_coming(s, card, self.player):
            s.players[self.player].specials += s.rules.summon_oath_counting == "attempt_counts"
            materials.fall(s, self.used, self.player, self.uid)
            return
        s.push(self)
        s.later()
        self.step = "arrived"
        made_of = len(self.used)
        s.push(Arrive([self.uid], self.player, self.player, way.kind, position, zone=self.zone, materials=made_of))
