"""`simcards tournament`: many strategies on common boards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcards.cli.options import (
    By,
    GameName,
    Jobs,
    Json,
    Patience,
    Quiet,
    RulesFile,
    RuleTexts,
    Seed,
    deals_of,
)
from simcards.cli.played import Common, play_and_tell

if TYPE_CHECKING:
    from simcards.experiments.results import Results


def tournament(
    game: GameName,
    strategy: Annotated[
        list[str], typer.Argument(metavar="A B C...", help="Strategies: NAME or FILE.py, NAME:KEY=NUMBER, …")
    ],
    deals: Annotated[str | None, typer.Option("--deals", metavar="N", help="Boards, by default 2e4.")] = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first strategy against each of the others.")
    ] = False,
    seed: Seed = "1",
    jobs: Jobs = None,
    rule: RuleTexts = None,
    rules: RulesFile = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="A run folder to make.")] = None,
    by: By = None,
    patience: Patience = "60",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell which of many strategies may be the best.

    All play the same deals. Partnership games: everyone meets everyone, each deal in both seatings. Without partners:
    all at one table, in all seats equally often.
    """
    number = None if deals is None else deals_of(deals)

    def text(results: "Results") -> str:
        from simcards.cli.tournament_text import text_of

        return text_of(results, notes=not quiet)

    common = Common(seed, jobs, rule, rules, out, patience, json, quiet)
    play_and_tell("tournament", game, strategy, common, as_json, text, deals=number, gauntlet=gauntlet, by=by)


def as_json(results: "Results") -> dict[str, Any]:
    """The results as one JSON object: what is undefined is null."""
    manifest = results.manifest
    return {
        **results.summary,
        "rules": manifest["rules"],
        "names": list(results.totals.strategies),
        "jobs": manifest["jobs"],
        "seconds": results.seconds,
        "tables": {name: results.rows(name) for name in results.names if name != "summary"},
        "notes": results.notes,
        "out": str(results.folder) if results.folder is not None else None,
    }
