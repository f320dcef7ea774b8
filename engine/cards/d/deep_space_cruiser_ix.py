"""Deep-Space Cruiser IX."""

from engine.cards.prelude import HAND, YOU, Card, CardKind, Filter, MonsterType, PayCards, Select, summoned_if

OTHER_MACHINE = Filter(zones=HAND, who=YOU, kinds=(CardKind.MONSTER,), types=(MonsterType.MACHINE,))

CARD = Card("Deep-Space Cruiser IX", (summoned_if(cost=(PayCards("send", Select(OTHER_MACHINE)),)),))
