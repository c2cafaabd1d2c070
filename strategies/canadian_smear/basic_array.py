"""Basic for arrays: the same answers as `basic`, each field of a view a NumPy array over deals. Origin: simcards."""

import numpy as np

from simcards.strategy import (
    EVERY,
    LANE,
    TRUMPS,
    Strategy,
    bit,
    count,
    highest,
    lowest,
    lowest_rank,
    where,
)

from .common import ACES, CHAFF, COUNTING, HONOURS, JACK_OF_TRUMP, PLAIN, TENS, worth_as_trump


def best_trump(hand):
    """Worth of the best trump suit in hundredths times four, plus that suit."""
    return np.max([worth_as_trump(hand, suit) << 2 | suit for suit in range(4)], axis=0)


def bid(v):
    """The lowest bid allowed, when the hand is worth it; three at once to shut out those still to speak."""
    needs = v.params
    worth = 50 + (best_trump(v.hand) >> 2) + 9 * count(v.hand & EVERY << 12) + 5 * count(v.hand & EVERY << 11)
    worth = worth - needs.safety - where(v.high_bidder == 2, needs.partner, 0)
    enough = np.sum([worth >= least for least in (needs.one, needs.two, needs.three, needs.four)], axis=0)
    shut_out = (worth >= needs.shut_out) & (v.order < 3) & (v.legal >> 3 & 1 == 1)
    call = where(shut_out, 3, lowest(v.legal & ~1))
    return where((call > 0) & (call <= enough), call, 0)


def name_trump(v):
    """The suit that is worth most."""
    return best_trump(v.hand) & 3


def first(*choices):
    """Lane by lane the card of the first choice whose flag holds: (flag, card), (flag, card) … and a last card."""
    *conditional, card = choices
    for flag, choice in reversed(conditional):
        card = where(flag, choice, card)
    return card


def throw(cards):
    """The card that is missed least: a low plain one, then a small trump, then an honour, the jack of trump last."""
    chaff = cards & CHAFF
    rest = cards & ~COUNTING
    return first((chaff != 0, lowest_rank(chaff)), (rest != 0, lowest_rank(rest)), lowest(cards))


def feed(cards):
    """The card that counts most on a trick that is partner's: jack of trump, ten, plain king or ace."""
    return first(
        (cards & JACK_OF_TRUMP != 0, highest(JACK_OF_TRUMP)),
        (cards & TENS != 0, lowest(cards & TENS)),
        (cards & HONOURS != 0, lowest_rank(cards & HONOURS)),
        throw(cards),
    )


def lead(v):
    """Two rounds of the top trump; it then waits for a catch, and the last three tricks cash what is high."""
    top = highest(v.trumps)
    aces, honours = v.legal & ACES, v.legal & HONOURS
    late = v.trick_no > 2
    return first(
        ((v.trumps != 0) & (v.trick_no != 2) & (v.unseen & TRUMPS & -bit(top) == 0), top),
        ((aces != 0) & late, lowest(aces)),
        ((honours != 0) & late, lowest(honours)),
        throw(v.legal),
    )


def play_last(v):
    """Partner's trick is fed; an opponent's is taken with the jack, a ten, a plain card, or by ruffing a ten."""
    win = v.winning
    ten = win & TENS & LANE << (v.led & 48)
    wanted = v.trick & (COUNTING | where(v.led >= 48, HONOURS, 0))
    return first(
        (v.partner_winning, feed(v.legal)),
        (win & JACK_OF_TRUMP != 0, highest(JACK_OF_TRUMP)),
        (ten != 0, highest(ten)),
        ((win & PLAIN != 0) | ((win != 0) & (wanted != 0)), lowest(win)),
        throw(v.legal),
    )


def play_between(v):
    """What second and third hand play."""
    unseen_trumps = v.unseen & TRUMPS
    best = bit(v.best)
    partner_sure = (best & TRUMPS != 0) & (unseen_trumps & -best == 0) | (best & ACES != 0) & (v.to_play == 1)
    aces, honours = v.winning & ACES, v.winning & HONOURS
    trumps = v.winning & TRUMPS
    fight = (trumps != 0) & (v.trick & COUNTING != 0)
    small = trumps & ~COUNTING
    plain = v.winning & PLAIN & ~TENS
    return first(
        (v.partner_winning & partner_sure, feed(v.legal)),
        (v.partner_winning & (aces != 0), lowest(aces)),
        (v.partner_winning, throw(v.legal)),
        (fight & (unseen_trumps & -bit(highest(trumps)) == 0), highest(trumps)),
        (fight & (small != 0) & (v.led < 48), lowest(small)),
        (honours != 0, highest(honours)),
        ((plain != 0) & (v.position == 2), highest(plain)),
        throw(v.legal),
    )


def play(v):
    """A card as a sound club player chooses it: tens and the jack of trump are what the play is about."""
    return first((v.position == 0, lead(v)), (v.to_play == 0, play_last(v)), play_between(v))


strategy = Strategy(
    game="canadian_smear",
    bid=bid,
    name_trump=name_trump,
    play=play,
    params={"safety": 0, "partner": 30, "one": 100, "two": 182, "three": 250, "four": 350, "shut_out": 315},
    kind="array",
)
