"""I:P Masquerena."""

from engine.cards.prelude import (
    OPPONENT,
    Card,
    During,
    Filter,
    Frame,
    Limit,
    LinkSummonWithThis,
    Materials,
    Phase,
    Property,
    Scope,
    Static,
    quick,
)

NON_LINK = Filter(none_of=(Filter(frames=(Frame.LINK,)),))

CARD = Card(
    "I:P Masquerena",
    (
        quick(
            LinkSummonWithThis(),
            condition=During((Phase.MAIN1, Phase.MAIN2), OPPONENT),
            limit=Limit(Scope.USE),
        ),
    ),
    materials=Materials((), NON_LINK, 2),
    gives_as_link_material=(Static(Property.EFFECT_PROOF, by=Filter(who=OPPONENT)),),
)
