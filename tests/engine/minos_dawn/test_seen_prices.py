"""Prices computed from a view equal the prices that the rules charge."""

from functools import partial

import pytest

from engine.kernel.decision import Answer, Option
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start
from engine.kernel.policy import FastChance
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.game import GAME, RULES
from engine.minos_dawn.seen.prices import city_price, decree_price, farm_price, sea_price, tower_price
from engine.minos_dawn.seen.view import DawnView
from render.minos_dawn.gallery import eager

KINDS = {"city", "tower", "farm", "ship", "sail", "offer"}


def seen_price(view: DawnView, seat: int, option: Option) -> int | None:
    """Return an option's price, computed from the view."""
    kind, _, thing = option.key.partition(":")
    match kind:
        case "city":
            return city_price(view, seat)
        case "tower":
            return tower_price(view, seat)
        case "farm":
            return farm_price(view, seat)
        case "offer":
            return decree_price(view, seat, thing)[0] + the_box().board.offer_surcharge
    return sea_price(view, seat, [route.route for route in view.routes].index(thing))


@pytest.mark.parametrize("seed", [b"prices one......", b"prices two......"])
def test_prices_computed_from_the_view_match_the_rules(seed: bytes) -> None:
    """BUILD-5, BUILD-8, BUILD-11, BUILD-16, BUILD-18, DEV-2 to DEV-7, ABIL-SA1, ABIL-SA3.

    The prices are compared throughout whole games.
    """
    chance = FastChance(seed)
    play = Play(GAME, start(GAME, complete_settings(GAME, 4, {}), seed).position)
    met = set()
    while play.pending:
        decision = play.pending[chance.below("seat", len(play.pending))]
        look = partial(RULES.look, play.position.state, decision.seat)
        for option in decision.options:
            kind = option.key.partition(":")[0]
            if kind in KINDS and "count" in option.label.blanks:
                assert seen_price(look(), decision.seat, option) == option.label.blanks["count"], option
                met.add(kind)
        play.answer(Answer(decision.seat, decision.id, eager(look, decision, chance)))
    assert met == KINDS
