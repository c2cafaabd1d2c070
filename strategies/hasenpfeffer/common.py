"""What the shipped strategies of Hasenpfeffer share: the worth of a hand, and the play of the cards.

The worth of a hand is the number of tricks that its side may expect to take as the declaring side, in hundredths. The
figures are a least-squares fit to the tricks that declarers took when these strategies played 300,000 deals; a player
would say: two thirds of a trick for every trump, as much again for the joker, half for the right bower or a side ace.
"""

from simcards.strategy import EVERY, LANE, as_trump, bit, count, highest, lowest, lowest_rank, select, where

PLAIN = LANE | LANE << 16 | LANE << 32
ACES = (EVERY << 12) & PLAIN
KINGS = (EVERY << 11) & PLAIN


def worth_as_trump(v, suit):
    """Expected tricks, in hundredths, of the hand with that trump."""
    hand = as_trump(v, v.hand, suit)
    trumps = hand >> 48
    return (
        56
        + 67 * count(trumps)
        + select(trumps & 1 << 14, 70)
        + select(trumps & 1 << 13, 45)
        + select(trumps & 1 << 12, 20)
        + select(trumps & 1 << 11, 10)
        + 53 * count(hand & ACES)
        + 7 * count(hand & KINGS)
    )


def best_trump(v):
    """Worth of the best trump suit in hundredths times four, plus that suit."""
    return max(
        worth_as_trump(v, 0) << 2,
        worth_as_trump(v, 1) << 2 | 1,
        worth_as_trump(v, 2) << 2 | 2,
        worth_as_trump(v, 3) << 2 | 3,
    )


def level(worth, params):
    """The highest bid that a hand of that worth makes: each trick more needs `step` more."""
    bids = 0
    for call in range(1, 7):
        bids += worth >= params.first + params.step * call
    return bids


def bid(v):
    """The lowest bid allowed, when the hand is worth it; before others speak, what the hand bids with `spare` in hand.

    `safety` is asked for on top of what a bid needs, and `partner` more where the high bid is partner's.
    """
    worth = (best_trump(v) >> 2) - v.params.safety - select(v.high_bidder == 2, v.params.partner)
    lowest_call = lowest(v.legal & ~1)
    call = max(lowest_call, select(v.order < 3, level(worth - v.params.spare, v.params)))
    return select((lowest_call > 0) & (call <= level(worth, v.params)), call)


def name_trump(v):
    """The suit that is worth most."""
    return best_trump(v) & 3


# Every rule of play below names the cards that come into question, and the one of lowest rank is played in the end.
# `where` and `select` instead of `if` keep the compiled loop free of branches: ten times as fast.


def single(lane):
    """The card of a lane when it is the only one, else the empty set."""
    return select(lane & lane - 1 == 0, lane)


def throw(cards, trump_mask):
    """The cards that are missed least: small singletons (to ruff later), then plain cards, then trumps."""
    plain = cards & ~trump_mask
    singles = single(plain & LANE) | single(plain & LANE << 16) | single(plain & LANE << 32)
    singles &= ~(ACES | KINGS)
    return where(singles != 0, singles, where(plain != 0, plain, cards))


def beaten_by(unseen):
    """The cards that some unseen card of their own suit beats."""
    cards = unseen >> 1
    cards |= cards >> 1
    cards |= cards >> 2
    return cards | cards >> 4


def lead(v, masters):
    """The top trump while any are out; the declarer draws them even without it; then aces and other masters."""
    top = bit(highest(v.trumps))
    out = v.unseen & v.trump_mask != 0
    draw = where(top & masters != 0, top, select((v.declarer == 0) & (count(v.trumps) > 1), v.trumps))
    cash = masters & ~v.trump_mask
    aces, kings = cash & ACES, cash & KINGS
    cash = where(aces != 0, aces, where(kings != 0, kings, cash))
    cash = where(cash != 0, cash, throw(v.hand, v.trump_mask))
    return where(out & (draw != 0), draw, cash)


def follow(v, masters):
    """Partner's sure trick is left alone; last hand and a ruff win cheaply; third hand plays high, second a master."""
    loser = throw(v.legal, v.trump_mask)
    in_suit = v.winning & LANE << (v.led & 48)
    sure = in_suit & masters
    high = where(sure != 0, sure, where(v.position == 2, bit(highest(in_suit)), loser))
    take = where((v.to_play == 0) | (in_suit == 0), v.winning, high)
    take = where(v.winning != 0, take, loser)
    overtake = (sure != 0) & (v.to_play > 0) & (bit(v.best) & beaten_by(v.unseen) != 0)
    return where(v.partner_winning, where(overtake, sure, loser), take)


def play(v):
    """A card as a sound club player chooses it."""
    masters = v.hand & ~beaten_by(v.unseen)
    return lowest_rank(where(v.position == 0, lead(v, masters), follow(v, masters)))
