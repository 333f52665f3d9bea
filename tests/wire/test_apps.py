"""The entries under *Apps* on a message: what happened after the message, and reports."""

import sqlite3
from contextlib import closing

from cogs.interactions.answering import REFUSED
from sandbox.strict.commands import MESSAGE_MENU
from tests.wire.evening import CHANNEL, Wired, WireTable
from tests.wire.test_history import event_lines

SINCE, REPORT = "What happened since", "Report this"


async def test_message_commands_are_translated(wired_bot: Wired) -> None:
    registered = [each for each in wired_bot.sandbox.world.application.commands[0] if each["type"] == MESSAGE_MENU]

    assert {each["name"]: each["name_localizations"] for each in registered} == {
        SINCE: {"fr": "Ce qui s’est passé depuis", "cs": "Co se stalo od té doby"},
        REPORT: {"fr": "Signaler ce message", "cs": "Nahlásit zprávu"},
    }


async def test_a_message_shows_only_what_happened_after_it(evening: WireTable) -> None:
    asked, other = await evening.person_asked(), (await evening.others())[0]
    first = asked.say(CHANNEL, "I'm off to bed.")
    await evening.command(asked, "/classic stop")
    await evening.command(asked, "/classic end")
    second = asked.say(CHANNEL, "Your turn.")
    await evening.command(await evening.person_asked(), "/classic stop")
    await evening.command(await evening.person_asked(), "/classic end")
    board = await evening.board()

    both, one, none = [await other.use_app(message, SINCE) for message in (first, second, board)]

    assert all(reply.is_ephemeral for reply in (both, one, none))
    assert both.text.startswith("### Since that message")
    assert event_lines(both.text)[-len(event_lines(one.text)) :] == event_lines(one.text)
    assert len(event_lines(both.text)) > len(event_lines(one.text))
    assert event_lines(one.text)
    assert none.text.startswith("Nothing has happened")


async def test_the_since_entry_is_refused_before_a_game_starts(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    said = ariadne.say(CHANNEL, "Anyone here?")
    alone = await ariadne.use_app(said, SINCE)
    await ariadne.command("/table open", CHANNEL, game="minerva")
    early = await ariadne.use_app(said, SINCE)

    assert all(reply.is_ephemeral and reply.text.startswith(REFUSED) for reply in (alone, early))
    assert "hasn’t started" in early.text


async def test_a_reported_message_is_linked_in_the_form(evening: WireTable) -> None:
    person, board = evening.people[0], await evening.board()

    opened = await person.use_app(board, REPORT)
    assert opened.modal is not None
    field = opened.modal["components"][0]["component"]
    kept = await person.fill(opened, {field["custom_id"]: f"{field['value']}The map is cut off."})
    with closing(sqlite3.connect(evening.wired_bot.folder / "knossos.db")) as db:
        (text,) = db.execute("SELECT text FROM reports").fetchone()

    guild = evening.sandbox.channel(CHANNEL).guild_id
    assert field["value"] == f"https://discord.com/channels/{guild}/{board.channel_id}/{board.id}\n"
    assert kept.is_ephemeral
    assert text == f"{field['value']}The map is cut off."
