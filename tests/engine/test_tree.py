"""Engine and reference count the same number of ways to play a deal out from the first lead."""

import random

import pytest

from simcards.cards.order import in_play_order
from simcards.games.game import find_game
from tests.engine.tables import GAMES
from tests.engine.tree import tree_size
from tests.reference import tree_size as size_by_the_reference
from tests.reference.sample_deals import default_rules, drawn_rules, shuffled

A_BLOCK = 100
DEALS = 1000
NO_TRUMP = 4
# Bids that play differently, and the seats that may be out, as steps from the declarer.
BIDS = {"canadian_smear": (2,), "cutthroat_pitch": (2, 5), "hasenpfeffer": (1, 6), "king_pedro": (30,)}
CHARLEMAGNE = {5: (), 8: (), 9: (2,), 10: (2,), 11: (2,), 12: (2,)}
FOLDS = ((), (), (0,), (1,), (2,), (3,), (1, 2), (1, 3), (0, 2), (1, 2, 3), (0, 1, 3))

every_game = pytest.mark.parametrize("game", GAMES)


def contract(game, draw, rules, seats):
    """A bid, its trump, the declarer and the seats that play."""
    bid = draw.choice(list(CHARLEMAGNE) if game == "charlemagne" else BIDS[game])
    declarer = draw.randrange(seats)
    out = CHARLEMAGNE[bid] if game == "charlemagne" else draw.choice(FOLDS) if game == "king_pedro" else ()
    active = [seat for seat in range(seats) if (seat - declarer) % seats not in out]
    no_trump = bid in (9, 11) or (rules.get("allow_no_trump") and draw.random() < 0.3)
    return bid, NO_TRUMP if no_trump else draw.randrange(4), declarer, active


def check(game, first, deals):
    """Compare the trees of some deals, of three cards a seat and now and then of four, half of them by drawn rules."""
    found = find_game(game)
    for deal in range(first, first + deals):
        draw = random.Random(f"{game} {deal}")
        rules = drawn_rules(game, draw) if deal % 2 else default_rules(game)
        if game == "cutthroat_pitch":
            rules["players"] = draw.choice((2, 3, 4, 4, 5))
        cards = 4 if deal % 25 == 0 and rules.get("players", 4) < 5 else 3
        hands = [hand[:cards] for hand in shuffled(game, draw, rules)[0]]
        bid, trump, declarer, active = contract(game, draw, rules, len(hands))
        ours = found.book.rules(rules)
        deck = found.deck(ours)
        sets = [in_play_order(deck.parse_set(hand), trump, deck.layout) for hand in hands]
        size = tree_size(found, ours, sets, declarer, bid, trump, active)
        expected = size_by_the_reference(game, rules, hands, declarer, bid, trump, active)
        assert size == expected, (deal, rules, hands, bid, trump, declarer, active)


@every_game
@pytest.mark.parametrize("block", range(DEALS // A_BLOCK))
def test_the_tree_of_legal_plays_has_the_same_size_in_engine_and_reference(game, block):
    check(game, block * A_BLOCK, A_BLOCK)
