"""`/settings` and `/away`: time zone, quiet hours, reminders and absences, and refusals of invalid input."""

import re
import threading
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

import pytest

import bot
from cogs.interactions.answering import REFUSED
from cogs.ui.text import fold
from cogs.ui.typed.times import in_full
from sandbox.strict.components import BUTTON
from sessions.clocks.own_time import not_before
from sessions.records.clock import DAY_MS, Absence, Quiet
from tests.wire.evening import CHANNEL, Wired, table_of
from tests.wire.panels import change
from tests.wire.test_reminders import in_its_time, pass_hours, reminders


@pytest.mark.parametrize("locale", ["en-US", "fr", "cs"])
async def test_a_person_can_set_quiet_hours_and_an_absence(wired_bot: Wired, locale: str) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    ariadne.person.locale = locale
    parts = wired_bot.parts

    async def reply_to(command: str, **values: str) -> str:
        if command == "/settings":
            return (await change(ariadne, command, "harbour", **values)).text
        return (await ariadne.command(command, "harbour", **values)).text

    # A refusal says what to do instead, and nothing is stored.
    for wrong in ({"time_zone": "Minos/Knossos"}, {"quiet": "at night"}, {"quiet": "08:00-07:00"}, {"away": "soon"}):
        assert (await reply_to("/settings", **wrong)).startswith(REFUSED), wrong
    for wrong in (
        {"until": "2020-01-01"}, {"until": "365d"}, {"until": "29d"}, {"until": "2199-01-01"}, {"until": "soon"},
        {"from": "3d"}, {"until": "2d", "from": "3d"},
    ):  # fmt: skip
        assert (await reply_to("/away", **wrong)).startswith(REFUSED), wrong
    assert await parts.store.people.schedules() == []
    if locale != "en-US":
        return
    for whole_day in ("midnight to midnight", "00:00-24:00", "7am-7am"):
        assert await reply_to("/settings", quiet=whole_day) == (
            f"{REFUSED} Quiet hours can cover up to 16 hours a day. For longer, use `/away`."
        )

    assert "✓ Time zone: Europe/Prague (UTC+" in await reply_to("/settings", time_zone="europe/prague")
    assert "✓ Quiet hours: 22:00–07:00" in await reply_to("/settings", quiet="22-7")
    assert "✓ First reminder: after 2 hours" in await reply_to("/settings", reminders="2")
    schedule = parts.sessions.choices.schedules.get(ariadne.id)
    assert (schedule.zone, schedule.quiet, schedule.remind_h) == ("Europe/Prague", Quiet(1320, 420), 2)
    await reply_to("/settings", quiet="none")

    async with table_of(wired_bot, "minos-classic", 2) as evening:
        assert await ariadne.autocomplete("/away", CHANNEL, "until", until="in 1") == []
        assert "You’re away until " in await reply_to("/away", until="3d")
        board = await evening.board()
        assert "Ariadne is away until <t:" in board.text
        await pass_hours(wired_bot, 70)
        assert reminders(ariadne) == [], "nobody is reminded while they are away"
        await pass_hours(wired_bot, 5)
        assert len(reminders(ariadne)) == 1
        assert (await reply_to("/away")).startswith("You’re marked as back")
        assert "You’ll be away from " in await reply_to("/away", until="5d", **{"from": "1d"})
        assert "is away" not in (await evening.board()).text, "nobody else may see planned absences"
        assert "✓ Away: until " in await reply_to("/settings", away="1w")
        assert "Ariadne is away until <t:" in (await evening.board()).text
        assert "✓ Away: no" in await reply_to("/settings", away="back")
        assert "is away" not in (await evening.board()).text
        assert not (await theseus.command("/myturns", CHANNEL)).text.startswith(REFUSED)


UNDERSTOOD = {
    "en-US": {"until": "24th of December 6pm", "time_zone": "Seattle", "quiet": "10pm to 7am"},
    "fr": {"until": "24 décembre à 18h", "time_zone": "Lyon", "quiet": "22h à 7h"},
    "cs": {"until": "24. prosince v 18:00", "time_zone": "UTC+2", "quiet": "od 22 do 7"},
}
"""Inputs that the bot understands, by the language of the person's Discord client."""
ZONES = {"en-US": "America/Los_Angeles", "fr": "Europe/Paris", "cs": "UTC+2"}
ASKED = {"en-US": ("3/4", "CST", "10-6"), "fr": ("18h", "CST", None), "cs": ("18h", "IST", None)}
"""Ambiguous inputs in each language: a moment, a time zone, and quiet hours."""


@pytest.mark.parametrize("locale", ["en-US", "fr", "cs"])
async def test_typed_times_are_confirmed_in_full_or_questioned(wired_bot: Wired, locale: str) -> None:
    await in_its_time(wired_bot)
    ariadne, language = wired_bot.person("Ariadne"), locale.partition("-")[0]
    ariadne.person.locale = locale
    typed = dict(UNDERSTOOD[locale])
    until = typed.pop("until")

    shown = [(await change(ariadne, "/settings", "harbour", **{name: text})).text for name, text in typed.items()]
    schedule = wired_bot.parts.sessions.choices.schedules.get(ariadne.id)
    assert ZONES[locale] in shown[0]
    assert "22:00–07:00" in shown[1]
    assert schedule.quiet == Quiet(1320, 420)

    moment, zone, quiet = ASKED[locale]
    for command, values in (
        ("/away", {"until": moment}), ("/settings", {"time_zone": zone}), ("/settings", {"quiet": quiet}),
    ):  # fmt: skip
        if None not in values.values():
            answer = partial(change, ariadne) if command == "/settings" else ariadne.command
            asked = (await answer(command, "harbour", **values)).text
            assert asked.startswith(REFUSED), asked
            one, *others = re.findall(r"`([^`]+)`", asked)
            assert others, asked
            answered = await answer(command, "harbour", **dict.fromkeys(values, one))
            assert "`" + one + "`" not in answered.text, "the suggested time can be typed"
            await ariadne.command("/away", "harbour", until="back")
    await change(ariadne, "/settings", "harbour", **typed)

    away = (await ariadne.command("/away", "harbour", until="2w")).text
    *_, absence = wired_bot.parts.sessions.choices.schedules.get(ariadne.id).absences
    assert f"{in_full(absence.until, schedule.zone, language)} ({ZONES[locale]}, <t:" in away
    suggestions = await ariadne.autocomplete("/away", "harbour", "until", until=until)
    (suggested,) = suggestions
    assert re.fullmatch(r"\d{4}-12-24 18:00", str(suggested["value"]))


SUGGESTED = {
    "en-US": ["3/4", "fri", "2 days", "in", "tomorrow at 6"],
    "fr": ["18h", "lundi", "de", "dans 3 jours"],
    "cs": ["24.12", "zítra", "za", "pátek"],
}


@pytest.mark.parametrize("locale", ["en-US", "fr", "cs"])
async def test_every_suggestion_contains_what_was_typed_and_is_accepted(wired_bot: Wired, locale: str) -> None:
    await in_its_time(wired_bot)
    ariadne = wired_bot.person("Ariadne")
    ariadne.person.locale = locale
    for typed in SUGGESTED[locale]:
        choices = await ariadne.autocomplete("/away", "harbour", "until", until=typed)
        assert choices, typed
        for choice in choices:
            assert fold(typed.replace("_", " ")) in fold(str(choice["name"]).replace("_", " ")), choice
        for choice in choices[:2]:
            answer = await ariadne.command("/away", "harbour", until=str(choice["value"]))
            assert not answer.text.startswith(REFUSED) or "28" in answer.text, (choice, answer.text)
            await pass_hours(wired_bot, 0.1)


async def test_the_button_of_a_reminder_sets_an_absence_until_that_day(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await change(ariadne, "/settings", "harbour", time_zone="Pacific/Auckland")
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        await pass_hours(wired_bot, 24.5)
        (told,) = reminders(ariadne)
        forged = await theseus.forge(await evening.board(), told.buttons[1].custom_id or "", kind=BUTTON)
        pressed = await ariadne.press(told, custom_id=told.buttons[1].custom_id or "")
        schedule = wired_bot.parts.sessions.choices.schedules.get(ariadne.id)
        (away,) = schedule.absences
        board = (await evening.board()).text

        now = wired_bot.sandbox.world.clock.now() * 1000
        begins = datetime.fromtimestamp(away.until / 1000, ZoneInfo("Pacific/Auckland"))
        assert (begins.weekday(), begins.hour, begins.minute) == (0, 0, 0)
        assert away.since <= now < away.until <= now + 7 * DAY_MS
        assert re.search(
            rf"You’re away until Monday .*, 00:00 \(Pacific/Auckland, <t:{away.until // 1000}:R>\)", pressed.text
        )
        assert "Ariadne is away until" in board
        assert forged.text.startswith(REFUSED)
        assert wired_bot.parts.sessions.choices.schedules.get(theseus.id).absences == ()


def test_an_immediate_absence_keeps_planned_absences() -> None:
    now, monday = 100 * DAY_MS, 103 * DAY_MS
    longer, later = Absence(now - DAY_MS, now + 5 * DAY_MS), Absence(now + 20 * DAY_MS, now + 22 * DAY_MS)
    assert not_before((), monday, now) == (Absence(now, monday),)
    assert not_before((longer, later), monday, now) == (
        Absence(now - DAY_MS, now), Absence(now, longer.until), later,
    )  # fmt: skip
    overlapping = Absence(now + 2 * DAY_MS, now + 9 * DAY_MS)
    assert not_before((overlapping,), monday, now) == (Absence(now, overlapping.until),)


async def test_zone_names_are_loaded_outside_the_event_loop_after_connecting(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the first typed time zone loaded the names, all other presses would wait, up to a second on a slow machine."""
    client, readers = wired_bot.parts.client, list[threading.Thread]()

    async def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(bot, "learn_names", lambda: readers.append(threading.current_thread()))
    monkeypatch.setattr(bot, "warm", nothing)
    monkeypatch.setattr(client.emoji_keeper, "keep", nothing)

    await bot.preload(client)

    assert [reader is threading.main_thread() for reader in readers] == [False]
