"""Paint scenes with Pillow. Paint the background once, take finished tiles from a cache, and make a PNG."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from io import BytesIO
from itertools import pairwise
from math import ceil
from typing import TypeAlias

from msgspec.structs import replace
from PIL import Image, ImageDraw

from games import GameParts
from render import theme
from render.canvas import Canvas, Canvases, Region, regions
from render.drawing import Drawing, Square
from render.icons import ICONS
from render.png import SMALLEST
from render.scene import Area, Box, Clip, Disc, Icon, Item, Layer, Points, Scene, Stroke, Text, overlap

BACKGROUND_SCALE = 2
TILE_SCALE = 4
OPAQUE = 255
TILES_KEPT = 16384
BACKGROUNDS_KEPT = 6
LEVEL = 5
"""The usual level of zlib."""
MOST_BYTES = 100_000
"""Larger pictures are compressed at the slowest level."""
FADES, BUSY_FADES = 2, 1
"""Number of steps in which an edge fades out: usually, and in busy pictures. More steps would be invisible and enlarge
the file."""
_FADED = {
    fades: [round(round(alpha / OPAQUE * fades) / fades * OPAQUE) for alpha in range(OPAQUE + 1)]
    for fades in (FADES, BUSY_FADES)
}

Patch: TypeAlias = "tuple[Image.Image | tuple[int, ...], Image.Image | None, Region]"
"""A part of a painted item: an image or a colour, the mask it is pasted through, and its place. To save memory, one
translucent pixel stands for a whole area."""

_GAME_ICONS: Mapping[str, Mapping[str, Drawing]] = GameParts("icons")


@cache
def icon(name: str) -> Drawing:
    """Return a drawing by name, from the shared ones or else from a game's own. Raise `KeyError` if there is none."""
    for icons in (ICONS, *_GAME_ICONS.values()):
        if name in icons:
            return icons[name]
    raise KeyError(name)


class Easel:
    """Draws items onto one image, enlarged by `scale`."""

    def __init__(self, image: Image.Image, scale: int) -> None:
        self.image, self._scale = image, scale
        self._draw = ImageDraw.Draw(image, "RGBA" if image.mode == "RGB" else None)

    def draw(self, item: Item) -> None:
        match item:
            case Area(points, fill):
                self._draw.polygon(self._at(points), fill=fill)
            case Stroke():
                self._stroke(item)
            case Box():
                self._box(item)
            case Disc(x, y, radius, fill, edge, edge_width):
                self._draw.ellipse(self._round(x, y, radius), fill=edge or fill)
                if edge:
                    self._draw.ellipse(self._round(x, y, radius - edge_width), fill=fill)
            case Icon(name, x, y, size, style):
                (left, top), scale = self._at(((x - size / 2, y - size / 2),))[0], self._scale
                icon(name)(Square(self._draw, left, top, size * scale), style)
            case Text():
                self._text(item)
            case Clip(areas, items):
                self._clip(areas, items)

    def _at(self, points: Points) -> list[tuple[float, float]]:
        return [(x * self._scale, y * self._scale) for x, y in points]

    def _round(self, x: float, y: float, radius: float) -> tuple[float, float, float, float]:
        (left, top), (right, bottom) = self._at(((x - radius, y - radius), (x + radius, y + radius)))
        return left, top, right - 1, bottom - 1

    def _box(self, box: Box) -> None:
        for inset, fill in ((0, box.edge), (box.edge_width, box.fill)):
            if fill:
                corners = ((box.x + inset, box.y + inset), (box.x + box.width - inset, box.y + box.height - inset))
                (left, top), (right, bottom) = self._at(corners)
                radius = max(0.0, box.radius - inset) * self._scale
                self._draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius, fill=fill)

    def _stroke(self, stroke: Stroke) -> None:
        width = max(1, round(stroke.width * self._scale))
        for part in _dashes(stroke.points, stroke.dash) if stroke.dash else (stroke.points,):
            at = self._at(part)
            self._draw.line(at, fill=stroke.colour, width=width, joint="curve")
            if width > 3:
                for x, y in (at[0], at[-1]):
                    half = width / 2
                    self._draw.ellipse((x - half, y - half, x + half, y + half), fill=stroke.colour)

    def _text(self, text: Text) -> None:
        """Draw text run by run, on one baseline, if no single font has all letters."""
        face, size, anchor = text.face, text.size, text.anchor
        runs = theme.runs(text.text, face)
        if {each for each, _ in runs} <= {face}:
            self._run(text)
            return
        x, y = text.x + theme.text_left(text.text, face, size, anchor), text.y + theme.baseline(face, size, anchor)
        for each, run in runs:
            self._run(replace(text, x=x, y=y, text=run, face=each, anchor="ls"))
            x += theme.text_width(run, each, size)

    def _run(self, text: Text) -> None:
        font = theme.font(text.face, text.size * self._scale)
        at = self._at(((text.x, text.y),))[0]
        halo = round(2.2 * self._scale) if text.halo else 0
        self._draw.text(at, text.text, fill=text.colour, font=font, anchor=text.anchor,
                        stroke_width=halo, stroke_fill=text.halo)  # fmt: skip

    def _clip(self, areas: Sequence[Points], items: Sequence[Item]) -> None:
        over = self.image.copy()
        inner = Easel(over, self._scale)
        for item in items:
            inner.draw(item)
        mask = Image.new("1", self.image.size)
        for area in areas:
            ImageDraw.Draw(mask).polygon(self._at(area), fill=1)
        self.image.paste(over, (0, 0), mask)


def _dashes(points: Points, length: float) -> list[Points]:
    """Split a line into dashes of the given length, separated by gaps of the same length."""
    strokes: list[Points] = []
    run: list[tuple[float, float]] = [points[0]]
    is_down, left = True, length
    for start, end in pairwise(points):
        (x, y), span = start, ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        if not span:
            continue
        dx, dy = (end[0] - start[0]) / span, (end[1] - start[1]) / span
        while span >= left:
            x, y, span = x + dx * left, y + dy * left, span - left
            if is_down:
                strokes.append((*run, (x, y)))
            is_down, left, run = not is_down, length, [(x, y)]
        left -= span
        if is_down:
            run.append(end)
    if is_down and len(run) > 1:
        strokes.append(tuple(run))
    return strokes


@lru_cache(TILES_KEPT)
def bounds(item: Item) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of the area that painting an item may touch."""
    match item:
        case Area(points):
            xs, ys, margin = [p[0] for p in points], [p[1] for p in points], 1.0
        case Stroke(points, _, width):
            xs, ys, margin = [p[0] for p in points], [p[1] for p in points], width / 2 + 1
        case Box(x, y, width, height):
            xs, ys, margin = [x, x + width], [y, y + height], 0
        case Disc(x, y, radius):
            xs, ys, margin = [x - radius, x + radius], [y - radius, y + radius], 0
        case Icon(_, x, y, size):
            xs, ys, margin = [x - size / 2, x + size / 2], [y - size / 2, y + size / 2], size * 0.08
        case Text(x, y, words, face, size, _, anchor, halo):
            left, top, right, bottom = theme.text_box(words, face, size, anchor)
            xs, ys, margin = [x + left, x + right], [y + top, y + bottom], 4.0 if halo else 2.0
        case Clip():
            raise TypeError("a clip belongs to the background")
    return int(min(xs) - margin) - 1, int(min(ys) - margin) - 1, int(max(xs) + margin) + 2, int(max(ys) + margin) + 2


class Painting:
    """Paints scenes of one game, and caches backgrounds and tiles. Not thread-safe."""

    def __init__(self) -> None:
        self._finish = lru_cache(TILES_KEPT)(_finish)
        self._cut = lru_cache(TILES_KEPT)(self._cut_patches)
        self._patches = lru_cache(TILES_KEPT)(self._place_patches)
        self._backgrounds: list[tuple[Layer, Image.Image]] = []
        self._canvases = Canvases()

    def paint(self, scene: Scene) -> Image.Image:
        return self._part(scene, list(scene.items()), (0, 0, scene.width, scene.height))

    def _part(self, scene: Scene, items: Sequence[Item], region: Region) -> Image.Image:
        left, top, right, bottom = region
        image = Image.new("RGB", (right - left, bottom - top), theme.NIGHT)
        image.paste(self._background(scene), (-left, -top))
        core, fades = image.im, BUSY_FADES if scene.is_busy else FADES
        for item in items:
            dx, dy, patches = self._patches(item, fades)
            dx, dy = dx - left, dy - top
            for patch, mask, (x, y, to_x, to_y) in patches:
                if mask is not None and mask.size == (1, 1):
                    patch = mask = mask.resize((to_x - x, to_y - y))
                at = x + dx, y + dy, to_x + dx, to_y + dy
                source = patch.im if isinstance(patch, Image.Image) else patch
                core.paste(source, at) if mask is None else core.paste(source, at, mask.im)
        return image

    def _canvas(self, scene: Scene) -> Canvas:
        """Paint a picture. If a similar one is cached, repaint only the parts that differ."""
        items = list(scene.items())
        found = self._canvases.nearest(scene, items)
        touched = None if found is None else regions(map(bounds, found[1]), scene.width, scene.height)
        if found is None or touched is None:
            return Canvas(scene, items, self.paint(scene))
        canvas = self._canvases.take(found[0])
        reaching = [(item, bounds(item)) for item in items] if touched else []
        parts = [
            self._part(scene, [item for item, its in reaching if overlap(its, region)], region) for region in touched
        ]
        canvas.repaint(scene, items, zip(touched, parts, strict=True))
        return canvas

    def begin(self, scene: Scene, shrink: int = 1) -> Callable[[], bytes]:
        """Paint a picture, its sides divided by `shrink`. Return a function that waits for its PNG, which other threads
        make meanwhile."""
        canvas = self._canvas(scene)
        shown = canvas if shrink == 1 else Canvas(scene, (), canvas.image.convert("RGB").reduce(shrink))
        usual = shown.begin(LEVEL)

        def finish() -> bytes:
            png = usual()
            self._canvases.keep(canvas)
            return png if len(png) <= MOST_BYTES else shown.begin(SMALLEST)()

        return finish

    def png(self, scene: Scene, shrink: int = 1) -> bytes:
        """Return the picture as a PNG in the fixed palette, its sides divided by `shrink`."""
        return self.begin(scene, shrink)()

    def _background(self, scene: Scene) -> Image.Image:
        for layer, image in self._backgrounds:
            if layer == scene.background:
                return image
        scale = 1 if scene.is_busy else BACKGROUND_SCALE
        large = Image.new("RGB", (scene.width * scale, scene.background_height * scale), theme.NIGHT)
        easel = Easel(large, scale)
        for item in scene.background.items:
            easel.draw(item)
        self._backgrounds = [*self._backgrounds[1 - BACKGROUNDS_KEPT :], (scene.background, large.reduce(scale))]
        return self._backgrounds[-1][1]

    def _place_patches(self, item: Item, fades: int) -> tuple[int, int, tuple[Patch, ...]]:
        """Return the left and top edge of an item and its patches, whose places are relative to them."""
        left, top, right, bottom = bounds(item)
        return left, top, self._cut(_move(item, -left, -top), right - left, bottom - top, fades)

    def _cut_patches(self, item: Item, width: int, height: int, fades: int) -> tuple[Patch, ...]:
        corners = _corners(item) if isinstance(item, Box) else None
        if corners is None or corners == item or not isinstance(item, Box):
            return tuple(_trim(self._finish(item, width, height, fades)))
        wider, taller = round(item.width - corners.width), round(item.height - corners.height)
        return tuple(_stretch(self._finish(corners, width - wider, height - taller, fades), wider, taller))


def _corners(box: Box) -> Box | None:
    """Return the smallest box with the same corners and edge. Return None if the box should be painted whole."""
    if any(value % 1 for value in (box.x, box.y, box.width, box.height)):
        return None
    least = 2 * ceil(max(box.radius, box.edge_width)) + 4
    return replace(box, width=min(box.width, least), height=min(box.height, least))


def _stretch(tile: Image.Image, wider: int, taller: int) -> Iterator[Patch]:
    """Yield the patches of a tile enlarged by `wider` and `taller` pixels. The middle column and row are repeated."""
    for x, width, to_x, to_width in _thirds(tile.width, wider):
        for y, height, to_y, to_height in _thirds(tile.height, taller):
            for patch, mask, (left, top, right, bottom) in _trim(tile.crop((x, y, x + width, y + height))):
                size = to_width if width == 1 else right - left, to_height if height == 1 else bottom - top
                at = to_x + left, to_y + top, to_x + left + size[0], to_y + top + size[1]
                if patch.size == (1, 1):
                    colour = patch.getpixel((0, 0))
                    assert isinstance(colour, tuple)
                    yield patch if mask else colour, mask, at
                else:
                    large = patch.resize(size, Image.Resampling.NEAREST)
                    yield large, mask and (large if mask is patch else mask.resize(size)), at


def _trim(tile: Image.Image) -> Iterator[tuple[Image.Image, Image.Image | None, Region]]:
    """Yield a tile without its empty margins, unless all of it is empty. If no pixel is translucent, avoid blending: it
    takes six times as long as pasting through a mask of bits."""
    box = tile.getbbox()
    if box is None:
        return
    tile = tile.crop(box)
    alpha = tile.getchannel("A")
    if alpha.getextrema() == (OPAQUE, OPAQUE):
        yield tile.convert("RGB"), None, box
    elif not any(alpha.histogram()[1:OPAQUE]):
        yield tile, alpha.convert("1", dither=Image.Dither.NONE), box
    else:
        yield tile, tile, box


def _thirds(size: int, more: int) -> tuple[tuple[int, int, int, int], ...]:
    """Split a side of a tile into three parts. The middle part is one pixel, which is repeated `more` times. Return
    each part's old start and old length, then its new start and new length."""
    middle = size // 2
    return (
        (0, middle, 0, middle),
        (middle, 1, middle, more + 1),
        (middle + 1, size - middle - 1, middle + 1 + more, size - middle - 1),
    )


def _move(item: Item, dx: float, dy: float) -> Item:
    if isinstance(item, (Area, Stroke)):
        return replace(item, points=tuple((x + dx, y + dy) for x, y in item.points))
    assert not isinstance(item, Clip)
    return replace(item, x=item.x + dx, y=item.y + dy)


def _finish(item: Item, width: int, height: int, fades: int) -> Image.Image:
    """Paint one item on a transparent tile. Its edges fade out in `fades` steps. Translucent items keep their alpha."""
    colour = getattr(item, "fill", "") or getattr(item, "colour", "")
    is_opaque = len(colour) == len("#rrggbb") or not colour
    tile = _draw_text(item, width, height) if isinstance(item, Text) else _draw_reduced(item, width, height, is_opaque)
    if is_opaque:
        tile.putalpha(tile.getchannel("A").point(_FADED[fades]))
    return tile


def _draw_text(text: Text, width: int, height: int) -> Image.Image:
    """Paint text on a transparent tile of its own colour. On any other colour, its soft edges would look darker."""
    tile = Image.new("RGBA", (width, height), (text.halo or text.colour)[:7] + "00")
    Easel(tile, 1).draw(text)
    return tile


def _draw_reduced(item: Item, width: int, height: int, is_opaque: bool) -> Image.Image:
    """Paint an item enlarged, then reduce it. If everything is either opaque or empty, Pillow needn't multiply the
    colours of the enlarged tile by their alpha first. This takes a third of the time."""
    tile = Image.new("RGBX" if is_opaque else "RGBA", (width * TILE_SCALE, height * TILE_SCALE), (0, 0, 0, 0))
    Easel(tile, TILE_SCALE).draw(item)
    small = tile.reduce(TILE_SCALE)
    return Image.frombytes("RGBa", small.size, small.tobytes()).convert("RGBA") if is_opaque else small


SIDE = 100
"""Side of an emoji, in pixels. Its drawing has a side of the same number of units."""


def on_paper(icon: str, style: str = "") -> tuple[Item, ...]:
    """Return a drawing on a light tile, because Discord's background may be dark."""
    return Box(0, 0, SIDE, SIDE, theme.CREAM, 20), Icon(icon, SIDE / 2, SIDE / 2, 86, style)


def rasterise(items: Iterable[Item]) -> bytes:
    """Paint an emoji. Return it as a PNG with a transparent background."""
    image = Image.new("RGBA", (SIDE * TILE_SCALE, SIDE * TILE_SCALE), theme.CREAM + "00")
    easel = Easel(image, TILE_SCALE)
    for item in items:
        easel.draw(item)
    file = BytesIO()
    image.reduce(TILE_SCALE).save(file, "PNG", optimize=True)
    return file.getvalue()
