"""Canadian Smear, written from rules/canadian_smear.md and rules/options.md."""

from typing import Any

from tests.reference.cards import SUITS
from tests.reference.four_points import DECK, ask_suit_held, layout, points_won, tally
from tests.reference.phases import hold_auction, play_tricks, record_call, settle_contract
from tests.reference.table import Game, Play, Steps, Table

HIGHEST_BID = 4


def steps(table: Table) -> Steps:
    """Return the course of a deal: auction, trump, six tricks, score."""
    rules = table.rules
    bids = range(rules["bid_min"], HIGHEST_BID + 1)
    yield from hold_auction(table, bids, last_call=HIGHEST_BID, dealer_may_equal=rules["dealer_may_equal"])
    policy = rules["all_pass"]
    if table.high_bidder is None and policy == "dealer_forced":
        record_call(table, table.dealer, rules["bid_min"])
    if not settle_contract(table):
        return
    assert table.declarer is not None
    yield from ask_suit_held(table)
    yield from play_tricks(table)
    declaring = table.side(table.declarer)
    table.tally = tally(table.tricks, SUITS[table.layout.trump], declaring, rules)
    table.made, table.score = score(table.tally, declaring, table.bid)


def play(table: Table) -> Play:
    """Return how the tricks are played: the declarer leads first, a trump."""
    assert table.declarer is not None
    return Play(leader=table.declarer, follow=table.rules["follow"], trump_first=True)


def score(tally: dict[str, Any], declaring: int, bid: int) -> tuple[bool, list[int]]:
    """Return whether the bid was made, and the score by side."""
    points = [points_won(tally, side) for side in (0, 1)]
    made = points[declaring] >= bid
    if not made:
        points[declaring] = -bid
    return made, points


GAME = Game("canadian_smear", DECK, hand_size=6, kitty_size=0, layout=layout, steps=steps, play=play)
