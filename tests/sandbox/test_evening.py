"""A simulated evening finds every fault of a crooked bot.

An evening with a correct bot finds none, even if that bot is killed midway.
"""

import sqlite3
import zlib
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import msgspec
import pytest

from cogs.interactions.gate import CONTROLS
from cogs.ui.press import HelpPress, RulesPress
from sandbox.evening import table
from sandbox.evening.beat import Delay
from sandbox.evening.run import Evening, Plan, percentile_ms, spend_evening, waits_after
from sandbox.records import LOADING, Message
from sandbox.seen import Reply
from sandbox.server import Sandbox
from sandbox.simulation import verdict
from sandbox.simulation.fleet import Fleet
from sandbox.simulation.notes import Life, Notes, Press, up_ms
from sandbox.simulation.simulation import play
from sandbox.simulation.table import Table
from sandbox.simulation.verdict import (
    ANSWER_S,
    BOARD_S,
    compare,
    missing_boards,
    unfinished_answers,
    waiting_posts,
    wrong_commitments,
)
from sandbox.simulation.visitor import ANSWERS, CONSENTS, SHOWS, STEPS, controls_of, fate_of
from sandbox.witness import Shown
from tests.sandbox import crooked_bot

FAULTS = (
    "unanswered", "lost", "doubled", "boards_missing", "untold", "stale_questions", "leaks", "commitments_wrong",
    "errors_logged", "off_beat", "wrong_refusals",
)  # fmt: skip
"""The counts of the report that must be zero."""
SEED = bytes(range(100, 116))
AGORA = 77
BOT = ("-m", crooked_bot.__name__)


def press(interaction: int, fate: str) -> Press:
    return Press(interaction, 1, fate, 0.0, 0.001)  # type: ignore[arg-type]


def reply_to(kind: str, verb: str = "o", *offered: str, latency_s: float = 0.1, custom_id: str | None = None) -> Reply:
    """Return the reply to seat 0's press on question 12. The reply has a button for each id in `offered`."""
    shown = SimpleNamespace(
        is_ephemeral=True, selects=[], buttons=[SimpleNamespace(custom_id=each, disabled=False) for each in offered]
    )
    data = {"custom_id": custom_id or f"k1:1:3:0:12:{verb}2:77"}
    interaction: Any = SimpleNamespace(data=data, id=9)
    reply: Any = SimpleNamespace(kind=kind, latency_s=latency_s, text="", message=shown, interaction=interaction)
    return cast("Reply", reply)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with the log of one table.

    After the start come two entries of interaction 7 and one of interaction 8.
    """
    file = tmp_path / "log.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(
            """
            CREATE TABLE entries (table_id, number, interaction, part, kind, at, deed, seat);
            CREATE TABLE posts (table_id);
            CREATE TABLE handled (interaction);
            CREATE TABLE tables (id, status, channel, proposal);
            INSERT INTO entries VALUES
                (1, 1, 7, 0, 'Started', 1000, NULL, NULL),
                (1, 2, 7, 1, 'Answered', 2000, NULL, 0),
                (1, 3, 8, 0, 'Answered', 3000, NULL, 0);
            """
        )
        connection.execute("INSERT INTO tables VALUES (1, 'running', ?, NULL)", (AGORA,))
        started = msgspec.msgpack.encode({"type": "Started", "seed": SEED})
        connection.execute("UPDATE entries SET deed = ? WHERE kind = 'Started'", (started,))
        connection.commit()
    return file


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_complete_log_has_no_faults(database: Path) -> None:
    notes = Notes([press(7, "confirmed"), press(8, "confirmed"), press(9, "refused"), press(10, "unanswered")])
    verdict = compare(notes, database)
    assert (verdict.lost, verdict.doubled, verdict.unposted) == ([], [], [])


def test_a_confirmed_press_missing_from_the_log_counts_as_lost(database: Path) -> None:
    assert len(compare(Notes([press(9, "confirmed")]), database).lost) == 1


def test_a_press_that_changed_only_the_table_is_not_lost(database: Path) -> None:
    change(database, "INSERT INTO handled VALUES (9)")
    assert compare(Notes([press(9, "confirmed")]), database).lost == []


@pytest.mark.parametrize(("epoch", "answered_ms", "is_lost"), [(0, 3000, False), (0, 2000, True), (1, 3000, True)])
def test_a_press_on_the_board_before_a_pause_is_not_lost(
    database: Path, epoch: int, answered_ms: int, is_lost: bool
) -> None:
    change(database, "INSERT INTO handled VALUES (9)")
    agreed = Press(9, AGORA, "confirmed", 0.0, 0.001, control="k1:1:0:-1:77:agree0", answered_ms=2500)
    late = Press(10, AGORA, "confirmed", 0.0, 0.001, control=f"k1:1:{epoch}:-1:-1:undo0", answered_ms=answered_ms)

    assert bool(compare(Notes([agreed, late]), database).lost) is is_lost


@pytest.mark.parametrize(("proposal", "is_lost"), [(77, True), (78, False)])
def test_a_missing_consent_counts_as_lost_while_its_proposal_is_open(
    database: Path, proposal: int, is_lost: bool
) -> None:
    stored = msgspec.msgpack.encode({"number": 3, "agreed": [1], "id": proposal, "kind": "pause"})
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE tables SET proposal = ?", (stored,))
        connection.commit()
    consent = Press(9, AGORA, "confirmed", 0.0, 0.001, control="k1:1:0:-1:77:agree0", answered_ms=3000)

    assert bool(compare(Notes([consent]), database).lost) is is_lost


@pytest.mark.parametrize(
    ("control", "answered_ms", "is_lost"),
    [
        ("k1:1:0:0:12:o2", 3000, False),
        ("k1:1:0:-1:12:o2", 3000, False),
        ("k1:1:0:0:12:o2", 2999, True),
        ("k1:1:0:1:12:o2", 3000, True),
        ("k1:1:0:0:13:o2", 3000, True),
        ("k1:2:0:0:12:o2", 3000, True),
        ("", 3000, True),
    ],
)
def test_a_press_on_an_answered_question_is_not_lost(
    database: Path, control: str, answered_ms: int, is_lost: bool
) -> None:
    stored = msgspec.msgpack.encode({"type": "Answered", "decision": 12})
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE entries SET deed = ? WHERE number = 3", (stored,))
        connection.commit()

    second = Press(9, AGORA, "confirmed", 0.0, 0.001, control=control, answered_ms=answered_ms)

    assert bool(compare(Notes([second]), database).lost) is is_lost


def test_a_second_tap_before_an_undo_is_not_lost(database: Path) -> None:
    answered = msgspec.msgpack.encode({"type": "Answered", "decision": 12})
    undone = msgspec.msgpack.encode({"type": "Retracted", "numbers": [2]})
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE entries SET deed = ? WHERE number = 2", (answered,))
        connection.execute("UPDATE entries SET deed = ?, kind = 'Retracted' WHERE number = 3", (undone,))
        connection.commit()

    second = [Press(9, AGORA, "confirmed", 0.0, 0.001, control="k1:1:0:0:12:o2", answered_ms=at) for at in (1999, 2500)]

    assert len(compare(Notes(second[:1]), database).lost) == 1
    assert compare(Notes(second[1:]), database).lost == []


def test_a_press_before_an_undo_is_not_lost(database: Path) -> None:
    stored = msgspec.msgpack.encode({"type": "Retracted", "numbers": [2]})
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE entries SET deed = ?, kind = 'Retracted' WHERE number = 3", (stored,))
        connection.commit()
    old, new = (Press(9, AGORA, "confirmed", 0.0, 0.001, control=f"k1:1:{n}:0:1:o2", answered_ms=3000) for n in (0, 1))

    assert compare(Notes([old]), database).lost == []
    assert len(compare(Notes([new]), database).lost) == 1


@pytest.mark.parametrize("kind", ["deferred", "deferred_update"])
def test_a_deferred_press_is_neither_confirmed_nor_refused(database: Path, kind: str) -> None:
    assert fate_of(reply_to(kind, latency_s=1.6)) == "put_off"
    assert fate_of(reply_to(kind)) != "put_off"
    verdict = compare(Notes([press(8, "put_off"), press(9, "put_off")]), database)
    assert (verdict.lost, verdict.doubled) == ([], [])


SURE = "k1:1:3:0:12:sure2:77"
NEXT = "k1:1:3:0:13:o0:77"
DONE, NEXT_DONE = "k1:1:3:0:12:done0:77", "k1:1:3:0:13:done0:77"


@pytest.mark.parametrize("kind", ["message", "update"])
@pytest.mark.parametrize(
    ("verb", "offered", "fate"),
    [
        ("o", (SURE,), "asked"),
        ("s", (SURE,), "asked"),
        ("o", (), "confirmed"),
        ("o", (NEXT,), "confirmed"),
        ("o", (SURE, NEXT), "confirmed"),
        ("done", (DONE,), "told"),
        ("done", (NEXT_DONE,), "confirmed"),
        ("o", ("k1:1:3:0:13:sure2:77",), "confirmed"),
        ("sure", (SURE,), "confirmed"),
        ("sure", (), "confirmed"),
        ("choose", (NEXT,), "told"),
        ("d", (NEXT,), "told"),
        ("older", (), "told"),
        ("rule", (), "told"),
    ],
)
def test_only_answers_with_an_effect_confirm_a_press(kind: str, verb: str, offered: tuple[str, ...], fate: str) -> None:
    assert fate_of(reply_to(kind, verb, *offered)) == fate


async def test_a_press_is_timed_by_the_sandboxs_clock() -> None:
    """A simulated month is years ahead. Timed by the real clock, presses would seem older than every answer."""
    sandbox, visitor = (
        SimpleNamespace(clock=SimpleNamespace(now=lambda: 2e9)),
        SimpleNamespace(puts_away=lambda _: True),
    )
    notes = Notes()

    await Table(cast(Any, sandbox), cast(Any, SimpleNamespace(id=AGORA)), notes).note(
        cast(Any, visitor), reply_to("update"), 0.0
    )

    assert [press.answered_ms for press in notes.presses] == [2_000_000_000_000]


def test_a_page_of_rules_does_not_confirm_a_press() -> None:
    for page in (RulesPress("minos-classic", 77, "o"), HelpPress(77)):
        assert fate_of(reply_to("update", custom_id=page.custom_id)) == "told"
    assert fate_of(reply_to("update", custom_id="q1:7")) == "confirmed"


def test_an_updated_message_confirms_a_press() -> None:
    assert fate_of(reply_to("update", "order")) == "confirmed"
    assert fate_of(reply_to("message", "mine")) == "told"


@pytest.mark.parametrize("is_private", [False, True])
def test_public_questions_are_answered_only_by_their_own_controls(is_private: bool) -> None:
    asking = ["k1:1:3:0:12:oj1", "k1:1:3:-1:-1:choose0", "k1:1:3:-1:4:agree0"]
    others = ["k1:1:3:-1:-1:rule0", "k1:1:3:-1:-1:rematch0", "k1:1:3:-1:-1:read0"]
    buttons = [SimpleNamespace(custom_id=each, disabled=False) for each in (*others, *asking)]
    message: Any = SimpleNamespace(is_ephemeral=is_private, buttons=buttons, selects=[])
    found = controls_of(message)
    assert {control.custom_id for control in found.answering} == {*asking, *(others if is_private else ())}
    assert {button.custom_id for button in found.table_actions} == set(() if is_private else others)


def test_simulated_people_know_every_kind_of_control() -> None:
    assert ANSWERS | CONSENTS | STEPS | SHOWS | {"sure"} <= CONTROLS.keys()
    assert {verb for verb in SHOWS if not CONTROLS[verb].only_looks} == STEPS


def test_an_answer_awaiting_confirmation_must_not_be_logged(database: Path) -> None:
    assert len(compare(Notes([press(8, "asked")]), database).doubled) == 1
    assert compare(Notes([press(9, "asked")]), database).lost == []


def test_a_gap_in_entry_numbers_is_found(database: Path) -> None:
    change(database, "DELETE FROM entries WHERE number = 2")
    assert len(compare(Notes(), database).lost) == 1


def test_a_refused_press_found_in_the_log_counts_as_doubled(database: Path) -> None:
    assert len(compare(Notes([press(8, "refused")]), database).doubled) == 1


@pytest.mark.parametrize("row", ["(1, 4, 8, 1, 'Answered', 0, NULL, 0)", "(2, 1, 8, 1, 'Answered', 0, NULL, 0)"])
def test_a_press_logged_twice_counts_as_doubled(database: Path, row: str) -> None:
    change(database, "INSERT INTO entries VALUES (1, 5, 99, 0, 'Answered', 0, NULL, 0)")
    change(database, "UPDATE entries SET number = 6 WHERE number = 4")
    change(database, f"INSERT INTO entries VALUES {row.replace('4, 8', '9, 8')}")  # noqa: S608
    assert len(compare(Notes([press(8, "confirmed")]), database).doubled) == 1


def test_a_post_that_was_never_sent_is_reported(database: Path) -> None:
    change(database, "INSERT INTO posts VALUES (1)")
    assert len(compare(Notes(), database).unposted) == 1


def test_waiting_posts_are_counted_by_table(database: Path) -> None:
    assert waiting_posts(database) == {}
    change(database, "INSERT INTO posts VALUES (1), (1)")
    assert waiting_posts(database) == {1: 2}


# Boards


def state_shown(at_ms: int, text: str, *, number: int = 1, channel: int = AGORA, reader: int | None = None) -> Shown:
    return Shown(at_ms, zlib.compress(text.encode()), number, channel, reader, "")


BOARD = '{"custom_id":"k1:1"}'
UP = [Life(0, 90_000)]


async def test_a_stopped_bot_need_not_answer(tmp_path: Path) -> None:
    """Otherwise presses made while the bot is stopped would count as faults of the bot."""
    fleet = Fleet(cast(Any, None), BOT, tmp_path, 1, {})
    nothing = AsyncMock(return_value=0)
    fleet.bots = [cast(Any, SimpleNamespace(start=nothing, end=nothing))]
    asked = cast(Any, SimpleNamespace(shards=(0,)))

    await fleet.start()
    assert fleet.uptime.must_answer(asked, 0)
    assert await fleet.stop() == []
    assert not fleet.uptime.must_answer(asked, 0)


def test_every_logged_interaction_needs_a_later_board(database: Path) -> None:
    """Interaction 7 has entries at 1,000 and 2,000 ms. Interaction 8 has one at 3,000 ms."""
    assert missing_boards(database, [state_shown(2_500, BOARD), state_shown(3_500, BOARD)], UP) == []
    assert missing_boards(database, [state_shown(3_500, BOARD)], UP) == [], (
        "one board can show the answers of several people"
    )
    assert missing_boards(database, [state_shown(2_500, BOARD)], UP) == ["table 1: no board showed entry 3 to the end"]
    assert len(missing_boards(database, [], UP)) == 2


@pytest.mark.parametrize(
    "other",
    [
        state_shown(3_500, BOARD, channel=AGORA + 1),
        state_shown(3_500, BOARD, reader=5),
        state_shown(3_500, '{"content":"no controls"}', number=2),
        state_shown(3_500, BOARD, number=0),
        state_shown(3_500, '{"custom_id":"k1:1","disabled":true}'),
    ],
    ids=["elsewhere", "private", "without controls", "an older message", "disabled by a press"],
)
def test_other_messages_do_not_count_as_the_board(database: Path, other: Shown) -> None:
    assert len(missing_boards(database, [state_shown(2_500, BOARD), other], UP)) == 1


def test_a_late_board_counts_as_missing_unless_offline(database: Path) -> None:
    late = [state_shown(2_500, BOARD), state_shown(3_001 + round(BOARD_S * 1000), BOARD)]
    assert len(missing_boards(database, late, UP)) == 1
    assert missing_boards(database, late, [Life(0, 4_000), Life(5_000, 90_000)]) == []


def test_a_standing_order_needs_no_board(database: Path) -> None:
    change(database, "UPDATE entries SET kind = 'Ordered' WHERE interaction = 8")
    assert missing_boards(database, [state_shown(2_500, BOARD)], UP) == []


# Answers


def test_a_press_stuck_at_thinking_counts_as_unanswered() -> None:
    thinking = Message(1, AGORA, 2, flags=LOADING)
    told = [state_shown(1_000, "{}"), state_shown(1_500, "{}")]
    whole, cut = Life(0, 1_000 + round(ANSWER_S * 1000)), Life(0, 5_000)
    assert unfinished_answers(told, [thinking], [whole]) == ["message 1 was never filled in"]
    assert unfinished_answers(told, [thinking], [cut]) == []
    assert unfinished_answers(told, [Message(1, AGORA, 2)], [whole]) == []


# Chance


def test_the_commitment_matches_the_seed_shown_at_the_end(database: Path) -> None:
    sealed, proof = (
        state_shown(0, f"sealed: `{sha256(SEED).hexdigest()}`"),
        state_shown(9_000, f"the seed `{SEED.hex()}`"),
    )
    assert wrong_commitments(database, [sealed]) == []
    change(database, "UPDATE tables SET status = 'over'")
    assert wrong_commitments(database, [sealed]) == ["table 1: its seed was not shown at the end"]
    assert wrong_commitments(database, [sealed, proof]) == []


def test_a_commitment_to_another_seed_is_found(database: Path) -> None:
    other = state_shown(0, f"sealed: `{sha256(SEED[::-1]).hexdigest()}`")
    right = state_shown(1, f"sealed: `{sha256(SEED).hexdigest()}`")
    for told in ([], [other], [other, right], [state_shown(0, right.text, reader=5)]):
        assert len(wrong_commitments(database, told)) == 1


def test_uptime_excludes_the_time_between_two_processes() -> None:
    lives = [Life(10, 20), Life(30, 50)]
    assert [up_ms(lives, *when) for when in ((0, 100), (15, 35), (20, 30), (31, 32))] == [30, 10, 0, 1]


def test_recovery_lasts_from_the_first_press_to_its_answer() -> None:
    made = [(1, 4.0, 0.5), (1, 20.0, 0.25), (2, 4.5, 1.0), (3, 6.0, None), (3, 9.0, 0.5), (4, 7.0, None)]
    presses = [Press(0, table, "confirmed", at_s, latency_s) for table, at_s, latency_s in made]
    assert waits_after(5.0, presses) == [0.25, 0.5, 3.5]


def test_percentiles_use_the_sorted_latencies() -> None:
    assert percentile_ms([0.001 * n for n in range(1, 101)], 50) == 51
    assert percentile_ms([0.001 * n for n in range(1, 101)], 99) == 100
    assert percentile_ms([], 50) == 0


@pytest.mark.slow
@pytest.mark.xdist_group("evening")
async def test_a_short_evening_with_kills_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict, "BOARD_S", 120.0)  # On a busy machine, the first picture may take half a minute.
    plan = Plan("minos-classic", seats=3, games=2, seed=3, kills=1, presses=40, compare_bare=False)
    report, code = await spend_evening(plan, (*BOT, "patient"))
    assert code == 0, report
    assert {count: report[count] for count in FAULTS} == dict.fromkeys(FAULTS, 0)
    assert report["kills"] == 1
    assert report["presses"] >= 40
    assert report["confirmed"] >= 13
    assert report["pictures"] >= 5


@pytest.mark.slow
@pytest.mark.xdist_group("evening")
@pytest.mark.usefixtures("without_pictures")
async def test_an_evening_that_fails_leaves_no_bot_behind(tmp_path: Path) -> None:
    async with Sandbox.running(port=0) as sandbox:
        evening = Evening(Plan("chess", seats=2, games=1, seed=1, kills=0), sandbox, tmp_path, BOT)
        with pytest.raises(RuntimeError, match="no command group for chess"):
            await play(evening)
        assert not any(bot.is_running for bot in evening.simulation.fleet.bots)
        await sandbox.until(lambda: not sandbox.gateway.is_connected)


@pytest.mark.slow
@pytest.mark.xdist_group("evening")
@pytest.mark.usefixtures("without_pictures")
async def test_every_fault_planted_in_a_bot_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "PATIENCE_S", 3.0)  # Wait only briefly for missing boards.
    monkeypatch.setattr(verdict, "BOARD_S", 2.5)
    faults = ("board_in_six", "answer_in_two", "seed_on_the_board", "private_question", "other_commitment")
    plan = Plan("minos-dawn", seats=2, games=1, seed=7, kills=0, presses=40, compare_bare=False)
    async with Sandbox.running(port=0) as sandbox:
        sandbox.interactions.patience_s = 1.0
        evening = Evening(plan, sandbox, tmp_path, (*BOT, *faults))
        report, found = await play(evening)

    assert {count for count in FAULTS if report[count]} >= {
        "unanswered",
        "boards_missing",
        "leaks",
        "commitments_wrong",
    }
    told = "\n".join(line for lines in found.values() for line in lines)
    for words in ("no board showed entry", "a press by Guest", "shows everybody the seed", "(A1-", "private question",
                  "its seed doesn't match the commitments"):  # fmt: skip
        assert words in told


@pytest.mark.slow
@pytest.mark.xdist_group("evening")
@pytest.mark.parametrize(
    "faults",
    [
        {
            "newest_line_alone": ("untold", "is missing from the channel"),
            "question_left_open": ("stale_questions", "outdated question"),
            "answer_in_four_forgotten": ("lost", "was confirmed but is not in the log"),
        },
        {
            "turn_shown_twice": ("untold", "posted once too often"),
            "confirmation_after_the_answer": ("doubled", "was asked but is in the log"),
        },
    ],
    ids=", ".join,
)
@pytest.mark.usefixtures("without_pictures")
async def test_a_bot_with_display_or_storage_faults_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, faults: dict[str, tuple[str, str]]
) -> None:
    """Several faults share an evening if they leave different traces."""
    monkeypatch.setattr(table, "PATIENCE_S", 3.0)  # Wait only briefly after a forgotten answer.
    plan = Plan("minos-classic", seats=2, games=1, seed=8, kills=0, presses=40, compare_bare=False)
    async with Sandbox.running(port=0, rate_limits=False) as sandbox:
        evening = Evening(plan, sandbox, tmp_path, (*BOT, *faults))
        report, found = await play(evening)

    told = "\n".join(line for lines in found.values() for line in lines)
    assert {fault for fault, (count, words) in faults.items() if not report[count] or words not in told} == set()


def test_a_computer_that_reveals_its_thinking_time_is_found() -> None:
    times = (400, 2999, 3000, 3900, 4100, 5999, 6000, 6999, 8500, 30_050)
    assert [ms for ms in times if Delay(1, 1, ms).is_off] == [400, 2999, 4100, 5999, 8500]
