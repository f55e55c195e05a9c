"""Knows how a board is read beyond the position in front of it: the other side at work, the last mover who
corrects himself; pure functions, without time."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.inference import AtRest, Disorder, InHand, InProgress, Made, Verdict, View, infer, results
from firmware_host.line import Line
from firmware_host.outlook import Outlook, Prospect
from rules.game import Move, Position


def compared(outlook: Outlook, view: View) -> AtRest | Disorder:
    """Order or disorder, where no move is heard."""
    wrong = view.differs(outlook.occupied)
    return Disorder(wrong & outlook.occupied, wrong & ~outlook.occupied) if wrong else AtRest()


def at_work(outlook: Outlook, view: View) -> bool:
    """Whether the side to move in `outlook` has a piece of its own in the air or has moved it."""
    own_lifted = view.differs(outlook.occupied) & outlook.occupied & outlook.own
    return bool(own_lifted) and isinstance(infer(outlook, view), InProgress | InHand | Made)


def goes_on_after(outlook: Outlook, prospect: Prospect, view: View) -> bool:
    """Whether the board shows the other side at work after this move, which stands as it was made."""
    if prospect.move.drops & ~view.occupied & ~view.ignored:
        return False
    return at_work(outlook.following(prospect), _afresh(view))


def pushed_already(outlook: Outlook, prospect: Prospect, view: View) -> bool:
    """Whether the other side has answered this push with a whole move onto an empty field: no line that
    still rolls off the board fills one."""
    filled = view.occupied & ~prospect.after & ~view.ignored
    return outlook.pushes and bool(filled) and completed_after(outlook, prospect, view)


def completed_after(outlook: Outlook, prospect: Prospect, view: View) -> bool:
    """Whether the board shows a whole move of the other side after this one."""
    return isinstance(infer(outlook.following(prospect), _afresh(view)), Made)


def _afresh(view: View) -> View:
    """The view for a position that the traces so far do not belong to: nobody can tell what fell before."""
    return replace(view, lying=view.lying | view.fallen)


def overtaken(outlook: Outlook, view: View) -> Prospect | None:
    """The one move after which the board shows the next side at work, though captured men may stand.

    Where pieces are pushed, a board in motion can look like that by chance: there it is not asked.
    """
    if outlook.pushes:
        return None
    found = None
    for prospect in outlook.prospects:
        left = view.differs(prospect.after) & view.occupied
        if left & ~prospect.move.captures or prospect.move.drops & ~view.occupied & ~view.ignored:
            continue
        after = outlook.following(prospect)
        if at_work(after, replace(view, ignored=view.ignored | left)):
            if found is not None:
                return None
            found = prospect
    return found


def retaken(outlook: Outlook, view: View) -> Prospect | None:
    """The one move whose piece the other side has already taken by a whole move of its own, though captured
    men of either may stand: fast players take back before the first hand is away.

    Law: hands must have touched every field from and to which pieces of both moves went.
    """
    found: list[Prospect] = []
    for prospect in () if outlook.pushes else outlook.prospects:
        if _ends(prospect) & ~view.touched or prospect.move.drops & view.occupied:
            continue
        standing = prospect.move.captures & view.occupied & ~view.touched
        placed = view.differs(prospect.after) & ~prospect.after & ~standing
        if placed & (placed - 1):
            continue
        after = outlook.following(prospect)
        match infer(after, replace(view, ignored=view.ignored | standing)):
            case Made(prospect=answer) if answer.move.captures & prospect.move.drops:
                if not _ends(answer) & ~view.touched:
                    found.append(prospect)
    return found[0] if len(found) == 1 else None


def _ends(prospect: Prospect) -> int:
    return prospect.move.lifts | prospect.move.drops


def answered(outlook: Outlook, view: View) -> Prospect | None:
    """The one push off the board that left no other trace than its stone missing, where the other side has
    made a whole move since: nobody holds a stone in his hand that long."""
    if not outlook.pushes:
        return None
    lone = [
        p
        for p in outlook.prospects
        if p.silent
        and (outlook.occupied ^ p.after).bit_count() == 1
        and not view.differs(p.after) & p.move.lifts
    ]
    found = [p for p in lone if completed_after(outlook, p, view)]
    return found[0] if len(found) == 1 else None


def held(outlook: Outlook, view: View) -> tuple[Prospect, ...]:
    """The pushes off the board that look just like this one own stone in a hand, where no gutter speaks
    against them."""
    if view.differs(outlook.occupied).bit_count() != 1:
        return ()
    found = results(outlook, view)
    return tuple(p for p in found if p.silent and not p.fallen & ~(view.fallen | view.lying))


def correction(before: Outlook, last: Move, now: Outlook, view: View, view_of_last: View) -> Verdict:
    """What the board shows from the position `before` the last move, if its mover corrects himself: Made is
    another move, InProgress the piece in the air again. `view` is what is seen since that move, from the
    position `now` after it; `view_of_last` the same since the move began.

    Law: a piece that nobody has touched since has not been moved elsewhere, nor has a row been pushed on
    because the next player lifts a stone of it: what the corrected move needs must have been seen anew.
    """
    verdict = infer(before, view_of_last)
    match verdict:
        case InProgress() if last.drops & ~view.occupied:
            return verdict
        case Made(prospect=other) if other.move != last and _moved_anew(last, other, now, view):
            return verdict
        case Made(prospect=other) if other.move != last and _pusher_gone(last, other, now, view):
            return replace(verdict, witnessed=False)
    return compared(now, view)


def _moved_anew(last: Move, other: Prospect, now: Outlook, view: View) -> bool:
    """Whether hands have touched, since the last move, what the other move takes."""
    changed = view.touched | view.ignored | ~view.occupied
    if _goes_behind(last, other.move) and now.pushes:
        return not (other.move.lifts & ~last.lifts) & ~changed
    if (last.lifts, last.drops) != (other.move.lifts, other.move.drops) and not last.drops & changed:
        return False
    pushed_on = other.move.drops & now.occupied if now.pushes else 0
    return not pushed_on or bool(pushed_on & changed or other.fallen & view.fallen)


def _goes_behind(last: Move, other: Move) -> bool:
    """Whether the other push is the last one with pieces more behind it: a marble that had rolled back."""
    return set(last.transfers) < set(other.transfers)


def _pusher_gone(last: Move, other: Prospect, now: Outlook, view: View) -> bool:
    """Whether all that the board shows is that the stone which pushed last has left its field, on which the
    other move would have pushed it: slow hands may roll a line on without a gap that sensors see."""
    pusher, same = last.transfers[0], other.move.transfers[0]
    gone = now.position.game.board.mask([pusher.target]) if pusher.target else 0
    return now.pushes and pusher.origin == same.origin and view.differs(now.occupied) == gone


def standing(line: Line, view: View, longest: int) -> int | None:
    """How many plies of the line to keep so that the board equals the position after them; None if it equals
    no earlier one, or only the start of a game of more than `longest` plies, or that was left off (which is a
    new game).

    Law: what was moved since, hands must have touched; so the shadow of a piece that happens to complete an
    earlier picture takes nothing back. Where a line rolls, not every field of it can be seen to change.
    """
    touched = view.touched | view.ignored | ~view.occupied
    moved = left = 0
    for keep in range(len(line) - 1, -1, -1):
        move = line.plies[keep].move
        moved |= move.drops & ~left
        left |= move.lifts | move.captures
        if view.differs(line.after(keep).occupied) or not (
            keep or (len(line) <= longest and not line.left_off)
        ):
            continue
        rolled = moved.bit_count() > len(line) - keep
        still = moved & ~touched if not rolled or not moved & touched else 0
        exchanged = _exchanged(line.position, line.after(keep)) & ~touched
        if not (still or exchanged or _belies(line.position, line.after(keep), view)):
            return keep
    return None


def remade(line: Line, view: View) -> Prospect | None:
    """The one move that the board shows instead of the last two plies, whose pieces hands have both touched:
    a man nudged into a legal move of his own while the mover still made up his mind."""
    if line.base < 1:
        return None
    before = line.outlook(line.base - 1)
    moved = involved = 0
    for ply in line.plies[line.base - 1 :]:
        moved = moved & ~(ply.move.lifts | ply.move.captures) | ply.move.drops
        involved |= ply.move.lifts | ply.move.drops
    if before.pushes or moved & view.occupied & ~view.touched:
        return None
    made = infer(before, view)
    if not isinstance(made, Made) or not made.witnessed or _ends(made.prospect) & ~(involved | view.touched):
        return None
    return made.prospect


def _belies(now: Position, then: Position, view: View) -> bool:
    """Whether the poles that are seen fit the earlier position less than the one now: a piece turned over
    fits both as badly."""
    wrong_then = view.white & then.black | view.black & then.white
    wrong_now = view.white & now.black | view.black & now.white
    return wrong_then.bit_count() > wrong_now.bit_count()


def _exchanged(one: Position, other: Position) -> int:
    """The fields that hold pieces of different sides in the two positions: hands must have been there."""
    return (one.white & other.black) | (one.black & other.white)
