"""The timeline of a game: its position, and the answers that lead there from an anchor.

Free undo never goes back behind an anchor: a position just after something was revealed, or just before another seat's
answer. A stored anchor and the entries after it give the same timeline again, digest by digest.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.codec import encode, encode_facts
from engine.kernel.decision import Answer, Decision, Fact, Seat
from engine.kernel.game import Game
from engine.kernel.offering.in_a_row import give_in_a_row
from engine.kernel.offering.offers import single_keys
from engine.kernel.play import Play, Position, automatic_answer, check_keys, copy_position
from engine.kernel.policy import FastChance
from engine.kernel.refusals import NotAnOption, NotAsked, Refusal
from sessions.records.log import Answered, Conceded, Ended, Entry, Ordered, Reseated, Retracted, Started, Upgraded

AnyGame: TypeAlias = Game[Any]

STANDARD = "greedy"
"""The policy that plays for somebody who left, if the table wants more than an autopilot."""
LONGEST_TIMELINE = 200
"""The most entries between two anchors. After that an anchor is dropped anywhere."""


@dataclass(eq=False, repr=False)
class Departed(Exception):  # noqa: N818
    """A replay was refused, or reached another position than the log, at the entry `number`."""

    number: int
    why: str


class Origin(msgspec.Struct, frozen=True):
    """The interaction and the time of one change's entries."""

    interaction: int
    at: int


class Timeline:
    """A game in play, changed in place. Sessions change a `fork` and adopt it once it is on disk."""

    __slots__ = (
        "__weakref__",
        "_anchor_due",
        "_still",
        "anchor",
        "anchor_number",
        "facts",
        "game",
        "moves",
        "number",
        "parts",
        "passed",
        "play",
        "turn_passed",
    )

    def __init__(self, game: AnyGame, anchor: Position[Any], anchor_number: int) -> None:
        self.game = game
        self.anchor = anchor
        self.anchor_number = anchor_number
        self.number = anchor_number
        self.moves: list[Entry] = []
        self.parts: list[Entry] = []
        """The entries made since the fork."""
        self.facts: list[Fact] = []
        """Facts since the fork."""
        self.turn_passed = False
        """True if a turn began since the fork."""
        self.passed: set[Seat] = set()
        """The seats that stopped being asked at some point since the fork. They may be asked again by now."""
        self.play: Play[Any] = Play(game, copy_position(game, anchor))
        self._still: Position[Any] | None = anchor
        self._anchor_due = False

    @property
    def position(self) -> Position[Any]:
        """The current position of the game."""
        return self.play.position

    @property
    def pending(self) -> list[Decision]:
        """The decisions that are asked now."""
        return self.play.pending

    def fork(self) -> "Timeline":
        """Return a copy that can be changed on its own."""
        other = Timeline.__new__(Timeline)
        other.game = self.game
        other.anchor, other.anchor_number, other.number = self.anchor, self.anchor_number, self.number
        other.moves, other.parts, other.facts = self.moves.copy(), [], []
        other.turn_passed, other.passed = False, set()
        other.play = Play(self.game, copy_position(self.game, self.play.position))
        other._still, other._anchor_due = self.play.position, False
        return other

    def settle(self) -> None:
        """Finish the changes. From here on the position is changed only through a fork."""
        if self._anchor_due:
            self._drop_anchor()
        self._still = self.play.position

    def _drop_anchor(self) -> None:
        self.anchor = self._still if self._still is not None else copy_position(self.game, self.play.position)
        self.anchor_number = self.number
        self.moves.clear()
        self._anchor_due = False

    def _before_move(self, seat: Seat | None) -> None:
        """Drop an anchor if needed before a seat's answer (None: before something that nobody takes back)."""
        owner = next((entry.seat for entry in self.moves if isinstance(entry.action, Answered)), seat)
        if self._anchor_due or owner != seat or seat is None or len(self.moves) >= LONGEST_TIMELINE:
            self._drop_anchor()
        self._still = None

    def digest(self) -> str:
        """Return the digest of the position, as the kernel computes it."""
        return sha256(encode(self.play.position)).hexdigest()

    def append(self, seat: Seat | None, action: Any, origin: Origin) -> Entry:
        """Append an entry about the current position."""
        self.number += 1
        entry = Entry(self.number, seat, action, self.digest(), origin.interaction, len(self.parts), origin.at)
        self.parts.append(entry)
        return entry

    def answer(self, given: Answer, origin: Origin, by_autopilot: bool = False) -> bool:
        """Carry out an answer. Return whether it revealed something. A `Refusal` leaves everything unchanged."""
        self.play.check(given)
        self._before_move(given.seat)
        asked = {decision.seat for decision in self.pending}
        now = self.play.take(given)
        self.passed |= asked - {decision.seat for decision in self.pending}
        facts = tuple(now.facts)
        self.facts.extend(facts)
        self.turn_passed |= now.turn_passed
        action = Answered(given.decision, given.keys, encode_facts(facts), now.revealed, by_autopilot)
        self.moves.append(self.append(given.seat, action, origin))
        self._anchor_due = now.revealed or by_autopilot
        return now.revealed

    def answer_as_offered(self, given: Answer, origin: Origin) -> None:
        """Carry out an answer as it was offered: one key may stand for several answers, and several keys for a row.

        Answers that the seat need not be asked for follow. After a `Refusal` the timeline is unusable.
        """
        first, *others = self._singly(given)
        self.answer(msgspec.structs.replace(given, keys=first), origin)
        for keys in others:
            asked = self.play.decision_of(given.seat)
            if asked is None:
                raise NotAsked(given.seat)
            self.answer(Answer(given.seat, asked.id, keys), origin)
        self.answer_unasked(given.seat, origin)

    def _singly(self, given: Answer) -> list[tuple[str, ...]]:
        """Return the answers that `given` stands for. Raises `NotAnOption` if one in a row is no longer possible."""
        if len(given.keys) == 1:
            return [(key,) for key in single_keys(given.keys[0])]
        asked = self.play.decision_of(given.seat)
        if asked is None or asked.rule not in self.game.offering.repeats or asked.at_most > 1:
            return [given.keys]
        row = give_in_a_row(self.game, self.play.position, asked, given.keys)
        if row.left:
            raise NotAnOption(row.left[0])
        return [(key,) for key in row.answers]

    def answer_unasked(self, seat: Seat, origin: Origin) -> None:
        """Answer for `seat` as long as it need not be asked."""
        while keys := automatic_answer(self.play, seat):
            asked = self.play.decision_of(seat)
            assert asked is not None
            self.answer(Answer(seat, asked.id, keys), origin)

    def order(self, seat: Seat, rule: str, keys: tuple[str, ...], origin: Origin) -> None:
        """Accept a standing order. A `Refusal` leaves everything unchanged."""
        self._check_order(seat, rule, keys)
        self._place_order(seat, rule, keys)
        self.moves.append(self.append(seat, Ordered(rule, keys), origin))

    def _check_order(self, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
        for decision in self.game.orders.offer(self.play.position.state, seat):
            if decision.rule == rule:
                return check_keys(decision, keys)
        raise NotAsked(seat)

    def _place_order(self, seat: Seat, rule: str, keys: tuple[str, ...]) -> None:
        if self._anchor_due:
            self._drop_anchor()
        self._still = None
        self.game.orders.take(self.play.position.state, seat, rule, keys)
        self.play = Play(self.game, self.play.position)

    def run_autopilot(self, seats: Iterable[Seat], origin: Origin, standard: Collection[Seat] = ()) -> None:
        """Answer for the seats whose players have left, until only others are asked.

        For `standard` seats the game's policy answers, if it has one, from what the seat may see.
        """
        left = frozenset(seats)
        while left:
            decision = next((asked for asked in self.play.pending if asked.seat in left), None)
            if decision is None:
                return
            keys = self._standard(decision) if decision.seat in standard else None
            if keys is None:
                keys = self.game.autopilot.answer(self.play.position.state, decision)
            self.answer(Answer(decision.seat, decision.id, keys), origin, by_autopilot=True)

    def _standard(self, decision: Decision) -> tuple[str, ...] | None:
        """Return the standard policy's answer; None if there is no policy, or the answer is not legal.

        Its chance depends only on the seat's own answers, so it is the same again after an undo.
        """
        policy = self.game.programs.policies.get(STANDARD)
        if policy is None:
            return None
        position, seat = self.play.position, decision.seat
        secret = Chance(position.seed, {}).token(f"left/{seat}/{position.answered[seat]}")
        keys = policy(lambda: self.game.rules.look(position.state, seat), decision, FastChance(secret))
        try:
            check_keys(decision, keys)
        except Refusal:
            return None
        return keys

    def bar(self) -> None:
        """Bar free undo of everything up to here."""
        self._before_move(None)

    # Undo

    def last_turn(self, seat: Seat) -> tuple[int, ...]:
        """Return the entries that `seat` may freely take back: its last answers, all of one interaction."""
        taken: list[int] = []
        interaction = None
        for entry in reversed(self.moves):
            if not isinstance(entry.action, Answered):
                continue
            if entry.seat != seat or interaction not in (None, entry.interaction):
                break
            interaction = entry.interaction
            taken.append(entry.number)
        return tuple(reversed(taken))

    def retract(self, numbers: tuple[int, ...], origin: Origin) -> None:
        """Take back these entries, and standing orders that are no longer possible then."""
        gone = list(numbers)
        kept: list[Entry] = []
        self.play = Play(self.game, copy_position(self.game, self.anchor))
        for entry in self.moves:
            if entry.number in numbers:
                continue
            try:
                self.redo(entry)
            except Refusal:
                gone.append(entry.number)
            else:
                kept.append(entry)
        self.moves = kept
        self._still, self._anchor_due = None, False
        self.append(None, Retracted(tuple(sorted(gone))), origin)

    def redo(self, entry: Entry) -> None:
        """Carry out an entry again without appending it. Raises a `Refusal`."""
        match entry.action:
            case Answered(decision, keys):
                assert entry.seat is not None
                self.play.answer(Answer(entry.seat, decision, keys))
            case Ordered(rule, keys):
                assert entry.seat is not None
                self._check_order(entry.seat, rule, keys)
                self.game.orders.take(self.play.position.state, entry.seat, rule, keys)
                self.play = Play(self.game, self.play.position)
            case _:
                raise AssertionError(entry)

    def go_back(self, numbers: tuple[int, ...], last: int, origin: Origin) -> None:
        """Append that `numbers` are taken back, to a log up to `last`. The timeline is already back there."""
        self.number = last
        self.parts.clear()
        self.append(None, Retracted(numbers), origin)
        self._anchor_due = True

    # Replay

    def replay(self, entries: Iterable[Entry], is_strict: bool = True) -> bool:
        """Carry out stored entries. Return whether all digests agree with the log.

        Raises `Departed` at the first entry that is refused or, if strict, leads to another position.
        """
        agrees = True
        for entry in entries:
            agrees = self.follow(entry, is_strict) and agrees
        self.parts.clear()
        self.facts.clear()
        self.passed.clear()
        self.settle()
        return agrees

    def follow(self, entry: Entry, is_strict: bool = True) -> bool:
        """Carry out the next stored entry. Return whether its digest agrees with the log. Raises `Departed`."""
        if entry.number != self.number + 1:
            raise Departed(entry.number, f"entry {self.number + 1} is missing")
        try:
            self._carry_out(entry, Origin(entry.interaction, entry.at))
        except Refusal as refusal:
            raise Departed(entry.number, f"refused: {refusal!r}") from refusal
        if self.parts[-1].digest == entry.digest:
            return True
        if is_strict:
            raise Departed(entry.number, "leads to another position")
        return False

    def _carry_out(self, entry: Entry, origin: Origin) -> None:
        match entry.action:
            case Answered(decision, keys, _, _, by_autopilot):
                assert entry.seat is not None
                self.answer(Answer(entry.seat, decision, keys), origin, by_autopilot)
            case Ordered(rule, keys):
                assert entry.seat is not None
                self.order(entry.seat, rule, keys, origin)
            case Retracted(numbers):
                if min(numbers) <= self.anchor_number:
                    raise Departed(entry.number, "goes back behind its anchor")
                self.retract(numbers, origin)
            case Conceded() | Reseated() | Upgraded() | Ended():
                self.bar()
                self.append(entry.seat, entry.action, origin)
            case Started():
                raise Departed(entry.number, "the game starts a second time")
