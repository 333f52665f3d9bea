"""The search for secrets finds everything revealed too early or to the wrong person.

In a fair game it finds nothing.
"""

import struct
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from cogs.ui.press import Press, RulesPress
from db.store import SqliteStore
from engine.kernel.game import complete_settings
from engine.kernel.policy import random_policy
from engine.minos_dawn.content import words as dawn_words
from engine.minos_dawn.game import GAME as DAWN
from engine.minos_dawn.state.facts import RivalPrepared
from engine.simulate import Simulation
from locales.words import LANGUAGES, Words
from sandbox.simulation.hidden import Book, leaks, open_to, read_books, secrets_of
from sandbox.witness import PNG, Shown, Witness, without_pixels
from sessions.lobby.lobby import LobbyOptions
from sessions.sessions import Sessions
from tests.wire.dawn import dawn_bot, dawn_table, decision_of, press_something
from tests.wire.evening import CHANNEL, WireTable

WORDS = Words()


@pytest.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WireTable]:
    async with dawn_bot(tmp_path, monkeypatch) as wired_bot, dawn_table(wired_bot, 2) as evening:
        yield evening


def book_of(evening: WireTable) -> Book:
    (book,) = read_books(evening.wired_bot.folder / "knossos.db")
    return book


def state_shown(evening: WireTable, told: object, at_ms: int, reader: int | None = None, beside: bytes = b"") -> Shown:
    """Return a message as the bot could have posted it in the table's channel."""
    packed = zlib.compress(msgspec.json.encode(told))
    return Shown(at_ms, packed, 1, evening.sandbox.channel(CHANNEL).id, reader, "", beside=beside)


async def test_a_correct_game_reveals_no_secret(evening: WireTable) -> None:
    witness, dice = Witness(evening.sandbox), Random(1)
    for _ in range(40):
        asked = await evening.session()
        person = next(person for person in evening.people if asked.reader.decision_of(person.id))
        await press_something(evening, person, dice)
    for person in evening.people:
        await evening.command(person, "/hand")
    await evening.board()

    assert len(witness.shown) > 60
    assert leaks([book_of(evening)], witness.shown) == []


async def test_a_hand_is_hidden_from_all_but_its_seat(evening: WireTable) -> None:
    session = await evening.session()
    first, second = evening.people
    seat = session.reader.seat_of(first.id)
    assert seat is not None
    card = session.reader.timeline.position.state.players[seat].hand[0]
    book = book_of(evening)
    now = book.instants[-1]
    for name in (card, *(WORDS.say(dawn_words.card(card), language) for language in LANGUAGES)):
        told = {"content": f"**{name}**"}
        assert len(leaks([book], [state_shown(evening, told, now)])) == 1, name
        assert len(leaks([book], [state_shown(evening, told, now, second.id)])) == 1, name
        assert leaks([book], [state_shown(evening, told, now, first.id)]) == [], name
    rules, control = RulesPress("minos-dawn", second.id, "o").custom_id, Press(book.table, 0, "o").custom_id
    for controls, count in (([rules], 0), ([rules, control], 1), ([control], 1)):
        page = {"content": card, "components": [{"custom_id": each} for each in controls]}
        assert len(leaks([book], [state_shown(evening, page, now, second.id)])) == count, controls


async def test_a_card_is_hidden_until_it_is_face_up(evening: WireTable) -> None:
    dice = Random(1)
    number = 1
    while number == 1:
        session = await evening.session()
        person = next(person for person in evening.people if session.reader.decision_of(person.id))
        await press_something(evening, person, dice)
        book = book_of(evening)
        card, number = max(book.opened[None].items(), key=lambda found: found[1])
    opened = book.instants[number - 1]

    assert len(leaks([book], [state_shown(evening, card, opened - 1)])) == 1
    assert leaks([book], [state_shown(evening, card, opened)]) == []


def test_a_name_shared_with_a_public_component_is_no_secret() -> None:
    """Olive Press and Lustral Basin are names of decrees and of Foundations."""
    told = {card: names for card, names in secrets_of("minos-dawn").items() if len(names) == 1}
    assert told == {"A1-05": {"a1-05"}, "A1-46": {"a1-46"}}


def test_starting_tiles_are_no_secret() -> None:
    """Forums and residences are public. A search for the French name of a residence would find public words."""
    secrets = secrets_of("minerva")
    assert not {"forum", "residence"} & secrets.keys()
    assert any("champ de" in name for names in secrets.values() for name in names)


async def test_a_card_that_was_briefly_face_up_is_known(tmp_path: Path) -> None:
    """SOLO-PREP-1: the rival takes a card that came into the offer only after the last answer."""
    seed = bytes([14, 1] * 8)
    simulation = Simulation(DAWN, complete_settings(DAWN, 1, {}), seed, random_policy)
    open_before: set[str] = set()
    taken: set[str] = set()
    while not taken:
        open_before.update(open_to(simulation.play.position.state, None))
        facts = simulation.turn().facts
        open_now = {*open_before, *open_to(simulation.play.position.state, None)}
        taken.update(card for fact in facts if isinstance(fact, RivalPrepared) for card in fact.cards)
        taken -= open_now
    answers = [entry.keys for entry in simulation.entries]

    store = await SqliteStore.open(str(tmp_path / "knossos.db"))
    session = await Sessions(store, {DAWN.rules.key: DAWN}, token_bytes=lambda _: seed).open(
        None, 77, 1, "Ariadne", DAWN.rules.key, 1, LobbyOptions(seats_wanted=1)
    )
    started = (await session.lobby.start(1, 2)).last
    # All answers go in one chain, because the session gives automatic answers after each chain.
    keys = iter(answers)
    await session.play.answer_chain(1, lambda _: next(keys, None), 3)
    await store.close()

    (book,) = read_books(tmp_path / "knossos.db")
    assert {book.opened[None][card] for card in taken} == {started + len(answers)}


async def test_a_seed_is_hidden_until_the_table_is_over(evening: WireTable) -> None:
    session = await evening.session()
    seed = session.reader.timeline.position.seed
    running = book_of(evening)
    now = running.instants[-1]
    for told, beside in ((seed.hex(), b""), (str(int.from_bytes(seed, "big")), b""), ("", b"tEXt" + seed)):
        assert len(leaks([running], [state_shown(evening, told, now, None, beside)])) == 1
        assert len(leaks([running], [state_shown(evening, told, now, evening.people[0].id, beside)])) == 1

    for person in evening.people:
        if (await evening.session()).table.status == "running":
            asked = await evening.command(person, "/table leave")
            assert asked.message is not None, asked.text
            await person.press(asked.message, asked.message.buttons[0].label)
    await evening.people[-1].press(await evening.board(), "End the game")
    over = book_of(evening)
    assert leaks([over], [state_shown(evening, seed.hex(), over.instants[-1])]) == []
    assert len(leaks([over], [state_shown(evening, seed.hex(), now)])) == 1


async def test_controls_of_private_questions_are_for_their_seat_only(evening: WireTable) -> None:
    session = await evening.session()
    first, second = evening.people
    decision = decision_of(session, first)
    assert decision.private
    custom_id = Press(session.table.id, session.table.epoch, "answer", 0, decision.seat, decision.id).custom_id
    told = {"components": [{"type": 2, "custom_id": custom_id}]}
    book = book_of(evening)
    now = book.instants[-1]

    assert len(leaks([book], [state_shown(evening, told, now)])) == 1
    assert len(leaks([book], [state_shown(evening, told, now, second.id)])) == 1
    assert leaks([book], [state_shown(evening, told, now, first.id)]) == []


def test_metadata_of_pictures_is_searched_but_pixels_are_not() -> None:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + bytes(4)

    picture = PNG + chunk(b"tEXt", b"seed 42") + chunk(b"IDAT", b"pixels") + chunk(b"IEND", b"")
    assert without_pixels(picture) == PNG + chunk(b"tEXt", b"seed 42") + chunk(b"IEND", b"")
    assert without_pixels(b"plain words") == b"plain words"
