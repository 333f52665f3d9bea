"""What Discord refuses though its document allows it, looked at in the requests that the bot sends."""

from collections.abc import Iterator
from typing import Any

import pytest

from sandbox.incoming import Upload
from sandbox.records import Channel, Json, Message
from sandbox.strict.components import walk
from tests.wire.evening import CHANNEL, Wired, table_of

STRING_SELECT = 3


class Sent:
    """The bodies of messages as they went over the wire, new ones and edits."""

    def __init__(self) -> None:
        self.posts: list[Json] = []
        self.edits: list[tuple[Message, Json, list[Upload]]] = []

    @property
    def components(self) -> Iterator[Json]:
        """Every component of every body."""
        for body in [*self.posts, *(body for _, body, _ in self.edits)]:
            yield from walk(body.get("components") or [])


@pytest.fixture
def sent(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Listens to the sandbox of this test, which answers as ever."""
    found, posting = Sent(), wired_bot.sandbox.posting
    post, edit = posting.post, posting.edit

    def posted(channel: Channel, payload: Json, uploads: list[Upload], **more: Any) -> Message:
        found.posts.append(payload)
        return post(channel, payload, uploads, **more)

    def edited(message: Message, payload: Json, uploads: list[Upload]) -> Message:
        found.edits.append((message, payload, uploads))
        return edit(message, payload, uploads)

    monkeypatch.setattr(posting, "post", posted)
    monkeypatch.setattr(posting, "edit", edited)
    return found


async def test_a_select_that_may_be_left_empty_is_not_required(wired_bot: Wired, sent: Sent) -> None:
    async with table_of(wired_bot, "minos-classic", 2):
        pass

    selects = [part for part in sent.components if part["type"] == STRING_SELECT]
    may_be_empty = [select for select in selects if select["min_values"] == 0]
    assert may_be_empty, "the dice to keep"
    assert not any(select["required"] for select in may_be_empty)


@pytest.mark.parametrize("restarts", [False, True])
async def test_an_edit_names_every_file_it_refers_to(wired_bot: Wired, sent: Sent, restarts: bool) -> None:
    """A recap brings its own picture: what the message had before is replaced."""
    async with table_of(wired_bot, "minos-classic", 2) as evening:
        asked = await evening.asked()
        await evening.command(asked, "/classic stop")
        old = await evening.board()
        (picture,) = old.record.attachments
        if restarts:
            await wired_bot.stop_bot()
            await wired_bot.start_bot()

        await evening.command(asked, "/classic end")
        await evening.wired_bot.quiet()

    message, body, uploads = [edit for edit in sent.edits if edit[0].id == old.id][-1]
    assert message is not wired_bot.board(CHANNEL).record
    assert not old.buttons
    assert [upload.filename for upload in uploads] == [picture.filename]
    assert old.record.attachments[0].id != picture.id
    assert old.pictures[0].content is not None
    for _, edit, new in sent.edits:
        named = {one.get("filename") for one in edit.get("attachments") or []} | {upload.filename for upload in new}
        urls = [str(part["url"]) for part in walk_all(edit.get("components")) if "url" in part]
        assert all(url.removeprefix("attachment://") in named for url in urls if url.startswith("attachment://"))
    assert body["components"][0]["components"][1]["items"][0]["media"]["url"] == f"attachment://{picture.filename}"


def walk_all(thing: Any) -> Iterator[Json]:
    """Every object in some JSON."""
    if isinstance(thing, dict):
        yield thing
        for value in thing.values():
            yield from walk_all(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from walk_all(value)
