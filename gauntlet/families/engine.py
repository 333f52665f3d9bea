"""E1 to E7 and S8: random games, replays elsewhere, refused answers, secret choices, and random use of sessions."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine.games import GAMES
from engine.kernel.chance import SEED_BYTES
from engine.kernel.codec import decode, digest, encode
from engine.kernel.decision import Answer, Decision, Seat
from engine.kernel.game import Game, complete_settings
from engine.kernel.play import Outcome, Play, Position, answer, start
from engine.kernel.proof.laws import check_refusals, wrong_answers
from engine.kernel.proof.record import Record, apply_entry, encode_record
from engine.kernel.proof.trial import LawBroken
from engine.kernel.refusals import Refusal, UnplayableSettings
from engine.kernel.rules import with_pending
from engine.simulate import Plan, simulate, simulation_of
from gauntlet.called_tests import call_tests
from gauntlet.family import ROOT, Control, Doses, Family, Findings
from tests.engine.contract.tables import Table, evening

GAMES_EACH = 4
"""Number of games of each title in one attempt."""
HASH_SEEDS = 10
RUNS = 15
"""Runs that `tests/sessions/test_any_order.py` makes. Importing it here would load Hypothesis before pytest."""
MOST_COMPARED = 6
"""Most answers to one question whose effects are compared."""

_bytes = msgspec.msgpack.Encoder(order="deterministic").encode


def draw_plan(random: Random, game: Game[Any]) -> Plan:
    """Draw a number of seats and, in about half of all games, the value of one option."""
    plan = Plan(game.rules.key, random.choice(game.rules.seats), random.randrange(1 << 60), is_checked=True)
    if random.random() < 0.5 and game.rules.options:
        option = random.choice(game.rules.options)
        changed = {option.key: random.choice(option.choices)}
        try:
            complete_settings(game, plan.seats, changed)
        except UnplayableSettings:
            return plan
        return msgspec.structs.replace(plan, options=changed)
    return plan


def play_games(seed: int) -> Findings:
    """Play random games to their ends, and check the laws on the way. A try is one game."""
    random, findings = Random(seed), Findings()
    for game in GAMES.values():
        for _ in range(GAMES_EACH):
            plan = draw_plan(random, game)
            findings.tries += 1
            played = simulate(game, plan, 0)
            findings.expect(not played.failure, f"{plan}: {played.failure}")
    return findings


def record_games(seed: int) -> list[tuple[Game[Any], Record]]:
    """Play random games. Return their records."""
    random, found = Random(seed), []
    for game in GAMES.values():
        for _ in range(GAMES_EACH):
            simulation = simulation_of(game, draw_plan(random, game), 0)
            simulation.run()
            found.append((game, simulation.record()))
    return found


def replay_elsewhere(seed: int) -> Findings:
    """Replay games in another process, where sets have another order. A try is one game."""
    games, findings = record_games(seed), Findings()
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.json" for number in range(len(games))]
        for file, (_, record) in zip(files, games, strict=True):
            file.write_bytes(encode_record(record))
        command = (sys.executable, "-m", "tests.engine.contract.elsewhere", *map(str, files))
        environment = {**os.environ, "PYTHONHASHSEED": str(seed % HASH_SEEDS)}
        printed = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True).stdout.split()
    findings.tries += len(games)
    for place, (game, record) in enumerate(games):
        again = printed[place] if place < len(printed) else "nothing"
        findings.expect(again == record.digest, f"{game.rules.key} {record.settings}: replayed to {again}")
    return findings


def store_at_every_answer(seed: int) -> Findings:
    """Before each answer, store the position, read it and play on from what was read. A try is one game."""
    findings = Findings()
    for game, record in record_games(seed):
        findings.tries += 1
        position = start(game, record.settings, bytes.fromhex(record.seed)).position
        for entry in record.entries:
            play = Play(game, decode(game, encode(position)))
            try:
                apply_entry(play, entry)
            except Refusal:
                break
            position = play.position
        what = f"{game.rules.key} {record.settings}, seed {record.seed}: stored and read, it ends otherwise"
        findings.expect(digest(position) == record.digest, what)
    return findings


def refuse_answers(seed: int) -> Findings:
    """Give answers that aren't offered, at positions of whole games. A try is one such answer."""
    random, findings = Random(seed), Findings()
    for key, game in GAMES.items():
        table = Table(key, random.choice(game.rules.seats), evening=seed)
        for case in evening(table).cases():
            findings.tries += sum(1 for _ in wrong_answers(case.play()))
            try:
                check_refusals(case)
            except LawBroken as broken:
                findings.failures.append(f"{table}, position {case.position.number}: {broken}")
    return findings


def choose_in_secret(seed: int) -> Findings:
    """Try several answers to each private question that several seats are asked at the same time. Until all have
    answered, the other seats may see only who is still asked. A try is one answer."""
    findings = Findings()
    for key, game in GAMES.items():
        for seats in (each for each in game.rules.seats if each > 1):
            begun = start(game, complete_settings(game, seats, {}), bytes(SEED_BYTES)).position
            if len(Play(game, begun).pending) == 1:
                continue  # This game asks one seat at a time.
            table = Table(key, seats, evening=seed)
            for position in evening(table).simultaneous:
                for asked in Play(game, position).pending:
                    _compare_choices(findings, game, position, asked, f"{table}, position {position.number}")
    return findings


def _compare_choices(findings: Findings, game: Game[Any], position: Position[Any], asked: Decision, where: str) -> None:
    keys = [option.key for option in asked.options]
    shown: dict[tuple[Seat, ...], set[bytes]] = {}
    for first in range(min(MOST_COMPARED, len(keys)) if asked.private else 0):
        chosen = (keys[first:] + keys[:first])[: max(1, asked.at_least)]
        outcome = answer(game, position, Answer(asked.seat, asked.id, tuple(chosen)))
        pending = Play(game, outcome.position).pending
        if any(each.seat != asked.seat for each in pending):
            findings.tries += 1
            seen = _bytes([_shown_to(game, outcome, pending, each) for each in _others(position, asked.seat)])
            shown.setdefault(tuple(each.seat for each in pending), set()).add(seen)
    is_secret = all(len(each) == 1 for each in shown.values())
    findings.expect(is_secret, f"{where}: the others see what seat {asked.seat} chose")


def _others(position: Position[Any], seat: Seat) -> list[Seat | None]:
    return [None, *(each for each in range(position.settings.seats) if each != seat)]


def _shown_to(game: Game[Any], outcome: Outcome[Any], pending: list[Decision], seat: Seat | None) -> list[Any]:
    heard = [game.rules.hear(fact, seat) for fact in outcome.facts]
    return [with_pending(game.rules.look(outcome.position.state, seat), pending), heard]


def use_sessions(seed: int) -> Findings:
    """Let people and kills do anything in any order at a table. A try is one such run."""
    found = call_tests(
        seed, "--hypothesis-profile=seeded", f"--hypothesis-seed={seed}", "tests/sessions/test_any_order.py"
    )
    return Findings(found.tries * RUNS, found.failures)


ENDINGS = sorted(map(str, [*ROOT.glob("tests/engine/*/test_scoring.py"), *ROOT.glob("tests/engine/*/test_ending.py")]))

FAMILIES = (
    Family(
        "E1",
        "whole games of random players, with the laws checked on the way (K5, K6)",
        "games",
        Doses(300, 10_000, 100_000),
        GAMES_EACH * len(GAMES),
        play_games,
        (Control("tile-thrown-away", "K6"),),
    ),
    Family(
        "E2",
        "games replayed in another process, with ten orders of sets (K1)",
        "games",
        Doses(120, 500, 5000),
        GAMES_EACH * len(GAMES),
        replay_elsewhere,
        (Control("draws-by-hash", "replayed to"),),
    ),
    Family(
        "E4",
        "games stored and read at every answer (K3)",
        "games",
        Doses(48, 1000, 5000),
        GAMES_EACH * len(GAMES),
        store_at_every_answer,
        (Control("draws-not-read", "it ends otherwise"),),
    ),
    Family(
        "E5",
        "answers that aren't offered, which are refused and change nothing (K2)",
        "answers",
        Doses(1000, 100_000, 100_000),
        1000,
        refuse_answers,
        (Control("refused-but-counted", "changed the position"),),
    ),
    Family(
        "E7",
        "people and kills at one table, in any order",
        "runs",
        Doses(60, 20_000, 50_000),
        RUNS,
        use_sessions,
        (Control("presses-forgotten", "TestTables"),),
    ),
    Family(
        "S8",
        "choices that several seats make in secret: nobody sees a difference before all have chosen",
        "choices",
        Doses(300, 5000, 50_000),
        300,
        choose_in_secret,
        (Control("chosen-cards-counted", "the others see"),),
    ),
    Family(
        "E3",
        "recorded games, and every row of their scoring and every way they end, against the rulebooks",
        "tests",
        Doses(139, 139, 139),
        139,
        lambda seed: call_tests(seed, "tests/engine/transcripts", *ENDINGS),
        (Control("one-more-vp", "test_score_05_money_and_resources"),),
    ),
)
