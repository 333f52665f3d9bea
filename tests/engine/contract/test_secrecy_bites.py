"""Controls: in every game, the laws catch redeals, worlds and searches that know more than the seat. K4, K9"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
import pytest

from engine.kernel.chance import Chance
from engine.kernel.decision import Seat
from engine.kernel.game import Game
from engine.kernel.hidden import Zone, set_value, state_of, tree_of, value_at
from engine.kernel.play import Position, copy_position, world_of
from engine.kernel.policy import FastChance
from engine.kernel.proof import secrecy
from engine.kernel.proof.trial import Case, LawBroken
from engine.minos_dawn.actions.action_points import DecreeArrives
from engine.search import thinking
from tests.engine.changed import with_part
from tests.engine.contract.fields import BOOKKEEPING, fields_of
from tests.engine.contract.peeking import deal_by_the_seed, deal_without_sorting, shuffle_unsorted, true
from tests.engine.contract.tables import GAMES, Table, briefly, evening, is_searched, walk_of
from tests.engine.kernel.orchard import ORCHARD, Orchard
from tests.engine.search import laws as laws_of_search

WITH_PILES = [key for key in GAMES if key != "minos-classic"]
"""Games that hide more than standing orders."""


def broken_by(game: Game[Any], key: str, check: Callable[[Case], None]) -> str:
    """Return the first law that a changed game breaks at the original game's positions, or "" if it keeps all laws."""
    try:
        for case in walk_of(key):
            check(Case(game, case.position, FastChance(bytes(16))))
    except LawBroken as broken:
        return broken.law
    return ""


def check_imagined(case: Case) -> None:
    """Check all of K9 except the law about thoughts."""
    secrecy.check_worlds(case)
    secrecy.check_answers(case)


def zones_of(key: str) -> list[str]:
    """Return the names of a game's hidden zones that hold several things or secret answers."""
    names: dict[str, None] = {}
    for case in walk_of(key):
        for zone in case.game.secrecy.hidden(case.position.state, 0):
            if zone.is_answer or len(zone.places) > 1:
                names[zone.name] = None
    return list(names)


def with_secrecy(key: str, **members: Any) -> Game[Any]:
    """Return the game with these members of its secrecy replaced."""
    return with_part(GAMES[key], "secrecy", **members)


def restore_zones(game: Game[Any], state: Any, dealt: Any, zones: Iterable[Zone]) -> Any:
    """Return the redealt state, but put everything in these zones back in its true place."""
    tree, truth = tree_of(dealt), tree_of(state)
    for zone in zones:
        for place in (*zone.places, *zone.mentions):
            set_value(tree, place, value_at(truth, place))
    return state_of(game.rules.state_type, tree)


def become(state: Any, other: Any) -> None:
    """Make `state` equal to `other` in place."""
    for field in state.__struct_fields__:
        setattr(state, field, getattr(other, field))


def forgetting(key: str, name: str) -> Game[Any]:
    """Plant a fault: return a game whose redeal never changes the hidden zone `name`."""
    honest = GAMES[key]

    def redeal(_: Any, world: Any, seat: Seat | None, chance: Chance) -> None:
        state = honest.rules.copy(world)
        zones = [zone for zone in honest.secrecy.hidden(state, seat) if zone.name == name]
        honest.secrecy.redeal(world, seat, chance)
        become(world, restore_zones(honest, state, world, zones))

    return with_secrecy(key, redeal=redeal)


@pytest.mark.parametrize("key", GAMES)
def test_k9_catches_a_redeal_that_keeps_the_truth(key: str) -> None:
    game = with_secrecy(key, redeal=lambda *_: None)
    assert broken_by(game, key, check_imagined) == "K9"


@pytest.mark.parametrize("key", GAMES)
def test_k9_catches_a_redeal_that_leaves_out_any_zone(key: str) -> None:
    names = zones_of(key)
    assert len(names) == {"orchard": 2, "minos-classic": 1, "minerva": 4, "minos-dawn": 10}[key]
    assert {name: broken_by(forgetting(key, name), key, check_imagined) for name in names} == dict.fromkeys(names, "K9")


@pytest.mark.parametrize("key", WITH_PILES)
def test_k9_catches_a_redeal_that_shuffles_without_sorting(key: str) -> None:
    def as_it_lies(_: Any, world: Any, seat: Seat | None, chance: Chance) -> None:
        become(world, shuffle_unsorted(GAMES[key], world, seat, chance))

    assert broken_by(with_secrecy(key, redeal=as_it_lies), key, check_imagined) == "K9"


@pytest.mark.parametrize("key", GAMES)
def test_k9_catches_a_redealt_zone_that_is_not_named(key: str) -> None:
    for name in zones_of(key):

        def hidden(_: Any, state: Any, seat: Seat | None, name: str = name) -> Sequence[Zone]:
            return [zone for zone in GAMES[key].secrecy.hidden(state, seat) if zone.name != name]

        # `suppose` is disabled because it overwrites some zones. Only the census of fields would report those.
        caught = broken_by(with_secrecy(key, hidden=hidden, suppose=lambda *_: None), key, secrecy.check_worlds)
        assert caught == "K9", name


@pytest.mark.parametrize("key", WITH_PILES)
def test_k4_catches_a_hidden_zone_that_everyone_can_see(key: str) -> None:
    seen = {"orchard": ("tree",), "minerva": ("temples",), "minos-dawn": ("offer",)}[key]

    def hidden(_: Any, state: Any, seat: Seat | None) -> Sequence[Zone]:
        pile = value_at(tree_of(state), seen)
        return [Zone("seen", tuple((*seen, place) for place in range(len(pile))))]

    assert broken_by(with_secrecy(key, hidden=hidden), key, secrecy.check_secrets) == "K4"


def blind(rules: Any, state: Orchard, seat: Seat | None) -> Any:
    """Plant a fault: omit coins from the view without declaring them to be hidden."""
    return msgspec.structs.replace(ORCHARD.rules.look(state, seat), coins=())


def muddled_zones(secrecy: Any, state: Orchard, seat: Seat | None) -> tuple[Zone, ...]:
    """Plant a fault: declare coins to be secret answers of the seats."""
    return (*ORCHARD.secrecy.hidden(state, seat), Zone("coins", (("coins",),), is_answer=True))


def orchards(game: Game[Any]) -> Any:
    """Return the fields of the toy game with three seats."""
    return fields_of(game, [case.position for case in walk_of("orchard") if case.position.settings.seats == 3])


def test_the_field_census_finds_fields_neither_seen_nor_hidden() -> None:
    honest = orchards(ORCHARD)
    assert (honest.unnamed, honest.hidden) == (set(), {"bag", "baskets", "picks", "scarecrows"})
    assert orchards(with_part(ORCHARD, "rules", look=blind)).unnamed == {"coins"}
    found = orchards(with_part(ORCHARD, "secrecy", hidden=muddled_zones))
    assert found.answers - found.hidden == {"coins"}


@pytest.mark.parametrize(
    ("key", "seats", "name", "fields"),
    [
        ("orchard", 3, "fruit", {"bag", "baskets"}),
        ("orchard", 3, "secret answers", {"picks", "scarecrows"}),
        ("minos-classic", 2, "orders", {"players.order"}),
        ("minerva", 2, "temples", {"temple_stack"}),
        ("minos-dawn", 1, "retired", {"retired"}),
        ("minos-dawn", 2, "cards of age 1", {"decks", "players.hand", "boxed"}),
        ("minos-dawn", 2, "goods pile", {"goods_pile"}),
    ],
)
def test_the_field_census_finds_a_zone_that_is_not_named(key: str, seats: int, name: str, fields: set[str]) -> None:
    def hidden(_: Any, state: Any, seat: Seat | None) -> Sequence[Zone]:
        return [zone for zone in GAMES[key].secrecy.hidden(state, seat) if zone.name != name]

    walk = [case.position for case in walk_of(key) if case.position.settings.seats == seats]
    assert fields_of(with_secrecy(key, hidden=hidden), walk).unnamed - BOOKKEEPING.get(key, frozenset()) == fields


def test_k9_catches_an_agenda_that_names_a_hand_card() -> None:
    case = next(
        case for case in evening(Table("minos-dawn", 2, "greedy")).cases() if case.position.state.phase == "action"
    )
    secrecy.check_worlds(case)
    telling = copy_position(case.game, case.position)
    telling.agenda.insert(0, DecreeArrives(1, telling.state.players[1].hand[0], "hand", 0))
    with pytest.raises(LawBroken, match="the agenda tells seat 0 of"):
        secrecy.check_worlds(Case(case.game, telling, case.chance))


@pytest.mark.parametrize("field", ["seed", "draws"])
def test_k9_catches_a_world_that_keeps_the_next_draws(monkeypatch: pytest.MonkeyPatch, field: str) -> None:
    def keeping(game: Any, position: Position[Any], seat: Seat, chance: Chance) -> Any:
        kept = {field: getattr(position, field)}
        return msgspec.structs.replace(world_of(game, position, seat, chance), **kept)

    monkeypatch.setattr(secrecy, "world_of", keeping)
    assert broken_by(ORCHARD, "orchard", secrecy.check_worlds) == "K9"


# Searches


def deal_with_real_draws(game: Game[Any], position: Position[Any], seat: Seat, chance: Chance) -> Position[Any]:
    """Cheat: return a fair deal, but with the game's real next draws."""
    return msgspec.structs.replace(world_of(game, position, seat, chance), seed=position.seed, draws=position.draws)


def deal_with_real_answers(game: Game[Any], position: Position[Any], seat: Seat, chance: Chance) -> Position[Any]:
    """Cheat: return a fair deal, but with the real secret answers of other seats."""
    world = world_of(game, position, seat, chance)
    answers = [zone for zone in game.secrecy.hidden(position.state, seat) if zone.is_answer]
    return msgspec.structs.replace(world, state=restore_zones(game, position.state, world.state, answers))


def thoughts_break(key: str, seats: int) -> str:
    """Return the law that thoughts break in games of greedy players, or "" if they break none."""
    level = briefly(GAMES[key].programs.levels["strong"])
    try:
        for case in evening(Table(key, seats, "greedy")).cases():
            if is_searched(level, case):
                laws_of_search.check_thoughts(case, level)
    except LawBroken as broken:
        return broken.law
    return ""


@pytest.mark.parametrize(("key", "seats"), [("minerva", 2), ("minos-dawn", 2), ("minos-dawn", 1)])
@pytest.mark.parametrize("peeking", [true, deal_by_the_seed, deal_without_sorting], ids=lambda each: each.__name__)
def test_k9_catches_a_search_that_peeks(monkeypatch: pytest.MonkeyPatch, peeking: Any, key: str, seats: int) -> None:
    monkeypatch.setattr(thinking, "world_of", peeking)
    assert thoughts_break(key, seats) == "K9"


def test_k9_catches_a_search_that_knows_others_declarations(monkeypatch: pytest.MonkeyPatch) -> None:
    """PROG-6: seats declare their advances in secret during the draft."""
    monkeypatch.setattr(thinking, "world_of", deal_with_real_answers)
    assert thoughts_break("minos-dawn", 3) == "K9"


@pytest.mark.parametrize("peeking", [deal_by_the_seed, deal_with_real_draws], ids=lambda each: each.__name__)
def test_k9_catches_a_search_that_knows_the_dice(monkeypatch: pytest.MonkeyPatch, peeking: Any) -> None:
    """Minos (classic) hides only standing orders, so searches cheat by looking at future dice."""
    monkeypatch.setattr(thinking, "world_of", peeking)
    assert thoughts_break("minos-classic", 2) == "K9"
