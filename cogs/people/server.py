"""`/server settings`: the choices of a server's managers for its tables. Each setting is one line in `settings`."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import discord
from msgspec.structs import replace

from cogs.delivery.permissions import is_gone, manages_server, may_post, role_fault
from cogs.interactions.answering import Reply
from cogs.interactions.authority import MANAGERS, MANAGERS_CHANGE
from cogs.interactions.gate import check_server
from cogs.interactions.slash import slash
from cogs.people.hours import read_weekly, read_zone, weekly_label, zone_in_full
from cogs.people.panels import Options, Setting, one_of, show_panel, switch
from cogs.people.season_words import SEASONS, read_first_day, rule_label
from cogs.ui.refusals import UIRefusal
from cogs.ui.wording import LANGUAGE_NAMES, Wording
from engine.kernel.decision import Message
from sessions.clocks.own_time import NAMED, NONE
from sessions.records.person import Server
from sessions.results.seasons import settle_seasons, with_rule
from sessions.sessions import Sessions
from sessions.store import Quotas

MOST_CHANNELS = 20
HOST = Quotas()
USUAL = "usual"
PLACES = ("channels", "opener_role", "seeking", "seekers_role", "reports", "results_in")
POSTED_IN = ("seeking", "reports", "results_in")
PER_SERVER = (*range(1, 11), 15, 20, 25, 30, 35, 40, 45)


class ServerSettings:
    name, command = "server", "server settings"
    who = MANAGERS_CHANGE

    def __init__(self, wording: Wording, sessions: Sessions) -> None:
        self.wording = wording
        self._sessions = sessions
        languages = {key: (name, key) for key, name in LANGUAGE_NAMES.items()}
        reader, clock = wording.speech.reader, sessions.context.clock
        paces = {key: (Message(f"server.pace.{key}"), None if key == NONE else key) for key in (NONE, *NAMED)}
        self.settings: Mapping[str, Setting] = {
            "language": one_of("language", {USUAL: (Message("server.language_open"), None), **languages}),
            "pace": one_of("pace", paces),
            "tables_in": _place("channels", "server.channels_open", most=MOST_CHANNELS),
            "opened_by": _place("opener_role", "server.opener_open", kind="role"),
            "seeking": _place("seeking", "server.seeking_none"),
            "seekers": replace(_place("seekers_role", "server.seekers_none", kind="role"), read=_all_of),
            "reports": _place("reports", "server.reports_none"),
            "per_person": one_of("per_person", _numbers(range(1, HOST.per_user), HOST.per_user)),
            "per_server": one_of("per_server", _numbers(PER_SERVER, HOST.per_guild)),
            "results_in": replace(_place("results_in", "server.results_none"), page=2),
            "digest": Setting(
                "digest",
                read=lambda interaction, typed: read_weekly(
                    typed, clock(), self._zone(interaction), reader(interaction)
                ),
                label=lambda interaction, minute: weekly_label(minute, reader(interaction)),
                page=2,
            ),
            "results": switch("results_public", page=2),
            "seasons": Setting(
                "seasons",
                lambda _: SEASONS,
                lambda interaction, typed: read_first_day(typed, clock(), self._zone(interaction), reader(interaction)),
                lambda interaction, rule: rule_label(rule, reader(interaction)),
                page=2,
            ),
            "time_zone": Setting(
                "zone",
                read=lambda interaction, typed: read_zone(typed, reader(interaction)),
                label=lambda _, zone: zone_in_full(zone, clock()),
                page=2,
            ),
        }

    @slash("server settings", who=MANAGERS, needs={"manage_guild": True})
    async def show(self, interaction: discord.Interaction) -> Reply:
        return show_panel(self, interaction)

    def head(self, interaction: discord.Interaction) -> list[Message]:
        guild, role = interaction.guild, self._sessions.choices.servers.get(interaction.guild_id).seekers_role
        fault = role_fault(guild, role) if guild is not None and role is not None else None
        faults = [Message("server.seekers_fault", {"why": Message(f"seekers.{fault}")})] if fault else []
        return [Message("server.title"), *faults]

    def value(self, interaction: discord.Interaction, field: str) -> Any:
        server = self._sessions.choices.servers.get(check_server(interaction))
        if not manages_server(interaction):
            raise UIRefusal("refused.not_manager")
        value = getattr(server, field)
        if field == "seasons":
            return server.seasons.rule
        return _existing(interaction, value if field == "channels" else (value,)) if field in PLACES else value

    async def keep(self, interaction: discord.Interaction, field: str, value: Any) -> None:
        for channel in value if field in POSTED_IN else ():
            if interaction.guild is not None and not may_post(interaction.guild.get_channel(channel)):
                raise UIRefusal("refused.channel_closed", channel=f"<#{channel}>")
        for role in value if field == "seekers_role" else ():
            fault = role_fault(interaction.guild, role) if interaction.guild is not None else None
            if fault is not None:
                raise UIRefusal("refused.seekers", why=Message(f"seekers.{fault}"))
        if field in PLACES and field != "channels":
            value = next(iter(value), None)
        server = self._sessions.choices.servers.get(interaction.guild_id)
        if field == "digest" and value is not None and server.results_in is None:
            raise UIRefusal("refused.no_results_channel")
        now = self._sessions.context.clock()

        def change(server: Server) -> Server:
            settled = settle_seasons(server, now)
            return with_rule(settled, value, now) if field == "seasons" else replace(settled, **{field: value})

        await self._sessions.choices.servers.change(interaction.guild_id, change)

    def _zone(self, interaction: discord.Interaction) -> str:
        return self._sessions.choices.servers.get(interaction.guild_id).zone


def _numbers(numbers: Iterable[int], usual: int) -> Options:
    return {str(number): (str(number), None if number == usual else number) for number in (*numbers, usual)}


def _place(field: str, unset: str, *, kind: Literal["channel", "role"] = "channel", most: int = 1) -> Setting:
    """Return a setting that stores a tuple of channels or roles. `unset` is the label of the empty tuple."""
    sign = "@&" if kind == "role" else "#"
    return Setting(
        field,
        lambda _: {"": (Message(unset), ())},
        lambda interaction, picked: _existing(interaction, map(int, picked)),
        lambda _, ids: ", ".join(f"<{sign}{each}>" for each in ids),
        kind,
        most,
    )


def _all_of(_: discord.Interaction, ids: Iterable[str]) -> tuple[int, ...]:
    return tuple(map(int, ids))


def _existing(interaction: discord.Interaction, ids: Iterable[int | None]) -> tuple[int, ...]:
    """Return the ids of channels and roles that still exist. @everyone means no role."""
    return tuple(each for each in ids if each and each != interaction.guild_id and not is_gone(interaction.guild, each))
