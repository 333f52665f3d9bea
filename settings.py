"""Settings from the environment and `.env`, read once at the start. All mistakes are reported together."""

import codecs
import difflib
import io
import os
import re
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import AfterValidator, Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from knossos import HOME_VARIABLE

ENV_FILE = Path(".env")
_SQLITE = "sqlite+aiosqlite:///"
_PLAIN_SQLITE = re.compile(r"sqlite(\+aiosqlite)?:///")
_SHARDS = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")
_TOKEN = re.compile(r"[!-~]+")
_WRAPPED = re.compile(r"""(["'])(.*)\1""", re.DOTALL)
_NAMED = re.compile(r"([A-Z_]+): (.*)", re.DOTALL)
_FEED_SECRET = 16
"""Minimum number of characters in the secret that signs the turn feed."""
_ALIKE = 0.8
"""An unknown name in `.env` that is at least this similar to a setting (0 to 1) counts as misspelt."""
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Encodings of files by their first bytes."""


class BadSettings(Exception):  # noqa: N818  (shown to the host as a sentence)
    """Settings that stop the bot from starting. `faults` are pairs of a setting and its problem."""

    def __init__(self, faults: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{name}: {fault}" for name, fault in faults))
        self.faults = faults


def _check(is_fine: Callable[[Any], bool], fault: str) -> AfterValidator:
    """Return a validator that accepts a setting only if it passes `is_fine`. Its error message is `fault`."""

    def check(given: Any) -> Any:
        if not is_fine(given):
            raise ValueError(fault)
        return given

    return AfterValidator(check)


HomePath = Annotated[Path, AfterValidator(lambda path: _expand(path))]
"""A path that may begin with `~`. If it's relative, it starts in the bot's folder."""
Folder = Annotated[HomePath, _check(Path.is_dir, "is not a folder")]
File = Annotated[HomePath, _check(lambda path: not path.is_dir(), "is a folder; name a file in it")]
_NO_SHARDS = "is not of the form 0-3/16: the first shard, the last one, and how many there are"
Shards = Annotated[str, _check(lambda text: _part_of(text) is not None, _NO_SHARDS)]


class Settings(BaseSettings):
    """The host's choices. `.env.example` explains each. There is no setting for Discord's address: with a token the bot
    talks to Discord, without one to the local sandbox."""

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True, validate_default=True)

    discord_token: SecretStr | None = None
    discord_token_file: HomePath | None = None
    database: str = Field(default="var/knossos.db", repr=False)  # it may hold a password
    database_file: HomePath | None = None
    proxy: SecretStr | None = None
    sandbox_port: int = Field(default=8080, ge=0, le=65535)
    sandbox_world: File = Path("var/sandbox-world.json")
    sandbox_clock: HomePath | None = None
    sandbox_seed: int | None = None
    sandbox_pictures: bool = True
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    language: Literal["en", "fr", "cs"] = "en"
    content: Folder | None = None
    presses_per_minute: int = Field(default=150, ge=0)
    shards: Shards | None = None
    computer_workers: int = Field(default=1, ge=0, le=32)
    forget_servers_after_days: int = Field(default=90, ge=0, le=36_500)
    turn_feed_url: SecretStr | None = None
    turn_feed_secret: SecretStr | None = None

    @field_validator("*", mode="before")
    @classmethod
    def _strip(cls, given: object) -> object:
        """Remove spaces and quotes around a value, because `docker run --env-file` doesn't."""
        if not isinstance(given, str):
            return given
        wrapped = _WRAPPED.fullmatch(given.strip())
        return (wrapped[2] if wrapped else given).strip()

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, given: object) -> object:
        return given.upper() if isinstance(given, str) else given

    @field_validator("discord_token", "proxy", "turn_feed_url", "turn_feed_secret")
    @classmethod
    def _check_secret(cls, given: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        if given is not None:
            _CHECKS[str(info.field_name)](given.get_secret_value())
        return given

    @model_validator(mode="after")
    def _read_secrets(self) -> Self:
        """Read the secrets that are given as files."""
        if self.discord_token_file is not None:
            if self.discord_token is not None:
                raise ValueError("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; keep one")
            token = _read_secret("DISCORD_TOKEN_FILE", self.discord_token_file, "the bot's token")
            _check_token(token, f"DISCORD_TOKEN_FILE: the text in {self.discord_token_file} ")
            self.discord_token = SecretStr(token)
        if self.database_file is not None:
            if "database" in self.model_fields_set:
                raise ValueError("DATABASE and DATABASE_FILE are both set; keep one")
            self.database = _read_secret("DATABASE_FILE", self.database_file, "the address of the database")
        is_for_tests = self.sandbox_clock is not None or self.sandbox_seed is not None or not self.sandbox_pictures
        if self.has_token and is_for_tests:
            raise ValueError(
                "SANDBOX_CLOCK, SANDBOX_SEED and SANDBOX_PICTURES=0 are for tests; unset them, or the token"
            )
        return self

    @model_validator(mode="after")
    def _check_feed(self) -> Self:
        if (self.turn_feed_url is None) != (self.turn_feed_secret is None):
            raise ValueError("TURN_FEED_URL and TURN_FEED_SECRET belong together; set both or neither")
        return self

    @model_validator(mode="after")
    def _place(self) -> Self:
        file = self.sqlite_file
        if file is None:
            return self
        if self.is_part:
            raise ValueError(
                "SHARDS leaves shards to other processes, and a SQLite file takes only one; set DATABASE to a "
                "PostgreSQL server, or leave SHARDS empty"
            )
        if file.is_dir():
            raise ValueError(f"DATABASE: {file} is a folder; name a file in it, such as {file / 'knossos.db'}")
        return self

    @property
    def has_token(self) -> bool:
        """Return whether the bot runs on Discord."""
        return self.discord_token is not None and bool(self.discord_token.get_secret_value().strip())

    @property
    def token(self) -> str:
        """The bot's token, or the sandbox's substitute."""
        return self.discord_token.get_secret_value().strip() if self.has_token and self.discord_token else "sandbox"

    @property
    def shard_ids(self) -> range | None:
        """The shards of this process; None if it has all."""
        part = _part_of(self.shards or "")
        return part[0] if part else None

    @property
    def shard_count(self) -> int | None:
        """The number of all shards; None if Discord decides."""
        part = _part_of(self.shards or "")
        return part[1] if part else None

    @property
    def is_part(self) -> bool:
        """Return whether other processes have some of the shards."""
        return self.shard_ids is not None and len(self.shard_ids) != self.shard_count

    @property
    def processes(self) -> int:
        """The total number of processes, assuming that each has about as many shards as this one."""
        return -(-(self.shard_count or 1) // len(self.shard_ids or (0,))) if self.is_part else 1

    @property
    def database_url(self) -> str:
        """The database's address. A plain file name means SQLite."""
        if self.sqlite_file is not None:
            return f"{_SQLITE}{self.sqlite_file}"
        return self.database if "://" in self.database else _SQLITE + self.database

    @property
    def sqlite_file(self) -> Path | None:
        """The file of a SQLite database; None if the database is on a server."""
        name = _PLAIN_SQLITE.sub("", self.database, count=1)
        if "://" in name or name in ("", ":memory:"):
            return None
        return _expand(Path(name))

    @property
    def proxy_url(self) -> str | None:
        """The proxy for Discord: the bot's own setting, else HTTPS_PROXY. None for the sandbox."""
        if not self.has_token:
            return None
        if self.proxy is not None:
            return self.proxy.get_secret_value()
        return None if urllib.request.proxy_bypass("discord.com") else urllib.request.getproxies().get("https")


def _part_of(text: str) -> tuple[range, int] | None:
    """Parse `0-3/16` or `5/16` into shards and their total number; None if it is neither."""
    found = _SHARDS.fullmatch(text.strip())
    if found is None:
        return None
    first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
    return (range(first, last + 1), count) if first <= last < count else None


def read_settings() -> Settings:
    """Read the settings of this process. Raises `BadSettings`, which names every wrong setting, but no values."""
    try:
        settings = Settings(**_read_env_file(_expand(ENV_FILE)))
        if settings.has_token and settings.proxy is None and settings.proxy_url is not None:
            _check_proxy(settings.proxy_url, "HTTPS_PROXY: ")
    except ValidationError as error:
        raise BadSettings([_fault(fault["loc"], fault["msg"]) for fault in error.errors()]) from None
    except ValueError as error:
        raise BadSettings([_fault((), str(error))]) from None
    return settings


def _read_env_file(file: Path) -> dict[str, Any]:
    """Return the settings in `.env` that aren't in the environment. Raises `BadSettings` if the file is unreadable or a
    line has no effect."""
    if not file.exists():
        return {}
    if file.is_dir():
        raise BadSettings([(str(file), "is a folder; put the settings into a file of this name")])
    try:
        text = _decode(file.read_bytes())
    except (OSError, ValueError) as error:
        raise BadSettings([(str(file), _reason(error))]) from None
    faults = [(str(file), fault) for fault in _misread_lines(text)]
    if faults:
        raise BadSettings(faults)
    given = {name.lower(): value for name, value in dotenv_values(stream=io.StringIO(text)).items() if value}
    set_already = {name.lower() for name, value in os.environ.items() if value}
    return {name: given[name] for name in Settings.model_fields if name in given and name not in set_already}


def _misread_lines(text: str) -> Iterator[str]:
    """Yield the faults of lines in `.env` that set nothing or misspell a setting."""
    known = {name.upper() for name in Settings.model_fields}
    for line in parse_stream(io.StringIO(text)):
        number = line.original.line
        if line.error:
            yield f"line {number} cannot be read. Write NAME=value, and close every quote"
        elif line.key is not None and line.value is None and line.key.upper() in known:
            yield f"line {number} gives {line.key} no value. Write {line.key}=value"
        elif line.key is not None and line.key.upper() not in known:
            for meant in difflib.get_close_matches(line.key.upper(), sorted(known), 1, _ALIKE):
                yield f"line {number}: there is no setting {line.key}. Did you mean {meant}?"


def _decode(content: bytes) -> str:
    """Decode a file that the host wrote. Raises `ValueError` if its encoding is unclear."""
    encoding = next((name for mark, name in _MARKS.items() if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ValueError(f"line {line} is not UTF-8. Save the file as UTF-8") from None
    if "\0" in text:
        raise ValueError("is not plain text. Save the file as UTF-8")
    return text


def _read_secret(name: str, file: Path, what: str) -> str:
    """Return the one line in a secret's file. Raises `ValueError`."""
    try:
        text = _decode(file.read_bytes()).strip()
    except (OSError, ValueError) as error:
        raise ValueError(f"{name}: {file} cannot be used: {_reason(error)}") from None
    if not text:
        raise ValueError(f"{name}: {file} is empty. Write {what} into it, or unset {name}")
    if "\n" in text:
        raise ValueError(f"{name}: {file} has several lines. Write nothing but {what} into it")
    return text


def _check_token(token: str, where: str = "") -> None:
    if not token:
        raise ValueError(f"{where}is blank. Set the token, or leave nothing after the = for the sandbox")
    if not _TOKEN.fullmatch(token) or '"' in token or "'" in token:
        raise ValueError(f"{where}is no token: it has spaces, quotes or letters that no token has. Copy it again")


def _check_proxy(address: str, where: str = "") -> None:
    """Raise `ValueError`, without the password, unless we can use this proxy."""
    if not _is_http(address):
        raise ValueError(f"{where}is no proxy that the bot can use. Write http://host:port; SOCKS is not supported")


def _is_http(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _check_feed_url(address: str) -> None:
    if not _is_http(address):
        raise ValueError("is not an address that the bot can post to. Write https://host/path")


def _check_feed_secret(secret: str) -> None:
    if len(secret) < _FEED_SECRET:
        raise ValueError(f"is too short to sign with. Use at least {_FEED_SECRET} characters")


_CHECKS: dict[str, Callable[[str], None]] = {
    "discord_token": _check_token,
    "proxy": _check_proxy,
    "turn_feed_url": _check_feed_url,
    "turn_feed_secret": _check_feed_secret,
}
"""Checks of settings that are secret. Each raises `ValueError`."""


def _expand(path: Path) -> Path:
    """Expand a leading `~`. A relative path starts in the bot's folder. Raises `ValueError` if `~` names no user."""
    try:
        return Path(os.environ.get(HOME_VARIABLE, "")) / path.expanduser()
    except RuntimeError:
        raise ValueError(f"{path} names the home of someone who is not on this machine. Write the whole path") from None


def _reason(error: OSError | ValueError) -> str:
    return str(error.strerror) if isinstance(error, OSError) else str(error)


def _fault(location: tuple[int | str, ...], message: str) -> tuple[str, str]:
    text = message.removeprefix("Value error, ")
    if location:
        return str(location[0]).upper(), text
    named = _NAMED.fullmatch(text)
    return (named[1], named[2]) if named else ("settings", text)
