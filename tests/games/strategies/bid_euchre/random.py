"""Random: any legal answer, each as likely as the others. Origin: for tests."""

from simcards.strategy import Strategy, count, nth


def any_legal(v):
    """One of the legal answers: the upper half of a random word scaled to their number."""
    return nth(v.legal, ((v.random >> 31) * count(v.legal)) >> 32)


strategy = Strategy(game="bid_euchre", bid=any_legal, name_trump=any_legal, play=any_legal)
