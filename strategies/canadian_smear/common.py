"""What the shipped strategies of Canadian Smear share: the worth of a hand, and the play of the cards.

The worth of a hand is the number of points that its side may expect to win as the declaring side, in hundredths. The
figures are a least-squares fit to the points that declarers won when these strategies played a few hundred thousand
deals; a player would say: ace one point and a bit, deuce most of one, jack two thirds, and something for each trump.
"""

from simcards.strategy import EVERY, LANE, TRUMPS, bit, count, highest, highest_rank, lowest, lowest_rank, select, where

PLAIN = LANE | LANE << 16 | LANE << 32
TENS = EVERY << 8
JACK_OF_TRUMP = 1 << 57
COUNTING = TENS | JACK_OF_TRUMP  # the cards worth fighting for
HONOURS = (EVERY << 11 | EVERY << 12) & PLAIN  # plain kings and aces
ACES = (EVERY << 12) & PLAIN
CHAFF = (0b0110_1111_1111 * EVERY) & PLAIN  # plain cards below the king, without the tens


def worth_as_trump(hand, suit):
    """Expected points, in hundredths, of what the trump suit adds to a hand; 0 with no card of the suit."""
    trumps = (hand >> (suit << 4)) & LANE
    return (
        16 * count(trumps)
        + select(trumps & 1 << 12, 103)
        + select(trumps & 1 << 11, 10)
        + select(trumps & 1 << 10, 10)
        + select(trumps & 1 << 9, 70)
        + select(trumps & 1 << 8, 10)
        + select(trumps & 1, 87)
    )


def best_trump(hand):
    """Worth of the best trump suit in hundredths times four, plus that suit."""
    return max(
        worth_as_trump(hand, 0) << 2,
        worth_as_trump(hand, 1) << 2 | 1,
        worth_as_trump(hand, 2) << 2 | 2,
        worth_as_trump(hand, 3) << 2 | 3,
    )


def bid(v):
    """The lowest bid allowed, when the hand is worth it; three at once to shut out those still to speak.

    `safety` is asked for on top of what a bid needs, and `partner` more where the high bid is partner's.
    """
    worth = 50 + (best_trump(v.hand) >> 2) + 9 * count(v.hand & EVERY << 12) + 5 * count(v.hand & EVERY << 11)
    worth -= v.params.safety + select(v.high_bidder == 2, v.params.partner)
    enough = (worth >= v.params.one) + (worth >= v.params.two) + (worth >= v.params.three) + (worth >= v.params.four)
    shut_out = (worth >= v.params.shut_out) & (v.order < 3) & (v.legal >> 3 & 1 == 1)
    call = where(shut_out, 3, lowest(v.legal & ~1))
    return select((call > 0) & (call <= enough), call)


def name_trump(v):
    """The suit that is worth most."""
    return best_trump(v.hand) & 3


def throw(cards):
    """The card that is missed least: a low plain one, then a small trump, then an honour, the jack of trump last."""
    chaff = cards & CHAFF
    if chaff:
        return lowest_rank(chaff)
    rest = cards & ~COUNTING
    if rest:
        return lowest_rank(rest)
    return lowest(cards)


def feed(cards):
    """The card that counts most on a trick that is partner's: jack of trump, ten, plain king or ace."""
    if cards & JACK_OF_TRUMP:
        return highest(JACK_OF_TRUMP)
    if cards & TENS:
        return lowest(cards & TENS)
    if cards & HONOURS:
        return lowest_rank(cards & HONOURS)
    return throw(cards)


def lead(v):
    """Two rounds of the top trump; it then waits for a catch, and the last three tricks cash what is high."""
    top = highest(v.trumps)
    if v.trumps and v.trick_no != 2 and not v.unseen & TRUMPS & -bit(top):
        return top
    honours = v.legal & HONOURS
    if honours and v.trick_no > 2:
        return highest_rank(honours)
    return throw(v.legal)


def play_last(v):
    """Partner's trick is fed; an opponent's is taken with the jack, a ten, a plain card, or by ruffing a ten."""
    if v.partner_winning:
        return feed(v.legal)
    win = v.winning
    if win & JACK_OF_TRUMP:
        return highest(JACK_OF_TRUMP)
    ten = win & TENS & LANE << (v.led & 48)
    if ten:
        return highest(ten)
    if win & PLAIN or (win and v.trick & (COUNTING | select(v.led >= 48, HONOURS))):
        return lowest(win)
    return throw(v.legal)


def play(v):
    """A card as a sound club player chooses it: tens and the jack of trump are what the play is about."""
    if v.position == 0:
        return lead(v)
    if v.to_play == 0:
        return play_last(v)
    unseen_trumps = v.unseen & TRUMPS
    honours = v.winning & HONOURS
    if v.partner_winning:
        # Sure tricks: a trump that nothing unseen beats, and, as a good risk, an ace with one player to come.
        best = bit(v.best)
        if (best & TRUMPS and not unseen_trumps & -best) or (best & ACES and v.to_play == 1):
            return feed(v.legal)
        if honours & ACES:
            return lowest(honours)
        return throw(v.legal)
    trumps = v.winning & TRUMPS
    if trumps and v.trick & COUNTING:
        if not unseen_trumps & -bit(highest(trumps)):
            return highest(trumps)
        small = trumps & ~COUNTING
        if small and v.led < 48:
            return lowest(small)
    if honours:
        return highest(honours)
    plain = v.winning & PLAIN & ~TENS
    if plain and v.position == 2:
        return highest(plain)
    return throw(v.legal)
