"""`simulate`: deals 0 … N - 1 of a seed, played by the strategies named, counted into tables."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from simcards.engine.table import Table
from simcards.errors import StoppedError, UsageError
from simcards.experiments.folder import Folder, column_guide, run_folder
from simcards.experiments.grouping import Grouping
from simcards.experiments.ledger import DealLedger
from simcards.experiments.manifest import manifest_of
from simcards.experiments.match_tables import MatchTotals
from simcards.experiments.request import (
    MOST_DEALS,
    PATIENCE,
    SEED,
    Request,
    checked_request,
    not_compiled_notes,
    whole,
)
from simcards.experiments.results import Results
from simcards.experiments.runner import Run, Tell, play, prepare
from simcards.experiments.write import Draw, write
from simcards.games.game import Game
from simcards.games.options import Rules

LOOKED_THROUGH = 1000


def simulate(
    game: str | Game,
    strategies: str | Sequence[str],
    *,
    deals: float | None = None,
    matches: float | None = None,
    seed: int = SEED,
    jobs: int | None = None,
    rules: Rules | Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    rows: bool = False,
    by: Grouping | None = None,
    patience: float = PATIENCE,
    lanes: int | None = None,
    progress: Tell | None = None,
    workspace: str | Path | None = None,
    draw: Draw | None = None,
) -> Results:
    """The results of playing deals 0 … deals - 1 of a seed; seat s plays strategy s mod k of the k given.

    With `matches`, whole matches 0 … matches - 1 are played in their place. With `out` the results are also written
    into a new run folder; with `rows` it holds a row a deal as well. `draw(results, folder)` may add pictures. Neither
    `jobs` (workers, by default one a core) nor `lanes` (deals a chunk) changes a byte of any table.
    Raises `UsageError` before anything is played, `StrategyError` for the lowest deal at fault, `StoppedError` when it
    is interrupted; then no folder is left.
    """
    place = Path(workspace) if workspace is not None else None
    if deals is not None and matches is not None:
        raise UsageError("give deals or matches, not both: a match plays as many deals as it takes")
    request = checked_request(game, strategies, deals=deals, seed=seed, jobs=jobs, rules=rules, workspace=place)
    if matches is not None:
        request = replace(request, deals=whole("matches", matches, 1, MOST_DEALS), matches=True)
    if by is not None and matches is not None:
        raise UsageError("a grouping is one of deals: leave out matches (--matches) or by (--by)")
    if rows and out is None:
        raise UsageError("rows (a row a deal) are written into a run folder; name it with out (--out FOLDER)")
    whole("lanes", 1 if lanes is None else lanes, 1, 1 << 20)
    if not patience > 0:
        raise UsageError(f"patience {patience!r} is not a number of seconds above 0")
    tell = progress or (lambda _: None)
    try:
        with run_folder(Path(out) if out is not None else None) as folder:
            return _simulated(
                request, folder, tell, rows=rows, by=by, patience=patience, lanes=lanes, place=place, draw=draw
            )
    except KeyboardInterrupt:
        raise StoppedError("stopped: nothing is kept") from None


def _simulated(
    request: Request,
    folder: Folder | None,
    tell: Tell,
    *,
    rows: bool,
    by: Grouping | None,
    patience: float,
    lanes: int | None,
    place: Path | None,
    draw: Draw | None,
) -> Results:
    table = Table(request.game, request.rules, [strategy.player for strategy in request.strategies])
    prepare([table], tell, request.deals, matches=request.matches)
    on_rows = folder.add_deals if folder is not None and rows else None
    matches = MatchTotals(table.game) if request.matches else None
    ledger = DealLedger(table, request.texts, request.seed, matches, on_rows)
    run = Run(
        tables=[table],
        ledger=ledger,
        given=request.given,
        seed=request.seed,
        deals=request.deals,
        jobs=request.jobs,
        lanes=lanes,
        patience=patience,
        workspace=place,
        game_name=request.game_name,
        rows=on_rows is not None,
        by=by,
        matches=request.matches,
    )
    seconds = play(run, tell)
    totals = ledger.totals
    options: dict[str, Any] = {"matches" if request.matches else "deals": request.deals, "rows": rows}
    options |= {"by": by.name} if by is not None else {}
    manifest = manifest_of("simulate", request, totals, seconds, options)
    manifest["tables"] = column_guide(totals, deals=rows)
    results = Results(manifest, totals=totals)
    manifest["look_at"] = None if request.matches else deal_to_look_at(table, request)
    results.notes = [*request.notes, *not_compiled_notes(table)]
    write(folder, results, rows=rows, draw=draw)
    return results


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
