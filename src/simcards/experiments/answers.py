"""The tables of a question: what each answer comes to, on the same deals, with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from simcards.bidding.question import FATES, Question
from simcards.bidding.tally import Counts
from simcards.cards.codes import suit_name
from simcards.engine.faults import CHOICES
from simcards.engine.fields import SETS
from simcards.engine.script import ALL_LEGAL
from simcards.experiments.answer_columns import COLUMNS
from simcards.experiments.question_run import Length, given_text
from simcards.experiments.tables import Row
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.statistics.boards import BoardInterval
from simcards.statistics.intervals import Interval, mean_interval, wilson
from simcards.statistics.multiple import board_p_value, not_separated_from_best, simultaneous_interval

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades", "jokers")


@dataclass(frozen=True)
class About:
    """What is said about a question beside its counts."""

    seed: int
    where_in_order: str
    auction: str
    assumed: bool
    scores: str
    us: str
    them: str
    trump: int = -1  # named before the decision, -1 where it is not
    contract: str = ""  # in words, where there is one


@dataclass(frozen=True)
class Answers:
    """What the answers to a question came to: a `Tabled`."""

    game: Game
    rule_sets: tuple[Rules, ...]
    question: Question
    length: Length
    about: About
    counts: Counts
    names_of: tuple[str, ...]  # the texts of the answers

    @property
    def names(self) -> list[str]:
        """The names of the tables."""
        of_bid = ["calls", "trumps", *(["achieved"] if self.game.achieved is not None else [])]
        versus = ["versus"] if len(self.rule_sets) > 1 else []
        before = ["before"] if self.question.script.given else []
        return ["summary", *(of_bid if self.question.is_bid else ["answers"]), "hands", *before, *versus]

    def columns(self, name: str) -> dict[str, tuple[str, str]]:
        """The columns of a table: name to (type, meaning)."""
        return COLUMNS[name]

    def table(self, name: str) -> list[Row]:
        """The rows of a table."""
        rows: list[Row] = getattr(self, f"_{name}")
        return rows

    # ---- numbers -----------------------------------------------------------------------------------------------------

    @property
    def deals(self) -> int:
        """Deals that fit."""
        return int(self.counts["fits"])

    @property
    def unit(self) -> int:
        """What margins are counted in, as parts of a point."""
        return self.game.sides - 1

    @cached_property
    def offered(self) -> list[int]:
        """The numbers of the answers that are legal in every deal that fits."""
        illegal = self.counts["illegal"].tolist()
        legal = self.question.legal[0]
        return [k for k, answer in enumerate(self.question.answers) if answer in legal and not illegal[k]]

    @property
    def left_out_answers(self) -> list[str]:
        """The answers that are legal in some deals only."""
        illegal = self.counts["illegal"].tolist()
        return [name for k, name in enumerate(self.names_of) if 0 < illegal[k] < self.deals]

    @property
    def is_complete(self) -> bool:
        """Whether all answers that are legal in any of the deals are compared."""
        return not self.left_out_answers and not int(self.counts["unnamed"])

    def _of(self, name: str, k: int, v: int = 0) -> Any:
        return self.counts[f"{name}/{v}"][k].tolist()

    def _margin(self, k: int, v: int = 0) -> Interval:
        squares = int(self.counts[f"products/{v}"][k, k])
        deals = int(self.counts[f"fits/{v}"])
        return _in_points(mean_interval(self._of("margin", k, v), squares, deals), self.unit)

    def _sums(self, i: int, j: int) -> tuple[int, int, int, int, int]:
        """(total, squares, deals, differing, largest) of the margin of answer i minus that of answer j."""
        products = self.counts["products/0"]
        squares = int(products[i, i] + products[j, j] - 2 * products[i, j])
        total = self._of("margin", i) - self._of("margin", j)
        return total, squares, self.deals, int(self.counts["differing/0"][i, j]), 2 * int(self.counts["largest/0"])

    @cached_property
    def comparisons(self) -> int:
        """All pairs of answers."""
        return max(1, len(self.offered) * (len(self.offered) - 1) // 2)

    def _difference(self, i: int, j: int) -> BoardInterval:
        return _in_points_of_boards(simultaneous_interval(*self._sums(i, j), self.comparisons), self.unit)

    @cached_property
    def best(self) -> int:
        """The number of the answer with the largest margin."""
        return max(self.offered, key=lambda k: (self._of("margin", k), -k))

    @cached_property
    def group(self) -> list[int]:
        """The numbers of the answers that are not separated from the best."""
        offered = self.offered
        means = [self._of("margin", k) / max(self.deals, 1) for k in offered]
        p_values = {
            (a, b): board_p_value(*self._sums(offered[a], offered[b])) for a, b in combinations(range(len(offered)), 2)
        }
        return [offered[a] for a in not_separated_from_best(means, p_values)]

    @cached_property
    def next_best(self) -> int | None:
        """The number of the answer with the largest margin but one; None where there is no other answer."""
        others = [k for k in self.offered if k != self.best]
        return max(others, key=lambda k: (self._of("margin", k), -k)) if others else None

    def lead(self, k: int) -> BoardInterval:
        """The margin of the best answer minus that of another; all such differences hold together."""
        return self._difference(self.best, k)

    # ---- tables ------------------------------------------------------------------------------------------------------

    @cached_property
    def _summary(self) -> list[Row]:
        about, hand, counts = self.about, self.question.hand, self.counts
        enough = self.length.fitting is not None and self.deals >= self.length.fitting
        until = self.length.until
        capped = "" if until is None else "± reached" if enough else "--max-deals reached"
        return [
            {
                "game": self.game.name,
                "rules": self.rule_sets[0].changed_text,
                "versus_rules": self.rule_sets[1].changed_text if len(self.rule_sets) > 1 else None,
                "seed": about.seed,
                "hand": hand.text,
                "where": hand.where,
                "decision": self.question.moment.decision,
                "order": about.where_in_order,
                "contract": about.contract,
                "trump": trump_name(about.trump) if about.trump >= 0 else None,
                "auction": about.auction,
                "assumed": about.assumed,
                "scores": about.scores,
                "us": about.us,
                "them": about.them,
                "hands": hand.hands,
                "all_hands": hand.all_hands,
                "probability": float(hand.probability),
                "dealt": int(counts["dealt"]),
                "deals": self.deals,
                "left_out": int(counts["dealt"]) - self.deals,
                "until": until,
                "stopped": capped,
                "best": self.names_of[self.best] if self.offered else None,
                "may_be_best": ", ".join(self.names_of[k] for k in self.group) if self.offered else None,
            }
        ]

    def _value(self, k: int, compared_with: int) -> Row:
        margin, score = self._margin(k), self._of("score", k)
        row: Row = {
            "margin": margin.estimate,
            "margin_low": margin.low,
            "margin_high": margin.high,
            "score": score / self.deals if self.deals else None,
        }
        if k == compared_with:
            row |= {"difference": None, "low": None, "high": None, "method": None}
        else:
            found = self._difference(k, compared_with)
            row |= {"difference": found.estimate, "low": found.low, "high": found.high, "method": found.method}
        return row | {"is_best": k == self.best, "may_be_best": k in self.group}

    @cached_property
    def _calls(self) -> list[Row]:
        rows = []
        for k in self.offered:
            call = self.question.answers[k]
            fates = dict(zip(FATES, self._of("fates", k), strict=True))
            success = _rate(self._of("given_made", k), self.deals) if call else NO_RATE
            declares = _rate(fates["declares"], self.deals) if call else NO_RATE
            stands = _rate(self._of("stands_made", k), fates["declares"]) if call else NO_RATE
            rows.append(
                {
                    "call": call,
                    "call_name": self.names_of[k],
                    "deals": self.deals,
                    "made": self._of("given_made", k) if call else None,
                    "success": success.estimate,
                    "success_low": success.low,
                    "success_high": success.high,
                    **{
                        fate: deals / self.deals if call or fate != "declares" else None
                        for fate, deals in fates.items()
                    },
                    "declares_low": declares.low,
                    "declares_high": declares.high,
                    **self._value(k, self.offered[0]),
                    "stands": fates["declares"] if call else None,
                    "stands_made": self._of("stands_made", k) if call else None,
                    "stands_rate": stands.estimate,
                    "stands_low": stands.low,
                    "stands_high": stands.high,
                }
            )
        return rows

    @cached_property
    def _trumps(self) -> list[Row]:
        rows = []
        for k in self.offered:
            if not self.question.answers[k]:
                continue
            deals, made = self._of("given_trumps", k), self._of("given_trumps_made", k)
            for trump in (t for t in (3, 2, 1, 0, 4) if deals[t]):
                rate = _rate(made[trump], deals[trump])
                rows.append(
                    {
                        "call": self.question.answers[k],
                        "call_name": self.names_of[k],
                        "trump": trump_name(trump),
                        "deals": deals[trump],
                        "share": deals[trump] / self.deals,
                        "made": made[trump],
                        "rate": rate.estimate,
                        "low": rate.low,
                        "high": rate.high,
                    }
                )
        return rows

    @cached_property
    def _achieved(self) -> list[Row]:
        return [
            {
                "call": self.question.answers[k],
                "call_name": self.names_of[k],
                "value": value,
                "deals": deals,
                "share": deals / self.deals,
            }
            for k in self.offered
            if self.question.answers[k]
            for value, deals in enumerate(self._of("achieved", k))
            if deals
        ]

    @cached_property
    def _answers(self) -> list[Row]:
        rows = []
        for k in self.offered:
            contracts, made = self._of("contracts", k), self._of("made", k)
            rate = _rate(made, contracts)
            rows.append(
                {
                    "answer": self.names_of[k],
                    "deals": self.deals,
                    "contracts": contracts,
                    "made": made,
                    "make_rate": rate.estimate,
                    "make_low": rate.low,
                    "make_high": rate.high,
                    **self._value(k, self.best),
                }
            )
        return rows

    @cached_property
    def _hands(self) -> list[Row]:
        exact, delivered = self.question.hand.lengths(), self.counts["lengths"].tolist()
        return [
            {
                "suit": SUIT_WORDS[suit],
                "cards": cards,
                "exact": float(exact[suit][cards]),
                "deals": delivered[suit][cards],
                "share": delivered[suit][cards] / self.deals if self.deals else None,
            }
            for suit in (3, 2, 1, 0, 4)
            for cards in range(self.game.hand + 1)
            if exact[suit][cards] and (suit < 4 or self.game.deck(self.rule_sets[0]).jokers)
        ]

    @cached_property
    def _before(self) -> list[Row]:
        rows, left = [], int(self.counts["dealt"])
        for k, given in enumerate(self.question.script.given):
            out = int(self.counts["left_out"][k])
            rows.append(
                {
                    "step": k + 1,
                    "answer": given_text(self.game, given),
                    "own": given.own,
                    "deals": left,
                    "left_out": out,
                    "rate": (left - out) / left if left else None,
                }
            )
            left -= out
        never = int(self.counts["left_out"][-1])
        if never:
            row = {"answer": "that the decision is taken at all", "own": False, "deals": left, "left_out": never}
            rows.append({"step": len(rows) + 1, **row, "rate": (left - never) / left})
        return rows

    @cached_property
    def _versus(self) -> list[Row]:
        rows = []
        for k in self.offered:
            if self.question.answers[k] not in self.question.legal[1]:
                continue
            deals = int(self.counts["fits/1"])
            made, of = ("given_made", deals) if self.question.is_bid else ("made", self._of("contracts", k, 1))
            rate = _rate(self._of(made, k, 1), of) if self.question.answers[k] or not self.question.is_bid else NO_RATE
            margin = self._margin(k, 1)
            total, squares, differing = (
                int(self.counts[f"versus_{name}"][k]) for name in ("total", "squares", "differing")
            )
            largest = int(self.counts["largest/0"] + self.counts["largest/1"])
            found = simultaneous_interval(total, squares, deals, differing, largest, len(self.offered))
            found = _in_points_of_boards(found, self.unit)
            rows.append(
                {
                    "answer": self.names_of[k],
                    "deals": deals,
                    "success": rate.estimate,
                    "success_low": rate.low,
                    "success_high": rate.high,
                    "margin": margin.estimate,
                    "margin_low": margin.low,
                    "margin_high": margin.high,
                    "difference": found.estimate,
                    "low": found.low,
                    "high": found.high,
                    "method": found.method,
                }
            )
        return rows


NO_RATE = Interval(None, None, None, 0, 0.95, "wilson")


def _rate(made: int, deals: int) -> Interval:
    return wilson(made, deals)


def _in_points(found: Interval, unit: int) -> Interval:
    estimate, low, high = (None if x is None else x / unit for x in (found.estimate, found.low, found.high))
    return Interval(estimate, low, high, found.n, found.level, found.method)


def _in_points_of_boards(found: BoardInterval, unit: int) -> BoardInterval:
    estimate, low, high = (None if x is None else x / unit for x in (found.estimate, found.low, found.high))
    return BoardInterval(estimate, low, high, found.n, found.level, found.method, found.differing)


def trump_name(trump: int) -> str:
    """The trump in words."""
    return "no trump" if suit_name(trump) is None else SUIT_WORDS[trump]


def answer_text(game: Game, rules: Rules, decision: str, answer: int, trump: int) -> str:
    """An answer in words."""
    if decision == "bid":
        return game.call_name(answer)
    if decision == "name_trump":
        return trump_name(answer)
    if decision == "choose":
        return CHOICES[answer]
    if decision in SETS:
        if answer == ALL_LEGAL:
            return "all trumps"
        return " ".join(game.deck(rules).set_names(answer, trump)) or "nothing"
    return game.deck(rules).card_name(answer, trump)


def answer_texts(game: Game, rules: Rules, decision: str, answers: Sequence[int], trump: int) -> tuple[str, ...]:
    """Answers in words."""
    return tuple(answer_text(game, rules, decision, answer, trump) for answer in answers)
