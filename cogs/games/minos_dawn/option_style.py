"""The looks of options: the names they are grouped under, and the styles of their buttons."""

from collections.abc import Mapping

from engine.kernel.decision import Message, Option
from engine.kernel.offering.offers import head_of, single_keys
from engine.minos_dawn.content.box import ROWS

KINDS = {kind: Message(f"minos_dawn.kind.{kind}") for kind in ("city", "tower", "farm", "ship", "sail")}
BUILD = Message("minos_dawn.row.build")
BENEFITS = Message("minos_dawn.group.benefits")
PAYMENT, DECREES = Message("minos_dawn.group.payment"), Message("minos_dawn.group.decrees")
GROUPS: Mapping[str, Message] = {
    **dict.fromkeys(KINDS, BUILD),
    "benefit": BENEFITS, "trait": BENEFITS,
    "place": Message("minos_dawn.symbol.place"), "move": Message("minos_dawn.symbol.move"),
    "draw": Message("minos_dawn.symbol.draw"), "wild": Message("minos_dawn.symbol.wild"),
    "offer": Message("minos_dawn.symbol.play"),
    "track": Message("minos_dawn.symbol.advance"), "pay": PAYMENT, "card": DECREES,
}  # fmt: skip

WILD = {f"wild:{row}": Message(f"minos_dawn.row.{row}") for row in ROWS}
EXTRAS = frozenset({"march", "gather", "bonus", "sell", "swap", "battle", "exchange"})
"""First parts of the option keys for extra actions and for the exchange. EXTRA-1, EXTRA-2, ABIL-SA5a"""

SPENT = frozenset({"minos_dawn.option.temp_less", "minos_dawn.option.listed_less"})
"""Message ids of options that pay with temporary goods. Options that gain goods may have the same keys."""
BRIEF = frozenset({"minos_dawn.option.draft"})
LAPSES: Mapping[str, str] = {
    "minos_dawn.option.end_points": "minos_dawn.guard.end_points",
    "minos_dawn.option.end_traits": "minos_dawn.guard.end_traits",
}
"""Options that end the turn and forfeit something, with their confirmation prompts."""

QUIET = (
    "forfeit march march_from march_into gather bonus sell swap battle exchange_weaponry exchange_coins "
    "skip back done later nothing"
)
STYLES: Mapping[str, str] = {
    "minos_dawn.option.end": "good",
    **dict.fromkeys(LAPSES, "danger"),
    **dict.fromkeys((f"minos_dawn.option.{id}" for id in QUIET.split()), "plain"),
}
"""Button styles: ending the turn is green, or red if that forfeits something. Extra and declining options are grey."""


def group(option: Option) -> Message | None:
    """Return the name of the select for an option. Decrees in hand are buttons, separate from the offer."""
    head = head_of(option.key)
    if head == "develop" and option.key != head:
        return GROUPS["offer"]
    row = option.label.blanks.get("row")
    if head == "draft" and isinstance(row, Message):
        return row
    if head == "wild":
        return WILD.get(single_keys(option.key)[0], GROUPS[head])
    if option.label.id == "minos_dawn.option.card_coins":
        return GROUPS["offer"]  # a card with a price in coins is a decree to play
    if option.label.id in SPENT:
        return PAYMENT
    return GROUPS.get(head)


def is_brief(option: Option) -> bool:
    """Return whether the select or the question already has the words that the short label leaves out."""
    return option.label.id in BRIEF or option.label.id.startswith("minos_dawn.option.wild.")


def guard(option: Option) -> Message | None:
    """Return the confirmation prompt if this option ends the turn and forfeits something."""
    question = LAPSES.get(option.label.id)
    return Message(question, option.label.blanks) if question else None


def subject(option: Option) -> Message | None:
    card = option.label.blanks.get("card")
    return card if isinstance(card, Message) else None
