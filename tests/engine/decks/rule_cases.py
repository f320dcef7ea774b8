"""For each Deck rule: lists that break it, lists that don't, and what they are checked against."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine import Frame
from engine.banlists import Banlist, ListEntry
from engine.decks import Deck, check_deck, check_siding, rules_of
from engine.refusal import Refusal
from engine.rulesets import Ruleset, read_ruleset
from engine.vocab import CardKind

from .shelf import CARDS, SHELF, copies, deck, fusions, side_of

BEYOND_2005 = {Frame.SYNCHRO, Frame.XYZ, Frame.LINK}


def list_for(ruleset: Ruleset, limits: dict[str, int] | None = None) -> Banlist:
    """A list with these limits; for the pool of 2005 it names all cards of the shelf that are old enough."""
    limits = limits or {}
    if ruleset.name != "goat-2005":
        entries = [ListEntry(SHELF.named(name)[0].passcode, name, limit) for name, limit in limits.items()]
        return Banlist("2030.01 Test", tuple(entries), "2030-01")
    old = dict.fromkeys(card.name for card in CARDS if card.frame not in BEYOND_2005 and card.kind is not CardKind.SKILL)
    entries = [ListEntry(500_000_000 + index, name, limits.get(name, 3)) for index, name in enumerate(old)]
    return Banlist("2005.4 Test", tuple(entries), "2005-04", is_whitelist=True, goes_by_name=True)


def verdict(
    ruleset: Ruleset, checked: Deck, limits: dict[str, int] | None = None, partner: Deck | None = None
) -> list[Refusal]:
    """Check a Deck; where the rules are for teams, with a partner whose Deck is legal unless another one is given."""
    if ruleset.name == "tag-2017" and partner is None:
        partner = deck()
    return check_deck(checked, ruleset, list_for(ruleset, limits), SHELF, partner)


def cited(refusals: list[Refusal]) -> set[str]:
    """Every rule the refusals name."""
    return {rule for refusal in refusals for rule in rules_of(refusal)}


@dataclass(frozen=True)
class Case:
    """A rule on trial: ``breaks`` lists are refused by it, ``keeps`` lists are legal."""

    breaks: tuple[Callable[[Ruleset], list[Refusal]], ...] = ()
    keeps: tuple[Callable[[Ruleset], list[Refusal]], ...] = ()


def on(checked: Deck, limits: dict[str, int] | None = None, partner: Deck | None = None) -> Callable[[Ruleset], list[Refusal]]:
    return lambda ruleset: verdict(ruleset, checked, limits, partner)


def siding(before: Deck, after: Deck) -> Callable[[Ruleset], list[Refusal]]:
    return lambda ruleset: check_siding(before, after, ruleset)


def without_list(checked: Deck) -> Callable[[Ruleset], list[Refusal]]:
    def check(ruleset: Ruleset) -> list[Refusal]:
        if ruleset.name == "goat-2005":  # Its pool stays: the list only stops limiting.
            return check_deck(checked, ruleset, list_for(ruleset), SHELF)
        return check_deck(checked, ruleset, None, SHELF, deck() if ruleset.name == "tag-2017" else None)

    return check


def _legal_side(ruleset: Ruleset, cards: list[int]) -> list[int]:
    """A Side Deck with these cards that is legal everywhere: exactly fifteen."""
    return cards + side_of(15 - len(cards))


REGISTERED = deck(copies(3, "Sangan"), fusions(3), _legal_side(read_ruleset("advanced"), copies(3, "Ceasefire")))
ONE_FOR_ONE = replace(
    REGISTERED, main=(*REGISTERED.main[1:], REGISTERED.side[0]), side=(REGISTERED.main[0], *REGISTERED.side[1:])
)
ONE_TOO_MANY = replace(REGISTERED, main=(*REGISTERED.main, REGISTERED.side[0]), side=REGISTERED.side[1:])
STRANGER = replace(REGISTERED, main=(deck(copies(1, "Pot of Greed")).main[0], *REGISTERED.main[1:]))

MIN_40 = Case(breaks=(on(deck(size=39)),), keeps=(on(deck(size=40)), on(deck(size=61)), on(deck(size=200))))
FROM_40_TO_60 = Case(breaks=(on(deck(size=39)), on(deck(size=61))), keeps=(on(deck(size=40)), on(deck(size=60))))
SIDE_15 = Case(
    breaks=(on(deck(side=side_of(16))),),
    keeps=tuple(on(deck(side=side_of(size))) for size in (0, 7, 15)),
)
SIDE_0_OR_15 = Case(
    breaks=tuple(on(deck(side=side_of(size))) for size in (7, 9, 16)),
    keeps=tuple(on(deck(side=side_of(size))) for size in (0, 15)),
)
SANGAN_SIDE = side_of(14)
LIMITED = {"Monster Reborn": 1}
SEMI = {"Ceasefire": 2}


def mixed(main: int, side: int, name: str) -> Deck:
    """A Deck with so many copies of a card in Main and Side Deck, and a Side Deck of fifteen if there is one."""
    return deck(copies(main, name), side=copies(side, name) + side_of(15 - side) if side else [])


CASES: dict[str, Case] = {
    "deck.main.size.min40_max60": FROM_40_TO_60,
    "deck.main_forty_to_sixty": FROM_40_TO_60,
    "deck.main.size.min40_unbounded": MIN_40,
    "deck.main.size.unbounded_before_aug_2008": MIN_40,
    "deck.copies.max_three.main_extra_side_together": Case(
        breaks=(on(mixed(3, 1, "Mystical Space Typhoon")), on(mixed(4, 0, "Sangan"))),
        keeps=(on(mixed(2, 1, "Mystical Space Typhoon")), on(mixed(3, 0, "Sangan"))),
    ),
    "deck.copies.max_three.deck_only": Case(
        breaks=(on(mixed(4, 0, "Giant Soldier of Stone")), on(mixed(0, 4, "Giant Soldier of Stone"))),
        keeps=(on(mixed(3, 0, "Giant Soldier of Stone")), on(mixed(3, 3, "Giant Soldier of Stone"))),
    ),
    "deck.copies.same_name_same_card": Case(
        breaks=(
            on(deck([46986414, 46986414, 36996508, 36996508])),
            on(deck([46986414, 46986415, 46986416, 36996509])),
            on(deck([24094653, 24094653, 27847700, 27847700])),
            on(deck(copies(3, "Harpie Lady") + copies(1, "Harpie Lady 1"))),
        ),
        keeps=(on(deck([46986414, 46986415, 36996508])), on(deck(copies(2, "Harpie Lady") + copies(1, "Harpie Lady 1")))),
    ),
    "deck.list.forbidden_zero_copies": Case(
        breaks=(on(mixed(1, 0, "Pot of Greed"), {"Pot of Greed": 0}), on(mixed(0, 1, "Pot of Greed"), {"Pot of Greed": 0})),
        keeps=(on(deck(), {"Pot of Greed": 0}), on(mixed(1, 0, "Pot of Greed"))),
    ),
    "deck.list.limited_one_copy": Case(
        breaks=(on(mixed(2, 0, "Exodia the Forbidden One"), {"Exodia the Forbidden One": 1}),),
        keeps=(on(mixed(1, 0, "Exodia the Forbidden One"), {"Exodia the Forbidden One": 1}),),
    ),
    "deck.list.semi_limited_two_copies": Case(
        breaks=(on(mixed(3, 0, "Sangan"), {"Sangan": 2}),),
        keeps=(on(mixed(2, 0, "Sangan"), {"Sangan": 2}),),
    ),
    "deck.list.counts_span_all_piles": Case(
        breaks=(on(mixed(1, 1, "Heavy Storm"), {"Heavy Storm": 1}), on(mixed(1, 2, "Sangan"), {"Sangan": 2})),
        keeps=(on(mixed(1, 0, "Heavy Storm"), {"Heavy Storm": 1}), on(mixed(1, 1, "Sangan"), {"Sangan": 2})),
    ),
    "deck.list.binding_in_official_events": Case(keeps=(without_list(mixed(3, 0, "Pot of Greed")),)),
    "deck.list.is_dated": Case(keeps=(on(mixed(3, 0, "Sangan")),)),
    "legality.restriction_list": Case(
        breaks=(on(mixed(2, 0, "Monster Reborn"), LIMITED), on(mixed(1, 0, "Monster Reborn"), {"Monster Reborn": 0})),
        keeps=(on(mixed(1, 0, "Monster Reborn"), LIMITED),),
    ),
    "deck.pool.goat_by_name": Case(
        breaks=(on(deck(extra=copies(1, "Stardust Dragon"))), on(deck(extra=copies(1, "Decode Talker")))),
        keeps=(on(mixed(1, 0, "Sangan"), {"Sangan": 1}),),
    ),
    "deck.extra.max_fifteen": Case(
        breaks=(on(deck(extra=fusions(16))),), keeps=tuple(on(deck(extra=fusions(size))) for size in (0, 1, 15))
    ),
    "deck.extra.no_stated_maximum": Case(keeps=(on(deck(extra=fusions(20))), on(deck(extra=fusions(42))))),
    "deck.extra.fusion_deck_unbounded_before_aug_2008": Case(keeps=(on(deck(extra=fusions(42))),)),
    "deck.extra.contents.fusion_only": Case(
        breaks=(
            on(deck(extra=copies(1, "Darkfire Dragon") + copies(1, "Celtic Guardian"))),
            on(deck(extra=copies(1, "Stardust Dragon"))),
            on(deck(extra=copies(1, "Pot of Greed"))),
        ),
        keeps=(on(deck(extra=copies(3, "Darkfire Dragon"))),),
    ),
    "deck.extra.contents.fusion_synchro": Case(
        breaks=(
            on(deck(extra=copies(1, "Darkfire Dragon") + copies(1, "Stardust Dragon") + copies(1, "Relinquished"))),
            on(deck(extra=copies(1, "Number 39: Utopia"))),
            on(deck(copies(1, "Junk Warrior"))),
        ),
        keeps=(on(deck(extra=copies(1, "Darkfire Dragon") + copies(1, "Stardust Dragon"))),),
    ),
    "deck.extra.contents.fusion_synchro_xyz": Case(
        breaks=(on(deck(extra=copies(1, "Decode Talker"))), on(deck(copies(1, "Number 39: Utopia")))),
        keeps=(on(deck(extra=copies(1, "Darkfire Dragon") + copies(1, "Junk Warrior") + copies(1, "Number 39: Utopia"))),),
    ),
    "deck.extra_zero_to_fifteen": Case(
        breaks=(
            on(deck(extra=fusions(16))),
            on(deck(copies(1, "Junk Warrior"))),
            on(deck(copies(1, "Decode Talker"))),
            on(deck(extra=copies(1, "Celtic Guardian"))),
        ),
        keeps=(
            on(deck(extra=fusions(15))),
            on(deck(extra=copies(1, "Junk Warrior") + copies(1, "Number 39: Utopia") + copies(1, "Decode Talker"))),
        ),
    ),
    "deck.extra.not_counted_in_minimum": Case(
        breaks=(on(deck(size=38, extra=fusions(10))),), keeps=(on(deck(size=40, extra=fusions(10))),)
    ),
    "deck.extra.optional": Case(keeps=(on(deck()),)),
    "deck.fusion.only_usable_from_extra": Case(
        breaks=(on(deck(copies(1, "Darkfire Dragon"))),), keeps=(on(deck(extra=copies(1, "Darkfire Dragon"))),)
    ),
    "deck.ritual.in_main": Case(
        breaks=(on(deck(extra=copies(1, "Relinquished"))),),
        keeps=(on(deck(copies(1, "Relinquished") + copies(1, "Black Illusion Ritual"))),),
    ),
    "deck.tokens.not_deck_cards": Case(
        breaks=(
            on(deck(copies(4, "Scapegoat Sheep Token"), size=44)),  # In the card file.
            on(deck([15341822, 15341823], size=42)),  # Known numbers of Tokens.
            on(deck([92_000_001], size=41)),  # Just above a card that makes Tokens.
            on(deck(side=[73915052, *side_of(15)])),
        ),
        keeps=(on(deck()),),
    ),
    "deck.side.size.zero_to_fifteen": SIDE_15,
    "deck.side_zero_to_fifteen": SIDE_15,
    "deck.side.size.exactly_fifteen": SIDE_0_OR_15,
    "deck.side.size.zero_or_fifteen_before_aug_2008": SIDE_0_OR_15,
    "deck.side.not_part_of_deck": Case(
        breaks=(on(deck(size=39, side=side_of(15))),), keeps=(on(deck(size=40, side=side_of(15))),)
    ),
    "deck.cards.any_edition": Case(keeps=(on(deck([46986414, 46986415, 36996508, *copies(3, "Sangan")])),)),
    "mr4.adds_link_mechanics": Case(keeps=(on(deck(extra=copies(1, "Decode Talker"))),)),
    "link.frame.dark_blue_not_ritual": Case(
        breaks=(on(deck(copies(1, "Decode Talker"))), on(deck(extra=copies(1, "Relinquished")))),
        keeps=(on(deck(copies(1, "Relinquished"), copies(1, "Decode Talker"))),),
    ),
    "deck.pendulum.where_it_starts": Case(
        breaks=(on(deck(extra=copies(1, "Odd-Eyes Pendulum Dragon"))), on(deck(copies(1, "Odd-Eyes Raging Dragon")))),
        keeps=(on(deck(copies(1, "Odd-Eyes Pendulum Dragon"), copies(1, "Odd-Eyes Raging Dragon"))),),
    ),
    "zone.side_deck.counts_stay_the_same": Case(
        breaks=(siding(REGISTERED, ONE_TOO_MANY), siding(REGISTERED, STRANGER)),
        keeps=(siding(REGISTERED, ONE_FOR_ONE), siding(REGISTERED, REGISTERED)),
    ),
    "tag.deck.own_deck_each": Case(
        breaks=(lambda ruleset: check_deck(deck(size=60), ruleset, list_for(ruleset), SHELF),),
        keeps=(on(deck(size=60), partner=deck()),),
    ),
    "tag.deck.limited_counts_per_team": Case(
        breaks=(on(mixed(1, 0, "Monster Reborn"), LIMITED, mixed(1, 0, "Monster Reborn")),),
        keeps=(on(mixed(1, 0, "Monster Reborn"), LIMITED, deck()), on(deck(), LIMITED, mixed(1, 0, "Monster Reborn"))),
    ),
    "tag.deck.limited_covers_side_and_extra": Case(
        breaks=(
            on(mixed(1, 0, "Monster Reborn"), LIMITED, mixed(0, 1, "Monster Reborn")),
            on(deck(extra=copies(1, "Junk Warrior")), {"Junk Warrior": 1}, deck(extra=copies(1, "Junk Warrior"))),
        ),
        keeps=(on(mixed(0, 1, "Monster Reborn"), LIMITED, deck()),),
    ),
    "tag.deck.semi_limited_two_per_team": Case(
        breaks=(on(mixed(2, 0, "Ceasefire"), SEMI, mixed(2, 0, "Ceasefire")),),
        keeps=(on(mixed(1, 0, "Ceasefire"), SEMI, mixed(1, 0, "Ceasefire")),),
    ),
    "tag.deck.semi_limited_two_in_one_deck_leave_none": Case(
        breaks=(
            on(mixed(2, 0, "Ceasefire"), SEMI, mixed(1, 0, "Ceasefire")),
            on(mixed(1, 0, "Ceasefire"), SEMI, mixed(2, 0, "Ceasefire")),
        ),
        keeps=(on(mixed(2, 0, "Ceasefire"), SEMI, deck()),),
    ),
    "tag.deck.semi_limited_side_deck_counts": Case(
        breaks=(
            on(mixed(0, 1, "Ceasefire"), SEMI, mixed(2, 0, "Ceasefire")),
            on(mixed(0, 1, "Ceasefire"), SEMI, mixed(1, 1, "Ceasefire")),
        ),
        keeps=(on(mixed(0, 1, "Ceasefire"), SEMI, mixed(1, 0, "Ceasefire")),),
    ),
    "tag.deck.unrestricted_three_each": Case(
        breaks=(on(mixed(4, 0, "Mystic Tomato"), partner=deck()),),
        keeps=(on(mixed(3, 0, "Mystic Tomato"), partner=mixed(3, 0, "Mystic Tomato")),),
    ),
    "tag.deck.unrestricted_not_shared": Case(
        keeps=(on(mixed(3, 0, "Mystic Tomato"), partner=mixed(2, 1, "Mystic Tomato")),),
    ),
}
