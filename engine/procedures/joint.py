"""Constraints on several cards together: Tributes that free a zone, materials of Extra Deck monsters, Ritual Tributes."""

from __future__ import annotations

from itertools import combinations

from engine.effects import amounts, continuous, matching
from engine.effects.context import Ctx
from engine.effects.filters import Filter
from engine.effects.tree import Materials, Property
from engine.procedures import lending
from engine.procedures.board import extra_places, have_room
from engine.state.card import CardState
from engine.state.duel_state import ROW, State
from engine.vocab import Ability, CardKind, Frame, Zone


def is_complete(s: State, name: str, about: int, zone: int | None, player: int, picked: tuple[int, ...]) -> bool:
    """Whether the picked cards together fulfil the constraint; a monster that is to come to ``zone`` needs that one."""
    cards = [s.cards[uid] for uid in picked]
    subject = s.cards[about]
    if name == "synchro":
        return _is_synchro(s, player, subject, cards) and extra_zone_after(s, player, subject, cards, zone)
    if name == "fusion":
        return _is_fusion(s, player, subject, cards) and extra_zone_after(s, player, subject, cards, zone)
    if name == "ritual":
        return _is_ritual(subject, cards) and zone_after(s, player, cards, zone)
    if name == "link":
        return is_link(s, player, subject, cards) and extra_zone_after(s, player, subject, cards, zone)
    if name == "xyz":
        return is_xyz(s, player, subject, cards) and extra_zone_after(s, player, subject, cards, zone)
    if name == "pendulum":
        return have_room(s, player, cards)
    return zone_after(s, player, cards, zone)


def can_complete(
    s: State, name: str, about: int, zone: int | None, player: int, picked: tuple[int, ...], cards: tuple[int, ...]
) -> bool:
    """Whether the picked cards can still become an answer with others."""
    if is_complete(s, name, about, zone, player, picked):
        return True
    subject = s.cards[about]
    rest = [uid for uid in cards if uid not in picked]
    if name == "pendulum":
        return False  # With more monsters there is only less room.
    if name == "tribute":
        need = tributes_needed(s, subject) - len(picked)
        return any(is_complete(s, name, about, zone, player, (*picked, *more)) for more in combinations(rest, max(need, 0)))
    if name in ("link", "xyz"):
        most = min(len(rest), (subject.printed.link or len(cards)) - len(picked))
        return any(
            is_complete(s, name, about, zone, player, (*picked, *more))
            for count in range(1, most + 1)
            for more in combinations(rest, count)
        )
    chosen, others = [s.cards[uid] for uid in picked], [s.cards[uid] for uid in rest]
    if name == "ritual":
        return _ritual_reachable(s, player, subject, chosen, others)
    if name == "synchro":
        wanted = subject.printed.definition.materials or plain_synchro()
        return _reachable(s, player, subject, wanted, chosen, others, subject.printed.level, zone)
    materials = subject.printed.definition.materials
    return materials is not None and _reachable(s, player, subject, materials, chosen, others, None, zone)


def zone_after(s: State, player: int, leaving: list[CardState], zone: int | None = None) -> bool:
    """Whether a Main Monster Zone, or that one, is free once these cards have left (summon.zone.may_be_freed_by_the_summon)."""
    row = s.players[player].monsters[:ROW]
    freed = [card.index for card in leaving if card.zone is Zone.MONSTER and card.controller == player and card.index < ROW]
    if zone is not None:
        return 0 <= zone < ROW and (row[zone] < 0 or zone in freed)
    return -1 in row or bool(freed)


def extra_zone_after(s: State, player: int, subject: CardState, leaving: list[CardState], zone: int | None = None) -> bool:
    """Whether a monster from the Extra Deck has a place, or that one, once these cards have left (extra_deck.placement)."""
    places = extra_places(s, player, subject, {card.uid for card in leaving})
    return bool(places) if zone is None else zone in places


def tributes_needed(s: State, card: CardState) -> int:
    """Return how many Tributes the Normal Summon or Set of a monster takes by its own line or its Level."""
    level = card.printed.level or 0
    if level < 5:
        return 0
    fewer = 0
    if Property.FEWER_TRIBUTES in s.index.statics:
        for found in continuous.on_player(s, Property.FEWER_TRIBUTES, card.controller):
            ctx = Ctx(found.player, found.source)
            if found.static.by is None or matching.matches(s, ctx, found.static.by, card):
                fewer += amounts.value(s, ctx, found.static.value)
    if own := card.printed.definition.summon.tributes:
        return max(own - fewer, 0)
    if level < 7:
        return max(1 - fewer, 0)
    return max((3 if level >= 9 and s.rules.summon_tribute_high_level_count == "three" else 2) - fewer, 0)


def tributes(s: State, player: int) -> list[CardState]:
    """Return the monsters a player can Tribute for a Tribute Summon, those the partner may lend last."""
    return [card for card in lending.monsters(s, player) if not continuous.has(s, Property.NOT_TRIBUTABLE, card)]


def tributes_possible(s: State, player: int, card: CardState, zone: int | None = None) -> bool:
    """Whether the Tributes for a monster are there and leave it a zone, or that one."""
    need = tributes_needed(s, card)
    there = tributes(s, player)
    if len(there) < need:
        return False
    return zone_after(s, player, there, zone)


def synchro_materials(s: State, player: int) -> list[CardState]:
    """Return a player's monsters that may be Synchro Materials (synchro.materials.location)."""
    places: tuple[Zone, ...] = (Zone.MONSTER,)
    if s.rules.synchro_materials_location == "wide":
        places = (Zone.MONSTER, Zone.HAND, Zone.GY)
    return [
        card
        for place in places
        for card in (lending.monsters(s, player) if place is Zone.MONSTER else matching.in_zone(s, player, place))
        if card.printed.monster
        and (card.face_up or place is Zone.HAND)
        and card.printed.level
        and not continuous.has(s, Property.NOT_MATERIAL, card)
    ]


def face_up_materials(s: State, player: int, subject: CardState) -> list[CardState]:
    """Return a player's face-up monsters that may be materials of a Link or Xyz Monster; Tokens are none of the latter."""
    found = [
        card for card in lending.monsters(s, player) if card.face_up and not continuous.has(s, Property.NOT_MATERIAL, card)
    ]
    if subject.printed.frame is Frame.XYZ:
        rank = subject.printed.rank
        return [
            card
            for card in found
            if card.printed.kind is not CardKind.TOKEN and (card.printed.level == rank or is_overlaid(s, player, subject, card))
        ]
    return found


def is_overlaid(s: State, player: int, subject: CardState, card: CardState) -> bool:
    """Whether an Xyz Monster can be put on top of that one monster instead of its usual materials."""
    materials = subject.printed.definition.materials
    if materials is None or materials.overlay is None:
        return False
    return matching.matches(s, Ctx(player, subject.uid), materials.overlay, card)


def only_tokens_fail(s: State, player: int, subject: CardState) -> bool:
    """Whether an Xyz Monster would have its materials if Tokens could be some (xyz.material.no_tokens)."""
    there = [card for card in lending.monsters(s, player) if card.face_up]
    fitting = [card for card in there if card.printed.level == subject.printed.rank]
    return any(
        is_xyz(s, player, subject, list(some))
        for count in range(1, len(fitting) + 1)
        for some in combinations(fitting, count)
        if any(card.printed.kind is CardKind.TOKEN for card in some)
    )


def only_place_fails(s: State, player: int, subject: CardState, cards: list[CardState]) -> bool:
    """Whether the cards hold the materials of a Synchro, Link or Xyz Monster, but it would have no zone to come to."""
    if subject.printed.frame is Frame.SYNCHRO:
        wanted = subject.printed.definition.materials or plain_synchro()
        return _reachable(s, player, subject, wanted, [], cards, subject.printed.level, anywhere=True)
    fits = is_link if subject.printed.frame is Frame.LINK else is_xyz
    return any(
        fits(s, player, subject, list(some)) for count in range(1, len(cards) + 1) for some in combinations(cards, count)
    )


def counts_as(card: CardState) -> tuple[int, ...]:
    """Return how many Link Materials a monster may count as (link.material.link_monster_may_count_as_one)."""
    link = card.printed.link
    return (1,) if link is None or link == 1 else (1, link)


def is_link(s: State, player: int, subject: CardState, cards: list[CardState]) -> bool:
    """Whether the cards are materials whose numbers add up to the Link Rating (link.summon.materials_equal_rating)."""
    materials = subject.printed.definition.materials
    if materials is None or not cards or len(cards) > (subject.printed.link or 0):
        return False
    sums = {0}
    for card in cards:
        sums = {total + number for total in sums for number in counts_as(card)}
    return (subject.printed.link or 0) in sums and _made_of(s, player, subject, materials, cards)


def is_xyz(s: State, player: int, subject: CardState, cards: list[CardState]) -> bool:
    """Whether the cards are the materials the Xyz Monster names, all of a Level equal to its Rank, or the one it overlays."""
    materials = subject.printed.definition.materials
    if len(cards) == 1 and is_overlaid(s, player, subject, cards[0]):
        return True
    return materials is not None and bool(cards) and _made_of(s, player, subject, materials, cards)


def _reachable(
    s: State,
    player: int,
    subject: CardState,
    materials: Materials,
    picked: list[CardState],
    rest: list[CardState],
    level: int | None,
    zone: int | None = None,
    anywhere: bool = False,
) -> bool:
    """Whether the picked cards and some of the rest are materials, with Levels that add up to ``level`` if stated.

    ``anywhere`` does not ask whether the monster has a zone to come to.
    """
    ctx = Ctx(player, subject.uid)
    pool = [*picked, *rest]
    slots = [[card for card in pool if matching.matches(s, ctx, wanted, card)] for wanted in materials.named]
    if not all(slots):
        return False
    wanted = materials.others
    fitting = [] if wanted is None else [card for card in pool if matching.matches(s, ctx, wanted, card)]

    def fill(place: int, used: list[CardState], sum_: int) -> bool:
        if level is not None and sum_ > level:
            return False
        if place < len(slots):
            return any(
                fill(place + 1, [*used, card], sum_ + (card.printed.level or 0)) for card in slots[place] if card not in used
            )
        bound = [card for card in picked if card not in used]
        if any(card not in fitting for card in bound):
            return False
        total = sum_ + sum(card.printed.level or 0 for card in bound)
        free = [card for card in rest if card in fitting and card not in used]
        return add([*used, *bound], len(bound), total, free)

    def add(used: list[CardState], count: int, sum_: int, free: list[CardState]) -> bool:
        if level is not None and sum_ > level:
            return False
        made = count >= materials.least and (level is None or sum_ == level)
        if made and (anywhere or extra_zone_after(s, player, subject, used, zone)):
            return True
        if level is None and count >= materials.least:
            free = [card for card in free if card.zone is Zone.MONSTER]
        tried: set[str] = set()
        for place, card in enumerate(free):
            if card.zone is not Zone.MONSTER:
                if card.printed.name in tried:
                    continue  # Away from the field one copy is as good as another.
                tried.add(card.printed.name)
            if add([*used, card], count + 1, sum_ + (card.printed.level or 0), free[place + 1 :]):
                return True
        return False

    return fill(0, [], 0)


def only_levels_fail(s: State, player: int, subject: CardState, cards: list[CardState]) -> bool:
    """Whether the cards hold the materials of a Synchro Monster, only with other Levels."""
    wanted = subject.printed.definition.materials or plain_synchro()
    return _reachable(s, player, subject, wanted, [], cards, None)


def _ritual_reachable(s: State, player: int, subject: CardState, picked: list[CardState], rest: list[CardState]) -> bool:
    """Whether the picked cards and some of the rest are Tributes of which none is surplus."""
    need = subject.printed.level or 0

    def add(used: list[CardState], sum_: int, free: list[CardState]) -> bool:
        if sum_ >= need:
            return _is_ritual(subject, used) and zone_after(s, player, used)
        return any(add([*used, card], sum_ + (card.printed.level or 0), free[i + 1 :]) for i, card in enumerate(free))

    return add(picked, sum(card.printed.level or 0 for card in picked), rest)


def _is_synchro(s: State, player: int, subject: CardState, cards: list[CardState]) -> bool:
    materials = subject.printed.definition.materials or plain_synchro()
    if sum(card.printed.level or 0 for card in cards) != subject.printed.level:
        return False
    return _made_of(s, player, subject, materials, cards)


def plain_synchro() -> Materials:
    """Return "1 Tuner + 1 or more non-Tuner monsters"."""
    return Materials((Filter(abilities=(Ability.TUNER,)),), Filter(none_of=(Filter(abilities=(Ability.TUNER,)),)), 1)


def _is_fusion(s: State, player: int, subject: CardState, cards: list[CardState]) -> bool:
    materials = subject.printed.definition.materials
    return materials is not None and _made_of(s, player, subject, materials, cards)


def _made_of(s: State, player: int, subject: CardState, materials: Materials, cards: list[CardState]) -> bool:
    """Whether each named material is a card of its own and the rest are the others."""
    ctx = Ctx(player, subject.uid)

    def assign(place: int, rest: list[CardState]) -> bool:
        if place == len(materials.named):
            if materials.others is None:
                return not rest
            others = materials.others
            return len(rest) >= materials.least and all(matching.matches(s, ctx, others, card) for card in rest)
        wanted = materials.named[place]
        return any(
            matching.matches(s, ctx, wanted, card) and assign(place + 1, rest[:i] + rest[i + 1 :])
            for i, card in enumerate(rest)
        )

    return assign(0, cards)


def _is_ritual(subject: CardState, cards: list[CardState]) -> bool:
    """Whether the Levels reach the Ritual Monster's and none of the cards is surplus (ritual.tributes.no_surplus_monsters)."""
    need = subject.printed.level or 0
    levels = [card.printed.level or 0 for card in cards]
    return sum(levels) >= need and all(sum(levels) - level < need for level in levels)


def possible(s: State, name: str, about: int, player: int, cards: list[CardState], zone: int | None = None) -> bool:
    """Whether any of the cards together fulfil the constraint."""
    if not cards:
        return False
    return can_complete(s, name, about, zone, player, (), tuple(card.uid for card in cards))
