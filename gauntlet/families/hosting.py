"""DF5, DF8, MG3, O2, O3 and O4: crash loops, people and servers that leave, backups, containers, health, privacy."""

from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family

FAMILIES = (
    Family(
        "DF5",
        "a day of crashes, and slots of shards: at most 300 session starts",
        "tests",
        Doses(20, 20, 20),
        20,
        lambda seed: call_tests(
            seed,
            "tests/cogs/test_session_starts.py",
            "tests/cogs/test_reactions.py::test_a_day_of_crashes_uses_fewer_starts_than_allowed",
            "tests/cogs/test_reactions.py::test_the_first_starts_of_a_bot_do_not_wait",
        ),
        (Control("crash-loop-at-full-speed", "test_a_day_of_crashes"),),
    ),
    Family(
        "MG3",
        "backups made during play, restored and played on",
        "tests",
        Doses(2, 50, 200),
        2,
        lambda seed: call_tests(
            seed,
            "tests/db/test_commands.py::test_a_backup_during_play_shows_one_consistent_moment",
            "tests/db/test_commands.py::test_play_continues_from_the_moment_of_a_restored_backup",
        ),
        (Control("backup-without-wal", "test_a_backup_during_play|test_play_continues_from_the_moment"),),
    ),
    Family(
        "O3",
        "health checks and metrics while parts of the bot fail one by one",
        "tests",
        Doses(5, 5, 5),
        5,
        lambda seed: call_tests(seed, "tests/wire/test_monitoring.py"),
        (Control("health-without-outbox", "test_health_names_the_failing_part"),),
    ),
    Family(
        "O4",
        "exports of a person's data, and forgetting people and servers",
        "tests",
        Doses(8, 8, 8),
        8,
        lambda seed: call_tests(
            seed,
            "tests/db/test_privacy.py",
            "tests/db/test_forgetting.py",
            "tests/db/test_commands.py::test_the_id_of_a_forgotten_person_is_gone_but_games_remain",
            "tests/db/test_commands.py::test_past_games_do_not_name_a_forgotten_person",
        ),
        (Control("notes-kept", "test_an_export_is_complete"),),
    ),
    Family(
        "DF8",
        "people who leave or refuse direct messages, and servers that remove the bot and invite it again",
        "tests",
        Doses(22, 22, 22),
        22,
        lambda seed: call_tests(
            seed,
            "tests/wire/test_gone.py",
            "tests/wire/test_lost_servers.py",
            "tests/wire/test_closed_messages.py",
        ),
        (Control("closed-messages-unknown", "test_a_refused_direct_message"),),
    ),
    Family(
        "O2",
        "images, containers and the unit: no root, no rights that are not needed",
        "tests",
        Doses(12, 12, 12),
        12,
        lambda seed: call_tests(
            seed,
            "tests/hosting/test_containers.py",
            "tests/hosting/test_deployment.py",
        ),
        (Control("container-as-root", "test_no_service_runs_as_root"),),
    ),
)
