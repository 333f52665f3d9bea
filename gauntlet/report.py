"""Write the table in `docs/reliability.md`. Each row has the commit and date of its run."""

from pathlib import Path

from gauntlet.family import Dose, Family
from gauntlet.state import State

BEGIN, END = "<!-- gauntlet: table -->", "<!-- gauntlet: end -->"
HEAD = (
    "| family | | dose | asked | run | failures | controls caught | seconds | commit | date |\n"
    "| --- | --- | --- | --: | --: | --: | --: | --: | --- | --- |"
)


def row(family: Family, dose: Dose, state: State) -> str | None:
    """Return the family's row. Return None if the family has not run, or if any of its controls was not caught."""
    progress = state.families.get(family.key)
    if progress is None or not progress.tries:
        return None
    caught = sum(progress.controls.get(control.name, False) for control in family.controls)
    if caught < len(family.controls):
        return None
    cells = (
        family.key, family.about, dose, f"{getattr(family.doses, dose):,} {family.unit}", f"{progress.tries:,}",
        str(len(progress.failures)), f"{caught} of {len(family.controls)}", f"{progress.seconds:.0f}",
        state.commit[:8], progress.date,
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def write_table(file: Path, families: list[Family], dose: Dose, state: State) -> None:
    """Replace the rows of families that ran at this commit. Keep the other rows."""
    text = file.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    table, _, after = rest.partition(END)
    rows = {line.split("|")[1].strip(): line for line in table.strip().splitlines()[2:]}
    rows |= {family.key: made for family in families if (made := row(family, dose, state)) is not None}
    order = {family.key: place for place, family in enumerate(families)}
    lines = [rows[key] for key in sorted(rows, key=lambda key: order.get(key, len(order)))]
    file.write_text("\n".join([f"{before}{BEGIN}", HEAD, *lines, f"{END}{after}"]), encoding="utf-8")
