"""Where a PostgreSQL database is, as whom it is entered, and why it cannot be."""

import re

import msgspec
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

_SCHEME = re.compile(r"postgres(ql)?(\+asyncpg)?://")
DRIVER = "postgresql+asyncpg"


class UnusableAddress(Exception):  # noqa: N818
    """An address that names no PostgreSQL database; the text says what is wrong with it, and holds no password."""


class ServerRefuses(Exception):  # noqa: N818
    """The database cannot be used; the text says why and what to do, and holds no password."""


class Address(msgspec.Struct, frozen=True):
    """A database at a server. Shown or logged it has no password."""

    url: URL

    def __str__(self) -> str:
        """The address without its password, as a person writes it."""
        shown = self.url.set(drivername="postgresql", query={})
        return shown.render_as_string(hide_password=True)

    __repr__ = __str__

    @property
    def name(self) -> str:
        """The name of the database."""
        return self.url.database or ""

    @property
    def server(self) -> str:
        """Host and port, or the folder of the server's socket."""
        host = self.url.host or self.url.query.get("host") or "localhost"
        return f"{host}:{self.url.port}" if self.url.port else str(host)


def is_address(text: str) -> bool:
    """Whether this names a PostgreSQL database, and no file."""
    return _SCHEME.match(text) is not None


def address_of(text: str) -> Address:
    """The address in `postgresql://user:password@host/name`. Raises `UnusableAddress`.

    What follows a `?` is asyncpg's; `sslmode` is understood as well.
    """
    try:
        url = make_url(_SCHEME.sub(f"{DRIVER}://", text, count=1))
    except (ArgumentError, ValueError):
        raise UnusableAddress("DATABASE is no address: write postgresql://user:password@host/name.") from None
    if not url.database:
        raise UnusableAddress("DATABASE names no database: write postgresql://user:password@host/name.")
    mode = url.query.get("sslmode")
    if isinstance(mode, str):
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
    return Address(url)
