"""Yardstick: counts sure points in its best suit, and plays cheaply to win. Origin: written twice, here and in smear.c.

Simple on purpose: what is compared is two engines, not two players, and both must take every decision alike.
"""

# ruff: noqa: ANN001, ANN201, D103  # written as players write strategies

from simcards.strategy import EVERY, LANE, TRUMPS, Strategy, count, highest, lowest, lowest_rank

TWO, TEN, JACK, KING, ACE = 0, 8, 9, 11, 12
TENS = EVERY << TEN


def worth(hand, suit):
    """Points that a suit promises as trump: ace, two, a jack with two more cards, a king with three more."""
    cards = (hand >> (16 * suit)) & LANE
    length = count(cards)
    points = ((cards >> ACE) & 1) + ((cards >> TWO) & 1)
    if length >= 3:
        points += (cards >> JACK) & 1
    if length >= 4:
        points += (cards >> KING) & 1
    return points


def bid(v):
    best = max(worth(v.hand, 0), worth(v.hand, 1), worth(v.hand, 2), worth(v.hand, 3))
    return best if best >= 2 and best > v.high_bid else 0


def name_trump(v):
    best = 0
    trump = 0
    for suit in range(4):
        points = worth(v.hand, suit)
        if points > best:
            best = points
            trump = suit
    return trump


def play(v):
    if v.position == 0:
        trumps = v.hand & TRUMPS
        return highest(trumps) if v.declaring and trumps else lowest_rank(v.hand)
    useful = v.legal & TENS if v.partner_winning else v.winning
    return lowest(useful) if useful else lowest_rank(v.legal)


strategy = Strategy(game="canadian_smear", bid=bid, name_trump=name_trump, play=play)
