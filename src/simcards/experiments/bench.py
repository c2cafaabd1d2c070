"""Rates of play on this machine, and what a decision costs."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from simcards.engine.table import Table
from simcards.experiments.ledger import DealLedger
from simcards.experiments.request import checked_request, default_jobs
from simcards.experiments.runner import Progress, Run, play, prepare
from simcards.experiments.tasks import ARRAY, LANES, PLAIN, TASK_DEALS, way_of
from simcards.games.game import Game
from simcards.strategy.check.costs import decision_costs as costs_at
from simcards.strategy.discovery import find_strategies

MOST_DEALS = 1 << 30


@dataclass(frozen=True)
class Rate:
    """Deals a second of one strategy at the table, with one worker and with all."""

    game: str
    strategy: str
    kind: str
    one: float
    workers: int
    all: float

    def as_dict(self) -> dict[str, Any]:
        """The rate for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Cost:
    """Nanoseconds a deal of one decision's loop, its legality check included; None for one that was never asked."""

    game: str
    strategy: str
    kind: str
    decision: str
    nanoseconds: float | None

    def as_dict(self) -> dict[str, Any]:
        """The cost for JSON."""
        return asdict(self)


def candidates(game: Game, workspace: Path | None = None) -> list[str]:
    """The names of the strategies that are found for a game and can be used, compiled ones first."""
    order = {"scalar": 0, "array": 1, "python": 2}
    found = [one for one in find_strategies(game, workspace) if not one.problem and not one.note]
    return [one.name for one in sorted(found, key=lambda one: (order[one.kind], one.name))]


def _table(game: Game, text: str, workspace: Path | None) -> tuple[Table, str]:
    request = checked_request(game, [text], workspace=workspace)
    table = Table(game, request.rules, [request.strategies[0].player])
    prepare([table], _silent, 1)
    kinds = {decider.kind for decider in request.strategies[0].player.values()}
    return table, next((kind for kind in ("python", "array") if kind in kinds), "scalar")


def rate(game: Game, text: str, seconds: float, workspace: Path | None = None) -> Rate:
    """How fast a strategy plays against itself, measured for about so many seconds with one worker and with all."""
    table, kind = _table(game, text, workspace)
    workers = default_jobs()
    rates = [_deals_per_second(table, game, text, jobs, seconds, workspace) for jobs in dict.fromkeys((1, workers))]
    return Rate(game.name, text, kind, rates[0], workers, rates[-1])


def _deals_per_second(table: Table, game: Game, text: str, jobs: int, seconds: float, workspace: Path | None) -> float:
    """The rate of a run that is repeated with more deals until it takes the time it should."""
    deals = TASK_DEALS[way_of(table)] * jobs
    while True:
        ledger = DealLedger(table, (text,), 1)
        took = play(Run([table], ledger, (text,), 1, deals, jobs, workspace=workspace, game_name=game.called), _silent)
        if took >= seconds / 2 or deals >= MOST_DEALS:
            return deals / took
        deals = min(MOST_DEALS, int(deals * min(100, max(2, seconds / max(took, 1e-3)))))


def _silent(_: Progress) -> None:
    """Tells nobody."""


def decision_costs(game: Game, text: str, workspace: Path | None = None) -> list[Cost]:
    """What each decision of a strategy costs, timed on chunks of real deals."""
    table, kind = _table(game, text, workspace)
    costs = costs_at(table, LANES[PLAIN] if kind == "python" else LANES[ARRAY], less_empty=False)
    return [Cost(game.name, text, kind, decision, cost.whole) for decision, cost in costs.items()]
