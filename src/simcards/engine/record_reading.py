"""Deal records read from text: every line is checked for shape and content before anything is done with it."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from simcards.cards.codes import Deck, parse_suit, suit_name
from simcards.engine.deal_record import FORMAT, KEYS, Record
from simcards.errors import RecordError, UsageError, nearest
from simcards.games.game import Game, games
from simcards.games.options import Rules
from simcards.randomness import MAX_SEED


def parse_line(text: str, where: str, game: Game | None = None) -> Record:
    """The record of one line, cards and suits written as simcards writes them, unknown keys left out.

    `where` names the place in errors ("deals.jsonl line 3"); `game` is needed only for a game that is in no list.
    """
    try:
        return _Reader(_json(text), game).record()
    except UsageError as error:
        raise RecordError(f"{where}: {error}") from None


def read_records(file: Path, game: Game | None = None) -> Iterator[Record]:
    """The records of a file, one a line, each named by file and line number in errors; empty lines are skipped."""
    number = 0
    try:
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield parse_line(line, f"{file} line {number}", game)
    except UnicodeDecodeError:
        raise RecordError(f"{file} line {number + 1}: this is no text in UTF-8; give a file of deal records") from None
    except OSError as error:
        raise RecordError(f"record file {file}: {error.strerror or error}; give a file of deal records") from None


def game_and_rules(record: Record, game: Game | None = None) -> tuple[Game, Rules]:
    """The game of a record that was read, and its rules."""
    game = game or games()[record["game"]]
    rules = game.book.rules(record["rules"])
    return game.under(rules), rules


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        fail("this is no deal record: it nests too deeply")
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError):
            problem = f"this is not JSON ({error.msg}, column {error.colno})"
            fail(problem if text.rstrip().endswith("}") else f"the record is cut: {problem}")
        fail(f"this is not JSON ({error})")


def fail(problem: str) -> NoReturn:
    """Raises the error of a record."""
    raise UsageError(problem)


def shown(value: object) -> str:
    """A value as it stands in a record, not too long for a line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def whole(value: object, what: str, least: int = -(1 << 62), most: int = 1 << 62) -> int:
    """The value, which must be a whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        bounds = "" if least < 0 else f" from {least}" + (f" to {most}" if most < 1 << 62 else " on")
        fail(f"{what} must be a whole number{bounds}, not {shown(value)}")
    return value


def a_list(value: object, what: str, size: int | None = None) -> list[Any]:
    """The value, which must be a list (of that size)."""
    if not isinstance(value, list) or (size is not None and len(value) != size):
        found = f"{len(value)}" if isinstance(value, list) else shown(value)
        fail(f"{what} must be a list{'' if size is None else f' of {size}'}, not {found}")
    return value


def an_object(value: object, what: str, keys: tuple[str, ...] = ()) -> dict[str, Any]:
    """The value, which must be an object that has these keys."""
    if not isinstance(value, dict):
        fail(f"{what} must be an object, not {shown(value)}")
    for key in keys:
        if key not in value:
            fail(f"{what} has no {key!r}")
    return value


class _Reader:
    """Reads the parts of one record in turn; a problem is a `UsageError` without its place."""

    def __init__(self, given: Any, game: Game | None) -> None:
        self.given = an_object(given, "a deal record", ("format",))
        if self.given["format"] != FORMAT:
            fail(f"format {shown(self.given['format'])} is unknown; this version reads {FORMAT!r}")
        an_object(given, "the record", tuple(KEYS))
        self.game = self._game(game)
        self.rules = self._rules()
        self.game = self.game.under(self.rules)
        self.deck: Deck = self.game.deck(self.rules)

    def record(self) -> Record:
        """The whole record."""
        given, sides = self.given, self.game.sides
        match = self._match()
        contract = self._contract()
        hands, kitty, second = self._cards_dealt(is_played=contract is not None)
        found = {
            "rules": self.rules.as_dict(),
            "seed": whole(given["seed"], "seed", 0, MAX_SEED),
            "deal": None if match else whole(given["deal"], "deal", 0),
            "match": match,
            "dealer": self._seat(given["dealer"], "dealer"),
            "strategies": self._strategies(),
            "scores_before": self._numbers("scores_before", sides),
            "hands": hands,
            "kitty": kitty,
            "second_deal": second,
            "auction": self._auction(),
            "contract": contract,
            "exchange": self._exchange(),
            "tricks": self._tricks(hands),
            "tally": self._tally(contract is not None),
            "made": self._made(contract is not None),
            "score": self._numbers("score", sides),
            "scores_after": self._numbers("scores_after", sides),
            "match_winner": self._match_winner(),
        }
        if contract is None and (given["tricks"] or given["exchange"] or given["score"] != [0] * sides):
            fail("a deal that was passed out (contract null) has an exchange, tricks or a score")
        asked = {"asked": str(given["asked"])} if "asked" in given else {}  # its cards were not those of the seed
        return {key: found.get(key, given[key]) for key in KEYS} | asked

    # ---- game, rules, run --------------------------------------------------------------------------------------------

    def _game(self, game: Game | None) -> Game:
        name = self.given["game"]
        known = games() if game is None else {game.name: game}
        if not isinstance(name, str) or name not in known:
            fail(f"no game {shown(name)}; {nearest(str(name), known)}")
        return known[name]

    def _rules(self) -> Rules:
        given = an_object(self.given["rules"], "rules")
        expected = self.game.book.rules().as_dict()
        for key in given:
            if key not in expected:
                fail(f"rules: {self.game.name} has no rule {key!r}; {nearest(key, expected)}")
        for key in expected:
            if key not in given:
                fail(f"rules has no {key!r}; a record lists every option of its game")
        rules = self.game.book.rules(given)
        for key, value in rules.as_dict().items():
            if not isinstance(value, Mapping) and (type(value) is not type(given[key])):
                fail(f"rules: {key} must be {shown(value)} as it is, not as {shown(given[key])}")
        return rules

    def _match(self) -> dict[str, int] | None:
        if self.given["match"] is None:
            return None
        match = an_object(self.given["match"], "match", ("match", "number"))
        if self.given["deal"] is not None:
            fail("deal must be null in a match")
        return {key: whole(match[key], f"match.{key}", 0) for key in ("match", "number")}

    def _strategies(self) -> list[str]:
        texts = a_list(self.given["strategies"], "strategies", self.game.seats)
        for text in texts:
            if not isinstance(text, str):
                fail(f"strategies must be texts, not {shown(text)}")
        return texts

    def _match_winner(self) -> int | str | None:
        winner = self.given["match_winner"]
        if winner is None or winner == "draw":
            return winner  # type: ignore[no-any-return]  # the comparison has told its type
        return whole(winner, "match_winner", 0, self.game.sides - 1)

    def _numbers(self, key: str, size: int) -> list[int]:
        return [whole(value, key) for value in a_list(self.given[key], key, size)]

    def _seat(self, value: object, what: str) -> int:
        return whole(value, what, 0, self.game.seats - 1)

    # ---- cards -------------------------------------------------------------------------------------------------------

    def _card(self, text: object, what: str) -> str:
        if not isinstance(text, str):
            fail(f"{what}: {shown(text)} is no card")
        try:
            return self.deck.card_name(self.deck.parse_card(text))
        except UsageError as error:
            fail(f"{what}: {error}")

    def _cards_dealt(self, *, is_played: bool) -> tuple[list[list[str]], list[str], list[list[str]] | None]:
        """Hands, kitty and second deal; a card twice is an error."""
        game = self.game
        hands = self._hands("hands", "hand", game.hand)
        kitty = self._set(self.given["kitty"], "kitty", game.kitty)
        if game.second_deal and is_played:
            second = self._hands("second_deal", "second deal", game.second_deal)
        else:
            second = None
            if self.given["second_deal"] is not None:
                fail(f"second_deal must be null {'when the deal was passed out' if game.second_deal else 'here'}")
        seen: set[str] = set()
        for card in (card for cards in [*hands, kitty, *(second or [])] for card in cards):
            if card in seen:
                fail(f"card {card!r} is dealt twice")
            seen.add(card)
        return hands, kitty, second

    def _hands(self, key: str, what: str, size: int) -> list[list[str]]:
        return [
            self._set(hand, f"{what} of seat {seat}", size)
            for seat, hand in enumerate(a_list(self.given[key], key, self.game.seats))
        ]

    def _set(self, given: object, what: str, size: int | None = None) -> list[str]:
        """The cards of a set, in whatever order they are given, in the order in which records are written."""
        cards = [self._card(card, what) for card in a_list(given, what, size)]
        for card in cards:
            if cards.count(card) > 1:
                fail(f"{what}: card {card!r} is there twice")
        return sorted(cards, key=self.deck.parse_card, reverse=True)

    def _exchange(self) -> list[dict[str, Any]]:
        game = self.game
        found = []
        for k, given in enumerate(a_list(self.given["exchange"], "exchange"), start=1):
            what = f"exchange entry {k}"
            entry = an_object(given, what, ("seat", "action", "cards"))
            known = {
                "take_kitty": game.takes_kitty,
                "give": game.gift,
                "fold": game.seats_leave or None,
                "discard": game.discard,
            }
            action = entry["action"]
            if not isinstance(action, str) or known.get(action) is None:
                fail(f"{what}: {game.name} has no action {shown(action)}")
            one = {"seat": self._seat(entry["seat"], f"{what}: the seat"), "action": action}
            if action == "give":
                one["to"] = self._seat(an_object(entry, what, ("to",))["to"], f"{what}: to")
            found.append(one | {"cards": self._set(entry["cards"], what)})
        return found

    # ---- auction and play --------------------------------------------------------------------------------------------

    def _auction(self) -> list[list[Any]]:
        calls = []
        for k, entry in enumerate(a_list(self.given["auction"], "auction")):
            seat, call = a_list(entry, f"auction entry {k + 1}", 2)
            if not isinstance(call, str):
                fail(f"auction entry {k + 1}: a call is a text, not {shown(call)}")
            self.game.parse_call(call)
            calls.append([self._seat(seat, f"auction entry {k + 1}: the seat"), call])
        return calls

    def _contract(self) -> dict[str, Any] | None:
        if self.given["contract"] is None:
            return None
        contract = an_object(self.given["contract"], "contract", ("declarer", "bid", "trump"))
        bid, trump = contract["bid"], contract["trump"]
        if not isinstance(bid, str) or bid == "pass":
            fail(f"contract: the bid must be the text of a bid, not {shown(bid)}")
        self.game.parse_call(bid)
        if trump is not None and not isinstance(trump, str):
            fail(f"contract: trump must be C, D, H, S or null, not {shown(trump)}")
        declarer = self._seat(contract["declarer"], "contract: the declarer")
        return {"declarer": declarer, "bid": bid, "trump": suit_name(parse_suit(trump))}

    def _tricks(self, hands: list[list[str]]) -> list[dict[str, Any]]:
        given = a_list(self.given["tricks"], "tricks")
        if len(given) > self.game.tricks:
            fail(f"a deal has {self.game.tricks} tricks, not {len(given)}")
        left: list[set[str] | None] = [set(hand) for hand in hands]
        if self.given["exchange"]:  # then the rules tell who holds what
            left = [None] * len(hands)
        return [self._trick(trick, f"trick {number}", left) for number, trick in enumerate(given, start=1)]

    def _trick(self, given: object, what: str, left: list[set[str] | None]) -> dict[str, Any]:
        trick = an_object(given, what, ("leader", "plays", "winner"))
        plays: list[list[Any]] = []
        for play in a_list(trick["plays"], what):
            seat = self._seat(a_list(play, f"{what}: a play", 2)[0], f"{what}: the seat")
            card = self._card(play[1], what)
            held = left[seat]
            if held is not None and card not in held:
                fail(f"{what}: seat {seat} does not hold {card}")
            if held is not None:
                held.discard(card)
            plays.append([seat, card])
        seats = [seat for seat, _ in plays]
        leader, winner = (self._seat(trick[key], f"{what}: the {key}") for key in ("leader", "winner"))
        if len(set(seats)) < len(seats) or not seats or seats[0] != leader or winner not in seats:
            fail(f"{what}: seats {seats} with leader {leader} and winner {winner} are not those of a trick")
        return {"leader": leader, "plays": plays, "winner": winner}

    def _tally(self, is_played: bool) -> dict[str, Any] | None:
        given = self.given["tally"]
        if not is_played:
            if given is not None:
                fail("tally must be null when the deal was passed out")
            return None
        tally = an_object(given, "tally")
        for key, value in tally.items():
            for part in value if isinstance(value, list) else [value]:
                if part is not None:
                    whole(part, f"tally.{key}")
        return tally

    def _made(self, is_played: bool) -> bool | None:
        made = self.given["made"]
        if not isinstance(made, bool if is_played else type(None)):
            fail(f"made must be {'true or false' if is_played else 'null'}, not {shown(made)}")
        return made
