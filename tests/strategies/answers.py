"""Shipped strategies, loaded as a run loads them, and what they answer in a position."""

import random
from pathlib import Path
from typing import Any

import numpy as np

from simcards import simulate
from simcards.cli.records import table_of
from simcards.engine.records import write
from simcards.games.game import find_game
from simcards.strategy import Strategy
from simcards.strategy.loading import load_file
from simcards.strategy.sources import read_folder
from tests.strategies.position import Game, Position, view_of

SHIPPED = Path(__file__).parents[2] / "strategies"


def shipped(game: Game, name: str) -> Strategy:
    """The shipped strategy of that name."""
    return load_file(read_folder(SHIPPED / game.name), f"{name}.py", f"strategies/{game.name}/{name}.py").strategy


def answer(game: Game, strategy: Strategy, position: Position) -> tuple[int, int]:
    """The legal answers (a set) in a position, and the strategy's answer."""
    view = view_of(game, position, strategy.params)
    rules = find_game(game.name)
    view.layout = rules.deck(rules.book.rules()).layout  # what `as_trump` reads; no strategy does
    legal = view.legal
    if strategy.kind == "array":
        for field, value in vars(view).items():
            if field not in ("params", "layout"):
                setattr(view, field, as_arrays(value))
    given = getattr(strategy, position.decision)(view)
    return legal, int(np.ravel(given)[0])


def as_arrays(value: object) -> object:
    """A field of a view for a single lane: an array of one, or a tuple of them."""
    return tuple(as_arrays(entry) for entry in value) if isinstance(value, tuple) else np.array([value])


def first_calls(game: Game, name: str, hands: int) -> list[int]:
    """What the eldest says with each of some random hands, the same ones for every strategy."""
    strategy = shipped(game, name)
    cards = random.Random(20)
    positions = (
        Position(says="", hand=" ".join(cards.sample(game.pack, 6)), answers="", decision="bid") for _ in range(hands)
    )
    return [answer(game, strategy, position)[1] for position in positions]


def margins(game: str, a: str, b: str, deals: int) -> list[dict[str, Any]]:
    """The row of side 0 when `a` sits there, and when `b` does, on the same deals."""
    return [simulate(game, pair, deals=deals, seed=9, jobs=1).rows("sides")[0] for pair in ([a, b], [b, a])]


def played(game: str, texts: list[str], deals: int) -> list[tuple[Any, Any]]:
    """The auction and the tricks of every deal."""
    request, table = table_of(game, texts, 8, None, None, quiet=True)
    records = write(request.game, request.rules, request.texts, table, 8, 0, deals)
    return [(record["auction"], record["tricks"]) for record in records]
