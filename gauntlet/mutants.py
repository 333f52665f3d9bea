"""Small changes to Python code that a good test must notice."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SWAPPED: dict[type[ast.AST], type[Any]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip
"""Operators, each with the one that replaces it."""
LEFT_ALONE = (ast.JoinedStr, ast.Assert, ast.Raise)
"""Nodes in which nothing is changed: f-strings, assertions (they are hints for mypy) and raised errors."""


@dataclass(frozen=True)
class Mutant:
    """A change of one module: bytes `begin` to `end` are replaced."""

    path: Path
    line: int
    begin: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: `{self.before}` became `{self.after}`"

    @property
    def known_as(self) -> str:
        """The mutant without its line, which moves."""
        return " ".join(f"{self.path}: {self.before} -> {self.after}".split())

    def apply(self, source: bytes) -> bytes:
        return source[: self.begin] + self.after.encode() + source[self.end :]


def mutants_of(path: Path, source: bytes) -> list[Mutant]:
    """Return every mutant of a module, in the order of the code."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, after in _changes(ast.parse(source)):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        before = source[begin:end].decode()
        found.append(Mutant(path, node.lineno, begin, end, before, after))
    return sorted(found, key=lambda each: (each.begin, each.end, each.after))


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield nodes of this tree, each with the text that replaces it."""
    if isinstance(node, LEFT_ALONE) or _is_log(node):
        return
    yield from _changes_of(node)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _changes(child)


def _is_log(node: ast.AST) -> bool:
    match node:
        case ast.Call(ast.Attribute(ast.Name("log"))):
            return True
        case ast.Expr(value):
            return _is_log(value)
    return False


def _changes_of(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    match node:
        case ast.Compare(left, [op, *ops], comparators) if type(op) in SWAPPED:
            yield node, _text(ast.Compare(left, [_swap(op), *ops], comparators))
        case ast.BoolOp(op, values):
            yield node, _text(ast.BoolOp(_swap(op), values))
        case ast.BinOp(left, op, right) if type(op) in SWAPPED:
            yield node, _text(ast.BinOp(left, _swap(op), right))
        case ast.AugAssign(target, op, value) if type(op) in SWAPPED:
            yield node, ast.unparse(ast.AugAssign(target, _swap(op), value))
        case ast.UnaryOp(ast.Not(), operand):
            yield node, _text(operand)
        case ast.Constant(bool() as value):
            yield node, repr(not value)
        case ast.Constant(int() as value):
            yield node, repr(value + 1)
        case ast.If(test) | ast.IfExp(test) | ast.While(test) if not isinstance(test, ast.Compare | ast.UnaryOp):
            yield test, _text(ast.UnaryOp(ast.Not(), test))
        case ast.Expr(ast.Call() | ast.Await()):
            yield node, "pass"


def _swap(op: ast.AST) -> Any:
    return SWAPPED[type(op)]()


def _text(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"
