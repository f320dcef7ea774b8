"""What cards are worth to whoever has them, in points of about one Life Point, as one player knows them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ai.remembering import remembered
from engine.ai.tags import tags
from engine.effects.filters import Select
from engine.effects.matching import in_zone
from engine.effects.tree import Card, EffectKind, Happening, Who
from engine.effects.verbs import Damage
from engine.procedures.options import may_know
from engine.state.card import CardState
from engine.state.duel_state import ROW, State
from engine.state.printed import Printed
from engine.vocab import CardKind, Zone

_PRIOR = 3
"""So many cards of the own Deck's average are added to what was seen of the opponent's."""
_BODY = 250
"""What a monster on the field is worth beside its ATK; one without ATK or DEF less than half of it."""
_ATK = 0.6
"""What a point of ATK on the field is worth."""
_GUARD = 0.35
"""What a point of DEF that keeps attacks off is worth."""
_EFFECT = 150
"""What it is worth that a monster has an effect."""
_MATERIAL = 150
"""What an Xyz Material is worth underneath a monster with effects."""
_BACK_NOW, _BACK_LATER = 0.3, 0.1
"""What a point of ATK in the Graveyard is worth if a card to bring it back is at hand, or only in the Deck."""
_SET = 750
"""What a Set Spell or Trap is worth of which nothing is known."""
_ENGINE = 700
"""What a face-up Spell or Trap is worth that has effects again and again."""
_BODIES = (0, 300, 450)
"""What it is worth beside their own value to have none, one, two or more monsters in hand that need no Tribute."""
_UPKEEP = 3.0
"""How many turns of the damage a card does to its own controller are counted."""
_SHARES = (1.0, 1.0, 1.0, 0.9, 0.75, 0.6, 0.4, 0.2, 0.1)
"""How much of its worth the first, second ... card of a hand brings: only so many can be used in time."""
_ZONES = (0, 450, 700, 800)
"""What it is worth to have no, one, two, three or more Monster Zones free."""
_WALLS = (1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0)
"""How much of its DEF the first, second ... monster that is better at guarding than at attacking brings."""


class Measure:
    """The measure of one player in one duel: the weaker the own cards, the less a card is worth beside Life Points."""

    __slots__ = ("atk", "defense", "revivers", "scale", "viewer")

    def __init__(self, s: State, viewer: int) -> None:
        own = [card.printed for card in s.cards if card.owner == viewer and _fights(card)]
        seen = [card.printed for card in s.cards if card.owner != viewer and _fights(card) and may_know(viewer, card)]
        self.viewer = viewer
        self.atk = _usual([_atk(printed) for printed in own if _soon(printed)], [_atk(p) for p in seen if _soon(p)])
        """What to expect of the opponent's hidden monsters: they are like those seen, at first like the own."""
        self.defense = _usual([printed.defense for printed in own], [printed.defense for printed in seen])
        mean = sum(map(_atk, own)) / len(own) if own else 1500
        self.scale = min(max(mean / 1500, 0.3), 1.0)
        self.find_revivers(s)

    def find_revivers(self, s: State) -> None:
        """Note the own cards that bring monsters back, in the state in which they will be asked for.

        Where cards of the own Deck lie is known in no state but an imagined one, so there it has to be asked again.
        """
        self.revivers = [card.uid for card in s.cards if card.owner == self.viewer and revives(card.printed.definition)]

    def on_field(self, card: CardState, atk: int) -> float:
        """Return what a monster with that ATK is worth to its controller, its guard apart."""
        size = min(max(atk, card.printed.defense) / 1000, 1)
        total = _BODY * self.scale * (0.4 + 0.6 * size) + atk * _ATK
        if may_know(self.viewer, card):
            definition = card.printed.definition
            if definition.effects or definition.statics:
                total += _EFFECT * self.scale
                if card.live is not None:
                    total += _MATERIAL * self.scale * len(card.live.under)
                if not card.face_up and flips(definition):
                    total += 200
                total -= _UPKEEP * upkeep(definition)
        return total

    def guards(self, monsters: Sequence[tuple[int, int]]) -> float:
        """Return what monsters of these ATK and DEF are worth as guards more than as attackers."""
        most = self.atk * 1.3
        found = sorted((max(min(defense, most) * _GUARD - atk * _ATK, 0) for atk, defense in monsters), reverse=True)
        return sum(worth * share for worth, share in zip(found, _WALLS, strict=False))

    def spell(self, card: CardState) -> float:
        """Return what a card in a Spell & Trap Zone is worth to its controller."""
        if not may_know(self.viewer, card):
            return _SET * self.scale
        if card.face_up:
            return (_ENGINE if works_on(card.printed.definition) else 450) * self.scale
        fast = card.printed.kind is CardKind.TRAP or bool(card.printed.quick)
        return self._kept(card.printed) + (70 if fast else -40)

    def _kept(self, printed: Printed) -> float:
        if printed.monster:
            return (400 + printed.atk / 10) * self.scale
        return kept(printed.definition) * self.scale

    def hand(self, cards: Sequence[CardState]) -> float:
        """Return what a hand is worth: all cards, and more for the first monsters that can be Summoned."""
        known = [self._kept(card.printed) if may_know(self.viewer, card) else 550 * self.scale for card in cards]
        known.sort(reverse=True)
        total = sum(worth * share for worth, share in zip(known, _SHARES, strict=False))
        bodies = sum(card.printed.monster and _soon(card.printed) and may_know(self.viewer, card) for card in cards)
        return total + _BODIES[min(bodies, 2)] * self.scale

    def holdings(self, s: State, player: int, weakest: int) -> float:
        """Return what the cards of a player are worth to that player but for the monsters; ``weakest`` is their lowest ATK."""
        side = s.players[player]
        total = 0.0
        for zone in (Zone.SPELL_TRAP, Zone.FIELD):
            total += sum(self.spell(card) for card in in_zone(s, player, zone))
        total += self.hand(list(in_zone(s, player, Zone.HAND)))
        total += self._graveyard(s, player)
        total += self._room(s, player, weakest)
        return total - max(6 - len(side.deck), 0) * 250

    def _graveyard(self, s: State, player: int) -> float:
        """Return what the Graveyard is worth: effects that work there, and the best monster if it can come back."""
        total, best = 0.0, 0
        for card in in_zone(s, player, Zone.GY):
            printed = card.printed
            total += 250 if printed.definition.effects and works_in_gy(printed.definition) else 10
            if printed.monster and printed.atk > best:
                best = printed.atk
        if not best or player != self.viewer or not self.revivers:
            return total
        reach = {s.cards[uid].zone for uid in self.revivers}
        if Zone.HAND in reach or Zone.SPELL_TRAP in reach:
            return total + best * _BACK_NOW
        return total + (best * _BACK_LATER if Zone.DECK in reach else 0)

    def _room(self, s: State, player: int, weakest: int) -> float:
        """Return what the free Monster Zones are worth: most when something strong waits for one."""
        free = s.players[player].monsters[:ROW].count(-1)
        total = _ZONES[min(free, 3)] * self.scale
        if free or player != self.viewer:
            return total
        waiting = max((card.printed.atk for card in in_zone(s, player, Zone.HAND)), default=0)
        return total - max(waiting - weakest, 0) * _ATK


def _usual(own: list[int], seen: list[int]) -> int:
    if not own:
        return 1400
    return (sum(seen) + _PRIOR * sum(own) // len(own)) // (len(seen) + _PRIOR)


def _atk(printed: Printed) -> int:
    return printed.atk


def _soon(printed: Printed) -> bool:
    """Whether a monster can be Summoned without Tributes."""
    return (printed.level or 0) <= 4


def _fights(card: CardState) -> bool:
    return card.printed.kind is CardKind.MONSTER and not card.printed.extra


@remembered
def works_in_gy(definition: Card) -> bool:
    """Whether a card has effects that work in the Graveyard."""
    return any(Zone.GY in effect.zones for effect in definition.effects)


@remembered
def flips(definition: Card) -> bool:
    """Whether a card has an effect that being turned up sets off."""
    return any(effect.kind is EffectKind.FLIP for effect in definition.effects)


@remembered
def revives(definition: Card) -> bool:
    """Whether a card brings monsters back from a Graveyard."""
    for effect in definition.effects:
        for what in (*effect.targets, *(step.do.selection() for step in effect.body)):
            if isinstance(what, Select) and Zone.GY in what.filter.zones and "summon" in tags(effect):
                return True
    return False


@remembered
def upkeep(definition: Card) -> int:
    """Return the damage a card does to its own controller every turn."""
    total = 0
    for effect in definition.effects:
        if effect.event is not None and effect.event.what is Happening.PHASE:
            for step in effect.body:
                do = step.do
                if isinstance(do, Damage) and isinstance(do.amount, int):
                    total += do.amount if do.who is Who.YOU else -do.amount
    return total


@remembered
def kept(definition: Card) -> int:
    """Return what a Spell or Trap is worth while it waits."""
    kinds: set[str] = set()
    for effect in definition.effects:
        kinds |= tags(effect)
    if kinds == {"burn"}:
        return 280
    return 600 if kinds & {"remove", "negate", "stop_attack"} else 500


@remembered
def works_on(definition: Card) -> bool:
    """Whether a card that stays face-up has effects of its own from then on."""
    return any(effect.kind is not EffectKind.ACTIVATION for effect in definition.effects)
