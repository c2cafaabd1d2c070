"""Every rule option of each game: its default and the other values worth a test (rules/options.md)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tests.reference.errors import RuleBreachError

Rules = Mapping[str, Any]

# What a card captured in a trick counts towards Game. Cards that are not listed count nothing.
GAME_PIPS = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10, "9": 0, "8": 0, "7": 0, "6": 0, "5": 0, "4": 0, "3": 0, "2": 0}

# What a trump of King Pedro is worth.
SCORING = {"A": 1, "K": 30, "J": 1, "10": 10, "9": 9, "5": 5, "off5": 5, "2": 1}
PEDRO_VALUES = SCORING | dict.fromkeys(("Q", "8", "7", "6", "4", "3"), 0)

# The bids of Charlemagne by number, and what they are worth made and failed.
CHARLEMAGNE_CALLS = {bid: str(bid) for bid in range(1, 9)} | {
    9: "mulot",
    10: "charlemagne",
    11: "gros_mulot",
    12: "gros_charlemagne",
}
TRICKS = {str(bid): bid for bid in range(1, 9)}
CHARLEMAGNE_MADE = TRICKS | {"mulot": 15, "charlemagne": 16, "gros_mulot": 30, "gros_charlemagne": 32}
CHARLEMAGNE_FAILED = TRICKS | {"mulot": 7, "charlemagne": 8, "gros_mulot": 15, "gros_charlemagne": 16}


class Option(NamedTuple):
    """One rule option: `others` are all other values, or examples of them where `allowed` says what else is."""

    default: Any
    others: tuple[Any, ...]
    allowed: range | Callable[[Any], bool] | None = None


FROM_1 = range(1, 2**63)


def is_changed_table(table: Any, defaults: Mapping[str, int]) -> bool:
    """Return whether this is a table of changed values: whole numbers from 0 that differ from their defaults."""
    return isinstance(table, dict) and all(
        key in defaults and type(value) is int and value >= 0 and value != defaults[key] for key, value in table.items()
    )


def _are_changed_pips(table: Any) -> bool:
    return is_changed_table(table, GAME_PIPS)


def _are_changed_points(table: Any) -> bool:
    return is_changed_table(table, PEDRO_VALUES)


def _are_changed_payoffs(tables: Any) -> bool:
    """Return whether these are changed values of made and of failed bids; a table without changes is left out."""
    defaults = {"made": CHARLEMAGNE_MADE, "failed": CHARLEMAGNE_FAILED}
    return isinstance(tables, dict) and all(
        name in defaults and table and is_changed_table(table, defaults[name]) for name, table in tables.items()
    )


PIPS = Option(
    {},
    ({"10": 0}, {"A": 1, "K": 0, "9": 9, "2": 5}, {"A": 0, "K": 0, "Q": 0, "J": 0, "10": 0}),
    _are_changed_pips,
)


CANADIAN_SMEAR = {
    "target": Option(15, (1, 11), FROM_1),
    "win_requires_made_bid": Option(False, (True,)),
    "both_out": Option("higher_score", ("declarers", "point_order")),
    "max_hands": Option(500, (1, 7), FROM_1),
    "bid_min": Option(2, (1, 3, 4)),
    "all_pass": Option("redeal_same", ("redeal_next", "dealer_forced")),
    "dealer_may_equal": Option(False, (True,)),
    "follow": Option("follow_or_trump", ("strict",)),
    "low_to": Option("player", ("winner",)),
    "game_tie": Option("nobody", ("declarers", "defenders")),
    "high": Option("ace_only", ("highest_in_play",)),
    "low": Option("two_only", ("lowest_in_play",)),
    "values": PIPS,
}

PAYOFFS = Option(
    {},
    (
        {"made": {"5": 0, "mulot": 3}},
        {"failed": {"5": 1, "8": 0, "charlemagne": 1000, "gros_mulot": 0}},
        {"made": {"1": 100, "7": 9, "gros_charlemagne": 5}, "failed": {"6": 60, "mulot": 0, "gros_charlemagne": 99}},
    ),
    _are_changed_payoffs,
)
CHARLEMAGNE = {
    "target": Option(32, (1, 50), FROM_1),
    "win_requires_made_bid": Option(False, (True,)),
    "max_hands": Option(500, (1, 7), FROM_1),
    "auction": Option("single_round", ("continuous",)),
    "bid_min": Option(5, (1, 3, 4, 6, 8), range(1, 9)),
    "all_pass": Option("redeal_next", ("redeal_same", "dealer_forced")),
    "bid_order": Option("pagat", ("text_listing",)),
    "fail": Option("opponents", ("set_back", "both")),
    "overtricks": Option(False, (True,)),
    "kitty_face_up": Option(False, (True,)),
    "lead_5_8": Option("left", ("declarer",)),
    "exchange_after_trump": Option(False, (True,)),
    "stop_early": Option(False, (True,)),
    "values": PAYOFFS,
}

CUTTHROAT_PITCH = {
    "target": Option(21, (1, 11), FROM_1),
    "win_requires_made_bid": Option(True, (False,)),
    "max_hands": Option(500, (1, 7), FROM_1),
    "auction": Option("continuous", ("single_round",)),
    "all_pass": Option("dealer_forced", ("redeal_next", "redeal_same")),
    "dealer_may_equal": Option(True, (False,)),
    "dealer_may_steal_smudge": Option(False, (True,)),
    "follow": Option("follow_or_trump", ("strict",)),
    "low_to": Option("winner", ("player",)),
    "game_tie": Option("nobody", ("declarers", "defenders", "all")),
    "players": Option(4, (2, 3, 5, 6, 7, 8)),
    "smudge_wins_match": Option(False, (True,)),
    "values": PIPS,
}

HASENPFEFFER = {
    "target": Option(10, (1, 21), FROM_1),
    "win_requires_made_bid": Option(False, (True,)),
    "both_out": Option("declarers", ("higher_score",)),
    "max_hands": Option(500, (1, 7), FROM_1),
    "auction": Option("single_round", ("continuous",)),
    "bid_min": Option(1, (2, 3, 4, 5, 6)),
    "all_pass": Option("joker_forced", ("redeal_next", "redeal_same", "dealer_forced")),
    "overtricks": Option(True, (False,)),
    "bowers": Option(True, (False,)),
    "allow_no_trump": Option(False, (True,)),
}

POINTS = Option(
    {},
    (
        {"K": 0, "A": 31},
        {"Q": 7, "8": 1, "7": 2, "6": 3, "4": 4, "3": 5},
        {"2": 40, "off5": 1000, "10": 0, "5": 0},
        dict.fromkeys(SCORING, 0),
    ),
    _are_changed_points,
)
# Every minimum is below every maximum, so that options can be drawn one by one.
KING_PEDRO = {
    "target": Option(262, (1, 62, 200), FROM_1),
    "win_requires_made_bid": Option(True, (False,)),
    "max_hands": Option(500, (1, 7), FROM_1),
    "auction": Option("continuous", ("single_round",)),
    "bid_min": Option(30, (1, 35, 40), range(1, 63)),
    "bid_max": Option(62, (40, 61), range(1, 63)),
    "all_pass": Option("redeal_next", ("redeal_same", "dealer_forced")),
    "discard": Option("nontrump_first", ("free", "protect_points")),
    "discard_points_to": Option("nobody", ("opponents", "discarder")),
    "show_trump_discards": Option(False, (True,)),
    "two_to": Option("player", ("dealt", "winner")),
    "gift": Option(True, (False,)),
    "plain_follow": Option("any_plain", ("follow_suit", "follow_or_trump")),
    "plain_winner": Option("leader", ("highest_of_led",)),
    "values": POINTS,
}

OPTIONS: dict[str, dict[str, Option]] = {
    "canadian_smear": CANADIAN_SMEAR,
    "charlemagne": CHARLEMAGNE,
    "cutthroat_pitch": CUTTHROAT_PITCH,
    "hasenpfeffer": HASENPFEFFER,
    "king_pedro": KING_PEDRO,
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
        if not _is_allowed(rules[key], option):
            raise RuleBreachError(f"rules of {game}: {key} cannot be {rules[key]!r}")
    if "bid_max" in rules and rules["bid_min"] > rules["bid_max"]:
        raise RuleBreachError(f"rules of {game}: bid_min {rules['bid_min']} is above bid_max {rules['bid_max']}")


def _is_allowed(value: Any, option: Option) -> bool:
    # The type is compared too, because True == 1 in Python.
    if type(value) is not type(option.default):
        return False
    if isinstance(option.allowed, range):
        return value in option.allowed
    if option.allowed is not None:
        return option.allowed(value)
    return value == option.default or value in option.others
