"""Check the components of messages and modals as Discord does."""

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field

import discord_limits as limits
from sandbox.errors import Form
from sandbox.records import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, SECTION, TEXT, THUMBNAIL = 1, 2, 3, 4, 9, 10, 11
GALLERY, FILE, SEPARATOR, CONTAINER, LABEL, FILE_UPLOAD = 12, 13, 14, 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
ROLE_SELECT, CHANNEL_SELECT = 6, 8
SELECTS = (STRING_SELECT, 5, ROLE_SELECT, 7, CHANNEL_SELECT)
LINK, PREMIUM = 5, 6
LINKS = ("http://", "https://", "discord://")
TOP_LEVEL_V2 = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)

Path = tuple[str | int, ...]


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield all components in reading order, including nested ones and accessories."""
    ahead = components[::-1]
    while ahead:
        component = ahead.pop()
        yield component
        if isinstance(inner := component.get("component"), dict):
            ahead.append(inner)
        if isinstance(accessory := component.get("accessory"), dict):
            ahead.append(accessory)
        if children := component.get("components"):
            ahead.extend(reversed(children))


def media_urls(components: list[Json]) -> Iterator[str]:
    for part in walk(components):
        for holder in (part, *(part.get("items") or [])):
            for key in ("media", "file"):
                if isinstance(holder.get(key), dict) and holder[key].get("url"):
                    yield holder[key]["url"]


def number(components: list[Json]) -> None:
    """Give every component without an id a number, counting from 1 as Discord does."""
    taken = {part["id"] for part in walk(components) if part.get("id")}
    fresh = (n for n in range(1, len(taken) + 1000) if n not in taken)
    for part in walk(components):
        if not part.get("id"):
            part["id"] = next(fresh)


def spell_emoji(components: list[Json]) -> None:
    """Write the ids of emoji as strings, as Discord does. Remove null ids."""
    for part in walk(components):
        for holder in (part, *(part.get("options") or [])):
            emoji = holder.get("emoji") or {}
            if emoji.get("id"):
                emoji["id"] = str(emoji["id"])
            else:
                emoji.pop("id", None)


@dataclass
class Check:
    """Checks one message or modal. `files` are the names that `attachment://` may refer to."""

    form: Form
    files: set[str]
    emojis: Container[int]
    _custom_ids: set[str] = field(default_factory=set)
    _ids: set[int] = field(default_factory=set)
    _is_modal: bool = False

    def message(self, components: object, *, v2: bool) -> None:
        path: Path = ("components",)
        if not isinstance(components, list) or not all(isinstance(part, dict) for part in components):
            self.form.wrong(path, "BASE_TYPE_LIST", "Only iterables may be used in a ListType")
            return
        if v2:
            self.form.count(path, len(components), 1, limits.COMPONENTS_PER_MESSAGE)
            if sum(1 for _ in walk(components)) > limits.COMPONENTS_PER_MESSAGE:
                most = limits.COMPONENTS_PER_MESSAGE
                self.form.wrong(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"The most is {most} components.")
            text = sum(len(str(part.get("content") or "")) for part in walk(components) if part.get("type") == TEXT)
            if text > limits.TEXT_DISPLAY_TOTAL:
                most = limits.TEXT_DISPLAY_TOTAL
                self.form.wrong(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"Text must not exceed {most}.")
        else:
            self.form.count(path, len(components), 0, limits.ACTION_ROWS)
        self._all(path, components, TOP_LEVEL_V2 if v2 else (ROW,))

    def modal(self, components: object) -> None:
        path: Path = ("data", "components")
        if not isinstance(components, list):
            self.form.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
            return
        self.form.count(path, len(components), 1, limits.MODAL_COMPONENTS)
        self._is_modal = True
        self._all(path, components, (ROW, TEXT, LABEL))

    def _all(self, path: Path, parts: list[Json], allowed: tuple[int, ...]) -> None:
        for place, part in enumerate(parts):
            self._one((*path, place), part, allowed)

    def _one(self, path: Path, part: Json, allowed: tuple[int, ...]) -> None:
        kind = part.get("type")
        if not self.form.choice((*path, "type"), kind, allowed):
            return
        given = part.get("id")
        if given and given in self._ids:
            self.form.wrong((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self._ids |= {given} if given else set()
        CHECKS.get(kind, Check._custom_id)(self, path, part)

    def _custom_id(self, path: Path, part: Json) -> None:
        given = part.get("custom_id")
        if not self.form.length((*path, "custom_id"), given, 1, limits.CUSTOM_ID):
            return
        assert isinstance(given, str)
        if given in self._custom_ids:
            message = "Component custom id cannot be duplicated"
            self.form.wrong((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self._custom_ids.add(given)

    def _row(self, path: Path, part: Json) -> None:
        children = part.get("components") or []
        inner: Path = (*path, "components")
        is_single = self._is_modal or any(child.get("type") in SELECTS for child in children)
        self.form.count(inner, len(children), 1, 1 if is_single else limits.ROW_BUTTONS)
        self._all(inner, children, (TEXT_INPUT if self._is_modal else BUTTON, *SELECTS))

    def _button(self, path: Path, part: Json) -> None:
        style = part.get("style")
        is_known = self.form.choice((*path, "style"), style, range(1, 7))
        if style == LINK:
            fits = self.form.length((*path, "url"), part.get("url"), 1, limits.BUTTON_URL)
            if fits and not str(part["url"]).startswith(LINKS):
                self.form.wrong((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Must be a web address")
            if part.get("custom_id"):
                message = "A custom id and url cannot both be specified"
                self.form.wrong((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
        elif is_known and style != PREMIUM:
            self._custom_id(path, part)
            if part.get("url"):
                self.form.wrong((*path, "url"), "BUTTON_COMPONENT_URL_INVALID", "Only a link has a url")
        self.form.optional(path, part, "label", limits.BUTTON_LABEL)
        if not (part.get("label") or "").strip() and not part.get("emoji") and style != PREMIUM:
            self.form.wrong(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI", "A button needs a label or an emoji")
        self._emoji(path, part)

    def _emoji(self, path: Path, part: Json) -> None:
        emoji = part.get("emoji")
        if not emoji:
            return
        if emoji.get("id"):
            valid = str(emoji["id"]).isdigit() and int(emoji["id"]) in self.emojis
        else:
            name = emoji.get("name") or ""
            valid = any(ord(letter) > 0xFF or letter in "©®\u20e3" for letter in name)
        if not valid:
            self.form.wrong((*path, "emoji", "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def _select(self, path: Path, part: Json) -> None:
        self._custom_id(path, part)
        self.form.optional(path, part, "placeholder", limits.SELECT_PLACEHOLDER)
        least, most = part.get("min_values", 1), part.get("max_values", 1)
        if least is None or not 0 <= least <= limits.SELECT_OPTIONS:
            self.form.wrong((*path, "min_values"), "NUMBER_TYPE_RANGE", "int value should be between 0 and 25.")
        elif most is None or not 1 <= most <= limits.SELECT_OPTIONS:
            self.form.wrong((*path, "max_values"), "NUMBER_TYPE_RANGE", "int value should be between 1 and 25.")
        elif least > most:
            message = "min_values must not exceed max_values"
            self.form.wrong((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX_VALUES", message)
        elif least == 0 and part.get("required", True):
            message = "min_values must be at least 1 if required is omitted or true"
            self.form.wrong((*path, "min_values"), "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES", message)
        if self._is_modal and part.get("disabled"):
            self.form.wrong((*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Not in a modal")
        if part["type"] == STRING_SELECT:
            self._select_options(path, part, most if isinstance(most, int) else 1)

    def _select_options(self, path: Path, part: Json, most: int) -> None:
        options = part.get("options") or []
        inner: Path = (*path, "options")
        if not self.form.count(inner, len(options), 1, limits.SELECT_OPTIONS):
            return
        if most > len(options):
            message = "max_values must not exceed the number of options"
            self.form.wrong((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", message)
        self._options(inner, options)
        if sum(bool(option.get("default")) for option in options) > most:
            self.form.wrong(inner, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many options are default")

    def _options(self, path: Path, options: list[Json]) -> None:
        values: set[str] = set()
        for place, option in enumerate(options):
            self.form.length((*path, place, "label"), option.get("label"), 1, limits.SELECT_LABEL)
            self.form.length((*path, place, "value"), option.get("value"), 1, limits.SELECT_VALUE)
            self.form.optional((*path, place), option, "description", limits.SELECT_DESCRIPTION)
            if option.get("value") in values:
                message = "The specified option value is already used"
                self.form.wrong((*path, place, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            values.add(str(option.get("value")))
            self._emoji((*path, place), option)

    def _choices(self, path: Path, part: Json) -> None:
        self._custom_id(path, part)
        radio = part["type"] == RADIO_GROUP
        options = part.get("options") or []
        least, most = (limits.RADIO_OPTIONS_LEAST, limits.RADIO_OPTIONS) if radio else (1, limits.CHECKBOX_OPTIONS)
        if self.form.count((*path, "options"), len(options), least, most):
            self._options((*path, "options"), options)

    def _text_input(self, path: Path, part: Json) -> None:
        """Check a text input. If it is in a label component, it has no label of its own."""
        self._custom_id(path, part)
        if path[-1] != "component":
            self.form.length((*path, "label"), part.get("label"), 1, limits.TEXT_INPUT_LABEL)
        elif part.get("label") is not None:
            self.form.wrong((*path, "label"), "TEXT_INPUT_LABEL_IN_LABEL", "A label component has the label")
        least, most = part.get("min_length") or 0, part.get("max_length")
        most = limits.TEXT_INPUT_VALUE if most is None else most
        if not 0 <= least <= limits.TEXT_INPUT_VALUE:
            self.form.wrong((*path, "min_length"), "NUMBER_TYPE_RANGE", "int value should be between 0 and 4000.")
        elif not max(1, least) <= most <= limits.TEXT_INPUT_VALUE:
            self.form.wrong((*path, "max_length"), "NUMBER_TYPE_RANGE", "int value should be between 1 and 4000.")
        elif len(part.get("value") or "") > most:
            self.form.wrong((*path, "value"), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        self.form.optional(path, part, "placeholder", limits.TEXT_INPUT_PLACEHOLDER)
        self.form.choice((*path, "style"), part.get("style"), (1, 2))

    def _section(self, path: Path, part: Json) -> None:
        children = part.get("components") or []
        self.form.count((*path, "components"), len(children), 1, limits.SECTION_TEXTS)
        self._all((*path, "components"), children, (TEXT,))
        accessory = part.get("accessory")
        if not isinstance(accessory, dict):
            self.form.wrong((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
            return
        self._one((*path, "accessory"), accessory, (BUTTON, THUMBNAIL))

    def _gallery(self, path: Path, part: Json) -> None:
        items = part.get("items") or []
        self.form.count((*path, "items"), len(items), 1, limits.GALLERY_ITEMS)
        for place, item in enumerate(items):
            self._media((*path, "items", place, "media"), item.get("media"))
            self.form.optional((*path, "items", place), item, "description", limits.ALT_TEXT)

    def _media(self, path: Path, media: object, *, uploaded: bool = False) -> None:
        url = media.get("url") if isinstance(media, dict) else None
        if not isinstance(url, str) or not url:
            self.form.wrong((*path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
        elif url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self.files:
                message = f"The referenced attachment {url} is not among the files of this message."
                self.form.wrong((*path, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)
        elif uploaded or not url.startswith(("http://", "https://")):
            self.form.wrong((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of http, https, attachment.")

    def _container(self, path: Path, part: Json) -> None:
        children = part.get("components") or []
        inner: Path = (*path, "components")
        self.form.count(inner, len(children), 1, limits.COMPONENTS_PER_MESSAGE)
        color = part.get("accent_color")
        if color is not None and not 0 <= color <= 0xFFFFFF:
            self.form.wrong((*path, "accent_color"), "NUMBER_TYPE_RANGE", "Must be between 0 and 16777215.")
        self._all(inner, children, IN_CONTAINER)

    def _label(self, path: Path, part: Json) -> None:
        self.form.length((*path, "label"), part.get("label"), 1, limits.LABEL_TEXT)
        self.form.optional(path, part, "description", limits.LABEL_DESCRIPTION)
        inner = part.get("component")
        if not isinstance(inner, dict):
            self.form.wrong((*path, "component"), "BASE_TYPE_REQUIRED", "This field is required")
            return
        allowed = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)
        self._one((*path, "component"), inner, allowed)

    def _text(self, path: Path, part: Json) -> None:
        self.form.length((*path, "content"), part.get("content"), 1, limits.TEXT_DISPLAY_TOTAL)

    def _thumbnail(self, path: Path, part: Json) -> None:
        self._media((*path, "media"), part.get("media"))
        self.form.optional(path, part, "description", limits.ALT_TEXT)


CHECKS: dict[int | None, Callable[[Check, Path, Json], object]] = {
    ROW: Check._row, BUTTON: Check._button, TEXT_INPUT: Check._text_input, SECTION: Check._section, TEXT: Check._text,
    THUMBNAIL: Check._thumbnail, GALLERY: Check._gallery, CONTAINER: Check._container, LABEL: Check._label,
    **dict.fromkeys(SELECTS, Check._select), **dict.fromkeys((RADIO_GROUP, CHECKBOX_GROUP), Check._choices),
    FILE: lambda check, path, part: check._media((*path, "file"), part.get("file"), uploaded=True),
    SEPARATOR: lambda check, path, part: check.form.choice((*path, "spacing"), part.get("spacing", 1), (1, 2)),
}  # fmt: skip
"""The check of each type of component. For any other type, only the custom id is checked."""
