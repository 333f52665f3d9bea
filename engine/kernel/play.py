"""Positions, and functions that turn a position and an answer into the next position."""

from typing import Any, Generic, TypeVar

import msgspec

from engine.kernel.chance import SEED_BYTES, Chance
from engine.kernel.decision import Answer, Decision, Fact, Seat
from engine.kernel.game import Game, complete_settings
from engine.kernel.policy import FastChance, Level, Thought, random_policy
from engine.kernel.refusals import DeadEnd, NotAnOption, NotAsked, Refusal, StaleDecision, WrongNumber
from engine.kernel.rules import AGREED, Placing, Settings
from engine.kernel.steps import Choice, Happening, Now, Step

S = TypeVar("S")

MOST_STEPS_AT_ONCE = 10_000
"""If more steps than this run without a question, they count as an endless loop."""


class Position(msgspec.Struct, Generic[S]):
    """A game between two answers. Don't change it."""

    settings: Settings
    seed: bytes
    """Determines every card. No view contains it."""
    state: S
    agenda: list[Step[Any]]
    """A stack, the next step last."""
    answered: list[int]
    """The number of answers by seat."""
    draws: dict[str, int]
    """The number of draws by name."""
    number: int = 0
    """The number of all answers."""

    @property
    def is_over(self) -> bool:
        return not self.agenda


class Outcome(msgspec.Struct, Generic[S], frozen=True):
    position: Position[S]
    facts: tuple[Fact, ...]
    revealed: bool


class Play(Generic[S]):
    """A running game. Each answer changes it in place; the function `answer` changes a copy instead."""

    __slots__ = ("_chance", "_pending", "game", "position")

    def __init__(self, game: Game[S], position: Position[S], chance: Chance | None = None) -> None:
        """`position` is not copied: pass a copy if you still need it. If it was just set up, call `settle` first."""
        self.game = game
        self.position = position
        self._chance = chance or Chance(position.seed, position.draws)
        self._pending: list[Decision] | None = None

    def fork(self) -> "Play[S]":
        other = Play(self.game, copy_position(self.game, self.position))
        other._pending = self._pending
        return other

    @property
    def pending(self) -> list[Decision]:
        """Return the current decisions, at most one per seat. They are computed when first needed."""
        if self._pending is None:
            agenda = self.position.agenda
            question: Any = agenda[-1] if agenda else None
            asked = ask(self.game, self.position, question) if agenda and question.is_choice else []
            self._pending = number_decisions(self.position, asked)
        return self._pending

    @property
    def certain(self) -> str:
        """Return the rule of the current question if it is known without computing the options, else ""."""
        question: Any = self.position.agenda[-1] if self.position.agenda else None
        return question.certain if question and question.is_choice else ""

    def settle(self) -> Now[S]:
        """Run automatic steps and forced answers until a seat must answer or the game ends."""
        self._pending = []
        now: Now[S] = Now(self.position.agenda, self._chance)
        self._settle(now)
        return now

    def _settle(self, now: Now[S]) -> None:
        agenda, state = self.position.agenda, self.position.state
        for _ in range(MOST_STEPS_AT_ONCE):
            if not agenda:
                self._pending = []
                return
            step: Any = agenda[-1]
            if step.is_happening:
                agenda.pop()
                self._happen(step, now)
                continue
            if not step.is_choice:
                agenda.pop()
                self.game.consequences[type(step)](state, now, step)
                continue
            if step.certain:
                self._pending = None
                return
            decisions = ask(self.game, self.position, step)
            if not decisions:
                agenda.pop()
                continue
            for decision in decisions:
                if len(decision.options) < decision.at_least:
                    raise DeadEnd(decision.rule, tuple(agenda))
            first = decisions[0]
            if len(decisions) == 1 and first.is_forced and not first.shown and not self._is_asked(first):
                agenda.pop()
                keys = tuple(option.key for option in first.options[: first.at_least])
                now.forced += [(first.seat, key) for key in keys]
                step.apply(state, now, Answer(first.seat, first.id, keys))
                continue
            self._pending = number_decisions(self.position, decisions)
            return
        raise DeadEnd("nobody is asked", tuple(agenda))

    def _happen(self, step: Happening[S], now: Now[S]) -> None:
        now.turn_passed |= type(step) in self.game.narration.turns
        step.happen(self.position.state, now)

    def _is_asked(self, decision: Decision) -> bool:
        """Return whether the seat already has this question. Answers of other seats don't change that. K7"""
        asked = self.decision_of(decision.seat)
        return (
            asked is not None
            and asked.id == self.position.answered[decision.seat]
            and (asked.rule, asked.options) == (decision.rule, decision.options)
        )

    def decision_of(self, seat: Seat) -> Decision | None:
        return next((decision for decision in self.pending if decision.seat == seat), None)

    def check(self, given: Answer) -> None:
        decision = self.decision_of(given.seat)
        if decision is None:
            raise NotAsked(given.seat)
        if decision.id != given.decision:
            raise StaleDecision(given.decision, decision.id)
        check_keys(decision, given.keys)

    def answer(self, given: Answer) -> Now[S]:
        """Carry out an answer. If the answer is refused, raise its `Refusal` and change nothing."""
        self.check(given)
        return self.take(given)

    def take_keys(self, seat: Seat, *keys: str) -> Now[S]:
        """Carry out the answer `keys` of `seat`, which must be legal."""
        asked = self.decision_of(seat)
        assert asked is not None, seat
        return self.take(Answer(seat, asked.id, keys))

    def take(self, given: Answer) -> Now[S]:
        """Carry out an answer, which must be legal."""
        position, decision = self.position, self.pending[0]  # Read this before the question leaves the agenda.
        step: Any = position.agenda.pop()
        now: Now[S] = Now(position.agenda, self._chance)
        if decision.asides:
            carry_out(self.game, position.state, now, step, decision, given)
        else:
            step.apply(position.state, now, given)
        position.answered[given.seat] += 1
        position.number += 1
        self._settle(now)
        return now

    def order(self, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
        state = self.position.state
        is_seated = 0 <= seat < self.position.settings.seats
        orders = self.game.orders.offer(state, seat) if is_seated else []
        asked = next((decision for decision in orders if decision.rule == rule), None)
        if asked is None:
            raise NotAsked(seat)
        check_keys(asked, keys)
        self.game.orders.take(state, seat, rule, keys)


def ask(game: Game[S], position: Position[S], question: Choice[S]) -> list[Decision]:
    """Return the decisions of `question`. The game's asides follow the options."""
    state = position.state
    decisions = question.decisions(state)
    if not question.allows_asides or not decisions:
        return decisions
    (d,) = decisions
    if d.at_most != 1 or not (asides := game.asides.offer(state, question, d)):
        return decisions
    options, number = (*d.options, *asides), position.answered[d.seat]
    return [Decision(d.seat, d.rule, d.prompt, options, d.at_least, 1, d.private, d.shown, number, len(asides))]


def number_decisions(position: Position[Any], decisions: list[Decision]) -> list[Decision]:
    """Return the decisions with their ids. Decisions with asides already have their ids."""
    answered = position.answered
    return [
        d
        if d.asides
        else Decision(d.seat, d.rule, d.prompt, d.options, d.at_least, d.at_most, d.private, d.shown, answered[d.seat])
        for d in decisions
    ]


def carry_out(game: Game[S], state: S, now: Now[S], question: Choice[S], decision: Decision, given: Answer) -> None:
    """Apply the legal answer `given` to `decision`. `question` has left the agenda."""
    if decision.asides and given.keys and decision.is_aside(given.keys[0]):
        now.then(question)
        game.asides.take(state, now, given.seat, given.keys[0])
    else:
        question.apply(state, now, given)


def check_keys(decision: Decision, keys: tuple[str, ...]) -> None:
    """Raise `WrongNumber` or `NotAnOption` unless `keys` answer `decision`."""
    if not decision.at_least <= len(keys) <= decision.at_most:
        raise WrongNumber(len(keys), decision.at_least, decision.at_most)
    offered = {option.key for option in decision.options}
    for key in keys:
        if key not in offered:
            raise NotAnOption(key)
        offered.discard(key)


def start(game: Game[S], settings: Settings, seed: bytes) -> Outcome[S]:
    """Lay out a game from 16 secret bytes and run it to its first decision. Raises `UnplayableSettings`."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    settings = complete_settings(game, settings.seats, settings.options)
    draws: dict[str, int] = {}
    state, steps = game.rules.start(settings, Chance(seed, draws))
    position = Position(settings, seed, state, list(reversed(steps)), [0] * settings.seats, draws)
    now = Play(game, position).settle()
    return Outcome(position, tuple(now.facts), True)


def copy_position(game: Game[S], position: Position[S]) -> Position[S]:
    state, agenda = game.rules.copy(position.state), position.agenda.copy()
    answered, draws = position.answered.copy(), position.draws.copy()
    return Position(position.settings, position.seed, state, agenda, answered, draws, position.number)


def redeal(game: Game[S], state: S, seat: Seat | None, chance: Chance) -> S:
    """Return a copy of `state` in which everything hidden from `seat` is redealt. K4"""
    world = game.rules.copy(state)
    game.secrecy.redeal(world, seat, chance)
    return world


def world_of(game: Game[Any], position: Position[Any], seat: Seat, chance: Chance) -> Position[Any]:
    """Return a position that looks the same to `seat`, with all hidden things redealt by `chance`. Positions that
    `seat` can't tell apart give the same result. Future draws don't depend on the real seed. K9"""
    world = copy_position(game, position)
    game.secrecy.redeal(world.state, seat, chance)
    game.secrecy.suppose(world.state, seat)
    world.seed = chance.token("world")
    world.draws.clear()
    return world


def answer(game: Game[S], position: Position[S], given: Answer) -> Outcome[S]:
    """Return the outcome of an answer. `position` is not changed. Raises a `Refusal`."""
    play = Play(game, copy_position(game, position))
    now = play.answer(given)
    return Outcome(play.position, tuple(now.facts), now.revealed)


def place_order(game: Game[S], position: Position[S], seat: Seat, rule: str, keys: tuple[str, ...]) -> Position[S]:
    """Return the position after `seat` places a standing order. Raises a `Refusal`."""
    play = Play(game, copy_position(game, position))
    play.order(seat, rule, keys)
    return play.position


def decisions(game: Game[S], position: Position[S]) -> list[Decision]:
    return Play(game, position).pending


def result(game: Game[S], position: Position[S]) -> tuple[Placing, ...]:
    """Return the final places of a finished game. Raises `Refusal` if the game is still running."""
    if not position.is_over:
        raise Refusal("not over")
    return game.rules.result(position.state)


def places_of(game: Game[S], position: Position[S], ended: str) -> tuple[Placing, ...]:
    """Return the places of a game that `ended` this way, or () if there are none. If the players agreed to end it, the
    current places count (`settled`), or everyone is first (`tied`)."""
    if ended not in AGREED:
        return game.rules.result(position.state) if position.is_over else ()
    standing = game.agreement.standing(position.state)
    if ended == "settled":
        return standing
    if not game.agreement.tie_rule:
        return ()
    seats = standing or tuple(Placing(seat, 1, 0) for seat in range(position.settings.seats))
    return tuple(msgspec.structs.replace(each, place=1, tie_breaks={}) for each in seats)


def expected_order(game: Game[Any], position: Position[Any]) -> tuple[Seat, ...]:
    """Return the seats ranked by a computer player that knows only what everyone knows. Return () if the game has no
    computer players. K4"""
    worth = next((level.worth for level in game.programs.levels.values() if level.worth), None)
    if worth is None:
        return ()
    world = redeal(game, position.state, None, FastChance(b"estimate"))
    worths = [worth(world, seat) for seat in range(position.settings.seats)]
    return tuple(sorted(range(len(worths)), key=lambda seat: -worths[seat]))


def automatic_answer(play: Play[Any], seat: Seat) -> tuple[str, ...]:
    """Return the answer to give automatically for `seat`, or (). It rules out nothing that other answers allow."""
    decision, agenda = play.decision_of(seat), play.position.agenda
    if decision is None or len(play.pending) != 1:
        return ()
    question = agenda[-1]
    assert isinstance(question, Choice), question
    return play.game.offering.answer_automatically(play.position.state, question, decision)


def answer_without_search(game: Game[Any], position: Position[Any], seat: Seat, level: Level, secret: bytes) -> Thought:
    """Answer for `seat`, which must have a question: with a blunder or with the policy's choice."""
    decision = Play(game, position).decision_of(seat)
    assert decision is not None, seat
    chance = FastChance(secret)
    policy = random_policy if level.is_blind(chance) else level.policy
    return Thought(policy(lambda: game.rules.look(position.state, seat), decision, chance))
