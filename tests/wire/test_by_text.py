"""Play each game to its end with typed commands and texts only. `--write-documents` updates docs/recorded."""

import re
from pathlib import Path
from random import Random

import pytest

from cogs.interactions.answering import REFUSED
from cogs.views.menu import READ, SINCE
from engine.kernel.decision import Message
from locales.words import LANGUAGES, Words
from sandbox.driver import Actor
from sandbox.seen import Reply
from tests.architecture.sources import ROOT
from tests.wire import dawn, minerva, player
from tests.wire.evening import PEOPLE, WireTable, table_of, wired
from tests.wire.panels import change

WORDS = Words()
LOCALES = {"en": "en-US", "fr": "fr", "cs": "cs"}
SEATS = {"minos-classic": 2, "minos-dawn": 1, "minerva": 2}
OPTIONS = {"minos-classic": "round_limit=10 short_game=true first_seat=first"}
TITLES = {
    "en": "A game by text alone: what one player typed, and every answer",
    "fr": "Une partie en texte seul : ce qu’une personne a tapé, et chaque réponse",
    "cs": "Hra jen textem: co jeden hráč psal, a každá odpověď",
}
SEEDS = {"minos-classic": 7, "minos-dawn": 7, "minerva": 11}
"""With these seeds, games last long enough although people type random answers."""


class ReadAloud(WireTable):
    """A table whose first player uses text only. `lines` are the typed commands and the answers."""

    def __init__(self, table: WireTable, language: str) -> None:
        super().__init__(table.wired_bot, table.people, table.channel)
        self.listener = table.people[0]
        self.lines = [f"# {TITLES[language]}", ""]

    async def command(self, person: Actor, path: str, **values: object) -> Reply:
        reply = await super().command(person, path, **values)
        typed = " ".join([path, *(f"{name}:{value}" for name, value in values.items())])
        return self._listen(person, f"`{typed}`", reply)

    async def from_menu(self, person: Actor, verb: str) -> Reply:
        reply = await super().from_menu(person, verb)
        pressed = WORDS.say(Message(f"button.{verb}"), person.person.locale.partition("-")[0])
        return self._listen(person, f"`/table menu`, {pressed}", reply)

    def _listen(self, person: Actor, done: str, reply: Reply) -> Reply:
        if person is self.listener:
            self.lines += [f"> **{done}**", "", *(f"{line}  " for line in reply.text.splitlines()), ""]
            assert reply.is_ephemeral, done
            assert reply.text, done
            assert not reply.text.startswith(REFUSED), (done, reply.text)
            assert reply.message is not None
            assert reply.message.pictures == [], done
        return reply


async def type_something(table: WireTable, person: Actor, dice: Random) -> None:
    match (await table.session()).table.game:
        case "minos-dawn":
            await dawn.type_something(table, person, dice)
        case "minerva":
            await minerva.type_something(table, person, dice)
        case _:
            await player.type_something(table, person, (await table.session()).pending[0], dice)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SEATS)
async def test_each_game_can_be_played_using_only_text(
    game: str, language: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    dice, options = Random(SEEDS[game]), {"options": OPTIONS[game]} if game in OPTIONS else {}
    async with wired(tmp_path) as wired_bot:
        for name in PEOPLE:
            wired_bot.person(name).person.locale = LOCALES[language]
        async with table_of(wired_bot, game, SEATS[game], language=language, **options) as started:
            table = ReadAloud(started, language)
            await change(table.listener, "/settings", table.channel, plain_text=True)
            await table.from_menu(table.listener, READ)
            session, last = await table.session(), table.listener
            while session.table.status == "running":
                person = await table.person_asked()
                if person is table.listener and last is not table.listener:
                    await table.from_menu(person, SINCE)
                await type_something(table, person, dice)
                last = person
            table.lines += [*(f"{line}  " for line in (await table.board()).text.splitlines())]
    assert session.table.status == "over"
    if request.config.getoption("--write-documents"):
        file = ROOT / "docs" / "recorded" / f"text-{game}-{language}.md"
        text = re.sub(r"<t:\d+:", "<t:1767225600:", "\n".join(table.lines))
        file.write_text(f"{text}\n", encoding="utf-8")
