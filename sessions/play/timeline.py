"""The timeline of a game: its position, and the answers that lead there from an anchor.

Free undo never goes back past an anchor: a position just after something was revealed, or just before another seat's
answer. Replaying the entries after a stored anchor gives the same timeline, with the same digests.
"""

from collections.abc import Collection, Iterable
from copy import copy
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.codec import encode, encode_facts
from engine.kernel.decision import Answer, Decision, Fact, Seat
from engine.kernel.game import Game
from engine.kernel.play import Play, Position, check_keys, copy_position
from engine.kernel.policy import FastChance
from engine.kernel.refusals import Refusal
from sessions.records.log import Answered, Entry, Ordered

AnyGame: TypeAlias = Game[Any]

STANDARD = "greedy"
"""The policy that plays for somebody who left, if the table wants more than an autopilot."""
LONGEST_TIMELINE = 200
"""Maximum number of entries between two anchors. After that, the current position becomes an anchor."""


class Origin(msgspec.Struct, frozen=True):
    """The interaction that caused a change, and the time of the change."""

    interaction: int
    at: int


@dataclass(slots=True)
class Progress:
    """The changes made since a fork. `passed` are the seats that had a question before an answer, but not after it."""

    entries: list[Entry] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    turn_passed: bool = False
    passed: set[Seat] = field(default_factory=set)


class FreeUndo:
    """The moves since an anchor, which can be taken back freely. `anchor_number` is the last entry before them."""

    __slots__ = ("_is_anchor_due", "anchor", "anchor_number", "moves")

    def __init__(self, anchor: bytes, anchor_number: int) -> None:
        self.anchor = anchor
        """The encoded position. Most are never decoded, and a decoded one takes three times the memory."""
        self.anchor_number = anchor_number
        self.moves: list[Entry] = []
        self._is_anchor_due = False

    def fork(self) -> "FreeUndo":
        other = FreeUndo(self.anchor, self.anchor_number)
        other.moves = self.moves.copy()
        return other

    def settle(self, play: Play[Any], number: int) -> None:
        """Set an anchor if one is due."""
        if self._is_anchor_due:
            self._drop_anchor(play, number)

    def begin_move(self, seat: Seat | None, play: Play[Any], number: int) -> None:
        """Set an anchor if needed before an answer of `seat` (None: before an entry that cannot be undone freely)."""
        owner = next((entry.seat for entry in self.moves if isinstance(entry.action, Answered)), seat)
        if self._is_anchor_due or owner != seat or seat is None or len(self.moves) >= LONGEST_TIMELINE:
            self._drop_anchor(play, number)

    def add(self, move: Entry, is_last: bool = False) -> None:
        """Add a move after `begin_move`. If `is_last`, the position after it becomes an anchor."""
        self.moves.append(move)
        self._is_anchor_due = is_last

    def keep(self, moves: list[Entry]) -> None:
        self.moves = moves
        self._is_anchor_due = False

    def last_turn(self, seat: Seat) -> tuple[int, ...]:
        """Return the latest answers of `seat` that it may take back freely, all from one interaction."""
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

    def _drop_anchor(self, play: Play[Any], number: int) -> None:
        self.anchor = encode(play.position)
        self.anchor_number = number
        self.moves.clear()
        self._is_anchor_due = False


class Timeline:
    """A running game, changed in place. Sessions change a `fork` and adopt it once it is stored."""

    __slots__ = ("__weakref__", "game", "number", "play", "progress", "undo")

    def __init__(self, game: AnyGame, position: Position[Any], number: int) -> None:
        self.game = game
        self.number = number
        self.play: Play[Any] = Play(game, copy_position(game, position))
        self.progress = Progress()
        self.undo = FreeUndo(encode(position), number)

    @property
    def position(self) -> Position[Any]:
        return self.play.position

    @property
    def pending(self) -> list[Decision]:
        return self.play.pending

    def fork(self) -> "Timeline":
        """Return a copy that can be changed on its own."""
        other = copy(self)
        other.play, other.progress, other.undo = self.play.fork(), Progress(), self.undo.fork()
        return other

    def settle(self) -> None:
        """Finish the changes. From here on the position is changed only through a fork."""
        self.undo.settle(self.play, self.number)

    def digest(self) -> str:
        return sha256(encode(self.position)).hexdigest()

    def append(self, seat: Seat | None, action: Any, origin: Origin) -> Entry:
        """Append an entry with the digest of the current position."""
        self.number += 1
        entries = self.progress.entries
        entry = Entry(self.number, seat, action, self.digest(), origin.interaction, len(entries), origin.at)
        entries.append(entry)
        return entry

    def answer(self, given: Answer, origin: Origin, by_autopilot: bool = False) -> None:
        """Carry out an answer. A `Refusal` leaves everything unchanged. An answer `by_autopilot` can't be undone
        freely."""
        self.play.check(given)
        self.undo.begin_move(given.seat, self.play, self.number)
        asked = {decision.seat for decision in self.pending}
        now = self.play.take(given)
        self.progress.passed |= asked - {decision.seat for decision in self.pending}
        self.progress.facts.extend(now.facts)
        self.progress.turn_passed |= now.turn_passed
        facts = encode_facts(tuple(now.facts))
        action = Answered(given.decision, given.keys, facts, now.revealed, by_autopilot)
        self.undo.add(self.append(given.seat, action, origin), is_last=now.revealed or by_autopilot)

    def order(self, seat: Seat, rule: str, keys: tuple[str, ...], origin: Origin) -> None:
        """Accept a standing order. After a `Refusal` the timeline is unusable."""
        self.undo.settle(self.play, self.number)
        self.play.order(seat, rule, keys)
        self.play = Play(self.game, self.position)
        self.undo.add(self.append(seat, Ordered(rule, keys), origin))

    def run_autopilot(self, seats: Iterable[Seat], origin: Origin, standard: Collection[Seat] = ()) -> None:
        """Answer for `seats` until only others are asked. The game's policy answers for the seats in `standard`."""
        left = frozenset(seats)
        while decision := next((asked for asked in self.pending if asked.seat in left), None):
            keys = self._standard(decision) if decision.seat in standard else None
            if keys is None:
                keys = self.game.autopilot.answer(self.position.state, decision)
            self.answer(Answer(decision.seat, decision.id, keys), origin, by_autopilot=True)

    def _standard(self, decision: Decision) -> tuple[str, ...] | None:
        policy = self.game.programs.policies.get(STANDARD)
        if policy is None:
            return None
        position, seat = self.position, decision.seat
        # Random choices depend only on how often this seat has answered, so another seat's undo doesn't change them.
        secret = Chance(position.seed, {}).token(f"left/{seat}/{position.answered[seat]}")
        keys = policy(lambda: self.game.rules.look(position.state, seat), decision, FastChance(secret))
        try:
            check_keys(decision, keys)
        except Refusal:
            return None
        return keys

    def bar(self) -> None:
        """Prevent free undo of everything so far."""
        self.undo.begin_move(None, self.play, self.number)
