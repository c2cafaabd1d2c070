"""A deal as a person writes it on paper: hands by suit, auction, contract, tricks, tally and score, 80 columns wide."""

import textwrap
from collections.abc import Iterable
from typing import Any

from simcards.engine.deal_record import Record
from simcards.engine.record_reading import game_and_rules
from simcards.engine.show_decisions import show_record_views, show_views
from simcards.games.game import Game
from simcards.games.options import Rules

__all__ = ["show_record", "show_record_views", "show_views"]

WIDTH = 80
SUIT_COLUMNS = (("S", "Spades"), ("H", "Hearts"), ("D", "Diamonds"), ("C", "Clubs"))
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def show_record(record: Record, game: Game | None = None) -> str:
    """The text of a deal record that was made or read here, without a line end."""
    game, rules = game_and_rules(record, game)
    blocks = [
        _wrapped(f"{game.title}: {_which(record)}; seat {record['dealer']} deals"),
        _wrapped(f"Rules: {rules.changed_text}") if rules.changed_text else "",
        "\n".join(_strategies(record, game)),
        "\n".join(_table(_hands(record, game))) + _kitty(record, game),
        _wrapped(f"Auction: {', '.join(_calls(record, game, rules))}") + "\n" + _wrapped(_contract(record, game)),
        _exchange(record),
        "\n".join(_tricks(record, game)),
        "\n".join(_result(record, game)),
    ]
    blocks[0:2] = ["\n".join(block for block in blocks[0:2] if block)]
    return "\n\n".join(block for block in blocks if block)


def _which(record: Record) -> str:
    if record["match"] is None:
        asked = f" of those with {record['asked']}" if "asked" in record else ""
        return f"seed {record['seed']}, deal {record['deal']}{asked}"
    match = record["match"]
    return f"seed {record['seed']}, match {match['match']}, deal {match['number']} of it"


def _wrapped(text: str) -> str:
    first = text.partition(": ")[0]
    indent = " " * (len(first) + 2) if len(first) < 12 else "  "
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def _seats(seats: Iterable[int]) -> str:
    numbers = [str(seat) for seat in seats]
    return f"seat {numbers[0]}" if len(numbers) == 1 else f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"


def _sides(values: list[Any]) -> str:
    return ", ".join(f"side {side}: {value}" for side, value in enumerate(values))


def _table(rows: list[list[str]], gap: int = 2) -> list[str]:
    """Lines of a table whose columns are as wide as they must be."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [
        (" " * gap).join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


# ---- before the play -------------------------------------------------------------------------------------------------


def _strategies(record: Record, game: Game) -> list[str]:
    """A line a side, or a line a seat where partners play differently."""
    seats_of: dict[tuple[int, str], list[int]] = {}
    for seat, text in enumerate(record["strategies"]):
        seats_of.setdefault((game.side(seat), text), []).append(seat)
    lines = []
    for (side, text), seats in sorted(seats_of.items(), key=lambda entry: entry[1]):
        head = f"Side {side}, {_seats(seats)}: "
        lines.append(textwrap.fill(head + text, WIDTH, subsequent_indent="  ", break_on_hyphens=False))
    return lines


def _hands(record: Record, game: Game) -> list[list[str]]:
    """The hands as rows of a table: seat, side, jokers where the deck has some, and the ranks of each suit."""
    held = [card for cards in [*record["hands"], record["kitty"]] for card in cards]
    has_jokers = any(_suit(card) is None for card in held)
    rows = [["Seat", "Side", *(["Joker"] if has_jokers else []), *(word for _, word in SUIT_COLUMNS)]]
    for seat, hand in enumerate(record["hands"]):
        jokers = [" ".join(card for card in hand if _suit(card) is None) or "-"] if has_jokers else []
        suits = [" ".join(card[:-1] for card in hand if _suit(card) == suit) or "-" for suit, _ in SUIT_COLUMNS]
        rows.append([f"{seat}", f"{game.side(seat)}", *jokers, *suits])
    return rows


def _suit(card: str) -> str | None:
    """The suit letter of a card, None of a joker (whose text ends in J or K)."""
    return card[-1] if card[-1] in SUIT_WORDS else None


def _kitty(record: Record, game: Game) -> str:
    cards = record["kitty"]
    if not cards:
        return ""
    return f"\n{'Kitty' if game.takes_kitty else 'Face down'}: {' '.join(cards)}"


ACTIONS = {"take_kitty": "takes the kitty", "fold": "leaves, laying away", "discard": "discards"}


def _exchange(record: Record) -> str:
    """The second deal, and what was taken, given and laid away, a line each."""
    lines = []
    if record["second_deal"]:
        dealt = [f"seat {seat}: {' '.join(cards)}" for seat, cards in enumerate(record["second_deal"])]
        lines.append(_wrapped(f"Dealt then: {', '.join(dealt)}"))
    for entry in record["exchange"]:
        action = f"gives seat {entry['to']}" if entry["action"] == "give" else ACTIONS[entry["action"]]
        lines.append(_wrapped(f"Seat {entry['seat']} {action}: {' '.join(entry['cards'])}"))
    return "\n".join(lines)


def _calls(record: Record, game: Game, rules: Rules) -> list[str]:
    calls = [f"seat {seat}: {call}" for seat, call in record["auction"]]
    if record["contract"] and _is_forced(record, game, rules):
        calls[-1] += " (forced)"
    return calls


def _is_forced(record: Record, game: Game, rules: Rules) -> bool:
    """Whether the last to call was not asked: all others had passed, and it had too or the auction was over."""
    *before, (seat, _) = record["auction"]
    if any(call != "pass" for _, call in before):
        return False
    passed = {seat for seat, _ in before}
    left = sum(1 << seat for seat in range(game.seats) if seat not in passed)
    still_open = game.functions(rules)["still_open"]
    return seat in passed or not still_open(left, 0, -1, record["dealer"], rules.codes)


def _contract(record: Record, game: Game) -> str:
    contract = record["contract"]
    if contract is None:
        return "Contract: none, the deal is passed out."
    trump = f"{SUIT_WORDS[contract['trump']]} are trumps" if contract["trump"] else "no trump suit"
    declarer = contract["declarer"]
    return f"Contract: seat {declarer} (side {game.side(declarer)}) plays for {contract['bid']}, {trump}."


# ---- the play --------------------------------------------------------------------------------------------------------


def _tricks(record: Record, game: Game) -> list[str]:
    """The tricks, a line each, read from the led card to the right: the columns go round the table nearly twice."""
    if not record["tricks"]:
        return []
    seats = game.seats
    columns = [seat % seats for seat in range(2 * seats - 1)]
    rows = [["Trick", *(f"{seat}" for seat in columns), "Won by"]]
    for number, trick in enumerate(record["tricks"], start=1):
        cells = [""] * len(columns)
        for seat, card in trick["plays"]:
            place = trick["leader"] + (seat - trick["leader"]) % seats
            cells[place] = card + ("*" if seat == trick["winner"] else "")
        rows.append([f"{number}", *cells, f"seat {trick['winner']}, side {game.side(trick['winner'])}"])
    widths = [5, *([4 if seats <= 5 else 3] * len(columns)), 6]
    return [" ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _result(record: Record, game: Game) -> list[str]:
    """The tally part by part, whether the bid was made, the score."""
    if record["contract"] is None:
        return [_wrapped(f"Score: {_sides(record['score'])}"), *_match(record)]
    rows = [
        [f"{key.replace('_', ' ').capitalize()}:", _tally_part(key, value)] for key, value in record["tally"].items()
    ]
    contract, side = record["contract"], game.side(record["contract"]["declarer"])
    rows.append(["Bid:", f"side {side} bid {contract['bid']} and {'made it' if record['made'] else 'was set'}"])
    rows.append(["Score:", _sides([f"{points:+d}" if points else "0" for points in record["score"]])])
    indent = " " * (max(len(label) for label, _ in rows) + 1)
    lines = [textwrap.fill(line, WIDTH, subsequent_indent=indent) for line in _table(rows, gap=1)]
    return [*lines, *_match(record)]


def _tally_part(key: str, value: Any) -> str:
    if isinstance(value, list):
        return f"sides {', '.join(map(str, value))}" if key == "game" else _sides(value)
    return "nobody" if value is None else f"side {value}"


def _match(record: Record) -> list[str]:
    if record["match"] is None and not any(record["scores_before"]):
        return []
    lines = [_wrapped(f"Match: {_sides(record['scores_after'])}")]
    winner = record["match_winner"]
    if winner is not None:
        lines.append("The match is drawn." if winner == "draw" else f"Side {winner} wins the match.")
    return lines
