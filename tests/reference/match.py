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
) -> int | str | None:
    """Return the side that has won the match with this deal, "draw", or None when it goes on.

    `deals_played` counts this deal and those passed out; `declarer_side`, `made`, `tally` are None after a pass-out.
    """
    check_rules(game, rules)
    after = [before + change for before, change in zip(scores_before, score, strict=True)]
    out = [side for side in (0, 1) if after[side] >= rules["target"]]
    if rules["win_requires_made_bid"]:
        out = [side for side in out if side == declarer_side and made]
    if len(out) == 1:
        return out[0]
    if len(out) == 2:
        return _both_out(rules, scores_before, after, declarer_side, made, tally)
    if deals_played >= rules["max_hands"]:
        return "draw" if after[0] == after[1] else after.index(max(after))
    return None


def _both_out(
    rules: Rules,
    scores_before: Sequence[int],
    after: Sequence[int],
    declarer_side: int | None,
    made: bool | None,
    tally: dict[str, Any] | None,
) -> int:
    # Without a contract no score changes, so both can only be out after a deal that was played.
    assert declarer_side is not None
    if rules["both_out"] == "declarers":
        return declarer_side
    if rules["both_out"] == "point_order":
        assert tally is not None
        running = list(scores_before)
        if not made:
            running[declarer_side] = after[declarer_side]
        for name in ("high", "low", "jack", "game"):
            side = tally[name]
            if side is None or (side == declarer_side and not made):
                continue
            running[side] += 1
            if running[side] >= rules["target"]:
                return int(side)
    if after[0] == after[1]:
        return declarer_side
    return after.index(max(after))


def next_dealer(rules: Rules, dealer: int, passed_out: bool) -> int:
    """Return who deals the next deal of a match: the seat on the left, or the same one again after a `redeal_same`."""
    policy = rules["all_pass"]
    if passed_out and policy == "redeal_same":
        return dealer
    return (dealer + 1) % 4
