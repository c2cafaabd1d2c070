"""Faults of strategies: the lowest deal at fault in a chunk, and the one line that says what happened there."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from simcards.cards.codes import suit_name
from simcards.engine.asking import WrongAnswerError, whole_answer
from simcards.engine.chunk import match_rows, new_rows
from simcards.engine.fields import SETS
from simcards.engine.interpreted import PlainAsk, plain_answer, play_one
from simcards.engine.start import Start, place_cards
from simcards.errors import StrategyError
from simcards.games.game import Game
from simcards.games.options import Rules

if TYPE_CHECKING:
    from simcards.engine.table import Table

MOST_SHOWN = 15
CHOICES = ("the kitty", "a card of the partner")


@dataclass(frozen=True)
class Fault:
    """What went wrong at one decision: a text, and what was legal there."""

    start: Start
    seat: int
    decision: str
    strategy: str
    problem: str
    legal: str


class _FoundError(Exception):
    def __init__(self, fault: Fault) -> None:
        self.fault = fault


def answer_names(game: Game, rules: Rules, decision: str, legal: int, trump: int) -> list[str]:
    """The texts of some answers given as bits: calls, suits, choices, or cards (in play order under a trump)."""
    bits = [k for k in range(63) if legal >> k & 1]
    if decision == "bid":
        return [game.call_name(k) for k in bits]
    if decision == "name_trump":
        return [suit_name(k) or "no trump" for k in bits]
    if decision == "choose":
        return [CHOICES[k] for k in bits]
    return game.deck(rules).set_names(legal, trump)


def legal_names(game: Game, rules: Rules, ask: PlainAsk) -> list[str]:
    """The texts of a decision's legal answers; for a set of cards, how many of which."""
    names = answer_names(game, rules, ask.decision, ask.legal, ask.view["trump"])
    if ask.decision not in SETS:
        return names
    must = answer_names(game, rules, ask.decision, ask.view["must"], ask.view["trump"])
    with_these = f" with {' '.join(must)}" if must else ""
    none_or = "none or " if ask.decision == "give" and game.gift_is_free else ""
    return [f"{none_or}{ask.view['need']} of", *names, *([with_these.strip()] if must else [])]


def problem_with(game: Game, ask: PlainAsk, answer: Any) -> str | None:
    """What is wrong with an answer, None when it is legal."""
    number = whole_answer(answer)
    if number is None:
        return f"returned {answer!r} ({type(answer).__name__}), not an int"
    if ask.decision not in SETS:
        legal = 0 <= number < 63 and ask.legal >> number & 1
        return None if legal else f"returned {number}, which is illegal"
    return problem_with_set(game, ask, number)


def problem_with_set(game: Game, ask: PlainAsk, cards: int) -> str | None:
    """What is wrong with a set of cards as the answer to a discard or a gift."""
    need, must = ask.view["need"], ask.view["must"]
    if cards == 0 and ask.decision == "give" and game.gift_is_free:
        return None
    if cards < 0 or cards & ~ask.legal:
        held = "that it may not lay away" if ask.decision == "discard" else "that it may not give"
        return f"returned {cards}, a set with cards {held}"
    if cards.bit_count() != need:
        return f"returned {cards}, a set of {cards.bit_count()} cards, not {need}"
    return f"returned {cards}, a set without cards that must go" if must & ~cards else None


def fault_in(table: "Table", start: Start) -> Fault | None:
    """The first fault in a deal, found by playing it in plain Python; None when there is none."""
    game, rules = table.game, table.rules

    def answered(ask: PlainAsk) -> None:
        if ask.given_by(start.script):
            return
        decider = table.players[table.seating[ask.seat]][ask.decision]
        try:
            answer = plain_answer(decider, ask.view, table.setup_of(decider))
            problem = problem_with(game, ask, answer)
        except WrongAnswerError as error:
            answer, problem = None, f"returned {error}"
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a strategy raises is what we report
            answer, problem = None, f"raised {type(error).__name__}: {error}"
        if problem:
            names = legal_names(game, rules, ask)
            raise _FoundError(Fault(start, ask.seat, ask.decision, decider.text, problem, _shown(names)))
        ask.answer = int(answer)

    try:
        play_one(game, rules, partial(place_cards, game, rules, start), answered)
    except _FoundError as found:
        return found.fault
    return None


def _shown(names: list[str]) -> str:
    more = f" … ({len(names)})" if len(names) > MOST_SHOWN else ""
    return " ".join(names[:MOST_SHOWN]) + more


def show_command(table: "Table", start: Start) -> str:
    """The command that shows every decision of a deal played at a table."""
    rules = "".join(f" --rule {change}" for change in table.rules.changed_text.split(", ") if change)
    return f"simcards show {table.game.called} {' '.join(texts_to_show(table))} {start.options}{rules} --views"


def texts_to_show(table: "Table") -> list[str]:
    """The strategies by seat as a command takes them: as few as name all seats when seat s plays strategy s mod k."""
    by_seat = [table.players[player]["play"].strategy_text for player in table.seating]
    seats = range(len(by_seat))
    return by_seat[: next(k for k in range(1, len(by_seat) + 1) if all(by_seat[s] == by_seat[s % k] for s in seats))]


def error_of(table: "Table", fault: Fault) -> StrategyError:
    """The error that names strategy, decision, seat, game, seed and deal, and the command that replays it."""
    return StrategyError(
        f"{fault.strategy}: {fault.decision} of seat {fault.seat} {fault.problem} "
        f"({table.game.name}, {fault.start.where}; legal: {fault.legal}); "
        f"replay it with: {show_command(table, fault.start)}"
    )


def find_fault(table: "Table", seed: int, first: int, n: int, cause: BaseException | None = None) -> StrategyError:
    """The error of the lowest deal at fault among deals first … first + n - 1, one of which is known to be.

    Some deals fail together when one of them does, so the lowest is found by halving.
    """
    while n > 1:
        half = n // 2
        if table.fails(seed, first, half):
            n = half
        else:
            first, n = first + half, n - half
    return fault_at(table, table.start_of(seed, first), cause)


def find_match_fault(
    table: "Table", seed: int, first: int, matches: int, cause: BaseException | None = None
) -> StrategyError:
    """The error of the first deal at fault of the lowest match among these, in one of which there is one."""
    while matches > 1:
        half = matches // 2
        if table.fails_in_matches(seed, first, half):
            matches = half
        else:
            first, matches = first + half, matches - half
    return fault_at(table, last_start(table, seed, first), cause)


def last_start(table: "Table", seed: int, match: int, number: int | None = None) -> Start:
    """A deal of a match that is played up to it, or the match's last when it has not so many.

    Without a number the deal in which play breaks off; with one, a fault before it is a `StrategyError`.
    """
    results = new_rows(1, match_rows(table.game)["R_COLUMNS"])
    try:
        for played in table.match_rounds(seed, match, 1, 1, table.answer_all, results):
            if number is not None and played.number[0] == number:
                break
    except (Exception, SystemExit) as error:
        start = table.round.start(seed, 0)
        if number not in (None, start.number):
            raise fault_at(table, start, error) from error
    return table.round.start(seed, 0)


def fault_at(table: "Table", start: Start, cause: BaseException | None = None) -> StrategyError:
    """The error of a deal that is at fault."""
    fault = fault_in(table, start)
    if fault:
        return error_of(table, fault)
    where = f"{table.game.name}, {start.where}"
    if cause is not None and not table.is_compiled:
        return StrategyError(f"{cause} ({where}); alone the deal is played without a fault")
    return StrategyError(
        f"{where}: a strategy failed when compiled, but not as plain Python; look for values beyond 64 bits or shifts "
        "beyond 62"
    )
