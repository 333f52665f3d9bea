"""The unmodified discord.py joins the sandbox, and people use its commands."""

import base64
import io

import discord
import pytest

from sandbox import NotOffered, Sandbox
from tests.sandbox.bot import PIXEL, Labyrinth, LittleBot, joined


async def test_a_command_is_answered_and_its_latency_measured(sandbox: Sandbox, bot: LittleBot):
    reply = await sandbox.person("Ariadne").command("/ping", "agora")

    assert (reply.kind, reply.text) == ("message", "pong")
    assert reply.latency_s is not None
    assert 0 < reply.latency_s < 1
    assert sandbox.rest.unknown == []


async def test_commands_are_synced_with_their_options(sandbox: Sandbox, bot: LittleBot):
    fetched = {command.name: command for command in await bot.tree.fetch_commands()}

    assert {"ping", "labyrinth", "walk", "secret"} <= set(fetched)
    assert [option.name for option in fetched["labyrinth"].options] == ["picture"]


async def test_autocomplete_offers_the_bots_suggestions(sandbox: Sandbox, bot: LittleBot):
    choices = await sandbox.person("Theseus").autocomplete("/walk to", "agora", focused="where", where="py")

    assert [choice["name"] for choice in choices] == ["Pylos", "Pyrgos", "Pythion"]


async def test_a_deferred_answer_turns_into_components_and_a_picture(sandbox: Sandbox, bot: LittleBot):
    ariadne = sandbox.person("Ariadne")

    reply = await ariadne.command("/labyrinth", "agora", picture=True)
    assert reply.kind == "deferred"
    message = await reply.settle()

    assert message.text == "The **labyrinth**"
    assert [button.label for button in message.buttons] == ["Enter", "Whisper", "Write", "Shut"]
    assert [option.label for option in message.selects[0].options][:2] == ["Pylos", "Pyrgos"]
    [picture] = message.pictures
    assert (picture.content, picture.alt, picture.width) == (PIXEL, "A map", 1)


async def test_a_press_changes_the_message(sandbox: Sandbox, bot: LittleBot):
    message = await (await sandbox.person("Ariadne").command("/labyrinth", "agora")).settle()

    reply = await sandbox.person("Theseus").press(message, "Enter")
    await sandbox.until(lambda: message.text == "Theseus is inside")

    assert reply.kind == "deferred_update"


async def test_a_select_sends_its_values_in_one_answer(sandbox: Sandbox, bot: LittleBot):
    message = await (await sandbox.person("Ariadne").command("/labyrinth", "agora")).settle()

    reply = await sandbox.person("Ariadne").choose(message, "Pylos", "Phaistos", placeholder="Which road?")

    assert (reply.kind, message.text) == ("update", "To pylos, phaistos")


async def test_an_ephemeral_answer_is_seen_by_only_one_person(sandbox: Sandbox, bot: LittleBot):
    ariadne, theseus = sandbox.person("Ariadne"), sandbox.person("Theseus")
    message = await (await ariadne.command("/labyrinth", "agora")).settle()

    reply = await theseus.press(message, "Whisper")

    assert reply.is_ephemeral
    assert theseus.inbox.last("agora").text == "The thread is yours."
    assert ariadne.inbox.last("agora") == message


async def test_a_person_fills_in_a_modal(sandbox: Sandbox, bot: LittleBot):
    message = await (await sandbox.person("Ariadne").command("/labyrinth", "agora")).settle()
    ikaros = sandbox.person("Ikaros")

    opened = await ikaros.press(message, "Write")
    with pytest.raises(NotOffered):
        await ikaros.fill(opened, {"words": ""})
    reply = await ikaros.fill(opened, {"Words": "higher!"})

    assert opened.kind == "modal"
    assert reply.text == "Ikaros wrote: higher!"


async def test_actions_that_the_discord_app_prevents_are_not_sent(sandbox: Sandbox, bot: LittleBot):
    ariadne = sandbox.person("Ariadne")
    message = await (await ariadne.command("/labyrinth", "agora")).settle()

    for attempt in (
        ariadne.command("/fly", "agora"),
        ariadne.command("/walk", "agora"),
        ariadne.command("/walk to", "agora"),
        ariadne.command("/walk to", "agora", where="pylos", steps=10),
        ariadne.command("/walk to", "agora", whither="pylos"),
        ariadne.press(message, "Shut"),
        ariadne.press(message, "Leave"),
        ariadne.choose(message, "Pylos", "Pyrgos", "Knossos"),
        ariadne.choose(message, "Athens"),
    ):
        with pytest.raises(NotOffered):
            await attempt


async def test_a_forged_component_reaches_the_bot(sandbox: Sandbox, bot: LittleBot):
    message = await (await sandbox.person("Ariadne").command("/labyrinth", "agora")).settle()

    await sandbox.person("Pasiphae").forge(message, "never:offered")

    assert bot.pressed == ["never:offered"]


async def test_the_bot_sends_edits_and_deletes_messages(sandbox: Sandbox, bot: LittleBot):
    channel = bot.get_channel(sandbox.channel("agora").id)
    assert isinstance(channel, discord.TextChannel)

    sent = await channel.send(view=Labyrinth("One", picture=True), file=discord.File(io.BytesIO(PIXEL), "map.png"))
    await sent.edit(view=Labyrinth("Two", picture=True), attachments=[discord.File(io.BytesIO(PIXEL), "map.png")])
    [seen] = sandbox.person("Ikaros").inbox.sees("agora")

    assert (seen.text, len(seen.pictures), seen.edits) == ("Two", 1, 1)
    fetched = await channel.fetch_message(sent.id)
    assert fetched.components
    await sent.delete()
    assert seen.is_gone
    assert sandbox.person("Ikaros").inbox.sees("agora") == []


async def test_direct_messages_arrive_unless_the_person_closed_them(sandbox: Sandbox, bot: LittleBot):
    ariadne, theseus = sandbox.person("Ariadne"), sandbox.person("Theseus")
    sandbox.places.close_dms(theseus.person)

    await (await bot.fetch_user(ariadne.id)).send("Your hand")
    with pytest.raises(discord.Forbidden) as refused:
        await (await bot.fetch_user(theseus.id)).send("Your hand")

    assert refused.value.code == 50007
    assert [message.text for message in ariadne.inbox.dms()] == ["Your hand"]
    assert theseus.inbox.dms() == []


async def test_writing_reopens_an_archived_thread(sandbox: Sandbox, bot: LittleBot):
    channel = bot.get_channel(sandbox.channel("agora").id)
    assert isinstance(channel, discord.TextChannel)

    thread = await channel.create_thread(name="table 1", type=discord.ChannelType.public_thread)
    first = await thread.send("Sit down")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as refused:
        await first.edit(content="Stand up")
    await thread.send("Still here?")

    assert refused.value.code == 50083
    assert not sandbox.channel("table 1").archived


async def test_application_emojis_can_be_used_on_buttons(sandbox: Sandbox, bot: LittleBot):
    emoji = await bot.create_application_emoji(name="ring", image=PIXEL)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="ring"))
    channel = bot.get_channel(sandbox.channel("agora").id)
    assert isinstance(channel, discord.TextChannel)

    await channel.send("Take it", view=view)

    assert sandbox.person("Ariadne").inbox.last("agora").buttons[0].label == "ring"
    assert [one.name for one in await bot.fetch_application_emojis()] == ["ring"]
    assert base64.b64decode(sandbox.world.application.emojis[emoji.id].image_base64) == PIXEL


async def test_unicode_emoji_are_sent_without_an_id(sandbox: Sandbox, bot: LittleBot):
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji="\N{OPEN BOOK}", custom_id="book"))
    view.add_item(discord.ui.Select(options=[discord.SelectOption(label="Read", emoji="\N{OPEN BOOK}")]))
    channel = bot.get_channel(sandbox.channel("agora").id)
    assert isinstance(channel, discord.TextChannel)

    await channel.send("Take it", view=view)

    buttons, selects = sandbox.person("Ariadne").inbox.last("agora").raw["components"]
    assert buttons["components"][0]["emoji"] == {"name": "\N{OPEN BOOK}"}
    assert selects["components"][0]["options"][0]["emoji"] == {"name": "\N{OPEN BOOK}"}


@pytest.mark.parametrize("shard", [0, 1])
async def test_a_guild_is_announced_to_its_shard(sandbox: Sandbox, shard: int):
    class Sharded(discord.AutoShardedClient):
        def __init__(self) -> None:
            intents = discord.Intents(guilds=True)
            super().__init__(intents=intents, shard_count=2, shard_ids=[shard], guild_ready_timeout=0.05)

    async with joined(sandbox, Sharded) as bot:
        its_own = [guild.id for guild in sandbox.world.guilds.values() if (guild.id >> 22) % 2 == shard]
        assert [guild.id for guild in bot.guilds] == its_own
        assert [session.shard for session in sandbox.gateway.sessions.values()] == [(shard, 2)]


async def test_discord_py_requests_no_unknown_route(sandbox: Sandbox, bot: LittleBot):
    guild = bot.guilds[0]
    await bot.application_info()
    await guild.fetch_member(sandbox.person("Ariadne").id)
    await guild.active_threads()
    await bot.fetch_channel(sandbox.channel("agora").id)
    await bot.fetch_guild(guild.id)

    assert sandbox.rest.unknown == []
    with pytest.raises(discord.NotFound):
        await guild.fetch_roles()
    assert sandbox.rest.unknown == [f"GET /guilds/{guild.id}/roles"]
