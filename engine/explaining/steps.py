"""Costs, targets and the steps of a body in words: one short function per verb."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.effects import verbs
from engine.effects.filters import Ref, RefKind, Select, What
from engine.effects.tree import (
    Action,
    Amount,
    Cost,
    Count,
    DeclareName,
    Half,
    Joint,
    Life,
    PayCards,
    PayCounters,
    PayLP,
    PayMaterials,
    Property,
    Step,
    Who,
)
from engine.explaining.grammar import Noun, Unexplained
from engine.explaining.lasting import SELF_ENDING, static_clause, until_words
from engine.explaining.names import proper_name
from engine.explaining.reading import Reader
from engine.vocab import Zone

Inner = Callable[[Reader, verbs.Token], str]


class Steps:
    """The words of the steps of one effect. ``token`` renders what a Token says about itself."""

    def __init__(self, reader: Reader, token: Inner) -> None:
        self.reader = reader
        self.grammar = reader.grammar
        self.token = token

    # ----- costs and targets -------------------------------------------------------------------------------------

    def costs(self, costs: tuple[Cost, ...], infinitive: bool) -> str:
        """Return "pay 800 LP and discard 1 card"."""
        words = [self._cost(cost, infinitive) for cost in costs]
        return self.grammar.listed(words, "and_clause")

    def _cost(self, cost: Cost, infinitive: bool) -> str:
        say = self.grammar.say
        if isinstance(cost, PayLP):
            key = "lp" if isinstance(cost.amount, int) else "lp_half" if cost.amount == Half(Life()) else "lp_amount"
            return say("cost", key, infinitive=infinitive, amount=self.reader.amount(cost.amount))
        if isinstance(cost, DeclareName):
            return say("cost", "name", infinitive=infinitive)
        if isinstance(cost, PayCounters):
            self._remember(RefKind.COST, cost.what)
            name = proper_name(self.grammar, cost.name)
            what = self.reader.cards.what(cost.what)
            if cost.number:
                return say("cost", "counters.number", infinitive=infinitive, number=cost.number, name=name, what=what)
            return say("cost", "counters", infinitive=infinitive, name=name, what=what)
        if isinstance(cost, PayMaterials):
            (self.reader.cards.several.add if cost.number > 1 else self.reader.cards.several.discard)(RefKind.COST)
            return self._detached("cost", "materials", cost.number, cost.of, infinitive)
        if isinstance(cost, PayCards):
            self._remember(RefKind.COST, cost.what)
            return say("cost", f"cards.{cost.how}", infinitive=infinitive, what=self.reader.cards.what(cost.what))
        raise Unexplained(f"the cost {type(cost).__name__} is not explained: add it to engine/explaining/steps.py")

    def _detached(self, section: str, key: str, number: int, of: Ref, infinitive: bool) -> str:
        many, card = Noun("", "m", number > 1), self.reader.cards.ref(of)
        return self.grammar.say(section, key, agree=many, infinitive=infinitive, number=number, card=card)

    def _detach(self, do: verbs.Detach, infinitive: bool) -> str:
        return self._detached("verb", "Detach", do.number, do.of, infinitive)

    def targets(self, targets: tuple[Select, ...], infinitive: bool) -> str:
        """Return "target 1 face-up monster on the field"."""
        if len(targets) > 1 or any(target.every or target.count != 1 for target in targets):
            self.reader.cards.several.add(RefKind.TARGET)
        nouns = [self.reader.cards.select(target).text for target in targets]
        what = self.grammar.listed(nouns, "and")
        return self.grammar.say("step", "target", infinitive=infinitive, what=what)

    def _remember(self, kind: RefKind, what: What) -> None:
        """Keep whether a reference to these cards means several."""
        several = self.reader.cards.several
        many = what.kind in several if isinstance(what, Ref) else what.every or what.count != 1
        (several.add if many else several.discard)(kind)

    # ----- the body ----------------------------------------------------------------------------------------------

    def body(self, body: tuple[Step, ...], infinitive: bool) -> str:
        """Return the steps with the words that join them."""
        text = ""
        for place, step in enumerate(body):
            words = self._step(step, infinitive)
            key = step.joint.value if place or step.joint is not Joint.FIRST else "first"
            if place and step.joint is Joint.FIRST:
                key = "next"
            text += self.grammar.say("joint", key, step=words) if text or key != "first" else words
        return text

    def _step(self, step: Step, infinitive: bool) -> str:
        words = self._action(step.do, infinitive or step.optional)
        if step.optional:
            words = self.grammar.say("step", "optional", infinitive=infinitive, step=words)
        if step.condition is not None:
            words = self.grammar.say("step", "if", condition=self.reader.condition(step.condition), step=words)
        selection = step.do.selection()
        if selection is not None:
            self._remember(RefKind.IT, selection)
        return words

    def _action(self, do: Action, infinitive: bool) -> str:
        name = type(do).__name__
        special: Callable[[Any, bool], str] | None = getattr(self, f"_{name.lower()}", None)
        if special is not None:
            return special(do, infinitive)
        return self._say(name, infinitive, do)

    def _say(self, key: str, infinitive: bool, do: Action, agree: Noun | None = None, **slots: object) -> str:
        """Return the template of a verb; its cards are the slot "what"."""
        selection = do.selection()
        what = self.reader.cards.what(selection) if selection is not None else Noun("")
        return self.grammar.say("verb", key, agree=agree or what, infinitive=infinitive, what=what, **slots)

    # ----- verbs that need more than a template ------------------------------------------------------------------

    def _apply(self, do: verbs.Apply, infinitive: bool) -> str:
        of = self.reader.cards.what(do.to) if do.to is not None else None
        clause = static_clause(self.reader, do.static, of)
        if do.static.condition is not None:
            condition = self.reader.condition(do.static.condition)
            clause = self.grammar.say("lasting", "while", condition=condition, clause=clause)
        if do.spare is not None:
            clause += self.grammar.say("step", "spare", card=self.reader.cards.ref(do.spare))
        if do.static.property not in SELF_ENDING:
            clause = f"{clause} {until_words(self.reader, do.until)}"
        key = "Apply.mark" if do.static.property is Property.MARK else "Apply"
        return self.grammar.say("verb", key, infinitive=infinitive, clause=clause)

    def _banish(self, do: verbs.Banish, infinitive: bool) -> str:
        return self._say("Banish" if do.face_up else "Banish.face_down", infinitive, do)

    def _destroy(self, do: verbs.Destroy, infinitive: bool) -> str:
        return self._say("Destroy.banish" if do.banish else "Destroy", infinitive, do)

    def _send(self, do: verbs.Send, infinitive: bool) -> str:
        return self._say("Send.returned" if do.returned else "Send", infinitive, do)

    def _todeck(self, do: verbs.ToDeck, infinitive: bool) -> str:
        return self._say("ToDeck.top" if do.top else "ToDeck.bottom" if do.bottom else "ToDeck", infinitive, do)

    def _banishforawhile(self, do: verbs.BanishForAWhile, infinitive: bool) -> str:
        return self._say("BanishForAWhile", infinitive, do, until=until_words(self.reader, do.until))

    def _tosscoins(self, do: verbs.TossCoins, infinitive: bool) -> str:
        key = "TossCoins.called" if do.called else "TossCoins.one" if do.count == 1 else "TossCoins"
        return self.grammar.say("verb", key, infinitive=infinitive, number=do.count)

    def _takecontrol(self, do: verbs.TakeControl, infinitive: bool) -> str:
        return self._say("TakeControl", infinitive, do, until=until_words(self.reader, do.until))

    def _flip(self, do: verbs.Flip, infinitive: bool) -> str:
        return self._say("Flip.silent" if do.silent else "Flip", infinitive, do)

    def _turn(self, do: verbs.Turn, infinitive: bool) -> str:
        return self._say(f"Turn.{do.to}", infinitive, do)

    def _tohand(self, do: verbs.ToHand, infinitive: bool) -> str:
        """From a Deck it is "add", from elsewhere "return"."""
        what = do.what
        zones = set(what.filter.zones) if isinstance(what, Select) else set()
        return self._say("ToHand.add" if zones & {Zone.DECK, Zone.GY, Zone.BANISHED} else "ToHand", infinitive, do)

    def _draw(self, do: verbs.Draw, infinitive: bool) -> str:
        return self.grammar.say("verb", f"Draw.{do.who.value}", infinitive=infinitive, cards=self._number(do.count))

    def _mill(self, do: verbs.Mill, infinitive: bool) -> str:
        return self.grammar.say("verb", f"Mill.{do.who.value}", infinitive=infinitive, cards=self._number(do.count))

    def _skipdraws(self, do: verbs.SkipDraws, infinitive: bool) -> str:
        key = "SkipDraws" if do.who is Who.YOU else f"SkipDraws.{do.who.value}{'.one' if do.count == 1 else ''}"
        return self.grammar.say("verb", key, infinitive=infinitive, number=do.count)

    def _excavate(self, do: verbs.Excavate, infinitive: bool) -> str:
        return self.grammar.say("verb", "Excavate", infinitive=infinitive, number=do.count)

    def _number(self, count: Amount) -> str:
        if isinstance(count, int):
            noun = self.grammar.noun("noun", "card", count != 1)
            return self.grammar.say("card", "number", agree=noun, number=count, noun=noun)
        noun = self.grammar.noun("noun", "card", True)
        return self.grammar.say("card", "amount", agree=noun, amount=self.reader.amount(count), noun=noun)

    def _damage(self, do: verbs.Damage, infinitive: bool) -> str:
        text = self._points(f"Damage.{'controller' if do.to_controller else do.who.value}", do.amount, infinitive)
        return text + (self.grammar.say("step", "own_damage", infinitive=infinitive, amount=do.own) if do.own else "")

    def _points(self, key: str, amount: Amount, infinitive: bool) -> str:
        form, each = self.reader.form(amount)
        points = str(amount.times) if isinstance(amount, Count) and form == ".each" else self.reader.amount(amount)
        return self.grammar.say("verb", f"{key}{form}", infinitive=infinitive, amount=points, each=each)

    def _damageowners(self, do: verbs.DamageOwners, infinitive: bool) -> str:
        return self.grammar.say("verb", "DamageOwners", infinitive=infinitive, amount=do.amount)

    def _gainlp(self, do: verbs.GainLP, infinitive: bool) -> str:
        return self._points(f"GainLP.{do.who.value}", do.amount, infinitive)

    def _placecounter(self, do: verbs.PlaceCounter, infinitive: bool) -> str:
        name = proper_name(self.grammar, do.name)
        text = self._say("PlaceCounter", infinitive, do, number=do.count, name=name)
        return text + (self.grammar.say("step", "most_counters", number=do.most) if do.most else "")

    def _removecounters(self, do: verbs.RemoveCounters, infinitive: bool) -> str:
        return self._say("RemoveCounters", infinitive, do, name=proper_name(self.grammar, do.name))

    def _negateactivation(self, do: verbs.NegateActivation, infinitive: bool) -> str:
        return self._negated("NegateActivation", do.then, infinitive)

    def _negateeffect(self, do: verbs.NegateEffect, infinitive: bool) -> str:
        return self._negated("NegateEffect", do.then, infinitive)

    def _negatesummon(self, do: verbs.NegateSummon, infinitive: bool) -> str:
        text = self.grammar.say("verb", "NegateSummon", infinitive=infinitive)
        return text + self.grammar.say("step", f"negated_summon.{do.then or 'send'}", infinitive=infinitive)

    def _negated(self, key: str, then: str, infinitive: bool) -> str:
        text = self.grammar.say("verb", key, infinitive=infinitive)
        return text + self.grammar.say("step", f"negated.{then or 'nothing'}", infinitive=infinitive)

    def _fusionsummon(self, do: verbs.FusionSummon, infinitive: bool) -> str:
        monster = self.reader.cards.noun(do.monster)
        places = self.reader.cards.zones(do.zones, "you")
        what = self.grammar.say("verb", "FusionSummon.monster", agree=monster, monster=monster.text)
        if do.monster == type(do.monster)():
            what = self.grammar.say("verb", "FusionSummon.any")
        key = "FusionSummon.banished" if do.banished else "FusionSummon"
        return self.grammar.say("verb", key, infinitive=infinitive, what=what, places=places)

    def _ritualsummon(self, do: verbs.RitualSummon, infinitive: bool) -> str:
        return self.grammar.say(
            "verb", "RitualSummon", infinitive=infinitive, what=self.reader.cards.one(do.monster, "monster")
        )

    def _specialsummon(self, do: verbs.SpecialSummon, infinitive: bool) -> str:
        text = self._say(f"SpecialSummon.{do.to.value}", infinitive, do)
        text += self._position(do.position)
        if do.pointed:
            text += self.grammar.say("step", "pointed")
        if do.applied:
            many = isinstance(do.what, Select) and (do.what.every or do.what.count != 1)
            monster = self.grammar.noun("ref", "summoned", many)
            clauses = [static_clause(self.reader, static, monster) for static in do.applied]
            text += self.grammar.say("step", "applied", clause=self.grammar.listed(clauses, "and_clause"))
        return text

    def _position(self, position: str) -> str:
        return self.grammar.say("step", f"position.{position}")

    def _becomemonster(self, do: verbs.BecomeMonster, infinitive: bool) -> str:
        values = self.grammar.say(
            "step",
            "token_values",
            type=self.grammar.entry("type", do.type.value),
            attribute=self.grammar.entry("attribute", do.attribute.value),
            level=do.level,
            atk=do.atk,
            defense=do.defense,
        )
        key = "BecomeMonster.effect" if do.effect else "BecomeMonster"
        position = self._position(do.position)
        text = self.grammar.say("verb", key, infinitive=infinitive, values=values, position=position)
        if do.applied:
            monster = self.grammar.noun("ref", "summoned", False)
            clauses = [static_clause(self.reader, static, monster) for static in do.applied]
            text += self.grammar.say("step", "applied", clause=self.grammar.listed(clauses, "and_clause"))
        return text

    def _maketokens(self, do: verbs.MakeTokens, infinitive: bool) -> str:
        values = self.grammar.say(
            "step",
            "token_values",
            type=self.grammar.entry("type", do.token.type.value),
            attribute=self.grammar.entry("attribute", do.token.attribute.value),
            level=do.token.level,
            atk=do.token.atk,
            defense=do.token.defense,
        )
        key = f"MakeTokens.{do.to.value}" if do.count == 1 else f"MakeTokens.{do.to.value}.many"
        name = proper_name(self.grammar, do.token.name.removesuffix(" Token"))
        text = self.grammar.say("verb", key, infinitive=infinitive, number=do.count, name=name, values=values)
        return text + self._position(do.position) + self.token(self.reader, do.token)


def explained_verbs() -> set[str]:
    """Return the names of the verbs that have words of their own here; the others need a template only."""
    return {name for name in verbs.__all__ if hasattr(Steps, f"_{name.lower()}")}


__all__ = ["Steps", "explained_verbs"]
