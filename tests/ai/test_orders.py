"""Orders for a thinking process contain neither the seed nor the true order of hidden things. K9"""

from base64 import b64encode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from ai import orders
from ai.orders import Order, read_order, to_bytes
from engine.kernel.chance import SEED_BYTES, Chance
from engine.kernel.codec import decode
from engine.kernel.decision import Decision, Seat
from engine.kernel.game import Game
from engine.kernel.hidden import Path, set_value, state_of, tree_of, value_at
from engine.kernel.play import Play, Position, world_of
from tests.engine.contract.fields import field_of
from tests.engine.contract.peeking import true
from tests.engine.contract.tables import Table, evening

SECRET = bytes(range(SEED_BYTES))
TABLES = [Table("minos-dawn", seats, "greedy") for seats in (1, 2, 4)]
TABLES += [Table("minerva", seats, "greedy") for seats in (1, 3)]
TABLES += [Table("minos-classic", 3, "greedy")]
PILES: Mapping[str, set[str]] = {
    "minos-dawn": {"decks", "goods_pile", "sea_box", "retired", "players.hand", "boxed", "rival.deck"},
    "minerva": {"deck", "temple_stack"},
    "minos-classic": set(),
}
"""For each game, the names of the hidden piles that the tests must cover."""
LEAST_KINDS = 5
"""Piles with fewer kinds of things aren't checked: a shuffle may keep their true order by chance."""


def open_questions(table: Table) -> Iterator[tuple[Game[Any], Position[Any], Decision]]:
    """Yield questions from every part of a game."""
    for case in evening(table).cases():
        for decision in Play(case.game, case.position).pending:
            yield case.game, case.position, decision


def spellings(seed: bytes) -> list[bytes]:
    """Return all forms in which a message could contain the seed."""
    texts = seed.hex(), seed.hex().upper(), seed.hex("-"), repr(seed), str(int.from_bytes(seed, "big"))
    coded = b64encode(seed), urlsafe_b64encode(seed)
    return [seed, seed[::-1], *(text.encode() for text in texts), *(each.rstrip(b"=") for each in coded)]


def piles(game: Game[Any], state: Any, seat: Seat) -> dict[Path, list[Any]]:
    """Return the hidden piles in their true order, except sorted piles and those with few kinds."""
    tree = tree_of(state)
    hidden = [place for zone in game.secrecy.hidden(state, seat) if not zone.is_answer for place in zone.places]
    found_at = {path: value_at(tree, path) for path in {place[:-1]: None for place in hidden}}
    return {path: pile for path, pile in found_at.items() if len(set(pile)) >= LEAST_KINDS and pile != sorted(pile)}


def leaks_in(sent: bytes, game: Game[Any], position: Position[Any], seat: Seat) -> list[str]:
    """Return the secrets found in a message: "seed", or the names of the piles in their true order."""
    seeds = ["seed" for deal_with_the_seed_in_hex in spellings(position.seed) if deal_with_the_seed_in_hex in sent]
    return seeds + [
        field_of(path)
        for path, pile in piles(game, position.state, seat).items()
        if b"".join(map(msgspec.msgpack.encode, pile)) in sent
    ]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_orders_reveal_neither_the_seed_nor_hidden_piles(table: Table) -> None:
    """Every question at every kept position of a whole game is checked."""
    questions = 0
    for game, position, decision in open_questions(table):
        sent = to_bytes(Order.of(game, position, decision.seat, "strong", SECRET))
        assert leaks_in(sent, game, position, decision.seat) == []
        world = decode(game, read_order(sent).world)
        assert game.rules.look(world.state, decision.seat) == game.rules.look(position.state, decision.seat)
        assert world.draws == {}
        questions += 1
    assert questions > 20


@pytest.mark.parametrize("key", PILES)
def test_the_leak_check_covers_every_kind_of_pile(key: str) -> None:
    names = Counter(
        field_of(path)
        for table in TABLES
        if table.game == key
        for game, position, decision in open_questions(table)
        for path in piles(game, position.state, decision.seat)
    )
    assert set(names) == PILES[key]
    assert all(count > 2 for count in names.values())


# Orders that leak secrets


def deal_with_the_seed(game: Game[Any], position: Position[Any], seat: Seat, chance: Chance) -> Position[Any]:
    """Planted leak: return a fair deal, but with the seed of the game."""
    return msgspec.structs.replace(world_of(game, position, seat, chance), seed=position.seed)


def deal_with_the_seed_in_hex(game: Game[Any], position: Position[Any], seat: Seat, chance: Chance) -> Position[Any]:
    """Planted leak: return a fair deal, but with the game's seed in hex among its draws."""
    return msgspec.structs.replace(world_of(game, position, seat, chance), draws={position.seed.hex(): 0})


def leaks_at(table: Table) -> set[str]:
    """Return all secrets leaked by the orders of a game at this table."""
    return {
        told
        for game, position, decision in open_questions(table)
        for told in leaks_in(
            to_bytes(Order.of(game, position, decision.seat, "strong", SECRET)), game, position, decision.seat
        )
    }


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("telling", [deal_with_the_seed, deal_with_the_seed_in_hex], ids=lambda each: each.__name__)
def test_the_leak_check_finds_a_leaked_seed(monkeypatch: pytest.MonkeyPatch, telling: Any, table: Table) -> None:
    monkeypatch.setattr(orders, "world_of", telling)
    assert leaks_at(table) == {"seed"}


@pytest.mark.parametrize("key", ["minos-dawn", "minerva"])
def test_the_leak_check_finds_hidden_piles_in_true_order(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setattr(orders, "world_of", true)
    assert set().union(*(leaks_at(table) for table in TABLES if table.game == key)) == PILES[key]


@pytest.mark.parametrize(
    ("table", "name"),
    [(TABLES[1], "goods_pile"), (TABLES[0], "rival.deck"), (TABLES[2], "decks"), (TABLES[4], "temple_stack")],
    ids=str,
)
def test_the_leak_check_finds_one_pile_in_true_order(monkeypatch: pytest.MonkeyPatch, table: Table, name: str) -> None:
    def forgetting(game: Game[Any], position: Position[Any], seat: Seat, chance: Chance) -> Position[Any]:
        world = world_of(game, position, seat, chance)
        tree = tree_of(world.state)
        for path, pile in piles(game, position.state, seat).items():
            if field_of(path) == name:
                set_value(tree, path, pile)
        return msgspec.structs.replace(world, state=state_of(game.rules.state_type, tree))

    monkeypatch.setattr(orders, "world_of", forgetting)
    assert leaks_at(table) == {name}
