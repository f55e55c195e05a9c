"""Knows which pictures and tables of `docs/build-your-board.md` come from the example configurations.

`python docs/boards/make.py` writes them anew; a test compares the committed ones with what it makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from magnets import by_distance, by_magnet
from matrix_wiring import matrix_wiring
from parts import bill_table, power_table
from register_wiring import register_wiring
from top_view import top_view
from wood import NAMES, example

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "build-your-board.md"


def written(page: str, name: str, table: Iterable[str]) -> str:
    """The page with this table between its marks."""
    marked = re.compile(rf"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)", re.DOTALL)
    body = "\n".join(["", *table, "", ""])
    return marked.sub(lambda found: found[1] + body + found[2], page)


def main() -> None:
    """Write everything."""
    examples = [example(name) for name in NAMES]
    page = PAGE.read_text(encoding="utf-8")
    for board in examples:
        (HERE / f"{board.name}-top.svg").write_text(top_view(board), encoding="utf-8")
        wired = register_wiring(board) if board.registers else matrix_wiring(board)
        (HERE / f"{board.name}-wiring.svg").write_text(wired, encoding="utf-8")
        page = written(page, f"parts {board.name}", bill_table(board))
    page = written(page, "power", power_table(examples))
    page = written(page, "field by distance", by_distance())
    page = written(page, "field by magnet", by_magnet())
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
