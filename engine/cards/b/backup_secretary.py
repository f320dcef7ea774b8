"""Backup Secretary."""

from engine.cards.prelude import MONSTER, YOU, Card, Filter, Have, Limit, MonsterType, Scope, summoned_if

CARD = Card(
    "Backup Secretary",
    (summoned_if(Have(Filter(zones=MONSTER, who=YOU, face_up=True, types=(MonsterType.CYBERSE,))), limit=Limit(Scope.USE)),),
)
