"""What an effect waits for, in words."""

from __future__ import annotations

from engine.effects.tree import Event, Happening, Timing
from engine.explaining.grammar import Grammar, Noun
from engine.explaining.reading import Reader
from engine.vocab import SummonKind

_BATTLE_WITH_TWO = (Happening.STEP_START, Happening.BEFORE_CALCULATION, Happening.AFTER_CALCULATION, Happening.STEP_END)

_KINDS_OF_SPECIAL = ("fusion", "ritual", "synchro", "xyz", "pendulum", "link")


_OF_ALL_CARDS = (Happening.SENT, Happening.DESTROYED, Happening.LEFT)


def event_words(reader: Reader, event: Event, timing: Timing) -> str:
    """Return "when your opponent declares an attack", "in your Standby Phase"."""
    grammar = reader.grammar
    if event.what is Happening.PHASE:
        whose = event.player.value if event.player is not None else "either"
        phase = "any" if event.phase is None else event.phase.value
        text = grammar.say("event", f"phase.{whose}", phase=grammar.entry("phase", phase))
    else:
        clause = _clause(reader, event)
        text = grammar.say("timing", timing.value, clause=clause)
    return text + _details(reader, event)


def _clause(reader: Reader, event: Event) -> str:
    grammar = reader.grammar
    if event.what in (Happening.ACTIVATED,):
        return _activated(reader, event)
    if event.what is Happening.ATTACK:
        return _attack(reader, event)
    if event.what in (Happening.BATTLE_DAMAGE, Happening.EFFECT_DAMAGE, Happening.DRAWN):
        return _damage(reader, event)
    subject = _subject(reader, event)
    other = reader.cards.fit(event.other, "monster") if event.other is not None else None
    key = event.what.value
    if event.what in (Happening.SUMMONED, Happening.WOULD_SUMMON):
        kinds = _summons(grammar, event.summoned, subject)
        return grammar.say("event", key, agree=subject, subject=subject, kinds=kinds) + _player(reader, event)
    if event.what is Happening.CONTROL and event.player is not None:
        return grammar.say("event", "control.to", agree=subject, subject=subject, player=reader.player(event.player))
    if event.what in _BATTLE_WITH_TWO:
        return _battle(reader, event, other)
    if event.summoned:
        key = f"{key}.summoned"
    if other is not None:
        return grammar.say("event", f"{key}.other", agree=subject, subject=subject, other=other) + _player(reader, event)
    return grammar.say("event", key, agree=subject, subject=subject) + _player(reader, event)


def _subject(reader: Reader, event: Event) -> Noun:
    kind = "card" if event.what in _OF_ALL_CARDS else "monster"
    if event.subject is not None:
        return reader.cards.fit(event.subject, kind)
    return reader.grammar.noun("some", f"any_{kind}")


def _summons(grammar: Grammar, kinds: tuple[SummonKind, ...], subject: Noun) -> str:
    """Return "Normal or Flip Summoned"; the two kinds of Normal Summon together are one word."""
    names = [kind.value for kind in kinds]
    if "normal" in names and "tribute" in names:
        names.remove("tribute")
    elif "normal" in names:
        names[names.index("normal")] = "normal_without_tribute"
    if {"special", *_KINDS_OF_SPECIAL} <= set(names):
        names = [name for name in names if name not in _KINDS_OF_SPECIAL]
    elif "special" in names:
        names[names.index("special")] = "special_only"
    words = [grammar.fit(grammar.entry("summoned", name), subject) for name in names or ["any"]]
    return grammar.listed(words)


def _player(reader: Reader, event: Event) -> str:
    return "" if event.player is None else " " + reader.grammar.say("event", f"by.{event.player.value}")


def _activated(reader: Reader, event: Event) -> str:
    grammar = reader.grammar
    player = reader.player(event.player) if event.player is not None else Noun(grammar.entry("some", "a_player")[0])
    what = "either" if event.direct is None else "card" if event.direct else "effect"
    if event.subject is None:
        return grammar.say("event", f"activated.any.{what}", agree=player, player=player)
    subject = reader.cards.fit(event.subject)
    return grammar.say("event", f"activated.{what}", agree=player, player=player, subject=subject)


def _attack(reader: Reader, event: Event) -> str:
    grammar = reader.grammar
    if event.subject is not None:
        subject = reader.cards.fit(event.subject, "monster")
    else:
        subject = grammar.noun("some", f"monster_of_{event.player.value if event.player is not None else 'either'}")
    key = "attack" if event.direct is None else "attack.direct" if event.direct else "attack.not_direct"
    if event.other is not None:
        other = reader.cards.fit(event.other, "monster")
        text = grammar.say("event", f"{key}.other", agree=subject, subject=subject, other=other)
    else:
        text = grammar.say("event", key, agree=subject, subject=subject)
    return text + (_player(reader, event) if event.subject is not None else "")


def _damage(reader: Reader, event: Event) -> str:
    grammar = reader.grammar
    player = reader.player(event.player)
    text = grammar.say("event", event.what.value, agree=player, player=player)
    if event.subject is not None:
        text += " " + grammar.say("event", "damage.from", subject=reader.cards.fit(event.subject))
    if event.other is not None:
        text += " " + grammar.say("event", "damage.other", other=reader.cards.fit(event.other))
    if event.direct is not None:
        text += " " + grammar.say("event", "damage.direct" if event.direct else "damage.not_direct")
    return text


def _battle(reader: Reader, event: Event, other: Noun | None) -> str:
    """Return "before damage calculation, this card being attacked"."""
    grammar = reader.grammar
    subject = reader.cards.fit(event.subject, "monster") if event.subject is not None else None
    if subject is not None and other is not None:
        return grammar.say("event", f"{event.what.value}.other", agree=subject, subject=subject, other=other)
    if subject is not None:
        return grammar.say("event", f"{event.what.value}.subject", agree=subject, subject=subject)
    if other is not None:
        return grammar.say("event", f"{event.what.value}.attacked", agree=other, other=other)
    return grammar.say("event", event.what.value)


def _details(reader: Reader, event: Event) -> str:
    """Return what else must hold of the event: where from, why, whose effect."""
    grammar = reader.grammar
    text = ""
    if event.origin:
        text += " " + grammar.say("event", "origin", places=reader.cards.zones(event.origin, "the"))
    if event.causes:
        causes = grammar.listed([grammar.entry("cause", cause.value) for cause in event.causes])
        text += " " + grammar.say("event", "causes", causes=causes)
    if event.by is not None:
        text += " " + grammar.say("event", f"whose.{event.by.value}")
    if event.source is not None:
        text += " " + grammar.say("event", "source", source=reader.cards.one(event.source))
    return text
