"""What the shipped strategies of King Pedro share: the worth of a hand, the exchange, and the play of the cards.

The worth of a hand is the number of points that its side may expect to win as the declaring side, in quarters. The
figures are a least-squares fit to the points that declarers won when these strategies played a few hundred thousand
deals; a player would say: the king is half of the pack, the ace a third of that, and a five is worth less than a
trump that scores nothing, because it has to be brought home first.
"""

from simcards.strategy import LANE, TRUMPS, bit, count, highest, lowest, lowest_rank, nth, select, where

# Trumps in play order: 2 3 4, the five of the other suit of the colour, 5 6 7 8 9 10 J Q K A.
TWO = 1 << 48
FIVES = 1 << 51 | 1 << 52
NINE_TEN = 1 << 56 | 1 << 57
JACK, QUEEN, KING, ACE = 1 << 58, 1 << 59, 1 << 60, 1 << 61
LOOSE = FIVES | NINE_TEN  # what the play is about, beside the king
SCORING = TWO | LOOSE | JACK | KING | ACE
BLANK = TRUMPS & ~SCORING & ~(1 << 62)


def worth_as_trump(hand, suit):
    """Quarters of a point that a trump suit adds to what a declaring side wins with no card of it."""
    own = (hand >> (suit << 4)) & LANE
    off_five = (hand >> ((3 - suit) << 4 | 3)) & 1
    king_ace = own >> 11
    return (
        (count(own) << 3)
        + 7 * count(own & 0b1111 << 7)
        + ((off_five - (own >> 3 & 1)) << 2)
        + 68 * (king_ace & 1)
        + 27 * (king_ace >> 1)
        + select(king_ace == 3, 6)
    )


def best_trump(hand):
    """Worth of the best trump suit in quarters times four, plus that suit."""
    return max(
        worth_as_trump(hand, 0) << 2,
        worth_as_trump(hand, 1) << 2 | 1,
        worth_as_trump(hand, 2) << 2 | 2,
        worth_as_trump(hand, 3) << 2 | 3,
    )


def bid(v):
    """The lowest bid allowed, when the hand is worth it; a strong hand opens `spare` points below what it is worth.

    `safety` quarters are asked for on top of what a bid needs, and `partner` more where the high bid is partner's.
    """
    worth = v.params.base + (best_trump(v.hand) >> 2) - v.params.safety - select(v.high_bidder == 2, v.params.partner)
    limit = min(worth >> 2, highest(v.legal))
    lowest_call = lowest(v.legal & ~1)
    return select((lowest_call > 0) & (lowest_call <= limit), max(lowest_call, limit - v.params.spare))


def name_trump(v):
    """The suit that is worth most."""
    return best_trump(v.hand) & 3


def give(v):
    """The trumps go to partner, but fives, nines and tens stay to fall on the tops of a partner who declares."""
    stay = (v.declarer == 2) & (v.trumps & LOOSE != 0) & (v.trumps < JACK)
    return select(stay == 0, v.legal)


def low_cards(cards, number):
    """The lowest cards of a set, that many of them; all when there are no more."""
    code = nth(cards, number)
    return where(code < 0, cards, cards & (1 << (code & 63)) - 1)


def least(scoring):
    """Of trumps that score, the one that is missed least: the two, the jack, else the lowest."""
    two, jack = scoring & TWO, scoring & JACK
    return where(two != 0, two, where(jack != 0, jack, scoring & -scoring))


def discard(v):
    """Plain cards first, then the lowest trumps that score nothing; of those that score the two, then the jack."""
    free = v.legal & ~v.must
    number = v.need - count(v.must)
    blank = low_cards(free & ~SCORING, number)
    scoring = free & SCORING
    over = number - count(blank)  # never more than two, as there are eight trumps that score
    one = least(scoring)
    return v.must | blank | select(over > 0, one) | select(over > 1, least(scoring & ~one))


# Every rule of play below names the cards that come into question, and the lowest is played in the end. `where` and
# `select` instead of `if` keep the compiled loop free of branches: ten times as fast.


def below(trumps):
    """All trumps up to the highest of a set."""
    cards = trumps | trumps >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    return (cards | cards >> 8) & TRUMPS


def top(cards):
    """The highest card of a set of trumps as a set."""
    return cards & ~below(cards >> 1)


def throw(cards, beaten):
    """The trump that is missed least: the two, a small one; a five that may be caught before a top trump is spent."""
    fives, blank, jack, loose, ace = cards & FIVES & beaten, cards & BLANK, cards & JACK, cards & LOOSE, cards & ACE
    last = where(jack != 0, jack, where(loose != 0, loose, where(ace != 0, ace, cards)))
    choice = where(blank != 0, blank, last)
    choice = where((blank & beaten == 0) & (fives != 0), fives, choice)
    return where(cards & TWO != 0, TWO, choice)


def may_overtake(v, seat):
    """1 where an opponent who is still to play may hold a trump and be free to play it."""
    to_play = (v.active >> seat & 1) & (v.played[seat] & v.trick == 0)
    no_plain, no_trump = v.voids[seat] & 7 == 7, v.voids[seat] >> 3 & 1
    return to_play & where(v.led >= 48, 1 - no_trump, no_plain * 1)


def lead(v, trumps, beaten, loser):
    """Plain cards hold the lead at no risk, top trumps come last; a declaring partner is led to with what scores."""
    held = select((v.unseen & KING != 0) & (v.trick_no < 4), ACE)  # the ace waits for the king
    cash = top(trumps & ~beaten & ~held)
    own = where((v.legal & ~TRUMPS == 0) & (cash != 0), cash, loser)
    ace, loose = trumps & ACE, trumps & LOOSE
    serve = where(ace != 0, ace, where(loose != 0, top(loose), throw(trumps, beaten)))
    serving = (v.declarer == 2) & (v.unseen & KING != 0) & (trumps != 0)
    return where(serving, serve, own)


def follow(v, trumps, beaten, loser):
    """What scores is brought home on a trick that is ours; the ace is for the king, queen and jack bar the way."""
    winning = v.winning & TRUMPS
    partner = v.partner_winning & (v.best >= 48)
    behind = may_overtake(v, 1) + may_overtake(v, 3)
    ours = (behind == 0) | partner & (bit(v.best) & ~beaten != 0)
    ace_out, king_out = v.unseen & ACE != 0, v.unseen & KING != 0

    home = where(partner, trumps, winning)
    king, loose = home & select(ace_out, KING), home & LOOSE & beaten
    home = where(king != 0, king, top(loose))
    cheap = winning & ~select(king_out, ACE)
    cheap = where(cheap & BLANK != 0, cheap & BLANK, cheap)
    rich, very_rich = v.trick & (LOOSE | KING) != 0, v.trick & (NINE_TEN | KING) != 0
    take = where((partner == 0) & rich & (cheap != 0), cheap, loser)
    take = where(home != 0, home, take)

    bar, sure = top(winning & (QUEEN | JACK)), cheap & ~beaten
    risk = where((bar != 0) & (very_rich | partner & (v.led >= 48)), bar, loser)
    risk = where(very_rich & (sure != 0), sure, risk)
    risk = where((behind == 1) & (v.trick_no > 3) & (winning & king != 0), KING, risk)
    catch = (v.trick & KING != 0) | partner & (v.declarer == 2) & (v.position == 1)
    risk = where(catch & (winning & ACE != 0), ACE, risk)
    return where(ours, take, risk)


def play(v):
    """A card as a sound club player chooses it: the king, the tens and the fives are what the play is about."""
    trumps, plain = v.legal & TRUMPS, v.legal & ~TRUMPS
    beaten = below(v.unseen & TRUMPS)  # a trump that is not beaten is sure of its trick
    loser = where(plain != 0, bit(lowest_rank(plain)), throw(trumps, beaten))
    return lowest(where(v.position == 0, lead(v, trumps, beaten, loser), follow(v, trumps, beaten, loser)))
