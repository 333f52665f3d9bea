"""At a table with silent boards, no message makes a sound. Messages still mention the people they ask."""

from cogs.views.options import SILENT
from sandbox.records import SILENT as SUPPRESS_NOTIFICATIONS
from sandbox.seen import Seen
from tests.wire.evening import CHANNEL, PEOPLE, Wired, WireTable, table_of
from tests.wire.test_inviting import select_of
from tests.wire.test_plates import advanced_options, play_turns


def silent(seen: list[Seen]) -> list[bool]:
    """Return for each message whether it was posted without a sound, as Discord stores it."""
    return [bool(each.record.flags & SUPPRESS_NOTIFICATIONS) and not each.record.pings for each in seen]


async def silent_table(wired_bot: Wired) -> WireTable:
    """Open a table of Minos (classic) for two, choose silent boards in the lobby, and start the game."""
    people = [wired_bot.person(name) for name in PEOPLE[:2]]
    await people[0].command("/table open", CHANNEL, game="minos-classic", options="first_seat=first")
    evening = WireTable(wired_bot, people, CHANNEL)
    page = await advanced_options(evening)
    await people[0].choose(page, "yes", custom_id=select_of(page, SILENT))
    await people[1].command("/table join", CHANNEL)
    await people[0].command("/table start", CHANNEL)
    await evening.board()
    return evening


async def test_silent_boards_mention_people_without_a_sound(wired_bot: Wired) -> None:
    evening = await silent_table(wired_bot)
    lobby, first = wired_bot.public_messages()
    asked = await evening.person_asked()
    named_first = list(first.record.mentions)
    await play_turns(evening, 1)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await play_turns(evening, 1)
    start, *later = wired_bot.public_messages()
    board = later[-1]

    assert "Notifications: silent" not in start.text, "the lobby has become the start message"
    assert named_first == [asked.id]
    assert board.record.mentions == [(await evening.person_asked()).id]
    assert len(later) == 3
    assert silent([first, *later]) == [True] * 4
    assert lobby.id == start.id
    assert all(each.record.edits for each in later), "each was posted as a text, then edited"
    assert [each.push for each in later] == [""] * 3


async def test_boards_posted_again_stay_silent(wired_bot: Wired) -> None:
    evening = await silent_table(wired_bot)
    before = wired_bot.board()
    wired_bot.pass_time(3600)
    await evening.command(evening.people[0], "/table show")
    shown = await evening.board()
    wired_bot.sandbox.faults.refuse("PATCH /channels/*/messages/*", 10008)
    await play_turns(evening, 1)

    assert shown.id != before.id
    assert silent(wired_bot.public_messages()[1:]) == [True] * len(wired_bot.public_messages()[1:])


async def test_only_owners_silence_a_running_table(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        owner, other = evening.people
        loud = wired_bot.board()
        menu = (await evening.command(owner, "/table menu")).message
        theirs = (await evening.command(other, "/table menu")).message
        assert menu is not None
        assert theirs is not None
        await owner.choose(menu, "yes", custom_id=select_of(menu, SILENT))
        *_, hushed = await play_turns(evening, 1)
        await owner.choose(menu, "no", custom_id=select_of(menu, SILENT))
        *_, again = await play_turns(evening, 1)

    assert silent([loud, hushed, again]) == [False, True, False]
    assert again.record.pings
    assert [select.placeholder for select in theirs.selects if f":{SILENT}" in select.custom_id] == []
    assert "Notifications: with sound" in [option.label for select in menu.selects for option in select.options]
