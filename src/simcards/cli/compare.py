"""`simcards compare`: two strategies on the same cards, and which of them is better."""

from functools import partial
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
    number_of,
)
from simcards.cli.played import Common, play_and_tell
from simcards.errors import UsageError

if TYPE_CHECKING:
    from simcards.experiments.results import Results

Boards = Annotated[
    str | None,
    typer.Option("--deals", metavar="N", help="Boards, by default 1e5; the most there may be with --until or --sprt."),
]
Until = Annotated[
    str | None,
    typer.Option("--until", metavar="WIDTH", help="Play until the margin is known to ± WIDTH points."),
]
Matches = Annotated[
    str | None,
    typer.Option("--matches", metavar="N", help="Pairs of whole matches on the same cards."),
]
PILOT = 1 << 15


def compare(
    game: GameName,
    strategy: Annotated[
        list[str], typer.Argument(metavar="A B", help="Two strategies: NAME or FILE.py, NAME:KEY=NUMBER, …")
    ],
    deals: Boards = None,
    until: Until = None,
    sprt: Annotated[
        tuple[str, str] | None,
        typer.Option("--sprt", metavar="LOW HIGH", help="Play until one of two margins per deal is accepted."),
    ] = None,
    matches: Matches = None,
    plan: Annotated[
        str | None, typer.Option("--plan", metavar="WIDTH", help="Only tell how many boards ± WIDTH points take.")
    ] = None,
    by: By = None,
    seed: Seed = "1",
    jobs: Jobs = None,
    rule: RuleTexts = None,
    rules: RulesFile = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="A run folder to make.")] = None,
    patience: Patience = "60",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell which of two strategies is better, on the same cards.

    Every deal is played with the strategies exchanged. The margin is in points per deal; the verdict comes last.
    """
    options: dict[str, Any] = {
        "deals": None if deals is None else deals_of(deals),
        "matches": None if matches is None else deals_of(matches, "--matches"),
        "until": None if until is None else number_of("--until", until, "0.01"),
        "sprt": None if sprt is None else tuple(number_of("--sprt", text, "0 0.05") for text in sprt),
    }
    wanted = None if plan is None else planned(plan, out, options)

    def text(results: "Results") -> str:
        from simcards.cli.compare_text import plan_text, text_of

        return text_of(results, notes=not quiet) if wanted is None else plan_text(results, wanted)

    common = Common(seed, jobs, rule, rules, out, patience, json, quiet)
    play_and_tell("compare", game, strategy, common, partial(as_json, wanted=wanted), text, by=by, **options)


def planned(plan: str, out: Path | None, options: dict[str, Any]) -> float:
    """The half width of `--plan`; a pilot of fixed size is set among the options."""
    if options["until"] is not None or options["sprt"] is not None:
        raise UsageError("--plan plays a fixed number of boards: leave out --until and --sprt")
    if out is not None:
        raise UsageError("--plan keeps nothing: leave out --out")
    wanted = number_of("--plan", plan, "0.01")
    if not wanted > 0:
        raise UsageError(f"--plan {plan}: not a half width in points above 0; e.g. --plan 0.01")
    if options["deals"] is None and options["matches"] is None:
        options["deals"] = PILOT
    return wanted


def as_json(results: "Results", wanted: float | None) -> dict[str, Any]:
    """The results as one JSON object: what is undefined is null."""
    from simcards.experiments.compare import boards_for

    manifest, summary = results.manifest, results.summary
    found = {
        **summary,
        "rules": manifest["rules"],
        "replays": results.totals.replays,
        "jobs": manifest["jobs"],
        "seconds": results.seconds,
        "same_strategy": results.totals.same,
        "tables": {name: results.rows(name) for name in results.names if name != "summary"},
        "boards_looked_at": results.totals.looked_at,
        "notes": results.notes,
        "out": str(results.folder) if results.folder is not None else None,
    }
    if wanted is not None:
        found["plan"] = {"half_width": wanted, "boards": boards_for(wanted, results.totals)}
    return found
