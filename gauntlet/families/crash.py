"""R2 and MG2: kill the process at named points, before each step of restores, backups and migrations, and at random."""

from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family

FAMILIES = (
    Family(
        "R2",
        "SIGKILL at named points of commits, restores, backups, migrations (also MG2)",
        "kills",
        Doses(100, 300, 1200),
        100,
        lambda seed: call_tests(seed, "tests/db/test_crash.py", "tests/db/test_cutting.py"),
        (Control("confirm-before-commit", r"set\(confirmed\)"),),
    ),
    Family(
        "R2-restores",
        "SIGKILL at random moments of restores, up to three times in a row",
        "kills",
        Doses(100, 1000, 3000),
        50,
        lambda seed: call_tests(seed, "tests/db/test_random_kills.py"),
        (Control("wal-removed-early", "test_a_restore_killed_at_random"),),
    ),
)
