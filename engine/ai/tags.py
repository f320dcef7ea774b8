"""What an effect is good for, read from the very tree the rules carry out."""

from __future__ import annotations

from engine.ai.remembering import remembered
from engine.effects.filters import Filter, Ref, RefKind, Select
from engine.effects.tree import Effect, Property, Who
from engine.effects.verbs import (
    Apply,
    Banish,
    Damage,
    Destroy,
    Draw,
    Equip,
    Excavate,
    MakeTokens,
    NegateActivation,
    NegateAttack,
    Send,
    SpecialSummon,
    ToDeck,
    ToHand,
    Turn,
)
from engine.vocab import Zone

_RAISES = (Property.ATK, Property.DEF, Property.DIRECT_ATTACK, Property.PIERCING, Property.BATTLE_PROOF)


@remembered
def tags(effect: Effect) -> frozenset[str]:
    """Return the tags of an effect: remove, mass, draw, search, summon, burn, boost, weaken, negate, stop_attack, mill."""
    found = set()
    for step in effect.body:
        do = step.do
        what = do.selection()
        if isinstance(do, Destroy | Banish):
            if not (isinstance(what, Ref) and what.kind is RefKind.SELF):
                found.add("remove")
            if isinstance(what, Select) and what.every:
                found.add("mass")
        elif isinstance(do, ToHand | ToDeck):
            found.add("search" if _from_piles(what, effect) else "remove")
        elif isinstance(do, Draw | Excavate):
            found.add("draw")
        elif isinstance(do, Send):
            found.add("mill")
        elif isinstance(do, SpecialSummon):
            found.add("summon")
        elif isinstance(do, MakeTokens):
            found.add("burn" if do.to is Who.OPPONENT else "summon")
        elif isinstance(do, Damage) and do.who is Who.OPPONENT:
            found.add("burn")
        elif isinstance(do, NegateActivation):
            found.add("negate")
        elif isinstance(do, NegateAttack):
            found.add("stop_attack")
        elif isinstance(do, Turn):
            found.add("turn")
        elif isinstance(do, Equip):
            found.add("boost")
        elif isinstance(do, Apply):
            found.add("boost" if do.static.property in _RAISES and not _lowers(do) else "weaken")
    return frozenset(found)


def _lowers(do: Apply) -> bool:
    value = do.static.value
    return (isinstance(value, int) and value < 0) or getattr(value, "by", 0) < 0


def _from_piles(what: object, effect: Effect) -> bool:
    if isinstance(what, Ref) and what.kind is RefKind.TARGET and effect.targets:
        what = effect.targets[what.index or 0]
    return isinstance(what, Select) and bool(what.filter.zones) and _off_field(what.filter)


def _off_field(wanted: Filter) -> bool:
    return not any(zone in (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD) for zone in wanted.zones)


def aims_at_own(effect: Effect) -> bool:
    """Whether what the effect chooses should be the player's own: it helps the card chosen."""
    kinds = tags(effect)
    return bool(kinds & {"boost", "summon", "search"}) and not kinds & {"remove", "weaken"}
