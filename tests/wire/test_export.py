"""*Download* in the menu: each reader gets the right file, and anyone can verify a finished game's file."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.kernel.chance import Chance
from engine.kernel.policy import random_policy
from sandbox.driver import Actor
from sessions.results import history
from tests.wire.evening import PEOPLE, Wired, WireTable, from_menu, table_of

SEED = b"the file of a game"


async def play(evening: WireTable, answers: int = 10_000) -> None:
    """Answer at random in the session, without the wire, up to that many times."""
    session = await evening.session()
    chance = Chance(SEED, {})  # A new generator for each game keeps the tests independent of one another.
    for answer in range(answers):
        if not session.pending:
            break
        decision = session.pending[0]
        keys = random_policy(lambda: None, decision, chance)
        await session.play.answer(
            session.table.sitters[decision.seat].user,
            keys,
            session.table.id * 1_000_000 + 7_000_000_000 + session.number + answer,
        )
    await evening.wired_bot.quiet()


async def file_of(evening: WireTable, person: Actor) -> tuple[str, bytes]:
    """Let the person export the table. Return the answer's text and the file."""
    reply = await evening.from_menu(person, "export")
    assert reply.is_ephemeral
    shown = reply.message
    assert shown is not None
    (attached,) = shown.record.attachments
    assert attached.filename.endswith(".json")
    file = evening.sandbox.files.get(attached.id)
    assert file is not None
    return shown.text, file


@pytest.mark.parametrize("game", ["minos-classic", "minos-dawn", "minerva"])
async def test_an_export_contains_only_what_its_reader_may_know(wired_bot: Wired, game: str) -> None:
    async with table_of(wired_bot, game, 2) as evening:
        await play(evening, 16)
        session = await evening.session()
        seed = session.reader.timeline.position.seed.hex().encode()
        for person, seat in ((evening.people[0], 0), (evening.people[1], 1), (wired_bot.person("Phaidra"), None)):
            text, file = await file_of(evening, person)
            read = json.loads(file)
            assert (read["state"], read["game"], read["seen_by"]) == ("running", game, seat)
            assert ("as your seat sees it" in text) == (seat is not None)
            assert seed not in file
            assert read["names"] == list(PEOPLE[:2])
            assert not any(str(one.id).encode() in file for one in evening.people)


async def test_anyone_can_verify_a_finished_game_by_its_file(
    wired_bot: Wired, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with table_of(wired_bot, "minerva", 2) as evening:
        await play(evening)
        text, file = await file_of(evening, wired_bot.person("Phaidra"))
        published = (await evening.session()).table.commitment
    path = tmp_path / "game.json"
    path.write_bytes(file)

    assert "python -m engine verify" in text
    assert main(["verify", str(path)]) == 0
    assert published is not None
    assert published in capsys.readouterr().out


async def test_a_lobby_has_no_game_to_export(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    none = await from_menu(ariadne, "export", "agora")
    await ariadne.command("/table open", "agora", game="minerva")
    lobby = await from_menu(ariadne, "export", "agora")

    for reply in (none, lobby):
        assert reply.is_ephemeral
        assert reply.text.startswith("✋")


async def test_a_file_too_large_for_discord_is_refused_in_words(
    wired_bot: Wired, evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord_limits.FILE_BYTES_LEAST", 100)
    reply = await evening.from_menu(evening.people[0], "export")

    assert reply.is_ephemeral
    assert reply.text.startswith("✋ This game is too long for one file")


async def test_a_hanging_database_is_reported_without_an_error_log(
    wired_bot: Wired, evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(*_: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(history, "READ_S", 0.05)
    monkeypatch.setattr(wired_bot.parts.store.log, "entries", hangs)
    reply = await evening.from_menu(evening.people[0], "export")

    assert reply.text.startswith("✋")
