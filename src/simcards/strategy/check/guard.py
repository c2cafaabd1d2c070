"""Whole numbers that watch themselves: every value fits 64 bits and every shift is 0 to 62, or they raise.

Compiled code wraps around where Python goes on, and what it does with a wider shift is left to the processor, often
without a difference in the answer; so a strategy is also run with numbers that tell at once. What is not the strategy's
own, such as the helpers that it imports, is left alone.
"""

import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from simcards.compiled import is_library, referenced_names
from simcards.errors import StrategyError

LEAST, MOST = -(1 << 63), (1 << 63) - 1
MOST_SHIFT = 62
SIGNS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "lshift": "<<",
    "rshift": ">>",
    "and": "&",
    "or": "|",
    "xor": "^",
}


class WideShiftError(StrategyError):
    """A shift that is not one of 0 to 62 places."""


class OverflowedError(StrategyError):
    """A value beyond 64 bits."""


class Guarded(int):
    """An integer whose every result is one too, and fits 64 bits."""

    __slots__ = ()

    def bit_count(self) -> int:
        """The number of bits set."""
        return Guarded(int.bit_count(self))

    def bit_length(self) -> int:
        """The number of bits needed."""
        return Guarded(int.bit_length(self))


def _binary(name: str, sign: str) -> Callable[..., Any]:
    operation = getattr(int, name)
    is_reflected = name.startswith("__r") and name != "__rshift__"

    def method(self: int, other: Any) -> Any:
        if sign in ("<<", ">>"):
            amount = self if is_reflected else other
            if isinstance(amount, int) and not 0 <= amount <= MOST_SHIFT:
                raise WideShiftError(f"a shift {sign} by {int(amount)}")
        return _fitting(operation(self, other), sign)

    return method


def _unary(name: str) -> Callable[..., Any]:
    operation = getattr(int, name)

    def method(self: int) -> Any:
        return _fitting(operation(self), name.strip("_"))

    return method


def _fitting(value: Any, sign: str) -> Any:
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    if not LEAST <= value <= MOST:
        raise OverflowedError(f"a result of {sign} beyond 64 bits")
    return Guarded(value)


for _name, _sign in SIGNS.items():
    setattr(Guarded, f"__{_name}__", _binary(f"__{_name}__", _sign))
    setattr(Guarded, f"__r{_name}__", _binary(f"__r{_name}__", _sign))
for _name in ("neg", "invert", "abs", "pos"):
    setattr(Guarded, f"__{_name}__", _unary(f"__{_name}__"))


def guard(value: Any) -> Any:
    """The value with guarded numbers in place of whole ones, in tuples too."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return Guarded(value)
    if isinstance(value, tuple):
        parts = [guard(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def unguard(value: Any) -> Any:
    """The value with plain numbers in place of guarded ones."""
    if isinstance(value, Guarded):
        return int(value)
    if isinstance(value, tuple):
        parts = [unguard(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


# ---- functions -------------------------------------------------------------------------------------------------------


def guarded(function: Callable[..., Any], made: dict[int, Any] | None = None) -> Callable[..., Any]:
    """A copy of a strategy's function whose helpers of its own are guarded too, and to which others' are opaque."""
    made = {} if made is None else made
    if not isinstance(function, types.FunctionType) or is_foreign(function.__module__):
        return _opaque(function)
    scope = dict(function.__globals__)
    cells = None if function.__closure__ is None else tuple(types.CellType() for _ in function.__closure__)
    copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells)
    copy.__kwdefaults__ = function.__kwdefaults__
    made[id(function)] = copy
    for name in referenced_names(function.__code__):
        if name in scope:
            scope[name] = _guarded_value(scope[name], function.__code__, made)
    for cell, old in zip(cells or (), function.__closure__ or (), strict=True):
        cell.cell_contents = _guarded_value(old.cell_contents, function.__code__, made)
    return copy


def _guarded_value(value: Any, code: types.CodeType, made: dict[int, Any]) -> Any:
    if isinstance(value, types.FunctionType):
        return made[id(value)] if id(value) in made else guarded(value, made)
    if isinstance(value, types.ModuleType) and not is_library(value.__name__):
        copy = types.ModuleType(value.__name__)  # one a function: it has what this function names
        for name in referenced_names(code):
            if hasattr(value, name):
                setattr(copy, name, _guarded_value(getattr(value, name), code, made))
        return copy
    return value


def is_foreign(module: str | None) -> bool:
    """Whether a module is a library, or simcards itself: its functions may go beyond 64 bits on their way."""
    name = (module or "").partition(".")[0]
    return name == "simcards" or is_library(module or "")


def _opaque(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        return guard(function(*(unguard(argument) for argument in arguments)))

    return call


def place_of(error: BaseException) -> str:
    """Where in a strategy's file an error was raised, as `, in FILE line N`; empty when nothing tells."""
    found = ""
    trace = error.__traceback__
    while trace is not None:
        if not is_foreign(trace.tb_frame.f_globals.get("__name__")):
            found = f", in {Path(trace.tb_frame.f_code.co_filename).name} line {trace.tb_lineno}"
        trace = trace.tb_next
    return found
