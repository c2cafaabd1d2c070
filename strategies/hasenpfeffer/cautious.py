"""Cautious: basic that wants four tenths of a trick more than a bid needs. Origin: simcards."""

from simcards.strategy import Strategy

from .common import bid, name_trump, play

strategy = Strategy(
    game="hasenpfeffer",
    bid=bid,
    name_trump=name_trump,
    play=play,
    params={"safety": 40, "partner": 35, "first": 175, "step": 50, "spare": 60},
)
