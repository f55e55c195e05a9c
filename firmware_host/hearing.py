"""Knows how settled views become plies: what is read again and again, what waits, what is taken; neither why
a reading is believed nor buttons nor lights."""

from __future__ import annotations

from firmware_host.another_game import Another, Shelf, earlier, shown
from firmware_host.answers import Answers
from firmware_host.believing import NEVER, Pending, Reader
from firmware_host.catching_up import explaining
from firmware_host.debounce import Settled
from firmware_host.due import earliest
from firmware_host.events import Event
from firmware_host.inference import Ambiguous, AtRest, Disorder, InHand, InProgress, Verdict, infer
from firmware_host.irregular import Standing
from firmware_host.line import Line
from firmware_host.order import Order
from firmware_host.outlook import Outlook, Prospect
from firmware_host.pace import Pace
from firmware_host.reading import compared
from firmware_host.recovery import Recovery, Remedy
from firmware_host.regret import Regret
from firmware_host.secrecy import is_choosing
from firmware_host.settings import Settings
from firmware_host.witness import Witness

BLIND_S = 1.0
"""A board that is seen again has shown within this time what has changed on it."""
NEVER_BLIND = -1.0


class Hearing:
    """What one board has told so far, and what it says now. Mutable; every method returns the events it
    caused, each stamped with the time of the decision. Times must not run back.

    `heard` counts what has happened to the line: plies, amendments, takebacks. `correcting`: whether the
    last mover has his piece in the air again. `another`: what game the board shows instead of the line's.
    """

    def __init__(self, line: Line, settings: Settings, shelf: Shelf | None = None) -> None:
        self.line = line
        self.settings = settings
        self.witness = Witness(line.game.board)
        self.order = Order(line.game.board, settings)
        self.verdict: Verdict = AtRest()
        self.correcting = False
        self.heard = 0
        self.another = Another()
        self._shelf = shelf
        self._unseen = False
        self._blind_until = NEVER_BLIND
        self._outlook = line.outlook(len(line))
        self._before: Outlook | None = None
        self._pending: Pending | None = None
        self._earlier: Pending | None = None
        self._answers = Answers(settings.light_rest_s)
        self._standing: tuple[Standing, ...] = ()
        self._undone: int | None = None
        self._regret = Regret(settings.correction_s)
        self._rested_at: float | None = None
        self._reopened = False
        self._unseen_rolls = False
        self._recovery = Recovery(line.game.board, pushes=self._outlook.pushes)
        self._pace = Pace(settings)
        self.look_again()

    @property
    def seen_from(self) -> Outlook:
        """The position that the hand in the air started from."""
        return self._before if self.correcting and self._before is not None else self._outlook

    def due(self) -> float | None:
        """When time alone will decide something, or None."""
        pending = self._pending
        waiting = pending.at if pending is not None and pending.at != NEVER else None
        return earliest(waiting, self.order.due())

    @property
    def weak(self) -> int:
        """The fields whose sensor or piece somebody should look at."""
        return self._recovery.weak

    # ---- what happens

    def see(self, settled: Settled, *, resumed: bool) -> list[Event]:
        """A view of the board has settled. `resumed`: if it is the first, the game went on unseen before."""
        settled, faults = self._recovery.believable(settled, in_order=isinstance(self.verdict, AtRest))
        witness, occupied = self.witness, settled.seen.occupied
        first, before = not witness.began, witness.occupied
        self._end_rest(settled.edge, before & ~occupied)
        witness.see(settled)
        self._recovery.see(settled)
        self._pace = self._pace.stirs(settled.edge)
        blind = (first and resumed) or (not first and settled.at <= self._blind_until)
        self._blind_until = NEVER_BLIND
        self._unseen |= blind
        if first and not resumed:
            self._recovery.begin_somewhere(self.line, witness)
        if occupied != before:
            self._undone = None
        self.order.anew_at = None
        events: list[Event] = [*faults]
        events += self._catch_up(settled.at) if blind else []
        answered = self._answers.see(self.order, before, settled)
        events += [] if answered is None else self._play(answered, settled.at)
        return events + self.read(settled.at)

    def look_away(self, at: float) -> None:
        """Until `at` nobody looked: the board may show what was played meanwhile."""
        self._blind_until = at + BLIND_S

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
        """Say what has been wrong or unclear for long enough, if no other course of the game explains it."""
        events: list[Event] = []
        if self.order.is_unclear(at) and isinstance(self.verdict, Disorder) and self.line.outcome is None:
            remedy = self._recovery.remedy(self.line, self.witness, self.verdict, at)
            if self._unseen and not self.order.ordered and remedy is None:
                keep = earlier(self.line, self.witness)
                remedy = None if keep is None else Remedy(keep)
            events = [] if remedy is None else self._follow(remedy, at)
        return events + self.order.say(self._outlook, self.verdict, at)

    def _follow(self, remedy: Remedy, at: float) -> list[Event]:
        """Tell the game anew as the remedy says."""
        retold = remedy.retold
        events: list[Event] = []
        if retold and retold.dead:
            events += self._recovery.distrust(retold.dead, at)
            self.witness.distrust(retold.dead)
        events += self._take_back(remedy.keep, at) if remedy.keep < len(self.line) else []
        for prospect in retold.path if retold else ():
            events += self._play(prospect, at)
        self.order.ordered = True
        return events + self.read(at)

    def undo(self, at: float) -> list[Event]:
        """Take back the last move that hands made. It still stands on the board: it is no move again until
        the hands do something."""
        if not self.line.made:
            return []
        self._undone = self.witness.occupied
        self._recovery.leave()
        return self._take_back(self.line.made - 1, at) + self.read(at)

    def leave_off(self, at: float) -> list[Event]:
        """The game ends here: what was heard since the board last rested in order was no move of it."""
        sure = self._recovery.sure
        return [] if sure is None or sure >= len(self.line) else self._take_back(sure, at)

    def begin_anew(self, line: Line) -> None:
        """Another game begins on the board as it stands."""
        self.line = line
        self._recovery.leave()
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

    def _end_rest(self, edge: float, lifted: int) -> None:
        """If the board was in order, it is no more; the fields `lifted` have emptied."""
        rested_s = 0.0 if self._rested_at is None else edge - self._rested_at
        self._rested_at = None
        self._recovery.stir(self.line, edge, rested_s)
        self._regret.see(self.line, self._outlook, lifted, edge, rested_s)

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
            self._pace = self._pace.shows(self.verdict, self.line.position.turn, self.witness.rolled_at)
            reader = self._reader(at)
            self._standing = reader.standing(self._standing, hears=self.order.ordered)
            belief = reader.believe(self.verdict, earlier, self._standing, hears=self.order.ordered)
            self.verdict, self.correcting = belief.verdict, belief.correcting
            if belief.pending is None or belief.pending.at > at:
                self._pending = belief.pending
                break
            events += self._take(belief.pending, at)
            earlier = None
        waiting = self._pending or earlier
        self._earlier = waiting if waiting is not None and waiting.prospect is not None else None
        return events + self._watch(at)

    def _reader(self, at: float) -> Reader:
        asked, heard = (self.order.doubt, self.order.doubted), (self._regret.felt, self._unseen_rolls)
        seen_from = self._outlook, self._before
        return Reader(at, self.line, self.settings, self.witness, *seen_from, *asked, *heard, self._pace)

    def _judge(self) -> Verdict:
        view, doubt = self.witness.view, self.order.doubt
        undone = self._undone is not None and self.witness.occupied == self._undone
        if self.line.outcome is not None or not self.order.ordered or undone:
            return compared(self._outlook, view)
        if doubt and (self._answers.begun or not any(view.differs(each.after) for each in doubt)):
            return Ambiguous(doubt)
        return infer(self._outlook, view)

    # ---- deciding

    def _take(self, pending: Pending, at: float) -> list[Event]:
        self._pending = None
        if pending.keep is not None:
            self._recovery.leave()
            events = self._take_back(pending.keep, at)
            return events if pending.prospect is None else events + self._play(pending.prospect, at)
        if pending.prospect is None:
            return []
        if pending.amends:
            return self._amend(pending.prospect, at)
        if pending.forbidden is None:
            return self._play(pending.prospect, at)
        self._recovery.leave()
        return self.line.let_stand(pending.forbidden, at) + self._play(pending.prospect, at)

    def _play(self, prospect: Prospect, at: float) -> list[Event]:
        view = self.witness.view
        self._unseen_rolls |= bool(prospect.silent & ~view.touched)
        standing = view.differs(prospect.after) & prospect.move.captures & view.occupied
        if prospect.move.drops & ~view.occupied:
            # Its piece has been taken already: what came to a field since then is the taker, no captured man.
            standing &= ~view.touched
        self.witness.loose |= standing
        self._pace = self._pace.takes(prospect.move, self.line.position.turn)
        events: list[Event] = []
        for move in (*prospect.said, prospect.move):
            events += self.line.play(move, at)
        events += self._pass(at)
        self.witness.note_ply(at, self.line.position.occupied)
        self._regret.landed(self.witness.landed_at(prospect.move.drops))
        self._reopened = False
        events += self._recovery.moved(at, prospect, self.line.position)
        return self._after_ply(events)

    def _pass(self, at: float) -> list[Event]:
        """A side that can do nothing passes by itself."""
        outlook = self.line.outlook(len(self.line))
        if self.line.outcome is not None or outlook.outcome is not None:
            return []
        move = outlook.passing
        return [] if move is None else self.line.play(move, at)

    def _amend(self, prospect: Prospect, at: float) -> list[Event]:
        self._pace = self._pace.takes(prospect.move, self.line.after(self.line.made - 1).turn)
        events = self.line.amend(prospect.said, prospect.move, at) + self._pass(at)
        self.witness.note_ply(at, self.line.position.occupied, amended=True)
        self._regret.landed(self.witness.landed_at(prospect.move.drops))
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
        self._answers.forget()
        self._standing = ()
        self._regret.forget()
        self.order.settle()
        self.look_again()
        return events

    def look_again(self) -> None:
        """The line has changed: look from its last position."""
        self._outlook = self.line.outlook(len(self.line))
        correctable = self.line.open or (self._reopened and self.line.made)
        self._before = self.line.outlook(self.line.base) if correctable else None

    # ---- order and disorder

    def _come_to_order(self, at: float) -> list[Event]:
        events = self.order.come(at)
        self._earlier, self._standing = None, ()
        self._answers.forget()
        self._rested_at = at if self._rested_at is None else self._rested_at
        self.witness.come_to_order(at)
        events += self._recovery.healed(self.line.position.occupied, at)
        passed = self.line.go_on(at) + self._pass(at)
        return events + (self._after_ply(passed) if passed else [])

    def _watch(self, at: float) -> list[Event]:
        """Note how long the board may look wrong, and what the other side's lift confirms."""
        line, view = self.line, self.witness.view
        lost = not self.order.ordered and (self._unseen or not len(line))
        at_a_loss = isinstance(self.verdict, Disorder) and self._pending is None
        longest = 0 if at_a_loss else self.settings.takeback_to_start_plies
        self.another = shown(line, self.witness, longest, self._shelf, lost=lost)
        anew, swept = self.another.start or self.another.left_off is not None, self.another.swept
        secret = self.order.ordered and is_choosing(line, self.settings.secrets, view)
        waits = line.outcome is not None or self._pending is not None or secret
        waits |= any(standing.answering for standing in self._standing)
        self.order.watch(self.verdict, at, self.witness.edge or at, anew=anew, swept=swept, waits=waits)
        by_lift = self.settings.confirm == "lift" and not self.correcting
        if by_lift and isinstance(self.verdict, InProgress | InHand):
            return line.finalise(at)
        return []
