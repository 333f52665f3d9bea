"""*Menu* and `/table menu`: everything one person can see or do at a table besides answering. Also `/table show`."""

from dataclasses import dataclass
from io import BytesIO
from itertools import chain

import discord

import discord_limits as limits
from cogs.delivery.permissions import check_may_post
from cogs.delivery.watch_sender import WatchSender
from cogs.interactions import authority
from cogs.interactions.answering import Reply, illustrate
from cogs.interactions.gate import LOOK, PRIVATE_LOOK, picked_values, press, table_here
from cogs.interactions.promises import Promises
from cogs.interactions.slash import Choices, slash
from cogs.painter import Painter
from cogs.traffic import Rates
from cogs.ui.layout import panel, text_panel
from cogs.ui.matching import Named, as_shown, find_meant, suggest_matches
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.menu import EXPORT, MENU, PART, WATCH, menu_parts
from cogs.views.options import OptionPages
from cogs.views.people import sitter_name
from engine.kernel.decision import Argument, Message
from sessions.lobby.colours import colours_of
from sessions.records.table import Sitter
from sessions.refusals import NotStarted, StalePress, TableOver
from sessions.session import Session
from sessions.sessions import Sessions
from sessions.snapshot import snapshot_of

OF_A_SEAT = "seat"
"""Start of the keys of close-ups that show one seat's things."""


@dataclass(frozen=True)
class Menu:
    _wording: Wording
    _painter: Painter
    _sessions: Sessions
    _rates: Rates
    _promises: Promises
    _watches: WatchSender

    async def suggest(self, interaction: discord.Interaction, current: str) -> Choices:
        session = await table_here(self._sessions, interaction)
        return suggest_matches(current, self.subjects(interaction, session))

    @slash("table show", who=authority.ANYONE_HERE, suggests={"what": suggest})
    async def show(self, interaction: discord.Interaction, session: Session, what: str | None = None) -> Reply:
        """Post the board again, or show the part of it that was typed. Raises `NotStarted`, `UIRefusal`."""
        if what is not None:
            return self.show_part(interaction, session, what)
        await check_may_post(interaction)
        self._rates.admit_board(session.table, interaction.user.id)
        outbox = self._sessions.outbox
        since = outbox.next_id()
        await session.place.post_board()
        outbox.wake(session.table.channel)
        return self._promises.make(interaction, session, since, "table.showing", "table.shown")

    @slash("table menu", who=authority.ANYONE_HERE)
    @press(MENU, "*Menu*", at=LOOK, who=authority.ANYONE_HERE)
    async def open(self, interaction: discord.Interaction, session: Session) -> Reply:
        language, user = self._wording.speech.reader(interaction), interaction.user.id
        watches = session.context.choices.watchers.get(session.table.id, user) is not None
        seen, close_ups = snapshot_of(session), self.subjects(interaction, session)
        parts = menu_parts(self._wording, seen, user, language, watches=watches, close_ups=close_ups)
        if user == seen.table.owner and seen.table.is_under_way:
            parts += chain.from_iterable(OptionPages(self._wording, seen, language, user).boards())
        return Reply(view=panel(*parts))

    @press(PART, "a part of the board, enlarged", at=PRIVATE_LOOK, who=authority.READER_ONCE_STARTED)
    async def pick_part(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Show the part that was picked. Raises `StalePress`, and the refusals of `show_part`."""
        picked = picked_values(interaction)
        if len(picked) != 1:
            raise StalePress
        return self.show_part(interaction, session, picked[0])

    @press(EXPORT, "*Download*", at=PRIVATE_LOOK, who=authority.READER_ONCE_STARTED)
    async def export(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Reply with the game as a file. In a running game, it has only what this seat may know. Raises `UIRefusal`,
        and the refusals of `History.export`."""
        self._rates.take("file", interaction.user.id)
        wording, table, seat = self._wording, session.table, session.reader.seat_of(interaction.user.id)

        def name_of(sitter: Sitter) -> str:
            return wording.say(sitter_name(sitter), table.language)

        file = await session.history.export(seat, limits.FILE_BYTES_LEAST, name_of)
        if file is None:
            raise UIRefusal("refused.export_large")
        key = "replay.exported" if session.history.is_open else "replay.exported_seat" if seat is not None else ""
        words = wording.speech.translate(interaction, key or "replay.exported_public")
        return Reply(words, files=(discord.File(BytesIO(file), f"{table.game}-{table.id}.json"),))

    @press(WATCH, "*Watch*", at=PRIVATE_LOOK, who=authority.READER_WATCHING)
    async def watch(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Start or stop sending this person a message after each round, and one with the result."""
        watchers, table, user = self._sessions.choices.watchers, session.table, interaction.user.id
        translate = self._wording.speech.translate
        if watchers.get(table.id, user) is not None:
            await watchers.stop(table.id, user)
            return Reply(translate(interaction, "watch.stopped"))
        if not table.is_live:
            raise TableOver
        self._rates.take("watch", interaction.user.id)
        hello = translate(interaction, "watch.hello", **self._wording.place_of(table))
        if not await self._watches.greet(user, hello):
            return Reply(translate(interaction, "watch.dm_closed"))
        begun = (await session.reader.log.index()).round_before(session.number + 1) if session.number else None
        await watchers.watch(table.id, user, (begun or 1) - 1)
        return Reply(translate(interaction, "watch.begun"))

    def subjects(self, interaction: discord.Interaction, session: Session) -> list[Named[str]]:
        """Return the parts that this reader can see close up, by key, with their names. A lobby has none."""
        table, language = session.table, self._wording.speech.reader(interaction)
        if table.status == "lobby":
            return []
        own, domain = session.reader.seat_of(interaction.user.id), self._wording.game_uis[table.game].words.domain
        found: list[Named[str]] = []
        for key in self._painter.client.close_ups(table.game, session.reader.view(None)):
            kind, _, number = key.partition(":")
            blanks: dict[str, Argument] = {"number": number}
            if kind.startswith(OF_A_SEAT):
                blanks = {"name": table.names[int(number)]}
                kind = f"own_{kind}" if int(number) == own else kind
            found.append(Named(key, self._wording.say(Message(f"{domain}.close_up.{kind}", blanks), language)))
        return sorted(found, key=lambda each: each.thing != f"{OF_A_SEAT}:{own}")

    def show_part(self, interaction: discord.Interaction, session: Session, what: str) -> Reply:
        """Show a part, by key or name, in words, then as a picture. Raises `NotStarted`, `UIRefusal`."""
        table, language = session.table, self._wording.speech.reader(interaction)
        if table.status == "lobby":
            raise NotStarted
        named = self.subjects(interaction, session)
        key = what if any(each.thing == what for each in named) else find_meant(what, named)
        if key is None:
            raise UIRefusal("refused.no_close_up", name=as_shown(what))
        name = next(each.name for each in named if each.thing == key)
        self._rates.take("close up", interaction.user.id)
        painter = self._painter.of(interaction.user.id)
        client = painter.client
        order = table.game, session.reader.view(None), key, table.names, language
        colours, seat = colours_of(table), session.reader.seat_of(interaction.user.id)

        async def draw() -> Reply | None:
            picture = await painter.draw(client.close_up(*order, colours=colours, seat=seat))
            return None if picture is None else illustrate(f"**{name}**", picture)

        words = client.close_up_alt(*order, colours=colours, seat=seat)
        return Reply(view=text_panel(f"**{name}**\n{words}"), drawn=draw)
