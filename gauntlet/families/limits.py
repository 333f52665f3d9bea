"""I8, I11, DF1, CK1 and CK2: limits, errors and floods, clocks that jump, messages that may be sent only once."""

from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family

FAMILIES = (
    Family(
        "I11",
        "floods: limits of people, channels and servers, refused requests",
        "tests",
        Doses(50, 50, 50),
        50,
        lambda seed: call_tests(
            seed,
            "tests/cogs/test_rates.py",
            "tests/cogs/test_numbers.py",
            "tests/cogs/test_invalid.py",
            "tests/wire/test_rates.py",
        ),
        (
            Control("flood-resets-limits", "test_a_flood_does_not_reset"),
            Control("reports-without-limit", "test_a_person_sends_at_most_six_reports"),
            Control("more-invalid-requests", "test_posting_stops_at_the_documented_number"),
        ),
    ),
    Family(
        "CK2",
        "reminders, calls to vote, reports of rounds: never twice, never too late, never in quiet hours",
        "tests",
        Doses(90, 90, 90),
        90,
        lambda seed: call_tests(
            seed,
            "tests/sessions/test_due_work.py",
            "tests/sessions/test_own_time.py",
            "tests/sessions/test_paces.py",
            "tests/wire/test_watching.py",
        ),
        (
            Control("vote-in-quiet-hours", "test_a_player_in_quiet_hours_is_not_pinged_to_vote"),
            Control("reminder-after-the-answer", "test_an_answer_just_before_a_reminder"),
            Control("round-told-again", "test_a_reported_round_is_not_reported_again"),
        ),
    ),
    Family(
        "CK1",
        "waits of every kind while the host's clock jumps by an hour, a day or ten days",
        "tests",
        Doses(66, 66, 66),
        66,
        lambda seed: call_tests(seed, "tests/sessions/test_jumps.py"),
        (Control("pings-by-the-hosts-clock", "test_ten_minutes_after_three_pings"),),
    ),
    Family(
        "I8",
        "texts, menus, forms, commands and files just within and just beyond each limit of Discord",
        "tests",
        Doses(90, 90, 90),
        90,
        lambda seed: call_tests(
            seed,
            "tests/sandbox/test_limits.py",
            "tests/cogs/test_board_fits.py",
            "tests/cogs/test_panel.py",
        ),
        (Control("longer-menus", "test_more_than_25_options|test_every_option_is_offered_once"),),
    ),
    Family(
        "DF1",
        "every error of Discord, with its reaction, at posts, edits and deletions",
        "tests",
        Doses(99, 99, 99),
        99,
        lambda seed: call_tests(
            seed,
            "tests/cogs/test_reactions.py",
            "tests/wire/test_delivery.py",
            "tests/wire/test_earlier_boards.py",
            "tests/wire/test_pushes.py",
        ),
        (Control("old-edits-retried", "test_each_error_has_its_reaction"),),
    ),
)
