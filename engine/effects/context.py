"""From whose and which card's point of view data is read; what references name there."""

from __future__ import annotations

from collections.abc import Iterable

from engine.effects.filters import Ref, RefKind
from engine.effects.statics import Property
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import GameEvent, Lingering, Link, Mark, Snap
from engine.state.seats import are_mates


class Ctx:
    """The player "you", the card, and for an activation its link or at least its event."""

    __slots__ = ("each", "event", "link", "player", "source")

    def __init__(self, player: int, source: int, link: Link | None = None, event: GameEvent | None = None) -> None:
        self.player = player
        self.source = source
        self.link = link
        self.event = event if link is None else link.event
        self.each: CardState | None = None
        """The card an amount of its own is read for."""


def link_ctx(link: Link) -> Ctx:
    """Return the point of view of an activation."""
    return Ctx(link.player, link.uid, link)


def marked(s: State, marks: Iterable[Mark]) -> list[CardState]:
    """Return the cards that are still the ones meant."""
    return [card for uid, stamp in marks if (card := s.cards[uid]).stamp == stamp]


def mark(card: CardState) -> Mark:
    """Return the card as it is now."""
    return (card.uid, card.stamp)


def _snapped(s: State, snaps: tuple[Snap, ...]) -> list[CardState]:
    return [card for snap in snaps if (card := s.cards[snap.uid]).stamp == snap.stamp]


def _ties(item: Lingering, source: CardState) -> bool:
    return item.static.property is Property.DIES_WITH and item.source == source.uid and item.source_stamp == source.stamp


def named(s: State, ctx: Ctx, ref: Ref) -> list[CardState]:
    """Return the cards a reference names now; none if they have moved."""
    kind, link = ref.kind, ctx.link
    if kind is RefKind.SELF:
        card = s.cards[ctx.source]
        return [card] if link is None or link.stamp == card.stamp else []
    if kind is RefKind.ATTACKER:
        return marked(s, [s.battle.attacker]) if s.battle is not None else []
    if kind is RefKind.ATTACKED:
        return marked(s, [s.battle.target]) if s.battle is not None and s.battle.target is not None else []
    if kind in (RefKind.FIGHTER, RefKind.RIVAL):
        fighting = [] if s.battle is None else [s.battle.attacker, *([s.battle.target] if s.battle.target else [])]
        return [card for card in marked(s, fighting) if are_mates(card.controller, ctx.player) is (kind is RefKind.FIGHTER)]
    if kind is RefKind.EQUIPPED:
        live = s.cards[ctx.source].live
        return [s.cards[live.equip]] if live is not None and live.equip is not None else []
    if kind is RefKind.HELD:
        return [s.cards[uid] for item in s.lingering if _ties(item, s.cards[ctx.source]) for uid, _ in item.cards or ()]
    if kind is RefKind.EVENT:
        return _snapped(s, ctx.event.subjects) if ctx.event is not None else []
    if kind is RefKind.OTHER:
        return _snapped(s, ctx.event.others) if ctx.event is not None else []
    if link is None:
        return []
    if kind is RefKind.TARGET:
        marks = link.targets if ref.index is None else link.targets[ref.index : ref.index + 1]
        return marked(s, marks)
    if kind is RefKind.COST:
        return [s.cards[uid] for uid, _ in link.bound.get("cost", [])]
    return marked(s, link.bound.get("it", []))
