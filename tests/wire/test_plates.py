"""The plates of a board: each has its own gallery, only changed plates are sent, and a past turn has a thumbnail."""

import hashlib
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from cogs.views.lobby import OPTIONS
from cogs.views.menu import MENU
from cogs.views.options import PICTURES
from engine.kernel.decision import Fact, Seat
from render import Colours, Mark, Picture
from sandbox.records import Json
from sandbox.seen import Reply, Seen
from tests.wire import evening as wire
from tests.wire.evening import CHANNEL, PEOPLE, Wired, WireTable, control, table_of, wired
from tests.wire.sent import Sent
from tests.wire.toys import PIXEL, ToyRenderClient

SECTION, GALLERY = 9, 12


def digest(*what: object) -> str:
    return hashlib.sha256(repr(what).encode()).hexdigest()[:8]


class TwoPlates(ToyRenderClient):
    """A renderer with two plates. Every press changes the first plate. The second plate changes once a round."""

    moves: tuple[Fact, ...] = ()
    drawn: int = 0

    async def board(
        self,
        game_key: str,
        view: msgspec.Struct,
        marks: Sequence[Mark],
        names: Mapping[Seat, str],
        language: str,
        moves: Sequence[Fact] = (),
        known: Collection[str] = (),
        *,
        colours: Colours,
        is_past: bool = False,
    ) -> tuple[Picture, ...]:
        self.moves = tuple(moves)
        found = []
        plates = f"dice-{digest(view, marks)}.png", f"seats-{digest(getattr(view, 'round', 0))}.png"
        for name in plates[1:] if is_past else plates:
            self.drawn += name not in known
            found.append(Picture(b"" if name in known else PIXEL, name, f"The {name[:4]}", 1, 1))
        return tuple(found)


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    monkeypatch.setattr(wire, "render_client", TwoPlates)
    async with wired(tmp_path) as wired_bot:
        yield wired_bot


@pytest.fixture
def sent(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> Sent:
    return Sent.by(wired_bot, monkeypatch)


def names(evening: WireTable, board: object) -> list[str]:
    return [each.filename.partition("-")[0] for each in board.pictures]  # type: ignore[attr-defined]


def galleries(body: Json) -> list[list[str]]:
    """Return the pictures of each gallery in a message body."""
    (box,) = body["components"]
    return [
        [item["media"]["url"].removeprefix("attachment://") for item in part["items"]]
        for part in box["components"]
        if part["type"] == GALLERY
    ]


def thumbnails(body: Json) -> list[str]:
    """Return the thumbnails in a body."""
    (box,) = body["components"]
    sections = [part for part in box["components"] if part["type"] == SECTION]
    return [section["accessory"]["media"]["url"].removeprefix("attachment://") for section in sections]


async def test_an_edit_sends_only_the_plates_that_changed(wired_bot: Wired, sent: Sent) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        before = await evening.board()
        dice, seats = before.record.attachments
        _, body, uploads = sent.edits[-1]  # the text ping is edited into the board
        assert [upload.filename for upload in uploads] == [dice.filename, seats.filename]
        assert galleries(body) == [[dice.filename], [seats.filename]]

        await evening.command(await evening.person_asked(), "/classic stop")
        board = await evening.board()

    assert board.id == before.id
    _, body, uploads = sent.edits[-1]
    (upload,) = uploads
    assert upload.filename.startswith("dice-")
    assert galleries(body) == [[upload.filename], [seats.filename]]
    assert {"id": str(seats.id), "filename": seats.filename} in body["attachments"]
    assert [each.id for each in board.record.attachments if each.filename == seats.filename] == [seats.id]
    assert [picture.content for picture in board.pictures] == [PIXEL, PIXEL]
    assert [picture.alt for picture in board.pictures] == ["The dice", "The seat"]


async def test_recaps_keep_one_plate_across_restarts(wired_bot: Wired, sent: Sent) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        asked = await evening.person_asked()
        await evening.command(asked, "/classic stop")
        old = await evening.board()
        seats = next(each for each in old.record.attachments if each.filename.startswith("seats-"))
        await wired_bot.stop_bot()
        await wired_bot.start_bot()
        client = wired_bot.parts.render_client
        assert isinstance(client, TwoPlates)

        await evening.command(asked, "/classic end")
        await evening.wired_bot.quiet()

    _, body, uploads = [edit for edit in sent.edits if edit[0].id == old.id][-1]
    assert not old.buttons
    assert uploads == []
    assert (galleries(body), thumbnails(body)) == ([], [seats.filename])
    assert [each.id for each in old.record.attachments] == [seats.id]
    board, _, uploads = sent.edits[-1]
    assert wired_bot.board(CHANNEL).id == board.id != old.id
    assert [upload.filename for upload in uploads] == [each.filename for each in board.attachments]


@pytest.mark.parametrize("ends_turn", [False, True])
async def test_all_plates_are_sent_again_if_discord_lost_one(wired_bot: Wired, sent: Sent, ends_turn: bool) -> None:
    """The stored ids belong to deleted files, as after an edit whose response was lost."""
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        asked = await evening.person_asked()
        if ends_turn:
            await evening.command(asked, "/classic stop")
        board = await evening.board()
        live = wired_bot.parts.client.senders.boards.messages.at_hand((await evening.session()).table.id)
        assert live is not None
        live.files = dict.fromkeys(live.files, 1)

        await evening.command(asked, "/classic end" if ends_turn else "/classic stop")
        await evening.wired_bot.quiet()

    _, body, uploads = [edit for edit in sent.edits if edit[0].id == board.id][-1]
    plates = ["seats"] if ends_turn else ["dice", "seats"]
    assert [upload.filename.partition("-")[0] for upload in uploads] == plates
    shown = thumbnails(body) if ends_turn else [name for (name,) in galleries(body)]
    assert shown == [upload.filename for upload in uploads]
    assert [picture.content for picture in board.pictures] == [PIXEL] * len(plates)


async def choose_pictures(evening: WireTable, panel: Seen, kept: str) -> Reply:
    """Choose which finished turns keep a picture. The setting is in the panel of the table's owner."""
    select = next(select for select in panel.selects if f":{PICTURES}" in select.custom_id)
    return await evening.people[0].choose(panel, kept, custom_id=select.custom_id)


async def advanced_options(evening: WireTable) -> Seen:
    owner, lobby = evening.people[0], await evening.board()
    reply = await owner.press(lobby, custom_id=control(lobby, OPTIONS))
    assert reply.message is not None
    return (await owner.press(reply.message, "Advanced options")).message or reply.message


async def play_turns(evening: WireTable, count: int) -> list[Seen]:
    """Play that many turns. Return the messages of finished turns, and the board."""
    for _ in range(count):
        for way in ("stop", "end"):
            await evening.command(await evening.person_asked(), f"/classic {way}")
        await evening.wired_bot.quiet()
    return evening.wired_bot.public_messages()[1:]


@pytest.mark.parametrize(
    ("kept", "counts"), [("turn", [1, 1, 1, 1]), ("round", [0, 1, 0, 1]), ("demand", [0, 0, 0, 0])]
)
async def test_finished_turns_keep_pictures_as_chosen(wired_bot: Wired, kept: str, counts: list[int]) -> None:
    people = [wired_bot.person(name) for name in PEOPLE[:2]]
    await people[0].command("/table open", CHANNEL, game="minos-classic", options="first_seat=first")
    await people[1].command("/table join", CHANNEL)
    evening = WireTable(wired_bot, people, CHANNEL)
    lobby = await evening.board()
    assert "Pictures: " not in lobby.text
    await choose_pictures(evening, await advanced_options(evening), kept)
    assert ("Pictures: " in (await evening.board()).text) == (kept != "turn")
    await people[0].command("/table start", CHANNEL)
    await play_turns(evening, 1)
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    *recaps, board = await play_turns(evening, 3)

    assert [len(recap.pictures) for recap in recaps] == counts
    assert len(board.pictures) == 2, "the question keeps its pictures"


async def test_owners_choose_pictures_in_the_menu_too(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        *_, board = await play_turns(evening, 1)
        menus = [(await person.press(board, custom_id=control(board, MENU))).message for person in evening.people]
        own, others = [menu for menu in menus if menu is not None]
        await choose_pictures(evening, own, "demand")
        *recaps, board = await play_turns(evening, 1)

    assert [select.placeholder for select in own.selects] == ["Pictures", "Notifications"]
    assert "Pictures" not in [select.placeholder for select in others.selects]
    assert [len(recap.pictures) for recap in recaps] == [1, 0]
    assert len(board.pictures) == 2


async def test_tables_of_older_versions_keep_every_picture(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        assert "pictures" not in msgspec.to_builtins((await evening.session()).table.seating)
        *recaps, _ = await play_turns(evening, 1)
    assert [len(recap.pictures) for recap in recaps] == [1]


async def test_the_picture_marks_the_moves_named_in_its_message(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        client = wired_bot.parts.render_client
        assert isinstance(client, TwoPlates)
        begun = client.moves
        await evening.command(await evening.person_asked(), "/classic stop")
        await evening.command(await evening.person_asked(), "/classic end")
        await evening.wired_bot.quiet()
        session = await evening.session()
        lines = await session.reader.log.lines(None, 1, session.number)

    heard = tuple(fact for line in lines for fact in line.facts)
    told = client.moves
    assert begun
    assert told
    assert told == heard[-len(told) :], "all facts of this turn, oldest first"
    assert not set(begun) & set(told), "no fact of the previous turn"
