"""How long a decision takes."""

from simcards import compiled
from simcards.strategy.check.costs import Cost, decision_costs
from simcards.strategy.check.outcome import OK, SKIPPED, WARNING, Outcome
from simcards.strategy.check.situations import Trial

SLOW = 3.0  # nanoseconds: beyond that something keeps a compiled decision from being done for many deals at once
LANES, PLAIN_LANES = 4096, 128


def decisions_are_quick(trial: Trial) -> Outcome:
    """Times each decision: bids as the strategy makes them, the others in all contracts."""
    if not compiled.ENABLED:
        return Outcome("speed", SKIPPED, "nothing is compiled here")
    lanes = PLAIN_LANES if trial.is_plain else LANES
    try:
        bids, others = (decision_costs(trial.situations[k].table, lanes, trial.seed) for k in (0, 2))
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a strategy raises; other tests tell of it
        return Outcome("speed", SKIPPED, f"not timed: it raised {type(error).__name__}: {error}")
    costs = {decision: (bids if decision == "bid" else others)[decision] for decision in trial.game.decisions}
    slow = [decision for decision, cost in costs.items() if cost.own is not None and cost.own > SLOW]
    text = ", ".join(f"{decision} {_shown(cost)}" for decision, cost in costs.items())
    if slow:
        text += f"; above {SLOW:g} ns: look in {', '.join(slow)} for `while`, `//`, `%`, lists and long chains of ifs"
    numbers = {decision: cost.own if cost.own is not None else cost.whole for decision, cost in costs.items()}
    rounded = {decision: None if value is None else round(value, 2) for decision, value in numbers.items()}
    return Outcome("speed", WARNING if slow else OK, text, {"nanoseconds": rounded})


def _shown(cost: Cost) -> str:
    if cost.own is not None:
        return f"{max(cost.own, 0.0):.1f} ns"
    return "never asked" if cost.whole is None else f"{cost.whole:,.0f} ns, not compiled"
