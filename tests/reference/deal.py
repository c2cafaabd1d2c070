"""Deals from the shuffle to the score: replayed from a record's answers, or played out by a function that chooses."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from tests.reference import canadian_smear, hasenpfeffer
from tests.reference.cards import SUITS
from tests.reference.errors import RuleBreachError
from tests.reference.match import match_result
from tests.reference.options import Rules, check_rules
from tests.reference.phases import call_text
from tests.reference.table import Game, Question, Table, View, new_table

GAMES: dict[str, Game] = {game.name: game for game in (canadian_smear.GAME, hasenpfeffer.GAME)}
FORMAT = "simcards-deal/1"
# What a record keeps of the run it comes from; nothing is computed from it but `match_winner` from `match`.
COPIED = ("seed", "deal", "match", "strategies")

Choose: TypeAlias = Callable[[str, int, int, View], int]  # (kind, seat, legal, view) -> answer
Record: TypeAlias = dict[str, Any]


class Decision(NamedTuple):
    """A decision and its answer. `seat` is absolute, `view` relative; `must` and `need` are 0 but in an exchange."""

    kind: str
    seat: int
    legal: int
    must: int
    need: int
    answer: int
    view: View


@dataclass(frozen=True)
class Replay:
    """All decisions of a deal in the order asked, and the complete record of it as the rules have it."""

    decisions: list[Decision]
    record: Record


def replay(record: Record, scores_before: list[int] | None = None) -> Replay:
    """Return the deal rebuilt from a record's cards and answers alone, to be compared with the record.

    Read are: game, rules, dealer, hands, kitty, scores_before (unless given), the calls of the seats asked, the trump
    named and the cards played. Raises RuleBreachError where these do not fit the rules.
    """
    before = record["scores_before"] if scores_before is None else scores_before
    table = _open_table(record["game"], record["rules"], record["hands"], record["kitty"], record["dealer"], before)
    answers = _RecordedAnswers(record, table)
    decisions = _run(table, answers.answer)
    answers.check_all_used()
    return Replay(decisions, _rebuild(table, {key: record[key] for key in COPIED}))


def play_out(
    game: str,
    rules: Rules,
    hands: list[list[str]],
    kitty: list[str],
    dealer: int,
    choose: Choose,
    scores_before: list[int] | None = None,
) -> Record:
    """Return the record of a deal in which every answer comes from `choose(kind, seat, legal, view)`."""
    table = _open_table(game, rules, hands, kitty, dealer, [0, 0] if scores_before is None else scores_before)
    _run(table, lambda question: choose(question.kind, question.seat, question.legal, question.view))
    return _rebuild(table, {"seed": 1, "deal": dealer, "match": None, "strategies": ["chosen"] * len(hands)})


def _open_table(
    name: str, rules: Rules, hands: list[list[str]], kitty: list[str], dealer: int, scores_before: list[int]
) -> Table:
    if name not in GAMES:
        raise RuleBreachError(f"there is no game {name!r}")
    check_rules(name, rules)
    if len(hands) != 4 or len(scores_before) != 2:
        raise RuleBreachError(f"{name}: {len(hands)} hands and {len(scores_before)} scores, not 4 and 2")
    return new_table(GAMES[name], rules, hands, kitty, dealer, scores_before)


def _run(table: Table, answer_to: Callable[[Question], int]) -> list[Decision]:
    """Return the decisions of a whole deal, which leaves the table at its end."""
    decisions: list[Decision] = []
    steps = table.game.steps(table)
    try:
        question = next(steps)
        while True:
            answer = answer_to(question)
            kind, seat, legal, must, need, view = question
            decisions.append(Decision(kind, seat, legal, must, need, answer, view))
            question = steps.send(answer)
    except StopIteration:
        return decisions


class _RecordedAnswers:
    """The answers of a record, handed out one by one; the seats must come in the order of the record."""

    def __init__(self, record: Record, table: Table) -> None:
        self.record = record
        self.table = table
        self.calls = iter(record["auction"])
        self.plays = iter([play for trick in record["tricks"] for play in trick["plays"]])

    def answer(self, question: Question) -> int:
        """Return the recorded answer as a number."""
        if question.kind == "name_trump":
            return self._trump()
        entries, number_of = (self.calls, _call_number) if question.kind == "bid" else (self.plays, self._card_code)
        seat, text = next(entries, (None, None))
        if seat != question.seat:
            raise RuleBreachError(f"{question.kind}: it is seat {question.seat}'s turn, the record has {seat} {text}")
        return number_of(text)

    def _trump(self) -> int:
        contract = self.record["contract"]
        if contract is None:
            raise RuleBreachError(f"seat {self.table.declarer} won the auction, the record has no contract")
        if contract["trump"] is None:
            return 4
        if contract["trump"] not in SUITS:
            raise RuleBreachError(f"{contract['trump']!r} is not a suit")
        return SUITS.index(contract["trump"])

    def _card_code(self, card: Any) -> int:
        if card not in self.table.layout.code:
            raise RuleBreachError(f"{card!r} is not a card of {self.table.game.name}")
        return self.table.layout.code[card]

    def check_all_used(self) -> None:
        """Return nothing; raise when the record goes on where the rules end the auction or the play."""
        if self.record["auction"] != self.table.auction:
            raise RuleBreachError(f"the auction is {self.table.auction}, the record has {self.record['auction']}")
        surplus = list(self.plays)
        if surplus:
            raise RuleBreachError(f"the play is over, the record goes on with {surplus}")
        if self.table.declarer is None and self.record["contract"] is not None:
            raise RuleBreachError(f"the deal was passed out, the record has {self.record['contract']}")


def _call_number(text: Any) -> int:
    if text == "pass":
        return 0
    if not isinstance(text, str) or not text.isdecimal() or call_text(int(text)) != text:
        raise RuleBreachError(f"{text!r} is not a call")
    return int(text)


def _rebuild(table: Table, copied: dict[str, Any]) -> Record:
    """Return the complete record of the deal at the end of which the table stands."""
    return {
        "format": FORMAT,
        "game": table.game.name,
        "rules": dict(table.rules),
        **copied,
        "dealer": table.dealer,
        "scores_before": table.scores_before,
        "hands": table.dealt,
        "kitty": table.kitty,
        "second_deal": None,
        "auction": table.auction,
        "contract": _contract(table),
        "exchange": table.exchange,
        "tricks": table.tricks,
        "tally": table.tally,
        "made": table.made,
        "score": table.score,
        "scores_after": [before + score for before, score in zip(table.scores_before, table.score, strict=True)],
        "match_winner": _match_winner(table, copied["match"]),
    }


def _contract(table: Table) -> dict[str, Any] | None:
    if table.declarer is None:
        return None
    trump = table.layout.trump
    return {
        "declarer": table.declarer,
        "bid": call_text(table.bid),
        "trump": SUITS[trump] if trump in range(4) else None,
    }


def _match_winner(table: Table, match: dict[str, int] | None) -> int | str | None:
    if match is None:
        return None
    declaring = None if table.declarer is None else table.side(table.declarer)
    return match_result(
        table.game.name,
        table.rules,
        table.scores_before,
        table.score,
        declaring,
        table.made,
        table.tally,
        match["number"] + 1,
    )
