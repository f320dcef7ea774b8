"""Which continuous and applied effects touch a card or a player, and the values that come of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.effects import amounts, conditions, matching, wording
from engine.effects.context import Ctx
from engine.effects.filters import Filter, Ref, RefKind
from engine.effects.tree import Property, Static, Until
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Lingering
from engine.vocab import Zone

_OF_PLACES = (Property.GY_BANISHES,)
"""What changes where cards go touches unaffected ones as well."""


class Applied(NamedTuple):
    """A continuous effect that touches something: where it comes from and since when."""

    static: Static
    player: int
    source: int
    number: int
    """Its index among the source's continuous effects; -1 if it was applied by an effect."""
    since: int
    fixed: int | None
    """The value it was applied with; None if it is read anew."""


def _card_sources(s: State, name: Property) -> Iterator[Applied]:
    for uid, number in s.index.statics.get(name, ()):
        card = s.cards[uid]
        static = card.printed.definition.statics[number]
        if card.zone not in static.zones:
            continue
        live = card.live
        if card.printed.gemini and matching.is_plain_gemini(card):
            continue
        if card.printed.monster and card.zone is not Zone.MONSTER and live is not None and Zone.MONSTER in static.zones:
            continue  # A monster that is an Equip Card has no effects of a monster.
        if live is not None and (not card.face_up or (name is not Property.NEGATED and negated(s, card))):
            continue
        if static.condition is None or conditions.met(s, Ctx(card.controller, uid), static.condition):
            yield Applied(static, card.controller, uid, number, live.since if live is not None else 0, None)


def lasts(s: State, item: Lingering) -> bool:
    """Whether something applied still stands."""
    if item.until is Until.WITH_SOURCE:
        source = s.cards[item.source]
        return source.stamp == item.source_stamp and source.live is not None and source.face_up
    return (
        item.until is not Until.ON_FIELD
        or item.cards is None
        or any((card := s.cards[uid]).stamp == stamp and card.face_up for uid, stamp in item.cards)
    )


NONE_APPLY: Iterator[Applied] = iter(())
"""What applies where nothing of the duel has the property: one exhausted iterator for all, since this is asked most."""


def on_card(s: State, name: Property, card: CardState) -> Iterator[Applied]:
    """Return what of this property applies to a card."""
    return _on_card(s, name, card) if s.lingering or name in s.index.statics else NONE_APPLY


def _on_card(s: State, name: Property, card: CardState) -> Iterator[Applied]:
    if name in s.index.statics:
        for found in _card_sources(s, name):
            affects = found.static.affects
            if affects is None:
                continue
            if isinstance(affects, Ref):
                if affects.kind is RefKind.SELF:
                    hit = card.uid == found.source
                else:
                    source = s.cards[found.source].live
                    hit = source is not None and source.equip == card.uid
            else:
                hit = matching.matches(s, Ctx(found.player, found.source), affects, card)
            if hit and (name in _OF_PLACES or card.uid == found.source or not unaffected(s, card, found.source, name)):
                yield found
    for item in s.lingering:
        static = item.static
        if static.property is not name or static.player is not None:
            continue
        if item.cards is not None:
            hit = (card.uid, card.stamp) in item.cards
        else:
            assert isinstance(static.affects, Filter)
            hit = matching.matches(s, Ctx(item.player, item.source), static.affects, card)
            hit = hit and (card.uid, card.stamp) not in item.spared
        if hit:
            yield Applied(static, item.player, item.source, -1, item.since, item.value)


def on_player(s: State, name: Property, player: int) -> Iterator[Applied]:
    """Return what of this property applies to a player."""
    return _on_player(s, name, player) if s.lingering or name in s.index.statics else NONE_APPLY


def _on_player(s: State, name: Property, player: int) -> Iterator[Applied]:
    if name in s.index.statics:
        for found in _card_sources(s, name):
            if wording.binds(name, found.static.player, found.player, player):
                yield found
    for item in s.lingering:
        if item.static.property is name and wording.binds(name, item.static.player, item.player, player):
            yield Applied(item.static, item.player, item.source, -1, item.since, item.value)


def has(s: State, name: Property, card: CardState) -> bool:
    """Whether a property applies to a card."""
    if name not in s.index.statics and not s.lingering:
        return False
    return next(on_card(s, name, card), None) is not None


def player_has(s: State, name: Property, player: int) -> bool:
    """Whether a property applies to a player."""
    if name not in s.index.statics and not s.lingering:
        return False
    return next(on_player(s, name, player), None) is not None


def controller_of(s: State, card: CardState) -> int:
    """Return who has the latest claim on a monster on the field."""
    live = card.on_field
    since, player = live.settled, live.home
    for found in on_card(s, Property.CONTROL, card):
        if found.since > since:
            since, player = found.since, found.player
    return player


def original(s: State, card: CardState, stat: str) -> int:
    """Return the original ATK ("atk") or DEF of a card."""
    name, base = (Property.BASE_ATK, card.printed.atk) if stat == "atk" else (Property.BASE_DEF, card.printed.defense)
    if card.zone is Zone.MONSTER and name in s.index.statics:
        for found in on_card(s, name, card):
            base = amounts.value(s, Ctx(found.player, found.source), found.static.value)
    return base


def negated(s: State, card: CardState) -> bool:
    """Whether the effects of a card on the field are negated."""
    return has(s, Property.NEGATED, card)


def _spared_as_strongest(s: State, source: int) -> bool:
    for found in _card_sources(s, Property.STRONGEST_UNAFFECTED):
        by = found.static.by
        if by is None or matching.matches(s, Ctx(found.player, found.source), by, s.cards[source]):
            return True
    return False


def unaffected(s: State, card: CardState, source: int, by_property: Property | None = None) -> bool:
    """Whether the effects of another card do not touch this one; what it is immune to cannot take that away by negating it."""
    if card.live is not None and card.live.strongest and _spared_as_strongest(s, source):
        return True
    if Property.UNAFFECTED not in s.index.statics or not card.face_up or card.zone is not Zone.MONSTER:
        return False
    for number, static in enumerate(card.printed.definition.statics):
        if static.property is Property.UNAFFECTED and (by_property is Property.NEGATED or not negated(s, card)):
            if static.condition is not None and not conditions.met(s, Ctx(card.controller, card.uid), static.condition):
                continue
            by = static.by
            if by is None or matching.matches(s, Ctx(card.controller, card.uid), by, s.cards[source]):
                return number >= 0
    return False


def name_of(s: State, card: CardState) -> str:
    """Return the name a card has now."""
    if Property.NAME in s.index.statics and card.live is not None and card.face_up:
        for static in card.printed.definition.statics:
            if static.property is Property.NAME and not negated(s, card):
                return static.word
    return card.printed.name


def prohibitions(s: State, card: CardState) -> Iterator[Applied]:
    """Yield what forbids every use of a card (``verbs.Prohibit``), as long as what forbids it is not negated."""
    if s.lingering:
        for found in on_card(s, Property.PROHIBITED, card):
            if not negated(s, s.cards[found.source]):
                yield found


def rank_of(s: State, card: CardState) -> int | None:
    """Return the Rank a card has now; None for a card without one."""
    rank = card.printed.rank
    if rank is None or not s.lingering:
        return rank
    for found in on_card(s, Property.RANK, card):
        rank = found.fixed if found.fixed is not None else rank
    return rank


def _stat(s: State, card: CardState, base: int, add: Property, become: Property, before: int | None = None) -> int:
    """Return a value of a card; ``before`` leaves out what began to apply then or later."""
    statics = s.index.statics
    if card.zone is not Zone.MONSTER:
        return base
    base = original(s, card, add)
    if not s.lingering and add not in statics and become not in statics:
        return base
    changes = [*on_card(s, add, card), *on_card(s, become, card)]
    if s.lingering:
        changes += on_card(s, Property.SWAPPED, card)
    if before is not None:
        changes = [found for found in changes if found.since < before]
    if not changes:
        return base
    changes.sort(key=lambda found: found.since)
    total = base
    for found in changes:
        amount = found.fixed
        if found.static.property is Property.SWAPPED:
            amount = other_stat(s, card, add, found.since)
        elif amount is None:
            amount = amounts.value(s, Ctx(found.player, found.source), found.static.value)
        total = total + amount if found.static.property is add else amount
    return max(total, 0)


def other_stat(s: State, card: CardState, add: Property, before: int) -> int:
    """Return the DEF of a card when asked for its ATK, and the other way round, as it was before a change of places."""
    if add is Property.ATK:
        return _stat(s, card, card.printed.defense, Property.DEF, Property.SET_DEF, before)
    return _stat(s, card, card.printed.atk, Property.ATK, Property.SET_ATK, before)


def atk(s: State, card: CardState) -> int:
    """Return the ATK a card has now, changes in the order in which they began to apply."""
    total = _stat(s, card, card.printed.atk, Property.ATK, Property.SET_ATK)
    return -(-total // 2) if Property.HALVE_ATK in s.index.statics and has(s, Property.HALVE_ATK, card) else total


def defense(s: State, card: CardState) -> int:
    """Return the DEF a card has now."""
    return _stat(s, card, card.printed.defense, Property.DEF, Property.SET_DEF)


def shielded(s: State, card: CardState, name: Property, source: int | None, spend: bool) -> bool:
    """Whether something keeps a card from being destroyed; with ``spend`` a use of a limited one is taken."""
    if name not in s.index.statics and not s.lingering:
        return False
    for found in on_card(s, name, card):
        by = found.static.by
        if by is not None and (source is None or not matching.matches(s, Ctx(found.player, found.source), by, s.cards[source])):
            continue
        if found.static.times == 0:
            return True
        live = s.cards[found.source].live
        if live is None:
            continue
        turn, used = divmod(live.spent.get(found.number, 0), 16)
        if turn != s.turn:
            used = 0
        if used < found.static.times:
            if spend:
                live.spent[found.number] = s.turn * 16 + used + 1
            return True
    return False
