"""Find code that does not read as plain English, by shape: `python -m tests.architecture.voice [PACKAGE]`.

Without a package it prints how many faults each package has, and totals. `--lower PACKAGE` writes the package's new
number into `voice_debt.toml` if there are fewer faults than listed.
"""

import argparse
import ast
import io
import re
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.architecture.sources import PACKAGES, ROOT, python_files, syntax

FOLDER = Path(__file__).parent
DEBT = FOLDER / "voice_debt.toml"
"""Number of faults that each package still has, one per line. Packages that aren't listed have none."""
VERBS = frozenset((FOLDER / "verbs.txt").read_text(encoding="utf-8").split())
"""Verbs that may start a docstring. Add a verb if it is missing."""
PLAIN = frozenset(("bed", "embed", "exceed", "feed", "hundred", "need", "proceed", "red", "seed", "speed"))
"""Words that look like participles but are not."""
VALUES = frozenset(("hidden", "known", "ranked", "sorted"))
"""Participles that may name a function without effects, as in the built-in `sorted`. Keep this list short."""
IRREGULAR = frozenset((FOLDER / "participles.txt").read_text(encoding="utf-8").split())
VERB_TOO = frozenset(("cut", "found", "put", "set", "shut", "split", "spread"))
"""Irregular participles that look the same as the imperative."""
OPENER = re.compile(r"\W*(What|Where|Who|Whoever|Whom|Whether|So|How|As long)\b")
PREDICATE = re.compile(r"_*(are|can|could|did|does|has|have|is|may|might|must|needs|should|was|were|will)_\w")
PHRASES = re.compile(
    r"\b(where there is none|none where|(?:of|with) which|anew|even so|for good|at once|beside)\b", re.IGNORECASE
)
CODE = re.compile(r"`[^`]*`")
VALUE_DECORATORS = {"property", "cached_property", "contextmanager", "asynccontextmanager", "fixture"}
TOP = "."
"""The package of modules at the top of the project."""
FOLDERS = (TOP, *PACKAGES, "tests")

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Fault(NamedTuple):
    """A place that reads badly: its line in the file, the kind of fault, and the text."""

    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.line}: {self.kind}: {self.text}"


NOUN = "a function that acts is documented without a verb"
OPENING = "a docstring starts with a question word"
PARTICIPLE = "a function is named by a participle"
PHRASE = "a phrase to avoid"


def find_faults(source: str, tree: ast.AST | None = None) -> list[Fault]:
    """Return the faults of one module, in the order of its lines."""
    functions, docstrings = _read(tree or ast.parse(source))
    predicates = {id(node.body[0]) for node in functions if PREDICATE.match(node.name) and not _is_async(node)}
    faults = [fault for node in functions for fault in _faults_of(node)]
    texts = []
    for node, text in docstrings:
        texts.append((node.lineno, text))
        opener = OPENER.match(text)
        if opener and not (opener[1] == "Whether" and id(node) in predicates):
            faults.append(Fault(node.lineno, OPENING, _excerpt(text)))
    texts += _comments(source)
    faults += [Fault(line, PHRASE, phrase) for line, text in texts for phrase in _phrases(text)]
    return sorted(faults)


def _read(tree: ast.AST) -> tuple[list[Function], list[tuple[ast.Expr, str]]]:
    """Return the functions of a module, and its docstrings, including those below a variable."""
    functions: list[Function] = []
    docstrings: list[tuple[ast.Expr, str]] = []
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                functions.append(node)
            case ast.Expr(value=ast.Constant(value=str(text))):
                docstrings.append((node, text))
    return functions, docstrings


def _faults_of(function: Function) -> Iterator[Fault]:
    """Yield the faults of a function's name and of the first word of its docstring."""
    if not _is_value(function) and not function.name.startswith("__"):
        word = function.name.strip("_")
        if _is_participle(word) and (_acts(function) or word not in VALUES):
            yield Fault(function.lineno, PARTICIPLE, function.name)
        text = ast.get_docstring(function)
        if text and _acts(function) and not function.name.startswith("test_") and not _starts_with_verb(text):
            yield Fault(function.lineno, NOUN, _excerpt(text))


def _is_async(function: Function) -> bool:
    return isinstance(function, ast.AsyncFunctionDef)


def _acts(function: Function) -> bool:
    """Return whether the function awaits or returns nothing, so only its effect matters."""
    returned = ast.unparse(function.returns) if function.returns else ""
    if _is_async(function):
        return not returned.split("[")[0].endswith(("Iterator", "Generator"))
    return returned in {"None", "Never", "NoReturn"}


def _is_value(function: Function) -> bool:
    """Return whether callers use the function as a value, a context manager or a fixture."""
    names = {name for each in function.decorator_list for name in re.findall(r"\w+", ast.unparse(each).split("(")[0])}
    return bool(names & VALUE_DECORATORS)


def _is_participle(word: str) -> bool:
    if "_" in word or word in PLAIN or word in VERB_TOO:
        return False
    return word in IRREGULAR or (len(word) > 3 and word.endswith("ed"))


def _starts_with_verb(text: str) -> bool:
    word = re.match(r"[a-z-]*", text.lstrip().lower())
    return word is not None and word[0] in VERBS


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield each block of comments as one text, with its line. Yield nothing if the source has no phrase to avoid."""
    if not PHRASES.search(" ".join(re.split(r"[\s#]+", source))):
        return
    block: list[str] = []
    first = last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line = token.start[0]
            if line != last + 1 and block:
                yield first, " ".join(block)
                block = []
            first = first if block else line
            block.append(token.string.lstrip("# "))
            last = line
    if block:
        yield first, " ".join(block)


def _phrases(text: str) -> list[str]:
    """Return the discouraged phrases in a text. Code in backquotes isn't searched."""
    return [found.lower() for found in PHRASES.findall(CODE.sub("`", " ".join(text.split())))]


def _excerpt(text: str) -> str:
    return " ".join(text.split())[:80]


def package_of(file: Path) -> str:
    """Return the package that a file counts towards: its first two folders, as in `cogs/views`."""
    return "/".join(file.relative_to(ROOT).parent.parts[:2]) or TOP


@cache
def faults_by_file(folder: str) -> dict[Path, list[Fault]]:
    """Return the faults of each module under a top folder.

    For `TOP`, return those of the modules outside any folder.
    """
    files = sorted(ROOT.glob("*.py")) if folder == TOP else python_files(folder)
    return {file: find_faults(file.read_text(encoding="utf-8"), syntax(file)) for file in files}


def all_faults() -> dict[Path, list[Fault]]:
    """Return the faults of each module of the project."""
    return {file: faults for folder in FOLDERS for file, faults in faults_by_file(folder).items()}


def faults_by_package(folder: str) -> Counter[str]:
    """Return how many faults each package under a folder has."""
    found: Counter[str] = Counter()
    for file, faults in faults_by_file(folder).items():
        found[package_of(file)] += len(faults)
    return found


def read_debt() -> dict[str, int]:
    """Return how many faults each package may still have."""
    return tomllib.loads(DEBT.read_text(encoding="utf-8"))


def write_debt(debt: dict[str, int]) -> None:
    """Write the numbers, separated by blank lines so that changes to different packages merge."""
    head = "# Faults of voice per package, see voice.py. Numbers only go down.\n"
    lines = (f'\n"{package}" = {number}\n' for package, number in sorted(debt.items()) if number)
    DEBT.write_text(head + "".join(lines), encoding="utf-8")


def lower_debt(package: str) -> None:
    """Write the current number of a package's faults, unless it is higher than the listed number."""
    debt = read_debt()
    debt[package] = min(faults_by_package(package.split("/")[0])[package], debt.get(package, 0))
    write_debt(debt)


def _count_all() -> Counter[str]:
    return sum((faults_by_package(folder) for folder in FOLDERS), Counter())


def _print_package(package: str) -> None:
    for file, faults in faults_by_file(package.split("/")[0]).items():
        name = str(file.relative_to(ROOT))
        if package_of(file) == package or f"{name}/".startswith(f"{package.rstrip('/')}/"):
            for fault in faults:
                print(f"{name}:{fault}")


def _print_totals() -> None:
    """Print the faults of each package, and their totals by kind for product and tests."""
    debt = read_debt()
    for package, number in sorted(_count_all().items()):
        if number or package in debt:
            print(f"{package:28}{number:5}  listed {debt.get(package, 0)}")
    print(f"\n{'':64}{'product':>9}{'tests':>9}")
    kinds: Counter[tuple[str, bool]] = Counter()
    for file, faults in all_faults().items():
        in_tests = package_of(file).startswith("tests")
        for fault in faults:
            kinds[fault.kind, in_tests] += 1
            kinds['… of these with "What"', in_tests] += fault.kind == OPENING and fault.text.startswith("What ")
        for line in _docstring_lengths(syntax(file)):
            kinds["lines of docstring", in_tests] += line
        kinds["lines", in_tests] += len(file.read_text(encoding="utf-8").splitlines())
    for kind in (NOUN, OPENING, '… of these with "What"', PARTICIPLE, PHRASE, "lines of docstring", "lines"):
        print(f"{kind:64}{kinds[kind, False]:9}{kinds[kind, True]:9}")


def _docstring_lengths(tree: ast.AST) -> Iterator[int]:
    for node, _ in _read(tree)[1]:
        yield (node.end_lineno or node.lineno) - node.lineno + 1


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("package", nargs="?", help="print the faults of this folder or file, such as cogs/views")
    arguments.add_argument("--lower", metavar="PACKAGE", help="write the package's number if it has become smaller")
    arguments.add_argument("--write", action="store_true", help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.write:
        write_debt(dict(_count_all()))
    elif given.lower:
        lower_debt(given.lower)
    elif given.package:
        _print_package(given.package)
    else:
        _print_totals()
