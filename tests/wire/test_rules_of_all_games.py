"""`/rules` over the wire: every game is searched, results name their game, and the nearest matches are marked."""

import pytest

from cogs.interactions.answering import REFUSED
from tests.wire.evening import CHANNEL, Wired, private_message, speaking, table_of

DAWN, CLASSIC, MINERVA = "minos-dawn", "minos-classic", "minerva"
NAMES = ["Minos (classic)", "Minos: Dawn of the Bronze Age", "Minerva"]
LONGEST_BUTTON = 34
"""A phone shows this many characters of a button's label on one line."""
PARTLY, NEAREST = "nothing has all the words of", "This is nearest:"


async def test_without_a_table_results_are_grouped_by_game(wired_bot: Wired) -> None:
    phaidra, rulebooks = wired_bot.person("Phaidra"), wired_bot.parts.client.services.wording.rulebooks
    for place in (CHANNEL, phaidra.inbox.direct):
        page = private_message(await phaidra.command("/rules", place, topic="reserve"))

        counts = [len(rulebooks.search(game, "en", "reserve").topics) for game in (CLASSIC, DAWN, MINERVA)]
        headings = [line for line in page.text.splitlines() if line.startswith("### ")]
        assert headings == [
            f"### {name}: {count} results for “reserve”" for name, count in zip(NAMES, counts, strict=True)
        ]
        buttons = [f"{name} ({count})" for name, count in zip(NAMES, counts, strict=True)]
        assert [button.label for button in page.buttons] == buttons
        assert all(len(label) <= LONGEST_BUTTON for label in buttons)
    await phaidra.press(page, buttons[0])
    assert page.text.startswith("### Minos (classic): ")
    assert "Rules of Minos (classic)" in page.text


async def test_a_word_used_by_one_game_shows_that_game(wired_bot: Wired) -> None:
    page = private_message(await speaking(wired_bot, "Daidalos", "fr").command("/rules", CHANNEL, topic="guerre"))

    assert page.text.startswith("### Minos\u00a0: l’aube de l’âge du bronze\u00a0: 23 résultats pour")
    assert "Règles de «\u00a0Minos\u00a0: l’aube de l’âge du bronze\u00a0»" in page.text


async def test_rules_of_the_present_game_come_first_and_others_have_buttons(wired_bot: Wired) -> None:
    async with table_of(wired_bot, CLASSIC, 2) as evening:
        ariadne = evening.people[0]
        page = private_message(await evening.command(ariadne, "/rules", topic="Income"))
        assert page.text.startswith("## Income\n")
        assert "Rules of Minos (classic)" in page.text
        assert [button.label for button in page.buttons][-2:] == ["Minos: Dawn of the Bronze Age (1)", "Minerva (1)"]
        await ariadne.press(page, "Minos: Dawn of the Bronze Age (1)")
        assert "Rules of Minos: Dawn of the Bronze Age" in page.text

        elsewhere = private_message(await evening.command(ariadne, "/rules", topic="denarii"))
        assert "Minerva" in elsewhere.text.splitlines()[0] or "Rules of Minerva" in elsewhere.text


@pytest.mark.parametrize("locale", ["en-US", "fr", "cs"])
async def test_a_full_english_question_finds_its_rule(wired_bot: Wired, locale: str) -> None:
    person = speaking(wired_bot, "Daidalos", locale)
    page = private_message(await person.command("/rules", CHANNEL, topic="How do I build a wall?"))

    first, *_ = [line for line in page.text.splitlines() if "**" in line]
    assert "**BUILD-4**" in first
    assert "(class" in page.text or "(klas" in page.text
    assert len(page.selects) == 1, "it is one game's list of results"


async def test_a_reader_learns_that_no_rule_answers_the_question(wired_bot: Wired) -> None:
    async with table_of(wired_bot, DAWN, 2) as evening:
        ariadne = evening.people[0]
        question = "Can I move my ship again after a fight?"
        page = private_message(await evening.command(ariadne, "/rules", topic=question))

        assert page.text.startswith(f"### Minos: Dawn of the Bronze Age: {PARTLY} “{question}”")
        assert "In a minute" not in page.text
    phaidra = wired_bot.person("Phaidra")
    unknown = private_message(await phaidra.command("/rules", "harbour", topic="what happens if a player is cheating"))
    assert unknown.text.count(PARTLY) == 3
    assert "In a minute" not in unknown.text


async def test_a_question_about_ties_finds_the_tie_rule_of_every_game(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    tied = private_message(await phaidra.command("/rules", CHANNEL, topic="what happens if two players are tied"))

    assert PARTLY not in tied.text
    assert all(rule in tied.text for rule in ("**TIE-2**", "**END-1**", "**TIE-01**"))


async def test_a_misspelt_word_leads_to_the_nearest_section(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    page = private_message(await phaidra.command("/rules", CHANNEL, topic="asistant"))

    assert page.text.startswith(f"### Minerva: nothing about “asistant”. {NEAREST}")
    assert "ssistant" in page.text.splitlines()[1]


async def test_a_search_without_results_offers_the_games(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    page = private_message(await phaidra.command("/rules", CHANNEL, topic="xylophone `zither`"))

    assert page.text.startswith(f"{REFUSED} The rules of our games have nothing about “xylophone 'zither'”.")
    assert [button.label for button in page.buttons] == NAMES
    await phaidra.press(page, "Minerva")
    assert page.text.startswith("## Minerva: the rules")
    async with table_of(wired_bot, DAWN, 2) as evening:
        here = private_message(await evening.command(evening.people[0], "/rules", topic="fortress"))
        assert here.text.startswith(f"{REFUSED} The rules of our games have nothing about “fortress”.")
        assert [len(select.options) for select in here.selects] == [25, 23]
        assert [button.label for button in here.buttons] == ["Minos (classic)", "Minerva"]


async def test_rules_without_a_topic_shows_the_present_game_or_asks_which(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    asked = private_message(await phaidra.command("/rules", CHANNEL))
    assert asked.text.startswith("Which game’s rules")
    assert [button.label for button in asked.buttons] == NAMES

    async with table_of(wired_bot, MINERVA, 2) as evening:
        page = private_message(await evening.command(evening.people[0], "/rules"))
        assert page.text.startswith("## Minerva: the rules")
        assert [button.label for button in page.buttons] == NAMES[:2]


async def test_suggestions_name_their_game_and_lead_to_it(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    empty = await phaidra.autocomplete("/rules", CHANNEL, "topic", topic="")
    offered = await phaidra.autocomplete("/rules", CHANNEL, "topic", topic="income")

    assert [each["name"].split(" · ")[1] for each in empty] == NAMES
    assert {each["name"].rpartition(" · ")[2] for each in offered} == set(NAMES)
    assert all(len(each["name"]) <= 100 for each in offered)
    last = offered[-1]
    assert last == {"name": last["name"], "value": "minerva:SOLO-10"}
    picked = private_message(await phaidra.command("/rules", CHANNEL, topic=last["value"]))
    assert "Rules of Minerva" in picked.text
    contents = private_message(await phaidra.command("/rules", CHANNEL, topic=empty[0]["value"]))
    assert contents.text.startswith("## Minos (classic): the rules")


async def test_the_result_of_a_long_question_can_be_paged(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    question = "Can you please tell me what this is all about: warriors?"
    page = private_message(await phaidra.command("/rules", CHANNEL, topic=question, game=DAWN))
    first = page.text

    assert "Page 1 of" in first
    await phaidra.press(page, "Next page")
    assert "Page 2 of" in page.text
    await phaidra.press(page, "Previous page")
    assert page.text == first
