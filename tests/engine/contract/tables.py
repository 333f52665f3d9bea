"""Whole games of each registered game and the toy game, for every number of seats. Some positions are kept."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engine import games
from engine.kernel.codec import digest, encode
from engine.kernel.decision import Decision, Fact, Message
from engine.kernel.game import Game, complete_settings
from engine.kernel.offering.offers import offer
from engine.kernel.play import Position, copy_position
from engine.kernel.policy import FastChance, Level, Search
from engine.kernel.proof.record import Record
from engine.kernel.proof.trial import Case
from engine.simulate import ORDERED_EVERY, Simulation, find_policy
from locales.words import Words
from tests.engine.kernel.orchard import ORCHARD

GAMES: dict[str, Game[Any]] = {**games.GAMES, "orchard": ORCHARD}
POSITIONS_KEPT = 24
POSITIONS_KEPT_OF_A_RULE = 3
SIMULTANEOUS_KEPT = 12
FACTS_KEPT = 400


class Table(NamedTuple):
    """A game, its number of seats, and its computer player. `evening` distinguishes tables that are otherwise equal."""

    game: str
    seats: int
    player: str = "random"
    evening: int = 0

    def __str__(self) -> str:
        return "-".join(map(str, self if self.evening else self[:3]))


TABLES = [
    Table(key, seats, player)
    for key, game in GAMES.items()
    for seats in game.rules.seats
    for player in ("random", *game.programs.policies)
]
TABLES.append(Table("minos-dawn", 3, "greedy", evening=10))
"""In this game, a seat uses the early gain of its ability. ABIL-SA2"""


class Evening(NamedTuple):
    """A whole game played at a table, and the positions kept for tests."""

    game: Game[Any]
    record: Record
    last: Position[Any]
    positions: list[Position[Any]]
    simultaneous: list[Position[Any]]
    facts: list[Fact]

    def cases(self) -> list[Case]:
        """Return a case for each kept position."""
        return [Case(self.game, position, FastChance(bytes(16))) for position in self.positions]


@cache
def words_of(key: str) -> Words:
    """Return the catalogue of texts for a game. The toy game has a separate catalogue."""
    toy = Path(__file__).parent.parent / "kernel" / "words"
    return Words(toy) if key == "orchard" else Words()


def seed_of(table: Table) -> bytes:
    """Return the seed of the game at this table."""
    number = table.seats + table.evening
    return bytes([number] * 16) if number < 256 else sha256(f"evening {number}".encode()).digest()[:16]


@cache
def evening(table: Table) -> Evening:
    """Play a whole game with occasional standing orders. Keep positions from every part of the game,
    each once."""
    game = GAMES[table.game]
    settings = complete_settings(game, table.seats, {})
    simulation = Simulation(game, settings, seed_of(table), find_policy(game, table.player))
    play, position = simulation.play, simulation.play.position
    kept, stride = [copy_position(game, position)], 1
    simultaneous: list[Position[Any]] = []
    by_rule: dict[str, list[Position[Any]]] = {}
    facts: dict[str, list[Fact]] = {}
    while play.pending:
        if simulation.chance.below("order", ORDERED_EVERY) == 0:
            simulation.leave_order()
        for fact in simulation.turn().facts:
            facts.setdefault(repr(fact)[:40], []).append(fact)
        if len(play.pending) > 1 and len(simultaneous) < SIMULTANEOUS_KEPT:
            simultaneous.append(copy_position(game, position))
        for rule in {decision.rule: None for decision in play.pending}:
            if len(by_rule.setdefault(rule, [])) < POSITIONS_KEPT_OF_A_RULE:
                by_rule[rule].append(copy_position(game, position))
        if position.number % stride == 0:
            kept.append(copy_position(game, position))
        if len(kept) > POSITIONS_KEPT:
            kept, stride = kept[::2], stride * 2
    kept += [copy_position(game, position), *(rare for alike in by_rule.values() for rare in alike)]
    distinct = list({encode(position): position for position in kept}.values())
    told = [fact for alike in facts.values() for fact in alike[:FACTS_KEPT]]
    record = simulation.record()
    assert record.digest == digest(position)
    return Evening(game, record, position, distinct, simultaneous, told)


def walk_of(key: str, players: tuple[str, ...] = ("random", "greedy")) -> Iterator[Case]:
    """Yield the positions of all tables of that game with these computer players."""
    for table in tables_of(key, players):
        yield from evening(table).cases()


def tables_of(key: str, players: tuple[str, ...] = ("random", "greedy")) -> list[Table]:
    """Return the tables of that game with these computer players."""
    return [table for table in TABLES if table.game == key and table.player in players]


def messages_of(evening: Evening) -> list[Message]:
    """Return every message that people could see during the game."""
    messages = [
        message
        for fact in evening.facts
        for seat in (None, *range(evening.record.settings.seats))
        if (heard := evening.game.rules.hear(fact, seat)) is not None
        if (message := evening.game.narration.describe(heard)) is not None
    ]
    for case in evening.cases():
        orders = [
            d for seat in range(case.position.settings.seats) for d in case.game.orders.offer(case.position.state, seat)
        ]
        for decision in case.pending + orders:
            messages += [decision.prompt, *labels(decision)]
        messages += [words for decision in case.pending for words in labels(offer(case.game, case.position, decision))]
    return messages


def once_each(messages: Iterable[Message]) -> list[Message]:
    """Return the messages without repetitions."""
    return list({msgspec.msgpack.encode(message): message for message in messages}.values())


def labels(decision: Decision) -> list[Message]:
    """Return the labels and hints of the decision's options."""
    hints = [option.hint for option in decision.options if option.hint is not None]
    return [*(option.label for option in decision.options), *hints]


def is_searched(level: Level, case: Case) -> bool:
    """Return whether the level searches any of the pending questions."""
    state = case.position.state
    return any(
        level.search_of(partial(case.game.rules.look, state, each.seat), each) is not None for each in case.pending
    )


def briefly(level: Level) -> Level:
    """Return the level, but with only two trials per search. If its trials go on to the end of the game, let them last
    two rounds."""

    def search(look: Callable[[], Any], decision: Decision) -> Search | None:
        assert level.search is not None
        found = level.search(look, decision)
        if found is None:
            return None
        rounds = found.rounds or (0 if found.turns else 2)
        return msgspec.structs.replace(found, rounds=rounds, width=2, trials=2)

    return msgspec.structs.replace(level, search=search)
