"""Code reads as plain English: docstrings, names and comments have the right shape. See `voice.py` for the rules."""

import pytest

from tests.architecture import voice
from tests.architecture.voice import NOUN, OPENING, PARTICIPLE, PHRASE, Fault, find_faults

pytestmark = pytest.mark.xdist_group("syntax")


@pytest.mark.parametrize("folder", voice.FOLDERS)
def test_each_package_has_exactly_the_listed_number_of_voice_faults(folder: str) -> None:
    debt = voice.read_debt()
    found = voice.faults_by_package(folder)
    other = {
        name: f"{number}, listed {debt.get(name, 0)}" for name, number in found.items() if number != debt.get(name, 0)
    }
    assert other == {}, (
        "`python -m tests.architecture.voice PACKAGE` prints the faults, `--lower PACKAGE` a lower number"
    )


def test_the_list_of_faults_names_packages_that_exist() -> None:
    packages = {package for folder in voice.FOLDERS for package in voice.faults_by_package(folder)}
    assert set(voice.read_debt()) <= packages


def kinds(source: str) -> list[str]:
    return [fault.kind for fault in find_faults(source)]


@pytest.mark.parametrize(
    "code",
    [
        'async def greet(person):\n    """A first message to this person."""',
        'async def greet(person):\n    """Sends a first message."""',
        'def close(table) -> None:\n    """BUILD-3: Close the table."""',
        'def close(table) -> NoReturn:\n    """The table is closed."""',
        'class Table:\n    async def close(self):\n        """`table` is closed."""',
        'async def is_open(table):\n    """True if it is open."""',
    ],
)
def test_control_an_action_documented_without_a_verb_is_found(code: str) -> None:
    assert kinds(code) == [NOUN]


@pytest.mark.parametrize(
    "code",
    [
        'async def greet(person):\n    """Send a first message. Return whether it arrived."""',
        'def close(table) -> None:\n    """\n    Close the table.\n    """',
        'def price(good) -> int:\n    """The price, in coins."""',
        'async def messages() -> AsyncIterator[str]:\n    """The messages, oldest first."""',
        '@asynccontextmanager\nasync def lock():\n    """A lock that others wait for."""',
        '@property\ndef price(self) -> None:\n    """The price, in coins."""',
        '@pytest.fixture(scope="module")\nasync def store():\n    """A store with one table."""',
        'async def test_close():\n    """The owner closes the table."""',
        'def __init__(self) -> None:\n    """A table with no seats."""',
    ],
)
def test_control_verbs_values_and_fixtures_pass(code: str) -> None:
    assert kinds(code) == []


@pytest.mark.parametrize("opener", ["What", "Where", "Who", "Whoever", "Whom", "Whether", "So", "How", "As long"])
@pytest.mark.parametrize(
    "code",
    ['"""{} it is."""', 'class Table:\n    seats = 3\n    """{} it is."""', 'def price() -> int:\n    """{} it is."""'],
)
def test_control_a_docstring_starting_with_a_question_word_is_found(code: str, opener: str) -> None:
    assert kinds(code.format(opener)) == [OPENING]


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ('def is_full(table) -> bool:\n    """Whether all seats are taken."""', []),
        ('def _may_close(table) -> bool:\n    """Whether the owner may close it."""', []),
        ('def is_full(table) -> bool:\n    """What all seats are."""', [OPENING]),
        ('def full(table) -> bool:\n    """Whether all seats are taken."""', [OPENING]),
        ('async def is_full(table) -> bool:\n    """Whether all seats are taken."""', [NOUN, OPENING]),
        ('def seats() -> int:\n    """Whatever number is free. What follows does not matter."""', []),
    ],
)
def test_control_only_a_pure_predicate_may_start_with_whether(code: str, faults: list[str]) -> None:
    assert sorted(kinds(code)) == sorted(faults)


@pytest.mark.parametrize(
    "code",
    [
        "async def composed(): ...",
        "async def _begun(): ...",
        "def built() -> int: ...",
        "class Table:\n    def opened(self) -> None: ...",
        "async def known(): ...",
        "def known() -> None: ...",
    ],
)
def test_control_a_function_named_by_a_participle_is_found(code: str) -> None:
    assert kinds(code) == [PARTICIPLE]


@pytest.mark.parametrize(
    "code",
    [
        "async def compose(): ...",
        "def known() -> int: ...",
        "@property\ndef opened(self) -> bool: ...",
        "@cached_property\ndef built(self) -> bool: ...",
        "async def embed(): ...",
        "async def put(): ...",
        "def table_opened() -> None: ...",
        "opened = 3",
    ],
)
def test_control_verbs_and_names_of_values_pass(code: str) -> None:
    assert kinds(code) == []


@pytest.mark.parametrize(
    "phrase",
    ["where there is none", "None where", "of which", "with which", "anew", "even so", "for good", "at once", "beside"],
)
@pytest.mark.parametrize(
    "code",
    ['"""A table {} it is."""', "x = 1  # It is {} now.", "def run():\n    # {}, it is.\n    pass"],
)
def test_control_a_phrase_to_avoid_is_found(code: str, phrase: str) -> None:
    assert kinds(code.format(phrase)) == [PHRASE]


def test_control_a_phrase_split_over_comment_lines_is_found() -> None:
    assert find_faults("x = 1\n# All of them go at\n# once.\n\n# For good.") == [
        Fault(2, PHRASE, "at once"),
        Fault(5, PHRASE, "for good"),
    ]


@pytest.mark.parametrize(
    "code",
    [
        '"""Besides, it moves `at_once` or `at once` for goods."""',
        'x = "at once"',
        "x = 1  # The good which it gives.",
        "# It is at\nx = 1\n# once more.",
    ],
)
def test_control_strings_code_and_other_words_pass(code: str) -> None:
    assert kinds(code) == []
