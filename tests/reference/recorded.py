"""The answers of a deal record, handed out one by one as the rules ask for them."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from tests.reference.cards import SUITS
from tests.reference.errors import RuleBreachError
from tests.reference.exchange import KITTY, PARTNERS_CARD
from tests.reference.table import Question, Table, bits

Record: TypeAlias = dict[str, Any]


class RecordedAnswers:
    """The answers of a record; the seats must come in the order of the record."""

    def __init__(self, record: Record, table: Table) -> None:
        self.record = record
        self.table = table
        self.calls = list(record["auction"])
        self.plays = [play for trick in record["tricks"] for play in trick["plays"]]
        self.gifts = [entry for entry in record["exchange"] if entry["action"] == "give"]
        self.discards = [entry for entry in record["exchange"] if entry["action"] == "discard"]

    def answer(self, question: Question) -> int:
        """Return the recorded answer as a number."""
        match question.kind:
            case "bid":
                return self._call_number(_next_of(self.calls, question))
            case "name_trump":
                return self._trump()
            case "choose":
                taken = any(entry["action"] == "take_kitty" for entry in self.record["exchange"])
                return KITTY if taken else PARTNERS_CARD
            case "give":
                gives = bool(self.gifts) and self.gifts[0]["seat"] == question.seat
                return self._set_of(self.gifts.pop(0)["cards"]) if gives else 0
            case "discard":
                discards = [[entry["seat"], entry["cards"]] for entry in self.discards]
                self.discards = self.discards[1:]
                return self._set_of(_next_of(discards, question))
            case _:
                return self._card_code(_next_of(self.plays, question))

    def _call_number(self, text: Any) -> int:
        game = self.table.game
        named = {"pass": 0} | {name: number for number, name in game.call_names.items()}
        number = int(text) if isinstance(text, str) and text.isdecimal() else named.get(text, -1)
        if game.call_text(number) != text:
            raise RuleBreachError(f"{text!r} is not a call of {game.name}")
        return number

    def _trump(self) -> int:
        contract = self.record["contract"]
        if contract is None:
            raise RuleBreachError(f"seat {self.table.declarer} won the auction, the record has no contract")
        if contract["trump"] is None:
            return 4
        if contract["trump"] not in SUITS:
            raise RuleBreachError(f"{contract['trump']!r} is not a suit")
        return SUITS.index(contract["trump"])

    def _card_code(self, card: Any) -> int:
        if card not in self.table.layout.code:
            raise RuleBreachError(f"{card!r} is not a card of {self.table.game.name}")
        return self.table.layout.code[card]

    def _set_of(self, cards: Sequence[Any]) -> int:
        return bits({self._card_code(card) for card in cards})

    def check_all_used(self) -> None:
        """Return nothing; raise when the record goes on where the rules end the auction, the exchange or the play."""
        if self.record["auction"] != self.table.auction:
            raise RuleBreachError(f"the auction is {self.table.auction}, the record has {self.record['auction']}")
        if self.gifts or self.discards:
            raise RuleBreachError(f"the exchange is over, the record goes on with {[*self.gifts, *self.discards]}")
        if self.plays:
            raise RuleBreachError(f"the play is over, the record goes on with {self.plays}")
        if self.table.declarer is None and self.record["contract"] is not None:
            raise RuleBreachError(f"the deal was passed out, the record has {self.record['contract']}")


def _next_of(entries: list[list[Any]], question: Question) -> Any:
    """Return the answer of the next entry (seat, answer), which is taken from the list; it must be the seat asked."""
    seat, answer = entries.pop(0) if entries else (None, None)
    if seat != question.seat:
        raise RuleBreachError(f"{question.kind}: it is seat {question.seat}'s turn, the record has {seat} {answer}")
    return answer


def with_cards_in_the_order_of(record: Record, exchange: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the entries with their cards, which are sets, in the order in which the record lists the same cards."""
    recorded = [*record["exchange"], *({} for _ in exchange)]
    ordered = []
    for entry, other in zip(exchange, recorded, strict=False):
        cards = other.get("cards", [])
        same = sorted(cards) == sorted(entry["cards"])
        ordered.append({**entry, "cards": list(cards)} if same else entry)
    return ordered
