"""R1, R3 and DF6: kill, stop or freeze the bot or its server at random moments of evenings, with every game."""

import asyncio
import contextlib
import io
import os
import time
from collections.abc import Callable
from functools import partial
from random import Random

from engine.games import GAMES
from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family, Findings
from gauntlet.running import CROOKED
from sandbox.evening import table
from sandbox.evening.run import Evening, Plan, spend_evening
from sandbox.simulation import verdict
from sandbox.simulation.simulation import simulate
from tests.sandbox import crooked_bot

KILLS = 4
STOPPED_S = 10.0
PRESSES = 140
BOT = ("-m", crooked_bot.__name__, "patient")
CROOKED_PRESSES = 40
POSTGRESQL = "tests/db/test_postgresql.py"
TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.rules.seats]
COUNTS = (
    "unanswered", "lost", "doubled", "boards_missing", "untold", "stale_questions", "leaks", "commitments_wrong",
    "errors_logged", "off_beat", "wrong_refusals",
)  # fmt: skip
"""The counts of the report that must be zero."""


def plan_of(seed: int) -> Plan:
    """Return an evening of one game with one number of seats. The seed chooses both."""
    game, seats = Random(seed).choice(TABLES)
    return Plan(
        game, seats, games=4, seed=seed, kills=KILLS, presses=PRESSES, compare_bare=False, rate_limits=False
    )  # fmt: skip


def with_computers(seed: int) -> Plan:
    """Return an evening in which computer players take one or more seats."""
    random = Random(seed)
    game, seats = random.choice([each for each in TABLES if each[1] > 1])
    return Plan(
        game, seats, games=3, seed=seed, kills=KILLS, presses=PRESSES // 2, compare_bare=False, rate_limits=False,
        computers=random.randint(1, seats - 1), level="standard",
    )  # fmt: skip


def with_postgresql(seed: int) -> Plan:
    """Return an evening with three processes on one PostgreSQL server."""
    game, seats = Random(seed).choice([each for each in TABLES if each[1] > 1])
    return Plan(
        game, seats, games=4, seed=seed, kills=KILLS, presses=PRESSES, compare_bare=False, rate_limits=False,
        processes=3, database="postgresql",
    )  # fmt: skip


def with_freezes(seed: int) -> Plan:
    """Return an evening with three processes. Each process hangs once, and so does their server, for up to 20 s."""
    game, seats = Random(seed).choice([each for each in TABLES if each[1] > 1])
    return Plan(
        game, seats, games=4, seed=seed, kills=0, presses=PRESSES, compare_bare=False, rate_limits=False,
        processes=3, database="postgresql", freezes=4,
    )  # fmt: skip


class StoppedEvening(Evening):
    """An evening in which the bot is told to stop, and started again, instead of being killed."""

    async def _kill_and_start(self) -> None:
        self._is_up.clear()
        begun = time.perf_counter()
        self.simulation.errors += await self._fleet.stop()
        if (seconds := time.perf_counter() - begun) > STOPPED_S:
            self.simulation.errors.append(f"the bot took {seconds:.1f} s to stop")
        await self._fleet.start()
        self._begin_stretch()


def with_stops(seed: int) -> Findings:
    """Simulate an evening in which the bot is stopped. Each stop is a try."""
    with contextlib.redirect_stderr(io.StringIO()) as told:
        plan = plan_of(seed)
        report, code = asyncio.run(simulate(lambda sandbox, home: StoppedEvening(plan, sandbox, home)))
    findings = Findings(report["kills"], told.getvalue().splitlines() if code else [])
    findings.expect(code == 0 or findings.failures, f"the evening ended with {code}")
    return findings


def crooked_plan(faults: list[str]) -> Plan:
    """Return a short evening without kills. It is long enough to reveal the crooked bot's faults."""
    is_hidden = bool({"private_question", "log_of_seat_0"} & set(faults))
    game, seed = ("minos-dawn", 7) if is_hidden or "seed_on_the_board" in faults else ("minos-classic", 8)
    presses = CROOKED_PRESSES * (6 if "log_of_seat_0" in faults else 1)
    return Plan(game, 2, games=1, seed=seed, kills=0, presses=presses, compare_bare=False, rate_limits=False)


def attempt(plan: Callable[[int], Plan], seed: int) -> Findings:
    """Simulate one evening. Each kill or freeze is a try."""
    faults = os.environ.get(CROOKED, "").split()
    if faults:
        # Wait only briefly for boards that never come.
        vars(table)["PATIENCE_S"], vars(verdict)["BOARD_S"] = 3.0, 2.5
    with contextlib.redirect_stderr(io.StringIO()) as told:
        chosen = crooked_plan(faults) if faults else plan(seed)
        bot = (*BOT, *faults) if faults else None
        report, code = asyncio.run(spend_evening(chosen, bot) if bot else spend_evening(chosen))
    failures = [f"{name}: {report[name]}" for name in COUNTS if report[name]]
    findings = Findings(
        report["kills"] + report["freezes"] or 1, [*told.getvalue().splitlines(), *failures] if code else []
    )
    findings.expect(report["replays"], "the log does not replay")
    findings.expect(code == 0 or findings.failures, f"the evening ended with {code}")
    return findings


FAMILIES = (
    Family(
        "R1",
        "SIGKILL in evenings of all titles and seats",
        "kills",
        Doses(48, 1000, 3000),
        KILLS,
        partial(attempt, plan_of),
        (
            Control("board_in_six", "boards_missing: ", crooked="hidden"),
            Control("answer_in_two", "unanswered: ", crooked="hidden"),
            Control("seed_on_the_board", "everybody the seed", crooked="hidden"),
            Control("private_question", "everybody the private question", crooked="hidden"),
            Control("other_commitment", "commitments_wrong: ", crooked="hidden"),
            Control("log_of_seat_0", r"everybody .* \(A[12]-\d\d\)", crooked="log"),
            Control("newest_line_alone", "untold: ", crooked="shown"),
            Control("question_left_open", "stale_questions: ", crooked="shown"),
            Control("answer_in_four_forgotten", "lost: ", crooked="shown"),
            Control("turn_shown_twice", "untold: ", crooked="twice"),
            Control("confirmation_after_the_answer", "doubled: ", crooked="twice"),
        ),
    ),
    Family(
        "R1-computers",
        "SIGKILL in evenings with computer players",
        "kills",
        Doses(4, 100, 500),
        KILLS,
        partial(attempt, with_computers),
        (Control("computers-off-beat", "off_beat"),),
    ),
    Family(
        "R1-postgresql",
        "SIGKILL of one of three processes or of their server",
        "kills",
        Doses(4, 200, 1000),
        KILLS,
        partial(attempt, with_postgresql),
        (Control("answers-confirmed-early", "Departed|lost: "),),
    ),
    Family(
        "R3",
        "SIGTERM in evenings of all titles and seats: stopped within 10 s, with exit code 0",
        "stops",
        Doses(20, 200, 500),
        KILLS,
        with_stops,
        (Control("sigterm-kills", "the bot ended with"),),
    ),
    Family(
        "DF6",
        "evenings in which PostgreSQL or one of three processes hangs",
        "freezes",
        Doses(4, 200, 1000),
        4,
        partial(attempt, with_freezes),
        # In this evening, the server hangs first, for 20 s.
        (Control("never-deferred", "unanswered", seed=7),),
    ),
    Family(
        "DF6-lease",
        "processes that hang, whose channels and timed work others take within half a minute",
        "freezes",
        Doses(1, 20, 50),
        1,
        lambda seed: call_tests(seed, f"{POSTGRESQL}::test_a_frozen_process_loses_its_channels_within_half_a_minute"),
        (Control("no-lease", "test_a_frozen_process"),),
    ),
)
