"""Each contract test runs for every table."""

import pytest

from tests.engine.contract.tables import TABLES, Evening, Table, evening


@pytest.fixture(params=TABLES, ids=str)
def table(request: pytest.FixtureRequest) -> Table:
    """A game, a number of seats, and a computer player for all of them."""
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def played(table: Table) -> Evening:
    """A whole game at that table, played once for all tests."""
    return evening(table)
