"""Random: any legal answer, each as likely as the others. Origin: simcards."""

from simcards.strategy import Strategy, bit, count, mix, nth, select


def one_of(cards, word):
    """The code of one card of a set: the upper half of a random word scaled to their number."""
    return nth(cards, ((word >> 31) * count(cards)) >> 32)


def any_legal(v):
    """One of the legal answers."""
    return one_of(v.legal, v.random)


def any_set(v):
    """Every card that has to go, and others drawn one by one: three at most are laid away, one is given."""
    cards = v.must
    for k in range(3):
        cards |= select(count(cards) < v.need, bit(one_of(v.legal & ~cards, mix(v.random, k))))
    return cards


strategy = Strategy(
    game="charlemagne",
    bid=any_legal,
    name_trump=any_legal,
    discard=any_set,
    give=any_set,
    choose=any_legal,
    play=any_legal,
)
