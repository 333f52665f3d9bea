"""MG: open databases that older commits wrote. Migrate them, replay their logs and play their games on."""

from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family

FAMILY = Family(
    "MG",
    "games of older databases, migrated and played to their ends",
    "games",
    Doses(30, 300, 1000),
    30,
    lambda seed: call_tests(
        seed, "tests/db/test_stored_games.py", "tests/db/test_stored_tables.py", "tests/db/test_stored_ladders.py"
    ),
    (Control("other-draws", "test_every_stored_log_replays"),),
)
