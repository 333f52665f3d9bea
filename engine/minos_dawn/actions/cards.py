"""Decks, offer, hands and palaces. CARD"""

from typing import ClassVar

from engine.kernel.decision import Answer, Message, Option, Seat
from engine.kernel.steps import Happening, Now
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.content.words import SKIP, card_option, plain, reason
from engine.minos_dawn.state.changes import gain, pay
from engine.minos_dawn.state.facts import CardDrawn, CardPlaced, CardsDiscarded, DeckReshuffled, OfferRefilled
from engine.minos_dawn.state.state import DawnState, SeatState
from engine.minos_dawn.state.steps import DawnChoice, RepeatedChoice
from engine.minos_dawn.state.vases import check_vases


def top_card(state: DawnState, now: Now[DawnState], age: int) -> str | None:
    """Take the top card of a deck. If it was the last, shuffle the discard pile into a new deck. CARD-9, CARD-10"""
    deck = state.decks[age]
    if not deck:
        return None
    now.reveal()
    card = deck.pop()
    if not deck:
        _reform(state, now, age)
    return card


def _reform(state: DawnState, now: Now[DawnState], age: int) -> None:  # CARD-9, CARD-12, GEN-12
    if age < state.age or not state.discards[age]:
        return
    state.decks[age], state.discards[age] = state.discards[age], []
    now.shuffle(f"deck {age + 1}", state.decks[age])
    now.emit(DeckReshuffled(age + 1))


def draw(state: DawnState, now: Now[DawnState], seat: Seat, age: int, source: str) -> None:  # CARD-10, INFO-6
    card = top_card(state, now, age)
    if card is not None:
        state.players[seat].hand.append(card)
        now.emit(CardDrawn(seat, card, f"age{age + 1}", source))


def draw_active(state: DawnState, now: Now[DawnState], seat: Seat, count: int, source: str) -> None:  # EFF-10
    for _ in range(count):
        draw(state, now, seat, state.age, source)


def draw_age2(state: DawnState, now: Now[DawnState], seat: Seat, count: int, source: str) -> None:  # EFF-11, CARD-11
    for _ in range(count):
        draw(state, now, seat, 1, source)


def draw_options(state: DawnState) -> list[Option]:  # EFF-9, PREP-1
    options = [card_option("draw", card) for card in state.offer]
    if state.decks[state.age]:
        options.append(plain("draw:deck", "minos_dawn.option.draw_deck"))
    return options


def take_draw(state: DawnState, now: Now[DawnState], seat: Seat, key: str, source: str) -> None:
    """Draw from a deck or the offer. The offer is refilled at the end of the turn. PREP-2, PREP-4, PREP-5, INFO-7"""
    name = key.removeprefix("draw:")
    if name == "deck":
        draw(state, now, seat, state.age, source)
    elif name == "age2":
        draw(state, now, seat, 1, source)
    else:
        state.offer.remove(name)
        state.players[seat].hand.append(name)
        now.emit(CardDrawn(seat, name, "offer", source))


class DrawCards(RepeatedChoice, frozen=True, tag="DrawCards"):
    """Choose whether to draw from the offer or the active deck, one card at a time, `left` times. EFF-9, CARD-3"""

    rule: ClassVar[str] = "EFF-9"
    asks: ClassVar[str] = "minos_dawn.prompt.draw"

    def options(self, state: DawnState) -> list[Option]:
        return draw_options(state) if self.left else []

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        now.then(DrawCards(self.seat, self.source, self.left - 1))
        take_draw(state, now, self.seat, key, self.source)


def discard(state: DawnState, now: Now[DawnState], seat: Seat, cards: tuple[str, ...], source: str) -> None:
    """Put cards on the discard pile of their age, or make them the deck if that age's deck is empty. CARD-7, CARD-9"""
    age_of = the_box().cards.age_of
    hand = state.players[seat].hand
    for card in cards:
        hand.remove(card)
        state.discards[age_of[card]].append(card)
    now.emit(CardsDiscarded(seat, cards, source))
    for age in range(2):
        if not state.decks[age]:
            _reform(state, now, age)


class DiscardCards(DawnChoice, frozen=True, tag="DiscardCards"):
    """Choose `count` cards to discard as a cost, in one answer. EFF-32, GEN-5"""

    source: str
    count: int
    rule: ClassVar[str] = "EFF-32"
    hidden: ClassVar[bool] = True

    def options(self, state: DawnState) -> list[Option]:
        return [card_option("card", card) for card in state.players[self.seat].hand]

    def prompt(self, state: DawnState) -> Message:
        return Message("minos_dawn.prompt.discard", {"count": self.count, "reason": reason(self.source)})

    def limits(self, state: DawnState) -> tuple[int, int]:
        return self.count, self.count

    def apply(self, state: DawnState, now: Now[DawnState], answer: Answer) -> None:
        discard(state, now, self.seat, tuple(key.removeprefix("card:") for key in answer.keys), self.source)


class SellCards(DawnChoice, frozen=True, tag="SellCards"):
    """Sell any number of hand cards for 1 coin each. EXTRA-6"""

    rule: ClassVar[str] = "EXTRA-6"
    asks: ClassVar[str] = "minos_dawn.prompt.sell"
    hidden: ClassVar[bool] = True

    def options(self, state: DawnState) -> list[Option]:
        return [card_option("card", card) for card in state.players[self.seat].hand]

    def limits(self, state: DawnState) -> tuple[int, int]:
        return 1, len(state.players[self.seat].hand)

    def apply(self, state: DawnState, now: Now[DawnState], answer: Answer) -> None:
        discard(state, now, self.seat, tuple(key.removeprefix("card:") for key in answer.keys), "sell")
        gain(state, now, self.seat, "coins", len(answer.keys), "sell")


def fill_offer(state: DawnState, now: Now[DawnState]) -> tuple[str, ...]:
    """Fill the offer while the deck has cards. Return the new cards in the order drawn. CARD-8, SOLO-OFFER-3"""
    came = []
    while len(state.offer) < the_box().board.offer_size:
        card = top_card(state, now, state.age)
        if card is None:
            break
        # SOLO-OFFER-1, SOLO-HUMAN-1: in a game with the rival, cards slide right and new ones come in from the left.
        state.offer.insert(0 if state.rival else len(state.offer), card)
        came.append(card)
    return tuple(came)


class RefillOffer(Happening[DawnState], frozen=True, tag="RefillOffer"):
    """The offer is refilled at the end of a turn, or after a seat's income choices. CARD-8, ACT-10, Q-52"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        if came := fill_offer(state, now):
            now.emit(OfferRefilled(came))


def can_place(player: SeatState, is_free: bool) -> bool:
    """Return whether the seat could place a card in its palace, judging only by public information. INFO-13"""
    return bool(player.area) or bool(player.hand and (is_free or player.vp >= the_box().cards.cheapest_vp))


def place_in_palace(state: DawnState, now: Now[DawnState], seat: Seat, card: str, is_free: bool) -> None:
    """Place a card. Area cards are free. Hand cards cost their VP unless `is_free`. No limit applies. CARD-5, CARD-6"""
    player = state.players[seat]
    vp = 0
    if card in player.area:
        player.area.remove(card)
        origin = "area"
    else:
        player.hand.remove(card)
        origin = "hand"
        vp = 0 if is_free else the_box().decrees[card].vp
        pay(state, now, seat, "vp", vp, f"decree:{card}")
    player.palace.append(card)
    now.emit(CardPlaced(seat, card, origin, vp))
    check_vases(state, now, "palace_cards", "palace_one_trigger")


def palace_options(state: DawnState, seat: Seat, is_free: bool) -> list[Option]:
    player = state.players[seat]
    if is_free:
        return [card_option("card", card) for card in player.area + player.hand]
    prices = {card: the_box().decrees[card].vp for card in player.hand}
    paid = [card_option("card", card, vp=vp) for card, vp in prices.items() if vp <= player.vp]
    return [card_option("card", card) for card in player.area] + paid


class PlaceInPalace(RepeatedChoice, frozen=True, tag="PlaceInPalace"):
    """Choose a card for the palace, up to `left` times. If `must` is set, the seat can't decline. EFF-23, EFF-24"""

    is_free: bool
    must: bool = False
    is_fresh: bool = False
    rule: ClassVar[str] = "EFF-23"
    asks: ClassVar[str] = "minos_dawn.prompt.palace"
    hidden: ClassVar[bool] = True

    def options(self, state: DawnState) -> list[Option]:  # INFO-13
        if not self.left or not can_place(state.players[self.seat], self.is_free):
            return []
        options = palace_options(state, self.seat, self.is_free)
        return options if self.must and options else [*options, SKIP]

    def take(self, state: DawnState, now: Now[DawnState], key: str) -> None:
        if key == "skip":
            return
        now.then(PlaceInPalace(self.seat, self.source, self.left - 1, self.is_free))
        place_in_palace(state, now, self.seat, key.removeprefix("card:"), self.is_free)
