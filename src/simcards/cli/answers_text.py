"""What the answers to a question come to, as text that fits 80 columns: who is asked, the tables, the verdict last."""

from math import ceil

from simcards.bidding.auction import PASS, seat_text
from simcards.bidding.question import Question
from simcards.cli import screen
from simcards.cli.answers_tables import (
    MOST_LISTED,
    advice_table,
    calls_table,
    fates_tables,
    hands_table,
    listed,
    points_table,
    range_text,
    true_digits,
    trumps_text,
    versus_table,
)
from simcards.cli.simulate_text import notes_text, short, wrapped
from simcards.experiments.answers import Answers
from simcards.experiments.question_run import LEAST_WIDTH
from simcards.experiments.results import Results
from simcards.experiments.tables import Row
from simcards.games.game import Game
from simcards.statistics.boards import BoardInterval

PLAYS_ON = 4  # times as many deals halve an interval
SHARPER = 5  # how many times narrower the next run is, where answers are not told apart
LONG_RUN = 4  # calls in a row that are told by the first and the last
HEADROOM = 1.05  # of a run that is to reach a width, as luck has its part in how many deals fit
# What is said of an answer that has no other beside it, though others are legal in some deals.
NO_OTHER = {
    "name_trump": "no other suit may be named in every deal",
    "choose": "nothing else may be chosen in every deal",
    "give": "of the cards you named no others may be given in every deal",
    "discard": "of the cards you named no others may be discarded in every deal",
    "play": "of the cards you named no other may be led in every deal",
}
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


def _headline(results: Results, totals: Answers) -> str:
    row, question, game = results.summary, totals.question, totals.game
    parts = [row["hand"], row["where"], seat_text(game, question.moment.seat), _scores(game, question, row)]
    lines = [
        screen.styled(wrapped(f"{game.title}: {', '.join(part for part in parts if part)}", "  "), screen.BOLD),
        *_before(game, question, row),
    ]
    if not question.is_bid:
        said = [f"Contract: {row['contract']}"] if row["contract"] else []
        said += [f"trump: {row['trump']}"] if row["trump"] else []
        lines.append("; ".join([*said, f"asked: {ASKED[question.moment.decision]}"]))
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
    return f"at {scores[0]} to {scores[1]}" if game.sides == 2 else f"scores {' '.join(map(str, scores))}"


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
        who = "you" if seat == question.moment.seat else seat_text(game, seat).removesuffix(" to speak")
        said.append(f"{who} bid {game.call_name(given.answer)}" if given.answer else f"{who} passed")
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
        lines.append(f"{_deals_text(row['deals'])} of {row['dealt']:,} dealt: in the others {what}.")
        lines += _steps(results)
    else:
        lines.append(f"{_deals_text(row['deals'])} with {'this hand' if row['hands'] == 1 else 'such a hand'}.")
    lines.append(rarity(row))
    speed = f"{results.seconds:.2f} s, {row['dealt'] / max(results.seconds, 1e-9):,.0f} deals/s with {jobs} worker"
    return "\n".join([*map(wrapped, lines), screen.styled(speed + "s" * (jobs > 1), screen.DIM)])


def _deals_text(number: int) -> str:
    return "1 deal" if number == 1 else f"{number:,} deals"


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
    if totals.next_best is None:
        return f"{_doing(totals, [totals.best])}: {_alone(totals)}."
    lead = totals.lead(totals.next_best)
    if len(totals.group) > 1:
        return _tie(totals, best["margin"])
    ahead = f"{lead.estimate:.{_places(lead)}f}{_half(lead)} more than {_one(totals, totals.next_best)}, the next best"
    if (
        lead.low is not None and lead.low <= 0
    ):  # all differences hold together, which asks for more than telling two apart
        ahead += " (told apart by Holm's test)"
    text = f"{_doing(totals, [totals.best])}: margin {best['margin']:+.2f} per deal, {ahead}."
    if not totals.question.is_bid or _is_pass(totals, totals.best):
        return text
    return f"{text} {success_text(best)}"


def _alone(totals: Answers) -> str:
    """Why there is nothing to compare an answer with."""
    if totals.question.is_bid:
        return "nothing else is legal"
    return "there is no other legal answer" if totals.is_complete else NO_OTHER[totals.question.moment.decision]


def success_text(row: Row) -> str:
    """The success of a call if given, with what is known of it for certain when it never failed."""
    if row["made"] in (0, row["deals"]):
        return (
            f"Success if given {100 * row['success']:.0f} % on all {_deals_text(row['deals'])} "
            f"(95 % interval {range_text(row['success_low'], row['success_high'])} %)."
        )
    success, low, high = row["success"], row["success_low"], row["success_high"]
    half = f"{50 * (high - low):.1f}"
    if true_digits(1, success) == 1 and float(half):
        return f"Success if given {100 * success:.1f} ± {half} %."
    digits = true_digits(2, success, low, high)
    return f"Success if given {100 * success:.{digits}f} % (95 % interval {range_text(low, high)} %)."


def _one(totals: Answers, k: int) -> str:
    """An answer as a thing: `3`, `a pass`."""
    return "a pass" if _is_pass(totals, k) else totals.names_of[k]


def _is_pass(totals: Answers, k: int) -> bool:
    return totals.question.is_bid and totals.question.answers[k] == PASS


def _doing(totals: Answers, *groups: list[int]) -> str:
    """What to do: `Bid 3`, `Pass or bid 2`, `Bid 42 or any of 30 … 41`; no run goes from one group to the next."""
    doing = DOING[totals.question.moment.decision]
    parts: list[str] = []
    for run in [run for group in groups for run in _runs(totals, group)]:
        names = [totals.names_of[k] for k in run]
        said = any(part.startswith(doing) for part in parts)
        if _is_pass(totals, run[0]):
            parts.append("Pass")
        else:
            parts.append(f"{doing} " * (not said) + (f"any of {names[0]} … {names[-1]}" if len(run) > 1 else names[0]))
    text = listed(parts, "or")
    return text[0] + text[1:].replace(doing, doing.lower()).replace("Pass", "pass") if totals.question.is_bid else text


def _runs(totals: Answers, numbers: list[int]) -> list[list[int]]:
    """The answers, of bids those together that follow on each other, if they are some; a pass stands alone."""
    runs: list[list[int]] = []
    for number in numbers:
        follows = runs and runs[-1][-1] + 1 == number and totals.question.is_bid and not _is_pass(totals, runs[-1][0])
        if follows:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [part for run in runs for part in ([run] if len(run) >= LONG_RUN else [[number] for number in run])]


def _tie(totals: Answers, margin: float) -> str:
    """That several answers are not told apart from the best, and what would tell."""
    same = sorted(k for k in totals.group if k == totals.best or totals.lead(k).differing == 0)
    by_lead = sorted((k for k in totals.group if k not in same), key=lambda k: totals.lead(k).estimate or 0.0)
    alike = f"come to the same on {_each_of(totals.deals)}, margin {margin:+.2f}"
    if not by_lead:
        return f"{_doing(totals, same)}: they {alike}."
    text = f"{_doing(totals, same, sorted(by_lead) if totals.question.is_bid else by_lead)}: "
    if len(same) > 1:
        many = len(same) > MOST_LISTED
        names = f"the best {len(same)}" if many else listed([_one(totals, k) for k in same])
        others = _one(totals, by_lead[0]) if len(by_lead) == 1 else "the others"
        return f"{text}{names} {alike}; to tell {others} apart takes more, {_more(totals)}."
    nearest = by_lead[0]
    lead = totals.lead(nearest)
    ahead = f"{_one(totals, totals.best)} is ahead of {_one(totals, nearest)} by"
    between = "difference" if len(by_lead) == 1 else ahead
    return (
        f"{text}their margins are not told apart by {_deals_text(totals.deals)} "
        f"({between} {lead.estimate:.{_places(lead)}f}{_half(lead)}); more with {_more(totals)}."
    )


def _each_of(deals: int) -> str:
    return "the one deal" if deals == 1 else f"each of {_deals_text(deals)}"


def _more(totals: Answers) -> str:
    """The option that makes a longer run, and one that lets it be so long."""
    until, most = totals.length.until, totals.length.dealt
    if until is None:
        return f"--deals {short(PLAYS_ON * most)}"
    if totals.deals < (totals.length.fitting or 0):
        return f"--max-deals {short(PLAYS_ON * most)}"
    width = max(until / SHARPER, LEAST_WIDTH)
    needed = totals.table("summary")[0]["dealt"] * (until / width) ** 2
    more = f" --max-deals {short(_rounded_up(HEADROOM * needed))}" if needed > most else ""
    return f"--until {100 * width:g}%{more}"


def _rounded_up(number: float) -> int:
    """The next number of one digit and zeros."""
    unit = int("1" + "0" * (len(str(ceil(number))) - 1))
    return ceil(number / unit) * unit


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
    return f"{', within' if found.method == 'bound' else ''} ± {half:.{_places(found)}f}"
