"""What is known when a decision is asked about: hand, place, calls, trump, cards got, scores; and its deals."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from simcards.bidding.auction import PASS, Auction, auction_of, parse_order, passes_before, the_seat
from simcards.bidding.hands import hand_class
from simcards.bidding.question import Known, Question, play_set
from simcards.cards.codes import parse_suit
from simcards.engine.chunk import deal_needs
from simcards.engine.script import NOTHING_GIVEN, Given, Moment, Script
from simcards.engine.start import Start
from simcards.errors import UsageError
from simcards.experiments.request import whole
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.randomness import deal_key, seed_key

MOST_SCORE = 1_000_000


@dataclass(frozen=True)
class Asked:
    """What is known, as it is written; see `simcards.bid` and `simcards.advise`."""

    hand: str
    where: str = ""
    order: str | int | None = None
    auction: str | None = None
    scores: Sequence[int] | None = None
    kitty: str | None = None
    second: str | None = None

    def __post_init__(self) -> None:
        checked_texts(auction=self.auction, kitty=self.kitty, second=self.second)
        given: dict[str, object] = {"hand": self.hand, "where": self.where}
        wrong = next((name for name, text in given.items() if not isinstance(text, str)), None)
        if wrong is not None:
            raise UsageError(f"{wrong} is a text, not {given[wrong]!r}")
        scores: object = self.scores
        if scores is not None and (isinstance(scores, str) or not isinstance(scores, Sequence)):
            raise UsageError(f"scores are a list of whole numbers, our side first, e.g. [8, 5], not {scores!r}")

    def auction_before(self, game: Game, rules: Rules) -> Auction:
        """The auction up to our call, from what was said or from our place in it."""
        seat = self.seat(game)
        if self.auction is None:
            return passes_before(game, rules, seat or 0)
        found = auction_of(game, rules, self.auction)
        if seat is not None and found.moment is not None and found.moment.seat != seat:
            raise UsageError(
                f"after {found.text or 'no call'!r} it is the turn of {the_seat(game, found.moment.seat)}, not of "
                f"{the_seat(game, seat)}; leave out --order, or give the calls up to yours"
            )
        return found

    def seat(self, game: Game) -> int | None:
        """Our seat, where it is said."""
        return None if self.order is None else parse_order(game, str(self.order))

    def question(self, game: Game, rules: Rules, moment: Moment, seat: int, script: Script) -> Question:
        """A question without answers: its deals are those in which the seat holds the hand."""
        cards, known = self.known_cards(game, rules, seat)
        held = hand_class(self.hand, game.deck(rules), game.hand, self.where, elsewhere=cards, game=game.name)
        return Question(
            hand=held,
            moment=moment,
            seat=seat,
            script=script,
            answers=(),
            before=self.before(game, seat),
            known=known,
            asked=replace(self, hand=held.text, where=held.where, order=seat + 1, auction=None).options,
        )

    def known_cards(self, game: Game, rules: Rules, seat: int) -> tuple[int, tuple[Known, ...]]:
        """The cards known beside the hand, and where they are dealt to."""
        deck, needs = game.deck(rules), deal_needs(game)
        places = {
            "kitty": 0 if game.kitty and game.takes_kitty is not None else None,
            "second": (1 if game.kitty else 0) + game.seats + seat if game.second_deal else None,
        }
        cards, known = 0, []
        for name, text in (("kitty", self.kitty), ("second", self.second)):
            if text is None:
                continue
            place = places[name]
            if place is None:
                raise UsageError(f"{name} {text!r}: {game.name} deals none that you could know; leave out --{name}")
            these = deck.parse_set(text.replace(",", " ").split())
            if these.bit_count() != needs[place]:
                raise UsageError(f"{name} {text!r} has {these.bit_count()} cards, it must have {needs[place]}")
            if these & cards:
                raise UsageError(f"{name} {text!r}: {deck.set_names(these & cards)[0]} is in the kitty already")
            cards |= these
            known.append(Known(place, these))
        return cards, tuple(known)

    def before(self, game: Game, seat: int) -> tuple[int, ...]:
        """Match scores by side from those given, ours first and then to the left."""
        if self.scores is None:
            return (0,) * game.sides
        if len(self.scores) != game.sides:
            example = "8-5" if game.sides == 2 else "-".join(str(8 - k) for k in range(game.sides))
            raise UsageError(
                f"scores {self.scores_text}: {game.name} has {game.sides} sides, not {len(self.scores)}; ours first, "
                f"as in {example}"
            )
        checked = [whole("a score", score, -MOST_SCORE, MOST_SCORE) for score in self.scores]
        ours = game.side(seat)
        return tuple(checked[(side - ours) % game.sides] for side in range(game.sides))

    @property
    def scores_text(self) -> str:
        """Scores as they are written."""
        return "" if self.scores is None else "-".join(str(score) for score in self.scores)

    @property
    def options(self) -> str:
        """The options of a command that say all this."""
        quoted = {"hand": self.hand, "where": self.where, "auction": self.auction}
        quoted |= {"kitty": self.kitty, "second": self.second}
        parts = [f'--{name} "{text}"' for name, text in quoted.items() if text]
        parts += [f"--order {self.order}"] if self.order is not None else []
        return " ".join([*parts, *([f"--scores {self.scores_text}"] if self.scores is not None else [])])


def shown_start(
    game: Game, rules: Rules, asked: Asked, trump: str | None, seed: int, deal: int, *, others_pass: bool
) -> Start:
    """One deal of those asked about, to be shown: all calls given are taken as they are, ours and the others'.

    `others_pass`: every call that is not given is a pass.
    """
    seat = asked.seat(game)
    auction = asked.auction_before(game, rules) if asked.auction is None else auction_of(game, rules, asked.auction)
    if seat is None:
        seat = auction.moment.seat if auction.moment is not None else auction.declarer
    moment = Moment("bid", 0, seat)
    question = asked.question(game, rules, moment, seat, NOTHING_GIVEN)
    given = auction.given(seat)
    if trump is not None:
        over = auction_of(game, rules, auction.text)
        while over.moment is not None:
            over.call(PASS)
        given = (*given, Given(Moment("name_trump", 0, over.declarer), parse_trump(trump), own=True))
    cards = tuple(int(one[0]) for one in question.draw(game, rules, seed, deal, 1))
    return Start(
        seed,
        deal_key(seed_key(seed), deal),
        game.seats - 1,
        question.before,
        deal,
        cards=cards,
        script=Script(given, others_pass),
        asked=" ".join(
            [
                asked.options,
                *([f"--trump {trump}"] if trump is not None else []),
                *(["--rest-pass"] if others_pass else []),
            ]
        ),
    )


def parse_trump(text: str) -> int:
    """The trump of a letter, a word such as `spades`, or `none`."""
    words = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S", "none": None, "no trump": None}
    return parse_suit(words.get(text.lower(), text))


def checked_texts(**texts: object) -> None:
    """Raise `UsageError` for what is given in the place of a text; None stands for what is not given."""
    for name, text in texts.items():
        if text is not None and not isinstance(text, str):
            raise UsageError(f"{name} is a text, not {text!r}")


def cards_named(game: Game, rules: Rules, text: str, trump: int) -> int:
    """Some cards named in a text, as they lie under a trump."""
    return play_set(game, rules, game.deck(rules).parse_set(text.replace(",", " ").split()), trump)
