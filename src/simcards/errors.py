"""The errors simcards raises: each says in one line what is wrong, where, the value, and what to do."""

from collections.abc import Iterable
from difflib import get_close_matches


class SimcardsError(Exception):
    """Any failure that simcards foresees; its text is one line for a person."""


class UsageError(SimcardsError):
    """A wrong request: an unknown name, a bad value, a file that is not what it should be."""


class StrategyError(SimcardsError):
    """A strategy that raised, answered illegally or did not come back."""


class RecordError(SimcardsError):
    """A deal record that is cut, impossible, or of an unknown version."""


class StoppedError(SimcardsError):
    """A run that was interrupted; the text says what was done."""


def nearest(name: str, names: Iterable[str]) -> str:
    """A remedy for an unknown name: the nearest of `names`, else all of them."""
    names = sorted(names)
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"choose one of: {', '.join(names)}" if names else "there is none"
