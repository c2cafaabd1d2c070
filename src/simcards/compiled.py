"""The only door to Numba: bit instructions, loops over lanes, and plain functions turned into compiled ones.

Every primitive here exists twice: as plain Python (Python's own integers, or NumPy arrays over lanes) and as the
instruction a compiled loop uses; `twin` ties the two. With `NUMBA_DISABLE_JIT=1` only the plain side is used.
"""

import sys
import types as python_types
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import NumbaError, NumbaWarning, TypingError
from numba.extending import intrinsic


@contextmanager
def _without_blas() -> Iterator[None]:
    """While Numba looks for linear algebra in SciPy it finds none: no loop of ours needs it, and it is slow to load."""
    name = "scipy.linalg.cython_blas"
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]  # how Python marks a module that must not be imported
    try:
        yield
    finally:
        sys.modules.pop(name, None)


with _without_blas():
    import numba.np.arraymath  # where Numba looks for it

ENABLED = not vars(numba.config)["DISABLE_JIT"]
VERSIONS = f"numba {numba.__version__}, llvmlite {llvmlite.__version__}"

# A loop over lanes touches up to some forty rows of one array; LLVM proves them apart at run time, but by default
# gives up (and does not vectorise) beyond eight comparisons. Two vectors at a time hide the latency of a trick's long
# chain of dependent steps.
LOOP_FLAGS = ("-runtime-memory-check-threshold=512", "-force-vector-interleave=2")
if ENABLED:
    for flag in LOOP_FLAGS:
        llvmlite.binding.set_option("simcards", flag)

MASK64 = (1 << 64) - 1
I64 = ir.IntType(64)
I128 = ir.IntType(128)

CHUNK = types.Array(types.int64, 2, "C")
ROW = types.Array(types.int64, 1, "C")
REALS = types.Array(types.float64, 1, "C")
# Every loop that answers for a strategy: (chunk, lanes, place, who, trick, facts, parameters, reals) -> faults.
ASK_ARGUMENTS = (CHUNK, types.int64, types.int64, types.int64, types.int64, ROW, ROW, REALS)

_TWINS: dict[Any, Any] = {}


def twin(compiled: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that ties a plain function to the compiled one which replaces it inside loops."""

    def tie(plain: Callable[..., Any]) -> Callable[..., Any]:
        _TWINS[plain] = compiled
        return plain

    return tie


def loop(function: Callable[..., Any]) -> Any:
    """The function as a compiled loop, cached beside its source file and free of Python's lock."""
    return numba.njit(nogil=True, cache=True)(function)


def inline(function: Callable[..., Any]) -> Any:
    """The function as a compiled one that Numba itself inlines: LLVM's inlining comes too late for its vectoriser."""
    return numba.njit(inline="always")(function)


@cache
def compiled(function: Callable[..., Any]) -> Any:
    """A plain function as an inlined compiled one, with every plain function that it reaches.

    The function itself is left alone: the compiled copy sees a copy of its globals.
    """
    if not ENABLED:
        return function
    if function in _TWINS:
        return _TWINS[function]
    scope = dict(function.__globals__)
    copy = python_types.FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, _compiled_closure(function)
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__module__ = function.__module__
    for name in referenced_names(function.__code__):
        if name in scope and scope[name] is not function:
            scope[name] = _compiled_value(scope[name], function.__code__)
    return inline(copy)


def _compiled_closure(function: Callable[..., Any]) -> tuple[Any, ...] | None:
    cells = function.__closure__
    if cells is None:
        return None
    return tuple(python_types.CellType(_compiled_value(cell.cell_contents, function.__code__)) for cell in cells)


def _compiled_value(value: Any, code: python_types.CodeType) -> Any:
    if isinstance(value, python_types.FunctionType):
        return compiled(value)
    if isinstance(value, python_types.ModuleType) and not is_library(value.__name__):
        copy = python_types.ModuleType(value.__name__)
        for name in referenced_names(code):
            if hasattr(value, name):
                setattr(copy, name, _compiled_value(getattr(value, name), code))
        return copy
    return value


LIBRARIES = {*sys.stdlib_module_names, "numba", "numpy", "scipy", "polars", "pandas"} - {"__main__"}


def is_library(module_name: str) -> bool:
    """Whether a module is a general library: no strategy lives there, and Numba knows it or does not."""
    return module_name.partition(".")[0] in LIBRARIES


def referenced_names(code: python_types.CodeType) -> list[str]:
    """All global and attribute names that a code object, or one nested in it, refers to."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            names += referenced_names(constant)
    return names


def fingerprint(function: Callable[..., Any], seen: set[int] | None = None) -> list[str]:
    """All that decides what a function compiles to: its code, constants, and the globals it reaches, in order."""
    seen = set() if seen is None else seen
    if id(function) in seen:
        return []
    seen.add(id(function))
    code = function.__code__
    parts = [function.__qualname__, *_code_parts(code), repr(function.__defaults__), repr(function.__kwdefaults__)]
    for name in sorted(set(referenced_names(code))):
        if name in function.__globals__:
            parts += [name, *_value_parts(function.__globals__[name], code, seen)]
    for cell in function.__closure__ or ():
        parts += _value_parts(cell.cell_contents, code, seen)
    return parts


def _code_parts(code: python_types.CodeType) -> list[str]:
    parts = [code.co_code.hex(), repr(code.co_names), repr(code.co_varnames), repr(code.co_freevars)]
    for constant in code.co_consts:
        parts += _code_parts(constant) if isinstance(constant, python_types.CodeType) else [repr(constant)]
    return parts


def _value_parts(value: Any, code: python_types.CodeType, seen: set[int]) -> list[str]:
    if isinstance(value, python_types.FunctionType):
        return fingerprint(value, seen)
    if isinstance(value, python_types.ModuleType):
        # a strategy's folder is a package named by a hash of all its files: what counts is what is reached in it
        parts = [value.__name__.rpartition(".")[2]]
        if not is_library(value.__name__):
            for name in sorted(set(referenced_names(code))):
                if hasattr(value, name):
                    parts += _value_parts(getattr(value, name), code, seen)
        return parts
    if isinstance(value, np.ndarray):
        return [repr(value.dtype), repr(value.shape), value.tobytes().hex()]
    return [repr(value)]


def loop_address(dispatcher: Any) -> int:
    """The address of an ask loop's machine code, compiled or taken from the cache for `ASK_ARGUMENTS`."""
    dispatcher.compile(ASK_ARGUMENTS)
    overload = dispatcher.overloads[ASK_ARGUMENTS]
    return int(overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name))


# What drivers take: chunk, lanes, index, facts, key, begin, deals, watch_voids, addresses, who, whole, reals, table and
# now.
DRIVER_ARGUMENTS = (
    CHUNK, types.int64, ROW, ROW, *(types.int64,) * 4, CHUNK, ROW,
    types.Array(types.int64, 3, "C"), types.Array(types.float64, 3, "C"), CHUNK, ROW,
)  # fmt: skip


# A driver of deals also takes their outcomes, one of matches the matches that are on and their results.
DEAL_DRIVER_ARGUMENTS = (*DRIVER_ARGUMENTS, CHUNK)
MATCH_DRIVER_ARGUMENTS = (*DRIVER_ARGUMENTS, CHUNK, CHUNK)


def compile_driver(dispatcher: Any, *, matches: bool) -> None:
    """Compiles a game's driver, or takes it from the cache."""
    dispatcher.compile(MATCH_DRIVER_ARGUMENTS if matches else DEAL_DRIVER_ARGUMENTS)


class WrongAnswerTypeError(Exception):
    """A decision function whose answers cannot be of the right type, whatever the cards."""


def compile_loop(dispatcher: Any) -> int:
    """The address of a compiled ask loop; raises `WrongAnswerTypeError`, or `TypeError` when it cannot be compiled."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        try:
            return loop_address(dispatcher)
        except NumbaError as error:
            text = str(error)
            if _ANSWER_MARK in text:
                raise WrongAnswerTypeError(text.partition(_ANSWER_MARK)[2].partition(";")[0]) from None
            lines = [line.strip() for line in text.splitlines() if line.strip()]
            useful = [line for line in lines[1:] if not line.startswith(("-", "There are", "Of which", ">>>"))]
            raise TypeError(useful[0] if useful else lines[0]) from None
        except Exception as error:  # noqa: BLE001
            # Numba's own passes fail with all kinds of exceptions on code they do not understand.
            raise TypeError(f"{type(error).__name__}: {error}") from None


# ---- instructions ----------------------------------------------------------------------------------------------------


def _unary(build: Callable[[Any, Any], Any]) -> Any:
    @intrinsic
    def instruction(typing_context: Any, x: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, args: build(builder, args[0])

    return instruction


def _has(feature: str) -> bool:
    return bool(llvmlite.binding.get_host_cpu_features().get(feature)) if ENABLED else False


def _build_lowest(builder: Any, x: Any) -> Any:
    if not HAS_VECTOR_COUNT:
        return _build_highest(builder, builder.and_(x, builder.neg(x)))
    below = builder.and_(builder.not_(x), builder.sub(x, ir.Constant(I64, 1)))
    empty = builder.icmp_signed("==", x, ir.Constant(I64, 0))
    return builder.select(empty, ir.Constant(I64, -1), builder.ctpop(below))


def _build_highest(builder: Any, x: Any) -> Any:
    if HAS_VECTOR_LEADING_ZEROS:
        # ctlz(0) is 64, so the empty set gives -1 by itself
        return builder.sub(ir.Constant(I64, 63), builder.ctlz(x, ir.Constant(ir.IntType(1), 0)))
    return _exponent(builder, x)


def _exponent(builder: Any, x: Any) -> Any:
    """The position of the highest bit by the exponent of a double: 10 vector instructions where ctlz takes 26.

    The upper half of the word, or the lower where that is empty, becomes a double's mantissa; less one half, so that
    the empty set has the exponent of 0.5, which is -1.
    """
    upper = builder.lshr(x, ir.Constant(I64, 32))
    is_small = builder.icmp_unsigned("==", upper, ir.Constant(I64, 0))
    half = builder.select(is_small, builder.and_(x, ir.Constant(I64, 0xFFFF_FFFF)), upper)
    double = builder.bitcast(builder.or_(half, ir.Constant(I64, 0x433 << 52)), ir.DoubleType())
    double = builder.fsub(double, ir.Constant(ir.DoubleType(), 2.0**52 - 0.5))
    exponent = builder.lshr(builder.bitcast(double, I64), ir.Constant(I64, 52))
    return builder.add(exponent, builder.select(is_small, ir.Constant(I64, -1023), ir.Constant(I64, 32 - 1023)))


HAS_VECTOR_COUNT = _has("avx512vpopcntdq")
HAS_VECTOR_LEADING_ZEROS = _has("avx512cd")


count_bits = _unary(lambda builder, x: builder.ctpop(x))
lowest_bit = _unary(_build_lowest)
highest_bit = _unary(_build_highest)


@intrinsic
def fold(typing_context: Any, a: Any, b: Any) -> Any:
    """High word XOR low word of the 128-bit product of two words."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = builder.mul(builder.zext(args[0], I128), builder.zext(args[1], I128))
        high = builder.trunc(builder.lshr(wide, ir.Constant(I128, 64)), I64)
        return builder.xor(high, builder.trunc(wide, I64))

    return types.int64(types.int64, types.int64), build


@intrinsic
def add_wrapping(typing_context: Any, a: Any, b: Any) -> Any:
    """Sum modulo 2⁶⁴."""
    return types.int64(types.int64, types.int64), lambda context, builder, sig, args: builder.add(args[0], args[1])


@intrinsic
def multiply_wrapping(typing_context: Any, a: Any, b: Any) -> Any:
    """Product modulo 2⁶⁴."""
    return types.int64(types.int64, types.int64), lambda context, builder, sig, args: builder.mul(args[0], args[1])


HAS_DEPOSIT = _has("bmi2")


@intrinsic
def deposit(typing_context: Any, mask: Any, cards: Any) -> Any:
    """The bits of a set at the positions of a mask, by x86's pdep instruction."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(I64, [I64, I64]))
        return builder.call(pdep, args)

    return types.int64(types.int64, types.int64), build


def _common_type(a: Any, b: Any) -> Any:
    a, b = (types.unliteral(x) for x in (a, b))
    if a == b:
        return a
    if isinstance(a, types.Float) or isinstance(b, types.Float):
        return types.float64
    return types.int64


@intrinsic
def where_instruction(typing_context: Any, flag: Any, a: Any, b: Any) -> Any:
    """LLVM's `select`: both values are computed, none is branched over."""
    result = _common_type(a, b)
    signature = result(flag, a, b)

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        yes = context.cast(builder, args[1], sig.args[1], result)
        no = context.cast(builder, args[2], sig.args[2], result)
        return builder.select(_truth(context, builder, sig.args[0], args[0]), yes, no)

    return signature, build


@intrinsic
def select_instruction(typing_context: Any, flag: Any, x: Any) -> Any:
    """`x` where the flag holds, else zero."""
    result = types.unliteral(x)

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = context.cast(builder, args[1], sig.args[1], result)
        zero = context.get_constant(result, 0)
        return builder.select(_truth(context, builder, sig.args[0], args[0]), value, zero)

    return result(flag, x), build


def _truth(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.cast(builder, value, kind, types.boolean)


@intrinsic
def at_instruction(typing_context: Any, by_seat: Any, seat: Any) -> Any:
    """The entry of a tuple for a seat, zero for seat -1, by a row of selects (an index would stop the vectoriser)."""
    if not isinstance(by_seat, types.UniTuple):
        raise TypingError("at() takes a field by seat (a tuple of equal types) and a seat")
    result = by_seat.dtype

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        seat_value = context.cast(builder, args[1], sig.args[1], types.int64)
        value = context.get_constant(result, 0)
        for j in range(by_seat.count):
            entry = builder.extract_value(args[0], j)
            value = builder.select(builder.icmp_signed("==", seat_value, ir.Constant(I64, j)), entry, value)
        return value

    return result(by_seat, seat), build


_ANSWER_MARK = "simcards answer: "


@intrinsic
def whole_number(typing_context: Any, answer: Any) -> Any:
    """The answer of a decision function, which must be an integer by its type."""
    if not isinstance(answer, types.Integer) or isinstance(answer, types.Boolean):
        raise TypingError(f"{_ANSWER_MARK}{_type_name(answer)};")

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.cast(builder, args[0], sig.args[0], types.int64)

    return types.int64(answer), build


def _type_name(answer: Any) -> str:
    if isinstance(answer, types.Boolean | types.BooleanLiteral):
        return "a bool"
    if isinstance(answer, types.NoneType):
        return "None"
    if isinstance(answer, types.Optional | types.Omitted):
        return "None on some path"
    if isinstance(answer, types.Float):
        return "a float"
    return f"a value of type {types.unliteral(answer)}"


@intrinsic
def call_ask_loop(
    typing_context: Any,
    address: Any,
    c: Any,
    n: Any,
    place: Any,
    who: Any,
    trick: Any,
    facts: Any,
    whole: Any,
    real: Any,
) -> Any:
    """What the ask loop at an address returns; an exception in it is passed on.

    Numba's own first-class functions cannot be indexed in a tuple; an address can, and it costs 10 ns a call.
    """
    signature = types.int64(types.int64, *ASK_ARGUMENTS)

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        convention = context.call_conv
        kind = convention.get_function_type(types.int64, ASK_ARGUMENTS)
        pointer = builder.inttoptr(args[0], kind.as_pointer())
        status, result = convention.call_function(builder, pointer, types.int64, ASK_ARGUMENTS, args[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result

    return signature, build
