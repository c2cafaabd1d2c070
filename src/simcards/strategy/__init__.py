"""The plug-in contract: what a strategy file imports, and how strategies are found, loaded and checked."""

from simcards.cards.order import as_trump
from simcards.cards.sets import (
    CLUBS,
    DIAMONDS,
    EVERY,
    HEARTS,
    LANE,
    NO_TRUMP,
    SPADES,
    TRUMPS,
    at,
    bit,
    count,
    highest,
    highest_rank,
    lowest,
    lowest_rank,
    nth,
    select,
    where,
)
from simcards.randomness import mix
from simcards.strategy.strategy import Strategy

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "EVERY",
    "HEARTS",
    "LANE",
    "NO_TRUMP",
    "SPADES",
    "TRUMPS",
    "Strategy",
    "as_trump",
    "at",
    "bit",
    "count",
    "highest",
    "highest_rank",
    "lowest",
    "lowest_rank",
    "mix",
    "nth",
    "select",
    "where",
]
