"""What the shipped strategies of King Pedro share: the worth of a hand, the exchange, and the play of the cards.

The worth of a hand is the number of points that its side may expect to win as the declaring side, in whole points: two
for a trump, two more for a nine, ten, jack or queen, seventeen more for the king, three more for the ace and eight
beside the king, but one less for a five, which has to be brought home first; and `base` for what partner and the second
deal add. The figures round a least-squares fit to what declarers won when these strategies played a few hundred
thousand deals. Two are lower than the fit, since a player does not go without the king: an ace alone, and a suit with
neither, which counts half; it costs about a tenth of a point a deal.
"""

from simcards.strategy import EVERY, TRUMPS, bit, count, lowest, nth, select, where

# Trumps in play order: 2 3 4, the five of the other suit of the colour, 5 6 7 8 9 10 J Q K A.
TWO = 1 << 48
FIVES = 1 << 51 | 1 << 52
NINE_TEN = 1 << 56 | 1 << 57
JACK, QUEEN, KING, ACE = 1 << 58, 1 << 59, 1 << 60, 1 << 61
LOOSE = FIVES | NINE_TEN  # what the play is about, beside the king
COURT = KING | QUEEN | JACK
ACE_CODE = 61
SCORING = TWO | LOOSE | JACK | KING | ACE
BLANK = TRUMPS & ~SCORING & ~(1 << 62)


def count_by_fours(cards):
    """The numbers of cards in each sixteenth of a set, four bits each."""
    pairs = cards - (cards >> 1 & 0x5555 * EVERY)
    return (pairs & 0x3333 * EVERY) + (pairs >> 2 & 0x3333 * EVERY)


def worth_of_suits(hand):
    """Points that each suit as trump adds, side by side, sixteen bits a suit: all four at once are quick."""
    cards = count_by_fours(hand) + count_by_fours(hand & 0b1111 * EVERY << 7)
    cards = (cards & 0x0F0F * EVERY) + (cards >> 4 & 0x0F0F * EVERY)
    cards = (cards & 0x00FF * EVERY) + (cards >> 8 & 0x00FF * EVERY)
    fives, kings, aces = hand >> 3 & EVERY, hand >> 11 & EVERY, hand >> 12 & EVERY
    off_fives = (fives & 1) << 48 | (fives & 1 << 16) << 16 | (fives & 1 << 32) >> 16 | fives >> 48
    led_by = kings | aces
    worth = (cards << 1) + kings + (kings << 4) + aces * 3 + (kings & aces) * 5 + off_fives - fives
    return worth - (worth >> 1 & 0x7F * EVERY & ~((led_by << 7) - led_by))


def best_trump(hand):
    """Worth of the best trump suit times four, plus that suit."""
    worth = worth_of_suits(hand) << 2
    return max(worth & 0xFFFF, worth >> 16 & 0xFFFF | 1, worth >> 32 & 0xFFFF | 2, worth >> 48 | 3)


def bid(v):
    """The lowest bid allowed, when the hand is worth it; a strong hand opens `spare` points below what it is worth.

    `safety` points are asked for on top of what a bid needs, and `partner` more where the high bid is partner's.
    """
    worth = v.params.base + (best_trump(v.hand) >> 2) - v.params.safety - select(v.high_bidder == 2, v.params.partner)
    lowest_call = lowest(v.legal & ~1)
    opening = min(max(worth - v.params.spare, lowest_call, 1), 62)
    call = where(v.legal >> opening & 1 == 1, opening, lowest_call)
    return select((lowest_call > 0) & (lowest_call <= worth), call)


def name_trump(v):
    """The suit that is worth most."""
    return best_trump(v.hand) & 3


def give(v):
    """The trumps go to partner, but fives, nines and tens stay to fall on the tops of a partner who declares."""
    stay = (v.declarer == 2) & (v.trumps & LOOSE != 0) & (v.trumps < JACK)
    return select(stay == 0, v.legal)


def low_cards(cards, number):
    """The lowest cards of a set, that many of them; all when there are no more."""
    return cards & bit(nth(cards, number)) - 1


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


def top_loose(cards):
    """The highest of the nine, the ten and the fives in a set, as a set."""
    pair = where(cards & NINE_TEN != 0, cards & NINE_TEN, cards & FIVES)
    return pair & ~(pair >> 1)


def throw(cards, beaten):
    """The trump that is missed least: the two, a small one; a five that may be caught before a top trump is spent."""
    fives, blank, jack, loose, ace = cards & FIVES & beaten, cards & BLANK, cards & JACK, cards & LOOSE, cards & ACE
    last = where(jack != 0, jack, where(loose != 0, loose, where(ace != 0, ace, cards)))
    choice = where(blank != 0, blank, last)
    choice = where((blank & beaten == 0) & (fives != 0), fives, choice)
    return where(cards & TWO != 0, TWO, choice)


def left_may_beat(v):
    """Whether the left opponent is still to play, and may hold a trump and be free to play it; the right one never."""
    no_plain, no_trump = v.voids[1] & 7 == 7, v.voids[1] & 8 != 0
    return (v.to_play > 0) & (v.active & 2 != 0) & where(v.led >= 48, no_trump == 0, no_plain)


def lead(v, trumps, beaten, loser):
    """Two top trumps draw; a lone one waits behind plain cards; a declaring partner is led to with what scores."""
    held = select((v.unseen & KING != 0) & (v.trick_no < 4), ACE)  # the ace waits for the king
    sure = trumps & ~beaten & ~held
    now = (sure & sure - 1 != 0) | (v.legal & ~TRUMPS == 0)  # plain cards hold the lead at no risk
    force = select(trumps & COURT == COURT, QUEEN)  # the queen drives out the ace
    own = where(now & (sure != 0), top(sure), where((force != 0) & (v.legal & ~TRUMPS == 0), force, loser))
    ace, loose = trumps & ACE, trumps & LOOSE
    serve = where(ace != 0, ace, where(loose != 0, top_loose(loose), throw(trumps, beaten)))
    serving = (v.declarer == 2) & (v.unseen & KING != 0) & (trumps != 0)
    return where(serving, serve, own)


def follow(v, trumps, beaten, loser):
    """What scores is brought home on a trick that is ours; the ace is for the king, queen and jack bar the way."""
    winning = v.winning & TRUMPS
    partner = v.partner_winning & (v.best >= 48)
    behind = left_may_beat(v)
    ours = (behind == 0) | partner & (bit(v.best) & ~beaten != 0)
    ace_out, king_out = v.unseen & ACE != 0, v.unseen & KING != 0

    mine = where(partner, trumps, winning)
    king, loose = mine & select(ace_out, KING), mine & LOOSE & beaten
    home = where(king != 0, king, where(loose != 0, top_loose(loose), mine & select(v.best == ACE_CODE, KING)))
    cheap = winning & ~select(king_out, ACE)
    cheap = where(cheap & BLANK != 0, cheap & BLANK, cheap)
    rich, very_rich = v.trick & (LOOSE | KING) != 0, v.trick & (NINE_TEN | KING) != 0
    saves = (loser & LOOSE != 0) & (cheap & ~beaten == 0)
    take = where((partner == 0) & (rich | saves) & (cheap != 0), cheap, loser)
    take = where(home != 0, home, take)

    bar, sure = winning & (QUEEN | JACK), cheap & ~beaten
    bar &= ~(bar >> 1)
    second = v.trick & v.trick - 1 == 0
    risk = where((bar != 0) & (very_rich | (v.led >= 48) & (partner | (second == 0))), bar, loser)
    risk = where(very_rich & (sure != 0), sure, risk)
    risk = where((v.trick_no > 3) & (winning & king != 0), KING, risk)
    catch = (v.trick & KING != 0) | partner & (v.declarer == 2) & second
    risk = where(catch & (winning & ACE != 0), ACE, risk)
    return where(ours, take, risk)


def play(v):
    """A card as a sound club player chooses it: the king, the tens and the fives are what the play is about."""
    trumps, plain = v.legal & TRUMPS, v.legal & ~TRUMPS
    beaten = below(v.unseen & TRUMPS)  # a trump that is not beaten is sure of its trick
    loser = where(plain != 0, plain & -plain, throw(trumps, beaten))
    return lowest(where(v.led < 0, lead(v, trumps, beaten, loser), follow(v, trumps, beaten, loser)))
