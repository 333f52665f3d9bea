"""Advances for groups of dice: seats declare in secret, reveal together and advance in turn order. PROG"""

from functools import cache, lru_cache
from itertools import combinations, permutations

from engine.kernel.decision import Answer, Decision, Message, Option, Seat
from engine.kernel.steps import Happening, Now, SeatHappening
from engine.minos_dawn.actions.build import site_options
from engine.minos_dawn.actions.cards import RefillOffer
from engine.minos_dawn.content.box import SA4, the_box
from engine.minos_dawn.content.language import CULTURAL, TRACKS, Advance, Build, BuildFree, Plain
from engine.minos_dawn.content.words import region_option, tracks_in_turn
from engine.minos_dawn.effects.operators import Resolve
from engine.minos_dawn.state.facts import AdvancesDeclared, SiteHeld, SiteLapsed
from engine.minos_dawn.state.measures import Holdings, ability_level, has_ability
from engine.minos_dawn.state.state import NOBODY, DawnState, Site
from engine.minos_dawn.state.steps import open_answers
from engine.minos_dawn.state.vases import CloseWindow, OpenWindow

WAITING, ADVANCES, SITES, DECLARED = range(4)
"""The stages of a declaration."""

GRAY = 3
NO_ADVANCES = "advance:none"
NO_SITE = "site:none"


@lru_cache(maxsize=4096)
def declarable(dice: tuple[tuple[int, int], ...], minimum: int) -> tuple[tuple[int, ...], ...]:
    """Return every sequence of tracks that the dice (colour, value) allow, shortest first. PROG-5, Q-59"""
    masks = {mask: track for mask in range(1, 1 << len(dice)) if (track := _track_of(dice, mask, minimum)) is not None}
    results: set[tuple[int, ...]] = set()

    def extend(used: int, tracks: tuple[int, ...], after: int) -> None:
        results.add(tuple(sorted(tracks)))
        for mask, track in masks.items():
            if mask > after and not mask & used:
                extend(used | mask, (*tracks, track), mask)

    extend(0, (), 0)
    # PROG-5, Q-13: a seat may declare fewer advances.
    fewer = {part for tracks in results for size in range(len(tracks)) for part in combinations(tracks, size)}
    orders = {order for tracks in results | fewer for order in permutations(tracks)}
    return tuple(sorted(orders, key=lambda order: (len(order), order)))


def _track_of(dice: tuple[tuple[int, int], ...], mask: int, minimum: int) -> int | None:
    """Return the track that a group of dice advances, or None if it isn't a valid group. PROG-2, PROG-4"""
    group = [die for place, die in enumerate(dice) if mask >> place & 1]
    colours = {colour for colour, _ in group if colour != GRAY}
    if len(colours) != 1 or sum([value for _, value in group]) < minimum:
        return None
    return colours.pop()


def minimum_of(holdings: Holdings) -> int:
    """Return the total that a group of dice needs to advance: 9, or less with SA4. PROG-2, PROG-3, ABIL-SA4, Q-7"""
    box = the_box()
    if has_ability(holdings, SA4):
        return box.abilities[SA4].group_total[ability_level(holdings) - 1]
    return box.board.group_total


def choices_of(state: DawnState, seat: Seat) -> tuple[tuple[int, ...], ...]:  # PROG-1
    dice = sorted((die.colour, die.value) for row in state.rows for die in row if die is not None and die.seat == seat)
    return declarable(tuple(dice), minimum_of(state.players[seat]))


def begin_declaring(state: DawnState, seat: Seat) -> None:
    """Begin the declaration after a seat's fourth die, and end its wishes. If no group is possible, the seat isn't
    asked. PROG-5, Q-58"""
    state.sealed[seat].stage = ADVANCES if len(choices_of(state, seat)) > 1 else DECLARED
    state.sealed[seat].chosen = ()


def declaring(state: DawnState) -> list[Seat]:
    return [seat for seat, sealed in enumerate(state.sealed) if sealed.stage in (ADVANCES, SITES)]


def declaration(state: DawnState, seat: Seat) -> Decision:
    """Ask in secret for the advances. Once they are declared, ask for the next site. PROG-5, PROG-6, PROG-11"""
    if state.sealed[seat].stage == ADVANCES:
        options = tuple(_advances_option(tracks) for tracks in choices_of(state, seat))
        return Decision(seat, "PROG-5", Message("minos_dawn.prompt.advances"), options, private=True)
    options = tuple(_site_options(state, seat))
    return Decision(seat, "PROG-11", Message("minos_dawn.prompt.site"), options, private=True, shown=True)


@cache
def _advances_option(tracks: tuple[int, ...]) -> Option:
    if not tracks:
        return Option(NO_ADVANCES, Message("minos_dawn.option.no_advances"))
    key = "advance:" + "+".join(TRACKS[each] for each in tracks)
    return Option(key, Message("minos_dawn.option.advances", {"tracks": tracks_in_turn(tracks)}))


def builds_of(state: DawnState, seat: Seat, tracks: tuple[int, ...]) -> int:
    """Return how many Build AP the seat gets from the Cultural spaces that these advances reach. PROG-11"""
    box = the_box()
    space = state.players[seat].tracks[CULTURAL]
    count = 0
    for place in range(space + 1, min(box.tracks.top, space + tracks.count(CULTURAL)) + 1):
        source = box.tracks.source(CULTURAL, place)
        for effect in box.effects[source] if source else ():
            if isinstance(effect, Plain):
                count += sum(isinstance(part.atom, (Build, BuildFree)) for part in effect.gains)
    return count


def most_builds(state: DawnState, seat: Seat) -> int:
    """Return the most Build AP that the seat could get by advances, or 0 if no site is open to it. SOLO-HUMAN-9"""
    if state.rival or not (site_options(state, seat, "city") or site_options(state, seat, "farm")):
        return 0
    return max(builds_of(state, seat, tracks) for tracks in choices_of(state, seat))


def _site_options(state: DawnState, seat: Seat) -> list[Option]:
    """List the sites to name. The number of site questions must not reveal the declaration. PROG-11, INFO-13"""
    sealed = state.sealed[seat]
    none = Option(NO_SITE, Message("minos_dawn.option.no_site"))
    if NO_SITE in sealed.chosen or len(sealed.sites) >= builds_of(state, seat, sealed.tracks):
        return [none]
    return [*(region_option(site.structure, site.region) for site in sites_open_to(state, seat)), none]


def sites_open_to(state: DawnState, seat: Seat) -> list[Site]:
    """Return the sites that the seat may still name, cities first. PROG-11"""
    sealed, board, player = state.sealed[seat], the_box().content.player_board, state.players[seat]
    left = {"city": len(board.city) - len(player.cities), "farm": len(board.farm) - len(player.farms)}
    sites = [
        Site(structure, number, seat)
        for structure in ("city", "farm")
        if sum(site.structure == structure for site in sealed.sites) < left[structure]
        for number in site_options(state, seat, structure)
    ]
    return [site for site in sites if site not in sealed.sites]


def declare(state: DawnState, answer: Answer) -> None:
    seat, sealed, key = answer.seat, state.sealed[answer.seat], answer.keys[0]
    if sealed.stage == ADVANCES:
        sealed.tracks = () if key == NO_ADVANCES else tuple([TRACKS.index(name) for name in key[8:].split("+")])
        sealed.stage = SITES
    else:
        sealed.chosen += (key,)
        structure, _, number = key.partition(":")
        if key != NO_SITE:
            sealed.sites += (Site(structure, int(number), seat),)
    if len(sealed.chosen) >= most_builds(state, seat):
        sealed.stage = DECLARED


class RevealAdvances(Happening[DawnState], frozen=True, tag="RevealAdvances"):
    """Reveals all declarations together, then decides who holds reserved sites (PROG-6, PROG-12, GEN-10). Each seat
    carries out all its advances before the next seat begins (PROG-8, SOLO-ROUND-4, SOLO-HUMAN-9)."""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.phase = "progress"
        order = state.turn_order()
        open_answers(state, now)
        for seat in order:
            opened = state.opened[seat]
            sites = tuple(f"{site.structure}:{site.region}" for site in opened.sites)
            now.emit(AdvancesDeclared(seat, tuple(opened.tracks), sites))
        state.held = _holders(state)
        for site in state.held:
            now.emit(SiteHeld(site.seat, site.structure, site.region))
        for seat in order:
            for site in state.opened[seat].sites:
                if site not in state.held:
                    now.emit(SiteLapsed(seat, site.structure, site.region))
        now.then(OpenWindow(), *(CarryOutAdvances(seat) for seat in order), CloseWindow())


def _holders(state: DawnState) -> list[Site]:
    """Decide who holds each site: most warriors, then most weaponry, then first in turn order. PROG-12, GEN-11"""
    order = state.turn_order()
    best: dict[tuple[str, int], Seat] = {}
    for seat in order:
        for site in state.opened[seat].sites:
            key = (site.structure, site.region)
            if key not in best or _rank(state, seat, site.region) > _rank(state, best[key], site.region):
                best[key] = seat
    return [Site(structure, number, seat) for (structure, number), seat in sorted(best.items())]


def _rank(state: DawnState, seat: Seat, number: int) -> tuple[int, int]:
    player = state.players[seat]
    return player.warriors[number], player.weaponry


class CarryOutAdvances(SeatHappening[DawnState], frozen=True, tag="CarryOutAdvances"):
    """A seat advances once per group, and resolves each advance before the next. PROG-7, PROG-8, PROG-10, PROG-15"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        tracks = state.opened[self.seat].tracks
        state.carrying = self.seat
        steps = [Resolve(self.seat, "progress", Advance(1, each)) for each in tracks]
        now.then(*steps, EndAdvances(self.seat), RefillOffer())


class EndAdvances(SeatHappening[DawnState], frozen=True, tag="EndAdvances"):
    """The sites that the seat held become free again. PROG-13"""

    def happen(self, state: DawnState, now: Now[DawnState]) -> None:
        state.carrying = NOBODY
        state.held = [site for site in state.held if site.seat != self.seat]
