"""An attempt over the wire ends and reports, also if it breaks off."""

import pytest

from gauntlet.family import Findings
from gauntlet.over_wire import over_wire
from tests.wire import evening
from tests.wire.evening import CHANNEL, Wired


def test_an_attempt_that_breaks_off_ends_with_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "render_client", evening.render_client)  # restored afterwards

    async def break_off(wired_bot: Wired, findings: Findings) -> None:
        await wired_bot.person("Ariadne").command("/table open", CHANNEL, game="minos-classic")
        findings.tries += 1
        raise KeyError("theseus")

    findings = over_wire(break_off)

    assert findings.tries == 1
    assert findings.failures == ["the attempt raised KeyError('theseus')"]
