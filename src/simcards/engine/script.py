"""Scripts: answers that are given beforehand, so that a deal comes to a certain decision or contract."""

from dataclasses import dataclass
from typing import NamedTuple

ALL_LEGAL = -1  # the answer that stands for the set of all legal cards
NO_CALL = 0


class Moment(NamedTuple):
    """A decision of a deal: which, in which round or trick, and whose."""

    decision: str
    turn: int
    seat: int


class Given(NamedTuple):
    """An answer that is given; where it is not our `own`, only deals fit in which the strategy answers so itself."""

    moment: Moment
    answer: int
    own: bool


@dataclass(frozen=True)
class Script:
    """The answers given, in order; with `others_pass` every call that is not given is a pass."""

    given: tuple[Given, ...] = ()
    others_pass: bool = False

    def answer(self, moment: Moment) -> int | None:
        """The answer that is given at a moment, None where the strategy answers."""
        for one in self.given:
            if one.moment == moment:
                return one.answer
        return NO_CALL if self.others_pass and moment.decision == "bid" else None

    def then(self, moment: Moment, answer: int, *, others_pass: bool = False) -> "Script":
        """The script with one more answer of our own."""
        return Script((*self.given, Given(moment, answer, own=True)), others_pass)


NOTHING_GIVEN = Script()
