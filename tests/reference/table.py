"""The state of one deal while it is played, and what a game has to say about itself."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
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


def never(_tricks_won: Sequence[int]) -> bool:
    """Return that the play is not over before the last trick, however many each side has won."""
    return False


@dataclass(frozen=True)
class Play:
    """How the tricks of a contract are played."""

    leader: int  # of the first trick
    follow: str  # one of the rules named in tricks.py
    trump_first: bool = False  # the first lead is a trump, if the leader has one
    exposes_declarer: bool = False  # from the second trick on
    is_over: Callable[[Sequence[int]], bool] = never  # (tricks won by side), asked before each trick


@dataclass(frozen=True)
class Game:
    """A game: its pack, the sizes of the deal, the numbering of its cards and the course of a deal."""

    name: str
    deck: tuple[str, ...]
    hand_size: int
    kitty_size: int
    layout: Callable[[int, Rules], Layout]  # (trump, rules)
    steps: Callable[["Table"], Steps]
    play: Callable[["Table"], Play]  # asked once the contract and the seats still in are known
    second_deal_size: int = 0
    each_alone: bool = False  # every seat is a side of its own
    call_names: Mapping[int, str] = field(default_factory=dict)  # of calls that are no plain numbers

    def seats(self, rules: Rules) -> int:
        """Return the number of players."""
        return int(rules.get("players", 4))

    def sides(self, rules: Rules) -> int:
        """Return the number of sides."""
        return self.seats(rules) if self.each_alone else 2

    def call_text(self, call: int) -> str:
        """Return a call as deal records write it."""
        return "pass" if call == 0 else self.call_names.get(call, str(call))


@dataclass
class Table:
    """Everything that has happened in one deal so far. Seats are absolute; `hands` are the cards still held."""

    game: Game
    rules: Rules
    seats: int
    sides: int
    dealt: list[list[str]]
    kitty: list[str]
    second_deal: list[list[str]] | None  # the cards that would be dealt, by seat
    dealer: int
    scores_before: list[int]
    layout: Layout
    hands: list[list[str]]
    active: list[int]  # the seats still in the deal
    calls: list[int]  # last call by seat: -1 none, 0 pass
    auction: list[list[Any]] = field(default_factory=list)
    high_bid: int = 0
    high_bidder: int | None = None
    declarer: int | None = None
    bid: int = 0
    dealt_again: bool = False
    exchange: list[dict[str, Any]] = field(default_factory=list)
    kitty_taker: int | None = None
    received: list[list[str]] = field(default_factory=list)  # by seat, from the partner
    given: list[list[str]] = field(default_factory=list)  # by seat
    discarded: list[list[str]] = field(default_factory=list)  # by seat
    shown: list[str] = field(default_factory=list)  # discards that all may see
    play: Play | None = None
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

    def partner(self, seat: int) -> int:
        """Return the seat opposite, in a game of partners."""
        return (seat + 2) % self.seats

    def clockwise_from(self, seat: int) -> list[int]:
        """Return all seats clockwise, beginning with `seat`."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def active_from(self, seat: int) -> list[int]:
        """Return the seats still in the deal clockwise, beginning with `seat` or the first one after it."""
        return [other for other in self.clockwise_from(seat) if other in self.active]

    def name_trump(self, trump: int) -> None:
        """Return nothing; from here on the cards are numbered for this trump."""
        self.layout = self.game.layout(trump, self.rules)


def new_table(
    game: Game,
    rules: Rules,
    hands: list[list[str]],
    kitty: list[str],
    dealer: int,
    scores_before: list[int],
    second_deal: list[list[str]] | None = None,
) -> Table:
    """Return the table just after the deal."""
    seats, sides = game.seats(rules), game.sides(rules)
    return Table(
        game=game,
        rules=rules,
        seats=seats,
        sides=sides,
        dealt=[list(hand) for hand in hands],
        kitty=list(kitty),
        second_deal=None if second_deal is None else [list(more) for more in second_deal],
        dealer=dealer,
        scores_before=list(scores_before),
        layout=game.layout(-1, rules),
        hands=[list(hand) for hand in hands],
        active=list(range(seats)),
        calls=[-1] * seats,
        received=[[] for _ in range(seats)],
        given=[[] for _ in range(seats)],
        discarded=[[] for _ in range(seats)],
        played=[[] for _ in range(seats)],
        voids=[0] * seats,
        taken=[[] for _ in range(sides)],
        tricks_won=[0] * sides,
        score=[0] * sides,
    )


def check_deal(table: Table) -> None:
    """Return nothing; raise RuleBreachError when the cards, the scores or the dealer are no deal of the game."""
    game, seats = table.game, table.seats
    if len(table.dealt) != seats or len(table.scores_before) != table.sides:
        found = f"{len(table.dealt)} hands and {len(table.scores_before)} scores"
        raise RuleBreachError(f"{game.name}: {found}, not {seats} and {table.sides}")
    if table.dealer not in range(seats):
        raise RuleBreachError(f"there is no seat {table.dealer} to deal")
    sizes = [len(hand) for hand in table.dealt]
    if sizes != [game.hand_size] * seats or len(table.kitty) != game.kitty_size:
        raise RuleBreachError(f"{game.name}: hands of {sizes} cards and {len(table.kitty)} in the kitty")
    again = table.second_deal or []
    if again and [len(more) for more in again] != [game.second_deal_size] * seats:
        raise RuleBreachError(f"{game.name}: a second deal of {[len(more) for more in again]} cards")
    cards = [card for hand in [*table.dealt, table.kitty, *again] for card in hand]
    unknown = set(cards) - set(game.deck)
    if unknown or len(set(cards)) < len(cards):
        raise RuleBreachError(f"{game.name}: a card is dealt twice or not in the pack: {sorted(unknown) or cards}")


def bits(numbers: Iterable[int]) -> int:
    """Return the integer with these bits set."""
    return sum(1 << number for number in numbers)
