"""The log in pages with rounds and times, filtered by player, and all events since your last turn."""

import itertools
import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from cogs.interactions.answering import REFUSED
from cogs.ui.press import Press
from cogs.ui.text import capitalise
from cogs.views.chronicle import describe_log
from cogs.views.ending import LOG
from cogs.views.menu import SINCE
from engine.kernel.policy import FastChance, random_policy
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from sessions.records.log import LogLine
from sessions.session import Session
from sessions.snapshot import snapshot_of
from tests.wire.dawn import dawn_bot, dawn_table
from tests.wire.evening import CHANNEL, Wired, WireTable, from_menu
from tests.wire.minerva import minerva_table

PART = re.compile(r"Entries (\d+)–(\d+) of (\d+)")


def part_of(text: str) -> tuple[int, int, int]:
    """Return the numbers of a page's first and last entry, and the number of all entries."""
    found = PART.search(text)
    assert found is not None, text
    first, last, total = map(int, found.groups())
    return first, last, total


async def turn(evening: WireTable, person: Actor | None = None) -> Actor:
    """Play a turn: the asked person rolls, keeps the dice and ends the turn."""
    person = person or await evening.person_asked()
    for path in ("/classic stop", "/classic end"):
        reply = await evening.command(person, path)
        assert not reply.text.startswith(REFUSED), reply.text
    return person


async def rounds(evening: WireTable, count: int) -> None:
    for _ in range(count * len(evening.people)):
        await turn(evening)
    await evening.board()


def event_lines(text: str) -> list[str]:
    """Return a page's lines about events."""
    return [line for line in text.splitlines() if line.startswith("• ")]


async def read_pages(evening: WireTable, person: Actor, label: str, message: Seen) -> list[str]:
    """Press the button `label` until it is gone. Return the text of each page."""
    texts = [message.text]
    while any(button.label == label for button in message.buttons):
        await person.press(message, label)
        assert message.text != texts[-1]
        texts.append(message.text)
    return texts


async def log_of(evening: WireTable, person: Actor, player: str) -> Seen:
    """Open the log and pick one player."""
    page = (await evening.from_menu(person, LOG)).message
    assert page is not None
    await person.choose(page, player)
    return page


async def test_the_log_can_be_paged_in_both_directions(evening: WireTable) -> None:
    await rounds(evening, 9)
    person = evening.people[1]
    reply = await evening.from_menu(person, "log")
    assert reply.message is not None

    backward = await read_pages(evening, person, "◀ Earlier", reply.message)
    await person.press(reply.message, "Newest ⏭")
    newest = reply.message.text
    await person.press(reply.message, "⏮ Beginning")
    forward = await read_pages(evening, person, "Later ▶", reply.message)

    total = (await evening.session()).number
    for pages in (backward[::-1], forward):
        parts = [part_of(page) for page in pages]
        assert len(parts) > 1
        assert (parts[0][0], parts[-1][1], {part[2] for part in parts}) == (1, total, {total})
        assert all(one[1] + 1 == next_[0] for one, next_ in itertools.pairwise(parts))
    assert [line for page in backward[::-1] for line in event_lines(page)] == [
        line for page in forward for line in event_lines(page)
    ]
    assert newest == backward[0]
    assert all(len(page) <= 4000 for page in [*backward, *forward])


async def test_every_log_page_shows_its_round_and_times(evening: WireTable) -> None:
    await rounds(evening, 9)
    person = evening.people[0]
    reply = await evening.from_menu(person, "log")
    assert reply.message is not None
    pages = (await read_pages(evening, person, "◀ Earlier", reply.message))[::-1]

    headings = [int(number) for page in pages for number in re.findall(r"__\*\*Round (\d+)\*\*__", page)]
    assert sorted(set(headings)) == list(range(1, 11))
    assert headings == sorted(headings)
    for page in pages[1:]:
        assert page.splitlines()[2].startswith("__**Round "), "a page begins with its round"
    entries = {line.at // 1000 for line in await (await evening.session()).reader.log.lines(None, 1, 10_000)}
    times = [int(at) for page in pages for at in re.findall(r"<t:(\d+):f>", page)]
    assert times
    assert set(times) <= entries
    assert times == sorted(times)


@pytest.mark.parametrize("size", [3500, 300, 200])
async def test_the_log_lists_an_automatic_roll_under_its_player(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    """A difficult case, because the log entry that ends a turn also contains the next player's first roll."""
    await rounds(evening, 2)
    monkeypatch.setattr("cogs.views.history.PAGE_TOTAL", size)
    person = evening.people[0]
    reply = await evening.from_menu(person, "log")
    assert reply.message is not None
    backward = await read_pages(evening, person, "◀ Earlier", reply.message)
    forward = await read_pages(evening, person, "Later ▶", reply.message)

    for pages in (backward[::-1], forward):
        told = [line for page in pages for line in page.splitlines()[2:] if not line.startswith(("-#", "__"))]
        turns = [line.split(" ")[0] for line in told if line.startswith("**") and "continued" not in line]
        assert turns == [f"**{name}**" for name in ("Ariadne", "Theseus", "Daidalos") * 2 + ("Ariadne",)]
        assert len([line for line in told if line.startswith("• Rolls: ")]) == 7
        assert not [line for line in told if " rolls: " in line]
        assert [line for page in pages for line in re.findall(r"__.*Round (\d)", page)][-1] == "3"


async def test_a_page_that_begins_within_a_turn_says_so(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """If possible, a page starts at the beginning of a turn."""
    asked = await evening.person_asked()
    for path in ("/classic roll", "/classic roll", "/classic end"):
        await evening.command(asked, path)
    reply = await evening.from_menu(asked, "log")
    assert ", continued" not in reply.text
    monkeypatch.setattr("cogs.views.history.PAGE_TOTAL", 100)

    person = evening.people[0]
    reply = await evening.from_menu(person, "log")
    assert reply.message is not None
    pages = (await read_pages(evening, person, "◀ Earlier", reply.message))[::-1]

    assert len(pages) > 2
    own = [page for page in pages if "**Ariadne** – <t:" in page]
    assert len(own) > 1
    assert ", continued" not in own[0]
    assert all(", continued" in page for page in own[1:])


async def test_the_log_can_be_filtered_by_player(evening: WireTable) -> None:
    await rounds(evening, 2)
    person = evening.people[1]

    page = await log_of(evening, person, "Theseus")

    assert [option.label for option in page.selects[0].options] == ["Everyone", "Ariadne", "Theseus", "Daidalos"]
    assert [option.label for option in page.selects[0].options if option.default] == ["Theseus"]
    assert "game log of Theseus" in page.text
    assert event_lines(page.text)
    assert set(re.findall(r"\*\*(\w+)\*\* – <t:", page.text)) == {"Theseus"}


async def test_turning_pages_keeps_the_player_filter(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    await rounds(evening, 4)
    monkeypatch.setattr("cogs.views.history.PAGE_TOTAL", 300)
    person = evening.people[0]
    pages = await read_pages(evening, person, "◀ Earlier", await log_of(evening, person, "Daidalos"))

    assert len(pages) > 1
    for page in pages:
        assert set(re.findall(r"\*\*(\w+)\*\* – <t:", page)) == {"Daidalos"}


async def test_the_players_of_the_log_include_former_players(evening: WireTable) -> None:
    ariadne, phaidra = evening.people[0], evening.wired_bot.person("Phaidra")
    sure = await evening.command(ariadne, "/table leave")
    assert sure.message is not None
    await ariadne.press(sure.message, "Leave: autopilot")
    await evening.command(phaidra, "/table join")

    page = await log_of(evening, phaidra, "Ariadne")

    names = [option.label for option in page.selects[0].options]
    assert names == ["Everyone", "Ariadne", "Theseus", "Daidalos", "Phaidra"]
    assert "Ariadne leaves the game" in page.text


async def test_answers_undone_on_a_later_page_are_not_shown(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    async with minerva_table(wired_bot, 2) as evening:
        asked = await evening.person_asked()
        built = await evening.command(asked, "/minerva build", tile="quarry", where="1")
        before = await evening.from_menu(asked, "log")
        await evening.command(asked, "/table undo")
        monkeypatch.setattr("cogs.views.history.PAGE_TOTAL", 100)
        reply = await evening.from_menu(asked, "log")
        assert reply.message is not None
        pages = await read_pages(evening, asked, "◀ Earlier", reply.message)

    assert not built.text.startswith(REFUSED), built.text
    gone = [line for line in event_lines(before.text) if "Builds" in line]
    assert gone
    assert len(pages) > 1
    assert not [line for page in pages for line in event_lines(page) if line in gone]
    assert any(f"{asked.name} takes back" in line for line in event_lines(pages[0]))


# Since my last turn


async def since(evening: WireTable, person: Actor) -> Reply:
    """Press *Since my last turn*. Return the answer. If it has pictures, wait for them first."""
    reply = await evening.from_menu(person, "since")
    if not reply.text.startswith(REFUSED) and event_lines(reply.text):
        await evening.sandbox.until(lambda: bool(reply.message and reply.message.edits > (reply.kind == "deferred")))
    return reply


async def test_since_my_turn_shows_others_turns_and_both_boards(evening: WireTable) -> None:
    first = await turn(evening)
    others = [await turn(evening), await turn(evening)]

    reply = await evening.from_menu(first, SINCE)
    await evening.sandbox.until(lambda: bool(reply.message and reply.message.pictures))

    assert reply.is_ephemeral
    assert reply.message is not None
    lines = event_lines(reply.message.text)
    assert "### Since your last turn" in reply.message.text
    assert re.findall(r"\*\*(\w+)\*\* – <t:\d+:R>", reply.message.text) == [
        *(person.name for person in others),
        first.name,
    ]
    assert lines
    pictures = reply.message.pictures
    assert [picture.filename.partition("-")[0] for picture in pictures] == ["then", "then", "now", "now"]
    then, now = ("".join(picture.alt or "" for picture in half) for half in (pictures[:2], pictures[2:]))
    assert f"To move: {others[0].name}" in then
    assert f"To move: {first.name}" in now


async def test_since_my_turn_ignores_the_turn_that_has_just_begun(evening: WireTable) -> None:
    first = await turn(evening)
    others = [await turn(evening), await turn(evening)]
    await evening.command(first, "/classic roll")

    reply = await since(evening, first)

    assert re.findall(r"\*\*(\w+)\*\* – <t:\d+:R>", reply.text) == [*(person.name for person in others), first.name]


async def test_since_my_turn_shows_everything_before_my_first_answer(evening: WireTable) -> None:
    await turn(evening)

    reply = await since(evening, evening.people[2])

    assert "### Since the start of the game" in reply.text
    assert part_of(reply.text)[0] == 1


async def test_since_my_turn_starts_when_a_substitute_took_the_seat(evening: WireTable) -> None:
    first, phaidra = await turn(evening), evening.wired_bot.person("Phaidra")
    sure = await evening.command(first, "/table leave")
    assert sure.message is not None
    await first.press(sure.message, "Leave: autopilot")
    await evening.command(phaidra, "/table join")
    await turn(evening)

    reply = await since(evening, phaidra)

    assert event_lines(reply.text)[0] == f"• Phaidra takes over {first.name}’s seat."
    assert first.name not in reply.text.partition("seat.")[2]


async def test_since_my_turn_says_if_nothing_happened(evening: WireTable) -> None:
    first = await turn(evening)
    first.person.locale = "cs"

    reply = await since(evening, first)

    assert reply.text == "Od té doby se nic nestalo. Celou hru ukáže **Celý záznam** v **Menu**."


async def test_since_my_turn_has_pages_after_many_turns(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await turn(evening)
    await turn(evening)
    await turn(evening)
    monkeypatch.setattr("cogs.views.history.PAGE_TOTAL", 150)

    reply = await since(evening, first)
    assert reply.message is not None
    pages = await read_pages(evening, first, "Later ▶", reply.message)

    assert len(pages) > 1
    assert part_of(pages[-1])[1] == part_of(pages[-1])[2]
    assert not reply.message.pictures, "the pictures belong to the first page only"


async def test_the_since_command_works_without_pictures(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await turn(evening)
    await turn(evening)

    async def nothing(_: object, drawing: Coroutine[Any, Any, object]) -> None:
        drawing.close()

    monkeypatch.setattr("cogs.painter.Painter.draw", nothing)
    reply = await since(evening, first)

    assert reply.message is not None
    assert event_lines(reply.message.text)
    assert not reply.message.pictures


async def test_only_the_current_picture_is_shown_if_replaying_fails(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await turn(evening)
    await turn(evening)
    monkeypatch.setattr("sessions.play.past.REPLAY_S", 0.0)

    reply = await since(evening, first)

    assert reply.message is not None
    assert {picture.filename[:4] for picture in reply.message.pictures} == {"now-"}


async def test_since_my_turn_is_refused_to_onlookers(evening: WireTable) -> None:
    stranger = evening.wired_bot.newcomer("Glaukos", locale="fr")

    reply = await evening.from_menu(stranger, SINCE)

    assert reply.is_ephemeral
    assert reply.text.startswith(f"{REFUSED} Vous ne jouez pas à cette table")


async def test_the_log_commands_handle_lobbies_and_finished_games(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await ariadne.command("/table open", CHANNEL, game="minerva")
    await theseus.command("/table join", CHANNEL)
    menu = await ariadne.command("/table menu", CHANNEL)
    assert menu.message is not None
    table = (await wired_bot.session()).table
    presses = [Press(table.id, table.epoch, verb, user=ariadne.id) for verb in (LOG, SINCE)]
    early = [await ariadne.forge(menu.message, press.custom_id) for press in presses]
    await ariadne.command("/table start", CHANNEL)
    sure = await theseus.command("/table leave", CHANNEL)
    assert sure.message is not None
    await theseus.press(sure.message, "Concede")
    evening = WireTable(wired_bot, [ariadne, theseus], CHANNEL)
    late = [await evening.from_menu(ariadne, "log"), await since(evening, ariadne)]
    elsewhere = await from_menu(ariadne, "since", "harbour")

    assert all(reply.text.startswith(f"{REFUSED} The game hasn’t started") for reply in early), early
    assert all("Theseus leaves the game." in reply.text for reply in late), late
    assert elsewhere.text.startswith(REFUSED)


async def test_a_private_page_can_be_turned_only_by_its_reader(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    await turn(evening)
    monkeypatch.setattr("cogs.views.history.PAGE_TOTAL", 100)
    ariadne, theseus = evening.people[:2]
    reply = await evening.from_menu(ariadne, "log")
    assert reply.message is not None
    button = next(button for button in reply.message.buttons if button.label == "◀ Earlier")
    assert button.custom_id is not None

    forged = await theseus.forge(await evening.board(), button.custom_id)

    assert forged.text.startswith(REFUSED)


def lines_for(evening: WireTable, session: Session, lines: list[LogLine]) -> set[str]:
    """Return the text of each log line. The player's name is left out, because the heading shows it."""
    told = describe_log(evening.wired_bot.parts.client.services.wording, snapshot_of(session), lines, "en")
    names = {f"• {line.names[line.seat]} " for line in lines if line.seat is not None}
    return {f"• {capitalise(line.split(' ', 2)[2])}" if line.startswith(tuple(names)) else line for line in told}


async def test_only_the_drawing_player_reads_a_hidden_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other people read only that a decree was drawn."""
    async with dawn_bot(tmp_path, monkeypatch) as wired_bot, dawn_table(wired_bot, 2) as evening:
        session, chance = await evening.session(), FastChance(bytes(16))
        heard: list[set[str]] = []
        while not heard or heard[0] == heard[2]:
            decision = session.pending[0]
            user, press = session.table.sitters[decision.seat].user, evening.sandbox.world.clock.fresh_id()
            await session.play.answer(user, random_policy(lambda: None, decision, chance), press)
            last = session.number
            heard = [
                lines_for(evening, session, await session.reader.log.lines(listener, last, last))
                for listener in (0, 1, None)
            ]
        named, plain = heard[0] - heard[2], heard[2] - heard[0]
        await evening.board()
        drawer, other = evening.people
        stranger = evening.wired_bot.newcomer("Glaukos")
        own = await evening.from_menu(drawer, "log")
        theirs = [
            await evening.from_menu(other, "log"),
            await since(evening, other),
            await evening.from_menu(stranger, "log"),
        ]

    assert heard[1] == heard[2]
    assert named
    assert plain
    assert named <= set(own.text.splitlines())
    for reply in theirs:
        assert not named & set(reply.text.splitlines())
        assert plain <= set(reply.text.splitlines())
