"""Counts the presses that a person would need per turn, in games that computer players play to the end.

Every question in a turn counts, whoever is asked. Each option picked is one press, but picking none or all of them is a
single press. Gestures count taps, including those that open or close a list.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.kernel.decision import Decision, Seat
from engine.kernel.game import Game
from engine.kernel.offering.in_a_row import give_in_a_row
from engine.kernel.offering.offers import FEWEST_TOGETHER, JOINT, canonical_fingerprint, offer
from engine.kernel.play import Play, Position, automatic_answer, copy_position
from engine.kernel.proof.record import Answered
from engine.simulate import Plan, Simulation, simulation_of


class Press(msgspec.Struct):
    """One option, or an answer with several options."""

    before: Position[Any]
    """The position before the press."""
    shown: Decision
    """The question as offered."""
    asked: Decision
    """The question as the rules ask it."""
    keys: tuple[str, ...]
    """The answer as the rules see it."""
    key: str
    """The key of the option; "" if several were picked."""
    is_in_turn: bool
    ends: bool = False
    """True if the answer ended a turn."""
    reveals: bool = False
    forced: list[str] = []
    """The forced answers of the same seat that followed."""

    @property
    def is_begun(self) -> bool:
        """Return whether the option also covers answers that the rules have yet to ask for."""
        return bool(self.key) and any(each.key.startswith(self.key + JOINT) for each in self.shown.options)

    @property
    def is_last(self) -> bool:
        """Return whether this is the last option, which ends or declines. Boards show it as a button."""
        return self.shown.options[-1 - self.shown.asides].key == self.key

    def goes_on(self, decision: Decision, keys: tuple[str, ...]) -> bool:
        """Return whether this answer belongs to the option that was pressed."""
        if not self.key or len(keys) != 1 or decision.seat != self.asked.seat:
            return False
        longer = f"{self.key}{JOINT}{keys[0]}"
        return any(each.key == longer or each.key.startswith(longer + JOINT) for each in self.shown.options)

    @property
    def names(self) -> list[str]:
        return [JOINT.join((self.key, *self.forced[:count])) for count in range(len(self.forced) + 1)]


class Pressed(msgspec.Struct):
    """Presses counted over games, by the id of the question. `alone` counts questions with one legal answer."""

    turns: int = 0
    gestures: int = 0
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    presses: Counter[str] = msgspec.field(default_factory=Counter)
    alone: Counter[str] = msgspec.field(default_factory=Counter)
    outside: Counter[str] = msgspec.field(default_factory=Counter)
    by_answer: Counter[str] = msgspec.field(default_factory=Counter)

    def count(self, press: Press) -> None:
        question, presses = press.asked.prompt.id, presses_of(press.asked, press.keys)
        if not press.is_in_turn:
            self.outside[question] += presses
            return
        self.presses[question] += presses
        self.alone[question] += press.asked.is_forced
        self.turns += press.ends

    def count_group(self, group: "Group") -> None:
        press = group.first
        if press.is_in_turn:
            self.answers[press.asked.prompt.id] += group.answers
            self.gestures += group.gestures
            self.by_answer[f"{press.asked.rule} {press.key.partition(':')[0]}"] += group.answers


def presses_of(decision: Decision, keys: tuple[str, ...]) -> int:
    return 1 if len(keys) in (0, len(decision.options)) else len(keys)


def count_presses(game: Game[Any], plan: Plan, number: int) -> Pressed:
    found, group = Pressed(), None
    for press in presses(game, simulation_of(game, plan, number)):
        found.count(press)
        if group is None or not group.takes(press):
            if group is not None:
                found.count_group(group)
            group = Group(game, press)
    if group is not None:
        found.count_group(group)
    return found


def presses(game: Game[Any], simulation: Simulation) -> Iterator[Press]:
    """Play a game to its end. Yield what a person would press, one item for each option."""
    play, press = simulation.play, None
    while play.pending:
        before = copy_position(game, play.position)
        asked = {decision.seat: decision for decision in play.pending}
        draws = sum(before.draws.values())
        now = simulation.turn()
        entry = simulation.entries[-1]
        assert isinstance(entry, Answered)
        decision, keys = asked[entry.seat], entry.keys
        if press is not None and press.goes_on(decision, keys):
            press.key += JOINT + keys[0]
        else:
            if press is not None:
                yield press
            key = keys[0] if len(keys) == decision.at_most == 1 else ""
            press = Press(
                before, offer(game, before, decision), decision, keys, key, game.narration.is_in_turn(before.state)
            )
        press.forced = [key for seat, key in now.forced if seat == entry.seat]
        press.ends |= ends_turn(game, decision, keys)
        press.reveals |= sum(play.position.draws.values()) != draws
        while not press.is_begun and (given := automatic_answer(play, entry.seat)):
            simulation.give(entry.seat, given)
    if press is not None:
        yield press


def ends_turn(game: Game[Any], decision: Decision, keys: tuple[str, ...]) -> bool:
    """Return whether this answer is the one that is given exactly once per turn."""
    rule, key = game.statistics.once_a_turn
    is_aside = bool(keys) and decision.is_aside(keys[0])
    return decision.rule == rule and not is_aside and (not key or keys == (key,))


class Group:
    """Successive presses that could be made together with the same effect. A reveal ends a group.

    Made together, they take 3 answers: the button, the list and *Do these*. A person does that only if single answers
    would take more.
    """

    def __init__(self, game: Game[Any], first: Press) -> None:
        self._game = game
        self._keys = [first.key]
        self._is_closed = first.reveals
        self.first = first
        self.count = 1

    @property
    def is_together(self) -> bool:
        return self.count >= FEWEST_TOGETHER

    @property
    def answers(self) -> int:
        return 3 if self.is_together else self.count

    @property
    def gestures(self) -> int:
        """Count buttons, opened and closed lists, and ticked lines. A list closes by itself after a single tick."""
        if self.first.key and not self.first.is_last:
            return self.count + 4 if self.is_together else 2 * self.count
        presses = presses_of(self.first.asked, self.first.keys)
        return presses + 2 if presses > 1 else 1

    def takes(self, press: Press) -> bool:
        """Add `press` if it belongs to the group. Return whether it does."""
        first = self.first
        if self._is_closed or not press.key or first.asked.seat != press.asked.seat:
            return False
        if first.asked.rule != press.asked.rule:
            return False
        row = [first.shown.options[place].key for place in first.shown.row]
        for keys in self._with(press.names):
            if set(keys).issubset(row) and self._comes_to(first, sorted(keys, key=row.index), press):
                self._keys, self._is_closed = keys, press.reveals
                self.count += 1
                return True
        return False

    def _with(self, names: Sequence[str]) -> Iterator[list[str]]:
        """Yield every way to add one of the keys: as another option, or joined to an option already picked."""
        for key in names:
            if key not in self._keys:
                yield [*self._keys, key]
            for place, picked in enumerate(self._keys):
                yield [*self._keys[:place], picked + JOINT + key, *self._keys[place + 1 :]]

    def _comes_to(self, first: Press, keys: list[str], press: Press) -> bool:
        together = give_in_a_row(self._game, first.before, first.asked, keys)
        alone = give_in_a_row(self._game, press.before, press.asked, [press.key])
        if together.left or alone.left:
            return False
        return _rest(together.play, press.asked.seat) == _rest(alone.play, press.asked.seat)


def _rest(play: Play[Any], seat: Seat) -> bytes:
    while keys := automatic_answer(play, seat):
        play.take_keys(seat, keys[0])
    return canonical_fingerprint(play.game, play.position)
