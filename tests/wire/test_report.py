"""A report is stored for the host, with its channel. The server's reports channel never shows the report's text."""

import json

import pytest

from cogs.interactions.answering import REFUSED
from sandbox.driver import Actor
from sandbox.seen import Reply
from tests.db.test_commands import run_on
from tests.wire.evening import CHANNEL, Wired, WireTable
from tests.wire.panels import change

LABEL = "What went wrong?"
SECRET = "I hold the Throne Room, and *Develop* took it"


async def send_report(person: Actor, channel: str, text: str) -> Reply:
    opened = await person.command("/report", channel)
    assert opened.kind == "modal", opened.text
    return await person.fill(opened, {LABEL: text})


async def test_only_the_host_can_read_the_text_of_a_report(
    evening: WireTable, capsys: pytest.CaptureFixture[str]
) -> None:
    ariadne, theseus = evening.people[:2]
    session, path = await evening.session(), evening.wired_bot.folder / "knossos.db"
    before = await send_report(theseus, CHANNEL, SECRET)
    await change(ariadne, "/server settings", CHANNEL, reports=evening.sandbox.channel("harbour"), language="en")

    opened = await theseus.command("/report", CHANNEL)
    kept = await theseus.fill(opened, {LABEL: f"  {SECRET}\nTwice. "})
    evening.sandbox.interactions.deliver_again(kept.interaction)
    elsewhere = await send_report(ariadne, "labyrinth", "Nothing opens")

    assert before.text == "Report 1 is saved for the bot’s host. Thank you!"
    assert kept.is_ephemeral
    assert kept.text.startswith("Report 2 is saved for the bot’s host. This server’s reports channel shows where")
    assert elsewhere.text.startswith("Report 3 ")
    told = evening.wired_bot.public_messages("harbour")
    place = evening.sandbox.channel(CHANNEL).id
    assert told[0].text == (
        f"⚠ Report 2: Theseus reports a problem at the table in <#{place}> (Minos (classic), entry {session.number}). "
        "Only the bot’s host can read it."
    )
    assert [seen.pings for seen in told] == [[], []]
    assert all(
        "Throne" not in seen.text for each in (CHANNEL, "harbour") for seen in evening.wired_bot.public_messages(each)
    )
    assert await run_on(path, "reports") == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line for line in lines if not line.startswith("  ")]
    assert [head.partition(":")[0] for head in heads] == ["report 1", "report 2", "report 3"]
    assert f"table {session.table.id}, entry {session.number}, minos-classic version" in heads[1]
    assert lines[3:5] == [f"    {SECRET}", "    Twice."]
    assert "no table" in heads[2]
    assert await run_on(path, "export", theseus.id) == 0
    exported = json.loads(capsys.readouterr().out)
    assert [report["text"] for report in exported["reports"]] == [SECRET, f"{SECRET}\nTwice."]


async def test_reports_work_in_direct_messages_and_without_a_reports_channel(
    wired_bot: Wired, capsys: pytest.CaptureFixture[str]
) -> None:
    ariadne, theseus = wired_bot.person("Ariadne"), wired_bot.person("Theseus")
    await change(ariadne, "/server settings", CHANNEL, reports=wired_bot.sandbox.channel("harbour"))
    wired_bot.sandbox.world.channels.delete(wired_bot.sandbox.channel("harbour"))
    form = await theseus.command("/report", CHANNEL)

    direct = await theseus.command("/report", wired_bot.sandbox.world.channels.direct(theseus.person))
    kept = await theseus.fill(direct, {LABEL: "No answer"})
    gone = await theseus.fill(form, {LABEL: "No answer here"})
    form.interaction.person = ariadne.person
    forged = await ariadne.fill(form, {LABEL: "mine"})
    await wired_bot.stop_bot()
    assert await run_on(wired_bot.folder / "knossos.db", "forget", theseus.id) == 0
    assert await run_on(wired_bot.folder / "knossos.db", "reports") == 0
    await wired_bot.start_bot()

    assert kept.text == gone.text.replace("2", "1") == "Report 1 is saved for the bot’s host. Thank you!"
    assert forged.text.startswith(REFUSED)
    assert "No answer" not in capsys.readouterr().out
