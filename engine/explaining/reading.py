"""Amounts and conditions in words: the nodes that are only read."""

from __future__ import annotations

from engine.effects.filters import Filter, Standing
from engine.effects.tree import (
    Amount,
    AnyOf,
    Battling,
    Both,
    Calculating,
    Compare,
    Condition,
    Count,
    Counters,
    DamageStep,
    Did,
    Distinct,
    During,
    EventAmount,
    FreeZone,
    Half,
    Have,
    Is,
    Life,
    LinkTargets,
    Marked,
    MaterialsUsed,
    Not,
    Own,
    Result,
    Stat,
    Times,
    Total,
    Who,
    WouldDestroy,
    WouldSpecialSummon,
)
from engine.explaining.cards import FIELD_ZONES, ROW_ZONES, CardWords
from engine.explaining.grammar import Grammar, Noun, Unexplained
from engine.explaining.names import proper_name
from engine.vocab import Zone


class Reader:
    """Amounts and conditions of one effect in one language."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.cards = CardWords(grammar, self.amount)
        self.owner: Noun | None = None
        """The cards a continuous effect is about: ``Own`` is read of them."""

    # ----- amounts -----------------------------------------------------------------------------------------------

    def amount(self, amount: Amount) -> str:
        """Return "500", "the ATK of the target", "half of your LP"."""
        with self.cards.place_said("in"):
            return self._amount(amount)

    def _amount(self, amount: Amount) -> str:
        say = self.grammar.say
        if isinstance(amount, int):
            return str(amount)
        if isinstance(amount, Stat):
            key = f"stat.original.{amount.stat}" if amount.original else f"stat.{amount.stat}"
            return say("amount", key, card=self.cards.ref(amount.of))
        if isinstance(amount, Own):
            return say("amount", f"own.{amount.stat}", agree=self.owner)
        if isinstance(amount, MaterialsUsed):
            return say("amount", "materials_used", card=self.cards.ref(amount.of))
        if isinstance(amount, Count):
            if amount.times == 1:
                return say("amount", "count", cards=self.cards.noun(amount.filter, plural=True))
            return say("amount", "count_times", times=amount.times, card=self.cards.noun(amount.filter))
        if isinstance(amount, Total):
            return say("amount", f"total.{amount.stat}", cards=self.cards.noun(amount.filter, plural=True))
        if isinstance(amount, Distinct):
            key = "distinct" if amount.of == "type" else f"distinct.{amount.of}"
            return say("amount", key, cards=self.cards.noun(amount.filter, plural=True))
        if isinstance(amount, Life):
            return say("amount", f"life.{amount.who.value}")
        if isinstance(amount, Half):
            return say("amount", "half", amount=self.amount(amount.of))
        if isinstance(amount, Times):
            if amount.by == 1:
                return self._amount(amount.of)
            return say("amount", "times", by=amount.by, amount=self.amount(amount.of))
        if isinstance(amount, Counters):
            return say("amount", "counters", name=proper_name(self.grammar, amount.name), card=self.cards.ref(amount.on))
        if isinstance(amount, EventAmount):
            return say("amount", "event")
        if isinstance(amount, Result):
            return say("result", f"{amount.name}.of_each" if amount.of_each else amount.name)
        raise unknown(amount)

    def form(self, amount: Amount) -> tuple[str, str]:
        """Return how a number of points is said: "" for a plain one, ".each" with what is counted, ".amount"."""
        if isinstance(amount, int):
            return "", ""
        if isinstance(amount, Count) and amount.times not in (0, 1):
            with self.cards.place_said("in"):
                return ".each", self.cards.noun(amount.filter).text
        return ".amount", ""

    def change(self, amount: Amount) -> tuple[str, bool]:
        """Return an amount without its sign, and whether it is taken away."""
        if isinstance(amount, int) and amount < 0:
            return self.amount(-amount), True
        if isinstance(amount, Times) and amount.by < 0:
            return self.amount(Times(amount.of, -amount.by)), True
        if isinstance(amount, Count) and amount.times < 0:
            return self.amount(Count(amount.filter, -amount.times)), True
        return self.amount(amount), False

    # ----- conditions: clauses that stand after "if" -------------------------------------------------------------

    def condition(self, condition: Condition) -> str:
        """Return "you control a face-up monster", "it is your Main Phase 1"."""
        with self.cards.place_said("in"):
            return self._condition(condition)

    def _condition(self, condition: Condition) -> str:
        say = self.grammar.say
        if isinstance(condition, Have):
            return self._have(condition)
        if isinstance(condition, Not):
            inner = condition.of
            if isinstance(inner, Have) and inner.least == 1 and inner.most is None:
                return self._have(inner, none=True)
            return say("condition", "not", condition=self.condition(inner))
        if isinstance(condition, Both):
            return self.grammar.listed([self.condition(part) for part in condition.of], "and_condition")
        if isinstance(condition, AnyOf):
            return self.grammar.listed([self.condition(part) for part in condition.of], "or_condition")
        if isinstance(condition, Compare):
            left, right = self.amount(condition.left), self.amount(condition.right)
            return say("compare", condition.is_, left=left, right=right)
        if isinstance(condition, During):
            return self._during(condition)
        if isinstance(condition, DamageStep):
            return say("condition", "damage_step")
        if isinstance(condition, Calculating):
            return say("condition", "calculating")
        if isinstance(condition, Battling):
            return self._battling(condition)
        if isinstance(condition, Is):
            return self._is(condition)
        if isinstance(condition, Did):
            card = self.cards.ref(condition.ref)
            return say("did", condition.act, agree=card, card=card)
        if isinstance(condition, Marked):
            card = self.cards.ref(condition.ref)
            word = self.grammar.say("mark", condition.word, agree=card)
            return say("condition", "marked", agree=card, card=card, word=word)
        if isinstance(condition, FreeZone):
            return say("free_zone", condition.who.value, number=condition.least)
        if isinstance(condition, WouldDestroy):
            whose = "" if condition.who is Who.EITHER else f".{condition.who.value}"
            one = ".one" if condition.least == 1 else ""
            return say("condition", f"would_destroy{whose}{one}", number=condition.least)
        if isinstance(condition, WouldSpecialSummon):
            return say("condition", "would_special_summon")
        if isinstance(condition, LinkTargets):
            return say("condition", "link_targets", card=self.cards.fit(condition.ref))
        raise unknown(condition)

    def _have(self, have: Have, none: bool = False) -> str:
        wanted, grammar = have.filter, self.grammar
        zones = set(wanted.zones)
        controlled = wanted.who in (Who.YOU, Who.OPPONENT) and zones in ({Zone.MONSTER}, set(ROW_ZONES), set(FIELD_ZONES))
        plural = not none and not (have.least == 1 and have.most in (None, 1))
        noun = self.cards.noun(wanted, plural, place=not controlled)
        if none:
            number = grammar.say("number", "none", agree=noun)
        elif have.most is None:
            number = grammar.say("number", "least", number=have.least)
        elif have.most == have.least:
            number = grammar.say("number", "exactly", number=have.least)
        elif have.least <= 0:
            number = grammar.say("number", "most", number=have.most)
        else:
            number = grammar.say("number", "between", least=have.least, most=have.most)
        if controlled and wanted.who is not None:
            return grammar.say("have", f"{wanted.who.value}.none" if none else wanted.who.value, number=number, cards=noun)
        return grammar.say("have", "there.none" if none else "there", agree=noun, number=number, cards=noun)

    def _during(self, during: During) -> str:
        phases = [self.grammar.entry("phase", phase.value) for phase in during.phases]
        if not phases:
            return self.grammar.say("during", f"turn.{during.turn.value}")
        return self.grammar.say("during", during.turn.value, phases=self.grammar.listed(phases))

    def _battling(self, battling: Battling) -> str:
        card = self.cards.fit(battling.who)
        text = self.grammar.say("battling", battling.role, agree=card, card=card)
        if battling.against is not None:
            against = self.cards.one(battling.against)
            text = self.grammar.say("battling", f"{battling.role}.against", agree=card, card=card, other=against)
        if battling.started is not None:
            text += self.grammar.say("battling", f"started.{battling.started}")
        return text

    def _is(self, condition: Is) -> str:
        card, wanted = self.cards.ref(condition.ref), condition.filter
        place = Filter(zones=wanted.zones, who=wanted.who, face_up=wanted.face_up)
        if wanted.standing is not None and wanted == Filter(standing=wanted.standing):
            return self._stands(card, wanted.standing)
        if wanted == place and wanted.zones:
            face = "" if wanted.face_up is None else self.grammar.fit(self._face(wanted.face_up), card)
            zones = self.cards.zones(wanted.zones, "the" if wanted.who is None else wanted.who.value)
            key = "is_in" if not face else "is_face_in"
            return self.grammar.say("condition", key, agree=card, card=card, face=face, places=zones)
        return self.grammar.say("condition", "is", agree=card, card=card, other=self.cards.one(wanted))

    def _stands(self, card: Noun, standing: Standing) -> str:
        if standing == Standing(has_material=standing.has_material):
            key = "has_material" if standing.has_material else "not_has_material"
            return self.grammar.say("condition", key, agree=card, card=card)
        how = self.grammar.listed(list(self.cards.standing(standing, card)), "and")
        return self.grammar.say("condition", "stands", agree=card, card=card, how=how)

    def _face(self, up: bool) -> str:
        face: str = self.grammar.entry("modifier", "face_up" if up else "face_down")
        return face

    def player(self, who: Who | None) -> Noun:
        """Return "you", "your opponent", "each player"."""
        text, plural = self.grammar.entry("player", (who or Who.EITHER).value)
        return Noun(text, "m", plural)


def unknown(node: object) -> Unexplained:
    """Return the error for a node that nothing here knows."""
    return Unexplained(f"the node {type(node).__name__} is not explained: add it to engine/explaining/")
