"""What stands before the colon: when an effect can be activated, how often, and by what it is set off."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.effects.filters import THIS, Filter, Standing
from engine.effects.statics import Event, Happening, Limit, Scope
from engine.effects.tree import Timing
from engine.effects.values import Battling, Both, Compare, Condition, Count, During, Have, Is, Life, Not, Who
from engine.text.grammar import Grammar
from engine.text.nouns import FIELD, Mods, joined, make_filter
from engine.text.refining import shown
from engine.vocab import Cause, Phase, SummonKind, Zone

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
    activation: bool = False
    """ "When this card is activated": what a Spell or Trap that stays does once."""

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
            self.activation or other.activation,
        )


def both(one: Condition, other: Condition) -> Condition:
    """Return the condition that both are met."""
    parts = (*(one.of if isinstance(one, Both) else (one,)), *(other.of if isinstance(other, Both) else (other,)))
    return Both(parts)


def grammar_of_heads(g: Grammar) -> None:
    """Add the phrases of this module."""
    _conditions(g)
    _heads(g)


def _conditions(g: Grammar) -> None:
    def have(filter: Filter, least: int = 1, most: int | None = None) -> Condition | None:
        return Have(shown(filter), least, most) if filter.zones else None

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

    @g.rule("condition", "you control no monster in your main monster zone", "you control no monster in the main monster zone")
    def main_row_empty() -> Condition:
        return Not(Have(Filter(zones=(Zone.MONSTER,), who=Who.YOU, standing=Standing(extra_zone=False))))

    @g.rule("condition", "your opponent has <number> or more card in their hand")
    def full_hand(number: int) -> Condition:
        return Have(Filter(zones=(Zone.HAND,), who=Who.OPPONENT), number)

    @g.rule("condition", "you have no cards in your hand", "you have no card in your hand")
    def empty_hand() -> Condition:
        return Not(Have(Filter(zones=(Zone.HAND,), who=Who.YOU)))

    @g.rule("condition", "only your opponent controls [(a|an)] monster")
    def alone() -> Condition:
        return both(
            Have(Filter(zones=(Zone.MONSTER,), who=Who.OPPONENT)), Not(Have(Filter(zones=(Zone.MONSTER,), who=Who.YOU)))
        )

    @g.rule("condition", "you control (another|other) <nominal>")
    def another(nominal: Mods) -> Condition | None:
        return _have(nominal, (("but", (THIS,)),), Who.YOU)

    @g.rule("condition", "your lp are lower than your opponent's", "your lp is lower than your opponent's")
    def behind() -> Condition:
        return Compare(Life(), "<", Life(Who.OPPONENT))

    @g.rule("condition", "your lp are <number> or less")
    def weak(number: int) -> Condition:
        return Compare(Life(), "<=", number)

    @g.rule("condition", "there are <number> or more <filter>")
    def many(number: int, filter: Filter) -> Condition | None:
        return have(filter, number)

    @g.rule("condition", "you have no <filter>", "there is no <filter>", "there are no <filter>")
    def not_any(filter: Filter) -> Condition | None:
        found = have(filter)
        return None if found is None else Not(found)

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
    return Have(shown(found), least)


def _fallen(what: Happening, found: Filter | None, owned: Mods) -> Event | None:
    """The event that other cards than this one are destroyed; where they lay must be said."""
    subject = found if found is not None else make_filter(owned)
    return None if subject is None or not subject.zones else Event(what, subject=subject)


def _heads(g: Grammar) -> None:
    g.words(
        "frequency",
        {
            "once per turn": Limit(Scope.COPY),
            "twice per turn": Limit(Scope.COPY, 2),
            "up to twice per turn": Limit(Scope.COPY, 2),
            "once while face-up on the field": Limit(Scope.COPY, while_face_up=True),
            "once , while face-up on the field": Limit(Scope.COPY, while_face_up=True),
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

    @g.rule(
        "head",
        "<word> this card is destroyed by (a card effect|card effect) and sent to the gy",
    )
    def killed_by_effect(word: Timing) -> Head:
        event = Event(Happening.DESTROYED, subject=THIS, causes=(Cause.EFFECT,))
        return Head(event, timing=word, condition=Is(THIS, Filter(zones=(Zone.GY,))))

    @g.rule(
        "head",
        "<word> this card on the field is destroyed and sent to the gy",
        "<word> this card on the field is destroyed by battle or card effect and sent to the gy",
    )
    def destroyed_on_field_to_gy(word: Timing) -> Head:
        event = Event(Happening.DESTROYED, subject=THIS, origin=FIELD)
        return Head(event, timing=word, condition=Is(THIS, Filter(zones=(Zone.GY,))))

    @g.rule("head", "<word> this card is <way> summoned or flipped face-up")
    def arrives_or_turns(word: Timing, way: tuple[SummonKind, ...]) -> Head:
        return Head(Event(Happening.SUMMONED, subject=THIS, summoned=way), Event(Happening.FLIPPED, subject=THIS), timing=word)

    @g.rule("head", "during either player's turn , <word> <event>")
    def at_any_time(word: Timing, event: Event) -> Head:
        return Head(event, timing=word, quick=True)

    @g.rule("head", "when this card is activated", "when you activate this card")
    def once() -> Head:
        return Head(activation=True)

    @g.rule("word", "when")
    def word_when() -> Timing:
        return Timing.WHEN

    @g.rule("word", "if")
    def word_if() -> Timing:
        return Timing.IF

    @g.rule(
        "head",
        "<word> this card is destroyed and sent to the gy",
        "<word> this card is destroyed by battle or card effect and sent to the gy",
    )
    def destroyed_to_gy(word: Timing) -> Head:
        return Head(Event(Happening.DESTROYED, subject=THIS), timing=word, condition=Is(THIS, Filter(zones=(Zone.GY,))))

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


__all__ = ["OWN_MAIN", "Head", "both", "grammar_of_heads"]
