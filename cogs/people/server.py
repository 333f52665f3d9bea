"""`/server`: the settings that a server's managers choose for its tables."""

from collections.abc import Callable, Iterator

import discord
from discord import app_commands
from msgspec.structs import replace

from cogs.delivery.permissions import manages_server, may_post
from cogs.interactions.answering import Reply
from cogs.interactions.authority import MANAGERS
from cogs.interactions.gate import check_server
from cogs.interactions.slash import LANGUAGE_CHOICES, Choices, slash
from cogs.ui.layout import text_panel
from cogs.ui.matching import Named, find_meant, suggest_matches
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import LANGUAGE_NAMES, Wording
from engine.kernel.decision import Argument, Message
from locales.words import LANGUAGES
from sessions.clocks.own_time import NAMED, NONE
from sessions.records.person import Server
from sessions.sessions import Sessions
from sessions.store import Quotas

CLEARED: dict[str, dict[str, object]] = {
    "language": {"language": None},
    "tables_in": {"channels": ()},
    "opened_by": {"opener_role": None},
    "seeking": {"seeking": None},
    "reports": {"reports": None},
    "pace": {"pace": None},
    "per_person": {"per_person": None},
    "per_server": {"per_server": None},
    "results": {"results_public": False},
}
"""Default values, by the option that sets them."""
MOST_CHANNELS = 20
HOST = Quotas()


class ServerSettings:
    """The command `/server`."""

    def __init__(self, wording: Wording, sessions: Sessions) -> None:
        self.wording = wording
        self._sessions = sessions

    async def _pace_words(self, interaction: discord.Interaction, current: str) -> Choices:
        return suggest_matches(current, self._paces(self.wording.speech.reader(interaction)))

    async def _clear_words(self, interaction: discord.Interaction, current: str) -> Choices:
        return suggest_matches(current, self._clearable(self.wording.speech.reader(interaction)))

    @slash(
        "server",
        who=MANAGERS,
        needs={"manage_guild": True},
        choices={"language": LANGUAGE_CHOICES},
        suggests={"pace": _pace_words, "clear": _clear_words},
    )
    async def server(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        tables_in: discord.TextChannel | None = None,
        opened_by: discord.Role | None = None,
        seeking: discord.TextChannel | None = None,
        reports: discord.TextChannel | None = None,
        pace: str | None = None,
        per_person: app_commands.Range[int, 1, HOST.per_user] | None = None,
        per_server: app_commands.Range[int, 1, HOST.per_guild] | None = None,
        results: bool | None = None,
        clear: str | None = None,
    ) -> Reply:
        """Change the settings for tables in this server, and show them."""
        known = self._known(interaction)
        chosen = known
        if clear is not None:
            chosen = replace(chosen, **CLEARED[self._choose(interaction, clear, self._clearable)])
        if opened_by is not None:
            chosen = replace(chosen, opener_role=None if opened_by.is_default() else opened_by.id)
        given = {
            "language": language if language in LANGUAGES else None,
            "channels": tables_in and _toggle(chosen.channels, tables_in.id),
            "seeking": seeking and _writable(seeking),
            "reports": reports and _writable(reports),
            "pace": None if pace is None else self._choose(interaction, pace, self._paces),
            "per_person": per_person,
            "per_server": per_server,
            "results_public": results,
        }
        chosen = replace(chosen, **{field: value for field, value in given.items() if value is not None})
        if chosen != known:
            await self._sessions.choices.servers.keep(chosen)
        language_read = self.wording.speech.reader(interaction)
        lines = [self.wording.say(line, language_read) for line in self._lines(chosen)]
        return Reply(view=text_panel("\n".join(lines)))

    def _known(self, interaction: discord.Interaction) -> Server:
        """Return the server's settings. Raises `UIRefusal` if this person doesn't manage the server."""
        check_server(interaction)
        if not manages_server(interaction):
            raise UIRefusal("refused.not_manager")
        return self._sessions.choices.servers.get(interaction.guild_id)

    def _paces(self, language: str) -> list[Named[str]]:
        return [
            Named(pace, self.wording.say(Message(f"server.pace.{pace}"), language), (pace,)) for pace in (NONE, *NAMED)
        ]

    def _clearable(self, language: str) -> list[Named[str]]:
        return [Named(name, self.wording.say(Message(f"server.of.{name}"), language), (name,)) for name in CLEARED]

    def _choose(self, interaction: discord.Interaction, typed: str, named: Callable[[str], list[Named[str]]]) -> str:
        """Return the choice that was typed. Raises `UIRefusal` if there is no such choice."""
        things = named(self.wording.speech.reader(interaction))
        found = find_meant(typed, things)
        if found is None:
            known = tuple(Message("table.person", {"name": each.name}) for each in things)
            raise UIRefusal("refused.none_of", things=known)
        return found

    def _lines(self, server: Server) -> Iterator[Message]:
        yield Message("server.title")
        channels = tuple(Message("table.person", {"name": f"<#{channel}>"}) for channel in server.channels)
        role = server.opener_role and f"<@&{server.opener_role}>"
        yield _line("server.language_open", "server.language", "language", LANGUAGE_NAMES.get(server.language or ""))
        yield _line("server.channels_open", "server.channels", "channels", channels)
        yield _line("server.opener_open", "server.opener", "role", role)
        yield _line("server.seeking_none", "server.seeking", "channel", server.seeking and f"<#{server.seeking}>")
        yield _line("server.reports_none", "server.reports", "channel", server.reports and f"<#{server.reports}>")
        yield Message("server.pace", {"pace": Message(f"server.pace.{server.pace or NONE}")})
        yield Message("server.per_person", {"count": server.per_person or HOST.per_user})
        yield Message("server.per_server", {"count": server.per_server or HOST.per_guild})
        yield Message("server.results_public" if server.results_public else "server.results_private")
        yield Message("server.foot")


def _line(unset: str, key: str, blank: str, value: "Argument | None") -> Message:
    return Message(key, {blank: value}) if value else Message(unset)


def _toggle(channels: tuple[int, ...], channel: int) -> tuple[int, ...]:
    """Return the channels with this one added, or removed if present. Raises `UIRefusal` if there are too many."""
    if channel in channels:
        return tuple(each for each in channels if each != channel)
    if len(channels) >= MOST_CHANNELS:
        raise UIRefusal("refused.many_channels", count=MOST_CHANNELS)
    return (*channels, channel)


def _writable(channel: discord.TextChannel) -> int:
    """Return the channel's id. Raises `UIRefusal` if the bot may not post there."""
    if not may_post(channel):
        raise UIRefusal("refused.channel_closed", channel=channel.mention)
    return channel.id
