"""A server's role for seekers: people take it with a button, and posts for finding players mention it."""

from typing import Any

import discord
import pytest

from cogs.interactions.answering import REFUSED
from cogs.ui.press import QueuePress
from sandbox import permissions
from sandbox.records import Guild, Role
from sandbox.world import APPLICATION_ID, GUILD_ID
from tests.wire.evening import CHANNEL, Wired
from tests.wire.panels import change, labels_on
from tests.wire.test_reminders import in_its_time, pass_hours

TAKE, DROP = "Ping me for new tables", "Stop pings for new tables"


def guild_of(wired_bot: Wired) -> Guild:
    return wired_bot.sandbox.world.guilds[GUILD_ID]


def let_manage_roles(wired_bot: Wired) -> None:
    wired_bot.sandbox.places.permit_bot(guild_of(wired_bot), permissions.BOT | permissions.MANAGE_ROLES)


async def make_role(wired_bot: Wired, **options: Any) -> Role:
    """Add a role, and wait until the bot knows it."""
    role, client = wired_bot.sandbox.places.add_role(guild_of(wired_bot), "Seekers", **options), wired_bot.parts.client

    def is_known() -> bool:
        guild = client.get_guild(GUILD_ID)
        return guild is not None and guild.get_role(role.id) is not None

    await wired_bot.sandbox.until(is_known)
    return role


async def choose_role(wired_bot: Wired, **options: Any) -> Role:
    """Make a role, let the bot manage roles, and choose the role in `/server settings`."""
    let_manage_roles(wired_bot)
    role = await make_role(wired_bot, **options)
    chosen = await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, seekers=str(role.id))
    assert f"✓ Role for seekers: <@&{role.id}>" in chosen.text, chosen.text
    return role


async def test_people_take_and_drop_the_role_with_a_button(wired_bot: Wired) -> None:
    theseus = wired_bot.person("Theseus")
    without = await theseus.command("/play", CHANNEL)
    role = await choose_role(wired_bot)
    opened = await theseus.command("/play", CHANNEL)
    found = await theseus.command("/table find", CHANNEL)
    assert opened.message is not None
    assert found.message is not None
    offered = [labels_on(opened), labels_on(found)]
    taken = (await theseus.press(found.message, TAKE)).text
    members = list(role.members)
    twice = (await theseus.forge(opened.message, QueuePress("take", "", theseus.id).custom_id)).text
    again = await theseus.command("/play", CHANNEL)
    stranger = await wired_bot.person("Ikaros").forge(opened.message, QueuePress("take", "", theseus.id).custom_id)
    assert again.message is not None
    held = labels_on(again)
    dropped = await theseus.press(again.message, DROP)

    assert TAKE not in labels_on(without)
    assert offered == [[TAKE], [TAKE]]
    assert "You’ll be pinged when someone looks for players." in taken
    assert members == [theseus.id]
    assert "You’ll be pinged" in twice
    assert held == [DROP]
    assert stranger.text.startswith(REFUSED)
    assert "You won’t be pinged" in dropped.text
    assert role.members == []


async def test_posts_for_finding_players_mention_only_the_role(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    role = await choose_role(wired_bot)
    role.members.append(theseus.id)
    await change(ariadne, "/server settings", CHANNEL, seeking=wired_bot.sandbox.channel("harbour"))
    await ariadne.command("/table open", CHANNEL, game="minos-classic", seats=3)

    posts = []
    for hours in (0, 5, 2):
        await pass_hours(wired_bot, hours)
        await ariadne.command("/table seek", CHANNEL)
        posts.append(wired_bot.public_messages("harbour")[-1])
    await pass_hours(wired_bot, 7)
    await wired_bot.person("Ikaros").command("/play", "labyrinth", game="minerva", seats="4")
    await pass_hours(wired_bot, 0)
    queue = wired_bot.public_messages("harbour")[-1]

    assert [post.text.endswith(f" <@&{role.id}>") for post in posts] == [True, False, True]
    assert [post.pings for post in posts] == [["Theseus"], [], ["Theseus"]]
    assert "Minerva" in queue.text
    assert queue.pings == ["Theseus"]


@pytest.mark.parametrize("fault", ["managed", "above", "permission", "everyone", "powerful"])
async def test_an_unusable_role_is_refused_in_the_settings(wired_bot: Wired, fault: str) -> None:
    ariadne, guild = wired_bot.person("Ariadne"), guild_of(wired_bot)
    if fault != "permission":
        let_manage_roles(wired_bot)
    options: dict[str, dict[str, Any]] = {
        "managed": {"managed": True},
        "above": {"position": 4},
        "powerful": {"permissions": permissions.MANAGE_MESSAGES},
    }
    role = await make_role(wired_bot, **options.get(fault, {}))
    chosen = guild.id if fault == "everyone" else role.id
    refused = await change(ariadne, "/server settings", CHANNEL, seekers=str(chosen))

    said = {
        "managed": "Discord doesn’t let anyone hand out this role",
        "above": "The role is above mine",
        "permission": "I need the permission “Manage Roles”",
        "everyone": "Everyone has this role already",
        "powerful": "The role has moderator permissions",
    }
    assert refused.text.startswith(f"{REFUSED} The role for seekers doesn’t work yet. {said[fault]}")
    assert wired_bot.parts.sessions.choices.servers.get(GUILD_ID).seekers_role is None


@pytest.mark.parametrize("fault", ["gone", "permission", "refused"])
async def test_a_role_that_stops_working_is_reported(wired_bot: Wired, fault: str) -> None:
    ariadne, theseus, guild = wired_bot.person("Ariadne"), wired_bot.person("Theseus"), guild_of(wired_bot)
    role = await choose_role(wired_bot)
    opened = await theseus.command("/play", CHANNEL)
    assert opened.message is not None
    known = wired_bot.parts.client.get_guild(GUILD_ID)
    assert known is not None
    if fault == "gone":
        wired_bot.sandbox.places.delete_role(guild, role)
        await wired_bot.sandbox.until(lambda: known.get_role(role.id) is None)
    elif fault == "permission":
        wired_bot.sandbox.places.permit_bot(guild, permissions.BOT)
        await wired_bot.sandbox.until(lambda: not known.me.guild_permissions.manage_roles)
    else:
        wired_bot.sandbox.faults.refuse("PUT /guilds/*/members/*/roles/*", 50013)

    pressed = await theseus.press(opened.message, TAKE)
    panel = await ariadne.command("/server settings", CHANNEL)

    said = {
        "gone": "The role no longer exists",
        "permission": "I need the permission “Manage Roles”",
        "refused": "Discord refused the change",
    }
    assert said[fault] in pressed.text
    assert pressed.text.startswith(REFUSED)
    assert (f"⚠️ **Role for seekers** – {said[fault]}" in panel.text) == (fault != "refused")


async def test_the_sandbox_is_strict_about_roles(wired_bot: Wired) -> None:
    places, guild, theseus = wired_bot.sandbox.places, guild_of(wired_bot), wired_bot.person("Theseus")
    http = wired_bot.parts.client.http
    low, high = places.add_role(guild, "Low"), places.add_role(guild, "High", position=4)
    managed = places.add_role(guild, "App", managed=True)

    async def give(role: int, user: int = theseus.id) -> int:
        try:
            await http.add_role(guild.id, user, role)
        except discord.HTTPException as error:
            return error.code
        return 0

    without = await give(low.id)
    let_manage_roles(wired_bot)

    assert without == 50013
    assert [await give(role) for role in (low.id, high.id, managed.id, guild.id, APPLICATION_ID + 1, 5)] == [
        0, 50013, 50013, 50013, 50013, 10011,
    ]  # fmt: skip
    assert await give(low.id, 5) == 10007
