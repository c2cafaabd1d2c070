"""Modules made of generated text: written into a cache folder so that their compiled loops survive the process.

Numba rebuilds a cached loop only when the loop's own file changes, not when something changes that it reaches. So the
folder of a generated module is named by a digest of all that can end up in its machine code: its text, the code and
the constants of every function it is given, and the versions of what compiles it. Nothing in the cache can be stale.
"""

import ast
import hashlib
import os
import sys
import tempfile
import threading
import types
from collections import namedtuple
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from simcards import compiled
from simcards.compiled import fingerprint

PACKAGE = "simcards_generated"
_ONE_AT_A_TIME = threading.Lock()


def parsed(text: str | bytes, mode: str = "exec") -> Any:
    """The syntax tree of a text.

    Python 3.11 fails now and then ("AST constructor recursion depth mismatch") when two threads make trees at once.
    """
    with _ONE_AT_A_TIME:
        return ast.parse(text, mode=mode)


@cache
def cache_folder() -> Path:
    """The folder of generated modules: `SIMCARDS_CACHE`, else the user's cache folder, else a temporary one."""
    wanted = os.environ.get("SIMCARDS_CACHE")
    home = os.environ.get("XDG_CACHE_HOME")
    folder = Path(wanted) if wanted else (Path(home) if home else Path.home() / ".cache") / "simcards"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="simcards-"))


@dataclass(frozen=True)
class Generated:
    """A generated module, compiled or interpreted: its names, and the digest of all that it is made of."""

    names: Mapping[str, Any]
    digest: str
    scope: Mapping[str, Any] = field(repr=False)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.names[name]
        except KeyError:
            raise AttributeError(name) from None


def digest_of(text: str, scope: Mapping[str, Any], base: str = "") -> str:
    """A digest of a text and of everything in its scope that a compiled loop can contain."""
    parts = [text, base, compiled.VERSIONS, *compiled.LOOP_FLAGS, sys.version, _compiled_source()]
    for name in sorted(scope):
        value = scope[name]
        parts += [name, *(fingerprint(value) if isinstance(value, types.FunctionType) else _value_parts(value))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]


def _value_parts(value: Any) -> list[str]:
    """A constant as text; of the class of a named tuple its fields, in order, because loops read them by position."""
    return [repr(value), *getattr(value, "_fields", ())] if isinstance(value, type) else [repr(value)]


@cache
def _compiled_source() -> str:
    return Path(compiled.__file__).read_text(encoding="utf-8")


def compiled_module(name: str, text: str, scope: Mapping[str, Any], base: Generated | None = None) -> Generated:
    """The module of a text whose functions are compiled; `scope` holds plain functions and constants it refers to."""
    digest = digest_of(text, scope, base.digest if base else "")
    folder = cache_folder() / digest
    path = folder / f"{name}.py"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=folder, suffix=".tmp", delete=False) as file:
            file.write(text)
        Path(file.name).replace(path)
    module = types.ModuleType(f"{PACKAGE}.{digest}.{name}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # Numba finds a cached loop's globals by its module's name
    names = module.__dict__
    if base:
        names.update({key: value for key, value in base.names.items() if not key.startswith("__")})
    names.update({key: _compiled(value) for key, value in scope.items()})
    names.update(loop=compiled.loop, inline=compiled.inline, namedtuple=namedtuple)  # noqa: PYI024  # fields come at run time
    exec(compile(text, str(path), "exec"), names)  # noqa: S102  # text of our own making
    return Generated(names, digest, dict(scope))


def _compiled(value: Any) -> Any:
    return compiled.compiled(value) if isinstance(value, types.FunctionType) else value


def is_cached(module: Generated, function: str) -> bool:
    """Whether the cache folder holds machine code of a function of a compiled module."""
    folder = Path(str(module.names["__file__"])).parent / "__pycache__"
    return any(folder.glob(f"*.{function}-*.nbc"))


def interpreted_module(name: str, text: str, scope: Mapping[str, Any], base: Generated | None = None) -> Generated:
    """The module of a text as plain Python: slow, but prints and breakpoints in a strategy work."""
    names: dict[str, Any] = {}
    if base:
        names.update({key: value for key, value in base.names.items() if not key.startswith("__")})
    names.update(scope)
    names.update(loop=_as_it_is, inline=_as_it_is, namedtuple=namedtuple)  # noqa: PYI024  # as above
    names["__name__"] = f"{PACKAGE}.interpreted.{name}"
    exec(compile(text, f"<{name}, interpreted>", "exec"), names)  # noqa: S102  # text of our own making
    return Generated(names, "", dict(scope))


def _as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    return function
