"""`python -m gauntlet --dose pr|night|release`: run the families, or repeat one attempt with `--replay`."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Coroutine
from typing import Any

import msgspec

from gauntlet.families import FAMILIES
from gauntlet.family import DOSES, ROOT, Family
from gauntlet.report import write_table
from gauntlet.running import Runner, attempt, attempt_with
from gauntlet.state import REPORT, Store, current_commit, is_dirty

KEPT = ROOT / "var" / "gauntlet"
BITS = 24
"""The first seed comes from the commit's hash and has up to this many bits."""


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m gauntlet", description=__doc__)
    add = parser.add_argument
    add("--dose", choices=DOSES, default="pr")
    add("--only", default="", metavar="R1,S3", help="families to run, separated by commas")
    add("--seed", type=int, help="the first seed; by default it follows from the commit")
    add("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    add("--json", action="store_true", help="print the progress as one JSON object")
    add("--replay", nargs=2, metavar=("FAMILY", "SEED"), help="repeat one attempt")
    add("--control", default="", help="with --replay: plant this control's fault")
    given = parser.parse_args()
    unknown = set(filter(None, given.only.split(","))) - FAMILIES.keys()
    if unknown:
        parser.error(f"no family {', '.join(sorted(unknown))} among {', '.join(FAMILIES)}")
    if given.dose == "release" and not given.replay and is_dirty():
        parser.error("a release is run at a commit: commit or remove all changes first")
    return given


async def replay(family: Family, seed: int, control: str) -> int:
    """Repeat one attempt, with a planted fault if a control is named. Return 1 if something failed, and 2 if there is
    no such control.
    """
    chosen = next((each for each in family.controls if each.name == control), None)
    if control and chosen is None:
        print(f"{family.key} has no control {control!r}", file=sys.stderr)
        return 2
    made = await (attempt_with(family, [chosen], seed) if chosen else attempt(family, seed))
    print(made.log)
    lines = made.findings.failures if made.findings else ["the attempt ended without findings"]
    print("\n".join([*lines, f"{made.findings.tries if made.findings else 0} {family.unit}, {len(lines)} failures"]))
    return 1 if lines else 0


async def run(given: argparse.Namespace) -> int:
    """Run the chosen families. Return 1 if something failed or a planted fault was not caught."""
    commit, is_clean = current_commit(), not is_dirty()
    if not is_clean:
        print("The tree has changes, so nothing is kept and the report stays as it is.", file=sys.stderr)
    store = Store(commit, KEPT if is_clean else None)
    base = given.seed if given.seed is not None else int(commit[: BITS // 4], 16)
    keys = list(filter(None, given.only.split(","))) or list(FAMILIES)
    families = [FAMILIES[key] for key in keys if getattr(FAMILIES[key].doses, given.dose)]
    runner = Runner(store, given.dose, base, given.jobs, KEPT / commit, lambda line: print(line, file=sys.stderr))
    await runner.run(families)
    if is_clean:
        write_table(ROOT / REPORT, list(FAMILIES.values()), given.dose, store.state)
    report = summarize(families, given.dose, commit, store)
    print(msgspec.json.encode(report).decode() if given.json else as_text(report))
    return 0 if all(each["is_passed"] for each in report["families"]) and not runner.broken else 1


def summarize(families: list[Family], dose: str, commit: str, store: Store) -> dict[str, Any]:
    """Return the result of each family, with a command to repeat each failure."""
    rows = []
    for family in families:
        progress, asked = store.of(family.key), getattr(family.doses, dose)
        missed = [each.name for each in family.controls if not progress.controls.get(each.name)]
        rows.append(
            {
                "family": family.key,
                "unit": family.unit,
                "asked": asked,
                "run": progress.tries,
                "seconds": round(progress.seconds, 1),
                "failures": [f"python -m gauntlet --replay {family.key} {each.seed}" for each in progress.failures],
                "controls": len(family.controls),
                "missed": missed,
                "is_passed": progress.tries >= asked and not progress.failures and not missed,
            }
        )
    return {"commit": commit, "dose": dose, "families": rows}


def as_text(report: dict[str, Any]) -> str:
    lines = [f"Commit {report['commit']}, dose {report['dose']}"]
    for each in report["families"]:
        caught = each["controls"] - len(each["missed"])
        lines.append(
            f"{'passed' if each['is_passed'] else 'FAILED'} {each['family']}: {each['run']} of {each['asked']} "
            f"{each['unit']}, {len(each['failures'])} failures, {caught} of {each['controls']} controls caught"
        )
        lines += [f"  {command}" for command in each["failures"]]
        lines += [f"  not caught: {name}" for name in each["missed"]]
    return "\n".join(lines)


async def until_terminated(work: Coroutine[Any, Any, int]) -> int:
    """Do the work, but cancel it on SIGTERM. Cancelling kills the attempts, which run in their own process groups."""
    task = asyncio.ensure_future(work)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await task


def main() -> int:
    given = read_arguments()
    if given.replay:
        key, seed = given.replay
        if key not in FAMILIES:
            print(f"no family {key} among {', '.join(FAMILIES)}", file=sys.stderr)
            return 2
        work = replay(FAMILIES[key], int(seed), given.control)
    else:
        work = run(given)
    try:
        return asyncio.run(until_terminated(work))
    except asyncio.CancelledError:
        return 128 + signal.SIGTERM


if __name__ == "__main__":
    sys.exit(main())
