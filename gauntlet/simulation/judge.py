"""Compare what a world's bot has stored with all that was sent and shown."""

import contextlib
import io

from bot import CannotStart
from db.__main__ import main as run_db
from gauntlet.simulation.storm import Storm
from gauntlet.simulation.world import World
from sandbox.simulation import verdict
from sandbox.simulation.chronicle import compare_channels
from sandbox.simulation.hidden import leaks, read_books
from sandbox.simulation.log import stored_tables
from sandbox.simulation.verdict import compare, missing_boards, wrong_commitments
from tests.wire.evening import Errors

MADE_BY_PEOPLE = 1 << 56
"""Interactions of people have larger ids than this. The bot's own actions have smaller ones."""
BOARD_S = 600.0
"""A board is missing if it isn't shown within this many seconds. A post that fails often waits for minutes."""
MAY_LACK = "missing from the channel", "was never posted"


def judge(world: Storm, errors: Errors) -> None:
    """Add all faults to the world's findings."""
    vars(verdict)["BOARD_S"] = BOARD_S
    database, shown, failures = world.database, world.witness.shown, world.findings.failures
    found = compare(world.notes, database)
    failures += [*found.lost, *found.doubled, *found.unposted, *world.notes.leaks]
    for table, entries in stored_tables(database):
        made = {entry.interaction for entry in entries if (entry.interaction or 0) > MADE_BY_PEOPLE}
        if made - world.sent.keys():
            failures.append(f"table {table.id}: nobody sent the interactions {made - world.sent.keys()}")
    moved = tuple(f"table {table.number}:" for table in world.tables if table.is_moved)
    # The new channel of a moved table lacks the lines and boards that were posted before the move.
    failures += [line for line in missing_boards(database, shown, world.program.lives) if not line.startswith(moved)]
    failures += leaks(read_books(database), shown)
    untold, stale = compare_channels(database, world.sandbox.world.messages, world.sandbox.world.bot.id)
    # If messages were deleted, their lines are missing, and perhaps the commitment.
    failures += [line for line in untold if not (world.deletes and any(words in line for words in MAY_LACK))] + stale
    if not world.deletes:
        failures += wrong_commitments(database, shown)
    judge_log(world, errors)


def judge_log(world: World, errors: Errors) -> None:
    """Judge the database by itself, and everything that was logged as an error, except by discord.py."""
    database = world.database
    failures = world.findings.failures
    failures += [f"no such route: {route}" for route in world.sandbox.rest.unknown]
    failures += [f"the bot ended: {why}" for why in world.program.ended if not why.startswith(CannotStart.__name__)]
    failures += [
        f"logged: {each.name}: {each.getMessage()}"
        for each in errors.records
        if each.name.partition(".")[0] != "discord"
    ]
    with contextlib.redirect_stdout(io.StringIO()) as told:
        code = run_db(["--database", str(database), "replay"])
    world.findings.expect(code == 0, f"the log does not replay: {told.getvalue()}")
    with contextlib.redirect_stdout(io.StringIO()) as told:
        code = run_db(["--database", str(database), "check"])
    world.findings.expect(code == 0, f"the database is damaged: {told.getvalue()}")
