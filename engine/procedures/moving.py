"""Cards change their place: the one way in which any card moves, and the events that come of it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.effects import continuous, matching
from engine.effects.context import Ctx
from engine.effects.tree import Happening, Property
from engine.procedures.events import emit
from engine.state.card import ON_FIELD, CardState, Live
from engine.state.duel_state import BLOCKED, ROW, State
from engine.state.records import GameEvent, Snap
from engine.state.seats import everyone, eyes, team_state
from engine.vocab import CardKind, Cause, Zone

MIDDLE_FIRST = (2, 1, 3, 0, 4)
"""The order in which free zones are taken when the player does not say which."""

SCALES = (0, ROW - 1)
"""The Spell & Trap Zones that serve as Pendulum Zones: the outermost ones (zone.pendulum.outermost_spell_trap_zones)."""

_PILES = {Zone.DECK: "deck", Zone.HAND: "hand", Zone.GY: "gy", Zone.BANISHED: "banished", Zone.EXTRA: "extra"}


def renew_token(s: State, card: CardState) -> None:
    """Give a card a new public number: nobody can tell it from others that entered the same hidden place."""
    if card.token:
        s.by_token.pop(card.token, None)
    card.token = s.next_token
    s.by_token[card.token] = card.uid
    s.next_token += 1


def drop_token(s: State, card: CardState) -> None:
    """Take a card's public number away: it lies where nobody can point at it."""
    if card.token:
        s.by_token.pop(card.token, None)
        card.token = 0


def show(s: State, player: int, cards: Sequence[CardState]) -> None:
    """Give numbers to cards of a Deck that a player looks at, in an order that tells nothing of theirs."""
    for card in sorted(cards, key=lambda card: card.printed.name):
        if not card.token:
            renew_token(s, card)
        card.seen |= eyes(s, player)


def shuffle_deck(s: State, player: int, by: int | None = None) -> None:
    """Shuffle a Main Deck, by the hand of another player if stated; nobody knows its cards any more."""
    deck = s.players[player].deck
    s.rng.shuffle(deck)
    for uid in deck:
        drop_token(s, s.cards[uid])
        s.cards[uid].seen = 0
    if by is None:
        s.write("shuffle", player=player)
    else:
        s.write("shuffled_by", player=by, owner=player)


def snap(s: State, card: CardState) -> Snap:
    """Return a card as it is now, with the stamp it will have after one move."""
    attack = continuous.atk(s, card) if card.zone is Zone.MONSTER else card.printed.atk
    return Snap(card.uid, card.stamp + 1, card.controller, card.zone, card.face_up, card.attack, attack, card.index)


def stay_snap(s: State, card: CardState) -> Snap:
    """Return a card as it is now and stays."""
    attack = continuous.atk(s, card)
    return Snap(card.uid, card.stamp, card.controller, card.zone, card.face_up, card.attack, attack, card.index)


def take_out(s: State, card: CardState) -> None:
    """Take the card out of the place it lies in; whoever calls puts it somewhere."""
    zone = card.zone
    pile = _PILES.get(zone)
    if pile is not None:
        getattr(s.players[card.owner], pile).remove(card.uid)
    elif zone is Zone.MONSTER:
        s.players[card.controller].monsters[card.index] = -1
    elif zone is Zone.SPELL_TRAP:
        s.players[card.controller].spells[card.index] = -1
    elif zone is Zone.FIELD:
        s.players[card.controller].field = -1


def _only_a_trap_again(s: State, card: CardState) -> None:
    """Let a Trap that was a monster be only a Trap; the Spell & Trap Zone it still took is free."""
    if card.trap is not None:
        card.printed, card.trap = card.trap, None
    if card.blocks is not None:
        player, index = card.blocks
        s.players[player].spells[index], card.blocks = -1, None


def under(s: State, card: CardState) -> None:
    """Put a card underneath an Xyz Monster: off the field, known to both, with nothing it carried there."""
    take_out(s, card)
    _only_a_trap_again(s, card)
    card.stamp += 1
    card.zone = Zone.MATERIAL
    card.index = -1
    card.live = None
    card.attack = False
    card.face_up = True
    card.seen = everyone(s)
    card.proper = False
    if not card.token:
        renew_token(s, card)


def lift(s: State, card: CardState) -> None:
    """Take a card out of its place for a Summon that is attempted: it is nowhere until that succeeds."""
    take_out(s, card)
    card.stamp += 1
    card.zone = Zone.NOWHERE
    card.index = -1
    card.live = None
    card.face_up = True
    card.seen = everyone(s)
    if not card.token:
        renew_token(s, card)


def to_pile(s: State, card: CardState, zone: Zone, face_up: bool = True, bottom: bool = False) -> None:
    """Put a card into its owner's pile. An Extra Deck card goes there instead of hand or Deck.

    A Token that leaves the field ceases to exist, or by a house rule lies with the removed cards (token.leaves).
    """
    take_out(s, card)
    _only_a_trap_again(s, card)
    was = card.zone
    card.stamp += 1
    card.index = -1
    card.live = None
    card.attack = False
    for word in card.printed.forms:
        s.uses.pop(f"copy/{card.uid}/{word}", None)
    stays = s.rules.token_leaves == "removed"  # noqa: S105  a word of the game
    if card.printed.kind is CardKind.TOKEN and was in ON_FIELD and stays:
        zone, face_up = Zone.BANISHED, True
    elif card.printed.kind is CardKind.TOKEN:
        card.zone = Zone.NOWHERE
        card.face_up = False
        drop_token(s, card)
        return
    card.controller = card.owner
    back = zone in (Zone.HAND, Zone.DECK) and card.printed.extra
    if back:
        zone = Zone.EXTRA
    card.zone = zone
    open_extra = zone is Zone.EXTRA and not back and card.printed.pendulum and was in ON_FIELD
    card.face_up = open_extra or (face_up and zone in (Zone.GY, Zone.BANISHED))
    pile: list[int] = getattr(s.players[card.owner], _PILES[zone])
    pile.insert(0 if bottom else len(pile), card.uid)
    if zone in (Zone.GY, Zone.BANISHED):
        if not card.token:
            renew_token(s, card)
        return
    public = was in (Zone.GY, Zone.BANISHED) or (was in ON_FIELD and card.face_up)
    card.proper = False
    if zone is Zone.DECK:
        drop_token(s, card)
        card.seen = 0
    else:
        renew_token(s, card)
        card.seen = everyone(s) if open_extra or (public and zone is Zone.HAND) else eyes(s, card.owner)


def to_row(s: State, card: CardState, zone: Zone, player: int, index: int, *, face_up: bool, attack: bool = False) -> Live:
    """Put a card on a player's field and return what it carries there."""
    left = (card.controller, card.index) if card.zone is Zone.SPELL_TRAP else None
    take_out(s, card)
    if card.trap is not None and zone is not Zone.MONSTER:
        _only_a_trap_again(s, card)
    elif card.trap is not None and left is not None and s.rules.trap_monster_zones == "occupies_both_zones":
        card.blocks = left
        s.players[left[0]].spells[left[1]] = BLOCKED
    card.stamp += 1
    card.zone = zone
    card.controller = player
    card.index = index
    side = s.players[player]
    if zone is Zone.MONSTER:
        side.monsters[index] = card.uid
    elif zone is Zone.SPELL_TRAP:
        side.spells[index] = card.uid
    else:
        side.field = card.uid
    card.attack = attack
    card.live = Live(s.turn, s.stamp_order())
    card.live.home = player
    if not face_up or not card.token:
        renew_token(s, card)
    card.face_up = face_up
    card.seen = everyone(s) if face_up else eyes(s, player)
    return card.live


def turn_face_up(s: State, card: CardState) -> None:
    """Turn a card on the field face-up where it lies."""
    card.face_up = True
    card.seen = everyone(s)
    card.on_field.since = s.stamp_order()


def free_zone(s: State, player: int, zone: Zone, wanted: int | None = None) -> int | None:
    """Return a free zone of a row, the wanted one if stated; None if there is none."""
    side = s.players[player]
    row = side.monsters if zone is Zone.MONSTER else side.spells
    if wanted is not None:
        return wanted if 0 <= wanted < ROW and row[wanted] == -1 else None
    for index in MIDDLE_FIRST:
        if row[index] == -1:
            return index
    return None


def free_scale(s: State, player: int, wanted: int | None = None) -> int | None:
    """Return a Pendulum Zone that is free, the wanted one if stated."""
    row = s.players[player].spells
    return next((index for index in SCALES if row[index] < 0 and wanted in (None, index)), None)


def bounces(s: State, card: CardState, zone: int | None) -> bool:
    """Whether a card put onto a full row goes back to the hand by a house rule, once a turn for each (zone.full)."""
    return s.rules.zone_full == "bounce" and zone is None and f"bounced/{card.uid}" not in s.uses


def bounce(s: State, card: CardState) -> None:
    """Let a card that was put onto a full row go back to the hand; nothing else changes."""
    s.uses[f"bounced/{card.uid}"] = 1
    card.seen = everyone(s)
    s.write("bounced", player=card.owner, card=card.uid)


def free_zones(s: State, player: int, zone: Zone) -> int:
    """Return how many zones of a row are free."""
    side = s.players[player]
    return (side.monsters if zone is Zone.MONSTER else side.spells)[:ROW].count(-1)


def draw(s: State, player: int, count: int) -> list[CardState]:
    """Draw cards; a player who cannot draw them all loses (win.opponent_cannot_draw)."""
    deck = s.players[player].deck
    if len(deck) < count:
        team = team_state(s, player)
        shared = s.rules.win_no_card_to_draw == "team"
        team.lost = team.lost or ("tag.lose.one_duelist_cannot_draw" if shared else "win.opponent_cannot_draw")
    drawn = []
    for _ in range(min(count, len(deck))):
        card = s.cards[deck[-1]]
        to_pile(s, card, Zone.HAND)
        card.seen = eyes(s, player)
        drawn.append(card)
    if drawn:
        s.write("draw", player=player, count=len(drawn))
        if s.waits_for(Happening.DRAWN):
            emit(s, GameEvent(Happening.DRAWN, s.moment, player=player, amount=len(drawn)))
    return drawn


def send(
    s: State,
    cards: Sequence[CardState],
    zone: Zone = Zone.GY,
    *,
    cause: Cause,
    by: int | None = None,
    source: int | None = None,
    face_up: bool = True,
    destroyed: bool = False,
    as_destroyed: bool = False,
) -> list[CardState]:
    """Move cards together to the Graveyard, the banished cards, the hand or the Deck, at the present moment.

    ``destroyed`` says, for the log, that this is how destroyed cards go; with ``as_destroyed`` they count as destroyed
    although nothing destroyed them (tribute.destroyed and its like).
    """
    arrived: list[Snap] = []
    left: list[Snap] = []
    goals = [goal_of(s, card, zone) for card in cards]
    below: list[CardState] = []
    for card, goal in zip(cards, goals, strict=True):
        seen = snap(s, card)
        if card.live is not None and card.live.under:
            below += [s.cards[uid] for uid in card.live.under]
        excavated = card.zone is Zone.DECK and card.seen == everyone(s)
        if seen.zone in ON_FIELD:
            left.append(seen)
        if s.lingering and card.live is not None and card.face_up:
            _cut_ties(s, card)
        to_pile(s, card, goal, face_up)
        if card.zone is Zone.GY:
            arrived.append(seen)
        shown = seen.face_up or excavated
        facts = {"cause": cause, "by": by, "source": source, "destroyed": destroyed}
        s.write("move", card=card.uid, origin=seen.zone, zone=card.zone, shown=shown, **facts)
    if below:
        # What lay underneath goes to the Graveyard with it, by the rules (xyz.materials.stacked_underneath).
        send(s, [card for card in below if card.zone is Zone.MATERIAL], cause=Cause.RULE, by=by, source=source)
    if arrived and s.waits_for(Happening.SENT):
        emit(s, GameEvent(Happening.SENT, s.moment, tuple(arrived), by=by, source=source, cause=cause, amount=len(arrived)))
    if as_destroyed and left and s.waits_for(Happening.DESTROYED):
        emit(s, GameEvent(Happening.DESTROYED, s.moment, tuple(left), by=by, source=source, cause=cause, amount=len(left)))
    if left and s.waits_for(Happening.LEFT):
        emit(s, GameEvent(Happening.LEFT, s.moment, tuple(left), by=by, source=source, cause=cause, amount=len(left)))
    return list(cards)


def send_materials(
    s: State, cards: Sequence[CardState], zone: Zone = Zone.GY, *, by: int, source: int, as_destroyed: bool = False
) -> None:
    """Move what a monster was made of to the Graveyard, or where a text says; what lies there already stays as it is."""
    moved = [card for card in cards if card.zone is not zone]
    send(s, moved, zone, cause=Cause.MATERIAL, by=by, source=source, as_destroyed=as_destroyed)


def goal_of(s: State, card: CardState, zone: Zone) -> Zone:
    """Return where a card sent to a zone really goes: some effects banish it instead."""
    if card.live is not None and card.zone is Zone.MONSTER and continuous.has(s, Property.LEAVES_BANISHED, card):
        return Zone.BANISHED
    if zone is Zone.GY and card.printed.kind is not CardKind.TOKEN and continuous.has(s, Property.GY_BANISHES, card):
        return Zone.BANISHED
    if zone is Zone.GY and card.printed.pendulum and card.zone in ON_FIELD and not _never_active(s, card):
        return Zone.EXTRA  # Face-up (pendulum.extra_deck.face_up_instead_of_graveyard).
    return zone


def _never_active(s: State, card: CardState) -> bool:
    """Whether the activation of a card was negated: then it was not on the field (negate.activation.card_was_not_on_the_field)."""
    return any(link.uid == card.uid and link.stamp == card.stamp and link.negated == "activation" for link in s.chain)


def _cut_ties(s: State, card: CardState) -> None:
    """Cut the ties between a card that leaves and another one, if the effects of what holds the tie are negated then."""
    mark = (card.uid, card.stamp)
    loose = [
        item
        for item in s.lingering
        if item.static.property is Property.DIES_WITH
        and (item.source == card.uid or mark in (item.cards or ()))
        and continuous.negated(s, s.cards[item.source])
    ]
    if loose:
        s.lingering = [item for item in s.lingering if item not in loose]


def substituted(s: State, card: CardState, cause: Cause) -> bool:
    """Destroy something else in the card's place, if a continuous effect of it says so."""
    for found in continuous.on_card(s, Property.SUBSTITUTE, card):
        by = found.static.by
        if by is None or (found.static.word and found.static.word != cause):
            continue
        bound = [] if s.battle is None else s.battle.destroyed  # What battle destroys already takes nobody's place.
        others = [
            other
            for other in matching.pool(s, Ctx(found.player, found.source), by)
            if other is not card and (other.uid, other.stamp) not in bound
        ]
        if any(saved_by_counter(s, other) for other in others):
            return True
        if others and destroy(s, others, cause=Cause.EFFECT, by=found.player, source=found.source):
            return True
    return False


def saved_by_counter(s: State, card: CardState) -> bool:
    """Remove a counter instead of destroying its card, if what was applied to the card says so."""
    live = card.live
    if live is None or not live.counters or not s.lingering:
        return False
    for found in continuous.on_card(s, Property.COUNTER_SAVES, card):
        word = found.static.word
        if live.counters.get(word, 0) > 0:
            live.counters[word] -= 1
            if not live.counters[word]:
                del live.counters[word]
            s.write("survives", card=card.uid)
            return True
    return False


def destroy(
    s: State,
    cards: Sequence[CardState],
    zone: Zone = Zone.GY,
    *,
    cause: Cause,
    by: int | None = None,
    source: int | None = None,
) -> list[CardState]:
    """Destroy cards together and return those that were. Battle destruction is decided elsewhere and only carried out here."""
    doomed = []
    for card in cards:
        if cause is not Cause.RULE and saved_by_counter(s, card):  # What the rules make room for has to go.
            continue
        if cause is Cause.EFFECT and continuous.shielded(s, card, Property.EFFECT_PROOF, source, spend=True):
            s.write("survives", card=card.uid)
            continue
        if cause is Cause.EFFECT and Property.SUBSTITUTE in s.index.statics and substituted(s, card, cause):
            continue
        doomed.append(card)
    if not doomed:
        return []
    snaps = tuple(snap(s, card) for card in doomed if card.zone is not Zone.NOWHERE)
    for card in doomed:
        s.write("destroyed", card=card.uid, cause=cause)
    send(s, doomed, zone, cause=cause, by=by, source=source, destroyed=True)
    if snaps and s.waits_for(Happening.DESTROYED):
        emit(s, GameEvent(Happening.DESTROYED, s.moment, snaps, by=by, source=source, cause=cause, amount=len(snaps)))
    return doomed
