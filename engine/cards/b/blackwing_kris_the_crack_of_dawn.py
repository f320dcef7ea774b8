"""Blackwing - Kris the Crack of Dawn."""

from engine.cards.prelude import SPELL_OR_TRAP, THIS, Card, Filter, Limit, Property, Scope, Static, other_than, summoned_if

CARD = Card(
    "Blackwing - Kris the Crack of Dawn",
    (
        summoned_if(
            other_than("Blackwing - Kris the Crack of Dawn", "Blackwing"),
            limit=Limit(Scope.USE),
        ),
    ),
    (Static(Property.EFFECT_PROOF, THIS, by=Filter(kinds=SPELL_OR_TRAP), times=1),),
)
