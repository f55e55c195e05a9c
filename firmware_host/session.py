"""Knows one board at play: turns settled views, buttons and the passing of time into plies and events; not
where views come from nor where events go."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_host.debounce import Settled
from firmware_host.events import Asked, Astray, Event, Restored, Started
from firmware_host.inference import (
    Ambiguous,
    AtRest,
    Disorder,
    InHand,
    InProgress,
    Made,
    Outlook,
    Prospect,
    Verdict,
    View,
    infer,
    results,
    told_apart,
)
from firmware_host.line import Line
from firmware_host.scene import Hand, Scene
from firmware_host.settings import Settings
from rules.board import bits
from rules.game import Outcome


@dataclass(frozen=True, slots=True)
class Pending:
    """A reading of the board that is taken at `at` unless the hands contradict it before: a move that could
    go on (`prospect`; `amends` says that it replaces the last ply), or a takeback to `keep` plies."""

    at: float
    prospect: Prospect | None = None
    amends: bool = False
    keep: int = 0


class Session:
    """One board being played on. Mutable; every method returns the events it caused, each stamped with the
    time of the decision. Times must not run back."""

    def __init__(self, line: Line, settings: Settings) -> None:
        self.line = line
        self.settings = settings
        self._settled: Settled | None = None
        self._outlook = Outlook(line.position)
        self._before: Outlook | None = None
        self._verdict: Verdict = AtRest()
        self._correcting = False
        self._ordered = False
        self._loose = 0
        self._touched = 0
        self._landed_at: dict[int, float] = {}
        self._hand = Hand()
        self._crown_lifted = self._crown_done = False
        self._pending: Pending | None = None
        self._wrong: tuple[int, int] | None = None
        self._asked: tuple[str, ...] = ()
        self._unclear_at: float | None = None
        self._final_at: float | None = None
        self._anew_at: float | None = None
        self._reset_base()

    # ---- what others may read

    def scene(self) -> Scene:
        """What the lights should speak of now."""
        last = self.line.last
        return Scene(
            outlook=self._seen_from,
            verdict=self._verdict,
            view=self._view,
            hand=self._hand,
            wrong=self._wrong,
            last=last.move if last and not self._correcting else None,
            last_at=last.at if last else 0.0,
            crowned=0 if self._crown_done else self.line.crowned,
            loose=self._loose,
            asked=bool(self._asked),
            outcome=self.line.outcome,
            outcome_at=self.line.ended_at,
            ordered=self._ordered,
        )

    def due(self) -> float | None:
        """When time alone will decide something, or None."""
        pending_at = self._pending.at if self._pending else None
        waiting = (pending_at, self._unclear_at, self._final_at, self._anew_at)
        return min((time for time in waiting if time is not None), default=None)

    # ---- what happens

    def see(self, settled: Settled) -> list[Event]:
        """A view of the board has settled."""
        first = self._settled is None
        before = self._settled.seen.occupied if self._settled else 0
        self._settled = settled
        occupied = settled.seen.occupied
        self._loose &= occupied
        self._touched = 0 if first else self._touched | settled.changed
        for bit in bits(occupied & ~before):
            self._landed_at[bit] = settled.edge
        self._note_crown(occupied)
        self._anew_at = None
        return self._read(settled.at)

    def tick(self, at: float) -> list[Event]:
        """Time has come to `at`: decide what was due."""
        events: list[Event] = []
        if self._pending is not None and self._pending.at <= at:
            events += self._take(self._pending, at)
            events += self._read(at)
        if self._anew_at is not None and self._anew_at <= at:
            events += self._begin_anew(at)
        if self._final_at is not None and self._final_at <= at:
            self._final_at = None
            events += self.line.finalise(at)
        if self._unclear_at is not None and self._unclear_at <= at:
            self._unclear_at = None
            events += self._say_unclear(at)
        return events

    def rest(self) -> None:
        """The board has rested long enough for a picture: note where the piece in hand is."""
        self._hand = self._hand.follow(self._seen_from, self._view)

    def press(self, at: float, name: str, held_s: float | None = None) -> list[Event]:
        """A button was pressed (`held_s` None) or released after `held_s` seconds."""
        if held_s is not None:
            return []
        match name:
            case "confirm" | "white" | "black":
                return self._confirm(at, name)
            case "undo" if len(self.line):
                return self._take_back(len(self.line) - 1, at) + self._read(at)
            case "new":
                return self._begin_anew(at)
        return []

    # ---- reading the board

    @property
    def _view(self) -> View:
        if self._settled is None:
            return View(0, self.line.game.board.all)
        seen = self._settled.seen
        return View(seen.occupied, seen.unknown | self._loose, seen.white, seen.black, self._touched)

    @property
    def _seen_from(self) -> Outlook:
        """The position that the hand in the air started from."""
        return self._before if self._correcting and self._before is not None else self._outlook

    def _reset_base(self) -> None:
        """The line has changed: look from its last position."""
        if self._outlook.position is not self.line.position:
            self._outlook = Outlook(self.line.position)
        self._before = Outlook(self.line.after(len(self.line) - 1)) if self.line.open else None

    def _read(self, at: float) -> list[Event]:
        """Let the board speak until it says nothing new."""
        events: list[Event] = []
        earlier, self._pending = self._pending, None
        self._correcting = False
        while True:
            verdict = self._verdict = self._judge()
            if isinstance(verdict, AtRest):
                return events + self._come_to_order(at)
            step = self._step(verdict, earlier, at)
            if step is None or self._pending is not None:
                break
            events += step
            earlier = None
        return events + self._watch(at)

    def _judge(self) -> Verdict:
        view = self._view
        if self.line.outcome is not None or not self._ordered:
            wrong = view.differs(self._outlook.occupied)
            missing = wrong & self._outlook.occupied
            return Disorder(missing, wrong & ~missing) if wrong else AtRest()
        verdict = infer(self._outlook, view)
        return told_apart(self._outlook, view, verdict) if isinstance(verdict, Ambiguous) else verdict

    def _step(self, verdict: Verdict, earlier: Pending | None, at: float) -> list[Event] | None:
        """One more thing that the board says, or None; may leave a new pending reading."""
        if isinstance(verdict, Made):
            return self._made(verdict, earlier, at)
        if not self._ordered:
            return None
        if earlier is not None and self._goes_on_from(earlier, verdict):
            return self._take(earlier, at)
        if not isinstance(verdict, Disorder):
            return None
        if self.line.outcome is None and (prospect := self._overtaken()) is not None:
            return self._play(prospect, at)
        return self._corrected(at)

    def _made(self, made: Made, earlier: Pending | None, at: float) -> list[Event]:
        """Take a complete move at once, or wait where it can go on or was not fully seen."""
        prospect = made.prospect
        if made.witnessed and not made.extendable:
            return self._play(prospect, at)
        if earlier is not None and earlier.prospect == prospect and not earlier.amends:
            self._pending = earlier
        else:
            self._pending = Pending(self._patience(prospect) if made.witnessed else float("inf"), prospect)
        if self._pending.at > at:
            return []
        self._pending = None
        return self._play(prospect, at)

    def _patience(self, prospect: Prospect) -> float:
        """When a move that could go on is taken: its wait runs from the landing of its last piece."""
        landings = [self._landed_at.get(bit, 0.0) for bit in bits(prospect.move.drops)]
        return max(landings, default=0.0) + self.settings.slide_s

    def _goes_on_from(self, pending: Pending, verdict: Verdict) -> bool:
        """Whether the board shows the next side at work after the pending reading, and not the same piece in
        the air again."""
        view = self._view
        if pending.prospect is None:
            base = Outlook(self.line.after(pending.keep))
        else:
            if pending.prospect.move.drops & ~view.occupied & ~view.ignored:
                return False
            before = self.line.after(len(self.line) - 1) if pending.amends else self.line.position
            base = Outlook(before.play(pending.prospect.move))
        if not isinstance(verdict, Disorder) and pending.prospect is None:
            return False
        return isinstance(infer(base, view), InProgress | InHand | Made)

    def _overtaken(self) -> Prospect | None:
        """The one move after which the board shows the next side at work, though captured men may stand."""
        view, found = self._view, None
        for prospect in self._outlook.prospects:
            left = view.differs(prospect.after) & view.occupied
            if left & ~prospect.move.captures or prospect.move.drops & ~view.occupied & ~view.ignored:
                continue
            after = Outlook(self.line.position.play(prospect.move))
            verdict = infer(after, replace(view, ignored=view.ignored | left))
            if isinstance(verdict, InProgress | InHand | Made):
                if found is not None:
                    return None
                found = prospect
        return found

    def _corrected(self, at: float) -> list[Event] | None:
        """The last mover corrects himself, or plies are taken back."""
        view = self._view
        if self._before is not None and self.line.last is not None:
            last = self.line.last.move
            made = [p for p in results(self._before, view) if p.move != last]
            if len(made) == 1 and self._before.position.extendable(made[0].move):
                self._pending = Pending(max(at, self._patience(made[0])), made[0], amends=True)
                return []
            if len(made) == 1:
                return self._amend(made[0], at)
            verdict = infer(self._before, view)
            if isinstance(verdict, InProgress) and last.drops & ~view.occupied:
                self._correcting, self._verdict = True, verdict
        for keep in range(len(self.line) - 1, -1, -1):
            if not view.differs(self.line.after(keep).occupied) and not self._is_new_set_up(keep):
                self._pending = Pending(at + self.settings.takeback_s, keep=keep)
                return []
        return None

    def _is_new_set_up(self, keep: int) -> bool:
        """Whether the start position on the board is a new game and no takeback."""
        over = self.line.outcome is not None
        return keep == 0 and (over or len(self.line) > self.settings.takeback_to_start_plies)

    # ---- deciding

    def _take(self, pending: Pending, at: float) -> list[Event]:
        self._pending = None
        if pending.prospect is None:
            return self._take_back(pending.keep, at)
        if pending.amends:
            return self._amend(pending.prospect, at)
        return self._play(pending.prospect, at)

    def _play(self, prospect: Prospect, at: float) -> list[Event]:
        view = self._view
        self._loose |= view.differs(prospect.after) & prospect.move.captures & view.occupied
        return self._after_ply(self.line.play(prospect.move, at), at)

    def _amend(self, prospect: Prospect, at: float) -> list[Event]:
        return self._after_ply(self.line.amend(prospect.move, at), at)

    def _take_back(self, keep: int, at: float) -> list[Event]:
        self._loose = 0
        return self._after_ply(self.line.take_back(keep, at), at)

    def _after_ply(self, events: list[Event], at: float) -> list[Event]:
        self._hand = Hand()
        self._asked = ()
        self._touched = 0
        self._crown_lifted = self._crown_done = False
        self._reset_base()
        over = self.line.position.outcome() is not None
        rest_s = self.settings.final_rest_s if over else self.settings.final_in_play_s
        self._final_at = at + rest_s if rest_s and self.line.open else None
        return events

    # ---- order and disorder

    def _come_to_order(self, at: float) -> list[Event]:
        self._ordered = True
        self._touched = 0
        self._hand = Hand()
        self._asked = ()
        self._unclear_at = None
        was_wrong, self._wrong = self._wrong, None
        return [] if was_wrong is None else [Restored(at)]

    def _watch(self, at: float) -> list[Event]:
        """Note how long the board may look wrong, and what the other side's lift confirms."""
        verdict, edge = self._verdict, self._settled.edge if self._settled else at
        self._unclear_at = None
        if self._is_start_anew():
            self._anew_at = edge + self.settings.new_game_s
        elif self.line.outcome is None and self._pending is None and isinstance(verdict, Disorder | Ambiguous):
            self._unclear_at = max(at, edge + self.settings.astray_s)
        by_lift = self.settings.confirm == "lift" and not self._correcting
        if by_lift and isinstance(verdict, InProgress | InHand):
            return self.line.finalise(at)
        return []

    def _is_start_anew(self) -> bool:
        line = self.line
        return bool(len(line)) and not self._view.differs(line.start.occupied) and self._is_new_set_up(0)

    def _say_unclear(self, at: float) -> list[Event]:
        names = self.line.game.board.names
        match self._verdict:
            case Ambiguous(prospects):
                asked = tuple(sorted(p.move.text for p in prospects))
                if asked != self._asked:
                    self._asked = asked
                    return [Asked(at, asked)]
            case Disorder(missing, extra) if (missing, extra) != self._wrong:
                self._wrong = (missing, extra)
                return [Astray(at, names(missing), names(extra))]
        return []

    def _note_crown(self, occupied: int) -> None:
        """The crown light ends once its field was lifted and returned."""
        crowned = self.line.crowned
        if crowned and not crowned & occupied:
            self._crown_lifted = True
        elif self._crown_lifted and crowned & occupied:
            self._crown_done = True

    # ---- buttons and new games

    def _confirm(self, at: float, name: str) -> list[Event]:
        events: list[Event] = []
        if self._pending is not None:
            events += self._take(self._pending, at)
            events += self._read(at)
        last = self.line.last
        if name == "confirm" or (last is not None and last.side.value == name):
            events += self.line.finalise(at)
        return events

    def _begin_anew(self, at: float) -> list[Event]:
        events = self.line.end(Outcome(None, "aborted"), at) if len(self.line) else []
        self.line = Line(self.line.game, self.line.start)
        self._pending = None
        self._anew_at = self._final_at = None
        self._loose = 0
        self._wrong = None
        self._after_ply([], at)
        events.append(Started(at, self.line.game.name, self.line.start.text(full=True)))
        return events + self._read(at)
