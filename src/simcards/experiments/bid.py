"""`bid`: what each call comes to with a hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from simcards.bidding.auction import Auction, seat_text, the_seat
from simcards.bidding.question import Question
from simcards.engine.script import Script
from simcards.errors import UsageError
from simcards.experiments.answers import About, Answers, answer_texts
from simcards.experiments.asked import Asked
from simcards.experiments.manifest import manifest_of
from simcards.experiments.question_run import Completed, Length, ask, length_of
from simcards.experiments.request import MOST_DEALS, Request, checked_request, whole
from simcards.experiments.results import Results
from simcards.experiments.setting import Options, Setting
from simcards.experiments.write import write
from simcards.games.game import Game
from simcards.games.options import Rules

US = THEM = "basic"


def bid(
    game: str | Game,
    hand: str,
    *,
    order: str | int | None = None,
    auction: str | None = None,
    where: str = "",
    us: str = US,
    them: str = THEM,
    scores: Sequence[int] | None = None,
    until: float | None = None,
    deals: float | None = None,
    max_deals: float | None = None,
    versus: Rules | Mapping[str, Any] | None = None,
    **options: Unpack[Options],
) -> Results:
    """What each legal call comes to; see `simcards.bid`."""
    setting = Setting(**options)
    request = asked_request(game, us, them, setting)
    length = checked_length(until, deals, max_deals)
    if versus is not None and not isinstance(versus, Rules | Mapping):
        raise UsageError(f"versus are other rules as a dictionary, e.g. {{'target': 11}}, not {versus!r}")
    found, rules = request.game, request.rules
    rule_sets = [rules] if versus is None else [rules, other_rules(request, versus)]
    asked = Asked(hand, where, order, auction, scores)
    auctions = [asked.auction_before(found, one) for one in rule_sets]
    moment = auctions[0].moment
    if moment is None and auction is None:
        raise UsageError(
            f"when all before {the_seat(found, asked.seat(found) or 0)} pass, the auction is over: nothing is left to "
            "bid; say what was called before you, e.g. --auction "
            f"'{' '.join([found.call_name(_lowest(found, rules)), *['pass'] * (len(auctions[0].said) - 1)])}'"
        )
    if moment is None:
        raise UsageError(
            f"the auction is over after {auctions[0].text!r}: there is nothing to bid; give only the calls before yours"
        )
    if len(auctions) > 1 and auctions[1].moment != moment:
        raise UsageError(f"after {auctions[0].text!r} it is another seat's turn under the other rules")
    script = Script(auctions[0].given(moment.seat))
    question = replace(
        asked.question(found, rules, moment, moment.seat, script),
        answers=tuple(auctions[0].legal),
        legal=tuple(tuple(one.legal) for one in auctions),
    )
    about = About(
        seed=request.seed,
        where_in_order=seat_text(found, moment.seat),
        auction=auctions[0].text,
        assumed=auction is None and moment.seat > 0,
        scores=asked.scores_text,
        us=request.texts[0],
        them=request.texts[-1],
    )
    extra = command_options(asked, until, deals, max_deals)
    extra |= {"versus": rule_sets[1].changes} if len(rule_sets) > 1 else {}
    return answered("bid", question, request, rule_sets, length, about, setting, extra)


def _lowest(game: Game, rules: Rules) -> int:
    """The lowest bid that may open the auction."""
    return Auction(game, rules).legal[1]


def answered(
    command: str,
    question: Question,
    request: Request,
    rule_sets: list[Rules],
    length: Length,
    about: About,
    setting: Setting,
    extra: dict[str, Any],
    completed: Completed | None = None,
) -> Results:
    """The results of playing a question; `completed` gives it its answers, where they are found by playing."""
    with setting.folder() as folder:
        ledger, seconds, notes = ask(question, completed, request, rule_sets, length, setting)
        question = ledger.question
        names = answer_texts(request.game, request.rules, question.moment.decision, question.answers, about.trump)
        totals = Answers(request.game, tuple(rule_sets), question, length, about, ledger.totals, names)
        manifest = manifest_of(command, request, totals, seconds, extra)
        results = Results(manifest, totals=totals, notes=[*notes, *_notes(totals)])
        write(folder, results, draw=setting.draw)
    return results


def _notes(totals: Answers) -> list[str]:
    left = totals.left_out_answers
    found = [f"not legal in every deal, and left out: {', '.join(left)}"] if left else []
    row = totals.table("summary")[0]
    if row["stopped"] == "--max-deals reached":
        found.append(
            f"{row['dealt']:,} deals were dealt and {row['deals']:,} fit: fewer than ± {100 * row['until']:g} % takes; "
            "deal more with --max-deals"
        )
    return found


def asked_request(game: str | Game, us: str, them: str, setting: Setting) -> Request:
    """The checked request of a question: the strategy of our side, and that of the others where it is another."""
    both = [checked_request(game, [text], **setting.asked) for text in ([us] if us == them else [us, them])]
    return replace(
        both[0],
        given=tuple(one.given[0] for one in both),
        strategies=tuple(one.strategies[0] for one in both),
    )


def checked_length(until: float | None, deals: float | None, max_deals: float | None) -> Length:
    """How long a run goes on."""
    return length_of(
        until,
        None if deals is None else whole("deals", deals, 1, MOST_DEALS),
        None if max_deals is None else whole("max_deals", max_deals, 1, MOST_DEALS),
    )


def other_rules(request: Request, versus: Rules | Mapping[str, Any]) -> Rules:
    """The other rules: the changes are made to the rules in force; what deals other cards cannot be compared."""
    game, rules = request.game, request.rules
    other = versus if isinstance(versus, Rules) else game.book.changed(rules, versus)
    if game.declared.under(other).seats != game.seats or game.deck(other).cards != game.deck(rules).cards:
        raise UsageError(
            f"versus {other.changed_text} (--versus-rule): under these rules other cards are dealt; ask each alone"
        )
    if other == rules or other.codes == rules.codes:
        raise UsageError(
            "the other rules (--versus-rule) are those already in force; change an option to another value"
        )
    return other


def command_options(asked: Asked, until: float | None, deals: float | None, max_deals: float | None) -> dict[str, Any]:
    """The options that repeat a run, for its manifest."""
    given = {
        "hand": asked.hand,
        "where": asked.where or None,
        "order": asked.order,
        "auction": asked.auction,
        "scores": None if asked.scores is None else list(asked.scores),
        "kitty": asked.kitty,
        "second": asked.second,
        "until": until,
        "deals": deals,
        "max_deals": max_deals,
    }
    return {name: value for name, value in given.items() if value is not None}
