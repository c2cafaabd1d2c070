"""The opponent that leads everywhere: a strategy file of random answers, written into the cache folder.

It is a file like a user's own, so that the commands that a check prints can be typed.
"""

from pathlib import Path

from simcards.games.game import Game
from simcards.generated import cache_folder

TEXT = '''"""At random: any legal answer, but a pass three times in four: every bid is played. Origin: simcards."""

from simcards.strategy import Strategy, bit, count, mix, nth, select


def one_of(answers, word):
    """One of some answers, each as likely as the others: the upper half of a word scaled to their number."""
    return nth(answers, ((word >> 31) * count(answers)) >> 32)


def any_legal(v):
    """One of the legal answers."""
    return one_of(v.legal, v.random)


def bid(v):
    """A pass three times in four: a high bid would else drown all lower ones."""
    return select(v.random & 3 == 0, any_legal(v))


def any_set(v):
    """What must go, and others drawn one by one."""
    cards = v.must
    for k in range(9):
        cards |= select(count(cards) < v.need, bit(one_of(v.legal & ~cards, mix(v.random, k))))
    return cards


def all_or_none(v):
    """All that may be given or nothing, half of the time each."""
    return select(v.random & 1 == 1, v.legal)


strategy = Strategy(game="{game}", {functions})
'''
FUNCTIONS = {"bid": "bid", "discard": "any_set", "give": "any_set"}


def random_file(game: Game) -> Path:
    """The path of the file of random answers for a game, which is written when it is not there."""
    functions = {decision: FUNCTIONS.get(decision, "any_legal") for decision in game.decisions}
    if "give" in functions and game.gift_is_free:
        functions["give"] = "all_or_none"
    arguments = ", ".join(f"{decision}={function}" for decision, function in functions.items())
    text = TEXT.format(game=game.name, functions=arguments)
    path = cache_folder() / "check" / game.name / "at_random.py"
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path


def with_parts(text: str, decisions: tuple[str, ...], other: str) -> str:
    """The text of a strategy some of whose decisions are those of another."""
    whole, *parts = text.split("+")
    kept = [part for part in parts if part.partition("=")[0] not in decisions]
    return "+".join([whole, *kept, *(f"{decision}={other}" for decision in decisions)])
