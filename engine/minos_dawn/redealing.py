"""Dealing differently what a seat may not know: hands, decks, pile, sealed answers, the rival's cards. INFO, K4"""

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.minos_dawn.content.box import the_box
from engine.minos_dawn.phases.progress import DECLARED, SITES, builds_of, choices_of
from engine.minos_dawn.state.rival import Rival
from engine.minos_dawn.state.state import NONE, DawnState, Sealed


def redeal(state: DawnState, seat: Seat | None, chance: Chance) -> DawnState:
    """A copy in which all that `seat` may not know is otherwise: hands, decks, pile, sealed answers. K4"""
    dealt = state.copy()
    others = [other for other in range(len(dealt.players)) if other != seat]
    _redeal_cards(dealt, others, chance)
    chance.shuffle("redeal", dealt.goods_pile)
    if dealt.rival:
        _redeal_rival(dealt.rival, chance)
    for other in others:
        _redeal_sealed(dealt, other, chance)
    return dealt


def _redeal_cards(state: DawnState, others: list[Seat], chance: Chance) -> None:
    """Hidden cards of one age change places among hands and deck. The age of a card shows on its back."""
    age_of = the_box().age_of
    for age in range(2):
        hidden = [card for other in others for card in state.players[other].hand if age_of[card] == age]
        hidden += state.decks[age]
        if age == 0:
            hidden += state.boxed
        chance.shuffle("redeal", hidden)
        for other in others:
            _redeal_hand(state, other, age, hidden)
        state.decks[age] = [hidden.pop() for _ in state.decks[age]]
        if age == 0:
            state.boxed = [hidden.pop() for _ in state.boxed]


def _redeal_hand(state: DawnState, other: Seat, age: int, hidden: list[str]) -> None:
    """New cards for old ones, also where a sealed answer names them."""
    age_of = the_box().age_of
    player, sealed = state.players[other], state.sealed[other]
    new = {card: hidden.pop() for card in player.hand if age_of[card] == age}
    player.hand = [new.get(card, card) for card in player.hand]
    sealed.cards = [new.get(card, card) for card in sealed.cards]
    sealed.chosen = [new.get(card, card) for card in sealed.chosen]


def _redeal_sealed(state: DawnState, other: Seat, chance: Chance) -> None:
    """Another answer that the seat might as well have given, and that leaves it asked as it is."""
    sealed, player = state.sealed[other], state.players[other]
    if state.phase == "draft" and sealed.stage in (SITES, DECLARED):
        _redeal_advances(state, other, sealed, chance)
    if state.phase == "battles":
        chance.shuffle("redeal", sealed.regions)
        sealed.exchanges = not sealed.exchanges
    kinds = [good for good, count in enumerate(state.temps) if count >= 4]
    if kinds:
        sealed.temps = [kinds[chance.below("redeal", len(kinds))] for _ in sealed.temps[:4]] + sealed.temps[4:]
    if player.early_temp != NONE and kinds:
        player.early_temp = kinds[chance.below("redeal", len(kinds))]


def _redeal_advances(state: DawnState, other: Seat, sealed: Sealed, chance: Chance) -> None:
    choices = choices_of(state, other)
    sealed.tracks = list(choices[chance.below("redeal", len(choices))])
    sealed.sites = sealed.sites[: builds_of(state, other, sealed.tracks)]
    if sealed.sites and chance.below("redeal", 2):
        sealed.sites.pop()


def _redeal_rival(rival: Rival, chance: Chance) -> None:
    """Shuffle the rival's cards; on top comes another with the same back, where there is one. SOLO-INFO-3, K4"""
    if not rival.deck:
        return
    actions = the_box().solo_cards[rival.deck[-1]].actions
    alike = [card for card in rival.deck if the_box().solo_cards[card].actions == actions]
    top = alike[chance.below("redeal", len(alike))]
    rival.deck.remove(top)
    chance.shuffle("redeal", rival.deck)
    rival.deck.append(top)
