"""Which plates a view is drawn as: the first with what is asked, the second with the rest of the table."""

from collections.abc import Mapping, Sequence

from engine.kernel.decision import Fact, Message, Seat
from engine.minos_dawn.content.box import RIVAL, ROWS
from engine.minos_dawn.content.words import row as row_name
from engine.minos_dawn.seen.view import DawnView
from render.minos_dawn.board import COLOURS, RIVAL_NAME
from render.minos_dawn.panels import Names, phase_of
from render.minos_dawn.plates import (
    court,
    draft,
    income,
    land,
    progress,
    reasons,
    setup,
    standing,
    tracks,
    troops,
    turn,
    vases,
)
from render.minos_dawn.plates.chart import FEW, background, chart
from render.minos_dawn.plates.decree import CARD
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, TOP, head
from render.minos_dawn.text_board import alt_text, map_text, tracks_text
from render.names import all_shown
from render.plate import HEIGHT, WIDTH, Plate
from render.renderer import Mark, Say
from render.scene import Layer, Scene

BARE = Layer("bare", ())
FIRST, SECOND = "now", "table"
"""The names of the plates."""
PRICES_WIDTH, PRICES_HEIGHT = 400, 180
"""Room for prices beside the map of few seats, and below the map of many."""
TROOPS_HEIGHT = 104


def plates(
    view: DawnView, marks: Sequence[Mark], names: Mapping[Seat, str], words: Say, moves: Sequence[Fact] = ()
) -> tuple[Plate, ...]:
    """What is asked, then the rest of the table: the map, or tracks and routes where the map is asked about.

    At the end, when nothing is asked any more, the map and then tracks and routes.
    """
    people = people_of(view, names, words)
    tracks_plate = Plate(SECOND, _tracks(view, people, words), tracks_text(view, names, words))
    if view.result:
        return Plate(FIRST, _map(view, people), alt_text(view, names, words)), tracks_plate
    first = Plate(FIRST, _first(view, marks, people, words), alt_text(view, names, words))
    if on_map(view):
        return first, tracks_plate
    return first, Plate(SECOND, _map(view, people), map_text(view, names, words))


def people_of(view: DawnView, names: Mapping[Seat, str], words: Say) -> dict[Seat, str]:
    """Every seat's name as pictures write it."""
    colours = {each.seat: words(Message(f"picture.colour.{COLOURS[each.seat]}")) for each in view.seats}
    shown = all_shown(names, colours)
    return shown | {RIVAL: words(RIVAL_NAME)} if view.rival else shown


def asked_about(view: DawnView) -> str:
    """What the first plate is about: the action of a turn, else the phase."""
    if view.turn is not None:
        return view.turn.acts_as or view.turn.row
    return "draft" if view.phase == "action" else view.phase


def on_map(view: DawnView) -> bool:
    """Whether the first plate shows the map."""
    return asked_about(view) in ("build", "expand", "battles")


def _first(view: DawnView, marks: Sequence[Mark], people: Names, words: Say) -> Scene:
    about = asked_about(view)
    title = Layer("head", tuple(head(view, people, _doing(view, words), words)), is_needed=True)
    match about:
        case "draft":
            return _bare(
                title,
                Layer("draft", tuple(draft.draft(view, people, words)), is_needed=True),
                Layer("rows", tuple(draft.labels(view, words))),
            )
        case "build" | "expand" | "battles":
            return _land(view, about, marks, title, people, words)
        case "progress":
            return _bare(title, Layer("progress", tuple(progress.progress(view, people)), is_needed=True))
        case "income":
            return _bare(title, Layer("income", tuple(income.income(view, people, words)), is_needed=True))
        case "setup":
            return _bare(title, Layer("setup", tuple(setup.setup(view, words)), is_needed=True))
    return _court(view, title, words)


def _doing(view: DawnView, words: Say) -> str:
    if view.turn is not None:
        return words(row_name(ROWS.index(view.turn.acts_as or view.turn.row)))
    return words(phase_of(view))


def _bare(*layers: Layer) -> Scene:
    return Scene(WIDTH, HEIGHT, BARE, 1, layers)


def _court(view: DawnView, title: Layer, words: Say) -> Scene:
    assert view.turn is not None
    seat = view.seats[view.turn.seat]
    top = TOP + turn.STRIP + 12
    low = top + CARD + MARGIN
    end = BOTTOM - (reasons.TURN if view.rival else 0)
    return _bare(
        title,
        Layer("turn", tuple(turn.strip(view, view.turn, TOP)), is_needed=True),
        Layer("offer", tuple(court.offer(view, seat, top, words)), is_needed=True),
        Layer("own", tuple(court.own(view, seat, low, end - low)), is_needed=True),
        Layer("palace", tuple(court.palace(seat, low, end - low))),
        *_reasons(view),
    )


def _reasons(view: DawnView) -> tuple[Layer, ...]:
    """Alone, what the rival did last and why."""
    if view.rival is None:
        return ()
    return (Layer("reasons", tuple(reasons.turn(view.rival, BOTTOM - reasons.TURN + MARGIN - 11)), is_needed=True),)


def _land(view: DawnView, about: str, marks: Sequence[Mark], title: Layer, people: Names, words: Say) -> Scene:
    """The map with what is asked about it."""
    shown = land.Shown(has_foundations=about == "build", tiles=0 if about == "build" else 1)
    top = TOP + turn.STRIP + 12
    is_few = len(view.seats) <= FEW
    crete = chart(len(view.seats), top, HEIGHT - (reasons.TURN if is_few else PRICES_HEIGHT + MARGIN + 10))
    if view.turn is None:
        strip = Layer("vases", tuple(vases.strip(view, TOP, turn.STRIP)))
    else:
        strip = Layer("turn", tuple(turn.strip(view, view.turn, TOP)), is_needed=True)
    if is_few:
        end = BOTTOM if view.rival is None else BOTTOM - reasons.TURN - 8
        room = (MARGIN, top + 4, PRICES_WIDTH, end - top - 4)
    elif about == "build":
        room = (MARGIN, BOTTOM - PRICES_HEIGHT, WIDTH - 2 * MARGIN, PRICES_HEIGHT)
    else:
        room = (MARGIN, BOTTOM - TROOPS_HEIGHT, WIDTH - 2 * MARGIN, TROOPS_HEIGHT)
    return Scene(
        WIDTH, HEIGHT, background(crete), HEIGHT,
        (
            title, strip,
            Layer("regions", tuple(land.clusters(view, crete, shown)), is_needed=True),
            Layer("marks", tuple(land.numbers(view, crete, shown, marks)), is_needed=True),
            *_beside(view, about, room, people, words),
            *_reasons(view),
        ),
    )  # fmt: skip


def _beside(
    view: DawnView, about: str, room: tuple[float, float, float, float], people: Names, words: Say
) -> tuple[Layer, ...]:
    """Prices where something is built; else the warriors and weaponry of all seats."""
    if about == "build":
        assert view.turn is not None
        seat = view.seats[view.turn.seat]
        return (
            Layer("prices", tuple(turn.prices(view, seat, *room)), is_needed=True),
            Layer("routes", tuple(turn.route_names(view, *room, words))),
        )
    if len(view.seats) <= FEW:
        return (Layer("troops", tuple(troops.column(view, *room, people)), is_needed=True),)
    return (Layer("troops", tuple(troops.below(view, room[1], room[3])), is_needed=True),)


def _map(view: DawnView, people: Names) -> Scene:
    """The map over a line a seat."""
    shown = land.Shown()
    bottom = standing.lines_top(view) - 10
    crete = chart(len(view.seats), 0, bottom)
    return Scene(
        WIDTH, HEIGHT, background(crete), HEIGHT,
        (
            Layer("regions", tuple(land.clusters(view, crete, shown))),
            Layer("vases", tuple(vases.on_map(view, bottom))),
            Layer("seats", tuple(standing.names(view, people)), is_needed=True),
            Layer("holdings", tuple(standing.holdings(view))),
        ),
    )  # fmt: skip


def _tracks(view: DawnView, people: Names, words: Say) -> Scene:
    """Tracks and routes below a line of all seats."""
    return _bare(
        Layer("seats", tuple(standing.short(view, MARGIN)), is_needed=True),
        Layer("tracks", tuple(tracks.tracks(view, MARGIN + 96, 366, 40, tracks.LEAST_SIGNS))),
        Layer("routes", tuple(tracks.routes(view, MARGIN + 96 + 380, BOTTOM - MARGIN - 96 - 380, words))),
    )
