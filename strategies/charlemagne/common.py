"""What the shipped strategies of Charlemagne share: the worth of a hand, the exchange, and the play of the cards.

The worth of a hand is the number of tricks that its side may expect to take as the declaring side, in hundredths: a
least-squares fit, rounded to sums of two powers of two, to the tricks that declarers took when these strategies played
400,000 deals. A player would say: three tricks from kitty and partner, a third of one for every trump, a whole one more
for the big joker and nearly one for the little one, half for a side ace.

The risk of a Mulot counts, in each suit, the ranks by which the lowest card lies above the eight, three times, and
those of the second-lowest card once: a logistic fit to the same deals has these two weights in that ratio.

The four suits are looked at all at once: sums and differences of sets stay inside their lanes as long as the slot above
the ace is free. `where` and `select` instead of `if`, and few calls, keep the compiled loops free of branches and quick
to compile.
"""

from simcards.strategy import EVERY, LANE, TRUMPS, bit, count, highest, highest_rank, lowest, lowest_rank, select, where

BIG_JOKER, LITTLE_JOKER = 1 << 62, 1 << 61
JOKERS = BIG_JOKER | LITTLE_JOKER
SUITS = 0x1FE0 * EVERY  # seven to ace of every suit, slots 5 to 12
ACES, KINGS, JACKS = EVERY << 12, EVERY << 11, EVERY << 9
TENS_AND_UP, JACKS_AND_UP, QUEENS_AND_UP = 0x1F00 * EVERY, 0x1E00 * EVERY, 0x1C00 * EVERY
TOP_TRUMPS = 0x7800 << 48  # in play order: jokers and jacks
ACE_OF_TRUMP = 1 << 58
MULOT, CHARLEMAGNE, GROS_MULOT, GROS_CHARLEMAGNE = 9, 10, 11, 12

UNIT, END = EVERY << 5, EVERY << 13  # the lowest of these slots, and the one above them


def lanes_of(suits):
    """Seven to ace of each lane in which the set has one of them."""
    found = suits + SUITS & END
    return found - (found >> 8)


def without_lowest(suits):
    """The cards of the suits without the lowest of each lane."""
    marked = suits | END
    return marked & marked - UNIT & SUITS


def below_lowest(suits):
    """The ranks below the lowest card of each lane that has a card."""
    return (suits | END) - UNIT & ~suits & lanes_of(suits)


def counted(suits):
    """The number of cards of each lane, at its foot."""
    n = (suits >> 5 & 0x55 * EVERY) + (suits >> 6 & 0x55 * EVERY)
    n = (n & 0x33 * EVERY) + (n >> 2 & 0x33 * EVERY)
    return n + (n >> 4) & 0xF * EVERY


def above(suits):
    """The cards of the suits that beat some card of the set in their own lane; no shift reaches bit 63."""
    higher = suits << 1
    higher |= higher << 1
    higher |= (higher & SUITS) << 2
    return (higher | (higher & 0x7E0 * EVERY) << 3) & SUITS


def beaten_by(cards):
    """The cards that some card of the set beats in its own lane.

    Seven slots down, from the ace to the seven, and no further: a small trump must not seem to beat another suit's ace.
    """
    lower = cards >> 1
    lower |= lower >> 1
    lower |= lower >> 2
    return lower | lower >> 3


# ---- the auction -----------------------------------------------------------------------------------------------------


def best_suit(hand, card, jack, mate, ace, king):
    """The highest worth of a suit as trump, times four, plus that suit.

    Every trump counts `card`; the suit's jack, ace and king count so much more, and `mate` counts the other jack of its
    colour. (An ace or a king is worth something as a plain card too: there more is less.)
    """
    jacks = hand >> 9 & EVERY
    mates = jacks >> 48 | jacks >> 16 & 1 << 16 | (jacks & 1 << 16) << 16 | (jacks & 1) << 48
    worth = (
        card * counted(hand) + jack * jacks + mate * mates + ace * (hand >> 12 & EVERY) + king * (hand >> 11 & EVERY)
    )
    return max(
        (worth & LANE) << 2,
        (worth >> 16 & LANE) << 2 | 1,
        (worth >> 32 & LANE) << 2 | 2,
        worth >> 48 << 2 | 3,
    )


def worth_of(hand):
    """Expected tricks in hundredths, with the best trump suit, kitty and partner's help."""
    trumps = best_suit(hand, 36, 28, 56, -32, -12) >> 2
    jokers = select(hand & BIG_JOKER, 126) + select(hand & LITTLE_JOKER, 108)
    return 314 + trumps + jokers + 48 * count(hand & ACES) + 12 * count(hand & KINGS)


def best_trump(hand):
    """The suit that is worth most as trump when all cards are known that it can be chosen from."""
    return best_suit(hand, 64, 32, 80, -48, -8) & 3


def risk_of(hand):
    """How much stands in the way of a Mulot, 0 for a hand that can hardly win a trick; more than any with a joker."""
    suits = hand & SUITS
    ranks, second_ranks = below_lowest(suits) & 0x7C0 * EVERY, below_lowest(without_lowest(suits)) & 0xFC0 * EVERY
    return 3 * count(ranks) + count(second_ranks) + select(hand & JOKERS, 99)


def bid(v):
    """The dearest bid alone that the hand is worth, else the lowest bid in tricks, or more before others speak.

    A bid of n tricks takes a worth of `first` + n · `step`; before others speak the hand bids what it makes with
    `spare` in hand. `safety` is asked for on top of what a bid needs, `partner` more where the high bid is partner's,
    and `last` more of the dealer for a bid alone, whom nobody can outbid. A Mulot is bid up to a risk, less by
    `caution`, and by `partner_mulot` over partner's bid. Nobody needs a gros who wins the match without.
    """
    needs = v.params
    over_partner, dealing = v.high_bidder == 2, v.order == 3
    worth = worth_of(v.hand) - needs.safety - select(over_partner, needs.partner)
    lowest_call = lowest(v.legal & ~1)
    easy = worth - needs.first - needs.spare
    spared = (easy >= 5 * needs.step) + (easy >= 6 * needs.step) + (easy >= 7 * needs.step) + (easy >= 8 * needs.step)
    call = max(lowest_call, select((dealing == 0) & (spared > 0), 4 + spared))
    enough = (lowest_call > 0) & (lowest_call < MULOT) & (worth >= needs.first + needs.step * lowest_call)

    worth -= select(dealing, needs.last)
    risk = risk_of(v.hand) + needs.caution + select(over_partner, needs.partner_mulot)
    alone = select(risk <= needs.mulot, 1 << MULOT) | select(worth >= needs.charlemagne, 1 << CHARLEMAGNE)
    gros = select(risk <= needs.gros_mulot, 1 << GROS_MULOT)
    gros |= select(worth >= needs.gros_charlemagne, 1 << GROS_CHARLEMAGNE)
    alone |= select(v.score_us + 15 < v.target, gros)
    return max(select(enough, call), highest(alone & v.legal))


def name_trump(v):
    """The suit that is worth most."""
    return best_trump(v.hand)


# ---- the exchange ----------------------------------------------------------------------------------------------------


def trumps_with(suit):
    """The trumps in suit order, when that suit is trump: its cards, the other jack of its colour, the jokers."""
    return LANE << (suit << 4) & SUITS | 1 << 57 - (suit << 4) | JOKERS


def least(cards, trumps, masters, alone):
    """The card that is missed least: a lone low one, one of two, the lowest; then masters and trumps.

    In a contract in tricks a suit is emptied to ruff it; who plays alone has no use for that.
    """
    plain = cards & ~trumps
    loose = plain & ~masters
    second = without_lowest(plain)
    several, many = lanes_of(second), lanes_of(without_lowest(second))
    single, pair = loose & ~several, loose & several & ~many & ~lanes_of(plain & masters)
    short = select(alone == 0, where(single != 0, single, pair))
    rest = where(loose != 0, loose, where(plain != 0, plain, cards))
    return bit(lowest_rank(where(short != 0, short, rest)))


def discard(v):
    """What is missed least with the best suit, or the suit named, as trump; three cards at most."""
    trumps = where(v.trump < 0, trumps_with(best_trump(v.hand)), TRUMPS)
    masters = v.hand & ~beaten_by(SUITS & ~v.hand & ~trumps)
    alone = v.bid > 8
    first = least(v.hand, trumps, masters, alone)
    second = select(v.need > 1, least(v.hand & ~first, trumps, masters, alone))
    third = select(v.need > 2, least(v.hand & ~(first | second), trumps, masters, alone))
    return first | second | third


def give(v):
    """The best card: a joker (with trump named a jack of trump too), an ace, any trump, a jack, the highest."""
    top = v.hand & (JOKERS | v.trump_mask & TOP_TRUMPS)
    aces = v.hand & ~v.trump_mask & ACES | v.hand & v.trump_mask & ACE_OF_TRUMP
    jacks = v.hand & JACKS
    rest = where(v.trumps != 0, v.trumps, where(jacks != 0, jacks, bit(highest_rank(v.hand))))
    return bit(highest(where(top != 0, top, where(aces != 0, aces, rest))))


def choose(v):
    """Partner's card: the best of eight is better than any two."""
    return 1


# ---- the play --------------------------------------------------------------------------------------------------------
#
# Every rule of play below names the cards that come into question, and of these the one of lowest rank is played, or
# that of highest where a flag says so. `second` holds the plain cards without the lowest of each lane, and `several`
# all cards of the lanes where there are two or more.


def throw(v, beaten, several, second):
    """The cards that are missed least: low ones that stand alone (to ruff later), then others without guarded kings."""
    plain = v.legal & ~v.trump_mask
    loose = plain & beaten
    single = select((v.bid < MULOT) & (v.trumps != 0), loose & ~several)
    free = loose & lanes_of(second ^ KINGS) & ~KINGS  # not of a king and one card
    rest = where(free != 0, free, where(loose != 0, loose, where(plain != 0, plain, v.legal)))
    return where(single != 0, single, rest)


def lead(v, beaten, loser):
    """Trumps for the declaring side while others have any, from the top if that wins; then aces and other masters.

    Who plays alone leads the highest trump in any case, and all his trumps before he cashes an ace.
    """
    alone = v.bid > 8
    out = v.unseen & v.trump_mask
    sure = v.trumps > out  # trumps are the highest codes: the highest of all is mine
    draw = where(sure | alone, bit(highest(v.trumps)), v.trumps)
    worthwhile = sure | alone | (v.declarer == 2) | (out & out - 1 != 0)
    draw = select(v.declaring & worthwhile & ((out != 0) | alone & sure), draw)
    masters = v.hand & ~v.trump_mask & ~beaten
    cash = where(masters & ACES != 0, masters & ACES, where(masters != 0, masters, loser))
    return where(draw != 0, draw, cash)


def follow(v, sure, in_suit, beatable, third):
    """Partner's sure trick is left alone; last hand and a ruff win cheaply; third hand plays high, second a master.

    A second hand that defends does not ruff a card which partner may beat; and any trick of a declarer who plays alone
    is worth taking. Empty where no trick is wanted.
    """
    ruff = (in_suit == 0) & ((v.to_play != 2) | v.declaring | (beatable == 0))
    take = where((v.to_play == 0) | (v.bid > 8) | ruff, v.winning, where(third, in_suit, sure))
    overtake = select((v.to_play > 0) & beatable, where(in_suit != 0, sure, v.winning))
    return where(v.partner_winning, overtake, take)


def lead_mulot(v, several, second):
    """The declarer brings out the big joker, else gets rid of a lone card or of one of two, none above ten and jack.

    A defender leads low in a suit that the declarer is likely to hold, best one in which the other defender is void and
    has no joker to play.
    """
    suits = v.hand & SUITS
    single = suits & ~JACKS_AND_UP & ~several
    pair = suits & ~QUEENS_AND_UP & several & ~lanes_of(without_lowest(second))
    joker = v.hand & LITTLE_JOKER
    escape = where(joker != 0, joker, where(single != 0, single, where(pair != 0, pair, suits)))

    shown = where(v.declarer == 1, v.voids[1], v.voids[3]) & 0b1111
    held = suits & ~((shown | shown << 15 | shown << 30 | shown << 45) & EVERY) * LANE
    other = select((v.voids[2] & 0b10000 != 0) | (v.unseen & JOKERS == 0), v.voids[2] & 0b1111)
    other = held & ((other | other << 15 | other << 30 | other << 45) & EVERY) * LANE
    number = counted(v.unseen)
    likely = held & ((number >> 2 | number >> 3) & EVERY) * LANE  # four cards unseen
    low = where(other != 0, other, where(likely != 0, likely, where(held != 0, held, suits)))
    chosen = where(v.declarer == 0, escape, low)
    return where(chosen != 0, chosen, v.hand)


def killing(v):
    """The cards that an open hand has to beat if it follows suit: below all that lie open of their suit."""
    opened = v.exposed & SUITS
    return v.hand & lanes_of(opened) & ~above(opened)


def strip(v, low):
    """What to lead to an open hand that has to beat nothing yet: a joker, else low where it has a card to lose."""
    danger = v.hand & lanes_of(v.exposed & TENS_AND_UP)
    jokers = v.hand & JOKERS
    return where(jokers != 0, jokers, where(danger != 0, danger, low))


def follow_mulot(v, several, second, duck):
    """The declarer stays below the best card, or throws the card that is hardest to lose; so do defenders below him.

    Hardest to lose is a high card that stands alone, then one of a suit with fewer than two cards up to the ten. Empty
    where the trick has to be won, or may be.
    """
    high = duck & TENS_AND_UP
    alone, uncovered = high & ~several, high & ~lanes_of(second & ~JACKS_AND_UP)
    thrown = where(alone != 0, alone, where(uncovered != 0, uncovered, duck))
    return where(v.declarer == 0, thrown, select(v.best_seat == v.declarer, duck))


def play(v):
    """A card as a sound club player chooses it."""
    mulot, mine, leading = v.trump == 4, v.declarer == 0, v.led < 0
    beaten = beaten_by(v.unseen)
    second = without_lowest(v.hand & ~v.trump_mask)
    several = lanes_of(second)
    loser = throw(v, beaten, several, second)
    kill = killing(v)
    low = lead_mulot(v, several, second)
    leads = where(v.exposed != 0, where(kill != 0, kill, strip(v, low)), low)
    leads = where(mulot, leads, lead(v, beaten, loser))

    led = LANE << (v.led & 48)
    duck, in_suit = v.legal & ~v.winning, v.winning & led
    sure = in_suit & ~beaten
    beatable = bit(v.best) & beaten != 0
    third = (v.to_play == 1) & (sure == 0) & (in_suit != 0)
    follows = where(mulot, follow_mulot(v, several, second, duck), follow(v, sure, in_suit, beatable, third))
    follows = where(follows != 0, follows, where(mulot, v.legal, loser))

    # In a Mulot low goes the declarer when he has to win, and a defender in whose suit he has yet to play.
    before = (v.to_play == 1) & (v.declarer == 1) & (v.legal & led != 0)
    high_mulot = where(mine, duck != 0, before == 0)
    high = where(mulot, high_mulot, third & (v.bid < MULOT) & (v.partner_winning == 0))
    high = where(leading, kill != 0, high)
    cards = where(leading, leads, follows)

    slots = cards | cards >> 32
    slots = (slots | slots >> 16) & LANE
    below = slots >> 1
    below |= below >> 1
    below |= below >> 2
    below |= below >> 4
    slot = where(high, slots & ~below, slots & -slots)
    slot |= slot << 16
    return lowest(cards & (slot | slot << 32))
