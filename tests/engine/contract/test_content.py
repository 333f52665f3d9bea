"""A host's own content is a folder with one subfolder per changed game. The whole folder is checked."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import games
from engine.kernel.content import UnfitContent
from engine.kernel.game import complete_settings
from engine.simulate import Simulation
from tests.engine.spoilt import change

SOURCES = games.CONTENT
ID = re.compile('^id = "', re.MULTILINE)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Path]:
    """A host's folder with a copy of every game's content. Our own content is restored afterwards."""
    for key, source in SOURCES.items():
        shutil.copytree(source.folder, tmp_path / key)
    yield tmp_path
    for source in SOURCES.values():
        source.use(source.unpack(source.folder))


def test_every_game_has_content() -> None:
    assert SOURCES.keys() == games.GAMES.keys()


def test_each_game_is_played_from_its_own_folder(host: Path) -> None:
    before = {key: source.box() for key, source in SOURCES.items()}

    games.use_content(host)

    assert all(source.box() is not before[key] for key, source in SOURCES.items())


@pytest.mark.parametrize("key", SOURCES)
def test_a_game_without_a_folder_keeps_our_content(host: Path, key: str) -> None:
    shutil.rmtree(host / key)
    ours = SOURCES[key].box()

    games.use_content(host)

    assert SOURCES[key].box() is ours


@pytest.mark.parametrize("key", SOURCES)
def test_a_fault_is_reported_with_its_game(host: Path, key: str) -> None:
    file = sorted((host / key).glob("*.toml"))[0]
    file.write_text("= nothing", encoding="utf-8")

    with pytest.raises(UnfitContent) as refused:
        games.use_content(host)
    assert f"{key}/{file.name}" in {fault.file for fault in refused.value.faults}


def test_a_content_folder_without_any_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnfitContent, match="minerva"):
        games.use_content(tmp_path)


SPOILT = (
    ("minos-dawn/decrees_age1.toml", 'effect = "coin 6"', 'effect = "coins 6"'),
    ("minos-dawn/decrees_age1.toml", "cost = 8", 'cost = "8"'),
    ("minos-dawn/solo_cards.toml", '"expand"]', '"expnd"]'),
    ("minos-dawn/solo_cards.toml", 'criterion = "highest"', 'criterion = "highst"'),
    ("minerva/temples.toml", "around.production => 2", "around.productoin => 2"),
    ("minos-classic/dice.toml", '"joker", "star"]', '"joker", "moon"]'),
)


def test_faults_of_all_games_are_reported_and_no_content_changes(host: Path) -> None:
    before = {key: source.box() for key, source in SOURCES.items()}
    for file, old, new in SPOILT:
        change(host, file, old, new)

    with pytest.raises(UnfitContent) as refused:
        games.use_content(host)

    assert sorted((fault.file, fault.entry, fault.field) for fault in refused.value.faults) == [
        ("minerva/temples.toml", "temple ceres_court", "effect"),
        ("minos-classic/dice.toml", "die 1", "faces"),
        ("minos-dawn/decrees_age1.toml", "decree A1-01", "cost"),
        ("minos-dawn/decrees_age1.toml", "decree A1-03", "effect"),
        ("minos-dawn/solo_cards.toml", "card r01", "actions"),
        ("minos-dawn/solo_cards.toml", "card r01", "criterion"),
    ]
    assert {key: source.box() for key, source in SOURCES.items()} == before


@pytest.mark.parametrize(
    ("file", "old", "new", "entry", "field", "fits"),
    [
        ("solo_cards.toml", '"build", "develop", "expand"', '"build", "develp", "expand"', "card r01", "actions",
         "did you mean develop?"),
        ("solo_cards.toml", 'criterion = "total_lowest"', 'criterion = "total_least"', "card r03", "criterion",
         "one of: lowest, highest, total_lowest, total_highest, fewest_left"),
        ("board.toml", 'good = "wood"', 'good = "stone"', "solo_home 3", "bot_home", "wood is then in 0 regions"),
        ("rival.toml", 'id = "hard"', 'id = "harder"', "mode", "id", '["easy", "normal", "hard"]'),
        ("rival.toml", "vase_vp = [3, 3, 10]", "vase_vp = [3, 10]", "mode easy", "vase_vp", "one a vase space"),
    ],
)  # fmt: skip
def test_data_solo_content_that_the_rival_cannot_use_is_refused(host, file, old, new, entry, field, fits):
    change(host, f"minos-dawn/{file}", old, new)

    with pytest.raises(UnfitContent) as refused:
        games.use_content(host)

    told = {(fault.entry, fault.field): fault.problem for fault in refused.value.faults}
    assert fits in told[entry, field]


def test_a_folder_not_named_after_a_game_is_reported(host: Path) -> None:
    (host / "minevra").mkdir()

    with pytest.raises(UnfitContent, match=r"minevra/: no such game.*did you mean minerva") as refused:
        games.use_content(host)
    assert len(refused.value.faults) == 1


OWN_IDS = {
    "minos-dawn": ("decrees_age1", "decrees_age2", "trade_bonuses", "foundations", "sea_peoples", "starting_cards"),
    "minerva": ("buildings", "starting", "temples", "culture", "glory"),
}
"""Each game's files of cards and tiles. No other file names their ids."""


@pytest.mark.parametrize("key", OWN_IDS)
def test_computer_players_can_play_with_renamed_components(host: Path, key: str) -> None:
    for name in OWN_IDS[key]:
        file = host / key / f"{name}.toml"
        file.write_text(ID.sub('id = "own_', file.read_text(encoding="utf-8")), encoding="utf-8")
    games.use_content(host)
    game = games.GAMES[key]
    game_of_two = Simulation(
        game,
        complete_settings(game, 2, {}),
        bytes(16),
        game.programs.levels["novice"],
        game.programs.levels["standard"],
    )
    strong = game.programs.levels["strong"]
    assert strong.worth is not None

    while game_of_two.play.pending:
        game_of_two.turn()

    state = game_of_two.play.position.state
    assert strong.worth(state, 0) == -strong.worth(state, 1) != 0
