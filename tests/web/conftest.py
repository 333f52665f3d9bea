"""Fixtures: headless Chromium, and a little bot whose messages appear in the browser."""

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from sandbox import Sandbox
from tests.sandbox.bot import LittleBot, joined

CHROMIUM = "/usr/bin/chromium"
CHROMEDRIVER = "/usr/bin/chromedriver"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1280,860",
)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[webdriver.Chrome]:
    """A fresh browser. If Chromium is not installed, the test is skipped, or fails if CI is set."""
    if not shutil.which(CHROMIUM) or not shutil.which(CHROMEDRIVER):
        if os.environ.get("CI"):
            pytest.fail("Chromium and its driver are needed in CI: apt-get install chromium chromium-driver")
        pytest.skip("Chromium is not installed: apt-get install chromium chromium-driver")
    options = Options()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={tmp_path / 'profile'}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    driver.set_page_load_timeout(20)
    try:
        yield driver
    finally:
        driver.quit()


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox.running(rate_limits=False) as sandbox:
        yield sandbox


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[LittleBot]:
    async with joined(sandbox) as bot:
        yield bot
