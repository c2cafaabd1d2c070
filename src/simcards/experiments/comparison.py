"""The tables of a comparison of two strategies: who is better and by how much, and where that comes from."""

from dataclasses import dataclass, field
from functools import reduce
from operator import add

from simcards.experiments.board_run import ENOUGH_BOARDS, boards_to, fixed_interval, running_interval, unbounded
from simcards.experiments.boards import BoardTotals, Sums
from simcards.experiments.grouping import label_order
from simcards.experiments.schedule import GAIN_A, GAIN_B, VERDICT, seat_name, single_name
from simcards.experiments.tables import REAL, TEXT, WHOLE, Row
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.statistics.boards import BoardInterval, effective_deals, reduction_factor, squared_error
from simcards.statistics.intervals import wilson

_MARGIN = {
    "low": (REAL, "lower bound of the 95 % interval"),
    "high": (REAL, "upper bound of the 95 % interval"),
    "method": (TEXT, "t on boards; bound while fewer than 50 boards differ; sequence after a sequential stop"),
}
COLUMNS: dict[str, dict[str, tuple[str, str]]] = {
    "summary": {
        "game": (TEXT, "name of the game"),
        "rules": (TEXT, "rule options that differ from their defaults"),
        "seed": (WHOLE, "random seed of the run"),
        "strategy_a": (TEXT, "the first strategy"),
        "strategy_b": (TEXT, "the second strategy"),
        "boards": (WHOLE, "boards: each is one deal (or match) replayed with the strategies exchanged"),
        "deals": (WHOLE, "deals played, replays included"),
        "margin": (REAL, "points a deal by which a beats b; of matches the share won by a minus that won by b"),
        **_MARGIN,
        "differing": (WHOLE, "boards with a margin other than 0"),
        "won": (WHOLE, "boards with a margin above 0"),
        "tied": (WHOLE, "boards with a margin of 0"),
        "lost": (WHOLE, "boards with a margin below 0"),
        "win_share": (REAL, "(won + tied / 2) / boards"),
        "effective_deals": (REAL, "independent deals (or matches) that would give the same standard error"),
        "reduction": (REAL, "effective_deals / replays: how many times more a replay tells than an independent deal"),
        "boards_to_halve": (WHOLE, "boards in all that would halve the interval; empty while there is only a bound"),
        "stopped": (TEXT, "why a sequential run ended; empty for a fixed number of boards"),
    },
    "gains": {
        "strategy": (TEXT, "the strategy that holds one seat"),
        "among": (TEXT, "the strategy of all other seats"),
        "boards": (WHOLE, "boards played"),
        "gain": (REAL, "mean over seats of its margin there minus the margin of that seat when the others hold all"),
        **_MARGIN,
    },
    "split": {
        "contract": (TEXT, "same: all replays of the board came to one contract; different: they did not"),
        "boards": (WHOLE, "boards of this kind"),
        "share": (REAL, "boards / all boards"),
        "contribution": (REAL, "their part of the margin, per board of all boards: the parts add up to the margin"),
        **_MARGIN,
        "mean": (REAL, "margin per board of this kind"),
    },
    "seats": {
        "strategy": (TEXT, "the strategy that holds the seat, or the side with it"),
        "place": (TEXT, "the seat, counted from the dealer"),
        "boards": (WHOLE, "boards played so"),
        "margin": (REAL, "margin there per deal; where everyone plays alone, gain over what the others make of it"),
        **_MARGIN,
    },
    "bids": {
        "strategy": (TEXT, "the declaring strategy"),
        "bid": (WHOLE, "number of the call"),
        "bid_name": (TEXT, "the call as it is said"),
        "contracts": (WHOLE, "replays in which it declared at this bid"),
        "made": (WHOLE, "contracts that were fulfilled"),
        "make_rate": (REAL, "made / contracts: a description, since the two do not bid on the same hands"),
        "make_low": (REAL, "lower bound of the Wilson 95 % interval of make_rate, as if all were independent deals"),
        "make_high": (REAL, "upper bound of the Wilson 95 % interval of make_rate"),
    },
    "groups": {
        "group": (TEXT, "what the grouping function returned for the deal"),
        "boards": (WHOLE, "boards of this group"),
        "share": (REAL, "boards / all boards"),
        "margin": (REAL, "margin per board of this group"),
        **_MARGIN,
    },
    "partings": {
        "kind": (TEXT, "the decision at which the two first answer differently"),
        "situation": (TEXT, "what had come before it"),
        "boards": (WHOLE, "boards on which they first part there"),
        "share": (REAL, "boards / boards looked at"),
        "margin": (REAL, "mean margin on these boards (not the cost of this decision)"),
        **_MARGIN,
        "deal": (WHOLE, "the first such deal"),
        "seat": (WHOLE, "the seat that decides there"),
        "show": (TEXT, "the command that shows that deal; up to there it does not matter who sits where"),
    },
}


def interval_row(found: BoardInterval) -> Row:
    """The bounds of an interval and how they were found."""
    return {"low": found.low, "high": found.high, "method": found.method}


@dataclass(frozen=True)
class Parting:
    """Where two strategies first answer differently on a board, and the margin of all such boards."""

    kind: str
    situation: str
    sums: Sums
    deal: int
    seat: int


@dataclass(frozen=True)
class Comparison:
    """What a comparison of two strategies came to. `looked_at` boards were searched for partings."""

    game: Game
    rules: Rules
    seed: int
    strategies: tuple[str, str]
    totals: BoardTotals
    deals: int
    matches: bool
    stopped: str | None = None
    sequential: bool = False
    sprt: tuple[float, float] | None = None  # the two margins that a sequential test was to tell apart
    same: bool = False  # whether both are one strategy with one set of parameters
    looked_at: int = 0
    partings: list[Parting] = field(default_factory=list)

    @property
    def is_duel(self) -> bool:
        """Whether there are two sides, which the strategies exchange."""
        return self.game.sides == 2

    @property
    def is_test(self) -> bool:
        """Whether it was to accept one of two margins."""
        return self.sprt is not None

    @property
    def names(self) -> list[str]:
        """The names of the tables."""
        found = ["summary"]
        if not self.is_duel:
            found.append("gains")
        if not self.matches:
            found += ["split", "seats", "bids"]
        if self.totals.labels:
            found.append("groups")
        return found + (["partings"] if self.looked_at else [])

    def columns(self, name: str) -> dict[str, tuple[str, str]]:
        """The columns of a table, in order."""
        return COLUMNS[name]

    def table(self, name: str) -> list[Row]:
        """The rows of a table."""
        makers = {
            "summary": self._summary,
            "gains": self._gains,
            "split": self._split,
            "seats": self._seats,
            "bids": self._bids,
            "groups": self._groups,
            "partings": self._partings,
        }
        return makers[name]()

    def interval(self, sums: Sums, margins: int = 1) -> BoardInterval:
        """The interval of a mean: the sequence's after a sequential run, else that of a fixed number of boards.

        While few boards differ what bounds the mean is the largest margin that a replay had, once there are fifty
        boards; `margins` is 2 for a difference of two.
        """
        if self.sequential:
            return running_interval(sums)
        found = fixed_interval(self.totals.bounded(sums, margins))
        return unbounded(found) if found.method == "bound" and self.totals.boards < ENOUGH_BOARDS else found

    @property
    def verdict(self) -> BoardInterval:
        """The margin of the first strategy over the second, per deal."""
        return self.interval(self.totals.sums(VERDICT))

    def test_words(self, unit: str) -> str:
        """What the sequential test says, in plain words."""
        a, b = self.strategies
        low, high = self.sprt or (0.0, 0.0)
        accepted = {f"accepted {low:g}": (low, high), f"accepted {high:g}": (high, low)}.get(self.stopped or "")
        if accepted is None:
            return f"The test of {low:g} against {high:g} {unit} for {a} over {b} has accepted neither yet."
        return (
            f"The test accepts a margin of {accepted[0]:g} rather than {accepted[1]:g} {unit} for {a} over {b} (each "
            "error at most 5 %)."
        )

    @property
    def singles(self) -> list[Sums]:
        """The margins of single replays: at each mixed line-up that of the seat or side that is exchanged."""
        names = [quantity.name for quantity in self.totals.schedule.quantities]
        numbers = range(len(self.totals.schedule.lineups))
        return [self.totals.sums(single_name(k)) for k in numbers if single_name(k) in names]

    @property
    def effective(self) -> float | None:
        """How many independent deals, spread evenly over the line-ups, would give the same standard error."""
        sums = self.totals.sums(VERDICT)
        error = squared_error(sums.total, sums.squares, sums.boards)
        singles = self.singles
        if error is None or not singles:
            return None
        variances = [_variance(one) for one in singles]
        return effective_deals(sum(variances) / len(variances), error / sums.divisor**2)

    @property
    def replays(self) -> int:
        """Replays that the verdict takes its numbers from."""
        return self.totals.boards * len(self.singles)

    def _summary(self) -> list[Row]:
        sums, found = self.totals.sums(VERDICT), self.verdict
        a, b = self.strategies
        effective = self.effective
        half = found.half_width
        return [
            {
                "game": self.game.name,
                "rules": self.rules.changed_text,
                "seed": self.seed,
                "strategy_a": a,
                "strategy_b": b,
                "boards": sums.boards,
                "deals": self.deals,
                "margin": found.estimate,
                **interval_row(found),
                "differing": sums.differing,
                "won": sums.won,
                "tied": sums.tied,
                "lost": sums.lost,
                "win_share": (sums.won + sums.tied / 2) / sums.boards if sums.boards else None,
                "effective_deals": effective,
                "reduction": None if effective is None else reduction_factor(effective, self.replays),
                "boards_to_halve": boards_to(half / 2, found) if half else None,
                "stopped": self.stopped,
            }
        ]

    def _gains(self) -> list[Row]:
        a, b = self.strategies
        rows = []
        for name, strategy, among in ((GAIN_A, a, b), (GAIN_B, b, a)):
            found = self.interval(self.totals.sums(name))
            head = {"strategy": strategy, "among": among, "boards": found.n, "gain": found.estimate}
            rows.append(head | interval_row(found))
        return rows

    def _split(self) -> list[Row]:
        every = self.totals.sums(VERDICT)
        rows = []
        for name, same in (("same", True), ("different", False)):
            part = self.totals.sums(VERDICT, same_contract=same)
            # over all boards, those of the other kind counted as 0
            spread = Sums(every.boards, part.differing, part.won, part.total, part.squares, part.largest, part.divisor)
            found = self.interval(spread)
            rows.append(
                {
                    "contract": name,
                    "boards": part.boards,
                    "share": part.boards / every.boards if every.boards else None,
                    "contribution": found.estimate,
                    **interval_row(found),
                    "mean": part.total / part.divisor / part.boards if part.boards else None,
                }
            )
        return rows

    def _seats(self) -> list[Row]:
        rows = []
        for strategy, places in enumerate(self._places()):
            for place, sums in places:
                found = self.interval(sums, 1 if self.is_duel else 2)
                head = {"strategy": self.strategies[strategy], "place": place, "boards": found.n}
                rows.append(head | {"margin": found.estimate} | interval_row(found))
        return rows

    def _places(self) -> list[list[tuple[str, Sums]]]:
        """By strategy the places counted from the dealer, with the sums of what it scores there."""
        seats = self.game.seats
        if self.is_duel:  # the quantity of line-up k is the margin of strategy 0, which holds side k
            found = []
            for on_dealers_side in (True, False):
                parts = []
                for lineup in range(2):
                    dealers = [d for d in range(seats) if (self.game.side(d) == lineup) == on_dealers_side]
                    parts.append(self.totals.sums(seat_name(lineup), dealers=dealers))
                found.append(("dealer's side" if on_dealers_side else "eldest's side", parts[0] + parts[1]))
            return [found]
        by_strategy = []
        for strategy in range(2):
            places = []
            for place in range(seats):
                parts = [
                    self.totals.sums(seat_name((dealer + 1 + place) % seats, strategy), dealers=[dealer])
                    for dealer in range(seats)
                ]
                together = reduce(add, parts)
                name = "dealer" if place == seats - 1 else "eldest" if place == 0 else f"place {place + 1}"
                places.append((name, together))
            by_strategy.append(places)
        return by_strategy

    def _bids(self) -> list[Row]:
        rows = []
        for strategy, text in enumerate(self.strategies):
            for bid, name in self.game.calls.items():
                contracts, made = (int(x) for x in self.totals.calls[strategy, bid])
                if contracts:
                    rate = wilson(made, contracts)
                    row: Row = {"strategy": text, "bid": bid, "bid_name": name, "contracts": contracts, "made": made}
                    rows.append(row | {"make_rate": rate.estimate, "make_low": rate.low, "make_high": rate.high})
        return rows

    def _groups(self) -> list[Row]:
        every = self.totals.boards
        rows = []
        for label in sorted(self.totals.labels, key=label_order):
            found = self.interval(self.totals.label_sums(label, VERDICT))
            head: Row = {"group": label, "boards": found.n, "share": found.n / every, "margin": found.estimate}
            rows.append(head | interval_row(found))
        return rows

    def show_command(self, deal: int) -> str:
        """The command that shows every decision of a deal."""
        rules = "".join(f" --rule {change}" for change in self.rules.changed_text.split(", ") if change)
        texts = " ".join(self.strategies)
        return f"simcards show {self.game.called} {texts} --seed {self.seed} --deal {deal}{rules} --views"

    def _partings(self) -> list[Row]:
        rows = []
        for parting in self.partings:
            found = self.interval(parting.sums)
            head: Row = {"kind": parting.kind, "situation": parting.situation, "boards": found.n}
            head |= {"share": found.n / self.looked_at, "margin": found.estimate}
            rows.append(head | interval_row(found) | {"deal": parting.deal, "seat": parting.seat})
            rows[-1]["show"] = self.show_command(parting.deal)
        return rows


def _variance(sums: Sums) -> float:
    """The variance of one value, in points."""
    if sums.boards < 2:
        return 0.0
    spread = sums.boards * sums.squares - sums.total * sums.total
    return spread / (sums.boards * (sums.boards - 1)) / sums.divisor**2
