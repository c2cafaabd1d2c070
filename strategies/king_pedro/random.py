"""Random: any legal answer, each as likely as the others. Origin: simcards."""

from simcards.strategy import Strategy, bit, count, mix, nth, select, where


def word(v):
    """The random word of this decision; each `salt` gives other ones."""
    salt = v.params.salt
    return where(salt == 0, v.random, mix(v.random, salt))


def part(drawn, number):
    """A whole number below `number`: the upper half of a random word scaled to it."""
    return ((drawn >> 31) * number) >> 32


def any_legal(v):
    """One of the legal answers."""
    return nth(v.legal, part(word(v), count(v.legal)))


def discard(v):
    """What must go, and of what may go as many cards as are needed, drawn one after the other."""
    chosen = v.must
    for draw in range(9):  # fifteen cards at most, six stay
        left = v.legal & ~chosen
        drawn = bit(nth(left, part(mix(word(v), draw), count(left))))
        chosen |= select(count(chosen) < v.need, drawn)
    return chosen


def give(v):
    """All trumps or none, half of the time each."""
    return select(word(v) >> 62 == 1, v.legal)


strategy = Strategy(
    game="king_pedro",
    bid=any_legal,
    name_trump=any_legal,
    discard=discard,
    give=give,
    play=any_legal,
    params={"salt": 0},
)
