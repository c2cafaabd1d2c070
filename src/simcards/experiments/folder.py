"""Run folders: tables, manifest and pictures, written beside their final place and renamed when they are whole."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from simcards.cards.codes import suit_name
from simcards.engine.table import ABSENT
from simcards.errors import UsageError
from simcards.experiments.results import DEALS, MANIFEST, Results
from simcards.experiments.tables import Totals

if TYPE_CHECKING:
    import polars as pl

DEAL_COLUMNS = {
    "deal": "number of the deal",
    "dealer": "seat that dealt",
    "declarer": "seat that won the auction; empty when passed out, like all that follows",
    "bid": "number of the call",
    "trump": "suit, or 'none' for no trump",
    "trump_length": "trumps in the declarer's hand at the first lead",
    "made": "whether the bid was fulfilled",
}

MATCH_COLUMNS = {"match": "number of the match", "number": "number of the deal in its match, from 0"}


@contextmanager
def run_folder(out: Path | None) -> Iterator["Folder | None"]:
    """A folder to fill, which `publish` puts in its place; whatever happens before that, nothing stays behind."""
    if out is None:
        yield None
        return
    if out.is_symlink() or out.exists():
        kind = "folder" if out.is_dir() else "file"
        raise UsageError(f"--out {out}: there is a {kind} of that name; remove it or choose another name")
    for above in out.absolute().parents:
        if above.is_file():
            raise UsageError(f"--out {out}: {above.name} is a file, not a folder; choose another name")
    if not out.absolute().parent.is_dir():
        raise UsageError(f"--out {out}: the folder {out.parent} is not there; make it first")
    partial = out.with_name(f".{out.name}.{os.getpid()}.partial")
    try:
        partial.mkdir()
    except OSError as error:
        raise UsageError(f"--out {out}: {out.parent} cannot be written ({error.strerror}); choose another") from None
    try:
        yield Folder(partial, out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


class Folder:
    """A run folder on its way: `path` is where files go until `publish`."""

    def __init__(self, path: Path, out: Path) -> None:
        self.path, self.out = path, out
        self._parts = 0

    def write_tables(self, results: Results) -> None:
        """Writes every table as Parquet, and the summary as CSV as well."""
        for name in results.names:
            if name != DEALS:
                results[name].write_parquet(self.path / f"{name}.parquet")
        results["summary"].write_csv(self.path / "summary.csv")

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        """Writes the manifest."""
        text = json.dumps(manifest, indent=2, ensure_ascii=False, allow_nan=False)
        (self.path / MANIFEST).write_text(text + "\n", encoding="utf-8")

    def add_deals(self, columns: dict[str, NDArray[Any]]) -> None:
        """Writes the deals of one task; they are joined to one table by `join_deals`."""
        self._deals_folder.mkdir(exist_ok=True)
        deals_frame(columns).write_parquet(self._deals_folder / f"{self._parts:09}.parquet")
        self._parts += 1

    @property
    def _deals_folder(self) -> Path:
        return self.path / f".{DEALS}"

    def join_deals(self) -> None:
        """Puts the deals of all tasks into one file, a part at a time."""
        import polars as pl  # noqa: PLC0415  # it takes a while to import

        parts = pl.scan_parquet(self._deals_folder / "*.parquet")
        parts.sink_parquet(self.path / f"{DEALS}.parquet", maintain_order=True)
        shutil.rmtree(self._deals_folder)

    def publish(self) -> Path:
        """The folder in its place: all files are on disk before it gets its name."""
        for path in sorted(self.path.rglob("*")):
            _sync(path)
        _sync(self.path)
        try:
            self.path.rename(self.out)
        except OSError as error:
            raise UsageError(f"--out {self.out} cannot be put in place: {error.strerror}; choose another") from None
        _sync(self.out.absolute().parent)
        return self.out


def _sync(path: Path) -> None:
    """Has the system write a file or folder to disk."""
    if os.name == "nt":  # folders cannot be opened there
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def deals_frame(columns: dict[str, NDArray[Any]]) -> "pl.DataFrame":
    """The deals of a task as a frame; what a passed out deal does not have is null."""
    import polars as pl  # noqa: PLC0415  # it takes a while to import

    frame = pl.DataFrame(columns)
    played = pl.col("declarer") != ABSENT
    suits = {suit: suit_name(suit) or "none" for suit in range(5)}
    always = ("deal", "dealer", *MATCH_COLUMNS)
    held = [name for name in frame.columns if name not in always and not name.startswith("after_")]
    return frame.with_columns(
        pl.col("trump").replace_strict(suits, default=None, return_dtype=pl.String), pl.col("made") == 1
    ).with_columns(pl.when(played).then(pl.col(name)).alias(name) for name in held)


def column_guide(totals: Totals, *, deals: bool) -> dict[str, dict[str, str]]:
    """What stands in every column of every table, of the table with a row a deal too."""
    guide = {name: {column: meaning for column, (_, meaning) in totals.columns(name).items()} for name in totals.names}
    sides = range(totals.game.sides)
    if deals:
        guide[DEALS] = DEAL_COLUMNS | {f"score_{side}": f"points of side {side}" for side in sides}
        if totals.matches is not None:
            after = {f"after_{side}": f"match score of side {side} after the deal" for side in sides}
            del guide[DEALS]["deal"]
            guide[DEALS] = MATCH_COLUMNS | guide[DEALS] | after
    return guide
