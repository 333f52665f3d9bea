"""Statements as SQL for the driver, each compiled once."""

from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.sql.compiler import SQLCompiler

from db import writing

DriverStatement = tuple[str, list[tuple[Any, ...]]]
"""SQL, and the parameters of each execution."""


class _Prepared:
    """A statement compiled for a driver."""

    def __init__(self, statement: writing.Statement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        assert compiled.positiontup is not None, "only positional parameters are prepared"
        self._sql = str(compiled)
        self._names = compiled.positiontup

    def __call__(self, parameters: list[dict[str, Any]]) -> DriverStatement:
        names = self._names
        return self._sql, [tuple([row[name] for name in names]) for row in parameters]


class Preparer:
    """Compiles statements for one kind of database."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._known: dict[writing.Statement, _Prepared] = {}

    def __call__(self, steps: list[writing.Step]) -> list[DriverStatement]:
        return [self._of(statement)(parameters) for statement, parameters in steps]

    def _of(self, statement: writing.Statement) -> _Prepared:
        known = self._known.get(statement)
        if known is None:
            known = self._known[statement] = _Prepared(statement, self._dialect)
        return known
