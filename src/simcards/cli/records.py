"""`simcards records`: deal records of deals 0 … N - 1, one JSON object a line."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from simcards.cli import screen
from simcards.cli.options import (
    GameName,
    Quiet,
    RulesFile,
    RuleTexts,
    Seed,
    Texts,
    deals_of,
    rules_of,
    seed_of,
)
from simcards.errors import UsageError

if TYPE_CHECKING:
    from simcards.engine.table import Table
    from simcards.experiments.request import Request

STANDARD_OUTPUT = Path("-")


def records(
    game: GameName,
    strategy: Texts,
    out: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="Where to; - is standard output.")],
    deals: Annotated[str | None, typer.Option("--deals", metavar="N", help="How many deals, by default 1000.")] = None,
    matches: Annotated[
        str | None, typer.Option("--matches", metavar="N", help="All deals of so many whole matches.")
    ] = None,
    seed: Seed = "1",
    rule: RuleTexts = None,
    rules: RulesFile = None,
    quiet: Quiet = False,
) -> None:
    """Write deals as JSON Lines, for any program to check."""
    if deals is not None and matches is not None:
        raise UsageError("give --deals or --matches, not both: a match plays as many deals as it takes")
    number = deals_of("1000" if deals is None else deals) if matches is None else deals_of(matches, "--matches")
    seed_number = seed_of(seed)
    with output(out) as file:
        from simcards.engine.records import to_line, write, write_matches

        request, table = table_of(game, strategy, seed_number, rule, rules, quiet=quiet, matches=matches is not None)
        make = write if matches is None else write_matches
        with screen.own_output():
            for record in make(request.game, request.rules, request.texts, table, seed_number, 0, number):
                file.write(to_line(record) + "\n")


def table_of(
    game: str,
    strategies: list[str],
    seed: int,
    rule: list[str] | None,
    rules: Path | None,
    *,
    quiet: bool,
    matches: bool = False,
) -> "tuple[Request, Table]":
    """What was asked for, checked, and its table, prepared."""
    from simcards.engine.table import SteppedTable
    from simcards.experiments.request import checked_request, not_compiled_notes
    from simcards.experiments.runner import prepare
    from simcards.games.game import find_game

    found = find_game(game)
    request = checked_request(found, strategies, seed=seed, rules=rules_of(found, rule, rules))
    table = SteppedTable(request.game, request.rules, [strategy.player for strategy in request.strategies])
    with screen.watched(quiet) as watcher, screen.no_warnings():
        prepare([table], watcher, request.deals, matches=matches)
    if not quiet:
        for line in [*request.notes, *not_compiled_notes(table)]:
            screen.note(f"note: {line}")
    return request, table


@contextmanager
def output(path: Path) -> Iterator[TextIO]:
    """A file to write, which gets its name when it is whole; or standard output."""
    if path == STANDARD_OUTPUT:
        yield sys.stdout
        return
    if path.exists() or path.is_symlink():
        raise UsageError(f"-o {path}: it is there already; remove it or choose another name")
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        file = partial.open("w", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"-o {path} cannot be written: {error.strerror}; choose another place") from None
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
