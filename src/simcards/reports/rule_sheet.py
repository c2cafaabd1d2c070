"""The rules of a game for people: its text, then what its declaration holds, as lines for a terminal or as Markdown."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any, NamedTuple

from simcards.cards.codes import SUIT_LETTERS
from simcards.cards.order import in_play_order
from simcards.cards.sets import HEARTS, LANE, NO_TRUMP, count
from simcards.games.game import Game
from simcards.games.options import value_text

TERMINAL_WIDTH, PAGE_WIDTH = 80, 120
LONG_LADDER = 12  # of more bids only the first and the last are named

JOKERS = {"JK": "joker", "BJ": "big joker", "LJ": "little joker"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
LANES_OF_HEARTS = {"H": 3, "D": 2, "S": 1, "C": 0}  # where each suit lies in play order when hearts are trump

ABOUT_OPTIONS = (
    "An option is changed by `--rule KEY=VALUE`, or in a file for `--rules`. Beside each stand its default, the values "
    'it takes, and where the default comes from. "Source text" is the text that this game was written from; where it '
    "is silent, the default is that of a public page of rules, which is named, or our own choice."
)
ABOUT_PAGES = (
    "A page a game: the rules in sentences, then ranks, bids, values and options. `simcards rules GAME` prints the "
    "same. `SIMCARDS_WRITE_RULES=1 pytest tests/reports/test_rule_sheet.py` writes these pages from the files of the "
    "games, `src/simcards/games/`: changes belong there."
)
TOGETHER = "\u00a0"  # a space at which no line is broken


class Heading(NamedTuple):
    """A title; that of the whole page has level 1."""

    text: str
    level: int = 2


class Paragraph(NamedTuple):
    """Some sentences."""

    text: str


class Item(NamedTuple):
    """One of several short paragraphs."""

    text: str


class Entry(NamedTuple):
    """Something to be looked up, and what is said of it, in a line each."""

    term: str
    said: tuple[str, ...]


Block = Heading | Paragraph | Item | Entry


# ---- what there is to say --------------------------------------------------------------------------------------------


def facts(game: Game) -> dict[str, Any]:
    """The rules as plain data: the text, ranks, bids, values, options and presets."""
    book = game.book
    options = [
        {
            "key": option.key,
            "default": option.default,
            "values": option.values_text,
            "meaning": option.meaning,
            "origin": option.origin,
        }
        for option in book.options
    ]
    return {
        "game": game.name,
        "title": game.title,
        "summary": game.summary,
        "source": game.source,
        "rules": game.rules.strip(),
        "ranks": ranks(game),
        "bids": bids(game),
        "values": dict(book.values.defaults) if book.values else {},
        "values_meaning": book.values.meaning if book.values else "",
        "values_origin": book.values.origin if book.values else "",
        "options": options,
        "presets": {name: dict(preset) for name, preset in book.presets.items()},
    }


def ranks(game: Game) -> dict[str, list[str]]:
    """The cards from high to low, by suit when hearts are trump, and without a trump suit where a bid has none."""
    rules = game.book.rules()
    deck = game.deck(rules)
    cards = in_play_order(deck.cards, HEARTS, deck.layout)
    by_suit = {
        letter: _short(deck.set_names(cards & LANE << 16 * lane, HEARTS), letter)
        for letter, lane in LANES_OF_HEARTS.items()
    }
    found = _alike(by_suit, {"H": "trumps, when hearts are trump"})
    without = [game.calls[bid] for bid in game.calls if game.names_trump and not game.names_trump(bid, rules.codes)]
    if without:
        trumps = game.trump_mask(NO_TRUMP)
        lanes = {letter: deck.cards & LANE << 16 * lane & ~trumps for lane, letter in enumerate(SUIT_LETTERS)}
        plain = _alike({letter: _short(deck.set_names(cards), letter) for letter, cards in lanes.items()}, {})
        by_name = {"trumps": _short(deck.set_names(deck.cards & trumps), "")} | plain
        found |= {f"{name}, in a {' or '.join(without)}": names for name, names in by_name.items()}
    return found


def _short(names: Iterable[str], letter: str) -> list[str]:
    """Names of cards without the letter of their suit, but with the name of any other suit."""
    return [JOKERS.get(name) or name[:-1] + ("" if name[-1] == letter else f" of {SUITS[name[-1]]}") for name in names]


def _alike(by_suit: Mapping[str, list[str]], titles: Mapping[str, str]) -> dict[str, list[str]]:
    """The ranks by title; suits that rank alike have one together."""
    suits: dict[tuple[str, ...], list[str]] = {}
    for letter, names in by_suit.items():
        suits.setdefault(tuple(names), []).append(letter)
    return {
        "every suit"
        if len(letters) == len(by_suit)
        else " and ".join(titles.get(letter, SUITS[letter]) for letter in letters): list(names)
        for names, letters in suits.items()
    }


def bids(game: Game) -> list[str]:
    """The bids from low to high, those too that only another bid makes possible."""
    codes = game.book.rules().codes
    over = {bid: int(game.legal_calls(bid, 0, codes)) for bid in (0, *game.calls)}
    legal = over[0]
    for _ in game.calls:
        for bid in game.calls:
            legal |= over[bid] if legal >> bid & 1 else 0
    possible = [bid for bid in game.calls if legal >> bid & 1]
    return [game.calls[bid] for bid in sorted(possible, key=lambda bid: int(count(over[bid])), reverse=True)]


# ---- a page of it ----------------------------------------------------------------------------------------------------


def blocks(game: Game) -> Iterator[Block]:
    """The page, from top to bottom."""
    yield Heading(game.title, level=1)
    yield Paragraph(f"{game.summary}. Source: {game.source}." if game.summary else f"Source: {game.source}.")
    yield from _text_blocks(game.rules)
    yield Heading("Ranks, from high to low")
    for name, cards in ranks(game).items():
        yield Item(f"{name[:1].upper()}{name[1:]}: {_listed(cards)}")
    yield Heading("Bids, from low to high")
    ladder = bids(game)
    named = ladder if len(ladder) <= LONG_LADDER else [f"every whole number from {ladder[0]} to {ladder[-1]}"]
    yield Paragraph(_listed(named))
    yield from _values(game)
    yield Heading("Options")
    yield Paragraph(ABOUT_OPTIONS)
    for option in game.book.options:
        lines = (option.meaning, f"values: {option.values_text}", f"from: {option.origin}" if option.origin else "")
        yield Entry(f"{option.key} = {option.default_text}", tuple(line for line in lines if line))
    if game.book.presets:
        yield Heading("Presets: several options at once")
    for name, preset in game.book.presets.items():
        changes = (f"{key} = {value_text(value)}" for key, value in preset.items())
        yield Entry(f"preset = {name}", (_listed(changes),))


def _text_blocks(text: str) -> Iterator[Block]:
    for part in text.strip().split("\n\n"):
        if part.startswith("## "):
            yield Heading(part.removeprefix("## "))
        elif part.startswith("- "):
            yield from (Item(" ".join(item.split())) for item in part.removeprefix("- ").split("\n- "))
        elif part:
            yield Paragraph(" ".join(part.split()))


def _values(game: Game) -> Iterator[Block]:
    values = game.book.values
    if values is None:
        return
    tables: dict[str, list[str]] = {}
    for key, value in values.defaults.items():
        table, _, entry = key.rpartition(".")
        tables.setdefault(table, []).append(f"{entry} = {value}")
    yield Heading("Values")
    example, value = next(iter(values.defaults.items()))
    yield Paragraph(f"These can be changed too: `--rule values.{example}={value}`, or a table `[values]` in a file.")
    entries = (f"{table}: {_listed(found)}" if table else _listed(found) for table, found in tables.items())
    yield Entry("values", (values.meaning, *entries, *([f"from: {values.origin}"] if values.origin else [])))


def terminal_lines(game: Game, width: int = TERMINAL_WIDTH) -> Iterator[tuple[str, bool]]:
    """The page as lines of at most `width`, each with whether it is a title or a term."""
    before: Block | None = None
    for block in blocks(game):
        if before is not None and not (isinstance(block, Item) and isinstance(before, Item)):
            yield "", False
        before = block
        match block:
            case Heading(text, _):
                yield text, True
            case Paragraph(text):
                yield from ((line, False) for line in _wrapped(_bare(text), width))
            case Item(text):
                yield from ((line, False) for line in _wrapped(_bare(text), width, "- ", "  "))
            case Entry(term, said):
                yield term, True
                for text in said:
                    yield from ((line, False) for line in _wrapped(text, width, "    ", "    "))


def markdown(game: Game) -> str:
    """The page as a Markdown file."""
    parts: list[str] = []
    before: Block | None = None
    for block in blocks(game):
        is_list = isinstance(block, Item | Entry) and type(before) is type(block)
        parts += [] if before is None or is_list else [""]
        before = block
        match block:
            case Heading(text, level):
                parts.append(f"{'#' * level} {text}")
            case Paragraph(text):
                parts += _wrapped(text, PAGE_WIDTH)
            case Item(text):
                parts += _wrapped(text, PAGE_WIDTH, "- ", "  ")
            case Entry(term, said):
                parts.append(f"- `{term}`")
                for text in said:
                    parts += _wrapped(text, PAGE_WIDTH, "  - ", "    ")
    return "\n".join(parts) + "\n"


def index(games: Iterable[Game]) -> str:
    """The Markdown page that lists the pages of these games."""
    lines = ["# Rules of the games", "", *_wrapped(ABOUT_PAGES, PAGE_WIDTH), ""]
    for game in games:
        lines += _wrapped(
            f"[{game.title}]({game.name}.md): {game.summary}. Source: {game.source}.", PAGE_WIDTH, "- ", "  "
        )
    return "\n".join(lines) + "\n"


def _listed(names: Iterable[str]) -> str:
    """The names with commas between, each kept on one line."""
    return ", ".join(name.replace(" ", TOGETHER) for name in names)


def _bare(text: str) -> str:
    """The text without the marks that Markdown needs."""
    return text.replace("`", "")


def _wrapped(text: str, width: int, first: str = "", later: str = "") -> list[str]:
    lines = wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(TOGETHER, " ") for line in lines]
