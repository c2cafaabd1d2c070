"""Settings: what every run has, whatever it plays: seed, workers, rules, where results go, who is told."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from simcards.engine.table import Table
from simcards.errors import StoppedError, UsageError
from simcards.experiments.folder import Folder, run_folder
from simcards.experiments.ledger import Ledger
from simcards.experiments.request import PATIENCE, SEED, Request, whole
from simcards.experiments.runner import Progress, Run, Tell
from simcards.experiments.write import Draw
from simcards.games.options import Rules

MOST_LANES = 1 << 20


class Options(TypedDict, total=False):
    """The arguments that every run takes, by name; see `Setting`."""

    seed: int
    jobs: int | None
    rules: Rules | Mapping[str, Any] | None
    out: str | Path | None
    patience: float
    lanes: int | None
    progress: Tell | None
    workspace: str | Path | None
    draw: Draw | None


def _silent(_: Progress) -> None:
    """Tells nobody."""


@dataclass(frozen=True)
class Setting:
    """The arguments that every run takes; `UsageError` for what cannot be.

    seed: random seed; jobs: workers, by default one a core; rules: in force, or changes of the defaults; out: a run
    folder to make; patience: seconds without a sign of life after which a strategy is given up; lanes: deals a chunk;
    progress: called now and then; workspace: the folder that holds `strategies/`; draw: adds pictures to a run folder.
    """

    seed: int = SEED
    jobs: int | None = None
    rules: Rules | Mapping[str, Any] | None = None
    out: str | Path | None = None
    patience: float = PATIENCE
    lanes: int | None = None
    progress: Tell | None = None
    workspace: str | Path | None = None
    draw: Draw | None = None

    def __post_init__(self) -> None:
        whole("lanes", 1 if self.lanes is None else self.lanes, 1, MOST_LANES)
        if not self.patience > 0:
            raise UsageError(f"patience {self.patience!r} is not a number of seconds above 0")

    @property
    def tell(self) -> Tell:
        """Who is told of progress."""
        return self.progress or _silent

    @property
    def place(self) -> Path | None:
        """The workspace, where one was named."""
        return None if self.workspace is None else Path(self.workspace)

    @property
    def asked(self) -> dict[str, Any]:
        """What a request is checked with."""
        return {"seed": self.seed, "jobs": self.jobs, "rules": self.rules, "workspace": self.place}

    @contextmanager
    def folder(self) -> Iterator[Folder | None]:
        """The run folder to fill, None without one; nothing is kept of a run that is interrupted meanwhile."""
        try:
            with run_folder(Path(self.out) if self.out is not None else None) as folder:
                yield folder
        except KeyboardInterrupt:
            raise StoppedError("stopped: nothing is kept") from None


def run_of(request: Request, tables: Sequence[Table], ledger: Ledger, setting: Setting, **kind: Any) -> Run:
    """The run that a request asks for; `kind` says what is played and counted: rows, matches, boards, by."""
    return Run(
        tables=tables,
        ledger=ledger,
        given=request.given,
        seed=request.seed,
        deals=request.deals,
        jobs=request.jobs,
        lanes=setting.lanes,
        patience=setting.patience,
        workspace=setting.place,
        game_name=request.game_name,
        **kind,
    )
