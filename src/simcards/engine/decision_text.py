"""The text of a strategy's modules: loops that ask one decision function, at one place or for a round or trick."""

import ast
import re
from collections.abc import Iterable, Sequence
from typing import Any

from simcards.engine.fields import SETS, definitions, expressions, needed
from simcards.games.game import Game
from simcards.generated import parsed


class _AtPlace(ast.NodeTransformer):
    """Rewrites an expression for a fixed place: the place a number, seats' cards the locals of that place."""

    def __init__(self, place: int, seats: int) -> None:
        self.place, self.seats = place, seats

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == "place":
            return ast.Constant(self.place)
        match = re.match(r"hand_(\d+)$", node.id)
        if match:
            return ast.Name(f"hand_at_{(self.place + int(match[1])) % self.seats}")
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        if ast.unparse(node.test) == "place == 0":
            return self.visit(node.body if self.place == 0 else node.orelse)
        return self.generic_visit(node)


def at_place(text: str, place: int, seats: int) -> str:
    """An expression over a view's definitions, rewritten for one place of a fused loop."""
    return ast.unparse(_AtPlace(place, seats).visit(parsed(text, mode="eval")))


def _load(name: str) -> str:
    """The expression that loads a name of state from the chunk."""
    match = re.match(r"([a-z]+)_(\d+)$", name)
    if match and match[1] == "hand":
        return f"c[row_{name}, i]"
    if match:
        return f"c[{match[1].upper()} + {match[2]}, i]"
    return f"c[{name.upper()}, i]"


def _rows(state: Sequence[str]) -> list[str]:
    """Lines that find the rows of hands relative to the place."""
    seats = [name.removeprefix("hand_") for name in state if name.startswith("hand_")]
    return [f"row_hand_{j} = HAND + turned(place + {j})" for j in seats]


# Not zero when `answer` is none of the bits of `legal`; or no set of `need` legal cards with those of `must`.
ILLEGAL = "((answer & -64) | (((legal >> (answer & 63)) & 1) ^ 1))"
ILLEGAL_SET = "((answer & ~legal) | (must & ~answer) | (count(answer) ^ need))"


def illegal(game: Game, decision: str) -> str:
    """An expression that is not zero when `answer` is illegal."""
    if decision not in SETS:
        return ILLEGAL
    return f"select(answer != 0, {ILLEGAL_SET})" if decision == "give" and game.gift_is_free else ILLEGAL_SET


def ask_text(game: Game, decision: str, wanted: Sequence[str], params: Sequence[tuple[str, bool]]) -> str:
    """A loop that asks a decision function at one place; it returns whether an answer was illegal.

    `wanted` are the fields the function reads; `params` the parameters, each with whether it is a real number.
    """
    found = expressions_of(game, wanted)
    view, bind, make = _view(game, decision, wanted, params)
    checked = ("must", "need") if decision in SETS else ()
    state, derived = needed(decision, (*found, "legal", "mine", *checked), game)
    known = definitions(decision, game)
    body = [f"{name} = {_load(name)}" for name in state]
    body += [f"{name} = {known[name]}" for name in derived]
    body += [
        *bind,
        f"answer = whole_number(decide_{decision}({make}))",
        f"wrong |= -mine & {illegal(game, decision)}",
        "c[OUT, i] = blend(mine, answer, c[OUT, i])",
    ]
    return f"""
{view}


@loop
def {decision}_loop(c, n, place, who, turn, facts, whole, reals):
    {_lines(["rules = rules_of(facts)", *_params(params), "wrong = 0", *_rows(state)], 4)}
    for i in range(n):
        {_lines(body, 8)}
    return wrong
"""


def _lines(lines: Sequence[str], indent: int) -> str:
    return ("\n" + " " * indent).join(lines)


def _params(params: Sequence[tuple[str, bool]]) -> list[str]:
    if not params:
        return []
    values = ", ".join(f"{'reals' if real else 'whole'}[{k}]" for k, (name, real) in enumerate(params))
    return [f"params = Params({values})"]


def expressions_of(game: Game, wanted: Sequence[str]) -> tuple[str, ...]:
    """The expressions of some fields."""
    return tuple(text for name in wanted for text in expressions(name, game))


def _view(
    game: Game, decision: str, wanted: Sequence[str], params: Sequence[tuple[str, bool]], place: int | None = None
) -> tuple[str, list[str], str]:
    """A view's class, the lines that bind its fields to locals, and the expression that makes it.

    Each field is bound to a local first: Numba refuses a call of more than some thirty expressions.
    """
    kind = f"{decision.title().replace('_', '')}View"
    bind = []
    for name in wanted:
        texts = expressions(name, game)
        if place is not None:
            texts = [at_place(text, place, game.seats) for text in texts]
        bind.append(f"field_{name} = {texts[0] if len(texts) == 1 else _tuple(texts)}")
    names = list(wanted) + (["params"] if params else [])
    values = [f"field_{name}" for name in wanted] + (["params"] if params else [])
    return f"{kind} = namedtuple({kind!r}, {names!r})", bind, f"{kind}({', '.join(values)})"


def fields_text(game: Game, decision: str, wanted: Sequence[str]) -> str:
    """A loop that writes fields of the lanes to be asked, one after the other: `out[field, k]`, `lanes[k]`.

    With `skip`, lanes that have only one legal answer get it and are not asked.
    """
    found = expressions_of(game, wanted)
    state, derived = needed(decision, (*found, "mine", "legal"), game)
    known = definitions(decision, game)
    body = [f"{name} = {_load(name)}" for name in state]
    body += [f"{name} = {known[name]}" for name in derived]
    body += [f"out[{k}, m] = {text}" for k, text in enumerate(found)]
    if decision not in SETS:
        body += ["forced = mine & skip & (1 * ((legal & (legal - 1)) == 0))"]
        body += ["c[OUT, i] = blend(forced, lowest(legal), c[OUT, i])", "mine = mine ^ forced"]
    return f"""
@loop
def {decision}_fields(c, n, place, who, turn, facts, out, lanes, skip):
    {_lines(["rules = rules_of(facts)", "m = 0", *_rows(state)], 4)}
    for i in range(n):
        {_lines(body, 8)}
        lanes[m] = i
        m += mine
    return m
"""


def trick_text(game: Game, wanted: Sequence[str], params: Sequence[tuple[str, bool]]) -> str:
    """A loop that plays a whole trick when one player holds all seats: its state stays in registers."""
    found = expressions_of(game, wanted)
    state, derived = needed("play", (*found, "legal", "mask", "here"), game)
    known = definitions("play", game)
    seats = range(game.seats)
    moving = ("led", "led_class", "best", "best_place", "beat", "trick")
    loads = dict.fromkeys(("first", "trump", *(name for name in state if not name.startswith("hand_"))))
    body = [f"hand_at_{j} = c[HAND + {j}, i]" for j in seats]
    body += [f"{name} = {_load(name)}" for name in loads if name not in moving]
    for place in seats:
        _, bind, make = _view(game, "play", wanted, params, place)
        body += [f"{name} = {at_place(known[name], place, game.seats)}" for name in derived] + bind
        body += [f"card = whole_number(decide_play({make}))", "one = (1 << (card & 63)) & -here"]
        body += [f"card_{place} = card & -here", "wrong |= one & ~legal", f"hand_at_{place} &= ~one"]
        if place == 0:
            body += ["led = card & 63", "led_class = class_of(led, mask)"]
            body += ["beat = beats(led, led_class, mask, rules)", "best = led", "best_place = 0", "trick = one"]
            continue
        body += ["takes = (one & beat) != 0", "beat &= where(takes, -2 << (card & 63), -1)"]
        body += ["best = where(takes, card, best)", f"best_place = where(takes, {place}, best_place)", "trick |= one"]
        if "voids" in loads:
            body += ["shown = proves(card & 63, led, led_class, mask, rules) & -here"]
            body += [f"voids |= shown << (turned(first + {place}) << 3)"]
    body += [f"wrong |= ({' | '.join(f'card_{place}' for place in seats)}) & -64"]
    hands = _tuple(f"hand_at_{j}" for j in seats)
    body += ["places = best_place", "winner = turned(first + places)", "side = side_of(winner)"]
    body += [f"put_by_seat(c, HAND, i, rotated({hands}, places))", "c[FIRST, i] = winner"]
    body += [f"c[TAKEN + {s}, i] |= select(side == {s}, trick)" for s in range(game.sides)]
    body += [f"c[TRICKS, i] += {'(1 * (trick != 0))' if game.stops else '1'} << (winner << 3)"]
    body += ["c[VOIDS, i] = voids"] if "voids" in loads else []
    return _whole_loop("trick", params, body)


def round_text(game: Game, wanted: Sequence[str], params: Sequence[tuple[str, bool]]) -> str:
    """A loop that asks all seats for a call, one round, when one player holds them all."""
    found = expressions_of(game, wanted)
    state, derived = needed("bid", (*found, "legal", "asked", "dealer"), game)
    known = definitions("bid", game)
    auction = ("bid", "declarer", "calls", "open_seats")
    loads = dict.fromkeys(("first", *auction, *(name for name in state if not name.startswith("hand_"))))
    body = [f"hand_at_{j} = c[HAND + {j}, i]" for j in range(game.seats)]
    body += [f"{name} = {_load(name)}" for name in loads]
    one_call_each = "auction" not in game.book.by_key
    if one_call_each:  # no seat is asked twice, so whether the auction is open says who is asked
        known = known | {"asked": "1 * (open_seats != 0)"}
    for place in range(game.seats):
        _, bind, make = _view(game, "bid", wanted, params, place)
        body += [f"{name} = {at_place(known[name], place, game.seats)}" for name in derived] + bind
        if one_call_each:
            body += [f"answer = whole_number(decide_bid({make}))", f"wrong |= -asked & {ILLEGAL}"]
            body += ["is_bid = (asked != 0) & (answer > 0)", "bid = where(is_bid, answer, bid)"]
            body += ["declarer = where(is_bid, seat, declarer)", "calls |= ((answer + 1) & -asked) << (seat << 3)"]
            left = "still_open(open_seats, bid, declarer, dealer, rules)" if place < game.seats - 1 else "0"
            body += [f"open_seats = {left}"]
            continue
        body += [f"answer = whole_number(decide_bid({make}))", f"wrong |= -asked & {ILLEGAL}"]
        body += [f"now = after_call(answer, seat, dealer, {', '.join(auction)}, rules)"]
        body += [f"{name} = now[{k}]" for k, name in enumerate(auction)]
    body += [f"{_load(name)} = {name}" for name in auction]
    return _whole_loop("round", params, body)


def _whole_loop(name: str, params: Sequence[tuple[str, bool]], body: Sequence[str]) -> str:
    return f"""
@loop
def {name}_loop(c, n, place, who, turn, facts, whole, reals):
    {_lines(["rules = rules_of(facts)", *_params(params), "wrong = 0"], 4)}
    for i in range(n):
        {_lines(body, 8)}
    return wrong
"""


def asking_text(game: Game, decision: str, wanted: Sequence[str], params: Sequence[tuple[str, bool]]) -> str:
    """The text of a module that asks one decision function at one place."""
    return _heading(game, decision, params) + ask_text(game, decision, wanted, params)


def whole_module_text(game: Game, decision: str, wanted: Sequence[str], params: Sequence[tuple[str, bool]]) -> str:
    """The text of a module that asks one decision function for whole rounds (bid) or whole tricks (play)."""
    view = _view(game, decision, wanted, params)[0]
    text = round_text(game, wanted, params) if decision == "bid" else trick_text(game, wanted, params)
    return f"{_heading(game, f'all seats: {decision}', params)}\n\n{view}\n{text}"


def _heading(game: Game, what: str, params: Sequence[tuple[str, bool]]) -> str:
    names = [name for name, _ in params]
    text = f'"""Asks for {what} at {game.name}, generated by simcards; safe to delete."""'
    return text + (f"\n\nParams = namedtuple('Params', {names!r})" if names else "")


def fields_module_text(game: Game, decision: str, wanted: Sequence[str]) -> str:
    """The text of a module that reads fields of a decision's views."""
    return _heading(game, f"fields of {decision}", ()) + fields_text(game, decision, wanted)


def _tuple(parts: Iterable[str]) -> str:
    return "(" + ", ".join(parts) + ",)"
