"""A browser in which each person has a tab."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from selenium import webdriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from sandbox import Sandbox

PATIENCE_S = 60
ATTACHMENT = re.compile(r"/attachments/\d+/(\d+)/")


def errors_of(browser: webdriver.Chrome, sandbox: Sandbox) -> list[str]:
    """Return the browser's errors. Leave out errors about pictures that were replaced before they were fetched."""
    messages = (message for held in sandbox.world.messages.values() for message in held.values())
    there = {str(attachment.id) for message in messages for attachment in message.attachments}
    errors = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    return [error for error in errors if not (found := ATTACHMENT.search(error)) or found[1] in there]


@dataclass
class Received:
    """Everything that a browser tab received: frames of its socket, and addresses that it fetched."""

    frames: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)


class Tabs:
    """One browser with a tab for each person."""

    def __init__(self, browser: webdriver.Chrome, address: str) -> None:
        self.browser = browser
        self.address = address
        self._tabs: dict[str, str] = {}

    def be(self, name: str) -> None:
        """Switch to that person's tab."""
        if name in self._tabs:
            self.browser.switch_to.window(self._tabs[name])
            return
        if self._tabs:
            self.browser.switch_to.new_window("tab")
        self._tabs[name] = self.browser.current_window_handle
        self.browser.get(f"{self.address}/?as={name}")
        self.find(".composer textarea[placeholder]")  # the page clears what is typed before it knows its channel

    def find(self, css: str, text: str = "") -> WebElement:
        """Wait for an element that matches `css` and shows `text`. Return the latest one."""

        def newest(browser: webdriver.Chrome) -> Any:
            # A single script finds and reads the element, so it can't be redrawn in between.
            script = (
                "return [...document.querySelectorAll(arguments[0])]"
                ".filter((e) => e.checkVisibility() && e.textContent.includes(arguments[1])).pop() || false"
            )
            return browser.execute_script(script, css, text)

        found: WebElement = WebDriverWait(self.browser, PATIENCE_S, poll_frequency=0.03).until(newest)
        return found

    def wait_until_gone(self, css: str) -> None:
        """Wait until no element matches."""
        script = "return !document.querySelector(arguments[0])"
        WebDriverWait(self.browser, PATIENCE_S, poll_frequency=0.03).until(lambda b: b.execute_script(script, css))

    def press(self, label: str) -> None:
        """Press the newest enabled button with that label."""
        button = self.find(".button:not(:disabled)", label)
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()

    def use(self, verb: str) -> None:
        """Press the newest button with that verb, whatever its label or icon."""
        button = self.find(f'.button[data-custom-id*=":{verb}"]')
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()

    def wait_for_pictures(self, css: str, count: int) -> None:
        """Wait until at least `count` pictures match `css` and the newest is fully loaded."""
        script = (
            "const all = [...document.querySelectorAll(arguments[0])], last = all.at(-1);"
            "last?.scrollIntoView({block: 'center'});"
            "return all.length >= arguments[1] && last.complete && last.naturalWidth > 0"
        )
        wait = WebDriverWait(self.browser, PATIENCE_S, poll_frequency=0.03)
        wait.until(lambda browser: browser.execute_script(script, css, count))

    def pictures(self, css: str) -> list[str]:
        """Return the addresses of all pictures that match `css`."""
        script = "return [...document.querySelectorAll(arguments[0])].map((picture) => picture.src)"
        return list(self.browser.execute_script(script, css))

    def wait_for_new_picture(self, css: str, before: list[str]) -> str:
        """Wait for a loaded picture that matches `css` and isn't in `before`. Return the address of the newest."""
        script = (
            "const all = [...document.querySelectorAll(arguments[0])];"
            "const last = all.filter((picture) => !arguments[1].includes(picture.src)).at(-1);"
            "last?.scrollIntoView({block: 'center'});"
            "return last && last.complete && last.naturalWidth > 0 && last.src"
        )
        wait = WebDriverWait(self.browser, PATIENCE_S, poll_frequency=0.03)
        return str(wait.until(lambda browser: browser.execute_script(script, css, before)))

    def type(self, *keys: str) -> None:
        self.browser.switch_to.active_element.send_keys(*keys)

    def read_traffic(self) -> dict[str, Received]:
        """Read everything that has reached each person's tab over the network."""
        owners = {handle: name for name, handle in self._tabs.items()}
        found = {name: Received() for name in self._tabs}
        for entry in self.browser.get_log("performance"):
            told = json.loads(entry["message"])
            one, event = found[owners[told["webview"]]], told["message"]
            match event["method"]:
                case "Network.webSocketFrameReceived":
                    one.frames.append(event["params"]["response"]["payloadData"])
                case "Network.responseReceived":
                    one.addresses.append(event["params"]["response"]["url"])
        return found

    def frames(self) -> str:
        """Return everything the server ever sent to this page."""
        return "\n".join(self.browser.execute_script("return window.received"))
