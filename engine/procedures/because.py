"""Rules that forbid something, together with what their sentences can name: the card that forbids, the places that are right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.effects import conditions
from engine.effects.context import Ctx
from engine.effects.continuous import NONE_APPLY, Applied
from engine.effects.tree import Both, Condition
from engine.state.duel_state import State
from engine.vocab import Zone

FORBIDDEN = "precedence.card_text_over_rules"
UNMET = "card.text.follow_instructions"
NOTHING = "card.activation.would_do_nothing"
ELSEWHERE = "card.effect.only_in_its_places"


class Because(str):
    """The id of a rule. Who only asks whether something is forbidden needs no more; who asks why can name the rest."""

    __slots__ = ("deck", "places", "source", "unmet")

    places: tuple[str, ...]
    """Where it would be possible: keys of the rule's words for the slot ``place``."""
    source: int | None
    """The card whose effect forbids it."""

    unmet: Condition | None
    """The condition of the text that is not met."""
    deck: int
    """How many cards the own Deck would have to hold; 0 if that is not what is missing."""

    def __new__(
        cls,
        rule: str,
        source: int | None = None,
        places: tuple[str, ...] = (),
        unmet: Condition | None = None,
        deck: int = 0,
    ) -> Because:
        made = super().__new__(cls, rule)
        made.source = source
        made.places = places
        made.unmet = unmet
        made.deck = deck
        return made


def not_met(s: State, ctx: Ctx, condition: Condition) -> str:
    """Return the reason against what a condition forbids that is not met: of several the first such one is told."""
    while isinstance(condition, Both):
        condition = next(part for part in condition.of if not conditions.met(s, ctx, part))
    return Because(UNMET, unmet=condition)


def deck_too_small(count: int) -> str:
    """Return the reason against an effect that needs so many cards in the own Deck."""
    return Because(NOTHING, deck=count)


NO_REASON: Iterator[str] = iter(())


def forbidden(found: Iterable[Applied]) -> Iterator[str]:
    """Yield one reason for each of these effects, all of which forbid the same."""
    return NO_REASON if found is NONE_APPLY else (Because(FORBIDDEN, one.source) for one in found)


def elsewhere(zones: tuple[Zone, ...]) -> str:
    """Return the reason against an effect that works in these zones only, face-up where they are on the field."""
    return Because(ELSEWHERE, places=tuple(dict.fromkeys(_PLACES.get(zone, zone.value) for zone in zones)))


def not_playable_from_here(trap: bool) -> str:
    """Return the reason against activating a Spell or Trap Card that is neither in the hand nor Set."""
    return Because(ELSEWHERE, places=("set",) if trap else ("hand", "set"))


_PLACES = {Zone.MONSTER: "face_up", Zone.SPELL_TRAP: "face_up", Zone.FIELD: "face_up"}
