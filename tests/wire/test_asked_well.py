"""Questions appear in the right message, with their cards, their rule and a confirmation."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cogs.games.minos_dawn.words import effect_words, in_public
from cogs.play import answers
from cogs.play.presses import AGAIN_MS
from cogs.ui.panel import PHONE_ROWS, Row, Select, phone_rows
from cogs.ui.presenter import ANSWER, ANSWER_OFFERED, PICK, SURE
from cogs.ui.press import read_press
from cogs.views.controls import CHOOSE, UNDO, controls
from cogs.views.menu import MINE, RULE
from engine.kernel.decision import Decision, Message
from engine.minos_dawn.content.words import card as card_name
from locales.words import Words
from render import Picture
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from sandbox.simulation.visitor import controls_of
from sessions.snapshot import snapshot_of
from tests.wire.dawn import dawn_table, decision_of, finish_setup
from tests.wire.evening import CHANNEL, Wired, WireTable, control
from tests.wire.minerva import minerva_bot, minerva_table

WORDS = Words()


@pytest.fixture
async def evening(dawn: Wired) -> AsyncIterator[WireTable]:
    async with dawn_table(dawn, 2) as evening:
        yield evening


@pytest.fixture
async def minerva(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WireTable]:
    async with minerva_bot(tmp_path, monkeypatch) as wired_bot, minerva_table(wired_bot, 2) as evening:
        yield evening


def refusal(key: str, language: str = "en", **blanks: Any) -> str:
    return f"✋ {WORDS.say(Message(key, blanks), language)}"


async def play_to(evening: WireTable, key: str, seed: int = 3) -> tuple[Actor, Decision]:
    """Answer at random in the session until somebody is offered option `key`. Return the person and the decision."""
    session, dice = await evening.session(), Random(seed)
    for _ in range(400):
        for decision in session.pending:
            user = session.table.sitters[decision.seat].user
            if any(option.key == key for option in decision.options):
                await evening.board()
                person = next(person for person in evening.people if person.id == user)
                return person, session.reader.offers.as_shown(decision)
        decision = session.pending[0]
        rows = [option for option in decision.options if option.key.startswith("draft:") and ":develop" in option.key]
        options = rows or list(decision.options)
        count = dice.randint(max(1, decision.at_least), max(1, decision.at_most))
        keys = tuple(option.key for option in dice.sample(options, min(count, len(options))))
        user = session.table.sitters[decision.seat].user
        await session.play.answer(user, keys, evening.sandbox.world.clock.fresh_id())
    raise AssertionError(f"{key} was never offered")


def button_for(message: Seen, key: str, decision: Decision) -> str:
    """Return the custom id of the button that gives the answer `key`."""
    index = next(index for index, option in enumerate(decision.options) if option.key == key)
    for button in message.buttons:
        press = read_press(button.custom_id or "")
        if press is not None and press.verb in (ANSWER, ANSWER_OFFERED) and press.index == index:
            return press.custom_id
    raise LookupError(key)


def message_of(reply: Reply) -> Seen:
    assert reply.message is not None, reply
    assert reply.is_ephemeral
    return reply.message


async def with_hand(evening: WireTable) -> tuple[Actor, Decision]:
    """Return somebody who holds decrees and may play one."""
    return await play_to(evening, "develop")


# Presses


async def test_a_decree_is_played_with_two_presses(evening: WireTable) -> None:
    """No third press on "Your choice" is necessary."""
    person, decision = await with_hand(evening)
    session, board = await evening.session(), await evening.board()

    opened = await person.press(board, custom_id=button_for(board, "develop", decision))
    asked = decision_of(session, person)
    shown = message_of(opened)
    select = shown.selects[0]
    chosen = await person.choose(shown, select.options[0].value, custom_id=select.custom_id)

    assert asked.private
    assert asked.rule == "DEV-1"
    assert chosen.kind in ("update", "deferred_update")
    assert session.reader.decision_of(person.id) != asked
    assert (select.min_values, select.max_values) == (1, 1)


async def test_the_decree_list_contains_only_decrees(evening: WireTable) -> None:
    person, decision = await with_hand(evening)
    session, board = await evening.session(), await evening.board()
    opened = message_of(await person.press(board, custom_id=button_for(board, "develop", decision)))
    asked = decision_of(session, person)

    listed = [option.value for select in opened.selects for option in select.options]

    keys = {asked.options[int(value)].key.partition(":")[0] for value in listed}
    assert keys <= {"card", "offer"}
    assert not [button for button in opened.buttons if button.label.startswith("End the turn")]


async def test_decrees_are_returned_and_placed_with_three_presses(evening: WireTable) -> None:
    ariadne = evening.people[0]
    session, board = await evening.session(), await evening.board()
    asked = decision_of(session, ariadne)

    shown = message_of(await ariadne.press(board, custom_id=control(board, CHOOSE)))
    values = [option.value for option in shown.selects[0].options[: asked.at_least]]
    second = await ariadne.choose(shown, *values)
    palace = decision_of(session, ariadne)
    third = await ariadne.choose(shown, shown.selects[0].options[0].value)

    assert (asked.rule, palace.rule) == ("SETUP-19", "SETUP-20")
    assert second.kind == "update"
    assert third.kind in ("update", "deferred_update")
    while session.reader.decision_of(ariadne.id):  # Storerooms asks for its gain. SETUP-25
        await ariadne.choose(shown, shown.selects[0].options[0].value)
    await evening.sandbox.until(lambda: shown.is_gone)
    private = [seen for seen in ariadne.inbox.sees(CHANNEL) if seen.is_ephemeral]
    assert len(private) == 2, "only the replies from opening the table; the answered list disappears"


async def test_an_answer_gets_a_new_message_if_editing_fails(evening: WireTable) -> None:
    ariadne = evening.people[0]
    session, board = await evening.session(), await evening.board()
    asked = decision_of(session, ariadne)
    shown = message_of(await ariadne.press(board, custom_id=control(board, CHOOSE)))
    evening.sandbox.faults.refuse("POST /interactions/*/*/callback", 10008)

    reply = await ariadne.choose(shown, *[option.value for option in shown.selects[0].options[: asked.at_least]])

    assert message_of(reply).selects[0].options, "the next question is asked"
    assert message_of(reply).pictures
    assert decision_of(session, ariadne).rule == "SETUP-20"


async def test_a_slow_answer_gets_a_new_message_if_editing_fails(
    evening: WireTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    ariadne = evening.people[0]
    session, board = await evening.session(), await evening.board()
    asked = decision_of(session, ariadne)
    shown = message_of(await ariadne.press(board, custom_id=control(board, CHOOSE)))
    monkeypatch.setattr("cogs.interactions.answering.SLOW_S", 0.0)
    fault = evening.sandbox.faults.refuse("PATCH /webhooks/*/*/messages/@original", 10008)

    await ariadne.choose(shown, *[option.value for option in shown.selects[0].options[: asked.at_least]])
    await evening.sandbox.until(lambda: fault.met)

    def fresh() -> list[Seen]:
        return [seen for seen in ariadne.inbox.sees(CHANNEL) if seen.is_ephemeral and seen.id > shown.id]

    await evening.sandbox.until(fresh)
    (answer,) = fresh()
    assert answer.selects[0].options, "the next question is asked"
    assert answer.pictures


async def test_the_board_can_reopen_a_dismissed_list(evening: WireTable) -> None:
    person, decision = await with_hand(evening)
    board = await evening.board()
    opened = await person.press(board, custom_id=button_for(board, "develop", decision))
    person.dismiss(message_of(opened))
    board = await evening.board()

    again = await person.press(board, custom_id=control(board, CHOOSE))

    shown = message_of(again)
    assert shown.selects
    assert {*shown.buttons, *shown.selects} <= set(controls_of(shown).answering), (
        "a simulated person finds every control"
    )
    assert person.mention in board.text


async def test_the_wrong_person_and_an_old_list_are_refused(evening: WireTable) -> None:
    person, decision = await with_hand(evening)
    other = next(each for each in evening.people if each.id != person.id)
    board = await evening.board()
    custom_id = button_for(board, "develop", decision)
    wrong = await other.forge(board, custom_id)
    opened = message_of(await person.press(board, custom_id=custom_id))
    select = opened.selects[0]
    await evening.command(person, "/table undo")
    evening.wired_bot.pass_time(AGAIN_MS / 1000)
    old = await person.forge(opened, select.custom_id, kind=3, values=[select.options[0].value])
    borrowed = await other.forge(opened, select.custom_id, kind=3, values=[select.options[0].value])

    assert wrong.text == refusal("refused.not_your_turn", people=person.name)
    assert old.text == refusal("refused.stale")
    assert borrowed.text == refusal("refused.not_yours")
    assert decision_of(await evening.session(), person).rule == decision.rule


# Cards


async def test_a_question_about_the_hand_shows_the_hand(evening: WireTable) -> None:
    ariadne, theseus = evening.people
    board = await evening.board()

    shown = message_of(await ariadne.press(board, custom_id=control(board, CHOOSE)))

    assert [picture.filename for picture in shown.pictures] == ["hand.png"]
    assert shown.selects
    assert not [seen for seen in theseus.inbox.sees(CHANNEL) if any(p.filename == "hand.png" for p in seen.pictures)]


@pytest.fixture
def slow_hand(dawn: Wired, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Delay pictures of hands until the returned event is set."""
    render_client, is_drawn = dawn.parts.render_client, asyncio.Event()
    drawn = render_client.close_up

    async def slowly(*order: Any, **how: Any) -> Picture:
        await is_drawn.wait()
        return await drawn(*order, **how)

    monkeypatch.setattr(render_client, "close_up", slowly)
    monkeypatch.setattr(answers, "PICTURE_S", 0.01)
    return is_drawn


async def test_a_slow_picture_follows_the_words(evening: WireTable, slow_hand: asyncio.Event) -> None:
    ariadne = evening.people[0]
    board = await evening.board()

    shown = message_of(await ariadne.press(board, custom_id=control(board, CHOOSE)))
    assert shown.selects
    assert shown.pictures == []
    slow_hand.set()
    await evening.sandbox.until(lambda: shown.pictures)

    assert [picture.filename for picture in shown.pictures] == ["hand.png"]
    assert shown.selects


async def test_a_late_picture_does_not_overwrite_the_next_question(
    evening: WireTable, slow_hand: asyncio.Event
) -> None:
    ariadne = evening.people[0]
    session, board = await evening.session(), await evening.board()
    shown = message_of(await ariadne.press(board, custom_id=control(board, CHOOSE)))
    values = [option.value for option in shown.selects[0].options[: decision_of(session, ariadne).at_least]]

    await ariadne.choose(shown, *values)
    slow_hand.set()
    await evening.sandbox.until(lambda: shown.pictures)

    press = read_press(shown.selects[0].custom_id)
    assert press is not None
    assert press.decision == decision_of(session, ariadne).id


async def test_a_late_picture_stays_private_after_a_slow_press(
    evening: WireTable, slow_hand: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a silently deferred press, the original response is the public board."""
    person, decision = await with_hand(evening)
    board, sandbox = await evening.board(), evening.sandbox
    monkeypatch.setattr("cogs.interactions.answering.SLOW_S", 0.0)

    opened = await person.press(board, custom_id=button_for(board, "develop", decision))
    await sandbox.until(lambda: [seen for seen in sandbox.messages(CHANNEL) if seen.is_ephemeral and seen.selects])
    slow_hand.set()
    await sandbox.until(lambda: shown_with_hand(evening))

    assert opened.kind == "deferred_update"
    (shown,) = shown_with_hand(evening)
    assert shown.is_ephemeral
    assert shown.selects


def shown_with_hand(evening: WireTable) -> list[Seen]:
    """Return the messages in the channel that show the picture of a hand."""
    found = evening.sandbox.messages(CHANNEL)
    return [seen for seen in found if any(picture.filename == "hand.png" for picture in seen.pictures)]


async def test_an_empty_hand_says_so_and_has_no_picture(evening: WireTable, monkeypatch: pytest.MonkeyPatch) -> None:
    ariadne, theseus = evening.people
    render_client, drawn_for = evening.wired_bot.parts.render_client, list[int]()
    drawn = render_client.close_up

    async def record_hand(game: str, view: Any, *order: Any, **how: Any) -> Picture:
        drawn_for.append(len(view.hand))
        return await drawn(game, view, *order, **how)

    monkeypatch.setattr(render_client, "close_up", record_hand)
    (await evening.session()).reader.timeline.position.state.players[0].hand.clear()
    board = await evening.board()

    shown = message_of(await ariadne.press(board, custom_id=control(board, MINE)))
    other = message_of(await theseus.press(board, custom_id=control(board, MINE)))
    await evening.sandbox.until(lambda: other.pictures)

    assert WORDS.say(Message("minos_dawn.hand.empty"), "en") in shown.text
    assert shown.pictures == []
    assert drawn_for == [6], "only the hand that isn't empty"


async def test_readers_of_another_language_see_names_in_both_languages(evening: WireTable) -> None:
    ariadne = evening.people[0]
    ariadne.person.locale = "fr"
    session, board = await evening.session(), await evening.board()
    cards = [option.key.partition(":")[2] for option in decision_of(session, ariadne).options]

    shown = message_of(await ariadne.press(board, custom_id=control(board, CHOOSE)))
    hand = message_of(await ariadne.press(board, custom_id=control(board, MINE)))

    for option, card in zip(shown.selects[0].options, cards, strict=True):
        assert WORDS.say(card_name(card), "fr") in option.label
        assert (option.description or "").startswith(WORDS.say(card_name(card), "en"))
        assert WORDS.say(card_name(card), "en") in hand.text


async def test_readers_of_the_table_language_see_each_name_once(evening: WireTable) -> None:
    ariadne = evening.people[0]
    session, board = await evening.session(), await evening.board()
    cards = [option.key.partition(":")[2] for option in decision_of(session, ariadne).options]

    shown = message_of(await ariadne.press(board, custom_id=control(board, CHOOSE)))

    for option, card in zip(shown.selects[0].options, cards, strict=True):
        does = effect_words(f"card:{card}")
        assert does is not None
        assert (option.description or "").startswith(WORDS.say(does, "en")[:60])


# Rules


async def test_anybody_may_read_the_rule_of_the_question(evening: WireTable) -> None:
    await finish_setup(evening)
    asked = await evening.person_asked()
    session = await evening.session()
    rule = decision_of(session, asked).rule
    stranger = evening.wired_bot.person("Phaidra")

    told = [await evening.from_menu(person, RULE) for person in (asked, stranger)]

    for reply in told:
        assert reply.is_ephemeral
        assert f"**{rule}**" in reply.text
    assert session.reader.decision_of(asked.id) is not None


async def test_the_rule_is_shown_in_the_language_of_the_reader(evening: WireTable) -> None:
    await finish_setup(evening)
    asked = await evening.person_asked()
    asked.person.locale = "fr"
    rule = decision_of(await evening.session(), asked).rule
    books = evening.wired_bot.parts.client.services.wording.rulebooks
    told = {language: books.of("minos-dawn", language).topics.get(rule) for language in ("en", "fr")}

    reply = await evening.from_menu(asked, RULE)

    assert told["en"]
    assert told["fr"]
    assert told["fr"].text != told["en"].text
    assert told["fr"].text in reply.text


async def test_no_rule_is_shown_if_nothing_is_asked(wired_bot: Wired) -> None:
    ariadne = wired_bot.person("Ariadne")
    await ariadne.command("/table open", CHANNEL, game="minos-classic")
    await wired_bot.quiet()
    table = (await wired_bot.session()).table

    reply = await ariadne.forge(wired_bot.board(), f"k1:{table.id}:{table.epoch}:-1:-1:rule0")

    assert reply.text == refusal("refused.no_question")


# Confirmations


async def test_passing_needs_a_confirmation(minerva: WireTable) -> None:
    person, board = await minerva.person_asked(), await minerva.board()
    session = await minerva.session()
    number = session.number

    asked = await person.press(board, "Pass")
    before, question = session.number, asked.text
    sure = await person.press(message_of(asked), custom_id=control(message_of(asked), SURE))

    assert question == WORDS.say(Message("minerva.guard.pass"), "en")
    assert before == number
    assert sure.kind == "deferred_update"
    assert session.number > number
    assert session.reader.decision_of(person.id) is None


async def test_a_late_confirmation_is_refused(minerva: WireTable) -> None:
    person, board = await minerva.person_asked(), await minerva.board()
    session = await minerva.session()
    asked = message_of(await person.press(board, "Pass"))
    other = next(each for each in minerva.people if each.id != person.id)
    borrowed = await other.forge(asked, control(asked, SURE))
    await minerva.command(person, "/minerva sell", what="1 grain")

    late = await person.press(asked, custom_id=control(asked, SURE))

    assert borrowed.text == refusal("refused.not_yours")
    assert late.text == refusal("refused.stale")
    assert session.reader.decision_of(person.id) is not None


async def test_the_pass_button_comes_last_in_another_colour(minerva: WireTable) -> None:
    board = await minerva.board()
    buttons = {button.label: button.style for button in board.buttons}
    labels = list(buttons)

    assert buttons["Pass"] != buttons["Build a residence"]
    assert labels.index("Pass") > labels.index("Build a residence")
    (select,) = [select for select in board.selects if (press := read_press(select.custom_id)) and press.verb == PICK]
    assert select.placeholder.startswith("Build a tile (")


# Public knowledge about a secret question


async def test_the_board_shows_a_secret_question_asked_of_every_player(evening: WireTable) -> None:
    ariadne, theseus = evening.people
    session, board = await evening.session(), await evening.board()
    asked = decision_of(session, ariadne)

    shown = message_of(await ariadne.press(board, custom_id=control(board, CHOOSE)))
    put_back = await evening.board()
    all_asked = put_back.text
    values = [option.value for option in shown.selects[0].options[: asked.at_least]]
    await ariadne.choose(shown, *values)
    after = await evening.board()

    assert f"**Everyone:** Put back {asked.at_least} of {len(asked.options)} decrees." in all_asked
    assert all(person.mention in all_asked for person in evening.people)
    assert f"{ariadne.mention} – Choose the decree that starts in your palace." in after.text
    assert f"{theseus.mention} – Put back" in after.text
    assert [button.label for button in after.buttons][:2] == ["Your choice", "Rule"]


async def test_others_see_the_kind_of_question_and_its_rule(evening: WireTable) -> None:
    person, decision = await with_hand(evening)
    board = await evening.board()
    await person.press(board, custom_id=button_for(board, "develop", decision))
    board = await evening.board()
    stranger = evening.wired_bot.person("Phaidra")

    told = await stranger.press(board, custom_id=control(board, RULE))

    assert f"{person.mention} – Play a decree." in board.text
    assert "**DEV-1**" in told.text


def test_reserved_sites_stay_secret() -> None:
    """INFO-13: the question of PROG-11 would reveal that a secretly declared advance has Build AP."""
    advances, site = (
        in_public(Decision(0, rule, Message(f"minos_dawn.prompt.{kind}"), (), private=True))
        for rule, kind in (("PROG-5", "advances"), ("PROG-11", "site"))
    )
    assert advances == site


async def test_votes_and_footers_count_toward_the_rows_of_a_phone(evening: WireTable) -> None:
    await finish_setup(evening)
    person, decision = await play_to(evening, "end")
    session, wording = await evening.session(), evening.wired_bot.parts.client.services.wording

    await session.proposals.propose("end", person.id, evening.sandbox.world.clock.fresh_id())
    shown = [controls(wording, snapshot_of(session), decision, below) for below in (0, 1)]

    assert session.table.proposal is not None
    assert phone_rows(shown[0]) <= PHONE_ROWS
    assert phone_rows(shown[1]) <= PHONE_ROWS - 1
    assert {press.verb for row in shown[1] for press in presses_of(row)} >= {"agree", "refuse", UNDO}


def presses_of(row: Row) -> list[Any]:
    return [row.press] if isinstance(row, Select) else [button.press for button in row]
