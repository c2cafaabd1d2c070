"""The results of a run as data: tables by name as polars frames, and the manifest that says how they came about."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcards.errors import UsageError, nearest
from simcards.experiments.tables import Row, Tabled

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

FORMAT = "simcards-run/1"
MANIFEST = "manifest.json"
DEALS = "deals"  # the table with a row a deal


@dataclass
class Results:
    """Tables by name: `results["sides"]` is a polars frame, `results.to_pandas()["sides"]` a pandas one.

    `seconds` is the time from the first deal to the tables, compiling excluded; `notes` are lines for the user;
    `folder` is the run folder, if there is one.
    """

    manifest: dict[str, Any]
    frames: dict[str, "pl.DataFrame"] = field(default_factory=dict, repr=False)
    totals: Any = field(default=None, repr=False)  # what was just played: a `Tabled`; None when read from a folder
    notes: list[str] = field(default_factory=list)
    folder: Path | None = None

    @property
    def names(self) -> list[str]:
        """The names of the tables."""
        made = [] if self.totals is None else self.totals.names
        return list(dict.fromkeys([*made, *self.frames, *self._more]))

    @property
    def _more(self) -> list[str]:
        return [DEALS] if self.folder is not None and (self.folder / f"{DEALS}.parquet").exists() else []

    def __getitem__(self, name: str) -> "pl.DataFrame":
        if name not in self.names:
            raise UsageError(f"these results have no table {name!r}; {nearest(name, self.names)}")
        if name not in self.frames:
            import polars as pl  # noqa: PLC0415  # it takes a while to import

            if name == DEALS and self.folder is not None:
                return pl.read_parquet(self.folder / f"{DEALS}.parquet")
            if self.totals is not None:
                self.frames[name] = frame_of(name, self.totals)
        return self.frames[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    @property
    def tables(self) -> dict[str, "pl.DataFrame"]:
        """All tables by name."""
        return {name: self[name] for name in self.names}

    def rows(self, name: str) -> list[Row]:
        """The rows of a table as dictionaries."""
        if self.totals is not None and name != DEALS:
            rows: list[Row] = self.totals.table(name)
            return rows
        found: list[Row] = self[name].to_dicts()
        return found

    @cached_property
    def summary(self) -> Row:
        """The run in one row."""
        return self.rows("summary")[0]

    @property
    def seconds(self) -> float:
        """Seconds from the first deal to the tables."""
        return float(self.manifest["seconds"])

    @property
    def deals_per_second(self) -> float:
        """How fast it went."""
        return float(self.summary["deals"]) / max(self.seconds, 1e-9)

    def to_pandas(self) -> dict[str, "pd.DataFrame"]:
        """All tables as pandas frames, made column by column."""
        import pandas as pd  # noqa: PLC0415  # it takes a while to import

        return {
            name: pd.DataFrame({column.name: _pandas_column(column) for column in self[name].iter_columns()})
            for name in self.names
        }

    def __repr__(self) -> str:
        row = self.summary
        return f"<Results of {row['game']}: {row['deals']} deals, seed {row['seed']}; tables {', '.join(self.names)}>"


def _pandas_column(column: "pl.Series") -> Any:
    import pandas as pd  # noqa: PLC0415
    import polars as pl  # noqa: PLC0415

    if column.dtype in (pl.String, pl.Categorical) or isinstance(column.dtype, pl.Enum):
        return pd.Series(column.cast(pl.String).to_list(), dtype="object")
    if column.null_count() == 0:
        return pd.Series(column.to_numpy())
    if column.dtype.is_float():
        return pd.Series(column.fill_null(float("nan")).to_numpy())
    kind = "boolean" if column.dtype == pl.Boolean else "Int64"
    return pd.Series(column.to_list(), dtype=kind)


def frame_of(name: str, totals: Tabled) -> "pl.DataFrame":
    """A table as a polars frame; its types do not depend on what was counted."""
    import polars as pl  # noqa: PLC0415

    types = {"int": pl.Int64, "float": pl.Float64, "str": pl.String, "bool": pl.Boolean}
    schema = {column: types[kind] for column, (kind, _) in totals.columns(name).items()}
    return pl.DataFrame(totals.table(name), schema=schema, orient="row")


def read_results(folder: str | Path) -> Results:
    """The results in a run folder."""
    folder = Path(folder)
    manifest = read_manifest(folder)
    import polars as pl  # noqa: PLC0415

    frames = {}
    for path in sorted(folder.glob("*.parquet")):
        if path.stem != DEALS:
            try:
                frames[path.stem] = pl.read_parquet(path)
            except (OSError, pl.exceptions.PolarsError) as error:
                raise UsageError(f"{path} cannot be read: {str(error).splitlines()[0]}") from None
    return Results(manifest, frames, folder=folder, notes=list(manifest.get("notes", [])))


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run folder; every failure is one line."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"{folder} is no run folder: it holds no {MANIFEST}; give a folder made with --out") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None
    version = manifest.get("format") if isinstance(manifest, Mapping) else None
    if version != FORMAT:
        raise UsageError(f"{path} has the format {version!r}, this simcards reads {FORMAT!r}")
    return dict(manifest)
