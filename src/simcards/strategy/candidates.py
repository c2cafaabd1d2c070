"""The places where strategies may lie, in the order in which a name is looked up, and the candidates in each."""

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from simcards.errors import UsageError
from simcards.strategy.loading import Loaded, as_strategy, load_file, one_line, quiet, summary_of
from simcards.strategy.sources import Source, digest_of, reached, read_folder, shown_path

GROUP = "simcards.strategies"
FOLDER = "strategies"
WORKSPACE, ENTRY_POINT, SHIPPED = "workspace", "entry point", "shipped"


class Candidate(NamedTuple):
    """A file or an entry point of a name; `shown` is where it is, `label` is put before the files it uses."""

    name: str
    game: str  # "" for an entry point: only its object knows
    origin: str
    shown: str
    label: str
    load: Callable[[], Loaded]


def workspace_root(start: Path | None = None) -> Path:
    """The nearest folder, from the current one (or `start`) upwards, that holds `strategies/`; else that one itself."""
    here = (start or Path.cwd()).absolute()
    return next((folder for folder in (here, *here.parents) if (folder / FOLDER).is_dir()), here)


def shipped_root() -> Traversable | None:
    """The folder of the shipped strategies: inside the installed package, or at the top of its repository."""
    inside = files("simcards").joinpath("shipped")
    if inside.is_dir():
        return inside
    package = Path(str(files("simcards")))
    repository = package.parent.parent
    beside = repository / FOLDER
    return beside if package.parent.name == "src" and beside.is_dir() else None


# ---- candidates ------------------------------------------------------------------------------------------------------


def _roots(workspace: Path) -> Iterator[tuple[str, Traversable]]:
    """The folders that hold a folder a game; the shipped one only when it is not the workspace's own."""
    own = workspace / FOLDER
    if own.is_dir():
        yield WORKSPACE, own
    shipped = shipped_root()
    if shipped is not None and not (isinstance(shipped, Path) and own.is_dir() and shipped.samefile(own)):
        yield SHIPPED, shipped


def _in_folder(origin: str, root: Traversable, game: str, workspace: Path, name: str | None) -> list[Candidate]:
    path = root.joinpath(game)
    if not path.is_dir():
        return []
    folder = read_folder(path, deep=True)
    shown_folder = shown_path(Path(str(path)), workspace)
    label = shown_folder if origin == WORKSPACE else f"simcards/shipped/{game}"
    found = []
    for file in sorted({*folder.files, *folder.unreadable}):
        stem = file.rpartition("/")[2].removesuffix(".py")
        if stem.startswith((".", "__")) or not stem or name not in (None, stem):
            continue
        shown = f"{shown_folder}/{file}"
        found.append(Candidate(stem, game, origin, shown, f"{label}/", partial(load_file, folder, file, shown)))
    return found


def installed(name: str | None) -> list[Candidate]:
    """The entry points of installed packages, of that name when one is given."""
    found: dict[tuple[str, str], Candidate] = {}
    for entry in entry_points(group=GROUP):
        if name in (None, entry.name):
            package = f" of {entry.dist.name}" if entry.dist else ""
            shown = f"entry point {entry.name} = {entry.value}{package}"
            load = partial(_load_entry, entry, shown)
            found[entry.name, entry.value] = Candidate(entry.name, "", ENTRY_POINT, shown, "", load)
    return [found[key] for key in sorted(found)]


def _load_entry(entry: EntryPoint, shown: str) -> Loaded:
    try:
        with quiet():
            found = entry.load()
    except (Exception, SystemExit) as error:
        raise UsageError(one_line(f"{shown} cannot be loaded: {type(error).__name__}: {error}")) from error
    strategy = as_strategy(found, shown)
    sources = reached(entry.module, entry.module.partition(".")[0], _installed_source)
    used = {_file_of(module, source): source.digest for module, source in sorted(sources.items())}
    start = _file_of(entry.module, sources[entry.module]) if entry.module in sources else ""
    digest = digest_of(used, start)
    if entry.attr != "strategy":  # one module may hold several
        digest = hashlib.sha256(f"{digest} {entry.attr}".encode()).hexdigest()
    return Loaded(strategy, used, digest, summary_of(sys.modules[entry.module]))


def _installed_source(module: str) -> Source | None:
    try:
        loaded = sys.modules.get(module)
        spec = loaded.__spec__ if loaded else importlib.util.find_spec(module)
        if spec is None or not spec.origin or not spec.origin.endswith(".py"):
            return None
        return Source(Path(spec.origin).read_bytes(), spec.submodule_search_locations is not None)
    except (ImportError, AttributeError, ValueError, OSError):
        return None


def _file_of(module: str, source: Source) -> str:
    return module.replace(".", "/") + ("/__init__.py" if source.is_package else ".py")


def places(game: str, workspace: Path, name: str | None) -> Iterator[tuple[str, list[Candidate]]]:
    """The candidates for a game, place by place, in the order in which a name is looked up."""
    roots = dict(_roots(workspace))
    for origin in (WORKSPACE, ENTRY_POINT, SHIPPED):
        if origin == ENTRY_POINT:
            yield origin, installed(name)
        elif origin in roots:
            yield origin, _in_folder(origin, roots[origin], game, workspace, name)


def game_folders(workspace: Path) -> set[str]:
    """The names of all folders that hold the strategies of a game."""
    return {
        folder.name
        for _, root in _roots(workspace)
        for folder in root.iterdir()
        if folder.is_dir() and not folder.name.startswith((".", "__"))
    }
