"""Impossible requests are refused immediately and privately, in the reader's language, with an alternative."""

import asyncio

import pytest

from cogs.interactions.answering import REFUSED
from cogs.play.presses import AGAIN_MS
from cogs.ui.presenter import ANSWER_OFFERED
from cogs.ui.press import Press, SettingPress, read_press
from cogs.views.controls import UNDO
from engine.kernel.decision import Message
from locales.words import Words
from sandbox.driver import Actor
from tests.wire.evening import CHANNEL, Wired, WireTable, control, table_of

WORDS = Words()


def refusal(key: str, language: str = "en", **blanks: int | str) -> str:
    """Return the full text of a refusal."""
    return f"{REFUSED} {WORDS.say(Message(key, dict(blanks)), language)}"


def refused_in(key: str, person: Actor) -> str:
    """Return the full text of a refusal in the language of this person's client."""
    return refusal(key, person.person.locale.partition("-")[0])


async def test_the_wrong_person_is_told_whose_turn_it_is(evening: WireTable) -> None:
    asked, other = await evening.person_asked(), (await evening.others())[0]
    session = await evening.session()
    before = session.reader.timeline.digest()

    pressed = await other.press(await evening.board(), "None")
    typed = await evening.command(other, "/classic roll")

    for reply in (pressed, typed):
        assert reply.is_ephemeral
        assert reply.text == f"{REFUSED} It’s not your turn. Waiting for {asked.name}."
    assert session.reader.timeline.digest() == before


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("fr", "fr"), ("cs", "cs")])
async def test_a_spectator_is_refused_in_their_own_language(evening: WireTable, locale: str, language: str) -> None:
    stranger = evening.wired_bot.newcomer("Glaukos", locale=locale)

    reply = await stranger.press(await evening.board(), "None")

    assert reply.is_ephemeral
    assert reply.text == refusal("refused.not_playing", language)


async def test_a_stranger_to_a_closed_lobby_hears_that_it_is_over(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game="minos-classic")
    await ariadne.command("/table leave", CHANNEL)

    reply = await wired_bot.person("Theseus").command("/hand", CHANNEL)

    assert reply.text == refusal("refused.table_over")


async def test_a_spectator_hears_of_a_free_seat(wired_bot: Wired) -> None:
    """The lobby's advice to join before the start would be wrong here."""
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        theseus, phaidra = evening.people[1], evening.wired_bot.person("Phaidra")
        watching = await evening.command(phaidra, "/hand")
        sure = await evening.command(theseus, "/table leave")
        assert sure.message is not None
        await theseus.press(sure.message, "Leave: autopilot")

        free = await evening.command(phaidra, "/hand")
        own = await evening.command(theseus, "/hand")
        await evening.command(phaidra, "/table join")
        taken = await evening.command(theseus, "/hand")

    assert watching.text == refusal("refused.not_playing")
    assert free.text == refusal("refused.seat_is_free")
    assert own.text == refusal("refused.seat_is_open")
    assert taken.text == refusal("refused.not_playing")


@pytest.mark.parametrize(("locale", "language"), [("en-US", "en"), ("fr", "fr"), ("cs", "cs")])
async def test_a_stale_press_is_refused(evening: WireTable, locale: str, language: str) -> None:
    asked = await evening.person_asked()
    asked.person.locale = locale
    board = await evening.board()
    stale = board.buttons[0].custom_id
    assert stale
    await asked.press(board, "None")
    digest = (await evening.session()).reader.timeline.digest()
    evening.wired_bot.pass_time(AGAIN_MS / 1000)

    again = await asked.forge(await evening.board(), stale)

    assert again.is_ephemeral
    assert again.text == refusal("refused.stale", language)
    assert (await evening.session()).reader.timeline.digest() == digest


async def test_a_press_from_before_an_undo_is_refused(evening: WireTable) -> None:
    asked = await evening.person_asked()
    await asked.press(await evening.board(), "All")
    old = control(await evening.board(), ANSWER_OFFERED)
    await evening.use(asked, UNDO)
    board = await evening.board()
    assert read_press(board.buttons[0].custom_id or "") != read_press(old)
    evening.wired_bot.pass_time(AGAIN_MS / 1000)

    reply = await asked.forge(board, old)

    assert reply.text == refusal("refused.stale")


async def test_forged_controls_change_nothing(evening: WireTable) -> None:
    asked = await evening.person_asked()
    session = await evening.session()
    board = await evening.board()
    digest = session.reader.timeline.digest()
    table, epoch, seat = session.table.id, session.table.epoch, session.pending[0].seat
    forged = [
        "k1:1:0:0:0:o999",
        "k1:99999:0:0:0:o0",
        "no such thing",
        "k1:1:0:0:0:dance0",
        "x" * 100,
        Press(table, epoch, "o", 700, seat, 0).custom_id,
        Press(table, epoch + 1, "o", 0, seat, 0).custom_id,
        Press(table, epoch, "o", 0, (seat + 1) % 3, 0).custom_id,
        Press(table, epoch, "o", 0, seat, 9).custom_id,
        Press(table, epoch, "order", 7, seat).custom_id,
        Press(table, epoch, "set", 90).custom_id,
        Press(table, epoch, "start").custom_id,
        Press(table, epoch, "options").custom_id,
    ]

    for custom_id in forged:
        reply = await asked.forge(board, custom_id)
        assert reply.is_answered, custom_id
        assert reply.is_ephemeral, custom_id
    select = board.selects[0].custom_id
    for values in (["77"], ["-1"], ["0", "0"], ["abc"], ["²"], [""], ["9" * 90]):
        reply = await asked.forge(board, select, kind=3, values=values)
        assert reply.is_ephemeral, values
    assert session.reader.timeline.digest() == digest


async def test_incomplete_and_illegal_commands_are_refused(evening: WireTable) -> None:
    asked = await evening.person_asked()
    digest = (await evening.session()).reader.timeline.digest()

    nonsense = await evening.command(asked, "/classic keep", dice="seven")
    foreign = await evening.command(asked, "/classic keep", dice="1 9")
    too_early = await evening.command(asked, "/classic move", piece="z_fish", to="s_pylos")
    no_fight = await evening.command(asked, "/classic fight")

    assert "matches nothing that’s possible now" in nonsense.text
    assert "matches nothing" in foreign.text
    assert too_early.text.startswith(f"{REFUSED} That’s not possible right now. Your move: Which dice")
    assert no_fight.text.startswith(f"{REFUSED} That’s not possible right now.")
    assert all(reply.is_ephemeral for reply in (nonsense, foreign, too_early, no_fight))
    assert (await evening.session()).reader.timeline.digest() == digest


async def test_a_command_from_an_older_version_is_refused(evening: WireTable) -> None:
    asked = await evening.person_asked()
    option = {"name": "dance", "type": 1, "options": []}

    reply = await asked.forge_command(CHANNEL, {"id": "1", "name": "classic", "type": 1, "options": [option]})

    assert reply.text == refusal("refused.half_typed")


async def test_a_channel_takes_only_one_table(evening: WireTable) -> None:
    reply = await evening.command(evening.people[1], "/table open", game="minos-classic")

    assert reply.is_ephemeral
    assert reply.text == refusal("refused.table_exists")


async def test_unknown_games_and_options_are_refused(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")

    game = await ariadne.command("/table open", "labyrinth", game="chess")
    option = await ariadne.command("/table open", "labyrinth", game="minos-classic", options="short_game=perhaps")
    seats = await ariadne.command("/table open", "labyrinth", game="minos-classic", seats=9)

    assert "a game called “chess”" in game.text
    assert "“short_game=perhaps” isn’t an option" in option.text
    assert seats.text == refusal("refused.settings")
    assert not wired_bot.public_messages("labyrinth")


async def test_commands_are_refused_in_a_channel_without_a_table(wired_bot: Wired) -> None:
    theseus = wired_bot.person("Theseus")
    theseus.person.locale = "cs"
    for path in ("/table join", "/table start", "/table undo", "/table menu", "/table close", "/classic roll", "/hand"):
        reply = await theseus.command(path, "harbour")
        assert reply.is_ephemeral
        assert reply.text == refusal("refused.no_table", "cs")


async def test_joining_a_full_table_and_starting_alone_are_refused(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await ariadne.command("/table open", CHANNEL, game="minos-classic", seats=2)

    alone = await ariadne.command("/table start", CHANNEL)
    twice = await ariadne.command("/table join", CHANNEL)
    await theseus.command("/table join", CHANNEL)
    full = await wired_bot.person("Daidalos").command("/table join", CHANNEL)
    foreign = await theseus.command("/table start", CHANNEL)

    assert alone.text.startswith(f"{REFUSED} 1 more player is needed to start.")
    assert twice.text == refusal("refused.already_seated")
    assert full.text.startswith(f"{REFUSED} All 2 seats are taken.")
    assert foreign.text == f"{REFUSED} Only {ariadne.mention} can do this, as the owner of the table."
    assert not theseus.inbox.pings


async def test_two_simultaneous_presses_count_once(evening: WireTable) -> None:
    asked = await evening.person_asked()
    board = await evening.board()
    session = await evening.session()
    before = session.number

    first, second = await asyncio.gather(asked.press(board, "All"), asked.press(board, "All"))

    assert session.number == before + 1
    assert {first.kind, second.kind} == {"update", "deferred_update"}


async def test_one_interaction_delivered_twice_counts_once(evening: WireTable) -> None:
    asked = await evening.person_asked()
    session = await evening.session()
    before = session.number
    evening.sandbox.interactions.deliveries = 2

    await asked.press(await evening.board(), "All")
    await evening.wired_bot.quiet()

    assert session.number == before + 1


async def test_an_opening_command_delivered_twice_opens_one_table(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    wired_bot.sandbox.interactions.deliveries = 2

    await ariadne.command("/table open", CHANNEL, game="minos-classic", thread=True)
    await wired_bot.quiet()

    threads = wired_bot.sandbox.world.channels.threads()
    assert len(threads) == 1
    assert len(await wired_bot.parts.sessions.store.tables.of_user(ariadne.id)) == 1


async def test_undo_stops_at_a_roll_or_an_answer_of_another_player(evening: WireTable) -> None:
    asked, other = await evening.person_asked(), (await evening.others())[0]

    nothing = await evening.command(asked, "/table undo")
    await evening.command(asked, "/classic roll")
    rolled = await evening.command(asked, "/table undo")
    foreign = await evening.command(other, "/table undo")

    assert nothing.text == refusal("refused.nothing_to_undo")
    assert rolled.text == refusal("refused.undo_revealed")
    assert foreign.text == refusal("refused.undo_other")


async def test_undo_takes_back_answers_since_the_roll(evening: WireTable) -> None:
    asked = await evening.person_asked()
    session = await evening.session()
    decision = session.pending[0]

    await evening.command(asked, "/classic stop")
    stopped = session.pending[0]
    undone = await evening.use(asked, UNDO)

    assert stopped.rule == "TURN-2"
    assert undone.kind == "update"
    assert session.pending[0].options == decision.options
    assert session.table.epoch == 1


async def test_only_the_owner_closes_a_lobby_after_confirming(wired_bot: Wired) -> None:
    """The owner here isn't a moderator. A guest who presses the owner's controls is refused too."""
    owner, guest = wired_bot.person("Theseus"), wired_bot.person("Daidalos")
    await owner.command("/table open", CHANNEL, game="minos-classic")
    await guest.command("/table join", CHANNEL)

    foreign = await guest.command("/table close", CHANNEL)
    asked = await owner.command("/table close", CHANNEL)
    assert asked.message is not None
    forged = await guest.forge(asked.message, asked.message.buttons[0].custom_id or "")
    assert (await wired_bot.session()).table.status == "lobby"
    closed = await owner.press(asked.message, "Close table")
    await wired_bot.quiet()

    assert foreign.text.startswith(f"{REFUSED} ")
    assert forged.text == refused_in("refused.not_yours", guest)
    assert closed.text == "The table is closed."
    assert (await wired_bot.session()).table.status == "closed"
    assert "This table is closed." in wired_bot.board().text


async def test_ending_a_game_by_consent_keeps_its_log(wired_bot: Wired) -> None:
    """The owner may be losing, so ending the game needs the others' consent."""
    owner, second = wired_bot.person("Theseus"), wired_bot.person("Ikaros")
    second.person.locale = "en-US"
    await owner.command("/table open", CHANNEL, game="minos-classic", seats=2)
    await second.command("/table join", CHANNEL)
    await owner.command("/table start", CHANNEL)
    await wired_bot.quiet()
    session = await wired_bot.session()

    asked = await owner.command("/table close", CHANNEL)
    assert asked.message is not None
    places = ["End with these places", "Share the victory"]
    assert [button.label for button in asked.message.buttons] == [*places, "Ask to end", "Ask for a pause", "Concede"]
    forged = Press(session.table.id, session.table.epoch, "close", user=owner.id).custom_id
    alone = await owner.forge(asked.message, forged)
    assert alone.text == refusal("refused.end_needs_consent")
    assert session.table.status == "running"
    await owner.press(asked.message, "Ask to end")
    await wired_bot.quiet()
    board = wired_bot.board()
    assert f"{owner.name} proposes to end the game here" in board.text
    assert board.pings == [second.name]
    await second.press(board, "Agree to end")
    await wired_bot.quiet()

    assert (session.table.status, session.table.ended) == ("over", "agreed")
    *_, recap, board = wired_bot.public_messages()
    assert "• The players agree to end the game early." in recap.text.splitlines()
    assert "**The game was ended early**, so nobody wins." in board.text
    assert "Verify the randomness" in board.text
    told = await second.command("/stats me", CHANNEL)
    assert "Ended early: 1 game." in told.text


async def test_a_moderator_ends_a_running_game_and_is_named(wired_bot: Wired) -> None:
    owner, second, moderator = wired_bot.person("Theseus"), wired_bot.person("Daidalos"), wired_bot.person("Ariadne")
    await owner.command("/table open", CHANNEL, game="minos-classic", seats=2)
    await second.command("/table join", CHANNEL)
    await owner.command("/table start", CHANNEL)
    await wired_bot.quiet()

    asked = await moderator.command("/table close", CHANNEL)
    assert asked.message is not None
    await moderator.press(asked.message, "End as moderator")
    await wired_bot.quiet()

    assert (await wired_bot.session()).table.ended == "moderated"
    *_, recap, board = wired_bot.public_messages()
    assert f"• A moderator, {moderator.mention}, ends the game early." in recap.text.splitlines()
    assert board.pings == ["Theseus", "Daidalos"], "only the people who played"


async def test_the_autopilot_takes_the_seat_of_a_player_who_left(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        leaver = await evening.person_asked()
        sure = await evening.command(leaver, "/table leave")
        assert sure.message is not None
        await leaver.press(sure.message, "Leave: autopilot")
        session = await evening.session()

        assert session.reader.seat_of(leaver.id) is None
        assert session.table.status == "running"
        assert (await evening.person_asked()).name != leaver.name
        await evening.board()
        *_, recap, board = wired_bot.public_messages()
        assert f"• {leaver.name} leaves the game; the autopilot takes the seat." in recap.text.splitlines()
        assert "leaves the game" not in board.text, "each line appears in the channel once"


async def test_a_double_click_on_undo_takes_back_one_turn(evening: WireTable) -> None:
    """Both clicks are under way at the same time, on the same board."""
    asked = await evening.person_asked()
    session = await evening.session()
    await evening.command(asked, "/classic stop")
    after_one = session.reader.timeline.digest()
    await evening.command(asked, "/classic income")
    board = await evening.board()

    first, second = await asyncio.gather(
        asked.press(board, custom_id=control(board, UNDO)), asked.press(board, custom_id=control(board, UNDO))
    )

    assert {first.kind, second.kind} == {"update", "deferred_update"}
    assert session.reader.timeline.digest() == after_one
    assert session.table.epoch == 1


async def test_a_forged_press_on_plain_text_is_answered(wired_bot: Wired) -> None:
    """Discord refuses to put a panel in the place of plain text unless the edit also removes the text."""
    theseus = wired_bot.person("Theseus")
    refused = await theseus.command("/table join", "harbour")
    assert refused.message is not None

    reply = await theseus.forge(refused.message, SettingPress("settings", "hand_by_dm", theseus.id, "on").custom_id)

    assert reply.kind == "update"
    assert reply.message is not None
    assert reply.message.buttons
