"""`/table join`, `kick`, `find`, `seek` and `invite`: who plays."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import discord

from cogs.delivery.permissions import may_post
from cogs.delivery.seeking import Seeking, has_room
from cogs.interactions import authority
from cogs.interactions.answering import Reply
from cogs.interactions.gate import PRIVATE, check_server, press
from cogs.interactions.slash import slash
from cogs.members import Members
from cogs.play.lobby_presses import join
from cogs.traffic import Rates
from cogs.ui.layout import panel, text_panel
from cogs.ui.names import clean_name
from cogs.ui.panel import Button, Row
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.lobby import FIND
from cogs.views.people import players, sitter_name
from cogs.views.waits import SIT, play_buttons, queue_lines
from engine.kernel.decision import Message
from sessions.play.state import not_seated
from sessions.records.table import Table
from sessions.refusals import TableOver, TableSuspended
from sessions.session import Session
from sessions.sessions import Sessions

MOST_SHOWN = 8


@dataclass(frozen=True)
class Seats:
    wording: Wording
    _sessions: Sessions
    _rates: Rates
    _members: Members
    _seeking: Seeking

    @slash("table join", who=authority.ANYONE_WITHOUT_SEAT)
    async def join(self, interaction: discord.Interaction, session: Session) -> Reply:
        await join(interaction, session)
        return Reply(self.wording.speech.translate(interaction, "table.joined"))

    @slash("table kick", who=authority.OWNER_IN_LOBBY)
    async def kick(self, interaction: discord.Interaction, session: Session, player: discord.User) -> Reply:
        """Remove someone before the game starts. In a running game, open the seat of someone who is gone."""
        if session.table.status != "lobby":
            return await self._open_seat(interaction, session, player)
        if not session.table.sitter_of(player.id):
            raise UIRefusal("refused.kick_nobody")
        await session.lobby.kick(interaction.user.id, player.id, interaction.id)
        return Reply(self.wording.speech.translate(interaction, "table.kicked", name=clean_name(player.display_name)))

    @slash("table find", who=authority.ANYONE_IN_SERVERS)
    async def find(self, interaction: discord.Interaction) -> Reply:
        """List the tables of this server that have room, and how many people wait for each game."""
        tables = reversed(await self._sessions.store.tables.in_guild(check_server(interaction)))
        sessions = await self._sessions.all_of([table for table in tables if _may_be_open(table, interaction)])
        found = [session for session in sessions if has_room(session)][:MOST_SHOWN]
        now, language = self._sessions.context.clock(), self.wording.speech.reader(interaction)
        waiting = await self._sessions.store.queue.waiting(check_server(interaction), now)
        key = "find.title" if found else "find.none"
        title: tuple[str, Row | None] = self.wording.speech.translate(interaction, key, count=len(found)), None
        lines = "\n".join(self.wording.say(line, language) for line in queue_lines(self.wording, waiting))
        queue = lines, play_buttons(self.wording, waiting, language, interaction.user.id)
        parts = chain.from_iterable([title, *self._sections(interaction, found), queue])
        return Reply(view=panel(*parts, self._seeking.role_row(interaction)))

    @slash("table seek", who=authority.NOBODY_IN_WALK)
    @press(FIND, "*Find players*", at=PRIVATE, who=authority.NOBODY_IN_WALK)
    async def seek(self, interaction: discord.Interaction, session: Session) -> Reply:
        """Post in the server's channel that the table looks for players or a substitute."""
        table = session.table
        if not table.is_live:
            raise TableOver
        if table.status == "suspended" and not table.is_under_way:
            raise TableSuspended(table.reason or "damaged")
        if session.reader.seat_of(interaction.user.id) is None:
            raise not_seated(table, interaction.user.id)
        if not has_room(session):
            raise UIRefusal("refused.nobody_sought")
        chosen = self._sessions.choices.servers.get(interaction.guild_id).seeking
        channel = interaction.guild.get_channel(chosen) if interaction.guild is not None and chosen else None
        if not isinstance(channel, discord.TextChannel):
            raise UIRefusal("refused.no_seeking_channel")
        if not may_post(channel):
            raise UIRefusal("refused.channel_closed", channel=channel.mention)
        self._rates.take("seek", interaction.user.id)
        if not await self._seeking.post(session, channel, interaction.id):
            raise UIRefusal("refused.channel_closed", channel=channel.mention)
        posted = self.wording.speech.translate(interaction, "seek.posted", channel=channel.mention)
        return Reply(view=text_panel(posted), replaces=True)

    @slash("table invite", who=authority.OWNER_INVITES)
    async def invite(
        self,
        interaction: discord.Interaction,
        session: Session,
        player: discord.User | None = None,
        role: discord.Role | None = None,
        anyone: bool = False,
    ) -> Reply:
        """Choose who may sit down."""
        if player is None and role is None and not anyone:
            raise UIRefusal("refused.invite_nobody")
        if player is not None and player.bot:
            raise UIRefusal("refused.invite_bot")
        if player is not None and player.id in await self._members.find_gone(interaction.guild_id, [player.id]):
            raise UIRefusal("refused.invite_gone", name=clean_name(player.display_name))
        if player is not None and session.table.sitter_of(player.id) is not None:
            raise UIRefusal("refused.invite_seated", name=clean_name(player.display_name))
        everyone = role is not None and role.is_default()
        users = [player.id] if player is not None else []
        if users:
            self._rates.admit_proposal(session.table, interaction.user.id)
        await session.lobby.invite(
            interaction.user.id,
            interaction.id,
            users=users,
            role=role.id if role is not None and not everyone else None,
            anyone=anyone or everyone,
        )
        if anyone or everyone:
            message = Message("invite.anyone")
        elif role is not None:
            message = Message("invite.role", {"role": role.mention})
        else:
            assert player is not None, "else it was refused"
            seating, name = session.table.seating, clean_name(player.display_name)
            message = Message("invite.player", {"name": name})
            if seating.admits == "role":
                message = Message("invite.player_role", {"name": name, "role": f"<@&{seating.role}>"})
        return Reply(self.wording.say(message, self.wording.speech.reader(interaction)))

    async def _open_seat(self, interaction: discord.Interaction, session: Session, player: discord.User) -> Reply:
        """Open the seat of someone who has left or doesn't answer, or ask the others to agree."""
        name = clean_name(player.display_name)
        if session.table.status == "running" and session.reader.seat_of(player.id) is None:
            raise UIRefusal("refused.sits_not_here", name=name)
        if session.reader.seat_of(interaction.user.id) is not None:
            self._rates.admit_proposal(session.table, interaction.user.id)
        has_left = player.id in await self._members.find_gone(interaction.guild_id, [player.id])
        await session.leaving.open_seat(interaction.user.id, player.id, interaction.id, is_gone=has_left)
        is_open = session.reader.seat_of(player.id) is None
        message = Message("replace.opened" if is_open else "replace.proposed", {"name": name})
        return Reply(self.wording.say(message, self.wording.speech.reader(interaction)))

    def _sections(self, interaction: discord.Interaction, found: list[Session]) -> "Iterator[tuple[str, Row | None]]":
        language = self.wording.speech.reader(interaction)
        for session in found:
            table = session.table
            people = tuple(sitter_name(each) for each in table.sitters if not each.has_left)
            here = self.wording.place_of(table) | {"people": people, "players": players(session.reader.seats)}
            key = "find.lobby" if table.status == "lobby" else "find.running"
            text = self.wording.say(Message(key, here), language)
            press = Press(table.id, table.epoch, SIT, user=interaction.user.id)
            yield text, (Button(press, self.wording.say(Message("button.join"), language), "main"),)


def _may_be_open(table: Table, interaction: discord.Interaction) -> bool:
    """Return whether the table may have a seat for this person: they can see it and don't sit there yet."""
    guild, user = interaction.guild, interaction.user
    if table.sitter_of(user.id) or not (table.status == "lobby" or table.has_open_seat):
        return False
    place = guild.get_channel_or_thread(table.channel) if guild is not None else None
    if place is None or not isinstance(user, discord.Member):
        return True
    try:
        return place.permissions_for(user).view_channel
    except discord.ClientException:
        return True  # a thread whose parent channel is unknown
