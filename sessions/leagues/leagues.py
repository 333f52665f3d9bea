"""The leagues of all servers. If another writer is faster, a change is made again to the newly stored league."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from msgspec.structs import replace

from sessions.leagues import progress
from sessions.leagues.progress import Step
from sessions.records.league import Entrant, League, Play
from sessions.refusals import LeagueFull, LeagueOver, NoLeague, NotInLeague, SignUpClosed
from sessions.store import LeagueStore, Overtaken

MOST_ENTRANTS = 128


@dataclass(frozen=True)
class Leagues:
    """All changes to leagues. Repeating a change has no effect. All except `create` raise `NoLeague`."""

    _store: LeagueStore
    _clock: Callable[[], int]

    async def create(self, league: League) -> League:
        """Store a new league and return it. If its id is already stored, return the stored league."""
        return await self._store.add(league)

    async def by_id(self, league: int) -> League:
        found = await self._store.by_id(league)
        if found is None:
            raise NoLeague
        return found

    async def of_guild(self, guild: int) -> list[League]:
        return await self._store.of_guild(guild)

    async def active(self) -> list[League]:
        """Return the leagues that haven't ended, or whose end hasn't been announced yet."""
        return await self._store.active()

    async def sign_up(self, league: int, user: int, name: str) -> League:
        """Sign somebody up. Raises `SignUpClosed`, `LeagueFull`."""

        def change(found: League) -> League:
            if found.status != "signing_up" or self._clock() >= found.signs_up_until:
                raise SignUpClosed
            if any(each.user == user for each in found.entrants):
                return found
            if len(found.entrants) >= MOST_ENTRANTS:
                raise LeagueFull(MOST_ENTRANTS)
            return replace(found, entrants=(*found.entrants, Entrant(user, name)))

        return await self._change(league, change)

    async def withdraw(self, league: int, user: int) -> League:
        """Remove somebody from the list or, once the league has begun, from all later pairings. Raises `NotInLeague`,
        `LeagueOver`."""

        def change(found: League) -> League:
            entrant = next((each for each in found.entrants if each.user == user), None)
            if found.status in ("over", "cancelled"):
                raise LeagueOver
            if entrant is None:
                raise NotInLeague
            rest = tuple(each for each in found.entrants if each.user != user)
            if found.status == "signing_up":
                return replace(found, entrants=rest)
            gone = (replace(each, has_left=True) if each.user == user else each for each in found.entrants)
            return replace(found, entrants=tuple(gone))

        return await self._change(league, change)

    async def correct(self, league: int, by: int, round: int, match: int, places: Mapping[int, int]) -> League:
        """Set the places of a match, and record who set them. Raises `LeagueOver`, `NotSuchPlaces`."""
        at = round, match
        return await self._change(league, lambda found: progress.correct(found, at, places, by, self._clock()))

    async def cancel(self, league: int) -> League:
        """End a league without a champion. Raises `LeagueOver` if it is over."""

        def change(found: League) -> League:
            if found.status == "over":
                raise LeagueOver
            return replace(found, status="cancelled")

        return await self._change(league, change)

    async def keep_post(self, league: int, post: tuple[int, int] | None) -> League:
        """Store the channel and id of the message that shows the league."""
        return await self._change(league, lambda found: replace(found, post=post))

    async def advance(self, league: int, plays: Mapping[int, Play]) -> League:
        """Advance the league as far as the time and its results allow. `plays` has the state of each table in
        `open_tables`."""
        return await self._change(league, lambda found: progress.advance(found, self._clock(), plays))

    async def finish(self, step: Step, table: int | None = None) -> League:
        """Note that Discord has carried out a step. A match whose table was opened gets this `table`."""
        return await self._change(step.league, lambda found: progress.finish(found, step, table))

    async def _change(self, league: int, change: Callable[[League], League]) -> League:
        while True:
            found = await self.by_id(league)
            changed = change(found)
            if changed == found:
                return found
            with suppress(Overtaken):
                return await self._store.keep(changed)
