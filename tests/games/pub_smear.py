"""Pub Smear: Canadian Smear to 11, with bids from 1, Low to whoever wins it, and a ten worth 11. Origin: for tests."""

from simcards.games.game import find_game
from simcards.games.variant import variant

game = variant(
    find_game("canadian_smear"),
    name="pub_smear",
    title="Pub Smear",
    source="our pub",
    rules={"target": 11, "bid_min": 1, "low_to": "winner", "values": {"10": 11}},
)
