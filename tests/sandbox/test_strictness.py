"""Requests that Discord refuses for reasons other than lengths and counts."""

import json
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox, permissions
from sandbox.client import NotOffered
from sandbox.world import APPLICATION_ID, GUILD_ID
from tests.sandbox.bot import PIXEL, LittleBot
from tests.sandbox.conftest import Wire
from tests.sandbox.test_limits import button, command, gallery, option, options, row, select, text, v2

Body = dict[str, Any]
CONTAINER: Body = {"type": 17, "components": [text()]}

UNFIT: dict[str, Body] = {
    "nothing": {},
    "blank": {"content": "  \n"},
    "content beside V2": v2(text()) | {"content": "c"},
    "embed beside V2": v2(text()) | {"embeds": [{"title": "t"}]},
    "text display without the V2 flag": {"components": [text()]},
    "V2 without components": {"flags": 1 << 15, "components": []},
    "ephemeral in a channel": {"content": "c", "flags": 64},
    "unknown component": v2({"type": 99}),
    "container in a container": v2({"type": 17, "components": [CONTAINER]}),
    "button outside a row": v2(button()),
    "button and select in one row": v2(row(button(), select())),
    "two selects in one row": v2(row(select(), select(custom_id="s2"))),
    "empty row": v2(row()),
    "empty text": v2(text("")),
    "custom id used twice": v2(row(button(1), button(1))),
    "component id used twice": v2(text() | {"id": 7}, text() | {"id": 7}),
    "button without words": v2(row(button(label=""))),
    "button of style 7": v2(row(button(style=7))),
    "link with a custom id": v2(row(button(style=5, url="https://example.org"))),
    "link without a url": v2(row({"type": 2, "style": 5, "label": "l"})),
    "button without a custom id": v2(row({"type": 2, "style": 1, "label": "l"})),
    "unknown emoji": v2(row(button(emoji={"id": "123"}))),
    "letters for an emoji": v2(row(button(emoji={"name": "ring"}))),
    "select without options": v2(row(select(0))),
    "value used twice": v2(row(select(options=[{"label": "a", "value": "v"}, {"label": "b", "value": "v"}]))),
    "more values than options": v2(row(select(2, max_values=3))),
    "fewer at most than at least": v2(row(select(3, min_values=3, max_values=2))),
    "at most nothing": v2(row(select(1, max_values=0))),
    "empty option label": v2(row(option(label=""))),
    "two defaults where one is chosen": v2(
        row(select(options=[{"label": n, "value": n, "default": True} for n in "ab"]))
    ),
    "section without accessory": v2({"type": 9, "components": [text()]}),
    "picture that was not sent along": v2({"type": 12, "items": [{"media": {"url": "attachment://map.png"}}]}),
    "empty gallery": v2(gallery(0)),
    "file from elsewhere": v2({"type": 13, "file": {"url": "https://example.org/a.txt"}}),
    "reply to nothing": {"content": "c", "message_reference": {"message_id": "5"}},
    "mentions both ways": {"content": "c", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
}


@pytest.mark.parametrize("name", UNFIT)
async def test_an_invalid_message_is_refused(wire: Wire, name: str):
    status, body = await wire.send(**UNFIT[name])

    assert status == 400
    assert body["code"] in (50035, 50006)
    assert wire.sandbox.messages("agora") == []


UNFIT_COMMANDS: dict[str, list[Any]] = {
    "text for a command": [command(), "ping"],
    "capitals": [command(name="Ping")],
    "space": [command(name="a b")],
    "name used twice": [command(), command()],
    "no description": [{"name": "n"}],
    "unknown locale": [command(name_localizations={"en": "n"})],
    "option used twice": [command(options=options(1) + options(1))],
    "required after optional": [command(options=[*options(1), options(2, required=True)[1]])],
    "choices and autocomplete": [command(options=options(1, autocomplete=True, choices=[{"name": "n", "value": "v"}]))],
    "autocomplete of a yes or no": [command(options=options(1, type=5, autocomplete=True))],
    "subcommand beside an option": [command(options=[*options(1), {"type": 1, "name": "s", "description": "d"}])],
    "text for a number": [command(options=options(1, type=4, choices=[{"name": "n", "value": "v"}]))],
    "choice used twice": [command(options=options(1, choices=[{"name": "n", "value": v} for v in "ab"]))],
}


@pytest.mark.parametrize("name", UNFIT_COMMANDS)
async def test_an_invalid_command_is_refused(wire: Wire, name: str):
    status, body = await wire("PUT", f"/applications/{APPLICATION_ID}/commands", UNFIT_COMMANDS[name])

    assert (status, body["code"]) == (400, 50035)
    assert wire.sandbox.world.application.commands[0] == []


async def test_a_refusal_names_the_field(wire: Wire):
    _, body = await wire.send(**v2(row(button(label="l" * 81))))

    [error] = body["errors"]["components"]["0"]["components"]["0"]["label"]["_errors"]
    assert error["code"] == "BASE_TYPE_MAX_LENGTH"


async def test_a_v2_message_cannot_lose_the_v2_flag(wire: Wire):
    path = await send(wire, **v2(text("one")))

    assert (await wire("PATCH", path, {"flags": 0}))[0] == 400
    assert (await wire("PATCH", path, {"content": "c"}))[0] == 400
    assert (await wire("PATCH", path, {"components": [text("two")]}))[0] == 200


async def test_a_plain_message_becomes_v2_only_if_content_is_removed(wire: Wire):
    path = await send(wire, content="one")

    assert (await wire("PATCH", path, v2(text("two"))))[0] == 400
    assert (await wire("PATCH", path, v2(text("two")) | {"content": None}))[0] == 200


async def test_an_edit_removes_attachments_that_it_does_not_list(wire: Wire):
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps({"content": "two files"}))
    for n in range(2):
        form.add_field(f"files[{n}]", b"x", filename=f"f {n}.txt")
    _, made = await wire("POST", f"/channels/{wire.sandbox.channel('agora').id}/messages", data=form)
    path = f"/channels/{made['channel_id']}/messages/{made['id']}"

    assert [attachment["filename"] for attachment in made["attachments"]] == ["f_0.txt", "f_1.txt"]
    _, edited = await wire("PATCH", path, {"content": "c"})
    assert len(edited["attachments"]) == 2
    _, edited = await wire("PATCH", path, {"attachments": [{"id": made["attachments"][1]["id"]}]})
    assert [attachment["filename"] for attachment in edited["attachments"]] == ["f_1.txt"]
    assert (await wire("PATCH", path, {"attachments": [{"id": "5"}]}))[0] == 400


async def test_only_allowed_mentions_ping(wire: Wire):
    ariadne, theseus = wire.sandbox.person("Ariadne"), wire.sandbox.person("Theseus")
    both = f"{ariadne.mention} and {theseus.mention} and @everyone"

    async def pings_of(**body: Any) -> list[str]:
        await wire.send(**body)
        return wire.sandbox.messages("agora")[-1].pings

    assert await pings_of(content=both) == ["Ariadne", "Theseus"]
    assert await pings_of(content=both, allowed_mentions={"parse": []}) == []
    assert await pings_of(content=both, allowed_mentions={"users": [str(theseus.id)]}) == ["Theseus"]
    assert await pings_of(content="nobody", allowed_mentions={"users": [str(theseus.id)]}) == []
    assert await pings_of(**v2(text(both))) == ["Ariadne", "Theseus"]
    assert len(theseus.inbox.pings) == 3


async def test_a_reply_pings_its_author_unless_disabled(wire: Wire):
    ariadne = wire.sandbox.person("Ariadne")
    reference = {"message_id": str(ariadne.say("agora", "Where is he?").id)}

    await wire.send(content="Inside", message_reference=reference)
    await wire.send(content="Inside", message_reference=reference, allowed_mentions={"replied_user": False})

    assert [message.pings for message in wire.sandbox.messages("agora")] == [[], ["Ariadne"], []]


async def test_an_edit_pings_nobody(wire: Wire):
    path = await send(wire, content="c")

    await wire("PATCH", path, {"content": wire.sandbox.person("Ariadne").mention})

    assert wire.sandbox.person("Ariadne").inbox.pings == []


async def test_a_notification_shows_posted_content_without_components(wire: Wire):
    ariadne = wire.sandbox.person("Ariadne")
    words = f"{ariadne.mention}, which way?"
    path = await send(wire, content=words)
    changed = await wire("PATCH", path, v2(text(f"{ariadne.mention} is asked")) | {"content": None})
    assert changed[0] == 200, changed

    await wire.send(**v2(text(words)))

    turned, bare = ariadne.inbox.sees("agora")
    assert turned.text == f"{ariadne.mention} is asked"
    assert [turned.push, bare.push] == [words, ""]
    assert [message.pings for message in (turned, bare)] == [["Ariadne"], ["Ariadne"]]


async def test_a_silent_message_notifies_nobody(wire: Wire):
    ariadne = wire.sandbox.person("Ariadne")
    body: dict[str, Any] = {"content": f"{ariadne.mention}, which way?", "flags": 1 << 12}
    home = f"/channels/{ariadne.inbox.direct.id}/messages"

    await wire.send(**body)
    await wire("POST", home, body)

    assert (ariadne.inbox.last("agora").push, ariadne.inbox.dms()[0].push) == ("", "")
    assert ariadne.inbox.pings == []


async def test_the_page_shows_notifications_to_their_recipients(sandbox: Sandbox, wire: Wire):
    words = f"{sandbox.person('Ariadne').mention}, which way?"
    path = await send(wire, content=words)
    await wire("PATCH", path, {"content": "later"})

    async def shown_to(name: str) -> Any:
        address = f"{sandbox.address}/page?as={name}"
        async with aiohttp.ClientSession() as session, session.ws_connect(address) as page:
            await page.receive_json()
            await page.send_json({"kind": "open", "channel": str(sandbox.channel("agora").id)})
            (message,) = (await page.receive_json())["messages"]
            return message["pings_me"], message["push"]

    assert await shown_to("Ariadne") == (True, words)
    assert await shown_to("Theseus") == (False, None)


async def test_edits_of_old_messages_have_a_small_quota(wire: Wire):
    path = await send(wire, content="c")
    for _ in range(10):
        assert (await wire("PATCH", path, {"content": "young"}))[0] == 200
    wire.sandbox.clock.advance(3601)

    statuses = [(await wire("PATCH", path, {"content": "old"}))[0] for _ in range(6)]
    _, refusal = await wire("PATCH", path, {"content": "old"})

    assert statuses == [200] * 5 + [429]
    assert refusal["code"] == 30046
    wire.sandbox.clock.advance(3600)
    assert (await wire("PATCH", path, {"content": "rested"}))[0] == 200


async def test_a_locked_thread_refuses_everything(wire: Wire):
    agora = wire.sandbox.channel("agora")
    thread = wire.sandbox.world.channels.start_thread(agora, "table", wire.sandbox.person("Ariadne").person)
    path = await send(wire, "table", content="c")
    wire.sandbox.places.archive(thread, locked=True)

    assert (await wire.send("table", content="c"))[1]["code"] == 160005
    assert (await wire("PATCH", path, {"content": "d"}))[1]["code"] == 50083
    assert (await wire("PATCH", f"/channels/{thread.id}", {"archived": False}))[1]["code"] == 50013


@pytest.mark.parametrize(
    ("denied", "code"),
    [(permissions.VIEW_CHANNEL, 50001), (permissions.SEND_MESSAGES, 50013), (0, 0)],
)
async def test_the_bots_permissions_are_checked_per_channel(wire: Wire, denied: int, code: int):
    wire.sandbox.places.deny(wire.sandbox.channel("agora"), denied)

    _, body = await wire.send(content="c")

    assert body.get("code", 0) == code
    assert (await wire.send("labyrinth", content="c"))[0] == 200


async def test_threads_need_their_own_permissions(wire: Wire):
    agora = wire.sandbox.channel("agora")
    wire.sandbox.world.channels.start_thread(agora, "table", wire.sandbox.person("Ariadne").person)
    wire.sandbox.places.deny(agora, permissions.SEND_MESSAGES_IN_THREADS)

    assert (await wire.send("table", content="c"))[1]["code"] == 50013
    assert (await wire.send(content="c"))[0] == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PUT", "/channels/{agora}/messages/pins/{message}"),
        ("DELETE", "/channels/{agora}/messages/{message}"),
        ("PATCH", "/channels/{agora}"),
        ("DELETE", "/channels/{agora}"),
        ("POST", "/guilds/{guild}/channels"),
    ],
)
async def test_actions_that_need_a_manage_permission_are_refused(wire: Wire, method: str, path: str):
    agora = wire.sandbox.channel("agora")
    wire.sandbox.places.deny(agora, permissions.PIN_MESSAGES)
    message = wire.sandbox.person("Ariadne").say("agora", "mine")

    path = path.format(agora=agora.id, message=message.id, guild=GUILD_ID)
    status, body = await wire(method, path, {"name": "n"})

    assert (status, body["code"]) == (403, 50013)


async def test_messages_of_other_users_cannot_be_edited(wire: Wire):
    message = wire.sandbox.person("Ariadne").say("agora", "mine")

    _, body = await wire("PATCH", f"/channels/{message.channel_id}/messages/{message.id}", {"content": "yours"})

    assert body["code"] == 50005


async def test_an_ephemeral_message_is_not_in_its_channel(wire: Wire):
    interaction = wire.interaction()
    await wire.answer(interaction, 4, content="for you", flags=64)
    assert interaction.response.original is not None
    agora = wire.sandbox.channel("agora").id

    for method in ("GET", "PATCH", "DELETE"):
        status, body = await wire(
            method, f"/channels/{agora}/messages/{interaction.response.original.id}", {"content": "c"}
        )
        assert (status, body["code"]) == (404, 10008)
    assert (await wire("GET", f"/channels/{agora}/messages"))[1] == []


async def test_deleted_records_are_unknown(wire: Wire):
    path = await send(wire, content="c")
    [message] = wire.sandbox.messages("agora")
    wire.sandbox.world.messages.delete(message.record)
    assert (await wire("PATCH", path, {"content": "d"}))[1]["code"] == 10008

    wire.sandbox.world.channels.delete(wire.sandbox.channel("agora"))
    assert (await wire("PATCH", path, {"content": "d"}))[1]["code"] == 10003

    wire.sandbox.places.remove_bot(wire.sandbox.world.guilds[GUILD_ID])
    assert (await wire.send("labyrinth", content="c"))[1]["code"] == 50001


async def test_requests_without_a_token_are_refused(wire: Wire, sandbox: Sandbox):
    async with wire.session.get(sandbox.api_base + "/users/@me") as response:
        assert response.status == 401


async def test_json_is_declared_without_a_charset(wire: Wire, sandbox: Sandbox):
    async with wire.session.get(sandbox.api_base + "/users/@me", headers={"Authorization": "Bot x"}) as response:
        assert response.headers["Content-Type"] == "application/json"


async def send(wire: Wire, channel: str = "agora", **body: Any) -> str:
    """Send a message. Return the path of its edits."""
    status, made = await wire.send(channel, **body)
    assert status == 200
    return f"/channels/{made['channel_id']}/messages/{made['id']}"


@pytest.mark.parametrize("kind", [3, 5])
@pytest.mark.parametrize(("fields", "status"), [({}, 400), ({"required": True}, 400), ({"required": False}, 200)])
async def test_a_required_select_cannot_allow_zero_values(wire: Wire, kind: int, fields: Body, status: int):
    options = {"options": [{"label": "l", "value": "v"}]} if kind == 3 else {}
    part = {"type": kind, "custom_id": "s", "min_values": 0} | options | fields

    found, answer = await wire.send(**v2(row(part)))

    assert found == status
    if status == 400:
        [error] = answer["errors"]["components"]["0"]["components"]["0"]["min_values"]["_errors"]
        assert (answer["code"], error["code"]) == (50035, "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES")


def board(name: str) -> Body:
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}, "description": "A map"}]}


async def board_sent(wire: Wire) -> tuple[str, Body]:
    """Send a message with a picture in a gallery. Return its path and the answer."""
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(v2(board("map.png"), row(button()))))
    form.add_field("files[0]", PIXEL, filename="map.png")
    status, made = await wire("POST", f"/channels/{wire.sandbox.channel('agora').id}/messages", data=form)
    assert status == 200
    return f"/channels/{made['channel_id']}/messages/{made['id']}", made


async def test_files_in_components_are_not_listed_as_attachments(wire: Wire):
    _, made = await board_sent(wire)

    media = made["components"][0]["items"][0]["media"]
    assert made["attachments"] == []
    [attachment] = wire.sandbox.messages("agora")[0].record.attachments
    assert media["attachment_id"] == str(attachment.id)
    assert media["id"]
    assert (media["content_type"], media["width"], media["height"]) == ("image/png", 1, 1)
    assert media["url"].startswith(f"{wire.sandbox.address}/attachments/")
    assert media["proxy_url"]


async def test_an_external_picture_gets_an_id_and_a_proxy_url(wire: Wire):
    gallery = {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}]}
    _, made = await wire.send(**v2(gallery))

    media = made["components"][0]["items"][0]["media"]
    assert media.keys() == {"id", "url", "proxy_url"}


@pytest.mark.parametrize(
    ("named", "status"),
    [(None, 400), (["id"], 400), (["filename"], 400), (["id", "filename"], 200), ([], 400)],
)
async def test_an_edit_finds_earlier_files_only_by_id_and_filename(wire: Wire, named: list[str] | None, status: int):
    path, made = await board_sent(wire)
    media = made["components"][0]["items"][0]["media"]
    kept = {"id": media["attachment_id"], "filename": "map.png"}
    body = v2(board("map.png"))
    if named is not None:
        body["attachments"] = [{key: kept[key] for key in named}] if named else []

    found, answer = await wire("PATCH", path, body)

    assert found == status
    if status == 200:
        assert answer["components"][0]["items"][0]["media"] == media
        assert wire.sandbox.messages("agora")[0].pictures[0].content == PIXEL
    elif named != ["filename"]:  # Without an id, the edit fails earlier because of an unknown attachment.
        [error] = answer["errors"]["components"]["0"]["items"]["0"]["media"]["url"]["_errors"]
        assert error["code"] == "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"


async def test_an_edit_may_keep_a_url_that_discord_sent(wire: Wire):
    path, made = await board_sent(wire)
    url = made["components"][0]["items"][0]["media"]["url"]

    status, _ = await wire("PATCH", path, v2({"type": 12, "items": [{"media": {"url": url}}]}))

    assert status == 200


@pytest.mark.parametrize(
    ("ticked", "asked", "status"),
    [
        ((0, 1), [0, 1], 200),
        ((0,), [0], 200),
        ((0,), [0, 1], 400),
        ((0,), [1], 400),
        ((1,), [0], 400),
        ((1,), [1], 200),
    ],
)
async def test_a_command_with_a_disabled_installation_type_is_refused(
    wire: Wire, ticked: tuple[int, ...], asked: list[int], status: int
):
    wire.sandbox.world.application.integration_types = ticked
    path = f"/applications/{APPLICATION_ID}/commands"
    command = {"name": "walk", "description": "Walk", "integration_types": asked}

    found, answer = await wire("PUT", path, [command])

    assert found == status
    assert (answer["code"] if status == 400 else answer[0]["integration_types"]) == (50035 if status == 400 else asked)


@pytest.mark.parametrize("ticked", [(0,), (1,), (0, 1)])
async def test_a_command_inherits_installation_types_of_the_application(wire: Wire, ticked: tuple[int, ...]):
    wire.sandbox.world.application.integration_types = ticked
    path = f"/applications/{APPLICATION_ID}/commands"

    _, [told] = await wire("PUT", path, [{"name": "walk", "description": "Walk"}])
    _, about = await wire("GET", "/applications/@me")

    assert told["integration_types"] == list(ticked)
    assert about["integration_types_config"].keys() == {str(kind) for kind in ticked}


async def test_an_archived_thread_refuses_commands_and_presses(sandbox: Sandbox, bot: LittleBot):
    ariadne = sandbox.person("Ariadne")
    thread = sandbox.world.channels.start_thread(sandbox.channel("agora"), "table", ariadne.person)
    reply = await ariadne.command("/labyrinth", thread.id)
    board = await reply.settle()
    modal = await ariadne.press(board, "Write")
    sandbox.places.archive(thread)
    heard = len(bot.heard)

    for action in (
        ariadne.command("/ping", thread.id),
        ariadne.autocomplete("/walk to", thread.id, focused="where", where="py"),
        ariadne.press(board, "Enter"),
        ariadne.choose(board, "Pylos"),
        ariadne.fill(modal, {"Words": "late"}),
    ):
        with pytest.raises(NotOffered, match="archived"):
            await action
    assert len(bot.heard) == heard
    ariadne.say(thread.id, "opens it again")
    assert (await ariadne.press(board, "Enter")).is_answered


async def test_the_page_sends_nothing_from_an_archived_thread(sandbox: Sandbox, bot: LittleBot):
    ariadne = sandbox.person("Ariadne")
    thread = sandbox.world.channels.start_thread(sandbox.channel("agora"), "table", ariadne.person)
    board = await (await ariadne.command("/labyrinth", thread.id)).settle()
    sandbox.places.archive(thread)
    place = {"channel": str(thread.id)}
    heard = len(bot.heard)

    async with aiohttp.ClientSession() as session, session.ws_connect(f"{sandbox.address}/page?as=Ariadne") as page:
        for number, asked in enumerate[dict[str, object]](
            (
                {"kind": "run", "path": "/ping", "values": {}},
                {"kind": "complete", "path": "/walk to", "values": {"where": "py"}, "focused": "where"},
                {"kind": "use", "message": str(board.id), "custom_id": "enter"},
            )
        ):
            await page.send_json({**asked, **place, "ref": str(number)})
            told = await page.receive_json()
            while told["kind"] == "hello":
                told = await page.receive_json()
            assert (told["kind"], told["ref"]) == ("not_offered", str(number))
            assert "archived" in told["reason"]
    assert len(bot.heard) == heard
