"""Check recordings against Discord's document: a short game recorded here, and the recordings that `.ci/run` makes."""

import asyncio
import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import discord_limits as limits
from tests.wire import rules
from tests.wire.evening import table_of, wired
from tests.wire.judge import DOCUMENT, Fault, Json, Judge, known_differences, read
from tests.wire.player import press_something

PRESSES = 12
V2 = 1 << 15


@pytest.fixture(scope="module")
def judge() -> Judge:
    if not DOCUMENT.exists():
        pytest.skip(f"Discord's OpenAPI document is not at {DOCUMENT}; DISCORD_OPENAPI says where it is")
    return Judge()


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[Json]:
    """The recorded traffic of a few turns of Minos (classic), a hand, suggested rules, and a table in a thread."""
    folder = tmp_path_factory.mktemp("judge")
    asyncio.run(_play(folder, folder / "wire.jsonl"))
    return list(read([folder / "wire.jsonl"]))


async def _play(folder: Path, record: Path) -> None:
    dice = Random(5)
    async with wired(folder, record=record) as wired_bot, table_of(wired_bot, "minos-classic", 2) as evening:
        for _ in range(PRESSES):
            session = await evening.session()
            await press_something(await evening.person_asked(), await evening.board(), session.pending[0], dice)
        person = evening.people[0]
        await person.command("/hand", evening.channel)
        await person.autocomplete("/rules", evening.channel, "topic", topic="")
        await person.command("/table open", "labyrinth", game="minos-classic", thread=True)
        await wired_bot.quiet()


def test_the_bot_sends_only_what_the_document_allows(judge: Judge, lines: list[Json]) -> None:
    found = judge.judge(lines)

    assert found.requests > PRESSES
    assert found.events > PRESSES
    assert not found.by_bot, "\n".join(f"{times} × {fault}" for fault, times in found.by_bot.most_common())
    assert not _without_reason(found.by_sandbox), _without_reason(found.by_sandbox)


def test_recorded_requests_follow_every_written_rule(lines: list[Json]) -> None:
    found = rules.check(lines)

    assert not found.rules, found.examples
    assert {"components of a message", "seconds to the first answer", "characters of a command"} <= found.most.keys()


def test_recordings_fit_the_document_and_every_rule(judge: Judge) -> None:
    folder = os.environ.get("JUDGE_WIRE")
    if not folder:
        pytest.skip("JUDGE_WIRE names no folder of recordings; .ci/run makes them and judges them")
    files = sorted(Path(folder).glob("*.jsonl"))
    assert files, f"no recording in {folder}"
    recorded = list(read(files))

    found, broken = judge.judge(recorded), rules.check(recorded)

    print(f"{len(files)} recordings: {found.requests} requests, {found.answers} answers, {found.events} events")
    for what, (most, limit) in sorted(broken.most.items()):
        print(f"{what}: {most:g} of {limit:g}")
    assert not found.by_bot, "\n".join(f"{times} × {fault}" for fault, times in found.by_bot.most_common())
    assert not broken.rules, "\n".join(f"{n} × {rule}: {broken.examples[rule]}" for rule, n in broken.rules.items())
    assert not _without_reason(found.by_sandbox), _without_reason(found.by_sandbox)
    stale = [row for row in known_differences() if not any(row.covers(fault) for fault in found.by_sandbox)]
    assert not stale, f"sandbox/README.md explains what no longer differs: {stale}"


def _without_reason(faults: dict[Fault, int]) -> list[str]:
    rows = known_differences()
    return [f"{times} × {fault}" for fault, times in faults.items() if not any(row.covers(fault) for row in rows)]


# Planted faults


def request(lines: list[Json], part: Callable[[Json], bool]) -> tuple[Json, Json]:
    """Copy the first recorded request that has a matching object in its body. Return the copy and that object."""
    for line in lines:
        if line["kind"] == "rest":
            made = copy.deepcopy(line)
            found = next((thing for thing in rules.walk(made["json"]) if part(thing)), None)
            if found is not None:
                return made, found
    raise LookupError


def is_board(thing: Json) -> bool:
    return thing.get("flags") == V2 and "nonce" in thing


def calls(thing: Json) -> bool:
    return bool(thing.get("content")) and bool((thing.get("allowed_mentions") or {}).get("users"))


def of_type(number: int) -> Callable[[Json], bool]:
    """Return a predicate for components of that type. Options of commands have a name and do not match."""
    return lambda thing: thing.get("type") == number and "name" not in thing and "data" not in thing


def is_command(thing: Json) -> bool:
    return "contexts" in thing and bool(thing.get("options"))


def is_message_command(thing: Json) -> bool:
    return "contexts" in thing and thing.get("type") == 3 and "description" not in thing


def set_to(**fields: Any) -> Callable[[Json], None]:
    return lambda thing: thing.update(fields)


def without(name: str) -> Callable[[Json], None]:
    return lambda thing: thing.pop(name)


def repeat(name: str, times: int) -> Callable[[Json], None]:
    return lambda thing: thing.update({name: [copy.deepcopy(thing[name][0]) for _ in range(times)]})


BY_DOCUMENT: dict[str, tuple[Callable[[Json], bool], Callable[[Json], object]]] = {
    "button label too long": (of_type(2), set_to(label="l" * (limits.BUTTON_LABEL + 1))),
    "custom id too long": (of_type(2), set_to(custom_id="i" * (limits.CUSTOM_ID + 1))),
    "button without a style": (of_type(2), without("style")),
    "no such style": (of_type(2), set_to(style=9)),
    "no such component": (of_type(2), set_to(type=99)),
    "type as a word": (of_type(2), set_to(type="2")),
    "field nobody knows": (of_type(2), set_to(colour=1)),
    "too many options in a select": (of_type(3), repeat("options", limits.SELECT_OPTIONS + 1)),
    "placeholder too long": (of_type(3), set_to(placeholder="p" * (limits.SELECT_PLACEHOLDER + 1))),
    "empty row": (of_type(1), set_to(components=[])),
    "text as a number": (of_type(10), set_to(content=5)),
    "alt text too long": (lambda thing: "media" in thing, set_to(description="a" * (limits.ALT_TEXT + 1))),
    "too many pictures": (of_type(12), repeat("items", limits.GALLERY_ITEMS + 1)),
    "nonce too long": (is_board, set_to(nonce="n" * (limits.NONCE + 1))),
    "mention that is no id": (is_board, set_to(allowed_mentions={"users": ["Ariadne"]})),
    "unknown mention": (is_board, set_to(allowed_mentions={"parse": ["people"]})),
    "message command without a name": (is_message_command, set_to(name="")),
    "command name too long": (is_command, set_to(name="n" * (limits.COMMAND_NAME + 1))),
    "description too long": (is_command, set_to(description="d" * (limits.COMMAND_DESCRIPTION + 1))),
    "description missing in an option": (lambda thing: "options" in thing and "contexts" not in thing and "type" in
                                         thing and "custom_id" not in thing, without("description")),
    "too many options in a command": (is_command, repeat("options", limits.COMMAND_OPTIONS + 1)),
    "no such context": (is_command, set_to(contexts=[7])),
    "thread archived after a minute": (lambda thing: "auto_archive_duration" in thing, set_to(auto_archive_duration=1)),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_DOCUMENT)
def test_the_judge_finds_an_altered_request(judge: Judge, lines: list[Json], name: str) -> None:
    which, bend = BY_DOCUMENT[name]
    line, part = request(lines, which)
    assert not judge.of_request(line)

    bend(part)

    assert judge.of_request(line)


def empty(line: Json, thing: Json) -> None:
    thing.update(min_values=0, required=True)


def drop_uploads(line: Json, thing: Json) -> None:
    line["uploads"] = []
    thing["attachments"] = []


def without_words(_: Json, thing: Json) -> None:
    """Plant a fault: send a board in its old form, with components that mention the person but without content."""
    thing.update(components=[{"type": 10, "content": thing.pop("content")}], flags=V2)


def double(line: Json, thing: Json) -> None:
    thing["components"].append(copy.deepcopy(thing["components"][0]))


BY_RULE: dict[str, tuple[Callable[[Json], bool], Callable[[Json, Json], object], str]] = {
    "B1": (of_type(3), empty, "not required"),
    "B2": (lambda thing: bool(thing.get("attachments")) and "components" in thing, drop_uploads, "sent or named"),
    "the same button twice": (of_type(1), double, "no custom_id stands twice"),
    "content beside components": (is_board, lambda _, thing: thing.update(content="c"), "exclude content"),
    "message without a nonce": (is_board, lambda _, thing: thing.pop("nonce"), "enforced nonce"),
    "ping without words": (calls, without_words, "notifies somebody"),
    "ping that is a mention alone": (
        calls,
        lambda _, thing: thing.update(content=f"<@{thing['allowed_mentions']['users'][0]}>"),
        "notifies somebody",
    ),
    "too many components": (
        of_type(17),
        lambda _, thing: thing["components"].extend([{"type": 10, "content": "t"}] * limits.COMPONENTS_PER_MESSAGE),
        "components of a message",
    ),
    "too much text": (
        of_type(17),
        lambda _, thing: thing["components"].extend([{"type": 10, "content": "t" * 3999}] * 2),
        "characters of a message's components",
    ),
    "capitals in a command": (is_command, lambda _, thing: thing.update(name="Minos"), "fit Discord's expression"),
    "a command too large": (
        is_command,
        lambda _, thing: thing["options"].extend([{"type": 3, "name": f"o{n}", "description": "d" * 100, "choices": [
            {"name": "n" * 100, "value": f"{m}" * 100} for m in range(9)]} for n in range(5)]),
        "characters of a command",
    ),
    "a large file": (
        lambda thing: bool(thing.get("attachments")),
        lambda line, _: line["uploads"][0].update(size=limits.FILE_BYTES + 1),
        "bytes of a file",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_RULE)
def test_the_check_of_written_rules_finds_an_altered_request(lines: list[Json], name: str) -> None:
    which, bend, rule = BY_RULE[name]
    line, part = request(lines, which)
    assert not rules.check([line]).rules

    bend(line, part)

    assert any(rule in broken for broken in rules.check([line]).rules)


def test_a_late_answer_is_measured_but_breaks_no_rule(lines: list[Json]) -> None:
    late = copy.deepcopy(lines)
    for line in late:
        if line["kind"] == "rest" and line["path"].startswith("/interactions/"):
            line["at"] += 4

    found = rules.check(late)

    assert found.most["seconds to the first answer"][0] > 4
    assert not found.rules


def test_the_judge_finds_altered_answers_and_events(judge: Judge, lines: list[Json]) -> None:
    answer = copy.deepcopy(next(one for one in lines if one["kind"] == "rest" and one["path"].endswith("/messages")))
    event = copy.deepcopy(next(one for one in lines if one.get("event") == "INTERACTION_CREATE"))
    assert not judge.of_answer(answer)
    assert not judge.of_event(event["event"], event["data"])

    del answer["answer"]["author"]["flags"]
    answer["answer"]["loved"] = True
    del event["data"]["member"]["banner"]
    del event["data"]["app_permissions"]

    assert {(fault.field, fault.what) for fault in judge.of_answer(answer)} == {
        ("/author/flags", "missing"),
        ("/loved", "unknown"),
    }
    assert {(fault.field, fault.what) for fault in judge.of_event(event["event"], event["data"])} == {
        ("/member/banner", "missing"),
        ("/app_permissions", "missing"),
    }
    answer["status"] = 201
    assert [fault.field for fault in judge.of_answer(answer)] == ["/"]


def test_each_difference_is_explained(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    table = "| where | field | how | why |\n| --- | --- | --- | --- |\n"
    readme.write_text(f"## Where it differs\n\n{table}| `READY` | `/user/*` | missing | nobody reads it |\n\n## More\n")

    [row] = known_differences(readme)

    assert row.covers(Fault("READY", "/user/locale", "missing"))
    assert not row.covers(Fault("READY", "/user/locale", "unknown"))
    assert not row.covers(Fault("GUILD_CREATE", "/user/locale", "missing"))
    assert json.dumps([row.where, row.field, row.what]) == '["READY", "/user/*", "missing"]'
    readme.write_text(f"## Where it differs\n\n{table}| `READY` | `/user/*` | missing | |\n")
    with pytest.raises(AssertionError, match="not explained"):
        known_differences(readme)
