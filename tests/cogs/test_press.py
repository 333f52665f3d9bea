"""Custom ids of presses fit the limit and can be decoded, and no other text is decoded as a press."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import discord_limits as limits
from cogs.ui.press import Press, read_press

PRESSES = st.builds(
    Press,
    st.integers(0, 10**15 - 1),
    st.integers(0, 10**9 - 1),
    st.from_regex(r"[a-z]{1,12}", fullmatch=True),
    st.integers(0, 999),
    st.integers(-1, 99),
    st.integers(-1, 10**9 - 1),
)


@given(PRESSES)
def test_a_press_survives_encoding_and_fits_an_id(press: Press) -> None:
    assert len(press.custom_id) <= limits.CUSTOM_ID
    assert read_press(press.custom_id) == press


@given(st.text(max_size=120))
def test_unrelated_texts_are_not_decoded_as_presses(text: str) -> None:
    read = read_press(text)

    assert read is None or text.startswith("k1:")


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "k1",
        "k1:1:0:0:0:",
        "k1:1:0:0:0:o1 ",
        "k1:-1:0:0:0:o1",
        "k1:1:0:-2:0:o1",
        "k1:1:0:0:0:o1234",
        "k2:1:0:0:0:o1",
        "k1:１:0:0:0:o1:",
    ],
)
def test_forged_ids_are_not_decoded_as_presses(forged: str) -> None:
    assert read_press(forged) is None
