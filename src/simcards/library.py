"""What `simcards.simulate`, `simcards.compare` and their kind are: runs with their pictures."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from simcards.experiments.grouping import Grouping, parse_grouping
from simcards.experiments.request import DEALS, MOST_DEALS, PATIENCE, SEED
from simcards.experiments.results import Results
from simcards.experiments.runner import Tell
from simcards.experiments.simulate import simulate as simulate_tables
from simcards.games.game import Game
from simcards.games.options import Rules

PICTURE = "make_rate"


def simulate(
    game: str | Game,
    strategies: str | Sequence[str],
    *,
    deals: float | None = None,
    matches: float | None = None,
    seed: int = SEED,
    jobs: int | None = None,
    rules: Rules | Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    rows: bool = False,
    by: str | None = None,
    patience: float = PATIENCE,
    lanes: int | None = None,
    progress: Tell | None = None,
    workspace: str | Path | None = None,
) -> Results:
    """The results of playing deals 0 … deals - 1 of a seed; seat s plays strategy s mod k of the k given.

    game: a game's name, or the path of a game file
    strategies: texts, from one for all seats to one a seat
    deals: how many, by default a million
    matches: play so many whole matches in place of single deals
    jobs: workers, by default one a core; any number gives the same bytes
    rules: changed rule options, e.g. {"target": 11}
    out: a run folder to make, with tables, a manifest and a plot of make rate by bid
    rows: also write a row a deal (`deals.parquet`) into `out`
    by: "FILE:FUNCTION", which groups deals by what the function returns for a `DealtCards`; table `groups`
    patience: seconds without any sign of life after which a strategy is given up
    progress: called now and then with a `Progress`
    workspace: the folder that holds `strategies/`, by default found from the current one upwards
    """
    return simulate_tables(
        game,
        strategies,
        deals=deals,
        matches=matches,
        seed=seed,
        jobs=jobs,
        rules=rules,
        out=out,
        rows=rows,
        by=_grouping(by),
        patience=patience,
        lanes=lanes,
        progress=progress,
        workspace=workspace,
        draw=draw_make_rates,
    )


def _grouping(text: str | None) -> Grouping | None:
    """The grouping that FILE:FUNCTION stands for."""
    return None if text is None else parse_grouping(text)


def draw_make_rates(results: Results, folder: Path) -> None:
    """Draws make rate by bid into a folder, as PNG and SVG."""
    from simcards.reports.plots import make_rate_plot  # noqa: PLC0415  # Matplotlib takes a while to import

    folder.mkdir(exist_ok=True)
    row = results.summary
    changed = f"; {row['rules']}" if row["rules"] else ""
    title = f"{results.totals.game.title if results.totals else row['game']}: make rate by bid"
    subtitle = f"{row['deals']:,} deals, seed {row['seed']}{changed}"
    make_rate_plot(results["bids"], title, subtitle, folder / PICTURE)


def compare(
    game: str | Game,
    strategies: Sequence[str],
    *,
    deals: float | None = None,
    until: float | None = None,
    sprt: tuple[float, float] | None = None,
    matches: float | None = None,
    by: str | None = None,
    seed: int = SEED,
    jobs: int | None = None,
    rules: Rules | Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    patience: float = PATIENCE,
    lanes: int | None = None,
    progress: Tell | None = None,
    workspace: str | Path | None = None,
) -> Results:
    """Which of two strategies is better and by how much, on boards 0 … deals - 1 of a seed.

    A board is one deal, played with the strategies exchanged; where everyone plays alone, with each strategy in each
    seat among the other. `results["summary"]` holds the margin of the first in points per deal with its 95 % interval;
    further tables tell where it comes from: `split`, `seats`, `bids`, `gains`, `groups`, `partings`.

    deals: boards, by default 100,000; with until or sprt the most there may be
    until: play until the margin is known to ± so many points (by a confidence sequence)
    sprt: (low, high): play until one of two margins per deal is accepted, each error at most 5 %
    matches: play so many pairs of whole matches; the margin is then the share of matches won by more
    by: "FILE:FUNCTION", which groups boards by what the function returns for a deal (`DealtCards`)
    The other arguments are those of `simulate`.
    """
    from simcards.experiments.compare import compare as compare_tables  # noqa: PLC0415

    return compare_tables(
        game,
        strategies,
        deals=deals,
        until=until,
        sprt=sprt,
        matches=matches,
        by=_grouping(by),
        seed=seed,
        jobs=jobs,
        rules=rules,
        out=out,
        patience=patience,
        lanes=lanes,
        progress=progress,
        workspace=workspace,
    )


def tournament(
    game: str | Game,
    strategies: Sequence[str],
    *,
    deals: float | None = None,
    gauntlet: bool = False,
    by: str | None = None,
    seed: int = SEED,
    jobs: int | None = None,
    rules: Rules | Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    patience: float = PATIENCE,
    lanes: int | None = None,
    progress: Tell | None = None,
    workspace: str | Path | None = None,
) -> Results:
    """All strategies against each other on common boards 0 … deals - 1 of a seed.

    Tables: `cross` (margin of each against each), `ranking` (mean margin against all, and who may be the best),
    `differences` (of these means, all pairs together), `schedule`. With `gauntlet` only the first meets each other one.

    deals: boards, by default 20,000; each is replayed by every line-up of the schedule
    by: "FILE:FUNCTION", which groups boards by what the function returns for a deal; table `groups`
    out: a run folder to make, with tables, a manifest and a heat map of the cross table
    The other arguments are those of `simulate`.
    """
    from simcards.experiments.tournament import tournament as tournament_tables  # noqa: PLC0415

    return tournament_tables(
        game,
        strategies,
        deals=deals,
        one_against_all=gauntlet,
        by=_grouping(by),
        seed=seed,
        jobs=jobs,
        rules=rules,
        out=out,
        patience=patience,
        lanes=lanes,
        progress=progress,
        workspace=workspace,
        draw=draw_cross_table,
    )


def draw_cross_table(results: Results, folder: Path) -> None:
    """Draws the cross table as a heat map into a folder, as PNG and SVG."""
    from simcards.reports.heat_map import heat_map  # noqa: PLC0415  # Matplotlib takes a while to import

    totals = results.totals
    folder.mkdir(exist_ok=True)
    row = results.summary
    changed = f"; {row['rules']}" if row["rules"] else ""
    title = f"{totals.game.title}: margin of the row against the column"
    subtitle = f"points per deal, {row['boards']:,} boards, seed {row['seed']}{changed}; ± 95 % for all cells together"
    cross = [one for one in results.rows("cross") if not totals.is_gauntlet or one["strategy"] == totals.strategies[0]]
    heat_map(cross, totals.strategies, title, subtitle, folder / "cross_table")


def deals(
    game: str | Game,
    strategies: str | Sequence[str],
    number: float = DEALS,
    *,
    seed: int = SEED,
    first: int = 0,
    rules: Rules | Mapping[str, Any] | None = None,
    workspace: str | Path | None = None,
) -> Iterator[dict[str, Any]]:
    """An iterator over deals first … first + number - 1 of a seed as records, one dictionary each, in order.

    A record tells the whole deal, from the hands to the score, as `simcards records` writes it. Deals are played some
    thousand at a time, when they are asked for.
    """
    from simcards.engine.records import write  # noqa: PLC0415
    from simcards.engine.table import SteppedTable  # noqa: PLC0415
    from simcards.experiments.request import checked_request, whole  # noqa: PLC0415

    place = Path(workspace) if workspace is not None else None
    begin = whole("first", first, 0, MOST_DEALS)
    request = checked_request(game, strategies, deals=number, seed=seed, rules=rules, workspace=place)
    table = SteppedTable(request.game, request.rules, [strategy.player for strategy in request.strategies])
    table.prepare()
    yield from write(request.game, request.rules, request.texts, table, request.seed, begin, request.deals)


def bid(
    game: str | Game,
    hand: str,
    *,
    order: str | int | None = None,
    auction: str | None = None,
    where: str = "",
    us: str = "basic",
    them: str = "basic",
    scores: Sequence[int] | None = None,
    until: float | None = None,
    deals: float | None = None,
    max_deals: float | None = None,
    versus: Rules | Mapping[str, Any] | None = None,
    seed: int = SEED,
    jobs: int | None = None,
    rules: Rules | Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    patience: float = PATIENCE,
    lanes: int | None = None,
    progress: Tell | None = None,
    workspace: str | Path | None = None,
) -> Results:
    """What each call comes to with a hand, all calls on the same deals.

    `results["calls"]` has a row a call: success if given (our seat declares at it on every deal), who declares after
    it, its margin and the difference from a pass, all rates as fractions, with 95 % intervals. Further tables:
    `trumps`, `achieved`, `hands` (the mix of hands delivered, beside the exact one), `before`, `versus`.

    hand: cards as people write them: "AS KS 2S 10H 3C 7D"; x is any other card, xS any other spade, r a rag (below ten,
        of no suit named so far); or dotted, "AJ2.K.x.x", in the order S.H.D.C
    order: the place of our seat, "eldest", 2 … "dealer"; the seats before it have passed
    auction: or the calls before ours, in order; deals in which the strategies would have called otherwise are left out
    where: limits on the hand, e.g. "spades <= 4 and count(K Q) >= 1"
    us, them: the strategies of our side and of the others
    scores: match scores, our side first
    until: half width that every rate is to have, by default 0.005; max_deals: deals dealt at most, by default 10^7
    deals: a fixed number of deals in place of until
    versus: other rules to play the same deals by; table `versus`
    The other arguments are those of `simulate`.
    """
    from simcards.experiments.bid import bid as bid_tables  # noqa: PLC0415

    return bid_tables(
        game,
        hand,
        order=order,
        auction=auction,
        where=where,
        us=us,
        them=them,
        scores=scores,
        until=until,
        deals=deals,
        max_deals=max_deals,
        versus=versus,
        seed=seed,
        jobs=jobs,
        rules=rules,
        out=out,
        patience=patience,
        lanes=lanes,
        progress=progress,
        workspace=workspace,
        draw=draw_answers,
    )


def advise(
    game: str | Game,
    decision: str,
    hand: str,
    *,
    auction: str | None = None,
    bid: str | None = None,
    order: str | int | None = None,
    trump: str | None = None,
    kitty: str | None = None,
    second: str | None = None,
    received: str | None = None,
    where: str = "",
    us: str = "basic",
    them: str = "basic",
    scores: Sequence[int] | None = None,
    until: float | None = None,
    deals: float | None = None,
    max_deals: float | None = None,
    seed: int = SEED,
    jobs: int | None = None,
    rules: Rules | Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    patience: float = PATIENCE,
    lanes: int | None = None,
    progress: Tell | None = None,
    workspace: str | Path | None = None,
) -> Results:
    """What each legal answer of one decision after the auction comes to, all answers on the same deals.

    `results["answers"]` has a row an answer: its margin, the difference from the best, how often the contract is made.

    decision: "trump", "discard", "give", "choose" (kitty or a card of the partner) or "lead", the opening lead
    auction: all calls in order; bid: or the call at which our seat declares while nobody else bids
    order: the place of our seat, where the decision does not say it
    trump: the suit named before the decision, "C", "D", "H" or "S"
    kitty, second: the cards taken from the kitty, or got in the second deal, beside the hand as it was dealt
    received: the cards that the partner gave; where it may refuse, it gave nothing if nothing is said
    The other arguments are those of `bid`.
    """
    from simcards.experiments.advise import advise as advise_tables  # noqa: PLC0415

    return advise_tables(
        game,
        decision,
        hand,
        auction=auction,
        bid=bid,
        order=order,
        trump=trump,
        kitty=kitty,
        second=second,
        received=received,
        where=where,
        us=us,
        them=them,
        scores=scores,
        until=until,
        deals=deals,
        max_deals=max_deals,
        seed=seed,
        jobs=jobs,
        rules=rules,
        out=out,
        patience=patience,
        lanes=lanes,
        progress=progress,
        workspace=workspace,
        draw=draw_answers,
    )


def draw_answers(results: Results, folder: Path) -> None:
    """Draws what the answers to a question came to into a folder, as PNG and SVG."""
    from simcards.reports.answer_plots import draw  # noqa: PLC0415  # Matplotlib takes a while to import

    folder.mkdir(exist_ok=True)
    draw(results, folder)
