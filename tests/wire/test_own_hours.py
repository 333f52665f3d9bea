"""`/settings` and `/away`: time zone, quiet hours, reminders and absences, and what of them is refused."""

import pytest

from cogs.interactions.answering import REFUSED
from sessions.clocks.records import NEVER, Quiet
from tests.wire.evening import CHANNEL, Wired, table_of
from tests.wire.test_reminders import in_its_time, pass_hours, reminders


@pytest.mark.parametrize("locale", ["en-US", "fr", "cs"])
async def test_one_person_chooses_their_time_and_goes_away(wired_bot: Wired, locale: str) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    ariadne.person.locale = locale
    parts = wired_bot.parts

    async def told(command: str, **values: str) -> str:
        return (await ariadne.command(command, "harbour", **values)).text

    # What is wrong is refused with what to do instead, and nothing is kept.
    for wrong in (
        {"time_zone": "Minos/Knossos"}, {"quiet": "at night"}, {"quiet": "08:00-07:00"}, {"reminders": "sometimes"},
    ):  # fmt: skip
        assert (await told("/settings", **wrong)).startswith(REFUSED), wrong
    for wrong in (
        {"until": "2020-01-01"}, {"until": "365d"}, {"until": "29d"}, {"until": "2199-01-01"}, {"until": "soon"},
        {"from": "3d"}, {"until": "2d", "from": "3d"},
    ):  # fmt: skip
        assert (await told("/away", **wrong)).startswith(REFUSED), wrong
    assert await parts.store.schedules() == []
    if locale != "en-US":
        return

    zones = await ariadne.autocomplete("/settings", "harbour", "time_zone", time_zone="prag")
    assert next(choice["value"] for choice in zones) == "Europe/Prague"
    hours = await ariadne.autocomplete("/settings", "harbour", "reminders", reminders="nev")
    assert [choice["value"] for choice in hours] == [str(NEVER)]
    shown = await told("/settings", time_zone="europe/prague", quiet="22-7", reminders="2")
    assert "Quiet hours: 22:00–07:00 (Europe/Prague)." in shown
    assert "First reminder after 2 hours." in shown
    schedule = parts.sessions.schedules.get(ariadne.id)
    assert (schedule.zone, schedule.quiet, schedule.remind_h) == ("Europe/Prague", Quiet(1320, 420), 2)
    await told("/settings", quiet="none")

    async with table_of(wired_bot, "minos-classic", 2) as evening:
        weeks = [choice["value"] for choice in await ariadne.autocomplete("/away", CHANNEL, "until", until="in 1")]
        assert weeks == []
        assert "You are away until <t:" in await told("/away", until="3d")
        board = await evening.board()
        assert "Ariadne is away until <t:" in board.text
        await pass_hours(wired_bot, 70)
        assert reminders(ariadne) == [], "nobody is reminded while they are away"
        await pass_hours(wired_bot, 5)
        assert len(reminders(ariadne)) == 1
        assert (await told("/away")).startswith("You are here")
        assert "You are away from <t:" in await told("/away", until="5d", **{"from": "1d"})
        assert "is away" not in (await evening.board()).text, "what is planned is nobody's business"
        assert (await told("/away", until="back")).startswith("You are here")
        assert not (await theseus.command("/myturns", CHANNEL)).text.startswith(REFUSED)
