"""Yardstick: counts sure points in its best suit, and plays cheaply to win. Origin: written twice, here and in smear.c.

Simple on purpose: what is compared is two engines, not two players. Both texts take every decision alike, and in the
same way: a hand's points are counted in all four lanes at once.
"""

# ruff: noqa: ANN001, ANN201, D103  # written as players write strategies

from simcards.strategy import EVERY, LANE, TRUMPS, Strategy, highest, lowest

TWO, TEN, JACK, KING, ACE = 0, 8, 9, 11, 12
TENS = EVERY << TEN


def lengths(cards):
    """How many cards each lane holds, in that lane: bits are added in pairs, fours, eights and sixteens."""
    cards = cards - ((cards >> 1) & 0x5555_5555_5555_5555)
    cards = (cards & 0x3333_3333_3333_3333) + ((cards >> 2) & 0x3333_3333_3333_3333)
    cards = (cards + (cards >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    return (cards + (cards >> 8)) & 0x00FF_00FF_00FF_00FF


def worths(hand):
    """Points that each suit promises as trump, in its lane: ace, two, a jack with two more cards, a king with three."""
    length = lengths(hand)
    three = (length + 5 * EVERY) >> 3
    four = (length + 4 * EVERY) >> 3
    return ((hand >> ACE) & EVERY) + (hand & EVERY) + ((hand >> JACK) & three & EVERY) + ((hand >> KING) & four & EVERY)


def bid(v):
    points = worths(v.hand)
    best = max(points & 7, (points >> 16) & 7, (points >> 32) & 7, (points >> 48) & 7)
    return best if best >= 2 and best > v.high_bid else 0


def name_trump(v):
    points = worths(v.hand)
    best = 0
    trump = 0
    for suit in range(4):
        here = (points >> (16 * suit)) & 7
        if here > best:
            best = here
            trump = suit
    return trump


def cheapest(cards):
    """The cards of the lowest rank."""
    slots = cards | ((cards >> 32) & (LANE << 16 | LANE))
    slots = (slots | slots >> 16) & LANE
    slot = slots & -slots
    slot = slot | slot << 16
    return cards & (slot | slot << 32)


def play(v):
    if v.position == 0:
        trumps = v.hand & TRUMPS
        return highest(trumps) if v.declaring and trumps else lowest(cheapest(v.hand))
    useful = v.legal & TENS if v.partner_winning else v.winning
    return lowest(useful or cheapest(v.legal))


strategy = Strategy(game="canadian_smear", bid=bid, name_trump=name_trump, play=play)
