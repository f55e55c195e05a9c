"""Knows how the parts of the Pico's firmware become the one file that is copied to it; no commands."""

from __future__ import annotations

import ast
from importlib.resources import files
from typing import Final

PACKAGE: Final = "hardware.firmware"
PARTS: Final = ("wire", "config", "pico", "sensing", "lights", "board")
"""In the order of the file: a part needs only those before it."""

FILE_NAME: Final = "main.py"
"""What MicroPython runs when the Pico starts."""

_HEAD: Final = """\
# The firmware of a Raspberry Pi Pico under a Zetlicht board, for MicroPython 1.22 or later.
# `zetlicht firmware` made this file of the parts in hardware/firmware; docs/firmware.md says how to use it.
"""


def firmware() -> str:
    """The whole firmware as one file of MicroPython: the same bytes for the same version of Zetlicht."""
    imports: set[str] = set()
    bodies = []
    for part in PARTS:
        source = files(PACKAGE).joinpath(f"{part}.py").read_text(encoding="utf-8")
        lines, tree = source.splitlines(), ast.parse(source)
        kept = [True] * len(lines)
        for node in tree.body:
            ours = isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE)
            if isinstance(node, ast.Import | ast.ImportFrom):
                kept[node.lineno - 1 : node.end_lineno] = [False] * _height(node)
                if not ours:
                    imports.add(ast.unparse(node))
        kept[: _height(tree.body[0])] = [False] * _height(tree.body[0])
        body = "\n".join(line for line, keep in zip(lines, kept, strict=True) if keep).strip("\n")
        bodies.append(f"# ---- {part}: {' '.join((ast.get_docstring(tree) or '').split())}\n\n{body}\n")
    return "\n".join([_HEAD, "\n".join(sorted(imports)) + "\n", "", "\n\n".join(bodies)])


def _height(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1
