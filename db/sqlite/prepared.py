"""Statements as SQL for the driver itself, each compiled once."""

from functools import cache
from typing import Any

from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from db import writing
from db.sqlite.driver import Statement


class Prepared:
    """A statement compiled for the driver."""

    def __init__(self, statement: writing.Statement) -> None:
        compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"))
        assert isinstance(compiled, SQLCompiler)
        assert compiled.positiontup is not None, "only positional parameters are prepared"
        self._sql = str(compiled)
        self._names = compiled.positiontup

    def __call__(self, parameters: list[dict[str, Any]]) -> Statement:
        """This statement for each of these, which hold every parameter."""
        names = self._names
        return self._sql, [tuple([row[name] for name in names]) for row in parameters]


_prepared = cache(Prepared)


def statements_of(steps: list[writing.Step]) -> list[Statement]:
    """These steps as the driver takes them."""
    return [_prepared(statement)(parameters) for statement, parameters in steps]
