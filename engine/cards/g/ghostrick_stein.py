"""Ghostrick Stein."""

from engine.cards.prelude import (
    DECK,
    MONSTER,
    ONCE,
    OPPONENT,
    SPELL_OR_TRAP,
    THIS,
    YOU,
    Card,
    Event,
    Filter,
    Happening,
    Have,
    Limit,
    Scope,
    Select,
    SummonRules,
    ToHand,
    Turn,
    ignition,
    when,
)

CARD = Card(
    "Ghostrick Stein",
    (
        ignition(Turn(THIS, "face_down"), limit=ONCE),
        when(
            Event(Happening.BATTLE_DAMAGE, subject=THIS, player=OPPONENT),
            ToHand(Select(Filter(zones=DECK, who=YOU, kinds=SPELL_OR_TRAP, series="Ghostrick"))),
            limit=Limit(Scope.USE),
        ),
    ),
    summon=SummonRules(normal_if=Have(Filter(zones=MONSTER, who=YOU, face_up=True, series="Ghostrick"))),
)
