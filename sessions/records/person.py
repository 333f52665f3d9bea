"""People and servers: their choices, reports, queues and the tables they watch."""

import msgspec


class Person(msgspec.Struct, frozen=True):
    """What someone chose for themselves.

    `dm_closed_at`: when Discord last refused a direct message to them, in ms since 1970, UTC. `off_ladder`: nobody else
    is shown their results.
    """

    user: int
    language: str | None = None
    hand_by_dm: bool = False
    dm_closed_at: int | None = None
    off_ladder: bool = False


class Report(msgspec.Struct, frozen=True):
    """What somebody told the host of trouble: where, at which entry of which table's log (0: none), in their words."""

    id: int
    at: int
    user: int
    guild: int | None
    channel: int | None
    table: int | None
    number: int
    game: str | None
    version: int | None
    text: str


class Waiting(msgspec.Struct, frozen=True):
    """Somebody who waits in a server since `at` for company at a game with that number of seats, at that pace."""

    guild: int
    user: int
    name: str
    game: str
    seats: int
    at: int
    pace: str | None = None


class Server(msgspec.Struct, frozen=True):
    """What those who manage a server chose for it; None, or none at all, where they chose nothing.

    Tables open in `channels` and their threads alone, by whoever has `opener_role`. `seeking` is the channel where
    players are looked for, `reports` the one that is told of reports. `pace` is that of its tables unless they choose
    another. `per_person` of its tables may be open at once, `per_server` in all. `results_public`: statistics are told
    to everyone there, not only to whoever asks. `lost_at` is when the server removed the bot, if it did.
    """

    guild: int
    language: str | None = None
    channels: tuple[int, ...] = ()
    opener_role: int | None = None
    seeking: int | None = None
    reports: int | None = None
    pace: str | None = None
    per_person: int | None = None
    per_server: int | None = None
    results_public: bool = False
    lost_at: int | None = None


class Watcher(msgspec.Struct, frozen=True):
    """Someone who is told how a table's game goes; the last round that they were told the end of is `told`."""

    table: int
    user: int
    told: int = 0
