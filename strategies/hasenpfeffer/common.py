"""What the shipped strategies of Hasenpfeffer share: the worth of a hand, and the play of the cards.

The worth of a hand is the number of tricks that its side may expect to take as the declaring side, in hundredths. The
figures are a least-squares fit to the tricks that declarers took when these strategies played 300,000 deals; a player
would say: two thirds of a trick for every trump, as much again for the joker, half for the right bower or a side ace.
"""

from simcards.strategy import EVERY, LANE, as_trump, bit, count, highest, highest_rank, lowest, lowest_rank, select

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


def single(lane):
    """The card of a lane when it is the only one, else the empty set."""
    return select(lane & lane - 1 == 0, lane)


def throw(cards, trump_mask):
    """The card that is missed least: a small singleton (to ruff later), then the lowest plain card, then a trump."""
    plain = cards & ~trump_mask
    singles = single(plain & LANE) | single(plain & LANE << 16) | single(plain & LANE << 32)
    singles &= ~(ACES | KINGS)
    if singles:
        return lowest_rank(singles)
    if plain:
        return lowest_rank(plain)
    return lowest(cards)


def beaten_by(unseen):
    """The cards that some unseen card of their own suit beats."""
    cards = unseen >> 1
    cards |= cards >> 1
    cards |= cards >> 2
    return cards | cards >> 4


def lead(v):
    """Trumps from the top while any are out; the declarer draws them even without the top; then plain masters."""
    masters = v.hand & ~beaten_by(v.unseen)
    if v.unseen & v.trump_mask:
        if v.trumps & masters:
            return highest(v.trumps)
        if v.declarer == 0 and count(v.trumps) > 1:
            return lowest(v.trumps)
    if masters & ~v.trump_mask:
        return highest_rank(masters & ~v.trump_mask)
    return throw(v.hand, v.trump_mask)


def play(v):
    """A card as a sound club player chooses it."""
    if v.position == 0:
        return lead(v)
    beaten = beaten_by(v.unseen)
    in_suit = v.winning & LANE << (v.led & 48)
    sure = in_suit & ~beaten
    if v.partner_winning:
        if sure and v.to_play and bit(v.best) & beaten:
            return lowest(sure)
        return throw(v.legal, v.trump_mask)
    if not v.winning:
        return throw(v.legal, v.trump_mask)
    if v.to_play == 0 or not in_suit:
        return lowest(v.winning)
    if sure:
        return lowest(sure)
    if v.position == 2:
        return highest(in_suit)
    return throw(v.legal, v.trump_mask)
