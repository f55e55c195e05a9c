"""Knows how a question of the board is answered by hand: a piece that is asked about, lifted and returned."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.debounce import Settled
from firmware_host.inference import questions
from firmware_host.order import Order
from firmware_host.outlook import Prospect


@dataclass(frozen=True, slots=True)
class Answer:
    """The piece of one `field` has been lifted at `at` from the board `occupied`: if it returns, a question
    is answered."""

    field: int
    occupied: int
    at: float


class Answers:
    """The answer that is being given, if one is. Mutable; views in the order of time. `rest_s`: how long a
    piece must be up."""

    def __init__(self, rest_s: float) -> None:
        self._rest_s = rest_s
        self._answer: Answer | None = None

    @property
    def begun(self) -> bool:
        """Whether a piece that is asked about is in the air."""
        return self._answer is not None

    def forget(self) -> None:
        """Nothing is being answered."""
        self._answer = None

    def see(self, order: Order, before: int, settled: Settled) -> Prospect | None:
        """A view has settled after one with the fields `before` occupied: the move that is chosen by it, or
        None."""
        occupied, doubted = settled.seen.occupied, order.doubted
        if doubted is None or occupied == before:
            return None
        asking = questions(doubted, order.doubt)
        answer, self._answer = self._answer, None
        if answer is None and before ^ occupied in asking and before & ~occupied:
            self._answer = Answer(before ^ occupied, before, settled.edge)
            return None
        if answer is None or occupied != answer.occupied or settled.edge - answer.at < self._rest_s:
            return None
        return asking[answer.field]
