"""Messages and interactions: the parts that Discord changes, hides and omits."""

import json
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from sandbox import Sandbox, permissions
from sandbox.interactions import MODAL
from sandbox.records import PRIVATE_THREAD
from sandbox.world import GUILD_ID
from tests.sandbox.bot import PIXEL, LittleBot, joined
from tests.sandbox.conftest import Wire
from tests.sandbox.test_limits import button, label, row, text, text_input, v2


async def test_content_is_trimmed(wire: Wire):
    made = (await wire.send(content=" \n c \n"))[1]
    path = f"/channels/{made['channel_id']}/messages/{made['id']}"

    edited = (await wire("PATCH", path, {"content": "d\n"}))[1]

    assert (made["content"], edited["content"]) == ("c", "d")
    assert wire.sandbox.messages("agora")[0].push == "c"


@pytest.mark.parametrize(
    "part",
    [
        text(" \n"),
        row(button(label=" ")),
        row(button(style=5, custom_id=None, url="ftp://example.org")),
        row(button(style=5, custom_id=None, url="example.org")),
    ],
    ids=["blank text", "blank label", "ftp", "no scheme"],
)
async def test_blank_words_and_odd_links_are_refused(wire: Wire, part: Any):
    assert (await wire.send(**v2(part)))[1]["code"] == 50035


@pytest.mark.parametrize(
    "fields",
    [
        {"min_length": -1},
        {"min_length": 4001},
        {"max_length": 0},
        {"max_length": 4001},
        {"min_length": 5, "max_length": 4},
        {"max_length": 4, "value": "value"},
        {"label": "twice"},
    ],
    ids=lambda fields: " ".join(map(str, fields.values())),
)
async def test_an_impossible_text_input_is_refused(wire: Wire, fields: dict[str, Any]):
    field = label(component=text_input(**{"label": None, **fields}))

    status, body = await wire.answer(wire.interaction(), MODAL, title="t", custom_id="m", components=[field])

    assert (status, body["code"]) == (400, 50035)


async def test_other_peoples_words_are_hidden_from_the_bot(wire: Wire):
    ariadne, bot = wire.sandbox.person("Ariadne"), wire.sandbox.world.bot
    hidden = ariadne.say("agora", "my secret")
    ariadne.say("agora", f"<@{bot.id}>, a question")
    await wire.send(content="an answer")
    path = f"/channels/{hidden.channel_id}/messages"

    listed = (await wire("GET", path))[1]
    one = (await wire("GET", f"{path}/{hidden.id}"))[1]

    assert [each["content"] for each in listed] == ["an answer", f"<@{bot.id}>, a question", ""]
    assert one["content"] == ""
    ariadne.say(ariadne.inbox.direct, "hello")
    [direct] = (await wire("GET", f"/channels/{ariadne.inbox.direct.id}/messages"))[1]
    assert direct["content"] == "hello"


def _people_in(interaction: discord.Interaction) -> Any:
    data: Any = interaction.data
    return data.get("resolved")


async def test_autocomplete_has_only_ids_of_people(sandbox: Sandbox):
    heard: list[Any] = []

    class Asking(LittleBot):
        def __init__(self) -> None:
            super().__init__()

            @self.tree.command(description="Ask")
            async def ask(interaction: discord.Interaction, who: discord.Member, what: str) -> None:
                heard.append(_people_in(interaction))

            @ask.autocomplete("what")
            async def offer(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
                heard.append(_people_in(interaction))
                return []

    async with joined(sandbox, Asking):
        ariadne = sandbox.person("Ariadne")
        sandbox.interactions.patience_s = 0.2

        await ariadne.autocomplete("/ask", "agora", focused="what", who="Theseus")
        await ariadne.command("/ask", "agora", who="Theseus", what="t")

    assert heard[0] is None
    assert heard[1].keys() == {"users", "members"}


async def test_app_permissions_in_direct_messages_are_few(
    sandbox: Sandbox, bot: LittleBot, monkeypatch: pytest.MonkeyPatch
):
    heard: list[int] = []

    async def hear(interaction: discord.Interaction) -> None:
        heard.append(interaction.app_permissions.value)

    monkeypatch.setattr(bot, "on_interaction", hear)
    await sandbox.person("Ariadne").command("/ping", sandbox.person("Ariadne").inbox.direct)

    assert heard == [permissions.AMONG_PEOPLE | permissions.USE_EXTERNAL_EMOJIS]


async def test_people_without_a_common_server_get_no_messages(wire: Wire):
    sandbox, ariadne = wire.sandbox, wire.sandbox.person("Ariadne")
    home = f"/channels/{ariadne.inbox.direct.id}/messages"

    async def code() -> int:
        return int((await wire("POST", home, {"content": "c"}))[1].get("code", 0))

    sandbox.world.absent.add(ariadne.id)
    left = await code()
    sandbox.world.absent.clear()
    sandbox.places.remove_bot(sandbox.world.guilds[GUILD_ID])
    thrown_out = await code()
    sandbox.world.application.user_installs.add(ariadne.id)

    assert [left, thrown_out, await code()] == [50278, 50278, 0]


async def test_only_people_who_see_a_message_are_pinged(wire: Wire):
    ariadne, theseus = wire.sandbox.person("Ariadne"), wire.sandbox.person("Theseus")
    both = f"{ariadne.mention} {theseus.mention}"
    thread = wire.sandbox.world.channels.start_thread(
        wire.sandbox.channel("agora"), "secret", ariadne.person, kind=PRIVATE_THREAD
    )
    ariadne.say(thread, f"<@{wire.sandbox.world.bot.id}>")
    wire.sandbox.world.absent.add(ariadne.id)

    await wire.send(content=both)
    await wire.send("secret", content=both)

    assert wire.sandbox.messages("agora")[0].pings == ["Theseus"]
    assert wire.sandbox.messages("secret")[-1].pings == []


async def test_a_message_lists_only_allowed_mentions(wire: Wire):
    ariadne, theseus = wire.sandbox.person("Ariadne"), wire.sandbox.person("Theseus")
    both = f"{ariadne.mention} {theseus.mention}"

    made = (await wire.send(content=both, allowed_mentions={"parse": [], "users": [str(theseus.id)]}))[1]
    edited = (await wire("PATCH", f"/channels/{made['channel_id']}/messages/{made['id']}", {"content": both}))[1]

    assert [each["id"] for each in made["mentions"]] == [str(theseus.id)]
    assert [each["id"] for each in edited["mentions"]] == [str(ariadne.id), str(theseus.id)]


async def with_file(wire: Wire, method: str, path: str, body: dict[str, Any], name: str = "new.png") -> tuple[int, Any]:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(body))
    form.add_field("files[0]", PIXEL, filename=name)
    return await wire(method, path, data=form)


async def test_an_edit_that_adds_files_needs_the_permission(wire: Wire):
    agora = wire.sandbox.channel("agora")
    made = (await wire.send(content="c"))[1]
    path = f"/channels/{agora.id}/messages/{made['id']}"
    wire.sandbox.places.deny(agora, permissions.ATTACH_FILES)

    assert (await with_file(wire, "PATCH", path, {}))[1]["code"] == 50013
    assert (await wire("PATCH", path, {"content": "d"}))[0] == 200


async def test_an_edit_keeps_only_listed_files(wire: Wire):
    home = f"/channels/{wire.sandbox.channel('agora').id}/messages"
    made = (await with_file(wire, "POST", home, {"content": "c"}, "old.png"))[1]
    kept = {"id": made["attachments"][0]["id"], "filename": "old.png"}
    path = f"{home}/{made['id']}"

    async def files(attachments: list[dict[str, Any]] | None) -> int:
        body = {} if attachments is None else {"attachments": attachments}
        return len((await with_file(wire, "PATCH", path, body))[1]["attachments"])

    assert await files([kept]) == 1, "the new file isn't listed"
    assert await files([kept, {"id": "0", "filename": "new.png"}]) == 2
    assert await files(None) == 1, "only the new file"
