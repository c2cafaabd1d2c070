"""`tournament`: many strategies on common boards, every difference with an interval, and who may be the best."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Unpack

from simcards.errors import UsageError
from simcards.experiments.board_run import ENOUGH_BOARDS, AllBoards, in_points, run_boards, unbounded
from simcards.experiments.boards import BoardTotals, Play, Sums
from simcards.experiments.compare import compared
from simcards.experiments.grouping import Grouping, label_order
from simcards.experiments.manifest import manifest_of
from simcards.experiments.request import MOST_DEALS, Request, whole
from simcards.experiments.results import Results
from simcards.experiments.schedule import (
    Schedule,
    difference_name,
    field_name,
    gauntlet,
    pair_name,
    round_robin,
)
from simcards.experiments.setting import Options, Setting
from simcards.experiments.tables import FLAG, REAL, TEXT, WHOLE, Row
from simcards.experiments.write import write
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.statistics.boards import BoardInterval
from simcards.statistics.multiple import (
    board_p_value,
    holm,
    holm_adjusted,
    not_separated_from_best,
    simultaneous_interval,
)

BOARDS = 20_000
MOST_STRATEGIES = 40
_BOUNDS = {
    "low": (REAL, "lower bound; all bounds of the table hold together with 95 %"),
    "high": (REAL, "upper bound; all bounds of the table hold together with 95 %"),
    "method": (TEXT, "t on boards, or bound while fewer than 50 boards differ; by Bonferroni"),
}
COLUMNS: dict[str, dict[str, tuple[str, str]]] = {
    "summary": {
        "game": (TEXT, "name of the game"),
        "rules": (TEXT, "rule options that differ from their defaults"),
        "seed": (WHOLE, "random seed of the run"),
        "strategies": (WHOLE, "how many took part"),
        "boards": (WHOLE, "boards: each is one deal, replayed by every line-up"),
        "lineups": (WHOLE, "line-ups that replay each board"),
        "deals": (WHOLE, "deals played, replays included"),
        "comparisons": (WHOLE, "pairs whose intervals hold together"),
    },
    "cross": {
        "strategy": (TEXT, "whose margin it is"),
        "opponent": (TEXT, "against whom"),
        "margin": (REAL, "points a deal by which the strategy beats the opponent"),
        **_BOUNDS,
    },
    "ranking": {
        "rank": (WHOLE, "place by mean margin"),
        "strategy": (TEXT, "the strategy"),
        "mean_margin": (REAL, "mean margin per deal against all others"),
        **_BOUNDS,
        "may_be_best": (FLAG, "whether it is not separated from the best (Holm over all pairs, 95 %)"),
    },
    "differences": {
        "strategy_a": (TEXT, "the first strategy"),
        "strategy_b": (TEXT, "the second strategy"),
        "difference": (REAL, "mean margin of a against all minus that of b"),
        **_BOUNDS,
        "p_value": (REAL, "adjusted by Holm; empty while fewer than 50 boards differ"),
        "separated": (FLAG, "whether the difference is significant at 5 % over all pairs together"),
    },
    "groups": {
        "group": (TEXT, "what the grouping function returned for the deal"),
        "boards": (WHOLE, "boards of this group"),
        "share": (REAL, "boards / all boards"),
        "strategy": (TEXT, "the strategy; in a gauntlet the opponent of the first"),
        "mean_margin": (REAL, "mean margin against all others on these boards; in a gauntlet that of the first"),
        **_BOUNDS,
    },
    "schedule": {
        "lineup": (WHOLE, "number of the line-up"),
        "seat": (WHOLE, "the seat"),
        "strategy": (TEXT, "who sits there"),
    },
}


@dataclass(frozen=True)
class Tournament:
    """What a tournament came to."""

    game: Game
    rules: Rules
    seed: int
    strategies: tuple[str, ...]
    totals: BoardTotals
    deals: int
    is_gauntlet: bool

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs that are compared."""
        number = len(self.strategies)
        return [(0, j) for j in range(1, number)] if self.is_gauntlet else list(combinations(range(number), 2))

    @property
    def names(self) -> list[str]:
        """The names of the tables."""
        own = [] if self.is_gauntlet else ["ranking", "differences"]
        return ["summary", "cross", *own, *(["groups"] if self.totals.labels else []), "schedule"]

    def columns(self, name: str) -> dict[str, tuple[str, str]]:
        """The columns of a table, in order."""
        return COLUMNS[name]

    def table(self, name: str) -> list[Row]:
        """The rows of a table."""
        makers = {
            "summary": self._summary,
            "cross": self._cross,
            "ranking": self._ranking,
            "differences": self._differences,
            "groups": self._groups,
            "schedule": self._schedule,
        }
        return makers[name]()

    def margin(self, i: int, j: int) -> BoardInterval:
        """The margin of i against j; the intervals of all pairs hold together."""
        if (i, j) in self.pairs:
            return self._interval(self.totals.sums(pair_name(i, j)), len(self.pairs))
        found = self._interval(self.totals.sums(pair_name(j, i)), len(self.pairs))
        estimate, low, high = (None if x is None else -x for x in (found.estimate, found.high, found.low))
        return BoardInterval(estimate, low, high, found.n, found.level, found.method, found.differing)

    @property
    def best(self) -> tuple[int, ...]:
        """Those that are not separated from the best."""
        means = [self._mean(self.totals.sums(field_name(i))) for i in range(len(self.strategies))]
        p_values = dict(zip(self.pairs, self._p_values(), strict=True))
        return not_separated_from_best(means, p_values)

    def _mean(self, sums: Sums) -> float | None:
        return sums.total / sums.divisor / sums.boards if sums.boards else None

    def _interval(self, sums: Sums, comparisons: int) -> BoardInterval:
        sums = self.totals.bounded(sums, 2)
        found = simultaneous_interval(sums.total, sums.squares, sums.boards, sums.differing, sums.largest, comparisons)
        if found.method == "bound" and self.totals.boards < ENOUGH_BOARDS:
            found = unbounded(found)
        return in_points(found, sums.divisor)

    def _p_values(self) -> list[float | None]:
        found = []
        for i, j in self.pairs:
            sums = self.totals.sums(difference_name(i, j))
            found.append(board_p_value(sums.total, sums.squares, sums.boards, sums.differing, sums.largest))
        return found

    def _summary(self) -> list[Row]:
        return [
            {
                "game": self.game.name,
                "rules": self.rules.changed_text,
                "seed": self.seed,
                "strategies": len(self.strategies),
                "boards": self.totals.boards,
                "lineups": len(self.totals.schedule.lineups),
                "deals": self.deals,
                "comparisons": len(self.pairs),
            }
        ]

    def _cross(self) -> list[Row]:
        rows = []
        for i, strategy in enumerate(self.strategies):
            for j, opponent in enumerate(self.strategies):
                if (i, j) in self.pairs or (j, i) in self.pairs:
                    found = self.margin(i, j)
                    row: Row = {"strategy": strategy, "opponent": opponent, "margin": found.estimate}
                    rows.append(row | _bounds(found))
        return rows

    def _ranking(self) -> list[Row]:
        best, rows = self.best, []
        for i, strategy in enumerate(self.strategies):
            found = self._interval(self.totals.sums(field_name(i)), len(self.strategies))
            row: Row = {"strategy": strategy, "mean_margin": found.estimate}
            rows.append(row | _bounds(found) | {"may_be_best": i in best})
        rows.sort(key=lambda row: -row["mean_margin"])
        return [{"rank": place + 1} | row for place, row in enumerate(rows)]

    def _differences(self) -> list[Row]:
        p_values = self._p_values()
        rows = []
        for (i, j), p_value, separated in zip(self.pairs, holm_adjusted(p_values), holm(p_values), strict=True):
            found = self._interval(self.totals.sums(difference_name(i, j)), len(self.pairs))
            row: Row = {"strategy_a": self.strategies[i], "strategy_b": self.strategies[j]}
            row |= {"difference": found.estimate} | _bounds(found)
            rows.append(row | {"p_value": p_value, "separated": separated})
        return rows

    def _groups(self) -> list[Row]:
        """A row a group and strategy; in a gauntlet a row a group and opponent, with the margin of the first."""
        numbers = range(1 if self.is_gauntlet else 0, len(self.strategies))
        rows = []
        for label in sorted(self.totals.labels, key=label_order):
            for k in numbers:
                sums = self.totals.label_sums(label, pair_name(0, k) if self.is_gauntlet else field_name(k))
                found = self._interval(sums, len(numbers) * len(self.totals.labels))
                row: Row = {"group": label, "boards": sums.boards, "share": sums.boards / self.totals.boards}
                rows.append(row | {"strategy": self.strategies[k], "mean_margin": found.estimate} | _bounds(found))
        return rows

    def _schedule(self) -> list[Row]:
        return [
            {"lineup": k, "seat": seat, "strategy": self.strategies[strategy]}
            for k, lineup in enumerate(self.totals.schedule.lineups)
            for seat, strategy in enumerate(lineup)
        ]


def _bounds(found: BoardInterval) -> Row:
    return {"low": found.low, "high": found.high, "method": found.method}


def tournament(
    game: str | Game,
    strategies: Sequence[str],
    *,
    deals: float | None = None,
    one_against_all: bool = False,
    by: Grouping | None = None,
    **options: Unpack[Options],
) -> Results:
    """The results of a tournament on boards 0 … deals - 1 of a seed; see `simcards.tournament`."""
    setting = Setting(**options)
    boards = whole("deals", BOARDS if deals is None else deals, 1, MOST_DEALS)
    request = compared(game, strategies, boards, least=2, most=MOST_STRATEGIES, **setting.asked)
    schedule = _schedule_of(request, one_against_all=one_against_all)
    with setting.folder() as folder:
        results = _played(request, schedule, by, setting, one_against_all=one_against_all)
        write(folder, results, draw=setting.draw)
    return results


def _schedule_of(request: Request, *, one_against_all: bool) -> Schedule:
    """The schedule of a tournament; `UsageError` for a name that is given twice, or for more than can sit."""
    game, texts = request.game, request.texts
    twice = next((text for k, text in enumerate(texts) if text in texts[:k]), None)
    if twice is not None:
        raise UsageError(f"{twice} is named twice; name each strategy once")
    if one_against_all:
        return gauntlet(game, len(texts))
    if game.sides > 2 and len(texts) > game.seats:
        raise UsageError(
            f"{len(texts)} strategies do not fit at a table of {game.seats}; name at most {game.seats}, seat more with "
            "--rule players=N where the game allows it, or play the first against each of the others with --gauntlet"
        )
    return round_robin(game, len(texts))


def _played(
    request: Request, schedule: Schedule, by: Grouping | None, setting: Setting, *, one_against_all: bool
) -> Results:
    plan = Play(schedule, len(request.strategies), by=by)
    ledger, seconds, notes = run_boards(request, plan, AllBoards(), _leader, setting)
    totals = Tournament(
        request.game,
        request.rules,
        request.seed,
        request.texts,
        ledger.totals,
        ledger.played,
        one_against_all,
    )
    own: dict[str, Any] = {"deals": request.deals, "gauntlet": one_against_all}
    own |= {"by": by.name} if by is not None else {}
    return Results(manifest_of("tournament", request, totals, seconds, own), totals=totals, notes=notes)


def _leader(totals: BoardTotals) -> str:
    """How many boards are done: no order is told before the end."""
    return f"{totals.boards:,} boards"
