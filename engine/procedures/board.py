"""Where monsters may be placed: the zones open to those from the Extra Deck, and the Extra Link that opens the second one."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.effects.arrows import EXTRA_ZONES, Spot, arrows_of, extra_linked, joined, link_monsters, mirrored, pointed_at, spot
from engine.procedures.moving import MIDDLE_FIRST
from engine.state.card import CardState
from engine.state.duel_state import ROW, State
from engine.state.seats import around, facing
from engine.vocab import Frame, Zone

_NOBODY: frozenset[int] = frozenset()


def linked_zones(s: State, player: int, gone: Collection[int] = _NOBODY) -> list[int]:
    """Return a player's Main Monster Zones that any Link Monster points to (link.zone.linked_by_any_owner)."""
    spots: set[Spot] = set()
    for card in link_monsters(s, gone):
        spots |= pointed_at(s, card, card.controller, card.index)
    return [index for index in range(ROW) if spot(s, player, index) in spots] if spots else []


def makes_extra_link(s: State, player: int, card: CardState, index: int, gone: Collection[int] = _NOBODY) -> bool:
    """Whether a Link Monster put there joins both Extra Monster Zones by co-links (zone.emz.second_only_by_extra_link).

    The monsters in between may be anybody's (link.extra_link.any_controller_counts); ``index`` is an Extra Monster Zone
    and the player holds the other one.
    """
    if card.printed.frame is not Frame.LINK:
        return False
    arrows = arrows_of(s, gone)
    start, goal = spot(s, player, index), spot(s, player, mirrored(index))
    if goal not in arrows:
        return False
    arrows[start] = pointed_at(s, card, player, index)
    return goal in joined(arrows, start)


def sharers(s: State, player: int) -> tuple[int, ...]:
    """Return who shares a player's Extra Monster Zones (zone.emz.number): the one opposite, if there is a pair for each two."""
    return (facing(s, player),) if s.rules.zone_emz_number == "two_per_pair" else around(s, player)[1:]


def _open_extra_zones(s: State, player: int, card: CardState, gone: Collection[int]) -> list[int]:
    """Return the Extra Monster Zones a monster may take (zone.emz.second_one_closed_to_its_occupant)."""
    own = s.players[player].monsters
    others = [s.players[other].monsters for other in sharers(s, player)]

    def holds(row: list[int], index: int) -> bool:
        return row[index] >= 0 and row[index] not in gone

    free = [
        index for index in EXTRA_ZONES if not holds(own, index) and not any(holds(other, mirrored(index)) for other in others)
    ]
    if s.rules.zone_emz_second == "any_arrow":
        spots = {place for link in link_monsters(s, gone) for place in pointed_at(s, link, link.controller, link.index)}
        return [index for index in free if not holds(own, mirrored(index)) or spot(s, player, index) in spots]
    return [index for index in free if not holds(own, mirrored(index)) or makes_extra_link(s, player, card, index, gone)]


def extra_link_holder(s: State) -> int | None:
    """Return the player who has both Extra Monster Zones by an Extra Link (link.extra_link.meaning); None if nobody has."""
    return next((player for player in range(len(s.players)) if _holds_extra_link(s, player)), None)


def _holds_extra_link(s: State, player: int) -> bool:
    """Whether a player has both Extra Monster Zones of the own pair by an Extra Link."""
    row = s.players[player].monsters
    if any(row[index] < 0 for index in EXTRA_ZONES):
        return False
    return s.rules.link_extra_link_meaning == "occupied" or s.cards[row[ROW]] in extra_linked(s)


def bound_to_links(s: State, card: CardState) -> bool:
    """Whether a monster from the Extra Deck needs an Extra Monster Zone or a linked zone (extra_deck.placement)."""
    placement = s.rules.extra_deck_placement
    if placement == "any":
        return False
    return placement == "linked" or card.printed.frame is Frame.LINK or card.printed.pendulum


def extra_places(s: State, player: int, card: CardState, gone: Collection[int] = _NOBODY) -> list[int]:
    """Return the zones a monster from the Extra Deck may take once the cards in ``gone`` have left, the usual one first."""
    row = s.players[player].monsters
    main = [index for index in MIDDLE_FIRST if row[index] < 0 or row[index] in gone]
    if s.rules.extra_deck_placement == "any":
        return main
    extra = _open_extra_zones(s, player, card, gone)
    if bound_to_links(s, card) or (s.rules.link_extra_link_lock == "all" and _holds_extra_link(s, facing(s, player))):
        linked = linked_zones(s, player, gone)
        return extra + [index for index in main if index in linked]
    return main + extra


def have_room(s: State, player: int, cards: Iterable[CardState]) -> bool:
    """Whether all these monsters find a zone: those of the Extra Deck one that is open to them."""
    chosen = list(cards)
    row = s.players[player].monsters
    main = {index for index in range(ROW) if row[index] < 0}
    above = [card for card in chosen if card.zone is Zone.EXTRA]
    open_ = set(extra_places(s, player, above[0])) if above else set()
    # Two Extra Monster Zones are never open to one player for monsters that are not co-linked.
    emz = [index for index in open_ if index >= ROW]
    places = (open_ - set(emz)) | set(emz[:1])
    hands = len(chosen) - len(above)
    return len(above) <= len(places) and hands <= len(main) and len(chosen) <= len(main | places)
