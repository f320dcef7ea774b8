"""Swap Frog."""

from engine.cards.prelude import (
    DECK,
    HAND,
    ONCE,
    THIS,
    YOU,
    YOUR_MONSTERS,
    Apply,
    Attribute,
    Card,
    CardKind,
    Event,
    Filter,
    Happening,
    MonsterType,
    PayCards,
    Property,
    Select,
    Send,
    Static,
    Zone,
    ignition,
    summoned_if,
    when,
)

CARD = Card(
    "Swap Frog",
    (
        summoned_if(
            cost=(
                PayCards(
                    "discard",
                    Select(Filter(zones=HAND, who=YOU, kinds=(CardKind.MONSTER,), attributes=(Attribute.WATER,))),
                ),
            ),
        ),
        when(
            Event(Happening.SUMMONED, subject=THIS),
            Send(
                Select(
                    Filter(
                        zones=(Zone.DECK, Zone.MONSTER),
                        who=YOU,
                        types=(MonsterType.AQUA,),
                        attributes=(Attribute.WATER,),
                        level_max=2,
                        any_of=(Filter(zones=DECK), Filter(face_up=True)),
                    )
                )
            ),
        ),
        ignition(
            Apply(
                Static(
                    Property.EXTRA_NORMAL,
                    player=YOU,
                    by=Filter(series="Frog", none_of=(Filter(names=("Swap Frog",)),)),
                )
            ),
            cost=(PayCards("return", Select(YOUR_MONSTERS, may_be_this=True)),),
            limit=ONCE,
        ),
    ),
)
