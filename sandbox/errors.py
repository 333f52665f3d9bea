"""The errors that Discord answers with: HTTP status, code and message."""

from collections.abc import Collection
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, NoReturn

from sandbox.records import DISCORD

MESSAGES = {int(code): (status, message) for code, (status, message) in DISCORD["errors"].items()}


@dataclass(eq=False)
class Refused(Exception):  # noqa: N818
    code: int
    _: KW_ONLY
    status: int = 0
    message: str = ""
    form: dict[str, Any] | None = None
    """The invalid fields, for error 50035."""
    retry_after_s: float | None = None
    is_global: bool = False
    """True for a 429 that applies to all routes."""
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
    """The invalid fields of one request, in Discord's nested format."""

    def __init__(self) -> None:
        self.errors: dict[str, Any] = {}

    def wrong(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Note an error in the field at `path`, unless an enclosing field already has one."""
        level = self.errors
        for part in path:
            if "_errors" in level:
                return
            level = level.setdefault(str(part), {})
        told = level.get("_errors", [])
        level.clear()
        level["_errors"] = [*told, {"code": code, "message": message}]

    def choice(self, path: tuple[str | int, ...], value: object, choices: Collection[int]) -> bool:
        """Note an error unless `value` is one of the choices. Return whether the value is valid."""
        if value in choices:
            return True
        self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of ({', '.join(map(str, choices))}).")
        return False

    def length(self, path: tuple[str | int, ...], value: object, least: int, most: int) -> bool:
        """Note an error unless `value` is a string of `least` to `most` characters. Return whether it's valid."""
        if not isinstance(value, str):
            self.wrong(path, "BASE_TYPE_REQUIRED" if value is None else "BASE_TYPE_STRING", "This field is required")
        elif least and not value.strip():
            self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not least <= len(value) <= most:
            code = "BASE_TYPE_MAX_LENGTH" if len(value) > most else "BASE_TYPE_MIN_LENGTH"
            self.wrong(path, code, f"Must be between {least} and {most} in length.")
        else:
            return True
        return False

    def optional(self, path: tuple[str | int, ...], part: dict[str, Any], key: str, most: int) -> None:
        """Note an error if `part` has this key and its value is not a string of at most `most` characters."""
        if part.get(key) is not None:
            self.length((*path, key), part[key], 0, most)

    def count(self, path: tuple[str | int, ...], found: int, least: int, most: int) -> bool:
        """Note an error unless `found`, the length of a list, is from `least` to `most`. Return whether it's valid."""
        if least <= found <= most:
            return True
        self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return False

    def refuse(self) -> None:
        """Raise `Refused` with all the errors noted, if there are any."""
        if self.errors:
            raise Refused(50035, form=self.errors)


def refuse_field(path: tuple[str | int, ...], code: str, message: str) -> NoReturn:
    form = Form()
    form.wrong(path, code, message)
    raise Refused(50035, form=form.errors)
