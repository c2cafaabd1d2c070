"""Basic: bids what the hand may expect to win and plays as a sound club player does. Origin: simcards."""

from simcards.strategy import Strategy

from .common import bid, name_trump, play

strategy = Strategy(
    game="cutthroat_pitch",
    bid=bid,
    name_trump=name_trump,
    play=play,
    params={"safety": 0, "two": 175, "three": 250, "four": 340},
)
