"""O1: every package is locked with its hash, and the audit fails if it can't look up known vulnerabilities."""

from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family

FAMILY = Family(
    "O1",
    "locked packages with hashes, and an audit that fails if it can't be made",
    "tests",
    Doses(20, 20, 20),
    20,
    lambda seed: call_tests(seed, "tests/hosting/test_audit.py", "tests/hosting/test_locks.py"),
    (Control("audit-passes-without-advice", "test_a_service_that_does_not_answer|test_an_empty_or_broken_zip"),),
)
