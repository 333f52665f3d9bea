"""Views of messages and of the bot's answers, for tests. The views always show the current state."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from sandbox.interactions import MESSAGE, Interaction
from sandbox.parts import Parts
from sandbox.posting import texts
from sandbox.records import LOADING, Json, Message
from sandbox.strict.components import BUTTON, FILE, GALLERY, SELECTS, THUMBNAIL, walk

AnswerKind: TypeAlias = Literal["message", "deferred", "deferred_update", "update", "choices", "modal"]
KINDS: dict[int, AnswerKind] = dict(enumerate(get_args(AnswerKind), MESSAGE))


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    custom_id: str | None
    style: int
    disabled: bool
    url: str | None
    emoji: str | None


@dataclass(frozen=True, slots=True)
class SeenOption:
    label: str
    value: str
    description: str | None
    default: bool
    emoji: str | None


@dataclass(frozen=True, slots=True)
class Select:
    custom_id: str
    kind: int
    placeholder: str
    options: tuple[SeenOption, ...]
    min_values: int
    max_values: int
    disabled: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture or other file. `content` is None if the sandbox no longer has its bytes."""

    filename: str
    content: bytes | None
    alt: str | None
    width: int | None
    height: int | None


@dataclass(eq=False, repr=False)
class Seen:
    sandbox: Parts
    record: Message

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and other.record is self.record

    def __hash__(self) -> int:
        return hash(self.record.id)

    def __repr__(self) -> str:
        return f"<Seen {self.id} {self.text[:60]!r} buttons={[button.label for button in self.buttons]}>"

    @property
    def id(self) -> int:
        return self.record.id

    @property
    def channel_id(self) -> int:
        return self.record.channel_id

    @property
    def text(self) -> str:
        return "\n".join(part for part in [self.record.content, *texts(self.record.components)] if part)

    @property
    def buttons(self) -> list[Button]:
        return [_button(part) for part in walk(self.record.components) if part["type"] == BUTTON]

    @property
    def selects(self) -> list[Select]:
        return [_select(part) for part in walk(self.record.components) if part["type"] in SELECTS]

    @property
    def pictures(self) -> list[Picture]:
        """Return all files in display order. Alt texts come from the gallery or else from the file."""
        alts = _alts(self.record.components)
        places = {name: place for place, name in enumerate(alts)}
        return [
            Picture(a.filename, self.sandbox.files.get(a.id), alts.get(a.filename) or a.description, a.width, a.height)
            for a in sorted(self.record.attachments, key=lambda each: places.get(each.filename, len(places)))
        ]

    @property
    def is_ephemeral(self) -> bool:
        return self.record.only_for is not None

    @property
    def is_gone(self) -> bool:
        return self.record.gone

    @property
    def is_by_bot(self) -> bool:
        return self.record.author_id == self.sandbox.world.bot.id

    @property
    def pings(self) -> list[str]:
        return [self.sandbox.world.people[user_id].name for user_id in self.record.pings]

    @property
    def push(self) -> str:
        """Return the text of the push notification. A message made of components has no text."""
        return self.record.push

    @property
    def edits(self) -> int:
        return self.record.edits

    @property
    def raw(self) -> Json:
        return self.sandbox.payloads.message(self.record)


def _button(part: Json) -> Button:
    emoji, disabled = (part.get("emoji") or {}).get("name"), bool(part.get("disabled"))
    label = part.get("label") or emoji or ""
    return Button(label, part.get("custom_id"), part["style"], disabled, part.get("url"), emoji)


def _option(part: Json) -> SeenOption:
    emoji, is_default = (part.get("emoji") or {}).get("name"), bool(part.get("default"))
    return SeenOption(part["label"], part["value"], part.get("description"), is_default, emoji)


def _select(part: Json) -> Select:
    options = tuple(map(_option, part.get("options") or []))
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    placeholder = part.get("placeholder") or ""
    return Select(part["custom_id"], part["type"], placeholder, options, least, most, bool(part.get("disabled")))


def _alts(components: list[Json]) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for part in walk(components):
        shown = part["items"] if part["type"] == GALLERY else [part] if part["type"] in (THUMBNAIL, FILE) else []
        for item in shown:
            url = str((item.get("media") or item.get("file") or {}).get("url"))
            found[url.removeprefix("attachment://")] = item.get("description")
    return found


@dataclass(eq=False, repr=False)
class Reply:
    """The bot's answer to one action. The answer is available after the first response or the timeout."""

    sandbox: Parts
    interaction: Interaction

    def __repr__(self) -> str:
        return f"<Reply {self.kind} {self.message}>"

    @property
    def kind(self) -> AnswerKind | None:
        return None if self.interaction.response.kind is None else KINDS[self.interaction.response.kind]

    @property
    def is_answered(self) -> bool:
        return self.interaction.response.kind is not None

    @property
    def latency_s(self) -> float | None:
        return self.interaction.response.latency_s

    @property
    def message(self) -> Seen | None:
        original = self.interaction.response.original
        return None if original is None else Seen(self.sandbox, original)

    @property
    def is_ephemeral(self) -> bool:
        return self.interaction.response.is_ephemeral

    @property
    def text(self) -> str:
        return "" if self.message is None else self.message.text

    @property
    def modal(self) -> Json | None:
        return self.interaction.response.modal

    @property
    def choices(self) -> list[Json]:
        return self.interaction.response.choices or []

    @property
    def followups(self) -> list[Seen]:
        return [Seen(self.sandbox, message) for message in self.interaction.response.followups]

    async def settle(self, timeout_s: float = 60.0) -> Seen:
        """Wait until the answer is no longer "is thinking…". Return its message, or raise `TimeoutError`."""

        def is_settled() -> bool:
            original = self.interaction.response.original
            return original is not None and not original.flags & LOADING

        await self.sandbox.until(is_settled, timeout_s)
        assert self.message is not None
        return self.message
