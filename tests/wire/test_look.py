"""`/look` over the wire: one command for the cards, tiles, vases, symbols and places of every game."""

import asyncio
import contextlib
from unittest.mock import patch

import pytest

import discord_limits
from cogs.hands.lookups import Collection
from cogs.interactions.answering import REFUSED
from cogs.ui.press import LookPress
from locales.words import LANGUAGES
from sandbox.driver import Actor
from sandbox.records import Channel
from tests.wire.evening import CHANNEL, Wired, private_message, speaking, table_of

DAWN, CLASSIC, MINERVA = "minos-dawn", "minos-classic", "minerva"
MOCHLOS = "minos-dawn:card:A1-34"
LONGEST_LABEL = 80


async def suggestions_for(person: Actor, typed: str, place: Channel | str = CHANNEL) -> list[str]:
    offered = await person.autocomplete("/look", place, "thing", thing=typed)
    assert len(offered) <= 25
    assert all(len(each["name"]) <= LONGEST_LABEL for each in offered)
    return [each["name"] for each in offered]


async def test_without_a_table_every_game_is_searched_and_named(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")

    for place in (CHANNEL, phaidra.inbox.direct):
        names = await suggestions_for(phaidra, "knossos", place)
        assert names == ["Knossos · Minos (classic)", "⑦ Knossos · Minos: Dawn of the Bronze Age"]
        card = await phaidra.command("/look", place, thing="saffron")
        tile = await phaidra.command("/look", place, thing="sawmill")
        zone = await phaidra.command("/look", place, thing="alboran")
        assert card.text.startswith("**Saffron Terraces** · Age")
        assert card.text.endswith("-# Minos: Dawn of the Bronze Age")
        assert tile.text.startswith("**Sawmill** · production")
        assert tile.text.endswith("-# Minerva")
        assert "Next to it: Mastian Gulf and harbour of Malaka" in zone.text
        assert all(reply.is_ephemeral for reply in (card, tile, zone))


async def test_results_for_the_game_at_the_table_come_first(wired_bot: Wired) -> None:
    async with table_of(wired_bot, DAWN, 2) as evening:
        ariadne = evening.people[0]

        assert (await suggestions_for(ariadne, "knossos"))[0] == "⑦ Knossos"
        assert (await suggestions_for(ariadne, "knossos"))[-1] == "Knossos · Minos (classic)"
        empty = await suggestions_for(ariadne, "")
        assert empty[:4] == ["Cards", "Places", "Symbols", "Vases"]
        assert not any("·" in name for name in empty), "everything is of this game"
        region = await evening.command(ariadne, "/look", thing="Knossos")
        assert region.text.startswith("**⑦ Knossos** · wood\nAdjacent: ")
        assert "Minos: Dawn" not in region.text
        assert "Minerva" in (await evening.command(ariadne, "/look", thing="sawmill")).text


async def test_an_ambiguous_name_is_chosen_from_a_list(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    page = private_message(await phaidra.command("/look", CHANNEL, thing="Knossos"))

    assert page.text == f"{REFUSED} “Knossos” can mean several things. Pick one."
    assert [option.label for option in page.selects[0].options] == [
        "Knossos · Minos (classic)",
        "⑦ Knossos · Minos: Dawn of the Bronze Age",
    ]
    await phaidra.choose(page, "Knossos · Minos (classic)")
    assert page.text == ("**Knossos** · site\nHarbour: Sea of Crete\nBy land: Phaistos (2 steps)\n-# Minos (classic)")


@pytest.mark.parametrize(
    ("locale", "typed", "nearest"),
    [
        ("en-US", "safron teraces", "Saffron Terraces"),
        ("fr", "sieri", "Scierie"),
        ("cs", "zafranove terasi", "Šafránové terasy"),
    ],
)
async def test_a_misspelt_name_shows_the_nearest_names(wired_bot: Wired, locale: str, typed: str, nearest: str) -> None:
    person = speaking(wired_bot, "Daidalos", locale)
    names = await suggestions_for(person, typed)
    page = private_message(await person.command("/look", CHANNEL, thing=typed))

    assert any(name.startswith(nearest) for name in names)
    offered = [option.label for select in page.selects for option in select.options]
    assert nearest in page.text or any(name.startswith(nearest) for name in offered)


async def test_an_unknown_name_offers_the_kinds_of_things(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    page = private_message(await phaidra.command("/look", CHANNEL, thing="`xq`"))

    assert page.text.startswith(f"{REFUSED} I found nothing called “'xq'”.")
    assert [(option.label, option.description) for option in page.selects[0].options] == [
        ("Cards", "Minos: Dawn of the Bronze Age"),
        ("Places", "Minos (classic)"),
        ("Places", "Minos: Dawn of the Bronze Age"),
        ("Symbols", "Minos: Dawn of the Bronze Age"),
        ("Tiles", "Minerva"),
        ("Vases", "Minos: Dawn of the Bronze Age"),
    ]
    assert await suggestions_for(phaidra, "xq") == []


async def test_everything_can_be_reached_without_typing(wired_bot: Wired) -> None:
    async with table_of(wired_bot, DAWN, 2) as evening:
        ariadne = evening.people[0]
        page = private_message(await evening.command(ariadne, "/look"))
        (kinds,) = page.selects
        assert [option.label for option in kinds.options][:4] == ["Cards", "Places", "Symbols", "Vases"]

        seen = 0
        for kind in kinds.options:
            await ariadne.choose(page, kind.value, custom_id=kinds.custom_id)
            assert page.text.startswith(f"### {kind.label} · {kind.description}")
            *lists, _ = page.selects
            assert all(len(option.label) <= LONGEST_LABEL for each in lists for option in each.options)
            seen += sum(len(each.options) for each in lists)
        assert seen == 144 + 12 + 50 + 12 + 76 + 70

        await ariadne.choose(page, f"{DAWN}:symbol:", custom_id=page.selects[-1].custom_id)
        await evening.sandbox.until(lambda: len(page.pictures) == 2)
        await ariadne.choose(page, f"{DAWN}:symbol:coin", custom_id=page.selects[0].custom_id)
        await evening.sandbox.until(lambda: len(page.pictures) == 1 and page.text.startswith("**Coin"))
        (picture,) = page.pictures
        assert picture.alt == page.text.replace("**", "").replace("\n", " ")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_thing_has_a_page_that_fits_into_a_message(wired_bot: Wired, language: str) -> None:
    collection = Collection(wired_bot.parts.client.services.wording, None, language, 1)
    pages = {each.thing.id: collection.page(each.thing) for each in collection.things}
    assert len(pages) == len(collection.things)
    assert [id for id, page in pages.items() if not 0 < len(page) <= discord_limits.TEXT_DISPLAY_TOTAL] == []


async def test_a_card_is_found_and_shown_with_both_names(wired_bot: Wired) -> None:
    """The table's language differs from the reader's."""
    async with table_of(wired_bot, DAWN, 2, language="cs") as evening:
        daidalos = speaking(wired_bot, "Daidalos", "fr")
        wording = wired_bot.parts.client.services.wording
        entries = wording.game_uis[DAWN].entries
        assert entries is not None
        card = next(entry for entry in entries()["card"] if entry.key == "A1-34")
        french, czech, english = (wording.say(card.name, language) for language in ("fr", "cs", "en"))

        for typed in (french, czech, english, czech.upper(), "A1-34"):
            assert (await suggestions_for(daidalos, typed))[0] == f"{french} · {czech}"
        here = private_message(await evening.command(daidalos, "/look", thing=MOCHLOS))
        await evening.sandbox.until(lambda: bool(here.pictures))
        assert french in here.text
        assert f"-# À cette table\u00a0: {czech}" in here.text
        elsewhere = private_message(await daidalos.command("/look", "harbour", thing=french))
        await evening.sandbox.until(lambda: bool(elsewhere.pictures))
        assert czech not in elsewhere.text


async def test_a_synonym_from_the_rules_finds_its_card_or_tile(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    plural = await phaidra.command("/look", CHANNEL, thing="royal traits")
    wheat = await suggestions_for(phaidra, "soldiers")

    assert plural.text.startswith("**Royal trait")
    assert any("arrior" in name for name in wheat)


async def test_lists_refuse_other_people_and_unknown_things(wired_bot: Wired) -> None:
    async with table_of(wired_bot, CLASSIC, 2) as evening:
        ariadne, theseus = evening.people
        board = await evening.board()
        before = board.text
        page = private_message(await evening.command(ariadne, "/look", thing="Knossos"))
        shown = page.text

        for message, custom_id in (
            (board, LookPress(ariadne.id).custom_id),
            (page, LookPress(theseus.id).custom_id),
        ):
            refused = await ariadne.forge(message, custom_id)
            assert refused.text.startswith(f"{REFUSED} This page is someone else’s.")
        refused = await ariadne.forge(page, LookPress(ariadne.id).custom_id)
        assert refused.text.startswith(f"{REFUSED} This page no longer exists.")
        assert (board.text, page.text) == (before, shown)


async def test_lists_work_after_a_restart(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    page = private_message(await phaidra.command("/look", CHANNEL))
    await wired_bot.stop_bot()
    await wired_bot.start_bot()
    await phaidra.choose(page, f"{CLASSIC}:place:")
    assert page.text == "### Places · Minos (classic)"


async def test_a_late_picture_never_replaces_a_later_choice(wired_bot: Wired) -> None:
    phaidra = wired_bot.person("Phaidra")
    is_released = asyncio.Event()
    client = wired_bot.parts.render_client
    entry = client.entry

    async def wait(*wanted: str) -> object:
        await is_released.wait()
        return await entry(*wanted)

    page = private_message(await phaidra.command("/look", CHANNEL))
    with patch.object(client, "entry", wait):
        asked = asyncio.create_task(phaidra.choose(page, f"{MINERVA}:tile:"))
        await wired_bot.sandbox.until(lambda: page.text.startswith("### Tiles"))
        await phaidra.choose(page, f"{CLASSIC}:place:", custom_id=page.selects[-1].custom_id)
        is_released.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asked
        await wired_bot.parts.client.services.attended.calm(30)
    assert page.text == "### Places · Minos (classic)"
    assert page.pictures == []


async def test_the_four_commands_that_look_replaces_are_gone(wired_bot: Wired) -> None:
    names = {command.name for command in wired_bot.parts.client.tree.get_commands()}
    assert "look" in names
    assert not names & {"card", "vase", "tile", "symbol"}
