"""The source files behind a strategy, read once: what is loaded, hashed and compared is one and the same reading."""

import ast
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path

from simcards.generated import parsed

# What can import a module whose name is not written in an import statement.
DYNAMIC = {"importlib", "import_module", "__import__", "runpy"}


@dataclass(frozen=True)
class Source:
    """A module's text as bytes, and whether it is a package."""

    text: bytes
    is_package: bool

    @property
    def digest(self) -> str:
        """The text's SHA-256."""
        return hashlib.sha256(self.text).hexdigest()


@dataclass(frozen=True, eq=False)
class Folder:
    """A reading of a folder's Python files: by their path within it their content, and why some cannot be read."""

    path: Traversable
    files: Mapping[str, bytes]
    unreadable: Mapping[str, str]

    @cached_property
    def package(self) -> str:
        """The name of the private package: it differs whenever the folder, a file's name or a file's content does.

        It begins with `simcards`, by which the engine knows modules whose functions it may compile.
        """
        digest = hashlib.sha256(os.path.realpath(str(self.path)).encode("utf-8", "surrogateescape"))
        for name in sorted(self.files):
            digest.update(f"\0{name}\0{len(self.files[name])}\0".encode("utf-8", "surrogateescape"))
            digest.update(self.files[name])
        return f"simcards_strategies_{digest.hexdigest()[:20]}"

    @cached_property
    def modules(self) -> dict[str, str | None]:
        """By full module name its file; None for a folder without `__init__.py`."""
        found: dict[str, str | None] = {self.package: None}
        for file in self.files:
            parts = file.split("/")[:-1]
            for k in range(1, len(parts) + 1):
                found.setdefault(self._folder_module("/".join(parts[:k])), None)
        return found | {self.module_of(file): file for file in self.files}

    @cached_property
    def _packages(self) -> set[str]:
        return {file.rpartition("/")[0] for file in self.files if file.rpartition("/")[2] == "__init__.py"}

    def _folder_module(self, folder: str) -> str:
        if not folder:
            return self.package
        parent, _, name = folder.rpartition("/")
        # Beside NAME.py, a folder NAME without __init__.py is not what `import NAME` means.
        mark = "%2F" if folder not in self._packages and f"{folder}.py" in self.files else ""
        return f"{self._folder_module(parent)}.{_as_part(name)}{mark}"

    def module_of(self, file: str) -> str:
        """The full module name of a file."""
        parent, _, name = file.rpartition("/")
        if name == "__init__.py":
            return self._folder_module(parent)
        stem = file.removesuffix(".py")
        mark = "%2Epy" if stem in self._packages else ""  # `import NAME` means the package NAME then
        return f"{self._folder_module(parent)}.{_as_part(name.removesuffix('.py'))}{mark}"

    def is_package(self, module: str) -> bool:
        """Whether a module holds others."""
        file = self.modules[module]
        return file is None or file.rpartition("/")[2] == "__init__.py"

    def source(self, module: str) -> Source | None:
        """A module's source; None when the folder has no such file."""
        file = self.modules.get(module)
        return None if file is None else Source(self.files[file], self.is_package(module))

    def used(self, file: str) -> dict[str, str]:
        """The SHA-256 of each file that a file of the folder uses, itself included, by path within the folder."""
        found = reached(self.module_of(file), self.package, self.source, self.modules)
        return {str(self.modules[module]): found[module].digest for module in sorted(found)}


def _as_part(name: str) -> str:
    """A file's or folder's name as one part of a module's name."""
    return name.replace(".", "%2E") or "%"


def read_folder(path: Traversable, *, deep: bool = False) -> Folder:
    """A folder's Python files and those of its sub-packages, as they are now.

    A sub-folder counts when it holds Python files itself, so that a strategy beside a whole tree of other things does
    not read them all; with `deep`, every sub-folder counts. Hidden ones never do.
    """
    files: dict[str, bytes] = {}
    unreadable: dict[str, str] = {}
    for name, entry in _python_files(path, "", deep, set()):
        try:
            files[name] = entry.read_bytes()
        except OSError as error:
            unreadable[name] = error.strerror or str(error)
    return Folder(path, files, unreadable)


def _python_files(folder: Traversable, prefix: str, deep: bool, seen: set[str]) -> Iterator[tuple[str, Traversable]]:
    real = os.path.realpath(str(folder))
    if real in seen:  # a link that leads back
        return
    seen.add(real)
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    except OSError:
        return
    here = [entry for entry in entries if entry.name.endswith(".py") and not entry.is_dir()]
    if prefix and not (here or deep):
        return
    for entry in here:
        yield prefix + entry.name, entry
    for entry in entries:
        if not entry.name.startswith(".") and entry.name != "__pycache__" and entry.is_dir():
            yield from _python_files(entry, f"{prefix}{entry.name}/", deep, seen)


def reached(
    start: str, top: str, source: Callable[[str], Source | None], everything: Iterable[str] = ()
) -> dict[str, Source]:
    """The sources of a module and of all that it imports, directly or not, within the package `top`.

    Import statements inside functions count. Where modules are imported by computed names, everything counts.
    """
    found: dict[str, Source] = {}
    waiting = [start]
    while waiting:
        module = waiting.pop()
        if module in found or not f"{module}.".startswith(f"{top}."):
            continue
        waiting.append(module.rpartition(".")[0])  # its package runs first
        here = source(module)
        if here is None:
            continue
        found[module] = here
        names, dynamic = _imported(module, here)
        waiting += names
        waiting += everything if dynamic else ()
    return found


def _imported(module: str, source: Source) -> tuple[list[str], bool]:
    """The modules that a text may import, and whether it may import others by computed names."""
    try:
        tree = parsed(source.text)
    except (SyntaxError, ValueError):
        return [], False
    names: list[str] = []
    dynamic = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(module, source.is_package, node.level, node.module)
            names += [base, *(f"{base}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Name):
            dynamic |= node.id in DYNAMIC
        elif isinstance(node, ast.Attribute):
            dynamic |= node.attr in DYNAMIC
    return names, dynamic


def _absolute(module: str, is_package: bool, level: int, name: str | None) -> str:
    if not level:
        return name or ""
    parts = module.split(".")
    kept = parts[: len(parts) - level + is_package]
    return ".".join([*kept, *([name] if name else [])])


def digest_of(used: Mapping[str, str], start: str) -> str:
    """A digest of the files a strategy uses; its own file's name does not count, those of its helpers do."""
    lines = sorted(f"{'' if name == start else name} {digest}" for name, digest in used.items())
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def shown_path(path: Path, workspace: Path) -> str:
    """A path for people: relative to the workspace inside it, from `~` in the home folder, else as it is given."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100  # resolve() would follow links out of the workspace
    for inside, root in ((absolute, Path(os.path.abspath(workspace))), (absolute.resolve(), workspace.resolve())):  # noqa: PTH100
        if inside.is_relative_to(root):
            return inside.relative_to(root).as_posix()
    home = Path("~").expanduser()
    if path.is_absolute() and absolute.is_relative_to(home) and home != Path(home.anchor):
        return "~" if absolute == home else f"~/{absolute.relative_to(home).as_posix()}"
    return path.as_posix()
