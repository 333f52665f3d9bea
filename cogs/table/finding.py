"""`/table find` and `/table seek`: tables that people can join, and tables that look for people."""

from collections.abc import Iterator

import discord

from cogs.delivery.permissions import may_post
from cogs.delivery.seeking import SIT, Seeking, has_room
from cogs.interactions.answering import Reply
from cogs.interactions.gate import check_server
from cogs.services import Services
from cogs.ui.layout import sections_panel
from cogs.ui.panel import Button, Row
from cogs.ui.press import Press
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import Wording
from cogs.views.people import named, players
from engine.kernel.decision import Argument, Message
from sessions.play.state import not_seated
from sessions.records.table import Table
from sessions.refusals import TableFull, TableOver, TableSuspended
from sessions.session import Session

MOST_SHOWN = 8
"""The number of tables shown at once: the newest ones."""


async def find_tables(services: Services, interaction: discord.Interaction) -> Reply:
    """The tables of this server where this person could sit down, each with a button to do it."""
    check_server(interaction)
    assert interaction.guild_id is not None
    tables = reversed(await services.sessions.in_guild(interaction.guild_id))
    sessions = await services.sessions.all_of([table for table in tables if _may_be_open(table, interaction)])
    found = [session for session in sessions if has_room(session)][:MOST_SHOWN]
    if not found:
        return Reply(services.wording.speech.translate(interaction, "find.none"))
    title: tuple[str, Row | None] = services.wording.speech.translate(interaction, "find.title", count=len(found)), None
    return Reply(view=sections_panel([title, *_sections(services.wording, interaction, found)]))


def _may_be_open(table: Table, interaction: discord.Interaction) -> bool:
    """Whether this person can see the table's channel, and does not sit there yet."""
    guild, user = interaction.guild, interaction.user
    if table.sitter_of(user.id) or not (table.status == "lobby" or table.has_open_seat):
        return False
    place = guild.get_channel_or_thread(table.channel) if guild is not None else None
    if place is None or not isinstance(user, discord.Member):
        return True
    try:
        return place.permissions_for(user).view_channel
    except discord.ClientException:
        return True  # a thread whose channel is not known


def _sections(
    wording: Wording, interaction: discord.Interaction, found: list[Session]
) -> "Iterator[tuple[str, Row | None]]":
    language = wording.speech.reader(interaction)
    for session in found:
        table = session.table
        people = tuple(named(each) for each in table.sitters if not each.has_left)
        blanks: dict[str, Argument] = {
            "game": wording.game_uis[table.game].name,
            "channel": f"<#{table.channel}>",
            "people": people,
            "players": players(session.reader.seats),
        }
        text = wording.say(Message("find.lobby" if table.status == "lobby" else "find.running", blanks), language)
        press = Press(table.id, table.epoch, SIT, user=interaction.user.id)
        yield text, (Button(press, wording.say(Message("button.join"), language), "main"),)


async def seek_players(
    services: Services, seeking: Seeking, interaction: discord.Interaction, session: Session
) -> Reply:
    """Post that this table looks for players. Raises what keeps it from that."""
    table = session.table
    if not table.is_live:
        raise TableOver
    if table.status == "suspended" and not table.is_under_way:
        raise TableSuspended(table.reason or "damaged")
    if session.seat_of(interaction.user.id) is None:
        raise not_seated(table, interaction.user.id)
    if not has_room(session):
        raise TableFull(session.reader.seats)
    chosen = services.sessions.servers.get(interaction.guild_id).seeking
    channel = interaction.guild.get_channel(chosen) if interaction.guild is not None and chosen else None
    if not isinstance(channel, discord.TextChannel):
        raise UIRefusal("refused.no_seeking_channel")
    if not may_post(channel):
        raise UIRefusal("refused.channel_closed", channel=channel.mention)
    services.rates.admit_seeking(interaction)
    if not await seeking.post(session, channel, interaction.id):
        raise UIRefusal("refused.channel_closed", channel=channel.mention)
    return Reply(services.wording.speech.translate(interaction, "seek.posted", channel=channel.mention))
