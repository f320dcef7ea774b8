"""What stands before the colon: when an effect can be activated, how often, and by what it is set off."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards.shorthand import BY_NORMAL_SUMMON, BY_SPECIAL_SUMMON
from engine.effects.filters import THIS, Filter, Ref
from engine.effects.statics import Event, Happening, Limit, Scope
from engine.effects.tree import Timing
from engine.effects.values import Battling, Both, Compare, Condition, Count, During, Have, Not, Who
from engine.text.grammar import Grammar
from engine.text.nouns import FIELD, Mods, joined, make_filter
from engine.vocab import CardKind, Cause, Phase, SummonKind, Zone

OWN_MAIN = During((Phase.MAIN1, Phase.MAIN2), Who.YOU)


@dataclass(frozen=True, slots=True)
class Head:
    """What words before the colon say; ``joined`` puts two of them together."""

    event: Event | None = None
    or_event: Event | None = None
    timing: Timing | None = None
    condition: Condition | None = None
    limit: Limit | None = None
    quick: bool = False
    zones: tuple[Zone, ...] = ()
    damage_step: bool = False

    def joined(self, other: Head) -> Head | None:
        """Return what both say; None when they contradict each other."""
        if (self.event and other.event) or (self.limit and other.limit) or (self.zones and other.zones):
            return None
        condition = self.condition
        if other.condition is not None:
            condition = other.condition if condition is None else both(condition, other.condition)
        return Head(
            self.event or other.event,
            self.or_event or other.or_event,
            self.timing or other.timing,
            condition,
            self.limit or other.limit,
            self.quick or other.quick,
            self.zones or other.zones,
            self.damage_step or other.damage_step,
        )


def both(one: Condition, other: Condition) -> Condition:
    """Return the condition that both are met."""
    parts = (*(one.of if isinstance(one, Both) else (one,)), *(other.of if isinstance(other, Both) else (other,)))
    return Both(parts)


def grammar_of_heads(g: Grammar) -> None:
    """Add the phrases of this module."""
    _conditions(g)
    _events(g)
    _heads(g)


def _conditions(g: Grammar) -> None:
    def have(filter: Filter, least: int = 1, most: int | None = None) -> Condition | None:
        return Have(filter, least, most) if filter.zones else None

    @g.rule("condition", "you control [(a|an)] <nominal> [<except:ex>]")
    def own(nominal: Mods, ex: Mods = ()) -> Condition | None:
        return _have(nominal, ex, Who.YOU)

    @g.rule("condition", "you control no <nominal>")
    def none(nominal: Mods) -> Condition | None:
        found = _have(nominal, (), Who.YOU)
        return None if found is None else Not(found)

    @g.rule("condition", "you control no other <nominal>", "you control no <nominal> other than this card")
    def no_other(nominal: Mods) -> Condition | None:
        found = _have(nominal, (("but", (THIS,)),), Who.YOU)
        return None if found is None else Not(found)

    @g.rule("condition", "your opponent controls [(a|an)] <nominal>")
    def theirs(nominal: Mods) -> Condition | None:
        return _have(nominal, (), Who.OPPONENT)

    @g.rule("condition", "your opponent controls no <nominal>")
    def they_have_none(nominal: Mods) -> Condition | None:
        found = _have(nominal, (), Who.OPPONENT)
        return None if found is None else Not(found)

    @g.rule("condition", "you control <number> or more <nominal>")
    def several(number: int, nominal: Mods) -> Condition | None:
        return _have(nominal, (), Who.YOU, number)

    @g.rule("condition", "your opponent controls <number> or more <nominal>")
    def they_have_several(number: int, nominal: Mods) -> Condition | None:
        return _have(nominal, (), Who.OPPONENT, number)

    @g.rule("condition", "there is (a|an) <filter>")
    def there_is(filter: Filter) -> Condition | None:
        return have(filter)

    @g.rule("condition", "you have <number> or more <filter>")
    def you_have(number: int, filter: Filter) -> Condition | None:
        return have(filter, number)

    @g.rule("condition", "you have (a|an) <filter>")
    def you_have_one(filter: Filter) -> Condition | None:
        return have(filter)

    @g.rule("condition", "your opponent controls more monster than you do", "your opponent controls more monster than you")
    def outnumbered() -> Condition:
        return Compare(
            Count(Filter(zones=(Zone.MONSTER,), who=Who.OPPONENT)), ">", Count(Filter(zones=(Zone.MONSTER,), who=Who.YOU))
        )

    @g.rule("condition", "[(a|an)] <name> is on the field", "[(a|an)] face-up <mods> is on the field")
    def there(name: str = "", mods: Mods = ()) -> Condition | None:
        if name:
            return Have(Filter(zones=FIELD, face_up=True, names=(name,)))
        found = make_filter(joined(mods, (("place", (("field",), None)),)))
        return None if found is None else Have(replace(found, face_up=True))

    @g.rule("condition", "you have no cards in your hand", "you have no card in your hand")
    def empty_hand() -> Condition:
        return Not(Have(Filter(zones=(Zone.HAND,), who=Who.YOU)))

    @g.rule("conditions", "<condition>")
    def one(condition: Condition) -> Condition:
        return condition

    @g.rule("conditions", "<condition> and <conditions>")
    def two(condition: Condition, conditions: Condition) -> Condition:
        return both(condition, conditions)


def _have(nominal: Mods, ex: Mods, who: Who, least: int = 1) -> Condition | None:
    found = make_filter(joined(nominal, (("place", (("field",), who)),), ex))
    if found is None:
        return None
    if found.face_up is None and any(
        (
            found.names,
            found.series,
            found.types,
            found.attributes,
            found.frames,
            found.abilities,
            found.level_min,
            found.level_max,
            found.rank,
            found.rating,
            found.atk_max,
            found.atk_min,
        )
    ):
        found = replace(found, face_up=True)  # A face-down card shows none of these.
    return Have(found, least)


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


def _events(g: Grammar) -> None:
    g.words("way", _WAYS)

    @g.rule("event", "<ref> is <way> summoned")
    def summoned(ref: Ref, way: tuple[SummonKind, ...]) -> Event | None:
        return Event(Happening.SUMMONED, subject=THIS, summoned=way) if ref == THIS else None

    @g.rule("event", "<ref> is summoned")
    def summoned_at_all(ref: Ref) -> Event | None:
        return Event(Happening.SUMMONED, subject=THIS) if ref == THIS else None

    @g.rule(
        "event",
        "[(a|an)] <filter> (is|are) <way> summoned",
        "[(a|an)] <filter> (is|are) <way> summoned to your (field|side of the field)",
    )
    def any_summoned(filter: Filter, way: tuple[SummonKind, ...]) -> Event | None:
        return None if filter.zones else Event(Happening.SUMMONED, subject=filter, summoned=way)

    @g.rule("event", "your opponent <way> summons [(a|an)] <filter>")
    def they_summon(filter: Filter, way: tuple[SummonKind, ...]) -> Event | None:
        return None if filter.zones else Event(Happening.SUMMONED, subject=filter, summoned=way, by=Who.OPPONENT)

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
        "a monster your opponent controls declares an attack",
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

    @g.rule("event", "your opponent activates a card or effect", "your opponent activates a card or effect , or a card effect")
    def they_activate() -> Event:
        return Event(Happening.ACTIVATED, player=Who.OPPONENT)

    @g.rule("event", "a card or effect is activated")
    def activated() -> Event:
        return Event(Happening.ACTIVATED)

    g.words("activator", {"your opponent activates": Who.OPPONENT})
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

    @g.rule("event", "a monster would be summoned", "a monster (s) would be summoned")
    def would_be_summoned() -> Event:
        return Event(Happening.WOULD_SUMMON)

    @g.rule("event", "your opponent would summon a monster", "a monster would be summoned by your opponent")
    def they_would_summon() -> Event:
        return Event(Happening.WOULD_SUMMON, by=Who.OPPONENT)

    @g.rule("event", "a monster declares an attack")
    def any_attack() -> Event:
        return Event(Happening.ATTACK)

    @g.rule("event", "this card declares an attack")
    def attacks() -> Event:
        return Event(Happening.ATTACK, subject=THIS)


def _heads(g: Grammar) -> None:
    g.words(
        "frequency",
        {
            "once per turn": Limit(Scope.COPY),
            "twice per turn": Limit(Scope.COPY, 2),
            "once per chain": Limit(Scope.CHAIN),
        },
    )

    @g.rule("head", "<frequency>")
    def limited(frequency: Limit) -> Head:
        return Head(limit=frequency)

    @g.rule("head", "during your main phase")
    def main() -> Head:
        return Head(condition=OWN_MAIN)

    @g.rule("head", "during the main phase")
    def any_main() -> Head:
        return Head(condition=During((Phase.MAIN1, Phase.MAIN2), Who.EITHER))

    g.words("phase", {"standby": Phase.STANDBY, "end": Phase.END, "draw": Phase.DRAW})

    @g.rule("head", "during (each of|) your <phase> phase", "during your <phase> phase")
    def your_phase(phase: Phase) -> Head:
        return Head(Event(Happening.PHASE, phase=phase, player=Who.YOU))

    @g.rule("head", "during your opponent's <phase> phase", "during each of your opponent's <phase> phases")
    def their_phase(phase: Phase) -> Head:
        return Head(Event(Happening.PHASE, phase=phase, player=Who.OPPONENT))

    @g.rule("head", "during the <phase> phase", "during each <phase> phase", "during each player's <phase> phase")
    def any_phase(phase: Phase) -> Head:
        return Head(Event(Happening.PHASE, phase=phase))

    @g.rule("head", "when <event>")
    def when(event: Event) -> Head:
        return Head(event, timing=Timing.WHEN)

    @g.rule("head", "if <event>")
    def given(event: Event) -> Head:
        return Head(event, timing=Timing.IF)

    @g.rule("head", "(if|while) <conditions>")
    def while_(conditions: Condition) -> Head:
        return Head(condition=conditions)

    @g.rule("head", "during your opponent's turn", "during your opponent's turn only")
    def their_turn() -> Head:
        return Head(condition=During((), Who.OPPONENT))

    @g.rule("head", "during your turn")
    def your_turn() -> Head:
        return Head(condition=During((), Who.YOU))

    @g.rule("head", "during your opponent's main phase")
    def their_main() -> Head:
        return Head(condition=During((Phase.MAIN1, Phase.MAIN2), Who.OPPONENT))

    @g.rule("head", "during the battle phase")
    def battle_phase() -> Head:
        return Head(condition=During((Phase.BATTLE,), Who.EITHER))

    @g.rule("head", "while this card is in your gy", "if this card is in your gy")
    def in_gy() -> Head:
        return Head(zones=(Zone.GY,))

    @g.rule("head", "if this card is in your hand or gy")
    def in_either() -> Head:
        return Head(zones=(Zone.HAND, Zone.GY))

    @g.rule("head", "if this card is in your hand", "while this card is in your hand")
    def in_hand() -> Head:
        return Head(zones=(Zone.HAND,))

    @g.rule("head", "if <event> [,] while <conditions>", "if <event> and <conditions>")
    def event_while(event: Event, conditions: Condition) -> Head:
        return Head(event, timing=Timing.IF, condition=conditions)

    @g.rule("head", "when <event> [,] while <conditions>", "when <event> and <conditions>", "when <event> , if <conditions>")
    def when_while(event: Event, conditions: Condition) -> Head:
        return Head(event, timing=Timing.WHEN, condition=conditions)

    @g.rule("head", "at the start of the damage step , (if|when) this card battles <opposed>")
    def battle_begins(opposed: Filter) -> Head:
        return Head(Event(Happening.STEP_START), condition=Battling(THIS, against=opposed))

    g.words("opposed", {"a monster": Filter(), "an opponent's monster": Filter()})

    @g.rule("heads", "<head>")
    def one(head: Head) -> Head:
        return head

    @g.rule("heads", "<head> , <heads>")
    def more(head: Head, heads: Head) -> Head | None:
        return head.joined(heads)

    @g.rule("heads", "<head> { quick effect }", "<head> , { quick effect }")
    def quick(head: Head) -> Head:
        return replace(head, quick=True)

    @g.rule("heads", "{ quick effect }")
    def only_quick() -> Head:
        return Head(quick=True)

    @g.rule("heads", "<head> { except during the damage step }")
    def not_in_damage_step(head: Head) -> Head:
        return head


__all__ = ["OWN_MAIN", "Head", "both", "grammar_of_heads"]
