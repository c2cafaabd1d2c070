"""The text of compiled modules: one for a game's steps, one for each strategy's decisions at that game."""

import ast
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from simcards import compiled
from simcards.cards import order, sets
from simcards.cards.dealing import BLOCK, DRAW_SCOPE, deal_lines
from simcards.engine import chunk
from simcards.engine.fields import BID, NAME_TRUMP, PLAY, ROUND, TRICK, definitions, expressions, needed
from simcards.games import options
from simcards.games.game import Game, Played
from simcards.games.options import Rules
from simcards.generated import Generated, compiled_module, interpreted_module
from simcards.randomness import stream

MOST_LENGTHS = 14


def constants(game: Game, rules: Rules) -> dict[str, Any]:
    """The whole numbers that a game's text is made with."""
    deck = game.deck(rules)
    forced = deck.parse_card(game.forced_holder) if game.forced_holder else -1
    return chunk.columns(game) | {
        "SEATS": game.seats,
        "SIDES": game.sides,
        "TRICKS_A_DEAL": game.tricks,
        "CALLS_A_SIDE": max(game.calls) + 1,
        "LENGTHS": MOST_LENGTHS,
        "DECK": deck.cards,
        "DECK_IN_PLAY_ORDER": int(order.in_play_order(deck.cards, 0, deck.layout)),
        "FORCED_CARD": 1 << forced if forced >= 0 else 0,
        "LANE": sets.LANE,
        "NO_TRUMP": sets.NO_TRUMP,
        "DEALER_FORCED": options.DEALER_FORCED,
        "HOLDER_FORCED": options.HOLDER_FORCED,
        "BID_DECISION": BID,
        "NAME_TRUMP_DECISION": NAME_TRUMP,
        "PLAY_DECISION": PLAY,
        "ROUND_DECISION": ROUND,
        "TRICK_DECISION": TRICK,
    }


def table_rows(game: Game) -> int:
    """Rows of a game's table of counts: side × bid × trump length."""
    return int(game.sides * (max(game.calls) + 1) * MOST_LENGTHS)


def _scope(game: Game, rules: Rules) -> dict[str, Any]:
    helpers = ("count", "lowest", "highest", "where", "select", "at", "bit")
    return {
        **{name: getattr(sets, name) for name in helpers},
        **game.functions(rules),
        **DRAW_SCOPE,
        "in_play_order": order.in_play_order,
        "stream": stream,
        "LAYOUT": game.deck(rules).layout,
        "Played": Played,
        "RulesOf": game.book.codes_type,
    }


# ---- a game's steps --------------------------------------------------------------------------------------------------


def _tuple(parts: Iterable[str]) -> str:
    return "(" + ", ".join(parts) + ",)"


def _by_seat_text(game: Game, rules: Rules) -> str:
    """Small functions whose text depends on the number of seats and sides."""
    seats, sides = range(game.seats), range(game.sides)
    turned = (
        f"x & {game.seats - 1}"
        if game.seats & (game.seats - 1) == 0
        else f"x - select(x >= {game.seats}, {game.seats})"
    )
    steps = []
    for shift in (4, 2, 1):
        if shift < game.seats:
            moved = ", ".join(f"where(more, t[{(j + shift) % game.seats}], t[{j}])" for j in seats)
            steps.append(f"    more = (places & {shift}) != 0\n    t = ({moved},)\n")
    partnership = game.sides < game.seats
    codes = len(game.book.codes_type._fields)
    has_auction = "auction" in game.book.by_key
    lines = f"""
@inline
def turned(x):
    return {turned}


@inline
def side_of(seat):
    return {"seat & 1" if partnership else "seat"}


@inline
def same_side(a, b):
    return side_of(a) == side_of(b)


@inline
def partners(place, other):
    return {"((place ^ other) & 1) == 0" if partnership else "place < 0"}


@inline
def rules_of(facts):
    return RulesOf{_tuple(f"facts[{k}]" for k in range(codes))}


@inline
def continuous(rules):
    return {"rules.auction" if has_auction else "0"}


@inline
def by_seat(c, row, i):
    return {_tuple(f"c[row + {j}, i]" for j in seats)}


@inline
def put_by_seat(c, row, i, t):
    {"; ".join(f"c[row + {j}, i] = t[{j}]" for j in seats)}


@inline
def rotated(t, places):
{"".join(steps)}    return t


@inline
def relabelled(t, trump):
    return {_tuple(f"in_play_order(t[{j}], trump, LAYOUT)" for j in seats)}


@inline
def relabel_kitty(c, i, trump):
    {"c[KITTY, i] = in_play_order(c[KITTY, i], trump, LAYOUT)" if game.kitty else "pass"}


@inline
def by_side(c, row, i):
    return {_tuple(f"c[row + {s}, i]" for s in sides)}


@inline
def tricks_of_side(tricks, side):
    return at(tricks_by_side(tricks), side)


@inline
def tricks_by_side(tricks):
    return {_tuple(" + ".join(f"((tricks >> {8 * j}) & 255)" for j in seats if j % game.sides == s) for s in sides)}


@inline
def highest_other(scores, seat):
    side = side_of(seat)
    best = -(1 << 62)
    for s in range(SIDES):
        best = where((side != s) & (scores[s] > best), scores[s], best)
    return best


@inline
def played_by_side(t, declarer):
{_played_by_side(game)}

@inline
def put_scores(c, i, result):
    {"; ".join(f"c[SCORE + {s}, i] = result[{s + 1}]" for s in sides)}


@inline
def add_scores(c, i, table, row):
{_add_scores(game)}

"""
    return lines + _deal_text(game, rules)


def _played_by_side(game: Game) -> str:
    if game.sides < game.seats:
        even = " | ".join(f"t[{j}]" for j in range(0, game.seats, 2))
        odd = " | ".join(f"t[{j}]" for j in range(1, game.seats, 2))
        return (
            f"    even = {even}\n    odd = {odd}\n    swap = (declarer & 1) != 0\n"
            "    return where(swap, odd, even), where(swap, even, odd)\n"
        )
    return "    return rotated(t, turned(SEATS - declarer))\n"


def score_columns(game: Game) -> list[str]:
    """Names of the table's columns: contracts, made, each side's score, the squares of its margin's numerator.

    A margin's numerator is (sides · own score − all scores); divided by (sides − 1) it is the margin. With two sides
    one square serves both.
    """
    squares = 1 if game.sides == 2 else game.sides
    scores = [f"score_{s}" for s in range(game.sides)]
    return ["contracts", "made", *scores, *(f"margin_squares_{s}" for s in range(squares))]


def _add_scores(game: Game) -> str:
    lines = [f"s{s} = c[SCORE + {s}, i]" for s in range(game.sides)]
    lines += [f"table[row, {2 + s}] += s{s}" for s in range(game.sides)]
    together = " - ".join(f"s{s}" for s in range(game.sides))
    if game.sides == 2:
        lines += [f"m = {together}", "table[row, 4] += m * m * 1"]
    else:
        lines.append("together = " + " + ".join(f"s{s}" for s in range(game.sides)))
        for s in range(game.sides):
            lines += [f"m = SIDES * s{s} - together", f"table[row, {2 + game.sides + s}] += m * m"]
    return "".join(f"    {line}\n" for line in lines)


def _deal_text(game: Game, rules: Rules) -> str:
    kitties = 1 if game.kitty else 0
    row = chunk.columns(game)["DRAWS"]
    lines = deal_lines(chunk.deal_needs(game), len(game.deck(rules).names), lambda k: f"c[{row + k}, j]")
    stores = [f"c[HAND + {j}, i] = dealt_{j + kitties}" for j in range(game.seats)]
    stores += ["c[KITTY, i] = dealt_0"] if kitties else []
    return f"""
@loop
def deal(c, n, start, first):
    for begin in range(0, n, {BLOCK}):
        m = min({BLOCK}, n - begin)
        for j in range(m):
            key = deal_key(start, first + begin + j)
            {_lines(lines.masks, 12)}
        for j in range(m):
            i = begin + j
            left = DECK
            {_lines(lines.takes, 12)}
            {_lines(stores, 12)}
    for i in range(n):
        dealer = (first + i) % SEATS
        c[DEAL, i] = first + i
        c[KEY, i] = deal_key(start, first + i)
        c[DEALER, i] = dealer
        c[FIRST, i] = turned(dealer + 1)
        c[BID, i] = 0
        c[DECLARER, i] = -1
        c[CALLS, i] = 0
        c[OPEN_SEATS, i] = (1 << SEATS) - 1
"""


@cache
def _source(name: str) -> str:
    text = files("simcards.engine").joinpath(name).read_text(encoding="utf-8")
    tree = ast.parse(text)
    tree.body = [node for node in tree.body if not isinstance(node, ast.Expr)]  # the file's docstring
    return "\n\n".join(_segment(text, node) for node in tree.body)


def _segment(text: str, node: ast.stmt) -> str:
    lines = text.splitlines()
    start = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
    return "\n".join(lines[start - 1 : node.end_lineno])


def _compiled_driver(*, sole: bool) -> str:
    """`play_chunks` with the steps in it, every `yield` turned into the loops that answer it.

    There is one for a sole player and one for several, because each compiles half as long as both in one would.
    """
    tree = ast.parse(_source("driver.py"))
    steps, driver = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    body = [node for node in steps.body if not _is_docstring(node) and not isinstance(node, ast.Return)]
    answered = ast.Module([_Answered(sole=sole).visit(node) for node in body], [])
    driver.name = driver_name(sole=sole)
    text = ast.unparse(driver)
    line = next(line for line in text.splitlines() if line.endswith("STEPS"))
    indent = line[: len(line) - len(line.lstrip())]
    return text.replace(line, "\n".join(indent + part for part in ast.unparse(answered).splitlines()))


def driver_name(*, sole: bool) -> str:
    """The name of the compiled driver for a sole player, or for several."""
    return "play_chunks_of_one" if sole else "play_chunks_of_many"


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


class _Answered(ast.NodeTransformer):
    """Replaces `yield decision, place, turn, n` by the calls of all players' loops for that decision."""

    def __init__(self, *, sole: bool) -> None:
        self.sole = sole

    def visit_If(self, node: ast.If) -> Any:
        if ast.unparse(node.test) != "sole":
            return self.generic_visit(node)
        found = []
        for part in node.body if self.sole else node.orelse:
            new = self.visit(part)
            found += new if isinstance(new, list) else [new]
        return found

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield):
            return node
        decision, place, turn, n = (ast.unparse(part) for part in node.value.value.elts)  # type: ignore[union-attr]
        return ast.parse(
            f"now[1] = {decision}\nnow[3] += 1\n"
            f"for s in range(len(who)):\n"
            f"    now[2] = s\n"
            f"    faults |= call_ask_loop(addresses[{decision}, s], c, {n}, {place}, who[s], {turn}, facts,"
            f" whole[{decision}, s], reals[{decision}, s])\n"
            f"if faults:\n    return faults, first\n"
        ).body


def game_text(game: Game, rules: Rules) -> str:
    """The whole text of a game's module."""
    numbers = "\n".join(f"{name} = {value}" for name, value in constants(game, rules).items())
    title = f'"""The steps of {game.name}, generated by simcards; safe to delete."""'
    steps = _source("driver.py").split("\n\n@loop")[0]
    drivers = [_compiled_driver(sole=sole) for sole in (True, False)]
    return "\n\n".join((title, numbers, _by_seat_text(game, rules), _source("kernels.py"), steps, *drivers))


@cache
def game_module(game: Game, rules: Rules) -> Generated:
    """A game's compiled module; rules that change neither its text nor its functions share one."""
    scope = _scope(game, rules) | {"call_ask_loop": compiled.call_ask_loop}
    return _one_module(game.name, game_text(game, rules), tuple(scope.items()))


@cache
def _one_module(name: str, text: str, scope: tuple[tuple[str, Any], ...]) -> Generated:
    return compiled_module(name, text, dict(scope))


@cache
def interpreted_game(game: Game, rules: Rules) -> Generated:
    """A game's module as plain Python, for one deal at a time."""
    return interpreted_module(game.name, game_text(game, rules), _scope(game, rules))


# ---- a strategy's decisions ------------------------------------------------------------------------------------------


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
    return ast.unparse(_AtPlace(place, seats).visit(ast.parse(text, mode="eval")))


def _load(name: str) -> str:
    """The expression that loads a name of state from the chunk."""
    match = re.match(r"(hand|start|taken|before)_(\d+)$", name)
    if match and match[1] == "hand":
        return f"c[row_{name}, i]"
    if match:
        return f"c[{match[1].upper()} + {match[2]}, i]"
    return f"c[{name.upper()}, i]"


def _rows(state: Sequence[str]) -> list[str]:
    """Lines that find the rows of hands relative to the place."""
    seats = [name.removeprefix("hand_") for name in state if name.startswith("hand_")]
    return [f"row_hand_{j} = HAND + turned(place + {j})" for j in seats]


# Not zero when `answer` is none of the bits of `legal`.
ILLEGAL = "((answer & -64) | (((legal >> (answer & 63)) & 1) ^ 1))"


def ask_text(game: Game, decision: str, wanted: Sequence[str], params: Sequence[tuple[str, bool]]) -> str:
    """A loop that asks a decision function at one place; it returns whether an answer was illegal.

    `wanted` are the fields the function reads; `params` the parameters, each with whether it is a real number.
    """
    found = expressions_of(game, wanted)
    view, bind, make = _view(game, decision, wanted, params)
    state, derived = needed(decision, (*found, "legal", "mine"), game.seats, game.sides)
    known = definitions(decision, game.seats, game.sides)
    body = [f"{name} = {_load(name)}" for name in state]
    body += [f"{name} = {known[name]}" for name in derived]
    body += [
        *bind,
        f"answer = whole_number(decide_{decision}({make}))",
        f"wrong |= -mine & {ILLEGAL}",
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
    return tuple(text for name in wanted for text in expressions(name, game.seats, game.sides))


def _view(
    game: Game, decision: str, wanted: Sequence[str], params: Sequence[tuple[str, bool]], place: int | None = None
) -> tuple[str, list[str], str]:
    """A view's class, the lines that bind its fields to locals, and the expression that makes it.

    Each field is bound to a local first: Numba refuses a call of more than some thirty expressions.
    """
    kind = f"{decision.title().replace('_', '')}View"
    bind = []
    for name in wanted:
        texts = expressions(name, game.seats, game.sides)
        if place is not None:
            texts = [at_place(text, place, game.seats) for text in texts]
        bind.append(f"field_{name} = {texts[0] if len(texts) == 1 else _tuple(texts)}")
    names = list(wanted) + (["params"] if params else [])
    values = [f"field_{name}" for name in wanted] + (["params"] if params else [])
    return f"{kind} = namedtuple({kind!r}, {names!r})", bind, f"{kind}({', '.join(values)})"


def fields_text(game: Game, decision: str, wanted: Sequence[str]) -> str:
    """A loop that writes fields of the lanes to be asked, one after the other: `out[field, k]`, `lanes[k]`."""
    found = expressions_of(game, wanted)
    state, derived = needed(decision, (*found, "mine"), game.seats, game.sides)
    known = definitions(decision, game.seats, game.sides)
    body = [f"{name} = {_load(name)}" for name in state]
    body += [f"{name} = {known[name]}" for name in derived]
    body += [f"out[{k}, m] = {text}" for k, text in enumerate(found)]
    return f"""
@loop
def {decision}_fields(c, n, place, who, turn, facts, out, lanes):
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
    state, derived = needed("play", (*found, "legal", "mask"), game.seats, game.sides)
    known = definitions("play", game.seats, game.sides)
    seats = range(game.seats)
    moving = ("led", "led_class", "best", "best_place", "beat", "trick")
    loads = dict.fromkeys(("first", "trump", *(name for name in state if not name.startswith("hand_"))))
    body = [f"hand_at_{j} = c[HAND + {j}, i]" for j in seats]
    body += [f"{name} = {_load(name)}" for name in loads if name not in moving]
    for place in seats:
        _, bind, make = _view(game, "play", wanted, params, place)
        body += [f"{name} = {at_place(known[name], place, game.seats)}" for name in derived] + bind
        body += [f"card = whole_number(decide_play({make}))", "one = 1 << (card & 63)"]
        body += ["wrong |= (card & -64) | (one & ~legal)", f"hand_at_{place} &= ~one"]
        if place == 0:
            body += ["led = card & 63", "led_class = class_of(led, mask)", "beat = beating(led, led_class, mask)"]
            body += ["best = led", "best_place = 0", "trick = one"]
            continue
        body += ["takes = (one & beat) != 0", "beat &= where(takes, -2 << (card & 63), -1)"]
        body += ["best = where(takes, card, best)", f"best_place = where(takes, {place}, best_place)", "trick |= one"]
        if "voids" in loads:
            body += ["shown = 1 * proves_void(card & 63, led_class, mask, rules)"]
            body += [f"voids |= shown << ((turned(first + {place}) << 3) + void_bit(led, trump, mask))"]
    hands = _tuple(f"hand_at_{j}" for j in seats)
    body += ["places = best_place", "winner = turned(first + places)", "side = side_of(winner)"]
    body += [f"put_by_seat(c, HAND, i, rotated({hands}, places))", "c[FIRST, i] = winner"]
    body += [f"c[TAKEN + {s}, i] |= select(side == {s}, trick)" for s in range(game.sides)]
    body += ["c[TRICKS, i] += 1 << (winner << 3)"]
    body += ["c[VOIDS, i] = voids"] if "voids" in loads else []
    return _whole_loop("trick", params, body)


def round_text(game: Game, wanted: Sequence[str], params: Sequence[tuple[str, bool]]) -> str:
    """A loop that asks all seats for a call, one round, when one player holds them all."""
    found = expressions_of(game, wanted)
    state, derived = needed("bid", (*found, "legal", "asked"), game.seats, game.sides)
    known = definitions("bid", game.seats, game.sides)
    auction = ("bid", "declarer", "calls", "open_seats")
    loads = dict.fromkeys(("first", *auction, *(name for name in state if not name.startswith("hand_"))))
    body = [f"hand_at_{j} = c[HAND + {j}, i]" for j in range(game.seats)]
    body += [f"{name} = {_load(name)}" for name in loads]
    for place in range(game.seats):
        _, bind, make = _view(game, "bid", wanted, params, place)
        body += [f"{name} = {at_place(known[name], place, game.seats)}" for name in derived] + bind
        body += [f"answer = whole_number(decide_bid({make}))", f"wrong |= -asked & {ILLEGAL}"]
        body += [f"now = after_call(answer, seat, {', '.join(auction)}, rules)"]
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
