"""Asking deciders: as compiled loops where they compile, else lane by lane or as arrays."""

from collections import namedtuple
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards import compiled
from simcards.cards.sets import count
from simcards.compiled import WrongAnswerTypeError
from simcards.engine import decision_text, game_text
from simcards.engine.deciders import Decider
from simcards.engine.fields import FIELDS, SETS
from simcards.errors import StrategyError
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.generated import Generated, compiled_module

Lanes = NDArray[np.int64]


@dataclass(frozen=True)
class Loop:
    """A compiled ask loop: its address, and what keeps it alive."""

    address: int
    module: Generated


@cache
def ask_loop(game: Game, rules: Rules, decider: Decider) -> Loop:
    """The compiled loop that asks a decider at one place. `TypeError` when its function cannot be compiled."""
    text = decision_text.asking_text(game, decider.decision, decider.fields, decider.param_types)
    return _loop(game, rules, decider, text, f"{decider.decision}_loop")


@cache
def whole_loop(game: Game, rules: Rules, decider: Decider) -> Loop:
    """The compiled loop that asks a decider in all seats: for a round of the auction, or a whole trick."""
    text = decision_text.whole_module_text(game, decider.decision, decider.fields, decider.param_types)
    return _loop(game, rules, decider, text, "round_loop" if decider.decision == "bid" else "trick_loop")


def _loop(game: Game, rules: Rules, decider: Decider, text: str, name: str) -> Loop:
    base = game_text.game_module(game, rules)
    try:
        scope = {f"decide_{decider.decision}": decider.function}
        module = compiled_module(name, text, scope | ASK_SCOPE, base)
        return Loop(compiled.compile_loop(module.names[name]), module)
    except WrongAnswerTypeError as error:
        raise StrategyError(
            f"{decider.text}: {decider.decision} returns {error}, not an int; see what it returns on every path"
        ) from None


ASK_SCOPE = {"whole_number": compiled.whole_number}


@cache
def fields_loop(game: Game, rules: Rules, decision: str, wanted: tuple[str, ...]) -> Generated:
    """The compiled loop that writes fields of the lanes to be asked into an array."""
    text = decision_text.fields_module_text(game, decision, wanted)
    return compiled_module(f"{decision}_fields", text, {}, game_text.game_module(game, rules))


@dataclass
class Views:
    """The fields of the lanes that are asked: `columns[name]` is an array, or a tuple of arrays by seat or side."""

    lanes: Lanes
    columns: dict[str, Any]


def read_views(
    game: Game,
    rules: Rules,
    decision: str,
    wanted: tuple[str, ...],
    state: "State",
    place: int,
    turn: int,
    who: int,
    *,
    skip_forced: bool = False,
) -> Views:
    """The wanted fields of all lanes whose seat at this place is in `who` and has something to decide.

    With `skip_forced`, the only legal answer is given where there is only one, and those lanes are left out.
    """
    plain = tuple(name for name in wanted if name != "layout")
    rows = sum(len(decision_text.expressions_of(game, (name,))) for name in plain)
    out = np.empty((max(rows, 1), state.n + 1), np.int64)
    lanes = np.empty(state.n + 1, np.int64)
    loop = fields_loop(game, rules, decision, plain).names[f"{decision}_fields"]
    m = loop(state.c, state.n, place, who, turn, state.facts, out, lanes, int(skip_forced))
    columns: dict[str, Any] = {}
    row = 0
    for name in plain:
        width = len(decision_text.expressions_of(game, (name,)))
        parts = [out[row + k, :m] for k in range(width)]
        if FIELDS[name].shape == "flag":
            parts = [part != 0 for part in parts]
        columns[name] = parts[0] if FIELDS[name].shape in ("number", "flag") else tuple(parts)
        row += width
    if "layout" in wanted:
        columns["layout"] = game.deck(rules).layout
    return Views(lanes[:m].copy(), columns)


@dataclass
class State:
    """A chunk on its way: columns by lanes, how many lanes live, the rules as whole numbers."""

    c: NDArray[np.int64]
    n: int
    facts: NDArray[np.int64]


@cache
def view_class(decision: str, names: tuple[str, ...]) -> Any:
    """The class of a view with these fields."""
    return namedtuple(f"{decision.title().replace('_', '')}View", names)  # noqa: PYI024  # fields come at run time


@cache
def params_of(decider: Decider) -> Any:
    """A decider's parameters as an object with a field each."""
    values = dict(decider.params)
    return namedtuple("Params", values)(**values)  # noqa: PYI024  # fields come at run time


def scalar_views(decider_fields: tuple[str, ...], decision: str, views: Views, params: Any) -> Any:
    """An iterator over views of Python's own numbers, one a lane."""
    lists: list[Any] = []
    m = len(views.lanes)
    for name in decider_fields:
        column = views.columns[name]
        if name == "layout":
            lists.append([column] * m)
        elif isinstance(column, tuple):
            lists.append(list(zip(*(part.tolist() for part in column), strict=True)))
        else:
            lists.append(column.tolist())
    kind = view_class(decision, (*decider_fields, "params"))
    return map(kind, *lists, [params] * m)


def are_legal(game: Game, decision: str, answers: Lanes, columns: dict[str, Any]) -> NDArray[np.bool_]:
    """Which answers are legal; `columns` holds the fields `legal` and, for a set of cards, `must` and `need`."""
    legal = columns["legal"]
    if decision not in SETS:
        return np.asarray((answers >= 0) & (answers < 63) & ((legal >> (answers & 63)) & 1 != 0))
    good = (answers & ~legal == 0) & (columns["must"] & ~answers == 0) & (count(answers) == columns["need"])
    refused = (answers == 0) & (decision == "give") & game.gift_is_free
    return np.asarray((answers >= 0) & good | refused)


def whole_answer(answer: Any) -> int | None:
    """The answer as an int when it is a whole number and no bool, else None."""
    if isinstance(answer, int) and not isinstance(answer, bool):
        return answer
    return int(answer) if isinstance(answer, np.integer) else None


class WrongAnswerError(Exception):
    """What an array function returned is no array of one whole number a deal; the text says what it is."""


def array_answers(answer: Any, m: int) -> Lanes | str:
    """The answers of an array function as int64, or what is wrong with them."""
    if answer is None:
        return "None"
    array = np.asarray(answer)
    if array.dtype.kind not in "iu":
        return f"an array of {array.dtype}, not of whole numbers"
    if array.shape != (m,):
        return f"an array of shape {array.shape}, not one answer a deal, {(m,)}"
    return array.astype(np.int64)


def array_view(decider: Decider, views: Views) -> Any:
    """A view whose fields are arrays over lanes."""
    kind = view_class(decider.decision, (*decider.fields, "params"))
    return kind(*(views.columns[name] for name in decider.fields), params_of(decider))


def array_of_one(decider: Decider, values: dict[str, Any], setup: Any = None) -> Any:
    """The answer of an array function to one view, as it is returned for an array of one lane."""

    def lane(value: Any) -> Any:
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return tuple(lane(part) for part in value)
        return np.array([value]) if isinstance(value, int) else value

    kind = view_class(decider.decision, (*decider.fields, "params"))
    view = kind(*(lane(values[name]) for name in decider.fields), values["params"])
    answer = decider.function(view) if decider.setup is None else decider.function(view, setup)
    found = array_answers(answer, 1)
    if isinstance(found, str):
        raise WrongAnswerError(found)
    return int(found[0])
