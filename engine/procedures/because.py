"""Rules that forbid something, together with what their sentences can name: the card that forbids, the places that are right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.effects.continuous import Applied
from engine.vocab import Zone

FORBIDDEN = "precedence.card_text_over_rules"
ELSEWHERE = "card.effect.only_in_its_places"


class Because(str):
    """The id of a rule. Who only asks whether something is forbidden needs no more; who asks why can name the rest."""

    __slots__ = ("places", "source")

    places: tuple[str, ...]
    """Where it would be possible: keys of the rule's words for the slot ``place``."""
    source: int | None
    """The card whose effect forbids it."""

    def __new__(cls, rule: str, source: int | None = None, places: tuple[str, ...] = ()) -> Because:
        made = super().__new__(cls, rule)
        made.source = source
        made.places = places
        return made


def forbidden(found: Iterable[Applied]) -> Iterator[str]:
    """Yield one reason for each of these effects, all of which forbid the same."""
    for one in found:
        yield Because(FORBIDDEN, one.source)


def elsewhere(zones: tuple[Zone, ...]) -> str:
    """Return the reason against an effect that works in these zones only, face-up where they are on the field."""
    return Because(ELSEWHERE, places=tuple(dict.fromkeys(_PLACES.get(zone, zone.value) for zone in zones)))


def not_playable_from_here(trap: bool) -> str:
    """Return the reason against activating a Spell or Trap Card that is neither in the hand nor Set."""
    return Because(ELSEWHERE, places=("set",) if trap else ("hand", "set"))


_PLACES = {Zone.MONSTER: "face_up", Zone.SPELL_TRAP: "face_up", Zone.FIELD: "face_up"}
