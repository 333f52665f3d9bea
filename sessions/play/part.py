"""What every part of a session works with."""

from sessions.play.context import SessionContext
from sessions.play.reader import TableReader
from sessions.play.writer import TableWriter


class SessionPart:
    """One part of a session: what the table is like by its `reader`, and every change through its `writer`."""

    def __init__(self, context: SessionContext, reader: TableReader, writer: TableWriter) -> None:
        self.context = context
        self.reader = reader
        self.writer = writer
