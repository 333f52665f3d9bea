"""Discord's refusals: HTTP status, code and message of each."""

from collections.abc import Collection
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

MESSAGES: dict[int, tuple[int, str]] = {
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20009: (400, "Explicit content cannot be sent to the desired recipient(s)"),
    20016: (429, "This action cannot be performed due to slowmode rate limit"),
    20028: (429, "The channel you are writing has hit the write rate limit"),
    20029: (429, "The write action you are performing on the server has hit the write rate limit"),
    30003: (400, "Maximum number of pins reached"),
    30008: (400, "Maximum number of emojis reached"),
    30013: (400, "Maximum number of guild channels reached"),
    30032: (400, "Maximum number of application commands reached"),
    30033: (400, "Max number of thread participants has been reached"),
    30034: (400, "Max number of daily application command creates has been reached"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40003: (429, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40007: (403, "The user is banned from this guild"),
    40058: (400, "Cannot send a message in a forum channel"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "This interaction has hit the maximum number of follow up messages"),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50014: (401, "Invalid authentication token"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    130000: (503, "API resource is currently overloaded. Try again a little later"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    200000: (400, "Message was blocked by automatic moderation"),
    240000: (400, "Message blocked by harmful links filter"),
}


@dataclass(eq=False)
class Refused(Exception):  # noqa: N818
    """A refusal by Discord. `form` has the faulty fields of a 50035; a 429 may be for all routes (`is_global`)."""

    code: int
    _: KW_ONLY
    status: int = 0
    message: str = ""
    form: dict[str, Any] | None = None
    retry_after_s: float | None = None
    is_global: bool = False
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        status, message = MESSAGES.get(self.code, (400, "Refused"))
        self.status, self.message = self.status or status, self.message or message

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.message}"

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.form is not None:
            body["errors"] = self.form
        if self.retry_after_s is not None:
            body |= {"retry_after": self.retry_after_s, "global": self.is_global}
        return body


class Form:
    """The faults in the fields of one request, in Discord's nested notation."""

    def __init__(self) -> None:
        self._errors: dict[str, Any] = {}

    def wrong(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Note a fault of the field at `path`, unless a field around it has one already."""
        level = self._errors
        for part in path:
            if "_errors" in level:
                return
            level = level.setdefault(str(part), {})
        told = level.get("_errors", [])
        level.clear()
        level["_errors"] = [*told, {"code": code, "message": message}]

    def choice(self, path: tuple[str | int, ...], value: object, choices: Collection[int]) -> bool:
        """Note a fault unless `value` is one of these numbers. Return whether it is."""
        if value in choices:
            return True
        self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of ({', '.join(map(str, choices))}).")
        return False

    def length(self, path: tuple[str | int, ...], value: object, least: int, most: int) -> bool:
        """Note a fault unless `value` is a string of `least` to `most` characters. Return whether it is."""
        if not isinstance(value, str):
            self.wrong(path, "BASE_TYPE_REQUIRED" if value is None else "BASE_TYPE_STRING", "This field is required")
        elif not least <= len(value) <= most:
            code = "BASE_TYPE_MAX_LENGTH" if len(value) > most else "BASE_TYPE_MIN_LENGTH"
            self.wrong(path, code, f"Must be between {least} and {most} in length.")
        else:
            return True
        return False

    def optional(self, path: tuple[str | int, ...], part: dict[str, Any], key: str, most: int) -> None:
        """Note a fault if the part has that key, with anything but a string of at most `most` characters."""
        if part.get(key) is not None:
            self.length((*path, key), part[key], 0, most)

    def count(self, path: tuple[str | int, ...], found: int, least: int, most: int) -> bool:
        """Note a fault unless a list of `found` entries has `least` to `most`. Return whether it has."""
        if least <= found <= most:
            return True
        self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return False

    def refuse(self) -> None:
        """Raise `Refused` with everything noted, if anything was."""
        if self._errors:
            raise Refused(50035, form=self._errors)


def refuse_field(path: tuple[str | int, ...], code: str, message: str) -> None:
    form = Form()
    form.wrong(path, code, message)
    form.refuse()
