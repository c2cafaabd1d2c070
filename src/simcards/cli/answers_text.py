"""What the answers to a question come to, as text that fits 80 columns: who is asked, the tables, the verdict last."""

from simcards.bidding.question import Question
from simcards.cli import screen
from simcards.cli.answers_tables import (
    advice_table,
    calls_table,
    fates_tables,
    hands_table,
    points_table,
    range_text,
    trumps_text,
    versus_table,
)
from simcards.cli.simulate_text import notes_text, short, wrapped
from simcards.experiments.answers import Answers
from simcards.experiments.results import Results
from simcards.experiments.tables import Row
from simcards.games.game import Game
from simcards.statistics.boards import BoardInterval

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
PLAYS_ON = 4  # times as many deals halve an interval
SHARPER = 5  # how many times narrower the next run is, where answers are not told apart
# What is said before an answer, by decision.
DOING = {"bid": "Bid", "name_trump": "Name", "choose": "Choose", "give": "Give", "discard": "Discard", "play": "Play"}
ASKED = {
    "name_trump": "which trump to name",
    "choose": "what to choose",
    "give": "which cards to give",
    "discard": "which cards to discard",
    "play": "which card to lead",
}


def text_of(results: Results, *, notes: bool) -> str:
    """The whole text."""
    totals: Answers = results.totals
    parts = [_headline(results, totals), _deals(results, totals)]
    if totals.question.is_bid:
        parts += [calls_table(results), *fates_tables(results), *trumps_text(results), *points_table(results)]
    else:
        parts.append(advice_table(results))
    parts += [*versus_table(results), *hands_table(results)]
    if notes and results.notes:
        parts.append(notes_text(results))
    if results.folder is not None:
        parts.append(f"Written to {results.folder}")
    parts.append(screen.styled(wrapped(verdict(results, totals)), screen.BOLD))
    return "\n\n".join(parts)


# ---- what is asked ---------------------------------------------------------------------------------------------------


def place_text(game: Game, seat: int) -> str:
    """The place of a seat in the auction, in words."""
    if seat == game.seats - 1:
        return "dealer"
    return "eldest" if seat == 0 else f"{ORDINALS[seat]} to speak"


def _headline(results: Results, totals: Answers) -> str:
    row, question, game = results.summary, totals.question, totals.game
    parts = [row["hand"], row["where"], place_text(game, question.moment.seat), _scores(game, question, row)]
    lines = [
        screen.styled(wrapped(f"{game.title}: {', '.join(part for part in parts if part)}", "  "), screen.BOLD),
        *_before(game, question, row),
    ]
    if not question.is_bid:
        what = f"{row['contract']}; " if row.get("contract") else ""
        trump = f", {row['trump']} are trump" if row.get("trump") else ""
        lines.append(f"{what}asked: {ASKED[question.moment.decision]}{trump}")
    if row["rules"]:
        lines.append(f"Rules: {row['rules']}")
    ours = "You and your partner play" if game.sides < game.seats else "You play"
    others = "the others" if game.seats > game.sides or game.seats > 2 else "the other"
    lines.append(f"{ours} {row['us']}; {others}: {row['them']}; seed {row['seed']}")
    return "\n".join([lines[0], *(wrapped("  " + line, "    ") for line in lines[1:])])


def _scores(game: Game, question: Question, row: Row) -> str:
    if not row["scores"]:
        return ""
    ours = game.side(question.moment.seat)
    scores = [question.before[(ours + k) % game.sides] for k in range(game.sides)]
    return "at " + " to ".join(str(score) for score in scores)


def _before(game: Game, question: Question, row: Row) -> list[str]:
    """What was called before, by whom, or that it is assumed."""
    calls = [given for given in question.script.given if given.moment.decision == "bid"]
    if not calls:
        return []
    if row["assumed"] and question.is_bid:
        return ["Assumed: the seats before you passed; say otherwise with --auction"]
    said = []
    for given in calls:
        seat = given.moment.seat
        who = "you" if seat == question.moment.seat else place_text(game, seat).removesuffix(" to speak")
        said.append(f"{who} {game.call_name(given.answer)}")
    assumed = " (passes were assumed)" if row["assumed"] else ""
    return [f"Called before: {', '.join(said)}{assumed}"]


# ---- deals -----------------------------------------------------------------------------------------------------------


def _deals(results: Results, totals: Answers) -> str:
    row, jobs = results.summary, results.manifest["jobs"]
    lines = []
    if row["left_out"]:
        what = "somebody before you would have called otherwise"
        if not totals.question.is_bid:
            what = "somebody would have called or played otherwise before"
        lines.append(f"{row['deals']:,} deals of {row['dealt']:,} dealt: in the others {what}.")
        lines += _steps(results)
    else:
        lines.append(f"{row['deals']:,} deals with {'this hand' if row['hands'] == 1 else 'such a hand'}.")
    lines.append(rarity(row))
    speed = f"{results.seconds:.2f} s, {row['dealt'] / max(results.seconds, 1e-9):,.0f} deals/s with {jobs} worker"
    return "\n".join([*map(wrapped, lines), screen.styled(speed + "s" * (jobs > 1), screen.DIM)])


def _steps(results: Results) -> list[str]:
    """Where deals were left out, if that can be at several steps."""
    rows = [row for row in results.rows("before") if not row["own"]]
    if len(rows) < 2:
        return []
    return [
        f"  {row['answer']}: {row['deals'] - row['left_out']:,} of {row['deals']:,} fit ({100 * row['rate']:.1f} %)"
        for row in rows
        if row["deals"]
    ]


def rarity(row: Row) -> str:
    """How seldom one is dealt such a hand, exactly."""
    hands, all_hands = row["hands"], row["all_hands"]
    if hands == all_hands:
        return f"All {all_hands:,} hands are like this."
    ratio = all_hands / hands
    one_in = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"
    if hands == 1:
        return f"1 hand in {all_hands:,} is this one."
    return f"1 hand in {one_in} is like this ({hands:,} of {all_hands:,})."


# ---- verdict ---------------------------------------------------------------------------------------------------------


def verdict(results: Results, totals: Answers) -> str:
    """What to answer, and by how much it is the best, in plain words."""
    rows = results.rows("calls" if totals.question.is_bid else "answers")
    best = next((row for row in rows if row["is_best"]), None)
    if best is None:
        return "No answer is legal in every deal; nothing can be said."
    name = totals.names_of[totals.best]
    if totals.next_best is None:
        return f"{_doing(totals, [totals.best])}: there is no other legal answer."
    lead = totals.lead(totals.next_best)
    if len(totals.group) > 1:
        return _tie(results, totals, totals.lead(totals.group[1]))
    ahead = (
        f"{lead.estimate:.{_places(lead)}f}{_half(lead)} more than {totals.names_of[totals.next_best]}, the next best"
    )
    text = f"{_doing(totals, [totals.best])}: margin {best['margin']:+.2f} per deal, {ahead}."
    if not totals.question.is_bid or name == totals.game.call_name(0):
        return text
    return f"{text} {success_text(best)}"


def success_text(row: Row) -> str:
    """The success of a call if given, with what is known of it for certain when it never failed."""
    if row["made"] in (0, row["deals"]):
        return (
            f"Success if given {100 * row['success']:.0f} % on all {row['deals']:,} deals "
            f"(95 % interval {range_text(row['success_low'], row['success_high'])} %)."
        )
    half = 50 * (row["success_high"] - row["success_low"])
    return f"Success if given {100 * row['success']:.1f} ± {half:.1f} %."


def _doing(totals: Answers, numbers: list[int]) -> str:
    """What to do: `Bid 3`, `Pass`, `3 or 2`."""
    names = [totals.names_of[k] for k in numbers]
    doing = DOING[totals.question.moment.decision]
    passing = totals.game.call_name(0)
    if totals.question.is_bid and passing in names:
        rest = [name for name in names if name != passing]
        names = [*names[: names.index(passing)], passing, *names[names.index(passing) + 1 :]]
        if not rest:
            return passing.capitalize()
        return _listed([name if name == passing else f"bid {name}" for name in names]).capitalize()
    return f"{doing} {_listed(names)}"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _tie(results: Results, totals: Answers, lead: BoardInterval) -> str:
    """That several answers are not told apart, and what would."""
    first, second = (totals.names_of[k] for k in totals.group[:2])
    text = f"{_doing(totals, totals.group)}: "
    if lead.differing == 0:
        same = "they come" if len(totals.group) == 2 else f"{first} and {second} come"
        return f"{text}{same} to the same on each of {totals.deals:,} deals, margin {_margin(results):+.2f}."
    between = "difference" if len(totals.group) == 2 else f"{first} minus {second}"
    mean = f"{lead.estimate:+.{_places(lead)}f}" if len(totals.group) > 2 else f"{lead.estimate:.{_places(lead)}f}"
    return (
        f"{text}their margins are not told apart by {totals.deals:,} deals ({between} {mean}{_half(lead)}); "
        f"more with {_more(totals)}."
    )


def _margin(results: Results) -> float:
    rows = results.rows("calls" if "calls" in results.names else "answers")
    return float(next(row["margin"] for row in rows if row["is_best"]))


def _more(totals: Answers) -> str:
    """The option that makes a longer run."""
    until, dealt = totals.length.until, totals.length.dealt
    if until is not None and totals.deals >= (totals.length.fitting or 0):
        return f"--until {100 * until / SHARPER:g}%"
    return f"--{'deals' if until is None else 'max-deals'} {short(PLAYS_ON * dealt)}"


def _places(found: BoardInterval) -> int:
    """Digits after the point that a difference deserves: two, or so many that its half width is not 0."""
    if found.low is None or found.high is None:
        return 2
    half = (found.high - found.low) / 2
    return 2 if half >= 0.01 else 3


def _half(found: BoardInterval) -> str:
    if found.low is None or found.high is None:
        return ""
    half = (found.high - found.low) / 2
    bound = " at most" if found.method == "bound" else ""
    return f" ± {half:.{_places(found)}f}{bound}"
