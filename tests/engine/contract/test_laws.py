"""The laws K1 to K9, at every table."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine import games
from engine.kernel.chance import Chance
from engine.kernel.codec import decode, decode_facts, digest, encode, encode_facts, share_texts
from engine.kernel.decision import Answer, Seat
from engine.kernel.game import Game, complete_settings
from engine.kernel.hidden import differences, tree_of
from engine.kernel.play import Play, Position, copy_position, expected_order, places_of, result, start, world_of
from engine.kernel.policy import FastChance
from engine.kernel.proof import laws, secrecy
from engine.kernel.proof.record import encode_record, replay, replay_to_end
from engine.kernel.proof.trial import Case, check_census
from engine.kernel.rules import AGREED
from tests.architecture.test_rules import rules_of
from tests.engine.contract.fields import BOOKKEEPING, covers, fields_of
from tests.engine.contract.tables import (
    GAMES,
    TABLES,
    Evening,
    Table,
    briefly,
    evening,
    is_searched,
    messages_of,
    once_each,
    tables_of,
    walk_of,
    words_of,
)
from tests.engine.search import laws as laws_of_search

LONGEST_LABEL = 80
LONGEST_NAME = "A name of 16 chr"
LANGUAGES = ("en", "fr", "cs")


def test_k1_a_replay_reaches_the_same_bytes(played: Evening) -> None:
    assert encode(replay_to_end(played.game, played.record).position) == encode(played.last)


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_k1_a_replay_in_another_process_reaches_the_same_bytes(hash_seed: str, tmp_path: Path) -> None:
    records = [evening(table).record for table in TABLES]
    files = [tmp_path / f"{number}.json" for number in range(len(records))]
    for file, record in zip(files, records, strict=True):
        file.write_bytes(encode_record(record))

    command = [sys.executable, "-m", "tests.engine.contract.elsewhere", *map(str, files)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert printed.split() == [record.digest for record in records]


def test_k2_decisions_are_well_formed(played: Evening) -> None:
    for case in played.cases():
        laws.check_decisions(case)


def test_k2_every_option_is_accepted(played: Evening) -> None:
    for case in played.cases():
        laws.check_options(case, most=12)


def test_k2_combined_answers_reach_everything_that_single_answers_reach(played: Evening) -> None:
    for case in played.cases():
        laws.check_offered(case)


def test_k2_illegal_answers_are_refused_and_change_nothing(played: Evening) -> None:
    for case in played.cases():
        laws.check_refusals(case)


def test_k2_the_autopilot_answers_legally_and_ends_games(table: Table, played: Evening) -> None:
    for case in played.cases():
        laws.check_autopilot(case)
    game = played.game
    play = Play(game, start(game, played.record.settings, bytes(16)).position)
    while play.pending:
        decision = play.pending[0]
        play.answer(Answer(decision.seat, decision.id, game.autopilot.answer(play.position.state, decision)))
        laws.check_length(game, play.position)
    game.proof.census(play.position.state)


def test_k3_stored_positions_are_small_and_can_be_read_back(played: Evening) -> None:
    assert max(map(laws.check_stored, played.cases())) > 50


def test_k3_sharing_equal_texts_does_not_change_a_position(played: Evening) -> None:
    for case in played.cases():
        stored = encode(case.position)
        shared, read = share_texts(decode(case.game, stored)), decode(case.game, stored)
        assert encode(shared) == stored
        assert repr(shared) == repr(read), "some type has changed"


def test_k3_stored_facts_can_be_read_back(played: Evening) -> None:
    facts = tuple(played.facts)
    assert facts
    assert decode_facts(played.game, encode_facts(facts)) == facts


def test_k4_views_and_questions_reveal_nothing_hidden(played: Evening) -> None:
    for case in played.cases():
        secrecy.check_secrets(case)
        secrecy.check_standing(case)


def test_k4_agreed_places_and_estimates_use_only_public_information(played: Evening) -> None:
    """Agreed places and estimates also leave the position unchanged, and give every seat a place."""
    for case in played.cases():
        game, position = case.game, case.position
        if position.is_over or position.settings.seats == 1:
            continue
        before = digest(position)
        found = [places_of(game, position, ended) for ended in AGREED], expected_order(game, position)
        assert digest(position) == before
        for secret in (b"one", b"two"):
            other = copy_position(game, position)
            game.secrecy.redeal(other.state, None, FastChance(secret))
            assert ([places_of(game, other, ended) for ended in AGREED], expected_order(game, other)) == found
        settled, tied = found[0]
        assert sorted(each.seat or 0 for each in settled) == [*range(position.settings.seats)]
        assert settled[0].place == 1
        assert [each.place for each in settled] == sorted(each.place for each in settled)
        assert {each.place for each in tied} == ({1} if game.agreement.tie_rule else set())
        assert all(each.score == sum(each.parts.values()) for each in settled)


def test_k4_facts_reveal_nothing_hidden(played: Evening) -> None:
    """Three random answers are tried for the first question under each rule, and one for every later question."""
    tried: set[str] = set()
    for case in played.cases():
        for decision in case.pending:
            for _ in range(1 if decision.rule in tried else 3):
                secrecy.check_heard(case, case.guess(decision))
            tried.add(decision.rule)


def test_k9_imagined_worlds_depend_only_on_what_the_seat_knows(played: Evening) -> None:
    for case in played.cases():
        secrecy.check_worlds(case)


def test_k9_secret_answers_of_others_do_not_change_imagined_worlds(played: Evening) -> None:
    for case in played.cases():
        secrecy.check_answers(case)


@pytest.mark.parametrize("key", GAMES)
def test_k9_every_hidden_zone_differs_in_some_imagined_world(key: str) -> None:
    """If a zone never differed, the laws would prove nothing about it."""
    game, chance = GAMES[key], Chance(bytes(16), {})
    rarest_first = sorted(tables_of(key), key=lambda table: -table.evening)
    cases = [case for table in rarest_first for case in evening(table).cases()]
    walk = [(case, seat) for case in cases for seat in range(case.position.settings.seats)]
    names = {zone.name for case, seat in walk for zone in game.secrecy.hidden(case.position.state, seat)}
    dealt: set[str] = set()
    moved: set[str] = set()
    for case, seat in walk:
        if not names - dealt and not names - moved:
            break
        for one, other in (
            (case.position, secrecy.indistinguishable(case, seat)),
            *secrecy.indistinguishable_pairs(case, seat),
        ):
            if names - moved:
                moved |= differing(game, seat, one, other)
            if names - dealt:
                dealt |= differing(game, seat, one, world_of(game, one, seat, chance))
    assert dealt == moved == names != set()


def differing(game: Game[Any], seat: Seat, one: Position[Any], other: Position[Any]) -> set[str]:
    """Return the names of the hidden zones that differ between two positions."""
    zones = game.secrecy.hidden(one.state, seat)
    paths = differences(tree_of(one.state), tree_of(other.state))
    return {zone.name for path in paths for zone in zones if covers(zone, path)}


@pytest.mark.parametrize("key", GAMES)
def test_k4_every_field_is_seen_hidden_or_bookkeeping(key: str) -> None:
    """The test also reports bookkeeping fields that don't exist, and secret answers that a view shows."""
    game = GAMES[key]
    walks = [
        [case.position for case in walk_of(key) if case.position.settings.seats == seats] for seats in game.rules.seats
    ]
    fields = [fields_of(game, walk) for walk in walks]
    assert set().union(*(each.unnamed for each in fields)) - BOOKKEEPING.get(key, frozenset()) == set()
    assert BOOKKEEPING.get(key, frozenset()) - set().union(*(each.known for each in fields)) == set()
    assert set().union(*(each.answers for each in fields)) - set().union(*(each.hidden for each in fields)) == set()


SEARCHED = [table for table in TABLES if table.player == "greedy" and table.game in games.GAMES]


@pytest.mark.parametrize("table", SEARCHED, ids=str)
def test_k9_computer_answers_depend_only_on_what_the_seat_knows(played: Evening) -> None:
    """Every kept position with a question that the level searches is tested.

    The searches try only two answers in one world. Each trial continues to the level's horizon, or for two rounds if
    the horizon is the end of the game. Such trials are long enough for hidden things to matter.
    """
    level = played.game.programs.levels["strong"]
    asked = [case for case in played.cases() if is_searched(level, case)]
    assert len(asked) > 10
    for case in asked:
        laws_of_search.check_thoughts(case, briefly(level))


@pytest.mark.parametrize("game", games.GAMES.values(), ids=lambda game: game.rules.key)
def test_every_game_has_three_levels_and_the_strongest_searches(game: Game[Any]) -> None:
    assert list(game.programs.levels) == ["novice", "standard", "strong"]
    assert [level.search is not None for level in game.programs.levels.values()] == [False, False, True]
    blunders = [level.blunders() if level.blunders else 0 for level in game.programs.levels.values()]
    assert [often > 0 for often in blunders] == [True, False, False]


def test_every_round_begins_with_one_public_fact(played: Evening) -> None:
    game, begun = played.game, 0
    listeners = (None, *range(played.record.settings.seats))
    for play, facts in replay(game, played.record):
        for fact in facts:
            number = game.narration.round_begun(fact)
            if number is not None:
                assert number == begun + 1
                assert all(game.rules.hear(fact, seat) == fact for seat in listeners)
                begun = number
        shown = getattr(game.rules.look(play.position.state, None), "round", 0)
        assert begun == shown or not begun, (begun, shown)
    assert begun or game.rules.key == "orchard"


def test_k5_the_game_ends_in_time_with_a_result(played: Evening) -> None:
    laws.check_length(played.game, played.last)
    placings = result(played.game, played.last)
    seated = [placing.seat for placing in placings if placing.seat is not None]
    assert sorted(seated) == list(range(played.record.settings.seats))
    assert placings[0].place == 1
    assert [placing.place for placing in placings] == sorted(placing.place for placing in placings)


def test_k5_results_explain_scores_and_tie_breaks(played: Evening) -> None:
    placings = result(played.game, played.last)
    assert all(sum(placing.parts.values()) == placing.score for placing in placings if placing.parts)
    for first, second in pairwise(placings):
        if first.score == second.score and first.place != second.place:
            assert list(first.tie_breaks) == list(second.tie_breaks)
            assert first.tie_breaks != second.tie_breaks


def test_k6_every_component_is_in_its_place_after_every_answer(played: Evening) -> None:
    for play, _facts in replay(played.game, played.record):
        played.game.proof.census(play.position.state)


def test_k7_simultaneous_answers_commute(played: Evening) -> None:
    for position in played.simultaneous:
        laws.check_simultaneous(Case(played.game, position, FastChance(bytes(16))))


def test_k7_the_toy_game_asks_several_seats_together() -> None:
    assert all(evening(Table("orchard", seats)).simultaneous for seats in (2, 3, 4))


def test_k8_answers_have_the_same_effect_in_place_and_on_copies(played: Evening) -> None:
    for case in played.cases():
        for decision in case.pending[:1]:
            laws.check_pure(case, case.guess(decision))


@pytest.mark.parametrize(
    ("key", "option", "value"),
    [
        (key, option.key, value)
        for key, game in GAMES.items()
        for option in game.rules.options
        for value in option.choices
    ],
)
def test_games_with_any_lobby_option_keep_the_laws(key: str, option: str, value: object) -> None:
    game = GAMES[key]
    settings = complete_settings(game, game.rules.seats[0], {option: value})  # type: ignore[dict-item]
    play = Play(game, start(game, settings, bytes(range(16))).position)
    chance = FastChance(bytes(16))
    for number in range(300):
        case = Case(game, play.position, chance)
        check_census(case)
        if number % 60 == 0:
            laws.check_position(case)
        if not play.pending:
            break
        play.take(case.guess(play.pending[0]))


def test_every_message_is_in_the_catalogue_of_every_language(table: Table, played: Evening) -> None:
    words = words_of(table.game)
    names = dict.fromkeys(range(table.seats), LONGEST_NAME)
    messages = once_each(messages_of(played))
    assert messages
    for message in messages:
        assert words.knows(message.id), message
        for language in LANGUAGES:
            said = words.say(message, language, names)
            assert said.strip()
            assert "{" not in said, message


def test_labels_fit_in_their_controls(table: Table, played: Evening) -> None:
    words = words_of(table.game)
    names = dict.fromkeys(range(table.seats), LONGEST_NAME)
    for label in once_each(
        option.label for case in played.cases() for decision in case.pending for option in decision.options
    ):
        for language in LANGUAGES:
            assert len(words.say(label, language, names)) <= LONGEST_LABEL, label


@pytest.mark.parametrize("table", [table for table in TABLES if table.game in games.GAMES], ids=str)
def test_every_question_names_a_rule_of_its_rulebook(table: Table, played: Evening) -> None:
    """When a player is asked, `Decision.rule` names the rule to look up."""
    seats = range(table.seats)
    asked = [decision for case in played.cases() for decision in case.pending]
    asked += [
        each for case in played.cases() for seat in seats for each in case.game.orders.offer(case.position.state, seat)
    ]
    assert {decision.rule for decision in asked} - set(rules_of(table.game)) == set()


def test_the_seed_is_in_no_view_and_no_fact(played: Evening) -> None:
    seed = played.record.seed
    for case in played.cases():
        for seat in (None, *range(played.record.settings.seats)):
            assert seed not in repr(case.game.rules.look(case.position.state, seat))
    assert all(seed not in repr(fact) for fact in played.facts)
    assert digest(played.last) == played.record.digest


def test_facts_that_begin_a_turn_or_round_open_the_report(table: Table, played: Evening) -> None:
    """The report of a turn starts with these facts. The table shows the round that began last."""
    game = played.game
    begins = [
        fact
        for fact in played.facts
        if game.narration.turn_begun(fact) is not None or game.narration.round_begun(fact) is not None
    ]
    rounds = [number for fact in begins if (number := game.narration.round_begun(fact)) is not None]

    assert all(game.narration.opens(fact) for fact in begins)
    assert table.game not in games.GAMES or begins
    assert {game.narration.turn_begun(fact) for fact in begins} <= {None, *range(table.seats)}
    assert game.narration.round_of(played.last.state) == max(rounds, default=None)
