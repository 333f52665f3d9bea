"""Make attempts with one bot over the wire."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from gauntlet.family import Findings
from tests.wire import evening
from tests.wire.dawn import DawnRenderClient
from tests.wire.evening import Wired, wired


def over_wire(act: Callable[[Wired, Findings], Awaitable[None]]) -> Findings:
    """Run a sandbox and its bot while `act` adds to the findings. What `act` raises is a failure, and so is each error
    that the bot logs.
    """
    return asyncio.run(_run(act))


async def _run(act: Callable[[Wired, Findings], Awaitable[None]]) -> Findings:
    findings = Findings()
    vars(evening)["render_client"] = DawnRenderClient
    with tempfile.TemporaryDirectory(prefix="over-wire-") as folder:
        async with wired(Path(folder)) as wired_bot:
            try:
                await act(wired_bot, findings)
            except Exception as error:  # the bot has to stop, or the attempt would never end
                findings.failures.append(f"the attempt raised {error!r}")
            findings.failures += [f"logged: {record.getMessage()}" for record in wired_bot.errors.records]
            wired_bot.errors.records.clear()
    return findings
