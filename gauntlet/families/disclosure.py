"""S4, S5, S6, S9 and S12: deferred answers, exports of running games, ids of controls, undo after reveals, logs."""

from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family

FAMILIES = (
    Family(
        "S5",
        "exports during and after a game, for every reader (see also S3)",
        "tests",
        Doses(14, 14, 14),
        14,
        lambda seed: call_tests(
            seed, "tests/sessions/test_exporting.py", "tests/wire/test_export.py", "-k", "not test_verify"
        ),
        (Control("export-of-seat-0", "test_k4_a_running_games_export"),),
    ),
    Family(
        "S6",
        "custom ids of controls: at most 100 characters, and no other text is read as one (see also S3)",
        "tests",
        Doses(11, 110, 1100),
        11,
        lambda seed: call_tests(
            seed, "--hypothesis-profile=seeded", f"--hypothesis-seed={seed}", "tests/cogs/test_press.py"
        ),
        (Control("long-custom-ids", "test_a_press_survives_encoding_and_fits_an_id"),),
    ),
    Family(
        "S9",
        "undo after a reveal, and the draws after an undo",
        "tests",
        Doses(22, 22, 22),
        22,
        lambda seed: call_tests(seed, "tests/sessions/test_undo.py"),
        (Control("reveal-undone-freely", "test_a_reveal_cannot_be_undone_freely"),),
    ),
    Family(
        "S12",
        "tokens, seeds and cards in the log of a game in which every kind of request fails, at DEBUG",
        "tests",
        Doses(2, 2, 2),
        2,
        lambda seed: call_tests(seed, "tests/wire/test_logs.py"),
        (Control("statements-logged", "test_the_debug_log_has_no_token_seed_or_card"),),
    ),
    Family(
        "S4",
        "slow answers are deferred in private",
        "tests",
        Doses(9, 9, 9),
        9,
        lambda seed: call_tests(
            seed,
            "tests/cogs/test_deferring.py",
            "tests/wire/test_among_people.py",
        ),
        (Control("deferred-in-public", "test_a_slow_failing_action"),),
    ),
)
