"""Whether a Deck list is legal under a ruleset, and why not."""

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.banlists import Banlist
from engine.decks.cite import DECK, refuse
from engine.decks.contents import Contents, contents_of
from engine.decks.deck import Deck, DeckCard, Pile
from engine.decks.formats import DeckRules, deck_rules
from engine.decks.kinds import check_kinds
from engine.decks.restrictions import Restrictions, check_copies, check_team
from engine.decks.sizes import check_sizes
from engine.decks.source import CardSource
from engine.refusal import Refusal
from engine.rulesets import Ruleset


def check_deck(
    deck: Deck, ruleset: Ruleset, banlist: Banlist | None, facts: CardSource, partner: Deck | None = None
) -> list[Refusal]:
    """Return everything that makes a Deck list illegal; an empty list for a legal Deck.

    ``banlist`` None switches the list off: only the limit of three copies holds then, and the card pool of the ruleset.
    ``default_list`` gives the list that goes with a ruleset. ``partner`` is the second Deck of a team; under rulesets for
    teams one Deck alone is refused. Refusals of a team tell in the slot ``deck`` whose Deck they are about (1 or 2);
    those about both have none.

    Whether the program can play the cards in a duel is no matter of legality. Raises ``ValueError`` when a partner is
    given and the ruleset is not for teams.
    """
    rules = deck_rules(ruleset)
    if partner is not None and not rules.is_for_teams:
        raise ValueError(f"Under {ruleset.name} each player has one Deck: there is no partner.")
    limits = Restrictions(banlist, rules, facts)
    first = contents_of(deck, facts, banlist)
    if not rules.is_for_teams:
        return list(_check_one(first, ruleset, rules, limits))
    refusals = [_about(refusal, 1) for refusal in _check_one(first, ruleset, rules, limits)]
    if partner is None:
        return [*refusals, refuse(rules, ("tag.deck.own_deck_each",), {"count": 1})]
    second = contents_of(partner, facts, banlist)
    refusals += [_about(refusal, 2) for refusal in _check_one(second, ruleset, rules, limits)]
    return [*refusals, *check_team(first, second, limits, rules)]


def _check_one(contents: Contents, ruleset: Ruleset, rules: DeckRules, limits: Restrictions) -> Iterator[Refusal]:
    yield from check_sizes(contents, ruleset, rules)
    yield from check_kinds(contents, ruleset, rules)
    yield from check_copies(contents, ruleset, rules)
    yield from limits.check(contents)


def _about(refusal: Refusal, deck: int) -> Refusal:
    return Refusal(refusal.rule, {**refusal.facts, DECK: deck})


def check_siding(registered: Deck, sided: Deck, ruleset: Ruleset) -> list[Refusal]:
    """Return why a Deck may not be played in the next duel of a match after siding; an empty list when it may.

    Cards are swapped one for one among those registered; the list as sided must pass ``check_deck`` as well.
    """
    rules = deck_rules(ruleset)
    rule = "zone.side_deck.counts_stay_the_same"
    before, after = _piles(registered), _piles(sided)
    same_cards = _all_cards(registered) == _all_cards(sided)
    if (before == after and same_cards) or not rules.holds(rule):
        return []
    return [refuse(rules, (rule,), {**after, **{f"{pile}_before": count for pile, count in before.items()}})]


def _piles(deck: Deck) -> Mapping[str, int]:
    return {pile.value: len(deck.pile(pile)) for pile in Pile}


def _all_cards(deck: Deck) -> Counter[DeckCard]:
    return Counter(card for _, card in deck.cards())
