"""When a match ends, who has won it, and who deals next."""

from collections.abc import Sequence
from typing import Any

from tests.reference.options import Rules, check_rules


def match_result(
    game: str,
    rules: Rules,
    scores_before: Sequence[int],
    score: Sequence[int],
    declarer_side: int | None,
    made: bool | None,
    tally: dict[str, Any] | None,
    deals_played: int,
    bid: str | None = None,
) -> int | str | None:
    """Return the side that has won the match with this deal, "draw", or None when it goes on.

    `deals_played` counts this deal and those passed out; `declarer_side`, `made`, `tally`, `bid` (as in the record's
    contract) are None after a pass-out. Lists are by side, of any number of sides.
    """
    check_rules(game, rules)
    if rules.get("smudge_wins_match") and bid == "smudge" and made:
        return declarer_side
    after = [before + change for before, change in zip(scores_before, score, strict=True)]
    out = [side for side, total in enumerate(after) if total >= rules["target"]]
    if rules["win_requires_made_bid"]:
        out = [side for side in out if side == declarer_side and made]
    if len(out) == 1:
        return out[0]
    if len(out) > 1:
        winner = _of_several_out(rules, scores_before, after, declarer_side, made, tally)
        if winner is not None:
            return winner
    if deals_played >= rules["max_hands"]:
        leaders = _leaders(after)
        return leaders[0] if len(leaders) == 1 else "draw"
    return None


def _leaders(scores: Sequence[int]) -> list[int]:
    return [side for side, score in enumerate(scores) if score == max(scores)]


def _of_several_out(
    rules: Rules,
    scores_before: Sequence[int],
    after: Sequence[int],
    declarer_side: int | None,
    made: bool | None,
    tally: dict[str, Any] | None,
) -> int | None:
    """Return the winner where several sides are at the target; None, only where there are more than two: play on."""
    policy = rules.get("both_out", "higher_score")
    if policy == "declarers":
        return declarer_side
    if policy == "point_order":
        first = _first_out(rules["target"], scores_before, after, declarer_side, made, tally)
        if first is not None:
            return first
    leaders = _leaders(after)
    if len(leaders) == 1:
        return leaders[0]
    return declarer_side if declarer_side in leaders else None


def _first_out(
    target: int,
    scores_before: Sequence[int],
    after: Sequence[int],
    declarer_side: int | None,
    made: bool | None,
    tally: dict[str, Any] | None,
) -> int | None:
    """Return the side that is first at the target when High, Low, Jack and Game are scored in this order."""
    # Without a contract no score changes, so two sides of two can only be out after a deal that was played.
    assert tally is not None
    assert declarer_side is not None
    running = list(scores_before)
    if not made:
        running[declarer_side] = after[declarer_side]
    for name in ("high", "low", "jack", "game"):
        side = tally[name]
        if side is None or (side == declarer_side and not made):
            continue
        running[side] += 1
        if running[side] >= target:
            return int(side)
    return None


def next_dealer(rules: Rules, dealer: int, passed_out: bool) -> int:
    """Return who deals the next deal of a match: the seat on the left, or the same one again after a `redeal_same`."""
    policy = rules["all_pass"]
    if passed_out and policy == "redeal_same":
        return dealer
    return int((dealer + 1) % rules.get("players", 4))
