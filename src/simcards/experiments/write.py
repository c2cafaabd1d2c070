"""Writing results into a run folder."""

from collections.abc import Callable
from pathlib import Path

from simcards.experiments.folder import Folder
from simcards.experiments.results import Results

Draw = Callable[[Results, Path], None]


def write(folder: Folder | None, results: Results, *, rows: bool = False, draw: Draw | None = None) -> None:
    """Fills the run folder, if there is one, and puts it in its place.

    A picture that fails costs a note, never the tables.
    """
    if folder is None:
        return
    if rows:
        folder.join_deals()
    folder.write_tables(results)
    if draw is not None:
        try:
            draw(results, folder.path / "plots")
        except Exception as error:  # noqa: BLE001  # hours of play must not be lost to a picture
            results.notes.append(f"no picture was drawn: {type(error).__name__}: {error}")
    results.manifest["notes"] = results.notes
    folder.write_manifest(results.manifest)
    results.folder = folder.publish()
