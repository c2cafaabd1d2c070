"""`simcards bench`: how fast this machine plays, and what a decision of each strategy costs."""

from typing import Annotated

import typer

from simcards.cli import screen
from simcards.cli.options import Json, seconds


def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.")] = None,
    time: Annotated[str, typer.Option("--time", metavar="SECONDS", help="About how long each rate is measured.")] = "1",
    json: Json = False,
) -> None:
    """Measure deals per second and the cost of decisions."""
    spell = seconds("--time", time)
    from simcards.experiments import bench as measure
    from simcards.experiments.manifest import surroundings
    from simcards.games.game import find_game, games
    from simcards.reports.tables import Column, text_table

    found = [find_game(game)] if game else [games()[name] for name in sorted(games())]
    with screen.no_warnings():
        rates, costs = [], []
        for one in found:
            for text in measure.candidates(one):
                rates.append(measure.rate(one, text, spell))
                costs += measure.decision_costs(one, text)
    if json:
        rows = {"rates": [rate.as_dict() for rate in rates], "decisions": [cost.as_dict() for cost in costs]}
        screen.say_json({**surroundings(), **rows})
        return
    about = surroundings()
    screen.say(f"{about['processor']}, {about['cores']} cores")
    if not rates:
        screen.say("no strategies are found: nothing to measure; see simcards strategies")
        return
    columns: list[Column | str] = [
        "game",
        "strategy",
        "kind",
        Column("one worker", unit="M deals/s", digits=3, scale=1e-6),
        "workers",
        Column("all workers", unit="M deals/s", digits=3, scale=1e-6),
    ]
    screen.say()
    screen.say(text_table(columns, [(r.game, r.strategy, r.kind, r.one, r.workers, r.all) for r in rates]))
    screen.say()
    columns = ["game", "strategy", "kind", "decision", Column("time", unit="ns", digits=1)]
    screen.say(text_table(columns, [(c.game, c.strategy, c.kind, c.decision, c.nanoseconds) for c in costs]))
    screen.say(
        "A decision's time is that of its loop over a chunk, per deal of the chunk, with the check of its answer."
    )
