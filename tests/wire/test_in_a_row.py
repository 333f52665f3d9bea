"""The bot carries out options that are picked together in order, lists those left over, and asks before ending."""

from itertools import combinations

import pytest

from cogs.ui.presenter import PICK_OFFERED, SURE
from cogs.ui.press import read_press
from engine.kernel.decision import Decision, Message, Option
from locales.words import Words
from sandbox.driver import Actor
from sandbox.seen import Seen, Select
from sandbox.strict.components import STRING_SELECT
from sessions.records.log import Answered
from sessions.session import Session
from tests.wire.evening import WireTable, control

WORDS = Words()


async def acting(evening: WireTable) -> tuple[Actor, Session, Decision, Seen, Select]:
    """Roll someone's dice until they may act. Return the person, session, question, board and select."""
    person, session = await evening.person_asked(), await evening.session()
    for keys in ((), tuple(f"die:{number}" for number in range(1, 7))):
        await session.play.answer(person.id, keys, evening.sandbox.world.clock.fresh_id())
    decision = session.pending[0]
    board = await evening.board()
    select = next(each for each in board.selects if verb_of(each) == PICK_OFFERED)
    return person, session, session.reader.offers.as_shown(decision), board, select


def verb_of(select: Select) -> str:
    press = read_press(select.custom_id)
    return press.verb if press is not None else ""


def values(decision: Decision, *keys: str) -> list[str]:
    return [str(place) for place, option in enumerate(decision.options) if option.key in keys]


def in_order(decision: Decision) -> list[Option]:
    """Return the options of the first select in the order of execution, without the last (ending the turn)."""
    return [decision.options[place] for place in decision.rows[0][:-1]]


def going_through(session: Session, decision: Decision) -> tuple[str, str]:
    """Return two options. The second can still be picked after the first, and does not end the turn."""
    keys = [option.key for option in in_order(decision)]
    return next(pair for pair in combinations(keys, 2) if not session.reader.offers.in_a_row(decision, pair).left)


async def answers_since(evening: WireTable, session: Session, number: int) -> list[str]:
    """Return the answers logged after that entry, only the first key of each."""
    entries = await evening.wired_bot.parts.store.log.entries(session.table.id, number + 1, session.number)
    return [entry.action.keys[0] for entry in entries if isinstance(entry.action, Answered)]


async def test_options_picked_together_are_answered_in_one_press(evening: WireTable) -> None:
    person, session, decision, board, select = await acting(evening)
    pair, number = going_through(session, decision), session.number
    expected = session.reader.offers.in_a_row(decision, pair).answers

    done = await person.choose(board, *reversed(values(decision, *pair)), custom_id=select.custom_id)

    assert done.kind == "update"
    assert await answers_since(evening, session, number) == list(expected)
    assert session.pending[0].rule == "TURN-2"


async def test_refused_picks_are_named_and_earlier_answers_stay(evening: WireTable) -> None:
    person, session, decision, board, select = await acting(evening)
    keys = [option.key for option in in_order(decision)]
    row, number = session.reader.offers.in_a_row(decision, keys), session.number
    assert row.given
    assert row.left

    told = await person.choose(board, *values(decision, *keys), custom_id=select.custom_id)

    left = tuple(option.label for option in in_order(decision) if option.key in row.left)
    assert told.is_ephemeral
    assert told.text == WORDS.say(Message("play.left", {"options": left}), "en")
    assert await answers_since(evening, session, number) == list(row.answers)


async def test_ending_early_is_confirmed_if_something_is_left(evening: WireTable) -> None:
    person, session, decision, board, select = await acting(evening)
    first, number = going_through(session, decision)[0], session.number
    expected = session.reader.offers.in_a_row(decision, [first]).answers

    asked = await person.choose(board, *values(decision, first, "end"), custom_id=select.custom_id)

    assert await answers_since(evening, session, number) == list(expected)
    assert asked.text == WORDS.say(Message("minos_classic.guard.end"), "en")
    message = asked.message
    assert message is not None
    await person.press(message, custom_id=control(message, SURE))
    assert (await answers_since(evening, session, number))[-1] == "end"
    assert session.reader.decision_of(person.id) is None


@pytest.mark.parametrize("picked", [("0", "999"), ("0", "none")])
async def test_an_option_in_no_select_is_refused(evening: WireTable, picked: tuple[str, ...]) -> None:
    person, session, _, board, select = await acting(evening)
    digest = session.reader.timeline.digest()

    refused = await person.forge(board, select.custom_id, kind=STRING_SELECT, values=list(picked))

    assert refused.text == "✋ " + WORDS.say(Message("refused.stale"), "en")
    assert session.reader.timeline.digest() == digest
