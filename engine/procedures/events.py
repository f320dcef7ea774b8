"""An event happens: effects that wait for it are collected with a snapshot, to be placed at the next window."""

from __future__ import annotations

from engine.effects import conditions, continuous, matching, wording
from engine.effects.context import Ctx, named
from engine.effects.filters import Filter, Ref, RefKind
from engine.effects.tree import Effect, EffectKind, Event, Happening
from engine.state.card import ON_FIELD, CardState
from engine.state.duel_state import State
from engine.state.records import GameEvent, Link, Snap, Waiting
from engine.vocab import Cause, Zone


def emit(s: State, event: GameEvent) -> None:
    """Let an event happen."""
    s.events.append(event)
    for uid, number in s.index.triggers.get(event.what, ()):
        card = s.cards[uid]
        effect = card.printed.definition.effects[number]
        if not _in_range(s, card, effect, event):
            continue
        ctx = Ctx(card.controller, uid, event=event)
        if effect.event is not None and not _awaited(s, ctx, effect, event):
            continue
        if effect.kind is EffectKind.REACTION:
            if effect.condition is None or conditions.met(s, ctx, effect.condition):
                _react(s, card, number, event)
            continue
        if effect.or_event is not None and any(_same_matter(item, uid, number, event) for item in s.waiting):
            continue
        s.waiting.append(Waiting(uid, number, card.controller, card.stamp, event))


def tell_discarded(s: State, cards: list[CardState], cause: Cause, by: int, source: int | None) -> None:
    """Let it be known that these cards were discarded, of which some may have been banished instead."""
    seen = tuple(
        Snap(card.uid, card.stamp, card.owner, Zone.HAND, False, False, card.printed.atk)
        for card in cards
        if card.zone is Zone.GY
    )
    if seen and s.waits_for(Happening.DISCARDED):
        emit(s, GameEvent(Happening.DISCARDED, s.moment, seen, by=by, source=source, cause=cause, amount=len(seen)))


def _awaited(s: State, ctx: Ctx, effect: Effect, event: GameEvent) -> bool:
    wanted = (effect.event, effect.or_event)
    return any(one is not None and fits_event(s, ctx, one, event) for one in wanted)


def _same_matter(item: Waiting, uid: int, number: int, event: GameEvent) -> bool:
    """Whether the effect waits already because the same happened to the same cards, under another name."""
    if (item.uid, item.effect, item.event.moment) != (uid, number, event.moment):
        return False
    return any(one.uid == other.uid for one in item.event.subjects for other in event.subjects)


def _react(s: State, card: CardState, number: int, event: GameEvent) -> None:
    from engine.procedures.resolving import Carry

    s.push(Carry(Link(card.uid, number, card.controller, card.stamp, event)))


def _is_subject(card: CardState, event: GameEvent) -> bool:
    return any(seen.uid == card.uid for seen in event.subjects)


def _in_range(s: State, card: CardState, effect: Effect, event: GameEvent) -> bool:
    """Whether the card is where its effect works at the time of the event."""
    if card.printed.gemini and matching.is_plain_gemini(card):
        return False
    if effect.kind is EffectKind.FLIP:
        return _is_subject(card, event)
    if effect.zones:
        if card.zone not in effect.zones:
            return False
    elif (event.what is Happening.LEFT and card.zone is Zone.DECK and _deck_is_no_leaving(s, card, event)) or (
        not _own_leaving(card, effect, event) and card.zone not in ((Zone.MONSTER,) if card.printed.monster else ON_FIELD)
    ):
        return False
    if card.live is None:
        return True
    if not card.face_up:
        return False
    # A negated effect activates all the same and then does nothing; one without a Chain just does not happen.
    return effect.kind is not EffectKind.REACTION or not continuous.negated(s, card)


def _deck_is_no_leaving(s: State, card: CardState, event: GameEvent) -> bool:
    """Whether its own return to the Main Deck sets off no effect about leaving (trigger.leaves_field.to_deck)."""
    return s.rules.trigger_leaves_field_to_deck == "main_deck_does_not_count" and _is_subject(card, event)


def _own_leaving(card: CardState, effect: Effect, event: GameEvent) -> bool:
    """Whether the effect is about the card's own leaving: such an effect needs no other place."""
    return (
        effect.event is not None
        and _is_itself(effect.event.subject)
        and event.what
        in (
            Happening.SENT,
            Happening.DISCARDED,
            Happening.LEFT,
            Happening.DESTROYED,
            Happening.BATTLE_DESTROYED,
            Happening.BEATEN,
        )
        and _is_subject(card, event)
    )


def _is_itself(subject: Filter | Ref | None) -> bool:
    if isinstance(subject, Filter):
        return any(ref.kind is RefKind.SELF for ref in subject.among)
    return subject is not None and subject.kind is RefKind.SELF


def _card_fits(s: State, ctx: Ctx, wanted: Filter | Ref, seen: Snap) -> bool:
    if isinstance(wanted, Ref):
        if wanted.kind is RefKind.SELF:
            return seen.uid == ctx.source
        return any(card.uid == seen.uid for card in named(s, ctx, wanted))
    return matching.matches(s, ctx, wanted, s.cards[seen.uid], seen)


def fits_event(s: State, ctx: Ctx, wanted: Event, event: GameEvent) -> bool:
    """Whether an event is one an effect waits for."""
    if wanted.what is not event.what:
        return False
    if wanted.phase is not None and wanted.phase is not event.phase:
        return False
    if not wording.takes_part(wanted.what, wanted.player, ctx.player, event.player):
        return False
    if not wording.causes(wanted.by, ctx.player, event.by):
        return False
    if wanted.summoned and event.summon not in wanted.summoned:
        return False
    if wanted.causes and event.cause not in wanted.causes:
        return False
    if wanted.direct is not None and wanted.direct is not event.direct:
        return False
    if wanted.subject is not None and not any(_card_fits(s, ctx, wanted.subject, seen) for seen in event.subjects):
        return False
    if wanted.origin and not any(
        seen.zone in wanted.origin and (wanted.subject is None or _card_fits(s, ctx, wanted.subject, seen))
        for seen in event.subjects
    ):
        return False
    if wanted.other is not None and not any(_card_fits(s, ctx, wanted.other, seen) for seen in event.others):
        return False
    if wanted.source is not None:
        return event.source is not None and matching.matches(s, ctx, wanted.source, s.cards[event.source])
    return True


def answerable(s: State, ctx: Ctx, wanted: Event) -> GameEvent | None:
    """Return the event a response in this window would answer, or None."""
    for event in reversed(s.events):
        if event.what is Happening.ACTIVATED and event.link != len(s.chain) - 1:
            continue
        if event.what is Happening.WOULD_SUMMON and s.chain:
            continue  # summon.negation.only_the_first_link
        if fits_event(s, ctx, wanted, event):
            return event
    return None
