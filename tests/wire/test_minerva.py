"""Minerva over the wire: turns by commands and by buttons, previews, orders, refusals, undo, restarts, whole games."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from cogs.delivery.emoji_keeper import EmojiKeeper
from cogs.interactions.answering import REFUSED
from cogs.ui.presenter import PICK
from cogs.ui.press import read_press
from cogs.views.controls import UNDO
from cogs.views.menu import MINE
from engine.minerva.content.terms import FORUM, RESIDENCE
from engine.minerva.state.standings import title_of
from sessions.refusals import StorageUnavailable
from sessions.store import Write
from tests.wire.dawn import decision_of, press_something
from tests.wire.evening import CHANNEL, Wired, WireTable, private_message
from tests.wire.minerva import minerva_bot, minerva_table, table_in, type_something

TITLES = ("Emperor Augustus", "Consul", "Legatus", "Tribunus", "Centurion", "Immune", "Civil")
"""Titles that a solo player can earn, highest first. SOLO-16"""


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    async with minerva_bot(tmp_path, monkeypatch) as wired_bot:
        yield wired_bot


@pytest.fixture
async def evening(wired_bot: Wired) -> AsyncIterator[WireTable]:
    async with minerva_table(wired_bot, 2) as evening:
        yield evening


def kinds_of(evening: WireTable, seat: int) -> list[str]:
    """Return the kinds of tiles in the seat's city, in building order."""
    session = evening.wired_bot.parts.sessions.at_hand(evening.sandbox.channel(CHANNEL).id)
    assert session is not None
    return [placed.tile.partition("-")[0] for placed in table_in(session).players[seat].city]


async def newest_recap(evening: WireTable) -> str:
    """Return the newest recap, which is above the board."""
    await evening.board()
    return evening.wired_bot.public_messages()[-2].text


async def lay_residence(evening: WireTable, tile: str = "Forest") -> None:
    """Let everybody build that tile above the Forum. The first player also builds a residence below the Forum."""
    for _ in evening.people:
        await evening.command(await evening.person_asked(), "/minerva build", tile=tile, where="1")
    await evening.command(await evening.person_asked(), "/minerva residence", where="below Forum")


async def test_one_command_can_play_a_whole_turn(evening: WireTable) -> None:
    """Rules BUILD-01 and BUILD-05."""
    person = await evening.person_asked()
    tiles = await person.autocomplete("/minerva build", CHANNEL, "tile", tile="for")
    cells = await person.autocomplete("/minerva build", CHANNEL, "where", tile=tiles[0]["value"])

    reply = await evening.command(person, "/minerva build", tile=tiles[0]["value"], where=cells[-1]["value"])

    assert tiles[0]["name"].endswith("Build: Forest (free): 1 wood")
    assert [cell["name"] for cell in cells] == [
        "1 · above Forum (0, -1)", "2 · left of Forum (-1, 0)", "3 · right of Forum (1, 0)", "4 · below Forum (0, 1)",
    ]  # fmt: skip
    assert reply.is_ephemeral
    assert "builds Forest" in reply.text
    assert kinds_of(evening, 0) == [FORUM, "forest"]
    assert (await evening.person_asked()).id != person.id


async def test_places_can_be_typed_by_their_number_in_the_picture(evening: WireTable) -> None:
    """The turn takes two commands. The second answers with a number from the picture."""
    person = await evening.person_asked()
    session = await evening.session()
    number = [option.key for option in decision_of(session, person).options if option.target].index("build:quarry-1")
    asked = await evening.command(person, "/minerva build", tile=str(number + 1))
    board = await evening.board()

    await evening.command(person, "/minerva place", where="3")

    assert "Where do you put" in asked.text
    assert [button.label for button in board.buttons][:3] == [
        "1 · above Forum (0, -1)", "2 · left of Forum (-1, 0)", "3 · right of Forum (1, 0)",
    ]  # fmt: skip
    placed = table_in(session).players[0].city[-1]
    assert (placed.tile, placed.x, placed.y) == ("quarry-1", 1, 0)


async def test_an_activation_is_previewed_before_it_is_confirmed(evening: WireTable) -> None:
    """RES-02, RES-04: the public question shows each line's gains."""
    await lay_residence(evening)
    board = await evening.board()

    assert "↑ Forum and Forest: 1 wood and a choice (Forum)" in board.text
    assert "→ nothing" in board.text
    assert [button.label for button in board.buttons][:4] == [
        "1 · Up: 2 tiles", "2 · Right: nothing", "3 · Down: nothing", "4 · Left: nothing",
    ]  # fmt: skip
    person = await evening.person_asked()
    await evening.command(person, "/minerva activate", direction="Up: 2 tiles")
    reply = await evening.command(person, "/minerva gain", what="1 stone")

    assert "gains 1 stone (Forum)" in reply.text
    assert "gains 1 wood (Forest)" in reply.text
    assert table_in(await evening.session()).players[0].resources == [1, 1, 1, 0]


async def test_a_question_too_long_for_emoji_omits_them(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    client, asked = evening.wired_bot.parts.client, "Which line does the residence activate?"
    services = client.services
    keeper = EmojiKeeper(client, services.wording, services.painter, services.sessions, services.traffic, 0.0)
    await keeper.update_all()
    await lay_residence(evening)
    short = (await evening.board()).text.partition(asked)[2]
    monkeypatch.setattr("cogs.views.waiting.QUESTION_TOTAL", 100)

    await evening.command(await evening.person_asked(), "/minerva sell", what="1 grain")

    assert "<:minerva_wood:" in short
    long = (await evening.board()).text.partition(asked)[2]
    assert "Forum and Forest: 1 wood" in long
    assert "<:" not in long


async def test_one_command_builds_a_residence_and_chooses_its_line(evening: WireTable) -> None:
    for _ in evening.people:
        await evening.command(await evening.person_asked(), "/minerva build", tile="Forest", where="1")
    person = await evening.person_asked()
    ways = await person.autocomplete("/minerva residence", CHANNEL, "direction", where="0,1")

    await evening.command(person, "/minerva residence", where="0,1", direction=ways[0]["value"])

    assert ways[0]["name"] == "1 · Up: 2 tiles"
    assert kinds_of(evening, 0) == [FORUM, "forest", RESIDENCE]
    assert decision_of(await evening.session(), person).rule == "EFF-07"


async def test_a_turn_can_be_played_using_only_buttons(evening: WireTable) -> None:
    """A select offers the tiles, numbered buttons offer the cells. A residence then asks for a line and its choices."""
    for seat, person in enumerate(evening.people):
        board = await evening.board()
        (tiles,) = board.selects
        choice = next(option for option in tiles.options if "Forest" in option.label)
        assert choice.description == "1 wood"
        await person.choose(board, choice.value, custom_id=tiles.custom_id)
        await person.press(await evening.board(), "1 · above Forum (0, -1)")
        assert kinds_of(evening, seat) == [FORUM, "forest"]
    person = evening.people[0]
    await person.press(await evening.board(), "Build a residence")
    board = await evening.board()
    (cells,) = board.selects
    below = next(option.value for option in cells.options if "below Forum" in option.label)
    await person.choose(board, below, custom_id=cells.custom_id)
    await person.press(await evening.board(), "1 · Up: 2 tiles")
    board = await evening.board()
    await person.press(board, "1 ore")

    assert kinds_of(evening, 0) == [FORUM, "forest", RESIDENCE]
    assert table_in(await evening.session()).players[0].resources == [1, 1, 0, 1]
    assert "Gained: 1 ore (Forum)" in await newest_recap(evening)


async def test_a_line_can_be_typed_by_name(evening: WireTable) -> None:
    for _ in evening.people:
        await evening.command(await evening.person_asked(), "/minerva build", tile="quarry", where="left of forum")

    await evening.command(await evening.person_asked(), "/minerva residence", where="right of forum", direction="left")

    table = table_in(await evening.session())
    assert table.players[0].city[-1].tile == RESIDENCE
    assert table.on_turn.direction == "w"


async def test_selling_resources_does_not_end_the_turn(evening: WireTable) -> None:
    """Rules SELL-02 and SELL-03."""
    person = await evening.person_asked()
    offered = await person.autocomplete("/minerva sell", CHANNEL, "what")

    reply = await evening.command(person, "/minerva sell", what="1 grain")

    assert [choice["name"] for choice in offered] == ["1 grain"]
    assert "sells 1 grain for 1 denarius" in reply.text
    assert (await evening.person_asked()).id == person.id
    assert table_in(await evening.session()).players[0].denarii == 4


async def test_commands_can_pass_and_pay_the_fee(evening: WireTable) -> None:
    """Rules PASS-01 and PASS-04."""
    ariadne, theseus = evening.people
    passed = await evening.command(ariadne, "/minerva pass")
    board = await evening.board()
    built = await evening.command(theseus, "/minerva build", tile="Forest", where="1")

    assert "passes and takes order tile 1" in passed.text
    assert "Everything except passing costs 1 denarius first." in board.text
    assert "pays 1 denarius for the turn" in built.text


async def test_a_private_order_to_pass_is_carried_out(evening: WireTable) -> None:
    """Rule PASS-01."""
    ariadne, theseus = evening.people
    orders = await theseus.autocomplete("/minerva orders pass", CHANNEL, "when")
    before = (await evening.board()).text
    left = await evening.command(theseus, "/minerva orders pass", when=orders[0]["value"])
    unmoved = (await evening.board()).text

    await evening.command(ariadne, "/minerva build", tile="Forest", where="1")

    assert left.is_ephemeral
    assert unmoved == before
    assert "Theseus passes and takes order tile 1" in await newest_recap(evening)
    assert (await evening.person_asked()).id == ariadne.id


async def test_an_order_says_privately_what_ended_it(evening: WireTable) -> None:
    """Rule PASS-01."""
    ariadne, theseus = evening.people
    panel = await evening.from_menu(theseus, MINE)
    assert panel.message is not None
    select = panel.message.selects[0]
    wish = next(option.value for option in select.options if option.label == "Pass, unless someone passes first")
    await theseus.choose(panel.message, wish, custom_id=select.custom_id)
    standing = await evening.from_menu(theseus, MINE)

    await evening.command(ariadne, "/minerva pass")

    assert (await evening.person_asked()).id == theseus.id
    assert "Your order: Pass, unless someone passes first." in standing.text
    ended = await evening.from_menu(theseus, MINE)
    assert ended.is_ephemeral
    assert "Your order: ended, because Ariadne passed first. You’ll be asked." in ended.text
    assert "Your order" not in (await evening.board()).text
    assert "ended, because" not in (await evening.from_menu(ariadne, MINE)).text


async def test_the_first_free_wish_is_built_while_its_owner_is_away(evening: WireTable) -> None:
    """Rules BUILD-01 and BUILD-05, across a restart."""
    ariadne, theseus = evening.people
    before, posted = (await evening.board()).text, len(evening.wired_bot.public_messages())
    panel = await evening.from_menu(theseus, MINE)
    for place, label in (
        (2, "Forest, if it stays free"),
        (2, "Quarry, if it stays free"),
        (3, "Put it below Forum (0, 1)"),
    ):
        assert panel.message is not None
        select = panel.message.selects[place]
        key = next(option.value for option in select.options if option.label == label)
        panel = await theseus.choose(panel.message, key, custom_id=select.custom_id)
    assert panel.is_ephemeral
    assert "Your wishes, best first: 1. Forest and 2. Quarry. On your next turn" in panel.text
    assert "Your order: Put it below Forum (0, 1)." in panel.text
    assert (await evening.board()).text == before
    assert len(evening.wired_bot.public_messages()) == posted
    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()
    await evening.command(ariadne, "/minerva build", tile="Quarry", where="1")

    assert "Theseus builds Forest" in await newest_recap(evening)
    assert (await evening.person_asked()).id == ariadne.id, "nobody waited"
    assert kinds_of(evening, 1) == [FORUM, "forest"]
    assert "wish list was cleared" not in (await evening.from_menu(theseus, MINE)).text
    for person in (ariadne, evening.wired_bot.newcomer("Glaukos")):
        for seen in [*person.inbox.sees(CHANNEL), *person.inbox.dms()]:
            assert "if it stays free" not in str(seen.raw), "only their owner sees wishes"


async def test_wishes_may_be_typed_and_say_what_ended_them(evening: WireTable) -> None:
    """Rule BUILD-01."""
    ariadne, theseus = evening.people
    offered = await theseus.autocomplete("/minerva orders build", CHANNEL, "tile", tile="quarry")
    left = await evening.command(theseus, "/minerva orders build", tile=offered[0]["value"])
    placed = await evening.command(theseus, "/minerva orders place", where="above Forum")
    wrong = await evening.command(theseus, "/minerva orders build", tile="Colosseum of Mars")
    await evening.command(ariadne, "/minerva pass")

    assert left.text == "Your standing order, visible only to you: Quarry, if it stays free."
    assert placed.text == "Your standing order, visible only to you: Put it above Forum (0, -1)."
    assert wrong.text.startswith(REFUSED)
    assert (await evening.person_asked()).id == theseus.id
    ended = await evening.from_menu(theseus, MINE)
    assert "Your wish list was cleared: Quarry now costs more than when you chose it." in ended.text
    assert "wish list was cleared" not in (await evening.from_menu(ariadne, MINE)).text
    assert "wishes" not in (await evening.board()).text


async def test_a_standing_order_can_be_given_with_a_select(evening: WireTable) -> None:
    """Rule GAINASSIST-02."""
    theseus = evening.people[1]
    panel = await evening.from_menu(theseus, MINE)
    assert panel.message is not None
    assert len(panel.message.selects) == 4
    select = panel.message.selects[1]

    reply = await theseus.choose(panel.message, select.options[0].value, custom_id=select.custom_id)

    assert reply.is_ephemeral
    assert table_in(await evening.session()).players[1].buys_none


async def test_an_order_that_was_given_is_confirmed_although_the_disk_hangs(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    theseus, session = evening.people[1], await evening.session()
    panel = private_message(await evening.from_menu(theseus, MINE))
    people, commit = evening.wired_bot.parts.store.people, session.context.store.commit

    async def fail(*_: object) -> None:
        raise StorageUnavailable

    async def commit_and_fail(write: Write) -> None:
        await commit(write)
        monkeypatch.setattr(people, "note", fail)

    monkeypatch.setattr(session.context.store, "commit", commit_and_fail)
    select = panel.selects[1]
    reply = await theseus.choose(panel, select.options[0].value, custom_id=select.custom_id)

    assert not reply.text.startswith(REFUSED)
    assert table_in(session).players[1].buys_none


async def test_a_command_is_refused_out_of_turn(evening: WireTable) -> None:
    theseus = evening.people[1]
    number = (await evening.session()).number
    pressed = await theseus.press(await evening.board(), "Pass")
    typed = await evening.command(theseus, "/minerva pass")
    stranger = await evening.wired_bot.person("Phaidra").command("/minerva pass", CHANNEL)

    for reply in (pressed, typed, stranger):
        assert reply.is_ephemeral
        assert reply.text.startswith(REFUSED)
    assert (await evening.session()).number == number


async def test_an_impossible_building_is_refused_listing_possible_ones(evening: WireTable) -> None:
    """Rule BUILD-04."""
    person = await evening.person_asked()
    reply = await evening.command(person, "/minerva build", tile="Colosseum of gold")

    assert reply.text.startswith(REFUSED)
    assert "Build: Forest (free)" in reply.text


async def test_an_old_button_is_refused(evening: WireTable) -> None:
    person = await evening.person_asked()
    board = await evening.board()
    old = next(button.custom_id for button in board.buttons if button.label == "Pass")
    assert old is not None
    await evening.command(person, "/minerva sell", what="1 grain")

    reply = await person.forge(await evening.board(), old)

    assert reply.text.startswith(REFUSED)
    assert (await evening.person_asked()).id == person.id


async def test_an_undo_returns_the_tile_as_well(evening: WireTable) -> None:
    person = await evening.person_asked()
    before = (await evening.session()).reader.timeline.digest()
    await evening.command(person, "/minerva build", tile="Forest", where="1")
    assert kinds_of(evening, 0) == [FORUM, "forest"]
    for _ in range(2):
        await evening.use(person, UNDO)

    assert (await evening.session()).reader.timeline.digest() == before
    assert (await evening.person_asked()).id == person.id


async def test_an_activation_survives_a_restart(evening: WireTable) -> None:
    await lay_residence(evening)
    person = await evening.person_asked()
    await evening.command(person, "/minerva activate", direction="direction:n")
    asked = decision_of(await evening.session(), person)
    board = await evening.board()

    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()
    again = decision_of(await evening.session(), person)
    reply = await person.press(board, "1 wood")

    assert again == asked
    assert reply.kind == "deferred_update"
    assert table_in(await evening.session()).players[0].resources == [1, 2, 0, 0]


async def test_conceding_during_an_activation_lets_the_game_continue(wired_bot: Wired) -> None:
    """The autopilot finishes the open action. From then on it passes, so the seat has no open question."""
    async with minerva_table(wired_bot, 3) as evening:
        leaver = evening.people[0]
        await lay_residence(evening, "Wheat Field")
        sure = await evening.command(leaver, "/table leave")
        assert sure.message is not None
        await leaver.press(sure.message, "Leave: autopilot")
        theseus = await evening.person_asked()
        await evening.command(theseus, "/minerva build", tile="quarry", where="1")
        daidalos = await evening.person_asked()
        await evening.command(daidalos, "/minerva build", tile="Forest", where="1")

        recap = await newest_recap(evening)

    assert [theseus.name, daidalos.name] == [person.name for person in evening.people[1:]]
    assert "**Ariadne**\n• Passes and takes order tile 1" in recap


async def test_only_private_answers_use_the_language_of_the_reader(wired_bot: Wired) -> None:
    async with minerva_table(wired_bot, 2, language="cs") as evening:
        person = await evening.person_asked()
        person.person.locale = "fr"

        tiles = await person.autocomplete("/minerva build", CHANNEL, "tile", tile="foret")
        private = await evening.command(person, "/minerva build", tile="Forêt")
        looked_up = await evening.command(person, "/look", thing="scierie")

        assert tiles[0]["name"].endswith("Forêt (sans coût) · Les\u00a0: 1 bois")
        assert "Où posez-vous la tuile" in private.text
        assert "Kam dílek postavíte? Les" in (await evening.board()).text
        assert "**Scierie** · production" in looked_up.text
        assert looked_up.is_ephemeral


async def test_a_lone_player_opens_and_starts_a_game(wired_bot: Wired) -> None:
    """SOLO-01: the display shows pairs of tiles. Taking one tile removes the other tile of its pair."""
    async with minerva_table(wired_bot, 1) as evening:
        (person,) = evening.people
        session = await evening.session()
        assert all(len(lot) == 2 for lot in table_in(session).lots)

        await evening.command(person, "/minerva build", tile="build:forest-1", where="1")

        assert "is removed" in await newest_recap(evening)
        passed = await evening.command(person, "/minerva pass")
        assert "passes." in passed.text


@pytest.mark.parametrize("seats", [1, 3])
async def test_a_game_played_by_buttons_survives_a_restart(wired_bot: Wired, seats: int) -> None:
    async with minerva_table(wired_bot, seats) as evening:
        dice, answers = Random(seats), 0
        session = await evening.session()
        while session.table.status == "running":
            person, before = await evening.person_asked(), session.number
            reply = await press_something(evening, person, dice)
            assert reply.kind in ("deferred_update", "update"), reply.text
            assert session.number > before
            answers += 1
            if answers == 12:
                await evening.wired_bot.stop_bot()
                await evening.wired_bot.start_bot()
                session = await evening.session()
        board, placings = await evening.board(), session.reader.result()
        assert placings is not None
        first = placings[0]
        assert first.seat is not None
        headline = f"## 🏆 <@{session.table.sitters[first.seat].user}>"
        title = f"{headline}: **{TITLES[title_of(first.score)]}**, with {first.score} VP.\n"
        assert (title in board.text) == (seats == 1), "SOLO-03: a title in a solo game, otherwise a winner"
        assert (f"{headline} wins with {first.score} VP.\n" in board.text) == (seats > 1)
        assert any(f"**{each}**" in board.text for each in TITLES) == (seats == 1)
        assert answers > 12


async def test_a_game_can_be_played_using_only_commands(evening: WireTable) -> None:
    dice, session = Random(4), await evening.session()
    while session.table.status == "running":
        person = await evening.person_asked()
        before, asked = session.number, decision_of(session, person)
        reply = await type_something(evening, person, dice)
        assert reply.is_ephemeral
        assert session.number > before, (asked, reply.text)
    assert "## 🏆 " in (await evening.board()).text


async def test_the_board_offers_a_turn_with_one_select_and_buttons(evening: WireTable) -> None:
    """A turn needs so few controls that the board fits on a phone."""
    board = await evening.board()
    verbs = [press.verb for select in board.selects if (press := read_press(select.custom_id or ""))]
    assert verbs == [PICK]
    assert [button.label for button in board.buttons][:3] == ["Build a residence", "Sell resources", "Pass"]
