"""Loads games that are not shipped: from a file named by its path, and from the entry point of a package."""

import sys
import traceback
from contextlib import redirect_stdout
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

from simcards.errors import UsageError
from simcards.games.game import Game, games
from simcards.games.soundness import problem_with


def game_of_file(path: Path) -> Game:
    """The game that a file defines; every failure is one line that names the file."""
    if not path.is_file():
        raise UsageError(f"game file {path} is not there; give a game's name or the path of its file")
    if path.resolve().parent == Path(__file__).resolve().parent and path.stem in games():
        return games()[path.stem]
    game = getattr(_module_of_file(path), "game", None)
    if not isinstance(game, Game):
        raise UsageError(f"game file {path} defines no `game`; end it with game = Game(…)")
    if game.name in games():
        raise UsageError(f"game file {path}: there is a game {game.name!r} already; give this one a name of its own")
    problem = problem_with(game)
    if problem:
        raise UsageError(f"game file {path}: {_one_line(problem)}")
    return replace(game, file=str(path))


def game_of_entry(entry: EntryPoint) -> Game | UsageError:
    """The game of an entry point, or what is wrong with it: one package must not stop the games of others."""
    what = f"entry point {entry.name} = {entry.value}{f' of {entry.dist.name}' if entry.dist else ''}"
    try:
        with redirect_stdout(sys.stderr):
            game = entry.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever the package raises
        return UsageError(f"{what} cannot be loaded: {type(error).__name__}: {_one_line(str(error))}")
    if not isinstance(game, Game):
        return UsageError(f"{what} is no Game; write game = Game(…), and name it {entry.module}:game")
    problem = problem_with(game)
    return UsageError(f"{what}: {_one_line(problem)}") if problem else game


def _module_of_file(path: Path) -> ModuleType:
    """A game file as a module, always from the text that is there now; what it prints goes to standard error."""
    module = ModuleType(f"simcards_game_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        with redirect_stdout(sys.stderr):
            code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
            exec(code, module.__dict__)  # noqa: S102  # this is how a module is loaded
    except (Exception, SystemExit) as error:  # whatever the file raises is the user's to see, in one line
        line = _line_of(error, str(path))
        said = error.msg if isinstance(error, SyntaxError) else str(error)
        kind = "" if isinstance(error, UsageError) else f"{type(error).__name__}: "
        raise UsageError(f"game file {path}{line}: {kind}{_one_line(said)}") from error
    return module


def _line_of(error: BaseException, file: str) -> str:
    """Where in the file an error comes from, as text to put after the file's name."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return f", line {error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f", line {lines[-1]}" if lines else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())
