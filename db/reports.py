"""Reports to the host, as functions of a connection."""

from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import Connection, func, insert, select

from db.tables import reports
from sessions.records.person import Report


def keep_report(connection: Connection, report: Report, interaction: int) -> Report:
    known = select(reports).where(reports.c.interaction == interaction)
    row = connection.execute(known).mappings().first()
    if row is not None:
        return _report_of(dict(row))
    last = connection.execute(select(func.max(reports.c.id))).scalar_one()
    kept = replace(report, id=(last or 0) + 1)
    values = asdict(kept)
    connection.execute(insert(reports), {**values, "table_id": values.pop("table"), "interaction": interaction})
    return kept


def all_reports(connection: Connection, *, user: int | None = None) -> list[Report]:
    """Return every report, or those of one user, oldest first."""
    wanted = select(reports).order_by(reports.c.id)
    if user is not None:
        wanted = wanted.where(reports.c.user == user)
    return [_report_of(dict(row)) for row in connection.execute(wanted).mappings()]


def _report_of(row: dict[str, Any]) -> Report:
    del row["interaction"]
    return Report(table=row.pop("table_id"), **row)
