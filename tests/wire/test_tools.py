"""The tool row under a board, and the menu behind *Menu* and `/table menu`."""

import pytest

from cogs.interactions.answering import REFUSED
from cogs.ui.press import Press
from cogs.views.menu import EXPORT, MENU, QUIT
from games import GAMES
from sandbox.seen import Reply
from sandbox.strict.components import STRING_SELECT
from tests.wire.evening import CHANNEL, Wired, WireTable, table_of


def labels(reply: Reply) -> list[str | None]:
    """Return the labels of the buttons in a private message."""
    assert reply.is_ephemeral
    assert reply.message is not None
    return [button.label for button in reply.message.buttons]


async def test_the_menu_lists_what_each_person_can_use_now(evening: WireTable) -> None:
    asked, (other, *_) = await evening.person_asked(), await evening.others()
    stranger = evening.wired_bot.newcomer("Glaukos")

    menus = [await evening.use(person, MENU) for person in (asked, other, stranger)]

    past, private = ["Whole log", "Replay", "Board as text"], ["My orders", "My note", "Watch"]
    seated = ["Since my last turn", *past, "Rule", *private]
    assert labels(menus[0]) == [*seated, "Ask for a pause", "Download", "Leave game"]
    assert labels(menus[1]) == [*seated, "Nudge", "Ask for a pause", "Download", "Leave game"]
    assert labels(menus[2]) == [*past, "Rule", "Watch", "Download"]
    for heading in ("What happened", "The board", "Only for you", "This table"):
        assert f"**{heading}**" in menus[0].text


async def test_the_menu_stays_open_while_its_buttons_answer(evening: WireTable) -> None:
    ariadne = evening.people[0]
    menu = (await evening.use(ariadne, MENU)).message
    assert menu is not None

    since = await ariadne.press(menu, "Since my last turn")
    leave = await ariadne.press(menu, "Leave game")
    begun = await ariadne.press(menu, "Watch")

    assert since.text.startswith("### Since the start of the game")
    assert "Leave: autopilot" in labels(leave)
    assert begun.text.startswith("You’re watching this table.")
    assert not menu.is_gone


async def test_watching_changes_the_label_in_the_menu(evening: WireTable) -> None:
    stranger = evening.wired_bot.newcomer("Glaukos")
    await evening.from_menu(stranger, "watch")
    watching = await evening.use(stranger, MENU)
    stopped = await evening.from_menu(stranger, "watch")

    assert "Stop watching" in labels(watching)
    assert stopped.text == "You’ve stopped watching this table."
    assert "Watch" in labels(await evening.use(stranger, MENU))


async def test_the_menu_of_a_lobby_has_only_what_works_there(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game="minerva")

    assert labels(await ariadne.command("/table menu", CHANNEL)) == ["Watch"]


async def test_outdated_menus_and_other_peoples_menus_are_refused(evening: WireTable) -> None:
    ariadne, theseus = evening.people[:2]
    menu = (await evening.use(ariadne, MENU)).message
    assert menu is not None
    table = (await evening.session()).table
    stranger = evening.wired_bot.newcomer("Glaukos")

    borrowed = await theseus.forge(menu, Press(table.id, table.epoch, EXPORT, user=ariadne.id).custom_id)
    unseated = await stranger.forge(menu, Press(table.id, table.epoch, QUIT, user=stranger.id).custom_id)

    assert all(reply.text.startswith(REFUSED) for reply in (borrowed, unseated))


@pytest.mark.parametrize("game", GAMES)
async def test_every_board_has_labelled_undo_and_menu_buttons(wired_bot: Wired, game: str) -> None:
    async with table_of(wired_bot, game, 2) as table:
        shown = [button.label for button in (await table.board()).buttons]

    assert all(shown)
    assert {"Undo", "Menu"} <= set(shown)


@pytest.mark.parametrize("game", ["minos-dawn", "minos-classic", "minerva"])
async def test_the_menu_shows_a_part_of_the_board_enlarged(wired_bot: Wired, game: str) -> None:
    async with table_of(wired_bot, game, 2) as table:
        stranger = table.wired_bot.newcomer("Glaukos")
        menu = (await table.use(stranger, MENU)).message
        assert menu is not None
        (select,) = menu.selects

        shown = await stranger.choose(menu, select.options[0].value)
        await table.sandbox.until(lambda: bool(shown.message and shown.message.pictures))
        forged = await stranger.forge(menu, select.custom_id, kind=STRING_SELECT, values=["nothing"])

    assert select.placeholder == "See a part of the board enlarged"
    assert shown.text.startswith(f"**{select.options[0].label}**")
    assert forged.text.startswith(REFUSED)
