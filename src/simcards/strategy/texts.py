"""The strategy that a text stands for.

TEXT = REF { "+" DECISION "=" REF }, REF = (NAME | PATH) [ ":" KEY "=" NUMBER { "," KEY "=" NUMBER } ]
"""

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from itertools import pairwise
from math import isinf
from pathlib import Path

from simcards.engine.deciders import Decider
from simcards.engine.table import MOST_PARAMS
from simcards.errors import UsageError, nearest
from simcards.games.game import Game
from simcards.strategy.candidates import FOLDER, workspace_root
from simcards.strategy.discovery import choose
from simcards.strategy.loading import Loaded, check_game, load_file
from simcards.strategy.sources import Folder, read_folder, shown_path

NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)([eE]-?\d+)?", re.ASCII)
LEAST, MOST = -(1 << 63), (1 << 63) - 1  # what 64 bits hold
Params = tuple[tuple[str, int | float], ...]


@dataclass(frozen=True)
class LoadedStrategy:
    """A strategy ready to play.

    text: as it was given, with paths relative to the workspace
    player: by decision of the game its decider
    sources: (file, SHA-256 of its text) of every file that it uses
    notes: lines for the user, such as that a name is found twice with different sources
    fingerprint: equal for strategies of the same functions and parameters
    """

    text: str
    player: dict[str, Decider]
    sources: list[tuple[str, str]]
    notes: list[str]
    fingerprint: str


@dataclass(frozen=True)
class Ref:
    """A name or path with the parameters given to it, still as text."""

    head: str
    given: tuple[tuple[str, str], ...]

    @property
    def is_path(self) -> bool:
        """Whether a file is meant, not a name."""
        return self.head.endswith(".py")


@dataclass(frozen=True)
class _Part:
    """What a REF stands for: its text for people, the strategy, the values in force, its files."""

    text: str
    loaded: Loaded
    params: Params
    sources: list[tuple[str, str]]
    notes: list[str]


def load(text: str, game: Game, workspace: Path | None = None) -> LoadedStrategy:
    """The strategy that a text stands for; every error is one line that names the text and the piece at fault."""
    try:
        text = os.fspath(text)
    except TypeError:
        raise UsageError(f"a strategy is given as text, a name or a path, not as {text!r}") from None
    try:
        return _load(text, game, workspace or workspace_root())
    except UsageError as error:
        raise UsageError(_named(text, str(error))) from error


def game_of(text: str, workspace: Path | None = None) -> str:
    """The name of the game that the file of a text is for; `UsageError` when the text begins with no file."""
    head = text.partition("+")[0].partition(":")[0]
    if not Ref(head, ()).is_path:
        raise UsageError(f"{head or repr(text)} is no file that says its game; name it with --game, or give a path")
    try:
        return _load_file(head, workspace or workspace_root())[0].strategy.game
    except UsageError as error:
        raise UsageError(_named(head, str(error))) from error


def _named(text: str, said: str) -> str:
    """The error with the whole text before it, unless it begins with that anyway."""
    if said.startswith((f"{text} ", f"{text}:", f"{text},", f"no strategy {text!r}")):
        return said
    return f"strategy {said}" if said.startswith(f"{text!r}") else f"strategy {text!r}: {said}"


def _load(text: str, game: Game, workspace: Path) -> LoadedStrategy:
    whole, by_decision = parse(text, game)
    base = _part(whole, game, workspace)
    parts = {decision: _part(ref, game, workspace) for decision, ref in by_decision.items()}
    shown = "+".join([base.text, *(f"{decision}={part.text}" for decision, part in parts.items())])
    player, identities = {}, []
    for decision in game.decisions:
        part = parts.get(decision, base)
        player[decision], identity = _decider(decision, part, game, shown)
        identities.append(identity)
    every = [base, *parts.values()]
    sources = dict(source for part in every for source in part.sources)
    notes = dict.fromkeys(note for part in every for note in part.notes)
    fingerprint = hashlib.sha256(json.dumps(identities).encode()).hexdigest()
    return LoadedStrategy(shown, player, list(sources.items()), list(notes), fingerprint)


def _decider(decision: str, part: _Part, game: Game, text: str) -> tuple[Decider, list[object]]:
    """The decider of a decision, and what tells it from others."""
    strategy = part.loaded.strategy
    function = strategy.functions.get(decision)
    whole_text = text if text != part.text else ""
    if function is None:
        default = Decider(decision, game.defaults[decision], "scalar", part.text, whole_text=whole_text)
        return default, [decision, game.name]
    decider = Decider(decision, function, strategy.kind, part.text, part.params, strategy.setup, whole_text)
    params = [[key, repr(value)] for key, value in part.params]
    return decider, [decision, strategy.kind, part.loaded.digest, params]


# ---- the grammar -----------------------------------------------------------------------------------------------------


def parse(text: str, game: Game) -> tuple[Ref, dict[str, Ref]]:
    """The REF of the whole strategy, and those of single decisions by decision."""
    first, *rest = text.split("+")
    for before, piece in pairwise([first, *rest]):
        if ":" in before and re.match(r"[\d.]", piece):
            raise UsageError(f"'{before}+{piece}': a number has no '+'; write 1e6 for a million")
    refs: dict[str, Ref] = {}
    for piece in rest:
        decision, equals, ref = piece.partition("=")
        if not equals or not decision:
            raise UsageError(f"{piece!r} is not DECISION=STRATEGY; e.g. +{game.decisions[-1]}=basic")
        if decision not in game.decisions:
            remedy = nearest(decision, game.decisions)
            raise UsageError(f"{piece!r}: {game.name} has no decision {decision!r}; {remedy}")
        if decision in refs:
            raise UsageError(f"{piece!r}: {decision} is given twice; leave one out")
        refs[decision] = _parse_ref(ref, piece)
    return _parse_ref(first, first), refs


def _parse_ref(text: str, piece: str) -> Ref:
    head, colon, params = text.partition(":")
    if not head:
        raise UsageError(f"{piece!r} names no strategy; write a name, or a path that ends in .py")
    if "=" in head or "," in head:
        raise UsageError(f"{piece!r}: {head!r} is no name or path; write NAME:KEY=NUMBER,KEY=NUMBER+DECISION=NAME")
    given: dict[str, str] = {}
    for setting in params.split(",") if colon else ():
        key, equals, number = setting.partition("=")
        if not (key and equals and NUMBER.fullmatch(number)):
            raise UsageError(f"{piece!r}: {setting!r} is not KEY=NUMBER; e.g. {head}:limit=3")
        if key in given:
            raise UsageError(f"{piece!r}: {key} is given twice; leave one out")
        given[key] = number
    return Ref(head, tuple(given.items()))


# ---- what a REF stands for -------------------------------------------------------------------------------------------


def _part(ref: Ref, game: Game, workspace: Path) -> _Part:
    if ref.is_path:
        loaded, label, shown = _load_path(ref.head, game, workspace)
        notes: list[str] = []
    else:
        loaded, label, notes = choose(ref.head, game, workspace)
        shown = ref.head
    params = values_in_force(loaded.strategy.params, ref.given, shown)
    sources = [(f"{label}{file}", digest) for file, digest in loaded.used.items()]
    given = ",".join(f"{key}={number}" for key, number in ref.given)
    return _Part(f"{shown}:{given}" if given else shown, loaded, params, sources, notes)


def _load_path(text: str, game: Game, workspace: Path) -> tuple[Loaded, str, str]:
    """The strategy of a file, the text put before the names of files it uses, and its path for people."""
    loaded, label, shown = _load_file(text, workspace)
    check_game(loaded.strategy, game, shown)
    return loaded, label, shown


def _load_file(text: str, workspace: Path) -> tuple[Loaded, str, str]:
    """As `_load_path`, whatever the game."""
    path = Path(text).expanduser()
    if not path.exists() and (workspace / path).exists():  # a text that was shown before can be given again
        path = workspace / path
    shown = shown_path(path, workspace)
    if path.is_dir():
        raise UsageError(f"{shown} is a folder; give the path of a strategy file")
    if not path.is_file():
        raise UsageError(f"{shown} is not there{_near(path)}")
    folder, file, label = _folder_of(path, workspace)
    return load_file(folder, file, shown), label, shown


def _near(path: Path) -> str:
    folder = path.parent
    if not folder.is_dir():
        return f"; neither is the folder {folder}" if folder.name else ""
    beside = [other.name for other in folder.glob("*.py")]
    if not beside:
        return "; its folder holds no Python file"
    close = get_close_matches(path.name, beside, 1)
    return f"; did you mean {close[0]!r}?" if close else f"; its folder holds {', '.join(sorted(beside)[:5])}"


def _folder_of(path: Path, workspace: Path) -> tuple[Folder, str, str]:
    """The folder that a file is loaded with, the file's path in it, and that folder's name for people.

    In `strategies/GAME/` that is the whole folder, as when the strategy is found by its name; else the file's own.
    """
    absolute = Path(os.path.abspath(path))  # noqa: PTH100  # resolve() would follow links to another folder
    for root in absolute.parents:
        if root.parent.name == FOLDER:
            folder, file = read_folder(root, deep=True), absolute.relative_to(root).as_posix()
            if file in folder.files or file in folder.unreadable:
                return folder, file, _label(root, workspace)
    folder = read_folder(absolute.parent)
    return folder, absolute.name, _label(path.parent, workspace)


def _label(folder: Path, workspace: Path) -> str:
    shown = shown_path(folder, workspace)
    return "" if shown == "." else f"{shown}/"


# ---- parameters ------------------------------------------------------------------------------------------------------


def values_in_force(defaults: Mapping[str, int | float], given: tuple[tuple[str, str], ...], name: str) -> Params:
    """The parameters with their values: the defaults, changed by what is given; each keeps its default's type."""
    if len(defaults) > MOST_PARAMS:
        raise UsageError(f"{name} has {len(defaults)} parameters; at most {MOST_PARAMS} are possible")
    values = dict(defaults)
    for key, number in given:
        if key not in defaults:
            remedy = nearest(key, defaults) if defaults else "it has none"
            raise UsageError(f"{key}={number}: {name} has no parameter {key!r}; {remedy}")
        convert = _real if isinstance(defaults[key], float) else _whole
        values[key] = convert(number, f"{key}={number}: parameter {key!r} of {name} (default {defaults[key]})")
    return tuple(values.items())


def _whole(number: str, what: str) -> int:
    value = _exact(number)
    if value is None or not LEAST <= value <= MOST:
        raise UsageError(f"{what} is a whole number of 64 bits; give one from -2^63 to 2^63 - 1")
    if value != value.to_integral_value():
        raise UsageError(f"{what} is a whole number; give one, such as {int(value)}")
    return int(value)


def _real(number: str, what: str) -> float:
    value = float(number)
    if isinf(value):
        raise UsageError(f"{what} cannot be so large; give a number below 1.8e308")
    if value == 0 and number.lower().partition("e")[0].strip("-0."):
        raise UsageError(f"{what} cannot be so small; give 0 or a number above 5e-324")
    if number.lstrip("-").isdigit() and Decimal(value) != Decimal(number):
        raise UsageError(f"{what} is a real number, which cannot hold these digits exactly; give {int(value)}")
    return value


def _exact(number: str) -> Decimal | None:
    try:
        return Decimal(number)
    except InvalidOperation:  # an exponent beyond all bounds
        return None
