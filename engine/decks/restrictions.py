"""How many copies of a card a Deck list, and a team, may have: the limit of three and the list in use."""

from collections.abc import Iterator

from engine.banlists import NO_LIMIT, NOT_IN_POOL, Banlist, find_list
from engine.decks.cite import refuse
from engine.decks.contents import Contents, SameName
from engine.decks.formats import DeckRules
from engine.decks.source import CardSource
from engine.refusal import Refusal
from engine.rulesets import Ruleset

MAX_COPIES = 3
_STATUS = ("deck.list.forbidden_zero_copies", "deck.list.limited_one_copy", "deck.list.semi_limited_two_copies")
_SHOWN_COSTLY = 3
_MANY_NUMBERS = 8


def check_copies(contents: Contents, ruleset: Ruleset, rules: DeckRules) -> Iterator[Refusal]:
    """Yield a refusal for each name that is in the list more than three times."""
    counts_side_apart = ruleset.deck_copies_max_three == "deck"
    for same_name in contents.cards.values():
        copies = same_name.copies
        in_deck = copies.main + copies.extra
        over = _over(in_deck) + _over(copies.side) if counts_side_apart else _over(copies.total)
        if not over:
            continue
        facts = same_name.facts() | copies.facts() | {"count": copies.total, "deck_count": in_deck, "excess": over}
        candidates = (*rules.copies_rules, "tag.deck.unrestricted_three_each")
        if len(same_name.written) > 1:
            numbers = list(map(str, same_name.written))
            facts["numbers"] = ", ".join(numbers[:_MANY_NUMBERS]) + (", …" if len(numbers) > _MANY_NUMBERS else "")
            candidates = (*candidates, "deck.copies.same_name_same_card")
        yield refuse(rules, candidates, facts)


def _over(count: int) -> int:
    return max(0, count - MAX_COPIES)


class Restrictions:
    """The limits that a list, and the card pool of a ruleset, set to the cards of Deck lists."""

    def __init__(self, banlist: Banlist | None, rules: DeckRules, source: CardSource) -> None:
        self._banlist = banlist
        self._rules = rules
        self._source = source
        # A list that names all its cards is a pool itself; others leave the pool of the time as it is.
        needs_pool = rules.pool_list is not None and not (banlist is not None and banlist.is_whitelist)
        self._pool = find_list(rules.pool_list) if needs_pool and rules.pool_list is not None else None

    def limit(self, same_name: SameName) -> int:
        """Return how many copies of a card are allowed: ``NOT_IN_POOL`` or 0 to 3."""
        names = same_name.names()
        if self._pool is not None and self._pool.limit(same_name.numbers(self._source, self._pool), names) == NOT_IN_POOL:
            return NOT_IN_POOL
        if self._banlist is None:
            return NO_LIMIT
        return self._banlist.limit(same_name.numbers(self._source, self._banlist), names)

    def check(self, contents: Contents) -> Iterator[Refusal]:
        """Yield a refusal for each card of one Deck list that the list or the pool doesn't allow so often."""
        for same_name in contents.cards.values():
            limit = self.limit(same_name)
            if same_name.copies.total > limit and limit < NO_LIMIT:
                yield self._refusal(same_name, limit)
        if self._banlist is not None and self._banlist.cap is not None:
            yield from self._points(contents, self._banlist, self._banlist.cap)

    def list_name(self, limit: int = NO_LIMIT) -> str:
        """Return the name of the list that set a limit, which tells its edition."""
        if self._banlist is None or (limit == NOT_IN_POOL and self._pool is not None):
            return "" if self._pool is None else self._pool.name
        return self._banlist.name

    def _refusal(self, same_name: SameName, limit: int) -> Refusal:
        copies = same_name.copies
        facts: dict[str, str | int] = same_name.facts() | copies.facts()
        facts |= {"list": self.list_name(limit), "count": copies.total}
        if limit == NOT_IN_POOL:
            by_name = self._rules.holds("deck.pool.goat_by_name")
            return refuse(self._rules, ("deck.pool.goat_by_name" if by_name else "deck.pool.not_listed",), facts)
        facts |= {"allowed": limit, "excess": copies.total - limit}
        candidates = [_STATUS[limit]]
        if limit and max(copies.main, copies.extra, copies.side) <= limit:
            candidates.insert(0, "deck.list.counts_span_all_piles")
        if len(same_name.written) > 1 and limit:
            facts["numbers"] = ", ".join(map(str, list(same_name.written)[:_MANY_NUMBERS]))
            candidates.append("deck.copies.same_name_same_card")
        return refuse(self._rules, (*candidates, "legality.restriction_list"), facts)

    def _points(self, contents: Contents, banlist: Banlist, cap: int) -> Iterator[Refusal]:
        costs = [(banlist.points_of(card.names()) * card.copies.total, card) for card in contents.cards.values()]
        total = sum(cost for cost, _ in costs)
        if total > cap:
            costly = sorted((pair for pair in costs if pair[0]), key=lambda pair: (-pair[0], pair[1].name))[:_SHOWN_COSTLY]
            shown = ", ".join(f"{card.name} ({cost})" for cost, card in costly)
            facts: dict[str, str | int] = {"count": total, "allowed": cap, "excess": total - cap}
            facts |= {"cards": shown, "list": banlist.name}
            yield refuse(self._rules, ("deck.list.points_cap",), facts)


def check_team(first: Contents, second: Contents, limits: Restrictions, rules: DeckRules) -> Iterator[Refusal]:
    """Yield a refusal for each Limited or Semi-Limited card of which two partners have too many together."""
    for key, mine in first.cards.items():
        theirs = second.cards.get(key)
        if theirs is None:
            continue
        # A list may bind the card by a number that only one of the two wrote.
        limit = min(limits.limit(mine), limits.limit(theirs))
        together = mine.copies.total + theirs.copies.total
        if limit not in (1, 2) or together <= limit:
            continue
        outside_main = together - mine.copies.main - theirs.copies.main
        facts: dict[str, str | int] = mine.facts() | mine.copies.facts()
        facts |= {f"{pile}2": count for pile, count in theirs.copies.facts().items()}
        facts |= {"list": limits.list_name(limit), "count": together, "allowed": limit, "excess": together - limit}
        if limit == 1:
            candidates = ["tag.deck.limited_counts_per_team", "tag.deck.limited_covers_side_and_extra"]
            yield refuse(rules, tuple(reversed(candidates) if outside_main else candidates[:1]), facts)
        else:
            candidates = ["tag.deck.semi_limited_two_in_one_deck_leave_none", "tag.deck.semi_limited_two_per_team"]
            if mine.copies.side or theirs.copies.side:
                candidates.insert(0, "tag.deck.semi_limited_side_deck_counts")
            yield refuse(rules, tuple(candidates), facts)
