"""Keep everything that the bot has shown, with its reader: each post, edit, answer and suggestion."""

import zlib
from dataclasses import dataclass

import msgspec

from sandbox.interactions import Event, Interaction, command_path
from sandbox.parts import Parts
from sandbox.records import Json, Message
from sandbox.world import Change

PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Shown:
    """One state of a message, a list of suggestions, or a modal."""

    at_ms: int
    packed: bytes
    id: int
    channel: int
    reader: int | None
    """The only person who could see it; None if everyone could."""
    command: str
    """The command that it answers, or ""."""
    is_direct: bool = False
    beside: bytes = b""
    """The content of new files, without pixels."""

    @property
    def text(self) -> str:
        return zlib.decompress(self.packed).decode()


class Witness:
    """Watches a sandbox. `shown` grows with everything that the bot shows to anyone."""

    def __init__(self, sandbox: Parts) -> None:
        self._sandbox = sandbox
        self._seen_files: set[int] = set()
        self.shown: list[Shown] = []
        sandbox.world.listen(self._note_change)
        sandbox.interactions.listen(self._note_answer)

    def _note_change(self, change: Change) -> None:
        message = change.record
        if change.kind not in ("message_created", "message_changed") or not isinstance(message, Message):
            return
        if message.author_id != self._sandbox.world.bot.id:
            return
        channel = self._sandbox.world.channels.get(message.channel_id)
        recipient = channel.recipient_id if channel else None
        reader = message.only_for if recipient is None else recipient
        command = str((message.interaction or {}).get("name") or "")
        fresh = [file.id for file in message.attachments if file.id not in self._seen_files]
        self._seen_files.update(fresh)
        beside = b"\n".join(without_pixels(self._sandbox.files.get(file) or b"") for file in fresh)
        packed, is_direct = self._pack(self._sandbox.payloads.message(message)), recipient is not None
        self.shown.append(Shown(*packed, message.id, message.channel_id, reader, command, is_direct, beside))

    def _note_answer(self, interaction: Interaction, event: Event) -> None:
        """Keep suggestions and modals. They aren't messages, so nothing else records them."""
        shown = interaction.response.choices if interaction.response.choices is not None else interaction.response.modal
        if event == "answered" and shown is not None:
            person, command = interaction.person.id, command_path(interaction.data)
            self.shown.append(Shown(*self._pack(shown), interaction.id, interaction.channel.id, person, command))

    def _pack(self, body: Json | list[Json]) -> tuple[int, bytes]:
        return int(self._sandbox.clock.now() * 1000), zlib.compress(msgspec.json.encode(body), 1)


def without_pixels(content: bytes) -> bytes:
    """Return the content of a file. If it is a PNG, leave out its pixel data."""
    if not content.startswith(PNG):
        return content
    kept, at = [PNG], len(PNG)
    while at < len(content):
        end = at + 12 + int.from_bytes(content[at : at + 4], "big")
        if content[at + 4 : at + 8] != b"IDAT":
            kept.append(content[at:end])
        at = end
    return b"".join(kept)
