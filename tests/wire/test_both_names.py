"""If somebody's language differs from the table's, cards are shown with both names."""

from cogs.views.controls import CHOOSE
from cogs.views.menu import MINE
from engine.kernel.decision import Message
from engine.minos_dawn.content.words import card
from engine.minos_dawn.seen.view import DawnView, cards_in_hand
from sandbox.driver import Actor
from sessions.session import Session
from tests.wire.dawn import dawn_bot, dawn_table, decision_of  # noqa: F401
from tests.wire.evening import CHANNEL, Wired, table_of

DAWN, MINERVA = "minos-dawn", "minerva"
LONGEST_LABEL = 80


def speaking_french(person: Actor) -> Actor:
    person.person.locale = "fr"
    return person


def hand_of(session: Session) -> list[str]:
    view = session.reader.view(0)
    assert isinstance(view, DawnView)
    return list(cards_in_hand(view))


async def test_a_private_list_names_cards_in_both_languages(wired_bot: Wired) -> None:
    async with table_of(wired_bot, DAWN, 2) as evening:
        ariadne = speaking_french(evening.people[0])
        say = wired_bot.parts.client.services.wording.say
        asked = decision_of(await evening.session(), ariadne)
        names = [
            Message(each.id) for option in asked.options if isinstance(each := option.label.blanks["card"], Message)
        ]
        opened = await evening.use(ariadne, CHOOSE)
        assert opened.message is not None
        shown = [f"{each.label} {each.description}" for select in opened.message.selects for each in select.options]

        assert len(shown) == len(names) > 1
        for name in names:
            french, english = say(name, "fr"), say(name, "en")
            assert [line for line in shown if french in line and english in line], (french, shown)
        assert all(len(each.label) <= LONGEST_LABEL for select in opened.message.selects for each in select.options)


async def test_a_hand_names_cards_in_both_languages(wired_bot: Wired) -> None:
    async with table_of(wired_bot, DAWN, 2) as evening:
        ariadne = speaking_french(evening.people[0])
        say = wired_bot.parts.client.services.wording.say
        held = hand_of(await evening.session())
        shown = [await evening.use(ariadne, MINE), await evening.command(ariadne, "/hand")]

        assert held
        for reply in shown:
            for card_id in held:
                french, english = say(card(card_id), "fr"), say(card(card_id), "en")
                assert f"**{french}**" in reply.text
                assert english in reply.text


async def test_typed_commands_suggest_both_names(wired_bot: Wired) -> None:
    async with table_of(wired_bot, DAWN, 2) as evening:
        ariadne = speaking_french(evening.people[0])
        say = wired_bot.parts.client.services.wording.say
        held = hand_of(await evening.session())
        offered = await ariadne.autocomplete("/minos setup keep", CHANNEL, "kept")

        names = {f"{say(card(each), 'fr')} · {say(card(each), 'en')}" for each in held}
        assert {each["name"] for each in offered} == names
    async with table_of(wired_bot, MINERVA, 2, channel="harbour", language="en") as evening:
        person = speaking_french(await evening.person_asked())
        tiles = await person.autocomplete("/minerva build", "harbour", "tile", tile="foret")
        assert tiles[0]["name"].endswith("Forêt (sans coût) · Forest\u00a0: 1 bois")


async def test_readers_of_the_table_language_see_one_card_name(wired_bot: Wired) -> None:
    async with table_of(wired_bot, DAWN, 2) as evening:
        ariadne = evening.people[0]
        offered = await ariadne.autocomplete("/minos setup keep", CHANNEL, "kept")
        hand = await evening.command(ariadne, "/hand")

        assert offered
        assert not [each for each in offered if "·" in each["name"]]
        assert "On the board" not in hand.text
