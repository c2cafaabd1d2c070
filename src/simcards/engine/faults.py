"""Faults of strategies: the lowest deal at fault in a chunk, and the one line that says what happened there."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simcards.cards.codes import suit_name
from simcards.engine.asking import WrongAnswerError, whole_answer
from simcards.engine.interpreted import PlainAsk, plain_answer, play_one
from simcards.errors import StrategyError
from simcards.games.game import Game
from simcards.games.options import Rules

if TYPE_CHECKING:
    from simcards.engine.table import Table

MOST_SHOWN = 12


@dataclass(frozen=True)
class Fault:
    """What went wrong at one decision: a text, and what was legal there."""

    deal: int
    seat: int
    decision: str
    strategy: str
    problem: str
    legal: str


class _FoundError(Exception):
    def __init__(self, fault: Fault) -> None:
        self.fault = fault


def answer_names(game: Game, rules: Rules, decision: str, legal: int, trump: int) -> list[str]:
    """The texts of some answers given as bits: calls, suits, or cards (in play order under `trump`, -1 before)."""
    bits = [k for k in range(63) if legal >> k & 1]
    if decision == "bid":
        return [game.call_name(k) for k in bits]
    if decision == "name_trump":
        return [suit_name(k) or "no trump" for k in bits]
    return game.deck(rules).set_names(legal, trump)


def problem_with(answer: Any, legal: int) -> str | None:
    """What is wrong with an answer, None when it is legal."""
    number = whole_answer(answer)
    if number is None:
        return f"returned {answer!r} ({type(answer).__name__}), not an int"
    if not 0 <= number < 63 or not legal >> number & 1:
        return f"returned {number}, which is illegal"
    return None


def fault_in(table: "Table", seed: int, deal: int) -> Fault | None:
    """The first fault in a deal, found by playing it in plain Python; None when there is none."""
    game, rules = table.game, table.rules

    def answered(ask: PlainAsk) -> None:
        decider = table.players[ask.seat % len(table.players)][ask.decision]
        try:
            answer = plain_answer(decider, ask.view, table.setup_of(decider))
            problem = problem_with(answer, ask.legal)
        except WrongAnswerError as error:
            answer, problem = None, f"returned {error}"
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a strategy raises is what we report
            answer, problem = None, f"raised {type(error).__name__}: {error}"
        if problem:
            names = answer_names(game, rules, ask.decision, ask.legal, ask.view["trump"])
            raise _FoundError(Fault(deal, ask.seat, ask.decision, decider.text, problem, _shown(names)))
        ask.answer = int(answer)

    try:
        play_one(game, rules, seed, deal, answered)
    except _FoundError as found:
        return found.fault
    return None


def _shown(names: list[str]) -> str:
    more = f" … ({len(names)})" if len(names) > MOST_SHOWN else ""
    return " ".join(names[:MOST_SHOWN]) + more


def error_of(table: "Table", seed: int, fault: Fault) -> StrategyError:
    """The error that names strategy, decision, seat, game, seed and deal, and the command that replays it."""
    rules = "".join(f" --rule {change}" for change in table.rules.changed_text.split(", ") if change)
    texts = " ".join(player["play"].strategy_text for player in table.players)
    command = f"simcards show {table.game.name} {texts} --seed {seed} --deal {fault.deal}{rules} --views"
    return StrategyError(
        f"{fault.strategy}: {fault.decision} of seat {fault.seat} {fault.problem} "
        f"({table.game.name}, seed {seed}, deal {fault.deal}; legal: {fault.legal}); replay it with: {command}"
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
    fault = fault_in(table, seed, first)
    if fault:
        return error_of(table, seed, fault)
    where = f"{table.game.name}, seed {seed}, deal {first}"
    if cause is not None and not table.is_compiled:
        return StrategyError(f"{cause} ({where}); alone the deal is played without a fault")
    return StrategyError(
        f"{where}: a strategy failed when compiled, but not as plain Python; look for values beyond 64 bits or shifts "
        "beyond 62"
    )
