"""The odds of an opening hand, against counting by hand and against all hands there are."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from engine.decks import Wanted, hand_size, odds_of_count, odds_of_hand, sample_hands
from engine.rulesets import read_ruleset


def test_three_copies_in_forty():
    odds = odds_of_count(40, 3, 5)
    assert odds[0] == Fraction(comb(37, 5), comb(40, 5))
    assert sum(odds) == 1
    assert len(odds) == 4
    assert float(1 - odds[0]) == pytest.approx(0.33755, abs=1e-5)
    wanted = odds_of_hand([(3, frozenset({"starter"})), (37, frozenset())], 5, [[Wanted("starter")]])
    assert wanted == 1 - odds[0]


@pytest.mark.parametrize(("copies", "draws", "expected"), [(0, 5, [1]), (2, 0, [1]), (40, 5, [0, 0, 0, 0, 0, 1])])
def test_edges(copies, draws, expected):
    assert odds_of_count(40, copies, draws) == expected


@pytest.mark.parametrize(("size", "copies", "draws"), [(40, 41, 5), (40, -1, 5), (4, 1, 5), (40, 3, -1)])
def test_what_no_deck_has(size, copies, draws):
    with pytest.raises(ValueError, match="Can't draw"):
        odds_of_count(size, copies, draws)


def test_wishes_that_cannot_be():
    with pytest.raises(ValueError, match="can't have"):
        Wanted("starter", 2, 1)
    with pytest.raises(ValueError, match="Can't draw"):
        odds_of_hand([(3, frozenset())], 5, [[]])


DECK = [
    (2, frozenset({"starter", "monster"})),
    (3, frozenset({"monster"})),
    (2, frozenset({"starter"})),
    (1, frozenset({"brick", "monster"})),
    (4, frozenset()),
]
WISHES = [
    [[Wanted("starter")]],
    [[Wanted("starter", 1), Wanted("brick", 0, 0)]],
    [[Wanted("starter", 2)], [Wanted("starter", 1, 1), Wanted("monster", 2)]],
    [[Wanted("monster", 1, 2)]],
    [[Wanted("nowhere")]],
    [[]],
    [],
]


@pytest.mark.parametrize("wishes", WISHES)
def test_against_every_hand_there_is(wishes):
    cards = [groups for copies, groups in DECK for _ in range(copies)]
    hands = list(combinations(cards, 4))

    def good(hand: tuple[frozenset[str], ...]) -> bool:
        counts = Counter(group for groups in hand for group in groups)
        return any(
            all(counts[w.group] >= w.at_least and (w.at_most is None or counts[w.group] <= w.at_most) for w in wish)
            for wish in wishes
        )

    assert odds_of_hand(DECK, 4, wishes) == Fraction(sum(map(good, hands)), len(hands))


def test_a_hand_before_the_first_main_phase():
    assert [hand_size(read_ruleset(name), goes_first=True) for name in ("goat-2005", "rulebook-2009", "advanced")] == [6, 6, 5]
    assert hand_size(read_ruleset("advanced"), goes_first=False) == 6


def test_sample_hands_repeat_with_their_seed():
    main = [f"card {number}" for number in range(40)]
    hands = sample_hands(main, 5, 3, seed=2005)
    assert hands == sample_hands(main, 5, 3, seed=2005)
    assert hands != sample_hands(main, 5, 3, seed=2006)
    assert hands[0] == ["card 7", "card 10", "card 30", "card 22", "card 14"]  # The same on any machine.
    assert all(len(set(hand)) == 5 for hand in hands)
    assert len(hands[0]) == 5
    assert sorted(sample_hands(main[:3], 5, 1, seed=1)[0]) == main[:3]  # A small Deck is drawn whole.


def test_sample_hands_follow_the_odds():
    main = ["starter"] * 3 + ["other"] * 37
    hands = sample_hands(main, 5, 4000, seed=7)
    share = sum("starter" in hand for hand in hands) / len(hands)
    assert share == pytest.approx(float(1 - odds_of_count(40, 3, 5)[0]), abs=0.025)
