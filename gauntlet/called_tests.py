"""Call existing tests with a seed, as one attempt of a family."""

import pytest

from gauntlet.family import Findings

TRIES = "tries"
"""The property in which a test records its number of tries. A test without it counts as one try."""
KEPT_CHARACTERS = 600


class Collector:
    """A pytest plugin that counts tries and keeps failures."""

    def __init__(self) -> None:
        self.findings = Findings()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the tries of a finished test. Keep its failure if it failed."""
        if report.failed:
            self.findings.failures.append(f"{report.nodeid}: {report.longreprtext[-KEPT_CHARACTERS:]}")
        if report.when == "call" and not report.skipped:
            counts = [count for name, count in report.user_properties if name == TRIES and isinstance(count, int)]
            self.findings.tries += sum(counts) if counts else 1

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Count a module that can't be imported as a failure."""
        if report.failed:
            self.findings.failures.append(f"{report.nodeid}: {report.longreprtext[-KEPT_CHARACTERS:]}")


def call_tests(seed: int, *targets: str) -> Findings:
    """Run these tests in this process with `--seed`. Return their tries and failures."""
    collector = Collector()
    findings = collector.findings
    try:
        code = pytest.main(["-p", "no:cacheprovider", f"--seed={seed}", *targets], plugins=[collector])
    except ExceptionGroup as group:  # warnings about what failed tests left open
        findings.failures.append(f"pytest ended with {group!r}"[:KEPT_CHARACTERS])
    else:
        findings.expect(code == 0 or findings.failures, f"pytest ended with {code}")
    return findings
