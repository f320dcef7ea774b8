"""The board as a plane: where zones lie, which ones a Link Monster points to, and where Extra Deck monsters may go.

Places are seen by player 0: its Main Monster Zones are (0, 0) to (4, 0), the Extra Monster Zones (1, 1) and (3, 1), and
the opponent's Main Monster Zones (4, 2) to (0, 2), since the two players face each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.procedures.moving import MIDDLE_FIRST
from engine.state.card import CardState
from engine.state.duel_state import ROW, State
from engine.vocab import Frame, LinkArrow

Spot = tuple[int, int]

EXTRA_ZONES = (ROW, ROW + 1)
"""The indexes of the Extra Monster Zones in a player's row: left and right as this player sees them."""

_STEPS: dict[LinkArrow, Spot] = {
    LinkArrow.TOP_LEFT: (-1, 1),
    LinkArrow.TOP: (0, 1),
    LinkArrow.TOP_RIGHT: (1, 1),
    LinkArrow.LEFT: (-1, 0),
    LinkArrow.RIGHT: (1, 0),
    LinkArrow.BOTTOM_LEFT: (-1, -1),
    LinkArrow.BOTTOM: (0, -1),
    LinkArrow.BOTTOM_RIGHT: (1, -1),
}
_NOBODY: frozenset[int] = frozenset()


def mirrored(index: int) -> int:
    """Return the index under which the other player knows an Extra Monster Zone."""
    return 2 * ROW + 1 - index


def spot(player: int, index: int) -> Spot:
    """Return where a Monster Zone of a player lies."""
    x, y = (index, 0) if index < ROW else (2 * (index - ROW) + 1, 1)
    return (x, y) if player == 0 else (4 - x, 2 - y)


def pointed_at(card: CardState, player: int, index: int) -> set[Spot]:
    """Return the places the arrows of a Link Monster lead to from a zone (link.arrow.points_to_adjacent_zone)."""
    x, y = spot(player, index)
    way = 1 if player == 0 else -1
    return {(x + dx * way, y + dy * way) for dx, dy in (_STEPS[arrow] for arrow in card.printed.arrows)}


def link_monsters(s: State, gone: Collection[int] = _NOBODY) -> Iterator[CardState]:
    """Yield the face-up Link Monsters in Monster Zones but for those in ``gone``, of either player."""
    if not s.index.links:
        return
    for side in s.players:
        for uid in side.monsters:
            if uid >= 0 and uid not in gone:
                card = s.cards[uid]
                if card.printed.frame is Frame.LINK and card.face_up:
                    yield card


def linked_zones(s: State, player: int, gone: Collection[int] = _NOBODY) -> list[int]:
    """Return a player's Main Monster Zones that any Link Monster points to (link.zone.linked_by_any_owner)."""
    spots: set[Spot] = set()
    for card in link_monsters(s, gone):
        spots |= pointed_at(card, card.controller, card.index)
    return [index for index in range(ROW) if spot(player, index) in spots] if spots else []


def is_linked(s: State, card: CardState) -> bool:
    """Whether a monster lies in a zone that a Link Monster points to."""
    here = spot(card.controller, card.index)
    return any(here in pointed_at(other, other.controller, other.index) for other in link_monsters(s))


def points_to(one: CardState, other: CardState) -> bool:
    """Whether a Link Monster points to the zone of another monster."""
    return spot(other.controller, other.index) in pointed_at(one, one.controller, one.index)


def co_linked(one: CardState, other: CardState) -> bool:
    """Whether two Link Monsters point to each other (link.colink.definition)."""
    return points_to(one, other) and points_to(other, one)


def makes_extra_link(s: State, player: int, card: CardState, index: int, gone: Collection[int] = _NOBODY) -> bool:
    """Whether a Link Monster put there joins both Extra Monster Zones by co-links (link.extra_link.definition_co_linked_chain).

    The monsters in between may be anybody's (link.extra_link.any_controller_counts); ``index`` is an Extra Monster Zone
    and the player holds the other one.
    """
    if card.printed.frame is not Frame.LINK:
        return False
    places = {spot(other.controller, other.index): other for other in link_monsters(s, gone)}
    goal = spot(player, mirrored(index))
    arrows = {where: pointed_at(other, other.controller, other.index) for where, other in places.items()}
    start = spot(player, index)
    arrows[start] = pointed_at(card, player, index)
    reached, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for there in arrows[here]:
            if there in arrows and there not in reached and here in arrows[there]:
                reached.add(there)
                todo.append(there)
    return goal in reached and goal in places


def extra_link_holder(s: State) -> int | None:
    """Return the player who has an Extra Link: both Extra Monster Zones and the co-links between them."""
    if not s.index.links:
        return None
    for player in (0, 1):
        left, right = (s.players[player].monsters[index] for index in EXTRA_ZONES)
        if left >= 0 and right >= 0:
            card = s.cards[right]
            return player if makes_extra_link(s, player, card, card.index, (right,)) else None
    return None


def _open_extra_zones(s: State, player: int, card: CardState, gone: Collection[int]) -> list[int]:
    """Return the Extra Monster Zones a monster may take (zone.emz.second_one_closed_to_its_occupant)."""
    own, other = s.players[player].monsters, s.players[1 - player].monsters

    def holds(row: list[int], index: int) -> bool:
        return row[index] >= 0 and row[index] not in gone

    free = [index for index in EXTRA_ZONES if not holds(own, index) and not holds(other, mirrored(index))]
    return [index for index in free if not holds(own, mirrored(index)) or makes_extra_link(s, player, card, index, gone)]


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
    if bound_to_links(s, card):
        linked = linked_zones(s, player, gone)
        return extra + [index for index in main if index in linked]
    return main + extra
