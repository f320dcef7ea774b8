"""How many cards the Main, Extra and Side Deck must have."""

from collections.abc import Iterator

from engine.decks.cite import refuse
from engine.decks.contents import Contents
from engine.decks.formats import DeckRules
from engine.refusal import Refusal
from engine.rulesets import Ruleset

_MAIN: dict[str, tuple[int, int | None]] = {"max60": (40, 60), "min40": (40, None), "era2005": (40, None)}
_EXTRA: dict[str, int | None] = {"max15": 15, "free": None, "era2005": None}
_SIDE_MAX = 15
_SIDE_IS_ALL_OR_NOTHING = {"max15": False, "exactly15": True, "era2005": True}


def check_sizes(contents: Contents, ruleset: Ruleset, rules: DeckRules) -> Iterator[Refusal]:
    """Yield a refusal for each pile that is too small or too large. Tokens count nowhere."""
    yield from _main(contents, ruleset, rules)
    extra = contents.counted.extra
    most = _EXTRA[ruleset.deck_extra_size]
    if most is not None and extra > most:
        candidates = (*rules.extra_rules, "deck.extra_zero_to_fifteen")
        yield refuse(rules, candidates, {"count": extra, "excess": extra - most})
    side = contents.counted.side
    wrong_number = side not in (0, _SIDE_MAX) if _SIDE_IS_ALL_OR_NOTHING[ruleset.deck_side_size] else side > _SIDE_MAX
    if wrong_number:
        yield refuse(rules, rules.side_rules, {"count": side, "excess": max(0, side - _SIDE_MAX), "target": _SIDE_MAX})


def _main(contents: Contents, ruleset: Ruleset, rules: DeckRules) -> Iterator[Refusal]:
    least, most = _MAIN[ruleset.deck_main_size]
    count, written = contents.counted.main, contents.written.main
    if most is not None and written > most and not least <= count <= most:
        # A list with more lines than a Deck can have is too large even if many of them are Tokens.
        yield refuse(rules, rules.main_rules, {"count": written, "target": most})
    elif count < least:
        extra, side = contents.counted.extra, contents.counted.side
        candidates = rules.main_rules
        if extra and count + extra >= least:
            candidates = (*candidates, "deck.extra.not_counted_in_minimum")
        if side and count + side >= least:
            candidates = (*candidates, "deck.side.not_part_of_deck")
        yield refuse(rules, candidates, {"count": count, "target": least, "extra": extra, "side": side})
