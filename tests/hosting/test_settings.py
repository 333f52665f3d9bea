"""A bot accepts every valid form of files and settings, and refuses any other with a helpful message."""

import asyncio
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

import bot
from knossos import HOME_VARIABLE
from settings import BadSettings, Settings, read_settings

HOME = Path(__file__).parents[2]
TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
LINE = f"DISCORD_TOKEN={TOKEN}\n"
SECRET = "postgresql://knossos:s3cret-word@db/knossos"
NAMES = {*(name.upper() for name in Settings.model_fields), "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"}
NAMES.add(HOME_VARIABLE)

LONGEST_START_S = 60.0

FEED = {"TURN_FEED_URL": "https://me/turns", "TURN_FEED_SECRET": "0123456789abcdef"}

Files = Mapping[str, bytes | None]
"""The content of each file in the bot's folder, or None for a folder."""


def env(text: str, encoding: str = "utf-8") -> Files:
    """Return a folder with this `.env`."""
    return {".env": text.encode(encoding)}


def token_file(content: bytes | None) -> Files:
    """Return a folder with a token file `t` that `.env` names."""
    return {".env": b"DISCORD_TOKEN_FILE=t", "t": content}


WORLD_IN_H = Path("h/var/sandbox-world.json")

# Each case: a description, the files, the environment, and the expected settings.
WORKS: list[tuple[str, Files, dict[str, str], dict[str, Any]]] = [
    ("no .env at all", {}, {}, {"token": "sandbox"}),
    (".env with a byte order mark", env(LINE, "utf-8-sig"), {}, {"token": TOKEN}),
    (".env with CRLF", env("LANGUAGE=fr\r\n" + LINE.strip() + "\r\n"), {}, {"token": TOKEN, "language": "fr"}),
    (".env in UTF-16, as PowerShell writes it", env(LINE, "utf-16"), {}, {"token": TOKEN}),
    (".env in big-endian UTF-16", env("\ufeff" + LINE, "utf-16-be"), {}, {"token": TOKEN}),
    (".env with accents in UTF-8", env("# é\nDATABASE=données/k.db\n"), {}, {"sqlite_file": Path("données/k.db")}),
    (".env with double quotes", env(f'DISCORD_TOKEN="{TOKEN}"\n'), {}, {"token": TOKEN}),
    (".env with single quotes", env(f"DISCORD_TOKEN='{TOKEN}'\n"), {}, {"token": TOKEN}),
    (".env with spaces around", env(f"  DISCORD_TOKEN =  {TOKEN}  \n"), {}, {"token": TOKEN}),
    (".env with export and comments", env(f"# mine\nexport DISCORD_TOKEN={TOKEN} # secret\n"), {}, {"token": TOKEN}),
    (".env with a space in a path", env('DATABASE="my games/k.db"\n'), {}, {"sqlite_file": Path("my games/k.db")}),
    (".env with names of other programs", env("POSTGRES_PASSWORD=x\nPATH_TO=y\n" + LINE), {}, {"token": TOKEN}),
    ("the environment goes before .env", env("LANGUAGE=fr"), {"LANGUAGE": "cs"}, {"language": "cs"}),
    ("an empty variable leaves it to .env", env("LANGUAGE=fr"), {"LANGUAGE": ""}, {"language": "fr"}),
    ("an empty token is the sandbox", env("DISCORD_TOKEN=\n"), {}, {"token": "sandbox", "has_token": False}),
    ("quotes in the environment", {}, {"DISCORD_TOKEN": f'"{TOKEN}"'}, {"token": TOKEN}),
    ("spaces in the environment", {}, {"LOG_LEVEL": " debug ", "DISCORD_TOKEN": f" {TOKEN}\n"}, {"token": TOKEN}),
    ("a token file", token_file(f"{TOKEN}\r\n".encode()), {}, {"token": TOKEN}),
    ("a token file with a byte order mark", token_file(f"{TOKEN}\n".encode("utf-8-sig")), {}, {"token": TOKEN}),
    ("a token file in UTF-16", token_file(f"{TOKEN}\n".encode("utf-16")), {}, {"token": TOKEN}),
    ("a token file at home", {"t": TOKEN.encode()}, {"DISCORD_TOKEN_FILE": "~/t"}, {"token": TOKEN}),
    ("a database in a folder to be made", {}, {"DATABASE": "a/b/k.db"}, {"sqlite_file": Path("a/b/k.db")}),
    ("a database as a URL", {}, {"DATABASE": "sqlite:///a/k.db"}, {"sqlite_file": Path("a/k.db")}),
    (
        "a home for .env and games",
        {"h/.env": b"LANGUAGE=fr"},
        {HOME_VARIABLE: "h"},
        {"language": "fr", "sandbox_world": WORLD_IN_H},
    ),
    ("a path in this home", {}, {HOME_VARIABLE: "h", "DATABASE": "k.db"}, {"sqlite_file": Path("h/k.db")}),
    ("a path outside it", {}, {HOME_VARIABLE: "h", "SANDBOX_WORLD": "/w"}, {"sandbox_world": Path("/w")}),
    ("an address in a file", {"d": SECRET.encode()}, {"DATABASE_FILE": "d"}, {"database_url": SECRET}),
    ("a path in a file", {"d": b"a/k.db\n"}, {"DATABASE_FILE": "d"}, {"sqlite_file": Path("a/k.db")}),
    ("a proxy", env(LINE), {"PROXY": "http://me:word@proxy:3128"}, {"proxy_url": "http://me:word@proxy:3128"}),
    ("the system's proxy", env(LINE), {"HTTPS_PROXY": "http://proxy:3128"}, {"proxy_url": "http://proxy:3128"}),
    (
        "ours goes before it",
        env(LINE),
        {"PROXY": "http://a:1", "HTTPS_PROXY": "http://b:2"},
        {"proxy_url": "http://a:1"},
    ),
    ("NO_PROXY", env(LINE), {"HTTPS_PROXY": "http://b:2", "NO_PROXY": "discord.com"}, {"proxy_url": None}),
    ("a turn feed", {}, FEED, {"turn_feed_url": SecretStr(FEED["TURN_FEED_URL"])}),
    ("no proxy to the sandbox", {}, {"HTTPS_PROXY": "http://b:2", "PROXY": "http://a:1"}, {"proxy_url": None}),
]

# Each case: a description, the files, the environment, and the expected message.
REFUSED: list[tuple[str, Files, dict[str, str], str]] = [
    (".env in UTF-16 without a mark", env(LINE, "utf-16-le"), {}, r"^\.env: is not plain text\. Save .* as UTF-8"),
    (".env in Latin-1", env("LANGUAGE=fr\n# déjà\n", "latin-1"), {}, r"^\.env: line 2 is not UTF-8\. Save"),
    (".env with an open quote", env(f'DISCORD_TOKEN="{TOKEN}\n'), {}, r"^\.env: line 1 cannot be read.* close every"),
    (".env as YAML", env(f"LANGUAGE=fr\nDISCORD_TOKEN: {TOKEN}\n"), {}, r"^\.env: line 2 cannot be read\. Write NAME="),
    (".env with a bare name", env("DISCORD_TOKEN\n"), {}, r"^\.env: line 1 gives DISCORD_TOKEN no value\. Write"),
    (".env with a misspelt name", env(f"DISCORD_BOT_TOKEN={TOKEN}"), {}, r"^\.env: line 1: .* mean DISCORD_TOKEN\?"),
    (".env is a folder", {".env": None}, {}, r"^\.env: is a folder; put the settings into a file"),
    ("a blank token", {}, {"DISCORD_TOKEN": "  "}, r"^DISCORD_TOKEN: is blank\. Set the token, or leave nothing"),
    ("a token after a word", {}, {"DISCORD_TOKEN": f"Bot {TOKEN}"}, r"^DISCORD_TOKEN: is no token: .* Copy it again"),
    ("curly quotes", {}, {"DISCORD_TOKEN": f"“{TOKEN}”"}, r"^DISCORD_TOKEN: is no token: .* Copy it again"),
    ("an empty token file", token_file(b""), {}, r"^DISCORD_TOKEN_FILE: t is empty\. Write the bot's token into it"),
    ("a blank token file", token_file(b" \r\n "), {}, r"^DISCORD_TOKEN_FILE: t is empty\. Write"),
    ("a token file in no encoding", token_file(b"abc\xff"), {}, r"^DISCORD_TOKEN_FILE: t cannot .* Save .* as UTF-8"),
    ("a token file of several lines", token_file(b"a\nb"), {}, r"^DISCORD_TOKEN_FILE: t has several lines\. Write"),
    ("a token file with two words", token_file(b"Bot abc"), {}, r"^DISCORD_TOKEN_FILE: the text in t is no token"),
    ("a token file that is a folder", token_file(None), {}, r"^DISCORD_TOKEN_FILE: t cannot be used: Is a directory"),
    ("a token file that is missing", env("DISCORD_TOKEN_FILE=t"), {}, r"^DISCORD_TOKEN_FILE: t .* No such file"),
    ("both tokens", token_file(b"abc"), {"DISCORD_TOKEN": TOKEN}, r"DISCORD_TOKEN and .* both set; keep one"),
    ("nobody's home", {}, {"DISCORD_TOKEN_FILE": "~nobody-here/t"}, r"^DISCORD_TOKEN_FILE: .* Write the whole path"),
    ("a database at nobody's home", {}, {"DATABASE": "~nobody-here/k"}, r"names the home of .* Write the whole path"),
    (
        "a database that is a folder",
        {"var": None},
        {"DATABASE": "var"},
        r"^DATABASE: var is a folder; name a file in it",
    ),
    ("a database that is the root", {}, {"DATABASE": "/"}, r"^DATABASE: / is a folder; name a file in it"),
    ("a database below a file", {"var": b""}, {"DATABASE": "var/k.db"}, r"^DATABASE: .*/var cannot be used: .* Name a"),
    ("a database in a read-only folder", {}, {"DATABASE": "/sys/k.db"}, r"^DATABASE: /sys/k\.db.* may write to"),
    ("a database in memory", {}, {"DATABASE": ":memory:"}, r"^DATABASE names neither a SQLite file nor PostgreSQL"),
    ("a database of another kind", {}, {"DATABASE": "mysql://u:s3cret-word@h/k"}, r"^DATABASE names neither a SQLite"),
    (
        "an address without a name",
        {},
        {"DATABASE": "postgresql://u:s3cret-word@h"},
        r"^DATABASE names no database: write",
    ),
    ("an empty address file", {"d": b""}, {"DATABASE_FILE": "d"}, r"^DATABASE_FILE: d is empty\. Write the address"),
    ("a missing address file", {}, {"DATABASE_FILE": "d"}, r"^DATABASE_FILE: d cannot be used: No such file"),
    ("both addresses", {"d": b"k"}, {"DATABASE_FILE": "d", "DATABASE": "k"}, r"DATABASE and .* both set; keep one"),
    ("a SOCKS proxy", {}, {"PROXY": "socks5://u:s3cret-word@h:1"}, r"^PROXY: .* Write http://host:port; SOCKS is not"),
    ("a proxy without a scheme", env(LINE), {"HTTPS_PROXY": "proxy:3128"}, r"^HTTPS_PROXY: .* Write http://host:port"),
    ("a feed without a secret", {}, {"TURN_FEED_URL": "https://me/"}, r"TURN_FEED_URL and TURN_FEED_SECRET .* both"),
    ("a feed to a file", {}, FEED | {"TURN_FEED_URL": "file:///etc"}, r"^TURN_FEED_URL: .* Write https://host/path"),
    ("a short secret", {}, FEED | {"TURN_FEED_SECRET": "s3cret-word"}, r"^TURN_FEED_SECRET: is too short .* 16"),
    ("a proxy at no port", {}, {"PROXY": "http://h:99999"}, r"^PROXY: is no proxy that the bot can use\. Write"),
    ("content that is missing", {}, {"CONTENT": "mine"}, r"^CONTENT: is not a folder"),
    ("a sandbox in a folder", {"w": None}, {"SANDBOX_WORLD": "w"}, r"^SANDBOX_WORLD: is a folder; name a file in it"),
    (
        "a port that is none",
        {},
        {"METRICS_PORT": "99999"},
        r"^METRICS_PORT: Input should be less than or equal to 65535",
    ),
    ("a language that nobody wrote", env("LANGUAGE=de"), {}, r"^LANGUAGE: Input should be 'en', 'fr' or 'cs'"),
    ("a part of the shards", {}, {"SHARDS": "0-3/16"}, r"SHARDS leaves .* set DATABASE to a PostgreSQL server"),
]
AS_PROCESSES = {
    ".env in UTF-16 without a mark", "an empty token file", "a database that is the root", "a database below a file",
}  # fmt: skip


def with_names(cases: list[Any]) -> Any:
    """Return the cases as pytest parameters. The first element of a case becomes its id."""
    return [pytest.param(*case[1:], id=case[0]) for case in cases]


def lay_out(folder: Path, files: Files) -> None:
    """Write these files into the bot's folder."""
    for name, content in files.items():
        if content is None:
            (folder / name).mkdir()
        else:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)


async def begin() -> Settings:
    """Read the settings. If a database was chosen, open that database, like a bot without a network."""
    settings = read_settings()
    if settings.database != Settings.model_fields["database"].default and settings.database_url != SECRET:
        await (await bot.open_database(settings)).close()
    return settings


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bot's working folder. It is also the home folder."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("files", "environment", "expected"), with_names(WORKS))
async def test_valid_settings_are_read_in_any_form(
    folder: Path, monkeypatch: pytest.MonkeyPatch, files: Files, environment: dict[str, str], expected: dict[str, Any]
) -> None:
    lay_out(folder, files)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    settings = await begin()

    assert {name: getattr(settings, name) for name in expected} == expected
    assert TOKEN not in repr(settings)
    assert "word" not in repr(settings)
    if "sqlite_file" in expected:
        assert (folder / expected["sqlite_file"]).is_file()


@pytest.mark.parametrize(("files", "environment", "sentence"), with_names(REFUSED))
async def test_unusable_settings_are_refused_with_a_message(
    folder: Path, monkeypatch: pytest.MonkeyPatch, files: Files, environment: dict[str, str], sentence: str
) -> None:
    lay_out(folder, files)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    with pytest.raises((BadSettings, bot.CannotStart)) as refused:
        await begin()

    assert re.search(sentence, str(refused.value)), str(refused.value)
    assert TOKEN not in str(refused.value)
    assert "s3cret-word" not in str(refused.value)


@pytest.mark.parametrize(
    ("files", "environment", "sentence"), with_names([case for case in REFUSED if case[0] in AS_PROCESSES])
)
async def test_a_bot_that_cannot_start_prints_only_the_message(
    folder: Path, files: Files, environment: dict[str, str], sentence: str
) -> None:
    lay_out(folder, files)
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(HOME / "bot.py"), cwd=folder, env={**os.environ, **environment},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        out, err = await asyncio.wait_for(process.communicate(), LONGEST_START_S)
    finally:
        if process.returncode is None:
            process.kill()

    assert process.returncode == 1
    assert re.search(sentence, err.decode()), err.decode()
    assert "Traceback" not in err.decode()
    assert len(err.decode().splitlines()) == 1
    assert out == b""
