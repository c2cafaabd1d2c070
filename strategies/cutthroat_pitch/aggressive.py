"""Aggressive: basic that bids on three tenths of a point less than a bid needs. Origin: simcards."""

from simcards.strategy import Strategy

from .common import bid, name_trump, play

strategy = Strategy(
    game="cutthroat_pitch",
    bid=bid,
    name_trump=name_trump,
    play=play,
    params={"safety": -30, "two": 175, "three": 250, "four": 340},
)
