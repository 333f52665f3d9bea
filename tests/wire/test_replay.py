"""*Replay* over the wire: forward and back, viewpoints, late pictures, restarts, and deleted messages."""

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cogs.replay import viewer
from cogs.ui.press import Press, read_press
from render import CannotDraw, Picture
from sandbox.driver import Actor
from sandbox.seen import Seen
from sessions.play import past, replaying
from sessions.play.replaying import Departed
from sessions.play.timeline import AnyGame, Timeline
from sessions.records.log import Entry, Snapshot
from sessions.refusals import PastUnreadable
from tests.sessions.fixture import can_undo
from tests.wire import evening as wire
from tests.wire.dawn import DawnRenderClient
from tests.wire.evening import PEOPLE, Wired, WireTable, table_of
from tests.wire.test_export import play
from tests.wire.toys import PIXEL

FIRST, BACK, FORWARD, LAST = "First", "Back", "Forward", "Last"


@pytest.fixture(autouse=True)
def dots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace pictures with dots, so that nothing waits for drawing."""
    monkeypatch.setattr(wire, "render_client", DawnRenderClient)


async def replay(evening: WireTable, person: Actor) -> Seen:
    """Press *Replay* in the menu. Return the answer."""
    reply = await evening.from_menu(person, "replayed")
    assert reply.is_ephemeral
    assert reply.message is not None
    return reply.message


def place(shown: Seen) -> str:
    """Return the position shown, such as "Turn 3 of 9"."""
    return shown.text.splitlines()[1].removeprefix("-# ").partition(" · ")[0]


def way(shown: Seen, label: str) -> Press:
    """Return the press of the button with that label."""
    button = next(button for button in shown.buttons if button.label == label)
    press = read_press(button.custom_id or "")
    assert press is not None
    return press


async def test_replay_steps_forward_and_back_in_one_message(evening: WireTable) -> None:
    await play(evening, 24)
    ariadne = evening.people[0]
    shown = await replay(evening, ariadne)
    total = int(place(shown).rpartition(" ")[2])
    assert total > 3
    assert place(shown) == f"Turn {total} of {total}"
    assert [button.label for button in shown.buttons if button.disabled] == [FORWARD, LAST]

    seen = [place(shown)]
    for label in (FIRST, FORWARD, FORWARD, BACK, LAST):
        reply = await ariadne.press(shown, label)
        assert reply.kind == "update"
        seen.append(place(shown))
        assert len(shown.pictures) == 1
    assert seen[1:] == [f"Turn {number} of {total}" for number in (1, 2, 3, 2, total)]


async def test_changing_the_step_size_of_a_replay_keeps_the_position(evening: WireTable) -> None:
    await play(evening, 60)
    ariadne, session = evening.people[0], await evening.session()
    steps = (await session.history.steps()).steps
    shown = await replay(evening, ariadne)
    await ariadne.choose(shown, "Move by move")
    assert place(shown) == f"Move {len(steps)} of {len(steps)}"
    await ariadne.press(shown, BACK)
    await ariadne.press(shown, BACK)
    assert place(shown) == f"Move {len(steps) - 2} of {len(steps)}"
    await ariadne.choose(shown, "Round by round")
    assert place(shown) == f"Round {steps[-3].round} of {steps[-1].round}"


@pytest.mark.parametrize("game", ["minos-classic", "minos-dawn", "minerva"])
async def test_k4_a_replay_shows_each_person_their_own_view(
    wired_bot: Wired, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The painter gets the seat's view at that time, or the public view for people without a seat."""
    drawn: list[Any] = []

    async def board(_: Any, view: Any, *__: Any, **___: Any) -> tuple[Picture, ...]:
        drawn.append(view)
        return (Picture(PIXEL, "board.png", "a board", 1, 1),)

    async with table_of(wired_bot, game, 2) as evening:
        await play(evening, 14)
        session = await evening.session()
        steps = (await session.history.steps()).steps
        monkeypatch.setattr(wired_bot.parts.render_client, "board", lambda *job, **told: board(*job, **told))
        for person, seat in ((evening.people[0], 0), (evening.people[1], 1), (wired_bot.person("Phaidra"), None)):
            drawn.clear()
            shown = await replay(evening, person)
            await person.press(shown, FIRST)
            expected = [(await session.history.look(steps[number - 1].entry, seat)).view for number in (len(steps), 1)]
            assert drawn == expected
            held = [line for line in shown.text.splitlines() if line.startswith("**") and "):" in line]
            assert all(seat is not None and line.startswith(f"**{PEOPLE[seat]}**") for line in held)


async def test_a_finished_replay_starts_at_the_beginning_with_open_hands(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-dawn", 2) as evening:
        await play(evening, 20)
        await (await evening.session()).leaving.close(1, 99, is_moderator=True)
        await wired_bot.quiet()
        shown = await replay(evening, wired_bot.person("Phaidra"))

        assert place(shown).startswith("Turn 1 of ")
        for name in PEOPLE[:2]:
            assert any(line.startswith(f"**{name}**") for line in shown.text.splitlines())


BY_ANSWER = {"en-US": "Move by move", "fr": "Coup par coup", "cs": "Po jednotlivých rozhodnutích"}


async def last_answer(evening: WireTable, person: Actor, locale: str = "en-US", back: int = 0) -> list[str]:
    """Return the log lines of the answer `back` steps before the last one, as that person reads them."""
    person.person.locale = locale
    shown = await replay(evening, person)
    await person.choose(shown, BY_ANSWER[locale])
    last = next(button for button in shown.buttons if button.emoji == "⏭")
    if not last.disabled:
        await person.press(shown, custom_id=last.custom_id)
    for _ in range(back):
        await person.press(shown, BACK)
    return [line for line in shown.text.splitlines() if line.startswith("• ")]


async def answer(evening: WireTable, *wanted: str) -> None:
    """Answer for the first person who is asked, with the `wanted` options or with as few options as allowed."""
    session = await evening.session()
    decision = session.pending[0]
    keys = wanted or tuple(option.key for option in decision.options[: decision.at_least])
    user = session.table.sitters[decision.seat].user
    await session.play.answer(user, keys, evening.sandbox.world.clock.fresh_id())
    await evening.wired_bot.quiet()


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        ("en-US", "• **Ariadne** – What do you do? → **Build a residence**"),
        ("fr", "• **Ariadne** – Que faites-vous\u00a0? → **Construire un quartier résidentiel**"),
        ("cs", "• **Ariadne** – Co uděláte? → **Postavit rezidenci**"),
    ],
)
async def test_replay_shows_an_answer_together_with_its_question(wired_bot: Wired, locale: str, line: str) -> None:
    """The replay shows public questions to everybody, but omits questions within a turn."""
    async with table_of(wired_bot, "minerva", 2, options="first_seat=first") as evening:
        await answer(evening, "residence")
        for person in (*evening.people, wired_bot.person("Phaidra")):
            assert await last_answer(evening, person, locale) == [line]
        cell = (await evening.session()).pending[0].options[0].key
        await answer(evening, cell)
        shown = await replay(evening, evening.people[0])
        assert "→" not in shown.text
        assert "**Ariadne**" not in shown.text


async def test_k4_secret_answers_are_shown_only_to_their_seat(wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-dawn", 2) as evening:
        session = await evening.session()
        asked = session.pending[0]
        assert asked.private
        seat, others = asked.seat, [wired_bot.person("Phaidra"), evening.people[1 - asked.seat]]
        await answer(evening)

        (own,) = await last_answer(evening, evening.people[seat])
        assert own.startswith(f"• **{PEOPLE[seat]}** – Which 2 decrees do you put back into the deck? → **")
        for person in others:
            assert await last_answer(evening, person) == [f"• **{PEOPLE[seat]}** has moved."]
        await session.leaving.close(1, 99, is_moderator=True)
        await wired_bot.quiet()
        for person in others:
            assert await last_answer(evening, person, back=1) == [own]


async def find_secret_draws(evening: WireTable) -> dict[int, tuple[int, str]]:
    """Find the last card that each seat drew in secret.

    Return the number of steps since that draw, and the card's name.
    """
    wording, session = evening.wired_bot.parts.client.services.wording, await evening.session()
    found: dict[int, tuple[int, str]] = {}
    for back, step in enumerate(reversed((await session.history.steps()).steps)):
        for seat in {0, 1} - set(found):
            lines = await session.history.lines([step], seat)
            told = [
                wording.say(each, "en", session.table)
                for line in lines
                for each in session.reader.log.describe(line.facts)
            ]
            drawn = re.search(r"draws from the Age II? deck: (?!a hidden card)([^(,.]+)", "\n".join(told))
            if drawn is not None:
                found[seat] = back, drawn[1].strip()
    return found


async def test_k4_hidden_draws_are_shown_only_to_their_seat(wired_bot: Wired) -> None:
    """A replay shows each reader only what that reader's log may show."""
    async with table_of(wired_bot, "minos-dawn", 2) as evening:
        await play(evening, 200)
        drawn = await find_secret_draws(evening)
        readers = {0: evening.people[0], 1: evening.people[1], None: wired_bot.person("Phaidra")}
        for seat, (back, card) in drawn.items():
            told = {
                reader: "\n".join(await last_answer(evening, person, back=back)) for reader, person in readers.items()
            }
            assert {reader for reader, text in told.items() if card in text} == {seat}, told
            assert {reader for reader, text in told.items() if "a hidden card" in text} == {0, 1, None} - {seat}
        assert set(drawn) == {0, 1}


async def test_replay_reports_an_answer_whose_question_is_unreadable(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table_of(wired_bot, "minerva", 2, options="first_seat=first") as evening:
        await answer(evening, "residence")
        session = await evening.session()
        timeline_after = session.reader.past.timeline_after

        async def unreadable(number: int) -> Any:
            if number < session.number:
                raise PastUnreadable
            return await timeline_after(number)

        monkeypatch.setattr(session.reader.past, "timeline_after", unreadable)
        assert await last_answer(evening, evening.people[0]) == ["• **Ariadne** has moved."]


async def test_replay_lists_the_first_of_many_answers(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table_of(wired_bot, "minos-dawn", 2) as evening:
        seat = (await evening.session()).pending[0].seat
        await answer(evening)
        await answer(evening)
        monkeypatch.setattr("cogs.replay.viewer.MOST_GIVEN", 1)
        shown = await replay(evening, evening.people[seat])
        first, second = (line for line in shown.text.splitlines() if line.startswith("• "))

        assert "→" in first
        assert second == f"• **{PEOPLE[seat]}** has moved."


async def test_replay_skips_undone_answers(evening: WireTable) -> None:
    session = await evening.session()
    user = session.table.sitters[session.pending[0].seat].user
    person = next(person for person in evening.people if person.id == user)
    await play(evening, 3)
    before = len((await session.history.steps()).steps)
    shown = await replay(evening, person)
    await person.choose(shown, "Move by move")
    stale = way(shown, LAST)
    for asked in evening.people:
        if can_undo(session, asked.id):
            await session.undo.take_back(asked.id, 4242)
            break
    after = len((await session.history.steps()).steps)
    assert after < before

    reply = await person.forge(shown, stale.custom_id)
    assert reply.text.startswith("✋ This step is gone")
    await person.press(shown, FIRST)
    assert place(shown) == f"Move 1 of {after}"


async def test_replay_continues_after_a_restart(evening: WireTable) -> None:
    await play(evening, 12)
    ariadne = evening.people[0]
    shown = await replay(evening, ariadne)
    await evening.wired_bot.stop_bot()
    await evening.wired_bot.start_bot()
    await ariadne.press(shown, FIRST)

    assert place(shown).startswith("Turn 1 of ")


FORGED: list[tuple[str, Callable[[Press], Press]]] = [
    ("of another person", lambda press: Press(press.table, press.epoch, press.verb, 0, decision=1, user=1)),
    ("of a step that never was", lambda press: Press(press.table, 0, press.verb, 0, decision=10**19, user=press.user)),
    ("of a table that never was", lambda press: Press(10**14, 0, press.verb, 0, decision=1, user=press.user)),
    ("of no person", lambda press: Press(press.table, 0, press.verb, 0, decision=1)),
]


@pytest.mark.parametrize(("_", "forge"), FORGED, ids=[name for name, _ in FORGED])
async def test_forged_replay_ids_are_refused_privately(
    evening: WireTable, _: str, forge: Callable[[Press], Press]
) -> None:
    await play(evening, 5)
    ariadne = evening.people[0]
    shown = await replay(evening, ariadne)
    reply = await ariadne.forge(shown, forge(way(shown, FIRST)).custom_id)

    assert reply.is_ephemeral
    assert reply.text.startswith("✋")


async def test_an_unknown_replay_unit_is_refused(evening: WireTable) -> None:
    await play(evening, 5)
    ariadne = evening.people[0]
    shown = await replay(evening, ariadne)
    (select,) = shown.selects
    for values in ([], ["century"], ["turn", "answer"]):
        reply = await ariadne.forge(shown, select.custom_id, kind=3, values=values)
        assert reply.text.startswith("✋")


class Painter:
    """A painter that draws only when the test allows it."""

    def __init__(self) -> None:
        self.may_draw = asyncio.Event()
        self.asked = 0

    async def board(self, *_: Any, **__: Any) -> tuple[Picture, ...]:
        self.asked += 1
        await self.may_draw.wait()
        return (Picture(PIXEL, "board.png", "a board", 1, 1),)


async def test_replay_shows_text_first_if_the_picture_is_late(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(evening, 8)
    painter = Painter()
    monkeypatch.setattr(viewer, "PICTURE_S", 0.01)
    monkeypatch.setattr(evening.wired_bot.parts.render_client, "board", painter.board)
    shown = await replay(evening, evening.people[0])
    assert place(shown).startswith("Turn ")
    assert shown.pictures == []

    painter.may_draw.set()
    await evening.sandbox.until(lambda: len(shown.pictures) == 1)


async def test_a_late_picture_of_an_older_step_is_not_shown(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(evening, 8)
    ariadne, painter = evening.people[0], Painter()
    shown = await replay(evening, ariadne)
    monkeypatch.setattr(viewer, "PICTURE_S", 0.01)
    monkeypatch.setattr(evening.wired_bot.parts.render_client, "board", painter.board)
    await ariadne.press(shown, FIRST)
    await ariadne.press(shown, FORWARD)
    assert place(shown).startswith("Turn 2 of ")
    edits = shown.edits
    painter.may_draw.set()
    await evening.sandbox.until(lambda: len(shown.pictures) == 1)
    await evening.wired_bot.quiet()

    assert place(shown).startswith("Turn 2 of ")
    assert shown.edits == edits + 1


@pytest.mark.parametrize("fault", [CannotDraw(), RuntimeError("a mistake of ours")], ids=["hangs", "fails"])
async def test_replay_shows_text_without_a_painter(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    await play(evening, 8)

    async def board(*_: Any, **__: Any) -> tuple[Picture, ...]:
        raise fault

    monkeypatch.setattr(evening.wired_bot.parts.render_client, "board", board)
    shown = await replay(evening, evening.people[0])
    await evening.people[0].press(shown, BACK)

    assert place(shown).startswith("Turn ")
    assert shown.pictures == []


async def test_replay_reports_an_unreadable_position_and_shows_others(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(evening, 8)
    ariadne = evening.people[0]
    shown = await replay(evening, ariadne)
    before = place(shown)

    def departs(*_: Any) -> Any:
        raise Departed(1, "other rules")

    with monkeypatch.context() as patched:
        patched.setattr("sessions.play.past.position_after", departs)
        reply = await ariadne.press(shown, FIRST)
    assert reply.text.startswith("✋ I can’t show that moment")
    assert place(shown) == before
    await ariadne.press(shown, FIRST)
    assert place(shown).startswith("Turn 1 of ")


async def test_a_replay_opens_at_the_end_if_the_beginning_is_unreadable(
    wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules changed while the game was running."""
    whole = replaying.position_after

    def begin_unreadable(game: AnyGame, snapshot: Snapshot, entries: Sequence[Entry]) -> Timeline:
        if snapshot.number + len(entries) < 10:
            raise Departed(1, "other rules")
        return whole(game, snapshot, entries)

    monkeypatch.setattr(past, "position_after", begin_unreadable)
    async with table_of(wired_bot, "minos-dawn", 2) as evening:
        await play(evening, 20)
        await (await evening.session()).leaving.close(1, 99, is_moderator=True)
        await wired_bot.quiet()
        ariadne = evening.people[0]
        shown = await replay(evening, ariadne)
        number, total = place(shown).removeprefix("Turn ").split(" of ")
        refused = await ariadne.press(shown, FIRST)

    assert number == total
    assert refused.text.startswith("✋ I can’t show that moment")


async def test_replay_says_that_its_table_was_deleted(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    await play(evening, 8)
    shown = await replay(evening, evening.people[0])
    press = way(shown, FIRST)
    gone = Press(press.table + 77, 0, press.verb, 0, decision=1, user=evening.people[0].id)
    reply = await evening.people[0].forge(shown, gone.custom_id)

    assert reply.text.startswith("✋")


async def test_two_people_can_replay_independently(evening: WireTable) -> None:
    await play(evening, 20)
    first, second = await asyncio.gather(*(replay(evening, person) for person in evening.people[:2]))
    await asyncio.gather(evening.people[0].press(first, FIRST), evening.people[1].press(second, BACK))

    assert place(first).startswith("Turn 1 of ")
    assert not place(second).startswith("Turn 1 of ")


@pytest.mark.parametrize("language", ["fr", "cs"])
async def test_replay_uses_the_language_of_its_reader(evening: WireTable, language: str) -> None:
    await play(evening, 8)
    ariadne = evening.people[0]
    ariadne.person.locale = language
    shown = await replay(evening, ariadne)

    assert place(shown).startswith({"fr": "Tour ", "cs": "Tah "}[language])
    assert all(len(button.label or "") <= 34 for button in shown.buttons)
