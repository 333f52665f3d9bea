"""A single act takes one press. Several acts are marked in a private list and carried out together."""

from itertools import combinations
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from cogs.interactions.answering import REFUSED
from cogs.play.presses import AGAIN_MS
from cogs.ui.presenter import ANSWER_OFFERED, DONE, NONE, PICK_OFFERED, SEVERAL
from cogs.ui.press import Press, read_press
from cogs.views.controls import UNDO
from engine.kernel.decision import Decision, Message
from engine.kernel.offering.in_a_row import RowResult
from locales.words import Words
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen, Select
from sandbox.strict.components import STRING_SELECT
from sessions.play.reader import Offers
from sessions.records.log import Answered
from sessions.session import Session
from tests.waiting import eventually
from tests.wire.evening import WireTable, control
from tests.wire.test_refusals import refusal

WORDS = Words()


class Acting(NamedTuple):
    """Someone who may act. All dice have been kept."""

    evening: WireTable
    person: Actor
    session: Session
    shown: Decision
    board: Seen

    def pair(self, *, agree: bool) -> list[str]:
        """Return two options. `agree` says whether both can be carried out, one after the other."""
        marks = [place for place in self.shown.row if not self.shown.options[place].key.startswith("income")]
        keys = [option.key for option in self.shown.options]
        return next(
            [str(place) for place in pair]
            for pair in combinations(marks, 2)
            if (not self.session.reader.offers.in_a_row(self.shown, [keys[place] for place in pair]).left) is agree
        )

    def labels(self, marks: list[str]) -> list[str]:
        return [WORDS.say(self.shown.options[int(mark)].label, "en") for mark in marks]

    def word(self, key: str, marks: list[str]) -> str:
        return WORDS.say(Message(key, {"options": tuple(self.shown.options[int(mark)].label for mark in marks)}), "en")

    def answers(self, marks: list[str]) -> list[str]:
        """Return the answers that carry out the marked options in order."""
        keys = [self.shown.options[int(mark)].key for mark in marks]
        return list(self.session.reader.offers.in_a_row(self.shown, keys).answers)

    async def answers_since(self, number: int) -> list[str]:
        """Return the first key of each answer logged after that entry."""
        store = self.evening.wired_bot.parts.store
        entries = await store.log.entries(self.session.table.id, number + 1, self.session.number)
        return [entry.action.keys[0] for entry in entries if isinstance(entry.action, Answered)]

    async def open(self) -> Seen:
        """Open the list for marking several options."""
        return private(await self.person.press(self.board, custom_id=control(self.board, SEVERAL)))

    async def mark(self, panel: Seen, *marks: str) -> Seen:
        """Mark these options, and no others, in the first select."""
        return private(await self.person.choose(panel, *marks, custom_id=panel.selects[0].custom_id))


def private(reply: Reply) -> Seen:
    assert reply.is_ephemeral
    assert reply.message is not None, reply.text
    return reply.message


def verb_of(select: Select) -> str:
    press = read_press(select.custom_id)
    return press.verb if press is not None else ""


def marks_of(panel: Seen) -> list[str]:
    return [option.value for select in panel.selects for option in select.options if option.default]


def can_be_submitted(panel: Seen) -> bool:
    return not next(button for button in panel.buttons if button.custom_id == control(panel, DONE)).disabled


@pytest.fixture
async def acting(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> Acting:
    """Roll someone's dice until they may act.

    In these tests, two possible acts are enough for the button that marks several of them.
    """
    for module in ("engine.kernel.offering.offers", "cogs.ui.presenter"):
        monkeypatch.setattr(f"{module}.FEWEST_TOGETHER", 2)
    person, session = await evening.person_asked(), await evening.session()
    for keys in ((), tuple(f"die:{number}" for number in range(1, 7))):
        await session.play.answer(person.id, keys, evening.sandbox.world.clock.fresh_id())
    return Acting(evening, person, session, session.reader.offers.as_shown(session.pending[0]), await evening.board())


async def test_one_pick_from_the_board_counts_immediately(acting: Acting) -> None:
    select = next(each for each in acting.board.selects if verb_of(each) == PICK_OFFERED)
    value, number = select.options[0].value, acting.session.number

    done = await acting.person.choose(acting.board, value, custom_id=select.custom_id)

    assert (select.min_values, select.max_values) == (1, 1)
    assert done.kind == "update"
    assert await acting.answers_since(number) == acting.answers([value]) or acting.session.number > number


async def test_ending_the_turn_is_a_button_instead_of_a_list_entry(acting: Acting) -> None:
    end = str(len(acting.shown.options) - 1)
    panel = await acting.open()

    assert acting.shown.options[-1].key == "end"
    assert f"{ANSWER_OFFERED}{end}" in "".join(button.custom_id or "" for button in acting.board.buttons)
    assert end not in {option.value for each in (acting.board, panel) for row in each.selects for option in row.options}


async def test_zero_income_is_not_listed_but_can_be_typed(acting: Acting) -> None:
    idle = {str(n) for n, option in enumerate(acting.shown.options) if option.key.startswith("income")}
    panel = await acting.open()
    number = acting.session.number

    assert idle
    for shown in (acting.board, panel):
        assert not idle & {option.value for select in shown.selects for option in select.options}
    await acting.evening.command(acting.person, "/classic income")
    assert (await acting.answers_since(number))[:1] == ["income"]


async def test_marked_options_are_listed_in_order_and_done_together(acting: Acting) -> None:
    pair, number = acting.pair(agree=True), acting.session.number
    expected = acting.answers(pair)

    panel = await acting.mark(await acting.open(), *reversed(pair))

    assert acting.session.number == number, "nothing is done yet"
    assert panel.text.endswith("\n".join(f"{n}. {label}" for n, label in enumerate(acting.labels(pair), start=1)))
    assert sorted(marks_of(panel)) == sorted(pair)
    await acting.person.press(panel, custom_id=control(panel, DONE))
    assert await acting.answers_since(number) == expected
    await eventually(lambda: panel.is_gone, "the message is deleted")


async def test_nothing_can_be_submitted_before_something_is_marked(acting: Acting) -> None:
    pair = acting.pair(agree=True)

    panel = await acting.open()
    assert not can_be_submitted(panel)
    panel = await acting.mark(panel, *pair)
    assert can_be_submitted(panel)
    panel = await acting.mark(panel)

    assert marks_of(panel) == []
    assert not can_be_submitted(panel)
    assert WORDS.say(Message("play.mark"), "en") in panel.text


async def test_contradictory_acts_cannot_both_be_marked(acting: Acting) -> None:
    first, second = acting.pair(agree=False)
    panel, number = await acting.mark(await acting.open(), second), acting.session.number

    panel = await acting.mark(panel, first, second)

    assert marks_of(panel) == [second], "earlier marks stay"
    assert acting.word("play.unmarked", [first]) in panel.text
    expected = acting.answers([second])
    await acting.person.press(panel, custom_id=control(panel, DONE))
    assert await acting.answers_since(number) == expected


async def test_submitting_contradictory_acts_carries_out_none_of_them(
    acting: Acting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Acts marked in an open list now contradict each other. That can happen if the bot is updated meanwhile."""
    pair, number = acting.pair(agree=True), acting.session.number
    panel, real = await acting.mark(await acting.open(), *pair), Offers.in_a_row

    def contradict(offers: Offers, decision: Decision, keys: list[str]) -> RowResult:
        found = real(offers, decision, keys)
        return found._replace(given=found.given[:1], left=found.given[1:]) if len(keys) > 1 else found

    monkeypatch.setattr(Offers, "in_a_row", contradict)
    refused = private(await acting.person.press(panel, custom_id=control(panel, DONE)))

    assert acting.session.number == number
    assert marks_of(refused) == pair[:1]
    assert acting.word("play.unmarked", pair[1:]) in refused.text


async def test_after_a_reveal_the_reply_lists_done_and_skipped_acts(
    acting: Acting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a fight nobody can know whether the later acts will be possible, so all acts may be marked."""
    (first, second), number = acting.pair(agree=True), acting.session.number
    expected, real = acting.answers([first]), Offers.in_a_row

    def stop_after_the_first(offers: Offers, decision: Decision, keys: list[str]) -> RowResult:
        return real(offers, decision, keys[:1])._replace(left=tuple(keys[1:]), revealed=True)

    monkeypatch.setattr(Offers, "in_a_row", stop_after_the_first)
    panel = await acting.mark(await acting.open(), first, second)
    assert sorted(marks_of(panel)) == sorted([first, second])

    told = await acting.person.press(panel, custom_id=control(panel, DONE))

    done, left = (acting.shown.options[int(mark)].label for mark in (first, second))
    assert told.is_ephemeral
    assert told.text == WORDS.say(Message("play.partly", {"done": (done,), "left": (left,)}), "en")
    assert await acting.answers_since(number) == expected


async def test_an_open_list_is_refused_after_the_board_moved_on(acting: Acting) -> None:
    panel = await acting.mark(await acting.open(), *acting.pair(agree=True))
    await acting.person.press(acting.board, custom_id=control(acting.board, UNDO))
    acting.evening.wired_bot.pass_time(AGAIN_MS / 1000)
    digest = acting.session.reader.timeline.digest()

    for custom_id in (control(panel, DONE), panel.selects[0].custom_id):
        reply = await acting.person.forge(panel, custom_id)
        assert reply.text == refusal("refused.stale")
    assert acting.session.reader.timeline.digest() == digest


async def test_the_list_opens_only_for_the_person_asked(acting: Acting) -> None:
    other = (await acting.evening.others())[0]

    reply = await other.forge(acting.board, control(acting.board, SEVERAL))

    assert reply.is_ephemeral
    assert reply.message is not None
    assert not reply.message.selects
    assert reply.text.startswith("✋")


async def test_several_picks_on_an_old_board_open_the_list(acting: Acting) -> None:
    """In boards of earlier versions, several options of a list can be picked."""
    select = next(each for each in acting.board.selects if verb_of(each) == PICK_OFFERED)
    pair, number = acting.pair(agree=True), acting.session.number

    opened = private(await acting.person.forge(acting.board, select.custom_id, kind=STRING_SELECT, values=pair))

    assert sorted(marks_of(opened)) == sorted(pair)
    assert acting.session.number == number


@pytest.mark.parametrize("picked", [("0", "999"), ("0", "none")])
async def test_an_option_missing_from_every_select_is_refused(acting: Acting, picked: tuple[str, ...]) -> None:
    select = next(each for each in acting.board.selects if verb_of(each) == PICK_OFFERED)
    digest = acting.session.reader.timeline.digest()

    refused = await acting.person.forge(acting.board, select.custom_id, kind=STRING_SELECT, values=list(picked))

    assert refused.text == refusal("refused.stale")
    assert acting.session.reader.timeline.digest() == digest


@pytest.mark.parametrize("verb", [PICK_OFFERED, NONE])
async def test_a_forged_press_that_picks_nothing_is_refused(acting: Acting, verb: str) -> None:
    select = next(each for each in acting.board.selects if verb_of(each) == PICK_OFFERED)
    press = read_press(select.custom_id)
    assert isinstance(press, Press)
    number = acting.session.number

    reply = await acting.person.forge(acting.board, replace(press, verb=verb).custom_id)

    assert reply.text.startswith(REFUSED)
    assert acting.session.number == number


async def test_a_forged_press_cannot_mark_the_end_of_the_turn(acting: Acting) -> None:
    panel, end = await acting.open(), str(len(acting.shown.options) - 1)

    forged = private(
        await acting.person.forge(panel, panel.selects[0].custom_id, kind=STRING_SELECT, values=[end, "0", "999"])
    )

    assert end not in marks_of(forged)
