"""Spending action points (AP): AP from effects, Wild AP, and AP that play decrees. EFF-12 to EFF-19, DEV, WILD"""

from typing import ClassVar

from engine.kernel.decision import Argument, Message, Option, Seat
from engine.kernel.steps import Now, SeatHappening
from engine.minos_dawn.actions.build import build, build_options
from engine.minos_dawn.actions.cards import draw_options, take_draw
from engine.minos_dawn.actions.expand import expand, expand_options
from engine.minos_dawn.actions.payment import can_pay, settle_bill
from engine.minos_dawn.content.box import BUILD, DEVELOP, EXPAND, PREPARE, ROWS, the_box
from engine.minos_dawn.content.words import BACK, SKIP, card_option, plain, reason, row
from engine.minos_dawn.state.bills import decree_bill
from engine.minos_dawn.state.changes import pay
from engine.minos_dawn.state.facts import ActionChosen, DecreePlayed
from engine.minos_dawn.state.state import DawnState, turn_of
from engine.minos_dawn.state.steps import Benefit, DawnChoice

AP = "develop"
"""The value of `source` for AP of the turn. For other AP, `source` names the effect that gave them."""

IMITATED = (PREPARE, DEVELOP, BUILD, EXPAND)
"""The actions that a Wild AP can be spent on. WILD-1"""


def use_point(state: DawnState, action: int) -> None:
    """Spend one AP of the turn on `action`. A Wild AP binds the other Wild AP to that action. ACT-8, WILD-1"""
    turn = turn_of(state)
    turn.points -= 1
    turn.is_used = True
    turn.acts_as = action


def point_options(state: DawnState, seat: Seat, action: int, is_free: bool = False) -> list[Option]:
    """List everything that one AP of Prepare, Build or Expand can do, except the Age II draw. WILD-2"""
    if action == PREPARE:
        return draw_options(state)
    if action == BUILD:
        return build_options(state, seat, is_free)
    assert action == EXPAND, action
    return expand_options(state, seat)


def spend_point(
    state: DawnState, now: Now[DawnState], seat: Seat, action: int, key: str, is_free: bool = False
) -> None:
    if action == PREPARE:
        take_draw(state, now, seat, key, "prepare")
    elif action == BUILD:
        build(state, now, seat, key, is_free)
    else:
        expand(state, now, seat, key)


def wild_options(state: DawnState, seat: Seat, has_declined: bool = False) -> list[Option]:
    """List the actions that a Wild AP can be spent on now. Leave out Develop if `has_declined`. WILD-1"""
    can_play = bool(state.players[seat].hand or state.offer) and not has_declined
    return [
        plain(f"wild:{ROWS[action]}", f"minos_dawn.option.wild.{ROWS[action]}")
        for action in IMITATED
        if (can_play if action == DEVELOP else point_options(state, seat, action))
    ]


class ActionPoints(DawnChoice, frozen=True, tag="ActionPoints"):
    """Spend one of the `left` AP that an effect gave, or lose all of them by declining. BUILD-25, TRAIT-7, TRACK-6"""

    source: str
    action: int
    left: int
    is_free: bool = False
    is_fresh: bool = False
    rule: ClassVar[str] = "EFF-14"

    def options(self, state: DawnState) -> list[Option]:  # EXTRA-2
        if not self.left:
            return []
        options = point_options(state, self.seat, self.action, self.is_free)
        return [*options, SKIP] if options or self.is_fresh else []

    def prompt(self, state: DawnState) -> Message:
        blanks: dict[str, Argument] = {"count": self.left, "row": row(self.action), "reason": reason(self.source)}
        return Message("minos_dawn.prompt.points", blanks)

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        if key != "skip":
            now.then(ActionPoints(self.seat, self.source, self.action, self.left - 1, self.is_free))
            spend_point(state, now, self.seat, self.action, key, self.is_free)


class PlayDecree(DawnChoice, frozen=True, tag="PlayDecree"):
    """Choose a decree, up to `left` times. Before the first card, the seat may go back instead. DEV-1, EFF-12,
    EFF-13"""

    source: str
    """If it's the constant `AP`, choosing a card spends an AP of the turn."""
    left: int
    opens_offer: bool
    """If true, the seat may also play cards from the offer."""
    is_free: bool = False
    is_fresh: bool = False
    is_wild: bool = False
    """If true, the first card binds the other Wild AP to Develop. WILD-1"""
    rule: ClassVar[str] = "DEV-1"
    hidden: ClassVar[bool] = True

    def options(self, state: DawnState) -> list[Option]:  # DEV-12, INFO-13
        if not self.left or not (state.players[self.seat].hand or (self.opens_offer and state.offer)):
            return []
        has_way_back = self.is_wild or self.source == AP
        return [*self._playable(state), BACK if has_way_back else SKIP]

    def _playable(self, state: DawnState) -> list[Option]:
        options = []
        surcharge = the_box().board.offer_surcharge
        for verb, cards, extra in (("card", state.players[self.seat].hand, 0), ("offer", state.offer, surcharge)):
            if verb == "offer" and not self.opens_offer:
                continue
            for card in cards:
                if self.is_free:
                    options.append(card_option(verb, card))
                    continue
                bill = decree_bill(state.players[self.seat], card)
                if can_pay(state.players[self.seat], bill, extra):
                    options.append(card_option(verb, card, coins=bill.due + extra))
        return options

    def prompt(self, state: DawnState) -> Message:
        if self.source == AP:
            return Message("minos_dawn.prompt.develop")
        return Message("minos_dawn.prompt.play", {"count": self.left, "reason": reason(self.source)})

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        """Pay any surcharge, then play the card. Ask for the next card after that. DEV-2, DEV-10, Q-4"""
        verb, _, card = key.partition(":")
        if verb == "skip":
            self._go_back(state, now)
            return
        if self.is_wild:
            now.emit(ActionChosen(self.seat, ROWS[DEVELOP]))
        if self.source == AP:
            use_point(state, DEVELOP)
        player = state.players[self.seat]
        (player.hand if verb == "card" else state.offer).remove(card)
        state.in_payment = card
        origin = "hand" if verb == "card" else "offer"
        now.then(PlayDecree(self.seat, self.source, self.left - 1, self.opens_offer, self.is_free))
        now.then(DecreeArrives(self.seat, card, origin, player.coins))
        if self.is_free:
            return
        if verb == "offer":
            pay(state, now, self.seat, "coins", the_box().board.offer_surcharge, "offer")
        settle_bill(state, now, self.seat, decree_bill(state.players[self.seat], card), f"decree:{card}")

    def _go_back(self, state: DawnState, now: Now[DawnState]) -> None:
        """Go back to the choice of an action. Leave out Develop if the seat can't afford any card. DEV-12"""
        if self.source == AP:
            turn_of(state).has_declined = not self._playable(state)
        elif self.is_wild:
            now.then(WildPoints(self.seat, self.source, self.left, is_fresh=True))


class DecreeArrives(SeatHappening[DawnState], frozen=True, tag="DecreeArrives"):
    """A paid decree enters the area, then takes effect. The seat had `coins` before paying. DEV-8, DEV-9, DEV-11"""

    card: str
    origin: str
    coins: int

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        player = state.players[self.seat]
        state.in_payment = ""
        player.area.append(self.card)
        now.emit(DecreePlayed(self.seat, self.card, self.origin, self.coins - player.coins))
        now.then(Benefit(self.seat, f"decree:{self.card}"))


class WildPoints(DawnChoice, frozen=True, tag="WildPoints"):
    """Choose one action for all Wild AP from an effect. EFF-19, WILD-4, Q-17"""

    source: str
    count: int
    is_fresh: bool = False
    rule: ClassVar[str] = "EFF-19"

    def options(self, state: DawnState) -> list[Option]:
        return [*wild_options(state, self.seat), SKIP] if self.count else []

    def prompt(self, state: DawnState) -> Message:
        return Message("minos_dawn.prompt.wild", {"count": self.count, "reason": reason(self.source)})

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        if key != "skip":
            action = ROWS.index(key.removeprefix("wild:"))
            now.then(spend_wild(self.seat, action, self.source, self.count))


def spend_wild(seat: Seat, action: int, source: str, count: int) -> "PlayDecree | SpendWild":
    """Return the question that spends the first of `count` Wild AP. For those of the turn, `source` is `AP`. WILD-1"""
    if action == DEVELOP:
        return PlayDecree(seat, source, 1 if source == AP else count, opens_offer=True, is_wild=True)
    return SpendWild(seat, action, source, count)


class SpendWild(DawnChoice, frozen=True, tag="SpendWild"):
    """Spend the first Wild AP on `action`. The other Wild AP must then be spent on the same action. WILD-1"""

    action: int
    source: str
    count: int
    rule: ClassVar[str] = "WILD-1"

    def options(self, state: DawnState) -> list[Option]:
        return [*point_options(state, self.seat, self.action), BACK]

    def prompt(self, state: DawnState) -> Message:
        blanks: dict[str, Argument] = {"count": self.count, "row": row(self.action)}
        if self.source == AP:
            return Message("minos_dawn.prompt.act", blanks)
        return Message("minos_dawn.prompt.points", {**blanks, "reason": reason(self.source)})

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        if key == "skip":
            if self.source != AP:
                now.then(WildPoints(self.seat, self.source, self.count, is_fresh=True))
            return
        now.emit(ActionChosen(self.seat, ROWS[self.action]))
        if self.source == AP:
            use_point(state, self.action)
        else:
            now.then(ActionPoints(self.seat, self.source, self.action, self.count - 1))
        spend_point(state, now, self.seat, self.action, key)
