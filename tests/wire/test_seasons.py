"""A server chooses its seasons. `/stats server` shows the current one, and `/stats season` shows past ones."""

from datetime import UTC, datetime, timedelta

from cogs.interactions.answering import REFUSED
from sandbox.seen import Reply
from tests.wire.evening import CHANNEL, Wired, private_message
from tests.wire.panels import change, labels_on, set_on
from tests.wire.test_stats import play_to_the_end

DAY_S = 24 * 60 * 60


def day(wired_bot: Wired, days: int) -> tuple[str, str]:
    """Return the date in that many days, once as people type it and once as the bot shows it."""
    found = datetime.fromtimestamp(wired_bot.time.clock() / 1000, UTC) + timedelta(days=days)
    return f"{found:%Y-%m-%d}", f"{found.day} {found:%B %Y}"


async def choose(wired_bot: Wired, value: str) -> Reply:
    return await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, seasons=value)


async def test_a_server_chooses_its_seasons_in_its_settings(wired_bot: Wired) -> None:
    (typed, shown), (_, today) = day(wired_bot, 3), day(wired_bot, 0)

    monthly = await choose(wired_bot, "month")
    named = await choose(wired_bot, typed)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    unreadable = await choose(wired_bot, "when we're done")
    begun = await choose(wired_bot, today)
    ambiguous = await choose(wired_bot, "3/4")
    zone = await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, time_zone="Auckland")
    off = await choose(wired_bot, "none")

    assert "✓ Seasons: every month" in monthly.text
    assert f"✓ Seasons: from {shown}" in named.text
    assert unreadable.text == (
        f"{REFUSED} I can’t read “when we're done” as a day. Type the first day of the next season, such as 1 January "
        "or 2027-01-01."
    )
    assert begun.text.startswith(f"{REFUSED} {today} has already begun. Type a later day")
    assert "“3/4” can mean more than one thing." in ambiguous.text
    assert f"Seasons: from {shown}" in labels_on(zone)
    assert any(label.startswith("Time zone: Pacific/Auckland (UTC+") for label in labels_on(zone))
    assert "✓ Seasons: none" in off.text


async def test_server_settings_are_on_two_pages(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")

    first = await ariadne.command("/server settings", CHANNEL)
    tables = labels_on(first)
    second = await ariadne.press(private_message(first), "Results and seasons")
    turned, results = second.text, labels_on(second)
    changed = await set_on(ariadne, private_message(second), "results", True)
    public = changed.text, labels_on(changed)
    back = await ariadne.press(private_message(changed), "Tables")

    assert tables[0].startswith("Language: ")
    assert "nothing changed" not in turned
    assert results[:3] == ["Results channel: none", "Seasons: none", "Weekly digest: off"]
    assert results[3:] == ["Public statistics: off", "From another day…", "Time zone: UTC", "Tables"]
    assert "✓ Public statistics: on" in public[0]
    assert public[1] == [*results[:3], "Public statistics: on", *results[4:]]
    assert labels_on(back) == tables


async def test_a_new_season_begins_the_ladder_again(wired_bot: Wired) -> None:
    theseus = wired_bot.person("Theseus")
    (first, first_shown), (second, second_shown) = day(wired_bot, 3), day(wired_bot, 7)
    _, last_shown = day(wired_bot, 6)
    await play_to_the_end(wired_bot)
    await choose(wired_bot, first)
    before = await theseus.command("/stats server", CHANNEL)
    none = await theseus.command("/stats season", CHANNEL)
    wired_bot.pass_time(3 * DAY_S)
    opened = await theseus.command("/stats server", CHANNEL)
    await choose(wired_bot, second)
    winner = await play_to_the_end(wired_bot)
    running = await theseus.command("/stats server", CHANNEL)
    wired_bot.pass_time(4 * DAY_S)
    empty = await theseus.command("/stats server", CHANNEL, game="minos-classic")
    everything = await theseus.command("/stats server", CHANNEL, game="minos-classic", all_time=True)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    champions = await theseus.command("/stats season", CHANNEL)
    ladder = await theseus.command("/stats season", CHANNEL, season="1")

    title = f"Season 1 · {first_shown} – {last_shown}"
    assert "Season" not in before.text
    assert "(1 game)" in before.text
    assert none.text.startswith("No season has ended here yet.")
    assert f"**Season 1 · since {first_shown}**" in opened.text
    assert f"**{title}**" in running.text
    assert "### Minos (classic) – 1 rated game\n" in running.text
    assert f"**Season 2 · since {second_shown}**" in empty.text
    assert "No finished games yet." in empty.text
    assert "### Minos (classic) – 2 rated games\n" in everything.text
    assert "Season" not in everything.text
    assert champions.text.startswith(f"## Champions of past seasons\n### {title}\nMinos (classic) – **")
    assert winner in champions.text
    assert ladder.text.startswith(f"## {title}\n### Minos (classic) – 1 rated game\n**1. ")


async def test_champions_who_left_the_ladder_are_not_named(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    for _ in range(2):
        await choose(wired_bot, day(wired_bot, 3)[0])
        wired_bot.pass_time(3 * DAY_S)
        await play_to_the_end(wired_bot)
    wired_bot.sandbox.world.absent.add(ariadne.id)

    gone = await theseus.command("/stats season", CHANNEL)
    wired_bot.sandbox.world.absent.clear()
    named = await theseus.command("/stats season", CHANNEL)
    await change(ariadne, "/settings", CHANNEL, ladder=False)
    offered = await theseus.autocomplete("/stats season", CHANNEL, "season", season="1")
    unnamed = await theseus.command("/stats season", CHANNEL)
    ladder = await theseus.command("/stats season", CHANNEL, season="1")
    await change(theseus, "/settings", CHANNEL, ladder=False)
    nobody = await theseus.command("/stats season", CHANNEL)
    wrong = await theseus.command("/stats season", CHANNEL, season="1789")

    assert "Minos (classic) – **Ariadne, Theseus** (" in named.text
    assert gone.text == named.text, "people who left the server still count as champions"
    assert [choice["name"] for choice in offered] == [named.text.splitlines()[1].removeprefix("### ")]
    assert "Minos (classic) – **Theseus** (" in unnamed.text
    assert "Ariadne" not in unnamed.text + ladder.text
    assert "**1. Theseus** " in ladder.text
    assert nobody.text.endswith("\nNo rated games.")
    assert wrong.text == (
        f"{REFUSED} “1789” isn’t a past season. Pick one from the list, or use `/stats server` for the running one."
    )
