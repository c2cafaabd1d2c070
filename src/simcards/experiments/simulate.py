"""`simulate`: deals 0 … N - 1 of a seed, played by the strategies named, counted into tables."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from simcards.engine.table import Table
from simcards.errors import StoppedError, UsageError
from simcards.experiments.folder import Folder, column_guide, run_folder, surroundings
from simcards.experiments.ledger import DealLedger
from simcards.experiments.match_tables import MatchTotals
from simcards.experiments.results import FORMAT, Results
from simcards.experiments.runner import Progress, Run, play, prepare
from simcards.experiments.tables import Totals, table_names
from simcards.games.game import Game, find_game
from simcards.games.options import Rules
from simcards.randomness import MAX_SEED
from simcards.strategy.texts import LoadedStrategy, load

DEALS, SEED, PATIENCE = 1_000_000, 1, 60.0
MOST_DEALS = 1 << 53
MOST_JOBS = 1024
LOOKED_THROUGH = 1000

Tell = Callable[[Progress], None]
Draw = Callable[[Results, Path], None]


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
        request = replace(request, deals=_whole("matches", matches, 1, MOST_DEALS), matches=True)
    if rows and out is None:
        raise UsageError("rows (a row a deal) are written into a run folder; name it with out (--out FOLDER)")
    _whole("lanes", 1 if lanes is None else lanes, 1, 1 << 20)
    if not patience > 0:
        raise UsageError(f"patience {patience!r} is not a number of seconds above 0")
    tell = progress or (lambda _: None)
    try:
        with run_folder(Path(out) if out is not None else None) as folder:
            return _simulated(request, folder, tell, rows=rows, patience=patience, lanes=lanes, place=place, draw=draw)
    except KeyboardInterrupt:
        raise StoppedError("stopped: nothing is kept") from None


def _simulated(
    request: Request,
    folder: Folder | None,
    tell: Tell,
    *,
    rows: bool,
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
        matches=request.matches,
    )
    seconds = play(run, tell)
    totals = ledger.totals
    results = Results(manifest_of(request, totals, seconds, rows=rows), totals=totals)
    results.manifest["look_at"] = None if request.matches else deal_to_look_at(table, request)
    results.notes = [*request.notes, *not_compiled_notes(table)]
    if folder is not None:
        results.manifest["notes"] = results.notes
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


def not_compiled_notes(table: Table) -> list[str]:
    """A line for each scalar strategy that runs as plain Python."""
    return [f"{what} runs as plain Python, slowly: {reason}" for what, reason in table.reasons.items()]


def write(folder: Folder, results: Results, *, rows: bool, draw: Draw | None) -> None:
    """Fills the run folder and puts it in its place; a picture that fails costs a note, never the tables."""
    if rows:
        folder.join_deals()
    folder.write_tables(results)
    if draw is not None:
        try:
            draw(results, folder.path / "plots")
        except Exception as error:  # noqa: BLE001  # hours of play must not be lost to a picture
            results.notes.append(f"no picture was drawn: {type(error).__name__}: {error}")
    folder.write_manifest(results.manifest)
    results.folder = folder.publish()


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
        deals=_whole("deals", DEALS if deals is None else deals, 1, MOST_DEALS),
        seed=_whole("seed", seed, 0, MAX_SEED),
        jobs=_whole("jobs", default_jobs() if jobs is None else jobs, 1, MOST_JOBS),
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


def _whole(name: str, value: object, least: int, most: int) -> int:
    """A whole number between two bounds; 1e6 is one, True and 1.5 are not."""
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and least <= value <= most
        and value == int(value)
    ):
        return int(value)
    raise UsageError(f"{name} must be a whole number from {least} to {most}, not {value!r}")


def manifest_of(request: Request, totals: Totals, seconds: float, *, rows: bool) -> dict[str, Any]:
    """All that is needed to repeat the run, and to know what to think of its speed."""
    names = table_names(request.texts, matches=request.matches)
    return {
        "format": FORMAT,
        "command": {
            "name": "simulate",
            "game": request.game.name,
            "strategies": list(request.texts),
            "rules": request.rules.changes,
            ("matches" if request.matches else "deals"): request.deals,
            "seed": request.seed,
            "rows": rows,
        },
        "game": request.game.name,
        "rules": request.rules.as_dict(),
        "seed": request.seed,
        "deals": totals.deals,
        "matches": request.deals if request.matches else None,
        "strategies": [
            {
                "text": s.text,
                "fingerprint": s.fingerprint,
                "sources": [{"path": path, "sha256": digest} for path, digest in s.sources],
            }
            for s in request.strategies
        ],
        "counts": {
            "deals": totals.deals,
            "passed_out": totals.deals - totals.contracts,
            "contracts": totals.contracts,
            "made": int(totals.counts[:, 1].sum()),
        },
        "jobs": request.jobs,
        "seconds": round(seconds, 3),
        **surroundings(),
        "tables": column_guide(request.game, names, deals=rows, matches=request.matches),
    }
