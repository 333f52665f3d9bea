"""R5: let the k-th disk call fail, for every k. The disk is full, faulty or missing."""

from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family

FAMILY = Family(
    "R5",
    "a disk that fails at the k-th call, for every k",
    "faults",
    Doses(50, 500, 2000),
    20,
    lambda seed: call_tests(seed, "tests/db/test_faults.py"),
    (Control("no-rollback", "test_a_fault_at_any_call"),),
)
