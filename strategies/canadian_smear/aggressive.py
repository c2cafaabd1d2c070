"""Aggressive: basic that bids on three tenths of a point less than a bid needs. Origin: simcards."""

from simcards.strategy import Strategy

from .common import bid, name_trump, play

strategy = Strategy(
    game="canadian_smear",
    bid=bid,
    name_trump=name_trump,
    play=play,
    params={"safety": -30, "partner": 30, "one": 100, "two": 182, "three": 250, "four": 350, "shut_out": 315},
)
