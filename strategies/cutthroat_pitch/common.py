"""What the shipped strategies of Cutthroat Pitch share: the worth of a hand, and the play of the cards.

The worth of a hand is the number of points that it may expect to win as the pitcher's, in hundredths. The figures are a
least-squares fit to the points that pitchers won when these strategies played a million deals of four players; a player
would say: ace one point, jack two thirds, king a half, queen a quarter, and a third for each trump.
"""

from simcards.strategy import EVERY, LANE, TRUMPS, bit, count, highest, highest_rank, lowest, lowest_rank, select, where

PLAIN = LANE | LANE << 16 | LANE << 32
TENS = EVERY << 8
PLAIN_TENS = TENS & PLAIN
JACK_OF_TRUMP = 1 << 57
KING_OF_TRUMP = 59  # its code
BELOW_TRUMPS = 1 << 47  # a bit below them that is no card
COUNTING = TENS | JACK_OF_TRUMP  # the cards that are looked after
MIDDLE_TRUMPS = 0xFF << 48  # two to nine
HIGH_TRUMPS = 0b111 << 58  # queen, king, ace
LOW_TRUMPS = 0b11 << 48  # two and three: one of them is Low in two deals of three
CHAFF = (0b0110_1111_1111 * EVERY) & PLAIN  # plain cards below the king, without the tens
COURT = (0b1_1110 * EVERY << 8) & PLAIN  # plain jacks to aces
TOPS = 1 << 12 | 1 << 11 | 1 << 9  # ace, king and jack of a suit


def worth_as_trump(hand, suit):
    """Expected points, in hundredths, of what the trump suit adds to a hand; 0 with no card of the suit."""
    trumps = (hand >> (suit << 4)) & LANE
    return (
        33 * count(trumps)
        + select(trumps & 1 << 12, 97)
        + select(trumps & 1 << 11, 49)
        + select(trumps & 1 << 10, 26)
        + select(trumps & 1 << 9, 70)
        + select(trumps & 1 << 8, 19)
        + select(trumps & 1, 7)
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
    """The lowest bid allowed, when the hand is worth it: the others may be equalled or raised again later.

    Four also needs the jack, without which the fourth point is seldom won. Smudge is bid on nothing but six winners:
    ace, king and jack of trump, and the rest trumps or plain aces, with five trumps or the queen among them.
    """
    best = best_trump(v.hand)
    trumps = (v.hand >> ((best & 3) << 4)) & LANE
    aces, kings = count(v.hand & EVERY << 12), count(v.hand & EVERY << 11)
    worth = 12 + (best >> 2) + 17 * aces + 7 * kings - v.params.safety
    jack = trumps & 1 << 9 != 0
    enough = 1 + (worth >= v.params.two) + (worth >= v.params.three) + ((worth >= v.params.four) & jack)
    call = lowest(v.legal & ~1)
    call = select((call > 0) & (call <= enough), call)
    long = count(trumps) + select(trumps & 1 << 10, 1) > 4
    smudge = (trumps & TOPS == TOPS) & long & (count(trumps) + aces == 7) & (v.legal >> 5 & 1 == 1)
    return where(smudge, 5, call)


def name_trump(v):
    """The suit that is worth most."""
    return best_trump(v.hand) & 3


# Every rule of play below names the cards that come into question, and the one of lowest rank is played in the end.
# `where` and `select` instead of `if` keep the compiled loop free of branches: ten times as fast.


def low_trump(v):
    """The trump that may be Low: my two, or my three while the two has not been seen."""
    low = v.trumps & -v.trumps & LOW_TRUMPS
    return select(low - 1 & LOW_TRUMPS & ~v.unseen == 0, low)


def throw(cards, low):
    """The cards that are missed least: chaff, then trumps that win nothing, honours, tens; Low and the jack last."""
    chaff, middle = cards & CHAFF, cards & MIDDLE_TRUMPS & ~low
    honours, tens = cards & ~(COUNTING | low), cards & ~(JACK_OF_TRUMP | low)
    rest = where(honours != 0, honours, where(tens != 0, tens, cards))
    return where(chaff != 0, chaff, where(middle != 0, middle, rest))


def lead(v, masters, low):
    """High trumps first; the pitcher goes on with a middle one, then leads low until the last tricks, others high."""
    pitcher = v.declarer == 0
    middle = select(pitcher & (v.trick_no < 2) & (count(v.trumps) > 1), v.hand & MIDDLE_TRUMPS & ~low)
    draw = bit(highest(where(masters != 0, masters, v.hand & HIGH_TRUMPS | middle)))
    court = v.hand & COURT
    late = select(v.trick_no > 1, where(court != 0, court, v.hand & CHAFF))
    cash = bit(highest_rank(where(pitcher, late, court)))
    return where(draw != 0, draw, where(cash != 0, cash, throw(v.legal, low)))


def follow(v, masters, low):
    """Last hand wins cheaply, others high with the suit led; tens, jack and Low are worth a ruff.

    Against the pitcher, a ten goes on a trick that another wins once the pitcher has played, and a trump lead that the
    pitcher wins is taken by third or last hand, with a master only when it catches his king.
    """
    last, late = v.to_play == 0, v.to_play < 2
    pitching, pitcher_wins = v.declarer == 0, v.best_seat == v.declarer
    pitcher_done = v.declarer > v.to_play
    gift = (v.best_seat != v.declarer) & pitcher_done  # the trick is somebody else's against the pitcher
    plain, trumps = v.winning & PLAIN, v.winning & TRUMPS
    in_suit = plain | select((v.led >= 48) & late & (pitching | pitcher_wins), trumps & ~masters)
    ruffs = select(in_suit == 0, trumps)
    small = ruffs & ~(COUNTING | low)
    ruffs = where(small != 0, small, select(last, ruffs))
    tens, ten = v.legal & PLAIN_TENS, plain & TENS

    card = where(gift & (tens != 0), tens, throw(v.legal, low))
    high = where(last, in_suit, bit(highest(in_suit & ~COUNTING)))
    card = where(high != 0, high, card)
    prize = (v.trick & (COUNTING | LOW_TRUMPS) != 0) | pitcher_wins & (v.best >= KING_OF_TRUMP)
    worth_it = pitching | gift | pitcher_wins & late
    card = where(prize & worth_it & (ruffs != 0), ruffs, card)
    card = where(last & (trumps & JACK_OF_TRUMP != 0) & (plain == 0), JACK_OF_TRUMP, card)
    card = where(ten != 0, ten, card)
    return where(last & (trumps & low != 0), low, card)


def play(v):
    """A card as a sound club player chooses it: points for oneself, and none for the pitcher."""
    masters = v.trumps & -bit(highest(v.unseen & TRUMPS | BELOW_TRUMPS))  # my trumps that no unseen one beats
    low = low_trump(v)
    return lowest_rank(where(v.position == 0, lead(v, masters, low), follow(v, masters, low)))
