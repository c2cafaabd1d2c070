"""Random: any legal answer, each as likely as the others. Origin: simcards."""

from simcards.strategy import Strategy, bit, count, mix, nth, select, where


def word(v):
    """The random word of this decision; each `salt` gives other ones."""
    salt = v.params.salt
    return where(salt == 0, v.random, mix(v.random, salt))


def one_of(cards, drawn):
    """The code of one card of a set: the upper half of a random word scaled to their number."""
    return nth(cards, ((drawn >> 31) * count(cards)) >> 32)


def any_legal(v):
    """One of the legal answers."""
    return one_of(v.legal, word(v))


def any_set(v):
    """Every card that has to go, and others drawn one by one: three at most are laid away, one is given."""
    cards = v.must
    for k in range(3):
        cards |= select(count(cards) < v.need, bit(one_of(v.legal & ~cards, mix(word(v), k))))
    return cards


strategy = Strategy(
    game="charlemagne",
    bid=any_legal,
    name_trump=any_legal,
    discard=any_set,
    give=any_set,
    choose=any_legal,
    play=any_legal,
    params={"salt": 0},
)
