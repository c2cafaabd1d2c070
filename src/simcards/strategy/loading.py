"""Loads strategy files: a folder as a private package, always from the text that is there now.

The package's name holds a hash of the folder's path and of all its files. So helpers of the same name in two folders do
not meet, an edit is seen by the next load, an undo finds the old package again, and no file of a strategies folder can
stand in for a module of the standard library. Bytecode is neither read nor written: Python tells whether it is stale
by the second, and a user's folder is not ours to litter.
"""

import contextlib
import importlib
import importlib.util
import os
import re
import sys
import traceback
import types
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import Any

from simcards.errors import SimcardsError, UsageError, nearest
from simcards.games.game import Game, games
from simcards.strategy.sources import Folder, digest_of
from simcards.strategy.strategy import ALL_DECISIONS, Strategy

MOST_TEXT = 400  # characters of somebody else's error message that are shown
KEYWORDS = ("game", *ALL_DECISIONS, "params", "kind", "setup")

_folders: dict[str, Folder] = {}  # by package name


class NoStrategyError(UsageError):
    """A Python file that ends without `strategy`: a helper, or a strategy whose last line is missing."""


@dataclass(frozen=True)
class Loaded:
    """A strategy with the digests of the files it uses (by path in its folder), and the digest of all that it is."""

    strategy: Strategy
    used: Mapping[str, str]
    digest: str
    summary: str


class _Loader(InspectLoader):
    def __init__(self, folder: Folder) -> None:
        self.folder = folder

    def is_package(self, fullname: str) -> bool:
        return self.folder.is_package(fullname)

    def get_source(self, fullname: str) -> str | None:
        source = self.folder.source(fullname)
        return None if source is None else importlib.util.decode_source(source.text)

    def get_code(self, fullname: str) -> types.CodeType:
        source = self.folder.source(fullname)
        return compile(source.text if source else b"", _file_name(self.folder, fullname), "exec", dont_inherit=True)

    def exec_module(self, module: types.ModuleType) -> None:
        exec(self.get_code(module.__name__), module.__dict__)  # noqa: S102  # this is how a module is loaded


class _Finder(MetaPathFinder):
    """Finds the modules of private packages, and no others."""

    def find_spec(self, fullname: str, _path: Sequence[str] | None, _target: object = None) -> ModuleSpec | None:
        folder = _folders.get(fullname.partition(".")[0])
        if folder is None or fullname not in folder.modules:
            return None
        is_package = folder.is_package(fullname)
        spec = ModuleSpec(fullname, _Loader(folder), origin=_file_name(folder, fullname), is_package=is_package)
        spec.has_location = folder.modules[fullname] is not None
        return spec


_finder = _Finder()


def quiet() -> AbstractContextManager[Any]:
    """A context in which what an imported module prints goes to standard error: standard output is for results."""
    return contextlib.redirect_stdout(sys.stderr)


def _file_name(folder: Folder, module: str) -> str:
    return str(folder.path.joinpath(folder.modules[module] or ""))


def load_file(folder: Folder, file: str, shown: str) -> Loaded:
    """The strategy in a file of a folder; every failure is one line that begins with the file as it is `shown`."""
    if file in folder.unreadable:
        raise UsageError(f"{shown} cannot be read: {folder.unreadable[file]}")
    _folders.setdefault(folder.package, folder)
    if _finder not in sys.meta_path:
        sys.meta_path.append(_finder)
    try:
        with quiet():
            module = importlib.import_module(folder.module_of(file))
    except (Exception, SystemExit) as error:
        raise UsageError(_import_failed(error, folder, file, shown)) from error
    used = folder.used(file)
    return Loaded(strategy_in(module, shown), used, digest_of(used, file), summary_of(module))


def strategy_in(module: types.ModuleType, shown: str) -> Strategy:
    """The `strategy` of a loaded module."""
    found = getattr(module, "strategy", None)
    if found is None or isinstance(found, types.ModuleType):
        raise NoStrategyError(f"{shown} has no `strategy` in it; end it with strategy = Strategy(game=…, bid=bid, …)")
    return as_strategy(found, f"{shown}: `strategy`")


def as_strategy(found: Any, what: str) -> Strategy:
    """The object, when it is a Strategy; else an error about `what`."""
    if not isinstance(found, Strategy):
        kind = "the class Strategy" if found is Strategy else f"of type {type(found).__name__}"
        raise UsageError(f"{what} is {kind}, not a Strategy; write strategy = Strategy(game=…, bid=bid, …)")
    return found


def summary_of(module: types.ModuleType) -> str:
    """The first line of a module's docstring."""
    return next(iter((module.__doc__ or "").strip().splitlines()), "")


def check_game(strategy: Strategy, game: Game | str, shown: str) -> None:
    """Raises in one line when a strategy is for another game, or decides what the game does not ask.

    A game may be given by its bare name, when only that is known.
    """
    name = game if isinstance(game, str) else game.name
    if strategy.game != name and (isinstance(game, str) or not game.takes(strategy.game)):
        known = "" if strategy.game in games() else f" (which is no game; {nearest(str(strategy.game), games())})"
        raise UsageError(f"{shown} is a strategy for {strategy.game}{known}, not for {name}")
    if isinstance(game, str):
        return
    for decision in strategy.functions:
        if decision not in game.decisions:
            asked = ", ".join(game.decisions)
            raise UsageError(f"{shown}: {name} has no decision {decision!r}; it asks for {asked}")


# ---- what went wrong, in one line ------------------------------------------------------------------------------------


def one_line(text: str) -> str:
    """A text on one line, cut when it is long."""
    line = " ".join(text.split())
    return line if len(line) <= MOST_TEXT else f"{line[:MOST_TEXT]}…"


def _import_failed(error: BaseException, folder: Folder, file: str, shown: str) -> str:
    files = {_file_name(folder, module): name for module, name in folder.modules.items() if name is not None}
    where = _place(error, files)
    if where is None:
        place = shown
    else:
        name, line = where
        place = f"{shown}, line {line}" if name == file else f"{shown}: {name}, line {line}"
    return f"{place}: {_what(error, folder)}"


def _place(error: BaseException, files: Mapping[str, str]) -> tuple[str, int] | None:
    """The file and line of the user's that an error points at."""
    if isinstance(error, SyntaxError) and error.filename and error.filename in files:
        return files[error.filename], error.lineno or 1
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in files and frame.lineno:
            return files[frame.filename], frame.lineno
    return None


def _what(error: BaseException, folder: Folder) -> str:
    if isinstance(error, SimcardsError):
        return one_line(str(error))
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    text = re.sub(rf"{folder.package}\.?", ".", text).replace(f"{folder.path}{os.sep}", "")
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return one_line(said + _remedy(error, folder))


def _remedy(error: BaseException, folder: Folder) -> str:
    keyword = re.search(r"Strategy.__init__\(\) got an unexpected keyword argument '(\w+)'", str(error))
    if keyword and "Did you mean" not in str(error):
        return f"; {nearest(keyword[1], KEYWORDS)}"
    if isinstance(error, ModuleNotFoundError) and error.name:
        inside = {name.removeprefix(f"{folder.package}.") for name in folder.modules if name != folder.package}
        if error.name in inside:
            return f"; a helper in the same folder is imported with `from .{error.name} import …`"
        if error.name.startswith(f"{folder.package}.") and inside:
            return f"; {nearest(error.name.removeprefix(f'{folder.package}.'), inside)}"
    return ""
