"""Positions for the gallery and for tests, each reached by playing a game."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TypeAlias

from engine.kernel.chance import Chance
from engine.kernel.decision import Answer, Decision, Fact, Seat
from engine.kernel.game import complete_settings
from engine.kernel.play import Play, start
from engine.kernel.policy import FastChance, random_policy
from engine.kernel.rules import with_pending
from engine.minos_dawn.game import GAME, RULES
from engine.minos_dawn.seen.view import DawnView
from engine.minos_dawn.state.facts import DieDrafted, DieRetrieved
from render import gallery
from render.gallery import GalleryPicture, Positions, marks_of, picture_part, picture_table
from render.minos_dawn.renderer import RENDERER

RELUCTANT = ("end", "skip", "done", "forfeit", "later", "advance:none", "site:none", "benefit:none", "discard")
FULL_HAND = 10
SEED, RIVAL_SEED, END_SEED = b"knossos gallery 1", b"knossos rival 9 ", b"knossos rival 13 "
FIRST_SEED = b"knossos first 5 "

BEGINS = (DieDrafted, DieRetrieved)

Position: TypeAlias = gallery.Position[DawnView]
Look = Callable[[], DawnView]
Wanted = Callable[[DawnView, list[Decision]], bool]
Mind = Callable[[Look, Decision, Chance], tuple[str, ...]]


def eager(look: Look, decision: Decision, chance: Chance) -> tuple[str, ...]:
    """Choose answers that fill up the boards: prefer any action to passing."""
    wanted = [option.key for option in decision.options if not option.key.startswith(RELUCTANT)]
    if not wanted or decision.at_most > 1:
        return random_policy(look, decision, chance)
    return (wanted[chance.below("eager", len(wanted))],)


def hoarding(look: Look, decision: Decision, chance: Chance) -> tuple[str, ...]:
    """Choose answers that fill up the hand: prepare and draw, but play nothing."""
    keys = [option.key for option in decision.options]
    if decision.at_most > 1:
        return random_policy(look, decision, chance)
    drawing = [key for key in keys if key.startswith(("draw", "gather")) or key.endswith(":prepare")]
    keeping = [key for key in keys if not key.startswith(("play", "card", "develop", "sell", "discard", "palace"))]
    wanted = drawing[:1] or keeping or keys
    return (wanted[chance.below("hoarding", len(wanted))],)


def reach(
    seats: int, wanted: Wanted, mind: Mind = eager, is_own: bool = False, seed: bytes = SEED, **options: str
) -> Position:
    """Play the game with this seed. Return the first position that satisfies `wanted`, or else the last one. If
    `is_own`, show it as the seat with the most cards sees it, otherwise as everyone sees it."""
    chance = FastChance(seed)
    play = Play(GAME, start(GAME, complete_settings(GAME, seats, options), seed[:16]).position)
    moves: list[Fact] = []
    asked_before: list[Seat] = []
    while play.pending and not wanted(RULES.look(play.position.state, None), play.pending):
        decision = play.pending[chance.below("seat", len(play.pending))]
        look = partial(RULES.look, play.position.state, decision.seat)
        asking = [each.seat for each in play.pending]
        if asking != asked_before:
            moves, asked_before = [], asking
        facts = play.answer(Answer(decision.seat, decision.id, mind(look, decision, chance))).facts
        moves = [*([] if any(isinstance(fact, BEGINS) for fact in facts) else moves), *facts]
    asked = play.pending[0] if len(play.pending) == 1 else None
    view = RULES.look(play.position.state, None)
    if is_own:
        view = RULES.look(play.position.state, max(view.seats, key=lambda seat: seat.hand_size).seat)
    heard = (RULES.hear(fact, None) for fact in moves)
    return Position(
        with_pending(view, play.pending), marks_of(asked), decision=asked,
        moves=tuple(fact for fact in heard if fact is not None),
    )  # fmt: skip


def _drafting(dice: int, round: int) -> Wanted:
    return lambda view, _: view.phase == "draft" and view.round == round and sum(len(r.dice) for r in view.rows) == dice


def _building(view: DawnView, pending: list[Decision]) -> bool:
    return view.round == 3 and any((o.target or "").startswith("region:") for d in pending for o in d.options[2:])


def _rival_marked(view: DawnView, _: list[Decision]) -> bool:
    chosen = view.rival.selection if view.rival else None
    return view.phase == "draft" and chosen is not None and chosen.mark != "" and chosen.line > 0


def _rival_expanded(view: DawnView, _: list[Decision]) -> bool:
    turn = view.rival.turn if view.rival else None
    return view.phase == "action" and view.round == 3 and turn is not None and len(turn.goods) >= 3


def _acting(row: str, round: int, points: int = 1) -> Wanted:
    """Return a check that this action is under way in that round or later, with 1 to `points` action points left."""

    def is_wanted(view: DawnView, pending: list[Decision]) -> bool:
        now = view.turn
        return (
            now is not None and view.round >= round and (now.acts_as or now.row) == row and 0 < now.points <= points
        ) and any(option.target for decision in pending for option in decision.options)

    return is_wanted


def _building_somewhere(view: DawnView, pending: list[Decision]) -> bool:
    keys = [option.key for decision in pending for option in decision.options]
    return view.turn is not None and view.round >= 2 and any(key.startswith(("city:", "farm:")) for key in keys)


def _developing(view: DawnView, _: list[Decision]) -> bool:
    now = view.turn
    return now is not None and view.round == 2 and now.row == "develop" and now.points > 0


def _phase(phase: str, round: int) -> Wanted:
    return lambda view, _: view.phase == phase and view.round >= round


@cache
def positions() -> Mapping[str, Position]:
    return Positions(
        {
            "dawn-01-setup": partial(reach, 4, lambda view, _: True, setup="draft"),
            "dawn-02-mid-draft": partial(reach, 4, _drafting(9, 1)),
            "dawn-03-pending-traits": partial(
                reach, 4, lambda view, _: view.turn is not None and len(view.turn.due) >= 2 and view.round >= 2
            ),
            "dawn-04-end-of-round-2": partial(reach, 4, lambda view, _: view.round == 3 and view.phase == "draft"),
            "dawn-05-three-seats-building": partial(reach, 3, _building, routes="BBB"),
            "dawn-06-two-seats": partial(reach, 2, _drafting(5, 4), routes="ABA"),
            "dawn-07-end-of-game": partial(reach, 4, lambda view, _: False),
            "dawn-10-rival-selects": partial(reach, 1, _rival_marked, seed=RIVAL_SEED, difficulty="hard"),
            "dawn-11-rival-expands": partial(reach, 1, _rival_expanded),
            "dawn-13-progress": partial(
                reach, 4, lambda view, asked: view.round >= 2 and all(each.rule == "PROG-5" for each in asked)
            ),
            "dawn-14-income": partial(reach, 4, _phase("income", 3)),
            "dawn-15-expanding": partial(reach, 4, _acting("expand", 3, 3)),
            "dawn-16-battles": partial(reach, 4, _phase("battles", 4), mind=GAME.programs.policies["greedy"]),
            "dawn-17-developing": partial(reach, 3, _developing),
            "dawn-18-alone-building": partial(reach, 1, _building_somewhere),
            "dawn-22-alone-advancing": partial(reach, 1, _acting("build", 2, 2)),
            "dawn-21-alone-first-pick": partial(
                reach,
                1,
                lambda view, _: view.phase == "draft" and view.rival is not None and view.rival.selection is None,
                seed=FIRST_SEED,
            ),
            "dawn-23-retrieving": partial(reach, 4, lambda view, _: view.phase == "action" and view.turn is None),
            "dawn-19-dealt": partial(reach, 3, lambda view, _: True, setup="quick"),
            "dawn-20-two-seats-expanding": partial(reach, 2, _acting("expand", 3, 4)),
            "dawn-12-rival-at-the-end": partial(
                reach, 1, lambda view, _: False, mind=GAME.programs.policies["greedy"], seed=END_SEED, difficulty="easy"
            ),
        }
    )


@cache
def full_hand() -> Position:
    return reach(4, lambda view, _: max(seat.hand_size for seat in view.seats) >= FULL_HAND, mind=hoarding, is_own=True)


def pictures() -> dict[str, GalleryPicture]:
    tables = positions()
    end = tables["dawn-07-end-of-game"]
    richest = max(end.view.seats, key=lambda each: (len(each.area), len(each.palace))).seat
    return {
        **{name: picture_table(RENDERER, position) for name, position in tables.items()},
        "dawn-08-seat": picture_part(RENDERER, end, f"seat:{richest}"),
        "dawn-09-full-hand": picture_part(RENDERER, full_hand(), "hand"),
    }
