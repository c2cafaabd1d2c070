"""A workspace with small strategies of every kind, for tests of runs and of the command line."""

from pathlib import Path

EAGER = '''"""Eager: bids on three cards of a suit. Origin: for tests."""

from simcards.strategy import LANE, Strategy, count, highest_rank, lowest_rank, where


def bid(v):
    best = 0
    for s in range(4):
        held = count((v.hand >> (16 * s)) & LANE)
        best = where(held > best, held, best)
    wanted = where(best > v.params.length, 3, where(best == v.params.length, 2, 0))
    return where((v.legal >> wanted) & 1, wanted, 0)


def play(v):
    return where(v.winning != 0, highest_rank(v.winning), lowest_rank(v.legal))


strategy = Strategy(game="canadian_smear", bid=bid, play=play, params={"length": 3})
'''
AS_KIND = '''"""The same as {kind}. Origin: for tests."""

from simcards.strategy import Strategy

from .eager import bid, play

strategy = Strategy(game="canadian_smear", bid=bid, play=play, params={{"length": 3}}, kind="{kind}")
'''
ENDLESS = '''"""Never comes back from some deals. Origin: for tests."""

from simcards.strategy import Strategy


def bid(v):
    x = 1
    while v.random % 500 == 7:
        x = (x * 3 + 1) & 1023
    return 0 * x


strategy = Strategy(game="canadian_smear", bid=bid, kind="python")
'''
# Compiled it cannot be interrupted: it comes back after seconds, lest it slow down all tests that come after.
ENDLESS_FOR_NOW = '''"""Does not come back for seconds from a few deals. Origin: for tests."""

from simcards.strategy import Strategy


def bid(v):
    x, k = 88172645463325252, 0
    while (v.random % 300_000 == 7) & (k < 2_500_000_000):
        x = (x ^ (x << 7)) & 0x3FFF_FFFF_FFFF_FFFF
        x = x ^ (x >> 9)
        k = k + 1
    return 1 * (x == 0)


strategy = Strategy(game="canadian_smear", bid=bid)
'''
WRONG = '''"""Bids 1, which is illegal, now and then. Origin: for tests."""

from simcards.strategy import Strategy, where


def bid(v):
    return where(v.random % 100_000 == 7, 1, 0)


strategy = Strategy(game="canadian_smear", bid=bid)
'''
SLOW = '''"""Takes its time. Origin: for tests."""

import time

from simcards.strategy import Strategy


def bid(v):
    time.sleep(0.0002)
    return 0


strategy = Strategy(game="canadian_smear", bid=bid, kind="python")
'''
FILES = {
    "eager": EAGER,
    "eager_array": AS_KIND.format(kind="array"),
    "eager_python": AS_KIND.format(kind="python"),
    "endless": ENDLESS_FOR_NOW,
    "endless_python": ENDLESS,
    "wrong": WRONG,
    "slow": SLOW,
}


def make_workspace(root: Path) -> Path:
    folder = root / "strategies" / "canadian_smear"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return root
