"""Knows how a whole game is played by hands, turn by turn; nothing of how it is heard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from types import MappingProxyType

from firmware_host.hands import carrying, pauses, pushing
from firmware_host.hands.bodies import Magnet
from firmware_host.hands.lawful import ANSWER_S, brief_rest, is_shared
from firmware_host.hands.levels import Doing, Level
from firmware_host.hands.moves import Abreast, Carried, Placed, Pushed, task
from firmware_host.hands.recording import Happening, choose_model, record
from firmware_host.hands.records import HandsError, Performance
from firmware_host.hands.script import Hand
from firmware_host.hands.sensors import SensorModel
from firmware_host.hands.stage import Stage, Standing
from rules.game import Game, Move, Position, Side

_MOST_BACK = 6
FIRST_TOUCH_S = 1.0
"""The board stands that long before anybody touches it."""
_MEN = frozenset({Doing.BUMPED, Doing.BETWEEN_FIELDS, Doing.SLEEVE, Doing.PUT_BACK, Doing.TOOK_BACK})
_MARBLES = frozenset({Doing.TOOK_BACK, Doing.ROLLED_BACK})
_NOT_FOR: Mapping[str, frozenset[Doing]] = MappingProxyType(
    {"man": frozenset({Doing.ROLLED_BACK}), "marble": _MEN - _MARBLES, "stone": _MEN | _MARBLES}
)
"""What does not happen to pieces of a kind: only men stand on every second field, only marbles roll, and a
stone put back may be a move of the other side.
"""
_RESTS = frozenset({Doing.RESTED, Doing.HOVERED, Doing.STEPWISE, Doing.WRONG_FIELD})
_ONE_OF = (Doing.FIRST, Doing.BETWEEN, Doing.TWO_HANDS)


def perform(
    game: Game,
    start: Position | None,
    moves: Iterable[Move | str],
    level: Level,
    rng: Random,
    kind: str = "reed",
    *,
    absent: Iterable[str] = (),
    sensors: SensorModel | None = None,
    turned: float = 0.0,
    lawless: bool = False,
    magnets: Mapping[str, Magnet] | None = None,
    late: Mapping[str, int] | None = None,
) -> Performance:
    """The game that begins at `start` (None: the game's own) and goes on with `moves`, played by hands.

    The same arguments and a generator in the same state give the same performance. `absent` names fields
    without a sensor. `sensors` replaces the usual model of that `kind` (`reed` or `hall`). `turned` is the
    share of pieces that lie upside down and show the other pole. `lawless` players do not know that a stone
    which both sides may move rests but briefly on its way, and is answered a little later (see lawful).
    `magnets` says of which pieces, named by their first fields (of a king the lower disc), the magnet is not
    sound; wherever such a piece goes, the defect goes with it. `late` pieces, named by their fields, are
    missing in the set-up and are put there before that ply, or before the first that touches them; their
    magnets are sound. Raises HandsError, and InvalidMove or IllegalMove for a text that is no move.
    """
    model = choose_model(kind, sensors)
    first = start or game.start()
    stage = _set_up(first, level, rng, turned, magnets or {}, late or {})
    play = _Play(stage, first, late or {}, lawless=lawless)
    play.through(list(moves))
    return record(game, first, stage, play.happenings, play.done, model, absent)


def _set_up(
    first: Position,
    level: Level,
    rng: Random,
    turned: float,
    magnets: Mapping[str, Magnet],
    late: Mapping[str, int],
) -> Stage:
    """The board before the first move; raises HandsError for a field without a piece."""
    if bare := sorted({*magnets, *late} - set(first.fields)):
        raise HandsError(f"No piece stands on {bare[0]!r} in {first.text()}; choose an occupied field.")
    there = {name: piece for name, piece in first.fields.items() if name not in late}
    if clash := sorted(set(magnets) - set(there)):
        raise HandsError(f"The piece of {clash[0]!r} comes late; choose another one for the magnet.")
    return Stage(first.game.board, there, level, rng, turned, magnets)


class _Play:
    """The course of one performance: positions so far, when hands are free, what is still to do."""

    def __init__(self, stage: Stage, start: Position, late: Mapping[str, int], *, lawless: bool) -> None:
        self.stage, self.lawless, self.late = stage, lawless, dict(late)
        self.led: str | None = None
        self.positions = [start]
        self.snapshots: list[Standing] = []
        self.happenings: list[Happening] = []
        self.free = {Side.WHITE: FIRST_TOUCH_S, Side.BLACK: FIRST_TOUCH_S}
        self.landed = self.done = FIRST_TOUCH_S
        self.fallen: dict[str, float] = {}
        self.clear_by = 0
        self.crownless: tuple[str, Side] | None = None
        self.kind = start.game.piece_kind

    def through(self, moves: list[Move | str]) -> None:
        """Plays all moves, whatever is taken back on the way."""
        index, taken = 0, 0
        while index < len(moves):
            position, given = self.positions[-1], moves[index]
            move = position.parse_move(given) if isinstance(given, str) else given
            self.ply(move, index + 1)
            index += 1
            if Doing.TOOK_BACK in self.stage.doing and index > taken:
                taken = index
                index -= self.take_back(index)
        hand = Hand(self.stage, self.done)
        pushing.clear_gutter(hand, self.fallen, sorted(self.fallen))
        if self.crownless:
            pauses.crown(hand, *self.crownless)
        self.done = hand.at

    def ply(self, move: Move, ply: int) -> None:
        """One turn: what comes before it, the move, what comes after it."""
        stage, position = self.stage, self.positions[-1]
        after = position.play(move)
        self.snapshots.append(stage.snapshot())
        stage.ply, stage.turn, stage.doing = ply, len(self.happenings), self._draw()
        self._heed(position, move)
        hand = Hand(stage, self._start(position.turn, move))
        self._leave_in_order(hand, move)
        own = list(position.game.board.names(_of(position, position.turn)))
        pauses.before_move(hand, [name for name in own if name in stage.standing])
        landed, field = self._move(hand, position, after, move)
        if field:
            pauses.after_move(hand, field)
        if field and self._is_crowned(position, after, field):
            self._crown(hand, field, position.turn)
        self.positions.append(after)
        self.happenings.append(Happening("move", ply, move.text, stage.turn, landed))
        self.led = field
        self.landed, self.free[position.turn] = landed, hand.at
        self.done = max(self.done, hand.at)

    def _draw(self) -> frozenset[Doing]:
        """What these hands feel like in this ply. Men are taken first, in between or by a second hand."""
        rng, chances = self.stage.rng, self.stage.level.chances
        drawn = {doing for doing in chances if rng.random() < chances[doing]} - set(_ONE_OF)
        drawn -= _NOT_FOR.get(self.kind, _MEN | _MARBLES)
        mood = rng.random()
        for doing in _ONE_OF:
            chance = chances.get(doing, 0.0)
            if 0.0 <= mood < chance:
                drawn.add(doing)
            mood -= chance
        return frozenset(drawn)

    def _heed(self, position: Position, move: Move) -> None:
        """Rests on the way are short where the other side might take the stone for moved."""
        stage = self.stage
        stage.rest_s, stage.is_shared = stage.level.rest_s, False
        origin = _led_from(move)
        if self.lawless or origin is None or not stage.doing & _RESTS:
            return
        if is_shared(position, origin):
            stage.rest_s, stage.is_shared = brief_rest(stage.level), True

    def _start(self, side: Side, move: Move) -> float:
        """When the hand of `side` begins; with the very stone that was just moved, not before its mover could
        have put it right.
        """
        level, stage = self.stage.level, self.stage
        earliest = 0.0
        if not self.lawless and self.led is not None and _led_from(move) == self.led:
            earliest = stage.settled_at[self.led] + ANSWER_S
        if level.answer_s is None or not self.happenings:
            at = self.done + (stage.draw(level.think_s) if self.happenings else 0.0)
            return max(at, earliest)
        at = max(self.landed + stage.draw(level.answer_s), self.free[side], earliest)
        if at < self.done:
            stage.note(Doing.ANSWERED_EARLY, at)
        return at

    def _leave_in_order(self, hand: Hand, move: Move) -> None:
        """Sees to what is still to do: a piece not set up, fallen stones, a king without its second disc."""
        self._set_up(hand, move)
        wanted = {str(one.target) for one in move.transfers}
        due = [name for name in sorted(self.fallen) if hand.stage.ply >= self.clear_by or name in wanted]
        if due:
            pushing.clear_gutter(hand, self.fallen, due)
            hand.wait(hand.stage.level.rest_s)
        if self.crownless:
            field, side = self.crownless
            self.crownless = None
            doing = hand.stage.doing
            hand.stage.doing = doing | {Doing.LATE_CROWN}
            pauses.crown(hand, field, side)
            hand.stage.doing = doing - {Doing.LATE_CROWN}
            hand.wait(hand.stage.level.rest_s)

    def _set_up(self, hand: Hand, move: Move) -> None:
        """Puts the pieces on the board that were forgotten, when they are seen to be missing."""
        stage, start = hand.stage, self.positions[0]
        touched = start.game.board.names(move.lifts | move.drops | move.captures)
        for field in [name for name, ply in self.late.items() if stage.ply >= ply or name in touched]:
            del self.late[field]
            piece = start.fields[field]
            hand.settling = False
            for _ in range(2 if piece.kind == "king" else 1):
                hand.stack(hand.take(stage.new_body(piece.side, stage.aside())), field)
            stage.note(Doing.SET_UP_LATE, hand.at, field)
            there = tuple(stage.standing[field])
            self.snapshots = [{**standing, field: there} for standing in self.snapshots]
            hand.settling = True
            hand.wait(stage.level.rest_s)

    def _move(self, hand: Hand, position: Position, after: Position, move: Move) -> tuple[float, str | None]:
        """Makes the move; when it has landed, and the field of the piece that the hand led."""
        match task(position, move):
            case Carried() as carried:
                return carrying.carry_out(hand, carried), carried.target
            case Placed(target) as placed:
                side = Side.WHITE if after.white & after.game.board.bit[target] else Side.BLACK
                return carrying.place(hand, placed, side), target
            case Pushed(line) as pushed:
                began = hand.at
                landed = pushing.push_out(hand, pushed)
                self._gutter(hand, [str(one.target) for one in line], began)
                return landed, line[0].target
            case Abreast(group) as abreast:
                return pushing.set_abreast(hand, abreast), group[0].target
        return hand.at, None

    def _gutter(self, hand: Hand, targets: Sequence[str], began: float) -> None:
        """Stones that fell are taken out at once, or left for a ply or two."""
        fell = sorted({name for name in targets if name in hand.stage.board.gutter})
        if not fell:
            return
        self.fallen.update((name, began) for name in fell)
        if hand.does(Doing.LEFT_FALLEN, *fell):
            self.clear_by = max(self.clear_by, hand.stage.ply + hand.stage.rng.randint(1, 2))
        else:
            pushing.clear_gutter(hand, self.fallen, fell)

    def _is_crowned(self, position: Position, after: Position, field: str) -> bool:
        bit = after.game.board.bit[field]
        return bool(after.kings & bit) and len(self.stage.standing[field]) == 1

    def _crown(self, hand: Hand, field: str, side: Side) -> None:
        if Doing.LATE_CROWN in self.stage.doing:
            self.crownless = field, side
        else:
            pauses.crown(hand, field, side)

    def take_back(self, ply: int) -> int:
        """Puts the last plies back, in any order of the pieces; how many. A marble's or a king's quiet move
        could be heard as moved back, so more than one ply goes back only among men.
        """
        stage = self.stage
        plies = min(ply, 2 if stage.rng.random() < 0.7 else stage.rng.randint(3, _MOST_BACK))
        if self.kind != "man" or stage.rng.random() >= 0.4 or self._kings_moved(plies):
            plies = 1
        hand = Hand(stage, self.done)
        hand.wait(stage.level.think_s)
        stage.turn = len(self.happenings)
        self.crownless = None
        stage.note(Doing.TOOK_BACK, hand.at)
        pauses.restore(hand, self.snapshots[-plies])
        for back in range(plies):
            before = self.happenings[-1 - 2 * back]
            self.happenings.append(Happening("takeback", ply - back, before.move, stage.turn, hand.at))
        del self.positions[-plies:], self.snapshots[-plies:]
        self.led = None
        self.done = self.landed = hand.at
        return plies

    def _kings_moved(self, plies: int) -> bool:
        """Whether one of the last plies was a king's."""
        last = self.positions[-plies - 1 :]
        return any(position.kings & ~after.kings for position, after in pairwise(last))


def _led_from(move: Move) -> str | None:
    """Where the piece comes from that the hand leads, if it comes from the board."""
    return move.transfers[0].origin if move.transfers else None


def _of(position: Position, side: Side) -> int:
    return position.white if side is Side.WHITE else position.black
