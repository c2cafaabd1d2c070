"""Aggressive: basic that bids on four points less than a bid needs. Origin: simcards."""

from simcards.strategy import Strategy

from .common import bid, discard, give, name_trump, play

strategy = Strategy(
    game="king_pedro",
    bid=bid,
    name_trump=name_trump,
    discard=discard,
    give=give,
    play=play,
    params={"base": 17, "safety": -4, "partner": 8, "spare": 12},
)
