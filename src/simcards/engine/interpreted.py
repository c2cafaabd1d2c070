"""One deal in plain Python: the same steps, run uncompiled, so that prints, breakpoints and tracebacks work.

It serves `show --views`, the search for a deal at fault, and everything when compiling is switched off.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from simcards.engine import asking, decision_text, game_text
from simcards.engine.chunk import PlainChunk, columns
from simcards.engine.deciders import Decider
from simcards.engine.fields import DECISIONS, FIELDS, fields_of
from simcards.engine.script import ALL_LEGAL, Moment, Script
from simcards.engine.start import Start, place_cards
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.generated import Generated, interpreted_module

EVERY_SEAT = (1 << 16) - 1


@dataclass
class PlainAsk:
    """A decision of one deal: who is asked, what the seat sees, what it may answer; `answer` is to be set."""

    decision: str
    seat: int
    place: int
    turn: int
    view: dict[str, Any]
    answer: int = field(default=-1)

    @property
    def legal(self) -> int:
        """The legal answers, as bits; of a decision answered with a set, the cards that may be in it."""
        return int(self.view["legal"])

    def given_by(self, script: Script) -> bool:
        """Whether a script gives the answer, which is then set."""
        found = script.answer(Moment(self.decision, self.turn, self.seat))
        if found is not None:
            self.answer = self.legal if found == ALL_LEGAL else found
        return found is not None


class _Cells(dict[tuple[int, int], int]):
    """An array of two dimensions as a dictionary."""


@cache
def _fields_module(game: Game, rules: Rules, decision: str) -> Generated:
    wanted = [name for name in fields_of(decision) if name != "layout"]
    text = decision_text.fields_module_text(game, decision, wanted)
    return interpreted_module(f"{decision}_fields", text, {}, game_text.interpreted_game(game, rules))


def _view(
    game: Game, rules: Rules, decision: str, c: PlainChunk, place: int, turn: int, facts: list[int]
) -> dict[str, Any] | None:
    out, lanes = _Cells(), [0, 0]
    loop = _fields_module(game, rules, decision).names[f"{decision}_fields"]
    if not loop(c, 1, place, EVERY_SEAT, turn, facts, out, lanes, 0):
        return None
    view: dict[str, Any] = {}
    row = 0
    for name in fields_of(decision):
        if name == "layout":
            view[name] = game.deck(rules).layout
            continue
        width = len(decision_text.expressions_of(game, (name,)))
        values = [int(out[row + k, 0]) for k in range(width)]
        shape = FIELDS[name].shape
        if shape == "flag":
            view[name] = bool(values[0])
        else:
            view[name] = values[0] if shape == "number" else tuple(values)
        row += width
    return view


def play_one(
    game: Game,
    rules: Rules,
    place_cards: Callable[[PlainChunk], None],
    answered: Callable[[PlainAsk], None],
) -> PlainChunk | None:
    """Plays the deal whose cards `place_cards(columns)` deals; `answered(ask)` sets every answer.

    Returns the final columns, None when the deal was passed out.
    """
    rows = columns(game)
    c = PlainChunk(rows["COLUMNS"], 1)
    facts = game_text.facts_of(game, rules)
    place_cards(c)
    steps = game_text.interpreted_game(game, rules).steps(c, 1, [0, 0], facts, True, False)
    while True:
        try:
            decision, place, turn, n = next(steps)
        except StopIteration as end:
            return c if end.value else None
        if not n:
            continue
        view = _view(game, rules, DECISIONS[decision], c, place, turn, facts)
        if view is None:
            continue
        seat = (c[rows["FIRST"], 0] + place) % game.seats
        ask = PlainAsk(DECISIONS[decision], seat, place, turn, view)
        answered(ask)
        c[rows["OUT"], 0] = ask.answer


def plain_answer(decider: Decider, view: dict[str, Any], setup: Any = None) -> Any:
    """What a decider answers to a view, whatever its kind, as it is returned."""
    names = (*decider.fields, "params")
    values = view | {"params": asking.params_of(decider)}
    if decider.kind != "array":
        return decider.function(asking.view_class(decider.decision, names)(*(values[name] for name in names)))
    return asking.array_of_one(decider, values, setup)


def decisions(game: Game, rules: Rules, players: list[dict[str, Decider]], start: Start) -> Iterator[PlainAsk]:
    """The decisions of a deal, in order, each with its view and its answer (which may be anything it returned)."""
    found: list[PlainAsk] = []

    def answered(ask: PlainAsk) -> None:
        decider = players[ask.seat % len(players)][ask.decision]
        ask.answer = plain_answer(decider, ask.view, decider.setup() if decider.setup else None)
        found.append(ask)

    play_one(game, rules, partial(place_cards, game, rules, start), answered)
    yield from found
