"""An interaction gets one answer, in time and for the right person.

A deferral decides whether that answer is private.
"""

import asyncio

import pytest

from sandbox import Sandbox
from sandbox.interactions import (
    AUTOCOMPLETE,
    CHOICES,
    COMPONENT,
    DEFERRED,
    MESSAGE,
    MODAL,
    MODAL_SUBMIT,
    UPDATE,
    Interaction,
)
from sandbox.parts import PATIENCE_S
from sandbox.records import Json
from sandbox.world import APPLICATION_ID
from tests.sandbox.bot import LittleBot
from tests.sandbox.conftest import Wire

HIDDEN = 64


async def test_a_second_answer_is_refused(wire: Wire):
    interaction = wire.interaction()

    first = await wire.answer(interaction, MESSAGE, content="one")
    second = await wire.answer(interaction, MESSAGE, content="two")

    assert first[0] == 200
    assert (second[0], second[1]["code"]) == (400, 40060)
    assert [message.text for message in wire.sandbox.messages("agora")] == ["one"]


async def test_an_answer_after_three_seconds_is_refused(wire: Wire):
    interaction = wire.interaction()
    wire.sandbox.clock.advance(3.1)

    status, body = await wire.answer(interaction, MESSAGE, content="late")

    assert (status, body["code"]) == (404, 10062)


async def test_an_answer_with_a_foreign_token_is_refused(wire: Wire):
    mine, other = wire.interaction(), wire.interaction("Theseus")
    path = f"/interactions/{mine.id}/{other.token}/callback"

    status, body = await wire("POST", path, {"type": MESSAGE, "data": {"content": "hers"}})

    assert (status, body["code"]) == (404, 10062)
    assert wire.sandbox.messages("agora") == []


async def test_a_token_expires_after_fifteen_minutes(wire: Wire):
    interaction = wire.interaction()
    await wire.answer(interaction, MESSAGE, content="now")
    follow_up = f"/webhooks/{APPLICATION_ID}/{interaction.token}"

    wire.sandbox.clock.advance(14.9 * 60)
    assert (await wire("POST", follow_up, {"content": "soon"}))[0] == 200
    wire.sandbox.clock.advance(0.2 * 60)
    for method, path in (("POST", follow_up), ("PATCH", follow_up + "/messages/@original")):
        status, body = await wire(method, path, {"content": "too late"})
        assert (status, body["code"]) == (401, 50027)


async def test_a_public_deferral_stays_public(wire: Wire):
    interaction = wire.interaction()
    await wire.answer(interaction, DEFERRED)

    path = f"/webhooks/{APPLICATION_ID}/{interaction.token}/messages/@original"
    await wire("PATCH", path, {"content": "my hand", "flags": HIDDEN})

    assert wire.sandbox.person("Theseus").inbox.last("agora").text == "my hand"


async def test_a_follow_up_to_an_ephemeral_deferral_is_ephemeral(wire: Wire):
    interaction = wire.interaction()
    await wire.answer(interaction, DEFERRED, flags=HIDDEN)

    await wire("POST", f"/webhooks/{APPLICATION_ID}/{interaction.token}", {"content": "for you"})

    assert wire.sandbox.person("Ariadne").inbox.last("agora").text == "for you"
    assert wire.sandbox.person("Theseus").inbox.sees("agora") == []


async def test_a_deferral_accepts_only_the_ephemeral_flag(wire: Wire):
    for data in ({"content": "x"}, {"flags": 1 << 15}):
        assert (await wire.answer(wire.interaction(), DEFERRED, **data))[0] == 400


async def test_the_original_response_cannot_be_edited_before_it_exists(wire: Wire):
    interaction = wire.interaction()

    path = f"/webhooks/{APPLICATION_ID}/{interaction.token}/messages/@original"
    status, body = await wire("PATCH", path, {"content": "x"})

    assert (status, body["code"]) == (404, 10015)


async def test_a_deleted_original_response_is_unknown(wire: Wire):
    interaction = wire.interaction()
    await wire.answer(interaction, MESSAGE, content="x")
    path = f"/webhooks/{APPLICATION_ID}/{interaction.token}/messages/@original"

    assert (await wire("DELETE", path))[0] == 204
    status, body = await wire("GET", path)

    assert (status, body["code"]) == (404, 10008)


@pytest.mark.parametrize(
    ("kind", "answer", "data"),
    [
        (AUTOCOMPLETE, MESSAGE, {"content": "x"}),
        (AUTOCOMPLETE, DEFERRED, {}),
        (COMPONENT, CHOICES, {"choices": []}),
        (MODAL_SUBMIT, MODAL, {"custom_id": "m", "title": "m", "components": []}),
        (MODAL_SUBMIT, UPDATE, {"content": "x"}),
    ],
)
async def test_each_interaction_type_accepts_only_its_own_answer_types(wire: Wire, kind: int, answer: int, data: Json):
    status, body = await wire.answer(wire.interaction(kind=kind), answer, **data)

    assert (status, body["code"]) == (400, 50035)


def board(*, required: bool = False, picture: str = "") -> Json:
    """Return a message with a select that may be left empty unless `required`. A `picture` is attached if given."""
    options = [{"label": "1", "value": "1"}]
    select = {"type": 3, "custom_id": "s", "options": options, "min_values": 0, "required": required}
    gallery = [{"type": 12, "items": [{"media": {"url": f"attachment://{picture}"}}]}] if picture else []
    return {
        "flags": 1 << 15,
        "components": [{"type": 10, "content": "<@1> is asked"}, *gallery, {"type": 1, "components": [select]}],
    }


async def test_a_component_updates_its_message_like_an_edit(wire: Wire):
    """A response of type 7 leaves omitted fields as they are, and pings nobody.

    Discord refuses it for the same reasons as an edit.
    """
    opened = wire.interaction()
    await wire.answer(opened, MESSAGE, **board())
    assert opened.response.original is not None
    ariadne = wire.sandbox.person("Ariadne").person

    def choose() -> Interaction:
        data = {"custom_id": "s", "component_type": 3, "values": ["1"]}
        return wire.sandbox.interactions.send(COMPONENT, ariadne, opened.channel, data, opened.response.original)

    unfits: list[Json] = [board(required=True), board(picture="map.png"), {"content": "x"}, {"components": []}]
    for unfit in unfits:
        status, body = await wire.answer(choose(), UPDATE, **unfit)
        assert (status, body["code"]) == (400, 50035), unfit
    press = choose()
    status, _ = await wire.answer(press, UPDATE, **board())
    assert (status, press.response.original, opened.response.original.edits) == (200, opened.response.original, 1)
    assert opened.response.original.pings == []
    again = choose()
    wire.sandbox.world.messages.delete(opened.response.original)
    assert (await wire.answer(again, UPDATE, **board()))[1]["code"] == 10008


async def test_limits_of_suggestions_are_exact(wire: Wire):
    for count, expected in ((24, 200), (25, 200), (26, 400)):
        choices = [{"name": str(n), "value": str(n)} for n in range(count)]
        assert (await wire.answer(wire.interaction(kind=AUTOCOMPLETE), CHOICES, choices=choices))[0] == expected
    for length, expected in ((99, 200), (100, 200), (101, 400)):
        for choice in ({"name": "n" * length, "value": "v"}, {"name": "n", "value": "v" * length}):
            interaction = wire.interaction(kind=AUTOCOMPLETE)
            assert (await wire.answer(interaction, CHOICES, choices=[choice]))[0] == expected


async def test_a_person_without_an_answer_sees_the_failure(sandbox: Sandbox, bot: LittleBot):
    sandbox.interactions.patience_s = 0.1

    reply = await sandbox.person("Ariadne").command("/silence", "agora")

    assert (reply.is_answered, reply.kind, reply.message) == (False, None, None)


async def test_interactions_are_lost_while_the_bot_is_offline(sandbox: Sandbox):
    sandbox.interactions.patience_s = 0.05
    person, channel = sandbox.person("Ariadne").person, sandbox.channel("agora")

    interaction = sandbox.interactions.send(2, person, channel, {"name": "ping", "options": []})
    await asyncio.wait_for(interaction.done.wait(), PATIENCE_S)

    assert interaction.failed


async def test_an_interaction_can_arrive_twice(sandbox: Sandbox, bot: LittleBot):
    sandbox.interactions.patience_s = 0.2
    sandbox.interactions.deliveries = 2

    await sandbox.person("Ariadne").command("/silence", "agora")

    assert len(bot.heard) == 2
    assert len(set(bot.heard)) == 1
