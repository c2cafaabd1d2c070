"""What each call comes to, counted deal by deal in plain Python with the reference in place of the engine.

Only the cards of the deals, and the functions of the strategies, come from the package. The reference asks for every
answer through views of its own. The dealer sits on the highest seat, so that seats speak in the order 0, 1, 2 …
"""

import gc
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simcards.engine.chunk import deal_needs
from simcards.engine.interpreted import plain_answer
from simcards.games.game import find_game
from simcards.randomness import deal_key, seed_key, stream
from simcards.strategy.texts import load
from tests.reference import default_rules, play_out

HOME = Path(__file__).parents[2]
TRUMPS = ("C", "D", "H", "S", None)
KINDS = ("bid", "name_trump", "play", "discard", "give", "choose")
NAMES = {"pass": 0, "smudge": 5, "mulot": 9, "charlemagne": 10, "gros_mulot": 11, "gros_charlemagne": 12}
DECLARES, HIGHER, PARTNER, OPPONENTS, PASSED_OUT = range(5)


@dataclass(frozen=True)
class Asked:
    """What is asked, in the words of `bid`; `given` are the calls before ours."""

    game: str
    hand: str
    order: str | None = None
    auction: str | None = None
    where: str = ""
    us: str = "basic"
    them: str = "basic"
    scores: tuple[int, ...] | None = None
    rules: dict[str, Any] = field(default_factory=dict)
    versus: dict[str, Any] | None = None
    seed: int = 1

    @property
    def options(self):
        """The arguments of `bid` beside the game and the hand."""
        names = ("order", "auction", "where", "us", "them", "scores", "rules", "versus", "seed")
        return {name: getattr(self, name) for name in names}

    @property
    def rule_sets(self):
        """All options of each set of rules; the other rules change those in force, values one by one."""
        sets = [default_rules(self.game) | self.rules]
        if self.versus is not None:
            values = sets[0].get("values", {}) | self.versus.get("values", {})
            sets.append(sets[0] | self.versus | ({"values": values} if "values" in sets[0] else {}))
        return sets

    @property
    def deck(self):
        """The deck, which names the cards of sets."""
        game = find_game(self.game)
        return game.deck(game.book.rules(self.rules))

    @property
    def seats(self):
        """How many play."""
        return self.rules.get("players", 4)

    @property
    def sides(self):
        """How many sides there are."""
        return self.seats if self.game == "cutthroat_pitch" else 2

    @property
    def given(self):
        """The calls before ours as numbers."""
        if self.auction is not None:
            return [call_number(word) for word in self.auction.split()]
        words = {"eldest": 0, "dealer": self.seats - 1, None: 0}
        return [0] * (words[self.order] if self.order in words else int(self.order) - 1)


def call_number(word):
    """The number of a call as it is said."""
    return NAMES[word] if word in NAMES else int(word)


class OurCall(Exception):  # noqa: N818  # no error
    """It has come to our call."""


class SameAuction(Exception):  # noqa: N818  # no error
    """The auction has gone as once before in this deal."""


@dataclass
class Outcome:
    """What a deal came to."""

    score: list[int]
    declarer: int | None
    bid: int
    trump: int
    made: bool
    achieved: int


def outcome_of(record, sides):
    """What the record of a deal says that it came to."""
    contract, tally = record["contract"], record["tally"]
    if contract is None:
        return Outcome(record["score"], None, 0, -1, made=False, achieved=-1)
    side = contract["declarer"] % sides
    if record["game"] == "king_pedro":
        achieved = tally["points"][side]
    elif record["game"] in ("charlemagne", "hasenpfeffer"):
        achieved = tally["tricks"][side]
    else:
        named = [tally[name] for name in ("high", "low", "jack", "game")]
        achieved = sum(side in one if isinstance(one, list) else one == side for one in named)
    trump, bid = TRUMPS.index(contract["trump"]), call_number(contract["bid"])
    return Outcome(record["score"], contract["declarer"], bid, trump, made=record["made"], achieved=achieved)


class OneDeal:
    """A deal with its cards, under one set of rules: `players` by seat hold the strategies."""

    def __init__(self, asked, rules, before, players, cards, key):
        self.asked, self.rules, self.before, self.players, self.key = asked, rules, before, players, key
        self.kitty, self.hands, self.second = cards
        self.known: dict[tuple[int, ...], Outcome] = {}

    def answer(self, kind, seat, view, turn):
        """What the strategy of a seat answers."""
        decider = self.players[seat][kind]
        if "random" in decider.fields:
            view = view | {"random": stream(self.key, ((KINDS.index(kind) * 8 + seat) << 8) + turn)}
        if "layout" in decider.fields:
            view = view | {"layout": self.asked.deck.layout}
        return int(plain_answer(decider, view))

    def play(self, choose):
        """The record of the deal."""
        dealer, before = len(self.hands) - 1, list(self.before)
        return play_out(self.asked.game, self.rules, self.hands, self.kitty, dealer, choose, before, self.second)

    def called(self, seats, seat, view):
        """The strategy's own call after some others."""
        return self.answer("bid", seat, view, seats.count(seat))

    def comes_to(self, given):
        """(seat, legal calls) of the call after those given, and the number of the first that would not be made."""
        seats: list[int] = []
        own: list[int | None] = []
        reached: list[tuple[int, int]] = []

        def choose(kind, seat, legal, view):
            assert kind == "bid"
            if len(seats) == len(given):
                reached.append((seat, legal))
                raise OurCall
            own.append(self.called(seats, seat, view))
            seats.append(seat)
            return given[len(seats) - 1]

        with suppress(OurCall):
            self.play(choose)
        ((ours, legal),) = reached
        differing = [k for k, seat in enumerate(seats) if seat != ours and own[k] != given[k]]
        return ours, legal, differing[0] if differing else None

    def outcome(self, given, *, others_pass):
        """What the deal comes to after these calls."""
        seats: list[int] = []
        calls: list[int] = []

        def choose(kind, seat, _legal, view):
            if kind == "bid":
                if len(calls) < len(given):
                    call = given[len(calls)]
                else:
                    call = 0 if others_pass else self.called(seats, seat, view)
                seats.append(seat)
                calls.append(call)
                return call
            if tuple(calls) in self.known:
                raise SameAuction
            return self.answer(kind, seat, view, view["trick_no"] if kind == "play" else 0)

        try:
            record = self.play(choose)
        except SameAuction:
            return self.known[tuple(calls)]
        return self.known.setdefault(tuple(calls), outcome_of(record, self.asked.sides))


def players_of(asked, ours):
    """The strategies by seat, when our side is that of a seat."""
    game = find_game(asked.game)
    game = game.under(game.book.rules(asked.rules))
    us, them = (load(text, game, HOME).player for text in (asked.us, asked.them))
    return [us if (seat - ours) % asked.sides == 0 else them for seat in range(asked.seats)]


def our_seat(asked):
    """The seat that is asked after the calls given, by the rules alone."""
    seats: list[int] = []

    def choose(_kind, seat, _legal, _view):
        seats.append(seat)
        if len(seats) > len(asked.given):
            raise OurCall
        return asked.given[len(seats) - 1]

    game = find_game(asked.game)
    deck = list(asked.deck.names.values())
    hands = [[deck.pop() for _ in range(game.hand)] for _ in range(asked.seats)]
    kitty = [deck.pop() for _ in range(game.kitty)]
    second = [[deck.pop() for _ in range(game.second_deal)] for _ in range(asked.seats)] if game.second_deal else None
    with suppress(OurCall):
        play_out(asked.game, asked.rule_sets[0], hands, kitty, asked.seats - 1, choose, None, second)
    return seats[-1]


def cards_by_deal(asked, drawn):
    """(kitty, hands, second deal) of every deal as texts, from sets by destination and deal."""
    game = find_game(asked.game)
    game = game.under(game.book.rules(asked.rules))
    deck = asked.deck
    assert [int(n) for n in np.bitwise_count(drawn[:, 0])] == deal_needs(game)
    for column in drawn.T.tolist():
        texts = [deck.set_names(cards) for cards in column]
        kitty = texts.pop(0) if game.kitty else []
        yield kitty, texts[: game.seats], texts[game.seats :] or None


def before_of(asked, ours):
    """Match scores by side."""
    scores = asked.scores or (0,) * asked.sides
    return [scores[(side - ours) % asked.sides] for side in range(asked.sides)]


def counted(asked, drawn, first=0) -> dict[str, Any]:
    """What `bid` is to count for these deals, the first of which has number `first`."""
    gc.disable()  # millions of small dicts without a cycle
    try:
        return _counted(asked, drawn, first)
    finally:
        gc.enable()


def _counted(asked, drawn, first):
    ours = our_seat(asked)
    players, before, given = players_of(asked, ours), before_of(asked, ours), asked.given
    answers: list[int] = []
    left_out = [0] * (len(given) + 1)
    fitting: list[list[str]] = []
    fits_both: list[bool] = []
    by_rules: list[list[list[tuple[Outcome, Outcome]]]] = [[] for _ in asked.rule_sets]
    legal_by_rules: list[list[int]] = [[] for _ in asked.rule_sets]
    for k, cards in enumerate(cards_by_deal(asked, drawn)):
        key = deal_key(seed_key(asked.seed), first + k)
        deals = [OneDeal(asked, rules, before, players, cards, key) for rules in asked.rule_sets]
        reached = [deal.comes_to(given) for deal in deals]
        assert all(seat == ours for seat, _, _ in reached)
        legal_by_rules = [[call for call in range(63) if legal >> call & 1] for _, legal, _ in reached]
        answers = legal_by_rules[0]
        steps = [step for _, _, step in reached]
        if steps[0] is not None:
            left_out[steps[0]] += 1
            continue
        fitting.append(cards[1][ours])
        fits_both.append(steps[-1] is None)
        for v, deal in enumerate(deals):
            if steps[v] is not None:  # the table of the other rules is about the deals that fit under both
                continue
            by_rules[v].append([
                (deal.outcome([*given, call], others_pass=False), deal.outcome([*given, call], others_pass=True))
                for call in answers
                if call in legal_by_rules[v]
            ])  # fmt: skip
    counts: dict[str, Any] = {
        "answers": answers,
        "legal_there": [call for call in answers if call in legal_by_rules[-1]],
        "dealt": drawn.shape[1],
        "fits": len(by_rules[0]),
        "left_out": left_out,
        "illegal": [0] * len(answers),
        "unnamed": 0,
        "lengths": lengths_of(fitting, len(fitting[0]) if fitting else 0),
    }
    margins = []
    for v, rows in enumerate(by_rules):
        legal = [call for call in answers if call in legal_by_rules[v]]
        of_rules, margin = tallied(asked, ours, answers, legal, rows)
        counts |= {f"{name}/{v}": value for name, value in of_rules.items()} | {f"fits/{v}": len(rows)}
        margins.append(margin)
    if len(margins) > 1:
        difference = margins[1] - margins[0][:, np.array(fits_both, bool)]
        counts["versus_total"] = difference.sum(axis=1).tolist()
        counts["versus_squares"] = (difference**2).sum(axis=1).tolist()
        counts["versus_differing"] = (difference != 0).sum(axis=1).tolist()
    return counts


def lengths_of(hands, most):
    """By suit C D H S, then for the jokers: how many hands have 0 … of its cards."""
    found = [[0] * (most + 1) for _ in range(5)]
    for hand in hands:
        for suit in range(4):
            found[suit][sum(card[-1] == TRUMPS[suit] for card in hand)] += 1
        found[4][sum(card[-1] not in TRUMPS for card in hand)] += 1
    return found


def fate(asked, ours, call, outcome):
    """What came of a call."""
    if outcome.declarer is None:
        return PASSED_OUT
    if outcome.declarer == ours:
        return DECLARES if outcome.bid == call else HIGHER
    return PARTNER if (outcome.declarer - ours) % asked.sides == 0 else OPPONENTS


def tallied(asked, ours, answers, legal, rows: Sequence[Sequence[tuple[Outcome, Outcome]]]):
    """Counts by call under one set of rules, and the margins by call and deal (0 where a call is not legal)."""
    most = max((given.achieved for row in rows for call, (_, given) in zip(legal, row, strict=True) if call), default=0)
    n = len(answers)
    found: dict[str, Any] = {name: [0] * n for name in ("score", "contracts", "made", "stands_made", "given_made")}
    found |= {
        "fates": [[0] * 5 for _ in answers],
        "given_trumps": [[0] * 5 for _ in answers],
        "given_trumps_made": [[0] * 5 for _ in answers],
        "achieved": [[0] * (most + 1) for _ in answers],
    }
    margins = np.zeros((n, len(rows)), np.int64)
    side = ours % asked.sides
    for deal, row in enumerate(rows):
        for call, (free, given) in zip(legal, row, strict=True):
            k = answers.index(call)
            others = [score for other, score in enumerate(free.score) if other != side]
            margins[k, deal] = len(others) * free.score[side] - sum(others)
            found["score"][k] += free.score[side]
            found["contracts"][k] += free.declarer is not None
            found["made"][k] += free.made
            what = fate(asked, ours, call, free)
            found["fates"][k][what] += 1
            found["stands_made"][k] += what == DECLARES and free.made
            if call:
                assert given.declarer == ours
                assert given.bid == call
                found["given_made"][k] += given.made
                found["given_trumps"][k][given.trump] += 1
                found["given_trumps_made"][k][given.trump] += given.made
                found["achieved"][k][given.achieved] += 1
    found["margin"] = margins.sum(axis=1).tolist()
    found["products"] = (margins @ margins.T).tolist()
    found["differing"] = [[int((one != other).sum()) for other in margins] for one in margins]
    found["largest"] = int(abs(margins).max(initial=0))
    return found, margins
