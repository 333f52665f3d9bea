"""Redeals hidden information: hands, decks, goods pile, secret answers, the rival's cards. Hidden zones are sorted
first. If two games look the same to a seat, the same `chance` therefore deals both the same way. INFO, K4, K9"""

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.minos_dawn.actions.cards import can_place
from engine.minos_dawn.content.box import SA5, the_box
from engine.minos_dawn.phases import battles, income
from engine.minos_dawn.phases.progress import DECLARED, NO_SITE, SITES, WAITING, builds_of, choices_of, sites_open_to
from engine.minos_dawn.policies.worth import Outlook
from engine.minos_dawn.seen.view import look
from engine.minos_dawn.state.measures import ability_level, has_ability
from engine.minos_dawn.state.rival import Rival
from engine.minos_dawn.state.state import NONE, DawnState, Sealed


def redeal(world: DawnState, seat: Seat | None, chance: Chance) -> None:
    """Shuffle everything that `seat` may not know, and deal it again. K4"""
    others = [other for other in range(len(world.players)) if other != seat]
    _redeal_cards(world, others, chance)
    world.goods_pile.sort()
    chance.shuffle("redeal", world.goods_pile)
    for pile in (*world.discards, world.retired, world.sea_box):
        pile.sort()
    if world.rival:
        _redeal_rival(world.rival, chance)
    for other in others:
        _redeal_sealed(world, other, chance)


def _redeal_cards(state: DawnState, others: list[Seat], chance: Chance) -> None:
    """Shuffle hidden cards among hands and decks, each age separately, because the backs show the age."""
    age_of = the_box().cards.age_of
    counts = {other: [age_of[card] for card in state.players[other].hand] for other in others}
    hidden_hands = [card for other in others for card in state.players[other].hand]
    for other in others:
        state.players[other].hand = []
    for age in range(2):
        hidden = [card for card in hidden_hands if age_of[card] == age]
        hidden += state.decks[age]
        if age == 0:
            hidden += state.boxed
        hidden.sort()
        chance.shuffle("redeal", hidden)
        for other in others:
            state.players[other].hand += [hidden.pop() for _ in range(counts[other].count(age))]
        state.decks[age] = [hidden.pop() for _ in state.decks[age]]
        if age == 0:
            state.boxed = [hidden.pop() for _ in state.boxed]


def _redeal_sealed(state: DawnState, other: Seat, chance: Chance) -> None:
    """Make up answers that `other` could have given. They must lead to the question that `other` is asked now."""
    sealed, player = state.sealed[other], state.players[other]
    match state.phase:
        case "setup":
            hand = player.hand.copy()
            chance.shuffle("redeal", hand)
            sealed.cards = tuple([hand.pop() for _ in sealed.cards])
            sealed.chosen = tuple([hand.pop() for _ in sealed.chosen])
        case "draft" if sealed.stage == WAITING:
            sealed.chosen = ()  # These are wishes for the draft. Other seats assume that there are none.
        case "draft" if sealed.stage in (SITES, DECLARED):
            _redeal_advances(state, other, sealed, chance)
        case "income":
            _redeal_visit(state, other, sealed, chance)
        case "battles":
            _redeal_battles(state, other, sealed, chance)
    if sealed.temps:
        sealed.temps = tuple(_temps(state, len(sealed.temps), chance))


def _temps(state: DawnState, count: int, chance: Chance) -> list[int]:
    """Draw `count` temps at random. If possible, leave one of each type: later questions then keep their options."""
    left = state.temps.copy()
    named: list[int] = []
    for _ in range(count):
        least = 2 if max(left) > 1 else 1
        kinds = [good for good, number in enumerate(left) if number >= least]
        named.append(kinds[chance.below("redeal", len(kinds))])
        left[named[-1]] -= 1
    return named


def _redeal_advances(state: DawnState, other: Seat, sealed: Sealed, chance: Chance) -> None:
    """Make up a declaration, and a site for each site question already answered. PROG-5, PROG-11"""
    choices = choices_of(state, other)
    sealed.tracks = choices[chance.below("redeal", len(choices))]
    asked, sealed.sites, sealed.chosen = len(sealed.chosen), (), ()
    for _ in range(asked):
        builds = builds_of(state, other, sealed.tracks)
        sites = sites_open_to(state, other) if NO_SITE not in sealed.chosen and len(sealed.sites) < builds else []
        pick = chance.below("redeal", len(sites) + 1)
        if pick < len(sites):
            sealed.sites += (sites[pick],)
        sealed.chosen += (f"{sites[pick].structure}:{sites[pick].region}" if pick < len(sites) else NO_SITE,)


def _redeal_visit(state: DawnState, other: Seat, sealed: Sealed, chance: Chance) -> None:
    """Make up the seat's stage of the visit and its answers so far. INCOME-2, INCOME-6"""
    player = state.players[other]
    is_over = sealed.stage == income.ANSWERED or state.opened[other].stage != DECLARED
    if sealed.stage >= income.PALACE:
        reached = _possible_stages(state, other, sealed)
        sealed.stage, count = reached[chance.below("redeal", len(reached))]
        cards = player.area + player.hand
        chance.shuffle("redeal", cards)
        sealed.cards = tuple(cards[:count])
    player.early_temp = player.early_good = NONE
    if not any(state.rows):
        return  # The round is over, and the seat has received its early gains.
    if income.names_early(state, other) and (is_over or sealed.stage == income.EARLY_GOOD):
        player.early_temp = _name_one(state.temps, chance, or_none=is_over)
        if is_over and ability_level(player) == 3 and player.early_temp != NONE:
            player.early_good = _name_one(state.stacks, chance, or_none=True)


def _possible_stages(state: DawnState, other: Seat, sealed: Sealed) -> list[tuple[int, int]]:
    """Return the stages after `TEMPS` that the seat may have reached, each with the number of palace cards named by
    then. Everyone knows how many answers the seat has given and whether more are due, but not how many named palace
    cards."""
    player, has_temps = state.players[other], any(state.temps)
    most = min(len(player.area) + len(player.hand), income.palace_limit(state, other))
    limit = most if can_place(player, is_free=False) else 0
    if sealed.stage == income.ANSWERED:
        return [(income.ANSWERED, count) for count in range(limit + 1)]
    answers_by_count = {count: count + (count < limit) for count in range(limit + 1)}
    given = len(sealed.cards) if sealed.stage == income.PALACE else answers_by_count[len(sealed.cards)]
    given += player.early_temp != NONE
    reached = [(income.PALACE, given)] if given < limit else []
    if income.names_early(state, other):
        done = [(count, given - answers) for count, answers in answers_by_count.items()]
        reached += [(income.EARLY_TEMP, count) for count, left in done if has_temps and left == 0]
        if ability_level(player) == 3 and any(state.stacks):
            reached += [(income.EARLY_GOOD, count) for count, left in done if left == has_temps]
    return reached


def _name_one(counts: list[int], chance: Chance, or_none: bool) -> int:
    """Draw an index with a count above 0. If `or_none`, NONE is possible too."""
    kinds = [kind for kind, count in enumerate(counts) if count]
    if or_none or not kinds:
        kinds.append(NONE)
    return kinds[chance.below("redeal", len(kinds))]


def _redeal_battles(state: DawnState, other: Seat, sealed: Sealed, chance: Chance) -> None:
    """Make up the regions that a seat prefers, and whether it uses SA5's exchange. SCORE-3a"""
    if sealed.stage == battles.PREFERENCES or not battles.may_fight(state, other):
        return
    regions = battles.battlefields_left(state)
    chance.shuffle("redeal", regions)
    sealed.regions = tuple(regions[: chance.below("redeal", len(regions) + 1)])
    if sealed.stage == battles.ANSWERED and has_ability(state.players[other], SA5):
        sealed.exchanges = bool(chance.below("redeal", 2))


def _redeal_rival(rival: Rival, chance: Chance) -> None:
    """Shuffle the rival's cards, but keep a card with the same back on top. SOLO-INFO-3, K4"""
    if not rival.deck:
        return
    actions = the_box().solo.cards[rival.deck[-1]].actions
    rival.deck.sort()
    alike = [card for card in rival.deck if the_box().solo.cards[card].actions == actions]
    top = alike[chance.below("redeal", len(alike))]
    rival.deck.remove(top)
    chance.shuffle("redeal", rival.deck)
    rival.deck.append(top)


def suppose(world: DawnState, seat: Seat) -> None:
    """Replace the declarations of other seats with their best ones. Keep their other secret answers. PROG-5"""
    for other, sealed in enumerate(world.sealed):
        if other != seat and world.phase == "draft" and sealed.stage in (SITES, DECLARED):
            outlook = Outlook(look(world, other), other)
            sealed.tracks = max(choices_of(world, other), key=outlook.advances)
            sealed.sites = sealed.sites[: builds_of(world, other, sealed.tracks)]
