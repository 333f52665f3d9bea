"""With low data chosen in `/settings`, private pictures are small. The board stays as it is for everyone."""

from io import BytesIO

from PIL import Image

from cogs.views.menu import REPLAYED
from render.plate import HEIGHT, WIDTH
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from tests.wire.dawn import dawn_table
from tests.wire.evening import CHANNEL, Wired, WireTable
from tests.wire.panels import change
from tests.wire.test_lessons import begin_lesson

WHOLE, SMALL = {(WIDTH, HEIGHT)}, {(WIDTH // 2, HEIGHT // 2)}


def sizes(seen: Seen) -> set[tuple[int, int]]:
    """Return the sizes of a message's pictures. Fail if Discord reports other sizes for these files."""
    found = {Image.open(BytesIO(picture.content or b"")).size for picture in seen.pictures}
    assert found == {(picture.width, picture.height) for picture in seen.pictures}
    return found


async def wait_for_sizes(evening: WireTable, reply: Reply) -> set[tuple[int, int]]:
    """Wait for a reply's pictures. Return their sizes."""
    shown = reply.message
    assert shown is not None
    await evening.sandbox.until(lambda: bool(shown.pictures))
    return sizes(shown)


async def save_data(person: Actor, on: bool = True) -> None:
    chosen = await change(person, "/settings", CHANNEL, low_data=on)
    assert chosen.is_ephemeral


async def replay_sizes(evening: WireTable, person: Actor) -> set[tuple[int, int]]:
    return await wait_for_sizes(evening, await evening.from_menu(person, REPLAYED))


async def test_low_data_shrinks_only_the_persons_private_pictures(evening: WireTable) -> None:
    first, second, *_ = evening.people
    await save_data(first)

    assert await replay_sizes(evening, first) == SMALL
    assert await replay_sizes(evening, second) == WHOLE
    assert sizes(await evening.board()) == WHOLE
    await save_data(first, on=False)
    assert await replay_sizes(evening, first) == WHOLE


async def test_the_low_data_setting_survives_a_restart(evening: WireTable) -> None:
    await save_data(evening.people[0])
    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()

    assert await replay_sizes(evening, evening.people[0]) == SMALL


async def test_pictures_of_hands_and_looked_up_cards_are_small_too(wired_bot: Wired) -> None:
    async with dawn_table(wired_bot, 2) as evening:
        first = evening.people[0]

        async def look() -> list[set[tuple[int, int]]]:
            shown = [
                await evening.command(first, "/hand"),
                await evening.command(first, "/table show", what="map"),
                await evening.command(first, "/look", thing="Settlers of Zominthos"),
            ]
            return [await wait_for_sizes(evening, reply) for reply in shown]

        whole = await look()
        await save_data(first)
        small = await look()

    assert small == [{(width // 2, height // 2) for width, height in each} for each in whole]


async def test_lessons_and_hands_by_message_are_small_too(wired_bot: Wired) -> None:
    await save_data(wired_bot.person("Ariadne"))
    assert sizes(await begin_lesson(wired_bot.person("Ariadne"), "minerva")) == SMALL

    async with dawn_table(wired_bot, 2) as evening:
        first, second = evening.people
        await change(first, "/settings", CHANNEL, hand_by_dm=True)
        await evening.wired_bot.quiet()
        whole = await wait_for_sizes(evening, await evening.command(second, "/hand"))
        small = sizes(first.inbox.dms()[-1])
        assert {(2 * width, 2 * height) for width, height in small} == whole
