"""Boards that were played once: Canadian Smear, seed 1, deals 0 to 2999, {margin of the first strategy: boards}."""

# `basic` against `basic:partner=20`: nearly the same strategy
NEARLY_SAME = {-7: 2, -2: 2, -1: 1, 0: 2992, 7: 1, 8: 1, 9: 1}

# `basic` against `cautious`
COUNTS = [3, 4, 38, 23, 30, 51, 52, 213, 105, 80, 1556, 148, 215, 185, 135, 116, 36, 9, 1]
BASIC_CAUTIOUS = dict(zip(range(-10, 9), COUNTS, strict=True))
# and the deals of the first replay alone: sum of the margins, sum of their squares
SINGLE = (109, 19521)


def sums(boards):
    """Return total, sum of squares, n and the number of boards that are not 0."""
    return (
        sum(value * count for value, count in boards.items()),
        sum(value * value * count for value, count in boards.items()),
        sum(boards.values()),
        sum(count for value, count in boards.items() if value),
    )


def values(boards):
    """Return the boards one by one."""
    return [value for value, count in boards.items() for _ in range(count)]
