"""Each refusal has the HTTP status, the code and the field errors that Discord documents for it."""

import base64
from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest

import discord_limits as limits
from sandbox import Sandbox, permissions
from sandbox.interactions import AUTOCOMPLETE, CHOICES, COMPONENT, MESSAGE, MODAL
from sandbox.records import EPHEMERAL, VOICE
from sandbox.world import APPLICATION_ID, GUILD_ID
from tests.sandbox.bot import PIXEL
from tests.sandbox.conftest import Wire
from tests.sandbox.test_limits import Body, button, command, label, options, row, select, text, text_input, v2

COMMANDS = f"/applications/{APPLICATION_ID}/commands"
EMOJIS = f"/applications/{APPLICATION_ID}/emojis"
IMAGE = f"data:image/png;base64,{base64.b64encode(PIXEL).decode()}"
UNKNOWN = "5"


def codes_in(errors: Any) -> Iterator[str]:
    """Yield the codes of all field errors of a 50035."""
    for key, value in errors.items():
        if key == "_errors":
            yield from (error["code"] for error in value)
        else:
            yield from codes_in(value)


def refusal(answer: tuple[int, Any]) -> tuple[int, int, list[str]]:
    status, body = answer
    return status, body["code"], list(codes_in(body.get("errors", {})))


def group(*inner: Body) -> list[Body]:
    return [command(options=[{"type": 2, "name": "g", "description": "d", "options": list(inner)}])]


def number(value: object) -> list[Body]:
    return [command(options=options(1, type=4, choices=[{"name": "n", "value": value}]))]


MESSAGES: dict[str, tuple[Body, str]] = {
    "components that are no list": ({"content": "c", "components": row(button())}, "BASE_TYPE_LIST"),
    "a component that is no object": (v2() | {"components": ["t"]}, "BASE_TYPE_LIST"),
    "a button with a url": (v2(row(button(url="https://example.org"))), "BUTTON_COMPONENT_URL_INVALID"),
    "at least 26 values": (v2(row(select(3, min_values=26))), "NUMBER_TYPE_RANGE"),
    "a picture without a url": (v2({"type": 12, "items": [{"media": {}}]}), "BASE_TYPE_REQUIRED"),
    "a file without a url": (v2({"type": 13}), "BASE_TYPE_REQUIRED"),
    "a colour above white": (v2({"type": 17, "components": [text()], "accent_color": 1 << 24}), "NUMBER_TYPE_RANGE"),
    "a long title in too many embeds": ({"embeds": [{"title": "t" * 257}] * 11}, "BASE_TYPE_BAD_LENGTH"),
}


@pytest.mark.parametrize("name", MESSAGES)
async def test_an_invalid_message_has_discords_field_error(wire: Wire, name: str):
    body, code = MESSAGES[name]

    assert refusal(await wire.send(**body)) == (400, 50035, [code])
    assert wire.sandbox.messages("agora") == []


CALLS: dict[str, tuple[object, list[str]]] = {
    "no list": (command(), ["BASE_TYPE_LIST"]),
    "a context menu with a description": ([command(type=3)], ["APPLICATION_COMMAND_DESCRIPTION"]),
    "choices that are no list": ([command(options=options(1, choices={"name": "n"}))], ["BASE_TYPE_LIST"]),
    "a choice with a long translation": (
        [command(options=options(1, choices=[{"name": "n", "value": "v", "name_localizations": {"fr": "n" * 101}}]))],
        ["BASE_TYPE_MAX_LENGTH"],
    ),
    "a choice that is too large": (number(limits.OPTION_INTEGER + 1), ["NUMBER_TYPE_RANGE"]),
    "a choice that is true": (number(True), ["NUMBER_TYPE_COERCE"]),
    "an unknown type of option": ([command(options=options(1, type=12))], ["BASE_TYPE_CHOICES"]),
    "an option in a group": (group(*options(1)), ["BASE_TYPE_CHOICES"]),
}


@pytest.mark.parametrize("name", CALLS)
async def test_an_invalid_command_has_discords_field_error(wire: Wire, name: str):
    body, codes = CALLS[name]

    assert refusal(await wire("PUT", COMMANDS, body)) == (400, 50035, codes)
    assert wire.sandbox.world.application.commands[0] == []


async def test_the_largest_whole_number_may_be_a_choice(wire: Wire):
    assert (await wire("PUT", COMMANDS, number(limits.OPTION_INTEGER)))[0] == 200


MODALS: dict[str, tuple[object, str]] = {
    "no components": (None, "BASE_TYPE_REQUIRED"),
    "a disabled select": ([label(component=select(disabled=True))], "COMPONENT_DISABLED_IN_MODAL"),
    "a label without a component": ([label(component=None)], "BASE_TYPE_REQUIRED"),
    "a text input without a style": ([label(component=text_input(style=None))], "BASE_TYPE_CHOICES"),
}


@pytest.mark.parametrize("name", MODALS)
async def test_an_invalid_modal_has_discords_field_error(wire: Wire, name: str):
    components, code = MODALS[name]
    answer = await wire.answer(wire.interaction(kind=COMPONENT), MODAL, title="t", custom_id="m", components=components)

    assert refusal(answer) == (400, 50035, [code])


async def test_autocomplete_needs_a_list_of_choices(wire: Wire):
    answer = await wire.answer(wire.interaction(kind=AUTOCOMPLETE), CHOICES)

    assert refusal(answer) == (400, 50035, ["BASE_TYPE_LIST"])


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ({"name": "big-ring", "image": IMAGE}, ["STRING_TYPE_REGEX"]),
        ({"name": "ring", "image": IMAGE}, ["APPLICATION_EMOJI_NAME_ALREADY_TAKEN"]),
        ({"name": "crown", "image": "https://example.org/a.png"}, ["BASE_TYPE_IMAGE"]),
        ({"name": "crown"}, ["BASE_TYPE_IMAGE"]),
        ({"name": "crown", "image": "data:image/png;base64,a"}, ["BASE_TYPE_IMAGE"]),
    ],
    ids=["hyphen", "taken name", "address", "no image", "broken image"],
)
async def test_an_invalid_emoji_is_refused(wire: Wire, body: Body, codes: list[str]):
    assert (await wire("POST", EMOJIS, {"name": "ring", "image": IMAGE}))[0] == 201

    assert refusal(await wire("POST", EMOJIS, body)) == (400, 50035, codes)
    assert [emoji.name for emoji in wire.sandbox.world.application.emojis.values()] == ["ring"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/applications/5/commands"),
        ("PUT", "/applications/5/commands"),
        ("PUT", f"/applications/5/guilds/{GUILD_ID}/commands"),
        ("GET", "/applications/5/emojis"),
        ("POST", "/applications/5/emojis"),
        ("DELETE", "/applications/5/emojis/6"),
    ],
)
async def test_another_application_cannot_be_read_or_changed(wire: Wire, method: str, path: str):
    status, body = await wire(method, path, [])

    assert (status, body["code"]) == (403, 20012)


async def test_commands_of_a_server_are_only_for_that_server(wire: Wire):
    path = f"/applications/{APPLICATION_ID}/guilds/{GUILD_ID}/commands"
    _, [made] = await wire("PUT", path, [command()])

    assert made["guild_id"] == str(GUILD_ID)
    assert (await wire("GET", path))[1] == [made]
    assert (await wire("GET", COMMANDS))[1] == []


UNKNOWN_RECORDS = [
    ("POST", "/users/@me/channels", {"recipient_id": UNKNOWN}, 10013),
    ("GET", f"/users/{UNKNOWN}", None, 10013),
    ("GET", f"/channels/{UNKNOWN}", None, 10003),
    ("GET", f"/guilds/{UNKNOWN}", None, 10004),
    ("GET", f"/guilds/{GUILD_ID}/members/{UNKNOWN}", None, 10007),
    ("DELETE", f"{EMOJIS}/{UNKNOWN}", None, 10014),
    ("POST", f"/webhooks/{UNKNOWN}/token", {"content": "c"}, 10015),
    ("POST", f"/webhooks/{APPLICATION_ID}/token", {"content": "c"}, 10015),
    ("GET", f"/webhooks/{APPLICATION_ID}/token/messages/@original", None, 10015),
]


@pytest.mark.parametrize(("method", "path", "body", "code"), UNKNOWN_RECORDS)
async def test_an_unknown_record_is_not_found(wire: Wire, method: str, path: str, body: Body | None, code: int):
    assert refusal(await wire(method, path, body)) == (404, code, [])


@pytest.mark.parametrize("path", ["/channels/agora", f"/channels/{'9' * 21}", "/users/-1"])
async def test_an_id_that_is_no_snowflake_is_refused(wire: Wire, path: str):
    status, body = await wire("GET", path)

    assert (status, body["code"]) == (400, 50035)


# Direct messages


async def test_direct_messages_cannot_be_edited_or_moderated(wire: Wire):
    ariadne = wire.sandbox.person("Ariadne")
    home = f"/channels/{ariadne.inbox.direct.id}"
    hers = ariadne.say(ariadne.inbox.direct, "Where is he?")

    assert refusal(await wire("PATCH", home, {"name": "n"})) == (403, 50003, [])
    assert refusal(await wire("DELETE", f"{home}/messages/{hers.id}")) == (403, 50003, [])
    assert [message.text for message in ariadne.inbox.dms()] == ["Where is he?"]


async def test_closing_direct_messages_keeps_their_history(wire: Wire):
    ariadne = wire.sandbox.person("Ariadne")
    ariadne.say(ariadne.inbox.direct, "Where is he?")

    status, body = await wire("DELETE", f"/channels/{ariadne.inbox.direct.id}")

    assert (status, body["id"]) == (200, str(ariadne.inbox.direct.id))
    assert len(ariadne.inbox.dms()) == 1


async def test_a_message_can_be_pinned_twice_in_direct_messages(wire: Wire):
    direct = wire.sandbox.person("Ariadne").inbox.direct
    _, made = await wire("POST", f"/channels/{direct.id}/messages", {"content": "c"})

    for _ in range(2):
        assert (await wire("PUT", f"/channels/{direct.id}/messages/pins/{made['id']}"))[0] == 204
    assert direct.pins == [int(made["id"])]


# Channels and threads


async def test_an_archived_thread_can_only_be_reopened(wire: Wire):
    agora = wire.sandbox.channel("agora")
    _, made = await wire("POST", f"/channels/{agora.id}/threads", {"name": "table", "type": 11})
    path = f"/channels/{made['id']}"
    wire.sandbox.places.archive(wire.sandbox.channel(int(made["id"])))

    assert refusal(await wire("PATCH", path, {"name": "new"})) == (400, 50083, [])
    assert refusal(await wire("PATCH", path, {"archived": False, "name": "n" * 101}))[:2] == (400, 50035)
    status, body = await wire("PATCH", path, {"archived": False, "name": "new"})
    assert (status, body["name"], body["thread_metadata"]["archived"]) == (200, "new", False)


async def test_only_threads_and_text_channels_can_be_changed(wire: Wire):
    wire.sandbox.world.guilds[GUILD_ID].bot_permissions |= permissions.MANAGE_CHANNELS
    agora = wire.sandbox.channel("agora")

    assert refusal(await wire("PATCH", f"/channels/{agora.id}", {"name": "n"})) == (400, 50024, [])
    made = await wire("POST", f"/guilds/{GUILD_ID}/channels", {"name": "n", "type": VOICE})
    assert refusal(made) == (400, 50024, [])


async def test_taking_a_role_from_someone_without_it_succeeds(wire: Wire):
    guild, ariadne = wire.sandbox.world.guilds[GUILD_ID], wire.sandbox.person("Ariadne")
    role = wire.sandbox.places.add_role(guild, "Champion")
    path = f"/guilds/{GUILD_ID}/members/{ariadne.id}/roles/{role.id}"

    assert refusal(await wire("PUT", path)) == (403, 50013, [])
    guild.bot_permissions |= permissions.MANAGE_ROLES
    assert (await wire("DELETE", path))[0] == 204
    assert role.members == []


# Messages


@pytest.mark.parametrize(
    ("query", "status"), [("limit=0", 400), ("limit=1", 200), ("limit=100", 200), ("limit=101", 400)]
)
async def test_a_request_for_history_takes_up_to_a_hundred(wire: Wire, query: str, status: int):
    assert (await wire("GET", f"/channels/{wire.sandbox.channel('agora').id}/messages?{query}"))[0] == status


async def test_history_can_be_read_before_and_after_a_message(wire: Wire):
    path = f"/channels/{wire.sandbox.channel('agora').id}/messages"
    ids = [(await wire.send(content=str(n)))[1]["id"] for n in range(3)]

    async def found(query: str) -> list[str]:
        return [message["id"] for message in (await wire("GET", f"{path}?{query}"))[1]]

    assert await found(f"before={ids[2]}") == [ids[1], ids[0]]
    assert await found(f"before={ids[2]}&limit=1") == [ids[1]]
    assert await found(f"after={ids[0]}&limit=1") == [ids[1]]
    assert (await wire("GET", f"{path}?around={ids[1]}"))[0] == 400, "the sandbox doesn't support this"


@pytest.mark.parametrize(("content", "code"), [(b"", 50006), (b"[]", 50109), (b'"c"', 50109), (b"{", 50109)])
async def test_a_message_needs_a_json_object(wire: Wire, content: bytes, code: int):
    url = f"{wire.sandbox.api_base}/channels/{wire.sandbox.channel('agora').id}/messages"
    headers = {"Authorization": "Bot sandbox", "Content-Type": "application/json"}

    async with wire.session.post(url, data=content, headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, code)


async def test_unknown_fields_of_a_form_are_ignored(wire: Wire):
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"content": "c"}')
    form.add_field("extra", "e", content_type="text/plain")

    status, made = await wire("POST", f"/channels/{wire.sandbox.channel('agora').id}/messages", data=form)

    assert (status, made["content"], made["attachments"]) == (200, "c", [])


async def test_deleting_a_pinned_message_makes_room_for_another(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "PINS", 1)
    path = f"/channels/{wire.sandbox.channel('agora').id}/messages"
    first, second = [(await wire.send(content=str(n)))[1]["id"] for n in range(2)]

    assert (await wire("PUT", f"{path}/pins/{first}"))[0] == 204
    assert refusal(await wire("PUT", f"{path}/pins/{second}")) == (400, 30003, [])
    assert (await wire("DELETE", f"{path}/{first}"))[0] == 204
    assert (await wire("PUT", f"{path}/pins/{second}"))[0] == 204


async def test_an_edit_can_change_embeds_and_descriptions_of_files(wire: Wire):
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"content": "c", "embeds": [{"title": "t"}]}')
    form.add_field("files[0]", PIXEL, filename="map.png")
    _, made = await wire("POST", f"/channels/{wire.sandbox.channel('agora').id}/messages", data=form)
    [file] = made["attachments"]

    path = f"/channels/{made['channel_id']}/messages/{made['id']}"
    body = {"embeds": [], "attachments": [{"id": file["id"], "description": "A map"}]}
    status, edited = await wire("PATCH", path, body)

    assert (status, edited["embeds"], edited["content"]) == (200, [], "c")
    assert edited["attachments"][0]["description"] == "A map"


async def test_everyone_is_pinged_only_with_permission(wire: Wire):
    guild, people = wire.sandbox.world.guilds[GUILD_ID], wire.sandbox.world.people.values()

    await wire.send(content="@everyone")
    assert wire.sandbox.messages("agora")[-1].pings == []
    guild.bot_permissions |= permissions.MENTION_EVERYONE
    await wire.send(content="@everyone", allowed_mentions={"parse": ["users"]})
    assert wire.sandbox.messages("agora")[-1].pings == []
    await wire.send(content="@here")
    assert wire.sandbox.messages("agora")[-1].pings == [person.name for person in people]


async def test_a_reply_to_the_bot_pings_nobody(wire: Wire):
    _, made = await wire.send(content="one")

    status, _ = await wire.send(content="two", message_reference={"message_id": made["id"]})

    assert status == 200
    assert [message.pings for message in wire.sandbox.messages("agora")] == [[], []]


# Answers


async def test_an_answer_in_a_deleted_channel_is_refused(wire: Wire):
    interaction = wire.interaction()
    wire.sandbox.world.channels.delete(wire.sandbox.channel("agora"))

    assert refusal(await wire.answer(interaction, MESSAGE, content="c")) == (404, 10003, [])


async def test_only_messages_of_an_interaction_are_found_by_its_token(wire: Wire):
    interaction = wire.interaction()
    _, other = await wire.send(content="c")
    await wire.answer(interaction, MESSAGE, content="one", flags=EPHEMERAL)
    path = f"/webhooks/{APPLICATION_ID}/{interaction.token}"
    _, followed = await wire("POST", path, {"content": "two"})

    assert (await wire("GET", f"{path}/messages/{followed['id']}"))[1]["content"] == "two"
    assert refusal(await wire("GET", f"{path}/messages/{other['id']}")) == (404, 10008, [])


async def test_the_oldest_interaction_expires_if_there_are_too_many(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sandbox.interactions.KEPT", 1)
    first, second = wire.interaction(), wire.interaction()

    assert refusal(await wire.answer(first, MESSAGE, content="c")) == (404, 10062, [])
    assert (await wire.answer(second, MESSAGE, content="c"))[0] == 200


# Files and pages


@pytest.mark.parametrize("path", ["/emojis/5.png", "/page?as=Minos"])
async def test_unknown_emojis_and_people_are_not_found(sandbox: Sandbox, path: str):
    async with aiohttp.ClientSession() as session, session.get(sandbox.address + path) as response:
        assert response.status == 404
