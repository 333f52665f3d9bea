"""The sandbox's world survives restarts, and only this machine can reach the server."""

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.archive import Files
from sandbox.page import Page
from sandbox.records import Emoji
from sandbox.world import GUILD_ID
from tests.sandbox.bot import PIXEL, joined
from tests.sandbox.conftest import Wire


async def test_a_restart_loses_nothing_on_the_page(tmp_path: Path):
    file = tmp_path / "world.sqlite"
    async with Sandbox.running(world=file) as sandbox, joined(sandbox):
        ariadne = sandbox.person("Ariadne")
        message = await (await ariadne.command("/labyrinth", "agora", picture=True)).settle()
        await ariadne.press(message, "Whisper")
        ariadne.say("agora", "gone").sandbox.world.messages.delete(ariadne.inbox.last("agora").record)
        sandbox.world.channels.start_thread(sandbox.channel("agora"), "table", ariadne.person)
        commands = sandbox.world.application.commands[0]

    async with Sandbox.running(world=file) as sandbox:
        ariadne, theseus = sandbox.person("Ariadne"), sandbox.person("Theseus")
        seen = [message.text for message in ariadne.inbox.sees("agora")]
        assert seen == ["The **labyrinth**", "The thread is yours."]
        [picture] = theseus.inbox.last("agora").pictures
        assert picture.content == PIXEL
        assert sandbox.channel("table") in sandbox.world.channels.threads()
        assert sandbox.world.application.commands[0] == commands
        async with joined(sandbox):
            reply = await theseus.press(theseus.inbox.last("agora"), "Enter")
            assert reply.kind == "deferred_update"


async def test_a_restart_keeps_roles(tmp_path: Path):
    file = tmp_path / "world.sqlite"
    async with Sandbox.running(world=file) as sandbox:
        guild = sandbox.world.guilds[GUILD_ID]
        sandbox.places.add_role(guild, "players")
        gone = sandbox.places.add_role(guild, "gone")
        sandbox.places.delete_role(guild, gone)

    async with Sandbox.running(world=file) as sandbox:
        assert [role.name for role in sandbox.world.guilds[GUILD_ID].roles] == ["players"]


async def test_the_world_loaded_after_a_kill_is_up_to_date(tmp_path: Path):
    file = tmp_path / "world.sqlite"
    async with Sandbox.running(world=file) as sandbox:
        sandbox.person("Ariadne").say("agora", "here")
        assert sandbox.archive is not None
        sandbox.archive.flush()

        async with Sandbox.running(world=file) as again:
            assert again.person("Theseus").inbox.last("agora").text == "here"


async def test_every_world_has_the_same_people_and_places():
    async with Sandbox.running() as one, Sandbox.running() as other:
        assert one.person("Ikaros").id == other.person("ikaros").id
        assert one.channel("agora").id == other.channel("#agora").id


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::"])
async def test_only_loopback_addresses_are_served(host: str):
    with pytest.raises(ValueError, match="loopback"):
        async with Sandbox.running(host=host):
            pass


@pytest.mark.parametrize("headers", [{"Host": "example.org"}, {"Origin": "https://example.org"}])
async def test_pages_of_other_sites_are_refused(wire: Wire, headers: dict[str, str]):
    async with wire.session.get(wire.sandbox.address + "/health") as response:
        assert (await response.json())["service"] == "knossos-sandbox"
    for path in ("/health", "/page?as=Ariadne", "/api/v10/users/@me"):
        async with wire.session.get(wire.sandbox.address + path, headers=headers) as response:
            assert response.status == 403


async def test_a_file_can_be_fetched_only_with_its_secret(sandbox: Sandbox):
    async with joined(sandbox), aiohttp.ClientSession() as session:
        reply = await sandbox.person("Ariadne").command("/labyrinth", "agora", picture=True)
        [box] = (await reply.settle()).raw["components"]
        url = box["components"][1]["items"][0]["media"]["url"]

        async with session.get(url) as response:
            assert (response.status, await response.read()) == (200, PIXEL)
        async with session.get(url.partition("?")[0]) as response:
            assert response.status == 404


async def test_a_page_gets_only_records_its_person_may_see(sandbox: Sandbox):
    async with aiohttp.ClientSession() as session, joined(sandbox) as bot:
        ariadne = sandbox.person("Ariadne")
        page = sandbox.address.replace("http", "ws") + "/page?as=Theseus"
        async with session.ws_connect(page) as socket:
            await socket.receive_json()
            await ariadne.command("/secret", "agora")
            await (await bot.fetch_user(ariadne.id)).send("For Ariadne alone")
            private = sandbox.world.channels.start_thread(sandbox.channel("agora"), "hidden", ariadne.person, kind=12)
            sandbox.person("Ariadne").say(private, "For Ariadne alone")
            for frame in ({"kind": "open", "channel": str(ariadne.inbox.direct.id)}, {"kind": "open", "channel": "5"}):
                await socket.send_json(frame | {"ref": "1"})
            await socket.send_json({"kind": "open", "channel": str(sandbox.channel("agora").id)})

            frames: list[Any] = []
            while not frames or '"history"' not in frames[-1]:
                frames.append((await socket.receive(timeout=2)).data)

        assert not any("alone" in frame or "hidden" in frame for frame in frames)
        assert sum("Unknown Channel" in frame for frame in frames) == 2
    assert isinstance(sandbox.page, Page)
    assert sandbox.page.visits == set()


async def test_an_invalid_frame_is_reported_and_the_page_still_works(sandbox: Sandbox):
    async with aiohttp.ClientSession() as session:
        page = sandbox.address.replace("http", "ws") + "/page?as=Theseus"
        async with session.ws_connect(page) as socket:
            await socket.receive_json()
            for rubbish in ("{", "[]", "{}", '{"kind": "dance"}', '{"kind": "run", "channel": "x"}'):
                await socket.send_str(rubbish)
                assert (await socket.receive_json(timeout=2))["kind"] == "not_offered"
            await socket.send_json({"kind": "new_channel", "guild": "1", "name": "mine"})
            assert (await socket.receive_json(timeout=2))["reason"] == "You may not create channels here."
            agora = str(sandbox.channel("agora").id)
            await socket.send_json({"kind": "new_thread", "channel": agora, "name": "ours"})
            made = await socket.receive_json(timeout=2)

    assert (made["kind"], made["channel"]["name"]) == ("channel", "ours")
    assert sandbox.channel("ours").owner_id == sandbox.person("Theseus").id


async def test_the_files_of_a_deleted_message_are_gone(tmp_path: Path):
    async with Sandbox.running(world=tmp_path / "world.sqlite") as sandbox, joined(sandbox):
        message = await (await sandbox.person("Ariadne").command("/labyrinth", "agora", picture=True)).settle()
        [picture] = message.record.attachments
        sandbox.world.messages.delete(message.record)

        assert sandbox.files.get(picture.id) is None


async def test_a_file_without_a_world_is_refused(tmp_path: Path):
    file = tmp_path / "world.sqlite"
    file.write_text("The Minotaur was here. " * 100)

    with pytest.raises(ValueError, match="a world"):
        async with Sandbox.running(world=file):
            pass


async def test_emojis_and_deleted_channels_survive_a_restart(tmp_path: Path):
    file = tmp_path / "world.sqlite"
    async with Sandbox.running(world=file) as sandbox:
        emojis = sandbox.world.application.emojis
        for number, name in ((1, "ring"), (2, "crown")):
            emojis[number] = Emoji(number, name, "image/png", "")
            sandbox.world.announce("emojis_changed")
        assert sandbox.archive is not None
        sandbox.archive.flush()
        del emojis[1]
        sandbox.world.announce("emojis_changed")
        sandbox.person("Ariadne").say("agora", "gone")
        sandbox.archive.flush()
        sandbox.world.channels.delete(sandbox.channel("agora"))

    async with Sandbox.running(world=file) as sandbox:
        assert [emoji.name for emoji in sandbox.world.application.emojis.values()] == ["crown"]
        assert "agora" not in [channel.name for channel in sandbox.world.channels.values()]
        assert sandbox.archive is not None
        [left] = sandbox.archive.disk.execute("SELECT count(*) FROM record WHERE kind = 'message'").fetchall()
        assert left == (0,)


def test_the_oldest_files_leave_a_full_memory(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sandbox.archive.MEMORY_BYTES", 10)
    files = Files()
    for number in (1, 2, 3):
        files.put(number, bytes(5))

    assert [files.get(number) for number in (1, 2, 3)] == [None, bytes(5), bytes(5)]
