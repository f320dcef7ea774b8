"""What sets an effect off: the phrases that become events."""

from __future__ import annotations

from dataclasses import replace

from engine.cards.shorthand import BY_NORMAL_SUMMON, BY_SPECIAL_SUMMON
from engine.effects.filters import THIS, Filter, Ref
from engine.effects.statics import Event, Happening
from engine.effects.values import Who
from engine.text.grammar import Grammar
from engine.text.nouns import FIELD, Mods, make_filter
from engine.vocab import CardKind, Cause, SummonKind, Zone

_WAYS = {
    "normal": BY_NORMAL_SUMMON,
    "special": BY_SPECIAL_SUMMON,
    "normal or special": BY_NORMAL_SUMMON + BY_SPECIAL_SUMMON,
    "normal or flip": (*BY_NORMAL_SUMMON, SummonKind.FLIP),
    "flip": (SummonKind.FLIP,),
    "tribute": (SummonKind.TRIBUTE,),
    "fusion": (SummonKind.FUSION,),
    "ritual": (SummonKind.RITUAL,),
    "synchro": (SummonKind.SYNCHRO,),
    "xyz": (SummonKind.XYZ,),
    "link": (SummonKind.LINK,),
    "pendulum": (SummonKind.PENDULUM,),
}


def grammar_of_events(g: Grammar) -> None:
    """Add the phrases of this module."""
    _summoned(g)
    _gone(g)
    _others_gone(g)
    _fighting(g)
    _activated(g)


def _summoned(g: Grammar) -> None:
    g.words("way", _WAYS)

    @g.rule("event", "<ref> is <way> summoned")
    def summoned(ref: Ref, way: tuple[SummonKind, ...]) -> Event | None:
        return Event(Happening.SUMMONED, subject=THIS, summoned=way) if ref == THIS else None

    @g.rule("event", "<ref> is summoned")
    def summoned_at_all(ref: Ref) -> Event | None:
        return Event(Happening.SUMMONED, subject=THIS) if ref == THIS else None

    def arriving(found: Filter, way: tuple[SummonKind, ...], by: Who | None = None, who: Who | None = None) -> Event | None:
        """A Token that is Summoned is a monster, too: the kind is not asked for."""
        if found.zones:
            return None
        plain = replace(found, kinds=() if found.kinds == (CardKind.MONSTER,) else found.kinds, who=who)
        return Event(Happening.SUMMONED, subject=plain, summoned=way, by=by)

    @g.rule("event", "[(a|an)] <filter> (is|are) <way> summoned")
    def any_summoned(filter: Filter, way: tuple[SummonKind, ...]) -> Event | None:
        return arriving(filter, way)

    @g.rule("event", "[(a|an)] <filter> (is|are) <way> summoned to your (field|side of the field)")
    def to_your_field(filter: Filter, way: tuple[SummonKind, ...]) -> Event | None:
        return arriving(filter, way, who=Who.YOU)

    @g.rule("event", "your opponent <way> summons [(a|an)] <filter>")
    def they_summon(filter: Filter, way: tuple[SummonKind, ...]) -> Event | None:
        return arriving(filter, way, Who.OPPONENT)

    @g.rule("event", "you <way> summon [(a|an)] <filter>")
    def you_summon(filter: Filter, way: tuple[SummonKind, ...]) -> Event | None:
        return arriving(filter, way, Who.YOU)

    @g.rule("event", "a monster would be summoned", "a monster (s) would be summoned")
    def would_be_summoned() -> Event:
        return Event(Happening.WOULD_SUMMON)

    @g.rule("event", "your opponent would summon a monster", "a monster would be summoned by your opponent")
    def they_would_summon() -> Event:
        return Event(Happening.WOULD_SUMMON, by=Who.OPPONENT)

    @g.rule("event", "this card is special summoned from the gy", "this card is special summoned from your gy")
    def revived() -> Event:
        return Event(Happening.SUMMONED, subject=THIS, summoned=BY_SPECIAL_SUMMON, origin=(Zone.GY,))

    @g.rule("event", "this card is flipped face-up")
    def turned_up() -> Event:
        return Event(Happening.FLIPPED, subject=THIS)


def _gone(g: Grammar) -> None:
    @g.rule("event", "<ref> is sent to the gy")
    def sent(ref: Ref) -> Event | None:
        return Event(Happening.SENT, subject=THIS) if ref == THIS else None

    @g.rule("event", "<ref> is sent from the field to the gy", "this card on the field is sent to the gy")
    def sent_from_field(ref: Ref = THIS) -> Event | None:
        return Event(Happening.SENT, subject=THIS, origin=FIELD) if ref == THIS else None

    @g.rule("event", "<ref> is sent to the gy by (a card effect|card effect)")
    def sent_by_effect(ref: Ref) -> Event | None:
        return Event(Happening.SENT, subject=THIS, causes=(Cause.EFFECT,)) if ref == THIS else None

    @g.rule("event", "<ref> is destroyed by battle and sent to the gy")
    def beaten_to_gy(ref: Ref) -> Event | None:
        return Event(Happening.BATTLE_DESTROYED, subject=THIS) if ref == THIS else None

    @g.rule("event", "<ref> is destroyed by battle")
    def beaten(ref: Ref) -> Event | None:
        return Event(Happening.BEATEN, subject=THIS) if ref == THIS else None

    @g.rule("event", "<ref> is destroyed by (a card effect|card effect)")
    def destroyed_by_effect(ref: Ref) -> Event | None:
        return Event(Happening.DESTROYED, subject=THIS, causes=(Cause.EFFECT,)) if ref == THIS else None

    @g.rule("event", "<ref> is destroyed by battle or card effect", "<ref> is destroyed [by battle or by card effect]")
    def destroyed(ref: Ref) -> Event | None:
        return Event(Happening.DESTROYED, subject=THIS) if ref == THIS else None

    @g.rule(
        "event",
        "this card destroys (an opponent's monster|a monster your opponent controls) by battle and sends it to the gy",
        "this card destroys an opponent's monster by battle and it is sent to the gy",
    )
    def beats_to_gy() -> Event:
        return Event(Happening.BATTLE_DESTROYED, subject=Filter(who=Who.OPPONENT), other=THIS)

    @g.rule("event", "this card destroys (an opponent's monster|a monster your opponent controls) by battle")
    def beats() -> Event:
        return Event(Happening.BEATEN, subject=Filter(who=Who.OPPONENT), other=THIS)

    @g.rule("event", "this card destroys a monster by battle and sends it to the gy")
    def beats_any_to_gy() -> Event:
        return Event(Happening.BATTLE_DESTROYED, other=THIS)

    @g.rule("event", "this card destroys a monster by battle")
    def beats_any() -> Event:
        return Event(Happening.BEATEN, other=THIS)

    @g.rule("event", "this card on the field is destroyed by battle or card effect")
    def destroyed_on_field() -> Event:
        return Event(Happening.DESTROYED, subject=THIS, origin=FIELD)

    @g.rule(
        "event",
        "this card is discarded [to the gy] by card effect",
        "this card is discarded from the hand to the gy by card effect",
    )
    def discarded_by_effect() -> Event:
        return Event(Happening.DISCARDED, subject=THIS, causes=(Cause.EFFECT,))

    @g.rule("event", "this card is discarded [to the gy]", "this card is discarded from the hand to the gy")
    def discarded() -> Event:
        return Event(Happening.DISCARDED, subject=THIS)

    g.words("left", {"hand": (Zone.HAND,), "deck": (Zone.DECK,), "hand or deck": (Zone.HAND, Zone.DECK)})

    @g.rule("event", "this card is sent from (the|your) <left> to the gy")
    def sent_from(left: tuple[Zone, ...]) -> Event:
        return Event(Happening.SENT, subject=THIS, origin=left)


def _others_gone(g: Grammar) -> None:
    def fallen(what: Happening, found: Filter | None, owned: Mods) -> Event | None:
        """Where the cards lay must be said."""
        subject = found if found is not None else make_filter(owned)
        return None if subject is None or not subject.zones else Event(what, subject=subject)

    @g.rule("event", "[(a|an)] <filter> is destroyed by battle", "<owned> is destroyed by battle")
    def other_beaten(filter: Filter | None = None, owned: Mods = ()) -> Event | None:
        return fallen(Happening.BEATEN, filter, owned)

    @g.rule(
        "event",
        "[(a|an)] <filter> is destroyed by battle and sent to (the|your) gy",
        "<owned> is destroyed by battle and sent to (the|your) gy",
    )
    def other_beaten_to_gy(filter: Filter | None = None, owned: Mods = ()) -> Event | None:
        return fallen(Happening.BATTLE_DESTROYED, filter, owned)

    @g.rule(
        "event",
        "[(a|an)] <filter> is destroyed [by battle or card effect]",
        "<owned> is destroyed by battle or card effect",
    )
    def other_destroyed(filter: Filter | None = None, owned: Mods = ()) -> Event | None:
        return fallen(Happening.DESTROYED, filter, owned)

    @g.rule("event", "[(a|an)] <filter> is destroyed by (a card effect|card effect)")
    def other_destroyed_by_effect(filter: Filter) -> Event | None:
        found = fallen(Happening.DESTROYED, filter, ())
        return None if found is None else replace(found, causes=(Cause.EFFECT,))


def _fighting(g: Grammar) -> None:
    @g.rule(
        "event",
        "this card inflicts battle damage to your opponent",
        "this card inflicts damage to your opponent by a successful direct attack",
    )
    def hits() -> Event:
        return Event(Happening.BATTLE_DAMAGE, subject=THIS, player=Who.OPPONENT)

    @g.rule(
        "event",
        "an opponent's monster declares an attack",
        "your opponent's monster declares an attack",
        "your opponent declares an attack",
    )
    def attacked() -> Event:
        return Event(Happening.ATTACK, player=Who.OPPONENT)

    @g.rule(
        "event",
        "an opponent's monster declares a direct attack",
        "your opponent declares a direct attack",
        "your opponent's monster attacks directly",
    )
    def attacked_directly() -> Event:
        return Event(Happening.ATTACK, player=Who.OPPONENT, direct=True)

    @g.rule("event", "a monster declares an attack")
    def any_attack() -> Event:
        return Event(Happening.ATTACK)

    @g.rule("event", "this card declares an attack")
    def attacks() -> Event:
        return Event(Happening.ATTACK, subject=THIS)

    @g.rule("event", "this card inflicts battle damage to your opponent by a direct attack")
    def hits_directly() -> Event:
        return Event(Happening.BATTLE_DAMAGE, subject=THIS, player=Who.OPPONENT, direct=True)

    @g.rule("event", "you take battle damage")
    def you_are_hit() -> Event:
        return Event(Happening.BATTLE_DAMAGE, player=Who.YOU)

    @g.rule("event", "this card is targeted for an attack")
    def attacked_itself() -> Event:
        return Event(Happening.ATTACK, other=THIS)

    @g.rule("event", "<owned> (is|are) targeted for an attack", "[(a|an)] <filter> (is|are) targeted for an attack")
    def own_attacked(owned: Mods = (), filter: Filter | None = None) -> Event | None:
        found = filter or make_filter(owned)
        return None if found is None or not found.zones else Event(Happening.ATTACK, other=found)

    @g.rule("event", "[(a|an)] <filter> declares an attack", "<owned> declares an attack")
    def other_attacks(owned: Mods = (), filter: Filter | None = None) -> Event | None:
        found = filter or make_filter(owned)
        return None if found is None or not found.zones else Event(Happening.ATTACK, subject=found)


def _activated(g: Grammar) -> None:
    @g.rule("event", "your opponent activates a card or effect", "your opponent activates a card or effect , or a card effect")
    def they_activate() -> Event:
        return Event(Happening.ACTIVATED, player=Who.OPPONENT)

    @g.rule("event", "a card or effect is activated")
    def activated() -> Event:
        return Event(Happening.ACTIVATED)

    g.words(
        "activation",
        {
            "a monster effect": (Filter(kinds=(CardKind.MONSTER,)), None),
            "a spell/trap": (Filter(kinds=(CardKind.SPELL, CardKind.TRAP)), True),
            "a spell": (Filter(kinds=(CardKind.SPELL,)), True),
            "a trap": (Filter(kinds=(CardKind.TRAP,)), True),
            "a spell/trap , or monster effect ,": (None, None),
            "a spell/trap , or monster effect": (None, None),
            "a spell/trap , or effect": (Filter(kinds=(CardKind.SPELL, CardKind.TRAP)), None),
            "a spell/trap or effect": (Filter(kinds=(CardKind.SPELL, CardKind.TRAP)), None),
            "a spell or effect": (Filter(kinds=(CardKind.SPELL,)), None),
            "a trap or effect": (Filter(kinds=(CardKind.TRAP,)), None),
        },
    )

    @g.rule("event", "your opponent activates <activation>")
    def they_activate_kind(activation: tuple[Filter | None, bool | None]) -> Event:
        return Event(Happening.ACTIVATED, subject=activation[0], player=Who.OPPONENT, direct=activation[1])

    @g.rule("event", "<activation> is activated")
    def kind_activated(activation: tuple[Filter | None, bool | None]) -> Event:
        return Event(Happening.ACTIVATED, subject=activation[0], direct=activation[1])
