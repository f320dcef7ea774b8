"""Costs: whether they can be paid, what is asked, and the payment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.effects import amounts, continuous, matching, wording
from engine.effects.context import Ctx, link_ctx, named
from engine.effects.filters import Ref
from engine.effects.tree import Cost, DeclareName, PayCards, PayCounters, PayLP, PayMaterials, Property
from engine.procedures import life, materials, moving
from engine.procedures.because import forbidden
from engine.procedures.events import tell_discarded
from engine.procedures.picking import ask_cards
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Link, Prompt
from engine.state.seats import team_state
from engine.vocab import CardKind, Cause, Zone


def toll(s: State, player: int, card: CardState) -> int:
    """Return the LP that continuous effects demand for using a card from the hand."""
    if card.zone is not Zone.HAND or Property.HAND_TOLL not in s.index.statics:
        return 0
    return sum(
        amounts.value(s, Ctx(found.player, found.source), found.static.value)
        for found in continuous.on_player(s, Property.HAND_TOLL, player)
    )


def pay_toll(s: State, player: int, card: CardState) -> None:
    """Pay what continuous effects demand for using a card from the hand."""
    amount = toll(s, player, card)
    if amount:
        life.pay(s, player, amount)


def choices(s: State, ctx: Ctx, cost: PayCards | PayCounters) -> list[CardState]:
    """Return the cards a cost can be paid with."""
    found = matching.choices(s, ctx, cost.what)
    if isinstance(cost, PayCards) and cost.how == "send":
        found = [card for card in found if moving.goal_of(s, card, Zone.GY) is Zone.GY]
    if isinstance(cost.what, Ref):
        return found
    if isinstance(cost, PayCards):
        found = [card for card in found if not wording.is_lent(s, ctx.player, cost.what, card)]
        if not cost.what.may_be_this:
            found = [card for card in found if card.uid != ctx.source]
        if cost.how in ("send", "banish", "discard", "return"):
            found = [card for card in found if card.printed.kind is not CardKind.TOKEN]
        if cost.how == "return":
            found = [card for card in found if not card.printed.extra]
        if cost.how == "banish" and continuous.player_has(s, Property.CANNOT_BANISH_FROM_GY, ctx.player):
            found = [card for card in found if card.zone is not Zone.GY]
    return found


def below(s: State, ctx: Ctx, cost: PayMaterials) -> list[CardState]:
    """Return the Xyz Materials a cost can be paid with."""
    return [s.cards[uid] for host in named(s, ctx, cost.of) if host.live is not None for uid in host.live.under]


def payable(s: State, ctx: Ctx, costs: tuple[Cost, ...], toll_due: int = 0) -> bool:
    """Whether all costs of an activation can be paid (cost.must_be_payable)."""
    due = toll_due
    for cost in costs:
        if isinstance(cost, DeclareName):
            continue
        if isinstance(cost, PayLP):
            due += amounts.value(s, ctx, cost.amount)
            continue
        if isinstance(cost, PayMaterials):
            if len(below(s, ctx, cost)) < cost.number:
                return False
            continue
        found = choices(s, ctx, cost)
        if isinstance(cost.what, Ref):
            if not found:
                return False
        else:
            least, most = matching.how_many(s, ctx, cost.what, len(found))
            if most <= 0 or least > len(found):
                return False
        if isinstance(cost, PayCounters) and not any(
            card.live and card.live.counters.get(cost.name, 0) >= max(cost.number, 1) for card in found
        ):
            return False
    return team_state(s, ctx.player).lp >= due


def unpayable(s: State, ctx: Ctx, costs: tuple[Cost, ...]) -> Iterator[str]:
    """Yield why costs that cannot be paid cannot: a card that forbids to banish from the Graveyard comes first."""
    if any(isinstance(cost, PayCards) and cost.how == "banish" and Zone.GY in _zones(cost) for cost in costs):
        yield from forbidden(continuous.on_player(s, Property.CANNOT_BANISH_FROM_GY, ctx.player))
    yield "cost.must_be_payable"


def _zones(cost: PayCards) -> tuple[Zone, ...]:
    return () if isinstance(cost.what, Ref) else cost.what.filter.zones


def discards(costs: tuple[Cost, ...]) -> bool:
    """Whether something is paid for by discarding."""
    return any(isinstance(cost, PayCards) and cost.how == "discard" for cost in costs)


def ask(s: State, ctx: Ctx, cost: Cost, only: Sequence[CardState] | None = None) -> None:
    """Ask what a cost is paid with, or answer at once; with ``only`` nothing else will do."""
    if isinstance(cost, DeclareName):
        s.ask(Prompt("name", ctx.player, "declare", ctx.source))
        return
    if isinstance(cost, PayLP):
        s.answer = ()
        return
    if isinstance(cost, PayMaterials):
        ask_cards(s, ctx.player, below(s, ctx, cost), cost.number, cost.number, "detach", ctx.source)
        return
    found = choices(s, ctx, cost)
    if isinstance(cost.what, Ref):
        s.answer = tuple(card.uid for card in found)
        return
    found = [card for card in found if only is None or card in only]
    least, most = matching.how_many(s, ctx, cost.what, len(found))
    reason = cost.how if isinstance(cost, PayCards) else "cost"
    ask_cards(s, ctx.player, found, least, most, reason, ctx.source)


def _take_counters(counters: dict[str, int], cost: PayCounters) -> int:
    there = counters.pop(cost.name, 0)
    taken = min(cost.number or there, there)
    if there > taken:
        counters[cost.name] = there - taken
    return taken


def pay(s: State, link: Link, cost: Cost, answer: tuple[int, ...] | str) -> None:
    """Pay a cost with what was answered, uids or a name; the cards are known as the cost afterwards."""
    if isinstance(cost, DeclareName):
        assert isinstance(answer, str)
        link.name = answer
        s.write("declared", player=link.player, name=answer)
        return
    assert not isinstance(answer, str)
    if isinstance(cost, PayLP):
        life.pay(s, link.player, amounts.value(s, link_ctx(link), cost.amount))
        return
    cards = [s.cards[uid] for uid in answer]
    if isinstance(cost, PayMaterials):
        for host in named(s, link_ctx(link), cost.of):
            materials.detach(s, host, answer, by=link.player, source=link.uid)
        link.bound["cost"] = [(card.uid, card.stamp) for card in cards]
        return
    if isinstance(cost, PayCounters):
        link.bound["cost"] = [(card.uid, card.stamp) for card in cards]
        link.numbers["counters"] = sum(_take_counters(card.live.counters, cost) for card in cards if card.live is not None)
        return
    zone = {"banish": Zone.BANISHED, "return": Zone.HAND, "top": Zone.DECK}.get(cost.how, Zone.GY)
    cause = Cause.TRIBUTE if cost.how == "tribute" else Cause.COST
    decks = sorted({card.owner for card in cards if card.zone is Zone.DECK})
    lost = cause is Cause.TRIBUTE and s.rules.tribute_destroyed == "yes"
    moving.send(s, cards, zone, cause=cause, by=link.player, source=link.uid, as_destroyed=lost)
    if cost.how == "discard":
        tell_discarded(s, cards, cause, link.player, link.uid)
    link.bound["cost"] = [(card.uid, card.stamp) for card in cards]
    for player in decks:
        moving.shuffle_deck(s, player)
    source = s.cards[link.uid]
    if source in cards:
        link.stamp = source.stamp
