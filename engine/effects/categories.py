"""The categories of monsters' effects, by the names the ruleset has for them (monster.effect.categories)."""

from __future__ import annotations

from engine.effects.statics import Property
from engine.effects.tree import Card, EffectKind
from engine.rulesets import Ruleset

_NAMES = {
    EffectKind.FLIP: "flip",
    EffectKind.IGNITION: "ignition",
    EffectKind.TRIGGER: "trigger",
    EffectKind.QUICK: "quick",
    EffectKind.REACTION: "continuous",
}


def categories(rules: Ruleset, card: Card) -> list[str]:
    """Return the categories of a monster's effects, each once, in the order of its text.

    Five of them today: "flip", "continuous", "ignition", "trigger", "quick". The older words are "cost" for what has to be
    paid for again and again, and "multi-trigger" for "quick" (monster.quick.former_name).
    """
    old = rules.monster_effect_categories == "with_cost"
    found = []
    for static in card.statics:
        found.append("cost" if old and static.property is Property.UPKEEP else "continuous")
    found += [_NAMES[effect.kind] for effect in card.effects if effect.kind in _NAMES]
    if old:
        found = ["multi-trigger" if name == "quick" else name for name in found]
    return list(dict.fromkeys(found))
