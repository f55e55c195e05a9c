"""Knows the earliest of several times at which something may be due; not what."""

from __future__ import annotations


def earliest(*times: float | None) -> float | None:
    """The earliest of these times, those that are None left out; None if all are."""
    soonest = None
    for time in times:
        if time is not None and (soonest is None or time < soonest):
            soonest = time
    return soonest
