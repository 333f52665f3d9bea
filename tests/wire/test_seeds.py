"""The bot draws random seeds when it runs on Discord. Tests fix the seeds."""

from pathlib import Path

import pytest
from pydantic import SecretStr

import bot
from engine.kernel.chance import SEED_BYTES
from sessions.sessions import fresh_bytes
from settings import Settings
from tests.conftest import DRAWN
from tests.seeds import Seeds
from tests.wire.evening import Wired, table_of


async def test_a_bot_with_a_token_accepts_no_outside_seeds(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, discord_token=SecretStr("a.real.token"), database=str(tmp_path / "knossos.db"))
    with pytest.raises(ValueError, match="draws its own seeds"):
        async with bot.build(settings, token_bytes=Seeds()):
            pass


@pytest.mark.draws_seeds
def test_fresh_seeds_are_drawn_for_each_table() -> None:
    drawn = [fresh_bytes(SEED_BYTES) for _ in range(100)]
    assert len(set(drawn)) == 100
    assert {len(seed) for seed in drawn} == {SEED_BYTES}


def test_an_unmarked_test_that_draws_seeds_fails(nothing_is_drawn: list[int | None]) -> None:
    with pytest.raises(AssertionError) as refused:
        fresh_bytes(SEED_BYTES)
    assert str(refused.value) == DRAWN
    assert nothing_is_drawn == [SEED_BYTES]
    nothing_is_drawn.clear()


async def test_each_table_has_its_own_reproducible_seed(wired_bot: Wired) -> None:
    expected = Seeds()
    for channel in ("agora", "labyrinth"):
        async with table_of(wired_bot, "minos-classic", 2, channel=channel) as evening:
            session = await evening.session()
            assert session.reader.timeline.position.seed == expected(SEED_BYTES)
