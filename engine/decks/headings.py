"""The headings of Deck lists in words: which pile they begin, in several languages."""

import re
from dataclasses import dataclass

from engine.card_names import loose_key
from engine.decks.deck import Pile

_WORDS: dict[Pile | None, tuple[str, ...]] = {
    # Lists by kind of card: Monsters of the Extra Deck may stand among the others there.
    None: (
        "monster", "monsters", "monster cards", "normal monsters", "effect monsters", "ritual monsters",
        "spell", "spells", "spell cards", "magic", "magic cards", "trap", "traps", "trap cards",
        "monstre", "monstres", "cartes monstre", "magie", "magies", "cartes magie", "piège", "pièges", "cartes piège",
        "monstros", "magia", "magias", "mágicas", "armadilha", "armadilhas", "cards de monstro", "cards de magia",
        "zauber", "zauberkarten", "fallen", "fallenkarten", "monsterkarten",
        "mostri", "magie e trappole", "trappole", "monstruos", "mágicas y trampas", "trampas", "deck list", "decklist",
    ),
    Pile.MAIN: ("main", "main deck", "maindeck", "deck", "deck principal", "principal", "hauptdeck", "mazo principal"),
    Pile.EXTRA: (
        "extra", "extra deck", "extradeck", "fusion", "fusions", "fusion deck", "fusion monsters", "synchro monsters",
        "xyz monsters", "link monsters", "deck adicional", "deck extra", "monstres fusion", "monstres synchro",
        "monstres xyz", "monstres lien", "monstros de fusão", "mazo adicional", "mazzo extra",
    ),
    Pile.SIDE: (
        "side", "side deck", "sidedeck", "sideboard", "side board", "deck auxiliar", "deck reserva", "deck de reserva",
        "deck secondaire", "réserve", "mazo auxiliar", "mazo secundario",
    ),
}  # fmt: skip
_PILES = {loose_key(word): pile for pile, words in _WORDS.items() for word in words}
_HEADING = re.compile(
    r"^[\s#=*\-\[_]*(?P<words>[^\W\d_][^:\d()\[\]=*#]*?)\s*(?P<colon>:)?\s*[(\[]?\s*(?P<count>\d{1,4})?"
    r"\s*(?:cards?|cartes?|cartas?|karten)?\s*[)\]]?\s*(?P<late_colon>:)?[\s=*\-\]_]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading line."""

    pile: Pile | None
    """The pile it begins; None for a kind of card, whose cards go where they belong."""
    count: int | None
    """The number of cards it announces."""
    is_marked: bool
    """Whether a colon or a count tells it apart from a card name."""


def heading_in(line: str) -> Heading | None:
    """Return the heading that a line is, or None: "Main (40)", "Monstres :", "=== Side Deck ==="."""
    match = _HEADING.match(line)
    if match is None:
        return None
    key = loose_key(match["words"])
    if key not in _PILES:
        return None
    count = int(match["count"]) if match["count"] else None
    marked = bool(match["colon"] or match["late_colon"] or count is not None)
    return Heading(_PILES[key], count, marked)
