"""Games stored as text still play the same. After an intended change, run `python -m tests.engine.transcripts`."""

import pytest

from tests.engine.transcripts.transcript import FOLDER, Transcript, text_of, transcripts

LARGEST_BYTES = 500_000


@pytest.mark.parametrize("kept", transcripts(), ids=lambda kept: kept.file.stem)
def test_a_recorded_game_still_plays_the_same(kept: Transcript) -> None:
    expected = kept.file.read_text(encoding="utf-8").splitlines()
    found = text_of(kept).splitlines()
    for number, (was, now) in enumerate(zip(expected, found, strict=False), 1):
        assert now == was, f"{kept.file.name}:{number}"
    assert len(found) == len(expected)


def test_the_transcripts_are_small_enough_to_review() -> None:
    files = {file.name: file.stat().st_size for file in FOLDER.glob("*.txt")}
    assert set(files) == {kept.file.name for kept in transcripts()}
    assert sum(files.values()) < LARGEST_BYTES
