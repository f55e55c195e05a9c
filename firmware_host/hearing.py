"""Knows how settled views become plies: which reading of the board is taken at once, which waits, which is
asked; neither buttons nor lights."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.catching_up import explaining
from firmware_host.debounce import Settled
from firmware_host.events import Event
from firmware_host.inference import (
    Ambiguous,
    AtRest,
    Disorder,
    InHand,
    InProgress,
    Made,
    Verdict,
    infer,
    questions,
)
from firmware_host.line import Line
from firmware_host.order import Order
from firmware_host.outlook import Outlook, Prospect, passing
from firmware_host.reading import (
    answered,
    at_work,
    compared,
    completed_after,
    correction,
    goes_on_after,
    held,
    overtaken,
    remade,
    retaken,
    standing,
)
from firmware_host.secrecy import is_choosing
from firmware_host.settings import Settings
from firmware_host.witness import CALM_S, Witness

NEVER = float("inf")
OVERLAP_S = 0.1
"""A piece that slides may still be seen on one field when the next sees it already."""
HELD_S = 2.5
"""How long a stone must be away that may be in a hand or pushed on without a trace."""
ODD_S = 1.5
"""How long a move must rest that looks odd: its piece seems to have arrived before it left, or part of what
it must show was not seen."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A reading of the board that is taken at `at` unless the hands contradict it before: a move that could
    go on (`prospect`; `amends` says that it replaces the last ply), or a takeback to `keep` plies, of which
    `prospect` is then made if there is one. With neither, the board is only looked at again."""

    at: float
    prospect: Prospect | None = None
    amends: bool = False
    keep: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The piece of one `field` has been lifted at `at` from the board `occupied`: if it returns, a question
    is answered."""

    field: int
    occupied: int
    at: float


class Hearing:
    """What one board has told so far, and what it says now. Mutable; every method returns the events it
    caused, each stamped with the time of the decision. Times must not run back.

    `heard` counts what has happened to the line: plies, amendments, takebacks. `correcting`: whether the
    last mover has his piece in the air again.
    """

    def __init__(self, line: Line, settings: Settings) -> None:
        self.line = line
        self.settings = settings
        self.witness = Witness(line.game.board)
        self.order = Order(line.game.board, settings)
        self.verdict: Verdict = AtRest()
        self.correcting = False
        self.heard = 0
        self._outlook = Outlook(line.position)
        self._before: Outlook | None = None
        self._pending: Pending | None = None
        self._earlier: Pending | None = None
        self._answer: Answer | None = None
        self._undone: int | None = None
        self._regret = False
        self._rested_at: float | None = None
        self._landed_at = 0.0
        self._reopened = False
        self._unseen_rolls = False
        self.look_again()

    @property
    def seen_from(self) -> Outlook:
        """The position that the hand in the air started from."""
        return self._before if self.correcting and self._before is not None else self._outlook

    def due(self) -> float | None:
        """When time alone will decide something, or None."""
        waiting = self._pending.at if self._pending and self._pending.at != NEVER else None
        times = (waiting, self.order.due())
        return min((time for time in times if time is not None), default=None)

    # ---- what happens

    def see(self, settled: Settled, *, resumed: bool) -> list[Event]:
        """A view of the board has settled. `resumed`: if it is the first, the game went on unseen before."""
        witness, occupied = self.witness, settled.seen.occupied
        first, before = not witness.began, witness.occupied
        self._note_regret(settled.edge, before & ~occupied)
        witness.see(settled)
        if occupied != before:
            self._undone = None
        self.order.anew_at = None
        events = self._catch_up(settled.at) if first and resumed else []
        events += self._answered(before, settled)
        return events + self.read(settled.at)

    def tick(self, at: float) -> list[Event]:
        """Time has come to `at`: take the reading that was due."""
        if self._pending is None or self._pending.at > at:
            return []
        return self.confirm(at)

    def confirm(self, at: float) -> list[Event]:
        """Take the reading that waits, if one does."""
        if self._pending is None:
            return []
        return self._take(self._pending, at) + self.read(at)

    def say_unclear(self, at: float) -> list[Event]:
        """Say what has been wrong or unclear for long enough."""
        return self.order.say(self._outlook, self.verdict, at)

    def undo(self, at: float) -> list[Event]:
        """Take back the last move that hands made. It still stands on the board: it is no move again until
        the hands do something."""
        if not self.line.made:
            return []
        self._undone = self.witness.occupied
        return self._take_back(self.line.made - 1, at) + self.read(at)

    def begin_anew(self, line: Line) -> None:
        """Another game begins on the board as it stands."""
        self.line = line
        self._reopened = False
        self.witness.loose = 0
        self.order.begin_anew()
        self._after_ply([])

    def _catch_up(self, at: float) -> list[Event]:
        """Take the moves made while nobody looked, if one sequence alone explains the board; a board with a
        move under way is in order."""
        sequence = explaining(self.line.position, self.witness.view)
        events: list[Event] = []
        for prospect in sequence or ():
            events += self._play(prospect, at)
        self.order.ordered = sequence is not None
        return events

    def _note_regret(self, edge: float, lifted: int) -> None:
        """Where both sides may move one stone: lifted again soon after its move, its mover corrects himself,
        even if he sets it back for an instant; later it is the other side's move."""
        last, rested_at = self.line.last, self._rested_at
        self._rested_at = None
        if rested_at is not None and edge - rested_at >= CALM_S:
            self._regret = False
        if last is not None and self.line.open and lifted == last.move.drops and self._is_shared(lifted):
            self._regret = self._regret or edge - self._landed_at < self.settings.correction_s

    def _is_shared(self, stones: int) -> bool:
        """Whether the side to move may move these stones as well as the one that has just moved them."""
        return not self._outlook.pushes and bool(stones & self._outlook.led)

    def _answered(self, before: int, settled: Settled) -> list[Event]:
        """A question is answered by lifting and returning the piece that is asked about."""
        occupied, doubted = settled.seen.occupied, self.order.doubted
        if doubted is None or occupied == before:
            return []
        asking = questions(doubted, self.order.doubt)
        answer, self._answer = self._answer, None
        if answer is None and before ^ occupied in asking and before & ~occupied:
            self._answer = Answer(before ^ occupied, before, settled.edge)
            return []
        if answer is None or occupied != answer.occupied:
            return []
        held = settled.edge - answer.at >= self.settings.light_rest_s
        return self._play(asking[answer.field], settled.at) if held else []

    # ---- reading the board

    def read(self, at: float) -> list[Event]:
        """Let the board speak until it says nothing new."""
        events: list[Event] = []
        earlier, self._pending = self._pending or self._earlier, None
        self.correcting = False
        while True:
            self.verdict = self._judge()
            if isinstance(self.verdict, AtRest):
                return events + self._come_to_order(at)
            step = self._step(self.verdict, earlier, at)
            if step is None or self._pending is not None:
                break
            events += step
            earlier = None
        waiting = self._pending or earlier
        self._earlier = waiting if waiting is not None and waiting.prospect is not None else None
        return events + self._watch(at)

    def _judge(self) -> Verdict:
        view, doubt = self.witness.view, self.order.doubt
        undone = self._undone is not None and self.witness.occupied == self._undone
        if self.line.outcome is not None or not self.order.ordered or undone:
            return compared(self._outlook, view)
        if doubt and (self._answer is not None or not view.differs(doubt[0].after)):
            return Ambiguous(doubt)
        return infer(self._outlook, view)

    def _step(self, verdict: Verdict, earlier: Pending | None, at: float) -> list[Event] | None:
        """One more thing that the board says, or None; may leave a new pending reading."""
        if self._regret:
            step = self._corrected(at)
            if step is not None or self.correcting:
                return step
        if isinstance(verdict, Made):
            pushed_on = None if verdict.witnessed else self._pushed_on(at)
            return self._made(verdict, earlier, at) if pushed_on is None else pushed_on
        if not self.order.ordered:
            return None
        if earlier is not None and self._goes_on(earlier, verdict):
            return self._take(earlier, at)
        if self.order.doubt:
            return self._decided(verdict, at)
        if isinstance(verdict, InProgress):
            return self._pushed_on(at) or self._held_long(at)
        if not isinstance(verdict, Disorder):
            return None
        if self.line.outcome is None:
            view = self.witness.view
            prospect = overtaken(self._outlook, view) or retaken(self._outlook, view)
            if prospect is not None:
                return self._play(prospect, at)
        return self._corrected(at)

    def _made(self, made: Made, earlier: Pending | None, at: float) -> list[Event]:
        """Take a complete move at once, or wait where it can go on or was not fully seen."""
        prospect = made.prospect
        waits = made.extendable or self._may_be_the_last_mover() or self._came_before_it_left(prospect)
        if made.witnessed and not waits:
            return self._play(prospect, at)
        when = NEVER
        if made.witnessed:
            when = self._patience(self._outlook, prospect)
        elif self._unseen_rolls and prospect in held(self._outlook, self.witness.view):
            when = self.witness.rolled_at + HELD_S
        if earlier is not None and earlier.prospect == prospect and not earlier.amends:
            # A bounce of the piece that has come to rest does not begin its wait anew; a rolling line does.
            when = when if self._outlook.pushes else min(when, earlier.at)
        return self._wait(Pending(when, prospect), at)

    def _wait(self, pending: Pending, at: float) -> list[Event]:
        """Let the reading wait, or take it if its time is over."""
        if pending.at <= at:
            return self._take(pending, at)
        self._pending = pending
        return []

    def _patience(self, outlook: Outlook, prospect: Prospect) -> float:
        """When a move that could go on is taken: its wait runs from the landing of its last piece, or where
        pieces are pushed from the last change of any."""
        if outlook.pushes:
            return self.witness.rolled_at + self.settings.slide_s
        if self._came_before_it_left(prospect):
            return self.witness.left_at(prospect.move.lifts) + ODD_S
        return self.witness.landed_at(prospect.move.drops) + self.settings.slide_s

    def _came_before_it_left(self, prospect: Prospect) -> bool:
        """Whether a piece stood on the final field before the one that moves had left: then it is another,
        as when players put a capture back and begin with the man that was taken."""
        if self._outlook.pushes:
            return False
        move, witness = prospect.move, self.witness
        return witness.left_at(move.lifts) - witness.landed_at(move.drops) > OVERLAP_S

    def _may_be_the_last_mover(self) -> bool:
        """Whether the board could also show the last push going on, so that a move needs rest."""
        if self._before is None or not self._before.pushes:
            return False
        return isinstance(infer(self._before, self.witness.view_of_last), InProgress | Made)

    def _goes_on(self, earlier: Pending, verdict: Verdict) -> bool:
        """Whether the board shows the next side at work after the earlier reading, and nothing before it."""
        view = self.witness.view
        if not isinstance(verdict, Disorder):
            return False
        if not earlier.amends and self._may_be_the_last_mover():
            return False
        if earlier.prospect is None:
            return at_work(Outlook(self.line.after(earlier.keep or 0)), view)
        if earlier.keep is not None:
            return goes_on_after(Outlook(self.line.after(earlier.keep)), earlier.prospect, view)
        outlook = self._before if earlier.amends else self._outlook
        return outlook is not None and goes_on_after(outlook, earlier.prospect, view)

    def _decided(self, verdict: Verdict, at: float) -> list[Event] | None:
        """A whole move of the other side may tell which of the moves asked between it follows."""
        doubt, doubted = self.order.doubt, self.order.doubted
        if isinstance(verdict, Ambiguous) or doubted is None:
            return None
        fitting = [p for p in doubt if completed_after(doubted, p, self.witness.view)]
        return self._play(fitting[0], at) if len(fitting) == 1 else None

    def _pushed_on(self, at: float) -> list[Event] | None:
        """A line pushed further than was heard may look like the other side at work: once all is at rest,
        the whole move counts."""
        made = self._correction() if self._outlook.pushes else None
        return self._amended(made, at) if isinstance(made, Made) else None

    def _held_long(self, at: float) -> list[Event] | None:
        """Where sensors miss that a line rolls, a stone in the hand and a push off the board look alike; a
        stone that stays away was pushed, and if it could have been pushed in several ways, that is asked."""
        found = held(self._outlook, self.witness.view) if self._unseen_rolls else ()
        when = self.witness.rolled_at + HELD_S
        if not found or (len(found) > 1 and when <= at):
            self.verdict = Ambiguous(found) if found else self.verdict
            return None
        return self._wait(Pending(when, found[0] if len(found) == 1 else None), at)

    def _correction(self) -> Verdict | None:
        last = self.line.last
        if self._before is None or last is None:
            return None
        view = self.witness.view_of_roll if self._before.pushes else self.witness.view
        return correction(self._before, last.move, self._outlook, view, self.witness.view_of_last)

    def _amended(self, made: Made, at: float) -> list[Event]:
        """The last mover has made another move: believed at once, or once it cannot go on; set elsewhere by
        another piece, once it rests."""
        prospect, last, before = made.prospect, self.line.last, self._before
        if before is None or last is None or not made.witnessed:
            when = self.witness.rolled_at + ODD_S if self._outlook.pushes else NEVER
            return self._wait(Pending(when, prospect, amends=True), at)
        when = at
        if before.pushes or before.extendable(prospect):
            when = self._patience(before, prospect)
        if prospect.move.lifts != last.move.lifts:
            when = max(when, (self.witness.edge or at) + self.settings.takeback_s)
        if not self._regret and self._is_shared(last.move.drops):
            when = max(when, self.witness.landed_at(prospect.move.drops) + self.settings.correction_s)
        return self._wait(Pending(when, prospect, amends=True), at)

    def _corrected(self, at: float) -> list[Event] | None:
        """The last mover corrects himself, or plies are taken back."""
        verdict = self._correction()
        if isinstance(verdict, Made):
            return self._amended(verdict, at)
        if isinstance(verdict, InProgress):
            self.correcting, self.verdict = True, verdict
        keep = standing(self.line, self.witness.view, self.settings.takeback_to_start_plies)
        if keep is not None:
            return self._wait(Pending(at + self.settings.takeback_s, keep=keep), at)
        other = remade(self.line, self.witness.view)
        if other is not None:
            pending = Pending(at + self.settings.takeback_s, other, keep=self.line.base - 1)
            return self._wait(pending, at)
        other = answered(self._outlook, self.witness.view)
        if other is not None:
            return self._wait(Pending(self.witness.rolled_at + ODD_S, other), at)
        return None

    # ---- deciding

    def _take(self, pending: Pending, at: float) -> list[Event]:
        self._pending = None
        if pending.keep is not None:
            events = self._take_back(pending.keep, at)
            return events if pending.prospect is None else events + self._play(pending.prospect, at)
        if pending.prospect is None:
            return []
        if pending.amends:
            return self._amend(pending.prospect, at)
        return self._play(pending.prospect, at)

    def _play(self, prospect: Prospect, at: float) -> list[Event]:
        view = self.witness.view
        self._unseen_rolls |= bool(prospect.silent & ~view.touched)
        self.witness.loose |= view.differs(prospect.after) & prospect.move.captures & view.occupied
        events: list[Event] = []
        for move in (*prospect.said, prospect.move):
            events += self.line.play(move, at)
        events += self._pass(at)
        self.witness.note_ply(at, self.line.position.occupied)
        self._landed_at = self.witness.landed_at(prospect.move.drops)
        self._reopened = False
        return self._after_ply(events)

    def _pass(self, at: float) -> list[Event]:
        """A side that can do nothing passes by itself."""
        position = self.line.position
        if self.line.outcome is not None or position.outcome() is not None:
            return []
        move = passing(position)
        return [] if move is None else self.line.play(move, at)

    def _amend(self, prospect: Prospect, at: float) -> list[Event]:
        events = self.line.amend(prospect.said, prospect.move, at) + self._pass(at)
        self.witness.note_ply(at, self.line.position.occupied, amended=True)
        self._landed_at = self.witness.landed_at(prospect.move.drops)
        self._reopened = False
        return self._after_ply(events)

    def _take_back(self, keep: int, at: float) -> list[Event]:
        self.witness.loose = 0
        events = self.line.take_back(self.line.unsaid(keep), at) + self._pass(at)
        self.witness.note_ply(at, self.line.position.occupied)
        self._reopened = True
        return self._after_ply(events)

    def _after_ply(self, events: list[Event]) -> list[Event]:
        self.heard += 1
        self._pending = self._earlier = None
        self._answer = None
        self._regret = False
        self.order.settle()
        self.look_again()
        return events

    def look_again(self) -> None:
        """The line has changed: look from its last position."""
        if self._outlook.position is not self.line.position:
            self._outlook = Outlook(self.line.position)
        correctable = self.line.open or (self._reopened and self.line.made)
        self._before = Outlook(self.line.after(self.line.base)) if correctable else None

    # ---- order and disorder

    def _come_to_order(self, at: float) -> list[Event]:
        events = self.order.come(at)
        self._earlier = self._answer = None
        self._rested_at = at if self._rested_at is None else self._rested_at
        self.witness.come_to_order(at)
        passed = self._pass(at)
        return events + (self._after_ply(passed) if passed else [])

    def _watch(self, at: float) -> list[Event]:
        """Note how long the board may look wrong, and what the other side's lift confirms."""
        line, view = self.line, self.witness.view
        at_start = bool(len(line)) and not view.differs(line.start.occupied)
        anew = at_start and len(line) > self.settings.takeback_to_start_plies
        secret = self.order.ordered and is_choosing(line, self.settings.secrets, view)
        waits = line.outcome is not None or self._pending is not None or secret
        self.order.watch(self.verdict, at, self.witness.edge or at, anew=anew, waits=waits)
        by_lift = self.settings.confirm == "lift" and not self.correcting
        if by_lift and isinstance(self.verdict, InProgress | InHand):
            return line.finalise(at)
        return []
