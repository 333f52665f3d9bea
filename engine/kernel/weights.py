"""The weights of a game's programs: what they play and search by, and on which content that was measured."""

from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from engine.kernel.content import Count, Positive, read_record
from engine.kernel.decision import Decision
from engine.kernel.faults import Faults
from engine.kernel.levels import Search

FILE = "weights.toml"
"""The file beside a game's policies that holds them."""

Weight = Annotated[int, msgspec.Meta(ge=0, le=9999)]
"""What something is worth, how many of it are wanted, or the like."""

Thousandths = Annotated[int, msgspec.Meta(ge=0, le=1000)]
"""A share of a whole of a thousand."""


class WeightsTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; unknown fields are mistakes."""


class Blunders(WeightsTable, frozen=True):
    """How often a level answers blindly, of a thousand times."""

    novice: Thousandths


class Searched(Search, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the questions of these rules are searched with these numbers of seats."""

    rules: tuple[str, ...]
    seats: tuple[Positive, ...]
    turns: Count = 0
    rounds: Count = 0
    width: Positive
    trials: Positive
    thorough: Count = 0
    doubt: Count = 100


class Weights(WeightsTable, frozen=True):
    """What the file of every game holds, whatever else it has.

    `fitted_on` is the digest of the content that the programs were measured on (`content_digest`).
    """

    fitted_on: str
    blunders: Blunders
    search: tuple[Searched, ...]

    def search_of(self, look: Callable[[], Any], decision: Decision) -> Search | None:
        """How a question is searched with as many seats as the view shows; None where it is not.

        Looking is costly, so it happens only where the rule is searched with any number of seats.
        """
        found = [each for each in self.search if decision.rule in each.rules]
        seats = len(look().seats) if found else 0
        return next((each for each in found if seats in each.seats), None)


W = TypeVar("W", bound=Weights)


def read_weights(folder: Path, record: type[W], check: Callable[[W, Faults], None] | None = None) -> W:
    """The weights of `folder`, by which each question is searched in one way. Raises `UnfitContent`.

    `check` notes what else the game finds wrong.
    """
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
    """Note each field of a table that is none of `names`, and each of these that it lacks."""
    for name in given:
        faults.known(name, names, FILE, entry, name)
    for name in names:
        faults.require(name in given, FILE, entry, name, "the field is missing")
