"""S1: redeal everything that a seat may not know. Views, questions, facts and thoughts must stay the same."""

from collections.abc import Callable
from functools import partial
from random import Random

from engine.games import GAMES
from engine.kernel.proof import secrecy
from engine.kernel.proof.trial import Case, LawBroken
from gauntlet.family import Control, Doses, Family, Findings
from tests.engine.contract.tables import Table, evening

TABLES = [
    (key, seats, player)
    for key, game in GAMES.items()
    for seats in game.rules.seats
    for player in ("random", *game.programs.policies)
]


def attempt(seed: int) -> Findings:
    """Play one random table of each game and check K4 and K9. A try is one position as one person sees it."""
    random, findings = Random(seed), Findings()
    for key in GAMES:
        table = Table(*random.choice([each for each in TABLES if each[0] == key]), evening=seed)
        for case in evening(table).cases():
            findings.tries += table.seats + 1
            for check in (secrecy.check_secrets, secrecy.check_standing, secrecy.check_worlds, secrecy.check_answers):
                _hold(findings, check, case, table)
            for decision in case.pending:
                _hold(findings, partial(secrecy.check_heard, given=case.guess(decision)), case, table)
    return findings


def _hold(findings: Findings, check: Callable[[Case], object], case: Case, table: Table) -> None:
    try:
        check(case)
    except LawBroken as broken:
        findings.failures.append(f"{table}, position {case.position.number}: {broken}")


FAMILY = Family(
    "S1",
    "positions dealt again: views, questions, facts, imagined worlds (K4, K9)",
    "looks",
    Doses(500, 30_000, 300_000),
    500,
    attempt,
    (
        Control("hand-in-every-view", "K4"),
        Control("drawn-card-told", "K4"),
        Control("next-temple-in-view", "K4"),
    ),
)
