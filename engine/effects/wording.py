"""What the words of a card mean for its player: who "your opponent" is, who "each player", and whose cards are "yours".

With two players the answers are plain. With four, "your opponent" has Decks, hands and Graveyards only as the duelist who
sits opposite, but fields as both (tag.opponent.means_the_facing_duelist, tag.opponent.field_means_both_fields); "your"
cards are those of the team (tag.wording.your_counts_the_whole_team), except that what is taken out of a hand, a Deck or an
Extra Deck is the player's own. Everything else in ``engine/effects`` asks here and knows nothing of seats.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.effects.filters import Filter, Select
from engine.effects.statics import Happening, Property
from engine.effects.values import Who
from engine.state import seats
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Zone

_PILES = frozenset((Zone.HAND, Zone.DECK, Zone.EXTRA, Zone.GY, Zone.BANISHED))
_OWN = frozenset((Zone.HAND, Zone.DECK, Zone.EXTRA))
"""Where nobody takes cards but their own player; the Graveyard of a partner may be used as one's own."""
_ALLOWS = (Property.EXTRA_NORMAL, Property.FEWER_TRIBUTES, Property.NO_HAND_LIMIT)
"""Properties that allow a player more; what forbids or protects is for the whole team (tag.prohibition.on_you_binds_the_partner)."""
_TO_THE_TEAM = (Happening.BATTLE_DAMAGE, Happening.EFFECT_DAMAGE)
"""Events that happen to a team, which shares its Life Points."""


def players(s: State, you: int, who: Who | None) -> tuple[int, ...]:
    """Return the players something is done to, the turn player first.

    "Both players" and "each player" are the effect's player and the one opposite, whose turn soever it is
    (tag.wording.both_or_each_player_means_the_facing_pair).
    """
    if who is Who.YOU:
        return (you,)
    facing = seats.facing(s, you)
    if who is Who.OPPONENT:
        return (facing,)
    return tuple(player for player in seats.around(s, s.turn_player) if player in (you, facing))


def places(s: State, you: int, wanted: Filter, zones: tuple[Zone, ...], taking: bool) -> Iterator[tuple[int, Zone]]:
    """Yield whose cards in which of the zones a filter means, the turn player first.

    ``taking``: for something to be done to them, not only to be counted.
    """
    two = len(s.players) == 2
    for player in players(s, you, wanted.who) if two else seats.around(s, s.turn_player):
        for zone in zones:
            if two or _is_owner(s, you, wanted, zone, player, taking):
                yield player, zone


def fields(s: State, you: int, who: Who) -> tuple[int, ...]:
    """Return the players whose fields a word means: of the opponent both (tag.opponent.field_means_both_fields)."""
    if who is Who.YOU:
        return seats.mates(s, you)
    return seats.foes(s, you) if who is Who.OPPONENT else seats.around(s, s.turn_player)


def _is_owner(s: State, you: int, wanted: Filter, zone: Zone, player: int, taking: bool) -> bool:
    who = wanted.who
    if zone not in _PILES and who in (None, Who.EITHER):
        return True  # tag.wording.all_cards_or_all_players_means_four
    if seats.are_mates(player, you):
        return who is not Who.OPPONENT and (player == you or not (wanted.personal or (taking and zone in _OWN)))
    return who is not Who.YOU and (player == seats.facing(s, you) or not _faces(wanted))


def _faces(wanted: Filter) -> bool:
    """Whether the opponent of a filter is the one opposite: also on the field as soon as a pile is named (tag.example.secret_barrel)."""
    return wanted.personal or wanted.who is not Who.OPPONENT or not _PILES.isdisjoint(wanted.zones)


def is_lent(s: State, you: int, what: Select, card: CardState) -> bool:
    """Whether a card one would choose among "yours" lies on the partner's field, who alone gives it up."""
    if len(s.players) == 2 or what.every or what.filter.who is not Who.YOU:
        return False
    return card.live is not None and card.controller == seats.partner(s, you)


def is_whose(s: State, you: int, wanted: Filter, controller: int) -> bool:
    """Whether a card under somebody's control is one of the player a filter names."""
    mine = wanted.who is Who.YOU
    if seats.are_mates(controller, you) is not mine:
        return False
    if len(s.players) == 2:
        return True
    if mine:
        return controller == you or not wanted.personal
    return controller == seats.facing(s, you) or not _faces(wanted)


def binds(name: Property, who: Who | None, you: int, player: int) -> bool:
    """Whether what a continuous effect says of a player is said of this one (tag.prohibition.on_the_opponent_binds_both)."""
    if who is None or who is Who.EITHER:
        return who is not None
    if who is Who.YOU and name in _ALLOWS:
        return you == player
    return (who is Who.YOU) is seats.are_mates(you, player)


def takes_part(what: Happening, who: Who | None, you: int, player: int | None) -> bool:
    """Whether the player of an event is the one an effect waits for: "you" alone, unless it happens to the team."""
    if who is None or who is Who.EITHER:
        return True
    if player is None:
        return False
    if who is Who.YOU:
        return player == you or (what in _TO_THE_TEAM and seats.are_mates(player, you))
    return not seats.are_mates(player, you)


def causes(who: Who | None, you: int, by: int | None) -> bool:
    """Whether the player whose card caused an event is the one an effect waits for; cards of the partner count as yours."""
    if who is None or who is Who.EITHER:
        return True
    return by is not None and (who is Who.YOU) is seats.are_mates(by, you)


def is_turn_of(s: State, you: int, who: Who) -> bool:
    """Whether the turn is one of the player meant: your own, or of any opponent."""
    if who is Who.EITHER:
        return True
    return s.turn_player == you if who is Who.YOU else not seats.are_mates(s.turn_player, you)


def shared(s: State, you: int, who: Who, count: int) -> list[tuple[int, int]]:
    """Return how many of so many coming turns fall to whom.

    "Your next turns" are those of the team, the one whose turn comes first with the surplus (tag.example.reckless_greed);
    those of the opponent are of the one opposite.
    """
    if who is not Who.YOU:
        return [(player, count) for player in players(s, you, who)]
    coming = [mate for mate in seats.around(s, seats.after(s, s.turn_player)) if seats.are_mates(mate, you)]
    return [(mate, (count + len(coming) - 1 - place) // len(coming)) for place, mate in enumerate(coming)]


def other(s: State, you: int, who: Who | None) -> int:
    """Return the one player a word names for a choice, a place on the field, a total of Life Points."""
    return seats.facing(s, you) if who is Who.OPPONENT else you
