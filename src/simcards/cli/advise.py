"""`simcards advise`: what each answer of one decision after the auction comes to."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcards.cli.bid import (
    FixedDeals,
    MostDeals,
    Scores,
    Them,
    Until,
    Us,
    Where,
    as_json,
    lengths_of,
    scores_of,
)
from simcards.cli.options import GameName, Jobs, Json, Patience, Quiet, RulesFile, RuleTexts, Seed
from simcards.cli.played import Common, play_and_tell

if TYPE_CHECKING:
    from simcards.experiments.results import Results


def advise(
    game: GameName,
    decision: Annotated[
        str, typer.Argument(metavar="DECISION", help="trump, discard, give, choose, or lead (the opening lead).")
    ],
    hand: Annotated[list[str], typer.Argument(metavar="HAND", help="The hand as it was dealt; see bid.")],
    auction: Annotated[
        str | None, typer.Option("--auction", metavar="CALLS", help='All calls, e.g. "pass 3 pass pass" …')
    ] = None,
    bid: Annotated[
        str | None, typer.Option("--bid", metavar="CALL", help="… or: you declare at this call, nobody else bids.")
    ] = None,
    order: Annotated[
        str | None, typer.Option("--order", metavar="PLACE", help="Your place: eldest, 2 … dealer.")
    ] = None,
    trump: Annotated[
        str | None, typer.Option("--trump", metavar="SUIT", help="C, D, H or S, where it is named before.")
    ] = None,
    kitty: Annotated[
        str | None, typer.Option("--kitty", metavar="CARDS", help="The cards you took from the kitty.")
    ] = None,
    second: Annotated[
        str | None, typer.Option("--second", metavar="CARDS", help="Your cards of the second deal.")
    ] = None,
    received: Annotated[
        str | None, typer.Option("--received", metavar="CARDS", help="The cards your partner gave you.")
    ] = None,
    where: Where = "",
    us: Us = "basic",
    them: Them = "basic",
    scores: Scores = None,
    until: Until = None,
    deals: FixedDeals = None,
    max_deals: MostDeals = None,
    seed: Seed = "1",
    jobs: Jobs = None,
    rule: RuleTexts = None,
    rules: RulesFile = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="A run folder to make.")] = None,
    patience: Patience = "60",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell what to name, lay away, give or lead with a hand.

    Every legal answer is tried on the same deals. The verdict comes last.
    """
    options: dict[str, Any] = {
        "auction": auction,
        "bid": bid,
        "order": order,
        "trump": trump,
        "kitty": kitty,
        "second": second,
        "received": received,
        "where": where,
        "us": us,
        "them": them,
        "scores": None if scores is None else scores_of(scores),
        **lengths_of(until, deals, max_deals),
    }

    def text(results: "Results") -> str:
        from simcards.cli.answers_text import text_of

        return text_of(results, notes=not quiet)

    common = Common(seed, jobs, rule, rules, out, patience, json, quiet)
    play_and_tell("advise", game, (decision, " ".join(hand)), common, as_json, text, **options)
