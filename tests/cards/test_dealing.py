"""Dealing: every deal equally likely, all deals of a run different, known cards in their places, and the same for ever.

Chi-square statistics are taken on fixed seeds, so they pass or fail for good; a limit is the 1 - 10⁻⁶ quantile of its
distribution, hit by chance once in a million seeds.
"""

import functools
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2

from simcards.cards.dealing import deals
from simcards.engine import game_text
from simcards.engine.chunk import columns, new_chunk
from simcards.errors import UsageError
from simcards.games.game import find_game
from simcards.randomness import seed_key
from tests.cards.decks import DECKS

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = ("canadian_smear", "hasenpfeffer")
SIZES = {"smear": (6, 6, 6, 6), "bowers": (1, 6, 6, 6, 6)}
SEED = 2024
CHANCE = 1e-6
MANY = 100_000

every_deck = pytest.mark.parametrize("kind", SIZES)


def codes_in(cards):
    """The codes of a set."""
    return [code for code in range(63) if cards >> code & 1]


@functools.cache
def many(kind):
    """Many deals of a deck."""
    return deals(DECKS[kind].cards, SIZES[kind], SEED, 0, MANY)


def has(sets, code):
    """By deal, whether a card is in a set."""
    return (sets >> code & 1).astype(np.int64)


def assert_uniform(observed, expected):
    """Assert that counts are as expected, up to chance, when each row of them has one degree of freedom less."""
    observed, expected = np.asarray(observed, float), np.asarray(expected, float)
    statistic = ((observed - expected) ** 2 / expected).sum()
    assert statistic < chi2.ppf(1 - CHANCE, (observed.shape[-1] - 1) * observed[..., 0].size)


def places(kind):
    """The sizes of all destinations, what is not dealt included."""
    rest = len(DECKS[kind].names) - sum(SIZES[kind])
    return [*SIZES[kind], *([rest] if rest else [])]


@every_deck
def test_every_destination_gets_its_number_of_different_cards(kind):
    found, deck = many(kind), DECKS[kind].cards
    together = np.zeros(MANY, np.int64)
    for sets, size in zip(found, SIZES[kind], strict=True):
        assert (np.bitwise_count(sets) == size).all()
        assert (sets & together == 0).all()
        together |= sets
    assert (together & ~deck == 0).all()


@every_deck
def test_every_card_is_equally_likely_in_every_place(kind):
    sizes, cards = np.array(places(kind)), codes_in(DECKS[kind].cards)
    rest = DECKS[kind].cards & ~functools.reduce(np.bitwise_or, many(kind))
    sets = [*many(kind), *([rest] if len(sizes) > len(SIZES[kind]) else [])]
    for code in cards:
        observed = [has(one, code).sum() for one in sets]
        assert_uniform(np.array(observed), MANY * sizes / len(cards))


@every_deck
def test_every_pair_of_cards_is_equally_likely_to_lie_together(kind):
    cards = codes_in(DECKS[kind].cards)
    n = len(cards)
    together = sum(size * (size - 1) for size in SIZES[kind]) / (n * (n - 1))
    columns_of = [[has(one, code) for code in cards] for one in many(kind)]
    for a in range(n):
        for b in range(a):
            count = sum(int((place[a] & place[b]).sum()) for place in columns_of)
            assert_uniform(np.array([count, MANY - count]), np.array([MANY * together, MANY * (1 - together)]))


@every_deck
def test_pairs_of_cards_in_two_given_places_are_equally_likely(kind):
    cards = codes_in(DECKS[kind].cards)
    n, first, second = len(cards), many(kind)[-2], many(kind)[-1]
    in_second = np.array([has(second, code) for code in cards])
    expected = MANY * 36 / (n * (n - 1))
    observed = np.array([[(has(first, code) * other).sum() for other in in_second] for code in cards])
    off_diagonal = observed[~np.eye(n, dtype=bool)]
    assert (np.diag(observed) == 0).all()
    # Cells of one deal are not independent, which leaves the statistic's mean as it is but not its spread.
    assert ((off_diagonal - expected) ** 2 / expected).sum() < chi2.ppf(1 - CHANCE, n * (n - 1) - 1) * 1.1
    assert np.abs(off_diagonal - expected).max() < 6 * np.sqrt(expected)


def test_with_cards_known_the_others_are_equally_likely_in_every_place():
    deck = DECKS["smear"]
    known = [deck.parse_set(["AS", "KS", "2D"]), 0, deck.parse_set(["10C"]), 0]
    found = deals(deck.cards, SIZES["smear"], SEED, 0, MANY, known)
    for sets, cards in zip(found, known, strict=True):
        assert (sets & cards == cards).all()
        assert (np.bitwise_count(sets) == 6).all()
    needs = np.array([3, 6, 5, 6, 28])
    free = codes_in(deck.cards & ~(known[0] | known[2]))
    rest = deck.cards & ~functools.reduce(np.bitwise_or, found)
    for code in free:
        observed = [has(one, code).sum() for one in (*found, rest)]
        assert_uniform(np.array(observed), MANY * needs / len(free))
    for a in free[:12]:
        for b in free[:12]:
            if a < b:
                count = int((has(found[1], a) & has(found[1], b)).sum())
                share = 30 / (48 * 47)
                assert_uniform(np.array([count, MANY - count]), np.array([MANY * share, MANY * (1 - share)]))


def test_deals_with_known_cards_are_those_of_all_deals_that_have_them():
    # Rejection sampling: of all deals, those in which seat 1 holds the joker. Where does the jack of spades lie then?
    deck = DECKS["bowers"]
    joker, jack = 62, deck.parse_card("JS")
    chosen = many("bowers")[:, has(many("bowers")[2], joker) == 1]
    drawn = deals(deck.cards, SIZES["bowers"], SEED + 1, 0, MANY, [0, 0, 1 << joker, 0, 0])
    assert chosen.shape[1] > 20_000
    for code in (jack, deck.parse_card("9C")):
        rejected = np.array([has(one, code).sum() for one in chosen])
        conditional = np.array([has(one, code).sum() for one in drawn])
        pooled = (rejected + conditional) / (chosen.shape[1] + MANY)
        statistic = sum(
            ((seen - n * pooled) ** 2 / (n * pooled)).sum()
            for seen, n in ((rejected, chosen.shape[1]), (conditional, MANY))
        )
        assert statistic < chi2.ppf(1 - CHANCE, len(pooled) - 1)


def test_cards_known_by_deal_are_dealt_as_the_same_cards_known_in_every_deal():
    deck, n = DECKS["bowers"], 500
    joker, jacks = deck.parse_set(["JK"]), deck.parse_set(["JS", "JC"])
    for known in ([0, 0, joker, 0, 0], [0, jacks, joker, 0, 0]):
        expected = deals(deck.cards, SIZES["bowers"], SEED, 7, n, known)
        by_deal = [np.full(n, cards) if k % 2 else cards for k, cards in enumerate(known)]
        np.testing.assert_array_equal(deals(deck.cards, SIZES["bowers"], SEED, 7, n, by_deal), expected)
        by_deal = [np.full(n, cards) for cards in known]
        np.testing.assert_array_equal(deals(deck.cards, SIZES["bowers"], SEED, 7, n, by_deal), expected)


def test_each_deal_with_its_own_known_cards_is_that_of_those_cards_alone():
    deck, n = DECKS["bowers"], 300
    hands = deals(deck.cards, (3, 2), SEED, 0, n)
    found = deals(deck.cards, SIZES["bowers"], SEED, 0, n, [0, hands[0], 0, hands[1], 0])
    for i in range(0, n, 37):
        known = [0, int(hands[0, i]), 0, int(hands[1, i]), 0]
        np.testing.assert_array_equal(found[:, i], deals(deck.cards, SIZES["bowers"], SEED, i, 1, known)[:, 0])


def test_with_cards_known_by_deal_the_others_are_equally_likely_in_every_place():
    deck = DECKS["smear"]
    hands = deals(deck.cards, (6,), SEED + 1, 0, MANY)[0]
    found = deals(deck.cards, SIZES["smear"], SEED, 0, MANY, [0, hands, 0, 0])
    assert (found[1] == hands).all()
    together = functools.reduce(np.bitwise_or, found)
    assert (np.bitwise_count(together) == 24).all()
    for code in codes_in(deck.cards):
        out = has(hands, code) == 0
        observed = [(has(one, code)[out]).sum() for one in (found[0], found[2], found[3], deck.cards & ~together)]
        assert_uniform(np.array(observed), out.sum() * np.array([6, 6, 6, 28]) / 46)


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ([np.array([1, 2, 4]), np.array([8, 2, 16])], "twice"),
        ([np.array([1, 2, 4]), 4], "twice"),
        ([0, np.array([1, 2, 1 << 15])], "not in the deck"),
        ([np.array([3, 7, 3]), 0], "2 to 3 known cards of one destination"),
        ([np.array([127, 127, 127]), 0], "more cards"),
        ([np.array([1, 2]), 0], r"the shape \(2,\), not \(3,\)"),
    ],
)
def test_cards_known_by_deal_that_cannot_be_dealt_are_refused(known, message):
    with pytest.raises(UsageError, match=message):
        deals(DECKS["smear"].cards, (6, 6), 1, 0, 3, known)


def test_no_deals_with_cards_known_by_deal_are_an_empty_array():
    assert deals(DECKS["smear"].cards, (6, 6), 1, 0, 0, [np.zeros(0, np.int64), 0]).shape == (2, 0)


@every_deck
def test_all_deals_of_a_run_are_different(kind):
    hands = np.unique(many(kind), axis=1)
    assert hands.shape[1] == MANY
    other = deals(DECKS[kind].cards, SIZES[kind], SEED + 1, 0, MANY)
    assert np.unique(np.concatenate([hands, other], axis=1), axis=1).shape[1] == 2 * MANY


@every_deck
def test_a_deal_depends_on_seed_and_number_alone(kind):
    deck = DECKS[kind].cards
    part = deals(deck, SIZES[kind], SEED, 777, 50)
    np.testing.assert_array_equal(part, many(kind)[:, 777:827])


@pytest.mark.parametrize(
    ("sizes", "seed", "known", "message"),
    [
        ((6, 6), 1, [1, 1], "twice"),
        ((6, 6), 1, [1 << 15, 0], "not in the deck"),
        ((1, 6), 1, [3, 0], "more cards"),
        ((30, 30), 1, None, "more cards"),
        ((6, 6), -1, None, "seed"),
        ((6, 6), 1 << 53, None, "seed"),
    ],
)
def test_what_cannot_be_dealt_is_refused(sizes, seed, known, message):
    with pytest.raises(UsageError, match=message):
        deals(DECKS["smear"].cards, sizes, seed, 0, 1, known)


def first_deals(game_name):
    """The first hundred deals of seed 1 of a game, a line each: the seats' hands, then what is face down."""
    game = find_game(game_name)
    rules = game.book.rules()
    rows, deck, n = columns(game), game.deck(rules), 100
    c = new_chunk(game, n)
    steps = game_text.game_module(game, rules)
    steps.begin_deals(c, n, seed_key(1), 0)
    steps.deal_cards(c, n)
    lines = []
    for i in range(n):
        eldest = (int(c[rows["DEALER"], i]) + 1) % game.seats
        hands = [int(c[rows["HAND"] + (seat - eldest) % game.seats, i]) for seat in range(game.seats)]
        kitty = [int(c[rows["KITTY"], i])] if game.kitty else []
        lines.append(f"{i}: " + " | ".join(" ".join(deck.set_names(cards)) for cards in (*hands, *kitty)))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", GAMES)
def test_the_first_hundred_deals_of_a_game_stay_what_they_were(game):
    assert first_deals(game) == (GOLDEN / f"first_deals_{game}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "kind"), [("canadian_smear", "smear"), ("hasenpfeffer", "bowers")])
def test_the_engine_deals_what_dealing_by_itself_gives(game, kind):
    found = deals(DECKS[kind].cards, SIZES[kind], 1, 0, 100)
    for i, line in enumerate(first_deals(game).splitlines()):
        cards = [DECKS[kind].parse_set(hand.split()) for hand in line.partition(": ")[2].split(" | ")]
        eldest = (i + 1) % 4
        hands, kitty = cards[:4], cards[4:]
        assert [*kitty, *(hands[(eldest + place) % 4] for place in range(4))] == found[:, i].tolist()
