"""I2 and I7: use every control and command, as everybody, in every state of a table. See `docs/authority.md`."""

from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family

FAMILY = Family(
    "I2",
    "every control and command × nine people and places × four states (also I7)",
    "cells",
    Doses(1, 1, 1),
    4000,
    lambda seed: call_tests(seed, "tests/wire/test_authority.py"),
    (Control("anybody-closes", r"close"),),
)
