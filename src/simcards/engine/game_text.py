"""The text of a game's module: its steps and loops, made from `kernels.py`, `driver.py` and the game's numbers."""

import ast
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from simcards import compiled
from simcards.cards import order, sets
from simcards.cards.dealing import BLOCK, DRAW_SCOPE, deal_lines
from simcards.engine import chunk
from simcards.engine.fields import BID, CHOOSE, DISCARD, GIVE, NAME_TRUMP, PLAY, ROUND, TRICK
from simcards.games import options
from simcards.games.game import Game, Played
from simcards.games.options import Rules
from simcards.generated import Generated, compiled_module, interpreted_module, parsed
from simcards.randomness import match_key, stream

MOST_LENGTHS = 14


def constants(game: Game, rules: Rules) -> dict[str, Any]:
    """The whole numbers that a game's text is made with."""
    deck = game.deck(rules)
    forced = deck.parse_card(game.forced_holder) if game.forced_holder else -1
    return (
        chunk.columns(game)
        | chunk.match_rows(game)
        | chunk.outcome_rows(game)
        | {
            "REDEAL_SAME": options.REDEAL_SAME,
            "SCORED": len(game.book.codes_type._fields) + game.sides,
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
            "DISCARD_DECISION": DISCARD,
            "GIVE_DECISION": GIVE,
            "CHOOSE_DECISION": CHOOSE,
            "GIVING_PLACES": game.giving_places,
            "DISCARD_PLACES": game.discard_places,
        }
    )


def facts_of(game: Game, rules: Rules, strategies: int = 1, *, scored: bool = False) -> list[int]:
    """What loops take beside the chunk: the rules, the weights of a contrast, whether match scores live in lanes."""
    return [*(int(code) for code in rules.codes), *contrast_weights(game, strategies), int(scored)]


def phases(game: Game, rules: Rules) -> dict[str, bool]:
    """What a deal has under these rules, by the names that stand for it in the text of the steps."""
    trump_first = game.trump_first(rules)
    return {**game.phases, "TRUMP_FIRST": trump_first, "TRUMP_LAST": not trump_first}


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
        "match_key": match_key,
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
    discards = "cards_by_side(by_seat(c, DISCARD, i), c[DECLARER, i])"
    by_side = [[f"((tricks >> {8 * j}) & 255)" for j in seats if j % game.sides == s] for s in sides]
    return f"""
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
    return {"rules.auction" if "auction" in game.book.by_key else "0"}


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
def by_side(c, row, i):
    return {_tuple(f"c[row + {s}, i]" for s in sides)}


@inline
def sums(a, b):
    return {_tuple(f"a[{s}] + b[{s}]" for s in sides)}


@inline
def sides_at(scores, target):
    return {" | ".join(f"(1 * (scores[{s}] >= target) << {s})" for s in sides)}


@inline
def tricks_of_side(tricks, side):
    return at(tricks_by_side(tricks), side)


@inline
def tricks_by_side(tricks):
    return {_tuple(" + ".join(parts) for parts in by_side)}


@inline
def count_tricks(t):
    return {" + ".join(f"t[{s}]" for s in sides)}


@inline
def highest_other(scores, seat):
    side = side_of(seat)
    best = -(1 << 62)
    for s in range(SIDES):
        best = where((side != s) & (scores[s] > best), scores[s], best)
    return best


@inline
def points_by_side(taken, rules):
    return {_tuple(f"card_points(taken[{s}], rules)" for s in sides)}


@inline
def cards_by_side(t, declarer):
{_cards_by_side(game)}

@inline
def discards_by_side(c, i):
    return {discards if game.discard else _tuple("0" for _ in sides)}


@inline
def put_scores(c, i, fulfilled, played, numbers, rules):
    {"; ".join(f"c[SCORE + {s}, i] = score({s}, fulfilled, played, numbers, rules)" for s in sides)}


@inline
def add_scores(c, i, facts, table, row):
{_add_scores(game, codes)}

{_exchange_text(game, rules)}
{_deal_text(game, rules)}
"""


def _exchange_text(game: Game, rules: Rules) -> str:
    """What happens between auction and first lead, as far as the game has it."""
    seats = range(game.seats)
    begin = ["pass"]
    if game.seats_leave or game.discard is not None:
        begin = ["c[ACTIVE, i] = (1 << SEATS) - 1", "c[CHOICE, i] = -1", "c[TOOK, i] = 0", "c[TRUMP, i] = -1"]
        begin += [f"c[RECEIVED + {j}, i] = 0" for j in seats if game.gift is not None]
        begin += [f"c[DISCARD + {j}, i] = 0" for j in seats if game.discard is not None]
    moved = ["KITTY"] if game.kitty else []
    if not game.trump_first(rules):  # the places that gave, received or laid away cards before trump was named
        moved += [f"RECEIVED + {(place + game.sides) % game.seats}" for place in game.giving_places]
        moved += [f"DISCARD + {place}" for place in game.discard_places]
    relabel = [f"c[{row}, i] = in_play_order(c[{row}, i], trump, LAYOUT)" for row in moved]
    here = "(c[ACTIVE, i] >> seat) & 1" if game.seats_leave else "1"
    lead = ["pass"]
    if game.seats_leave or game.leader is not None:
        lead = ["first = c[FIRST, i]", "places = leader(c[BID, i], turned(c[DEALER, i] - first + SEATS), rules)"]
        if game.seats_leave:
            lead += ["for _ in range(SEATS):", "    places = turned(places + 1 - here(c, i, turned(first + places)))"]
        lead += ["put_by_seat(c, HAND, i, rotated(hands, places))", "c[FIRST, i] = turned(first + places)"]
    second = [f"c[HAND + {j}, i] |= c[SECOND + {j}, i]" for j in seats] if game.second_deal else ["pass"]
    turn_second = "put_by_seat(c, SECOND, i, rotated(by_seat(c, SECOND, i), places))" if game.second_deal else "pass"
    return f"""
@inline
def here(c, i, seat):
    return {here}


@inline
def mask_of(trump):
    return select(trump >= 0, trump_mask(trump))


@inline
def those_present(c, i, hands):
    first = c[FIRST, i]
    return {_tuple(f"hands[{j}] & -here(c, i, turned(first + {j}))" for j in seats)}


@inline
def begin_exchange(c, i):
    {_lines(begin, 4)}


@inline
def turn_second_deal(c, i, places):
    {turn_second}


@inline
def deal_second(c, i):
    {_lines(second, 4)}


@inline
def relabel_others(c, i, trump):
    {_lines(relabel or ["pass"], 4)}


@inline
def lead_off(c, i, hands, rules):
    {_lines(lead, 4)}
"""


def _cards_by_side(game: Game) -> str:
    if game.sides < game.seats:
        even = " | ".join(f"t[{j}]" for j in range(0, game.seats, 2))
        odd = " | ".join(f"t[{j}]" for j in range(1, game.seats, 2))
        return (
            f"    even = {even}\n    odd = {odd}\n    swap = (declarer & 1) != 0\n"
            "    return where(swap, odd, even), where(swap, even, odd)\n"
        )
    return "    return rotated(t, turned(SEATS - declarer))\n"


def score_columns(game: Game) -> list[str]:
    """Names of the table's columns: contracts, made, each side's score, and squares of what is averaged.

    With two sides the squares are those of the margin. With more they are of each side's margin numerator, sides · own
    score − all scores, which divided by (sides − 1) is the margin, and of the contrast (`contrast_weights`).
    """
    scores = [f"score_{s}" for s in range(game.sides)]
    if game.sides == 2:
        return ["contracts", "made", *scores, "margin_squares_0"]
    squares = [f"margin_squares_{s}" for s in range(game.sides)]
    return ["contracts", "made", *scores, *squares, "contrast_squares"]


def contrast_weights(game: Game, strategies: int) -> list[int]:
    """By side the weight of its score in the contrast of two strategies; all 0 when there are not two.

    The contrast is (sides of the second) · scores of the first − (sides of the first) · scores of the second.
    """
    if strategies != 2:
        return [0] * game.sides
    first, second = (game.sides + 1) // 2, game.sides // 2
    return [-first if side % 2 else second for side in range(game.sides)]


def _add_scores(game: Game, codes: int) -> str:
    lines = [f"s{s} = c[SCORE + {s}, i]" for s in range(game.sides)]
    lines += [f"table[row, {2 + s}] += s{s}" for s in range(game.sides)]
    if game.sides == 2:
        lines += ["m = s0 - s1", "table[row, 4] += m * m"]
        return "".join(f"    {line}\n" for line in lines)
    lines.append("together = " + " + ".join(f"s{s}" for s in range(game.sides)))
    for s in range(game.sides):
        lines += [f"m = SIDES * s{s} - together", f"table[row, {2 + game.sides + s}] += m * m"]
    lines.append("contrast = " + " + ".join(f"facts[{codes + s}] * s{s}" for s in range(game.sides)))
    lines.append(f"table[row, {2 + 2 * game.sides}] += contrast * contrast")
    return "".join(f"    {line}\n" for line in lines)


def _deal_text(game: Game, rules: Rules) -> str:
    kitties, seats = 1 if game.kitty else 0, range(game.seats)
    row = chunk.columns(game)["DRAWS"]
    lines = deal_lines(chunk.deal_needs(game), len(game.deck(rules).names), lambda k: f"c[{row + k}, j]")
    stores = [f"c[HAND + {j}, i] = dealt_{j + kitties}" for j in seats]
    stores += [f"c[SECOND + {j}, i] = dealt_{j + kitties + game.seats}" for j in seats if game.second_deal]
    stores += ["c[KITTY, i] = dealt_0"] if kitties else []
    return f"""
@loop
def begin_deals(c, n, start, first):
    for i in range(n):
        c[DEAL, i] = first + i
        c[KEY, i] = deal_key(start, first + i)
        c[DEALER, i] = (first + i) % SEATS
        for s in range(SIDES):
            c[BEFORE + s, i] = 0


@loop
def deal_cards(c, n):
    for begin in range(0, n, {BLOCK}):
        m = min({BLOCK}, n - begin)
        for j in range(m):  # apart, because rows at two indices keep LLVM from computing draws side by side
            c[DRAWS, j] = c[KEY, begin + j]
        for j in range(m):
            key = c[DRAWS, j]
            {_lines(lines.masks, 12)}
        for j in range(m):
            i = begin + j
            left = DECK
            {_lines(lines.takes, 12)}
            {_lines(stores, 12)}
    for i in range(n):
        c[FIRST, i] = turned(c[DEALER, i] + 1)
        c[BID, i] = 0
        c[DECLARER, i] = -1
        c[CALLS, i] = 0
        c[OPEN_SEATS, i] = (1 << SEATS) - 1
"""


@cache
def _source(name: str) -> str:
    text = files("simcards.engine").joinpath(name).read_text(encoding="utf-8")
    tree = parsed(text)
    tree.body = [node for node in tree.body if not isinstance(node, ast.Expr)]  # the file's docstring
    return "\n\n".join(_segment(text, node) for node in tree.body)


def _segment(text: str, node: ast.stmt) -> str:
    lines = text.splitlines()
    start = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
    return "\n".join(lines[start - 1 : node.end_lineno])


def _steps(game: Game, rules: Rules) -> ast.FunctionDef:
    """The steps, without the phases that the game does not have."""
    tree = parsed(_source("driver.py"))
    steps = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "steps")
    return _Pruned(phases(game, rules)).visit(steps)  # type: ignore[no-any-return]


def _compiled_driver(game: Game, rules: Rules, *, sole: bool, matches: bool) -> str:
    """`play_chunks` or `play_matches` with the steps in it, every `yield` turned into the loops that answer it.

    There is one for a sole player and one for several, because each compiles half as long as both in one would.
    """
    tree = parsed(_source("match_kernels.py" if matches else "driver.py"))
    name = "play_matches" if matches else "play_chunks"
    driver = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
    steps = _Pruned({"sole": sole}).visit(_steps(game, rules))
    body = [node for node in steps.body if not _is_docstring(node) and not isinstance(node, ast.Return)]
    answered = ast.Module([_Answered().visit(node) for node in body], [])
    driver.name = driver_name(sole=sole, matches=matches)
    text = ast.unparse(driver)
    line = next(line for line in text.splitlines() if line.endswith("STEPS"))
    indent = line[: len(line) - len(line.lstrip())]
    return text.replace(line, "\n".join(indent + part for part in ast.unparse(answered).splitlines()))


def driver_name(*, sole: bool, matches: bool = False) -> str:
    """The name of the compiled driver of single deals or matches, for a sole player or for several."""
    return f"play_{'matches' if matches else 'chunks'}_of_{'one' if sole else 'many'}"


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


class _Pruned(ast.NodeTransformer):
    """Decides every `if NAME` whose name is known."""

    def __init__(self, known: Mapping[str, bool]) -> None:
        self.known = known

    def visit_If(self, node: ast.If) -> Any:
        name = ast.unparse(node.test)
        if name not in self.known:
            return self.generic_visit(node)
        found = []
        for part in node.body if self.known[name] else node.orelse:
            new = self.visit(part)
            found += new if isinstance(new, list) else [new]
        return found


class _Answered(ast.NodeTransformer):
    """Replaces `yield decision, place, turn, n` by the calls of all players' loops for that decision."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield):
            return node
        decision, place, turn, n = (ast.unparse(part) for part in node.value.value.elts)  # type: ignore[union-attr]
        return parsed(
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
    title = f'"""The steps of {_loops_of(game)}, generated by simcards; safe to delete."""'
    steps = ast.unparse(_steps(game, rules))
    drivers = [_compiled_driver(game, rules, sole=sole, matches=m) for sole in (True, False) for m in (True, False)]
    match_kernels = _source("match_kernels.py").split("\n\n@loop\ndef play_matches")[0]
    loops = (_source("kernels.py"), match_kernels)
    return "\n\n".join((title, numbers, _by_seat_text(game, rules), *loops, steps, *drivers))


def _loops_of(game: Game) -> str:
    """The name of the game whose loops these are: a variant shares them with the game that it is made of."""
    return game.variant_of or game.name


@cache
def game_module(game: Game, rules: Rules) -> Generated:
    """A game's compiled module; rules that change neither its text nor its functions share one."""
    scope = _scope(game, rules) | {"call_ask_loop": compiled.call_ask_loop}
    return _one_module(_loops_of(game), game_text(game, rules), tuple(scope.items()))


@cache
def _one_module(name: str, text: str, scope: tuple[tuple[str, Any], ...]) -> Generated:
    return compiled_module(name, text, dict(scope))


@cache
def interpreted_game(game: Game, rules: Rules) -> Generated:
    """A game's module as plain Python, for one deal at a time."""
    return interpreted_module(game.name, game_text(game, rules), _scope(game, rules))


def _lines(lines: Sequence[str], indent: int) -> str:
    return ("\n" + " " * indent).join(lines)
