"""Knows how the wizard goes from question to answer in time; nothing about devices, files or terminals."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from firmware_host.wire.asking import next_question, ring
from firmware_host.wire.found import Found, found
from firmware_host.wire.prompt import (
    HEARD,
    WAITING,
    WRONG,
    Prompt,
    shown,
)
from firmware_host.wire.questions import Answer, How, Kind, Plan, Question, by_pixel
from firmware_host.wire.touch import Hands, Rested, Tapped, Touch
from firmware_host.wiring import Rgb

PATIENCE_S = 25.0
"""So long nothing may happen until the answer is: nothing."""

IDLE_AFTER = 3
"""After so many such answers in a row nobody is there, and the wizard waits for a piece."""

FLASH_S = 0.4
TOO_MANY = 4
"""More channels than this, and than a tenth, closed on the empty board: it is not empty."""


class Wizard:
    """The dialogue. `feed` brings readings and their time, `advance` lets time come, `due` says when time by
    itself does something. `prompt` is what to show now; `answers` is all that there is to remember: a wizard
    that begins with the answers of another goes on where that one was.

    A piece put down and left answers; two taps on one field say: nothing there; three: back to the question
    before. Times must not run back.
    """

    def __init__(self, plan: Plan, answers: Sequence[Answer] = (), noisy: Collection[int] = ()) -> None:
        """`noisy`: the channels that were found to flicker."""
        self.plan = plan
        self.answers: list[Answer] = list(answers)
        self.hands = Hands(plan.channels)
        self.hands.noisy |= set(noisy)
        self.question: Question | None = None
        self.finished = False
        self._known: Found | None = None
        self._asked_at = 0.0
        self._now = 0.0
        self._flash: tuple[float, tuple[int, ...] | None, bool] | None = None
        self._silent = 0
        self._complaint: str | None = None
        self._gone = True

    @property
    def found(self) -> Found:
        """What is proven so far."""
        return found(self.plan, self.answers, self.hands.noisy, self._idle())

    @property
    def paused(self) -> bool:
        """Whether nobody seems to be there."""
        return self._silent >= IDLE_AFTER

    def _idle(self) -> set[int]:
        hands = self.hands
        return hands.readable - hands.noisy - hands.stuck

    def lost(self) -> None:
        """The board went away; its next readings go on."""
        self.hands.lost()
        self._gone = True

    def feed(self, at: float, readings: bytes) -> None:
        """Readings at `at`."""
        at = max(at, self._now)
        self._take(at, self.hands.feed(at, readings))
        self._gone = False
        self._pass(at)

    def advance(self, at: float) -> None:
        """Let time come to `at`."""
        at = max(at, self._now)
        if not self._gone:
            self._take(at, self.hands.advance(at))
            self._pass(at)

    def due(self) -> float | None:
        """When time by itself does something next, or None."""
        if self._gone or self.finished:
            return None
        moments = [self.hands.due(), self._flash[0] if self._flash else None]
        if self.question is not None and not self.paused:
            moments.append(self._patience())
        return min((one for one in moments if one is not None), default=None)

    def _patience(self) -> float:
        since = max(self._asked_at, self.hands.changed_at or 0.0)
        return since + PATIENCE_S * (2 if self.hands.standing else 1)

    def _pass(self, at: float) -> None:
        self._now = at
        if self._flash is not None and self._flash[0] <= at:
            self._flash = None
        if self.hands.listening or self.finished:
            return
        if self.question is None:
            if not self._crowd():
                self._ask(at)
        elif not self.paused and self._patience() <= at and not self.hands.crowded:
            self._silent += 1
            self._answer(at, frozenset(), How.TIME)

    def _crowd(self) -> bool:
        """Whether the board is anything but empty before the first question."""
        closed = len(self.hands.stuck)
        return closed > TOO_MANY and 10 * closed > self.plan.channels

    def _ask(self, at: float) -> None:
        self.question, self._known = next_question(self.plan, self.answers, self.hands.noisy, self._idle())
        self._asked_at = at
        if self.question is None:
            self.finished = True

    def _take(self, at: float, touches: Sequence[Touch]) -> None:
        for touch in touches:
            self._complaint = None
            if self.paused:
                # Whoever comes back sees the question first.
                self._silent = 0
                self._asked_at = at
                if self.question is not None:
                    continue
            self._silent = 0
            if self.question is None or self.finished:
                continue
            match touch:
                case Rested(channels=channels):
                    self._rested(at, channels)
                case Tapped(times=2):
                    self._answer(at, frozenset(), How.TAPS)
                case Tapped():
                    self._back(at)

    def _rested(self, at: float, channels: frozenset[int]) -> None:
        question = self.question
        if question is None:
            return
        if question.kind is Kind.PAIR and self._known is not None:
            around = {
                self._known.channel_of[name] for name in ring(self.plan, self._known, question.field or "")
            }
            if not channels & around:
                self._complaint = "That is none of the blue fields."
                self._flash = (at + FLASH_S, None, False)
                return
        self._answer(at, channels, How.REST)

    def _answer(self, at: float, channels: frozenset[int], how: How) -> None:
        if self.question is None:
            return
        self.answers.append(Answer(self.question, channels, how))
        under = self._pixels_under(channels) if channels else ()
        self._flash = (at + FLASH_S, under or None, True)
        self._ask(at)

    def _pixels_under(self, channels: frozenset[int]) -> tuple[int, ...]:
        """The pixels of which the same was heard."""
        return tuple(
            pixel for pixel, answers in by_pixel(self.answers).items() if answers[-1].channels == channels
        )

    def _back(self, at: float) -> None:
        if self.answers:
            self.answers.pop()
        self._flash = (at + FLASH_S, None, False)
        self._ask(at)

    @property
    def prompt(self) -> Prompt:
        """What to show now."""
        if self.finished:
            return Prompt("All has been asked.", pixels=self._verdict())
        if self.hands.listening:
            return Prompt(
                "Take everything off the board, and your hands away: it is listened to for a moment."
            )
        if self.question is None:
            return Prompt(
                f"{len(self.hands.stuck)} of {self.plan.channels} channels are closed: take everything off "
                "the board. If it is empty, the sensors read the wrong way round: see active_low.",
                ground=WRONG,
            )
        return self._of_question(self.question)

    def _verdict(self) -> dict[int, Rgb]:
        """Every LED that has a field: green if that can be sensed."""
        known = self.found
        return {pixel: HEARD if name in known.channel_of else WRONG for pixel, name in known.field_of.items()}

    def _of_question(self, question: Question) -> Prompt:
        if self.paused:
            return Prompt("Is nobody there? Put the piece down anywhere to go on.", ground=WAITING)
        if self.hands.crowded:
            return Prompt("Two pieces are too many: take the other one off.", question.field, ground=WRONG)
        if self._flash is not None and not (self._flash[2] and question.kind is Kind.PIXEL):
            _, under, good = self._flash
            if under is None:
                said = shown(self.plan, question, self._known).said
                return Prompt(said, question.field, ground=HEARD_ALL if good else WRONG)
        standing = self.hands.standing
        linked = self._pixels_under(standing) if standing and question.walk else ()
        prompt = shown(self.plan, question, self._known, linked)
        if self._complaint:
            return Prompt(f"{self._complaint} {prompt.said}", prompt.asked, prompt.pixels, prompt.ground)
        return prompt


HEARD_ALL = (0, 6, 0)
"""An answer was taken whose LED is not known."""

__all__ = ["FLASH_S", "HEARD", "IDLE_AFTER", "PATIENCE_S", "Wizard"]
