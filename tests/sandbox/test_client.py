"""People can do only what Discord's client offers them."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from sandbox import Sandbox, client
from sandbox.client import NotOffered
from sandbox.driver import Actor
from sandbox.interactions import COMPONENT, MODAL
from sandbox.seen import Reply
from sandbox.witness import Witness
from sandbox.world import APPLICATION_ID, GUILD_ID
from tests.sandbox.conftest import Wire
from tests.sandbox.test_limits import Body, button, command, label, row, select, text, text_input, v2

Values: TypeAlias = dict[str, object]


def option(kind: int, **fields: Any) -> Body:
    return {"type": kind, "name": "o", "description": "d"} | fields


TEXT = option(3, min_length=2, max_length=4)
CHOICE = option(3, choices=[{"name": "North", "value": "n"}])
STEPS = option(4, min_value=1, max_value=9)
GROUP = option(2, options=[{"type": 1, "name": "to", "description": "d"}])

TYPED: dict[str, tuple[list[Body], str, Values, str]] = {
    "an unknown command": ([], "/m", {}, "no command"),
    "an unknown subcommand": ([GROUP], "/n o from", {}, "has no 'from'"),
    "no subcommand": ([GROUP], "/n o", {}, "needs a subcommand"),
    "an unknown option": ([TEXT], "/n", {"p": "text"}, "has no option p"),
    "a missing option": ([TEXT | {"required": True}], "/n", {}, "needs 'o'"),
    "too short a text": ([TEXT], "/n", {"o": "a"}, "too short or too long"),
    "too long a text": ([TEXT], "/n", {"o": "abcde"}, "too short or too long"),
    "an unknown choice": ([CHOICE], "/n", {"o": "s"}, "no choice"),
    "words for a number": ([STEPS], "/n", {"o": "two"}, "isn't a number"),
    "too large a number": ([STEPS], "/n", {"o": 10}, "between 1 and 9"),
    "an unknown role": ([option(8)], "/n", {"o": "5"}, "no role"),
    "a file": ([option(11)], "/n", {"o": "a.png"}, "doesn't support"),
}


@pytest.mark.parametrize("name", TYPED)
async def test_a_command_that_cannot_be_typed_is_not_sent(wire: Wire, name: str):
    options, path, values, reason = TYPED[name]
    await register(wire, command(options=options))

    with pytest.raises(NotOffered, match=reason):
        await wire.sandbox.person("Ariadne").command(path, "agora", **values)


async def test_typed_values_are_sent_as_discord_sends_them(wire: Wire):
    agora = wire.sandbox.channel("agora")
    role = wire.sandbox.places.add_role(wire.sandbox.world.guilds[GUILD_ID], "Champion")
    kinds = {"text": 3, "channel": 7, "role": 8}
    await register(wire, command(options=[option(kind) | {"name": name} for name, kind in kinds.items()]))

    for place in (agora, str(agora.id)):
        values: Values = {"text": "abc", "channel": place, "role": role.id}
        data = client.command_data(wire.sandbox.payloads, agora, "/n", values)

        assert [each["value"] for each in data["options"]] == ["abc", str(agora.id), str(role.id)]
        assert data["resolved"]["channels"][str(agora.id)]["name"] == "agora"
        assert data["resolved"]["roles"][str(role.id)]["name"] == "Champion"


async def test_a_servers_command_names_its_server(wire: Wire):
    path = f"/applications/{APPLICATION_ID}/guilds/{GUILD_ID}/commands"
    await wire("PUT", path, [command()])

    data = client.command_data(wire.sandbox.payloads, wire.sandbox.channel("agora"), "/n", {})

    assert data["guild_id"] == str(GUILD_ID)


async def test_an_unknown_entry_under_apps_is_not_offered(wire: Wire):
    ariadne = wire.sandbox.person("Ariadne")
    await register(wire, {"name": "Explain", "type": 3})

    with pytest.raises(NotOffered, match="no entry"):
        await ariadne.use_app(ariadne.say("agora", "Where is he?"), "Report")


async def register(wire: Wire, *commands: Body) -> None:
    status, _ = await wire("PUT", f"/applications/{APPLICATION_ID}/commands", list(commands))
    assert status == 200


# Controls


Act: TypeAlias = Callable[[Actor, Any], Any]
CONTROLS: dict[str, tuple[Body, Act, str]] = {
    "an unknown button": (row(button()), lambda actor, seen: actor.press(seen, custom_id="other"), "no control"),
    "an unknown label": (row(button()), lambda actor, seen: actor.press(seen, "other"), "no button"),
    "a disabled button": (row(button(disabled=True)), lambda actor, seen: actor.press(seen, "b"), "disabled"),
    "no select": (row(button()), lambda actor, seen: actor.choose(seen, "v0"), "no such select"),
    "another select": (
        row(select(2)),
        lambda actor, seen: actor.choose(seen, "v0", custom_id="other"),
        "no such select",
    ),
    "too many values": (row(select(2)), lambda actor, seen: actor.choose(seen, "v0", "v1"), "1 to 1 values"),
    "a value twice": (
        row(select(2, max_values=2)),
        lambda actor, seen: actor.choose(seen, "v0", "v0"),
        "only once",
    ),
    "an unknown value": (row(select(2)), lambda actor, seen: actor.choose(seen, "v9"), "does not offer"),
    "a select of people": (
        row({"type": 5, "custom_id": "s"}),
        lambda actor, seen: actor.choose(seen, str(actor.id)),
        "doesn't support",
    ),
}


@pytest.mark.parametrize("name", CONTROLS)
async def test_a_control_that_is_not_offered_cannot_be_used(wire: Wire, name: str):
    part, act, reason = CONTROLS[name]
    assert (await wire.send(**v2(part)))[0] == 200
    ariadne = wire.sandbox.person("Ariadne")

    with pytest.raises(NotOffered, match=reason):
        await act(ariadne, ariadne.inbox.last("agora"))


async def test_a_message_that_is_gone_cannot_be_used(wire: Wire):
    await register(wire, {"name": "Explain", "type": 3})
    await wire.send(**v2(row(button())))
    ariadne = wire.sandbox.person("Ariadne")
    seen = ariadne.inbox.last("agora")
    wire.sandbox.world.messages.delete(seen.record)

    with pytest.raises(NotOffered, match="can't see"):
        await ariadne.press(seen, "b")
    with pytest.raises(NotOffered, match="can't see"):
        await ariadne.use_app(seen, "Explain")
    with pytest.raises(LookupError, match="no message"):
        ariadne.inbox.last("agora")


async def test_only_ones_own_private_messages_can_be_dismissed(wire: Wire):
    await wire.send(content="c")
    ariadne = wire.sandbox.person("Ariadne")

    with pytest.raises(NotOffered, match="dismissed"):
        ariadne.dismiss(ariadne.inbox.last("agora"))
    assert len(wire.sandbox.messages("agora")) == 1


async def test_a_deleted_or_unknown_channel_cannot_be_used(wire: Wire):
    ariadne, agora = wire.sandbox.person("Ariadne"), wire.sandbox.channel("agora")
    wire.sandbox.world.channels.delete(agora)

    for place in (agora, agora.id, "agora"):
        with pytest.raises(NotOffered):
            ariadne.say(place, "Where is he?")


# Modals


async def open_modal(wire: Wire, *parts: Body) -> Reply:
    interaction = wire.interaction(kind=COMPONENT)
    answer = await wire.answer(interaction, MODAL, title="t", custom_id="m", components=list(parts))
    assert answer[0] == 200
    return Reply(wire.sandbox, interaction)


@pytest.mark.parametrize(
    ("part", "values", "reason"),
    [
        (label(component=text_input(max_length=4)), {"t0": "too long"}, "0 to 4 characters"),
        (label(component=text_input(min_length=2)), {"t0": "a"}, "2 to 4000 characters"),
        (label(), {}, "0 to 4000 characters"),
        (label(), {"t1": "text", "other": "text"}, "has no other"),
        (label(component=select(2)), {"s": "v0"}, "doesn't support"),
    ],
    ids=["too long", "too short", "empty", "unknown field", "no text"],
)
async def test_a_modal_that_cannot_be_filled_in_is_not_sent(wire: Wire, part: Body, values: Values, reason: str):
    opened = await open_modal(wire, part)

    with pytest.raises(NotOffered, match=reason):
        await wire.sandbox.person("Ariadne").fill(opened, values)


async def test_a_modal_is_sent_with_all_of_its_parts(wire: Wire):
    opened = await open_modal(wire, text("Why?"), label(), row(text_input(2, label="More")))
    assert opened.modal is not None

    data = client.modal_data(opened.modal, {"t1": "because", "More": "so"})

    words, because, more = data["components"]
    assert words["type"] == 10
    assert (because["component"]["value"], more["components"][0]["value"]) == ("because", "so")


async def test_only_an_opened_modal_can_be_filled_in(sandbox: Sandbox, wire: Wire):
    with pytest.raises(NotOffered, match="no modal"):
        await sandbox.person("Ariadne").fill(Reply(sandbox, wire.interaction()), {})


async def test_the_witness_ignores_what_people_say(wire: Wire):
    witness = Witness(wire.sandbox)
    wire.sandbox.person("Ariadne").say("agora", "Where is he?")
    await wire.send(content="Inside")

    assert len(witness.shown) == 1
    assert "Inside" in witness.shown[0].text
