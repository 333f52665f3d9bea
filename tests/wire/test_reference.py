"""`/rules`, `/help` and suggestions over the wire: people read their own language and search by typing."""

import pytest

from cogs.interactions.answering import REFUSED
from cogs.ui.press import HelpPress, RulesPress
from engine.kernel.decision import Message
from locales.words import LANGUAGES, Words
from sandbox.driver import Actor
from tests.wire.evening import CHANNEL, Wired, WireTable, private_message, speaking, table_of

WORDS = Words()
DAWN, CLASSIC, MINERVA = "minos-dawn", "minos-classic", "minerva"
LONGEST_LABEL = 34
"""A phone shows this many characters of a select's line."""
A_PHONE = 700
"""Number of characters that fit on a phone's screen along with the controls."""


async def topics(person: Actor, typed: str, **values: object) -> list[str]:
    offered = await person.autocomplete("/rules", CHANNEL, "topic", topic=typed, **values)
    assert len(offered) <= 25
    return [topic["value"] for topic in offered]


async def test_suggestions_list_sections_first_and_then_matches(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")

    classic = await topics(phaidra, "", game=CLASSIC)
    dawn = await phaidra.autocomplete("/rules", CHANNEL, "topic", topic="", game=DAWN)
    build = await phaidra.autocomplete("/rules", CHANNEL, "topic", topic="build", game=CLASSIC)
    by_id = await topics(phaidra, "build-1", game=CLASSIC)

    assert classic[:4] == ["In a minute", "Goal", "General", "Setup"]
    assert "End" in classic
    assert not any("-" in topic for topic in classic)
    assert [dawn[0]["name"], dawn[24]["name"]] == ["In a minute", "All 48 sections…"]
    assert [topic["value"] for topic in build][:3] == ["Building", "BUILD-1", "BUILD-2"]
    assert build[1]["name"].startswith("BUILD-1 ")
    assert by_id[0] == "BUILD-1"


async def test_every_section_can_be_opened_from_the_index(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    book = wired_bot.parts.client.services.wording.rulebooks.of(DAWN, "en")
    page = private_message(await phaidra.command("/rules", CHANNEL, topic="*", game=DAWN))
    selects = page.selects

    assert [len(select.options) for select in selects] == [25, 23]
    assert all(len(option.label) <= LONGEST_LABEL for select in selects for option in select.options)
    for select in selects:
        for option in select.options:
            await phaidra.choose(page, option.value, custom_id=select.custom_id)
            section = book.sections[int(option.value)]
            assert page.text.startswith(f"## {section.title}\n")
            await phaidra.press(page, "All sections")
            assert "Pick a section" in page.text


async def test_a_long_section_is_split_into_pages(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    page = private_message(await phaidra.command("/rules", CHANNEL, topic="Build", game=DAWN))
    first = page.text

    assert [(button.label, button.disabled) for button in page.buttons] == [
        ("Previous page", True),
        ("Next page", False),
        ("All sections", False),
    ]
    await phaidra.press(page, "Next page")
    second = page.text
    assert "Page 2 of 2" in second
    assert second.startswith("### Build\n")
    assert [button.disabled for button in page.buttons] == [False, True, False]
    assert "**BUILD-20**" in second
    await phaidra.press(page, "Previous page")
    assert page.text == first


async def test_our_own_rulings_are_labelled_as_rulings(wired_bot: Wired) -> None:
    for name, locale, words in (
        ("Phaidra", "en-US", "*(our ruling)*"),
        ("Daidalos", "fr", "*(arbitrage de notre part)*"),
        ("Ikaros", "cs", "*(náš výklad)*"),
    ):
        person = speaking(wired_bot, name, locale)
        rule = private_message(await person.command("/rules", CHANNEL, topic="gen-7", game=DAWN))
        assert f"**GEN-7** {words}" in rule.text
        assert "(R)" not in rule.text
        assert words.strip("*()").casefold() in rule.text.splitlines()[-1].casefold()
        await person.press(rule, rule.buttons[0].label)
        assert "**GEN-1**" in rule.text


async def test_rules_are_found_by_words_in_the_reader_language(wired_bot: Wired) -> None:
    daidalos, ikaros = speaking(wired_bot, "Daidalos", "fr"), speaking(wired_bot, "Ikaros", "cs")

    french = private_message(await daidalos.command("/rules", CHANNEL, topic="guerre peuples", game=DAWN))
    czech = private_message(await ikaros.command("/rules", CHANNEL, topic="VALECNIKU", game=DAWN))
    english = await topics(ikaros, "Vases", game=DAWN)
    direct = private_message(await daidalos.command("/rules", daidalos.inbox.direct, topic="dé", game=CLASSIC))

    assert french.text.startswith("### ")
    assert "Peuples de la Mer" in french.text
    assert "válečník" in czech.text
    assert czech.selects[0].placeholder == "Přečíst některý z těchto oddílů"
    assert english[0] == "Vázy"
    assert "résultats pour" in direct.text
    before = czech.text
    await ikaros.press(czech, "Další strana")
    assert czech.text != before
    assert "Strana 2/" in czech.text


async def test_a_search_without_results_offers_the_sections(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    nothing = private_message(await phaidra.command("/rules", CHANNEL, topic="xylophone `zither`", game=MINERVA))

    assert nothing.text.startswith(f"{REFUSED} The rules of Minerva have nothing about “xylophone 'zither'”.")
    await phaidra.choose(nothing, "Money")
    assert "**MONEY-01**" in nothing.text


async def test_page_buttons_work_only_for_their_reader_and_existing_pages(wired_bot: Wired) -> None:
    async with table_of(wired_bot, CLASSIC, 2) as evening:
        ariadne, theseus = evening.people
        board = await evening.board()
        before = board.text
        page = private_message(await evening.command(ariadne, "/rules", topic="Dice"))
        of_theseus = RulesPress(CLASSIC, theseus.id, "c").custom_id

        for message, custom_id in (
            (board, RulesPress(CLASSIC, ariadne.id, "c").custom_id),
            (board, HelpPress(ariadne.id).custom_id),
            (page, of_theseus),
        ):
            refused = await ariadne.forge(message, custom_id)
            assert refused.text.startswith(f"{REFUSED} This page is someone else’s.")
        for custom_id in (
            RulesPress("chess", ariadne.id, "c").custom_id,
            RulesPress(CLASSIC, ariadne.id, "s", 99).custom_id,
            RulesPress(CLASSIC, ariadne.id, "o", 0).custom_id,
            RulesPress(CLASSIC, ariadne.id, "e", typed="xyzzy").custom_id,
            HelpPress(ariadne.id).custom_id,
        ):
            refused = await ariadne.forge(page, custom_id)
            assert refused.text.startswith(f"{REFUSED} This page no longer exists.")
        assert board.text == before
        assert "**DICE-1**" in page.text


async def test_page_buttons_work_after_a_restart(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    page = private_message(await phaidra.command("/rules", CHANNEL, topic="Build", game=DAWN))
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await phaidra.press(page, "Next page")
    assert "Page 2 of" in page.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_starts_with_one_screen_for_newcomers(wired_bot: Wired, language: str) -> None:
    person = speaking(wired_bot, "Daidalos", {"en": "en-US"}.get(language, language))
    page = private_message(await person.command("/help", CHANNEL))
    first = page.text

    assert len(first) <= A_PHONE
    for command in ("/table open", "/learn", "/rules", "/settings"):
        assert f"`{command}`" in first
    assert first.index("/table open") < first.index("/learn") < first.index("/settings")
    seen = {first}
    for option in page.selects[0].options:
        assert len(option.label) <= LONGEST_LABEL
        await person.choose(page, option.value)
        seen.add(page.text)
        assert option.value not in [each.value for each in page.selects[0].options]
    assert len(seen) == 9
    await person.choose(page, "start")
    assert page.text == first


async def test_help_names_the_game_here_and_explains_every_game(evening: WireTable) -> None:
    ariadne = evening.people[0]
    page = private_message(await evening.command(ariadne, "/help"))
    told = private_message(await evening.command(ariadne, "/help", game="aube"))
    unknown = await evening.command(ariadne, "/help", game="chess")
    unclear = await evening.command(ariadne, "/help", game="minos")

    assert "This table plays **Minos (classic)**" in page.text
    await ariadne.choose(page, "Minos (classic)")
    assert WORDS.say(Message("minos_classic.teach"), "en").splitlines()[0] in page.text
    assert told.text.startswith("### Minos: Dawn")
    assert unknown.text.startswith(REFUSED)
    assert "can mean Minos (classic) and Minos: Dawn" in unclear.text


@pytest.mark.parametrize("typed", ["dawn", "Dawn", "usvit", "Úsvit", "aube", "minos dawn", "minos-dawn"])
async def test_a_game_is_found_by_every_name(wired_bot: Wired, typed: str) -> None:
    ikaros = speaking(wired_bot, "Ikaros", "cs")

    offered = await ikaros.autocomplete("/table open", CHANNEL, "game", game=typed)
    looked_up = await ikaros.autocomplete("/rules", CHANNEL, "game", game=typed)
    taught = await ikaros.autocomplete("/help", CHANNEL, "game", game=typed)
    opened = await ikaros.command("/table open", CHANNEL, game=typed)

    assert [choice["value"] for choice in offered] == [DAWN]
    assert offered[0]["name"].startswith("Minos: Úsvit")
    assert offered == looked_up == taught
    assert "Minos: Úsvit" in opened.text
    assert (await wired_bot.session()).table.game == DAWN


async def test_an_ambiguous_game_name_asks_for_a_choice(wired_bot: Wired) -> None:
    ikaros = speaking(wired_bot, "Ikaros", "cs")
    refused = await ikaros.command("/table open", CHANNEL, game="minos")
    assert refused.text.startswith(f"{REFUSED} „minos“ může znamenat víc věcí: Minos (klasický) a\u00a0Minos: Úsvit")


async def test_options_are_suggested_by_words_and_keys(wired_bot: Wired) -> None:
    phaidra = speaking(wired_bot, "Phaidra", "fr")

    by_key = await phaidra.autocomplete("/table open", CHANNEL, "options", game="classic", options="first_seat=f")
    by_words = await phaidra.autocomplete("/table open", CHANNEL, "options", game=CLASSIC, options="premier")
    second = await phaidra.autocomplete(
        "/table open", CHANNEL, "options", game=CLASSIC, options="first_seat=first partie courte"
    )

    assert [choice["value"] for choice in by_key][:1] == ["first_seat=first"]
    assert "first_seat=first" in [choice["value"] for choice in by_words]
    assert second
    assert all(choice["value"].startswith("first_seat=first ") for choice in second)


async def test_a_table_to_move_is_chosen_by_game_and_people(wired_bot: Wired) -> None:
    async with table_of(wired_bot, CLASSIC, 2) as evening:
        ariadne = evening.people[0]
        offered = await ariadne.autocomplete("/table move", "harbour", "table", table="thes")
        other = await ariadne.autocomplete("/table move", "harbour", "table", table="phaidra")
        moved = await ariadne.command("/table move", "harbour", table="theseus")

        assert [choice["name"] for choice in offered] == ["Minos (classic) · Ariadne, Theseus"]
        assert other == []
        assert not moved.text.startswith(REFUSED)
