"""`simcards simulate`: deals played, a table printed, a run folder written."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcards.cli.options import (
    By,
    GameName,
    Jobs,
    Json,
    OptionalDeals,
    Patience,
    Quiet,
    RulesFile,
    RuleTexts,
    Seed,
    Texts,
    deals_of,
)
from simcards.cli.played import Common, play_and_tell
from simcards.errors import UsageError

if TYPE_CHECKING:
    from simcards.experiments.results import Results


def simulate(
    game: GameName,
    strategy: Texts,
    deals: OptionalDeals = None,
    matches: Annotated[
        str | None, typer.Option("--matches", metavar="N", help="Play so many whole matches in place of deals.")
    ] = None,
    seed: Seed = "1",
    jobs: Jobs = None,
    rule: RuleTexts = None,
    rules: RulesFile = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="A run folder to make.")] = None,
    rows: Annotated[bool, typer.Option("--rows", help="With --out: also a row a deal, deals.parquet.")] = False,
    by: By = None,
    patience: Patience = "60",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play deals and show who scored what, by side and by bid.

    Seat s plays strategy s mod k of the k given: two strategies sit as partners against partners.
    """
    if deals is not None and matches is not None:
        raise UsageError("give --deals or --matches, not both: a match plays as many deals as it takes")
    number = None if matches is not None else deals_of("1e6" if deals is None else deals)
    whole_matches = None if matches is None else deals_of(matches, "--matches")

    def text(results: "Results") -> str:
        from simcards.cli.simulate_text import text_of

        return text_of(results, notes=not quiet)

    common = Common(seed, jobs, rule, rules, out, patience, json, quiet)
    options: dict[str, Any] = {"deals": number, "matches": whole_matches, "rows": rows, "by": by}
    play_and_tell("simulate", game, strategy, common, as_json, text, **options)


def as_json(results: "Results") -> dict[str, Any]:
    """The results as one JSON object: what is undefined is null."""
    manifest, summary, totals = results.manifest, results.summary, results.totals
    sides = results.rows("sides")
    texts = [totals.texts_of(row["side"]) if totals else [row["strategy"]] for row in sides]
    named = [
        {**row, "strategy": names[0] if len(names) == 1 else names} for row, names in zip(sides, texts, strict=True)
    ]
    difference = results.rows("difference") if "difference" in results.names else []
    return {
        "game": summary["game"],
        "rules": manifest["rules"],
        "seed": summary["seed"],
        "deals": summary["deals"],
        "passed_out": summary["passed_out"],
        "contracts": summary["contracts"],
        "made": summary["made"],
        "make_rate": summary["make_rate"],
        "make_low": summary["make_low"],
        "make_high": summary["make_high"],
        "matches": as_json_matches(results),
        "jobs": manifest["jobs"],
        "seconds": results.seconds,
        "deals_per_second": round(results.deals_per_second, 1),
        "strategies": totals.by_seat if totals else [],
        "sides": named,
        "bids": results.rows("bids"),
        "groups": results.rows("groups") if "groups" in results.names else None,
        "difference": difference[0] if difference else None,
        "notes": results.notes,
        "out": str(results.folder) if results.folder is not None else None,
    }


def as_json_matches(results: "Results") -> dict[str, Any] | None:
    """What the matches came to, None when single deals were played."""
    if "matches" not in results.names:
        return None
    summary = results.rows("match_summary")[0]
    shares = {"ended_by_max_hands_share": summary["ended_by_max_hands"] / summary["matches"]}
    return summary | shares | {"sides": results.rows("matches"), "lengths": results.rows("match_lengths")}
