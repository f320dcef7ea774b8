"""What is given up to activate or to Summon: the phrases that become costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.effects.filters import THIS, Filter, Select
from engine.effects.tree import Cost, PayCards, PayCounters, PayLP, PayMaterials
from engine.effects.values import Half, Life, Who
from engine.text.grammar import Grammar
from engine.text.nouns import Mods, joined, make_filter
from engine.text.verbs import MONSTER, ON_FIELD, without
from engine.vocab import CardKind, Zone

_GERUNDS = {
    "pay": "paying",
    "discard": "discarding",
    "tribute": "tributing",
    "banish": "banishing",
    "send": "sending",
    "return": "returning",
    "detach": "detaching",
    "remove": "removing",
}


def grammar_of_costs(g: Grammar) -> None:
    """Add the phrases of this module."""

    def cost(*patterns: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A cost as it is told ("discard 1 card") and as the way of a Summon ("by discarding 1 card")."""

        def add(make: Callable[..., Any]) -> Callable[..., Any]:
            for pattern in patterns:
                verb, _, rest = pattern.partition(" ")
                g.rule("cost", pattern)(make)
                g.rule("costing", f"{_GERUNDS[verb]} {rest}")(make)
            return make

        return add

    @cost("pay <number> lp")
    def pay(number: int) -> Cost:
        return PayLP(number)

    @cost("pay half your lp")
    def pay_half() -> Cost:
        return PayLP(Half(Life()))

    @cost("discard <number> <nominal> [<except:ex>]")
    def discard(number: int, nominal: Mods, ex: Mods = ()) -> Cost | None:
        found = make_filter(joined(nominal, (("place", ((Zone.HAND,), Who.YOU)),), ex))
        return None if found is None else PayCards("discard", Select(found, number))

    @cost("discard this card", "discard this card to the gy", "discard this card from your hand to the gy")
    def discard_this() -> Cost:
        return PayCards("discard", THIS)

    @cost("discard <number> other <nominal>")
    def discard_other(number: int, nominal: Mods) -> Cost | None:
        found = make_filter(joined(nominal, (("place", ((Zone.HAND,), Who.YOU)),)))
        return None if found is None else PayCards("discard", Select(found, number))

    @cost("tribute this card", "tribute this face-up card")
    def tribute_this() -> Cost:
        return PayCards("tribute", THIS)

    @cost("tribute <number> <nominal> [you control] [<except:ex>]")
    def tribute(number: int, nominal: Mods, ex: Mods = ()) -> Cost | None:
        found = make_filter(joined(nominal, (("place", (MONSTER, Who.YOU)),), ex))
        return None if found is None else PayCards("tribute", Select(_without_kind(found), number))

    @cost("tribute <number> other <nominal> [you control]")
    def tribute_other(number: int, nominal: Mods) -> Cost | None:
        found = make_filter(joined(nominal, (("place", (MONSTER, Who.YOU)), ("but", (THIS,)))))
        return None if found is None else PayCards("tribute", Select(_without_kind(found), number))

    @cost("banish this card from your gy", "banish this card from the gy")
    def banish_this() -> Cost:
        return PayCards("banish", THIS)

    @cost("banish <select>")
    def banish(select: Select) -> Cost | None:
        if not select.filter.zones or select.up_to or select.every or select.filter.who is not Who.YOU:
            return None
        return PayCards("banish", select)

    @cost(
        "send this [face-up] card to the gy",
        "send this card you control to the gy",
        "send this card from the field to the gy",
    )
    def send_this() -> Cost:
        return PayCards("send", THIS)

    @cost("send this card from your hand to the gy")
    def send_this_from_hand() -> Cost:
        return PayCards("send hand", THIS)

    @cost("send this card from your hand or field to the gy")
    def send_this_from_either() -> Cost:
        return PayCards("send either", THIS)

    @cost("send <select> to the gy [<except:ex>]")
    def send(select: Select, ex: Mods = ()) -> Cost | None:
        found = without(select, ex)
        if not isinstance(found, Select):
            return None
        select = found
        if not select.filter.zones or select.up_to or select.every or select.filter.who is not Who.YOU:
            return None
        return PayCards("send", select)

    @cost("return <select> to the hand")
    def give_back(select: Select) -> Cost | None:
        fits = bool(select.filter.zones) and set(select.filter.zones) <= ON_FIELD and select.filter.who is Who.YOU
        return PayCards("return", select) if fits and not select.up_to and not select.every else None

    @cost("detach <number> [xyz] material from this card")
    def detach(number: int) -> Cost:
        return PayMaterials(number)

    @cost("remove <number> <counter> from this card")
    def remove_counters(number: int, counter: str) -> Cost:
        return PayCounters(THIS, counter, number)

    g.words(
        "counter",
        {
            f"{word.lower()} counter": f"{word} Counter"
            for word in ("Spell", "A-", "Predator", "Ice", "Bushido", "Wedge", "Psychic", "Fog", "Venom", "Crystal", "Cubic")
        },
    )

    @g.rule("costs", "<cost>")
    def one(cost: Cost) -> tuple[Cost, ...]:
        return (cost,)

    @g.rule("costs", "<cost:a> and <cost:b>", "<cost:a> , and <cost:b>", "<cost:a> , then <cost:b>")
    def two(a: Cost, b: Cost) -> tuple[Cost, ...]:
        return (a, b)


def _without_kind(found: Filter) -> Filter:
    return replace(found, kinds=()) if found.kinds == (CardKind.MONSTER,) else found
