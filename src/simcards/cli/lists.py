"""`simcards games`, `rules GAME` and `strategies [GAME]`: what there is."""

from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from simcards.cli import screen
from simcards.cli.options import GameName, Json

if TYPE_CHECKING:
    from simcards.strategy.discovery import Found

WIDTH = 80


def games(json: Json = False) -> None:
    """List the games."""
    from simcards.games.game import games as all_games

    found = [all_games()[name] for name in sorted(all_games())]
    if json:
        keys = ("name", "title", "summary", "seats", "sides", "source")
        screen.say_json({"games": [{key: getattr(game, key) for key in keys} for game in found]})
        return
    longest = max(len(game.name) for game in found)
    for game in found:
        screen.say(f"{game.name:{longest}}  {game.summary or game.title}")


def rules(game: GameName, json: Json = False) -> None:
    """Show the rules of a game in sentences, and all options.

    After the sentences: ranks, bids, values and options.
    """
    from simcards.games.game import find_game
    from simcards.reports.rule_sheet import facts, terminal_lines

    found = find_game(game)
    if json:
        screen.say_json(facts(found))
        return
    for line, is_title in terminal_lines(found, WIDTH):
        screen.say(screen.styled(line, screen.BOLD) if is_title else line)


def strategies(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only those of this game.")] = None,
    json: Json = False,
) -> None:
    """List the strategies and where each was found."""
    from simcards.games.game import find_game
    from simcards.strategy.discovery import find_strategies

    found = find_strategies(find_game(game) if game else None)
    if json:
        keys = ("name", "game", "kind", "origin", "path", "summary", "problem", "note")
        entries = [{key: getattr(one, key) for key in keys} | {"params": dict(one.params)} for one in found]
        screen.say_json({"strategies": entries})
        return
    if not found:
        screen.say("no strategies; write one: strategies/GAME/NAME.py")
    before = None
    for one in found:
        if one.game != before:
            screen.say(("" if before is None else "\n") + screen.styled(one.game or "game not known", screen.BOLD))
            before = one.game
        _say_strategy(one, max(len(other.name) for other in found))


def _say_strategy(one: "Found", longest: int) -> None:
    what = f"BROKEN: {one.problem}" if one.problem else one.summary
    for line in wrap(
        f"{one.name:{longest}}  {what}", WIDTH, initial_indent="  ", subsequent_indent=" " * (longest + 4)
    ):
        screen.say(line)
    params = ", ".join(f"{key}={value}" for key, value in one.params.items())
    details = [one.kind, f"{one.origin}: {one.path}", one.note, f"params {params}" if params else ""]
    screen.say(" " * (longest + 4) + screen.styled("; ".join(part for part in details if part), screen.DIM))
