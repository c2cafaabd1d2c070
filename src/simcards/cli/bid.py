"""`simcards bid`: what each call comes to with a hand."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcards.cli.options import (
    GameName,
    Jobs,
    Json,
    Patience,
    Quiet,
    RulesFile,
    RuleTexts,
    Seed,
    deals_of,
    rules_of,
    share_of,
)
from simcards.cli.played import Common, play_and_tell
from simcards.errors import UsageError

if TYPE_CHECKING:
    from simcards.experiments.results import Results
    from simcards.games.options import Rules

Auction = Annotated[
    str | None, typer.Option("--auction", metavar="CALLS", help='The calls before yours, e.g. "pass 2".')
]
Us = Annotated[str, typer.Option("--us", metavar="STRATEGY", help="Your strategy and your partner's.")]
Them = Annotated[str, typer.Option("--them", metavar="STRATEGY", help="That of the others.")]
Scores = Annotated[
    str | None, typer.Option("--scores", metavar="8-5", help="Scores of the match so far, your side first.")
]
MostDeals = Annotated[str | None, typer.Option("--max-deals", metavar="N", help="Deals dealt at most, by default 1e7.")]
Versus = Annotated[
    list[str] | None,
    typer.Option("--versus-rule", metavar="KEY=VALUE", help="Play the same deals by another rule too."),
]
Where = Annotated[
    str, typer.Option("--where", metavar="LIMITS", help='Limits, e.g. "spades <= 4 and count(A K) >= 1".')
]
Until = Annotated[
    str | None,
    typer.Option("--until", metavar="WIDTH", help="Play until every rate is known to ± WIDTH, by default 0.5%."),
]
FixedDeals = Annotated[str | None, typer.Option("--deals", metavar="N", help="Deal so many deals in place of --until.")]
SCORES = re.compile(r"(-?\d{1,7})(?:\s*[-:,]\s*(-?\d{1,7}))+")
SCORE = re.compile(r"(?:^|[-:,])\s*(-?\d+)\s*")


def bid(
    game: GameName,
    hand: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND", help="AS 10H are cards, x any card, xS any spade, r a rag: below ten, of no suit named."
        ),
    ],
    order: Annotated[
        str | None,
        typer.Option("--order", metavar="PLACE", help="Your place: eldest, 2 … dealer; those before passed."),
    ] = None,
    auction: Auction = None,
    where: Where = "",
    us: Us = "basic",
    them: Them = "basic",
    scores: Scores = None,
    until: Until = None,
    deals: FixedDeals = None,
    max_deals: MostDeals = None,
    versus_rule: Versus = None,
    seed: Seed = "1",
    jobs: Jobs = None,
    rule: RuleTexts = None,
    rules: RulesFile = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="A run folder to make.")] = None,
    patience: Patience = "60",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell what to bid with a hand: what each call comes to.

    Deals are dealt with that hand, and all calls are tried on the same deals. The verdict comes last.
    """
    options: dict[str, Any] = {
        "order": order,
        "auction": auction,
        "where": where,
        "us": us,
        "them": them,
        **lengths_of(until, deals, max_deals),
        "scores": None if scores is None else scores_of(scores),
        "versus": versus_of(game, versus_rule, rule, rules),
    }

    def text(results: "Results") -> str:
        from simcards.cli.answers_text import text_of

        return text_of(results, notes=not quiet)

    common = Common(seed, jobs, rule, rules, out, patience, json, quiet)
    play_and_tell("bid", game, " ".join(hand), common, as_json, text, **options)


def lengths_of(until: str | None, deals: str | None, max_deals: str | None) -> dict[str, Any]:
    """How long a run goes on, as the library takes it."""
    return {
        "until": None if until is None else share_of("--until", until),
        "deals": None if deals is None else deals_of(deals),
        "max_deals": None if max_deals is None else deals_of(max_deals, "--max-deals"),
    }


def scores_of(text: str) -> list[int]:
    """The scores that a text stands for: 8-5, 8:5 and 8,5 are the same, and 8--3 is 8 and -3."""
    if not SCORES.fullmatch(text.strip()):
        raise UsageError(f"--scores {text}: not the scores of all sides, yours first; e.g. --scores 8-5")
    return [int(number) for number in SCORE.findall(text.strip())]


def versus_of(game: str, texts: list[str] | None, rule: list[str] | None, rules: Path | None) -> "Rules | None":
    """The other rules that `--versus-rule` asks for: changes of those in force."""
    if not texts:
        return None
    from simcards.games.game import find_game

    found = find_game(game)
    return found.book.parse_changes(rules_of(found, rule, rules), tuple(texts), "--versus-rule")


def as_json(results: "Results") -> dict[str, Any]:
    """The results as one JSON object: what is undefined is null."""
    manifest = results.manifest
    return {
        **results.summary,
        "may_be_best": results.summary["may_be_best"].split(", ") if results.summary["may_be_best"] else [],
        "rules": manifest["rules"],
        "jobs": manifest["jobs"],
        "seconds": results.seconds,
        "tables": {name: results.rows(name) for name in results.names if name != "summary"},
        "notes": results.notes,
        "out": str(results.folder) if results.folder is not None else None,
    }
