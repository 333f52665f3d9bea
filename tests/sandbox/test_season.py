"""A small season passes its judge, and the judge finds the faults of a crooked bot."""

import pytest

from sandbox.season.recount import (
    LeagueChannel,
    Line,
    Pairing,
    Recount,
    find_wrongly_dropped,
    read_result,
    read_standings,
)
from sandbox.season.run import SeasonPlan, spend_season
from tests.sandbox import crooked_bot
from tests.sandbox.test_month import FAULTS as OF_THE_MONTH

FAULTS = (*OF_THE_MONTH, "games_lost", "rounds_doubled", "wrong_places")
"""The counts of the report that must be zero."""
PLAN = SeasonPlan("minerva", 8, 1, rounds=1, kills=1, shares={"prompt": 80, "deserting": 10, "leaving": 10})
ADA, BOB, CAROL, DAN = 11, 12, 13, 14
USERS = {"Ada": ADA, "Bob": BOB, "Carol": CAROL, "Dan": DAN}


async def test_the_judge_finds_no_fault_in_a_small_season() -> None:
    report, code = await spend_season(PLAN)

    assert {name: report[name] for name in FAULTS if report[name]} == {}
    assert (code, report["kills"], report["rounds"], report["replays"]) == (0, 1, 2, True)
    assert report["tables"] == 3
    assert report["kinds"]["deserting"] == report["kinds"]["leaving"] == 1


async def test_the_judge_finds_faults_planted_in_a_season() -> None:
    bot = ("-m", crooked_bot.__name__, *crooked_bot.OF_THE_SEASON)
    report, code = await spend_season(PLAN, bot)

    assert code == 1
    assert report["wrong_places"] > 0
    assert report["rounds_doubled"] > 0


def test_rounds_and_pairings_are_read_from_announcements() -> None:
    channel = LeagueChannel()
    channel.read_announcement("**Cup · Round 1 of 2** has begun and ends on <t:1:f>.\n• <#7> <@11>, <@12>")
    channel.read_announcement("• <#8> <@13>, <@14>\n• <@15>: bye, counts as a win")
    channel.read_announcement("<@1> **Cup · Round 1 of 2**: time is up.\n• <#7> <@11>, <@12>")
    channel.read_announcement("🏆 **Cup** is over. Champion: <@11>")

    assert channel.rounds == {"Round 1 of 2": [Pairing(7, (ADA, BOB)), Pairing(8, (CAROL, DAN)), Pairing(None, (15,))]}
    assert channel.begun == ["Round 1 of 2"]
    assert channel.is_over


def test_people_withdrawn_by_the_league_are_read_and_checked() -> None:
    channel = LeagueChannel()
    for number, more in (
        (1, ""),
        (2, ""),
        (3, "\n<@99> Withdrawn after missing two matches in a row: <@11>. Their results stay."),
    ):
        channel.read_announcement(
            f"**Cup · Round {number} of 3** has begun and ends on <t:1:f>.\n• <#{number}> <@11>, <@12>{more}"
        )
    lost, won = {ADA: 2, BOB: 1}, {ADA: 1, BOB: 2}
    rounds = list(channel.rounds)

    assert channel.dropped == {ADA: "Round 3 of 3"}
    assert [channel.dropped_by(name) for name in rounds] == [set(), set(), {ADA}]
    for first, second, count in ((lost, lost, 0), (lost, won, 1), ({ADA: 1}, lost, 1)):
        wrong = find_wrongly_dropped(channel.dropped, dict(zip(rounds, ([first], [second], [won]), strict=True)))
        assert len(wrong) == count


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("## 🏆 <@11> wins with 9 VP.\n**2.** <@12> – 7 VP", {ADA: 1, BOB: 2}),
        ("## 🏆 <@11> and <@13> share the victory: 9 VP each.\n**3.** Bob – 1 VP", {ADA: 1, CAROL: 1, BOB: 3}),
        ("## 🏆 <@11> has won: nobody else is left at the table.\n**2.** Bob – left the game", {ADA: 1, BOB: 2}),
        (
            "**The game was ended early**, so nobody wins. Players: <@11> and <@12>.\n**3.** Carol – left the game",
            {ADA: 1, BOB: 1, CAROL: 3},
        ),
        ("Minerva, round 1", {}),
    ],
)
def test_places_are_read_from_a_tables_last_message(text: str, places: dict[int, int]) -> None:
    assert read_result(text, lambda name: USERS[name]) == places


def test_equal_points_are_decided_by_the_games_they_played() -> None:
    """Ada and Bob have equal points, and met people with equal points. Ada beat Bob."""
    rounds = [[{ADA: 1, CAROL: 2}, {BOB: 1, DAN: 2}], [{ADA: 1, BOB: 2}, {CAROL: 1, DAN: 2}], [{BOB: 1, CAROL: 2}]]
    recount = Recount(rounds, {})

    assert [recount.points(user) for user in USERS.values()] == [2, 2, 1, 0]
    assert recount.ranks(USERS.values(), []) == {ADA: 1, BOB: 2, CAROL: 3, DAN: 4}
    assert recount.ranks(USERS.values(), [BOB]) == {ADA: 1, CAROL: 2, DAN: 3, BOB: 4}
    assert Recount(rounds, {DAN: 1, ADA: 2}).ranks(USERS.values(), [])[DAN] == 1


def test_standings_say_who_withdrew() -> None:
    text = "**Standings:** points\n**1.** Ada · 3.33 · opponents’ points: 2\n**1.** Bob · 3 · withdrew"

    assert read_standings(text) == {"Ada": Line(1, "3.33", has_left=False), "Bob": Line(1, "3", has_left=True)}
