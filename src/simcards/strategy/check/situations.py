"""Where a strategy is tried: at which tables, under which rules, in which contracts."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from simcards import compiled
from simcards.engine.deciders import Decider
from simcards.errors import UsageError
from simcards.games.game import Game
from simcards.games.options import Option, Rules
from simcards.strategy.check.at_random import random_file, with_parts
from simcards.strategy.check.steps import StepTable
from simcards.strategy.texts import LoadedStrategy, load

RULE_SETS = 3  # drawn beside the rules asked for
DEALS, PLAIN_DEALS, UNCOMPILED_DEALS = 20_000, 1_500, 40
# Decisions that lead to contracts and exchanges, taken at random so that all of them come up.
LEADING = ("name_trump", "give", "choose")


@dataclass(frozen=True)
class Situation:
    """A table with two players, the first of them the strategy on trial in all or in some decisions."""

    name: str
    table: StepTable
    own: tuple[tuple[str, ...], ...]  # by player the decisions that the strategy on trial takes


@dataclass(frozen=True)
class Trial:
    """A strategy on trial: everything that its tests need to know."""

    strategy: LoadedStrategy
    opponent: LoadedStrategy
    game: Game
    rules: Rules
    seed: int
    wanted: int | None  # deals
    workspace: Path | None

    @cached_property
    def is_plain(self) -> bool:
        """Whether something in it runs lane by lane in Python."""
        return any(decider.kind == "python" for decider in self.strategy.player.values()) or bool(self.reasons)

    @cached_property
    def reasons(self) -> dict[str, str]:
        """Why a decision that should be compiled is not, by its name."""
        return {what.rpartition(" ")[2]: why for what, why in self.situations[0].table.reasons.items()}

    @property
    def deals(self) -> int:
        """How many deals each table plays."""
        usual = UNCOMPILED_DEALS if not compiled.ENABLED else PLAIN_DEALS if self.is_plain else DEALS
        return usual if self.wanted is None else self.wanted

    @property
    def chunk(self) -> int:
        """How many deals are played at once."""
        return 32 if not compiled.ENABLED else 512 if self.is_plain else 4096

    @property
    def few(self) -> int:
        """How many deals are looked at closely at each table."""
        return min(self.deals, 8 if not compiled.ENABLED else 100 if self.is_plain else 400)

    @cached_property
    def situations(self) -> list[Situation]:
        """The tables: four under the rules asked for, two under each set of rules drawn."""
        found = [self._own(self.rules), *self._called(self.rules), self._led(self.rules)]
        for rules in rule_sets(self.game, self.rules, RULE_SETS):
            found += self._called(rules)
        return found

    @cached_property
    def other_texts(self) -> list[StepTable]:
        """Tables under rules that change the game's loops: too long to compile, so a few deals in plain Python."""
        return [self._called(rules)[1].table for rules in text_rule_sets(self.game, self.rules)]

    def _own(self, rules: Rules) -> Situation:
        every = self.game.decisions
        player = self.strategy.player
        return Situation("against itself", StepTable(self.game, rules, [player, player]), (every, every))

    def _called(self, rules: Rules) -> list[Situation]:
        """Against the opponent, and in whatever contract a random auction leads to."""
        every, player = self.game.decisions, self.strategy.player
        called = self._with(("bid",))
        left = tuple(decision for decision in every if decision != "bid")
        tables = [StepTable(self.game, rules, players) for players in ([player, self.opponent.player], [called] * 2)]
        return [Situation("against random", tables[0], (every, ())), Situation("any bid", tables[1], (left, left))]

    def _led(self, rules: Rules) -> Situation:
        taken = ("bid", *(decision for decision in LEADING if decision in self.game.decisions))
        left = tuple(decision for decision in self.game.decisions if decision not in taken)
        players = [self._with(taken), self.opponent.player]
        return Situation("any contract", StepTable(self.game, rules, players), (left, ()))

    def _with(self, decisions: tuple[str, ...]) -> dict[str, Decider]:
        text = with_parts(self.strategy.text, decisions, self.opponent.text)
        return load(text, self.game, self.workspace).player


def begin(
    text: str, game: Game, rules: Rules, seed: int, deals: int | None = None, workspace: Path | None = None
) -> Trial:
    """A trial of the strategy of a text; `UsageError` when it cannot be loaded."""
    found = game.under(rules)
    opponent = load(str(random_file(found)), found, workspace)
    return Trial(load(text, found, workspace), opponent, found, rules, seed, deals, workspace)


# ---- rules -----------------------------------------------------------------------------------------------------------


def values_of(option: Option) -> list[bool | str]:
    """The values of an option that is a flag or a choice, the default first; none for whole numbers.

    A strategy may well be written for a number, such as a lowest bid; a flag or choice it finds in its views.
    """
    if option.choices:
        return [option.default, *(choice for choice in option.choices if choice != option.default)]  # type: ignore[list-item]
    return [option.default, not option.default] if isinstance(option.default, bool) else []


def rule_sets(game: Game, rules: Rules, number: int) -> list[Rules]:
    """Rules that differ from those given in flags and choices that leave the game's loops as they are."""
    given = dict(rules.changes)
    open_to = {option.key: values_of(option) for option in game.book.options if option.key not in given}
    kept = {key: values for key, values in open_to.items() if not _changes_text(game, rules, key, values)}
    found: list[Rules] = []
    for k in range(1, number + 1):
        turned = {key: values[(k + i) % len(values)] for i, (key, values) in enumerate(kept.items()) if values}
        changed = _rules_of(game, given | turned)
        if changed is not None and changed not in (rules, *found):
            found.append(changed)
    return found


def text_rule_sets(game: Game, rules: Rules) -> list[Rules]:
    """Rules that differ from those given in one flag or choice that changes the game's loops."""
    given = dict(rules.changes)
    found = []
    for option in game.book.options:
        values = values_of(option) if option.key not in given else []
        if values and _changes_text(game, rules, option.key, values):
            changes = [_rules_of(game, given | {option.key: value}) for value in values[1:]]
            found += [changed for changed in changes if changed is not None]
    return found


def _changes_text(game: Game, rules: Rules, key: str, values: list[bool | str]) -> bool:
    others = (_rules_of(game, dict(rules.changes) | {key: value}) for value in values[1:])
    return any(_shape(game, other) != _shape(game, rules) for other in others if other is not None)


def _shape(game: Game, rules: Rules) -> tuple[object, ...]:
    """All that the text of a game's loops depends on."""
    found = game.under(rules)
    return found, found.deck(rules), found.trump_first(rules), found.functions(rules)


def _rules_of(game: Game, changes: dict[str, object]) -> Rules | None:
    """The rules with these changes, None when they contradict each other."""
    try:
        return game.book.rules(changes)
    except UsageError:
        return None
