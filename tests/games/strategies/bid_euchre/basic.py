"""Basic: bids its trumps and side aces, a moon on five trumps with both bowers, and wins as cheaply as it can.

Origin: for tests.
"""

from simcards.strategy import EVERY, LANE, Strategy, as_trump, bit, count, highest, lowest_rank, select, where

PLAIN = LANE | LANE << 16 | LANE << 32
ACES = (EVERY << 12) & PLAIN
BOWERS = 0b11 << 60
MOON = 7


def tricks_with(v, suit):
    """The tricks that the side may hope for with that trump: partner is good for one; eight for a moon."""
    hand = as_trump(v, v.hand, suit)
    trumps = hand >> 48
    hoped = count(trumps) + count(hand & ACES) + (hand >> 61 & 1) - 1 + v.params.partner
    alone = (hand & BOWERS == BOWERS) & (count(trumps) >= 5)
    return where(alone, MOON + 1, hoped)


def best_trump(v):
    """Four times the tricks with the best trump, plus that suit."""
    return max(
        tricks_with(v, 0) << 2, tricks_with(v, 1) << 2 | 1, tricks_with(v, 2) << 2 | 2, tricks_with(v, 3) << 2 | 3
    )


def bid(v):
    """What the hand is worth, when that may be bid."""
    hoped = best_trump(v) >> 2
    call = where(hoped > MOON, MOON, min(hoped, 6))
    return select((call > 0) & (v.legal >> (call & 63) & 1 != 0), call)


def name_trump(v):
    """The suit that it bid on."""
    return best_trump(v) & 3


def play(v):
    """Leading: trumps from the top, then aces; else the cheapest card that wins, or the cheapest."""
    lead = where(v.trumps != 0, bit(highest(v.trumps)), v.legal & ACES)
    lead = where(lead != 0, lead, v.legal)
    take = where((v.winning != 0) & (v.partner_winning == 0), v.winning, v.legal & ~v.trump_mask)
    return lowest_rank(where(v.position == 0, lead, where(take != 0, take, v.legal)))


strategy = Strategy(game="bid_euchre", bid=bid, name_trump=name_trump, play=play, params={"partner": 1})
