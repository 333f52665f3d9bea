"""The base of every part of a session."""

from sessions.play.context import SessionContext
from sessions.play.reader import TableReader
from sessions.play.writer import TableWriter


class SessionPart:
    """One part of a session. It sees the table through `reader` and changes it through `writer`."""

    def __init__(self, context: SessionContext, reader: TableReader, writer: TableWriter) -> None:
        self.context = context
        self.reader = reader
        self.writer = writer
