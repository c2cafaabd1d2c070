"""Which strategy a name stands for, and the list of all: workspace first, then installed packages, then the shipped."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from simcards.errors import UsageError, nearest
from simcards.games.game import Game, games
from simcards.strategy.candidates import (
    ENTRY_POINT,
    FOLDER,
    SHIPPED,
    WORKSPACE,
    Candidate,
    game_folders,
    installed,
    places,
    workspace_root,
)
from simcards.strategy.loading import Loaded, NoStrategyError, check_game
from simcards.strategy.sources import shown_path

__all__ = ["Chosen", "Found", "choose", "find_strategies", "workspace_root"]

SEPARATORS = ":,+="


@dataclass(frozen=True)
class Found:
    """A strategy as it is listed: `problem` says why it cannot be used, `note` by what it is hidden."""

    name: str
    game: str
    path: str
    origin: str
    kind: str = ""
    summary: str = ""
    params: Mapping[str, int | float] = field(default_factory=dict)
    problem: str | None = None
    note: str | None = None


class Chosen(NamedTuple):
    """The strategy that a name stands for, the text put before its files' names, and notes on others of that name."""

    loaded: Loaded
    label: str
    notes: list[str]


# ---- the strategy of a name ------------------------------------------------------------------------------------------


class _Tried(NamedTuple):
    candidate: Candidate
    loaded: Loaded | None
    error: UsageError | None


def _tried(candidate: Candidate, game: Game | str) -> _Tried | None:
    """The candidate, loaded and checked; None when it is no strategy of this game."""
    loaded = None
    try:
        loaded = candidate.load()
        wanted = loaded.strategy.game == game if isinstance(game, str) else game.takes(loaded.strategy.game)
        if not candidate.game and not wanted:
            return None
        check_game(loaded.strategy, game, candidate.shown)
    except UsageError as error:
        return _Tried(candidate, loaded, error)
    return _Tried(candidate, loaded, None)


def _places(game: Game | str, workspace: Path, name: str | None) -> Iterator[tuple[str, list[Candidate]]]:
    """The candidates for a game, place by place; those for the game that it is a variant of come last."""
    yield from places(game if isinstance(game, str) else game.name, workspace, name)
    if isinstance(game, Game) and game.variant_of:
        found = places(game.variant_of, workspace, name)
        yield from ((origin, candidates) for origin, candidates in found if origin != ENTRY_POINT)


def choose(name: str, game: Game, workspace: Path) -> Chosen:
    """The strategy that a name stands for in a game; the first place that has it wins."""
    chosen: Chosen | None = None
    notes: list[str] = []
    first = ""
    problem: UsageError | None = None
    for origin, candidates in _places(game, workspace, name):
        tried = [one for candidate in candidates if (one := _tried(candidate, game))]
        useless = [one for one in tried if isinstance(one.error, NoStrategyError) or _is_broken_entry(one)]
        problem = problem or next((one.error for one in useless), None)
        notes += [f"{name}: passed over: {one.error}" for one in useless if _is_broken_entry(one)]
        real = [one for one in tried if one not in useless]
        if not real:
            continue
        if chosen is None:
            loaded, candidate = _only(real, name), real[0].candidate
            chosen, first = Chosen(loaded, candidate.label, notes), f"{name}: {_owner(candidate)} is used"
        elif all(one.loaded is None or one.loaded.digest != chosen.loaded.digest for one in real):
            notes.append(f"{first}; it differs from {_other(origin, real[0].candidate)}")
    if chosen is not None:
        return chosen
    if problem is not None:
        raise problem
    raise UsageError(_unknown(name, game, workspace))


def _is_broken_entry(one: _Tried) -> bool:
    # whose game cannot be told: it must not stop every game that has a strategy of this name
    return one.candidate.origin == ENTRY_POINT and one.loaded is None


def _only(tried: list[_Tried], name: str) -> Loaded:
    if len(tried) > 1:
        raise UsageError(_twice(name, [one.candidate.shown for one in tried]))
    if tried[0].error is not None:
        raise tried[0].error
    assert tried[0].loaded is not None  # noqa: S101  # one of the two is there
    return tried[0].loaded


def _twice(name: str, where: list[str]) -> str:
    return f"{name} is there {len(where)} times: {' and '.join(where)}; rename one, or give its path"


def _owner(candidate: Candidate) -> str:
    return f"your {candidate.shown}" if candidate.origin == WORKSPACE else candidate.shown


def _other(origin: str, candidate: Candidate) -> str:
    return "the shipped one" if origin == SHIPPED else candidate.shown


def _unknown(name: str, game: Game, workspace: Path) -> str:
    known = {one.name for one in find_strategies(game, workspace) if one.problem is None}
    said = [f"no strategy {name!r} for {game.name}", nearest(name, known)]
    elsewhere = sorted((workspace / FOLDER).rglob(f"{name}.py")) if name.isidentifier() else []
    if len(elsewhere) == 1:  # a name of several games is no misplaced file
        said.append(f"{shown_path(elsewhere[0], workspace)} is not in strategies/{game.name}/")
    said.append(f"`simcards strategies {game.called}` lists them, a path ends in .py")
    return "; ".join(said)


# ---- the list --------------------------------------------------------------------------------------------------------


def find_strategies(game: Game | None = None, workspace: Path | None = None) -> list[Found]:
    """All strategies, of one game or of all, by game and name; broken ones with their problem, helpers not at all.

    An entry point that cannot be loaded has no game.
    """
    workspace = workspace or workspace_root()
    if game is not None:
        return _of_game(game.name, game, workspace) + _broken_entries(None)
    names = set(games()) | game_folders(workspace)
    found = [one for name in sorted(names) for one in _of_game(name, games().get(name), workspace)]
    return found + _broken_entries(names)


def _broken_entries(games_listed: set[str] | None) -> list[Found]:
    """The entry points that fail to load and, of a list of all games, those for a game that is not there."""
    found = []
    for candidate in installed(None):
        try:
            game = candidate.load().strategy.game
        except UsageError as error:
            found.append(_listed(_Tried(candidate, None, error), "", []))
            continue
        if games_listed is not None and game not in games_listed:
            said = f"{candidate.shown}: it is for {game}, which is no game; {nearest(game, games_listed)}"
            found.append(_listed(_Tried(candidate, None, UsageError(said)), game, []))
    return found


def _of_game(name: str, game: Game | None, workspace: Path) -> list[Found]:
    first: dict[str, str] = {}
    found = []
    for _, candidates in _places(game or name, workspace, None):
        tried = [one for candidate in candidates if (one := _tried(candidate, game or name))]
        real = [one for one in tried if not isinstance(one.error, NoStrategyError) and not _is_broken_entry(one)]
        here: dict[str, list[str]] = {}
        for one in real:
            here.setdefault(one.candidate.name, []).append(one.candidate.shown)
        found += [_listed(one, name, here[one.candidate.name], first.get(one.candidate.name)) for one in real]
        first = {strategy: where[0] for strategy, where in here.items()} | first
    return sorted(found, key=lambda one: one.name)


def _listed(one: _Tried, game: str, here: list[str], hidden_by: str | None = None) -> Found:
    candidate, loaded, error = one
    problem = None
    if error is not None:
        problem = str(error).removeprefix(candidate.shown).lstrip(",: ")
    elif len(here) > 1:
        problem = _twice(candidate.name, here)
    if problem is None and any(mark in candidate.name for mark in SEPARATORS):
        problem = f"no text can name it; rename it without any of {' '.join(SEPARATORS)}"
    note = f"hidden by {hidden_by}" if hidden_by else None
    found = Found(candidate.name, game, candidate.shown, candidate.origin, problem=problem, note=note)
    if loaded is None:
        return found
    strategy = loaded.strategy
    return replace(found, kind=strategy.kind, summary=loaded.summary, params=strategy.params)
