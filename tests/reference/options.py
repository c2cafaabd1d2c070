"""Every rule option of each game: its default and the other values worth a test (rules/options.md)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.reference.errors import RuleBreachError

Rules = Mapping[str, Any]

# What a card captured in a trick counts towards Game. Cards that are not listed count nothing.
GAME_PIPS = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10, "9": 0, "8": 0, "7": 0, "6": 0, "5": 0, "4": 0, "3": 0, "2": 0}


class Option(NamedTuple):
    """One rule option: `others` are all other values, or examples of them where `any_from_1` is true."""

    default: Any
    others: tuple[Any, ...]
    any_from_1: bool = False


OPTIONS: dict[str, dict[str, Option]] = {
    "canadian_smear": {
        "target": Option(15, (1, 11), any_from_1=True),
        "win_requires_made_bid": Option(False, (True,)),
        "both_out": Option("higher_score", ("declarers", "point_order")),
        "max_hands": Option(500, (1, 7), any_from_1=True),
        "bid_min": Option(2, (1, 3, 4)),
        "all_pass": Option("redeal_same", ("redeal_next", "dealer_forced")),
        "dealer_may_equal": Option(False, (True,)),
        "follow": Option("follow_or_trump", ("strict",)),
        "low_to": Option("player", ("winner",)),
        "game_tie": Option("nobody", ("declarers", "defenders")),
        "high": Option("ace_only", ("highest_in_play",)),
        "low": Option("two_only", ("lowest_in_play",)),
        "values": Option(
            {},
            ({"10": 0}, {"A": 1, "K": 0, "9": 9, "2": 5}, {"A": 0, "K": 0, "Q": 0, "J": 0, "10": 0}),
        ),
    },
    "hasenpfeffer": {
        "target": Option(10, (1, 21), any_from_1=True),
        "win_requires_made_bid": Option(False, (True,)),
        "both_out": Option("declarers", ("higher_score",)),
        "max_hands": Option(500, (1, 7), any_from_1=True),
        "auction": Option("single_round", ("continuous",)),
        "bid_min": Option(1, (2, 3, 4, 5, 6)),
        "all_pass": Option("joker_forced", ("redeal_next", "redeal_same", "dealer_forced")),
        "overtricks": Option(True, (False,)),
        "bowers": Option(True, (False,)),
        "allow_no_trump": Option(False, (True,)),
    },
}


def default_rules(game: str) -> dict[str, Any]:
    """Return a new dict of every option of the game with its default."""
    return {
        key: dict(option.default) if isinstance(option.default, dict) else option.default
        for key, option in OPTIONS[game].items()
    }


def check_rules(game: str, rules: Rules) -> None:
    """Return nothing; raise RuleBreachError unless `rules` has all options of the game, each with an allowed value."""
    options = OPTIONS[game]
    if rules.keys() != options.keys():
        raise RuleBreachError(f"rules of {game}: missing or unknown options {sorted(rules.keys() ^ options.keys())}")
    for key, option in options.items():
        if not _is_allowed(key, rules[key], option):
            raise RuleBreachError(f"rules of {game}: {key} cannot be {rules[key]!r}")


def _is_allowed(key: str, value: Any, option: Option) -> bool:
    if key == "values":
        return isinstance(value, dict) and all(
            rank in GAME_PIPS and type(pips) is int and pips >= 0 and pips != GAME_PIPS[rank]
            for rank, pips in value.items()
        )
    # The type is compared too, because True == 1 in Python.
    if type(value) is not type(option.default):
        return False
    if option.any_from_1:
        return bool(value >= 1)
    return value == option.default or value in option.others
