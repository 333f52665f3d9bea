"""Choose the plates of a view, first the one for the current question. Highlight changes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import engine.minos_dawn.state.facts as facts
from engine.kernel.decision import Fact, Message, Seat
from engine.minos_dawn.content.box import RIVAL, ROWS
from engine.minos_dawn.content.words import row as row_name
from engine.minos_dawn.seen.view import DawnView, SeatView
from render import theme
from render.minos_dawn.plates import court, draft, land, phases, reasons, standing, tracks, turn, vases
from render.minos_dawn.plates.chart import FEW, Chart, background, chart
from render.minos_dawn.plates.court import CARD
from render.minos_dawn.plates.frame import BOTTOM, MARGIN, SIGNS, SMALL_SIGNS, TOP, head
from render.minos_dawn.situation import asked_seats, deciding, people_of
from render.minos_dawn.text_board import alt_text, map_text, tracks_text
from render.plate import HEIGHT, WIDTH, Plate, Plates, arrow, bare
from render.renderer import Mark, Names, Say
from render.scene import Items, Layer, Scene
from render.seat_colours import COLOURS

FIRST, SECOND = "now", "table"
ON_MAP = ("build", "expand", "battles", "over")
"""Subjects of questions about the map, and phases that show the map without a question."""
BELOW_STRIP = TOP + turn.STRIP_HEIGHT + 12
PRICES_WIDTH, PRICES_HEIGHT = 430, 190
"""Room for prices: next to the map if there are few seats, below it if there are many."""
TROOPS_HEIGHT = 88
MOST_ARROWS = 6
"""If there are more moves than this, only the last ones get arrows."""
VASES_HEIGHT = 116
TALLEST_CARD = 540


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that changed. Dice, tracks and routes are paired with the seat that changed them, RIVAL for the
    rival."""

    regions: set[int] = field(default_factory=set)
    dice: set[tuple[Seat, str]] = field(default_factory=set)
    tracks: set[tuple[Seat, int]] = field(default_factory=set)
    routes: set[tuple[Seat, str]] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    vases: set[str] = field(default_factory=set)
    points: set[Seat] = field(default_factory=set)
    """The seats whose VP changed."""
    ways: list[tuple[Seat, int, int]] = field(default_factory=list)
    """Moves of warriors: seat, origin, destination."""


def changes(moves: Sequence[Fact]) -> Changes:
    found = Changes()
    for fact in moves:
        match fact:
            case facts.Gained(seat, "vp") | facts.Paid(seat, "vp"):
                found.points.add(seat)
            case facts.CardPlaced() | facts.IncomePaid() | facts.Scored() | facts.VaseWon() if fact.vp:
                found.points.add(fact.seat)
            case _:
                pass
        match fact:
            case facts.WarriorMoved(seat, origin, region):
                found.ways.append((seat, origin, region))
                found.regions.add(region)
            case (
                facts.WarriorPlaced() | facts.SeaPeoplesDefeated()
                | facts.CityBuilt() | facts.TowerBuilt() | facts.FarmBuilt()
                | facts.RivalPlaced() | facts.RivalCityBuilt() | facts.RivalFarmBuilt() | facts.RivalFought()
            ):  # fmt: skip
                found.regions.add(fact.region)
            case facts.DieDrafted(seat, die):
                found.dice.add((seat, die))
            case facts.RivalDiePlaced(die):
                found.dice.add((RIVAL, die))
            case facts.Advanced(seat, track):
                found.tracks.add((seat, track))
            case facts.ShipBuilt() | facts.ShipAdvanced():
                found.routes.add((fact.seat, fact.route))
            case facts.RivalSailed(route):
                found.routes.add((RIVAL, route))
            case facts.OfferRefilled(cards):
                found.cards.update(cards)
            case facts.DecreePlayed() | facts.CardPlaced():
                found.cards.add(fact.card)
            case facts.VaseWon() | facts.VaseMarked():
                found.vases.add(fact.vase)
    return found


def arrows(found: Changes, chart: Chart) -> Items:
    for seat, origin, region in found.ways[-MOST_ARROWS:]:
        (x0, y0), (x1, y1) = chart.anchor(origin), chart.anchor(region)
        start = x0 + (x1 - x0) * 0.26, y0 + (y1 - y0) * 0.26
        end = x0 + (x1 - x0) * 0.74, y0 + (y1 - y0) * 0.74
        yield from arrow(start, end, theme.SEATS[COLOURS[seat]], 12, 0.06)


@dataclass(frozen=True, slots=True)
class Board:
    """Everything needed to draw the plates. `new` has the changes to highlight."""

    view: DawnView
    marks: Sequence[Mark]
    people: Names
    words: Say
    new: Changes

    @property
    def seat(self) -> SeatView:
        """The acting seat, or else the first seat that is being asked."""
        asked = (self.view.turn.seat,) if self.view.turn else asked_seats(self.view)
        return self.view.seats[asked[0] if asked else 0]


def plates(view: DawnView, marks: Sequence[Mark], names: Names, words: Say, moves: Sequence[Fact] = ()) -> Plates:
    """Return the plate for the current question, then a second one. The second one is the map or, if the question is
    about the map, tracks and routes. After the game, the map comes first."""
    board = Board(view, marks, people_of(view, names, words), words, changes(moves))
    about = subject_of(view)
    alt = alt_text(view, names, words)
    if about in ON_MAP:
        first = _map(board) if about == "over" else _land(board, about)
        return Plate(FIRST, first, alt), Plate(SECOND, _tracks(board), tracks_text(view, names, words))
    return Plate(FIRST, _first(board, about), alt), Plate(SECOND, _map(board), map_text(view, names, words))


def past_plate(view: DawnView, plates: Sequence[Plate], moves: Sequence[Fact]) -> Plate:
    """Return the one of two `plates` that best shows a past turn.

    This is the map if regions changed. Otherwise, if tracks or routes changed, it's the plate that shows them, if
    there is one. In all other cases it's the first plate.
    """
    new, (first, second) = changes(moves), plates
    if subject_of(view) in ON_MAP:
        return second if (new.tracks or new.routes) and not new.regions else first
    return second if new.regions else first


def subject_of(view: DawnView) -> str:
    """Return the subject of the first plate. It depends on the places that answers name, the action, or the phase."""
    if view.has_ended:
        return "over"
    first = view.asked_places
    action = (view.turn.acts_as or view.turn.row) if view.turn else view.phase
    if first == "track" and view.phase != "progress":
        return "track"
    if first == "route":
        return "build"
    if first == "region" and action not in ON_MAP:
        return "expand" if view.turn and action != "wild" else "build"
    if action == "draft" and deciding(view) is None:
        # PROG-6: only seats with four dice are still asked, and they declare, so nobody drafts any more.
        return "progress"
    return "draft" if action == "action" else action


def _first(board: Board, about: str) -> Scene:
    view, words, people = board.view, board.words, board.people
    match about:
        case "draft":
            return bare(
                _head(board),
                _layer("draft", draft.draft(view, people, words, board.new.dice)),
                Layer("rows", tuple(draft.labels(view, words))),
                _layer("marks", draft.numbers(view, board.marks)),
            )
        case "progress":
            numbers = tracks.numbers(board.marks, TOP, phases.TRACKS_HEIGHT)
            progress = phases.progress(view, people, board.new.tracks)
            return bare(_head(board), _layer("progress", progress), _layer("marks", numbers))
        case "track":
            height = BOTTOM - BELOW_STRIP - standing.SHORT_HEIGHT - MARGIN
            return bare(
                _head(board),
                _strip(board),
                _layer("tracks", tracks.tracks(view, BELOW_STRIP, height, SIGNS, board.new.tracks)),
                _layer("seats", standing.short(view, BOTTOM - standing.SHORT_HEIGHT, board.new.points)),
                _layer("marks", tracks.numbers(board.marks, BELOW_STRIP, height)),
            )
        case "income":
            names = Layer("names", tuple(phases.income_names(view, people, words)))
            return bare(_head(board), _layer("income", phases.income(view)), names)
        case "setup":
            return bare(_head(board), _layer("setup", phases.setup(view, words)))
    return _court(board)


def _head(board: Board) -> Layer:
    view = board.view
    about = subject_of(view) if view.phase == "draft" else view.phase
    phase = Message(f"picture_minos_dawn.phase.{about}")
    doing = row_name(ROWS.index(view.turn.acts_as or view.turn.row)) if view.turn else phase
    return _layer("head", head(view, board.people, board.words(doing), board.words))


def _layer(name: str, items: Items) -> Layer:
    return Layer(name, tuple(items), is_needed=True)


def _strip(board: Board) -> Layer:
    if board.view.turn is None:
        return Layer("vases", tuple(vases.strip(board.view, TOP, turn.STRIP_HEIGHT)))
    return _layer("turn", turn.strip(board.view, board.view.turn, TOP))


def _court(board: Board) -> Scene:
    """Return the offer, the seat's holdings and palace, the vases if there is room, and the rival's last turn."""
    view, seat = board.view, board.seat
    end = BOTTOM - (reasons.TURN_HEIGHT if view.rival else 0)
    lines = 70 * len(court.lines_of(view, seat))
    tall = lines + 20 + min(3, (len(seat.palace) + 2) // 3) * 66
    rest = end - BELOW_STRIP - tall - MARGIN
    has_vases = view.rival is None and rest - VASES_HEIGHT - MARGIN >= CARD
    card = max(CARD, min(TALLEST_CARD, rest - (VASES_HEIGHT + MARGIN if has_vases else 0)))
    low = BELOW_STRIP + card + MARGIN
    below = vases.strip(view, end - VASES_HEIGHT, VASES_HEIGHT) if has_vases else ()
    tall = end - low - (VASES_HEIGHT + MARGIN if has_vases else 0)
    return bare(
        _head(board),
        _strip(board),
        _layer("offer", court.offer(view, seat, BELOW_STRIP, card, board.words, board.new.cards)),
        _layer("own", court.own(view, seat, low, tall, lines if seat.palace else tall - 16)),
        Layer("palace", tuple(court.palace(seat, low + lines + 6, tall - lines - 20))),
        *(_reasons(view) or (Layer("vases", tuple(below)),)),
    )


def _reasons(view: DawnView) -> tuple[Layer, ...]:
    if view.rival is None:
        return ()
    return (_layer("reasons", reasons.turn(view.rival, BOTTOM - reasons.TURN_HEIGHT + MARGIN - 11)),)


def _land(board: Board, about: str) -> Scene:
    view = board.view
    shown = (
        land.RegionContent(True, True, has_prices=False)
        if about == "build"
        else land.RegionContent(False, False, tiles=1)
    )
    is_few = len(view.seats) <= FEW
    tall = PRICES_HEIGHT if about == "build" else TROOPS_HEIGHT
    low = reasons.TURN_HEIGHT if is_few else tall + MARGIN + 6
    crete = chart(len(view.seats), BELOW_STRIP, HEIGHT - low, SIGNS / SMALL_SIGNS)
    if is_few:
        end = BOTTOM if view.rival is None else BOTTOM - reasons.TURN_HEIGHT - 8
        room = (MARGIN, BELOW_STRIP + 4, PRICES_WIDTH, end - BELOW_STRIP - 4)
    else:
        room = (MARGIN, BOTTOM - tall, WIDTH - 2 * MARGIN, tall)
    return _on(
        crete,
        _head(board),
        _strip(board),
        *_regions(board, crete, shown, is_needed=True),
        _layer("marks", land.numbers(view, crete, shown, board.marks)),
        *_beside(board, about, room),
        *_reasons(view),
    )


def _on(crete: Chart, *layers: Layer) -> Scene:
    return Scene(WIDTH, HEIGHT, background(crete), HEIGHT, layers, is_busy=True)


def _regions(board: Board, crete: Chart, shown: land.RegionContent, is_needed: bool) -> Iterator[Layer]:
    yield Layer("moves", tuple(arrows(board.new, crete)))
    yield Layer("glow", tuple(land.glows(board.view, crete, shown, board.new.regions)))
    yield Layer("regions", tuple(land.clusters(board.view, crete, shown)), is_needed)


def _beside(board: Board, about: str, room: tuple[int, int, int, int]) -> Iterator[Layer]:
    view = board.view
    if about == "build":
        yield _layer("prices", turn.prices(view, board.seat, *room))
        yield Layer("routes", tuple(turn.route_names(view, board.words, *room)))
        yield _layer("ships", turn.numbers(view, board.marks, *room))
    elif len(view.seats) <= FEW:
        yield _layer("troops", standing.troops_column(view, *room, board.people))
    else:
        yield _layer("troops", standing.troops_below(view, room[1], room[3]))


def _map(board: Board) -> Scene:
    view = board.view
    bottom = standing.lines_top(view) - 10
    crete = chart(len(view.seats), 0, bottom)
    return _on(
        crete,
        *_regions(board, crete, land.RegionContent(), is_needed=False),
        Layer("vases", tuple(vases.on_map(view, bottom, board.new.vases))),
        _layer("seats", standing.names(view, board.people, board.new.points)),
        Layer("holdings", tuple(standing.holdings(view))),
    )


def _tracks(board: Board) -> Scene:
    view, top = board.view, 2 * MARGIN + standing.SHORT_HEIGHT
    middle, (steps, ships) = top + 516 + MARGIN, tracks.next_spaces(view)
    return bare(
        _layer("seats", standing.short(view, MARGIN, board.new.points)),
        Layer("tracks", tuple(tracks.tracks(view, top, 516, SMALL_SIGNS, board.new.tracks, steps))),
        Layer("routes", tuple(tracks.routes(view, middle, BOTTOM - middle, board.words, board.new.routes, ships))),
    )
