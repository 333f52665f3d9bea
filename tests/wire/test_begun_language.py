"""A table in an unfinished language. Words and pictures are English if a message is missing."""

from tests.wire.evening import CHANNEL, Wired, table_of


async def test_a_table_shows_english_where_german_is_missing(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minerva", 2, language="de") as evening:
        board = await evening.board()
        shown = "\n".join(message.text for message in evening.wired_bot.public_messages())
        assert "• Runde 1 beginnt. Ariadne fängt an." in shown
        assert "Trading Post, Blacksmith und Arsenal." in shown
        assert board.buttons[0].label == "Build a residence"
        assert board.pictures[0].alt


async def test_a_person_chooses_an_unfinished_language(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    panel = (await ariadne.command("/settings", CHANNEL)).message
    assert panel is not None
    select = next(each for each in panel.selects if any(option.value == "de" for option in each.options))

    chosen = await ariadne.choose(panel, "de", custom_id=select.custom_id)

    assert chosen.message is not None
    assert "Deutsch / English" in chosen.message.text + str(chosen.message.selects)
