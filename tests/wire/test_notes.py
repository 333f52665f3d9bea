"""Private notes at a table: written in a form, shown with the hand, and visible only to their writer."""

import json

import pytest

from cogs.interactions.answering import REFUSED
from cogs.views.menu import MINE
from sandbox.driver import Actor
from sandbox.seen import Reply
from tests.db.test_commands import run_on
from tests.wire.evening import CHANNEL, Wired, WireTable, from_menu, table_of

LABEL = "Note to yourself"


async def write_note(evening: WireTable, person: Actor, text: str) -> Reply:
    """Write a note for the person."""
    opened = await evening.from_menu(person, "note")
    assert opened.kind == "modal", opened.text
    return await person.fill(opened, {LABEL: text})


def value_of(opened: Reply) -> str:
    """Return the form's current text."""
    assert opened.modal is not None
    return str(opened.modal["components"][0]["component"].get("value", ""))


async def test_a_note_is_shown_with_the_hand_and_the_form(evening: WireTable) -> None:
    ariadne, theseus = evening.people[:2]

    kept = await write_note(evening, ariadne, "  Watch **Theseus** at sea.\nTake Ugarit.  ")

    assert kept.is_ephemeral
    assert "📝 Watch **Theseus** at sea.\nTake Ugarit." in kept.text
    hand = await evening.command(ariadne, "/hand")
    assert "📝 Watch **Theseus** at sea.\nTake Ugarit." in hand.text
    assert value_of(await evening.from_menu(ariadne, "note")) == "Watch **Theseus** at sea.\nTake Ugarit."
    assert "Ugarit" not in (await evening.command(theseus, "/hand")).text
    assert value_of(await evening.from_menu(theseus, "note")) == ""
    assert all("Ugarit" not in seen.text for seen in evening.wired_bot.public_messages())


async def test_the_hand_opens_the_note_and_shows_changes(evening: WireTable) -> None:
    person = evening.people[0]
    hand = await evening.from_menu(person, MINE)
    assert hand.message is not None

    opened = await person.press(hand.message, "My note")
    kept = await person.fill(opened, {LABEL: "Tyros first"})

    assert kept.kind == "update"
    assert "📝 Tyros first" in hand.message.text
    assert "My note" in [button.label for button in hand.message.buttons]


async def test_an_empty_form_deletes_the_note(evening: WireTable) -> None:
    person = evening.people[0]
    await write_note(evening, person, "Tyros first")

    gone = await write_note(evening, person, " \n ")

    assert "📝" not in gone.text
    assert "📝" not in (await evening.command(person, "/hand")).text


async def test_a_note_and_its_form_survive_a_restart(evening: WireTable) -> None:
    person = evening.people[0]
    opened = await evening.from_menu(person, "note")
    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()

    await person.fill(opened, {LABEL: "Tyros first"})

    assert "📝 Tyros first" in (await evening.command(person, "/hand")).text


async def test_a_note_stays_with_its_writer_after_replacement(evening: WireTable) -> None:
    theseus, phaidra = evening.people[1], evening.wired_bot.person("Phaidra")
    await write_note(evening, theseus, "Tyros first")
    sure = await evening.command(theseus, "/table leave")
    assert sure.message is not None
    await theseus.press(sure.message, "Leave: autopilot")
    await evening.command(phaidra, "/table join")

    assert "Tyros" not in (await evening.command(phaidra, "/hand")).text
    assert value_of(await evening.from_menu(phaidra, "note")) == ""
    assert value_of(await evening.from_menu(theseus, "note")) == "Tyros first"


async def test_people_who_never_sat_here_have_no_note(evening: WireTable) -> None:
    stranger = evening.wired_bot.newcomer("Glaukos", locale="fr")
    own = await evening.from_menu(evening.people[0], "note")
    assert own.modal is not None

    refused = await evening.from_menu(stranger, "note")
    elsewhere = await from_menu(evening.people[0], "note", "harbour")
    own.interaction.person = stranger.person
    forged = await stranger.fill(own, {LABEL: "mine now"})

    assert refused.text.startswith(f"{REFUSED} Vous n’êtes pas à cette table.")
    assert elsewhere.text.startswith(REFUSED)
    assert forged.text.startswith(REFUSED)


async def test_a_note_is_refused_after_its_writer_left_the_table(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        theseus = evening.people[1]
        opened = await evening.from_menu(theseus, "note")
        sure = await evening.command(theseus, "/table leave")
        assert sure.message is not None
        await theseus.press(sure.message, "Leave: autopilot")

        late = await theseus.fill(opened, {LABEL: "Tyros first"})

    assert late.text.startswith(f"{REFUSED} Your seat is open")


async def test_notes_start_with_the_game_and_remain_after_it(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await ariadne.command("/table open", CHANNEL, game="minerva")
    await theseus.command("/table join", CHANNEL)
    early = await from_menu(ariadne, "note")
    await ariadne.command("/table start", CHANNEL)
    evening = WireTable(wired_bot, [ariadne, theseus], CHANNEL)
    await write_note(evening, ariadne, "Tyros first")
    sure = await theseus.command("/table leave", CHANNEL)
    assert sure.message is not None
    await theseus.press(sure.message, sure.message.buttons[0].label)

    assert early.text.startswith(f"{REFUSED} The game hasn’t started")
    assert value_of(await evening.from_menu(ariadne, "note")) == "Tyros first"


@pytest.mark.parametrize("text", ["x" * 1001, 7, None])
async def test_overlong_text_is_refused_and_other_values_delete_the_note(evening: WireTable, text: object) -> None:
    person = evening.people[0]
    opened = await evening.from_menu(person, "note")
    assert opened.modal is not None
    opened.modal["components"][0]["component"]["max_length"] = 4000
    data = {"custom_id": opened.modal["custom_id"], "components": [{"type": 18, "component": {
        "type": 4, "custom_id": "text", "value": text}}]}  # fmt: skip

    reply = await person._send(5, opened.interaction.channel, data)

    expected = "A note can have up to 1000 characters." if isinstance(text, str) else "Your note is deleted."
    assert expected in reply.text


async def test_the_longest_note_does_not_truncate_the_hand(evening: WireTable) -> None:
    person = evening.people[0]
    note = "x" * 1000
    await write_note(evening, person, note)

    hand = await evening.command(person, "/hand")

    assert hand.text.endswith(note) or note in hand.text
    assert len(hand.text) <= 4000


async def test_notes_are_exported_and_are_deleted_when_their_writer_is_forgotten(
    evening: WireTable, capsys: pytest.CaptureFixture[str]
) -> None:
    ariadne, theseus = evening.people[:2]
    await write_note(evening, ariadne, "Tyros first")
    await write_note(evening, theseus, "Ugarit first")
    table = (await evening.session()).table.id
    path = evening.wired_bot.folder / "knossos.db"

    assert await run_on(path, "export", ariadne.id) == 0
    told = json.loads(capsys.readouterr().out)

    assert told["notes"] == [{"table": table, "text": "Tyros first"}]
    assert "Ugarit" not in json.dumps(told)
    sure = await evening.command(theseus, "/table leave")
    assert sure.message is not None
    await theseus.press(sure.message, "Leave: autopilot")
    await evening.board()
    await evening.wired_bot.stop_bot()
    assert await run_on(path, "forget", theseus.id) == 0
    await evening.wired_bot.start_bot()
    assert await evening.wired_bot.parts.store.people.note(table, theseus.id) is None
    assert await evening.wired_bot.parts.store.people.note(table, ariadne.id) == "Tyros first"
