"""Times typed in each language are understood, questioned or refused."""

import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from cogs.ui.typed.times import hours_of, in_full, moments_of, pace_of_text, quiet_to_type, quiets_of, to_type
from sessions.records.clock import Quiet
from tests.sessions.test_own_time import PRAGUE, at

NOW = at("2026-11-20T12:00")
"""A Friday, 13:00 in Prague."""

ENGLISH = [
    ("2026-12-24", "2026-12-24 00:00"), ("2026-12-24 18:30", "2026-12-24 18:30"),
    ("2026-12-24T8:05", "2026-12-24 08:05"),
    ("24.12.", "2026-12-24 00:00"), ("24. 12. 2026 08:00", "2026-12-24 08:00"), ("1.2.", "2027-02-01 00:00"),
    ("24/12/2026", "2026-12-24 00:00"), ("12/24/26", "2026-12-24 00:00"), ("3/3", "2027-03-03 00:00"),
    ("24 December", "2026-12-24 00:00"), ("Dec 24th 6:30pm", "2026-12-24 18:30"),
    ("24th of December 2026", "2026-12-24 00:00"), ("December 24, 2026 at noon", "2026-12-24 12:00"),
    ("the 24th", "2026-11-24 00:00"), ("Thursday 24 December", "2026-12-24 00:00"), ("friday", "2026-11-27 00:00"),
    ("until Monday", "2026-11-23 00:00"), ("on sat", "2026-11-21 00:00"), ("friday week", "2026-12-04 00:00"),
    ("fri 11am", "2026-11-27 11:00"), ("tomorrow at 6 p.m.", "2026-11-21 18:00"), ("6pm tomorrow", "2026-11-21 18:00"),
    ("the day after tomorrow", "2026-11-22 00:00"), ("next week", "2026-11-23 00:00"), ("18:00", "2026-11-20 18:00"),
    ("noon", "2026-11-21 12:00"), ("midnight", "2026-11-21 00:00"), ("3 days", "2026-11-23 13:00"),
    ("in 3 days", "2026-11-23 13:00"), ("a week", "2026-11-27 13:00"), ("1d 12h", "2026-11-22 01:00"),
    ("1.5 days", "2026-11-22 01:00"), ("a fortnight", "2026-12-04 13:00"), ("in a month", "2026-12-20 13:00"),
    ("12h", "2026-11-21 01:00"), ("now", "2026-11-20 13:00"), ("vendredi", "2026-11-27 00:00"),
    ("3/4", "2027-03-04 00:00", "2027-04-03 00:00"), ("10/12/2026", "2026-10-12 00:00", "2026-12-10 00:00"),
    ("3.4.2027", "2027-03-04 00:00", "2027-04-03 00:00"), ("at 6", "2026-11-20 18:00", "2026-11-21 06:00"),
    ("tomorrow 6:30", "2026-11-21 06:30", "2026-11-21 18:30"),
    ("friday 18:00", "2026-11-20 18:00", "2026-11-27 18:00"),
    ("monday midnight", "2026-11-23 00:00", "2026-11-24 00:00"),
    ("soon",), ("",), ("may",), ("31.2.",), ("2026-13-01",), ("24.12. 25:00",), ("99999-01-01",), ("5m",),
    ("Friday 24 December",), ("29/2/2027",), ("6:75",), ("13pm x",), ("24-12-26",),
]  # fmt: skip
FRENCH = [
    ("24/12", "2026-12-24 00:00"), ("3/4", "2027-04-03 00:00"), ("12/24", "2026-12-24 00:00"),
    ("24 décembre", "2026-12-24 00:00"), ("le 24 décembre à 18 h 30", "2026-12-24 18:30"),
    ("24 déc. 2026", "2026-12-24 00:00"), ("1er janvier", "2027-01-01 00:00"), ("jusqu’au 24", "2026-11-24 00:00"),
    ("vendredi", "2026-11-27 00:00"), ("jusqu’à vendredi", "2026-11-27 00:00"), ("ven.", "2026-11-27 00:00"),
    ("lundi en huit", "2026-11-30 00:00"), ("mar", "2026-11-24 00:00"), ("samedi 9h", "2026-11-21 09:00"),
    ("demain à 18h", "2026-11-21 18:00"), ("APRÈS-DEMAIN", "2026-11-22 00:00"), ("demain midi", "2026-11-21 12:00"),
    ("la semaine prochaine", "2026-11-23 00:00"), ("18h30", "2026-11-20 18:30"), ("à 18h", "2026-11-20 18:00"),
    ("à 6h du soir", "2026-11-20 18:00"), ("3 jours", "2026-11-23 13:00"), ("dans 3 jours", "2026-11-23 13:00"),
    ("deux semaines", "2026-12-04 13:00"), ("quinze jours", "2026-12-05 13:00"), ("dans un mois", "2026-12-20 13:00"),
    ("2j", "2026-11-22 13:00"), ("tout de suite", "2026-11-20 13:00"), ("friday", "2026-11-27 00:00"),
    ("18h", "2026-11-20 18:00", "2026-11-21 07:00"), ("bientôt",), ("32/12",), ("mercredi 24 décembre",),
]  # fmt: skip
CZECH = [
    ("24.12", "2026-12-24 00:00"), ("24.12.", "2026-12-24 00:00"), ("24. 12.", "2026-12-24 00:00"),
    ("24.12.26", "2026-12-24 00:00"), ("24. prosince", "2026-12-24 00:00"), ("24. prosinec 2026", "2026-12-24 00:00"),
    ("ve čtvrtek 24. 12.", "2026-12-24 00:00"), ("24. 12. v 18 hodin", "2026-12-24 18:00"),
    ("do 24.", "2026-11-24 00:00"), ("pátek", "2026-11-27 00:00"), ("patek", "2026-11-27 00:00"),
    ("do pátku", "2026-11-27 00:00"), ("st", "2026-11-25 00:00"), ("v sobotu v poledne", "2026-11-21 12:00"),
    ("zítra v 18:00", "2026-11-21 18:00"), ("út 9.30", "2026-11-24 09:30"), ("pozítří", "2026-11-22 00:00"),
    ("příští týden", "2026-11-23 00:00"), ("v 6 večer", "2026-11-20 18:00"), ("dnes ve 20:00", "2026-11-20 20:00"),
    ("3 dny", "2026-11-23 13:00"), ("za 3 dny", "2026-11-23 13:00"), ("5 dní", "2026-11-25 13:00"),
    ("za týden", "2026-11-27 13:00"), ("dva týdny", "2026-12-04 13:00"), ("2t", "2026-12-04 13:00"),
    ("půl dne", "2026-11-21 01:00"), ("za měsíc", "2026-12-20 13:00"), ("hned", "2026-11-20 13:00"),
    ("3/4", "2027-04-03 00:00"), ("18h", "2026-11-20 18:00", "2026-11-21 07:00"),
    ("pátek 18.30", "2026-11-20 18:30", "2026-11-27 18:30"), ("někdy",), ("31. února",), ("24. 12. v 18:60",),
]  # fmt: skip


def in_prague(moments: tuple[int, ...]) -> tuple[str, ...]:
    """Return these times as clocks in Prague would show them."""
    return tuple(f"{datetime.fromtimestamp(each / 1000, ZoneInfo(PRAGUE)):%Y-%m-%d %H:%M}" for each in moments)


def read_as(language: str, rows: list[tuple[str, ...]]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(language, typed, tuple(moments)) for typed, *moments in rows]


@pytest.mark.parametrize(
    ("language", "typed", "moments"), read_as("en", ENGLISH) + read_as("fr", FRENCH) + read_as("cs", CZECH)
)
def test_a_typed_moment_is_understood_questioned_or_refused(
    language: str, typed: str, moments: tuple[str, ...]
) -> None:
    """A text with one meaning is accepted. Several meanings lead to a question, and none to a refusal."""
    assert in_prague(moments_of(typed, NOW, PRAGUE, language)) == moments


@pytest.mark.parametrize("typed", ["next friday", "next Sunday"])
def test_next_weekday_is_ambiguous_in_midweek(typed: str) -> None:
    wednesday = at("2026-11-18T12:00")
    found = moments_of(typed, wednesday, PRAGUE, "en")
    assert len(found) == 2
    assert found[1] - found[0] == 7 * 24 * 3600_000
    assert len(moments_of("next monday", wednesday, PRAGUE, "en")) == 1


def test_a_long_list_of_spans_is_refused_in_an_instant() -> None:
    """If a space could be matched in two ways, each span would double the time: this text took a minute."""
    typed = "1 day " * 24 + "x"
    begun = time.thread_time()
    assert moments_of(typed, NOW, PRAGUE, "en") == ()
    assert hours_of(typed, "en") is None
    assert time.thread_time() - begun < 1.0


def test_a_text_longer_than_any_time_is_refused() -> None:
    assert moments_of("999 weeks " * 20, NOW, PRAGUE, "en") != ()
    assert moments_of("999 weeks " * 600, NOW, PRAGUE, "en") == (), "its year would be 13,500"


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_every_offered_reading_can_be_typed_unambiguously(language: str) -> None:
    for hour in range(0, 24 * 400, 7):
        moment = NOW - NOW % 3600_000 + hour * 3600_000
        typed = to_type(moment, PRAGUE, language)
        assert moments_of(typed, NOW, PRAGUE, language) == (moment,), typed


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_suggested_quiet_hours_are_unambiguous(language: str) -> None:
    for begin in range(0, 24 * 60, 45):
        for end in range(0, 24 * 60, 75):
            quiet = Quiet(begin, end)
            assert quiets_of(quiet_to_type(quiet, language), language) == (quiet,)


def test_a_moment_is_written_in_full_in_each_language() -> None:
    moment = at("2026-12-24T17:30")
    assert [in_full(moment, PRAGUE, language) for language in ("en", "fr", "cs")] == [
        "Thursday 24 December 2026, 18:30", "jeudi 24 décembre 2026, 18:30", "čtvrtek 24. prosince 2026, 18:30",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "typed", "quiets"),
    [
        ("en", "22:00-7:30", ["22:00-07:30"]), ("en", "22 – 7", ["22:00-07:00"]), ("en", "10pm-7am", ["22:00-07:00"]),
        ("en", "10-7am", ["22:00-07:00"]), ("en", "from 10 pm to 7:15 am", ["22:00-07:15"]),
        ("en", "midnight to 8am", ["00:00-08:00"]), ("en", "9-24", ["09:00-00:00"]),
        ("en", "10-6", ["10:00-18:00", "22:00-06:00"]), ("en", "at night", []), ("en", "25-7", []),
        ("en", "22:75-7", []), ("en", "", []), ("en", "08:00-07:00", ["08:00-07:00"]),
        ("fr", "22 à 7", ["22:00-07:00"]), ("fr", "22h-7h30", ["22:00-07:30"]), ("fr", "de 22h à 7h", ["22:00-07:00"]),
        ("fr", "10h du soir à 7h du matin", ["22:00-07:00"]), ("fr", "minuit à 8h", ["00:00-08:00"]),
        ("fr", "7-7", ["07:00-07:00"]), ("en", "00:00-24:00", ["00:00-00:00"]), ("cs", "0-24", ["00:00-00:00"]),
        ("en", "10-10", ["10:00-22:00", "22:00-10:00"]),
        ("cs", "od 22 do 7", ["22:00-07:00"]), ("cs", "22.30-7.15", ["22:30-07:15"]), ("cs", "10-6", ["10:00-06:00"]),
        ("cs", "10 večer - 7 ráno", ["22:00-07:00"]), ("cs", "22:00 až 7:00", ["22:00-07:00"]), ("cs", "v noci", []),
    ],
)  # fmt: skip
def test_quiet_hours_are_read_as_people_write_them(language: str, typed: str, quiets: list[str]) -> None:
    def face(minute: int) -> str:
        return f"{minute // 60:02}:{minute % 60:02}"

    found: tuple[Quiet, ...] = quiets_of(typed, language)
    assert [f"{face(quiet.begin)}-{face(quiet.end)}" for quiet in found] == quiets


@pytest.mark.parametrize(
    ("language", "typed", "pace"),
    [
        ("en", "48+6", "48+6"), ("en", "2 days + 12h", "48+12"), ("en", " 48 h plus 6 ", "48+6"), ("en", "48h", None),
        ("fr", "2 jours + 6 heures", "48+6"), ("cs", "dva dny + 6 hodin", "48+6"), ("en", "1+2+3", None),
        ("en", "a month + 6", None), ("en", "90 min + 1", None), ("en", "a+b", None),
    ],
)  # fmt: skip
def test_paces_are_read_in_any_unit(language: str, typed: str, pace: str | None) -> None:
    assert pace_of_text(typed, language) == pace


def test_hours_are_read_with_and_without_a_unit() -> None:
    assert [hours_of(typed, "en") for typed in ("24", "24h", "1 day", "a week", "never", "")] == [
        24, 24, 24, 168, None, None,
    ]  # fmt: skip
