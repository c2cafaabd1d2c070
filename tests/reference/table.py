"""The state of one deal while it is played, and what a game has to say about itself."""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from tests.reference.cards import Layout
from tests.reference.errors import RuleBreachError
from tests.reference.options import Rules

View: TypeAlias = dict[str, Any]


class Question(NamedTuple):
    """A decision put to a seat; the answer is sent back into the generator that yielded it."""

    kind: str
    seat: int
    legal: int
    must: int
    need: int
    view: View


Steps: TypeAlias = Generator[Question, int, None]


@dataclass(frozen=True)
class Game:
    """A game: its pack, the sizes of the deal, the numbering of its cards and the course of a deal."""

    name: str
    deck: tuple[str, ...]
    hand_size: int
    kitty_size: int
    layout: Callable[[int, Rules], Layout]  # (trump, rules)
    steps: Callable[["Table"], Steps]


@dataclass
class Table:
    """Everything that has happened in one deal so far. Seats are absolute; `hands` are the cards still held."""

    game: Game
    rules: Rules
    seats: int
    sides: int
    dealt: list[list[str]]
    kitty: list[str]
    dealer: int
    scores_before: list[int]
    layout: Layout
    hands: list[list[str]]
    calls: list[int]  # last call by seat: -1 none, 0 pass
    auction: list[list[Any]] = field(default_factory=list)
    high_bid: int = 0
    high_bidder: int | None = None
    declarer: int | None = None
    bid: int = 0
    exchange: list[dict[str, Any]] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)  # the current trick
    tricks: list[dict[str, Any]] = field(default_factory=list)
    played: list[list[str]] = field(default_factory=list)  # by seat, the current trick included
    voids: list[int] = field(default_factory=list)  # by seat
    taken: list[list[str]] = field(default_factory=list)  # by side
    tricks_won: list[int] = field(default_factory=list)  # by side
    tally: dict[str, Any] | None = None
    made: bool | None = None
    score: list[int] = field(default_factory=list)

    def side(self, seat: int) -> int:
        """Return the side of a seat: partners sit opposite each other."""
        return seat % self.sides

    def clockwise_from(self, seat: int) -> list[int]:
        """Return all seats clockwise, beginning with `seat`."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def name_trump(self, trump: int) -> None:
        """Return nothing; from here on the cards are numbered for this trump."""
        self.layout = self.game.layout(trump, self.rules)


def new_table(
    game: Game, rules: Rules, hands: list[list[str]], kitty: list[str], dealer: int, scores_before: list[int]
) -> Table:
    """Return the table just after the deal; raise RuleBreachError when the cards are not a deal of the game."""
    _check_cards(game, hands, kitty)
    if dealer not in range(len(hands)):
        raise RuleBreachError(f"there is no seat {dealer} to deal")
    return Table(
        game=game,
        rules=rules,
        seats=len(hands),
        sides=len(scores_before),
        dealt=[list(hand) for hand in hands],
        kitty=list(kitty),
        dealer=dealer,
        scores_before=list(scores_before),
        layout=game.layout(-1, rules),
        hands=[list(hand) for hand in hands],
        calls=[-1] * len(hands),
        played=[[] for _ in hands],
        voids=[0] * len(hands),
        taken=[[] for _ in scores_before],
        tricks_won=[0] * len(scores_before),
        score=[0] * len(scores_before),
    )


def _check_cards(game: Game, hands: list[list[str]], kitty: list[str]) -> None:
    sizes = [len(hand) for hand in hands]
    if sizes != [game.hand_size] * len(hands) or len(kitty) != game.kitty_size:
        raise RuleBreachError(f"{game.name}: hands of {sizes} cards and {len(kitty)} in the kitty")
    cards = [card for hand in [*hands, kitty] for card in hand]
    unknown = set(cards) - set(game.deck)
    if unknown or len(set(cards)) < len(cards):
        raise RuleBreachError(f"{game.name}: a card is dealt twice or not in the pack: {sorted(unknown) or cards}")


def bits(numbers: Iterable[int]) -> int:
    """Return the integer with these bits set."""
    return sum(1 << number for number in numbers)
