"""A decider: one decision function as the engine takes it, with its parameters and the fields it reads."""

import types
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from simcards.compiled import is_library, referenced_names
from simcards.engine.fields import fields_of

MOST_REACHED = 5000  # beyond that a function reaches into some library: what it reads cannot be told


@dataclass(frozen=True)
class Decider:
    """One decision function of a strategy: `text` names the strategy, `params` are the values in force.

    Where a strategy is put together from parts, `whole_text` names all of it.
    """

    decision: str
    function: Callable[..., Any]
    kind: str
    text: str
    params: tuple[tuple[str, int | float], ...] = ()
    setup: Callable[[], Any] | None = field(default=None)
    whole_text: str = ""

    @property
    def strategy_text(self) -> str:
        """The text of the strategy that this decider is a part of."""
        return self.whole_text or self.text

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The fields of the view that the function, or anything it reaches, names (all, when that cannot be told)."""
        available = fields_of(self.decision)
        names = reached_names(self.function)
        if names is None or "getattr" in names or "_asdict" in names or "_fields" in names:
            return tuple(available)
        found = [name for name in available if name in names or (name == "layout" and "as_trump" in names)]
        return tuple(found) or ("hand",)

    @property
    def param_types(self) -> tuple[tuple[str, bool], ...]:
        """The parameters' names, each with whether it is a real number."""
        return tuple((name, isinstance(value, float)) for name, value in self.params)


def reached_names(function: Callable[..., Any]) -> set[str] | None:
    """All names and text constants in a function and what it reaches; None for what is not a plain function."""
    if not isinstance(function, types.FunctionType):
        return None
    names: set[str] = set()
    seen: set[int] = set()
    waiting: list[Any] = [function]
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if len(seen) > MOST_REACHED:
            return None
        if is_library(getattr(value, "__module__", None) or ""):
            continue
        if isinstance(value, types.FunctionType):
            code = value.__code__
            here = referenced_names(code)
            names.update(here)
            names.update(_texts(code))
            found = [value.__globals__[name] for name in here if name in value.__globals__]
            modules = [m for m in found if isinstance(m, types.ModuleType) and not is_library(m.__name__)]
            waiting += [m for m in found if not isinstance(m, types.ModuleType)]
            waiting += [getattr(module, name) for module in modules for name in here if hasattr(module, name)]
            waiting += [cell.cell_contents for cell in value.__closure__ or ()]
            waiting += [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
        elif isinstance(value, type):
            waiting += list(vars(value).values())
        elif isinstance(value, types.MethodType):
            waiting += [value.__func__, value.__self__]
        elif isinstance(value, list | tuple | dict | set):
            waiting += list(value.values()) if isinstance(value, dict) else list(value)
        elif hasattr(value, "__dict__") and not isinstance(value, types.ModuleType):
            waiting += [type(value), *vars(value).values()]
    return names


def _texts(code: types.CodeType) -> list[str]:
    found = []
    for constant in code.co_consts:
        if isinstance(constant, str):
            found.append(constant)
        elif isinstance(constant, types.CodeType):
            found += _texts(constant)
    return found
