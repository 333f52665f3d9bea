"""Play whole games between computer players. Measure results and speed, and check that the games obey the laws."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.codec import digest, encode
from engine.kernel.decision import Answer, Decision, Fact, Seat
from engine.kernel.game import Game, complete_settings
from engine.kernel.play import Play, start
from engine.kernel.policy import FastChance, Level, Policy, random_policy
from engine.kernel.proof.laws import check_length, check_position, check_replay, check_simultaneous, check_stored
from engine.kernel.proof.record import Answered, Entry, Ordered, Record
from engine.kernel.proof.trial import Case, LawBroken, check_census
from engine.kernel.refusals import Refusal
from engine.kernel.rules import OptionValue, Placing, Settings
from engine.kernel.steps import Now
from engine.search.thinking import think

MEASURED_EVERY = 256
STORED_EVERY = 16
TRIED_EVERY = 199
ORDERED_EVERY = 48


class Plan(msgspec.Struct, frozen=True):
    """A plan for simulations. The same plan gives the same games on every machine."""

    game: str
    seats: int
    seed: int
    player: str = "random"
    """The computer players, separated by commas. They shift by one seat from game to game."""
    options: dict[str, OptionValue] = {}
    is_checked: bool = False


class Played(msgspec.Struct):
    """One simulated game."""

    record: Record
    answers: int
    largest_position_bytes: int
    placings: tuple[Placing, ...] = ()
    dealt: tuple[Mapping[str, str], ...] = ()
    uses: dict[tuple[Seat, str, str], int] = {}
    """The number of uses, by seat, kind of component and component."""
    failure: str = ""
    """Empty if the game ended without breaking a law."""


class UnknownPolicy(Refusal):
    """The game has no computer player of that name."""


def find_policy(game: Game[Any], name: str) -> Policy:
    policies: Mapping[str, Policy] = {"random": random_policy, **game.programs.policies}
    if name not in policies:
        raise UnknownPolicy(name, sorted(policies))
    return policies[name]


def find_level(game: Game[Any], name: str) -> Level:
    """Return the level of that name or, if there is none, the policy as a level. Raises `UnknownPolicy`."""
    if name in game.programs.levels:
        return game.programs.levels[name]
    try:
        return Level(find_policy(game, name))
    except UnknownPolicy as unknown:
        raise UnknownPolicy(name, sorted({*game.programs.levels, *unknown.args[1]})) from None


def players_of(plan: Plan, number: int) -> tuple[str, ...]:
    names = plan.player.split(",")
    return tuple(names[(seat + number) % len(names)] for seat in range(plan.seats))


def seed_of(plan: Plan, number: int) -> bytes:
    return Chance(plan.seed.to_bytes(16, "big", signed=True), {}).token(f"game {number}")


class Simulation:
    """A running game between computer players: one for all seats, or one each. The seed determines the whole game."""

    def __init__(self, game: Game[Any], settings: Settings, seed: bytes, *players: "Policy | Level") -> None:
        self.game = game
        self.settings = settings
        self.seed = seed
        levels = tuple(player if isinstance(player, Level) else Level(player) for player in players)
        self._players = levels * settings.seats if len(levels) == 1 else levels
        self.chance = FastChance(seed)
        self._secrets = Chance(seed, {})
        self.play = Play(game, start(game, settings, seed).position)
        self.entries: list[Entry] = []
        self.uses: Counter[tuple[Seat, str, str]] = Counter()

    @property
    def case(self) -> Case:
        return Case(self.game, self.play.position, self.chance)

    def turn(self) -> Now[Any]:
        play = self.play
        pending = play.pending
        decision = pending[0] if len(pending) == 1 else pending[self.chance.below("seat", len(pending))]
        seat = decision.seat
        keys = self._keys(decision)
        self.entries.append(Answered(seat, keys))
        given = Answer(seat, decision.id, keys)
        now = play.take(given) if self._players[seat].policy is random_policy else play.answer(given)
        self._count(now.facts)
        return now

    def _keys(self, decision: Decision) -> tuple[str, ...]:
        seat, position = decision.seat, self.play.position
        level = self._players[seat]
        if level.search or level.blunders:
            return think(self.game, position, seat, level, self._secrets.token("thought")).keys
        return level.policy(lambda: self.game.rules.look(position.state, seat), decision, self.chance)

    def give(self, seat: Seat, keys: tuple[str, ...]) -> None:
        self.entries.append(Answered(seat, keys))
        self._count(self.play.take_keys(seat, *keys).facts)

    def _count(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            use = self.game.statistics.uses.get(type(fact))
            if use is not None:
                self.uses[fact.seat, use[0], getattr(fact, use[1])] += 1  # type: ignore[attr-defined]

    def leave_order(self) -> None:
        seat = self.chance.below("seat", self.settings.seats)
        for decision in self.game.orders.offer(self.play.position.state, seat):
            keys = random_policy(lambda: None, decision, self.chance)
            self.entries.append(Ordered(seat, decision.rule, keys))
            self.play.order(seat, decision.rule, keys)

    def run(self) -> int:
        """Play to the end as fast as possible. Return the largest position's size in bytes. Raises `LawBroken`. K5"""
        largest = 0
        while self.play.pending:
            self.turn()
            if self.play.position.number % MEASURED_EVERY == 0:
                largest = max(largest, self._measure())
        return max(largest, self._measure())

    def run_checked(self) -> int:
        """Play to the end and check every law on the way. Return and raise the same as `run`."""
        largest = 0
        check_position(self.case)
        while self.play.pending:
            if self.chance.below("order", ORDERED_EVERY) == 0:
                self.leave_order()
            self.turn()
            largest = max(largest, self._check())
        check_replay(self.game, self.settings, self.seed, tuple(self.entries), digest(self.play.position))
        return max(largest, self._measure())

    def _measure(self) -> int:
        check_length(self.game, self.play.position)
        return len(encode(self.play.position))

    def _check(self) -> int:
        check_census(self.case)
        check_length(self.game, self.play.position)
        if len(self.play.pending) > 1:
            check_simultaneous(self.case)
        number = self.play.position.number
        stored = check_stored(self.case) if number % STORED_EVERY == 0 else 0
        if number % TRIED_EVERY == 0:
            check_position(self.case)
        return stored

    def record(self, note: str = "") -> Record:
        return Record.of(self.play, self.entries, note)


def simulation_of(game: Game[Any], plan: Plan, number: int) -> Simulation:
    settings = complete_settings(game, plan.seats, plan.options)
    players = tuple(find_level(game, name) for name in players_of(plan, number))
    return Simulation(game, settings, seed_of(plan, number), *players)


def simulate(game: Game[Any], plan: Plan, number: int) -> Played:
    """Play game `number` of `plan`. Raises `UnplayableSettings`, `UnknownPolicy`."""
    simulation = simulation_of(game, plan, number)
    names = players_of(plan, number)
    largest, failure = _outcome(simulation.run_checked if plan.is_checked else simulation.run)
    position = simulation.play.position
    return Played(
        simulation.record(failure)
        if failure
        else Record(game.rules.key, game.rules.version, simulation.settings, "", ()),
        position.number,
        largest,
        () if failure else game.rules.result(position.state),
        tuple({**game.statistics.setup_of(position.state, seat), "player": name} for seat, name in enumerate(names)),
        dict(simulation.uses),
        failure,
    )


def _outcome(run: Callable[[], int]) -> tuple[int, str]:
    """Return the size of the largest position and "", or 0 and the failure."""
    try:
        return run(), ""
    except LawBroken as broken:
        return 0, str(broken)
    except Exception as error:  # Any error of the rules is a result. It is kept with its game.
        return 0, f"{type(error).__name__}: {error}"
