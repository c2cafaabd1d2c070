"""Basic: bids what the hand may expect to win and plays as a sound club player does. Origin: simcards."""

from simcards.strategy import Strategy

from .common import bid, name_trump, play

strategy = Strategy(
    game="hasenpfeffer",
    bid=bid,
    name_trump=name_trump,
    play=play,
    params={"safety": 0, "partner": 35, "first": 175, "step": 50, "spare": 60},
)
