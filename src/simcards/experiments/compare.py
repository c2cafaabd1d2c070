"""`compare`: two strategies on the same cards, until a number of boards is played or a question is answered."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

from simcards.errors import UsageError
from simcards.experiments.board_run import (
    AllBoards,
    Rule,
    SprtRule,
    Until,
    boards_to,
    margin_so_far,
    run_boards,
)
from simcards.experiments.boards import Play, lineup_tables
from simcards.experiments.comparison import Comparison, Parting
from simcards.experiments.grouping import Grouping
from simcards.experiments.manifest import manifest_of
from simcards.experiments.partings import PartingTable, find_partings
from simcards.experiments.request import (
    MOST_DEALS,
    Request,
    checked_request,
    whole,
)
from simcards.experiments.results import Results
from simcards.experiments.schedule import VERDICT, Schedule, head_to_head
from simcards.experiments.setting import Options, Setting
from simcards.experiments.tasks import COMPILED, LANES, slowest_way
from simcards.experiments.write import write
from simcards.games.game import Game

BOARDS = 100_000
MOST_BOARDS = 100_000_000  # that a sequential run plays when no number is given
LOOKED_AT = 100_000  # boards on which it is looked where the strategies part
LOOKED_AT_SLOWLY = 4_096  # of these, when a strategy is not compiled


def compare(
    game: str | Game,
    strategies: Sequence[str],
    *,
    deals: float | None = None,
    until: float | None = None,
    sprt: tuple[float, float] | None = None,
    matches: float | None = None,
    by: Grouping | None = None,
    **options: Unpack[Options],
) -> Results:
    """The results of playing boards 0 … deals - 1 of a seed with two strategies; see `simcards.compare`."""
    setting = Setting(**options)
    boards = _boards(deals, matches, sequential=until is not None or sprt is not None)
    rule = _rule(until, sprt)
    if matches is not None and by is not None:
        raise UsageError("a grouping is one of deals: leave out matches (--matches) or by (--by)")
    request = replace(compared(game, strategies, boards, **setting.asked), matches=matches is not None)
    with setting.folder() as folder:
        results = _compared(request, rule, by, setting)
        write(folder, results, draw=setting.draw)
    return results


def compared(
    game: str | Game, strategies: Sequence[str], boards: float, *, least: int = 2, most: int = 2, **others: Any
) -> Request:
    """The checked request of a comparison of some strategies; each must have a name of its own."""
    texts = [str(text) for text in ([strategies] if isinstance(strategies, str) else strategies)]
    if not least <= len(texts) <= most:
        wanted = "two strategies" if most == least else f"{least} to {most} strategies"
        raise UsageError(f"{wanted} are compared, not {len(texts)}; name them as in: basic cautious")
    others_checked = [checked_request(game, [text], deals=boards, **others) for text in texts]
    first = others_checked[0]
    return replace(
        first,
        given=tuple(one.given[0] for one in others_checked),
        strategies=tuple(one.strategies[0] for one in others_checked),
    )


def _boards(deals: float | None, matches: float | None, *, sequential: bool) -> float:
    if deals is not None and matches is not None:
        raise UsageError("give deals or matches, not both: a match plays as many deals as it takes")
    if matches is not None:
        return whole("matches", matches, 1, MOST_DEALS)
    if deals is not None:
        return whole("deals", deals, 1, MOST_DEALS)
    return MOST_BOARDS if sequential else BOARDS


def _rule(until: float | None, sprt: tuple[float, float] | None) -> Rule:
    if until is not None and sprt is not None:
        raise UsageError("give until (--until) or sprt (--sprt), not both")
    if until is not None:
        if not 0 < until < float("inf"):
            raise UsageError(f"until must be a half width in points above 0, e.g. 0.01, not {until!r}")
        return Until(float(until))
    if sprt is not None:
        low, high = sprt
        if not -float("inf") < low < high < float("inf"):
            raise UsageError(
                f"sprt takes two margins per deal, the lower first, e.g. 0 0.05; {low:g} is not below {high:g}"
            )
        return SprtRule(float(low), float(high))
    return AllBoards()


def schedule_of(game: Game, *, matches: bool) -> Schedule:
    """The schedule of a comparison; of matches what counts is the share of a match that a side wins."""
    schedule = head_to_head(game)
    if not matches:
        return schedule
    shares = tuple(replace(one, divisor=one.divisor * game.sides) for one in schedule.quantities)
    return Schedule(schedule.lineups, shares)


def _compared(request: Request, rule: Rule, by: Grouping | None, setting: Setting) -> Results:
    plan = Play(schedule_of(request.game, matches=request.matches), 2, request.matches, by)
    ledger, seconds, notes = run_boards(request, plan, rule, margin_so_far, setting)
    a, b = request.strategies
    sequential = not isinstance(rule, AllBoards)
    looked_at, partings = (0, []) if request.matches else _partings(request, plan, ledger.totals.boards)
    totals = Comparison(
        game=request.game,
        rules=request.rules,
        seed=request.seed,
        strategies=(a.text, b.text),
        totals=ledger.totals,
        deals=ledger.played,
        matches=request.matches,
        stopped=ledger.verdict or ("all boards played" if sequential else None),
        sequential=sequential,
        sprt=(rule.low, rule.high) if isinstance(rule, SprtRule) else None,
        same=a.fingerprint == b.fingerprint,
        looked_at=looked_at,
        partings=partings,
    )
    manifest = manifest_of("compare", request, totals, seconds, _options(rule, by))
    return Results(manifest, totals=totals, notes=notes)


def _options(rule: Rule, by: Grouping | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if isinstance(rule, Until):
        found["until"] = rule.half_width
    if isinstance(rule, SprtRule):
        found["sprt"] = [rule.low, rule.high]
    if by is not None:
        found["by"] = by.name
    return found


def _partings(request: Request, plan: Play, boards: int) -> tuple[int, list[Parting]]:
    """How many boards were looked at, and where the strategies part on them."""
    players = [strategy.player for strategy in request.strategies]
    table = PartingTable(request.game, request.rules, players)
    table.prepare()
    way = slowest_way([table])
    looked_at = min(boards, LOOKED_AT if way == COMPILED else LOOKED_AT_SLOWLY)
    tables = lineup_tables(request.game, request.rules, players, plan.schedule.lineups)
    for one in tables:
        one.prepare()
    values = plan.values(tables, 0, looked_at, request.seed, LANES[way])
    divisor = plan.schedule.quantities[plan.schedule[VERDICT]].divisor
    lanes = LANES["array"] if way == COMPILED else LANES[way]
    return looked_at, find_partings(table, request.seed, values, divisor, lanes)


def boards_for(half_width: float, comparison: Comparison) -> int | None:
    """How many boards in all give the verdict a half width, judged by a comparison; None where it cannot tell."""
    return boards_to(half_width, comparison.verdict)
