"""Messages describe undone answers, and headings name the right rounds."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui.text import capitalise
from cogs.ui.wording import Below, Speech
from cogs.views.chronicle import tell
from cogs.views.log_words import Group, Happened, LogWords
from engine.kernel.decision import Argument, Fact, Message, seat_name
from engine.kernel.lines import PlainLine
from engine.minerva.content.box import the_box
from engine.minerva.game import GAME
from engine.minerva.state.facts import (
    GloryBoxed,
    GloryTaken,
    Passed,
    ResidenceBuilt,
    RoundBegan,
    Scored,
    Sold,
    TilesRevealed,
)
from engine.minos_classic.game import GAME as CLASSIC
from engine.minos_classic.state import facts as classic
from locales.words import Signs, Words, no_sign
from sessions.play.table_log import line_of
from sessions.records.log import Answered, Entry, LogLine, Ordered, Retracted
from sessions.records.table import Table

WORDS = Words()
NAMES = {0: "Ariadne", 1: "Theseus"}
TABLE = Table(1, None, 7, "minerva", 1, 1, "en", 0, 0, status="running")
BUILT = ResidenceBuilt(1, 0, 0)


def retraction(*seats: int, undone: tuple[Fact, ...] = ()) -> str:
    entry = LogLine(9, "retracted", None, numbers=(7, 8), seats=seats, undone=undone, names=NAMES)
    line = LogWords(GAME, TABLE, 12).action(entry)
    assert line is not None
    return WORDS.say(line, "en", NAMES)


@pytest.mark.parametrize(
    ("seats", "undone", "words"),
    [
        ((1,), (), "Theseus takes back 2 moves. None of it was public."),
        ((1, 0), (), "2 moves taken back (Theseus and Ariadne). None of it was public."),
        ((1,), (BUILT,), "Theseus takes back 2 moves. Undone: Theseus builds a residence at (0, 0)."),
    ],
)
def test_undone_answers_are_shown_with_owner_and_effect(
    seats: tuple[int, ...], undone: tuple[Fact, ...], words: str
) -> None:
    assert retraction(*seats, undone=undone) == words


OPEN = "the autopilot plays it until someone takes it."


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (LogLine(9, "conceded", 1, names=NAMES), "Theseus leaves the game; the autopilot takes the seat."),
        (
            LogLine(9, "conceded", 1, names=NAMES, was_silent=True),
            f"Theseus has run out of time for the third turn in a row. The seat is open; {OPEN}",
        ),
    ],
)
def test_leaving_and_timing_out_are_worded_differently(line: LogLine, words: str) -> None:
    told = LogWords(GAME, TABLE, 12).action(line)
    assert told is not None
    assert WORDS.say(told, "en", NAMES) == words


def below(heading: str, language: str, *facts: Fact, signs: Signs = no_sign) -> list[str]:
    speech = Speech(WORDS, "en", lambda _: None)
    return [speech.say_under(heading, line, language, NAMES, signs) for line in GAME.narration.tell(facts)]


def test_a_line_below_a_name_does_not_repeat_the_name() -> None:
    """Every language is tested. Lines about somebody else, and lines such as "Ariadne: 3 VP", keep the name."""
    passed, points = Passed(0, 2), Scored(0, "culture", 3)

    assert below("Ariadne", "en", passed, BUILT) == [
        "passes and takes order tile 2.",
        "Theseus builds a residence at (0, 0).",
    ]
    assert below("Theseus", "fr", BUILT) == ["construit un quartier résidentiel sur la case (0, 0)."]
    assert below("Theseus", "cs", BUILT) == ["staví rezidenci, pole (0, 0)."]
    assert below("Ariadne", "en", points) == ["Ariadne: 3 VP for culture tiles."]
    assert below("", "en", BUILT) == ["Theseus builds a residence at (0, 0)."]


def hammer_before(message: Message) -> str | None:
    return "<:hammer:7>" if message.id == "minerva.log.residence" else None


@pytest.mark.parametrize(
    ("language", "own", "anothers"),
    [
        ("en", "<:hammer:7> Builds a residence at (0, 0).", "<:hammer:7> Theseus builds a residence at (0, 0)."),
        (
            "fr",
            "<:hammer:7> Construit un quartier résidentiel sur la case (0, 0).",
            "<:hammer:7> Theseus construit un quartier résidentiel sur la case (0, 0).",
        ),
        ("cs", "<:hammer:7> Staví rezidenci, pole (0, 0).", "<:hammer:7> Theseus staví rezidenci, pole (0, 0)."),
    ],
)
def test_a_line_starting_with_an_emoji_omits_the_players_name(language: str, own: str, anothers: str) -> None:
    (line,) = below("Theseus", language, BUILT, signs=hammer_before)

    assert capitalise(line) == own
    assert below("Ariadne", language, BUILT, signs=hammer_before) == [anothers]
    assert below("", language, BUILT, signs=hammer_before) == [anothers]


@pytest.mark.parametrize(
    ("language", "alone", "before_another"),
    [
        (
            "en",
            "With 2 glory, Theseus takes a glory tile: rank 1, 2 VP.",
            "With 2 glory, Theseus takes a glory tile: rank 1, 2 VP. ",
        ),
        (
            "fr",
            "Avec 2 jetons de gloire, Theseus prend une tuile de gloire\u00a0: rang 1, 2 PV.",
            "À égalité avec Ariadne (2 jetons de gloire), Theseus a la tuile d’ordre la plus basse et prend ",
        ),
        (
            "cs",
            "Sláva: Theseus má 2 žetony slávy a bere dílek slávy: 1. místo, 2 VB.",
            "Sláva: Theseus má 2 žetony slávy, stejně jako Ariadne, ",
        ),
    ],
)
def test_glory_02_the_winner_of_a_tile_is_named_under_any_heading(
    language: str, alone: str, before_another: str
) -> None:
    """The award comes between two turns, among awards to other seats."""
    tile = the_box().glory_of(1)[1]

    assert below("Theseus", language, GloryTaken(1, tile, 2, ())) == [alone]
    (tied,) = below("Theseus", language, GloryTaken(1, tile, 2, (0,)))
    assert tied.startswith(before_another)


def entry(number: int, seat: int | None, action: Any) -> Entry:
    return Entry(number, seat, action, "", 0, 0, 0)


def test_a_cancelled_standing_order_is_not_logged() -> None:
    order, answer = entry(3, 0, Ordered("PASS-01", ())), entry(4, 1, Answered(0, (), b"", revealed=False))

    assert line_of(entry(5, None, Retracted((3,))), (), {3: order}) is None
    line = line_of(entry(5, None, Retracted((3, 4))), (BUILT,), {3: order, 4: answer})
    assert line is not None
    assert (line.numbers, line.seats, line.undone) == ((4,), (1,), (BUILT,))


GLORY, TILES = GloryBoxed(("a", "b")), TilesRevealed((("forest-1",),))


@pytest.mark.parametrize(
    ("moves", "ended"),
    [
        ((BUILT,), None),
        ((RoundBegan(1, 0), BUILT), None),
        ((RoundBegan(3, 0), BUILT), None),
        ((GLORY, TILES, RoundBegan(3, 0), BUILT), 2),
    ],
    ids=["no round", "the first", "nothing told before", "its glory before"],
)
def test_a_heading_names_the_round_that_ended(moves: tuple[Fact, ...], ended: int | None) -> None:
    assert LogWords(GAME, TABLE, 12).ended_round(moves) == ended


def bullets(heading: str | tuple[str, ...], language: str, *lines: Message) -> list[str]:
    names = heading if isinstance(heading, tuple) else (heading,) if heading else ()
    return tell_in(language, Happened(tuple(Group((PlainLine(line),), NAMES) for line in lines), names=names))


def tell_in(language: str, happened: Happened) -> list[str]:
    speech = Speech(WORDS, "en", lambda _: None)
    wording: Any = SimpleNamespace(
        game_uis={"minerva": SimpleNamespace(name=Message("minerva.name"))},
        speech=speech,
        sign=no_sign,
        say=lambda message, language: WORDS.say(message, language, NAMES),
    )
    table: Any = SimpleNamespace(game="minerva", language=language, has_company=True)
    seen: Any = SimpleNamespace(table=table, game=GAME)
    return [line.removeprefix("• ") for line in tell(wording, seen, happened).lines]


def test_the_lines_of_each_player_follow_their_name() -> None:
    assert bullets(("Theseus", "Ariadne"), "en", PASS, SOLD, HOME, ROUND) == [
        "**Theseus**",
        "Passes and takes order tile 1.",
        "**Ariadne**",
        "Sells 1 stone for 1 denarius.",
        "Builds a residence at (0, 0).",
        "Round 3 begins.",
    ]


def test_a_turn_keeps_its_heading_while_other_players_act() -> None:
    """A defender's roll or the start of the next round must not look like a new turn."""
    ship, dice = ("ship", "z_alboran"), ("gull",) * 6
    attack, defence = (classic.FightDiceRolled(seat, 1, seat == 1, dice, (), 0, False) for seat in (1, 0))
    facts: list[tuple[Fact, ...]] = [
        (classic.TurnEnded(0, 0, 0, 0), classic.DiceRolled(1, 1, dice, ())),
        (classic.BattleBegan(1, "ship", "z_mastian_gulf", "z_alboran", 0, 1), attack, defence),
        (classic.DuelWon(0, 1, *ship, 0, 0), classic.TurnEnded(1, 0, 0, 0), classic.RoundBegan(2)),
        (classic.DiceRolled(0, 1, dice, ()),),
    ]
    entries = [LogLine(number, "answered", 0, each, names=NAMES) for number, each in enumerate(facts, start=1)]

    lines = tell_in("en", LogWords(CLASSIC, TABLE, 9).content_of(entries, 2, 2))

    assert [line.split(":")[0] for line in lines] == [
        "**Theseus**",
        "Rolls",
        "Attacks Ariadne with a ship",
        "Ariadne rolls for the fight",
        "Theseus ends the turn.",
        "Round 2 begins.",
        "**Ariadne**",
        "Rolls",
    ]


ROUND, LEFT = Message("minos_classic.log.round", {"round": 3}), Message("log.conceded", {"name": "Theseus"})
PASS, SOLD, HOME = GAME.narration.tell((Passed(1, 1), Sold(0, "stone", 1), ResidenceBuilt(0, 0, 0)))


@pytest.mark.parametrize(
    ("language", "passes", "sells", "builds"),
    [
        (
            "en",
            "Theseus passes and takes order tile 1.",
            "Ariadne sells 1 stone for 1 denarius.",
            "Builds a residence at (0, 0).",
        ),
        (
            "fr",
            "Theseus passe et prend la tuile d’ordre 1.",
            "Ariadne vend 1 pierre pour 1 denier.",
            "Construit un quartier résidentiel sur la case (0, 0).",
        ),
        (
            "cs",
            "Theseus pasuje a bere dílek pořadí 1.",
            "Ariadne prodává: 1× kámen → 1 denár.",
            "Staví rezidenci, pole (0, 0).",
        ),
    ],
)
def test_a_line_after_one_about_someone_else_names_its_player(
    language: str, passes: str, sells: str, builds: str
) -> None:
    """After a line about Theseus, "Sells 1 stone" would seem to be about Theseus, even under Ariadne's heading."""
    assert bullets("Ariadne", language, PASS, SOLD, HOME) == [passes, sells, builds]


def test_impersonal_lines_do_not_reset_the_current_name() -> None:
    assert bullets("Ariadne", "en", ROUND, HOME) == ["Round 3 begins.", "Builds a residence at (0, 0)."]
    assert bullets("Ariadne", "en", PASS, ROUND, HOME)[1:] == [
        "Round 3 begins.",
        "Ariadne builds a residence at (0, 0).",
    ]
    assert bullets("Ariadne", "en", LEFT, HOME)[1] == "Ariadne builds a residence at (0, 0)."
    assert bullets("Ariadne", "en", LEFT, HOME, SOLD)[2] == "Sells 1 stone for 1 denarius."


@pytest.mark.parametrize(("winner", "begins"), [(0, "Has"), (1, "Ariadne has")])
def test_a_line_is_about_the_person_named_first(winner: int, begins: str) -> None:
    """The line may name others too, such as the loser of a duel."""
    place = Message("minos_classic.log.round", {"round": 3})
    blanks: dict[str, Argument] = {"value": 7, "against": 4, "place": place, "other": seat_name(1 - winner)}
    duel = Message("minos_classic.log.duel.ship", {"seat": seat_name(winner), **blanks})
    out = Message("minos_classic.log.eliminated", {"seat": seat_name(0)})

    assert bullets("Ariadne", "en", duel, out)[1] == f"{begins} no piece left on the board and is out of the game."


def test_a_repeated_line_is_shown_once_with_a_count() -> None:
    assert bullets("Ariadne", "en", PASS, HOME, HOME, HOME)[1:] == ["3 times: Ariadne builds a residence at (0, 0)."]
    assert bullets("Ariadne", "en", HOME, HOME) == ["2 times: builds a residence at (0, 0)."]


def test_a_merged_line_still_names_its_player() -> None:
    """The log merges two lines if the game allows it."""
    below = Below(Speech(WORDS, "en", lambda _: None), "Ariadne", "en")

    below.say(PASS, NAMES)
    assert below.say(SOLD, NAMES) == "Ariadne sells 1 stone for 1 denarius."
    assert below.say(HOME, NAMES, is_again=True) == "Ariadne builds a residence at (0, 0)."
    assert below.say(HOME, NAMES) == "builds a residence at (0, 0)."
