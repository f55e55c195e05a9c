"""Knows how events are told to people in words, one line each."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_host.events import (
    Amended,
    Asked,
    Astray,
    Clocked,
    Ended,
    Event,
    Fault,
    Final,
    GameOver,
    Irregular,
    Lit,
    Moved,
    Restored,
    Resumed,
    Secret,
    Started,
    TakenBack,
)
from rules.game import Outcome, Side

QUIET_S = 60.0
"""How long the same trouble is not told again."""

MOST_TROUBLES = 200


def told(event: Event) -> str:
    """One line for people, the time first; empty for events that only matter to programs."""
    words = "".join(letter if letter.isprintable() else "?" for letter in _words(event))
    return f"{event.t:9.3f}  {words}" if words else ""


class Telling:
    """Tells one board's events in lines for a log. Mutable.

    Law: what is wrong with a board or a device is told when it begins and at most every QUIET_S after that:
    players who play on beside a board in disorder fill no disk. Moves and ends are always told.
    """

    def __init__(self) -> None:
        self._told_at: dict[str, float] = {}

    def lines(self, events: Iterable[Event]) -> list[str]:
        """The lines for these events."""
        return [text for event in events if self._is_news(event) and (text := told(event))]

    def _is_news(self, event: Event) -> bool:
        match event:
            case Restored():
                return self._told_at.pop("astray", None) is not None
            case Astray():
                about = "astray"
            case Fault(field=field, device=device, what=what):
                about = f"{field or device}: {what}"
            case _:
                return True
        last = self._told_at.get(about)
        if last is not None and event.t - last < QUIET_S:
            return False
        if len(self._told_at) >= MOST_TROUBLES:
            self._told_at.clear()
        self._told_at[about] = event.t
        return True


def _words(event: Event) -> str:
    match event:
        case Moved(ply=ply, move=move, by=by):
            return f"{ply}. {by.value.capitalize()} plays {move}"
        case Amended(ply=ply, move=move, by=by):
            return f"{ply}. {by.value.capitalize()} corrects the move: {move}"
        case TakenBack(ply=ply):
            return f"{ply}. taken back"
        case Irregular(ply=ply, what=what, article=article):
            return f"{ply}. stands although forbidden: {what} ({article})"
        case Astray(missing=missing, extra=extra):
            return f"The board is not in order: {_wanted(missing, extra)}"
        case Restored():
            return "The board is in order again"
        case Asked(moves=moves):
            return f"Which move was it: {', '.join(moves)}?"
        case Secret(side=side):
            return f"The board knows {side.value.capitalize()}'s secret"
        case Ended(winner=winner, reason=reason):
            return ending(winner, reason)
        case Fault(field=field, device=device, what=what):
            return f"{field or device}: {what}"
        case Started(game=game):
            return f"A new game of {game} begins"
        case Resumed(id=number, ply=ply):
            return f"Game {number} goes on after {ply} plies"
        case GameOver(moves=moves, outcome=outcome):
            return f"{len(moves)} plies; {_result(outcome)}"
        case Final() | Lit() | Clocked():
            return ""
    return event.name


def _wanted(missing: tuple[str, ...], extra: tuple[str, ...]) -> str:
    parts = []
    if missing:
        parts.append(f"a piece is missing on {', '.join(missing)}")
    if extra:
        parts.append(f"{', '.join(extra)} must be cleared")
    return "; ".join(parts)


def ending(winner: Side | None, reason: str | None) -> str:
    """How a game ended, in words."""
    if reason is None:
        return "The game goes on"
    if winner is not None:
        return f"{winner.value.capitalize()} wins ({reason})"
    return "The game was left unfinished" if reason == "aborted" else f"Draw ({reason})"


def _result(outcome: Outcome | None) -> str:
    return "unfinished" if outcome is None else ending(outcome.winner, outcome.reason)
