"""Knows the orders in which people run wires, and which of them a list of fields follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware_host.wiring import Places, rows_order

MOST_EXCHANGED = 10
"""An order with more exceptions than one in so many is none."""

_TURNS = (0, 180, 90, 270)


def order_of(names: Sequence[str], places: Places) -> tuple[str, tuple[int, ...]] | None:
    """The order that a list of fields ("" where there is none) follows, in words, and the indices of those
    that are out of it, exchanged among each other; None if it follows none.

    Law: with no index out of it, the list without "" is the order.
    """
    given = [(index, name) for index, name in enumerate(names) if name]
    each, rest = divmod(len(given), len({name for _, name in given}) or 1)
    if rest or not given:
        return None
    best: tuple[str, tuple[int, ...]] | None = None
    for words, path in _paths({name: places[name] for _, name in given}, each):
        out = tuple(index for (index, name), other in zip(given, path, strict=True) if name != other)
        if best is None or len(out) < len(best[1]):
            best = words, out
    if best is None or len(best[1]) > max(2, len(given) // MOST_EXCHANGED):
        return None
    return best


def _paths(fields: Places, each: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    for serpentine in (False, True):
        for rotate in _TURNS:
            for mirror in (False, True):
                path = rows_order(fields, rotate=rotate, mirror=mirror, serpentine=serpentine, each=each)
                yield _words(path, fields, rotate, serpentine=serpentine), path


def _words(path: Sequence[str], fields: Places, rotate: int, *, serpentine: bool) -> str:
    lines = "rows" if rotate in (0, 180) else "columns"
    x, y = fields[path[0]]
    up = 2 * y >= max(one for _, one in fields.values()) + min(one for _, one in fields.values())
    across = 2 * x <= max(one for one, _ in fields.values()) + min(one for one, _ in fields.values())
    corner = f"{'far' if up else 'near'} {'left' if across else 'right'}"
    turning = ", back in every second" if serpentine else ""
    return f"in {lines} from field {path[0]} ({corner}) to field {path[-1]}{turning}"
