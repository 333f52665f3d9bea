"""`/table show` with a part of the board: a private picture large enough for a phone, for anyone at any time."""

import pytest

from cogs.interactions.answering import REFUSED
from cogs.traffic import LIMITS
from games import GAMES
from render.plate import HEIGHT, WIDTH
from sandbox.driver import Actor
from sandbox.seen import Reply
from tests.wire.evening import CHANNEL, Wired, WireTable, table_of
from tests.wire.test_plain_text import choose_plain_text
from tests.wire.test_rates import Clock


async def parts_of(person: Actor, typed: str = "") -> dict[str, str]:
    """Return the suggested parts: their names by key."""
    return {row["value"]: row["name"] for row in await person.autocomplete("/table show", CHANNEL, "what", what=typed)}


async def show(evening: WireTable, person: Actor, part: str) -> Reply:
    """Ask for a part of the board, and wait for its picture."""
    reply = await evening.command(person, "/table show", what=part)
    message = reply.message
    assert message is not None
    await evening.sandbox.until(lambda: message.pictures)
    return reply


@pytest.mark.parametrize("game", GAMES)
async def test_every_part_of_the_board_is_a_private_picture(wired_bot: Wired, game: str) -> None:
    async with table_of(wired_bot, game, 2) as evening:
        ariadne = evening.people[0]
        posted = len(wired_bot.public_messages())
        suggested = await parts_of(ariadne)

        for key, name in suggested.items():
            shown = await show(evening, ariadne, key)
            assert shown.is_ephemeral
            assert shown.message is not None
            assert shown.text == f"**{name}**"
            (picture,) = shown.message.pictures
            assert (picture.width, picture.height) == (WIDTH, HEIGHT)
            assert picture.alt

        assert next(iter(suggested)) == "seat:0"
        assert {"seat:0", "seat:1"} < set(suggested)
        assert len(set(suggested.values())) == len(suggested)
        assert len(wired_bot.public_messages()) == posted


async def test_parts_may_be_typed_by_name_in_the_reader_language(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-dawn", 3) as evening:
        theseus = evening.people[1]
        theseus.person.locale = "fr"

        shown = await show(evening, theseus, "routes")
        other = await show(evening, theseus, "plateau ariadne")
        unknown = await evening.command(theseus, "/table show", what="Zeus")

        assert shown.text == "**Routes commerciales**"
        assert other.text == "**Plateau\u00a0: Ariadne**"
        assert (await parts_of(theseus, "mon"))["seat:1"] == "Mon plateau"
        assert (
            unknown.text == f"{REFUSED} Aucune partie ne s’appelle «\u00a0Zeus\u00a0». Choisissez une des suggestions."
        )


async def test_a_watcher_sees_the_public_parts(evening: WireTable) -> None:
    watcher = evening.wired_bot.person("Phaidra")

    shown = await show(evening, watcher, "seat:1")

    assert shown.is_ephemeral
    assert shown.text == "**Colonies and treasure: Theseus**"
    assert "My colonies and treasure" not in (await parts_of(watcher)).values()
    assert "My colonies and treasure" in (await parts_of(evening.people[0])).values()
    assert (await evening.command(watcher, "/table show", what="hand")).text.startswith(REFUSED)


async def test_plain_text_describes_a_part_in_words(evening: WireTable) -> None:
    ariadne = evening.people[0]
    await choose_plain_text(evening.wired_bot, "Ariadne")

    told = await evening.command(ariadne, "/table show", what="dice")
    await evening.wired_bot.quiet()

    assert told.message is not None
    assert told.message.pictures == []
    assert told.text.startswith("**Dice**\nMinos (classic), round 1.")


async def test_a_lobby_offers_no_parts_of_a_board(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game="minos-classic")

    shown = await ariadne.command("/table show", CHANNEL, what="dice")

    assert await parts_of(ariadne) == {}
    assert shown.is_ephemeral
    assert shown.text.startswith(f"{REFUSED} The game hasn’t started yet.")


async def test_parts_are_shown_after_a_restart_and_after_the_end(evening: WireTable) -> None:
    ariadne, *others = evening.people
    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()
    assert (await show(evening, ariadne, "map_north_west")).is_ephemeral

    for person in others:
        await evening.command(person, "/table leave")
    await evening.command(ariadne, "/table leave")
    await evening.wired_bot.quiet()

    assert (await show(evening, ariadne, "map_south_east")).is_ephemeral


async def test_too_many_parts_in_a_minute_are_refused(evening: WireTable) -> None:
    Clock(evening.wired_bot, 1000)
    ariadne = evening.people[0]
    shown = [await evening.command(ariadne, "/table show", what="dice") for _ in range(LIMITS["close up"].count + 1)]

    assert [reply.text.startswith(REFUSED) for reply in shown] == [False] * (len(shown) - 1) + [True]
    assert not (await evening.command(evening.people[1], "/table show", what="dice")).text.startswith(REFUSED)
