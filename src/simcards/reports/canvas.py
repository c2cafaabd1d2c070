"""Figures that need no display, follow one style, and are written whole or not at all, always with the same bytes.

Matplotlib is used through its objects, never through pyplot: nothing here depends on a backend, on a display or on the
user's configuration, and the process's own Matplotlib settings are as before afterwards.
"""

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg")
# Neither the time nor the version of the library is written into a file.
METADATA: dict[str, dict[str, Any]] = {".png": {"Software": None}, ".svg": {"Creator": None, "Date": None}}


@contextmanager
def quiet_matplotlib() -> Iterator[None]:
    """Let Matplotlib be imported and used whatever MPLBACKEND says and wherever it cannot write.

    An unknown backend in the environment makes the import fail, and a configuration folder that cannot be written makes
    it log a warning about a temporary one, which is just what is wanted here.
    """
    backend = os.environ.pop("MPLBACKEND", None)
    logger = logging.getLogger("matplotlib")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
        if backend is not None:
            os.environ["MPLBACKEND"] = backend


@contextmanager
def drawing(width: float, height: float) -> Iterator["Figure"]:
    """Yield an empty figure of that size in inches; draw on it and save it before leaving."""
    with quiet_matplotlib(), as_file(files(__package__) / "simcards.mplstyle") as style:
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - after the environment is set
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.style import context  # noqa: PLC0415

        with context(style, after_reset=True):
            figure = Figure(figsize=(width, height))
            FigureCanvasAgg(figure)
            yield figure


def save(figure: "Figure", stem: Path) -> list[Path]:
    """Return the paths of the figure as PNG and SVG: `stem` with .png and .svg added.

    Each is written under a temporary name beside it, then renamed: a path that exists is complete.
    """
    return [_save_one(figure, stem.with_name(stem.name + suffix), suffix) for suffix in SUFFIXES]


def _save_one(figure: "Figure", path: Path, suffix: str) -> Path:
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file, warnings.catch_warnings():
            # A name in a script that the font does not hold is drawn as boxes; that is no reason to disturb a run.
            warnings.filterwarnings("ignore", message="Glyph .* missing from font", category=UserWarning)
            figure.savefig(file, format=suffix[1:], metadata=METADATA[suffix])
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return path
