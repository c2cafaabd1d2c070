"""`simcards check`: whether a strategy is what a strategy has to be, before it plays millions of deals."""

from typing import TYPE_CHECKING, Annotated

import typer

from simcards.cli import screen
from simcards.cli.options import Json, Quiet, RulesFile, RuleTexts, Seed, deals_of, rules_of, seed_of

if TYPE_CHECKING:
    from simcards.strategy.check.outcome import Outcome

COLOURS = {"ok": "32", "warning": "33", "failed": "31", "skipped": "2"}
WIDTHS = 12, 9


def check(
    strategy: Annotated[str, typer.Argument(metavar="FILE.py", help="A strategy's file, or any text that names one.")],
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Its game, where no file says it.")] = None,
    deals: Annotated[
        str | None,
        typer.Option("--deals", metavar="N", help="How many deals each table plays, by default 20000 or fewer."),
    ] = None,
    seed: Seed = "1",
    rule: RuleTexts = None,
    rules: RulesFile = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Try whether a strategy answers legally, purely and quickly.

    It is played in every contract of its game, against itself and against random answers.
    """
    number, seed_number = None if deals is None else deals_of(deals), seed_of(seed)
    from simcards.games.game import find_game
    from simcards.strategy.check.run import watched
    from simcards.strategy.check.situations import begin
    from simcards.strategy.texts import game_of

    found = find_game(game if game is not None else game_of(strategy))
    with screen.no_warnings():
        trial = begin(strategy, found, rules_of(found, rule, rules), seed_number, number)
        if not quiet:
            for line in trial.strategy.notes:
                screen.note(f"note: {line}")
        if not json:
            changed = trial.rules.changed_text
            screen.say(screen.styled(f"{found.title}: {trial.strategy.text}", screen.BOLD))
            if changed:
                screen.say(f"Rules: {changed}")
        outcomes = []
        for outcome in watched(trial, (lambda _: None) if quiet else screen.note):
            outcomes.append(outcome)
            if not json:
                screen.say(line_of(outcome))
    failed = sum(outcome.result == "failed" for outcome in outcomes)
    if json:
        tests = [outcome.as_dict() for outcome in outcomes]
        about = {"strategy": trial.strategy.text, "game": found.name, "rules": trial.rules.as_dict()}
        screen.say_json({**about, "seed": seed_number, "ok": not failed, "tests": tests})
    if failed:
        raise typer.Exit(1)


def line_of(outcome: "Outcome") -> str:
    """The line of a test."""
    result = screen.styled(outcome.result.ljust(WIDTHS[1]), COLOURS[outcome.result])
    return f"{outcome.test.ljust(WIDTHS[0])}{result}{' '.join(outcome.text.split())}"
