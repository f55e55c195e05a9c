"""Knows how people set a board up anew in the middle of a game: several hands at once, in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from firmware_host.hands.levels import LEVELS
from firmware_host.hands.recording import choose_model, record
from firmware_host.hands.records import Deed, Performance
from firmware_host.hands.script import Grip, Hand
from firmware_host.hands.sensors import SensorModel
from firmware_host.hands.stage import Stage
from rules.game import Game, Position, Side

_FIRST_S = 2.0
_HANDS = (2, 4)
_PAUSE_S = (0.02, 0.4)
_CLEARS_FIRST = 0.3
"""So often everything goes off the board before anything is set up."""


def set_anew(
    game: Game,
    position: Position,
    rng: Random,
    kind: str = "reed",
    *,
    absent: Iterable[str] = (),
    sensors: SensorModel | None = None,
) -> Performance:
    """From `position`, two to four hands at once set up the start position of the game, in any order.

    Pieces go straight to a field where one of their side is wanted, or aside first; kings lose their second
    disc; what is missing comes from beside the board. Nobody makes a move.
    """
    stage = Stage(game.board, position.fields, LEVELS["ordinary"], rng, 0.0)
    hands = [Hand(stage, _FIRST_S + rng.uniform(0.0, 1.0)) for _ in range(rng.randint(*_HANDS))]
    work = _Work(stage, {name: piece.side for name, piece in game.start().fields.items()})
    stage.deeds.append(Deed(_FIRST_S, 0, "set up anew"))
    if rng.random() < _CLEARS_FIRST:
        while work.clear(_next(hands)):
            pass
    while work.step(_next(hands)):
        pass
    end = max(hand.at for hand in hands)
    return record(game, position, stage, (), end, choose_model(kind, sensors), absent)


def _next(hands: Iterable[Hand]) -> Hand:
    """The hand that is free first."""
    return min(hands, key=lambda hand: hand.at)


class _Work:
    """What is still to do until one piece of the side that `wanted` names stands on each of its fields."""

    def __init__(self, stage: Stage, wanted: dict[str, Side]) -> None:
        self.stage, self.wanted = stage, wanted

    def clear(self, hand: Hand) -> bool:
        """Takes one field's pieces off the board; False when none is left."""
        fields = sorted(self.stage.standing)
        if fields:
            hand.wait(_PAUSE_S)
            hand.remove(self.stage.rng.choice(fields))
        return bool(fields)

    def step(self, hand: Hand) -> bool:
        """One piece more where it belongs, or out of the way; False when all is set up."""
        wrong = [name for name in sorted(self.stage.standing) if not self._is_right(name)]
        missing = [name for name in self.wanted if name not in self.stage.standing]
        if not wrong and not missing:
            return False
        hand.wait(_PAUSE_S)
        sides = Counter(self.wanted[name] for name in missing)
        useful = [name for name in wrong if sides[self._side(name)]]
        if useful:
            field = self.stage.rng.choice(useful)
            self._bring(hand, hand.pick(field, 1), missing)
        elif wrong:
            field = self.stage.rng.choice(wrong)
            hand.away(hand.pick(field, 1))
        else:
            self._fetch(hand, self.stage.rng.choice(missing))
        return True

    def _is_right(self, name: str) -> bool:
        alone = len(self.stage.standing[name]) == 1
        return alone and self.wanted.get(name) is self._side(name)

    def _side(self, name: str) -> Side:
        return self.stage.side_of[self.stage.standing[name][-1]]

    def _bring(self, hand: Hand, grip: Grip, missing: Iterable[str]) -> None:
        """To a near field where such a piece is wanted, one of the three nearest."""
        stage, side = self.stage, self.stage.side_of[grip[0]]
        here = stage.place(grip[0])
        fields = sorted(
            (name for name in missing if self.wanted[name] is side),
            key=lambda name: (stage.places[name].distance(here), name),
        )
        hand.put(grip, stage.rng.choice(fields[:3]))

    def _fetch(self, hand: Hand, field: str) -> None:
        """A piece from beside the board: one that lies there, or one from the box."""
        stage, side = self.stage, self.wanted[field]
        tray = stage.tray[side]
        number = tray.pop() if tray else stage.new_body(side, stage.aside())
        hand.put(hand.take(number), field)
