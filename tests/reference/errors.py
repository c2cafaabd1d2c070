"""The one error of the reference implementation."""


class RuleBreachError(Exception):
    """Raised when a deal record, an answer or a rule table does not fit the rules."""
