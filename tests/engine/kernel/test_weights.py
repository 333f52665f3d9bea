"""The reader of weights, and the digest of the content that the weights fit."""

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, NoReturn

import pytest

from engine.kernel.content import Faults, Record, UnfitContent, content_digest
from engine.kernel.decision import Decision, Message
from engine.kernel.policy import Search
from engine.kernel.weights import Weight, Weights, check_names, read_weights


class Leaf(Record, frozen=True):
    fruit: Weight


class OrchardWeights(Weights, frozen=True):
    leaf: Leaf


HEAD = 'fitted_on = "ab"\n[blunders]\nnovice = 200\n[leaf]\nfruit = 3\n'
SEARCH = '[[search]]\nrules = ["TURN-1", "TURN-2"]\nseats = [2, 3]\nturns = 4\nwidth = 5\ntrials = 9\n'


class Seats(NamedTuple):
    """A stand-in for a view that has only the number of seats."""

    seats: range


def search_for(weights: Weights, rule: str, seats: int) -> Search | None:
    """Return the search for a question under that rule, with that many seats."""
    return weights.search_of(lambda: Seats(range(seats)), Decision(0, rule, Message("x"), ()))


def faults_of(folder: Path, text: str) -> list[str]:
    """Return the faults of invalid weights."""
    (folder / "weights.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UnfitContent) as refused:
        read_weights(folder, OrchardWeights)
    return [str(fault) for fault in refused.value.faults]


def test_weights_are_read_with_searches_by_rule_and_seats(tmp_path):
    (tmp_path / "weights.toml").write_text(
        HEAD + SEARCH + SEARCH.replace('"TURN-1", ', "").replace("[2, 3]", "[4]").replace("5", "6")
    )

    weights = read_weights(tmp_path, OrchardWeights)

    assert (weights.fitted_on, weights.blunders.novice, weights.leaf.fruit) == ("ab", 200, 3)
    assert isinstance(weights.search[0], Search)
    found = [search_for(weights, "TURN-2", seats) for seats in (2, 3, 4, 5)]
    assert [each and (each.turns, each.rounds, each.width, each.trials, each.doubt) for each in found] == [
        (4, 0, 5, 9, 100), (4, 0, 5, 9, 100), (4, 0, 6, 9, 100), None
    ]  # fmt: skip
    assert search_for(weights, "TURN-1", 3) is weights.search[0]


def test_a_rule_without_a_search_needs_no_view(tmp_path):
    (tmp_path / "weights.toml").write_text(HEAD + SEARCH)
    weights = read_weights(tmp_path, OrchardWeights)

    def look() -> NoReturn:
        raise AssertionError

    assert weights.search_of(look, Decision(0, "TURN-3", Message("x"), ())) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + SEARCH.replace("seats", "seat"), "weights.toml: search no. 1: seat: "),
        (HEAD + SEARCH.replace("width = 5", "width = 0"), "weights.toml: search no. 1: width: expected a whole number"),
        (HEAD.replace("200", "1001") + SEARCH, "weights.toml: blunders: novice: expected a whole number <= 1000"),
        (HEAD.replace("fruit = 3", "fruit = -3") + SEARCH, "weights.toml: leaf: fruit: expected a whole number >= 0"),
        (HEAD.replace("fruit = 3", "") + SEARCH, "weights.toml: leaf: fruit: the field is missing"),
        (HEAD + SEARCH + SEARCH, "weights.toml: search: rules: TURN-1 is searched in two ways with seats = 2"),
        ("= 3", "weights.toml: not TOML"),
    ],
)
def test_every_fault_of_weights_is_reported_with_its_place(tmp_path, text, said):
    assert any(fault.startswith(said) for fault in faults_of(tmp_path, text)), faults_of(tmp_path, text)


def test_faults_found_by_the_game_are_reported_too(tmp_path):
    def check(weights: OrchardWeights, faults: Faults) -> None:
        faults.require(weights.leaf.fruit > 3, "weights.toml", "leaf", "fruit", "too few")

    (tmp_path / "weights.toml").write_text(HEAD + SEARCH + SEARCH)

    with pytest.raises(UnfitContent) as refused:
        read_weights(tmp_path, OrchardWeights, check)

    said = [fault.problem for fault in refused.value.faults]
    assert "too few" in said
    assert "TURN-1 is searched in two ways with seats = 2" in said


def test_a_table_of_weights_must_have_exactly_the_expected_names():
    faults = Faults()
    check_names({"plum": 1, "fgi": 2}, ("plum", "fig", "pear"), "fruit", faults)

    assert [(fault.entry, fault.field, fault.problem.split(";")[0]) for fault in faults.found] == [
        ("fruit", "fgi", '"fgi" is unknown (did you mean fig?)'),
        ("fruit", "fig", "the field is missing"),
        ("fruit", "pear", "the field is missing"),
    ]


TREES = '[[tree]]\nid = "plum"\nfruit = 3\n\n[[tree]]\nid = "fig"\nfruit = 5\n'
SAID = b'{"beds.toml":{},"trees.toml":{"tree":[{"fruit":3,"id":"plum"},{"fruit":5,"id":"fig"}]}}'
"""The bytes that are hashed for a `trees.toml` and an empty `beds.toml`."""


def digest(folder: Path, **texts: str) -> str:
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return content_digest(folder)


def test_a_digest_is_the_same_on_every_machine(tmp_path):
    assert digest(tmp_path / "trees", trees=TREES, beds="") == sha256(SAID).hexdigest()


def test_comments_layout_and_order_do_not_change_the_digest(tmp_path):
    ours = digest(tmp_path / "ours", trees=TREES, beds="")
    other = TREES.replace('id = "plum"\nfruit = 3\n', '# A plum.\n  fruit=3 # of them\r\nid   =  "plum"\n\n')

    assert digest(tmp_path / "other", beds="# none yet\n", trees=other) == ours
    (tmp_path / "ours" / "notes.md").write_text("read by nobody")
    assert content_digest(tmp_path / "ours") == ours


@pytest.mark.parametrize(
    "texts",
    [
        {"trees": TREES.replace("5", "6"), "beds": ""},
        {"trees": TREES.replace('"fig"', '"pear"'), "beds": ""},
        {"trees": "".join(reversed(TREES.partition("\n\n"))), "beds": ""},
        {"tree": TREES, "beds": ""},
        {"trees": TREES},
        {"trees": TREES, "beds": "width = 1\n"},
    ],
    ids=["figure", "name", "order of entries", "name of a file", "a file less", "a field more"],
)
def test_the_digest_depends_on_numbers_names_entries_and_files(tmp_path, texts):
    assert digest(tmp_path / "other", **texts) != digest(tmp_path / "ours", trees=TREES, beds="")


def test_an_unreadable_file_has_no_digest(tmp_path):
    with pytest.raises(UnfitContent, match=r"trees\.toml: not TOML"):
        digest(tmp_path / "trees", trees="= 7")
