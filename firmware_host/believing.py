"""Knows which reading of one board is believed, at once or after how long a rest; not what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware_host.inference import Ambiguous, Disorder, InProgress, Made, Verdict, infer
from firmware_host.irregular import Standing, accepted, follow
from firmware_host.line import ABORTED, Line
from firmware_host.outlook import Outlook, Prospect
from firmware_host.pace import Pace
from firmware_host.reading import (
    answered,
    at_work,
    completed_after,
    correction,
    goes_on_after,
    held,
    overtaken,
    pushed_already,
    remade,
    retaken,
    standing,
)
from firmware_host.regret import is_shared
from firmware_host.settings import Settings
from firmware_host.witness import Witness
from rules.game import Irregular

NEVER = float("inf")
OVERLAP_S = 0.1
"""A piece that slides may still be seen on one field when the next sees it already."""
HELD_S = 2.5
"""How long a stone must be away that may be in a hand or pushed on without a trace."""
GONE_S = 4.0
"""How long a piece must be away that may be in a hand or on the one field of its moves nobody can read."""
ODD_S = 1.5
"""How long a move must rest that looks odd: its piece seems to have arrived before it left, or part of what
it must show was not seen."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A reading of the board that is taken at `at` unless the hands contradict it before: a move that could
    go on (`prospect`; `amends` says that it replaces the last ply), or a takeback to `keep` plies, of which
    `prospect` is then made if there is one. With neither, the board is only looked at again. `forbidden`: the
    move that stands with it and comes before it."""

    at: float
    prospect: Prospect | None = None
    amends: bool = False
    keep: int | None = None
    forbidden: Irregular | None = None


@dataclass(frozen=True, slots=True)
class Belief:
    """What a board is believed to say: a reading to take (None: nothing yet), the verdict as it now stands,
    and whether the last mover has his piece in the air again."""

    pending: Pending | None
    verdict: Verdict
    correcting: bool = False


@dataclass(frozen=True, slots=True)
class Reader:
    """One look at a board, at `at`.

    `outlook`: the last position; `before`: the one before the last ply while its mover may still correct
    himself. `doubt`: the moves asked between, seen from `doubted`. `regret`: whether the last mover has just
    taken up a stone again that both sides may move. `unseen_rolls`: whether lines of this board have rolled
    over sensors that did not notice. `pace`: how long each side is waited for.
    """

    at: float
    line: Line
    settings: Settings
    witness: Witness
    outlook: Outlook
    before: Outlook | None
    doubt: tuple[Prospect, ...]
    doubted: Outlook | None
    regret: bool
    unseen_rolls: bool
    pace: Pace

    def believe(
        self, verdict: Verdict, earlier: Pending | None, standing: Sequence[Standing] = (), *, hears: bool
    ) -> Belief:
        """What to make of a board that looks like `verdict`, after the `earlier` reading. `hears`: whether
        moves are heard at all (the board has been in order once). Where nothing legal explains the board, one
        of the `standing` forbidden moves may that has been answered."""
        belief = self._legally(verdict, None if earlier and earlier.forbidden else earlier, hears=hears)
        if belief.pending is None and not belief.correcting and isinstance(belief.verdict, Disorder):
            return replace(belief, pending=self._let_stand(standing))
        return belief

    def _legally(self, verdict: Verdict, earlier: Pending | None, *, hears: bool) -> Belief:
        if self.regret:
            belief = self._corrected(verdict)
            if belief.pending is not None or belief.correcting:
                return belief
        if isinstance(verdict, Made):
            pushed_on = None if verdict.witnessed else self._pushed_on()
            return Belief(pushed_on or self._made(verdict, earlier), verdict)
        if not hears:
            return Belief(None, verdict)
        if earlier is not None and self._goes_on(earlier, verdict):
            return Belief(replace(earlier, at=self.at), verdict)
        if self.doubt:
            return Belief(self._decided(verdict), verdict)
        match verdict:
            case InProgress() if self.outlook.pushes:
                return self._rolling(verdict, earlier)
            case Disorder():
                overtaking = self._overtaken()
                return Belief(overtaking, verdict) if overtaking else self._corrected(verdict)
        return Belief(None, verdict)

    # ---- whole moves

    def _made(self, made: Made, earlier: Pending | None) -> Pending:
        """A complete move counts at once, or waits where it can go on or was not fully seen."""
        prospect = made.prospect
        waits = made.extendable or self._may_be_the_last_mover() or self._came_before_it_left(prospect)
        if made.witnessed and not waits:
            return Pending(self.at, prospect)
        when = NEVER
        if made.witnessed:
            when = self._patience(self.outlook, prospect)
        elif not self.outlook.pushes:
            when = self._half_seen(prospect)
        elif self.unseen_rolls and prospect in held(self.outlook, self.witness.view):
            when = self.witness.rolled_at + HELD_S
        if earlier is not None and earlier.prospect == prospect and not earlier.amends:
            # A bounce of the piece that has come to rest does not begin its wait anew; a rolling line does.
            when = when if self.outlook.pushes else min(when, earlier.at)
        return Pending(when, prospect)

    def _half_seen(self, prospect: Prospect) -> float:
        """When a move is taken that leads over fields nobody can read: its piece has landed, or where it
        landed nobody can see it: then its captured men are gone, or it has been away for long."""
        move, view = prospect.move, self.witness.view
        after, ignored = self.outlook.result(prospect), view.ignored
        if move.drops & (view.white & after.black | view.black & after.white):
            return NEVER
        if not move.drops & ignored:
            return self.witness.landed_at(move.drops) + ODD_S
        if move.captures and not move.captures & (ignored | view.occupied):
            return self.witness.left_at(move.captures) + ODD_S
        return NEVER if move.lifts & ignored else self.witness.left_at(move.lifts) + GONE_S

    def _patience(self, outlook: Outlook, prospect: Prospect) -> float:
        """When a move that could go on is taken: its wait runs from the landing of its last piece, or where
        pieces are pushed from the last change of any."""
        if outlook.pushes:
            return self.witness.rolled_at + self.pace.wait_s(outlook.position.turn)
        if self._came_before_it_left(prospect):
            return self.witness.left_at(prospect.move.lifts) + ODD_S
        return self.witness.landed_at(prospect.move.drops) + self.pace.wait_s(outlook.position.turn)

    def _came_before_it_left(self, prospect: Prospect) -> bool:
        """Whether a piece stood on the final field before the one that moves had left: then it is another,
        as when players put a capture back and begin with the man that was taken."""
        if self.outlook.pushes:
            return False
        move, witness = prospect.move, self.witness
        return witness.left_at(move.lifts) - witness.landed_at(move.drops) > OVERLAP_S

    def _may_be_the_last_mover(self) -> bool:
        """Whether the board could also show the last push going on, so that a move needs rest."""
        if self.before is None or not self.before.pushes:
            return False
        return isinstance(infer(self.before, self.witness.view_of_last), InProgress | Made)

    # ---- the other side at work

    def _goes_on(self, earlier: Pending, verdict: Verdict) -> bool:
        """Whether the board shows the next side at work after the earlier reading, and nothing before it."""
        view = self.witness.view
        if not isinstance(verdict, Disorder):
            return False
        if not earlier.amends and self._may_be_the_last_mover():
            return False
        if earlier.prospect is None:
            return at_work(self.line.outlook(earlier.keep or 0), view)
        if earlier.keep is not None:
            return goes_on_after(self.line.outlook(earlier.keep), earlier.prospect, view)
        outlook = self.before if earlier.amends else self.outlook
        return outlook is not None and goes_on_after(outlook, earlier.prospect, view)

    def _overtaken(self) -> Pending | None:
        if self.line.outcome is not None:
            return None
        view = self.witness.view
        prospect = overtaken(self.outlook, view) or retaken(self.outlook, view)
        return None if prospect is None else Pending(self.at, prospect)

    def _decided(self, verdict: Verdict) -> Pending | None:
        """A whole move of the other side may tell which of the moves asked between it follows."""
        if isinstance(verdict, Ambiguous) or self.doubted is None:
            return None
        fitting = [p for p in self.doubt if completed_after(self.doubted, p, self.witness.view)]
        return Pending(self.at, fitting[0]) if len(fitting) == 1 else None

    # ---- lines that roll

    def _rolling(self, verdict: Verdict, earlier: Pending | None) -> Belief:
        """What a board under way may say nevertheless where pieces push each other."""
        pending = self._pushed_on() or self._answered_push(earlier)
        return Belief(pending, verdict) if pending else self._held_long(verdict)

    def _pushed_on(self) -> Pending | None:
        """A line pushed further than was heard may look like the other side at work: once all is at rest,
        the whole move counts."""
        made = self._correction() if self.outlook.pushes else None
        return self._amended(made) if isinstance(made, Made) else None

    def _answered_push(self, earlier: Pending | None) -> Pending | None:
        """A push that was not believed at once may have been answered already."""
        pushed = earlier.prospect if earlier is not None and not earlier.amends else None
        if pushed is None or not pushed_already(self.outlook, pushed, self.witness.view):
            return None
        return Pending(self.witness.rolled_at + self.pace.wait_s(self.outlook.position.turn), pushed)

    def _held_long(self, verdict: Verdict) -> Belief:
        """Where sensors miss that a line rolls, a stone in the hand and a push off the board look alike; a
        stone that stays away was pushed, and if it could have been pushed in several ways, that is asked."""
        found = held(self.outlook, self.witness.view) if self.unseen_rolls else ()
        when = self.witness.rolled_at + HELD_S
        if len(found) > 1 and when <= self.at:
            return Belief(None, Ambiguous(found))
        pending = Pending(when, found[0] if len(found) == 1 else None) if found else None
        return Belief(pending, verdict)

    # ---- forbidden moves that stand

    def standing(self, earlier: Sequence[Standing], *, hears: bool) -> tuple[Standing, ...]:
        """The forbidden moves that may stand, none where the setting refuses them; `earlier` at the last
        look."""
        if self.settings.irregular != "stands" or not hears or self.doubt or self.line.outcome is not None:
            return ()
        edge = self.at if self.witness.edge is None else self.witness.edge
        return follow(earlier, self.outlook, self.witness.view, edge, self.settings.astray_s)

    def _let_stand(self, standing: Sequence[Standing]) -> Pending | None:
        """The answer to a forbidden move counts like any move: at once, or rested where it can go on."""
        stands = accepted(standing)
        if stands is None or stands.answer is None:
            return None
        prospect, waits = stands.answer.prospect, stands.answer.extendable and not stands.goes_on
        when = self._patience(stands.outlook, prospect) if waits else self.at
        return Pending(when, prospect, forbidden=stands.forbidden)

    # ---- second thoughts

    def _correction(self) -> Verdict | None:
        last = self.line.last
        if self.before is None or last is None:
            return None
        view = self.witness.view_of_roll if self.before.pushes else self.witness.view
        return correction(self.before, last.move, self.outlook, view, self.witness.view_of_last)

    def _amended(self, made: Made) -> Pending:
        """The last mover has made another move: believed at once, or once it cannot go on; set elsewhere by
        another piece, or with a stone that the other side may move by now, once it rests."""
        prospect, last, before = made.prospect, self.line.last, self.before
        if before is None or last is None or not made.witnessed:
            when = self.witness.rolled_at + ODD_S if self.outlook.pushes else NEVER
            return Pending(when, prospect, amends=True)
        when = self.at
        if before.pushes or before.extendable(prospect):
            when = self._patience(before, prospect)
        if prospect.move.lifts != last.move.lifts:
            when = max(when, (self.witness.edge or self.at) + self.settings.takeback_s)
        if not self.regret and is_shared(self.outlook, last.move.drops):
            when = max(when, self.witness.landed_at(prospect.move.drops) + ODD_S)
        return Pending(when, prospect, amends=True)

    def _corrected(self, verdict: Verdict) -> Belief:
        """The last mover corrects himself, or plies are taken back."""
        corrected = self._correction()
        if isinstance(corrected, Made):
            return Belief(self._amended(corrected), verdict)
        correcting = isinstance(corrected, InProgress)
        verdict = corrected if isinstance(corrected, InProgress) else verdict
        return Belief(self._taken_back(), verdict, correcting)

    def _taken_back(self) -> Pending | None:
        view, settings = self.witness.view, self.settings
        outcome = self.line.outcome
        left_off = outcome is not None and outcome.reason == ABORTED
        keep = standing(self.line, view, 0 if left_off else settings.takeback_to_start_plies)
        if keep is not None:
            return Pending(self.at + settings.takeback_s, keep=keep)
        other = remade(self.line, view)
        if other is not None:
            return Pending(self.at + settings.takeback_s, other, keep=self.line.base - 1)
        other = answered(self.outlook, view)
        return None if other is None else Pending(self.witness.rolled_at + ODD_S, other)
