"""`bid`: what each call comes to with a hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from simcards.bidding.auction import Auction, auction_of, parse_order, passes_before, seat_text
from simcards.bidding.hands import hand_class
from simcards.bidding.question import Question
from simcards.engine.script import Script
from simcards.errors import UsageError
from simcards.experiments.answers import About, Answers, answer_texts
from simcards.experiments.manifest import manifest_of
from simcards.experiments.question_run import Length, ask, length_of
from simcards.experiments.request import MOST_DEALS, Request, checked_request, whole
from simcards.experiments.results import Results
from simcards.experiments.setting import Options, Setting
from simcards.experiments.write import write
from simcards.games.game import Game
from simcards.games.options import Rules

US = THEM = "basic"
MOST_SCORE = 1_000_000


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
    found, rules = request.game, request.rules
    rule_sets = [rules] if versus is None else [rules, other_rules(request, versus)]
    auctions = [auction_before(found, one, order, auction) for one in rule_sets]
    moment = auctions[0].moment
    if moment is None:
        raise UsageError(f"the auction is over after {auctions[0].text!r}: there is nothing to bid")
    if len(auctions) > 1 and auctions[1].moment != moment:
        raise UsageError(f"after {auctions[0].text!r} it is another seat's turn under the other rules")
    held = hand_class(hand, found.deck(rules), found.hand, where, game=found.name)
    question = Question(
        hand=held,
        moment=moment,
        script=Script(auctions[0].given(moment.seat)),
        answers=tuple(auctions[0].legal),
        before=before_of(found, moment.seat, scores),
        legal=tuple(tuple(one.legal) for one in auctions),
        asked=asked_text(held.text, held.where, moment.seat, auctions[0].text if auction is not None else None, scores),
    )
    about = About(
        seed=request.seed,
        where_in_order=seat_text(found, moment.seat),
        auction=auctions[0].text,
        assumed=auction is None and moment.seat > 0,
        scores=scores_text(scores),
        us=request.texts[0],
        them=request.texts[-1],
    )
    extra = command_options(hand, where, order, auction, scores, until, deals, max_deals, rule_sets)
    return answered("bid", question, request, rule_sets, length, about, setting, extra)


def answered(
    command: str,
    question: Question,
    request: Request,
    rule_sets: list[Rules],
    length: Length,
    about: About,
    setting: Setting,
    extra: dict[str, Any],
) -> Results:
    """The results of playing a question."""
    names = answer_texts(request.game, request.rules, question.moment.decision, question.answers, about.trump)
    with setting.folder() as folder:
        ledger, seconds, notes = ask(question, request, rule_sets, length, setting)
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
    other = versus if isinstance(versus, Rules) else game.book.rules({**rules.changes, **versus})
    if game.declared.under(other).seats != game.seats or game.deck(other) != game.deck(rules):
        raise UsageError(f"versus-rule {other.changed_text}: with these rules other cards are dealt; compare two runs")
    if other == rules or other.codes == rules.codes:
        raise UsageError(f"versus-rule {other.changed_text or 'as by default'}: these are the rules already in force")
    return other


def auction_before(game: Game, rules: Rules, order: str | int | None, auction: str | None) -> Auction:
    """The auction up to our call, from what was said or from our place in it."""
    seat = None if order is None else parse_order(game, str(order))
    if auction is None:
        return passes_before(game, rules, seat or 0)
    found = auction_of(game, rules, auction)
    if seat is not None and found.moment is not None and found.moment.seat != seat:
        raise UsageError(
            f"after {found.text or 'no call'!r} it is the turn of {seat_text(game, found.moment.seat)}, not of "
            f"{seat_text(game, seat)}; leave out --order, or give the calls up to yours"
        )
    return found


def before_of(game: Game, seat: int, scores: Sequence[int] | None) -> tuple[int, ...]:
    """Match scores by side from those given, ours first and then to the left."""
    if scores is None:
        return (0,) * game.sides
    if len(scores) != game.sides:
        example = "8-5" if game.sides == 2 else "-".join(str(8 - k) for k in range(game.sides))
        raise UsageError(
            f"scores {scores_text(scores)}: {game.name} has {game.sides} sides, not {len(scores)}; ours first, as in "
            f"{example}"
        )
    checked = [whole("a score", score, -MOST_SCORE, MOST_SCORE) for score in scores]
    ours = game.side(seat)
    return tuple(checked[(side - ours) % game.sides] for side in range(game.sides))


def scores_text(scores: Sequence[int] | None) -> str:
    """Scores as they are written."""
    return "" if scores is None else "-".join(str(score) for score in scores)


def asked_text(hand: str, where: str, seat: int, auction: str | None, scores: Sequence[int] | None) -> str:
    """The options of `simcards show` that lead to the deals of a question."""
    parts = [f'--hand "{hand}"', f'--where "{where}"' if where else ""]
    parts.append(f"--order {seat + 1}" if auction is None else f'--auction "{auction}"')
    parts.append(f"--scores {scores_text(scores)}" if scores is not None else "")
    return " ".join(part for part in parts if part)


def command_options(
    hand: str,
    where: str,
    order: str | int | None,
    auction: str | None,
    scores: Sequence[int] | None,
    until: float | None,
    deals: float | None,
    max_deals: float | None,
    rule_sets: list[Rules],
) -> dict[str, Any]:
    """The options that repeat a run, for its manifest."""
    given = {
        "hand": hand,
        "where": where or None,
        "order": order,
        "auction": auction,
        "scores": list(scores) if scores is not None else None,
        "until": until,
        "deals": deals,
        "max_deals": max_deals,
        "versus": rule_sets[1].changes if len(rule_sets) > 1 else None,
    }
    return {name: value for name, value in given.items() if value is not None}
