"""Knows one board at play: turns settled views, buttons and the passing of time into events and what the
lights should speak of; not where views come from nor where events go."""

from __future__ import annotations

from firmware_host.another_game import Another, LeftOff, Shelf
from firmware_host.debounce import Settled
from firmware_host.due import earliest
from firmware_host.events import Event, Resumed, Started
from firmware_host.hearing import Hearing
from firmware_host.inference import AtRest, Disorder, Made, infer
from firmware_host.lesson import Teaching
from firmware_host.line import ABORTED, Line
from firmware_host.orientation import (
    fits_only_turned,
    may_be_turned,
    turned,
    turned_settled,
    turned_view,
)
from firmware_host.scene import Hand, Scene
from firmware_host.secrecy import Secrecy, may_hide, unhidden
from firmware_host.settings import Settings
from rules.board import bits
from rules.game import Outcome, Side

OPENING_VIEWS = 40
"""So many views of the opening are kept, until it is known who sits where."""

BRUSHED_S = 0.3
"""A field that a piece was over for less than this has only been passed."""


class Session:
    """One board being played on. Mutable; every method returns the events it caused, each stamped with the
    time of the decision. Times must not run back."""

    def __init__(
        self, line: Line, settings: Settings, *, resumed: bool = False, shelf: Shelf | None = None
    ) -> None:
        """`resumed`: the game went on before the board was seen, so that its first view may show a move
        under way or made meanwhile; otherwise the board must be in order once before a move is heard.
        `shelf`: games that were left off, one of which goes on when its position is set up."""
        self.settings = settings
        self._resumed = resumed
        self._shelf = shelf
        self._hearing = Hearing(line, settings, shelf)
        self._secrecy = Secrecy()
        self._ended_with: int | None = None
        self._heard = -1
        self._stirred = False
        self._hand = Hand()
        self._teaching = Teaching()
        self._crown_lifted = self._crown_done = False
        self._final_at: float | None = None
        self._opening: list[Settled] = []
        self.turned = False
        """Whether the players sit the other way round: every field of the game is the one opposite."""

    # ---- what others may read

    @property
    def line(self) -> Line:
        """The plies of the game that is on the board now."""
        return self._hearing.line

    def scene(self) -> Scene:
        """What the lights should speak of now."""
        hearing, line = self._hearing, self.line
        last, order = line.last, hearing.order
        return Scene(
            outlook=hearing.seen_from,
            verdict=hearing.verdict,
            view=hearing.witness.view,
            hand=self._hand,
            wrong=order.wrong,
            last=last.move if last and not hearing.correcting else None,
            last_at=last.at if last else 0.0,
            crowned=0 if self._crown_done else line.crowned,
            loose=hearing.witness.loose,
            asked=bool(order.doubt),
            outcome=line.outcome,
            outcome_at=line.ended_at,
            ordered=order.ordered,
            untouched=hearing.witness.occupied == self._ended_with and not self._stirred,
            hiding=self.hiding,
            hidden=self._secrecy.hidden,
            hidden_at=self._secrecy.hidden_at,
            lesson=self._teaching.lesson,
            weak=hearing.weak,
        )

    @property
    def hiding(self) -> bool:
        """Whether secrets are being chosen: nothing is lit then, and what the sensors say is for nobody."""
        return self._hearing.order.ordered and may_hide(self.line, self.settings.secrets)

    @property
    def faulty(self) -> int:
        """The fields of the board (mask) whose sensors or pieces have given trouble in this game."""
        weak = self._hearing.weak
        return turned(self.line.game.board, weak) if self.turned else weak

    def due(self) -> float | None:
        """When time alone will decide something, or None."""
        return earliest(self._hearing.due(), self._final_at)

    # ---- what happens

    def see(self, settled: Settled) -> list[Event]:
        """A view of the board has settled."""
        board = self.line.game.board
        if not self._hearing.witness.began and self._resumed:
            self.turned = fits_only_turned(self.line.position, settled.seen)
        if self.turned:
            settled = turned_settled(board, settled)
        if not len(self.line):
            self._opening = [*self._opening[-OPENING_VIEWS:], settled]
        events = self._see(settled)
        if not len(self.line) and self._moves_from_the_other_side(settled):
            events += self._turn_round()
        return events

    def _see(self, settled: Settled) -> list[Event]:
        self._note_crown(settled.seen.occupied)
        if self._ended_with is not None and settled.seen.occupied != self._ended_with:
            self._stirred = True
        events = self._told(settled.at, self._hearing.see(settled, resumed=self._resumed))
        if isinstance(self._hearing.verdict, AtRest):
            self._opening = [settled]
        return events

    def _moves_from_the_other_side(self, settled: Settled) -> bool:
        """Whether the first move of the game is made by the side that sits where the other was expected: who
        moves first is the side that starts."""
        hearing, line = self._hearing, self.line
        if not (hearing.order.ordered and isinstance(hearing.verdict, Disorder)):
            return False
        if not may_be_turned(line.start, settled.seen):
            return False
        board, witness = line.game.board, hearing.witness
        verdict = infer(line.outlook(0), turned_view(board, witness.view))
        if not isinstance(verdict, Made):
            return False
        beside = witness.touched & ~turned(board, verdict.prospect.area)
        return all(abs(witness.left_at(bit) - witness.landed_at(bit)) < BRUSHED_S for bit in bits(beside))

    def _turn_round(self) -> list[Event]:
        """Hear the opening again from the other side of the board."""
        self.turned = not self.turned
        self._hearing = Hearing(self.line, self.settings, self._shelf)
        board, events = self.line.game.board, list[Event]()
        for settled in [turned_settled(board, settled) for settled in self._opening]:
            events = self._see(settled)
        return events

    def look_away(self, at: float) -> None:
        """Until `at` nobody looked, as when the board was unplugged."""
        self._hearing.look_away(at)

    def tick(self, at: float) -> list[Event]:
        """Time has come to `at`: decide what was due."""
        hearing = self._hearing
        events = self._told(at, hearing.tick(at))
        if hearing.order.anew_at is not None and hearing.order.anew_at <= at:
            events += self._take_another(at)
        if self._final_at is not None and self._final_at <= at:
            self._final_at = None
            events += self.line.finalise(at)
            self._note_end()
        return events + hearing.say_unclear(at)

    def rest(self) -> None:
        """The board has rested long enough for a picture: note where the piece in hand is."""
        self._hand = self._hand.follow(self._hearing.seen_from, self._hearing.witness.view)

    def press(self, at: float, name: str, held_s: float | None = None) -> list[Event]:
        """A button was pressed (`held_s` None) or released after `held_s` seconds."""
        if name in ("white", "black"):
            events = self._confirm(at, name) if held_s is None else []
            kept = self._secrecy.press(self.line, self.settings.secrets, Side(name), at, held_s)
            return events + self._revealed(kept)
        if held_s is not None:
            return []
        match name:
            case "confirm":
                return self._confirm(at, name)
            case "undo":
                return self._told(at, self._hearing.undo(at))
            case "new":
                return self._begin_anew(at)
        return []

    def _told(self, at: float, events: list[Event]) -> list[Event]:
        """Note what these events change for the lights and for the end of the game."""
        if isinstance(self._hearing.verdict, AtRest):
            self._hand = Hand()
        if self._heard != self._hearing.heard:
            self._heard = self._hearing.heard
            self._hand = Hand()
            self._crown_lifted = self._crown_done = False
            over = self.line.outlook(len(self.line)).outcome is not None
            rest_s = self.settings.final_rest_s if over else self.settings.final_in_play_s
            self._final_at = at + rest_s if rest_s and self.line.open else None
        hearing = self._hearing
        edge = hearing.witness.edge
        if edge is not None and hearing.order.ordered:
            look = hearing.seen_from, hearing.verdict, hearing.witness.view
            self._teaching = self._teaching.follow(*look, edge, self.settings)
        claimed = [] if edge is None else self._secrecy.see(self.line, hearing.witness.view, edge, at)
        events = events + self._revealed(claimed)
        self._note_end()
        return events

    def _note_end(self) -> None:
        """Note what stood on the board when the game ended; a move that came too late stands there too."""
        if self.line.outcome is None:
            self._ended_with, self._stirred = None, False
        elif self._ended_with is None:
            self._ended_with = self._hearing.witness.occupied

    def _revealed(self, events: list[Event]) -> list[Event]:
        """The line knows a secret more, if there are events that say so."""
        if events:
            self._hearing.look_again()
        return events

    def _note_crown(self, occupied: int) -> None:
        """The crown light ends once its field was lifted and returned."""
        crowned = self.line.crowned
        if crowned and not crowned & occupied:
            self._crown_lifted = True
        elif self._crown_lifted and crowned & occupied:
            self._crown_done = True

    def _confirm(self, at: float, name: str) -> list[Event]:
        events = self._told(at, self._hearing.confirm(at))
        last = self.line.last
        if name == "confirm" or (last is not None and last.side.value == name):
            events += self.line.finalise(at)
            self._note_end()
        return events

    def lose_on_time(self, at: float, loser: Side) -> list[Event]:
        """The flag of `loser` has fallen; nothing if the game is over."""
        return self._told(at, self.line.end(Outcome(loser.other, "time"), at))

    def _take_another(self, at: float) -> list[Event]:
        """What the board shows instead of the game has rested there for long enough."""
        match self._hearing.another:
            case Another(left_off=LeftOff() as found):
                return self._resume(found, at)
            case Another(swept=True):
                return self._leave_off(at)
        return self._begin_anew(at)

    def _resume(self, found: LeftOff, at: float) -> list[Event]:
        """A game that was left off goes on."""
        self._hearing.order.anew_at = None
        fresh = None if self._shelf is None else self._shelf.take(found)
        if fresh is None:
            return []
        events = self._give_up(at)
        self._hearing.begin_anew(fresh)
        self._secrecy.begin_anew()
        events.append(Resumed(at, fresh.game.name, found.number, len(fresh), fresh.text, found.clock))
        return self._told(at, events + self._hearing.read(at))

    def _leave_off(self, at: float) -> list[Event]:
        """The pieces have been swept off the board: the game ends unfinished."""
        self._hearing.order.anew_at = None
        return self._told(at, self.line.end(Outcome(None, ABORTED), at))

    def _give_up(self, at: float) -> list[Event]:
        """Another game takes the place of this one, which ends unfinished if it has begun."""
        line = self.line
        unfinished = bool(len(line)) and line.outcome is None
        events = self._hearing.leave_off(at) if unfinished else []
        return events + (line.end(Outcome(None, ABORTED), at) if len(line) else [])

    def _begin_anew(self, at: float) -> list[Event]:
        line, events = self.line, self._give_up(at)
        fresh = line.anew()
        fresh.start = unhidden(fresh.start)
        self._hearing.begin_anew(fresh)
        self._secrecy.begin_anew()
        events.append(Started(at, line.game.name, fresh.text))
        return self._told(at, events + self._hearing.read(at))
