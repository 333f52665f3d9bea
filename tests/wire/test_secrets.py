"""Nothing private is public, only people with a question are pinged, and the seed appears at the end."""

import asyncio

import pytest

from cogs.views.menu import MINE
from tests.wire.evening import CHANNEL, Wired, WireTable


async def test_a_standing_order_is_shown_only_to_its_owner(evening: WireTable) -> None:
    """Rule HOUSE-4."""
    owner, *others = evening.people
    reply = await evening.command(owner, "/classic order", rings="7")
    asked = await evening.person_asked()
    await asked.press(await evening.board(), "All")
    await evening.board()

    assert reply.is_ephemeral
    assert reply.text == "Your standing order, visible only to you: at most 7 rings per duel."
    for person in [*others, evening.wired_bot.newcomer("Glaukos")]:
        for seen in [*person.inbox.sees(CHANNEL), *person.inbox.dms()]:
            assert "7 rings" not in seen.text
            assert "rings:7" not in str(seen.raw)
            assert not seen.is_ephemeral or seen.record.only_for == person.id


async def test_an_order_for_ships_only_is_given_and_shown_in_private(evening: WireTable) -> None:
    """Rule HOUSE-4."""
    owner, other, *_ = evening.people
    panel = await evening.from_menu(owner, MINE)
    assert panel.message is not None
    (select,) = panel.message.selects
    wish = next(option.value for option in select.options if option.label.startswith("ships only: at most 2 rings"))

    reply = await owner.choose(panel.message, wish, custom_id=select.custom_id)

    assert reply.is_ephemeral
    assert "Your order: ships only: at most 2 rings per duel; ask me about guards." in reply.text
    assert "Your order: ask me every time." in (await evening.from_menu(other, MINE)).text
    for seen in [*other.inbox.sees(CHANNEL), *other.inbox.dms()]:
        assert "Your order: ships only" not in str(seen.raw)


async def test_the_board_does_not_depend_on_standing_orders(wired_bot: Wired, evening: WireTable) -> None:
    """HOUSE-4: text, alt text, picture and controls keep the secret."""
    asked = await evening.person_asked()

    async def public_board() -> tuple[object, ...]:
        await evening.command(asked, "/table show")
        board = await evening.board()
        picture = board.pictures[0]
        return board.text, picture.content, picture.alt, picture.filename, str(board.buttons), str(board.selects)

    before = await public_board()
    posted = len(wired_bot.public_messages())
    await evening.command(evening.people[1], "/classic order", rings="12")
    await wired_bot.quiet()
    assert len(wired_bot.public_messages()) == posted
    assert await public_board() == before


async def test_only_players_with_a_question_are_pinged(evening: WireTable) -> None:
    asked = await evening.person_asked()
    await evening.command(asked, "/classic stop")
    await evening.command(asked, "/classic end")
    board = await evening.board()

    following = await evening.person_asked()
    assert board.pings == [following.name]
    assert all(len(seen.pings) <= 1 for seen in evening.wired_bot.public_messages())


async def test_the_seed_is_secret_until_the_game_ends(evening: WireTable) -> None:
    session = await evening.session()
    seed = session.reader.timeline.position.seed.hex()
    assert session.table.commitment

    await evening.board()
    start, *_ = evening.wired_bot.public_messages()
    assert session.table.commitment in start.text
    for seen in evening.sandbox.messages(CHANNEL):
        assert seed not in str(seen.raw)


@pytest.mark.parametrize("name", ["@everyone", "<@1100000000000000200>", "**x** https://evil.example", "\u202eevil"])
async def test_player_names_never_ping_or_format_text(wired_bot: Wired, name: str) -> None:
    trickster = wired_bot.newcomer(name)
    await trickster.command("/table open", CHANNEL, game="minos-classic")
    await wired_bot.quiet()

    lobby = wired_bot.board()
    assert lobby.pings == []
    for piece in ("@everyone", "https://", "**x", "\u202e"):
        assert piece not in lobby.text.replace(f"<@{trickster.id}>", "")


async def test_every_answer_to_a_command_is_private(evening: WireTable) -> None:
    asked = await evening.person_asked()
    paths: list[tuple[str, dict[str, object]]] = [
        ("/table show", {}),
        ("/table menu", {}),
        ("/table close", {}),
        ("/table leave", {}),
        ("/table undo", {}),
        ("/help", {}),
        ("/rules", {"topic": "DICE-3"}),
        ("/hand", {}),
        ("/settings", {}),
        ("/myturns", {}),
        ("/classic roll", {}),
        ("/classic order", {"rings": "off"}),
    ]
    for path, values in paths:
        reply = await evening.command(asked, path, **values)
        assert reply.is_ephemeral, path
        assert reply.text, path


async def test_people_with_the_same_name_get_numbers(wired_bot: Wired) -> None:
    """Names count as the same if they look the same."""
    first, *others = (wired_bot.newcomer(name) for name in ("Ariadne", "Ariadne\u2800", "\u0410riadne"))
    await first.command("/table open", CHANNEL, game="minos-classic")
    await wired_bot.quiet()
    lobby = wired_bot.board()

    await asyncio.gather(*(person.press(lobby, "Join") for person in others))

    names = [sitter.name for sitter in (await wired_bot.session()).table.sitters]
    assert len({name.replace("\u0410", "A") for name in names}) == 3
    assert all(any(name.endswith(f" {number}") for name in names) for number in (2, 3))
