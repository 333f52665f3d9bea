"""Settings from the environment and `.env`: read once at start, every mistake told at once."""

import re
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

_SQLITE = "sqlite+aiosqlite:///"
_SHARDS = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


class BadSettings(Exception):  # noqa: N818  (told to the host as a sentence)
    """Settings the bot cannot start with; `faults` are (setting, what is wrong with it)."""

    def __init__(self, faults: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{name}: {fault}" for name, fault in faults))
        self.faults = faults


class Settings(BaseSettings):
    """What a host may choose. `.env.example` explains each.

    There is no setting for Discord's address: a bot that holds a token talks to Discord, one without to the sandbox
    on this machine.
    """

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = None
    discord_token_file: Path | None = None
    database: str = Field(default="var/knossos.db", repr=False)  # it may hold a password
    sandbox_port: int = Field(default=8080, ge=0, le=65535)
    sandbox_world: Path = Path("var/sandbox-world.json")
    sandbox_clock: Path | None = None
    sandbox_pictures: bool = True
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    language: Literal["en", "fr", "cs"] = "en"
    content: Path | None = None
    presses_per_minute: int = Field(default=150, ge=0)
    shards: str | None = None
    computer_workers: int = Field(default=1, ge=0, le=32)

    @field_validator("log_level", mode="before")
    @classmethod
    def _loud(cls, given: object) -> object:
        return given.upper() if isinstance(given, str) else given

    @field_validator("content")
    @classmethod
    def _folder(cls, given: Path | None) -> Path | None:
        if given is not None and not given.is_dir():
            raise ValueError("is not a folder")
        return given

    @field_validator("shards")
    @classmethod
    def _part(cls, given: str | None) -> str | None:
        if given is not None and _part_of(given) is None:
            raise ValueError("is not of the form 0-3/16: the first shard, the last one, and how many there are")
        return given

    @model_validator(mode="after")
    def _one_file(self) -> Self:
        if self.is_part and self.database_file is not None:
            raise ValueError(
                "SHARDS leaves shards to other processes, and a SQLite file takes only one; set DATABASE to a "
                "PostgreSQL server, or leave SHARDS empty"
            )
        return self

    @model_validator(mode="after")
    def _token(self) -> Self:
        if self.discord_token_file is not None:
            if self.discord_token is not None:
                raise ValueError("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; keep one")
            try:
                text = self.discord_token_file.read_text(encoding="utf-8").strip()
            except OSError as error:
                raise ValueError(f"DISCORD_TOKEN_FILE cannot be read: {error.strerror}") from error
            self.discord_token = SecretStr(text) if text else None
        if self.has_token and (self.sandbox_clock is not None or not self.sandbox_pictures):
            raise ValueError("SANDBOX_CLOCK and SANDBOX_PICTURES=0 are for tests; unset them, or the token")
        return self

    @property
    def has_token(self) -> bool:
        """Whether the bot is to run on Discord."""
        return self.discord_token is not None and bool(self.discord_token.get_secret_value().strip())

    @property
    def token(self) -> str:
        """The token of the bot, or the word the sandbox takes in its place."""
        return self.discord_token.get_secret_value().strip() if self.has_token and self.discord_token else "sandbox"

    @property
    def shard_ids(self) -> range | None:
        """The numbers of the shards of this process; None where it has all."""
        part = _part_of(self.shards or "")
        return part[0] if part else None

    @property
    def shard_count(self) -> int | None:
        """How many shards there are in all; None where Discord is to say."""
        part = _part_of(self.shards or "")
        return part[1] if part else None

    @property
    def is_part(self) -> bool:
        """Whether there are shards that this process leaves to others."""
        return self.shard_ids is not None and len(self.shard_ids) != self.shard_count

    @property
    def processes(self) -> int:
        """How many processes there are, if each has about as many shards as this one."""
        return -(-(self.shard_count or 1) // len(self.shard_ids or (0,))) if self.is_part else 1

    @property
    def database_url(self) -> str:
        """The database as an address; a plain file name means SQLite."""
        return self.database if "://" in self.database else _SQLITE + self.database

    @property
    def database_file(self) -> Path | None:
        """The file of a SQLite database; None where a server keeps it."""
        if not self.database_url.startswith(_SQLITE):
            return None
        return Path(self.database_url.removeprefix(_SQLITE))


def _part_of(text: str) -> tuple[range, int] | None:
    """The numbers of the shards that `0-3/16` or `5/16` names, and how many there are; None where it names none."""
    found = _SHARDS.fullmatch(text.strip())
    if found is None:
        return None
    first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
    return (range(first, last + 1), count) if first <= last < count else None


def read_settings() -> Settings:
    """The settings of this process. Raises `BadSettings` naming every setting that is wrong, never its value."""
    try:
        return Settings()
    except ValidationError as error:
        raise BadSettings([(_setting(fault["loc"]), _fault(fault["msg"])) for fault in error.errors()]) from None


def _setting(location: tuple[int | str, ...]) -> str:
    return str(location[0]).upper() if location else "settings"


def _fault(message: str) -> str:
    return message.removeprefix("Value error, ")
