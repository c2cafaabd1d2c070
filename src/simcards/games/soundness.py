"""Whether a game holds together: what can be told of a declaration without playing it."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from simcards.cards.order import in_play_order
from simcards.cards.sets import LANE
from simcards.errors import UsageError
from simcards.games.game import Game, Played
from simcards.games.options import Rules

NEEDED = ("target", "win_requires_made_bid", "max_hands", "all_pass")  # options that the engine reads in every game
MOST_CARDS, MOST_CALL, MOST_SEATS, MOST_TRICKS = 63, 62, 8, 13


def problem_with(game: Game) -> str | None:
    """What is wrong with a game, in one line; None when nothing is."""
    missing = [key for key in NEEDED if key not in game.book.by_key]
    if missing:
        return f"its rule book has no option {missing[0]!r}; common_options(…) gives those that every game has"
    if game.book.game != game.name:
        return f"its rule book says game={game.book.game!r}, but its name is {game.name!r}"
    try:
        rules = game.book.rules()
        under = game.under(rules)
        return _numbers(under, rules) or _functions(under, rules) or _bids(under)
    except Exception as error:  # noqa: BLE001  # whatever a declaration raises is its author's to see
        return f"{type(error).__name__}: {error}"


def _numbers(game: Game, rules: Rules) -> str | None:
    """What is wrong with the numbers of seats, cards and calls, and with the defaults of strategies."""
    cards = len(game.deck(rules).names)
    dealt = game.seats * (game.hand + game.second_deal) + game.kitty
    unasked = [decision for decision in game.decisions if decision not in game.defaults]
    found = [
        (not 2 <= game.seats <= MOST_SEATS, f"seats={game.seats}; from 2 to {MOST_SEATS} can play"),
        (cards != game.cards, f"cards={game.cards}, but its deck has {cards}"),
        (cards > MOST_CARDS, f"its deck has {cards} cards; the most is {MOST_CARDS}"),
        (dealt > cards, f"it deals {dealt} cards of a deck of {cards}"),
        (
            not 1 <= game.tricks <= min(MOST_TRICKS, game.hand + game.second_deal),
            f"tricks={game.tricks}, of hands of {game.hand + game.second_deal}; from 1 to {MOST_TRICKS} can be played",
        ),
        (
            game.sides not in (2, game.seats) or game.seats % game.sides != 0,
            f"sides={game.sides} of {game.seats} seats; it must be 2 (partners sit in turn), or one a seat",
        ),
        (not game.calls, "it has no calls"),
        (
            any(not 1 <= call <= MOST_CALL for call in game.calls),
            f"its calls have numbers {', '.join(map(str, game.calls))}; a bid is a number from 1 to {MOST_CALL}",
        ),
        (bool(unasked), f"defaults has no function for {', '.join(unasked)}"),
        (_merged(game, rules), "its layout puts two cards of the deck into one place when a suit is trump"),
    ]
    return next((said for wrong, said in found if wrong), None)


def _merged(game: Game, rules: Rules) -> bool:
    deck = game.deck(rules)
    return any(in_play_order(deck.cards, trump, deck.layout).bit_count() != game.cards for trump in range(4))


def _bids(game: Game) -> str | None:
    """What is wrong with the bids that may be made, under the defaults and under every option changed alone."""
    known = sum(1 << call for call in game.calls)
    for change in [{}, *_changes(game)]:
        try:
            codes = game.book.rules(change).codes
        except UsageError:  # it does not go with the other defaults
            continue
        under = f" under {change}" if change else ""
        for high, is_dealer in product((0, *game.calls), (0, 1)):
            strange = int(game.legal_calls(high, is_dealer, codes)) & ~known
            if strange:
                return f"legal_calls allows {strange.bit_length() - 1} over {high}{under}, which is not in calls"
        if int(game.forced_bid(codes)) not in game.calls:
            return f"forced_bid is {game.forced_bid(codes)}{under}, which is not in calls"
    return None


def _changes(game: Game) -> Iterator[dict[str, Any]]:
    """The lowest and the highest value, or all choices, of each option."""
    for option in game.book.options:
        if option.choices:
            values: Iterable[Any] = option.choices
        elif isinstance(option.default, bool):
            values = (False, True)
        else:
            values = (option.allowed[0], option.allowed[-1]) if option.allowed else ()
        yield from ({option.key: value} for value in values)


def _functions(game: Game, rules: Rules) -> str | None:
    """What a rule raises when it is called as plain Python."""
    functions = game.functions(rules)
    for name, arguments in _trials(game, rules):
        try:
            if name in functions and functions[name](*arguments) is None:
                return f"{name} returns nothing"
        except Exception as error:  # noqa: BLE001  # as above
            return f"{name}: {type(error).__name__}: {error}"
    return None


def _trials(game: Game, rules: Rules) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Each rule's name with arguments to try it on: a hand of the lowest cards, a deal in which nobody took any."""
    deck, codes = game.deck(rules), rules.codes
    hand = sum(1 << code for code in sorted(deck.names)[: game.hand])
    card, bid = (hand & -hand).bit_length() - 1, min(game.calls)
    yield "trump_mask", (0,)
    mask = game.trump_mask(0)
    leaving = (hand, 0, bid, 0, mask, codes)
    yield from {
        "legal_calls": (0, 0, codes),
        "still_open": ((1 << game.seats) - 1, 0, 0, 0, codes),
        "forced_bid": (codes,),
        "names_trump": (bid, codes),
        "trump_choices": (hand, codes),
        "offers_choice": (bid, codes),
        "takes_kitty": (bid, 0, codes),
        "sits_out": leaving,
        "gift": (hand, 1, 1, bid, 0, mask, codes),
        "discard": leaving,
        "leader": (bid, 0, codes),
        "lead": (hand, mask, 0, codes),
        "follow": (hand, LANE, mask, codes),
        "beats": (card, LANE, mask, codes),
        "proves": (card, card, LANE, mask, codes),
        "exposes": (bid, 0, codes),
        "stops": (bid, 0, 0, codes),
        "card_points": (hand, codes),
        "wins_at_once": (bid, codes),
    }.items()
    nothing = (0,) * game.sides
    played = Played(0, bid, 0, mask, nothing, nothing, nothing, nothing, nothing)
    yield "tally", (played, codes)
    numbers = game.functions(rules)["tally"](played, codes)
    yield "made", (played, numbers, codes)
    yield "achieved", (played, numbers, codes)
    yield "score", (0, 1, played, numbers, codes)
    yield "both_out", (played, 1, nothing, nothing, numbers, codes)
    game.tally_record(numbers)
