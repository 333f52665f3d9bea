"""The bot avoids requests that Discord's document allows but Discord refuses."""

from collections.abc import Iterator
from typing import Any

import pytest

from cogs.interactions.answering import REFUSED
from sandbox.records import Json
from tests.db.test_commands import run_on
from tests.wire.evening import CHANNEL, Wired, table_of
from tests.wire.sent import Sent

STRING_SELECT = 3


@pytest.fixture
def sent(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Record the requests to this test's sandbox. The sandbox's answers stay the same."""
    return Sent.by(wired_bot, monkeypatch)


async def test_a_select_that_may_be_left_empty_is_not_required(wired_bot: Wired, sent: Sent) -> None:
    async with table_of(wired_bot, "minos-classic", 2):
        pass

    selects = [part for part in sent.components if part["type"] == STRING_SELECT]
    may_be_empty = [select for select in selects if select["min_values"] == 0]
    assert may_be_empty, "the dice to keep"
    assert not any(select["required"] for select in may_be_empty)


@pytest.mark.parametrize("restarts", [False, True])
async def test_an_edit_lists_every_file_it_shows(wired_bot: Wired, sent: Sent, restarts: bool) -> None:
    """The board becomes a recap, which has other plates."""
    async with table_of(wired_bot, "minerva", 2) as evening:
        asked = await evening.person_asked()
        old = await evening.board()
        before = {each.filename: each.id for each in old.record.attachments}
        if restarts:
            await wired_bot.stop_bot()
            await wired_bot.start_bot()

        await evening.command(asked, "/minerva pass")
        await evening.wired_bot.quiet()

    message, body, uploads = [edit for edit in sent.edits if edit[0].id == old.id][-1]
    assert message is not wired_bot.board(CHANNEL).record
    assert not old.buttons
    after = {each.filename: each.id for each in old.record.attachments}
    assert {upload.filename for upload in uploads} == after.keys() - before.keys(), "what changed is sent"
    assert all(after[name] == before[name] for name in after.keys() & before.keys()), "the rest stays"
    assert uploads
    assert len(after) == 1 == len([picture for picture in old.pictures if picture.content is not None])
    for _, edit, new in sent.edits:
        named = {one.get("filename") for one in edit.get("attachments") or []} | {upload.filename for upload in new}
        urls = [str(part["url"]) for part in walk_all(edit.get("components")) if "url" in part]
        assert all(url.removeprefix("attachment://") in named for url in urls if url.startswith("attachment://"))
    shown = [str(part["url"]).removeprefix("attachment://") for part in walk_all(body["components"]) if "url" in part]
    assert sorted(shown) == sorted(after)


def walk_all(thing: Any) -> Iterator[Json]:
    """Yield every object in some JSON."""
    if isinstance(thing, dict):
        yield thing
        for value in thing.values():
            yield from walk_all(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from walk_all(value)


FORGED = ("k1:1:0:-1:-1:unheard", "k1:1:0:-1:-1:note:1", "k1:9999999:0:-1:-1:noted", "a1:monday:1", "h1:1", "", "☃")


@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_form_that_the_bot_never_sent_is_refused(wired_bot: Wired, custom_id: str) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        person = evening.people[0]
        opened = await evening.from_menu(person, "note")
        assert opened.modal is not None
        opened.modal["custom_id"] = custom_id

        forged = await person.fill(opened, {"Note to yourself": "Tyros"})

        assert forged.is_ephemeral
        assert forged.text.startswith(REFUSED)


async def test_control_characters_in_a_form_are_not_stored(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        person = evening.people[0]
        table = await evening.session()
        opened = await evening.from_menu(person, "note")

        kept = await person.fill(opened, {"Note to yourself": "Ty\0ros\x07 \ud800first\r\n\tthen\x85 Ugarit"})

        assert not kept.text.startswith(REFUSED)
        assert await wired_bot.parts.store.people.note(table.table.id, person.id) == "Tyros first\n\tthen Ugarit"


async def test_a_forged_report_is_saved_without_its_false_fields(
    wired_bot: Wired, capsys: pytest.CaptureFixture[str]
) -> None:
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        person, session = evening.people[0], await evening.session()
        opened = await evening.command(person, "/report")
        assert opened.modal is not None
        opened.modal["custom_id"] = f"k1:{session.table.id}:0:-1:{10**20 - 1}:reported:{person.id}"

        kept = await person.fill(opened, {"What went wrong?": "no\0thing"})

        assert kept.text.startswith("Report 1 is saved")
        assert await run_on(wired_bot.folder / "knossos.db", "reports") == 0
        told = capsys.readouterr().out
        assert f"table {session.table.id}, entry {session.number}, " in told
        assert "    nothing\n" in told
