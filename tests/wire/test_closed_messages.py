"""If Discord refuses a direct message, the bot mentions the refusal and tries again later."""

from collections.abc import Awaitable, Callable

import pytest

from sandbox.driver import Actor
from tests.wire.evening import CHANNEL, Wired, table_of
from tests.wire.panels import change
from tests.wire.test_reminders import in_its_time, pass_hours, reminders

REFUSED = "Direct messages: Discord blocked my last one."
WEEK_H = 7 * 24


async def refuse_one_reminder(wired_bot: Wired, ariadne: Actor) -> None:
    """Refuse one reminder, then open Ariadne's direct messages again."""
    wired_bot.sandbox.places.close_dms(ariadne.person)
    await pass_hours(wired_bot, 25)
    wired_bot.sandbox.places.open_dms(ariadne.person)


async def change_a_setting(wired_bot: Wired, ariadne: Actor) -> None:
    await change(ariadne, "/settings", CHANNEL, reminders="24")


async def write_to_the_bot(wired_bot: Wired, ariadne: Actor) -> None:
    await ariadne.command("/myturns", ariadne.inbox.direct)


WAYS: dict[str, Callable[[Wired, Actor], Awaitable[None]]] = {
    "a setting changed": change_a_setting,
    "a command in the direct messages": write_to_the_bot,
}


@pytest.mark.parametrize("way", WAYS)
async def test_a_refused_direct_message_is_reported_and_retried(wired_bot: Wired, way: str) -> None:
    await in_its_time(wired_bot)
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        ariadne = (await evening.person_asked()).person
        player = next(each for each in evening.people if each.id == ariadne.id)
        await refuse_one_reminder(wired_bot, player)
        said = (await player.command("/settings", CHANNEL)).text
        await pass_hours(wired_bot, 50)
        before = len(reminders(player))

        await WAYS[way](wired_bot, player)
        healed = (await player.command("/settings", CHANNEL)).text
        await pass_hours(wired_bot, 100)

    assert REFUSED in said
    assert before == 0, "opening the settings doesn't send the reminder again"
    assert REFUSED not in healed
    assert len(reminders(player)) == 1


async def test_a_refused_direct_message_is_retried_after_four_weeks(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne = wired_bot.person("Ariadne")
    people = wired_bot.parts.sessions.choices.people
    await people.close_dm(ariadne.id)

    await pass_hours(wired_bot, 4 * WEEK_H - 1)
    early = people.is_dm_closed(ariadne.id)
    await pass_hours(wired_bot, 1)

    assert early
    assert not people.is_dm_closed(ariadne.id)
