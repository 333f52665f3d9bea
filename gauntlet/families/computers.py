"""S10 and S7: a computer player uses only what its seat may know. The time of its answer reveals nothing to the
others."""

from random import Random

import msgspec

from ai.orders import Order
from engine.games import GAMES
from engine.kernel.decision import Seat
from engine.kernel.play import answer_without_search
from engine.kernel.proof.secrecy import indistinguishable
from engine.kernel.proof.trial import Case
from gauntlet.called_tests import call_tests
from gauntlet.family import Control, Doses, Family, Findings
from sessions.computers.computers import secret_of
from tests.engine.contract.tables import Table, evening

LOOKS = 60
"""Number of questions compared in each game. Every level answers each of them."""


def attempt(seed: int) -> Findings:
    """Ask computer players the same questions in pairs of games that their seats can't tell apart."""
    random, findings = Random(seed), Findings()
    for key, game in GAMES.items():
        table = Table(key, random.choice([seats for seats in game.rules.seats if seats > 1]), "random", evening=seed)
        asked = [(case, decision.seat) for case in evening(table).cases() for decision in case.pending]
        for case, seat in random.sample(asked, min(LOOKS, len(asked))):
            _compare(findings, case, seat, f"{table}, position {case.position.number}, seat {seat}")
    return findings


def _compare(findings: Findings, case: Case, seat: Seat, where: str) -> None:
    game, pair = case.game, (case.position, indistinguishable(case, seat))
    secrets = [secret_of(position, seat) for position in pair]
    findings.expect(secrets[0] != secrets[1], f"{where}: two games with different seeds have the same secret")
    neighbour = secret_of(case.position, (seat + 1) % case.position.settings.seats)
    findings.expect(secrets[0] != neighbour, f"{where}: two seats have the same secret")
    for name, level in game.programs.levels.items():
        findings.tries += 1
        orders = [msgspec.msgpack.encode(Order.of(game, each, seat, name, secrets[0])) for each in pair]
        findings.expect(orders[0] == orders[1], f"{where}: {name} thinks about something that its seat may not know")
        answers = [answer_without_search(game, each, seat, level, secrets[0]).keys for each in pair]
        findings.expect(answers[0] == answers[1], f"{where}: {name} answers {answers[0]} or {answers[1]}")


FAMILIES = (
    Family(
        "S10",
        "computer players in games that their seats can't tell apart: orders, answers, secrets",
        "questions",
        Doses(400, 3000, 30_000),
        400,
        attempt,
        (
            Control("secret-without-seed", "have the same secret"),
            Control("thinks-about-the-real-game", "thinks about something that its seat may not know"),
        ),
    ),
    Family(
        "S7",
        "moments at which computer players answer, after thoughts of different lengths",
        "pairs",
        Doses(40, 1000, 3000),
        40,
        lambda seed: call_tests(seed, "tests/sessions/test_answer_times.py"),
        (Control("computers-off-beat", "test_the_time_of_an_answer"),),
    ),
)
