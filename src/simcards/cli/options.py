"""Arguments and options that several commands have, and the numbers among them made of text."""

from decimal import Decimal, InvalidOperation
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcards.errors import UsageError

if TYPE_CHECKING:
    from simcards.games.game import Game
    from simcards.games.options import Rules

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or the path of a game file.")]
Texts = Annotated[
    list[str],
    typer.Argument(metavar="STRATEGY...", help="One to one a seat: NAME or FILE.py, NAME:KEY=NUMBER, NAME+play=OTHER."),
]
Deals = Annotated[str, typer.Option("--deals", metavar="N", help="How many deals; 1e6 is a million.")]
OptionalDeals = Annotated[
    str | None, typer.Option("--deals", metavar="N", help="How many deals; 1e6 is a million and the default.")
]
Seed = Annotated[str, typer.Option("--seed", metavar="N", help="Random seed: the same seed gives the same cards.")]
Jobs = Annotated[str | None, typer.Option("--jobs", metavar="N", help="Workers; by default one a core.")]
RuleTexts = Annotated[
    list[str] | None, typer.Option("--rule", metavar="KEY=VALUE", help="A rule option; may be given again.")
]
RulesFile = Annotated[Path | None, typer.Option("--rules", metavar="FILE", help="A TOML file of rule options.")]
Patience = Annotated[
    str,
    typer.Option("--patience", metavar="SECONDS", help="Without a sign of life for so long, a strategy is given up."),
]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="FILE:FUNCTION", help="Group by what a function of yours returns for each deal."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress and no notes.")]

MOST_DIGITS = 18


def whole(option: str, text: str, least: int, most: int, example: str = "1") -> int:
    """The whole number that a text stands for: 1000000, 1_000_000 and 1e6 are the same."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal("NaN")
    good = value.is_finite() and value.adjusted() < MOST_DIGITS and value == value.to_integral_value()
    if not good or not least <= value <= most:
        raise UsageError(f"{option} {text}: not a whole number from {least} to {most}; e.g. {option} {example}")
    return int(value)


def seconds(option: str, text: str) -> float:
    """The seconds above 0 that a text stands for."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise UsageError(f"{option} {text}: not a number of seconds above 0; e.g. {option} 60")
    return value


def number_of(option: str, text: str, example: str) -> float:
    """The number that a text stands for."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise UsageError(f"{option} {text}: not a number; e.g. {option} {example}")
    return value


def share_of(option: str, text: str) -> float:
    """The share of 1 that a text stands for: 0.5% and 0.005 are the same."""
    number = text.strip()
    try:
        value = float(number.removesuffix("%")) / (100 if number.endswith("%") else 1)
    except ValueError:
        value = float("nan")
    if not 0 < value < 1:
        raise UsageError(f"{option} {text}: not a share above 0 and below 1; e.g. {option} 0.5% or {option} 0.005")
    return value


def deals_of(text: str, option: str = "--deals") -> int:
    """The number of deals of `--deals`, or of matches."""
    return whole(option, text, 1, 1 << 53, "1e6" if option == "--deals" else "1e4")


def seed_of(text: str) -> int:
    """The seed of `--seed`."""
    return whole("--seed", text, 0, (1 << 53) - 1)


def jobs_of(text: str | None) -> int | None:
    """The number of workers of `--jobs`."""
    return None if text is None else whole("--jobs", text, 1, 1024)


def rules_of(game: "Game", texts: list[str] | None, file: Path | None) -> "Rules":
    """The rules that `--rule` and `--rules` ask for."""
    return game.book.parse(tuple(texts or ()), file)
