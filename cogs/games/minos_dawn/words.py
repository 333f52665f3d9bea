"""Messages of Minos: Dawn: cards, vases, symbols and places for hands, suggestions and look-ups, and the result of a
solo game."""

from collections.abc import Mapping, Sequence
from functools import cache

from cogs.ui.game_ui import Entry, PublicPart
from engine.kernel.decision import Argument, Decision, Message
from engine.kernel.offering.offers import single_keys
from engine.kernel.rules import OptionValue, Placing
from engine.minos_dawn.content.box import ALONE, the_box
from engine.minos_dawn.content.words import ability, card, effect_of, good, region, trigger, vase
from engine.minos_dawn.seen.view import DawnView, cards_in_hand
from render.minos_dawn.legend import SYMBOLS
from render.minos_dawn.text_board import cost_words

LEVELS = ("easy", "normal", "hard")
SHOWING = ("card", "offer", "draw")
"""First parts of the option keys that name a decree."""


def effect_words(key: str) -> Message | None:
    """Return the effect of the decree in an option's key, or None."""
    named = (single.partition(":") for single in single_keys(key))
    card_id = next((name for action, _, name in named if action in SHOWING), "")
    decree = the_box().decrees.get(card_id)
    if decree is None:
        return None
    blanks: dict[str, Argument] = {
        "effect": effect_of(f"decree:{card_id}"),
        "trigger": trigger(decree.trait.trigger),
        "trait": effect_of(f"trait:{card_id}"),
    }
    return Message("minos_dawn.does", blanks)


def card_words(card_id: str, cost: str = "") -> Message:
    """Describe a decree: cost, discounts, effect, trait and value. Without `cost`, show the printed one."""
    box = the_box()
    decree = box.decrees[card_id]
    blanks: dict[str, Argument] = {
        "card": card(card_id),
        "age": "I" * (box.cards.age_of[card_id] + 1),
        "vp": decree.vp,
        "cost": cost or decree.cost,
        "effect": effect_of(f"decree:{card_id}"),
        "trigger": trigger(decree.trait.trigger),
        "trait": effect_of(f"trait:{card_id}"),
    }
    slots = tuple(good(number) for number in box.cards.slots[card_id])
    if not slots:
        return Message("minos_dawn.card_plain", blanks)
    return Message("minos_dawn.card", {**blanks, "less": box.content.player_board.discounts.card, "goods": slots})


def hand_words(view: DawnView) -> tuple[Message, ...]:
    cards = cards_in_hand(view)
    if not cards:
        return (Message("minos_dawn.hand.empty"),)
    costs = {card_id: cost_words(view, view.looking, card_id) for card_id in cards}
    return (Message("minos_dawn.hand", {"count": len(cards)}), *(card_words(*each) for each in costs.items()))


def held_cards(view: DawnView) -> tuple[Message, ...]:
    return tuple(card(card_id) for card_id in cards_in_hand(view))


def about_hand(view: DawnView, decision: Decision) -> bool:
    """Return whether the answers are cards in the seat's hand."""
    held = set(view.hand)
    return any(option.key.partition(":")[2] in held for option in decision.options)


_IN_PUBLIC: Mapping[str, tuple[str, str]] = {
    "put_back": ("minos_dawn.asked.put_back", "SETUP-19"), "palace_card": ("minos_dawn.asked.palace_card", "SETUP-20"),
    "setup_temp": ("minos_dawn.asked.temp", "SETUP-25"),
    "develop": ("minos_dawn.asked.play", "DEV-1"), "play": ("minos_dawn.asked.play", "DEV-1"),
    "discard": ("minos_dawn.asked.discard", "EFF-32"), "sell": ("minos_dawn.asked.sell", "EXTRA-6"),
    "palace": ("minos_dawn.asked.palace", "EFF-23"), "either": ("minos_dawn.asked.either", "EFF-46"),
    "income_temp": ("minos_dawn.asked.income_temp", "INCOME-4"),
    "income_palace": ("minos_dawn.asked.income_palace", "INCOME-6"),
    "early_temp": ("minos_dawn.asked.early", "ABIL-SA2"), "early_good": ("minos_dawn.asked.early", "ABIL-SA2"),
    "advances": ("minos_dawn.asked.advances", "PROG-5"), "site": ("minos_dawn.asked.advances", "PROG-5"),
    "battles": ("minos_dawn.asked.battles", "SCORE-3a"), "exchange": ("minos_dawn.asked.battles", "SCORE-3a"),
}  # fmt: skip
"""The public prompt and rule of each secret question, by the end of its prompt's id. Reserving a site is shown as
declaring advances: it is only possible after secret advances with Build AP."""


def in_public(decision: Decision) -> PublicPart | None:
    """Return the public part of a secret question: its kind and its rule. INFO-13"""
    prompt, rule = _IN_PUBLIC.get(decision.prompt.id.rpartition(".")[2], ("", ""))
    if not prompt:
        return None
    counts: dict[str, Argument] = {"count": decision.at_least, "total": len(decision.options)}
    return PublicPart(Message(prompt, counts if rule == "SETUP-19" else {}), rule)


def _vase_words(vase_id: str) -> Message:
    box = the_box()
    tile = box.vases[vase_id]
    condition = Message(f"minos_dawn.vase.{tile.measure}", {"count": tile.at_least})
    places = " · ".join(str(vp) for vp in box.board.vase_slots.vp)
    return Message("minos_dawn.vase", {"vase": vase(vase_id), "condition": condition, "places": places})


def _symbol(name: str) -> Entry:
    symbol = Message(f"minos_dawn.symbol.{name}")
    text = Message("minos_dawn.symbol", {"symbol": symbol, "text": Message(f"minos_dawn.symbol.{name}.text")})
    return Entry(name, symbol, text)


def _region_words(number: int) -> Message:
    """Describe a region: its good, its neighbours, and how its use depends on the number of players. MAP-1, MAP-2"""
    box = the_box()
    here = box.regions[number]
    near = tuple(region(other) for other in here.adjacent)
    text = Message("minos_dawn.place", {"place": region(number), "good": good(box.good_of[number]), "near": near})
    starts = [setup.players for setup in box.board.setup if number in setup.starting]
    if starts:
        note = Message("minos_dawn.place.start", {"players": "/".join(map(str, starts))})
        text = Message("minos_dawn.place.noted", {"text": text, "note": note})
    if number not in box.layouts[ALONE].active:
        return Message("minos_dawn.place.noted", {"text": text, "note": Message("minos_dawn.place.large")})
    return text


def setup_words(kind: str, value: str) -> Message | None:
    """Describe a dealt ability, or a dealt Starting card by its region. Return None for cards no longer in the box."""
    cards = the_box().starting_cards
    if kind == "ability":
        return ability(value)
    if kind == "card" and value in cards:
        return Message("minos_dawn.dealt.card", {"region": region(cards[value].region)})
    return None


@cache
def entries() -> Mapping[str, tuple[Entry, ...]]:
    box = the_box()
    return {
        "card": tuple(Entry(card_id, card(card_id), card_words(card_id)) for card_id in box.decrees),
        "vase": tuple(Entry(vase_id, vase(vase_id), _vase_words(vase_id)) for vase_id in box.vases),
        "symbol": tuple(_symbol(name) for name in SYMBOLS),
        "place": tuple(Entry(here.id, region(number), _region_words(number)) for number, here in box.regions.items()),
    }


def alone(name: str, placings: Sequence[Placing], options: Mapping[str, OptionValue]) -> tuple[Message, ...]:
    """Return the winner and margin, then the goal of the next level, or of the same level after a loss. SOLO-END-8"""
    own, rival = sorted(placings, key=lambda placing: placing.seat is None)
    level = str(options.get("difficulty", LEVELS[0]))
    lead = own.score - rival.score
    blanks: dict[str, Argument] = {
        "name": name,
        "rival": Message("minos_dawn.rival"),
        "level": Message(f"minos_dawn.option.difficulty.{level}"),
        "own": own.score,
        "his": rival.score,
        "lead": Message("minos_dawn.points", {"count": abs(lead)}),
    }
    if lead == 0:
        return Message("minos_dawn.alone.level", blanks), _level(level)
    if lead < 0:
        return Message("minos_dawn.alone.lost", blanks), _level(level)
    won = Message("minos_dawn.alone.won", blanks)
    if level == LEVELS[-1]:
        return won, Message("minos_dawn.alone.hardest")
    return won, _level(LEVELS[LEVELS.index(level) + 1])


def _level(level: str) -> Message:
    return Message(f"minos_dawn.note.difficulty.{level}")
