"""The presenter turns any decision into controls that allow every legal answer and fit Discord's limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import discord_limits as limits
from cogs.ui.layout import action_row, text_panel
from cogs.ui.option_words import OptionStyle, numbers
from cogs.ui.panel import Button, Row, Select
from cogs.ui.presenter import ALL, ANSWER, ANSWER_OFFERED, DONE, DRAFT, NONE, PICK, PICK_OFFERED, SEVERAL, Presenter
from engine.kernel.decision import Decision, Message, Option
from engine.kernel.offering.offers import row_of
from locales.words import Words


def say(message: Message) -> str:
    return f"{message.id} {' '.join(str(value) for value in message.blanks.values())}"


def options(count: int, prefix: str = "site", target: bool = False) -> tuple[Option, ...]:
    return tuple(
        Option(f"{prefix}:{n}", Message(f"Label {n}"), f"{prefix}{n}" if target else None) for n in range(count)
    )


def question(given: tuple[Option, ...], at_least: int = 1, at_most: int = 1) -> Decision:
    return Decision(2, "RULE-1", Message("What now"), given, at_least, at_most, id=7)


def rows(decision: Decision) -> list[Row]:
    return Presenter(41, 3, decision, say).rows()


def buttons(made: list[Row]) -> list[Button]:
    return [button for row in made if not isinstance(row, Select) for button in row]


def selects(made: list[Row]) -> list[Select]:
    return [row for row in made if isinstance(row, Select)]


def components(made: list[Row]) -> int:
    return sum(2 if isinstance(row, Select) else 1 + len(row) for row in made)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_up_to_five_options_are_buttons(count: int) -> None:
    made = rows(question(options(count)))

    assert [button.press.index for button in buttons(made)] == list(range(count))
    assert not selects(made)


@pytest.mark.parametrize("count", [6, 24, 25])
def test_up_to_25_similar_options_are_one_select(count: int) -> None:
    (select,) = selects(rows(question(options(count))))

    assert [choice.value for choice in select.choices] == [str(n) for n in range(count)]


@pytest.mark.parametrize(("count", "parts"), [(26, 2), (50, 2), (51, 3), (100, 4)])
def test_more_than_25_options_are_several_selects(count: int, parts: int) -> None:
    made = selects(rows(question(options(count))))

    assert len(made) == parts
    assert [choice.value for select in made for choice in select.choices] == [str(n) for n in range(count)]


def test_options_are_grouped_by_the_first_word_of_their_keys() -> None:
    menu = (
        Option("income", Message("Income")),
        *options(7, "move"),
        *options(3, "build"),
        Option("end", Message("End")),
    )

    made = rows(question(menu))

    assert [button.label.strip() for button in buttons(made)] == ["Income", "End"]
    assert [len(select.choices) for select in selects(made)] == [7, 3]


def test_options_on_the_board_show_the_numbers_of_their_marks() -> None:
    menu = (Option("income", Message("Income")), *options(2, "move", target=True))
    decision = question(menu)

    assert numbers(decision) == {1: 1, 2: 2}
    assert [button.label.strip() for button in buttons(rows(decision))] == ["Income", "1 · Label 0", "2 · Label 1"]


def test_combined_answers_share_a_number_and_use_other_verbs() -> None:
    """Controls of old boards number single answers. Combined answers need other verbs, so that the two are never
    confused."""
    ways = tuple(
        Option(f"move:{n}>region:{to}", Message(f"Way {n} {to}"), f"place:{n}", Message("Points"))
        for n in (3, 5)
        for to in range(4)
    )
    decision = question((*ways, Option("end", Message("End"))))

    assert numbers(decision) == {index: 1 if index < 4 else 2 for index in range(8)}
    made = rows(decision)
    (select,) = selects(made)
    assert [choice.hint.strip() for choice in select.choices] == ["Points"] * 8
    assert select.press.verb == PICK_OFFERED
    assert [button.press.verb for button in buttons(made)] == [ANSWER_OFFERED]


def in_a_row(*given: Option) -> Decision:
    decision = question((*given, Option("end", Message("End"))))
    return replace(decision, row=row_of(decision))


MENU = in_a_row(Option("income", Message("Income")), *options(7, "move"), *options(3, "build"))


def test_each_pick_of_a_repeated_question_counts_immediately() -> None:
    made = Presenter(41, 3, MENU, say, OptionStyle(style=idle_style)).rows()

    assert [[choice.value for choice in select.choices] for select in selects(made)] == [
        [str(n) for n in range(1, 8)],
        [str(n) for n in range(8, 11)],
    ]
    assert {(select.at_least, select.at_most, select.press.verb) for select in selects(made)} == {(1, 1, PICK_OFFERED)}
    assert [(button.label.strip(), button.press.verb) for button in buttons(made)] == [
        ("Income", ANSWER_OFFERED),
        ("button.several", SEVERAL),
        ("End", ANSWER_OFFERED),
    ]


def test_several_options_are_marked_in_one_list_and_submitted() -> None:
    presenter = Presenter(41, 3, MENU, say)

    nothing, something = (presenter.marking(presenter.acts, picked) for picked in ((), (2, 9)))

    (select,) = selects(nothing)
    assert (select.at_least, select.at_most, select.press.verb) == (0, 11, DRAFT)
    assert [choice.value for choice in select.choices] == [str(n) for n in range(11)], (
        "without the option that ends the turn"
    )
    assert [(button.press.verb, button.is_disabled) for button in buttons(nothing)] == [(DONE, True)]
    assert [(button.press.verb, button.is_disabled) for button in buttons(something)] == [(DONE, False)]
    assert [choice.value for choice in selects(something)[0].choices if choice.is_picked] == ["2", "9"]


def test_several_options_can_be_marked_in_up_to_four_lists() -> None:
    presenter = Presenter(41, 3, in_a_row(*options(70, "move"), *options(25, "build")), say)

    made = presenter.marking(presenter.acts, (0, 94))

    assert [len(select.choices) for select in selects(made)] == [25, 25, 25, 20]
    assert len({select.placeholder for select in selects(made)}) == 4
    assert components(made) <= limits.COMPONENTS_PER_MESSAGE


def test_a_few_options_offer_no_list_for_marking_several() -> None:
    made = rows(in_a_row(*options(3, "move")))

    assert SEVERAL not in {button.press.verb for button in buttons(made)}


def idle_style(option: Option) -> str:
    return "idle" if option.key.startswith("idle") else "plain" if option.key == "end" else "main"


def test_the_button_to_end_the_turn_follows_extra_actions() -> None:
    given = (*options(6, "move"), Option("end", Message("End")), Option("sell", Message("Sell")))
    style = OptionStyle(
        style=lambda option: "main" if option.key.startswith("move") else "plain",
        is_extra=lambda option: option.key == "sell",
    )

    made = buttons(Presenter(41, 3, question(given), say, style).rows())

    assert [button.label.strip() for button in made] == ["Sell", "End"]


def test_options_that_give_nothing_are_left_out() -> None:
    style = OptionStyle(style=idle_style)
    presenter = Presenter(41, 3, in_a_row(*options(5, "idle"), *options(6, "move")), say, style)

    shown = {choice.value for select in selects(presenter.rows()) for choice in select.choices}
    assert shown == {str(n) for n in range(5, 11)}
    assert presenter.acts == list(range(5, 11))


def test_options_that_give_nothing_are_shown_as_a_last_resort() -> None:
    (made,) = Presenter(41, 3, question(options(2, "idle")), say, OptionStyle(style=idle_style)).rows()

    assert not isinstance(made, Select)
    assert [(button.press.index, button.style) for button in made] == [(0, "plain"), (1, "plain")]


def test_selects_of_one_group_name_their_first_and_last_option() -> None:
    """If every select were called "Choose one", people would have to open each of them."""
    words = Words()

    def say_or_id(message: Message) -> str:
        return words.say(message, "en") if words.knows(message.id) else message.id

    def placeholders(given: tuple[Option, ...]) -> list[str]:
        return [select.placeholder for select in selects(Presenter(41, 3, question(given), say_or_id).rows())]

    assert placeholders(options(30, target=True)) == [
        "Choose one: 1 · Label 0 … 25 · Label 24",
        "Choose one: 26 · Label 25 … 30 · Label 29",
    ]
    assert placeholders(options(25, target=True)) == ["Choose one"]
    assert placeholders((*options(30, "build"), *options(3, "move"), *options(2, "recruit")))[:3] == [
        "Label 0 … Label 24 · Choose one",
        "Label 25 … Label 29 · Choose one",
        "Label 0 … Label 2 · Choose one",
    ], "titles with the same beginning differ at the end"
    assert placeholders(tuple(Option(f"move:z>to:{n}", Message(f"Label {n}"), "z") for n in range(30))) == [
        "Choose one: Label 0 … Label 24",
        "Choose one: Label 25 … Label 29",
    ], "all options are at one mark, so its number says nothing"
    assert placeholders((*options(20, "a", target=True), *options(20, "b", target=True)))[:2] == [
        "Choose one: 1 · Label 0 … 20 · Label 19",
        "Choose one: 21 · Label 0 … 40 · Label 19",
    ], "different groups with the same words"
    hinted = [(Message("Points"), Message(f"Dice {n}")) for n in range(6)]
    assert placeholders(
        tuple(Option(f"{n // 4}:{n}", label, None, hint) for n, (label, hint) in enumerate(hinted))
    ) == [
        "Choose one: Dice 0 … Dice 3",
        "Choose one: Dice 4 … Dice 5",
    ], "the labels are equal, so the hints are shown"


def test_select_titles_cut_by_a_phone_start_where_they_differ() -> None:
    """A phone shows about thirty characters, so two selects of the same five rows would look alike otherwise."""
    names = {key: Message(f"minos_dawn.row.{key}") for key in ("prepare", "develop", "build", "expand", "wild")}
    words = Words()
    style = OptionStyle(group=lambda option: names[option.key.partition(":")[2]])

    def say_or_id(message: Message) -> str:
        return words.say(message, "en") if words.knows(message.id) else message.id

    def placeholders(dice: int) -> list[str]:
        given = tuple(Option(f"{n}:{row}", Message(f"die {n} → {row}")) for n in range(dice) for row in names)
        return [
            row.placeholder
            for row in Presenter(41, 3, question(given), say_or_id, style).rows(most=2)
            if isinstance(row, Select)
        ]

    rest = "Prepare · Develop · Build · Expand · Wild"
    assert placeholders(9) == [
        f"die 0 → prepare … die 4 → wild · {rest} (25)",
        f"die 5 → prepare … die 8 → wild · {rest} (20)",
    ]


def test_similar_options_in_a_select_have_the_same_form() -> None:
    """Otherwise a tile with a price would have a short label, and a free tile a long one."""
    given = (
        Option("build:mine", Message("long", {"name": "Mine", "cost": "a" * 40})),
        Option("build:field", Message("free", {"name": "Field"})),
        *options(6, "pass"),
    )
    style = OptionStyle(
        group=lambda option: Message("Build") if option.key.startswith("build") else None,
        knows=lambda message_id: message_id in ("long.short", "free.short"),
    )

    def say_short(message: Message) -> str:
        return str(message.blanks["name"]) if message.id.endswith(".short") else say(message)

    (build, _) = selects(Presenter(41, 3, question(given), say_short, style).rows())

    assert [choice.label for choice in build.choices] == ["Mine", "Field"]


def test_selects_replace_buttons_if_a_phone_lacks_room() -> None:
    """The button that ends the turn stays as long as there is room."""
    alone = [Option(f"way{n}", Message("A long way to say it")) for n in range(6)]
    decision = in_a_row(*alone, *options(60, "move"))
    presenter = Presenter(41, 3, decision, say, OptionStyle(style=idle_style))

    for most, verbs in ((12, [ANSWER_OFFERED] * 6 + [SEVERAL, ANSWER_OFFERED]), (4, [SEVERAL, ANSWER_OFFERED])):
        made = presenter.rows(most=most)
        assert [button.press.verb for button in buttons(made)] == verbs
        offered = {button.press.index for button in buttons(made) if button.press.verb == ANSWER_OFFERED}
        assert offered | {int(each.value) for row in selects(made) for each in row.choices} == set(range(67))
    assert buttons(presenter.rows(most=4))[-1].press.index == 66


@pytest.mark.parametrize(
    ("at_least", "at_most", "verbs"), [(0, 6, [ALL, NONE]), (1, 6, [ALL]), (0, 3, [NONE]), (2, 3, [])]
)
def test_choosing_all_or_none_takes_one_button_if_legal(at_least: int, at_most: int, verbs: list[str]) -> None:
    made = rows(question(options(6), at_least, at_most))

    (select,) = selects(made)
    assert (select.at_least, select.at_most) == (at_least, at_most)
    assert [button.press.verb for button in buttons(made)] == verbs


def test_a_large_choice_is_collected_before_it_is_sent() -> None:
    presenter = Presenter(41, 3, question(options(30), 2, 4), say)

    few = presenter.rows({0})
    enough = presenter.rows({0, 29})

    assert [select.press.verb for select in selects(few)] == [DRAFT, DRAFT]
    assert [(button.press.verb, button.is_disabled) for button in buttons(few)] == [(DONE, True)]
    assert not buttons(enough)[0].is_disabled
    assert [choice.value for select in selects(enough) for choice in select.choices if choice.is_picked] == ["0", "29"]


PREFIXES = st.sampled_from(["", "a", "b", "c", "d", "e", "f", "g"])


@given(st.lists(PREFIXES, min_size=1, max_size=100), st.data())
def test_every_option_is_offered_once_within_the_limits(prefixes: list[str], data: st.DataObject) -> None:
    made_of = tuple(
        Option(f"{prefix}:{n}" if prefix else f"x{n}", Message("L" * data.draw(st.integers(0, 200))))
        for n, prefix in enumerate(prefixes)
    )
    made = rows(question(made_of))

    offered = [button.press.index for button in buttons(made)]
    offered += [int(choice.value) for select in selects(made) for choice in select.choices]
    controls: list[Button | Select] = [*buttons(made), *selects(made)]
    ids = [control.press.custom_id for control in controls]
    assert sorted(offered) == list(range(len(made_of)))
    assert len(set(ids)) == len(ids)
    assert components(made) <= limits.COMPONENTS_PER_MESSAGE - 12
    assert all(len(button.label) <= limits.BUTTON_LABEL for button in buttons(made))
    assert all(len(choice.label) <= limits.SELECT_LABEL for select in selects(made) for choice in select.choices)
    assert all(len(select.placeholder) <= limits.SELECT_PLACEHOLDER for select in selects(made))
    assert {control.press.verb for control in controls} <= {ANSWER, PICK}


async def test_sent_panels_are_not_stored() -> None:
    view = text_panel("x" * 5000, rows(question(options(30))))

    assert view.is_finished()
    assert view.content_length() == limits.TEXT_DISPLAY_TOTAL
    row = action_row(selects(rows(question(options(25))))[0]).to_component_dict()
    assert len(row["components"][0]["options"]) == limits.SELECT_OPTIONS
