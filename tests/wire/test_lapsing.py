"""An idle lobby closes after one ping to its owner."""

from cogs.views.lobby import JOIN
from tests.wire.evening import CHANNEL, Wired, control
from tests.wire.test_reminders import in_its_time, pass_hours

DAY_H = 24


async def test_a_press_on_the_warning_keeps_the_lobby_open(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await ariadne.command("/table open", CHANNEL, game="minos-classic")
    await wired_bot.quiet()

    await pass_hours(wired_bot, 6 * DAY_H + 1)
    [told] = wired_bot.public_messages()
    warning, pinged = told.text, told.pings
    await theseus.press(told, custom_id=control(told, JOIN))
    await wired_bot.quiet()
    kept = wired_bot.board().text
    await pass_hours(wired_bot, 6 * DAY_H + 1)
    again = wired_bot.board().text
    await pass_hours(wired_bot, DAY_H + 1)
    session = await wired_bot.session()

    assert f"<@{ariadne.id}>, this table closes <t:" in warning
    assert pinged == ["Ariadne"]
    assert "this table closes" not in kept
    assert "this table closes" in again
    assert session.table.status == "closed"
    assert wired_bot.board().buttons == []
