"""Random: any legal answer, each as likely as the others. Origin: simcards."""

from simcards.strategy import Strategy, count, mix, nth, where


def word(v):
    """The random word of this decision; each `salt` gives other ones."""
    salt = v.params.salt
    return where(salt == 0, v.random, mix(v.random, salt))


def any_legal(v):
    """One of the legal answers: the upper half of a random word scaled to their number."""
    return nth(v.legal, ((word(v) >> 31) * count(v.legal)) >> 32)


strategy = Strategy(game="cutthroat_pitch", bid=any_legal, name_trump=any_legal, play=any_legal, params={"salt": 0})
