"""Comparisons computed in plain Python from deal records: the replays of each board, and what they come to."""

from collections import Counter
from fractions import Fraction
from math import inf

from scipy import stats

from simcards.engine import records
from simcards.engine.table import SteppedTable
from simcards.games.game import find_game
from simcards.statistics.intervals import clopper_pearson
from simcards.strategy.texts import load


def game_of(name, changes=None):
    """(game, rules)."""
    game = find_game(name)
    rules = game.book.rules(changes)
    return game.under(rules), rules


def lineups_of(game):
    """Who sits where in the replays of a board of strategies 0 and 1."""
    seats = range(game.seats)
    if game.sides == 2:
        return [tuple((seat + k) % 2 for seat in seats) for k in range(2)]
    one_among = [tuple(k if seat == own else 1 - k for seat in seats) for k in range(2) for own in seats]
    return [*one_among, (0,) * game.seats, (1,) * game.seats]


def table_of(game, rules, texts):
    """A prepared table with a player of its own in each seat."""
    loaded = {text: load(text, game).player for text in texts}
    table = SteppedTable(game, rules, [loaded[text] for text in texts])
    table.prepare()
    return table


def replays(game, rules, strategies, boards, seed, *, matches=False):
    """By line-up the records of boards 0 … boards - 1; of matches those of each match."""
    write = records.write_matches if matches else records.write
    found = []
    for lineup in lineups_of(game):
        texts = [strategies[k] for k in lineup]
        found.append(list(write(game, rules, texts, table_of(game, rules, texts), seed, 0, boards)))
    if not matches:
        return found
    return [
        [[record for record in line if record["match"]["match"] == match] for match in range(boards)] for line in found
    ]


def margin(scores, side):
    """Own score minus the mean of the others'."""
    others = [score for other, score in enumerate(scores) if other != side]
    return scores[side] - Fraction(sum(others), len(others))


def quantities(game, scores):
    """What one board came to, given by line-up the scores of its sides: by name (verdict, gains, by seat, singles)."""
    if game.sides == 2:
        single = [margin(scores[0], 0), margin(scores[1], 1)]
        return {"verdict": sum(single) / 2, "seats": [single], "singles": single}
    n = game.seats
    mixed = [[margin(scores[n * k + seat], seat) for seat in range(n)] for k in range(2)]
    alone = [[margin(scores[2 * n + k], seat) for seat in range(n)] for k in range(2)]
    by_seat = [[mixed[k][seat] - alone[1 - k][seat] for seat in range(n)] for k in range(2)]
    gains = [sum(one) / n for one in by_seat]
    return {"verdict": (gains[0] - gains[1]) / 2, "gains": gains, "seats": by_seat, "singles": mixed[0] + mixed[1]}


def by_place(game, board, deal):
    """By strategy what it scores in each place, by the place's name."""
    dealer = deal % game.seats
    if game.sides == 2:
        names = {game.side(dealer): "dealer's side", 1 - game.side(dealer): "eldest's side"}
        return [{names[side]: value for side, value in enumerate(board["seats"][0])}]
    names = ["dealer", "eldest", *(f"place {k}" for k in range(2, game.seats))]
    return [
        {names[(seat - dealer) % game.seats]: value for seat, value in enumerate(values)} for values in board["seats"]
    ]


def contracts(game, strategies, lines):
    """{(strategy's text, bid): (contracts, made)} over all replays."""
    counted, made = Counter(), Counter()
    for lineup, line in zip(lineups_of(game), lines, strict=True):
        for record in line:
            if record["contract"]:
                who = lineup[record["contract"]["declarer"]]
                key = who, game.parse_call(record["contract"]["bid"])
                counted[key] += 1
                made[key] += record["made"]
    return {(strategies[who], bid): (counted[who, bid], made[who, bid]) for who, bid in sorted(counted)}


def came_to_one_contract(lines, board):
    """Whether all replays of a board came to one contract, or all were passed out."""
    return all(line[board]["contract"] == lines[0][board]["contract"] for line in lines)


def interval(values, largest=inf):
    """(mean, low, high, method) of boards by the rule that is documented; no board is larger than `largest`."""
    floats = [float(value) for value in values]
    differing = sum(value != 0 for value in values)
    mean = float(sum(values) / len(values))
    if differing >= 50 and len(set(values)) > 1:
        low, high = stats.t.interval(0.95, len(floats) - 1, loc=mean, scale=stats.sem(floats))
        return mean, low, high, "t"
    half = clopper_pearson(differing, len(values)).high * float(largest)
    return mean, -half, half, "bound"
