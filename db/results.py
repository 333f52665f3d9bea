"""Results of games: read for statistics, and completed from the log at the end of a game."""

from sqlalchemy import ColumnElement, Connection, Update, bindparam, exists, func, literal_column, or_, select, update

from db import rows
from db import tables as t
from sessions.records.log import Answered, Conceded, PastGame, Reseated

ZERO: ColumnElement[int] = literal_column("0")
_TABLE = bindparam("of_table", type_=t.tables.c.id.type)
_OTHERS = t.results.alias("others")
_ALL_SITTERS = t.sitters.alias("all_sitters")
PAST_GAMES = (
    select(
        t.tables.c.id, t.tables.c.guild, t.tables.c.game, t.tables.c.options, t.tables.c.changed_at, t.tables.c.ended,
        t.sitters.c.seat, t.sitters.c.user, t.sitters.c.name, t.sitters.c.has_left,
        t.results.c.place, t.results.c.score, t.results.c.dealt, t.results.c.turns, t.results.c.waited_ms,
        t.results.c.has_changed,
        select(func.max(_OTHERS.c.score))
        .where(_OTHERS.c.table_id == t.tables.c.id, _OTHERS.c.number != t.results.c.number)
        .scalar_subquery().label("rival"),
        select(func.count()).where(_ALL_SITTERS.c.table_id == t.tables.c.id).scalar_subquery().label("seats"),
        select(func.count(_ALL_SITTERS.c.level)).where(_ALL_SITTERS.c.table_id == t.tables.c.id)
        .scalar_subquery().label("computers"),
    )
    .join(t.sitters, t.sitters.c.table_id == t.tables.c.id)
    .outerjoin(t.results, (t.results.c.table_id == t.tables.c.id) & (t.results.c.seat == t.sitters.c.seat))
    .where(t.tables.c.status == "over", t.sitters.c.level.is_(None))
    .order_by(t.tables.c.id, t.sitters.c.seat)
)  # fmt: skip


def past_games(
    connection: Connection, *, user: int | None = None, guild: int | None = None, game: str | None = None
) -> list[PastGame]:
    filters = ((t.sitters.c.user, user), (t.tables.c.guild, guild), (t.tables.c.game, game))
    wanted = PAST_GAMES.where(*(column == value for column, value in filters if value is not None))
    return [rows.past_game_of(dict(row)) for row in connection.execute(wanted).mappings()]


def _is_a(kind: ColumnElement[str], action: type[Answered | Conceded | Reseated]) -> ColumnElement[bool]:
    """Return an SQL condition for entries of this class, as a literal that needs no bound parameter."""
    return kind == literal_column(f"'{rows.kind_of(action)}'")


def _completion() -> Update:
    """Return a statement that adds turns, waiting times and changes of holder to each seat's result.

    A turn begins when a person answers after another seat. Automatic answers share an earlier entry's interaction.
    """
    log = (
        select(
            t.entries.c.number, t.entries.c.kind, t.entries.c.seat, t.entries.c.part, t.entries.c.at,
            func.lag(t.entries.c.at).over(order_by=t.entries.c.number).label("before"),
        )
        .where(t.entries.c.table_id == _TABLE)
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
    begins = (answers.c.seat == t.results.c.seat) & answers.c.last_seat.is_distinct_from(answers.c.seat)
    changes = t.entries.alias("changes")
    changed = exists().where(
        changes.c.table_id == _TABLE,
        or_(_is_a(changes.c.kind, Conceded), _is_a(changes.c.kind, Reseated)),
        changes.c.seat == t.results.c.seat,
    )
    return (
        update(t.results)
        .where(t.results.c.table_id == _TABLE)
        .values(
            turns=select(func.count()).select_from(answers).where(begins).scalar_subquery(),
            waited_ms=select(func.coalesce(func.sum(answers.c.waited), ZERO)).where(begins).scalar_subquery(),
            has_changed=changed,
        )
    )


COMPLETE_RESULTS = _completion()
