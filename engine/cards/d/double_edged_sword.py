"""Double-Edged Sword."""

from engine.cards.prelude import (
    EQUIPPED,
    MONSTER,
    TARGET,
    THIS,
    YOU,
    Card,
    Compare,
    Equip,
    Event,
    EventAmount,
    Filter,
    Happening,
    Have,
    Not,
    Property,
    Select,
    Send,
    Static,
    Zone,
    activation,
    must,
)

ANOTHER = Filter(zones=(Zone.SPELL_TRAP,), who=YOU, face_up=True, names=("Double-Edged Sword",), but=(THIS,))

CARD = Card(
    "Double-Edged Sword",
    (
        activation(Equip(TARGET), condition=Not(Have(ANOTHER)), targets=(Select(Filter(zones=MONSTER, face_up=True)),)),
        must(
            Event(Happening.BATTLE_DAMAGE, player=YOU),
            Send(THIS),
            condition=Compare(EventAmount(), ">=", 2000),
        ),
    ),
    (Static(Property.ATK, EQUIPPED, value=2000), Static(Property.SHARED_DAMAGE, EQUIPPED)),
    equips_to=Filter(),
)
