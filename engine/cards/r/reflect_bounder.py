"""Reflect Bounder."""

from engine.cards.prelude import (
    ATTACKER,
    THIS,
    Apply,
    Battling,
    Card,
    Damage,
    Destroy,
    Event,
    Happening,
    Marked,
    Property,
    Stat,
    Static,
    Until,
    if_you_do,
    must,
)

CARD = Card(
    "Reflect Bounder",
    (
        must(
            Event(Happening.BEFORE_CALCULATION, other=THIS),
            Damage(Stat(ATTACKER)),
            if_you_do(Apply(Static(Property.MARK, THIS, word="reflected"), THIS, Until.END_OF_DAMAGE_STEP)),
            condition=Battling(THIS, "target", "attack"),
        ),
        must(Event(Happening.AFTER_CALCULATION, other=THIS), Destroy(THIS), condition=Marked(THIS, "reflected")),
    ),
)
