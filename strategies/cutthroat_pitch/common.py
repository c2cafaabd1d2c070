"""What the shipped strategies of Cutthroat Pitch share: the worth of a hand, and the play of the cards.

The worth of a hand is the number of points that it may expect to win as the pitcher's, in hundredths. The figures are a
least-squares fit to the points that pitchers won when these strategies played a million deals of four players; a player
would say: ace one point, jack two thirds, king a half, queen a quarter, and a third for each trump.
"""

from simcards.strategy import EVERY, LANE, TRUMPS, count, lowest, lowest_rank, select, where

PLAIN = LANE | LANE << 16 | LANE << 32
TENS = EVERY << 8
PLAIN_TENS = TENS & PLAIN
JACK_OF_TRUMP = 1 << 57
QUEEN_OF_TRUMP = 58  # its code
COUNTING = TENS | JACK_OF_TRUMP  # the cards that are looked after
MIDDLE_TRUMPS = 0xFF << 48  # two to nine
HIGH_TRUMPS = 0b111 << 58  # queen, king, ace
LOW_TRUMPS = 0b11 << 48  # two and three: one of them is Low in seven deals of ten
CHAFF = (0b0110_1111_1111 * EVERY) & PLAIN  # plain cards below the king, without the tens
ACES = (EVERY << 12) & PLAIN
KINGS = (EVERY << 11) & PLAIN
PICTURES = (EVERY << 9 | EVERY << 10) & PLAIN
TOPS = 1 << 12 | 1 << 11 | 1 << 9  # ace, king and jack of a suit


def counts(hand):
    """How many cards of each suit, as a number in that suit's lane."""
    twos = hand - (hand >> 1 & 0x5555 * EVERY)
    fours = (twos & 0x3333 * EVERY) + (twos >> 2 & 0x3333 * EVERY)
    eights = fours + (fours >> 4) & 0x0F0F * EVERY
    return eights + (eights >> 8) & 0x1F * EVERY


def best_trump(hand):
    """Expected points, in hundredths, of what the best trump suit adds to a hand, times four, plus that suit.

    All four suits are weighed at once, each in its own lane of one number.
    """
    worth = (
        33 * counts(hand)
        + 97 * (hand >> 12 & EVERY)
        + 49 * (hand >> 11 & EVERY)
        + 26 * (hand >> 10 & EVERY)
        + 70 * (hand >> 9 & EVERY)
        + 19 * (hand >> 8 & EVERY)
        + 7 * (hand & EVERY)
    )
    return max(
        (worth & LANE) << 2,
        (worth >> 16 & LANE) << 2 | 1,
        (worth >> 32 & LANE) << 2 | 2,
        (worth >> 48) << 2 | 3,
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


# Every rule of play below names the cards that come into question, and the one of lowest rank is played in the end. The
# rules were checked against what each legal card won on average when such deals were played on a few hundred times.
# `where` and `select` instead of `if` keep the compiled loop free of branches: ten times as fast.


def beaten_by(cards):
    """All that is lower than the highest card of a set within one lane, and bits below that lane."""
    below = cards >> 1
    below |= below >> 1
    below |= below >> 2
    below |= below >> 4
    return below | below >> 8


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
    pitching = v.declarer == 0
    middle = select(pitching & (v.trick_no < 2) & (count(v.trumps) > 1), v.hand & MIDDLE_TRUMPS & ~low)
    draw = where(masters != 0, masters, v.hand & HIGH_TRUMPS | middle)
    draw &= ~beaten_by(draw)  # the highest
    aces, kings, pictures = v.hand & ACES, v.hand & KINGS, v.hand & PICTURES
    cash = where(aces != 0, aces, where(kings != 0, kings, pictures))
    cash = select((v.declarer > 0) | (v.trick_no > 1), cash)
    return where(draw != 0, draw, where(cash != 0, cash, throw(v.legal, low)))


def follow(v, masters, low):
    """Last hand wins cheaply, others high with the suit led; tens, jack and Low are worth a ruff.

    Against the pitcher, a ten goes on a trick that another wins once the pitcher has played, and a trump lead that the
    pitcher wins is taken by third or last hand; his queen or king of trump is taken by whoever can.
    """
    last, late = v.to_play == 0, v.to_play < 2
    pitching, pitcher_wins = v.declarer == 0, v.best_seat == v.declarer
    pitcher_done = v.declarer > v.to_play
    gift = (v.best_seat != v.declarer) & pitcher_done  # the trick is somebody else's against the pitcher
    plain, trumps = v.winning & PLAIN, v.winning & TRUMPS
    in_suit = plain | select((v.led >= 48) & late & (pitching | pitcher_wins), trumps & ~masters)
    ruffs = trumps & ~(low | where(last, JACK_OF_TRUMP, COUNTING))
    tens, ten = v.legal & PLAIN_TENS, plain & TENS

    card = where(gift & (tens != 0), tens, throw(v.legal, low))
    prize = (v.trick & (COUNTING | LOW_TRUMPS) != 0) & (pitching | gift | pitcher_wins & late)
    prize |= pitcher_wins & (v.best >= QUEEN_OF_TRUMP)
    card = where(prize & (ruffs != 0), ruffs, card)
    high = in_suit & ~COUNTING
    high = where(last, in_suit, high & ~beaten_by(high))
    card = where(high != 0, high, card)
    card = where(last & (trumps & JACK_OF_TRUMP != 0) & (plain == 0), JACK_OF_TRUMP, card)
    card = where(ten != 0, ten, card)
    return where(last & (trumps & low != 0), low, card)


def play(v):
    """A card as a sound club player chooses it: points for oneself, and none for the pitcher."""
    masters = v.trumps & ~beaten_by(v.unseen & TRUMPS)  # my trumps that no unseen one beats
    low = low_trump(v)
    return lowest_rank(where(v.position == 0, lead(v, masters, low), follow(v, masters, low)))
