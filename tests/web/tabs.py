"""A browser in which each person has a tab."""

from selenium import webdriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE_S = 8


class Tabs:
    """One browser with a tab for each person."""

    def __init__(self, browser: webdriver.Chrome, address: str) -> None:
        self.browser = browser
        self.address = address
        self._tabs: dict[str, str] = {}

    def be(self, name: str) -> None:
        """Look at the page as that person."""
        if name in self._tabs:
            self.browser.switch_to.window(self._tabs[name])
            return
        if self._tabs:
            self.browser.switch_to.new_window("tab")
        self._tabs[name] = self.browser.current_window_handle
        self.browser.get(f"{self.address}/?as={name}")
        self.find(".composer textarea")

    def find(self, css: str, text: str = "") -> WebElement:
        """The newest element that fits and shows `text`, once there is one."""

        def newest(browser: webdriver.Chrome) -> WebElement | bool:
            # One script, so that no element is redrawn between finding it and reading it.
            script = (
                "return [...document.querySelectorAll(arguments[0])]"
                ".filter((e) => e.checkVisibility() && e.textContent.includes(arguments[1])).pop() || false"
            )
            return browser.execute_script(script, css, text)

        return WebDriverWait(self.browser, PATIENCE_S, poll_frequency=0.03).until(newest)

    def gone(self, css: str) -> None:
        """Wait until nothing fits any more."""
        script = "return !document.querySelector(arguments[0])"
        WebDriverWait(self.browser, PATIENCE_S, poll_frequency=0.03).until(lambda b: b.execute_script(script, css))

    def press(self, label: str) -> None:
        """Press the newest button of that label that can be pressed."""
        button = self.find(".button:not(:disabled)", label)
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()

    def type(self, *keys: str) -> None:
        self.browser.switch_to.active_element.send_keys(*keys)

    def frames(self) -> str:
        """Everything the server ever told this page."""
        return "\n".join(self.browser.execute_script("return window.received"))
