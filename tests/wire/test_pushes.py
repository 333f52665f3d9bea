"""Notifications on a locked phone, and how the notifying message becomes the board.

Notifications show the content of a message as posted, without its components or later edits.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from cogs.delivery import board_sender, boards, hand_sender
from sandbox import Sandbox
from sandbox.driver import Actor
from sandbox.faults import NEVER_ENOUGH, Fault, Faults
from sandbox.records import COMPONENTS_V2, Message
from sandbox.seen import Seen
from sandbox.world import Change
from tests.wire.endings import begun, bot_of_all_games, the_end
from tests.wire.evening import CHANNEL, Wired, WireTable, controls, table_of
from tests.wire.panels import change
from tests.wire.test_reminders import in_its_time, pass_hours

EDIT = "PATCH /channels/*/messages/*"
POST = "POST /channels/{}/messages"


class Phone:
    """One person's phone. Collects all notifications from now on, even of messages deleted later."""

    def __init__(self, sandbox: Sandbox, person: Actor) -> None:
        self.pushes: list[str] = []
        self._person = person
        sandbox.world.listen(self._note_change)

    def _note_change(self, change: Change) -> None:
        message = change.record
        if change.kind == "message_created" and isinstance(message, Message) and self._person.id in message.pings:
            self.pushes.append(message.push)


def push_to(person: Actor) -> str:
    """Return the text of the person's last notification."""
    return person.inbox.pings[-1].push


def is_board(message: Seen) -> bool:
    """Return whether a message is made of components, with controls."""
    return bool(message.record.flags & COMPONENTS_V2) and not message.record.content and bool(controls(message))


async def end_turn(evening: WireTable) -> Actor:
    """End the turn. Return the next player, who is pinged."""
    await evening.command(await evening.person_asked(), "/classic stop")
    await evening.wired_bot.quiet()
    await evening.command(await evening.person_asked(), "/classic end")
    return await evening.person_asked()


# Contents

TURNS = {
    "en": "{mention} Minos (classic), round 1 – Which dice do you keep?",
    "fr": "{mention} Minos (classique), manche 1 – Quels dés gardez-vous\u00a0?",
    "cs": "{mention} Minos (klasický), 1. kolo – Které kostky si necháte?",
}


@pytest.mark.parametrize("language", TURNS)
async def test_a_ping_names_game_round_and_question(wired_bot: Wired, language: str) -> None:
    async with table_of(wired_bot, "minos-classic", 2, language=language) as evening:
        called = await end_turn(evening)
        board = await evening.board()

    assert push_to(called) == board.push == TURNS[language].format(mention=called.mention)
    assert is_board(board)
    assert board.pings == [called.name]
    assert len(called.inbox.pings) == 1


async def test_a_ping_names_the_kind_of_a_secret_question(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-dawn", 2) as evening:
        board = await evening.board()
        session = await evening.session()
        mentions = " ".join(person.mention for person in evening.people)

    assert [asked.private for asked in session.pending] == [True, True]
    count = len(session.pending[0].options)
    assert board.push == f"Minos: Dawn of the Bronze Age – Put back 2 of {count} decrees. {mentions}"
    assert is_board(board)


async def test_pings_announce_an_invitation_and_a_closing_lobby(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await ariadne.command("/table open", CHANNEL, game="minerva")
    await ariadne.command("/table invite", CHANNEL, player=theseus)
    await wired_bot.quiet()
    invited = push_to(theseus)

    await pass_hours(wired_bot, 6 * 24 + 1)

    assert invited == f"{theseus.mention} Minerva – Ariadne invites you to play."
    lapses = "Nothing has happened here for days, so this table closes soon."
    assert push_to(ariadne) == f"{ariadne.mention} Minerva – {lapses}"


async def test_pings_name_the_subject_of_votes_and_proposals(wired_bot: Wired) -> None:
    await in_its_time(wired_bot)
    await change(wired_bot.person("Ariadne"), "/server settings", CHANNEL, pace="brisk")
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        ariadne, theseus, daidalos = evening.people
        await evening.command(theseus, "/table pace", pace="pause")
        await evening.board()
        proposed = push_to(daidalos)
        await pass_hours(wired_bot, 8.5)
        await evening.board()

    both = f"{theseus.mention} {daidalos.mention}"
    place = "Minos (classic), round 1 –"
    assert proposed == f"{place} Theseus proposes to pause the game. Do you agree? {ariadne.mention} {daidalos.mention}"
    assert push_to(daidalos) == f"{place} Ariadne has run out of time. Vote on what happens now. {both}"


async def test_the_last_player_is_pinged_to_decide_how_to_continue(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minerva", 2) as evening:
        ariadne, theseus = evening.people
        asked = await evening.command(theseus, "/table leave")
        assert asked.message is not None
        await theseus.press(asked.message, asked.message.buttons[0].label)
        await evening.board()

    asks = "You’re the last one at the table. Do you want to keep playing, or end the game?"
    assert push_to(ariadne) == f"{ariadne.mention} Minerva, round 1 – {asks}"


async def test_players_matched_by_slash_play_are_pinged_to_press_ready(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    for person in (ariadne, theseus):
        await person.command("/play", CHANNEL, game="minerva", seats="2")
    await wired_bot.quiet()

    assert push_to(ariadne) == f"{ariadne.mention} Minerva – Your table is full. Press “Ready” to begin."


async def test_a_search_for_players_is_posted_in_one_request(wired_bot: Wired) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await change(ariadne, "/server settings", CHANNEL, seeking=wired_bot.sandbox.channel("harbour"))
    await ariadne.command("/table open", CHANNEL, game="minerva")
    await ariadne.command("/table seek", CHANNEL)
    await wired_bot.quiet()

    seek = wired_bot.board("harbour")
    assert seek.push == f"🪑 Minerva in <#{wired_bot.sandbox.channel(CHANNEL).id}> is looking for players."
    assert (seek.pings, seek.edits) == ([], 0)
    await theseus.press(seek, seek.buttons[0].label)
    assert (await wired_bot.session()).table.sitter_of(theseus.id) is not None


async def test_pings_announce_the_end_and_a_rematch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot, begun(wired_bot, "minerva", 2) as evening:
        ariadne, theseus = evening.people
        end = await the_end(evening)
        session = await evening.session()
        await ariadne.press(end, "Rematch")
        await evening.board()
        placings = session.reader.result()
        assert placings is not None
        winner = next(placing for placing in placings if placing.place == 1)
        assert winner.seat is not None
        name = session.table.sitters[winner.seat].name

    mentions = f"{ariadne.mention} {theseus.mention}"
    assert end.push == f"Minerva – {name} wins with {winner.score} VP. {mentions}"
    assert push_to(theseus) == f"{theseus.mention} Minerva – Ariadne wants a rematch. Are you in?"


async def test_the_notification_of_a_hand_names_no_card(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-dawn", 2, language="cs") as evening:
        ariadne = evening.people[0]
        await change(ariadne, "/settings", CHANNEL, language="fr", hand_by_dm=True)
        await wired_bot.quiet()
        hello, hand = ariadne.inbox.dms()
        channel = wired_bot.sandbox.channel(CHANNEL).id

    assert hello.push
    assert hand.push == f"Minos\u00a0: l’aube de l’âge du bronze – Voici votre main dans <#{channel}>."
    assert hand.pictures
    assert hand.record.flags & COMPONENTS_V2


async def test_a_board_without_pings_takes_one_request(evening: WireTable) -> None:
    wired_bot = evening.wired_bot
    await evening.board()
    before = len(wired_bot.sandbox.rest.requests)

    await evening.command(evening.people[0], "/table show")
    board = await evening.board()

    channel = wired_bot.sandbox.channel(CHANNEL).id
    sent = [asked for asked in list(wired_bot.sandbox.rest.requests)[before:] if asked == POST.format(channel)]
    assert len(sent) == 1
    assert (board.push, board.pings, board.edits) == ("", [], 0)


# Between the ping and the board


async def kill_before_the_board(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> tuple[Actor, Seen]:
    """Stop the bot after it pinged for a turn, before the message is edited into the board."""
    wired_bot = evening.wired_bot
    await evening.command(await evening.person_asked(), "/classic stop")
    await wired_bot.quiet()
    count = len(wired_bot.public_messages())
    wired_bot.sandbox.faults.delay(EDIT, 60, skip=1, times=NEVER_ENOUGH)  # the first edit makes the recap
    await evening.command(await evening.person_asked(), "/classic end")
    await evening.sandbox.until(lambda: len(wired_bot.public_messages()) == count + 1)
    monkeypatch.setattr("bot.DRAIN_S", 0.1)
    await wired_bot.stop_bot()
    wired_bot.sandbox.faults.clear()
    return await evening.person_asked(), wired_bot.board()


@pytest.mark.parametrize("is_remembered", [True, False], ids=["nonce known", "nonce forgotten"])
async def test_a_ping_becomes_the_board_after_a_crash(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch, is_remembered: bool
) -> None:
    wired_bot = evening.wired_bot
    called, words = await kill_before_the_board(evening, monkeypatch)
    assert words.text == words.push
    assert not words.buttons
    if not is_remembered:
        monkeypatch.setattr("sandbox.rest.messages.NONCE_MEMORY_S", 0)
    count = len(wired_bot.public_messages())

    await wired_bot.start_bot()
    await wired_bot.quiet()

    assert len(wired_bot.public_messages()) == count
    assert wired_bot.board() == words
    assert is_board(words)
    assert words.pictures
    assert len(called.inbox.pings) == 1
    assert [seen.id for seen in wired_bot.public_messages() if controls(seen)] == [words.id]


async def test_the_ping_for_a_hand_becomes_the_hand_after_a_restart(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table_of(wired_bot, "minos-dawn", 2) as evening:
        ariadne = evening.people[0]
        store, kept = wired_bot.parts.store, wired_bot.parts.store.posts.keep_message

        async def never(*what: object) -> None:
            await asyncio.Event().wait()

        await change(ariadne, "/settings", CHANNEL, hand_by_dm=True)
        await wired_bot.quiet()
        monkeypatch.setattr(hand_sender, "ROTATE_MS", 0)
        monkeypatch.setattr(store.posts, "keep_message", never)
        decision = (await evening.session()).pending[0]
        keys = tuple(option.key for option in decision.options[: decision.at_least])
        user = (await evening.session()).table.sitters[decision.seat].user
        await (await evening.session()).play.answer(user, keys, wired_bot.sandbox.world.clock.fresh_id())
        await evening.sandbox.until(lambda: len(ariadne.inbox.dms()) == 3)
        monkeypatch.setattr("bot.DRAIN_S", 0.1)
        await wired_bot.stop_bot()
        words = ariadne.inbox.dms()[-1]
        assert words.text == words.push
        monkeypatch.setattr("sandbox.rest.messages.NONCE_MEMORY_S", 0)
        monkeypatch.setattr(store.posts, "keep_message", kept)

        await wired_bot.start_bot()
        await wired_bot.quiet()

    assert ariadne.inbox.dms()[-1] == words
    assert words.record.flags & COMPONENTS_V2
    assert len([seen for seen in ariadne.inbox.dms() if seen.push == words.push]) == 1, "the old one is taken away"


def _too_large_then_out_of_order(faults: Faults) -> Fault:
    faults.refuse(EDIT, 40005, skip=1)
    return faults.fail(EDIT, skip=1, times=2)


FATES: dict[str, Callable[[Faults], Fault]] = {
    "Discord is out of order": lambda faults: faults.fail(EDIT, status=503, skip=1, times=2),
    "no answer": lambda faults: faults.drop(EDIT, skip=1, times=2),
    "no answer though it was done": lambda faults: faults.drop(EDIT, skip=1, times=2, applied=True),
    "old messages were edited too often": lambda faults: faults.refuse(EDIT, 30046, skip=1, times=2),
    "gone": lambda faults: faults.refuse(EDIT, 10008, skip=1),
    "too slow": lambda faults: faults.delay(EDIT, 3.0, skip=1),
    "too large": lambda faults: faults.refuse(EDIT, 40005, skip=1),
    "too large, then out of order": _too_large_then_out_of_order,
    "not taken as it is": lambda faults: faults.refuse(EDIT, 50035, skip=1),
    "no permission for a moment": lambda faults: faults.refuse(EDIT, 50013, skip=1),
}


@pytest.mark.parametrize("fate", FATES)
async def test_a_ping_that_cannot_become_the_board_is_sent_once(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch, fate: str
) -> None:
    wired_bot = evening.wired_bot
    await evening.command(await evening.person_asked(), "/classic stop")
    await wired_bot.quiet()
    if fate == "too slow":
        monkeypatch.setattr(boards, "EDIT_S", 1.0)
    monkeypatch.setattr(board_sender, "BLOCKED_S", 0.05)
    monkeypatch.setattr(board_sender, "RETRY_S", 0.05)
    posted = len(wired_bot.public_messages())
    theseus = evening.people[1]
    phone = Phone(evening.sandbox, theseus)
    fault = FATES[fate](wired_bot.sandbox.faults)

    await evening.command(await evening.person_asked(), "/classic end")
    board = await evening.board()

    assert fault.met
    assert (await evening.person_asked()).id == theseus.id
    assert len(wired_bot.public_messages()) == posted + 1, "words that didn't become the board are deleted"
    assert is_board(board)
    assert "Which dice do you keep?" in board.text
    assert phone.pushes == [TURNS["en"].format(mention=theseus.mention)]


async def test_a_ping_that_never_becomes_the_board_names_the_question(evening: WireTable) -> None:
    await evening.command(await evening.person_asked(), "/classic stop")
    await evening.wired_bot.quiet()
    theseus = evening.people[1]
    phone = Phone(evening.sandbox, theseus)
    evening.sandbox.faults.refuse(EDIT, 50035, skip=1, times=NEVER_ENOUGH)

    await evening.command(await evening.person_asked(), "/classic end")
    words = await evening.board()
    evening.sandbox.faults.clear()
    await evening.command(theseus, "/table show")

    assert words.text == TURNS["en"].format(mention=theseus.mention)
    assert is_board(await evening.board())
    assert phone.pushes == [words.text]


async def test_a_deleted_ping_returns_as_a_silent_board(evening: WireTable) -> None:
    sandbox, posted = evening.sandbox, evening.wired_bot.public_messages
    await evening.command(await evening.person_asked(), "/classic stop")
    await evening.wired_bot.quiet()
    theseus = evening.people[1]
    phone, count = Phone(sandbox, theseus), len(posted())
    sandbox.faults.delay(EDIT, 0.5, skip=1)

    await evening.command(await evening.person_asked(), "/classic end")
    await sandbox.until(lambda: len(posted()) == count + 1)
    words = posted()[-1]
    sandbox.world.messages.delete(words.record)
    board = await evening.board()

    assert board != words
    assert is_board(board)
    assert phone.pushes == [words.push]


@pytest.mark.parametrize("code", [10008, 40005])
async def test_a_delayed_hand_notifies_its_player_once(wired_bot: Wired, code: int) -> None:
    async with table_of(wired_bot, "minos-dawn", 2) as evening:
        ariadne = evening.people[0]
        await evening.board()
        phone = Phone(wired_bot.sandbox, ariadne)
        fault = wired_bot.sandbox.faults.refuse(f"PATCH /channels/{ariadne.inbox.direct.id}/messages/*", code)

        await change(ariadne, "/settings", CHANNEL, hand_by_dm=True)
        await wired_bot.quiet()
        hello, hand = ariadne.inbox.dms()

    assert fault.met
    assert hand.record.flags & COMPONENTS_V2
    assert "Your hand:" in hand.text
    assert bool(hand.pictures) is (code == 10008)
    assert len(phone.pushes) == 2
    assert phone.pushes[0] == hello.text
    assert "Here’s your hand" in phone.pushes[1]
