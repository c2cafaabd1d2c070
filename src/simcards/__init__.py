"""simcards plays millions of deals of bidding card games with plug-in strategies and tells what happened.

    results = simcards.simulate("canadian_smear", ["basic", "cautious"], deals=1_000_000)
    results["bids"]          # a polars frame; results.to_pandas() gives pandas ones

Everything is imported when it is first used: `import simcards` itself costs next to nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcards.errors import RecordError, SimcardsError, StoppedError, StrategyError, UsageError
    from simcards.experiments.results import Results, read_results
    from simcards.games.game import find_game, games
    from simcards.library import advise, bid, compare, deals, simulate, tournament
    from simcards.strategy.strategy import Strategy

_HOMES = {
    "advise": "simcards.library",
    "bid": "simcards.library",
    "simulate": "simcards.library",
    "compare": "simcards.library",
    "deals": "simcards.library",
    "tournament": "simcards.library",
    "read_results": "simcards.experiments.results",
    "Results": "simcards.experiments.results",
    "games": "simcards.games.game",
    "find_game": "simcards.games.game",
    "Strategy": "simcards.strategy.strategy",
    "SimcardsError": "simcards.errors",
    "UsageError": "simcards.errors",
    "StrategyError": "simcards.errors",
    "RecordError": "simcards.errors",
    "StoppedError": "simcards.errors",
}

__all__ = [
    "RecordError",
    "Results",
    "SimcardsError",
    "StoppedError",
    "Strategy",
    "StrategyError",
    "UsageError",
    "advise",
    "bid",
    "compare",
    "deals",
    "find_game",
    "games",
    "read_results",
    "simulate",
    "tournament",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415  # it reads files

        return version("simcards")
    if name not in _HOMES:
        raise AttributeError(f"module 'simcards' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, "__version__"])
