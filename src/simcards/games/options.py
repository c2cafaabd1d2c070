"""Rule options: their keys, values and texts, and a game's rules in force as whole numbers for compiled loops."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from simcards.errors import UsageError, nearest

# The codes of options that the engine itself reads; a game's own are beside its rules.
SINGLE_ROUND, CONTINUOUS = range(2)
REDEAL_NEXT, REDEAL_SAME, DEALER_FORCED, HOLDER_FORCED = range(4)
DECLARERS, HIGHER_SCORE, POINT_ORDER = range(3)

SOURCE = "source text"  # the origin of a default that is in the text a game was written from

WORDS = {"true": True, "false": False}
LARGEST = 1 << 40
MOST_DIGITS = 100  # a number that has more is shown as it was written


@dataclass(frozen=True)
class Option:
    """One rule option: what it means, its default, and the values it may take (a choice's position is its code).

    `origin` says where the default comes from: "source text" (what the game was written from), a named public page of
    rules, or "our own choice".
    """

    key: str
    default: bool | int | str
    meaning: str
    choices: tuple[str, ...] = ()
    allowed: range | None = None
    origin: str = ""

    def value(self, given: object, where: str) -> bool | int | str:
        """The option's value from text or from a Python or TOML value; `where` is named in the error."""
        value = self._from_text(given) if isinstance(given, str) and not self.choices else given
        if self.choices:
            good = isinstance(value, str) and value in self.choices
        elif isinstance(self.default, bool):
            good = isinstance(value, bool)
        else:
            good = isinstance(value, int) and not isinstance(value, bool) and value in (self.allowed or ())
        if not good:
            raise UsageError(f"{where}: rule {self.key!r} cannot be {given!r}; {self._remedy(given, value)}")
        return value  # type: ignore[return-value]  # `good` has told its type

    def _remedy(self, given: object, value: object) -> str:
        if self.choices:
            close = nearest(str(given), self.choices)
            return f"{close} (allowed: {self.values_text})" if close.endswith("?") else close
        if isinstance(value, int) and value > LARGEST:
            return f"the largest allowed is {LARGEST}"
        return f"allowed: {self.values_text}"

    def _from_text(self, text: str) -> object:
        if isinstance(self.default, bool):
            return WORDS.get(text.strip().lower(), text)
        try:
            return int(text)
        except ValueError:
            return text

    @property
    def default_text(self) -> str:
        """The default as it is written in `KEY=VALUE`."""
        return value_text(self.default)

    @property
    def values_text(self) -> str:
        """The values the option may take, for people."""
        if self.choices:
            return " | ".join(self.choices)
        if isinstance(self.default, bool):
            return "true | false"
        allowed = self.allowed or range(0)
        return f"{allowed[0]} … {allowed[-1]}" if allowed[-1] < LARGEST else f"any whole number from {allowed[0]} on"

    def code(self, value: bool | int | str) -> int:
        """The value as a whole number."""
        return self.choices.index(str(value)) if self.choices else int(value)


def value_text(value: bool | int | str) -> str:
    """The value of an option as it is written in `KEY=VALUE`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


FROM_ONE = range(1, LARGEST + 1)

ALL_PASS = {
    "redeal_next": "the next player deals",
    "redeal_same": "the same dealer deals again",
    "dealer_forced": "the dealer has to play{forced}",
    "joker_forced": "whoever holds the joker has to play{forced}, and if nobody does the next player deals",
}


def common_options(
    *,
    target: int,
    win_requires_made_bid: bool,
    all_pass: tuple[str, tuple[str, ...]],
    bid_min: tuple[int, range] | None,
    auction: str | None,
    forced: str = "",
    origins: Mapping[str, str] | None = None,
) -> tuple[Option, ...]:
    """The options that every game has, or most, with this game's defaults.

    `all_pass` and `bid_min` are (default, what is allowed). `forced` names the bid that a forced player plays for;
    `origins` says by key where the defaults come from.
    """
    if all_pass[1] != tuple(ALL_PASS)[: len(all_pass[1])]:  # the engine knows them by their numbers
        raise UsageError(f"all_pass has the choices {', '.join(ALL_PASS)}, in this order; the last may be left out")
    passed = "; ".join(
        f"{choice}: {ALL_PASS.get(choice, choice).format(forced=f' for {forced}' if forced else '')}"
        for choice in all_pass[1]
    )
    options = [
        Option("target", target, "points that win the match", allowed=FROM_ONE),
        Option(
            "win_requires_made_bid",
            win_requires_made_bid,
            "only the declaring side can win the match, in a deal in which it makes its bid",
        ),
        Option(
            "max_hands",
            500,
            "after this many deals, those passed out too, the highest score wins the match; equal scores are a draw",
            allowed=FROM_ONE,
            origin="our own choice, so that every match ends",
        ),
        Option("all_pass", all_pass[0], f"what happens when nobody bids ({passed})", choices=all_pass[1]),
    ]
    if bid_min:
        options.append(Option("bid_min", bid_min[0], "the lowest bid", allowed=bid_min[1]))
    if auction:
        meaning = (
            "whether everybody speaks once (single_round), or in turn until one player is left, a pass being final "
            "(continuous)"
        )
        options.append(Option("auction", auction, meaning, choices=("single_round", "continuous")))
    return tuple(replace(option, origin=(origins or {}).get(option.key, option.origin)) for option in options)


@dataclass(frozen=True)
class ValueTable:
    """A table of payoffs that a rules file may change: `[values]`, whole numbers from 0 on.

    An entry `a.b` stands in a table of its own, `[values.a]`.
    """

    meaning: str
    defaults: Mapping[str, int]
    origin: str = ""

    def checked(self, given: object, where: str) -> dict[str, int]:
        """The changed entries; an unknown key or a value below 0 is an error."""
        if not isinstance(given, Mapping):
            example = next(iter(self.defaults.items()))
            remedy = "write values.{}={}, or a [values] section in a file".format(*example)
            raise UsageError(f"{where}: values is a table, not {given!r}; {remedy}")
        changed = {}
        for key, value in _flat(given).items():
            if key not in self.defaults:
                raise UsageError(f"{where}: values has no entry {key!r}; {nearest(key, self.defaults)}")
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST:
                raise UsageError(f"{where}: values.{key} cannot be {value!r}; allowed: 0 … {LARGEST}")
            if value != self.defaults[key]:
                changed[key] = value
        return changed


def _flat(table: Mapping[Any, Any], before: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in table.items():
        found |= _flat(value, f"{before}{key}.") if isinstance(value, Mapping) else {f"{before}{key}": value}
    return found


def nested(entries: Mapping[str, int]) -> dict[str, Any]:
    """The entries of a value table as a rules file writes them: `a.b` in a table of its own."""
    found: dict[str, Any] = {}
    for key, value in entries.items():
        *tables, last = key.split(".")
        inside = found
        for name in tables:
            inside = inside.setdefault(name, {})
        inside[last] = value
    return found


@cache
def _codes_type(names: tuple[str, ...]) -> Any:
    """The named tuple of these fields; one for all games that have the same, so that they share compiled loops."""
    return NamedTuple("RuleCodes", [(name, int) for name in names])


def no_numbers(values: Mapping[str, int]) -> dict[str, int]:
    """No numbers: a game whose values need no other form."""
    return {}


@dataclass(frozen=True)
class RuleBook:
    """All options of a game, with its value table and its presets."""

    game: str
    options: tuple[Option, ...]
    values: ValueTable | None = None
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # whole numbers that depend on the value table, read by the game's functions as rules.NAME
    derived: Callable[[Mapping[str, int]], dict[str, int]] = no_numbers
    # what is wrong with some options taken together, None when nothing is
    problem: Callable[["Rules"], str | None] | None = None

    @cached_property
    def by_key(self) -> dict[str, Option]:
        """The options by key."""
        return {option.key: option for option in self.options}

    @cached_property
    def codes_type(self) -> Any:
        """The named tuple of whole numbers that the game's functions see as `rules`."""
        defaults = self.values.defaults if self.values else {}
        return _codes_type((*self.by_key, *self.derived(defaults)))

    def rules(self, given: Mapping[str, Any] | None = None, where: str = "rules") -> "Rules":
        """The rules in force from changed options; every unknown key or value is an error that names the nearest."""
        return self._together(self._changes(given or {}, where), where)

    def changed(self, rules: "Rules", given: Mapping[str, Any], where: str = "rules") -> "Rules":
        """Rules with some more options changed, entries of the value table one by one."""
        changes = dict(given)
        if "values" in changes and self.values and isinstance(changes["values"], Mapping):
            changes["values"] = {**rules.changes.get("values", {}), **_flat(changes["values"])}
        return self.rules({**rules.changes, **changes}, where)

    def parse_changes(self, rules: "Rules", texts: tuple[str, ...], option: str) -> "Rules":
        """Rules with what the texts `KEY=VALUE` of an option change."""
        try:
            by_hand, entries = self._by_hand(texts)
            return self.changed(rules, {**by_hand, **({"values": entries} if entries else {})}, option)
        except UsageError as error:
            raise UsageError(str(error).replace("--rule", option)) from None

    def _changes(self, given: Mapping[str, Any], where: str) -> dict[str, Any]:
        """The changed options, each checked by itself; what is given by its own key wins over a preset."""
        changes = self._preset(given["preset"], where) if "preset" in given and self.presets else {}
        for key, value in given.items():
            if key == "values" and self.values:
                changes["values"] = self.values.checked(value, where)
            elif key in self.by_key:
                changes[key] = self.by_key[key].value(value, where)
            elif key != "preset" or not self.presets:
                raise UsageError(f"{where}: {self._no_rule(key)}")
        return changes

    def _preset(self, name: object, where: str) -> dict[str, Any]:
        if not isinstance(name, str) or name not in self.presets:
            raise UsageError(f"{where}: no preset {name!r} in {self.game}; {nearest(str(name), self.presets)}")
        return dict(self.presets[name])

    def _together(self, changes: Mapping[str, Any], where: str) -> "Rules":
        rules = Rules(self, changes)
        problem = self.problem(rules) if self.problem else None
        if problem:
            raise UsageError(f"{where}: {problem}; change one of them")
        return rules

    def _no_rule(self, key: str) -> str:
        """What is said of a key that this game does not have: the games that have it, or the nearest key."""
        from simcards.games.game import games  # noqa: PLC0415  # games are made of rule books

        name = key.partition(".")[0] if key.startswith("values.") else key
        others = [other.name for other in games().values() if other.name != self.game and name in other.book.keys]
        if others:
            owners = f"{name} is a rule of {', '.join(sorted(others))}"
            return f"{self.game} has no rule {key!r}; {owners}; see simcards rules {self.game}"
        return f"{self.game} has no rule {key!r}; {nearest(key, self.keys)}"

    @property
    def keys(self) -> list[str]:
        """All keys that a rules file may have."""
        return [*self.by_key, *(["preset"] if self.presets else []), *(["values"] if self.values else [])]

    def parse(self, texts: tuple[str, ...] = (), file: Path | None = None) -> "Rules":
        """The rules from texts `KEY=VALUE` (`values.ENTRY=NUMBER` too) and a TOML file; what is given by hand wins."""
        given = self._changes(read_toml(file), str(file)) if file is not None else {}
        by_hand, entries = self._by_hand(texts)
        changes = given | self._changes(by_hand, "--rule")
        if entries and self.values:
            changes["values"] = self.values.checked({**given.get("values", {}), **entries}, "--rule")
        return self._together(changes, "--rule" if texts else str(file or "rules"))

    def _by_hand(self, texts: tuple[str, ...]) -> tuple[dict[str, str], dict[str, int | str]]:
        """The options of texts `KEY=VALUE`, and the entries of the value table."""
        by_hand: dict[str, str] = {}
        for text in texts:
            key, equals, value = (part.strip() for part in text.partition("="))
            if not equals:
                raise UsageError(f"--rule {text!r} is not KEY=VALUE; e.g. --rule target=11")
            if by_hand.setdefault(key, value) != value:
                raise UsageError(f"--rule: {key!r} is given as {by_hand[key]!r} and as {value!r}; give it once")
        entries: dict[str, int | str] = {}
        for key in [key for key in by_hand if key.startswith("values.") and self.values]:
            value = by_hand.pop(key)
            entries[key.removeprefix("values.")] = (
                int(value) if value.isdecimal() and len(value) < MOST_DIGITS else value
            )
        return by_hand, entries


def read_toml(file: Path) -> dict[str, Any]:
    """The content of a TOML file; every failure is one line that names it."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"rules file {file}: {error.strerror or error}; give the path of a TOML file") from None
    except ValueError as error:  # of TOML, of text that is not UTF-8, of a number with thousands of digits
        raise UsageError(f"rules file {file} is not TOML: {error}") from None


class Rules:
    """The rules of a game in force: `rules["bid_min"]`, all of them `as_dict()`, as whole numbers `codes`."""

    def __init__(self, book: RuleBook, changes: Mapping[str, Any]) -> None:
        self.book = book
        self.changes = dict(changes)

    def __getitem__(self, key: str) -> Any:
        return self.changes.get(key, self.book.by_key[key].default)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.book.game == other.book.game and self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash(repr(sorted(self.as_dict().items(), key=str)))

    def __repr__(self) -> str:
        return f"<rules of {self.book.game}: {self.changed_text or 'defaults'}>"

    @property
    def changed_text(self) -> str:
        """The options that differ from their defaults as `key=value` texts."""
        texts = []
        for option in self.book.options:
            value = self[option.key]
            if value != option.default:
                texts.append(f"{option.key}={value_text(value)}")
        texts += [f"values.{key}={value}" for key, value in self.changes.get("values", {}).items()]
        return ", ".join(texts)

    def as_dict(self) -> dict[str, Any]:
        """All options with the value in force; `values` holds the changed entries of the value table."""
        result: dict[str, Any] = {key: self[key] for key in self.book.by_key}
        if self.book.values:
            result["values"] = nested(self.changes.get("values", {}))
        return result

    @property
    def values(self) -> dict[str, int]:
        """The whole value table in force."""
        return {**self.book.values.defaults, **self.changes.get("values", {})} if self.book.values else {}

    @property
    def codes(self) -> Any:
        """The rules as a named tuple of whole numbers, as the game's functions read them."""
        numbers = [option.code(self[option.key]) for option in self.book.options]
        return self.book.codes_type(*numbers, *self.book.derived(self.values).values())
