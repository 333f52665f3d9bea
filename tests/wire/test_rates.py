"""Nobody can flood a channel, ping others repeatedly, or overload the bot. Refusals say when to try again."""

import asyncio

import pytest

from cogs.interactions.answering import REFUSED
from cogs.views.controls import UNDO
from sandbox.seen import Seen
from tests.wire.evening import CHANNEL, SLOW_MACHINE_S, Wired, WireTable
from tests.wire.test_report import send_report


class Clock:
    """A clock for the rate limits only, moved by the test."""

    def __init__(self, wired_bot: Wired, presses_per_minute: int) -> None:
        self.now = 1_700_000_000_000
        rates = wired_bot.parts.client.services.rates
        rates.clock = rates.steady = lambda: self.now
        rates.presses_per_minute = presses_per_minute


def patient(evening: WireTable) -> None:
    """Give a slow machine time for hundreds of simultaneous answers."""
    evening.sandbox.interactions.patience_s = SLOW_MACHINE_S


def boards(evening: WireTable) -> list[Seen]:
    return evening.wired_bot.public_messages(evening.channel)


async def test_a_flood_by_one_person_does_not_delay_others(evening: WireTable) -> None:
    """The person sends 300 commands at the same time."""
    clock = Clock(evening.wired_bot, 60)
    patient(evening)
    asked, other = await evening.person_asked(), (await evening.others())[0]
    other.person.locale = "fr"
    session = await evening.session()
    number = session.number

    replies, roll = await asyncio.gather(
        asyncio.gather(*(evening.command(other, "/table menu") for _ in range(300))),
        evening.command(asked, "/classic roll"),
    )

    refused = [reply for reply in replies if reply.text.startswith(REFUSED)]
    assert len(refused) == 240
    assert all(reply.is_ephemeral for reply in replies)
    assert {reply.text for reply in refused} == {
        f"{REFUSED} Trop de demandes en peu de temps\u00a0: rien n’a été fait. Réessayez <t:1700000060:R>."
    }
    assert not roll.text.startswith(REFUSED)
    assert session.number == number + 1
    press = await evening.use(other, UNDO)
    assert press.text in {reply.text for reply in refused}
    clock.now += 61_000
    assert not (await evening.command(other, "/table menu")).text.startswith(REFUSED)


async def test_too_many_suggestion_requests_get_no_suggestions(evening: WireTable) -> None:
    Clock(evening.wired_bot, 60)
    patient(evening)
    asked = await evening.person_asked()

    found = [await asked.autocomplete("/classic keep", CHANNEL, "dice", dice="2") for _ in range(301)]

    assert all(found[:300])
    assert found[300] == []


@pytest.mark.parametrize("presses_per_minute", [1000, 1])
async def test_late_suggestions_are_not_logged_as_errors(evening: WireTable, presses_per_minute: int) -> None:
    """The teardown of every wire test fails if an error was logged."""
    Clock(evening.wired_bot, presses_per_minute)
    asked = await evening.person_asked()
    for _ in range(5 * presses_per_minute % 1000):
        await asked.autocomplete("/classic keep", CHANNEL, "dice", dice="2")
    fault = evening.sandbox.faults.refuse("POST /interactions/*", 10062)
    evening.sandbox.interactions.patience_s = 3.0  # as on Discord, because no suggestions arrive

    assert await asked.autocomplete("/classic keep", CHANNEL, "dice", dice="2") == []

    assert fault.met == 1


async def test_a_stranger_can_repost_the_board_every_30_seconds(evening: WireTable) -> None:
    clock = Clock(evening.wired_bot, 1000)
    first, second = (evening.wired_bot.newcomer(name) for name in ("Glaukos", "Minos"))
    before = {board.id for board in boards(evening)}

    shown = await evening.command(first, "/table show")
    again = [await evening.command(person, "/table show") for person in (first, second) for _ in range(7)]
    await evening.board()
    assert not shown.text.startswith(REFUSED)
    assert all(reply.text.startswith(f"{REFUSED} The board was just posted.") for reply in again)
    assert len({board.id for board in boards(evening)} - before) == 1

    own = [await evening.command(evening.people[0], "/table show") for _ in range(7)]
    assert [reply.text.startswith(REFUSED) for reply in own] == [False] * 6 + [True]
    clock.now += 31_000
    assert not (await evening.command(second, "/table show")).text.startswith(REFUSED)


async def test_alternating_proposals_and_refusals_ping_nobody_twice(evening: WireTable) -> None:
    """At a table without a time limit, a player whose proposal is refused can propose again only after an answer."""
    asked = await evening.person_asked()
    victims = [person.name for person in await evening.others()]
    await evening.command(asked, "/classic roll")
    pings = {person.name: len(person.inbox.pings) for person in await evening.others()}
    before = len(boards(evening))

    for _ in range(10):
        offer = await evening.command(asked, "/table undo")
        assert offer.message is not None
        await asked.press(offer.message, "Ask the others")
        board = await evening.board()
        if any(button.label == "Keep playing" for button in board.buttons):
            await asked.press(board, "Keep playing")
            await evening.board()

    assert {
        person.name: len(person.inbox.pings) - pings[person.name] for person in await evening.others()
    } == dict.fromkeys(victims, 1)
    assert len(boards(evening)) == before + 1


async def test_an_idle_player_is_pinged_at_most_three_times(evening: WireTable) -> None:
    """Each answer allows another proposal, and each proposal would ping the others."""
    asked = await evening.person_asked()
    others = await evening.others()
    # The messages that alerted each person. Deleted messages are included, because old boards are deleted.
    called: dict[str, set[int]] = {person.name: set() for person in others}
    session = await evening.session()

    def count_calls() -> dict[str, int]:
        for person in others:
            called[person.name].update(seen.id for seen in person.inbox.pings)
        return {name: len(found - before[name]) for name, found in called.items()}

    before = {person.name: {seen.id for seen in person.inbox.pings} for person in others}

    async def propose_and_refuse() -> None:
        offer = await evening.command(asked, "/table close")
        assert offer.message is not None
        proposed = await asked.press(offer.message, "Ask to end")
        assert not proposed.text.startswith(REFUSED)
        board = await evening.board()
        count_calls()
        await asked.press(board, "Keep playing")
        await evening.board()

    async def play_on(wanted: str = "") -> None:
        number, (decision,) = session.number, session.pending
        keys = [option.key for option in decision.options]
        path, values = "/classic choose", {"choice": wanted if wanted in keys else keys[0]}
        if decision.rule == "DICE-3":
            path, values = "/classic roll", {}
        reply = await evening.command(asked, path, **values)
        assert session.number > number, reply.text

    for _ in range(5):
        await play_on()
        assert (await evening.person_asked()).name == asked.name
        await propose_and_refuse()
    assert count_calls() == {person.name: 3 for person in others}

    await play_on()
    offer = await evening.command(asked, "/table close")
    assert offer.message is not None
    await asked.press(offer.message, "Ask to end")
    board = await evening.board()
    count_calls()
    await others[0].press(board, "Keep playing")
    while (await evening.person_asked()).name == asked.name:
        await play_on("end")
    await evening.board()
    assert (await evening.person_asked()).name == others[0].name
    assert count_calls()[others[0].name] == 4


async def test_a_person_opens_at_most_six_tables_in_ten_minutes(wired_bot: Wired) -> None:
    clock = Clock(wired_bot, 1000)
    opener = wired_bot.person("Theseus")
    opened = []
    for _ in range(7):
        opened.append(await opener.command("/table open", CHANNEL, game="minos-classic"))
        if not opened[-1].text.startswith(REFUSED):
            sure = await opener.command("/table close", CHANNEL)
            assert sure.message is not None
            await opener.press(sure.message, "Close table")

    assert [reply.text.startswith(REFUSED) for reply in opened] == [False] * 6 + [True]
    assert "Too many tables were opened in a short time." in opened[-1].text
    clock.now += 601_000
    assert not (await opener.command("/table open", CHANNEL, game="minos-classic")).text.startswith(REFUSED)


async def test_a_person_sends_at_most_six_reports_in_ten_minutes(evening: WireTable) -> None:
    Clock(evening.wired_bot, 1000)
    replies = [await send_report(evening.people[0], CHANNEL, f"The button {number} is gone") for number in range(7)]
    assert [reply.text.startswith(REFUSED) for reply in replies] == [False] * 6 + [True]
