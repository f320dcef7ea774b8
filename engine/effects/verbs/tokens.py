"""Special Summon Tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.effects import wording
from engine.effects.context import Ctx
from engine.effects.tree import Action, Card, Effect, Static, Who
from engine.procedures.arriving import Arrive, barred
from engine.procedures.moving import free_zones
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.index import make_index
from engine.state.printed import Printed
from engine.vocab import Attribute, CardKind, Frame, MonsterType, SummonKind, Zone


@dataclass(frozen=True, slots=True)
class Token:
    """The values of a Token and what the card that makes it says about it."""

    name: str
    type: MonsterType
    attribute: Attribute
    level: int
    atk: int
    defense: int
    effects: tuple[Effect, ...] = ()
    statics: tuple[Static, ...] = ()

    def printed(self) -> Printed:
        """Return the Token as a card: a Normal Monster (token.is_a_normal_monster)."""
        return Printed(
            name=self.name,
            passcode=None,
            kind=CardKind.TOKEN,
            frame=Frame.TOKEN,
            attribute=self.attribute,
            type=self.type,
            abilities=(),
            icon=None,
            level=self.level,
            atk=self.atk,
            defense=self.defense,
            series=(),
            definition=Card(self.name, effects=self.effects, statics=self.statics),
        )


@dataclass(frozen=True, slots=True)
class MakeTokens(Action):
    """Special Summon so many Tokens to a player's field; all of them or none. They belong to you."""

    special_summons: ClassVar[bool] = True

    token: Token
    count: int
    to: Who = Who.YOU
    position: str = "any"

    def missing(self, s: State, ctx: Ctx) -> str:
        to = wording.other(s, ctx.player, self.to)
        return "zone.full.cannot_play" if free_zones(s, to, Zone.MONSTER) < self.count else ""

    def possible(self, s: State, ctx: Ctx) -> bool:
        to = wording.other(s, ctx.player, self.to)
        return free_zones(s, to, Zone.MONSTER) >= self.count and not barred(s, ctx.player, ctx.source)

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        if not self.possible(s, ctx):
            return False
        to = wording.other(s, ctx.player, self.to)
        uids = []
        for _ in range(self.count):
            card = CardState(len(s.cards), self.token.printed(), ctx.player, Zone.NOWHERE)
            s.cards.append(card)
            uids.append(card.uid)
        if self.token.effects or self.token.statics:
            s.index = make_index(s.cards)
        s.push(Arrive(uids, ctx.player, to, SummonKind.SPECIAL, self.position, source=ctx.source, link=ctx.link))
        return None
