"""The rules again: a second, slow, independent implementation written from the rule sheets, to judge the engine by."""

from tests.reference.deal import Choose, Decision, Replay, play_out, replay
from tests.reference.errors import RuleBreachError
from tests.reference.match import match_result, next_dealer
from tests.reference.options import OPTIONS, Option, check_rules, default_rules
from tests.reference.tree import tree_size

__all__ = [
    "OPTIONS",
    "Choose",
    "Decision",
    "Option",
    "Replay",
    "RuleBreachError",
    "check_rules",
    "default_rules",
    "match_result",
    "next_dealer",
    "play_out",
    "replay",
    "tree_size",
]
