"""What commands that play have in common: their options, the library's function called with a bar, results told."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from simcards.cli import screen
from simcards.cli.options import jobs_of, rules_of, seconds, seed_of

if TYPE_CHECKING:
    from simcards.experiments.results import Results


class Common(NamedTuple):
    """The options that these commands share, as they were given."""

    seed: str
    jobs: str | None
    rule: list[str] | None
    rules: Path | None
    out: Path | None
    patience: str
    json: bool
    quiet: bool


def play_and_tell(
    command: str,
    game: str,
    asked: str | list[str] | tuple[str, str],
    common: Common,
    as_json: Callable[["Results"], dict[str, Any]],
    text: Callable[["Results"], str],
    **options: Any,
) -> None:
    """Calls the library's function of that name, and prints what came of it as text or as one JSON object.

    `asked` is what the function takes after the game: strategies, a hand, or a decision and a hand.
    """
    options |= {"seed": seed_of(common.seed), "jobs": jobs_of(common.jobs), "out": common.out}
    options["patience"] = seconds("--patience", common.patience)
    from simcards import library
    from simcards.games.game import find_game

    found = find_game(game)
    options["rules"] = rules_of(found, common.rule, common.rules)
    function: Callable[..., Results] = getattr(library, command)
    with screen.watched(common.quiet) as watcher, screen.no_warnings(), screen.own_output():
        these = asked if isinstance(asked, tuple) else (asked,)
        results = function(found if found.name == game else game, *these, progress=watcher, **options)
    if not common.json:
        screen.say(text(results))
        return
    screen.say_json(as_json(results))
    if not common.quiet:
        for line in results.notes:
            screen.note(f"note: {line}")
