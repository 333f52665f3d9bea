"""R4 to R7 and I9: power failures, bad disks, damaged files and exports, and a second bot on the same file."""

from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family

FAMILIES = (
    Family(
        "R4",
        "power failures that lose some of what was not synced",
        "failures",
        Doses(20, 500, 2000),
        20,
        lambda seed: call_tests(seed, "tests/db/test_power_loss.py"),
        (Control("commits-without-sync", "answers lost"),),
    ),
    Family(
        "R5",
        "a disk that fails at the k-th call, for every k: statements, writes, syncs",
        "faults",
        Doses(50, 500, 2000),
        40,
        lambda seed: call_tests(seed, "tests/db/test_faults.py", "tests/db/test_bad_disk.py"),
        (Control("no-rollback", "test_a_fault_at_any_call"),),
    ),
    Family(
        "R6",
        "random damage to the files and records of a database",
        "damages",
        Doses(40, 400, 1000),
        40,
        lambda seed: call_tests(seed, "tests/db/test_damage.py"),
        (Control("digests-not-compared", "wrong position", 2),),
    ),
    Family(
        "R7",
        "a second bot on the same file, with and without the lock, also by a hard link",
        "presses",
        Doses(200, 2000, 10_000),
        100,
        lambda seed: call_tests(
            seed, "tests/sessions/test_two_bots.py", "tests/sessions/test_shared.py", "tests/db/test_opening.py"
        ),
        (
            Control("next-question-answered", "test_presses_at_two_bots"),
            Control("overtaken-writes", "test_two_people_joining"),
            Control("no-lock", "test_a_second_process_is_refused"),
            Control("second-name-opened", "test_a_hard_linked_database_is_refused"),
        ),
    ),
    Family(
        "I9",
        "stored positions and exported games that are cut short, changed or random bytes",
        "tests",
        Doses(45, 450, 4500),
        45,
        lambda seed: call_tests(
            seed,
            "--hypothesis-profile=seeded",
            f"--hypothesis-seed={seed}",
            "tests/engine/kernel/test_codec.py",
            "tests/sessions/test_exporting.py",
            "-k",
            "codec or verify",
        ),
        (Control("damaged-bytes-raise", "test_truncated_bytes_are_unreadable|test_arbitrary_bytes_are_unreadable"),),
    ),
)
