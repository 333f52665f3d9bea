"""`python -m sandbox`: serve a sandbox by itself, or simulate an evening, a month or a season in one."""

import argparse
import asyncio
import contextlib
import json
import logging
import os
import signal
import sqlite3
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

from sandbox.server import Sandbox


async def serve(given: argparse.Namespace) -> None:
    """Serve until SIGINT or SIGTERM. With `--until-left`, also exit when the parent is gone and no bot is connected."""
    parent = os.getppid()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with Sandbox.running(
        host=given.host, port=given.port, world=given.world, record=given.record, rate_limits=given.rate_limits
    ) as sandbox:
        sandbox.slow_down(given.latency_ms)
        print(f"The sandbox is open at {sandbox.address}/", flush=True)
        ends: list[asyncio.Task[Any]] = [asyncio.create_task(stop.wait())]
        if given.until_left is not None:
            ends.append(
                asyncio.create_task(sandbox.wait_until_unused(given.until_left, lambda: os.getppid() == parent))
            )
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()


def read_arguments() -> tuple[argparse.ArgumentParser, argparse.Namespace]:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description="A Discord on loopback.")
    commands = parser.add_subparsers(dest="command", required=True)
    add = (serving := commands.add_parser("serve", help="serve until interrupted")).add_argument
    add("--host", default="127.0.0.1", help="a loopback address")
    add("--port", type=int, default=8080)
    add("--world", type=Path, help="file that keeps the world between runs")
    left = "end once the process that started it is gone and no bot has come for this long"
    add("--until-left", type=float, metavar="SECONDS", help=left)
    evening = commands.add_parser("evening", help="play many tables at random, killing the bot again and again")
    add = evening.add_argument
    add("game")
    add("--seats", type=int, required=True)
    add("--computers", type=int, default=0, help="how many of the seats are computer players")
    add("--level", default="strong", help="how well they play")
    add("--games", type=int, required=True, help="number of tables")
    often = "times a process or the server stops for seconds"
    add("--freeze", type=int, default=0, dest="freezes", metavar="N", help=often)
    add("--presses", type=int, help="end after this many presses, even if games continue")
    add("--processes", type=int, default=1, help="bots that share the tables and the shards")
    add("--database", choices=("sqlite", "postgresql"), default="sqlite", help="database for the tables")
    month = commands.add_parser("month", help="play many tables for weeks of simulated time")
    add = month.add_argument
    add("--tables", type=int, required=True)
    add("--days", type=int, required=True)
    add("--deserted", type=int, default=3, help="additional tables, at which everybody leaves at the first question")
    add("--removals", type=int, default=0, help="servers that remove the bot; half invite it again")
    season = commands.add_parser("season", help="play a league from its sign-up to its champion, in a time that leaps")
    add = season.add_argument
    add("game")
    add("--people", type=int, required=True)
    add("--seats", type=int, default=4, help="the most at a table")
    add("--form", choices=("swiss", "groups"), default="swiss")
    add("--rounds", type=int, default=0, help="0: as many as the bot finds necessary")
    for add in (evening.add_argument, month.add_argument, season.add_argument):
        add("--seed", type=int, default=1)
        add("--kills", type=int, default=0, help="number of times the bot is killed and restarted")
        add("--json", action="store_true", help="print the report as one JSON object")
    for add in (serving.add_argument, evening.add_argument):
        add("--record", type=Path, metavar="FILE", help="record the wire, one JSON object per line")
        delay = "delay everything by about this long"
        add("--latency", type=int, default=0, metavar="MS", dest="latency_ms", help=delay)
        pace = "answer at the pace of the machine"
        add("--no-rate-limits", action="store_false", dest="rate_limits", help=pace)
    return parser, parser.parse_args()


async def simulate(parser: argparse.ArgumentParser, given: argparse.Namespace) -> tuple[dict[str, Any], int]:
    """Run the simulation. It is imported only here, so that a plain server loads no games."""
    if given.command == "month":
        from sandbox.month.plan import Plan as MonthPlan
        from sandbox.month.run import spend_month

        return await spend_month(MonthPlan(**_fields(MonthPlan, given)))
    if given.command == "season":
        from sandbox.season.run import SeasonPlan, spend_season

        return await spend_season(SeasonPlan(**_fields(SeasonPlan, given)))
    from sandbox.evening.run import Plan, spend_evening
    from sandbox.simulation.postgresql import WHY_NOT, is_installed

    if given.processes > 1 and given.database == "sqlite":
        parser.error("several processes need --database postgresql: a SQLite file takes only one")
    if given.database == "postgresql" and not is_installed():
        parser.error(WHY_NOT)
    return await spend_evening(Plan(**_fields(Plan, given)))


def _fields(plan: type, given: argparse.Namespace) -> dict[str, Any]:
    return {field.name: vars(given)[field.name] for field in fields(plan) if field.name in given}


def main() -> int:
    parser, given = read_arguments()
    if given.command != "serve":
        report, code = asyncio.run(simulate(parser, given))
        print(json.dumps(report) if given.json else "\n".join(f"{key}: {value}" for key, value in report.items()))
        return code
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(serve(given))
    except (OSError, ValueError, sqlite3.Error) as error:
        print(f"The sandbox cannot open: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
