"""*Animation*: progress, the queue, cancelling, faults, and one real film."""

import asyncio
from functools import partial
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

import discord_limits as limits
from cogs.replay import films
from cogs.replay.films import frames_of
from cogs.ui.press import Press
from cogs.views.ending import FILM
from render import CannotDraw, FilmClient, TooLarge
from sandbox.driver import Actor
from sandbox.seen import Reply, Seen
from tests.wire import evening as wire
from tests.wire.dawn import DawnRenderClient
from tests.wire.evening import PEOPLE, Wired, WireTable, table_of
from tests.wire.test_export import play
from tests.wire.test_plain_text import choose_plain_text
from tests.wire.toys import GIF, ToyFilm

CHANNELS = ("agora", "harbour")
PATIENCE_S = 120.0


class SlowFilm(ToyFilm):
    """A film that waits before each frame."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = asyncio.Semaphore(0)
        self.is_closed = False
        self.fault: Exception | None = None
        self.languages: set[str] = set()

    async def add(self, *frame: Any, **how: Any) -> int:
        await self.may_go_on.acquire()
        if self.fault is not None:
            raise self.fault
        self.languages.add(frame[3])
        return await super().add(*frame, **how)

    def go_on(self, frames: int = 1000) -> None:
        """Allow that many more frames."""
        for _ in range(frames):
            self.may_go_on.release()

    def close(self) -> None:
        self.is_closed = True
        super().close()


class FilmRenderClient(DawnRenderClient):
    """Makes slow films and remembers them."""

    made: list[SlowFilm]

    def film(self) -> FilmClient:
        film = SlowFilm()
        self.made.append(film)
        return film


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[SlowFilm]:
    """The films begun during the test."""
    found: list[SlowFilm] = []
    monkeypatch.setattr(FilmRenderClient, "made", found, raising=False)
    monkeypatch.setattr(wire, "render_client", FilmRenderClient)
    monkeypatch.setattr(films, "TOLD_EVERY_S", 0.02)
    return found


async def over(evening: WireTable, answers: int = 12) -> None:
    """Play some answers. A moderator then ends the game."""
    await play(evening, answers)
    await (await evening.session()).leaving.close(1, 90_000 + ord(evening.channel[0]), is_moderator=True)
    await evening.wired_bot.quiet()


async def ask(evening: WireTable, person: Actor) -> Reply:
    """Press *Animation* without waiting for the film. The press is forged: a running game has no such button."""
    table = (await evening.session()).table
    reply = await person.forge(await evening.board(), Press(table.id, table.epoch, FILM).custom_id)
    assert reply.is_ephemeral
    return reply


async def newest_film(evening: WireTable, made: list[SlowFilm], count: int = 1) -> SlowFilm:
    """Wait until `count` films have begun. Return the newest."""
    await evening.sandbox.until(lambda: len(made) == count)
    return made[-1]


def _has_one_picture(message: Seen) -> bool:
    return len(message.pictures) == 1


async def test_film_progress_counts_frames_until_the_film_replaces_it(made: list[SlowFilm], wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 3, language="fr") as evening:
        await over(evening)
        reply = await ask(evening, evening.people[0])
        shown = reply.message
        assert shown is not None
        assert shown.text == "Making the animation. This message shows the progress."
        film = await newest_film(evening, made)
        film.go_on(3)
        await evening.sandbox.until(lambda: "frame 4 of " in shown.text)
        film.go_on()
        await evening.sandbox.until(lambda: len(shown.pictures) == 1)

        assert shown.pictures[0].filename.endswith(".gif")
        assert shown.pictures[0].content == GIF
        assert film.is_closed
        assert film.languages == {"fr"}


@pytest.mark.parametrize("plain_text", [False, True])
async def test_the_button_of_a_finished_game_returns_the_stored_film(
    made: list[SlowFilm], wired_bot: Wired, plain_text: bool
) -> None:
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        await over(evening)
        if plain_text:
            await choose_plain_text(wired_bot, evening.people[1].name)
        board = await evening.board()
        reply = await evening.people[1].press(board, "Animation")
        assert reply.is_ephemeral
        shown = reply.message
        assert shown is not None
        (await newest_film(evening, made)).go_on()
        await evening.sandbox.until(lambda: len(shown.pictures) == 1)

        again = await ask(evening, evening.people[2])
        assert again.message is not None
        assert len(again.message.pictures) == 1
        assert len(made) == 1


async def test_two_people_who_ask_for_a_film_share_it(made: list[SlowFilm], wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        await over(evening)
        first, second = await asyncio.gather(*(ask(evening, person) for person in evening.people[:2]))
        film = await newest_film(evening, made)
        film.go_on()
        for reply in (first, second):
            shown = reply.message
            assert shown is not None
            await evening.sandbox.until(partial(_has_one_picture, shown))
        assert len(made) == 1


async def test_films_are_made_one_by_one_and_show_queue_positions(made: list[SlowFilm], wired_bot: Wired) -> None:
    async with (
        table_of(wired_bot, "minos-classic", 2, channel=CHANNELS[0]) as one,
        table_of(wired_bot, "minos-classic", 2, channel=CHANNELS[1]) as other,
    ):
        await over(one)
        await over(other)
        await ask(one, one.people[0])
        first = await newest_film(one, made)
        later = (await ask(other, other.people[1])).message
        assert later is not None
        assert later.text == "Another animation is ahead of yours."
        assert len(made) == 1

        first.go_on()
        second = await newest_film(one, made, 2)
        assert first.is_closed
        second.go_on()
        await one.sandbox.until(lambda: len(later.pictures) == 1)


async def test_a_film_that_nobody_waits_for_is_cancelled(made: list[SlowFilm], wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        await over(evening)
        ariadne = evening.people[0]
        shown = (await ask(evening, ariadne)).message
        assert shown is not None
        film = await newest_film(evening, made)
        ariadne.dismiss(shown)
        film.go_on(2)  # The bot reports progress, but nobody sees the message any more.
        await evening.sandbox.until(lambda: film.is_closed)

        assert film.frames <= 2
        assert evening.wired_bot.parts.client.films.before(await evening.session()) == 0


FAULTS = {
    "hangs or dies": (CannotDraw(), "couldn’t draw"),
    "too large": (TooLarge(), "too large for Discord"),
    "a mistake of ours": (RuntimeError("ours"), "couldn’t draw"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_failed_film_says_so_and_may_be_retried(made: list[SlowFilm], wired_bot: Wired, fault: str) -> None:
    error, words = FAULTS[fault]
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        await over(evening)
        shown = (await ask(evening, evening.people[0])).message
        assert shown is not None
        film = await newest_film(evening, made)
        film.fault = error
        film.go_on()
        await evening.sandbox.until(lambda: shown.text.startswith("✋"))
        assert words in shown.text
        assert film.is_closed

        again = (await ask(evening, evening.people[0])).message
        assert again is not None
        (await newest_film(evening, made, 2)).go_on()
        await evening.sandbox.until(lambda: len(again.pictures) == 1)


async def test_a_film_that_takes_too_long_is_given_up(
    made: list[SlowFilm], wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        await over(evening)
        monkeypatch.setattr(films, "WORK_S", 0.1)
        shown = (await ask(evening, evening.people[0])).message
        assert shown is not None
        await evening.sandbox.until(lambda: shown.text.startswith("✋ The animation took too long"))
        assert (await newest_film(evening, made)).is_closed


async def test_a_game_under_older_rules_has_no_film(
    made: list[SlowFilm], wired_bot: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        await over(evening)

        async def nothing(*_: Any) -> None:
            return None

        monkeypatch.setattr("sessions.play.past.Past.view_after", nothing)
        shown = (await ask(evening, evening.people[0])).message
        assert shown is not None
        await evening.sandbox.until(lambda: shown.text.startswith("✋ I can’t draw this game"))


async def test_a_running_game_has_no_film(made: list[SlowFilm], wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        reply = await ask(evening, evening.people[0])

        assert reply.text.startswith("✋ Animations are made after the game.")
        assert made == []


async def test_stopping_the_bot_does_not_wait_for_films(made: list[SlowFilm], wired_bot: Wired) -> None:
    async with table_of(wired_bot, "minos-classic", 3) as evening:
        await over(evening)
        await ask(evening, evening.people[0])
        film = await newest_film(evening, made)
        await wired_bot.stop_bot()
        assert film.is_closed
        await wired_bot.start_bot()


def test_films_of_long_games_cover_the_whole_game() -> None:
    assert frames_of([4, 7, 9], 60) == [4, 7, 9]
    picked = frames_of(range(1, 3001), 60)
    assert len(picked) == 60
    assert (picked[0], picked[-1]) == (1, 3000)
    assert {b - a for a, b in pairwise(picked)} <= {50, 51}


async def test_a_real_film_shows_the_game_of_the_table(wired_bot: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    """The film is short and gets extra time on a busy machine."""
    monkeypatch.setattr(films, "MOST_FRAMES", 4)
    monkeypatch.setattr(films, "WORK_S", PATIENCE_S)
    async with table_of(wired_bot, "minerva", 2) as evening:
        await play(evening)
        session = await evening.session()
        assert len((await session.history.steps()).stops("turn")) > 4
        shown = (await ask(evening, evening.people[0])).message
        assert shown is not None
        await evening.sandbox.until(lambda: len(shown.pictures) == 1 or shown.text.startswith("✋"), PATIENCE_S)

        (picture,) = shown.pictures
        assert picture.content is not None
        image = Image.open(BytesIO(picture.content))
        assert image.format == "GIF"
        assert image.n_frames == 4  # type: ignore[attr-defined]
        assert len(picture.content) <= limits.FILE_BYTES_LEAST
        assert all(name not in shown.text for name in PEOPLE)
