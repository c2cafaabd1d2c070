"""A game made of another one by changing its rules: the defaults of options and entries of its value table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from simcards.errors import UsageError
from simcards.games.game import Game
from simcards.games.options import Option, RuleBook, Rules, value_text


def variant(
    game: Game, *, name: str, title: str, rules: Mapping[str, Any], source: str = "", summary: str = ""
) -> Game:
    """The game under a name of its own, with these rules as its defaults.

    `rules` are what a rules file holds, e.g. {"target": 11, "values": {"10": 11}}; `UsageError` for what the game does
    not have. `source` says where they come from. The variant plays the deals that the game itself plays under these
    rules, shares its compiled loops, and takes its strategies beside those written for the variant.
    """
    if name == game.name:
        raise UsageError(f"a variant needs a name of its own, not {name!r}")
    given = game.book.rules(rules, name)
    played = replace(game.under(given), base=None)  # with the number of players that the rules set
    return replace(
        played,
        name=name,
        title=title,
        source=source or title,
        summary=summary or f"{game.title} with {given.changed_text or 'other defaults'}",
        rules=_text(game, title, given),
        book=_book(game.book, name, given, source or title),
        variant_of=game.variant_of or game.name,
        file="",
    )


def _book(book: RuleBook, name: str, given: Rules, origin: str) -> RuleBook:
    def changed(option: Option) -> Option:
        value = given[option.key]
        return option if value == option.default else replace(option, default=value, origin=origin)

    values = book.values
    if values is not None and given.changes.get("values"):
        values = replace(
            values, defaults=given.values, origin=f"{origin}; {values.origin}" if values.origin else origin
        )
    return replace(book, game=name, options=tuple(changed(option) for option in book.options), values=values)


def _text(game: Game, title: str, given: Rules) -> str:
    """The rules for people: what is changed, then those of the game."""
    items = [
        f"- `{option.key}` is {value_text(given[option.key])}, not {option.default_text}: {option.meaning}."
        for option in game.book.options
        if given[option.key] != option.default
    ]
    before = game.book.rules().values
    entries = given.changes.get("values", {})
    items += [f"- `values.{key}` is {value}, not {before[key]}." for key, value in entries.items()]
    changes = "\n".join(items)
    return f"""
## What is changed

{title} is {game.title} but for the following. Where the text of {game.title} below says otherwise, this holds.

{changes}
{game.rules}"""
