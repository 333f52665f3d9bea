"""R2: kill the process at named points of commits, and before each step of restores, backups and migrations."""

from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family

FAMILY = Family(
    "R2",
    "SIGKILL at named points of commits, restores, backups, migrations",
    "kills",
    Doses(100, 300, 1200),
    100,
    lambda seed: call_tests(seed, "tests/db/test_crash.py", "tests/db/test_cutting.py"),
    (Control("confirm-before-commit", r"set\(confirmed\)"),),
)
