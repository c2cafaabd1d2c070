"""Compiling a game's driver in a process of its own, while its parent compiles strategies: half the first wait."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from simcards import compiled
from simcards.engine import game_text
from simcards.games.game import Game, find_game, games
from simcards.games.options import Rules
from simcards.generated import is_cached


@contextmanager
def driver_on_its_way(game: Game, rules: Rules, driver: str) -> Iterator[None]:
    """While the block runs, a process compiles a driver into the cache; at its end the driver is there.

    Nothing is started when the driver is cached, or when the game is not one that a new process would find.
    """
    module = game_text.game_module(game, rules)
    if is_cached(module, driver) or games().get(game.name) is not game.declared or not sys.executable:
        yield
        return
    order = json.dumps([game.name, rules.changes, driver])
    # Numba's workers and ours find simcards on the same path.
    command = [
        sys.executable,
        "-c",
        f"import sys; sys.path[:] = {sys.path!r}; from simcards.engine import warm; warm.main()",
    ]
    with suppress(OSError):
        child = subprocess.Popen(  # noqa: S603  # our own interpreter and code
            [*command, order], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            yield
            child.wait()
        finally:
            child.kill()
            child.wait()
        return
    yield


def main() -> None:
    """Compiles the driver of the game and rules named by the last argument, with the name of the driver."""
    name, changes, driver = json.loads(sys.argv[-1])
    game = find_game(name)
    rules = game.book.rules(changes)
    module = game_text.game_module(game.under(rules), rules)
    compiled.compile_driver(module.names[driver], matches="matches" in driver)
