"""Pictures are made outside the event loop and never block it. The tests also check the pictures' bytes and caches."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from engine.games import use_content
from engine.kernel.play import start
from engine.kernel.rules import Settings
from engine.minerva.content.box import SOURCE
from engine.minerva.game import GAME as MINERVA
from locales.words import Words
from render import RENDERERS, USUAL, Mark, RenderClient, paint
from render.child import HOME
from render.paint import Painting
from render.palette import colours
from render.scene import Box, Disc, Icon, Layer, Scene, Text
from tests.render.conftest import PATIENCE_S


@pytest.fixture(scope="module")
def render_client():
    made = RenderClient(Words(), order_s=PATIENCE_S, start_s=PATIENCE_S)
    yield made
    made.close()


async def test_a_board_is_a_palette_png_with_alt_text(render_client, ten):
    given = ten["03-movement"]
    picture, _ = await render_client.board("minos-classic", given.view, given.marks, given.names, "en", colours=USUAL)
    image = Image.open(BytesIO(picture.png))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (picture.width, picture.height))
    assert image.width <= 1650
    assert picture.filename.startswith(("map-", "dice-"))
    assert 0 < len(picture.alt) <= 1024


async def test_every_plate_stays_under_100_kilobytes(render_client, ten):
    for name, given in ten.items():
        plates = await render_client.board("minos-classic", given.view, given.marks, given.names, "cs", colours=USUAL)
        assert all(len(plate.png) <= 100_000 for plate in plates), name


async def test_equal_content_is_painted_once(render_client, ten):
    given = ten["01-setup"]
    first, _ = await render_client.board("minos-classic", given.view, (), given.names, "en", colours=USUAL)
    again, _ = await render_client.board(
        "minos-classic", msgspec.structs.replace(given.view), [], dict(given.names), "en", colours=USUAL
    )
    assert first is again


@pytest.mark.parametrize("change", ["view", "marks", "names", "language"])
async def test_different_content_gives_a_different_picture(render_client, ten, change):
    given = ten["04-colonies"]
    view, marks, names, language = given.view, given.marks[:0], given.names, "en"
    first, _ = await render_client.board("minos-classic", view, marks, names, language, colours=USUAL)
    match change:
        case "view":
            view = msgspec.structs.replace(view, round=2)
        case "marks":
            marks = (Mark(1, "z_fish"),)
        case "names":
            names = {**names, 3: "Theseus"}
        case _:
            language = "fr"
    assert (await render_client.board("minos-classic", view, marks, names, language, colours=USUAL))[0].png != first.png


async def test_an_unknown_game_has_no_picture(render_client, ten):
    with pytest.raises(KeyError):
        await render_client.board("senet", ten["01-setup"].view, (), {}, "en", colours=USUAL)


async def test_painting_does_not_block_the_event_loop(render_client, ten):
    given = ten["08-crowded"]
    tasks = [
        asyncio.create_task(
            render_client.board("minos-classic", given.view, (Mark(n, "z_fish"),), given.names, "en", colours=USUAL)
        )
        for n in range(4)
    ]
    lags = []
    while not all(task.done() for task in tasks):
        before = time.perf_counter()
        await asyncio.sleep(0.001)
        lags.append(time.perf_counter() - before)
    assert len(lags) >= 20
    assert sorted(lags)[len(lags) // 2] < 0.02


async def test_a_worker_that_died_is_replaced(ten):
    render_client = RenderClient(Words(), order_s=PATIENCE_S, start_s=PATIENCE_S)
    given = ten["04-colonies"]
    first, _ = await render_client.board("minos-classic", given.view, (), given.names, "en", colours=USUAL)
    os.kill(render_client.worker_pid, signal.SIGKILL)
    again, _ = await render_client.board(
        "minos-classic", given.view, (Mark(1, "z_fish"),), given.names, "en", colours=USUAL
    )
    render_client.close()
    assert first.png != again.png
    assert render_client.worker_pid == 0


async def test_the_worker_draws_custom_content(tmp_path):
    """Our own content doesn't have these tiles, so only a worker with the host's content can draw them."""
    source = SOURCE
    folder = shutil.copytree(source.folder, tmp_path / "minerva")
    file = folder / "starting.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("wheat_field-", "wheat_plot-"), encoding="utf-8")
    told = RenderClient(Words(), tmp_path, order_s=PATIENCE_S, start_s=PATIENCE_S)
    untold = RenderClient(Words(), order_s=PATIENCE_S, start_s=PATIENCE_S)
    try:
        use_content(tmp_path)
        view = MINERVA.rules.look(start(MINERVA, Settings(2), bytes(16)).position.state, None)
        picture, *_ = await told.board("minerva", view, (), {0: "Ariadne", 1: "Theseus"}, "en", colours=USUAL)
        with pytest.raises(KeyError):
            await untold.board("minerva", view, (), {0: "Ariadne", 1: "Theseus"}, "en", colours=USUAL)
    finally:
        source.use(source.unpack(source.folder))
        told.close()
        untold.close()
    assert picture.png.startswith(b"\x89PNG")


def test_the_worker_ends_with_the_bot():
    worker = subprocess.Popen(
        [sys.executable, "-m", "render", "boards"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=HOME
    )
    assert worker.communicate(b"", timeout=30)[0] == b""
    assert worker.returncode == 0


def test_words_of_pictures_come_from_the_catalogue(speaking, ten):
    given = ten["02-mid-roll"]

    def words_drawn(language):
        scene = RENDERERS["minos-classic"].plates(given.view, (), given.names, speaking(language))[0].scene
        return {item.text for item in scene.items() if isinstance(item, Text)}

    assert {"Round 7", "Tomáš Dvořák – Roll 2 of 3", "Supply"} <= words_drawn("en")
    assert {"Kolo 7", "Tomáš Dvořák – Hod 2 ze 3", "Zásoba"} <= words_drawn("cs")


def test_a_palette_file_looks_almost_like_the_painting(scenes, painting):
    assert len(colours()) <= 256
    full = painting.paint(scenes["08-crowded"])
    file = Image.open(BytesIO(painting.png(scenes["08-crowded"]))).convert("RGB")
    difference = ImageStat.Stat(ImageChops.difference(full, file))
    assert max(difference.mean) <= 1.5


@pytest.mark.parametrize("edge", [None, "#00ff00"])
@pytest.mark.parametrize("fill", ["#a8452b", "#a8452b80"])
@pytest.mark.parametrize("radius", [0, 5, 16])
@pytest.mark.parametrize(("width", "height"), [(401, 203), (90, 61), (90, 12)])
def test_a_box_looks_the_same_if_assembled_from_corners(monkeypatch, width, height, radius, fill, edge):
    box = Box(7, 9, width, height, fill, radius, edge, 4 if edge else 0)
    scene = Scene(420, 230, Layer("bare", ()), 1, (Layer("one", (box,)),))
    spread = Painting().paint(scene)
    monkeypatch.setattr(paint, "_corners", lambda box: None)
    assert Painting().paint(scene).tobytes() == spread.tobytes()


@pytest.mark.parametrize("item", [Icon("ship", 60, 60, 90, "azure"), Disc(60, 60, 33.4, "#a8452b", "#00ff00", 3)])
def test_an_opaque_item_has_the_colours_of_a_translucent_one(item):
    """Opaque items are reduced in a faster way, with the same result."""
    fast, slow = (paint._draw_reduced(item, 120, 120, is_opaque) for is_opaque in (True, False))
    assert fast.tobytes() == slow.tobytes()
