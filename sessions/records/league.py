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
    """Someone who signed up. `group` counts from 1 once groups are made; before that, and in Swiss leagues, it is 0."""

    user: int
    name: str
    has_left: bool = False
    group: int = 0


class Match(msgspec.Struct, frozen=True):
    """A match of a round. `table` is None until opened. `places` are in the order of `users`; () if undecided."""

    users: tuple[int, ...]
    table: int | None = None
    places: tuple[int, ...] = ()
    by: Decided | None = None

    @property
    def is_decided(self) -> bool:
        return self.by is not None

    def without(self, user: int, id: int) -> "Match":
        return replace(self, users=tuple(id if each == user else each for each in self.users))


class Round(msgspec.Struct, frozen=True):
    number: int
    begun_at: int
    due_at: int
    matches: tuple[Match, ...]
    is_final: bool = False


class Correction(msgspec.Struct, frozen=True):
    """A result that the user `by` set by hand, with the places `before` and `after`. Everyone may see corrections."""

    at: int
    by: int
    round: int
    match: int
    before: tuple[int, ...]
    after: tuple[int, ...]


class League(msgspec.Struct, frozen=True):
    """A league of a server. Its `id` is the interaction that created it.

    Tables have `seats` players, or fewer; `sizes` are the possible numbers. `rounds` come before the final; 0 means
    that their number is decided when sign-up closes. `post` is the channel and id of the message that shows the league.
    `done` has the keys of the steps that Discord has carried out.
    """

    id: int
    guild: int
    channel: int
    organiser: int
    name: str
    game: str
    seats: int
    sizes: tuple[int, ...]
    form: Form
    signs_up_until: int
    round_days: int
    rounds: int = 0
    options: dict[str, OptionValue] = {}
    pace: str | None = None
    language: str = "en"
    status: Literal["signing_up", "playing", "over", "cancelled"] = "signing_up"
    entrants: tuple[Entrant, ...] = ()
    rounds_played: tuple[Round, ...] = ()
    corrections: tuple[Correction, ...] = ()
    post: tuple[int, int] | None = None
    done: frozenset[str] = frozenset()
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
        """Return the league with somebody's id and name replaced, and the person marked as having left."""
        entrants = (Entrant(id, name, True, each.group) if each.user == user else each for each in self.entrants)
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
    """The state of a match's table: each user's place if it has a result, and the users who `left` their seat."""

    places: dict[int, int] = {}
    left: frozenset[int] = frozenset()
