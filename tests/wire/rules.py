"""Check rules that Discord states only in prose or in bug reports, not in a schema.

`judge.py` has already accepted the requests checked here.
"""

import re
import unicodedata
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import discord_limits as limits
from tests.wire.judge import Json

ROW, BUTTON, STRING_SELECT, SELECTS, TEXT, GALLERY = 1, 2, 3, (3, 5, 6, 7, 8), 10, 12
LINK = 5
SUBCOMMAND, GROUP = 1, 2
MESSAGE_MENU = 3
EPHEMERAL, SILENT, V2 = 1 << 6, 1 << 12, 1 << 15
DIRECT = 1
"""Channel type of a direct message."""
DEVANAGARI_AND_THAI = {chr(code) for block in (range(0x0900, 0x0980), range(0x0E00, 0x0E80)) for code in block}
INVALID_IN_TEN_MINUTES = 10_000
"""After this many 401, 403 or 429 answers, Discord blocks an address."""
ALONE = ("content", "embeds", "sticker_ids", "poll")
"""Fields that a components-only message may not have."""


@dataclass(slots=True)
class Broken:
    """Counts and first examples of broken rules. `most` is the largest measured value for each limit."""

    rules: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    most: dict[str, tuple[float, float]] = field(default_factory=dict)
    where: str = ""

    def holds(self, is_so: object, rule: str, shown: object = "") -> None:
        if not is_so:
            self.rules[rule] += 1
            self.examples.setdefault(rule, f"{self.where}: {shown!s:.150}")

    def measure(self, what: str, measured: float, most: float) -> None:
        if measured >= self.most.get(what, (-1, 0))[0]:
            self.most[what] = (measured, most)

    def within(self, what: str, measured: float, most: float, shown: object = "") -> None:
        self.measure(what, measured, most)
        self.holds(measured <= most, f"{what}: at most {most:g}", f"{measured:g} {shown}")


def check(lines: Iterable[Json]) -> Broken:
    """Check every request of a recording against every rule."""
    found = Broken()
    pace, notified = Pace(found), Notified(found)
    for line in lines:
        pace.hear(line)
        notified.hear(line)
        if line["kind"] != "rest":
            continue
        found.where = f"{line['method']} {line['path'][:40]} {line['test'] or ''}"
        body = line["json"]
        if line["method"] == "PUT" and line["path"].endswith("/commands") and isinstance(body, list):
            _commands(found, body)
        elif isinstance(body, dict) and not line["path"].startswith("/applications"):
            inner = body.get("data")
            _message(found, line, inner if isinstance(inner, dict) else body)
    return found


# Time


class Pace:
    """Measures the timing of requests in each world of the sandbox."""

    def __init__(self, found: Broken) -> None:
        self._found = found
        self._recent: defaultdict[tuple[str, str], deque[float]] = defaultdict(deque)
        self._sent: dict[str, float] = {}

    def hear(self, line: Json) -> None:
        """Judge one line of a recording."""
        self._found.where = str(line["test"] or line["world"])
        match line["kind"]:
            case "event" if line.get("event") == "INTERACTION_CREATE":
                self._sent.setdefault(line["data"]["token"], line["at"])
            case "heard":
                self._count(line, "frames to the gateway in a minute", 60, 120)
            case "rest":
                self._request(line)

    def _request(self, line: Json) -> None:
        if line["status"] in (401, 403, 429):
            self._count(line, "requests that Discord calls invalid in ten minutes", 600, INVALID_IN_TEN_MINUTES)
        token = re.match(r"/(interactions|webhooks)/\d+/([^/]+)", line["path"])
        if token is None or token[2] not in self._sent:
            return
        age_s = line["at"] - self._sent[token[2]]
        if line["status"] < 300 and token[1] == "interactions":
            # Late answers are only measured, because the sandbox refuses them. Only a test that floods the bot allows
            # them, to give a slow machine more time.
            self._found.measure("seconds to the first answer", age_s, limits.FIRST_ANSWER_S)
        elif line["status"] < 300:
            self._found.within("seconds for which a token is used", age_s, limits.TOKEN_LIFE_S)

    def _count(self, line: Json, what: str, span_s: float, most: int) -> None:
        recent = self._recent[line["world"], what]
        recent.append(line["at"])
        while line["at"] - recent[0] >= span_s:
            recent.popleft()
        self._found.within(what, len(recent), most)


# Notifications

WORDLESS = "what notifies somebody says something"
_MENTION = re.compile(r"<@!?(\d+)>")
_SAID = re.compile(r"\w")


class Notified:
    """The people notified in each world of the sandbox: those who are pinged, and everybody in a direct message.

    A notification shows a message's content as it was posted, without its components. The rule is known
    from a bug report (discord-api-docs #7854).
    """

    def __init__(self, found: Broken) -> None:
        self._found = found
        self._direct: set[tuple[str, str]] = set()

    def hear(self, line: Json) -> None:
        """Judge one line of a recording."""
        if line["kind"] == "event" and line.get("event") in ("INTERACTION_CREATE", "CHANNEL_CREATE"):
            self._learn(line, line["data"].get("channel") or line["data"])
        elif line["kind"] == "rest" and line["status"] < 300 and line["method"] == "POST":
            if line["path"] == "/users/@me/channels":
                self._learn(line, line["answer"])
            self._post(line)

    def _learn(self, line: Json, channel: Json) -> None:
        if channel.get("type") == DIRECT:
            self._direct.add((line["world"], str(channel["id"])))

    def _post(self, line: Json) -> None:
        body = line["json"] if isinstance(line["json"], dict) else {}
        message = body.get("data") if line["path"].startswith("/interactions/") else body
        channel = re.fullmatch(r"/channels/(\d+)/messages", line["path"])
        is_message = channel or line["path"].startswith(("/interactions/", "/webhooks/"))
        if not is_message or not isinstance(message, dict) or (message.get("flags") or 0) & (EPHEMERAL | SILENT):
            return
        is_direct = channel is not None and (line["world"], channel[1]) in self._direct
        if is_direct or _pings_of(message):
            self._found.where = f"{line['method']} {line['path'][:40]} {line['test'] or ''}"
            words = _MENTION.sub("", message.get("content") or "")
            self._found.holds(_SAID.search(words), WORDLESS, message)


def _pings_of(message: Json) -> set[str]:
    """Return the users whom a message pings."""
    texts = [message.get("content") or "", *(part.get("content") or "" for part in walk(message.get("components")))]
    named = {user for text in texts for user in _MENTION.findall(str(text))}
    allowed = message.get("allowed_mentions")
    if allowed is None or "users" in (allowed.get("parse") or []):
        return named
    return named & {str(user) for user in allowed.get("users") or []}


# Commands


def is_command_name(name: str) -> bool:
    """Return whether a name fits Discord's pattern: lower-case letters, numbers, `-`, `_`, `'`, Devanagari and Thai."""
    fits = all(c in "-_'" or unicodedata.category(c)[0] in "LN" or c in DEVANAGARI_AND_THAI for c in name)
    return fits and 1 <= len(name) <= limits.COMMAND_NAME and name == name.lower()


def _commands(found: Broken, commands: list[Json]) -> None:
    found.within("global commands", len(commands), limits.COMMANDS)
    names = [(command.get("type", 1), command["name"]) for command in commands]
    found.holds(len(set(names)) == len(names), "command names are unique", names)
    for command in commands:
        found.within("characters of a command", _command(found, command), limits.COMMAND_TOTAL, command["name"])


def _command(found: Broken, thing: Json) -> int:
    """Check a command or option. Return its length, counting the longest translation of each text."""
    size = 0
    name = thing["name"]
    if "description" not in thing and thing.get("type") == MESSAGE_MENU:
        words = [name, *(thing.get("name_localizations") or {}).values()]
        found.within("characters of a message command's name", max(map(len, words)), limits.COMMAND_NAME, name)
        found.holds(all(words), "a message command has a name", name)
        return max(map(len, words))
    for key, most in (("name", limits.COMMAND_NAME), ("description", limits.COMMAND_DESCRIPTION)):
        words = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
        found.within(f"characters of a command's {key}", max(map(len, words)), most, name)
        found.holds(all(words), f"a command and its options have a {key}", name)
        found.holds(key != "name" or all(map(is_command_name, words)), "names fit Discord's expression", words)
        size += max(map(len, words))
    options, choices = thing.get("options") or [], thing.get("choices") or []
    found.within("options of a command", len(options), limits.COMMAND_OPTIONS, name)
    found.within("choices of an option", len(choices), limits.COMMAND_CHOICES, name)
    found.holds(not (choices and thing.get("autocomplete")), "choices exclude autocomplete", name)
    for key in ("name", "value"):
        found.holds(_differ(choices, key), f"choices differ by {key}", name)
    found.holds(_differ(options, "name"), "options differ by name", name)
    found.holds(len({o["type"] in (SUBCOMMAND, GROUP) for o in options}) <= 1, "subcommands exclude options", name)
    asked = [bool(option.get("required")) for option in options if option["type"] > GROUP]
    found.holds(asked == sorted(asked, reverse=True), "required options come first", name)
    for choice in choices:
        words = [choice["name"], *(choice.get("name_localizations") or {}).values()]
        found.within("characters of a choice", max(map(len, words)), limits.CHOICE_NAME, name)
        size += max(map(len, words)) + len(str(choice["value"]))
    return size + sum(_command(found, option) for option in options)


def _differ(things: list[Json], key: str) -> bool:
    return len({str(thing[key]) for thing in things}) == len(things)


# Messages


def walk(thing: Any) -> Iterator[Json]:
    """Yield every object in some JSON."""
    if isinstance(thing, dict):
        yield thing
        for value in thing.values():
            yield from walk(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from walk(value)


def _message(found: Broken, line: Json, body: Json) -> None:
    is_new = line["method"] == "POST" and re.fullmatch(r"/channels/\d+/messages", line["path"])
    if is_new:
        found.holds(body.get("nonce") and body.get("enforce_nonce"), "a new message has an enforced nonce", body)
    parts = [part for part in walk(body.get("components") or []) if isinstance(part.get("type"), int)]
    is_v2, is_modal = bool((body.get("flags") or 0) & V2), "title" in body
    if parts and not is_modal:
        # Only rows of buttons and selects may accompany content. Other components need a components-only message.
        is_classic = all(part["type"] in (ROW, BUTTON, *SELECTS) for part in parts)
        found.holds(
            is_v2 or is_classic or line["method"] == "PATCH", "components come in messages of components alone", body
        )
    if is_v2:
        found.holds(not any(body.get(key) for key in ALONE), "components exclude content and embeds", body)
        found.within("components of a message", len(parts), limits.COMPONENTS_PER_MESSAGE)
        text = sum(len(part["content"]) for part in parts if part["type"] == TEXT)
        found.within("characters of a message's components", text, limits.TEXT_DISPLAY_TOTAL)
    found.within("characters of content", len(body.get("content") or ""), limits.CONTENT)
    found.within("characters of a nonce", len(str(body.get("nonce") or "")), limits.NONCE)
    found.within("suggestions", len(body.get("choices") or []), limits.COMMAND_CHOICES)
    for key in ("custom_id", "id"):
        given = [part[key] for part in parts if part.get(key)]
        found.holds(len(set(given)) == len(given), f"no {key} stands twice in a message", given)
    for part in parts:
        _component(found, part)
    _files(found, line, body)
    mentions = body.get("allowed_mentions") or {}
    users = mentions.get("users") or []
    found.within("users that may be mentioned", len(users), limits.MENTIONS_ALLOWED)
    found.holds(not users or "users" not in (mentions.get("parse") or []), "mentions are listed or parsed", mentions)


def _component(found: Broken, part: Json) -> None:
    kind = part["type"]
    found.within("characters of a custom id", len(part.get("custom_id") or ""), limits.CUSTOM_ID, part)
    if kind == ROW:
        kinds = [child["type"] for child in part["components"]]
        found.holds(len(kinds) == 1 or set(kinds) == {BUTTON}, "a row is buttons or one select", kinds)
        found.within("buttons in a row", len(kinds), limits.ROW_BUTTONS)
    elif kind == BUTTON:
        found.within("characters of a button", len(part.get("label") or ""), limits.BUTTON_LABEL, part)
        found.holds(part.get("label") or part.get("emoji"), "a button has words or an emoji", part)
        found.holds((part["style"] == LINK) == bool(part.get("url")), "links alone have an address", part)
    elif kind in SELECTS:
        _select(found, part)
    elif kind == TEXT:
        found.holds(part["content"].strip(), "a text says something", part)
    elif kind == GALLERY:
        found.within("pictures in a gallery", len(part["items"]), limits.GALLERY_ITEMS)
        for item in part["items"]:
            found.within("characters of an alt text", len(item.get("description") or ""), limits.ALT_TEXT)


def _select(found: Broken, part: Json) -> None:
    options = part.get("options") or []
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    found.holds(least or part.get("required") is False, "a select that may be left empty is not required", part)
    found.within("characters of a placeholder", len(part.get("placeholder") or ""), limits.SELECT_PLACEHOLDER, part)
    if part["type"] != STRING_SELECT:
        return
    found.within("options of a select", len(options), limits.SELECT_OPTIONS, part)
    found.holds(len(options) >= 1, "a select has options", part)
    found.holds(least <= most <= len(options), "no more values than options, no fewer than at least", part)
    found.holds(_differ(options, "value"), "options of a select differ by value", part)
    found.holds(sum(bool(o.get("default")) for o in options) <= most, "no more defaults than values", part)
    for option in options:
        for key, most in (
            ("label", limits.SELECT_LABEL),
            ("value", limits.SELECT_VALUE),
            ("description", limits.SELECT_DESCRIPTION),
        ):
            found.within(f"characters of an option's {key}", len(option.get(key) or ""), most, option)


def _files(found: Broken, line: Json, body: Json) -> None:
    sent = {upload["filename"] for upload in line["uploads"]}
    named = {entry.get("filename") for entry in body.get("attachments") or []}
    shown = {str(part["url"]) for part in walk(body.get("components") or []) if part.get("url")}
    referred = {url.removeprefix("attachment://") for url in shown if url.startswith("attachment://")}
    found.holds(referred <= sent | named, "every file that is referred to is sent or named", referred - sent - named)
    found.holds(sent <= named, "every file that is sent is named", sent - named)
    found.within("files of a message", len(line["uploads"]), limits.FILES)
    found.within("bytes of a file", max((u["size"] for u in line["uploads"]), default=0), limits.FILE_BYTES)
    found.within("bytes of a request", line["request_bytes"], limits.REQUEST_BYTES)
