"""Records of leagues: who signed up, the rounds, and the results of their matches."""

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.kernel.rules import OptionValue
from sessions.records.table import NOBODY

Form: TypeAlias = Literal["swiss", "groups"]
Decided: TypeAlias = Literal["game", "bye", "walkover", "overdue", "correction"]
"""`bye`: no opponent was available. `walkover`: the opponents had left. `overdue`: a tie, because time ran out."""


class Entrant(msgspec.Struct, frozen=True):
    """Someone who signed up."""

    user: int
    name: str
    has_left: bool = False
    group: int = 0
    """Counts from 1. It's 0 before groups are made, and in Swiss leagues."""
    dropped_in: int = 0
    """The round before which the person was withdrawn for missing matches; 0 if they weren't."""


class Match(msgspec.Struct, frozen=True):
    """A match of a round."""

    users: tuple[int, ...]
    table: int | None = None
    """None until the table is opened."""
    places: tuple[int, ...] = ()
    """In the order of `users`; empty if undecided."""
    by: Decided | None = None
    absent: tuple[int, ...] = ()
    """The users who lost their seat because they stopped answering, or who never answered at all."""

    @property
    def is_decided(self) -> bool:
        return self.by is not None

    def without(self, user: int, id: int) -> "Match":
        users, absent = (tuple(id if each == user else each for each in ids) for ids in (self.users, self.absent))
        return replace(self, users=users, absent=absent)


class Round(msgspec.Struct, frozen=True):
    number: int
    begun_at: int
    due_at: int
    matches: tuple[Match, ...]
    is_final: bool = False


class Correction(msgspec.Struct, frozen=True):
    """A result that an organiser set by hand. Everyone may see corrections."""

    at: int
    by: int
    """The user who set the result."""
    round: int
    match: int
    before: tuple[int, ...]
    """The places before the correction."""
    after: tuple[int, ...]


class League(msgspec.Struct, frozen=True):
    """A league of a server."""

    id: int
    """The interaction that created the league."""
    guild: int
    channel: int
    organiser: int
    name: str
    game: str
    seats: int
    """The number of players at a full table."""
    sizes: tuple[int, ...]
    """All numbers of players that a table may have."""
    form: Form
    signs_up_until: int
    round_days: int
    rounds: int = 0
    """The number of rounds before the final. If 0, it's decided when sign-up closes."""
    options: dict[str, OptionValue] = {}
    pace: str | None = None
    language: str = "en"
    status: Literal["signing_up", "playing", "over", "cancelled"] = "signing_up"
    entrants: tuple[Entrant, ...] = ()
    rounds_played: tuple[Round, ...] = ()
    corrections: tuple[Correction, ...] = ()
    post: tuple[int, int] | None = None
    """The channel and id of the message that shows the league."""
    done: frozenset[str] = frozenset()
    """The keys of the steps that Discord has carried out."""
    revision: int = 0

    @property
    def present(self) -> tuple[Entrant, ...]:
        return tuple(entrant for entrant in self.entrants if not entrant.has_left)

    @property
    def users(self) -> frozenset[int]:
        """Everyone whose id is stored here."""
        people = (each.user for each in self.entrants), (each.by for each in self.corrections)
        return frozenset({self.organiser, *people[0], *people[1]})

    def without(self, user: int, id: int, name: str) -> "League":
        """Return the league with somebody's id and name replaced, and the person marked as having left. If the league
        hasn't begun, the person is no longer signed up."""
        entrants = (replace(each, user=id, name=name, has_left=True) if each.user == user else each
                    for each in self.entrants if each.user != user or self.status != "signing_up")  # fmt: skip
        rounds = (replace(each, matches=tuple(match.without(user, id) for match in each.matches))
                  for each in self.rounds_played)  # fmt: skip
        corrections = (replace(each, by=NOBODY) if each.by == user else each for each in self.corrections)
        organiser = NOBODY if self.organiser == user else self.organiser
        return replace(
            self, organiser=organiser, entrants=tuple(entrants), rounds_played=tuple(rounds),
            corrections=tuple(corrections),
        )  # fmt: skip

    @property
    def current(self) -> Round | None:
        """The round being played, or the last one if the league is over; None before the first."""
        return self.rounds_played[-1] if self.rounds_played else None

    @property
    def is_finished(self) -> bool:
        """Return whether the league has ended and its end was announced."""
        return self.status in ("over", "cancelled") and "end" in self.done


class Play(msgspec.Struct, frozen=True):
    """The state of a match's table."""

    places: dict[int, int] = {}
    """Each user's place; empty until there is a result."""
    left: frozenset[int] = frozenset()
    """The users who left their seat."""
    absent: frozenset[int] = frozenset()
    """The users who lost their seat because they stopped answering, or who never answered at all."""
