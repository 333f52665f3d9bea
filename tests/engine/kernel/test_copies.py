from collections import deque

import msgspec

from engine.kernel.rules import copier, view_of


class Leaf(msgspec.Struct, frozen=True):
    name: str


class Twig(msgspec.Struct):
    leaves: list[Leaf]
    birds: int = 0


class Tree(msgspec.Struct):
    twigs: list[Twig]
    rows: list[list[int | None]]
    nests: dict[str, list[int]]
    queue: deque[int]
    rings: tuple[int, ...] = ()
    fallen: Twig | None = None


class TwigView(msgspec.Struct, frozen=True):
    leaves: tuple[Leaf, ...]
    birds: int
    is_high: bool
    note: str = ""


def test_a_copy_shares_nothing_that_can_change():
    tree = Tree([Twig([Leaf("oak")])], [[1, None]], {"low": [3]}, deque([4]), (5,), Twig([]))
    other = copier(Tree)(tree)
    assert other == tree
    other.twigs[0].leaves.append(Leaf("ash"))
    other.rows[0].append(2)
    other.nests["low"].append(6)
    other.queue.append(7)
    other.fallen.birds = 1
    assert tree == Tree([Twig([Leaf("oak")])], [[1, None]], {"low": [3]}, deque([4]), (5,), Twig([]))
    assert other.twigs[0].leaves[0] is tree.twigs[0].leaves[0]


def test_a_copy_preserves_empty_and_missing_values():
    assert copier(Tree)(Tree([], [], {}, deque())) == Tree([], [], {}, deque())


def test_view_of_takes_missing_fields_from_the_state():
    twig = Twig([Leaf("oak")], 2)
    assert view_of(TwigView, twig, is_high=True) == TwigView((Leaf("oak"),), 2, True)
    assert view_of(TwigView, twig, note="dry", is_high=False, birds=0) == TwigView((Leaf("oak"),), 0, False, "dry")
