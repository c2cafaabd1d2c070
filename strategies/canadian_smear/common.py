"""What the shipped strategies of Canadian Smear share: the worth of a hand, and the play of the cards.

The worth of a hand is the number of points that its side may expect to win as the declaring side, in hundredths. The
figures are a least-squares fit to the points that declarers won when these strategies played a few hundred thousand
deals; a player would say: ace one point and a bit, deuce most of one, jack two thirds, and something for each trump.
"""

from simcards.strategy import EVERY, LANE, TRUMPS, bit, count, highest, lowest, lowest_rank, select, where

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


# Every rule of play below names the cards that come into question, and the one of lowest rank is played in the end.
# `where` and `select` instead of `if` keep the compiled loop free of branches: ten times as fast.


def throw(cards):
    """The cards that are missed least: low plain ones, then small trumps, then honours, the jack of trump last."""
    chaff = cards & CHAFF
    rest = cards & ~COUNTING
    return where(chaff != 0, chaff, where(rest != 0, rest, cards))


def feed(cards):
    """The cards that count most on a trick that is partner's: jack of trump, tens, plain kings and aces."""
    jack, tens, honours = cards & JACK_OF_TRUMP, cards & TENS, cards & HONOURS
    return where(jack != 0, jack, where(tens != 0, tens, where(honours != 0, honours, throw(cards))))


def highest_honours(cards):
    """The plain aces in a set, else the plain kings."""
    aces = cards & ACES
    return where(aces != 0, aces, cards & HONOURS)


def lead(v, top_trump):
    """Two rounds of the top trump; it then waits for a catch, and the last three tricks cash what is high."""
    honours = highest_honours(v.legal)
    cash = where((v.trick_no > 2) & (honours != 0), honours, throw(v.legal))
    return where((v.trick_no != 2) & (top_trump != 0), top_trump, cash)


def last(v):
    """Partner's trick is fed; an opponent's is taken with the jack, a ten, a plain card, or by ruffing a ten."""
    jack, ten, plain = v.winning & JACK_OF_TRUMP, v.winning & TENS & LANE << (v.led & 48), v.winning & PLAIN
    wanted = v.trick & (COUNTING | select(v.led >= 48, HONOURS)) != 0
    take = where(wanted & (v.winning != 0), v.winning, throw(v.legal))
    take = where(jack != 0, jack, where(ten != 0, ten, where(plain != 0, plain, take)))
    return where(v.partner_winning, feed(v.legal), take)


def between(v, top_trump):
    """What second and third hand may play."""
    best = bit(v.best)
    aces, honours = v.winning & ACES, highest_honours(v.winning)
    # Sure tricks of partner's: a trump that nothing unseen beats, and, as a good risk, an ace with one player to come.
    safe = (best & TRUMPS != 0) & (v.unseen & TRUMPS & -best == 0) | (best & ACES != 0) & (v.to_play == 1)
    with_partner = where(safe, feed(v.legal), where(aces != 0, aces, throw(v.legal)))

    small = select(v.led < 48, v.winning & TRUMPS & ~COUNTING)
    fight = v.trick & COUNTING != 0
    third = select(v.position == 2, bit(highest(v.winning & PLAIN & ~TENS)))
    alone = where(honours != 0, honours, where(third != 0, third, throw(v.legal)))
    alone = where(fight & (top_trump != 0), top_trump, where(fight & (small != 0), small, alone))
    return where(v.partner_winning, with_partner, alone)


def play(v):
    """A card as a sound club player chooses it: tens and the jack of trump are what the play is about."""
    top = bit(highest(v.winning & TRUMPS))
    top_trump = select(v.unseen & TRUMPS & -top == 0, top)  # none when an unseen trump beats it
    follow = where(v.to_play == 0, last(v), between(v, top_trump))
    return lowest_rank(where(v.position == 0, lead(v, top_trump), follow))
