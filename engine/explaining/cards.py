"""Name cards: filters, selections and references as noun phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING

from engine.effects.filters import Filter, Ref, RefKind, Select, Span, Standing, What
from engine.explaining.grammar import Grammar, Noun
from engine.explaining.names import card_name, proper_name
from engine.vocab import Ability, CardKind, Frame, Zone

if TYPE_CHECKING:
    from engine.effects.tree import Amount

FIELD_ZONES = frozenset({Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD})
ROW_ZONES = frozenset({Zone.SPELL_TRAP, Zone.FIELD})
_MONSTER_FRAMES = frozenset(Frame) - {Frame.SPELL, Frame.TRAP, Frame.SKILL, Frame.TOKEN}


class CardWords:
    """Noun phrases of one effect in one language; knows which references of it mean several cards."""

    def __init__(self, grammar: Grammar, amount: Callable[[Amount], str]) -> None:
        self.grammar = grammar
        self.amount = amount
        self.several: set[RefKind] = set()
        self.place_word = "in"
        """How the place of a card is said: "in" where it lies, "from" where it is taken from."""

    # ----- references and selections -----------------------------------------------------------------------------

    def ref(self, ref: Ref) -> Noun:
        """Return "this card", "the target"."""
        plural = ref.kind in self.several and ref.index is None
        found = self.grammar.noun("ref", ref.kind.value, plural)
        if ref.index is None:
            return found
        return Noun(self.grammar.say("card", "numbered", agree=found, noun=found, number=ref.index + 1), found.gender)

    def what(self, what: What) -> Noun:
        """Return the cards a step works on, taken from where they are."""
        if isinstance(what, Ref):
            return self.ref(what)
        with self.place_said("from"):
            return self.select(what)

    @contextmanager
    def place_said(self, word: str) -> Iterator[None]:
        """Say the places of cards with this word for a while."""
        before, self.place_word = self.place_word, word
        try:
            yield
        finally:
            self.place_word = before

    def fit(self, wanted: Filter | Ref, kind: str = "card") -> Noun:
        """Return a card that a filter describes ("a monster you control"), or the one of a reference.

        ``kind`` is the noun where the filter does not tell: "card" or "monster".
        """
        return self.ref(wanted) if isinstance(wanted, Ref) else self.one(wanted, kind)

    def every(self, wanted: Filter, form: str = "all", kind: str = "card") -> Noun:
        """Return "all monsters you control"; with the form "those" as a subject, "bare" without an article."""
        named = self._named(wanted)
        if named is not None:
            return named
        noun = self.noun(wanted, plural=True, kind=kind, whose="any" if form == "bare" else "both")
        return Noun(self.grammar.say("card", form, agree=noun, noun=noun), noun.gender, True)

    def select(self, select: Select) -> Noun:
        """Return "1 face-up monster your opponent controls", "all monsters on the field"."""
        say = self.grammar.say
        if select.every:
            noun = self.every(select.filter)
            return Noun(self._marks(noun.text, select), noun.gender, noun.plural)
        named = self._named(select.filter)
        if named is not None and select.count == 1 and not select.up_to:
            return Noun(self._marks(named.text, select), named.gender)
        plural = select.count != 1
        noun = self.noun(select.filter, plural)
        if isinstance(select.count, int):
            text = say("card", "up_to" if select.up_to else "number", agree=noun, number=select.count, noun=noun)
        else:
            key = "up_to_amount" if select.up_to else "amount"
            text = say("card", key, agree=noun, amount=self.amount(select.count), noun=noun)
        return Noun(self._marks(text, select), noun.gender, plural)

    def _marks(self, text: str, select: Select) -> str:
        if select.extreme is not None:
            text += " " + self.grammar.say("extreme", select.extreme.value)
        if select.random:
            text += " " + self.grammar.say("card", "at_random")
        if select.chooser is not None:
            text += " " + self.grammar.say("card", f"chosen_by_{select.chooser.value}")
        if select.may_be_this:
            text += " " + self.grammar.say("card", "even_this")
        return text

    def _named(self, wanted: Filter) -> Noun | None:
        """Return "the attacking monster on the field" for a filter that says nothing else."""
        if len(wanted.among) != 1 or not _only(wanted, {"zones", "who", "among", "face_up"}):
            return None
        ref = self.ref(wanted.among[0])
        text = f"{ref.text} {self.place(wanted, ref)}".strip()
        if wanted.face_up is not None:
            text += f" ({self.grammar.entry('modifier', 'face_up' if wanted.face_up else 'face_down')})"
        return Noun(text, ref.gender, ref.plural)

    # ----- filters -----------------------------------------------------------------------------------------------

    def one(self, wanted: Filter, kind: str = "card") -> Noun:
        """Return "a face-up monster"."""
        named = self._named(wanted)
        if named is not None:
            return named
        noun = self.noun(wanted, kind=kind)
        return Noun(self.grammar.say("card", "one", agree=noun, noun=noun), noun.gender)

    def noun(self, wanted: Filter, plural: bool = False, place: bool = True, kind: str = "card", whose: str = "any") -> Noun:
        """Return the noun phrase without an article; without ``place`` whose and where is left out.

        ``whose`` are places that may be of either player: "any" or "both".
        """
        grammar = self.grammar
        noun = self._base(wanted, plural, kind)
        before = [grammar.fit(word, noun) for word in self._modifiers(wanted, noun)]
        words = [*before, noun.text] if grammar.language == "en" else [noun.text, *reversed(before)]
        # An Equip Card lies in a Spell & Trap Zone: nothing to say.
        place = place and not (wanted.equipped_to is not None and wanted.who is None)
        words += self._after(wanted, noun, self.place(wanted, noun, whose) if place else "")
        return Noun(" ".join(word for word in words if word), noun.gender, plural)

    def _base(self, wanted: Filter, plural: bool, otherwise: str) -> Noun:
        """Return the noun itself: a card's name, an icon, a kind of card."""
        grammar, kinds = self.grammar, frozenset(wanted.kinds)
        if wanted.names and not wanted.icons:
            return Noun(grammar.listed([card_name(grammar, name) for name in wanted.names]), "m", plural)
        if wanted.icons:
            kind = next(iter(kinds)).value if len(kinds) == 1 else "card"
            words = [grammar.entry("icon", f"{icon.value}.{kind}") for icon in wanted.icons]
            return Noun(grammar.listed([word[1 if plural else 0] for word in words]), words[0][2], plural)
        zones = frozenset(wanted.zones)
        if kinds:
            key = "_".join(sorted(kind.value for kind in kinds))
            if kinds == {CardKind.MONSTER} and not _about_monsters(wanted) and zones and zones <= {Zone.MONSTER}:
                key = "monster_card"
        elif _about_monsters(wanted) or (zones and zones <= {Zone.MONSTER}):
            key = "monster"
        elif zones and zones == ROW_ZONES:
            key = "on_row"
        else:
            key = otherwise
        return grammar.noun("noun", key, plural)

    def _modifiers(self, wanted: Filter, noun: Noun) -> list[str]:
        """Return the words before the noun in English, after it in the reverse order elsewhere."""
        grammar = self.grammar
        entry = grammar.entry
        words: list[str] = []
        if wanted.face_up is not None:
            words.append(entry("modifier", "face_up" if wanted.face_up else "face_down"))
        if wanted.attack_position is not None:
            words.append(entry("modifier", "attack" if wanted.attack_position else "defense"))
        words += self._levels(wanted)
        if wanted.attributes:
            values = grammar.listed([entry("attribute", value.value) for value in wanted.attributes])
            words.append(grammar.say("modifier", "attribute", value=values))
        if wanted.types:
            words.append(grammar.say("modifier", "type", value=grammar.listed([entry("type", v.value) for v in wanted.types])))
        if wanted.series:
            words.append(grammar.say("modifier", "series", value=proper_name(grammar, wanted.series)))
        for part in wanted.none_of:
            if _only(part, {"abilities"}) and len(part.abilities) == 1:
                words.append(grammar.say("modifier", "non", agree=noun, value=self._ability(part.abilities[0], noun)))
        if wanted.effect_monster is not None:
            words.append(entry("modifier", "effect" if wanted.effect_monster else "non_effect"))
        if wanted.abilities:
            words.append(grammar.listed([self._ability(ability, noun) for ability in wanted.abilities]))
        if wanted.frames:
            words.append(grammar.listed([grammar.fit(entry("frame", frame.value), noun) for frame in wanted.frames]))
        return words

    def _ability(self, ability: Ability, noun: Noun) -> str:
        return self.grammar.fit(self.grammar.entry("ability", ability.value), noun)

    def _levels(self, wanted: Filter) -> Iterable[str]:
        level = Span(wanted.level_min, wanted.level_max)
        for key, span in (("level", level), ("rank", wanted.rank), ("rating", wanted.rating)):
            if span is not None and span != Span():
                yield self._span(key, span)

    def _span(self, key: str, span: Span) -> str:
        least, most = span.least, span.most
        if least == most:
            return self.grammar.say("modifier", key, number=least)
        if most is None:
            return self.grammar.say("modifier", f"{key}_min", number=least)
        if least is None:
            return self.grammar.say("modifier", f"{key}_max", number=most)
        return self.grammar.say("modifier", f"{key}_between", least=least, most=most)

    def standing(self, standing: Standing, noun: Noun) -> Iterable[str]:
        """Return how a monster stands on the board, one phrase for each thing that is stated."""
        for key in ("pointed_by", "co_linked_with", "column_of"):
            ref: Ref | None = getattr(standing, key)
            if ref is not None:
                yield self.grammar.say("after", key, agree=noun, card=self.ref(ref))
        for key in ("linked", "extra_zone", "has_material"):
            holds: bool | None = getattr(standing, key)
            if holds is not None:
                yield self.grammar.say("after", key if holds else f"not_{key}", agree=noun)

    def _after(self, wanted: Filter, noun: Noun, place: str) -> Iterable[str]:
        grammar, say = self.grammar, self.grammar.say
        yield place
        for key in ("atk_min", "atk_max", "atk_below", "def_below", "def_max"):
            amount: Amount | None = getattr(wanted, key)
            if amount is not None:
                yield say("after", key if isinstance(amount, int) else f"{key}_amount", amount=self.amount(amount))
        if wanted.has_counter:
            yield say("after", "counter", name=proper_name(grammar, wanted.has_counter))
        if wanted.declared:
            yield say("after", "declared")
        if wanted.like is not None:
            yield say("after", "like", card=self.ref(wanted.like))
        if wanted.carries is not None:
            yield say("after", "carries", agree=noun, card=self.one(wanted.carries))
        if wanted.equipped_to is not None:
            yield say("after", "equipped_to", agree=noun, card=self.ref(wanted.equipped_to))
        if wanted.standing is not None:
            yield from self.standing(wanted.standing, noun)
        for key in ("normal_summonable", "attacked"):
            holds: bool | None = getattr(wanted, key)
            if holds is not None:
                yield say("after", key if holds else f"not_{key}", agree=noun)
        if wanted.type_of is not None:
            yield say("after", "type_of", other=self.one(wanted.type_of))
        if wanted.among:
            yield say("after", "among", agree=noun, cards=grammar.listed([self.ref(ref).text for ref in wanted.among]))
        if wanted.any_of:
            parts = [part_words(self, part, noun) for part in wanted.any_of]
            yield say("after", "any_of", agree=noun, parts=grammar.listed(parts))
        if wanted.but:
            yield say("after", "but", agree=noun, cards=grammar.listed([self.ref(ref).text for ref in wanted.but], "and"))
        rest = [part for part in wanted.none_of if not (_only(part, {"abilities"}) and len(part.abilities) == 1)]
        if rest:
            yield say("after", "except", cards=grammar.listed([self._excepted(part) for part in rest], "and"))

    def _excepted(self, part: Filter) -> str:
        if _only(part, {"names"}):
            return self.grammar.listed([card_name(self.grammar, name) for name in part.names], "and")
        return self.noun(part, plural=True).text

    # ----- whose and where ---------------------------------------------------------------------------------------

    def place(self, wanted: Filter, noun: Noun, any_of: str = "any") -> str:
        """Return "you control", "in your Graveyard or Deck", "of your opponent"; "" if nothing is said."""
        zones, who = wanted.zones, wanted.who
        whose = who.value if who is not None else any_of
        if not zones:
            return "" if who is None else self.grammar.say("whose", whose, agree=noun)
        if set(zones) in ({Zone.MONSTER}, set(ROW_ZONES), set(FIELD_ZONES)):
            return self.grammar.say("field", whose if who is not None else "any", agree=noun)
        return self.grammar.say("place", self.place_word, places=self.zones(zones, whose))

    def zones(self, zones: tuple[Zone, ...], whose: str) -> str:
        """Return "your hand or Graveyard"; ``whose`` is a ``Who``, "any" or "the".

        The places of a row of Spells and Traps are told apart only if not both are meant.
        """
        names = [zone.value for zone in zones]
        if set(ROW_ZONES) <= set(zones):
            names = [name for name in names if name not in ("spell_trap", "field")]
            names = ["own_field" if name == "monster" else name for name in names]
            if "own_field" not in names:
                names.append("row")
        places = [self.grammar.entry("zone", f"{name}.{whose}") for name in names]
        owner = self.grammar.entry("owner", whose)
        if self.grammar.language == "en":
            places = [*places[:1], *(place.removeprefix(owner) for place in places[1:])]
        else:
            places = [*(place.removesuffix(owner) for place in places[:-1]), *places[-1:]]
        return self.grammar.listed(places)


def part_words(words: CardWords, part: Filter, noun: Noun) -> str:
    """Return one of the alternatives of a filter: where it lies, or how, or the whole phrase."""
    if part.zones and _only(part, {"zones", "who"}):
        with words.place_said("in"):
            return words.place(part, noun, "the")
    if _only(part, {"face_up"}):
        face: str = words.grammar.entry("modifier", "face_up" if part.face_up else "face_down")
        return face
    return words.one(part).text


def _only(wanted: Filter, stated: set[str]) -> bool:
    """Whether a filter states nothing beside these fields."""
    plain, stated = Filter(), stated | {"personal"}  # With two players it says nothing more.
    return all(item.name in stated or getattr(wanted, item.name) == getattr(plain, item.name) for item in fields(Filter))


def _about_monsters(wanted: Filter) -> bool:
    """Whether a filter asks for what only monsters have."""
    return bool(
        wanted.types
        or wanted.attributes
        or wanted.abilities
        or wanted.effect_monster is not None
        or wanted.attack_position is not None
        or wanted.level_min is not None
        or wanted.level_max is not None
        or any(getattr(wanted, name) is not None for name in ("atk_min", "atk_max", "atk_below", "def_below", "def_max"))
        or wanted.type_of is not None
        or wanted.rank is not None
        or wanted.rating is not None
        or wanted.standing is not None
        or (wanted.frames and set(wanted.frames) <= _MONSTER_FRAMES)
        or any(_only(part, {"abilities"}) for part in wanted.none_of)
    )
