"""`simulate`: deals 0 … N - 1 of a seed, played by the strategies named, counted into tables."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from simcards.engine.table import Table
from simcards.errors import UsageError
from simcards.experiments.folder import Folder, column_guide
from simcards.experiments.grouping import Grouping
from simcards.experiments.ledger import DealLedger
from simcards.experiments.manifest import manifest_of
from simcards.experiments.match_tables import MatchTotals
from simcards.experiments.request import (
    MOST_DEALS,
    Request,
    checked_request,
    not_compiled_notes,
    whole,
)
from simcards.experiments.results import Results
from simcards.experiments.runner import play, prepare
from simcards.experiments.setting import Options, Setting, run_of
from simcards.experiments.write import write
from simcards.games.game import Game

LOOKED_THROUGH = 1000


def simulate(
    game: str | Game,
    strategies: str | Sequence[str],
    *,
    deals: float | None = None,
    matches: float | None = None,
    rows: bool = False,
    by: Grouping | None = None,
    **options: Unpack[Options],
) -> Results:
    """The results of playing deals 0 … deals - 1 of a seed; seat s plays strategy s mod k of the k given.

    With `matches`, whole matches 0 … matches - 1 are played in their place. With `out` the results are also written
    into a new run folder; with `rows` it holds a row a deal as well. `draw(results, folder)` may add pictures. Neither
    `jobs` (workers, by default one a core) nor `lanes` (deals a chunk) changes a byte of any table.
    Raises `UsageError` before anything is played, `StrategyError` for the lowest deal at fault, `StoppedError` when it
    is interrupted; then no folder is left.
    """
    setting = Setting(**options)
    if deals is not None and matches is not None:
        raise UsageError("give deals or matches, not both: a match plays as many deals as it takes")
    request = checked_request(game, strategies, deals=deals, **setting.asked)
    if matches is not None:
        request = replace(request, deals=whole("matches", matches, 1, MOST_DEALS), matches=True)
    if by is not None and matches is not None:
        raise UsageError("a grouping is one of deals: leave out matches (--matches) or by (--by)")
    if rows and setting.out is None:
        raise UsageError("rows (a row a deal) are written into a run folder; name it with out (--out FOLDER)")
    with setting.folder() as folder:
        results = _simulated(request, folder, setting, rows=rows, by=by)
        write(folder, results, rows=rows, draw=setting.draw)
    return results


def _simulated(
    request: Request, folder: Folder | None, setting: Setting, *, rows: bool, by: Grouping | None
) -> Results:
    table = Table(request.game, request.rules, [strategy.player for strategy in request.strategies])
    prepare([table], setting.tell, request.deals, matches=request.matches)
    on_rows = folder.add_deals if folder is not None and rows else None
    matches = MatchTotals(table.game) if request.matches else None
    ledger = DealLedger(table, request.texts, request.seed, matches, on_rows)
    run = run_of(request, [table], ledger, setting, rows=on_rows is not None, matches=request.matches, by=by)
    seconds = play(run, setting.tell)
    totals = ledger.totals
    own: dict[str, Any] = {"matches" if request.matches else "deals": request.deals, "rows": rows}
    own |= {"by": by.name} if by is not None else {}
    manifest = manifest_of("simulate", request, totals, seconds, own)
    manifest["tables"] = column_guide(totals, deals=rows)
    manifest["look_at"] = None if request.matches else deal_to_look_at(table, request)
    return Results(manifest, totals=totals, notes=[*request.notes, *not_compiled_notes(table)])


def deal_to_look_at(table: Table, request: Request) -> dict[str, int] | None:
    """Among the first deals, the one on which side 0 lost most to another strategy: its number and the margin.

    None without two strategies against each other, or when side 0 lost on none of them.
    """
    if len(request.strategies) != 2 or request.game.sides != 2:
        return None
    state = table.run_checked(request.seed, 0, min(request.deals, LOOKED_THROUGH))
    rows, lanes = table.rows, np.arange(state.n)
    margins = state.c[rows["SCORE"], lanes] - state.c[rows["SCORE"] + 1, lanes]
    if not state.n or margins.min() >= 0:
        return None
    worst = int(margins.argmin())
    deal = int(state.c[rows["DEAL"], lanes[worst : worst + 1]][0])
    return {"looked_through": min(request.deals, LOOKED_THROUGH), "deal": deal, "margin": int(margins[worst])}
