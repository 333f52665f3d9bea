"""`/table kick` in a running game: the owner or a majority opens the seat of someone who left the server."""

from cogs.interactions.answering import REFUSED
from cogs.views.controls import AGREE
from tests.wire.evening import Wired, WireTable, control, table_of


async def test_the_owner_opens_the_seat_of_a_member_who_left(evening: WireTable) -> None:
    ariadne, theseus, daidalos = evening.people
    phaidra = evening.wired_bot.person("Phaidra")

    there = await evening.command(ariadne, "/table kick", player=theseus)
    nobody = await evening.command(ariadne, "/table kick", player=phaidra)
    stranger = await evening.command(phaidra, "/table kick", player=theseus)
    evening.sandbox.world.absent.add(theseus.id)
    late = await evening.command(phaidra, "/table kick", player=theseus)
    opened = await evening.command(ariadne, "/table kick", player=theseus)
    board = await evening.board()
    again = await evening.command(ariadne, "/table kick", player=theseus)
    taken = await evening.command(phaidra, "/table join")
    back = await evening.command(theseus, "/table join")

    assert there.text.startswith(f"{REFUSED} <@{theseus.id}> isn’t gone")
    assert nobody.text == f"{REFUSED} Phaidra isn’t at this table. Name someone who is."
    assert stranger.text.startswith(REFUSED)
    assert late.text.startswith(REFUSED)
    assert opened.text.startswith("Theseus’s seat is open: anyone can take it with `/table join`.")
    assert f"Theseus is gone. <@{ariadne.id}> opens the seat" in board.text
    assert again.text.startswith(f"{REFUSED} Theseus isn’t at")
    assert not taken.text.startswith(REFUSED)
    assert back.text.startswith(REFUSED)
    session = await evening.session()
    assert session.reader.seat_of(phaidra.id) == 1
    assert daidalos.id in [sitter.user for sitter in session.table.sitters]


async def test_without_the_owner_players_decide_with_buttons_on_the_board(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 4) as evening:
        ariadne, theseus, daidalos, phaidra = evening.people
        evening.sandbox.world.absent.add(ariadne.id)

        proposed = await evening.command(theseus, "/table kick", player=ariadne)
        board = await evening.board()
        said, pinged = board.text, sorted(board.pings)
        label = next(button.label for button in board.buttons if control(board, AGREE) == button.custom_id)
        await daidalos.press(board, custom_id=control(board, AGREE))
        session = await evening.session()
        await evening.board()

    assert proposed.text.startswith("The others can now vote on opening Ariadne’s seat.")
    assert "Ariadne is gone, and Theseus proposes to open the seat" in said
    assert pinged == ["Daidalos", "Phaidra"]
    assert label == "Agree to open"
    assert session.reader.seat_of(ariadne.id) is None
    assert session.table.owner == theseus.id
    assert phaidra.id in [sitter.user for sitter in session.table.sitters]
