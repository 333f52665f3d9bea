"""Hints, *Why this move?* and *Costliest moves* over the wire: who gets them, and in which language."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ai.orders import Order
from ai.worker import think_about
from cogs.interactions.answering import REFUSED
from cogs.replay.viewer import WHY
from cogs.traffic import PRESSES_PER_MINUTE, Rates
from cogs.ui.refusals import UIRefusal
from cogs.views.controls import CHOOSE
from cogs.views.ending import DEAREST
from cogs.views.lobby import OPTIONS
from cogs.views.menu import HINT, MENU
from cogs.views.options import HINTS
from engine.kernel.decision import Message, Seat
from engine.kernel.play import Position
from engine.kernel.policy import Keys, NoThought, Thought
from locales.words import Words
from sandbox.seen import Seen
from sessions.play.timeline import AnyGame
from tests.wire.endings import bot_of_all_games
from tests.wire.evening import CHANNEL, Wired, WireTable, control, from_menu
from tests.wire.test_computers import answer_once, is_computers_turn, open_lobby, until_person
from tests.wire.test_plain_text import choose_plain_text
from tests.wire.test_reminders import in_its_time

TURN = "TURN-2"


@pytest.fixture
async def wired_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wired]:
    async with bot_of_all_games(tmp_path, monkeypatch) as wired_bot:
        await in_its_time(wired_bot)
        yield wired_bot


class Thinker:
    """Thinks in a thread instead of a process (`tests/ai` tests processes). While `is_dead` is true, thinking fails."""

    is_dead = False

    async def weigh(
        self,
        game: AnyGame,
        position: Position[Any],
        seat: Seat,
        level: str,
        secret: bytes,
        about: Keys | None,
        thorough: bool,
    ) -> Thought:
        if self.is_dead:
            raise NoThought
        order = Order.of(game, position, seat, level, secret, about, thorough)
        told = await asyncio.to_thread(think_about, {game.rules.key: game}, order, lambda: 0.0)
        assert told.thought is not None, told.fault
        return told.thought


def use_up(rates: Rates, what: str, whose: int) -> None:
    """Use up somebody's limit for these requests."""
    with suppress(UIRefusal):
        while True:
            rates.take(what, whose)


async def with_hints(wired_bot: Wired, game: str = "minos-classic", options: str = "first_seat=first") -> WireTable:
    """Start a French game against a computer, with hints allowed."""
    table = await open_lobby(wired_bot, game, computers=1, level="standard", options=options, language="fr")
    ariadne = table.people[0]
    ariadne.person.locale = "fr"
    lobby = await table.board()
    assert "Conseils permis" not in lobby.text, "off by default"
    page = (await ariadne.press(lobby, custom_id=control(lobby, OPTIONS))).message
    assert page is not None
    page = (await ariadne.press(page, "Options avancées")).message or page
    select = next(select for select in page.selects if f":{HINTS}" in select.custom_id)
    await ariadne.choose(page, "yes", custom_id=select.custom_id)
    assert "Conseils permis" in (await table.board()).text
    await ariadne.command("/table start", CHANNEL)
    return table


async def until_menu(table: WireTable, dice: Random) -> None:
    """Play until the person is asked how to use their turn."""
    session = await table.session()
    while is_computers_turn(session) or session.pending[0].rule != TURN:
        if is_computers_turn(session):
            await until_person(table)
        else:
            await answer_once(table, dice)


async def replay_to_computer_turn(table: WireTable) -> Seen:
    """Step through the replay to the computer's last turn. Return the shown position."""
    ariadne = table.people[0]
    shown = (await from_menu(ariadne, "replayed")).message
    assert shown is not None
    for way in ("⏭", *"◀" * 6):
        button = next(button for button in shown.buttons if button.emoji == way)
        await ariadne.press(shown, custom_id=button.custom_id)
        if any(f":{WHY}" in (button.custom_id or "") for button in shown.buttons):
            return shown
    raise AssertionError("no turn of the computer")


async def test_hints_and_reasons_are_private_and_in_words(wired_bot: Wired) -> None:
    table, dice = await with_hints(wired_bot), Random(1)
    ariadne, theseus = table.people[0], wired_bot.person("Theseus")
    theseus.person.locale = "cs"
    await until_menu(table, dice)
    session, board = await table.session(), await table.board()
    thinker = Thinker()
    wired_bot.parts.client.services.adviser.weigh = thinker.weigh

    refused = await theseus.press(board, custom_id=control(board, HINT))
    told = await ariadne.press(board, custom_id=control(board, HINT))
    again = await from_menu(ariadne, "hint")
    early = await ariadne.forge(board, control(board, HINT).replace(f":{HINT}", f":{DEAREST}"), kind=2)
    assert refused.text.startswith(f"{REFUSED} U tohoto stolu nesedíte")
    assert "Un ordinateur de niveau fort choisirait ici" in told.text
    assert "1. " in told.text
    assert "Avance moyenne sur le meilleur score adverse" in told.text
    assert "1 conseil jusqu’ici" in told.text
    assert again.text == told.text, "the same question counts once"
    assert early.text.startswith(f"{REFUSED} Les raisons s’affichent après la partie")

    await answer_once(table, dice)
    await until_menu(table, dice)
    thinker.is_dead = True
    dead, number = await from_menu(ariadne, "hint"), session.number
    assert dead.text.startswith(f"{REFUSED} L’ordinateur ne répond pas pour l’instant.")
    assert (session.number, session.table.seating.hinted) == (number, (1,)), "nothing was changed or counted"
    thinker.is_dead = False

    sure = await ariadne.command("/table close", CHANNEL)
    assert sure.message is not None
    await ariadne.press(sure.message, sure.message.buttons[0].label)
    ending = await table.board()
    assert "Conseils utilisés\u00a0: Ariadne 1." in ending.text
    none = await theseus.press(ending, custom_id=control(ending, DEAREST))
    assert none.text.startswith(f"{REFUSED} V této hře nejsou žádné vaše tahy")
    look = await ariadne.press(ending, custom_id=control(ending, DEAREST))
    assert look.message is not None
    await wired_bot.sandbox.until(lambda: "Vos coups les plus coûteux" in look.message.text)  # type: ignore[union-attr]
    assert re.search(r"La seule décision qui|Les \d+ décisions qui", look.message.text)
    shown = await replay_to_computer_turn(table)
    why = await ariadne.press(shown, custom_id=control(shown, WHY))
    assert "ordinateur, niveau standard" in why.text
    assert "Réponse\u00a0: **" in why.text
    rates = wired_bot.parts.client.services.rates
    rates.presses_per_minute = PRESSES_PER_MINUTE
    use_up(rates, "hint", ariadne.person.id)
    again = await ariadne.press(shown, custom_id=control(shown, WHY))
    assert again.text == why.text, "people who took many hints may still ask why"
    use_up(rates, "why", ariadne.person.id)
    assert (await ariadne.press(shown, custom_id=control(shown, WHY))).text.startswith(REFUSED)
    again = await ariadne.press(ending, custom_id=control(ending, DEAREST))
    assert not again.text.startswith(REFUSED), "and see what their moves were worth"

    wired_bot.workers = 0
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    for verb, message in ((DEAREST, ending), (WHY, shown)):
        gone = await ariadne.forge(message, control(message, verb), kind=2)
        assert gone.text.startswith(f"{REFUSED} L’hébergeur de ce bot a désactivé les ordinateurs"), verb


@pytest.mark.parametrize("plain_text", [False, True])
async def test_conceding_to_a_computer_offers_the_costliest_moves(wired_bot: Wired, plain_text: bool) -> None:
    """Conceding ends the game and empties the seat."""
    table, dice = await open_lobby(wired_bot, "minos-classic", computers=1, options="first_seat=first"), Random(1)
    ariadne, theseus = table.people[0], wired_bot.person("Theseus")
    await ariadne.command("/table start", CHANNEL)
    wired_bot.parts.client.services.adviser.weigh = Thinker().weigh
    await until_menu(table, dice)
    await answer_once(table, dice)
    sure = await ariadne.command("/table leave", CHANNEL)
    assert sure.message is not None
    await ariadne.press(sure.message, sure.message.buttons[0].label)
    ending = await table.board()
    assert (await table.session()).table.status == "over"
    if plain_text:
        await choose_plain_text(wired_bot, ariadne.name)

    look = await ariadne.press(ending, custom_id=control(ending, DEAREST))
    assert look.message is not None
    await wired_bot.sandbox.until(lambda: "Your costliest moves" in look.message.text)  # type: ignore[union-attr]
    never = await theseus.press(ending, custom_id=control(ending, DEAREST))

    assert re.search(r"decisions? worth a look", look.message.text), look.message.text
    assert never.text.startswith(f"{REFUSED} You didn’t play this game")


@pytest.mark.parametrize("is_hint_first", [False, True], ids=["the list first", "the hint first"])
async def test_a_hint_does_not_replace_the_private_select_menu(wired_bot: Wired, is_hint_first: bool) -> None:
    """The hint names options as the select menu does. A hint replaces only an older hint."""
    table = await with_hints(wired_bot, "minos-dawn", options="")
    (ariadne,), board, session = table.people, await table.board(), await table.session()
    decision = session.reader.decision_of(ariadne.id)
    assert decision is not None
    assert decision.private

    async def by_rule(*_: object) -> Thought:
        return Thought(tuple(option.key for option in decision.options[: decision.at_least]))

    wired_bot.parts.client.services.adviser.weigh = by_rule

    async def show_private(verb: str) -> Seen:
        message = (await ariadne.press(board, custom_id=control(board, verb))).message
        await wired_bot.parts.client.services.attended.calm(9.0)
        assert message is not None
        return message

    first, second = [await show_private(verb) for verb in ((HINT, CHOOSE) if is_hint_first else (CHOOSE, HINT))]
    assert not first.is_gone
    hint, choice = (first, second) if is_hint_first else (second, first)

    newer = await show_private(HINT)
    assert (hint.is_gone, choice.is_gone) == (True, False)
    rates = wired_bot.parts.client.services.rates
    rates.presses_per_minute = PRESSES_PER_MINUTE
    use_up(rates, "hint", ariadne.person.id)
    refused = await show_private(HINT)
    assert refused.text.startswith(REFUSED)
    assert (newer.is_gone, choice.is_gone) == (True, False)
    await show_private(MENU)
    assert (refused.is_gone, choice.is_gone) == (False, True)


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        (
            "en",
            "1 hint so far. The number is shown at the end of the game.",
            "2 hints so far. The number is shown at the end of the game.",
        ),
        (
            "fr",
            "1 conseil jusqu’ici\u00a0; le total s’affiche à la fin de la partie.",
            "2 conseils jusqu’ici\u00a0; le total s’affiche à la fin de la partie.",
        ),
        (
            "cs",
            "Zatím 1 nápověda. Na konci hry se počet ukáže všem.",
            "Zatím 2 nápovědy. Na konci hry se počet ukáže všem.",
        ),
    ],
)
def test_one_hint_is_counted_in_the_singular(language: str, one: str, several: str) -> None:
    words = Words()

    told = [words.say(Message("reasons.hints", {"count": count}), language, {}) for count in (1, 2)]

    assert told == [f"-# {one}", f"-# {several}"]


@pytest.mark.parametrize(
    ("language", "who"), [("en", "Computer players"), ("fr", "Les ordinateurs"), ("cs", "Počítače")]
)
def test_the_lobby_says_which_players_agree_to_undo(language: str, who: str) -> None:
    told = Words().say(Message("lobby.computers"), language, {})

    assert told.split(". ")[1].startswith(f"{who} "), told
