"""Classes of hands: their numbers against lists of all hands, and hands drawn, each equally likely.

Chi-square statistics are taken on fixed seeds; a limit is the 1 - 10⁻⁶ quantile of its distribution.
"""

import functools
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from simcards.bidding.hands import hand_class
from simcards.cards.dealing import deals
from simcards.errors import UsageError
from simcards.randomness import deal_key, hand_key, plus, seed_key, word
from tests.bidding.decks import BOWERS, FULL, MULOT, SMALL, all_hands, hands_meant, suit_of

SEED = 99
CHANCE = 1e-6
MANY = 100_000
FIRST_HANDS = ["AS KS 9S 9H 8H 2C", "AS 8S 10H 6H KD 8D", "AS 5S KH QH 6H 2H", "AS 9S 8S 7D KC 6C"]
FIRST_HANDS_OF_BOWERS = ["JK AS KH 10H AD 9C", "QS KH QH JH JD JC", "QS JS 10S AH 10H 9D"]


def number_of(*suits):
    """A function that counts a hand's cards of some suits (empty: jokers)."""
    return lambda hand: sum(suit_of(card) in suits for card in hand)


def aces(hand):
    """The number of aces in a hand."""
    return sum(card[0] == "A" for card in hand)


def as_sets(deck, hands):
    """Hands of names as an array of sets."""
    return np.array([deck.parse_set(hand) for hand in hands], np.int64)


@functools.cache
def every_set(deck, size):
    """All hands of a deck as sets."""
    return as_sets(deck, all_hands(deck, size))


def lengths_of(hands, deck, size):
    """By suit and joker, the share of hands with 0 … size cards of it."""
    table = []
    for suit in ("C", "D", "H", "S", ""):
        cards = deck.parse_set(name for name in deck.names.values() if suit_of(name) == suit)
        lengths = [(hand & cards).bit_count() for hand in hands]
        table.append([Fraction(lengths.count(k), len(hands)) for k in range(size + 1)])
    return table


def assert_is_class_of(found, meant, deck):
    """Assert that a class has exactly the hands that it should have, and says of them what is so."""
    assert found.hands == len(meant)
    assert found.is_whole == (len(meant) == 1)
    assert found.known == functools.reduce(int.__and__, meant)
    assert found.lengths() == lengths_of(meant, deck, found.size)
    every = every_set(deck, found.size)
    assert set(every[found.holds(every)].tolist()) == meant
    assert set(found.draw(SEED, 0, 300).tolist()) <= meant


TEXTS = [
    "x x x x",
    "JK x x x",
    "AS xS x x",
    "xS xS xS x",
    "xS xH xD xC",
    "xS xS xH x",
    "r r r x",
    "AS r r r",
    "r xS r r",
    "8S xS r r",
    "xS xH r r",
    "r r xS x",
    "xS r xH r",
    "9S xH xD r",
    "AK.x.-.x",
    "A.-.xx.- r",
    "-.9.-.- JK r x",
    "-.-.-.- r x x x",
    "AS KS QS JK",
    "8C 9C xC r",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_class_has_the_hands_that_its_text_means(text):
    assert_is_class_of(hand_class(text, SMALL, 4), hands_meant(text, SMALL, 4), SMALL)


@pytest.mark.parametrize(
    ("text", "where", "meaning"),
    [
        ("x x x x", "spades >= 2", lambda hand: number_of("S")(hand) >= 2),
        ("AS x x x", "spades >= 2", lambda hand: number_of("S")(hand) >= 2),
        ("AS x x x", "spades = 1 and count(A) = 2", lambda hand: number_of("S")(hand) == 1 and aces(hand) == 2),
        ("x x x x", "hearts + diamonds <= 1", lambda hand: number_of("H", "D")(hand) <= 1),
        ("xS xH x x", "jokers = 1 or count(A) = 3", lambda hand: number_of("")(hand) == 1 or aces(hand) == 3),
        ("r r x x", "hearts = 0 and 1 <= count(A) < 3", lambda hand: not number_of("H")(hand) and 1 <= aces(hand) < 3),
        ("x x x x", "count(A) + spades = 4", lambda hand: number_of("S")(hand) + aces(hand) == 4),
        ("x x x x", "count(A) != 1, clubs != 1", lambda hand: aces(hand) != 1 and number_of("C")(hand) != 1),
        ("x x x x", "count(AS AH) = 2 and spades = 1", lambda hand: {"AS", "AH"} <= hand and number_of("S")(hand) == 1),
        ("AS KS QS JK", "spades = 3", lambda _: True),
        ("AS KS x x", "count(A) = 4 or count(AD, KD) = 2", lambda hand: {"AD", "KD"} <= hand),
    ],
)
def test_limits_leave_the_hands_for_which_they_hold(text, where, meaning):
    found = hand_class(text, SMALL, 4, where)
    assert found.where == where
    assert_is_class_of(found, hands_meant(text, SMALL, 4, meaning), SMALL)


@pytest.mark.parametrize("text", ["x x x x", "AS xS r r", "AK.x.-.x", "xS xS xS xS"])
def test_cards_that_lie_elsewhere_are_in_no_hand(text):
    elsewhere = {"QS", "JS", "8H", "JK"}
    found = hand_class(text, SMALL, 4, elsewhere=SMALL.parse_set(elsewhere))
    assert found.all_hands == comb(25, 4)
    assert_is_class_of(found, hands_meant(text, SMALL, 4, elsewhere=elsewhere), SMALL)


WORDS = st.sampled_from(["x", "x", "x", "xS", "xH", "xD", "r", "r", "r", "AS", "KS", "9S", "8H", "AH", "JK", "9C"])
LIMITS = st.sampled_from(
    [
        ("", lambda _: True),
        ("spades >= 2", lambda hand: number_of("S")(hand) >= 2),
        ("hearts + jokers <= 1", lambda hand: number_of("H", "")(hand) <= 1),
        ("count(A) = 1 or clubs != 0", lambda hand: aces(hand) == 1 or number_of("C")(hand) != 0),
        (
            "count(A 8) + spades > 1",
            lambda hand: aces(hand) + sum(c[0] == "8" for c in hand) + number_of("S")(hand) > 1,
        ),
    ]
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(WORDS, min_size=3, max_size=3), LIMITS, st.sets(st.sampled_from(["KS", "9H", "QS", "8D"]), max_size=3))
def test_any_words_and_limits_make_the_class_that_they_mean(words, limit, elsewhere):
    cards = [word for word in words if word[0] not in "xr"]
    assume(len(set(cards)) == len(cards))
    meant = hands_meant(" ".join(words), SMALL, 3, limit[1], elsewhere)
    if meant:
        found = hand_class(" ".join(words), SMALL, 3, limit[0], SMALL.parse_set(elsewhere))
        assert_is_class_of(found, meant, SMALL)
    else:
        with pytest.raises(UsageError, match=r"no hand|left|elsewhere|all four"):
            hand_class(" ".join(words), SMALL, 3, limit[0], SMALL.parse_set(elsewhere))


def assert_alike(observed, expected):
    """Assert that counts are as expected, up to chance; what is expected fewer than five times is put together."""
    observed, expected = np.asarray(observed, float), np.asarray(expected, float)
    assert observed.sum() == pytest.approx(expected.sum())
    assert observed[expected == 0].sum() == 0
    rare = expected < 5
    observed, expected = (np.append(some[~rare], some[rare].sum()) for some in (observed, expected))
    observed, expected = observed[expected >= 1], expected[expected >= 1]
    statistic = ((observed - expected) ** 2 / expected).sum()
    assert statistic <= chi2.ppf(1 - CHANCE, max(len(expected) - 1, 1))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("AS xS x", ""),
        ("xS r x", "hearts <= 1"),
        ("r r r", ""),
        ("x x x", "spades = 1 and count(A) >= 1 or jokers = 1"),
        ("A.x.-.- r", ""),
        ("x x x", ""),
    ],
)
def test_each_hand_of_a_class_is_drawn_equally_often(text, where):
    found = hand_class(text, SMALL, 3, where)
    number = max(MANY, 30 * found.hands)
    hands, counts = np.unique(found.draw(SEED, 0, number), return_counts=True)
    assert len(hands) == found.hands
    assert found.holds(hands).all()
    assert_alike(counts, np.full(found.hands, number / found.hands))


def has(sets, code):
    """By deal, whether a card is in a set."""
    return (sets >> code & 1).astype(bool)


@pytest.mark.parametrize(
    ("deck", "size", "text", "where"),
    [
        (FULL, 6, "AS xS xH x x x", ""),
        (FULL, 6, "xS xS r r x x", "count(A, K) >= 1 and hearts + diamonds <= 3"),
        (BOWERS, 6, "JK xS xS x x x", "count(J) >= 1"),
        (MULOT, 8, "BJ xS xS xH r r x x", ""),
        (FULL, 9, "r r A.x.x.x x x x", ""),
    ],
)
def test_drawn_hands_are_those_of_all_hands_that_are_of_the_class(deck, size, text, where):
    # Rejection: of all hands dealt at random, those that fit. How long are their suits, which cards do they have?
    found = hand_class(text, deck, size, where)
    dealt = deals(deck.cards, [size], SEED, 0, 600_000)[0]
    chosen = dealt[found.holds(dealt)]
    share = float(found.probability)
    assert abs(len(chosen) - len(dealt) * share) < 5 * (len(dealt) * share * (1 - share)) ** 0.5
    assert len(chosen) > 5000
    drawn = found.draw(SEED, 0, MANY)
    assert found.holds(drawn).all()
    suits = [0x1FFF << 16 * suit for suit in range(4)]
    for row, suit in zip(found.lengths(), [*suits, deck.cards & ~sum(suits)], strict=True):
        for hands in (chosen, drawn):
            observed = np.bincount(np.bitwise_count(hands & suit), minlength=size + 1)
            assert_alike(observed, np.array([float(share) for share in row]) * len(hands))
    for code in deck.names:
        inside = [has(hands, code).sum() for hands in (chosen, drawn)]
        pooled = sum(inside) / (len(chosen) + MANY)
        if 0 < pooled < 1:
            spread = (pooled * (1 - pooled) * (1 / len(chosen) + 1 / MANY)) ** 0.5
            assert abs(inside[0] / len(chosen) - inside[1] / MANY) < 5.5 * spread


def test_the_other_cards_lie_everywhere_alike_whatever_the_hand():
    found = hand_class("AS xS r x x x", FULL, 6, "hearts <= 2")
    hands = found.draw(SEED, 0, MANY)
    dealt = deals(FULL.cards, [6, 6, 6, 6], SEED, 0, MANY, [hands, 0, 0, 0])
    assert (dealt[0] == hands).all()
    assert (np.bitwise_count(functools.reduce(np.bitwise_or, dealt)) == 24).all()
    places = [*dealt[1:], FULL.cards & ~functools.reduce(np.bitwise_or, dealt)]
    shares = np.array([6, 6, 6, 28]) / 46
    groups = [np.ones(MANY, bool), np.bitwise_count(hands & 0x1FFF << 48) > 2, has(hands, FULL.parse_card("AH"))]
    for group in groups:
        for code in FULL.names:
            observed = np.array([(has(place, code) & group).sum() for place in places])
            lies_out = (group & ~has(hands, code)).sum()
            assert_alike(observed, lies_out * shares)


def test_a_hand_depends_on_the_seed_and_the_number_of_its_deal_alone():
    found = hand_class("xS xS r x x x", FULL, 6, "count(A) >= 1")
    many = found.draw(SEED, 0, 20_000)
    np.testing.assert_array_equal(found.draw(SEED, 777, 9_000), many[777:9_777])
    np.testing.assert_array_equal(found.draw(SEED, 5, 1), many[5:6])
    assert (found.draw(SEED + 1, 0, 1000) != many[:1000]).mean() > 0.99
    assert len(found.draw(SEED, 3, 0)) == 0


def test_the_words_of_hands_are_not_those_of_deals_and_the_same_for_arrays():
    start = hand_key(seed_key(SEED))
    assert start != seed_key(SEED)
    numbers = [0, 1, 10**6, 1 << 53]
    by_array = word(plus(deal_key(start, np.array(numbers)), 1))
    assert by_array.tolist() == [word(plus(deal_key(start, number), 1)) for number in numbers]


def test_the_first_hands_of_a_seed_stay_what_they_were():
    first = hand_class("AS xS r r x x", FULL, 6, "count(K) = 1").draw(1, 0, 4).tolist()
    assert [" ".join(FULL.set_names(hand)) for hand in first] == FIRST_HANDS
    first = hand_class("x x x x x x", BOWERS, 6).draw(1, 0, 3).tolist()
    assert [" ".join(BOWERS.set_names(hand)) for hand in first] == FIRST_HANDS_OF_BOWERS


def test_a_whole_hand_is_one_hand():
    text = "AS KS QS JS 10S 9H"
    found = hand_class(text, FULL, 6, game="whist")
    assert found.is_whole
    assert found.known == FULL.parse_set(text.split())
    assert found.probability == Fraction(1, comb(52, 6))
    assert set(found.draw(SEED, 0, 50).tolist()) == {found.known}
    assert found.holds(np.array([found.known, found.known ^ 1])).tolist() == [True, False]


def test_numbers_that_are_known():
    # Hands of six of 52 cards with exactly three spades: C(13, 3) · C(39, 3).
    three = hand_class("x x x x x x", FULL, 6, "spades = 3")
    assert three.hands == comb(13, 3) * comb(39, 3)
    assert three.lengths()[3] == [Fraction(k == 3) for k in range(7)]
    assert hand_class("x x x x x x x x x", FULL, 9).probability == 1
    # With the ace and two more spades at least, or with the ace and two cards of any suit: each hand counts once.
    assert hand_class("AS xS x", FULL, 3).hands == comb(51, 2) - comb(39, 2)


def test_holds_refuses_hands_of_other_sizes_and_decks():
    found = hand_class("AS x x", SMALL, 3, elsewhere=SMALL.parse_set(["KS"]))
    good = SMALL.parse_set(["AS", "QS", "JS"])
    hands = [good, good | 1 << 12, SMALL.parse_set(["AS", "KS", "JS"]), SMALL.parse_set(["AS", "QS"]) | 1, 0]
    assert found.holds(np.array(hands)).tolist() == [True, False, False, False, False]


@pytest.mark.parametrize(
    ("text", "where", "elsewhere", "message"),
    [
        (
            "AS JK x x",
            "",
            "AS",
            "hand 'AS JK x x': AS cannot be in this hand and elsewhere; leave it out of one of them",
        ),
        ("AS xS xS x", "", "KS QS JS 10S 9S", "2 xS, but other spades left: 1; write x instead"),
        ("9S xH xD r", "", "8C 9C", "no hand fits: of no cards there have to be 1; write x in place of r"),
        ("8S r r r", "", "8H 9H 8D 9D", "no hand fits: of 9C 8C there have to be 3; write x in place of r"),
        ("AS x x x", "spades = 0", "", "hand 'AS x x x': no hand fits it and --where 'spades = 0'; loosen a limit or"),
        ("x x x x", "spades > 2, hearts > 2", "", "--where 'spades > 2, hearts > 2': no hand of 4 cards fits; loosen"),
        ("AS KS QS JK", "spades = 2", "", "no hand fits it and --where 'spades = 2'"),
        ("AS KS QS x x", "", "", "5 cards, a hand of whist has 4: leave out 1"),
        ("AS KS x x", "spades", "", "--where 'spades': the end"),
    ],
)
def test_what_no_hand_fits_is_told(text, where, elsewhere, message):
    with pytest.raises(UsageError) as caught:
        hand_class(text, SMALL, 4, where, SMALL.parse_set(elsewhere.split()), "whist")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_more_cards_elsewhere_than_there_can_be_are_an_error():
    kept = SMALL.parse_set(["AS", "AH", "AD"])
    with pytest.raises(UsageError, match="too many cards lie elsewhere"):
        hand_class("x x x x", SMALL, 4, elsewhere=SMALL.cards & ~kept)
    with pytest.raises(UsageError, match="not in this deck"):
        hand_class("x x x x", SMALL, 4, elsewhere=1)


def test_limits_that_are_too_fine_are_an_error():
    where = " and ".join(
        f"count({rank}{suit}) < 2" for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J"] for suit in "SH"
    )
    with pytest.raises(UsageError, match="too fine, it parts the hands in more than 200000 ways"):
        hand_class(" ".join("x" * 9), FULL, 9, where)


@pytest.mark.parametrize("seed", [-1, 1 << 53])
def test_a_seed_is_from_0_to_2_to_the_53(seed):
    with pytest.raises(UsageError, match="seed"):
        hand_class("x x x", SMALL, 3).draw(seed, 0, 1)
