"""The bot's messages as JSON on the wire, before the sandbox parses them."""

from collections.abc import Iterator
from typing import Any, Self

import pytest

from sandbox.incoming import Upload
from sandbox.records import Channel, Json, Message
from sandbox.strict.components import walk
from tests.wire.evening import Wired


class Sent:
    """The bodies of new and edited messages, and the files uploaded with edits."""

    def __init__(self) -> None:
        self.posts: list[Json] = []
        self.edits: list[tuple[Message, Json, list[Upload]]] = []

    @classmethod
    def by(cls, wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> Self:
        """Record a test's requests to the sandbox. The sandbox's answers stay the same."""
        found, posting = cls(), wired_bot.sandbox.interactions.posting
        post, edit = posting.post, posting.edit

        def record_post(channel: Channel, payload: Json, uploads: list[Upload], **more: Any) -> Message:
            found.posts.append(payload)
            return post(channel, payload, uploads, **more)

        def record_edit(message: Message, payload: Json, uploads: list[Upload]) -> Message:
            found.edits.append((message, payload, uploads))
            return edit(message, payload, uploads)

        monkeypatch.setattr(posting, "post", record_post)
        monkeypatch.setattr(posting, "edit", record_edit)
        return found

    @property
    def components(self) -> Iterator[Json]:
        """Yield every component of every body."""
        for body in [*self.posts, *(body for _, body, _ in self.edits)]:
            yield from walk(body.get("components") or [])
