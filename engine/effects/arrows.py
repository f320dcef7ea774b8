"""The board as a plane: where zones lie, which ones a Link Monster points to, columns, co-links and the Extra Link.

Places are seen by player 0: its Main Monster Zones are (0, 0) to (4, 0), the Extra Monster Zones (1, 1) and (3, 1), and
the opponent's Main Monster Zones (4, 2) to (0, 2), since the two players face each other. In a Tag Duel that is the pair
of B1 and A2; A1 and B2 lie to the right of it, from column 5 on, since A sits to the right of B
(tag.field.fields_side_by_side).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.state.card import CardState
from engine.state.duel_state import ROW, State
from engine.vocab import Frame, LinkArrow, Zone

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


_BESIDE: dict[int, tuple[int, ...]] = {2: (0, 0), 4: (ROW, 0, 0, ROW)}
"""By number of seats, how far to the right the field of each lies."""
_BELOW: dict[int, tuple[int, ...]] = {2: (0,), 4: (2, 0)}
"""The seats of team 0, from left to right."""
_ABOVE: dict[int, tuple[int, ...]] = {2: (1,), 4: (1, 3)}


def spot(s: State, player: int, index: int) -> Spot:
    """Return where a Monster Zone of a player lies."""
    x, y = (index, 0) if index < ROW else (2 * (index - ROW) + 1, 1)
    left = _BESIDE[len(s.players)][player]
    return (left + x, y) if player & 1 == 0 else (left + 4 - x, 2 - y)


def zone_at(s: State, where: Spot) -> tuple[int | None, int] | None:
    """Return whose Monster Zone lies at a place and its index; None if there is none.

    An Extra Monster Zone is nobody's: of two players its player is None and its index is that of player 0. In a Tag Duel it
    is named by the seat of the first team it lies in front of, as that seat counts.
    """
    x, y = where
    pair, x = divmod(x, ROW)
    below = _BELOW[len(s.players)]
    if not 0 <= pair < len(below) or not 0 <= y <= 2:
        return None
    if y == 1:
        return (None if len(below) == 1 else below[pair], ROW + x // 2) if x in (1, 3) else None
    return (below[pair], x) if y == 0 else (_ABOVE[len(s.players)][pair], 4 - x)


def pointed_at(s: State, card: CardState, player: int, index: int) -> set[Spot]:
    """Return the places the arrows of a Link Monster lead to from a zone (link.arrow.points_to_adjacent_zone).

    A sideways arrow reaches across the border to the field of the partner
    (tag.link.sideways_arrow_opens_a_zone_of_the_partner).
    """
    x, y = spot(s, player, index)
    way = 1 if player & 1 == 0 else -1
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


def is_linked_place(s: State, player: int, index: int) -> bool:
    """Whether any Link Monster points to a Monster Zone (link.zone.linked_by_any_owner)."""
    here = spot(s, player, index)
    return any(here in pointed_at(s, other, other.controller, other.index) for other in link_monsters(s))


def points_at(s: State, one: CardState, player: int, index: int) -> bool:
    """Whether a card is a face-up Link Monster in a Monster Zone that points to a zone (link.zone.only_while_in_a_monster_zone)."""
    if one.printed.frame is not Frame.LINK or one.zone is not Zone.MONSTER or not one.face_up:
        return False
    return spot(s, player, index) in pointed_at(s, one, one.controller, one.index)


def points_to(s: State, one: CardState, other: CardState) -> bool:
    """Whether a Link Monster points to the zone of another monster."""
    return other.zone is Zone.MONSTER and points_at(s, one, other.controller, other.index)


def co_linked(s: State, one: CardState, other: CardState) -> bool:
    """Whether two Link Monsters point to each other (link.colink.definition)."""
    return one is not other and points_to(s, one, other) and points_to(s, other, one)


def joined(arrows: dict[Spot, set[Spot]], start: Spot) -> set[Spot]:
    """Return the places of all Link Monsters joined to one by an unbroken series of co-links, its own included."""
    reached, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for there in arrows[here]:
            if there in arrows and there not in reached and here in arrows[there]:
                reached.add(there)
                todo.append(there)
    return reached


def arrows_of(s: State, gone: Collection[int] = _NOBODY) -> dict[Spot, set[Spot]]:
    """Return, for the place of each Link Monster, the places it points to."""
    return {
        spot(s, card.controller, card.index): pointed_at(s, card, card.controller, card.index)
        for card in link_monsters(s, gone)
    }


def extra_linked(s: State) -> list[CardState]:
    """Return the Link Monsters that are Extra Linked; none without an Extra Link (link.extra_link.definition_co_linked_chain).

    It does not matter who controls them (link.extra_link.any_controller_counts).
    """
    arrows = arrows_of(s)
    reached: set[Spot] = set()
    for player in _BELOW[len(s.players)]:
        left, right = (spot(s, player, index) for index in EXTRA_ZONES)
        if left in arrows and right in arrows:
            together = joined(arrows, left)
            reached |= together if right in together else set()
    return [card for card in link_monsters(s) if spot(s, card.controller, card.index) in reached] if reached else []


def column(s: State, player: int, zone: Zone, index: int) -> int | None:
    """Return the column of a zone, counted from the left of team 0; a Field Zone is in none (zone.column.definition).

    Spell & Trap Zones share the column of the Main Monster Zone in front of them.
    """
    if zone not in (Zone.MONSTER, Zone.SPELL_TRAP) or index < 0:
        return None
    return spot(s, player, index)[0]


def places_pointed_at(s: State, one: CardState, player: int) -> list[int]:
    """Return the indexes of a player's Monster Zones that a Link Monster points to; the Extra Monster Zones are both players'."""
    return [index for index in range(ROW + 2) if points_at(s, one, player, index)]
