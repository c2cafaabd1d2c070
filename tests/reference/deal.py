"""Deals from the shuffle to the score: replayed from a record's answers, or played out by a function that chooses."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from tests.reference import canadian_smear, charlemagne, cutthroat_pitch, hasenpfeffer, king_pedro
from tests.reference.cards import SUITS
from tests.reference.errors import RuleBreachError
from tests.reference.match import match_result
from tests.reference.options import Rules, check_rules
from tests.reference.recorded import Record, RecordedAnswers, with_cards_in_the_order_of
from tests.reference.table import Game, Question, Table, View, check_deal, new_table

GAMES: dict[str, Game] = {
    module.GAME.name: module.GAME for module in (canadian_smear, charlemagne, cutthroat_pitch, hasenpfeffer, king_pedro)
}
FORMAT = "simcards-deal/1"
# What a record keeps of the run it comes from; nothing is computed from it but `match_winner` from `match`.
COPIED = ("seed", "deal", "match", "strategies")

Hands: TypeAlias = list[list[str]]
Choose: TypeAlias = Callable[[str, int, int, View], int]  # (kind, seat, legal, view) -> answer


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

    Read are: game, rules, dealer, hands, kitty, second_deal, scores_before (unless given), the calls of the seats
    asked, the trump named, the cards given and discarded, whether the kitty was taken, and the cards played. Raises
    RuleBreachError where these do not fit the rules.
    """
    before = record["scores_before"] if scores_before is None else scores_before
    cards = (record["hands"], record["kitty"], record["dealer"], before, record["second_deal"])
    table = _open_table(record["game"], record["rules"], *cards)
    answers = RecordedAnswers(record, table)
    decisions = _run(table, answers.answer)
    answers.check_all_used()
    table.exchange = with_cards_in_the_order_of(record, table.exchange)
    return Replay(decisions, _rebuild(table, {key: record[key] for key in COPIED}))


def play_out(
    game: str,
    rules: Rules,
    hands: Hands,
    kitty: list[str],
    dealer: int,
    choose: Choose,
    scores_before: list[int] | None = None,
    second_deal: Hands | None = None,
) -> Record:
    """Return the record of a deal in which every answer comes from `choose(kind, seat, legal, view)`.

    What else there is to know of an exchange, `must` and `need`, is in the view.
    """
    table = _open_table(game, rules, hands, kitty, dealer, scores_before, second_deal)
    _run(table, lambda question: choose(question.kind, question.seat, question.legal, question.view))
    return _rebuild(table, {"seed": 1, "deal": dealer, "match": None, "strategies": ["chosen"] * len(hands)})


def _open_table(
    name: str,
    rules: Rules,
    hands: Hands,
    kitty: list[str],
    dealer: int,
    scores_before: list[int] | None,
    second_deal: Hands | None,
) -> Table:
    if name not in GAMES:
        raise RuleBreachError(f"there is no game {name!r}")
    check_rules(name, rules)
    before = [0] * GAMES[name].sides(rules) if scores_before is None else scores_before
    table = new_table(GAMES[name], rules, hands, kitty, dealer, before, second_deal)
    check_deal(table)
    return table


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
        "second_deal": table.second_deal if table.dealt_again else None,
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
        "bid": table.game.call_text(table.bid),
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
        bid=None if table.declarer is None else table.game.call_text(table.bid),
    )
