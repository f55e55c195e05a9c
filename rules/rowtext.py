"""Knows how position texts of rectangular boards write rows and counters; nothing about a game's moves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rules.game import InvalidPosition

LONGEST_QUOTE = 80


def quote(text: str) -> str:
    """`text` as an error message shows it: quoted, escaped, cut to a readable length."""
    return repr(text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…")


def write_rows(rows: Sequence[Sequence[int]], white: int, black: int) -> str:
    """The rows as text: `w`, `b`, a digit for that many empty fields, `/` between rows.

    `rows` holds the bits of each row, first row first; no row is longer than nine fields.
    """
    return "/".join(_write_row(row, white, black) for row in rows)


def _write_row(row: Sequence[int], white: int, black: int) -> str:
    parts: list[str] = []
    empty = 0
    for bit in row:
        if not (white | black) & bit:
            empty += 1
            continue
        if empty:
            parts.append(str(empty))
            empty = 0
        parts.append("w" if white & bit else "b")
    if empty:
        parts.append(str(empty))
    return "".join(parts)


def read_rows(text: str, rows: Sequence[Sequence[int]], first_rank: int) -> tuple[int, int]:
    """The masks of white and of black stones; the inverse of `write_rows`.

    `first_rank` is the number of the first row, counted down from there in messages. Raises InvalidPosition.
    """
    given = text.split("/")
    if len(given) != len(rows):
        raise InvalidPosition(
            f"Position rows {quote(text)}: there are {len(given)} rows instead of {len(rows)}; "
            f"separate the rows with '/'."
        )
    white = black = 0
    for down, (row, bits_of_row) in enumerate(zip(given, rows, strict=True)):
        row_white, row_black = _read_row(row, bits_of_row, first_rank - down)
        white |= row_white
        black |= row_black
    return white, black


def _read_row(text: str, row: Sequence[int], rank: int) -> tuple[int, int]:
    white = black = column = 0
    for sign in text:
        if sign in "123456789":
            column += int(sign)
            continue
        if sign not in "wb":
            raise InvalidPosition(
                f"Rank {rank} {quote(text)}: {sign!r} is no sign of a row; use 'w', 'b' and digits 1 to 9."
            )
        if column < len(row):
            white |= row[column] if sign == "w" else 0
            black |= row[column] if sign == "b" else 0
        column += 1
    if column != len(row):
        raise InvalidPosition(
            f"Rank {rank} {quote(text)} describes {column} fields; it must describe {len(row)}."
        )
    return white, black


def split_counters(text: str, known: Sequence[str]) -> tuple[str, Mapping[str, int]]:
    """The text before `:C`, and the counters behind it (0 for those not given).

    Raises InvalidPosition for a counter that is not in `known`, is doubled or is no number up to 999999.
    """
    head, colon, tail = text.partition(":")
    counters = dict.fromkeys(known, 0)
    if not colon:
        return head, counters
    seen: set[str] = set()
    for part in tail.removeprefix("C").removeprefix("c").split(","):
        found = re.fullmatch(r"\s*([a-z-]+)=([0-9]{1,6})\s*", part)
        if tail[:1] not in ("C", "c") or found is None or found[1] not in counters or found[1] in seen:
            example = ",".join(f"{name}=0" for name in known)
            raise InvalidPosition(
                f"Counters {quote(':' + tail)} cannot be read; write them as ':C{example}'."
            )
        seen.add(found[1])
        counters[found[1]] = int(found[2])
    return head, counters
