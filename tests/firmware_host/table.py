"""A board under test hands: lifts, puts and waits with exact times, and what the pipeline answers."""

from __future__ import annotations

from firmware_host.events import Event, Lit, as_json
from firmware_host.line import Line
from firmware_host.pipeline import Pipeline
from firmware_host.seen import Seen
from firmware_host.session import Session
from firmware_host.settings import Settings
from firmware_host.timekeeping import Timekeeper
from rules.game import Position
from rules.registry import game as game_called


class Table:
    """One board of one game; `t` is now. Reed sensors unless `hall`."""

    def __init__(
        self,
        name: str = "international",
        start: str | None = None,
        settings: Settings | None = None,
        *,
        hall: bool = False,
        unknown: tuple[str, ...] = (),
        missing: tuple[str, ...] = (),
        timekeeper: Timekeeper | None = None,
        **options: str | int | bool,
    ) -> None:
        self.game = game_called(name, options)
        self.board = self.game.board
        position = self.game.parse(start) if start else self.game.start()
        self.settings = settings or Settings()
        session = Session(Line(self.game, position), self.settings)
        self.pipeline = Pipeline(session, self.settings, timekeeper)
        self.events: list[Event] = []
        self.t = 0.0
        self.hall = hall
        self.unknown = self.board.mask(unknown)
        self.poles = {field: piece.side.letter for field, piece in position.fields.items()}
        for field in missing:
            del self.poles[field]
        self._feed()

    def _feed(self) -> None:
        white = self.board.mask(f for f, pole in self.poles.items() if pole == "w") & ~self.unknown
        black = self.board.mask(f for f, pole in self.poles.items() if pole == "b") & ~self.unknown
        poles = (white, black) if self.hall else (0, 0)
        self.events += self.pipeline.feed(self.t, Seen(white | black, *poles, self.unknown))

    def wait(self, seconds: float) -> Table:
        self.t += seconds
        self.events += self.pipeline.advance(self.t)
        return self

    def lift(self, *fields: str, after: float = 0.3) -> Table:
        """Take the pieces from these fields, all at once."""
        self.t += after
        for field in fields:
            self.hand = self.poles.pop(field)
        self._feed()
        return self

    def put(self, *fields: str, after: float = 0.3, pole: str | None = None) -> Table:
        """Set pieces (of the colour lifted last) on these fields."""
        self.t += after
        for field in fields:
            assert field not in self.poles, f"{field} is occupied"
            self.poles[field] = pole or self.hand
        self._feed()
        return self

    def press(self, button: str, after: float = 0.1) -> Table:
        self.t += after
        self.events += self.pipeline.press(self.t, button)
        return self

    def move(self, text: str) -> Table:
        """Make a legal move tidily and let the board rest."""
        position = self.position
        move = position.parse_move(text)
        leader = move.transfers[0]
        if leader.origin:
            self.lift(leader.origin)
        taken = [item.origin for item in move.transfers[1:] if item.target is None and item.origin]
        if leader.target:
            self.put(leader.target)
        pole = self.hand
        for field in taken:
            self.lift(field, after=0.2)
        self.hand = pole
        return self.wait(0.5)

    @property
    def position(self) -> Position:
        return self.pipeline.session.line.position

    def told(self, *names: str) -> list[dict[str, object]]:
        """The events so far with these names (all but lights if none), as they are printed."""
        return [
            as_json(event)
            for event in self.events
            if (event.name in names if names else event.name != "lights")
        ]

    def names(self) -> list[str]:
        """The names of the events so far, lights left out."""
        return [event.name for event in self.events if event.name != "lights"]

    def moves(self) -> list[str]:
        return [ply.move.text for ply in self.pipeline.session.line.plies]

    @property
    def lights(self) -> dict[str, str]:
        """The last picture."""
        pictures = [event.lights for event in self.events if isinstance(event, Lit)]
        return dict(pictures[-1]) if pictures else {}

    def role(self, role: str) -> set[str]:
        """The fields with this role in the last picture."""
        return {field for field, what in self.lights.items() if what == role}
