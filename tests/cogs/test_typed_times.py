"""Times typed in each language are understood, questioned or refused."""

import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from cogs.ui.typed.times import hours_of, in_full, moments_of, pace_of_text, quiet_to_type, quiets_of, to_type
from sessions.records.clock import Quiet
from tests.cogs.typed import CZECH, ENGLISH, FRENCH
from tests.sessions.test_own_time import PRAGUE, at

NOW = at("2026-11-20T12:00")
"""A Friday, 13:00 in Prague."""


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
    assert in_full(at("2027-01-01T17:30"), PRAGUE, "fr") == "vendredi 1er janvier 2027, 18:30"


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
