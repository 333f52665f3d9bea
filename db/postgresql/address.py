"""Addresses of PostgreSQL databases, and the errors for unusable ones."""

import re

import msgspec
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from db.schema import Unusable

_SCHEME = re.compile(r"postgres(ql)?(\+asyncpg)?://")
DRIVER = "postgresql+asyncpg"
KNOWN = frozenset({"host", "port", "sslmode", "ssl", "passfile", "target_session_attrs"})
"""The parameters that may follow the `?` of an address. The driver raises an error for others."""


class UnusableAddress(Unusable):
    """An address that names no PostgreSQL database."""


class ServerRefuses(Unusable):
    """The server is unreachable, or does not let this bot use the database."""


class Address(msgspec.Struct, frozen=True):
    """The address of a database on a server. The password is never shown."""

    url: URL

    def __str__(self) -> str:
        shown = self.url.set(drivername="postgresql", query={})
        return shown.render_as_string(hide_password=True)

    __repr__ = __str__

    @property
    def name(self) -> str:
        return self.url.database or ""

    @property
    def server(self) -> str:
        host = self.url.host or self.url.query.get("host") or "localhost"
        return f"{host}:{self.url.port}" if self.url.port else str(host)


def is_address(text: str) -> bool:
    return _SCHEME.match(text) is not None


def address_of(text: str) -> Address:
    """Parse `postgresql://user:password@host/name?sslmode=…`. Raises `UnusableAddress`."""
    try:
        url = make_url(_SCHEME.sub(f"{DRIVER}://", text, count=1))
    except (ArgumentError, ValueError):
        raise UnusableAddress("DATABASE is no address: write postgresql://user:password@host/name.") from None
    if "@" in f"{url.host}{url.database}":
        raise UnusableAddress("DATABASE has an @ in the user or password: write %40 in place of it.")
    if not url.database:
        raise UnusableAddress("DATABASE names no database: write postgresql://user:password@host/name.")
    if unknown := sorted(url.query.keys() - KNOWN):
        raise UnusableAddress(
            f"DATABASE has settings after its question mark that the bot does not know: {', '.join(unknown)}. Leave "
            "them out."
        )
    mode = url.query.get("sslmode")
    if isinstance(mode, str):
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
    return Address(url)
