"""What a strategy file ends with: `strategy = Strategy(game=…, bid=bid, play=play, params={…})`."""

from collections.abc import Callable, Mapping
from keyword import iskeyword
from math import isfinite
from typing import Any

from simcards.errors import UsageError, nearest

KINDS = ("scalar", "array", "python")
ALL_DECISIONS = ("bid", "name_trump", "discard", "give", "choose", "play")


class Strategy:
    """A strategy's decision functions, its parameters with their defaults, and its kind.

    A decision function takes a view and returns its answer; one that is left out takes the game's documented default.
    `kind` is "scalar" (compiled), "array" (each field an array over lanes) or "python" (plain, never compiled). With
    `setup`, array functions get what `setup()` returned in this worker as their second argument.
    """

    def __init__(
        self,
        *,
        game: str,
        bid: Callable[..., Any] | None = None,
        name_trump: Callable[..., Any] | None = None,
        discard: Callable[..., Any] | None = None,
        give: Callable[..., Any] | None = None,
        choose: Callable[..., Any] | None = None,
        play: Callable[..., Any] | None = None,
        params: Mapping[str, int | float] | None = None,
        kind: str = "scalar",
        setup: Callable[[], Any] | None = None,
    ) -> None:
        self.game = game
        self.bid, self.name_trump, self.discard = bid, name_trump, discard
        self.give, self.choose, self.play = give, choose, play
        self.params = dict(params or {})
        self.kind = kind
        self.setup = setup
        if not isinstance(game, str):
            raise UsageError(f"Strategy(game=…) must be the name of a game, not {game!r}")
        if kind not in KINDS:
            raise UsageError(f"Strategy(kind={kind!r}): {nearest(str(kind), KINDS)}")
        if setup is not None and kind != "array":
            raise UsageError(f"Strategy(setup=…) is for kind='array'; this one is {kind!r}")
        name: Any
        value: Any  # a strategy file is not type-checked before it runs
        for name, value in self.params.items():
            if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
                raise UsageError(f"Strategy(params=…): {name!r} must have a finite number, not {value!r}")
            if not str(name).isidentifier() or str(name).startswith("_") or iskeyword(name):
                raise UsageError(f"Strategy(params=…): {name!r} cannot be a field's name; use letters, digits and _")
            if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
                raise UsageError(f"Strategy(params=…): {name!r} = {value} does not fit in 64 bits")
        for decision, function in self.functions.items():
            if not callable(function):
                raise UsageError(f"Strategy({decision}=…) must be a function, not {function!r}")

    @property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The decision functions given, by decision."""
        return {d: getattr(self, d) for d in ALL_DECISIONS if getattr(self, d) is not None}

    def __repr__(self) -> str:
        return f"<{self.kind} strategy for {self.game}: {', '.join(self.functions)}>"
