"""What goes to the terminal: lines, notes and errors, a progress bar where somebody watches, no colour in a pipe."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from simcards.experiments.runner import Progress

BOLD, DIM = "1", "2"
PATIENCE = 0.4  # seconds of playing after which a bar is worth drawing


def prepare() -> None:
    """Makes output that a terminal cannot show legible instead of fatal."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def drop_output() -> None:
    """Sends the rest of standard output nowhere: whoever read it has gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def styled(text: str, style: str) -> str:
    """The text in a style, where standard output is a terminal that may have one."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\033[{style}m{text}\033[0m"


def say(text: str = "") -> None:
    """Prints a line of what was asked for."""
    print(text)


def say_json(value: dict[str, Any]) -> None:
    """Prints one JSON object."""
    print(json.dumps(value, ensure_ascii=False, allow_nan=False))


def note(text: str) -> None:
    """Prints a line beside what was asked for."""
    print(text, file=sys.stderr, flush=True)


def error(text: str) -> None:
    """Prints an error as one line."""
    print(f"simcards: {' '.join(text.split())}", file=sys.stderr, flush=True)


@contextmanager
def watched(quiet: bool) -> Iterator["Watcher"]:
    """Something that shows a run's progress; its bar is gone when the block ends."""
    watcher = Watcher(quiet)
    try:
        yield watcher
    finally:
        watcher.stop()


class Watcher:
    """Shows progress on standard error: a bar on a terminal, in a pipe only that something is being compiled."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.bar: Bar | None = None
        self.task: TaskID | None = None

    def __call__(self, progress: "Progress") -> None:
        """Takes one report of a run."""
        if self.quiet:
            return
        if progress.stage == "compiling":
            note("compiling … (first run only)")
        elif sys.stderr.isatty() and progress.seconds > PATIENCE:
            self._draw(progress)

    def _draw(self, progress: "Progress") -> None:
        if self.bar is None:
            self.bar, self.task = _new_bar(progress.deals)
            self.bar.start()
        if self.task is not None:
            said = f"{progress.deals_per_second:,.0f} deals/s"
            self.bar.update(self.task, completed=progress.done, rate=said, estimate=progress.estimate)

    def stop(self) -> None:
        """Takes the bar away."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None


def _new_bar(deals: int) -> tuple["Bar", "TaskID"]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(
        BarColumn(bar_width=18),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[estimate]}"),
        console=Console(stderr=True),
        transient=True,
    )
    return bar, bar.add_task("", total=deals, rate="", estimate="")


@contextmanager
def own_output() -> Iterator[None]:
    """A block in which standard output is ours alone: what strategies print goes to standard error."""
    with redirect_stdout(sys.stderr):
        yield


@contextmanager
def no_warnings() -> Iterator[None]:
    """A block in which Python's warnings are not printed: what they say is among a run's notes."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
