"""Every limit is exact: one less, the limit itself and one more are tried over the wire."""

import base64
import io
import json
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

import discord_limits as limits
from sandbox.interactions import COMPONENT, MODAL
from sandbox.world import APPLICATION_ID, GUILD_ID
from tests.sandbox.bot import PIXEL
from tests.sandbox.conftest import Wire

V2 = 1 << 15
Body = dict[str, Any]


def row(*children: Body) -> Body:
    return {"type": 1, "components": list(children)}


def button(number: int = 0, **fields: Any) -> Body:
    return {"type": 2, "style": 1, "label": "b", "custom_id": f"b{number}"} | fields


def select(count: int = 1, **fields: Any) -> Body:
    options = [{"label": f"o{n}", "value": f"v{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | fields


def option(**fields: Any) -> Body:
    return select(1, options=[{"label": "o", "value": "v"} | fields])


def text(content: str = "t") -> Body:
    return {"type": 10, "content": content}


def v2(*components: Body) -> Body:
    return {"flags": V2, "components": list(components)}


def gallery(count: int, alt: str = "") -> Body:
    items = [{"media": {"url": "https://example.org/a.png"}, "description": alt or None} for _ in range(count)]
    return {"type": 12, "items": items}


def section(count: int) -> Body:
    return {"type": 9, "components": [text() for _ in range(count)], "accessory": button()}


MESSAGES: dict[str, tuple[int, Callable[[int], Body]]] = {
    "content": (limits.CONTENT, lambda n: {"content": "c" * n}),
    "nonce": (limits.NONCE, lambda n: {"content": "c", "nonce": "n" * n}),
    "embeds": (limits.EMBEDS, lambda n: {"embeds": [{"title": "t"}] * n}),
    "embed title": (limits.EMBED_TITLE, lambda n: {"embeds": [{"title": "t" * n}]}),
    "embed description": (limits.EMBED_DESCRIPTION, lambda n: {"embeds": [{"description": "d" * n}]}),
    "embed total": (
        limits.EMBED_TOTAL,
        lambda n: {"embeds": [{"description": "d" * 3000}, {"description": "d" * (n - 3000)}]},
    ),
    "embed fields": (limits.EMBED_FIELDS, lambda n: {"embeds": [{"fields": [{"name": "n", "value": "v"}] * n}]}),
    "action rows": (limits.ACTION_ROWS, lambda n: {"content": "c", "components": [row(button(i)) for i in range(n)]}),
    "row buttons": (limits.ROW_BUTTONS, lambda n: v2(row(*(button(i) for i in range(n))))),
    "components": (limits.COMPONENTS_PER_MESSAGE, lambda n: v2(*(text() for _ in range(n)))),
    "nested components": (
        limits.COMPONENTS_PER_MESSAGE,
        lambda n: v2({"type": 17, "components": [section(1), row(button(1)), *(text() for _ in range(n - 6))]}),
    ),
    "text displays": (limits.TEXT_DISPLAY_TOTAL, lambda n: v2(text("a" * 1999), text("b" * (n - 1999)))),
    "button label": (limits.BUTTON_LABEL, lambda n: v2(row(button(label="l" * n)))),
    "button url": (
        limits.BUTTON_URL,
        lambda n: v2(row({"type": 2, "style": 5, "label": "l", "url": "https://a/".ljust(n, "a")})),
    ),
    "custom id": (limits.CUSTOM_ID, lambda n: v2(row(button(custom_id="i" * n)))),
    "select custom id": (limits.CUSTOM_ID, lambda n: v2(row(select(custom_id="i" * n)))),
    "select options": (limits.SELECT_OPTIONS, lambda n: v2(row(select(n)))),
    "select label": (limits.SELECT_LABEL, lambda n: v2(row(option(label="l" * n)))),
    "select value": (limits.SELECT_VALUE, lambda n: v2(row(option(value="v" * n)))),
    "select description": (limits.SELECT_DESCRIPTION, lambda n: v2(row(option(description="d" * n)))),
    "select placeholder": (limits.SELECT_PLACEHOLDER, lambda n: v2(row(select(placeholder="p" * n)))),
    "section texts": (limits.SECTION_TEXTS, lambda n: v2(section(n))),
    "gallery items": (limits.GALLERY_ITEMS, lambda n: v2(gallery(n))),
    "gallery alt text": (limits.ALT_TEXT, lambda n: v2(gallery(1, "a" * n))),
    "mentions allowed": (
        limits.MENTIONS_ALLOWED,
        lambda n: {"content": "c", "allowed_mentions": {"users": [str(i) for i in range(n)]}},
    ),
}


@pytest.mark.parametrize("name", MESSAGES)
async def test_message_limits_are_exact(wire: Wire, name: str):
    most, body = MESSAGES[name]

    statuses = [(await wire.send(**body(most + step)))[0] for step in (-1, 0, 1)]

    assert statuses == [200, 200, 400]


def label(n: int = 1, **fields: Any) -> Body:
    return {"type": 18, "label": "l", "component": text_input(n)} | fields


def text_input(number: int = 0, **fields: Any) -> Body:
    return {"type": 4, "custom_id": f"t{number}", "style": 1} | fields


def choices(kind: int, count: int) -> Body:
    options = [{"label": f"o{n}", "value": f"v{n}"} for n in range(count)]
    return label(component={"type": kind, "custom_id": "c", "options": options})


MODALS: dict[str, tuple[int, Callable[[int], Body]]] = {
    "title": (limits.MODAL_TITLE, lambda n: {"title": "t" * n}),
    "custom id": (limits.CUSTOM_ID, lambda n: {"custom_id": "i" * n}),
    "components": (limits.MODAL_COMPONENTS, lambda n: {"components": [label(i) for i in range(n)]}),
    "label": (limits.LABEL_TEXT, lambda n: {"components": [label(label="l" * n)]}),
    "label description": (limits.LABEL_DESCRIPTION, lambda n: {"components": [label(description="d" * n)]}),
    "input label": (limits.TEXT_INPUT_LABEL, lambda n: {"components": [row(text_input(label="l" * n))]}),
    "input value": (limits.TEXT_INPUT_VALUE, lambda n: {"components": [label(component=text_input(value="v" * n))]}),
    "input placeholder": (
        limits.TEXT_INPUT_PLACEHOLDER,
        lambda n: {"components": [label(component=text_input(placeholder="p" * n))]},
    ),
    "radio options": (limits.RADIO_OPTIONS, lambda n: {"components": [choices(21, n)]}),
    "checkbox options": (limits.CHECKBOX_OPTIONS, lambda n: {"components": [choices(22, n)]}),
}


@pytest.mark.parametrize("name", MODALS)
async def test_modal_limits_are_exact(wire: Wire, name: str):
    most, body = MODALS[name]

    statuses = []
    for step in (-1, 0, 1):
        data = {"title": "t", "custom_id": "m", "components": [label()]} | body(most + step)
        statuses.append((await wire.answer(wire.interaction(kind=COMPONENT), MODAL, **data))[0])

    assert statuses == [200, 200, 400]


async def test_a_radio_group_needs_two_options(wire: Wire):
    statuses = []
    for count in (limits.RADIO_OPTIONS_LEAST - 1, limits.RADIO_OPTIONS_LEAST):
        data = {"title": "t", "custom_id": "m", "components": [choices(21, count)]}
        statuses.append((await wire.answer(wire.interaction(kind=COMPONENT), MODAL, **data))[0])

    assert statuses == [400, 200]


def command(**fields: Any) -> Body:
    return {"name": "n", "description": "d"} | fields


def options(count: int, **fields: Any) -> list[Body]:
    return [{"type": 3, "name": f"o{n}", "description": "d"} | fields for n in range(count)]


def choice(**fields: Any) -> list[Body]:
    return options(1, choices=[{"name": "n", "value": "v"} | fields])


def fill(total: int) -> list[Body]:
    """Return a command with long option descriptions that has exactly `total` characters."""
    made = options(25)
    left = total - 2 - sum(len(o["name"]) + 1 for o in made)
    for one in made:
        one["choices"] = [{"name": f"{n:02}" + "c" * 98, "value": f"{n:02}"} for n in range(3)]
        left -= 3 * 102
    for one in made:
        more = min(99, left)
        one["description"] += "d" * more
        left -= more
    made[0]["choices"][0]["name"] = made[0]["choices"][0]["name"][: 100 + min(left, 0)]
    assert left <= 0
    return [command(options=made)]


COMMANDS: dict[str, tuple[int, Callable[[int], list[Body]]]] = {
    "commands": (limits.COMMANDS, lambda n: [command(name=f"n{i}") for i in range(n)]),
    "context menus": (limits.CONTEXT_MENUS, lambda n: [{"name": f"n{i}", "type": 2} for i in range(n)]),
    "name": (limits.COMMAND_NAME, lambda n: [command(name="n" * n)]),
    "description": (limits.COMMAND_DESCRIPTION, lambda n: [command(description="d" * n)]),
    "options": (limits.COMMAND_OPTIONS, lambda n: [command(options=options(n))]),
    "option name": (limits.COMMAND_NAME, lambda n: [command(options=options(1, name="n" * n))]),
    "choices": (
        limits.COMMAND_CHOICES,
        lambda n: [command(options=options(1, choices=[{"name": f"n{i}", "value": f"v{i}"} for i in range(n)]))],
    ),
    "choice name": (limits.CHOICE_NAME, lambda n: [command(options=choice(name="n" * n))]),
    "choice value": (limits.CHOICE_VALUE, lambda n: [command(options=choice(value="v" * n))]),
    "string option": (limits.STRING_OPTION, lambda n: [command(options=options(1, max_length=n))]),
    "localised name": (limits.COMMAND_NAME, lambda n: [command(name_localizations={"fr": "n" * n})]),
    "size": (limits.COMMAND_TOTAL, fill),
}


@pytest.mark.parametrize("name", COMMANDS)
async def test_command_limits_are_exact(wire: Wire, name: str):
    most, body = COMMANDS[name]

    path = f"/applications/{APPLICATION_ID}/commands"
    statuses = [(await wire("PUT", path, body(most + step)))[0] for step in (-1, 0, 1)]

    assert statuses == [200, 200, 400]


async def test_file_and_alt_text_limits_are_exact(wire: Wire):
    async def send(count: int = 1, size: int = 10, alt: int = 0) -> int:
        form = aiohttp.FormData(quote_fields=False)
        described = [{"id": n, "filename": f"f{n}.png", "description": "a" * alt} for n in range(count)]
        form.add_field("payload_json", json.dumps({"attachments": described}))
        for n in range(count):
            form.add_field(f"files[{n}]", io.BytesIO(b"x" * size), filename=f"f{n}.png")
        path = f"/channels/{wire.sandbox.channel('agora').id}/messages"
        return (await wire("POST", path, data=form))[0]

    assert [await send(count=limits.FILES + step) for step in (-1, 0, 1)] == [200, 200, 400]
    assert [await send(size=limits.FILE_BYTES + step) for step in (-1, 0, 1)] == [200, 200, 413]
    assert [await send(alt=limits.ALT_TEXT + step) for step in (-1, 0, 1)] == [200, 200, 400]


async def test_emoji_limits_are_exact(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    path = f"/applications/{APPLICATION_ID}/emojis"

    async def create(name: str, size: int = len(PIXEL)) -> int:
        image = base64.b64encode(PIXEL + b"\0" * (size - len(PIXEL))).decode()
        return (await wire("POST", path, {"name": name, "image": f"data:image/png;base64,{image}"}))[0]

    names = ["e" * (limits.EMOJI_NAME + step) for step in (-1, 0, 1)]
    assert [await create(name) for name in names] == [201, 201, 400]
    assert [await create("e" * (limits.EMOJI_NAME_LEAST + step)) for step in (-1, 0, 1)] == [400, 201, 201]
    assert [await create(f"size{step + 1}", limits.EMOJI_BYTES + step) for step in (-1, 0, 1)] == [201, 201, 400]
    monkeypatch.setattr(limits, "EMOJIS", len(wire.sandbox.world.application.emojis) + 1)
    assert [await create(name) for name in ("last", "toomuch")] == [201, 400]


async def test_thread_limits_are_exact(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    path = f"/channels/{wire.sandbox.channel('agora').id}/threads"

    async def create(name: str) -> tuple[int, int]:
        status, body = await wire("POST", path, {"name": name, "type": 11})
        return status, body.get("code", 0)

    statuses = [(await create("t" * (limits.THREAD_NAME + step)))[0] for step in (-1, 0, 1)]
    assert statuses == [201, 201, 400]
    monkeypatch.setattr(limits, "THREADS_ACTIVE", 3)
    assert [await create(name) for name in ("third", "fourth")] == [(201, 0), (400, 160006)]


async def test_the_pin_limit_is_exact(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "PINS", 2)
    path = f"/channels/{wire.sandbox.channel('agora').id}/messages/pins/"
    ids = [(await wire.send(content=str(n)))[1]["id"] for n in range(3)]

    answers = [await wire("PUT", path + message_id) for message_id in ids]

    assert [status for status, _ in answers] == [204, 204, 400]
    assert answers[2][1]["code"] == 30003


async def test_the_channel_limit_is_exact(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    guild = wire.sandbox.world.guilds[GUILD_ID]
    guild.bot_permissions |= 1 << 4
    monkeypatch.setattr(limits, "GUILD_CHANNELS", 5)

    answers = [await wire("POST", f"/guilds/{GUILD_ID}/channels", {"name": name}) for name in ("fifth", "sixth")]

    assert [status for status, _ in answers] == [201, 400]
    assert answers[1][1]["code"] == 30013
