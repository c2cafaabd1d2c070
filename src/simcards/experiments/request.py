"""Requests: what is asked of a run, checked before anything is played."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcards.engine.table import Table
from simcards.errors import UsageError
from simcards.games.game import Game, find_game
from simcards.games.options import Rules
from simcards.randomness import MAX_SEED
from simcards.strategy.texts import LoadedStrategy, load

DEALS, SEED, PATIENCE = 1_000_000, 1, 60.0
MOST_DEALS = 1 << 53
MOST_JOBS = 1024


@dataclass(frozen=True)
class Request:
    """A run that was checked: everything in it exists and has a value that can be."""

    game: Game
    game_name: str
    rules: Rules
    given: tuple[str, ...]
    strategies: tuple[LoadedStrategy, ...]
    deals: int
    seed: int
    jobs: int
    matches: bool = False  # whether `deals` are matches

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the strategies."""
        return tuple(strategy.text for strategy in self.strategies)

    @property
    def notes(self) -> list[str]:
        """What is to be told about the strategies, each once."""
        return list(dict.fromkeys(note for strategy in self.strategies for note in strategy.notes))


def checked_request(
    game: str | Game,
    strategies: str | Sequence[str],
    *,
    deals: float | None = None,
    seed: int = SEED,
    jobs: int | None = None,
    rules: Rules | Mapping[str, Any] | None = None,
    workspace: Path | None = None,
) -> Request:
    """The run that is asked for, with its strategies loaded; `UsageError` for what cannot be."""
    declared = find_game(game) if isinstance(game, str) else game
    in_force = rules if isinstance(rules, Rules) else declared.book.rules(rules)
    found = declared.under(in_force)
    texts = [strategies] if isinstance(strategies, str | Path) else list(strategies)
    if not 1 <= len(texts) <= found.seats:
        raise UsageError(f"{found.name} takes 1 to {found.seats} strategies, one a seat at most, not {len(texts)}")
    return Request(
        game=found,
        game_name=game if isinstance(game, str) else _findable(declared),
        rules=in_force,
        given=tuple(str(text) for text in texts),
        strategies=tuple(load(text, found, workspace) for text in texts),
        deals=whole("deals", DEALS if deals is None else deals, 1, MOST_DEALS),
        seed=whole("seed", seed, 0, MAX_SEED),
        jobs=whole("jobs", default_jobs() if jobs is None else jobs, 1, MOST_JOBS),
    )


def _findable(game: Game) -> str:
    """The name of a game, when another process finds the same one by it."""
    if game.file:
        return game.file
    try:
        return game.name if find_game(game.name) is game.declared else ""
    except UsageError:
        return ""


def default_jobs() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def whole(name: str, value: object, least: int, most: int) -> int:
    """A whole number between two bounds; 1e6 is one, True and 1.5 are not."""
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and least <= value <= most
        and value == int(value)
    ):
        return int(value)
    raise UsageError(f"{name} must be a whole number from {least} to {most}, not {value!r}")


def not_compiled_notes(table: Table) -> list[str]:
    """A line for each scalar strategy that runs as plain Python."""
    return [f"{what} runs as plain Python, slowly: {reason}" for what, reason in table.reasons.items()]
