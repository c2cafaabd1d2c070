"""What came of a test of a strategy."""

from dataclasses import dataclass, field
from typing import Any

OK, WARNING, FAILED, SKIPPED = "ok", "warning", "failed", "skipped"


@dataclass(frozen=True)
class Outcome:
    """The outcome of one test: its name, its result, a line about it, and numbers for other programs."""

    test: str
    result: str
    text: str
    numbers: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The outcome for JSON."""
        return {"test": self.test, "result": self.result, "text": self.text, **self.numbers}
