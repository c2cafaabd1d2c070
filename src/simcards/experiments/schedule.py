"""Schedules: who sits where when a deal is replayed, and which sums of its scores are asked for.

A board is one deal played once by every line-up of a schedule. Every quantity of a comparison or a tournament is a sum
of the scores on a board with whole-number weights, divided by a whole number: so one way to play boards, and one to add
them up, serves partnership games and games in which everyone plays alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, permutations
from math import gcd

import numpy as np
from numpy.typing import NDArray

from simcards.games.game import Game

Lineup = tuple[int, ...]  # by seat the number of its strategy
Weights = NDArray[np.int64]  # line-ups x sides


@dataclass(frozen=True, eq=False)
class Quantity:
    """What is measured on every board: (weights · scores, summed over line-ups and sides) / divisor."""

    name: str
    weights: Weights
    divisor: int

    def __sub__(self, other: "Quantity") -> "Quantity":
        """The difference of two quantities on the same boards."""
        weights = self.weights * other.divisor - other.weights * self.divisor
        return _reduced(f"{self.name} - {other.name}", weights, self.divisor * other.divisor)


@dataclass(frozen=True, eq=False)
class Schedule:
    """The line-ups that play every board, the quantities, and how many replays a comparison takes its numbers from."""

    lineups: tuple[Lineup, ...]
    quantities: tuple[Quantity, ...]

    def __getitem__(self, name: str) -> int:
        """The number of a quantity."""
        return [quantity.name for quantity in self.quantities].index(name)

    @property
    def matrix(self) -> NDArray[np.float64]:
        """Quantities x (line-ups · sides): weights as floats, exact up to 2⁵³ like the sums made with them."""
        return np.array([quantity.weights.ravel() for quantity in self.quantities], np.float64)


def _reduced(name: str, weights: Weights, divisor: int) -> Quantity:
    common = reduce(gcd, (abs(int(weight)) for weight in weights.ravel()), divisor)
    return Quantity(name, weights // common, divisor // common)


def margin_weights(game: Game, side: int) -> Weights:
    """By side the weights of a side's margin: own score minus the mean of the others', times (sides - 1)."""
    weights = np.full(game.sides, -1, np.int64)
    weights[side] = game.sides - 1
    return weights


def mean_margin(game: Game, lineups: Sequence[Lineup], name: str, sides: Sequence[tuple[int, int]]) -> Quantity:
    """The mean margin of some (line-up, side)."""
    weights = np.zeros((len(lineups), game.sides), np.int64)
    for lineup, side in sides:
        weights[lineup] += margin_weights(game, side)
    return _reduced(name, weights, len(sides) * (game.sides - 1))


def sides_of(game: Game, lineup: Lineup, strategy: int) -> list[int]:
    """The sides whose seats are all held by a strategy."""
    return [
        side
        for side in range(game.sides)
        if all(lineup[seat] == strategy for seat in range(game.seats) if game.side(seat) == side)
    ]


# ---- two strategies --------------------------------------------------------------------------------------------------

VERDICT, GAIN_A, GAIN_B = "verdict", "gain of A among B", "gain of B among A"


def partnership_lineups(game: Game, a: int = 0, b: int = 1) -> list[Lineup]:
    """Strategy a on side 0 against b on side 1, and exchanged."""
    seats = range(game.seats)
    return [tuple((a, b)[game.side(seat)] for seat in seats), tuple((b, a)[game.side(seat)] for seat in seats)]


def one_among(game: Game, seat: int, one: int, others: int) -> Lineup:
    """One strategy in a seat, the other in all other seats."""
    return tuple(one if other == seat else others for other in range(game.seats))


def head_to_head(game: Game) -> Schedule:
    """Strategies 0 (A) and 1 (B) on the same cards.

    Two sides: both seatings; the verdict is A's mean margin. More than two, where everyone plays alone: A in each seat
    among B, B in each seat among A, and the tables of A alone and of B alone. The gain of a strategy is the mean over
    seats of its margin at the mixed table minus the margin of that seat at the table of the others alone; the verdict
    is (gain of A - gain of B) / 2. As the margins at a table add up to 0, the tables of one strategy cancel in the
    mean, and serve only to show a gain seat by seat.
    """
    if game.sides == 2:
        lineups = partnership_lineups(game)
        quantities = [mean_margin(game, lineups, VERDICT, [(0, 0), (1, 1)])]
        quantities += [mean_margin(game, lineups, seat_name(k), [(k, k)]) for k in range(2)]
        return Schedule(tuple(lineups), (*quantities, *_singles(game, lineups, [(0, 0), (1, 1)])))
    seats = range(game.seats)
    lineups = [one_among(game, seat, 0, 1) for seat in seats] + [one_among(game, seat, 1, 0) for seat in seats]
    lineups += [(0,) * game.seats, (1,) * game.seats]
    all_a, all_b = len(lineups) - 2, len(lineups) - 1
    mixed = [(seat, seat) for seat in seats], [(game.seats + seat, seat) for seat in seats]
    gains = [mean_margin(game, lineups, name, sides) for name, sides in zip((GAIN_A, GAIN_B), mixed, strict=True)]
    difference = gains[0] - gains[1]
    quantities = [Quantity(VERDICT, difference.weights, 2 * difference.divisor), *gains]
    for which, (sides, uniform) in enumerate(zip(mixed, (all_b, all_a), strict=True)):
        for lineup, seat in sides:
            at_mixed = mean_margin(game, lineups, "", [(lineup, seat)])
            gain = at_mixed - mean_margin(game, lineups, "", [(uniform, seat)])
            quantities.append(Quantity(seat_name(seat, which), gain.weights, gain.divisor))
    return Schedule(tuple(lineups), (*quantities, *_singles(game, lineups, [*mixed[0], *mixed[1]])))


def seat_name(seat: int, strategy: int = 0) -> str:
    """The name of what a strategy gains in a seat (in partnership games: with its side on the seats of that side)."""
    return f"strategy {strategy} in seat {seat}"


def single_name(lineup: int) -> str:
    """The name of the margin at one line-up, whose spread tells what independent deals would be worth."""
    return f"margin at line-up {lineup}"


def _singles(game: Game, lineups: Sequence[Lineup], sides: Sequence[tuple[int, int]]) -> list[Quantity]:
    return [mean_margin(game, lineups, single_name(lineup), [(lineup, side)]) for lineup, side in sides]


# ---- many strategies -------------------------------------------------------------------------------------------------


def pair_name(i: int, j: int) -> str:
    """The name of the margin of strategy i against strategy j."""
    return f"{i} against {j}"


def field_name(i: int) -> str:
    """The name of the mean margin of strategy i over all its opponents."""
    return f"{i} against all"


def difference_name(i: int, j: int) -> str:
    """The name of the difference of what strategies i and j score against all."""
    return f"{i} minus {j}"


def round_robin(game: Game, strategies: int) -> Schedule:
    """Everyone meets everyone on the same boards: margins by pair, means over the field, and all their differences."""
    if game.sides > 2:
        return common_tables(game, strategies)
    pairs = list(combinations(range(strategies), 2))
    lineups = [lineup for i, j in pairs for lineup in partnership_lineups(game, i, j)]
    met = {}
    for k, (i, j) in enumerate(pairs):
        met[i, j] = [(2 * k, 0), (2 * k + 1, 1)]
        met[j, i] = [(2 * k, 1), (2 * k + 1, 0)]
    against = [mean_margin(game, lineups, pair_name(i, j), met[i, j]) for i, j in pairs]
    fields = []
    for i in range(strategies):
        sides = [side for j in range(strategies) if j != i for side in met[i, j]]
        fields.append(mean_margin(game, lineups, field_name(i), sides))
    return Schedule(tuple(lineups), (*against, *fields, *_differences(fields, pairs)))


def gauntlet(game: Game, strategies: int) -> Schedule:
    """The first strategy against each of the others on the same boards."""
    if game.sides == 2:
        lineups = [lineup for j in range(1, strategies) for lineup in partnership_lineups(game, 0, j)]
        quantities = [
            mean_margin(game, lineups, pair_name(0, j), [(2 * j - 2, 0), (2 * j - 1, 1)]) for j in range(1, strategies)
        ]
        return Schedule(tuple(lineups), tuple(quantities))
    seats = range(game.seats)
    lineups = [
        one_among(game, seat, one, others)
        for j in range(1, strategies)
        for one, others in ((0, j), (j, 0))
        for seat in seats
    ]
    quantities = []
    for j in range(1, strategies):
        begin = 2 * game.seats * (j - 1)
        mine = mean_margin(game, lineups, "", [(begin + seat, seat) for seat in seats])
        theirs = mean_margin(game, lineups, "", [(begin + game.seats + seat, seat) for seat in seats])
        difference = mine - theirs
        quantities.append(_reduced(pair_name(0, j), difference.weights, 2 * difference.divisor))
    return Schedule(tuple(lineups), tuple(quantities))


def common_tables(game: Game, strategies: int) -> Schedule:
    """All strategies at one table, in a balanced set of line-ups.

    Each strategy sits equally often in each seat, so also in each place from the dealer, and each pair equally often at
    each distance. The margin of i against j is the mean over line-ups of the score of a seat of i minus one of j.
    """
    lineups = balanced_lineups(game.seats, strategies)
    pairs = list(combinations(range(strategies), 2))
    against = []
    for i, j in pairs:
        weights = np.zeros((len(lineups), game.sides), np.int64)
        meetings = 0
        for k, lineup in enumerate(lineups):
            mine, theirs = sides_of(game, lineup, i), sides_of(game, lineup, j)
            weights[k, mine] += len(theirs)
            weights[k, theirs] -= len(mine)
            meetings += len(mine) * len(theirs)
        against.append(_reduced(pair_name(i, j), weights, meetings))
    fields = [
        mean_margin(
            game,
            lineups,
            field_name(i),
            [(k, side) for k, lineup in enumerate(lineups) for side in sides_of(game, lineup, i)],
        )
        for i in range(strategies)
    ]
    return Schedule(tuple(lineups), (*against, *fields, *_differences(fields, pairs)))


def _differences(fields: Sequence[Quantity], pairs: Sequence[tuple[int, int]]) -> Iterator[Quantity]:
    for i, j in pairs:
        difference = fields[i] - fields[j]
        yield Quantity(difference_name(i, j), difference.weights, difference.divisor)


def balanced_lineups(seats: int, strategies: int) -> list[Lineup]:
    """Line-ups in which each pair of strategies holds each pair of seats equally often, and each sits as often.

    Strategies fill the chairs of a table, some more than one where there are fewer of them than chairs; chairs are put
    to seats by a set of arrangements that takes any two chairs to any two seats equally often.
    """
    each, over = divmod(seats, strategies)
    fills = [
        [k for k in range(strategies) for _ in range(each + (k in more))]
        for more in combinations(range(strategies), over)
    ]
    found = Counter(tuple(fill[chair] for chair in chairs) for chairs in arrangements(seats) for fill in fills)
    common = reduce(gcd, found.values())
    return [lineup for lineup in sorted(found) for _ in range(found[lineup] // common)]


def arrangements(seats: int) -> list[tuple[int, ...]]:
    """Arrangements of chairs that take any two of them to any two seats equally often.

    For a prime number of seats x -> ax + b modulo it; for one more than a prime q the fractional linear maps
    x -> (ax + b) / (cx + d) whose determinant is a square, on the numbers modulo q and infinity. Source: J. D. Dixon,
    B. Mortimer, Permutation Groups (Springer, 1996), section 2.8: AGL(1, q) and PSL(2, q) are doubly transitive.
    """
    if _is_prime(seats):
        return [tuple((a * x + b) % seats for x in range(seats)) for a in range(1, seats) for b in range(seats)]
    q = seats - 1
    if not _is_prime(q):
        return list(permutations(range(seats)))
    squares = {x * x % q for x in range(1, q)}
    numbers = [(a, b, c, d) for a in range(q) for b in range(q) for c in range(q) for d in range(q)]
    maps = {_fractional(q, *n) for n in numbers if (n[0] * n[3] - n[1] * n[2]) % q in squares}
    return sorted(maps)


def _fractional(q: int, a: int, b: int, c: int, d: int) -> tuple[int, ...]:
    """By number modulo q, and for infinity (q itself), where (ax + b) / (cx + d) takes it."""

    def ratio(above: int, below: int) -> int:
        return above * pow(below, -1, q) % q if below % q else q

    return (*(ratio(a * x + b, c * x + d) for x in range(q)), ratio(a, c))


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % k for k in range(2, n))
