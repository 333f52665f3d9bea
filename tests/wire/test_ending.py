"""The end of a game: one ping for everyone, the winner first, a score sheet for phones, and the log."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.ui.columns import WIDEST, in_columns, width_of
from cogs.ui.press import Press
from cogs.views.ending import LOG
from engine.games import GAMES as ENGINES
from engine.kernel.rules import Placing
from engine.minos_dawn.content.words import card
from locales.words import Words
from sandbox.seen import Seen
from sessions.session import Session
from sessions.snapshot import snapshot_of
from tests.wire.endings import begun, bot_of_all_games, pinged_names, play_out, the_end
from tests.wire.evening import Wired, WireTable
from tests.wire.toys import ToyRenderClient

GAMES = [("minos-classic", 2), ("minos-dawn", 3), ("minerva", 3)]


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot:
        yield wired_bot


def table_in(text: str) -> list[str]:
    """Return the lines of a text's code block."""
    found = re.search(r"```\n(.*?)\n```", text, re.DOTALL)
    assert found is not None, text
    return found[1].split("\n")


def button_for(message: Seen, label: str) -> str:
    """Return the custom id of the button with that label."""
    return next(button.custom_id for button in message.buttons if button.label == label and button.custom_id)


@pytest.mark.parametrize(("game", "seats"), GAMES)
async def test_the_end_pings_everyone_once_and_names_the_winner_first(wired_bot: Wired, game: str, seats: int) -> None:
    async with begun(wired_bot, game, seats) as evening:
        board = await the_end(evening)
        session = await evening.session()
        placings = session.reader.result()

        assert placings is not None
        assert pinged_names(evening.people, board) == [person.name for person in evening.people]
        winner = session.table.sitters[placings[0].seat or 0].user
        assert board.text.split("\n")[1].startswith(f"## 🏆 <@{winner}> wins with {placings[0].score} ")
        for placing in placings[1:]:
            assert (
                f"**{placing.place}.** <@{session.table.sitters[placing.seat or 0].user}> – {placing.score} "
                in board.text
            )
        lines = table_in(board.text)
        assert all(width_of(line) <= WIDEST for line in lines)
        assert lines[-1].split() == ["total", *(str(placing.score) for placing in placings)]
        head = next(place for place, line in enumerate(lines) if line.startswith("  "))
        rows = [[int(cell) for cell in line.split()[-seats:]] for line in lines[head + 1 : -2]]
        assert [sum(column) for column in zip(*rows, strict=True)] == [placing.score for placing in placings]
        assert all(any(row) for row in rows)
        assert ": 0 VP for" not in board.text
        assert snapshot_of(session).seed.hex() in board.text  # type: ignore[union-attr]

        assert [picture.filename for picture in board.pictures] == ["score.png", "toy.png"], "first the sheet"
        client = wired_bot.parts.render_client
        assert isinstance(client, ToyRenderClient)
        sides = client.sheets[-1].sides
        assert [side.score for side in sides] == [placing.score for placing in placings]
        assert [sum(cell or 0 for cell in side.cells) for side in sides] == [placing.score for placing in placings]
        assert all(len(side.growth) > 3 and side.growth[-1] == side.score for side in sides), "round by round"

        await evening.command(evening.people[0], "/table show")
        again = await evening.board()
        assert again.id != board.id
        assert pinged_names(evening.people, again) == []


async def test_the_end_also_pings_recently_pinged_players(wired_bot: Wired) -> None:
    """The limit on pings applies only to questions."""
    async with begun(wired_bot, "minerva", 2) as evening:
        session = await evening.session()
        for _ in range(9):
            with session.writer.pings.calling([person.id for person in evening.people]):
                pass
        board = await the_end(evening)

        assert pinged_names(evening.people, board) == ["Ariadne", "Theseus"]


async def test_a_crash_after_the_end_pings_nobody_twice(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    """The outbox stores the ping with the post, and the post's nonce prevents a second message."""
    async with begun(wired_bot, "minerva", 2) as evening:
        with monkeypatch.context() as broken:

            def lose_writes() -> None:
                for name in ("settle", "keep_message"):
                    broken.setattr(wired_bot.parts.sessions.store.posts, name, _lose)

            await play_out(evening, before_end=lose_writes)
            board = await evening.board()
            await wired_bot.stop_bot()
        await wired_bot.start_bot()
        assert wired_bot.parts.sessions.outbox.depth, "the row is still there"
        await wired_bot.quiet()

        assert [message.id for message in wired_bot.public_messages() if "🏆" in message.text] == [board.id]
        for person in evening.people:
            assert [ping.id for ping in person.inbox.pings].count(board.id) == 1


async def _lose(*_: object) -> None:
    """Accept a write without storing it, as if a crash lost it."""


async def test_the_end_pings_only_players_who_stayed(wired_bot: Wired) -> None:
    async with begun(wired_bot, "minerva", 3) as evening:
        leaver = (await evening.others())[0]
        session = await evening.session()
        await session.leaving.concede(leaver.id, evening.sandbox.world.clock.fresh_id())
        board = await the_end(evening)

        assert pinged_names(evening.people, board) == [
            person.name for person in evening.people if person.id != leaver.id
        ]
        assert leaver.mention not in board.text
        assert leaver.name in board.text


TIES = [
    (
        "minos-classic",
        [Placing(1, 1, 20, {"cities": 6, "colonies": 14}, {"TIE-2": 1, "TIE-1": 31}),
         Placing(0, 2, 20, {"cities": 8, "colonies": 12}, {"TIE-2": 1, "TIE-1": 7})],
        "Theseus and Ariadne are tied. More money decides: 31 talents to 7.",
    ),
    (
        "minerva",
        [Placing(1, 1, 9, {"temples": 9}, {"TIE-01": 0, "TIE-02": 3, "TIE-03": 2}),
         Placing(0, 2, 9, {"temples": 9}, {"TIE-01": 0, "TIE-02": 2, "TIE-03": 1})],
        "Theseus and Ariadne are tied. More temples decide: 3 to 2.",
    ),
    (
        "minos-dawn",
        [Placing(0, 1, 50, {"farms": 50}), Placing(1, 1, 50, {"farms": 50})],
        "share the victory: 50 VP each.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("game", "placings", "words"), TIES)
async def test_a_tie_names_the_rule_that_broke_it(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch, game: str, placings: list[Placing], words: str
) -> None:
    """Rules SCORE-09, TIE-01, TIE-02, TIE-1 and END-1."""
    monkeypatch.setattr(type(ENGINES[game].rules), "result", lambda *_: tuple(placings))
    async with begun(wired_bot, game, 2) as evening:
        board = await the_end(evening)

        assert words in board.text
        assert pinged_names(evening.people, board) == ["Ariadne", "Theseus"]


ALONE = [
    (
        "minerva",
        12,
        None,
        "easy",
        ("**Civil**, with 12 VP.", "For the next title, Immune, you need 30 VP: 18 VP more."),
    ),
    ("minerva", 85, None, "easy", ("**Emperor Augustus**, with 85 VP.", "There is no higher title.")),
    (
        "minos-dawn",
        212,
        200,
        "easy",
        ("beats Rhadamanthus (easy) by 12 VP: 212 to 200.", "Normal: Rhadamanthus scores"),
    ),
    ("minos-dawn", 300, 281, "hard", ("beats Rhadamanthus (hard) by 19 VP", "There is no harder level.")),
    ("minos-dawn", 190, 200, "normal", ("Rhadamanthus (normal) beats", "by 10 VP: 200 to 190", "about 215 to 230 VP.")),
    ("minos-dawn", 200, 200, "easy", ("are tied at 200 VP: the rival wins ties.", "about 190 to 200 VP.")),
]


@pytest.mark.parametrize(("game", "own", "his", "level", "words"), ALONE)
async def test_a_solo_end_shows_the_total_and_the_next_step(
    wired_bot: Wired,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    own: int,
    his: int | None,
    level: str,
    words: tuple[str],
) -> None:
    """Rules SOLO-16 and SOLO-END-8."""
    sides = [Placing(0, 1, own, {"farms": own} if his else {"glory": own})]
    if his is not None:
        sides += [Placing(None, 1, his, {"vases": his})]
        sides = [
            replace(side, place=1 + (side.seat is None) if own > his else 2 - (side.seat is None)) for side in sides
        ]
    sides.sort(key=lambda side: side.place)
    monkeypatch.setattr(type(ENGINES[game].rules), "result", lambda *_: tuple(sides))
    options = {"options": f"difficulty={level}"} if his else {}
    async with begun(wired_bot, game, 1, **options) as evening:
        board = await the_end(evening)

        for each in words:
            assert each in board.text
        assert pinged_names(evening.people, board) == ["Ariadne"]
        lines = table_in(board.text)
        assert all(width_of(line) <= WIDEST for line in lines)
        assert ("Rhadamanthus" in "\n".join(lines)) == (his is not None)


WON = {"en": "wins with", "fr": "l’emporte avec", "cs": "Vítězí <@"}
TOTAL = {"en": "total", "fr": "total", "cs": "celkem"}


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
@pytest.mark.parametrize(("game", "seats"), [("minos-dawn", 4), ("minerva", 4), ("minos-classic", 2)])
async def test_the_end_fits_a_phone_in_every_language(wired_bot: Wired, game: str, seats: int, language: str) -> None:
    async with begun(wired_bot, game, seats, language=language) as evening:
        board = await the_end(evening)
        reader = evening.people[-1]
        reader.person.locale = {"en": "cs", "fr": "en-US", "cs": "fr"}[language]
        sheet = await reader.press(board, custom_id=button_for(board, {
            "en": "Score sheet", "fr": "Feuille de score", "cs": "Přehled bodů"}[language]))  # fmt: skip

        assert WON[language] in board.text
        lines = table_in(board.text)
        assert all(width_of(line) <= WIDEST for line in lines)
        assert lines[-1].startswith(TOTAL[language])
        assert sheet.is_ephemeral
        whole = table_in(sheet.text)
        assert all(width_of(line) <= WIDEST for line in whole)
        assert whole[-1].startswith(TOTAL[{"en": "cs", "fr": "en", "cs": "fr"}[language]])
        assert len(whole) >= len(lines)
        meant = [line.removeprefix("-# ").split(":") for line in sheet.text.split("\n") if line.startswith("-# ")]
        assert all(short.strip() != part.strip() for short, part in meant), "full sentences need no key"
        assert all(len(button.label or "") <= 34 for button in board.buttons)


async def test_everyone_sees_the_hands_of_a_finished_game(wired_bot: Wired) -> None:
    """Spectators see the hands too. Everyone reads their own language, after a restart and any kind of ending."""
    async with begun(wired_bot, "minos-dawn", 2) as evening:
        session = await evening.session()
        ariadne, theseus = evening.people
        press = evening.sandbox.world.clock.fresh_id
        held = {person.name: hand_words(session, person.id) for person in evening.people}
        forged = Press(session.table.id, session.table.epoch, "hands").custom_id
        early = await theseus.forge(await evening.board(), forged)
        assert early.text == "✋ Hands are revealed at the end of the game. Use `/hand` to see yours."

        await session.proposals.propose("end", ariadne.id, press())
        await session.proposals.consent(theseus.id, press())
        board = await evening.board()
        await wired_bot.stop_bot()
        await wired_bot.start_bot()
        onlooker = wired_bot.person("Phaidra")
        reply = await onlooker.press(board, "Hands")

        assert reply.is_ephemeral
        assert pinged_names(evening.people, board) == ["Ariadne", "Theseus"]
        assert "nobody wins" in board.text
        for name, cards in held.items():
            assert len(cards) == 6
            line = next(line for line in reply.text.split("\n") if line.startswith(f"**{name}**"))
            assert all(card in line for card in cards), (line, cards)


def hand_words(session: Session, user: int) -> list[str]:
    """Return the English names of the cards in somebody's hand."""
    view = session.reader.view(session.reader.seat_of(user))
    return [Words().say(card(each), "en") for each in view.hand]  # type: ignore[attr-defined]


async def test_a_game_without_a_result_has_no_sheet(evening: WireTable, wired_bot: Wired) -> None:
    session = await evening.session()
    forged = Press(session.table.id, session.table.epoch, "sheet").custom_id
    reply = await evening.people[0].forge(await evening.board(), forged)
    assert reply.text.startswith("✋ There’s no score sheet")


async def test_the_menu_shows_the_log_in_the_reader_language(wired_bot: Wired) -> None:
    async with begun(wired_bot, "minerva", 2) as evening:
        await the_end(evening)
        onlooker = wired_bot.person("Phaidra")
        onlooker.person.locale = "fr"
        reply = await evening.from_menu(onlooker, LOG)

        assert reply.is_ephemeral
        assert reply.text.startswith("### Minerva\u00a0: le journal")


def test_numbers_head_the_columns_if_names_are_too_long() -> None:
    rows = [("money and resources", ["1", "2", "3", "14"])]
    names = ["Christophoros Columbus", "Guest 0-1", "愛愛愛愛", "Jo"]

    *above, head, row = in_columns(names, rows)

    assert above == ["1 Christophoros Columbus", "2 Guest 0-1", "3 愛愛愛愛", "4 Jo"]
    assert head.split() == ["1", "2", "3", "4"]
    assert row.split()[-4:] == ["1", "2", "3", "14"]
    assert width_of(head) == width_of(row) <= WIDEST


def test_short_names_head_their_columns() -> None:
    head, _ = in_columns(["Ada", "Jo"], [("money and resources", ["1", "14"])])
    assert head.split() == ["Ada", "Jo"]


@pytest.mark.parametrize(("game", "seats"), GAMES)
async def test_a_player_who_left_gets_last_place_in_the_picture(wired_bot: Wired, game: str, seats: int) -> None:
    async with begun(wired_bot, game, seats) as evening:
        session = await play_out(evening)
    result = session.reader.result()
    assert result is not None
    first = result[0].seat
    sitters = tuple(replace(each, has_left=each.seat == first) for each in session.table.sitters)
    session.reader.table = replace(session.table, sitters=sitters)

    shown: Any = session.reader.view(None)

    assert {each.seat: each.place for each in shown.result}[first] == seats
