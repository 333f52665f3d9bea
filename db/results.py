"""Results of games: read for statistics, and completed from the log when a game ends."""

from sqlalchemy import ColumnElement, Connection, Update, bindparam, exists, func, literal_column, or_, select, update

from db import rows
from db.tables import entries, results, sitters
from db.tables import tables as t
from sessions.records.log import Answered, Conceded, PastGame, Reseated

ZERO: ColumnElement[int] = literal_column("0")
_TABLE = bindparam("of_table", type_=t.c.id.type)
_OTHERS = results.alias("others")
_ALL_SITTERS = sitters.alias("all_sitters")
PAST_GAMES = (
    select(
        t.c.id, t.c.guild, t.c.game, t.c.options, t.c.changed_at, t.c.ended,
        sitters.c.seat, sitters.c.user, sitters.c.name, sitters.c.has_left,
        results.c.place, results.c.score, results.c.dealt, results.c.turns, results.c.waited_ms, results.c.has_changed,
        select(func.max(_OTHERS.c.score))
        .where(_OTHERS.c.table_id == t.c.id, _OTHERS.c.number != results.c.number)
        .scalar_subquery().label("rival"),
        select(func.count()).where(_ALL_SITTERS.c.table_id == t.c.id).scalar_subquery().label("seats"),
        select(func.count(_ALL_SITTERS.c.level)).where(_ALL_SITTERS.c.table_id == t.c.id)
        .scalar_subquery().label("computers"),
    )
    .join(sitters, sitters.c.table_id == t.c.id)
    .outerjoin(results, (results.c.table_id == t.c.id) & (results.c.seat == sitters.c.seat))
    .where(t.c.status == "over", sitters.c.level.is_(None))
    .order_by(t.c.id, sitters.c.seat)
)  # fmt: skip


def past_games(
    connection: Connection, *, user: int | None = None, guild: int | None = None, game: str | None = None
) -> list[PastGame]:
    filters = ((sitters.c.user, user), (t.c.guild, guild), (t.c.game, game))
    wanted = PAST_GAMES.where(*(column == value for column, value in filters if value is not None))
    return [rows.past_game_of(dict(row)) for row in connection.execute(wanted).mappings()]


def _is_a(kind: ColumnElement[str], action: type[Answered | Conceded | Reseated]) -> ColumnElement[bool]:
    """An SQL condition for entries of that class, as a literal: prepared statements bind only our parameters."""
    return kind == literal_column(f"'{rows.kind_of(action)}'")


def _completion() -> Update:
    """The statement that adds to each result its seat's turns, their waiting time, and whether it changed hands.

    A turn begins with a person's answer after another seat's. Autopilots share an interaction with the entry before.
    """
    log = (
        select(
            entries.c.number, entries.c.kind, entries.c.seat, entries.c.part, entries.c.at,
            func.lag(entries.c.at).over(order_by=entries.c.number).label("before"),
        )
        .where(entries.c.table_id == _TABLE)
        .subquery()
    )  # fmt: skip
    answers = (
        select(
            log.c.seat,
            (log.c.at - log.c.before).label("waited"),
            func.lag(log.c.seat).over(order_by=log.c.number).label("last_seat"),
        )
        .where(_is_a(log.c.kind, Answered), log.c.part == ZERO)
        .subquery()
    )
    begins = (answers.c.seat == results.c.seat) & answers.c.last_seat.is_distinct_from(answers.c.seat)
    changes = entries.alias("changes")
    changed = exists().where(
        changes.c.table_id == _TABLE,
        or_(_is_a(changes.c.kind, Conceded), _is_a(changes.c.kind, Reseated)),
        changes.c.seat == results.c.seat,
    )
    return (
        update(results)
        .where(results.c.table_id == _TABLE)
        .values(
            turns=select(func.count()).select_from(answers).where(begins).scalar_subquery(),
            waited_ms=select(func.coalesce(func.sum(answers.c.waited), ZERO)).where(begins).scalar_subquery(),
            has_changed=changed,
        )
    )


COMPLETE_RESULTS = _completion()
