"""Messages that are sent again: Discord recognises them by their nonce."""

from typing import Any

from tests.sandbox.conftest import Wire

ONCE: dict[str, Any] = {"content": "c", "nonce": "7", "enforce_nonce": True}


async def test_a_repeated_nonce_returns_the_same_message_for_some_minutes(wire: Wire):
    first = (await wire.send(**ONCE))[1]["id"]

    assert (await wire.send(**ONCE))[1]["id"] == first
    assert (await wire.send(content="c", nonce="7"))[1]["id"] != first
    wire.sandbox.clock.advance(600)
    assert (await wire.send(**ONCE))[1]["id"] != first


async def test_a_nonce_counts_in_all_channels_of_its_sender(wire: Wire):
    first = (await wire.send(**ONCE))[1]

    again = (await wire.send("labyrinth", **ONCE))[1]

    assert (again["id"], again["channel_id"]) == (first["id"], str(wire.sandbox.channel("agora").id))
    assert wire.sandbox.messages("labyrinth") == []


async def test_the_nonce_of_a_deleted_message_is_refused(wire: Wire):
    await wire.send(**ONCE)
    wire.sandbox.world.messages.delete(wire.sandbox.messages("agora")[0].record)

    assert (await wire.send(**ONCE))[1]["code"] == 10008
    wire.sandbox.clock.advance(600)
    assert (await wire.send(**ONCE))[0] == 200


async def test_only_the_answer_to_a_post_has_the_nonce(wire: Wire):
    made = (await wire.send(**ONCE))[1]

    [listed] = (await wire("GET", f"/channels/{made['channel_id']}/messages"))[1]

    assert made["nonce"] == "7"
    assert "nonce" not in listed
