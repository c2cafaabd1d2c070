"""What happened between auction and first lead, told as the entries of a deal record."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from simcards.cards.order import in_play_order
from simcards.games.game import Game
from simcards.games.options import Rules


class Entry(NamedTuple):
    """One entry: `cards` is a set in suit order, or in play order once trump is named (`trump` tells)."""

    seat: int
    action: str
    cards: int
    trump: int
    to: int = -1


class Told(NamedTuple):
    """The entries of a deal, and the seats that are still in it at the first lead."""

    entries: list[Entry]
    seats: list[int]


def tell(
    game: Game,
    rules: Rules,
    hands: list[int],
    second: list[int],
    kitty: int,
    contract: tuple[int, int, int],
    answers: Mapping[tuple[str, int], int],
) -> Told:
    """The exchange of a deal: cards as dealt in suit order by seat, (declarer, bid, trump), and the answers given.

    `answers` are those to discard, give and choose, by (decision, seat). The steps are those of `driver.py`, of one
    deal whose answers are known.
    """
    declarer, bid, trump = contract
    deck, codes = game.deck(rules), rules.codes
    functions = game.functions(rules)
    named = trump if game.trump_first(rules) else -1
    mask = int(functions["trump_mask"](named)) if named >= 0 else 0
    held = [hand | more for hand, more in zip(hands, second or [0] * game.seats, strict=True)]
    if named >= 0:
        held = [int(in_play_order(cards, named, deck.layout)) for cards in held]
        kitty = int(in_play_order(kitty, named, deck.layout))
    entries: list[Entry] = []
    left: list[int] = []
    around = [(declarer + place) % game.seats for place in range(game.seats)]
    choice = answers.get(("choose", declarer), -1)
    if game.takes_kitty and functions["takes_kitty"](bid, choice, codes):
        entries.append(Entry(declarer, "take_kitty", kitty, named))
        held[declarer] |= kitty
    for place in [*range(1, game.seats), 0] if game.sits_out else []:
        seat = around[place]
        if functions["sits_out"](held[seat], place, bid, choice, mask, codes):
            entries.append(Entry(seat, "fold", held[seat], named))
            left.append(seat)
    for place in game.giving_places:
        seat, to = around[place], around[(place + game.sides) % game.seats]
        cards = answers.get(("give", seat), 0)
        if cards:
            held[seat] &= ~cards
            held[to] |= cards
            entries += [Entry(seat, "give", cards, named, to), Entry(seat, "fold", held[seat], named)]
            left.append(seat)
    for place in game.discard_places:
        seat = around[place]
        if ("discard", seat) in answers:
            entries.append(Entry(seat, "discard", answers["discard", seat], named))
    return Told(entries, [seat for seat in range(game.seats) if seat not in left])


def as_record(entries: list[Entry], names: Any) -> list[dict[str, Any]]:
    """The record's `exchange`; `names(cards, trump)` gives the texts of a set."""
    return [
        {"seat": entry.seat, "action": entry.action}
        | ({"to": entry.to} if entry.to >= 0 else {})
        | {"cards": names(entry.cards, entry.trump)}
        for entry in entries
    ]
