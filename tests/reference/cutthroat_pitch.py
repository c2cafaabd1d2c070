"""Cutthroat Pitch, written from rules/cutthroat_pitch.md and rules/options.md."""

from typing import Any

from tests.reference.cards import SUITS
from tests.reference.four_points import DECK, POINTS, ask_suit_held, layout, points_won, tally
from tests.reference.phases import ask_call, hold_auction, play_tricks, record_call, settle_contract
from tests.reference.table import Game, Play, Steps, Table

BIDS = (2, 3, 4, 5)
SMUDGE = 5
FORCED_BID = 2
ALL_TRICKS = 6


def steps(table: Table) -> Steps:
    """Return the course of a deal: auction, trump, six tricks, score."""
    yield from auction(table)
    if not settle_contract(table):
        return
    assert table.declarer is not None
    yield from ask_suit_held(table)
    yield from play_tricks(table)
    table.tally = tally(table.tricks, SUITS[table.layout.trump], table.declarer, table.rules, table.sides)
    table.made, table.score = score(table.tally, table.declarer, table.bid)


def auction(table: Table) -> Steps:
    """Return the steps of the auction, which a smudge ends; the dealer may have to bid two."""
    rules, policy = table.rules, table.rules["all_pass"]
    waiting = yield from hold_auction(
        table,
        BIDS,
        last_call=SMUDGE,
        continuous=rules["auction"] == "continuous",
        dealer_may_equal=rules["dealer_may_equal"],
        spares_lone_dealer=policy == "dealer_forced",
    )
    if table.high_bid == SMUDGE and table.dealer in waiting and rules["dealer_may_steal_smudge"]:
        yield from ask_call(table, table.dealer, [0, SMUDGE])
    if table.high_bidder is None and policy == "dealer_forced":
        record_call(table, table.dealer, FORCED_BID)


def play(table: Table) -> Play:
    """Return how the tricks are played: the declarer leads first, a trump."""
    assert table.declarer is not None
    return Play(leader=table.declarer, follow=table.rules["follow"], trump_first=True)


def score(tally: dict[str, Any], declarer: int, bid: int) -> tuple[bool, list[int]]:
    """Return whether the bid was made, and the score by seat."""
    points = [points_won(tally, seat) for seat in range(len(tally["tricks"]))]
    if bid == SMUDGE:
        made = points[declarer] == len(POINTS) and tally["tricks"][declarer] == ALL_TRICKS
    else:
        made = points[declarer] >= bid
    if not made:
        points[declarer] = -bid
    elif bid == SMUDGE:
        points[declarer] = SMUDGE
    return made, points


GAME = Game(
    "cutthroat_pitch",
    DECK,
    hand_size=6,
    kitty_size=0,
    layout=layout,
    steps=steps,
    play=play,
    each_alone=True,
    call_names={SMUDGE: "smudge"},
)
