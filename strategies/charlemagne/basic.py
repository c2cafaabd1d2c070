"""Basic: bids what the hand may expect to win and plays as a sound club player does. Origin: simcards."""

from simcards.strategy import Strategy

from .common import bid, choose, discard, give, name_trump, play

strategy = Strategy(
    game="charlemagne",
    bid=bid,
    name_trump=name_trump,
    discard=discard,
    give=give,
    choose=choose,
    play=play,
    params={
        "safety": 0,
        "first": 20,
        "step": 88,
        "spare": 50,
        "partner": 10,
        "charlemagne": 700,
        "gros_charlemagne": 755,
        "last": 40,
        "caution": 0,
        "partner_mulot": 2,
        "mulot": 14,
        "gros_mulot": 8,
    },
)
