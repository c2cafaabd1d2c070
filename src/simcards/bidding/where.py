"""Limits on a whole hand: `spades >= 3 and (count(A) >= 2 or jokers = 1)`, read into a small tree, and what holds.

    limits = all {"or" all}          all = limit {("and" | ",") limit}
    limit  = "(" limits ")" | terms OP number | number OP terms [OP number]
    terms  = term {"+" term}         OP = <= < = == >= > !=
    term   = a suit (clubs, spade, H …) | jokers | count(cards, ranks or jokers)

Cards count by their printed suit; jokers have none.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from simcards.bidding.pattern import RANK, SUIT_WORDS, SUITS, card_code, deck_text, is_card, rank_number
from simcards.cards.codes import SUIT_LETTERS, Deck
from simcards.cards.sets import EVERY, count
from simcards.errors import UsageError

SIGNS = ("<=", ">=", "==", "!=", "<", ">", "=")
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
TOKEN = re.compile(r"<=|>=|==|!=|[A-Za-z0-9]+|\S")
MOST_DIGITS = 4
DEEPEST = 40
TERMS = "clubs, diamonds, hearts, spades, jokers or count(…)"
EXAMPLE = "e.g. 'spades >= 3 and count(A, K) = 2'"


@dataclass(frozen=True)
class Limit:
    """A limit on the number of cards of some sets together; a card of two of them counts twice."""

    counted: tuple[int, ...]
    sign: str
    number: int


@dataclass(frozen=True)
class Every:
    """All of the parts hold."""

    parts: tuple["Condition", ...]


@dataclass(frozen=True)
class Either:
    """One of the parts holds."""

    parts: tuple["Condition", ...]


Condition: TypeAlias = Limit | Every | Either
ALWAYS = Every(())
# By limit, the least and the greatest number that it may still come to: arrays, or whole numbers.
Bounds: TypeAlias = Callable[[Limit], tuple[Any, Any]]


def may_hold(condition: Condition, bounds: Bounds) -> Any:
    """Whether a condition may hold while every limit's number is within its bounds; exact where the bounds are equal.

    A limit that comes twice is judged each time by itself.
    """
    if isinstance(condition, Every):
        result = True
        for part in condition.parts:
            result = may_hold(part, bounds) & result
        return result
    if isinstance(condition, Either):
        result = False
        for part in condition.parts:
            result = may_hold(part, bounds) | result
        return result
    low, high = bounds(condition)
    number = condition.number
    match condition.sign:
        case "<=":
            return low <= number
        case "<":
            return low < number
        case ">=":
            return high >= number
        case ">":
            return high > number
        case "!=":
            return (low != number) | (high != number)
    return (low <= number) & (number <= high)


def holds(condition: Condition, hands: Any) -> Any:
    """Whether a condition holds, by hand."""

    def bounds(limit: Limit) -> tuple[Any, Any]:
        number = sum(count(hands & cards) for cards in limit.counted)
        return number, number

    return may_hold(condition, bounds)


def limits_of(condition: Condition) -> list[Limit]:
    """The limits in a condition."""
    if isinstance(condition, Limit):
        return [condition]
    return [limit for part in condition.parts for limit in limits_of(part)]


def parse_where(text: str, deck: Deck) -> Condition:
    """The condition that a text of limits says; every fault is a `UsageError` that names the word."""
    reader = _Reader(text, deck)
    if not reader.words:
        return ALWAYS
    condition = reader.limits()
    if reader.word:
        raise reader.fault("'and', 'or' or the end")
    return condition


class _Reader:
    """A text of limits, read word by word; each method reads one line of the grammar."""

    def __init__(self, text: str, deck: Deck) -> None:
        self.place = f"--where {' '.join(text.split())!r}"
        self.words = TOKEN.findall(text)
        self.deck = deck
        self.at = 0
        self.depth = 0

    @property
    def word(self) -> str:
        """The next word in small letters, empty at the end."""
        return self.words[self.at].lower() if self.at < len(self.words) else ""

    def take(self) -> str:
        """The next word, which is behind us now."""
        word = self.word
        self.at += 1
        return word

    def take_one_of(self, *words: str) -> bool:
        """Whether the next word is one of these; if so, it is behind us now."""
        found = self.word in words and self.at < len(self.words)
        self.at += found
        return found

    def fault(self, expected: str) -> UsageError:
        """The error that something else was expected in place of the next word."""
        found = repr(self.words[self.at]) if self.at < len(self.words) else "the end"
        after = f" after {self.words[self.at - 1]!r}" if self.at else ""
        return UsageError(f"{self.place}: {found}{after}, where {expected} should be; {EXAMPLE}")

    def expect(self, word: str) -> None:
        """Nothing; the next word is this one and behind us now."""
        if not self.take_one_of(word):
            raise self.fault(repr(word))

    def limits(self) -> Condition:
        """Limits of which one holds."""
        parts = [self.all_of()]
        while self.take_one_of("or"):
            parts.append(self.all_of())
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def all_of(self) -> Condition:
        """Limits that all hold."""
        parts = [self.limit()]
        while self.take_one_of("and", ","):
            parts.append(self.limit())
        return parts[0] if len(parts) == 1 else Every(tuple(parts))

    def limit(self) -> Condition:
        """One limit, one between two numbers, or limits in parentheses."""
        if self.word == "(":
            return self.in_parentheses()
        if self.word.isdecimal():
            number, sign = self.number(), self.sign()
            counted = self.terms()
            low = Limit(counted, MIRRORED.get(sign, sign), number)
            return Every((low, Limit(counted, self.sign(), self.number()))) if self.word in SIGNS else low
        return Limit(self.terms(), self.sign(), self.number())

    def in_parentheses(self) -> Condition:
        """Limits in parentheses."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise UsageError(f"{self.place}: more than {DEEPEST} parentheses within each other; leave some out")
        self.expect("(")
        condition = self.limits()
        self.expect(")")
        self.depth -= 1
        return condition

    def sign(self) -> str:
        """A sign, `=` for `==` too."""
        if self.word not in SIGNS:
            raise self.fault(f"one of {' '.join(SIGNS)}")
        sign = self.take()
        return "=" if sign == "==" else sign

    def number(self) -> int:
        """A whole number."""
        if not (self.word.isdecimal() and len(self.word) <= MOST_DIGITS):
            raise self.fault("a number of cards")
        return int(self.take())

    def terms(self) -> tuple[int, ...]:
        """The sets whose cards are counted together."""
        terms = [self.term()]
        while self.take_one_of("+"):
            terms.append(self.term())
        return tuple(terms)

    def term(self) -> int:
        """The set of cards that one term counts."""
        for letter, name, suit in zip(SUIT_LETTERS, SUIT_WORDS, SUITS, strict=True):
            if self.take_one_of(name, name[:-1], letter.lower()):
                return suit & self.deck.cards
        if self.take_one_of("jokers", "joker"):
            return self.deck.cards & ~sum(SUITS)
        if self.word != "count":
            raise self.fault(TERMS)
        self.take()
        self.expect("(")
        cards = self.listed()
        while not self.take_one_of(")"):
            self.take_one_of(",")
            cards |= self.listed()
        return cards

    def listed(self) -> int:
        """The cards that a card or a rank in `count(…)` means."""
        word = self.word.upper()
        if is_card(word):
            cards = 1 << card_code(word, self.deck, self.place)
        elif re.fullmatch(RANK, word):
            cards = (EVERY << rank_number(word)) & self.deck.cards
            if not cards:
                raise UsageError(f"{self.place}: no {word} is in this deck ({deck_text(self.deck)})")
        else:
            raise self.fault("a card (AS), a rank (A, 10) or a joker")
        self.take()
        return cards
