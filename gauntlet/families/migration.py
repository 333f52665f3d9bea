"""MG and MG4: databases that older commits wrote, and games whose rules change while they are played."""

from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family

FAMILIES = (
    Family(
        "MG",
        "games of older databases, migrated and played to their ends (also MG1)",
        "games",
        Doses(30, 300, 1000),
        30,
        lambda seed: call_tests(
            seed, "tests/db/test_stored_games.py", "tests/db/test_stored_tables.py", "tests/db/test_stored_ladders.py"
        ),
        (Control("other-draws", "test_every_stored_log_replays"),),
    ),
    Family(
        "MG4",
        "games whose rules change while they are played: they continue unchanged, or wait",
        "tests",
        Doses(12, 12, 12),
        12,
        lambda seed: call_tests(
            seed, "tests/sessions/test_resume.py", "tests/wire/test_mended_games.py", "-k", "mended_games or rules"
        ),
        (Control("digests-not-compared", "test_a_game_that_no_longer_replays"),),
    ),
)
