"""The weights file of a game's computer players: values, search limits, and the content used for fitting."""

from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from engine.kernel.content import Count, Faults, Positive, Record, read_record
from engine.kernel.decision import Decision
from engine.kernel.policy import Level, Policy, Search

FILE = "weights.toml"

Weight = Annotated[int, msgspec.Meta(ge=0, le=9999)]

Thousandths = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Blunders(Record, frozen=True):
    """The number of random answers of each level, per thousand answers."""

    novice: Thousandths


class Searched(Search, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The search limits for questions of these `rules` in games with one of these numbers of `seats`."""

    rules: tuple[str, ...]
    seats: tuple[Positive, ...]
    turns: Count = 0
    rounds: Count = 0
    width: Positive
    trials: Positive
    thorough: Count = 0
    doubt: Count = 100
    beaten: Count = 0


class Weights(Record, frozen=True):
    """The fields of every weights file. `fitted_on` is the `content_digest` of the content used for fitting."""

    fitted_on: str
    blunders: Blunders
    search: tuple[Searched, ...]

    def search_of(self, look: Callable[[], Any], decision: Decision) -> Search | None:
        """Return the search limits for a question, or None. Views are costly, so the rules are checked first."""
        found = [each for each in self.search if decision.rule in each.rules]
        seats = len(look().seats) if found else 0
        return next((each for each in found if seats in each.seats), None)


W = TypeVar("W", bound=Weights)


def read_weights(folder: Path, record: type[W], check: Callable[[W, Faults], None] | None = None) -> W:
    """Read the weights in `folder` and run the game's own `check`. Raises `UnfitContent`."""
    faults = Faults()
    weights = read_record(folder, FILE, record, faults)
    faults.run(_check_searches, weights, faults)
    if check is not None:
        faults.run(check, weights, faults)
    faults.close()
    return weights


def _check_searches(weights: Weights, faults: Faults) -> None:
    given = Counter((rule, seats) for each in weights.search for rule in each.rules for seats in each.seats)
    for (rule, seats), count in given.items():
        faults.require(count == 1, FILE, "search", "rules", f"{rule} is searched in two ways with seats = {seats}")


def check_names(given: Collection[str], names: Collection[str], entry: str, faults: Faults) -> None:
    for name in given:
        faults.check_word(name, names, FILE, entry, name)
    for name in names:
        faults.require(name in given, FILE, entry, name, "the field is missing")


def three_levels(
    policy: Policy, weights: Callable[[], Weights], strong: "Policy | None" = None, **judging: Any
) -> dict[str, Level]:
    """Return three levels: `policy` with blunders, `policy` without, and a search based on `strong` or `policy`.
    `judging` has the other fields of the level that searches."""
    search = lambda look, decision: weights().search_of(look, decision)  # noqa: E731
    return {
        "novice": Level(policy, blunders=lambda: weights().blunders.novice),
        "standard": Level(policy),
        "strong": Level(strong or policy, search=search, **judging),
    }
