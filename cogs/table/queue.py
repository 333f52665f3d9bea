"""`/play`: a queue for each game. A table opens as soon as enough people want the same game."""

import asyncio
from functools import partial

import discord
from discord import app_commands

from cogs.delivery.permissions import check_may_open, check_may_post
from cogs.interactions.answering import Reply
from cogs.interactions.authority import ANYONE_WAITING
from cogs.interactions.gate import check_server
from cogs.interactions.promises import Promises
from cogs.interactions.slash import Choices, slash, suggest_games
from cogs.members import Members
from cogs.table.pacing import pace_meant, paces_suggested
from cogs.table.threads import Threads, may_make_thread
from cogs.traffic import Rates
from cogs.ui.names import clean_name, told_apart
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording, game_meant
from cogs.views.pace import pace_message
from cogs.views.people import players
from engine.kernel.decision import Argument, Message
from engine.kernel.refusals import UnplayableSettings
from sessions.clocks.own_time import NONE, pace_of
from sessions.lobby.lobby import LobbyOptions
from sessions.records.person import Waiting
from sessions.session import Session
from sessions.sessions import Sessions


class Queue:
    def __init__(
        self, wording: Wording, sessions: Sessions, rates: Rates, members: Members, threads: Threads, promises: Promises
    ) -> None:
        self.wording = wording
        self._sessions = sessions
        self._rates = rates
        self._members = members
        self._promises = promises
        self._threads = threads
        self._turn = asyncio.Lock()
        """Locked while a table is put together, so that two people at the same moment can't seat the same others."""

    async def _paces(self, interaction: discord.Interaction, current: str) -> Choices:
        return paces_suggested(self.wording, self.wording.speech.reader(interaction), current)

    @slash("play", who=ANYONE_WAITING, suggests={"game": suggest_games, "pace": _paces})
    async def play(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        seats: app_commands.Range[int, 2, 4] | None = None,
        pace: str | None = None,
        leave: bool = False,
    ) -> Reply:
        """Join the queue of a game, or leave it."""
        guild = check_server(interaction)
        if leave:
            left = await self._sessions.store.queue.leave(guild, [interaction.user.id])
            return Reply(self.wording.speech.translate(interaction, "queue.left" if left else "queue.not_waiting"))
        if game is None or seats is None:
            raise UIRefusal("refused.queue_incomplete")
        key = game_meant(self.wording, game, self.wording.speech.reader(interaction))
        if seats not in self.wording.games[key].rules.seats:
            raise UnplayableSettings("seats", seats)
        if pace is None:
            wanted = self._sessions.choices.servers.get(guild).pace
        else:
            wanted = pace_meant(self.wording, self.wording.speech.reader(interaction), pace)
        async with self._turn:
            return await self._wait(interaction, guild, key, seats, wanted if pace_of(wanted) is not None else None)

    async def _wait(
        self, interaction: discord.Interaction, guild: int, key: str, seats: int, pace: str | None
    ) -> Reply:
        """Queue this person. If enough people wait, open this person's table for those who have waited longest."""
        user = interaction.user
        check_may_open(self._sessions.choices.servers, interaction)
        if not may_make_thread(interaction):
            await check_may_post(interaction)
        name = clean_name(user.display_name)
        waiting = Waiting(guild, user.id, name, key, seats, self._sessions.context.clock(), pace)
        store, game = self._sessions.store, self.wording.game_uis[key].name
        found = await store.queue.join(waiting)
        others = [each for each in found if each.user != user.id][: seats - 1]
        while gone := await self._members.gone(guild, (each.user for each in others)):
            await store.queue.leave(guild, sorted(gone))
            found = [each for each in found if each.user not in gone]
            others = [each for each in found if each.user != user.id][: seats - 1]
        if len(others) < seats - 1:
            count = len(others) + 1
            line = Message("queue.waiting", {"game": game, "count": count, "seats": seats, "players": players(seats)})
            if pace is not None:
                line = Message("queue.waiting_pace", {"line": line, "pace": pace_message(pace)})
            return Reply(self.wording.say(line, self.wording.speech.reader(interaction)))
        self._rates.admit_opening(interaction)
        language = self.wording.speech.place(interaction)
        names = {name}
        named: list[tuple[int, str]] = []
        for each in others:
            named.append((each.user, told_apart(each.name, names)))
            names.add(named[-1][1])
        made = await self._threads.once(interaction, f"{self.wording.say(game, language)} · {name}")
        session = await self._sessions.open(
            guild,
            made.channel,
            user.id,
            name,
            key,
            interaction.id,
            LobbyOptions(starts_itself=True, seats_wanted=seats, language=language, pace=pace or NONE),
            others=named,
            invited=tuple(each.user for each in others),
        )
        await store.queue.leave(guild, [user.id, *(each.user for each in others)])
        blanks: dict[str, Argument] = {"game": game, "channel": f"<#{session.table.channel}>"}
        opening, opened = Message("table.opening", blanks), Message("table.opened", blanks)
        take_back = partial(self._take_back, session, [waiting, *others])
        return self._promises.make(interaction, session, 0, opening, opened, "queue.not_opened", take_back)

    async def _take_back(self, session: Session, seated: list[Waiting]) -> None:
        """Close a table that nobody can see, and return its players to their places in the queue."""
        async with self._turn:
            if session.table.status == "lobby":
                await session.place.lose_channel()
                for each in seated:
                    await self._sessions.store.queue.join(each)
